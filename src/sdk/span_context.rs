//! `SpanContext`: a tuple with properties over its items, and the trace state inside it.

#![allow(clippy::inline_always, reason = "a result that comes back through memory costs more than the code it saves")]

use pyo3::prelude::*;
use pyo3::{Borrowed, PyAny};

use super::names::Member;
use super::proof::Class;
use super::session::Session;
use crate::error::Result;
use crate::python::object::{dict_size, is_exact_dict, is_true, tuple_item};
use crate::python::threads::threads_run_freely;

/// Where the tuple keeps what its properties return.
const TRACE_ID: isize = 0;
const SPAN_ID: isize = 1;
const IS_REMOTE: isize = 2;
const TRACE_STATE: isize = 4;

/// Where a context stands, and so what the way to its members is called.
pub(crate) struct Role {
    trace_id: &'static str,
    span_id: &'static str,
    is_remote: &'static str,
    trace_state: &'static str,
}

/// A span's own context.
pub(super) const OWN: Role =
    Role { trace_id: "trace_id", span_id: "span_id", is_remote: "is_remote", trace_state: "trace_state" };

pub(super) const PARENT: Role = Role {
    trace_id: "parent.trace_id",
    span_id: "parent.span_id",
    is_remote: "parent.is_remote",
    trace_state: "parent.trace_state",
};

/// The context that a link points to.
pub(super) const LINKED: Role = Role {
    trace_id: "context.trace_id",
    span_id: "context.span_id",
    is_remote: "context.is_remote",
    trace_state: "context.trace_state",
};

pub(crate) struct SpanContext<'py> {
    value: Bound<'py, PyAny>,
    items: bool,
    role: &'static Role,
}

/// A trace state: keys and values in the order of the W3C header.
pub(crate) struct TraceState<'py> {
    state: Member<'py>,
    dict: Option<Bound<'py, PyAny>>,
}

impl<'py> TraceState<'py> {
    /// The dict that `items()` would show, where it may be walked in place.
    #[inline]
    pub(crate) fn dict(&self) -> Option<&Bound<'py, PyAny>> {
        self.dict.as_ref().filter(|_| !threads_run_freely())
    }

    /// What `items()` returns.
    pub(crate) fn items(&self, session: &Session<'py>) -> Result<Member<'py>> {
        let name = self.state.name;
        match self.state.call_method0(session.names.items.object(self.state.py())) {
            Ok(value) => Ok(Member { name, value }),
            Err(error) => Err(crate::error::Error::from(error).at(name)),
        }
    }
}

impl<'py> SpanContext<'py> {
    #[inline]
    pub(crate) fn new(value: Bound<'py, PyAny>, role: &'static Role, session: &mut Session<'py>) -> Self {
        let items = session.allow(Class::SpanContext, &value);
        Self { value, items, role }
    }

    /// Lent by the tuple, which never changes.
    #[inline(always)]
    fn item(&self, index: isize) -> Option<Borrowed<'_, 'py, PyAny>> {
        if self.items { tuple_item(&self.value, index) } else { None }
    }

    #[inline(always)]
    pub(crate) fn trace_id(&self, session: &Session<'py>) -> Result<Member<'py>> {
        match self.item(TRACE_ID) {
            Some(value) => Ok(Member { name: self.role.trace_id, value: value.to_owned() }),
            None => session.names.trace_id.of_as(&self.value, self.role.trace_id),
        }
    }

    #[inline(always)]
    pub(crate) fn span_id(&self, session: &Session<'py>) -> Result<Member<'py>> {
        match self.item(SPAN_ID) {
            Some(value) => Ok(Member { name: self.role.span_id, value: value.to_owned() }),
            None => session.names.span_id.of_as(&self.value, self.role.span_id),
        }
    }

    #[inline]
    pub(crate) fn is_remote(&self, session: &Session<'py>) -> Result<bool> {
        let name = self.role.is_remote;
        let truth = match self.item(IS_REMOTE) {
            Some(value) => is_true(value),
            None => is_true(session.names.is_remote.of_as(&self.value, name)?.as_borrowed()),
        };
        truth.map_err(|error| crate::error::Error::from(error).at(name))
    }

    /// The trace state; `None` where there is none or it is known to be empty.
    #[inline]
    pub(crate) fn trace_state(&self, session: &mut Session<'py>) -> Result<Option<TraceState<'py>>> {
        let names = session.names;
        let state = match self.item(TRACE_STATE) {
            Some(value) if value.is_none() || session.is_empty_trace_state(value) => return Ok(None),
            Some(value) => Member { name: self.role.trace_state, value: value.to_owned() },
            None => names.trace_state.of_as(&self.value, self.role.trace_state)?,
        };
        if state.is_none() || session.is_empty_trace_state(state.as_borrowed()) {
            return Ok(None);
        }
        let proven = session.allow(Class::TraceState, &state);
        let dict = if proven { names._dict.of_proven(&state).filter(is_exact_dict) } else { None };
        if dict.as_ref().is_some_and(|dict| dict_size(dict) == 0) {
            session.note_empty_trace_state(&state.value);
            return Ok(None);
        }
        Ok(Some(TraceState { state, dict }))
    }

    /// Whether the object counts as a context at all: the SDK's is a tuple of six, always true.
    #[inline]
    pub(crate) fn is_present(&self) -> PyResult<bool> {
        if self.items { Ok(true) } else { self.value.is_truthy() }
    }
}
