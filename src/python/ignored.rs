//! Exceptions that are not looked at, because there is another way to go on. Most say that something is not there. But a signal
//! handler may raise inside any Python code, and memory may run out anywhere: such an exception is kept, and ends the call.

use std::cell::RefCell;

use pyo3::prelude::*;

use crate::error::{Error, is_ours};

thread_local! {
    static KEPT: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Forgets an exception, unless it must leave the call.
#[cold]
pub(crate) fn ignore(py: Python<'_>, error: PyErr) {
    if !is_ours(py, &error) {
        KEPT.with_borrow_mut(|kept| {
            kept.get_or_insert(error);
        });
    }
}

/// Forgets the exception that a call of the C API has set.
#[cold]
pub(super) fn ignore_raised(py: Python<'_>) {
    if let Some(error) = PyErr::take(py) {
        ignore(py, error);
    }
}

/// The exception that was to be ignored, but must leave the call.
pub(crate) fn take_kept() -> Option<PyErr> {
    KEPT.with_borrow_mut(Option::take)
}

pub(crate) trait Ignore<T> {
    /// The value, or nothing where there was an exception.
    fn ignoring(self, py: Python<'_>) -> Option<T>;
}

impl<T> Ignore<T> for PyResult<T> {
    #[inline]
    fn ignoring(self, py: Python<'_>) -> Option<T> {
        self.map_err(|error| ignore(py, error)).ok()
    }
}

impl<T> Ignore<T> for Result<T, Error> {
    #[inline]
    fn ignoring(self, py: Python<'_>) -> Option<T> {
        self.map_err(|error| error.into_passing_through().map(|error| ignore(py, error))).ok()
    }
}
