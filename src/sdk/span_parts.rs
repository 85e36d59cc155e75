//! What hangs on a span: events, links and its status.

#![allow(clippy::inline_always, reason = "a result that comes back through memory costs more than the code it saves")]

use pyo3::PyAny;
use pyo3::prelude::*;

use super::attributes::Attributes;
use super::names::{Member, Name, Names};
use super::proof::Class;
use super::session::Session;
use super::span_context::{self, SpanContext};
use crate::error::Result;
use crate::python::ignored::Ignore;

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

    #[inline(always)]
    pub(crate) fn name(&self) -> Result<Member<'py>> {
        read(self.private, self.value, &self.names._name, &self.names.name)
    }

    #[inline]
    pub(crate) fn timestamp(&self) -> Result<Member<'py>> {
        read(self.private, self.value, &self.names._timestamp, &self.names.timestamp)
    }

    #[inline(always)]
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

    #[inline(always)]
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

#[inline(always)]
pub(super) fn read<'py>(
    privately: bool,
    object: &Bound<'py, PyAny>,
    private: &Name,
    public: &Name,
) -> Result<Member<'py>> {
    if privately { private.of_private(object, public) } else { public.of(object) }
}

/// The attributes of a span, event or link, whose property hands on whatever it was given.
#[inline(always)]
pub(super) fn attributes_handed_on<'py>(
    private: bool,
    owner: &Bound<'py, PyAny>,
    session: &mut Session<'py>,
) -> Result<Attributes<'py>> {
    let names = session.names;
    if private {
        if let Some(held) = names._attributes.of_proven(owner) {
            if let Some(attributes) = Attributes::of_private(held, session) {
                return Ok(attributes);
            }
        }
    }
    Ok(Attributes::of_public(names.attributes.of(owner)?.value, session))
}
