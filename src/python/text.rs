//! Text as UTF-8, without leaving a copy in the user's string where that would cost memory.

use pyo3::exceptions::PyUnicodeEncodeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use pyo3::{Borrowed, PyAny};

use super::ffi::text as ffi;
pub(crate) use super::ffi::text::{NoUtf8, find_methods};
use super::kind::{Kind, exact_kind};
use crate::error::{Error, Reason, Result};

/// From this many characters on a string is asked whether it is ASCII: if not, CPython would keep a UTF-8 copy in it.
const LONG: usize = 200;

/// UTF-8 that belongs to the string, or a `bytes` made for us.
#[derive(Debug)]
pub(crate) enum Utf8<'a, 'py> {
    Kept(&'a [u8]),
    Made(Bound<'py, PyBytes>),
}

impl Utf8<'_, '_> {
    #[inline]
    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Kept(bytes) => bytes,
            Self::Made(bytes) => bytes.as_bytes(),
        }
    }
}

/// The UTF-8 of a `str` or of a subclass: its characters, not its `__str__`. Runs no Python code.
#[inline]
pub(crate) fn utf8_of_str<'a, 'py>(text: Borrowed<'a, 'py, PyAny>) -> Result<Utf8<'a, 'py>> {
    match utf8_of_short_str(text) {
        Ok(Some(bytes)) => Ok(Utf8::Kept(bytes)),
        Ok(None) => utf8_of_long_str(text),
        Err(NoUtf8) => Err(Error::new(Reason::LoneSurrogate)),
    }
}

/// The UTF-8 of a short string; `None` where that has to be found in another way.
#[inline]
pub(crate) fn utf8_of_short_str<'a>(text: Borrowed<'a, '_, PyAny>) -> std::result::Result<Option<&'a [u8]>, NoUtf8> {
    if ffi::length(text) < LONG { ffi::kept_utf8(text) } else { Ok(None) }
}

#[inline(never)]
fn utf8_of_long_str<'a, 'py>(text: Borrowed<'a, 'py, PyAny>) -> Result<Utf8<'a, 'py>> {
    if needs_no_copy(text) {
        if let Ok(Some(bytes)) = ffi::kept_utf8(text) {
            return Ok(Utf8::Kept(bytes));
        }
    }
    match ffi::encoded(text, c"strict") {
        Ok(bytes) => made(bytes),
        Err(error) if error.is_instance_of::<PyUnicodeEncodeError>(text.py()) => Err(Error::new(Reason::LoneSurrogate)),
        Err(error) => Err(Error::from(error)),
    }
}

/// Whether the UTF-8 of a string is in it already: ASCII is its own.
fn needs_no_copy(text: Borrowed<'_, '_, PyAny>) -> bool {
    exact_kind(text) == Kind::Text && (ffi::is_ascii(text) == Some(true) || ffi::holds_utf8(text) == Some(true))
}

fn made(bytes: Bound<'_, PyAny>) -> Result<Utf8<'static, '_>> {
    bytes.cast_into_exact::<PyBytes>().map(Utf8::Made).map_err(|error| Error::from(PyErr::from(error)))
}

/// Text as protobuf takes it: a `str`, or `bytes` that are UTF-8.
#[inline]
pub(crate) fn utf8<'a, 'py>(value: &'a Bound<'py, PyAny>) -> Result<Utf8<'a, 'py>> {
    if exact_kind(value.as_borrowed()) == Kind::Text { utf8_of_str(value.as_borrowed()) } else { utf8_of_other(value) }
}

fn utf8_of_other<'a, 'py>(value: &'a Bound<'py, PyAny>) -> Result<Utf8<'a, 'py>> {
    if value.is_instance_of::<PyString>() {
        return utf8_of_str(value.as_borrowed());
    }
    let Ok(bytes) = value.cast::<PyBytes>() else {
        return Err(Error::wrong_type("text", value));
    };
    if std::str::from_utf8(bytes.as_bytes()).is_err() {
        return Err(Error::new(Reason::NotUtf8));
    }
    Ok(Utf8::Kept(bytes.as_bytes()))
}

/// What can be saved of something that is no text: U+FFFD for each lone surrogate and for bytes that do not decode, the
/// `str()` of other objects.
pub(crate) fn repaired<'a, 'py>(value: &'a Bound<'py, PyAny>) -> Result<Utf8<'a, 'py>> {
    if value.is_instance_of::<PyString>() {
        return without_surrogates(value.as_borrowed()).map(Utf8::Made);
    }
    if let Ok(bytes) = value.cast::<PyBytes>() {
        let decoded = PyString::from_encoded_object(bytes, Some(c"utf-8"), Some(c"replace"))?;
        return made(ffi::encoded(decoded.as_any().as_borrowed(), c"strict")?);
    }
    without_surrogates(value.str()?.as_any().as_borrowed()).map(Utf8::Made)
}

/// A surrogate that passes into UTF-8 takes three bytes, ED A0..BF xx, and so does U+FFFD.
fn without_surrogates<'py>(text: Borrowed<'_, 'py, PyAny>) -> Result<Bound<'py, PyBytes>> {
    const REPLACEMENT: [u8; 3] = [0xef, 0xbf, 0xbd];
    let encoded = ffi::encoded(text, c"surrogatepass")?;
    let encoded = encoded.cast_exact::<PyBytes>().map_err(PyErr::from)?.as_bytes();
    // Memory of Python's, of which the want is an exception, where a vector would abort.
    let repaired = PyBytes::new_with(text.py(), encoded.len(), |bytes| {
        bytes.copy_from_slice(encoded);
        let mut position = 0;
        while let Some(three) = bytes.get_mut(position..).and_then(|rest| rest.first_chunk_mut::<3>()) {
            if three[0] == 0xed && three[1] >= 0xa0 {
                *three = REPLACEMENT;
            }
            position += 1;
        }
        Ok(())
    })?;
    Ok(repaired)
}
