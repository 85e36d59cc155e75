//! `SpanContext`: a tuple with properties over its items, and the trace state inside it.

use pyo3::PyAny;
use pyo3::prelude::*;

use super::names::Member;
use super::proof::Class;
use super::session::Session;
use crate::error::Result;
use crate::python::object::{dict_size, is_exact_dict, is_true, tuple_item};

/// Where the tuple keeps what its properties return.
const TRACE_ID: isize = 0;
const SPAN_ID: isize = 1;
const IS_REMOTE: isize = 2;
const TRACE_STATE: isize = 4;

pub(crate) struct SpanContext<'py> {
    value: Bound<'py, PyAny>,
    items: bool,
}

impl<'py> SpanContext<'py> {
    #[inline]
    pub(crate) fn new(value: Bound<'py, PyAny>, session: &mut Session<'py>) -> Self {
        let items = session.allow(Class::SpanContext, &value);
        Self { value, items }
    }

    #[inline]
    fn item(&self, index: isize) -> Option<Bound<'py, PyAny>> {
        if self.items { tuple_item(&self.value, index).map(pyo3::Borrowed::to_owned) } else { None }
    }

    #[inline]
    pub(crate) fn trace_id(&self, session: &Session<'py>) -> Result<Member<'py>> {
        match self.item(TRACE_ID) {
            Some(value) => Ok(Member { name: session.names.trace_id.text, value }),
            None => session.names.trace_id.of(&self.value),
        }
    }

    #[inline]
    pub(crate) fn span_id(&self, session: &Session<'py>) -> Result<Member<'py>> {
        match self.item(SPAN_ID) {
            Some(value) => Ok(Member { name: session.names.span_id.text, value }),
            None => session.names.span_id.of(&self.value),
        }
    }

    #[inline]
    pub(crate) fn is_remote(&self, session: &Session<'py>) -> Result<bool> {
        let name = &session.names.is_remote;
        let truth = match self.item(IS_REMOTE) {
            Some(value) => is_true(value.as_borrowed()),
            None => is_true(name.of(&self.value)?.as_borrowed()),
        };
        truth.map_err(|error| crate::error::Error::from(error).at(name.text))
    }

    /// The trace state's `items()`; `None` where there is no trace state or it is known to be empty.
    #[inline]
    pub(crate) fn trace_state(&self, session: &mut Session<'py>) -> Result<Option<Member<'py>>> {
        let names = session.names;
        let state = match self.item(TRACE_STATE) {
            Some(value) => Member { name: names.trace_state.text, value },
            None => names.trace_state.of(&self.value)?,
        };
        if state.is_none() || session.is_empty_trace_state(&state) {
            return Ok(None);
        }
        if session.allow(Class::TraceState, &state)
            && names._dict.of_proven(&state).is_some_and(|dict| is_exact_dict(&dict) && dict_size(&dict) == 0)
        {
            session.note_empty_trace_state(&state.value);
            return Ok(None);
        }
        let items = state.call_method0(names.items.object(state.py()));
        items
            .map(|value| Some(Member { name: state.name, value }))
            .map_err(|error| crate::error::Error::from(error).at(state.name))
    }

    /// Whether the object counts as a context at all: the SDK's is a tuple of six, always true.
    #[inline]
    pub(crate) fn is_present(&self) -> PyResult<bool> {
        if self.items { Ok(true) } else { self.value.is_truthy() }
    }
}
