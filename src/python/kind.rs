//! What a value is, by the address of its exact type: no subclass, no question that could run Python code.

use pyo3::prelude::*;
use pyo3::type_object::PyTypeInfo;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use pyo3::{Borrowed, PyAny};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Int,
    Float,
    Bool,
    None,
    Tuple,
    List,
    Dict,
    Bytes,
    /// A subclass of these, or anything else.
    Other,
}

#[inline]
pub(crate) fn exact_kind(value: Borrowed<'_, '_, PyAny>) -> Kind {
    let py = value.py();
    let class = value.get_type_ptr();
    if class == PyString::type_object_raw(py) {
        Kind::Text
    } else if class == PyInt::type_object_raw(py) {
        Kind::Int
    } else if class == PyFloat::type_object_raw(py) {
        Kind::Float
    } else if class == PyBool::type_object_raw(py) {
        Kind::Bool
    } else if class == PyTuple::type_object_raw(py) {
        Kind::Tuple
    } else if value.is_none() {
        Kind::None
    } else if class == PyList::type_object_raw(py) {
        Kind::List
    } else if class == PyDict::type_object_raw(py) {
        Kind::Dict
    } else if class == PyBytes::type_object_raw(py) {
        Kind::Bytes
    } else {
        Kind::Other
    }
}
