//! Which objects look attributes up as `object` does, so that reading one of their members needs no detour over the slot of their
//! class. That is no shortcut past a public member: properties and everything else that a class defines count as ever;
//! but a class is asked once a call how it looks attributes up.

use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::python::object::{class_address, has_generic_lookup};

/// Objects whose members are plain attributes, by the place that they have in a record.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Plain {
    LogItem,
    LogRecord,
    /// A metric, and whatever stands around it.
    Metric,
    Data,
    Point,
    Buckets,
    Exemplar,
}

const PLACES: usize = Plain::Exemplar as usize + 1;

/// The class seen last in each place, held so that no other class can take its address.
#[derive(Default)]
pub(super) struct Lookups<'py> {
    last: [Option<(Bound<'py, PyType>, bool)>; PLACES],
}

impl<'py> Lookups<'py> {
    #[inline]
    #[allow(clippy::indexing_slicing, reason = "the number of a place is below PLACES")]
    pub(super) fn are_generic(&mut self, place: Plain, value: &Bound<'py, PyAny>) -> bool {
        let last = &mut self.last[place as usize];
        match last {
            Some((class, generic)) if class.as_ptr() as usize == class_address(value) => *generic,
            _ => ask(last, value),
        }
    }
}

#[inline(never)]
fn ask<'py>(last: &mut Option<(Bound<'py, PyType>, bool)>, value: &Bound<'py, PyAny>) -> bool {
    let class = value.get_type();
    let generic = has_generic_lookup(&class);
    *last = Some((class, generic));
    generic
}
