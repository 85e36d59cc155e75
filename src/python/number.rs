//! Numbers as protobuf takes them: anything with `__index__` for an integer, anything with `__float__` for a double.
//!
//! A `bool` counts as 0 or 1 everywhere, as with protobuf 5 and 6; protobuf 7 refuses it.

use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyType};

use super::ffi::number as ffi;
use super::kind::{Kind, exact_kind};
use crate::error::{Error, Result};

/// A number without sign; `None` for Python's `None`.
#[inline]
pub(crate) fn u64_or_none(value: &Bound<'_, PyAny>) -> Result<Option<u64>> {
    match exact_kind(value.as_borrowed()) {
        Kind::Int => {
            ffi::int_as_u64(value.as_borrowed()).map(Some).ok_or_else(|| Error::out_of_range("64 bits without sign"))
        }
        Kind::None => Ok(None),
        _ => u64_of_other(value).map(Some),
    }
}

/// A number without sign, where `None` is none.
#[inline]
pub(crate) fn u64(value: &Bound<'_, PyAny>) -> Result<u64> {
    u64_or_none(value)?.ok_or_else(|| Error::wrong_type("an integer", value))
}

/// The value of an `int` or of a subclass, past any `__index__` of that class.
#[inline]
pub(crate) fn u64_of_int(value: &Bound<'_, PyAny>) -> Result<u64> {
    ffi::int_as_u64(value.as_borrowed()).ok_or_else(|| Error::out_of_range("64 bits without sign"))
}

#[inline(never)]
fn u64_of_other(value: &Bound<'_, PyAny>) -> Result<u64> {
    ffi::int_as_u64(index(value)?.as_borrowed()).ok_or_else(|| Error::out_of_range("64 bits without sign"))
}

/// A number with sign.
#[inline]
pub(crate) fn i64(value: &Bound<'_, PyAny>) -> Result<i64> {
    let number = if exact_kind(value.as_borrowed()) == Kind::Int {
        ffi::int_as_i64(value.as_borrowed())
    } else {
        ffi::int_as_i64(index(value)?.as_borrowed())
    };
    number.ok_or_else(|| Error::out_of_range("64 bits with sign"))
}

/// What `operator.index` makes of a value; only `TypeError` for want of `__index__` is ours to explain.
fn index<'py>(value: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
    if value.is_instance_of::<PyInt>() {
        return Ok(ffi::index(value)?);
    }
    if !value.get_type().hasattr(pyo3::intern!(value.py(), "__index__"))? {
        return Err(Error::wrong_type("an integer", value));
    }
    Ok(ffi::index(value)?)
}

/// Whether `int()` makes of the instances of a class the numbers that they hold.
pub(crate) fn is_plain_int(class: &Bound<'_, PyType>) -> bool {
    let int = class.py().get_type::<PyInt>();
    let name = pyo3::intern!(class.py(), "__int__");
    class.is_subclass_of::<PyInt>().unwrap_or(false)
        && matches!((class.getattr(name), int.getattr(name)), (Ok(own), Ok(plain)) if own.is(&plain))
}

/// What `int()` makes of a value. Its refusals of builtin types are ours to explain, since its texts hold the value.
#[inline(never)]
pub(crate) fn int<'py>(value: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
    value.py().get_type::<PyInt>().call1((value,)).map_err(|error| {
        let class = value.get_type();
        let converts = ["__int__", "__index__"].iter().any(|name| class.hasattr(*name).unwrap_or(true));
        if converts && !value.is_exact_instance_of::<PyFloat>() {
            Error::from(error)
        } else {
            Error::wrong_type("an integer", value)
        }
    })
}

/// A double; `None` is none here.
#[inline]
pub(crate) fn f64(value: &Bound<'_, PyAny>) -> Result<f64> {
    if exact_kind(value.as_borrowed()) == Kind::Float {
        Ok(ffi::float_as_f64(value.as_borrowed()))
    } else {
        f64_of_other(value)
    }
}

#[inline(never)]
fn f64_of_other(value: &Bound<'_, PyAny>) -> Result<f64> {
    use pyo3::exceptions::{PyOverflowError, PyTypeError};
    let py = value.py();
    // A sequence that converts, such as an array of one element, is no double: protobuf asks for a number proper.
    if value.hasattr(pyo3::intern!(py, "__len__"))? {
        return Err(Error::wrong_type("a number", value));
    }
    value.extract::<f64>().map_err(|error| {
        if error.is_instance_of::<PyOverflowError>(py) {
            Error::out_of_range("a double")
        } else if error.is_instance_of::<PyTypeError>(py) && !value.is_instance_of::<PyFloat>() {
            Error::wrong_type("a number", value)
        } else {
            Error::from(error)
        }
    })
}

/// An exact `int` that fits into 64 bits without sign.
#[inline]
pub(crate) fn exact_id(value: &Bound<'_, PyAny>) -> Option<u64> {
    (exact_kind(value.as_borrowed()) == Kind::Int).then(|| ffi::id_as_u64(value.as_borrowed())).flatten()
}

/// The halves of an exact `int` that fits into 128 bits without sign.
#[inline]
pub(crate) fn exact_id_halves(value: &Bound<'_, PyAny>, sixty_four: &Bound<'_, PyAny>) -> Option<(u64, u64)> {
    (exact_kind(value.as_borrowed()) == Kind::Int)
        .then(|| ffi::int_as_halves(value.as_borrowed(), sixty_four))
        .flatten()
}

/// The value of a `float` or of a subclass, past any `__float__` of that class.
#[inline]
pub(crate) fn f64_of_float(value: &Bound<'_, PyAny>) -> f64 {
    ffi::float_as_f64(value.as_borrowed())
}

/// The decimal digits of an `int`; from some 4,300 digits on Python refuses them, and the hexadecimal ones serve.
pub(crate) fn digits(value: &Bound<'_, PyAny>) -> Result<String> {
    let int = value.py().get_type::<PyInt>();
    let digits = int.call_method1("__repr__", (value,)).or_else(|_| int.call_method1("__format__", (value, "#x")));
    Ok(digits?.extract()?)
}
