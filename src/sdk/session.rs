//! What one call knows of the SDK: names, proofs, enum members, and which trace state was seen to be empty.

use pyo3::prelude::*;

use super::names::Names;
use super::proof::{Class, Proofs};
use crate::python::object::class_address;

pub(crate) struct Session<'py> {
    pub(crate) names: &'static Names,
    proofs: Proofs<'py>,
    /// Most contexts share one empty trace state; held, so that no other object can take its address.
    empty_trace_state: Option<Bound<'py, PyAny>>,
}

impl<'py> Session<'py> {
    pub(crate) fn new(py: Python<'py>) -> Self {
        Self { names: Names::get(py), proofs: Proofs::new(), empty_trace_state: None }
    }

    /// Whether the private members of `value` may be read as those of `class`: see `proof`.
    #[inline]
    pub(crate) fn allow(&mut self, class: Class, value: &Bound<'py, PyAny>) -> bool {
        self.proofs.allow(class, value)
    }

    #[inline]
    pub(super) fn is_empty_trace_state(&self, state: &Bound<'py, PyAny>) -> bool {
        self.empty_trace_state.as_ref().is_some_and(|empty| empty.is(state))
    }

    pub(super) fn note_empty_trace_state(&mut self, state: &Bound<'py, PyAny>) {
        self.empty_trace_state = Some(state.clone());
    }
}

/// Whether two values are of the same class.
#[inline]
pub(crate) fn same_class(one: &Bound<'_, PyAny>, other: &Bound<'_, PyAny>) -> bool {
    class_address(one) == class_address(other)
}
