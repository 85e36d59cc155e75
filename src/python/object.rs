//! Objects: their class by address, their own dict, their items, all with references of their own.

#![allow(clippy::inline_always, reason = "a result that comes back through memory costs more than the code it saves")]

use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};
use pyo3::{Borrowed, PyAny};

pub(crate) use super::ffi::object::Raised;
use super::ffi::{container, object};
use super::kind::{Kind, exact_kind};

/// The address of a value's class: for comparing only.
#[inline]
pub(crate) fn class_address(value: &Bound<'_, PyAny>) -> usize {
    object::type_address(value.as_borrowed())
}

pub(crate) fn has_generic_lookup(class: &Bound<'_, PyType>) -> bool {
    object::has_generic_lookup(class)
}

/// The dict in which a class made at run time keeps what it defines, as it is, not behind a proxy.
pub(crate) fn class_dict<'py>(class: &Bound<'py, PyType>) -> Option<Bound<'py, PyAny>> {
    object::bases_address(class)?;
    instance_dict(class.as_any())
}

pub(crate) fn bases_address(class: &Bound<'_, PyType>) -> Option<usize> {
    object::bases_address(class)
}

/// Whether a dict that `class_dict` returned holds this very object under `key`, or nothing where `None` is expected.
#[inline]
pub(crate) fn dict_holds(dict: &Bound<'_, PyAny>, key: &Bound<'_, PyAny>, expected: Option<&Bound<'_, PyAny>>) -> bool {
    container::dict_holds(dict, key, expected)
}

pub(crate) use super::ffi::container::DictPosition;

/// Where a dict that `class_dict` returned keeps this very key.
pub(crate) fn position_of_key(dict: &Bound<'_, PyAny>, key: &Bound<'_, PyAny>) -> Option<DictPosition> {
    container::position_of_key(dict, key)
}

/// What `dict_holds` answers, at a third of the instructions where the key is still where it was. `false` says nothing.
#[inline]
pub(crate) fn dict_holds_at(
    dict: &Bound<'_, PyAny>,
    position: DictPosition,
    key: &Bound<'_, PyAny>,
    expected: &Bound<'_, PyAny>,
) -> bool {
    container::dict_holds_at(dict, position, key, expected)
}

/// An attribute of an instance whose class `has_generic_lookup`.
#[inline(always)]
pub(crate) fn generic_attribute<'py>(
    value: &Bound<'py, PyAny>,
    name: &Bound<'py, PyString>,
) -> Result<Bound<'py, PyAny>, Raised<'py>> {
    object::generic_attribute(value, name)
}

/// The dict in which an instance keeps its attributes, where it is an exact dict.
#[inline]
pub(crate) fn instance_dict<'py>(value: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    object::instance_dict(value).filter(|dict| exact_kind(dict.as_borrowed()) == Kind::Dict)
}

#[inline]
pub(crate) fn is_exact_dict(value: &Bound<'_, PyAny>) -> bool {
    exact_kind(value.as_borrowed()) == Kind::Dict
}

/// How many pairs an exact dict holds.
#[inline]
pub(crate) fn dict_size(dict: &Bound<'_, PyAny>) -> usize {
    container::dict_size(dict.as_borrowed())
}

/// An item of a tuple, or of an instance of a tuple subclass, past any `__getitem__` of that class.
#[inline]
pub(crate) fn tuple_item<'a, 'py>(tuple: &'a Bound<'py, PyAny>, index: isize) -> Option<Borrowed<'a, 'py, PyAny>> {
    container::tuple_item(tuple.as_borrowed(), index)
}

/// The truth of a value, without a call for the singletons.
#[inline]
pub(crate) fn is_true(value: Borrowed<'_, '_, PyAny>) -> PyResult<bool> {
    match object::is_true(value) {
        Some(truth) => Ok(truth),
        None => value.is_truthy(),
    }
}
