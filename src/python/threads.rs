//! Whether other threads can run while we read: never under the GIL, unless Python code or the interpreter lets them.

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;

static WITHOUT_GIL: AtomicBool = AtomicBool::new(false);

/// Asks the interpreter, once, at import.
pub(crate) fn note_whether_threads_run_freely(py: Python<'_>) {
    let with_gil = py
        .import("sys")
        .and_then(|sys| sys.getattr("_is_gil_enabled"))
        .and_then(|ask| ask.call0())
        .and_then(|answer| answer.is_truthy())
        .unwrap_or(true);
    WITHOUT_GIL.store(!with_gil, Ordering::Relaxed);
}

/// Mutable containers must then be copied before they are walked in place.
#[inline]
pub(crate) fn threads_run_freely() -> bool {
    WITHOUT_GIL.load(Ordering::Relaxed)
}
