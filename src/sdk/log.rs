//! Log items in both shapes that the SDK has given them: `ReadableLogRecord`, and `ReadWriteLogRecord` like it, from 1.39 on;
//! `LogData` before. Up to 1.38 the record inside the item holds the resource and the count of dropped attributes, from 1.39
//! on the item does. Whichever holds the resource tells the shape; no release is asked for its number.

#![allow(clippy::inline_always, reason = "a result that comes back through memory costs more than the code it saves")]

use pyo3::PyAny;
use pyo3::prelude::*;

use super::attributes::{Attributes, Dropped, Entries};
use super::enums::{self, Number};
use super::lookups::Plain;
use super::names::{Member, Name, Names};
use super::proof::Class;
use super::session::Session;
use crate::error::Result;
use crate::python::object::{dict_holds, dict_size, instance_dict};

/// A log item as exporters get it, or what stands in for one.
pub(crate) struct LogItem<'a, 'py> {
    value: &'a Bound<'py, PyAny>,
    names: &'static Names,
    resource: Member<'py>,
    shape: Shape,
    as_object: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// The item has the resource, and its `dropped_attributes` is proven to ask the record's attributes.
    Proven,
    /// The item has the resource.
    Readable,
    /// The record has the resource.
    LogData,
    /// The same, and a `LogData` of the SDK with nothing added to it.
    PlainLogData,
}

impl Shape {
    #[inline]
    fn is_log_data(self) -> bool {
        matches!(self, Self::LogData | Self::PlainLogData)
    }
}

/// Whether an instance has nothing of its own under a name. Being told so by an exception costs some 2,000 instructions.
#[inline]
fn lacks(value: &Bound<'_, PyAny>, name: &Name) -> bool {
    instance_dict(value).is_some_and(|dict| dict_holds(&dict, name.object(value.py()), None))
}

impl<'a, 'py> LogItem<'a, 'py> {
    #[inline]
    pub(crate) fn new(value: &'a Bound<'py, PyAny>, session: &mut Session<'py>) -> Result<Self> {
        let names = session.names;
        let proven = session.allow(Class::ReadableLogRecord, value);
        let plain = !proven
            && session.allow(Class::LogData, value)
            && lacks(value, &names.resource)
            && lacks(value, &names.dropped_attributes);
        // A class that is proven looks attributes up as `object` does.
        let as_object = proven || plain || session.looks_up_as_object(Plain::LogItem, value);
        let on_item = match (proven, plain) {
            (true, _) => names.resource.of_proven_or_none(value)?,
            (_, true) => None,
            _ => names.resource.of_or_none(value)?,
        };
        if let Some(resource) = on_item {
            let shape = if proven { Shape::Proven } else { Shape::Readable };
            return Ok(Self { value, names, resource, shape, as_object });
        }
        let resource = names.resource.of(&names.log_record.of_plain(value, as_object)?.value)?;
        let shape = if plain { Shape::PlainLogData } else { Shape::LogData };
        Ok(Self { value, names, resource, shape, as_object })
    }

    #[inline]
    pub(crate) fn resource(&self) -> Member<'py> {
        self.resource.clone()
    }

    #[inline]
    pub(crate) fn instrumentation_scope(&self) -> Result<Member<'py>> {
        self.names.instrumentation_scope.of_plain(self.value, self.as_object)
    }

    #[inline]
    pub(crate) fn log_record(&self, session: &mut Session<'py>) -> Result<LogRecord<'py>> {
        let value = self.names.log_record.of_plain(self.value, self.as_object)?.value;
        let as_object = session.looks_up_as_object(Plain::LogRecord, &value);
        Ok(LogRecord { value, names: self.names, shape: self.shape, as_object })
    }

    /// How many attributes were dropped: as the item says, else as the record does. A `LogData` may leave it open.
    #[inline]
    pub(crate) fn dropped_attributes(
        &self,
        record: &LogRecord<'py>,
        attributes: &Attributes<'py>,
    ) -> Result<Option<Member<'py>>> {
        let name = &self.names.dropped_attributes;
        match &attributes.dropped {
            Dropped::None => Ok(None),
            Dropped::Count(count) => Ok(Some(Member { name: name.text, value: count.clone() })),
            Dropped::AskOwner => {
                let plain = self.shape == Shape::PlainLogData;
                match if plain { None } else { name.of_or_none(self.value)? } {
                    Some(count) => Ok(Some(count)),
                    None if self.shape.is_log_data() => name.of_or_none(&record.value),
                    None => name.of(&record.value).map(Some),
                }
            }
        }
    }
}

/// The record inside a log item. Its members are plain attributes in all releases.
pub(crate) struct LogRecord<'py> {
    value: Bound<'py, PyAny>,
    names: &'static Names,
    shape: Shape,
    as_object: bool,
}

impl<'py> LogRecord<'py> {
    #[inline(always)]
    fn read(&self, name: &Name) -> Result<Member<'py>> {
        name.of_plain(&self.value, self.as_object)
    }

    #[inline(always)]
    pub(crate) fn timestamp(&self) -> Result<Member<'py>> {
        self.read(&self.names.timestamp)
    }

    #[inline(always)]
    pub(crate) fn observed_timestamp(&self) -> Result<Member<'py>> {
        self.read(&self.names.observed_timestamp)
    }

    #[inline(always)]
    pub(crate) fn trace_id(&self) -> Result<Member<'py>> {
        self.read(&self.names.trace_id)
    }

    #[inline(always)]
    pub(crate) fn span_id(&self) -> Result<Member<'py>> {
        self.read(&self.names.span_id)
    }

    #[inline(always)]
    pub(crate) fn trace_flags(&self) -> Result<Member<'py>> {
        self.read(&self.names.trace_flags)
    }

    #[inline(always)]
    pub(crate) fn severity_text(&self) -> Result<Member<'py>> {
        self.read(&self.names.severity_text)
    }

    /// What `severity_number` stands for; an object without `value`, a bare int say, counts as none.
    #[inline(always)]
    pub(crate) fn severity_number(&self) -> Result<Option<Number<'py>>> {
        enums::severity_number(&self.read(&self.names.severity_number)?, self.names)
    }

    #[inline(always)]
    pub(crate) fn body(&self) -> Result<Member<'py>> {
        self.read(&self.names.body)
    }

    #[inline(always)]
    pub(crate) fn attributes(&self, session: &mut Session<'py>) -> Result<Attributes<'py>> {
        let attributes = self.read(&self.names.attributes)?.value;
        if self.shape == Shape::Proven {
            if attributes.is_none() {
                return Ok(Attributes { entries: Entries::Mapping(attributes), dropped: Dropped::None });
            }
            if let Some(attributes) = Attributes::of_private(attributes.clone(), session) {
                return Ok(attributes);
            }
        }
        if self.shape == Shape::PlainLogData && session.allow(Class::LogRecord, &self.value) {
            if let Some(Attributes { entries: Entries::Dict(dict), dropped: Dropped::Count(count) }) =
                Attributes::of_private(attributes.clone(), session)
            {
                // The record asks its attributes only where there are some left.
                let dropped = if dict_size(&dict) == 0 { Dropped::None } else { Dropped::Count(count) };
                return Ok(Attributes { entries: Entries::Dict(dict), dropped });
            }
        }
        Ok(Attributes::of_public(attributes, session))
    }

    /// The event's name. Before 1.35 records had none.
    #[inline(always)]
    pub(crate) fn event_name(&self, session: &mut Session<'py>) -> Result<Option<Member<'py>>> {
        let name = &self.names.event_name;
        if !self.shape.is_log_data() {
            return self.read(name).map(Some);
        }
        if session.expects_no_event_names() && session.allow(Class::LogRecord, &self.value) && lacks(&self.value, name)
        {
            return Ok(None);
        }
        let read = name.of_or_none(&self.value)?;
        if read.is_none() {
            session.expect_no_event_names();
        }
        Ok(read)
    }
}
