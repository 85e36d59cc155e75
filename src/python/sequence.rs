//! Sequences of C types, such as `deque`, by index: for a few items cheaper than an iterator.

use pyo3::PyAny;
use pyo3::prelude::*;
use smallvec::SmallVec;

use super::ffi::container;

#[inline]
pub(crate) fn length(sequence: &Bound<'_, PyAny>) -> Option<usize> {
    container::sequence_size(sequence)
}

/// All items, each with a reference of its own.
#[inline]
pub(crate) fn items_by_index<'py>(sequence: &Bound<'py, PyAny>) -> Option<SmallVec<[Bound<'py, PyAny>; 8]>> {
    let mut items = SmallVec::new();
    while items.len() < length(sequence)? {
        items.push(container::sequence_item(sequence, items.len())?);
    }
    Some(items)
}
