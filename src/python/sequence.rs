//! Sequences of C types, such as `deque`.

use pyo3::PyAny;
use pyo3::prelude::*;
use pyo3::types::PyList;
use smallvec::SmallVec;

use super::ffi::container;

/// Up to this many items are read by index; beyond, one copy is cheaper than the walks from the ends of a deque.
const SHORT: usize = 64;

#[inline]
pub(crate) fn length(sequence: &Bound<'_, PyAny>) -> Option<usize> {
    container::sequence_size(sequence)
}

/// All items, each with a reference of its own.
#[inline]
pub(crate) fn snapshot<'py>(sequence: &Bound<'py, PyAny>) -> PyResult<SmallVec<[Bound<'py, PyAny>; 8]>> {
    if length(sequence).is_some_and(|length| length <= SHORT) {
        let mut items = SmallVec::new();
        while length(sequence) > Some(items.len()) {
            match container::sequence_item(sequence, items.len()) {
                Some(item) => items.push(item),
                None => break,
            }
        }
        return Ok(items);
    }
    let mut items = SmallVec::new();
    for item in sequence.py().get_type::<PyList>().call1((sequence,))?.try_iter()? {
        items.push(item?);
    }
    Ok(items)
}
