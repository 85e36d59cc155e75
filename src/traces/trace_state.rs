//! The trace state of a span, as the W3C header has it: pairs as `key=value`, joined by commas, without any escaping.

use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::common::{Call, fields};
use crate::error::{Error, Result};
use crate::python::iterate;
use crate::python::view::View;
use crate::sdk::Member;
use crate::sdk::span_context::TraceState;
use crate::wire::{Field, Message, Text};

/// The W3C's limit for what has to be passed on.
const USUAL_LENGTH: usize = 512;

pub(super) fn write_trace_state<'py, M>(
    message: &mut Message<'_, M>,
    field: Field<M, Text>,
    state: &TraceState<'py>,
    call: &mut Call<'py>,
) -> Result<()> {
    let mut joined = Joined { text: [0; USUAL_LENGTH], length: 0 };
    if state.dict().is_some_and(|dict| joined.add_all(View::of(dict)).is_some()) {
        message.text(field, joined.text.get(..joined.length).unwrap_or_default());
        return Ok(());
    }
    let pairs = state.items(&call.session)?;
    let joined = joined_pairs(&pairs.value).map_err(|error| Error::from(error).at(pairs.name))?;
    fields::text(message, field, &Member { name: pairs.name, value: joined.into_any() }, call)
}

/// Texts put together without Python.
struct Joined {
    text: [u8; USUAL_LENGTH],
    length: usize,
}

impl Joined {
    /// The pairs of an exact dict; `None` where something in it is no plain short text, or all is longer than usual.
    fn add_all(&mut self, dict: View<'_, '_>) -> Option<()> {
        for (key, value) in dict.pairs()? {
            if self.length > 0 {
                self.add(b",")?;
            }
            self.add(key.short_text().ok()??)?;
            self.add(b"=")?;
            self.add(value.short_text().ok()??)?;
        }
        Some(())
    }

    fn add(&mut self, text: &[u8]) -> Option<()> {
        let end = self.length + text.len();
        self.text.get_mut(self.length..end)?.copy_from_slice(text);
        self.length = end;
        Some(())
    }
}

/// The text is put together by Python, so that surrogates and objects with a format of their own come out as in the reference.
fn joined_pairs<'py>(pairs: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = pairs.py();
    let (parts, equals) = (PyList::empty(py), PyString::new(py, "="));
    for item in iterate::items(pairs)? {
        let (key, value) = iterate::pair(&item?)?;
        parts.append(formatted(&key)?.add(&equals)?.add(formatted(&value)?)?)?;
    }
    PyString::new(py, ",").call_method1("join", (parts,))
}

/// What a format string makes of a value.
fn formatted<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if value.is_exact_instance_of::<PyString>() {
        return Ok(value.clone());
    }
    value.py().import("builtins")?.call_method1("format", (value, ""))
}
