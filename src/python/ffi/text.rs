//! The UTF-8 of a `str`.

use std::ffi::{c_char, c_void};
use std::ptr::NonNull;
use std::sync::OnceLock;

use pyo3::prelude::*;
use pyo3::types::PyString;
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

/// The C function behind a method of `str` that takes no arguments.
fn method(py: Python<'_>, name: &str) -> Option<ffi::PyCFunction> {
    let method = PyString::new(py, "").getattr(name).ok()?;
    // SAFETY: a live object, which is asked only after it was found to be a builtin method.
    unsafe {
        if ffi::PyCFunction_Check(method.as_ptr()) == 0
            || ffi::PyCFunction_GetFlags(method.as_ptr()) != ffi::METH_NOARGS
        {
            return None;
        }
        ffi::PyCFunction_GetFunction(method.as_ptr())
    }
}

/// The C functions behind methods of `str` that say how a string is kept.
struct Methods {
    is_ascii: Option<ffi::PyCFunction>,
    /// With what a string takes besides its characters.
    size: Option<(ffi::PyCFunction, usize)>,
}

static METHODS: OnceLock<Methods> = OnceLock::new();

/// To be called at import: while a container is read in place nothing may be looked up, since that lets Python code run.
pub(crate) fn find_methods(py: Python<'_>) {
    let size = || {
        let sizer = method(py, "__sizeof__")?;
        // Three of the bytes are its characters, of one byte each, and the null behind them. A single such character would be an
        // object that all share, which may hold its UTF-8.
        let smallest = size(sizer, PyString::new(py, "\u{e9}\u{e9}").as_any().as_borrowed())?;
        Some((sizer, smallest.checked_sub(3)?))
    };
    let methods = Methods { is_ascii: method(py, "isascii"), size: size() };
    // A second import in the same process finds the same.
    drop(METHODS.set(methods));
}

/// Whether all characters are ASCII, as `str.isascii` says.
#[inline]
pub(crate) fn is_ascii(text: Borrowed<'_, '_, PyAny>) -> Option<bool> {
    let is_ascii = METHODS.get()?.is_ascii?;
    // SAFETY: the caller has checked that the object is an exact `str`. A builtin method without arguments is called with its
    // object and null, and this one answers with one of the two singletons, as a reference of our own.
    unsafe {
        let answer = Bound::from_owned_ptr_or_opt(text.py(), is_ascii(text.as_ptr(), std::ptr::null_mut()))?;
        Some(answer.as_ptr() == ffi::Py_True())
    }
}

/// Whether the string holds its UTF-8 beside its characters already, because someone has asked for it: one that isn't ASCII is
/// then larger, by `str.__sizeof__`, than its characters of 1, 2 or 4 bytes. (A copy that makes it just as large as characters
/// of another width would goes unnoticed.)
pub(crate) fn holds_utf8(text: Borrowed<'_, '_, PyAny>) -> Option<bool> {
    let (sizer, head) = METHODS.get()?.size?;
    let characters = length(text) + 1;
    let beyond = size(sizer, text)?.checked_sub(head)?;
    Some([1, 2, 4].iter().all(|width| beyond != width * characters))
}

fn size(sizer: ffi::PyCFunction, text: Borrowed<'_, '_, PyAny>) -> Option<usize> {
    // SAFETY: the caller has checked that the object is an exact `str`, whose builtin method without arguments is called with
    // its object and null; the result is a new reference, or null with an error set.
    let size = unsafe { Bound::from_owned_ptr_or_opt(text.py(), sizer(text.as_ptr(), std::ptr::null_mut())) };
    if size.is_none() {
        ignore_raised(text.py());
    }
    usize::try_from(super::number::int_as_i64(size?.as_borrowed())?).ok()
}

/// A new `bytes` with the UTF-8 of the string, under the error handler `errors`.
pub(crate) fn encoded<'py>(text: Borrowed<'_, 'py, PyAny>, errors: &std::ffi::CStr) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: a live object and C strings; the result is a new reference, or null with an error set.
    unsafe {
        let bytes = ffi::PyUnicode_AsEncodedString(text.as_ptr(), c"utf-8".as_ptr(), errors.as_ptr());
        Bound::from_owned_ptr_or_err(text.py(), bytes)
    }
}
