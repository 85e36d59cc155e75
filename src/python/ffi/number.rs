//! Integers and floats. All functions take exact `int` or `float` objects, or instances of a subclass, whose own value they read.

use std::ffi::{c_int, c_long};

use pyo3::prelude::*;
use pyo3::{Borrowed, ffi};

use super::super::ignored::ignore_raised;

/// An `int` that fits into 64 bits with sign. Where C's long has 64 bits, its functions are the fast ones: the
/// `long long` ones go through an array of bytes.
#[inline]
pub(crate) fn int_as_i64(value: Borrowed<'_, '_, PyAny>) -> Option<i64> {
    let mut overflow: c_int = 0;
    // SAFETY: the caller has checked that the object is an `int` or of a subclass, for which no error can be set and no method of
    // its class is called.
    let result = unsafe {
        if size_of::<c_long>() == 8 {
            #[allow(clippy::useless_conversion, reason = "C's long has 32 bits on Windows")]
            i64::from(ffi::PyLong_AsLongAndOverflow(value.as_ptr(), &raw mut overflow))
        } else {
            ffi::PyLong_AsLongLongAndOverflow(value.as_ptr(), &raw mut overflow)
        }
    };
    (overflow == 0).then_some(result)
}

/// An `int` that fits into 64 bits without sign.
#[inline]
pub(crate) fn int_as_u64(value: Borrowed<'_, '_, PyAny>) -> Option<u64> {
    match int_as_i64(value) {
        Some(small) => u64::try_from(small).ok(),
        None => large_int_as_u64(value),
    }
}

#[cold]
fn large_int_as_u64(value: Borrowed<'_, '_, PyAny>) -> Option<u64> {
    // SAFETY: a live object; an error is taken back at once.
    let result = unsafe { ffi::PyLong_AsUnsignedLongLong(value.as_ptr()) };
    if result == u64::MAX && PyErr::take(value.py()).is_some() {
        return None;
    }
    Some(result)
}

/// The halves of an exact `int` of at most 128 bits without sign.
#[inline]
pub(crate) fn int_as_halves(value: Borrowed<'_, '_, PyAny>, sixty_four: &Bound<'_, PyAny>) -> Option<(u64, u64)> {
    let py = value.py();
    // SAFETY: two live exact ints; the shift returns a new reference or null with an error set; the mask function reads the
    // low 64 bits of an exact int and can't fail.
    unsafe {
        let shifted = ffi::PyNumber_Rshift(value.as_ptr(), sixty_four.as_ptr());
        let Some(shifted) = Bound::from_owned_ptr_or_opt(py, shifted) else {
            ignore_raised(py);
            return None;
        };
        let high = high_half(shifted.as_borrowed())?;
        Some((high, ffi::PyLong_AsUnsignedLongLongMask(value.as_ptr())))
    }
}

/// A random half has its top bit set in every second id, where the signed function overflows: ask the unsigned one first.
#[inline]
fn high_half(value: Borrowed<'_, '_, PyAny>) -> Option<u64> {
    if size_of::<c_long>() != 8 {
        return int_as_u64(value);
    }
    // SAFETY: a live exact int; an error is taken back at once.
    #[allow(clippy::useless_conversion, reason = "C's long has 32 bits on Windows")]
    let result = u64::from(unsafe { ffi::PyLong_AsUnsignedLong(value.as_ptr()) });
    if result == u64::MAX && PyErr::take(value.py()).is_some() {
        return None;
    }
    Some(result)
}

/// An exact `int` of at most 64 bits without sign, large ones as likely as small ones.
#[inline]
pub(crate) fn id_as_u64(value: Borrowed<'_, '_, PyAny>) -> Option<u64> {
    high_half(value)
}

/// The value of an exact `float`.
#[inline]
pub(crate) fn float_as_f64(value: Borrowed<'_, '_, PyAny>) -> f64 {
    // SAFETY: the caller has checked that the object is an exact `float`, for which no error can be set.
    unsafe { ffi::PyFloat_AsDouble(value.as_ptr()) }
}

/// What `operator.index` makes of the object: a new exact `int`, or the `TypeError`.
pub(crate) fn index<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: a live object; the result is a new reference, or null with an error set.
    unsafe { Bound::from_owned_ptr_or_err(value.py(), ffi::PyNumber_Index(value.as_ptr())) }
}
