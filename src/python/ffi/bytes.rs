//! A `bytes` object of exactly the right size, filled once.

use std::mem::MaybeUninit;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use pyo3::{Borrowed, ffi};

/// The content of a `bytes`, for as long as the object is lent.
#[inline]
pub(crate) fn content<'a>(bytes: Borrowed<'a, '_, PyAny>) -> &'a [u8] {
    // SAFETY: the caller has checked that the object is a `bytes`; its content never changes and lives as long as the object.
    unsafe {
        let size = ffi::PyBytes_Size(bytes.as_ptr());
        std::slice::from_raw_parts(ffi::PyBytes_AsString(bytes.as_ptr()).cast(), size.unsigned_abs())
    }
}

/// From this size on other threads may run while the bytes are copied.
const LARGE: usize = 1 << 20;

/// A new `bytes` with the pieces one after the other.
pub(crate) fn bytes_of_pieces<'py, 'a>(
    py: Python<'py>,
    length: usize,
    pieces: impl Iterator<Item = &'a [u8]> + Send,
) -> PyResult<Bound<'py, PyBytes>> {
    let size = ffi::Py_ssize_t::try_from(length).map_err(|_| pyo3::exceptions::PyMemoryError::new_err(()))?;
    // SAFETY: with a null source the call returns a new `bytes` of that size with unset content, or null with an error set. No
    // one else knows the object until it is returned, so its block may be written, also without the GIL; `fill` sets each byte.
    unsafe {
        let bytes = Bound::from_owned_ptr_or_err(py, ffi::PyBytes_FromStringAndSize(std::ptr::null(), size))?;
        let block = ffi::PyBytes_AsString(bytes.as_ptr()).cast::<MaybeUninit<u8>>();
        let block = std::slice::from_raw_parts_mut(block, length);
        if length < LARGE {
            fill(block, pieces);
        } else {
            py.detach(move || fill(block, pieces));
        }
        Ok(bytes.cast_into_unchecked())
    }
}

/// Copies the pieces; what they do not reach, were they too short, becomes zero.
fn fill<'a>(mut block: &mut [MaybeUninit<u8>], pieces: impl Iterator<Item = &'a [u8]>) {
    for piece in pieces {
        let (slot, rest) = block.split_at_mut(piece.len().min(block.len()));
        // SAFETY: both sides hold `slot.len()` bytes, `slot` being no longer than `piece`, and a new block overlaps nothing.
        unsafe { std::ptr::copy_nonoverlapping(piece.as_ptr(), slot.as_mut_ptr().cast(), slot.len()) };
        block = rest;
    }
    block.fill(MaybeUninit::new(0));
}
