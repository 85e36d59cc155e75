//! The UTF-8 of a `str`.

use std::ffi::{c_char, c_void};
use std::ptr::NonNull;
use std::sync::OnceLock;

use pyo3::prelude::*;
use pyo3::{Borrowed, ffi};

use super::super::ignored::ignore_raised;
use super::symbol;

type AsUtf8AndSize = unsafe extern "C" fn(*mut ffi::PyObject, *mut ffi::Py_ssize_t) -> *const c_char;

/// Set to a non-empty value before the import, the fast string function is not used: for testing the way without it.
const FALLBACK_VARIABLE: &str = "OTEL_PROTO_NATIVE_FORCE_FALLBACK";

/// `PyUnicode_AsUTF8AndSize`: stable ABI from 3.10 on, but public with this signature in every CPython since 3.3.
fn as_utf8_and_size() -> Option<AsUtf8AndSize> {
    static FOUND: OnceLock<Option<AsUtf8AndSize>> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let forced = std::env::var_os(FALLBACK_VARIABLE).is_some_and(|value| !value.is_empty());
        let function = if forced { None } else { symbol::find(c"PyUnicode_AsUTF8AndSize") };
        // SAFETY: CPython has exported the function under this name with this signature since 3.3.
        function.map(|function| unsafe { std::mem::transmute::<NonNull<c_void>, AsUtf8AndSize>(function) })
    })
}

pub(crate) fn finds_utf8_at_run_time() -> bool {
    as_utf8_and_size().is_some()
}

/// The string holds lone surrogates, or there is no memory for its UTF-8.
#[derive(Debug)]
pub(crate) struct NoUtf8;

/// How many characters a `str` has.
#[inline]
pub(crate) fn length(text: Borrowed<'_, '_, PyAny>) -> usize {
    // SAFETY: a live object; for anything but a `str` the call sets an error and returns -1.
    let length = unsafe { ffi::PyUnicode_GetLength(text.as_ptr()) };
    usize::try_from(length).unwrap_or_else(|_| {
        ignore_raised(text.py());
        0
    })
}

/// The UTF-8 that the string keeps inside itself: for ASCII its own bytes, else a copy made now that lives as long as the
/// string. `None` where the function is not found. After an error nothing that was lent before may be used: the exception is an
/// object that the garbage collector keeps, so that making it may start a collection and with it any finalizer (up to 3.11).
#[inline]
pub(crate) fn kept_utf8<'a>(text: Borrowed<'a, '_, PyAny>) -> Result<Option<&'a [u8]>, NoUtf8> {
    let Some(as_utf8_and_size) = as_utf8_and_size() else {
        return Ok(None);
    };
    let mut size: ffi::Py_ssize_t = 0;
    // SAFETY: a live object; for anything but a `str` the call sets an error and returns null.
    let data = unsafe { as_utf8_and_size(text.as_ptr(), &raw mut size) };
    if data.is_null() {
        ignore_raised(text.py());
        return Err(NoUtf8);
    }
    // SAFETY: `size` bytes at `data` belong to the string, which never changes and outlives 'a, the life of the reference.
    Ok(Some(unsafe { std::slice::from_raw_parts(data.cast::<u8>(), size.unsigned_abs()) }))
}

/// A new `bytes` with the UTF-8 of the string, under the error handler `errors`.
pub(crate) fn encoded<'py>(text: Borrowed<'_, 'py, PyAny>, errors: &std::ffi::CStr) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: a live object and C strings; the result is a new reference, or null with an error set.
    unsafe {
        let bytes = ffi::PyUnicode_AsEncodedString(text.as_ptr(), c"utf-8".as_ptr(), errors.as_ptr());
        Bound::from_owned_ptr_or_err(text.py(), bytes)
    }
}
