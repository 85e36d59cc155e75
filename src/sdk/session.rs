//! What one call knows of the SDK: names, proofs, and objects and classes that were seen before.

use pyo3::Borrowed;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyType};

use super::lookups::{Lookups, Plain};
use super::names::Names;
use super::proof::{Class, Proofs};
use crate::python::number;
use crate::python::object::class_address;
use crate::python::once::Once;

pub(crate) struct Session<'py> {
    pub(crate) names: &'static Names,
    proofs: Proofs<'py>,
    lookups: Lookups<'py>,
    /// Most contexts share one empty trace state; held, so that no other object can take its address.
    empty_trace_state: Option<Bound<'py, PyAny>>,
    /// Spans whose status was never set share one object, which nothing but private access can change.
    unset_status: Option<Bound<'py, PyAny>>,
    /// The address of the class `collections.deque`, which is never unloaded; 0 where it can't be had.
    deque: usize,
    /// The interpreter's one small zero, which most counts are.
    zero: Bound<'py, PyAny>,
    /// The class that was found to be a plain int last.
    plain_int: Option<Bound<'py, PyType>>,
    /// Whether a log record without an event name was seen.
    expects_no_event_names: bool,
}

impl<'py> Session<'py> {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "so that it is put together where it stays")]
    pub(crate) fn new(py: Python<'py>) -> Self {
        Self {
            names: Names::get(py),
            proofs: Proofs::default(),
            lookups: Lookups::default(),
            empty_trace_state: None,
            unset_status: None,
            deque: address_of_deque(py),
            zero: PyInt::new(py, 0).into_any(),
            plain_int: None,
            expects_no_event_names: false,
        }
    }

    /// Whether the private members of `value` may be read as those of `class`: see `proof`.
    #[inline]
    pub(crate) fn allow(&mut self, class: Class, value: &Bound<'py, PyAny>) -> bool {
        self.proofs.allow(class, value)
    }

    /// Whether the class of `value` looks attributes up as `object` does.
    #[inline]
    pub(super) fn looks_up_as_object(&mut self, place: Plain, value: &Bound<'py, PyAny>) -> bool {
        self.lookups.are_generic(place, value)
    }

    #[inline]
    pub(super) fn expects_no_event_names(&self) -> bool {
        self.expects_no_event_names
    }

    pub(super) fn expect_no_event_names(&mut self) {
        self.expects_no_event_names = true;
    }

    /// Whether `int()` makes of a value the number that it holds.
    #[inline]
    pub(crate) fn is_plain_int(&mut self, value: &Bound<'py, PyAny>) -> bool {
        if self.plain_int.as_ref().is_some_and(|class| class.as_ptr() as usize == class_address(value)) {
            return true;
        }
        let class = value.get_type();
        let plain = number::is_plain_int(&class);
        if plain {
            self.plain_int = Some(class);
        }
        plain
    }

    #[inline]
    pub(super) fn is_empty_trace_state(&self, state: Borrowed<'_, 'py, PyAny>) -> bool {
        self.empty_trace_state.as_ref().is_some_and(|empty| empty.as_ptr() == state.as_ptr())
    }

    #[inline]
    pub(crate) fn is_unset_status(&self, status: &Bound<'py, PyAny>) -> bool {
        self.unset_status.as_ref().is_some_and(|unset| unset.is(status))
    }

    pub(super) fn note_unset_status(&mut self, status: &Bound<'py, PyAny>) {
        self.unset_status = Some(status.clone());
    }

    /// Whether a value is exactly what a `BoundedList` keeps its elements in.
    #[inline]
    pub(super) fn is_deque(&self, value: &Bound<'py, PyAny>) -> bool {
        class_address(value) == self.deque
    }

    #[inline]
    pub(crate) fn is_zero(&self, count: &Bound<'py, PyAny>) -> bool {
        self.zero.is(count)
    }

    pub(super) fn note_empty_trace_state(&mut self, state: &Bound<'py, PyAny>) {
        self.empty_trace_state = Some(state.clone());
    }
}

fn address_of_deque(py: Python<'_>) -> usize {
    static DEQUE: Once<Py<PyType>> = Once::new();
    DEQUE.class(py, "collections", "deque").map_or(0, |class| class.as_ptr() as usize)
}
