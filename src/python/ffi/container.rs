//! Reading exact dicts, tuples and lists in place. What is lent here stays valid only while no Python code runs and no other
//! thread can change the container; `view` hands it out in a form that can run none, and free-threaded builds copy first.

use pyo3::prelude::*;
use pyo3::{Borrowed, ffi};

use super::super::ignored::ignore_raised;

/// The position in a dict that is walked in place.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DictPosition(ffi::Py_ssize_t);

/// The next pair of an exact dict.
#[inline]
pub(crate) fn next_pair<'a, 'py>(
    dict: Borrowed<'a, 'py, PyAny>,
    position: &mut DictPosition,
) -> Option<(Borrowed<'a, 'py, PyAny>, Borrowed<'a, 'py, PyAny>)> {
    let mut key = std::ptr::null_mut();
    let mut value = std::ptr::null_mut();
    // SAFETY: the caller has checked that the object is a dict; the references are borrowed from it, and the caller keeps to
    // the rule at the head of this file while it uses them.
    unsafe {
        if ffi::PyDict_Next(dict.as_ptr(), &raw mut position.0, &raw mut key, &raw mut value) == 0 {
            return None;
        }
        Some((Borrowed::from_ptr(dict.py(), key), Borrowed::from_ptr(dict.py(), value)))
    }
}

/// How many pairs an exact dict holds.
#[inline]
pub(crate) fn dict_size(dict: Borrowed<'_, '_, PyAny>) -> usize {
    // SAFETY: the caller has checked that the object is a dict.
    usize::try_from(unsafe { ffi::PyDict_Size(dict.as_ptr()) }).unwrap_or(0)
}

#[inline]
pub(crate) fn tuple_size(tuple: Borrowed<'_, '_, PyAny>) -> isize {
    // SAFETY: the caller has checked that the object is a tuple.
    unsafe { ffi::PyTuple_Size(tuple.as_ptr()) }
}

/// An item of an exact tuple or tuple subclass. Tuples never change, so the reference is good for as long as the tuple.
#[inline]
pub(crate) fn tuple_item<'a, 'py>(tuple: Borrowed<'a, 'py, PyAny>, index: isize) -> Option<Borrowed<'a, 'py, PyAny>> {
    // SAFETY: the caller has checked that the object is a tuple; an index out of range gives null and an error, taken back.
    unsafe {
        let item = ffi::PyTuple_GetItem(tuple.as_ptr(), index);
        if item.is_null() {
            ignore_raised(tuple.py());
            return None;
        }
        Some(Borrowed::from_ptr(tuple.py(), item))
    }
}

#[inline]
pub(crate) fn list_size(list: Borrowed<'_, '_, PyAny>) -> isize {
    // SAFETY: the caller has checked that the object is a list.
    unsafe { ffi::PyList_Size(list.as_ptr()) }
}

/// An item of an exact list, lent as the head of this file says.
#[inline]
pub(crate) fn list_item<'a, 'py>(list: Borrowed<'a, 'py, PyAny>, index: isize) -> Option<Borrowed<'a, 'py, PyAny>> {
    // SAFETY: the caller has checked that the object is a list; an index out of range gives null and an error, taken back.
    unsafe {
        let item = ffi::PyList_GetItem(list.as_ptr(), index);
        if item.is_null() {
            ignore_raised(list.py());
            return None;
        }
        Some(Borrowed::from_ptr(list.py(), item))
    }
}

/// Whether an exact dict holds this very object under an exact `str` key, or nothing where `None` is expected.
#[inline]
pub(crate) fn dict_holds(dict: &Bound<'_, PyAny>, key: &Bound<'_, PyAny>, expected: Option<&Bound<'_, PyAny>>) -> bool {
    // SAFETY: the caller has checked that the object is a dict; the borrowed result is compared by address only. A failure to
    // hash or compare, impossible for exact strings, is taken back.
    let value = unsafe { ffi::PyDict_GetItemWithError(dict.as_ptr(), key.as_ptr()) };
    if value.is_null() {
        return expected.is_none() && PyErr::take(dict.py()).is_none();
    }
    expected.is_some_and(|expected| expected.as_ptr() == value)
}

/// Where an exact dict keeps its pair with this very key: what `dict_holds_at` takes.
pub(crate) fn position_of_key(dict: &Bound<'_, PyAny>, key: &Bound<'_, PyAny>) -> Option<DictPosition> {
    let mut position = DictPosition::default();
    loop {
        let before = position;
        let (found, _) = next_pair(dict.as_borrowed(), &mut position)?;
        if found.as_ptr() == key.as_ptr() {
            return Some(before);
        }
    }
}

/// Whether the pair at a position is this one, by identity. A position of long ago does no harm: it is held against the
/// dict's size, and the pair there is looked at anew.
#[inline]
pub(crate) fn dict_holds_at(
    dict: &Bound<'_, PyAny>,
    mut position: DictPosition,
    key: &Bound<'_, PyAny>,
    expected: &Bound<'_, PyAny>,
) -> bool {
    next_pair(dict.as_borrowed(), &mut position)
        .is_some_and(|(found, value)| found.as_ptr() == key.as_ptr() && value.as_ptr() == expected.as_ptr())
}

/// How many items a sequence has, through its type's slot; an error is taken back.
#[inline]
pub(crate) fn sequence_size(sequence: &Bound<'_, PyAny>) -> Option<usize> {
    // SAFETY: a live object; for anything without length the call sets an error and returns -1.
    let size = unsafe { ffi::PySequence_Size(sequence.as_ptr()) };
    usize::try_from(size).inspect_err(|_| ignore_raised(sequence.py())).ok()
}

/// An item of a sequence, as a reference of its own; an error is taken back.
#[inline]
pub(crate) fn sequence_item<'py>(sequence: &Bound<'py, PyAny>, index: usize) -> Option<Bound<'py, PyAny>> {
    let index = ffi::Py_ssize_t::try_from(index).ok()?;
    // SAFETY: a live object; the result is a new reference, or null with an error set.
    let item =
        unsafe { Bound::from_owned_ptr_or_opt(sequence.py(), ffi::PySequence_GetItem(sequence.as_ptr(), index)) };
    if item.is_none() {
        ignore_raised(sequence.py());
    }
    item
}
