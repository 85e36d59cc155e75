//! `ReadableSpan` and what hangs on it: events, links and status.

use pyo3::PyAny;
use pyo3::prelude::*;
use smallvec::SmallVec;

use super::attributes::Attributes;
use super::names::{Member, Name, Names};
use super::proof::Class;
use super::session::Session;
use super::span_context::{self, SpanContext};
use crate::error::{Error, Result};
use crate::python::ignored::Ignore;
use crate::python::iterate;
use crate::python::sequence;

/// A span as exporters get it, or what stands in for one.
pub(crate) struct ReadableSpan<'a, 'py> {
    pub(crate) value: &'a Bound<'py, PyAny>,
    names: &'static Names,
    private: bool,
}

impl<'a, 'py> ReadableSpan<'a, 'py> {
    #[inline]
    pub(crate) fn new(value: &'a Bound<'py, PyAny>, session: &mut Session<'py>) -> Self {
        Self { value, names: session.names, private: session.allow(Class::ReadableSpan, value) }
    }

    #[inline]
    fn read(&self, private: &Name, public: &Name) -> Result<Member<'py>> {
        if self.private { private.of_private(self.value, public) } else { public.of(self.value) }
    }

    #[inline]
    pub(crate) fn resource(&self) -> Result<Member<'py>> {
        self.read(&self.names._resource, &self.names.resource)
    }

    #[inline]
    pub(crate) fn instrumentation_scope(&self) -> Result<Member<'py>> {
        self.read(&self.names._instrumentation_scope, &self.names.instrumentation_scope)
    }

    #[inline]
    pub(crate) fn context(&self, session: &mut Session<'py>) -> Result<SpanContext<'py>> {
        let name = &self.names.get_span_context;
        let private = if self.private { self.names._context.of_proven(self.value) } else { None };
        let value = if let Some(value) = private {
            value
        } else {
            let called = self.value.call_method0(name.object(self.value.py()));
            called.map_err(|error| Error::from(error).at(name.text))?
        };
        Ok(SpanContext::new(value, &span_context::OWN, session))
    }

    /// The parent's context, where there is one.
    #[inline]
    pub(crate) fn parent(&self, session: &mut Session<'py>) -> Result<Option<SpanContext<'py>>> {
        let parent = self.read(&self.names._parent, &self.names.parent)?;
        if parent.is_none() {
            return Ok(None);
        }
        let context = SpanContext::new(parent.value, &span_context::PARENT, session);
        match context.is_present() {
            Ok(present) => Ok(present.then_some(context)),
            Err(error) => Err(Error::from(error).at(parent.name)),
        }
    }

    /// The parent's context as a second look finds it, which the reference takes for the flags.
    #[inline]
    pub(crate) fn parent_again(
        &self,
        first: Option<SpanContext<'py>>,
        session: &mut Session<'py>,
    ) -> Result<Option<SpanContext<'py>>> {
        if self.private { Ok(first) } else { self.parent(session) }
    }

    #[inline]
    pub(crate) fn name(&self) -> Result<Member<'py>> {
        self.read(&self.names._name, &self.names.name)
    }

    #[inline]
    pub(crate) fn kind(&self) -> Result<Member<'py>> {
        self.read(&self.names._kind, &self.names.kind)
    }

    #[inline]
    pub(crate) fn start_time(&self) -> Result<Member<'py>> {
        self.read(&self.names._start_time, &self.names.start_time)
    }

    #[inline]
    pub(crate) fn end_time(&self) -> Result<Member<'py>> {
        self.read(&self.names._end_time, &self.names.end_time)
    }

    #[inline]
    pub(crate) fn attributes(&self, session: &mut Session<'py>) -> Result<Attributes<'py>> {
        if self.private {
            let held = self.names._attributes.of_proven(self.value);
            if let Some(attributes) = held.and_then(|held| Attributes::of_private(held, session)) {
                return Ok(attributes);
            }
        }
        Ok(Attributes::of_public(self.names.attributes.of(self.value)?.value, session))
    }

    #[inline]
    pub(crate) fn events(&self, session: &mut Session<'py>) -> Result<Elements<'py>> {
        let names = self.names;
        self.elements(&names._events, &names.events, &names.dropped_events, session)
    }

    #[inline]
    pub(crate) fn links(&self, session: &mut Session<'py>) -> Result<Elements<'py>> {
        let names = self.names;
        self.elements(&names._links, &names.links, &names.dropped_links, session)
    }

    #[inline]
    fn elements(
        &self,
        private: &Name,
        public: &Name,
        dropped: &'static Name,
        session: &mut Session<'py>,
    ) -> Result<Elements<'py>> {
        if self.private {
            let held = private.of_proven(self.value);
            if let Some(elements) =
                held.and_then(|held| Elements::of_bounded_list(&held, public.text, dropped, session))
            {
                return Ok(elements);
            }
        }
        Ok(Elements { source: Source::Public(public.of(self.value)?), name: public.text, dropped_name: dropped })
    }

    #[inline]
    pub(crate) fn status(&self) -> Result<Member<'py>> {
        self.read(&self.names._status, &self.names.status)
    }
}

/// Events or links: what to read and how many were dropped.
pub(crate) struct Elements<'py> {
    source: Source<'py>,
    name: &'static str,
    dropped_name: &'static Name,
}

enum Source<'py> {
    /// The deque of a `BoundedList`, and its count.
    Deque { deque: Bound<'py, PyAny>, dropped: Bound<'py, PyAny> },
    /// What the public property returned.
    Public(Member<'py>),
}

impl<'py> Elements<'py> {
    #[inline]
    fn of_bounded_list(
        held: &Bound<'py, PyAny>,
        name: &'static str,
        dropped_name: &'static Name,
        session: &mut Session<'py>,
    ) -> Option<Self> {
        if !session.allow(Class::BoundedList, held) {
            return None;
        }
        let deque = session.names._dq.of_proven(held)?;
        if !session.is_deque(&deque) {
            return None;
        }
        let dropped = session.names.dropped.of_proven(held)?;
        Some(Self { source: Source::Deque { deque, dropped }, name, dropped_name })
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        match &self.source {
            Source::Deque { deque, .. } => sequence::length(deque) == Some(0),
            Source::Public(_) => false,
        }
    }

    /// A snapshot, so that nothing that happens while one element is written can move the others.
    pub(crate) fn items(&self) -> Result<SmallVec<[Bound<'py, PyAny>; 8]>> {
        let read = match &self.source {
            Source::Deque { deque, .. } => sequence::snapshot(deque),
            Source::Public(member) => member
                .is_truthy()
                .and_then(|truth| if truth { iterate::items(member)?.collect() } else { Ok(SmallVec::new()) }),
        };
        read.map_err(|error| Error::from(error).at(self.name))
    }

    /// The member's name, for paths.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// How many were dropped; `owner` is the span.
    #[inline]
    pub(crate) fn dropped_by(&self, owner: &Bound<'py, PyAny>) -> Result<Member<'py>> {
        match &self.source {
            Source::Deque { dropped, .. } => Ok(Member { name: self.dropped_name.text, value: dropped.clone() }),
            Source::Public(_) => self.dropped_name.of(owner),
        }
    }
}

/// A span event.
pub(crate) struct Event<'a, 'py> {
    pub(crate) value: &'a Bound<'py, PyAny>,
    names: &'static Names,
    private: bool,
}

impl<'a, 'py> Event<'a, 'py> {
    #[inline]
    pub(crate) fn new(value: &'a Bound<'py, PyAny>, session: &mut Session<'py>) -> Self {
        Self { value, names: session.names, private: session.allow(Class::Event, value) }
    }

    #[inline]
    pub(crate) fn name(&self) -> Result<Member<'py>> {
        read(self.private, self.value, &self.names._name, &self.names.name)
    }

    #[inline]
    pub(crate) fn timestamp(&self) -> Result<Member<'py>> {
        read(self.private, self.value, &self.names._timestamp, &self.names.timestamp)
    }

    #[inline]
    pub(crate) fn attributes(&self, session: &mut Session<'py>) -> Result<Attributes<'py>> {
        attributes_handed_on(self.private, self.value, session)
    }
}

/// A link to another span.
pub(crate) struct Link<'a, 'py> {
    pub(crate) value: &'a Bound<'py, PyAny>,
    names: &'static Names,
    private: bool,
}

impl<'a, 'py> Link<'a, 'py> {
    #[inline]
    pub(crate) fn new(value: &'a Bound<'py, PyAny>, session: &mut Session<'py>) -> Self {
        Self { value, names: session.names, private: session.allow(Class::Link, value) }
    }

    #[inline]
    pub(crate) fn context(&self, session: &mut Session<'py>) -> Result<SpanContext<'py>> {
        let context = read(self.private, self.value, &self.names._context, &self.names.context)?;
        Ok(SpanContext::new(context.value, &span_context::LINKED, session))
    }

    #[inline]
    pub(crate) fn attributes(&self, session: &mut Session<'py>) -> Result<Attributes<'py>> {
        attributes_handed_on(self.private, self.value, session)
    }
}

/// A span's status.
pub(crate) struct Status<'a, 'py> {
    value: &'a Bound<'py, PyAny>,
    names: &'static Names,
    private: bool,
}

impl<'a, 'py> Status<'a, 'py> {
    #[inline]
    pub(crate) fn new(value: &'a Bound<'py, PyAny>, session: &mut Session<'py>) -> Self {
        Self { value, names: session.names, private: session.allow(Class::Status, value) }
    }

    #[inline]
    pub(crate) fn description(&self) -> Result<Member<'py>> {
        read(self.private, self.value, &self.names._description, &self.names.description)
    }

    #[inline]
    pub(crate) fn status_code(&self) -> Result<Member<'py>> {
        read(self.private, self.value, &self.names._status_code, &self.names.status_code)
    }

    /// Remembers a status of the SDK's own class that has neither code nor description, so that it is read once a call.
    pub(crate) fn note_if_unset(&self, code: i32, session: &mut Session<'py>) {
        if self.private
            && code == 0
            && self.description().ignoring(self.value.py()).is_some_and(|description| description.is_none())
        {
            session.note_unset_status(self.value);
        }
    }
}

#[inline]
fn read<'py>(privately: bool, object: &Bound<'py, PyAny>, private: &Name, public: &Name) -> Result<Member<'py>> {
    if privately { private.of_private(object, public) } else { public.of(object) }
}

/// The attributes of an event or link, whose property hands on whatever it was given.
#[inline]
fn attributes_handed_on<'py>(
    private: bool,
    owner: &Bound<'py, PyAny>,
    session: &mut Session<'py>,
) -> Result<Attributes<'py>> {
    let names = session.names;
    if private {
        let held = names._attributes.of_proven(owner);
        if let Some(attributes) = held.and_then(|held| Attributes::of_private(held, session)) {
            return Ok(attributes);
        }
    }
    Ok(Attributes::of_public(names.attributes.of(owner)?.value, session))
}
