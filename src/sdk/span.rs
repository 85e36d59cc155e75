//! `ReadableSpan`: its own members, and the way to what hangs on it.

#![allow(clippy::inline_always, reason = "a result that comes back through memory costs more than the code it saves")]

use pyo3::PyAny;
use pyo3::prelude::*;

use super::attributes::Attributes;
use super::names::{Member, Name, Names};
use super::proof::Class;
use super::session::Session;
use super::span_context::{self, SpanContext};
use super::span_elements::Elements;
use super::span_parts::{attributes_handed_on, read};
use crate::error::{Error, Result};

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

    #[inline(always)]
    fn read(&self, private: &Name, public: &Name) -> Result<Member<'py>> {
        read(self.private, self.value, private, public)
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

    #[inline(always)]
    pub(crate) fn name(&self) -> Result<Member<'py>> {
        self.read(&self.names._name, &self.names.name)
    }

    #[inline(always)]
    pub(crate) fn kind(&self) -> Result<Member<'py>> {
        self.read(&self.names._kind, &self.names.kind)
    }

    #[inline(always)]
    pub(crate) fn start_time(&self) -> Result<Member<'py>> {
        self.read(&self.names._start_time, &self.names.start_time)
    }

    #[inline(always)]
    pub(crate) fn end_time(&self) -> Result<Member<'py>> {
        self.read(&self.names._end_time, &self.names.end_time)
    }

    #[inline(always)]
    pub(crate) fn attributes(&self, session: &mut Session<'py>) -> Result<Attributes<'py>> {
        attributes_handed_on(self.private, self.value, session)
    }

    #[inline(always)]
    pub(crate) fn events(&self, session: &mut Session<'py>) -> Result<Elements<'py>> {
        let names = self.names;
        self.elements(&names._events, &names.events, &names.dropped_events, session)
    }

    #[inline(always)]
    pub(crate) fn links(&self, session: &mut Session<'py>) -> Result<Elements<'py>> {
        let names = self.names;
        self.elements(&names._links, &names.links, &names.dropped_links, session)
    }

    #[inline(always)]
    fn elements(
        &self,
        private: &Name,
        public: &Name,
        dropped: &'static Name,
        session: &mut Session<'py>,
    ) -> Result<Elements<'py>> {
        if self.private {
            if let Some(held) = private.of_proven(self.value) {
                if let Some(elements) = Elements::of_bounded_list(&held, public.text, dropped, session) {
                    return Ok(elements);
                }
            }
        }
        Elements::of_public(self.value, public, dropped)
    }

    #[inline(always)]
    pub(crate) fn status(&self) -> Result<Member<'py>> {
        self.read(&self.names._status, &self.names.status)
    }
}
