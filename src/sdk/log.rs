//! Log items in both shapes that the SDK has given them: `ReadableLogRecord`, and `ReadWriteLogRecord` like it, from 1.39 on;
//! `LogData` before. Up to 1.38 the record inside the item holds the resource and the count of dropped attributes, from 1.39
//! on the item does. Whichever holds the resource tells the shape; no release is asked for its number.

use pyo3::PyAny;
use pyo3::prelude::*;

use super::attributes::{Attributes, Dropped, Entries};
use super::enums::{self, Number};
use super::names::{Member, Names};
use super::proof::Class;
use super::session::Session;
use crate::error::Result;

/// A log item as exporters get it, or what stands in for one.
pub(crate) struct LogItem<'a, 'py> {
    value: &'a Bound<'py, PyAny>,
    names: &'static Names,
    resource: Member<'py>,
    shape: Shape,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// The item has the resource, and its `dropped_attributes` is proven to ask the record's attributes.
    Proven,
    /// The item has the resource.
    Readable,
    /// The record has the resource.
    LogData,
}

impl<'a, 'py> LogItem<'a, 'py> {
    #[inline]
    pub(crate) fn new(value: &'a Bound<'py, PyAny>, session: &mut Session<'py>) -> Result<Self> {
        let names = session.names;
        if let Some(resource) = names.resource.of_or_none(value)? {
            let proven = session.allow(Class::ReadableLogRecord, value);
            let shape = if proven { Shape::Proven } else { Shape::Readable };
            return Ok(Self { value, names, resource, shape });
        }
        let resource = names.resource.of(&names.log_record.of(value)?.value)?;
        Ok(Self { value, names, resource, shape: Shape::LogData })
    }

    #[inline]
    pub(crate) fn resource(&self) -> Member<'py> {
        self.resource.clone()
    }

    #[inline]
    pub(crate) fn instrumentation_scope(&self) -> Result<Member<'py>> {
        self.names.instrumentation_scope.of(self.value)
    }

    #[inline]
    pub(crate) fn log_record(&self) -> Result<LogRecord<'py>> {
        Ok(LogRecord { value: self.names.log_record.of(self.value)?.value, names: self.names, shape: self.shape })
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
                if let Some(count) = name.of_or_none(self.value)? {
                    Ok(Some(count))
                } else if self.shape == Shape::LogData {
                    name.of_or_none(&record.value)
                } else {
                    name.of(&record.value).map(Some)
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
}

impl<'py> LogRecord<'py> {
    #[inline]
    pub(crate) fn timestamp(&self) -> Result<Member<'py>> {
        self.names.timestamp.of(&self.value)
    }

    #[inline]
    pub(crate) fn observed_timestamp(&self) -> Result<Member<'py>> {
        self.names.observed_timestamp.of(&self.value)
    }

    #[inline]
    pub(crate) fn trace_id(&self) -> Result<Member<'py>> {
        self.names.trace_id.of(&self.value)
    }

    #[inline]
    pub(crate) fn span_id(&self) -> Result<Member<'py>> {
        self.names.span_id.of(&self.value)
    }

    #[inline]
    pub(crate) fn trace_flags(&self) -> Result<Member<'py>> {
        self.names.trace_flags.of(&self.value)
    }

    #[inline]
    pub(crate) fn severity_text(&self) -> Result<Member<'py>> {
        self.names.severity_text.of(&self.value)
    }

    /// What `severity_number` stands for; an object without `value`, a bare int say, counts as none.
    #[inline]
    pub(crate) fn severity_number(&self) -> Result<Option<Number<'py>>> {
        enums::severity_number(&self.names.severity_number.of(&self.value)?, self.names)
    }

    #[inline]
    pub(crate) fn body(&self) -> Result<Member<'py>> {
        self.names.body.of(&self.value)
    }

    #[inline]
    pub(crate) fn attributes(&self, session: &mut Session<'py>) -> Result<Attributes<'py>> {
        let attributes = self.names.attributes.of(&self.value)?.value;
        if self.shape == Shape::Proven {
            if attributes.is_none() {
                return Ok(Attributes { entries: Entries::Mapping(attributes), dropped: Dropped::None });
            }
            if let Some(attributes) = Attributes::of_private(attributes.clone(), session) {
                return Ok(attributes);
            }
        }
        Ok(Attributes::of_public(attributes, session))
    }

    /// The event's name. Before 1.35 records had none.
    #[inline]
    pub(crate) fn event_name(&self) -> Result<Option<Member<'py>>> {
        match self.shape {
            Shape::LogData => self.names.event_name.of_or_none(&self.value),
            Shape::Proven | Shape::Readable => self.names.event_name.of(&self.value).map(Some),
        }
    }
}
