//! Whether other threads can run while we read: never under the GIL, unless Python code or the interpreter lets them. And what
//! a call must have done before it reads: see `InsideCall`.

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::exceptions::{PyImportError, PyRecursionError};
use pyo3::prelude::*;

use super::ffi::thread;
use super::once::Once;

/// Objects whose members serialize themselves would use up the native stack, of which some threads have half a megabyte.
const MOST_CALLS_WITHIN_EACH_OTHER: usize = 16;

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

/// Lets a thread run that waits for the GIL, and handlers of signals, by a call of an empty Python function.
///
/// A thread asks for the GIL after it has waited for a switch interval in peace; then, at the next call, the interpreter sees
/// to it that the thread gets it. To detach instead would wake the thread too early: it mostly loses the race, and waits anew.
pub(crate) fn let_others_run(py: Python<'_>) -> PyResult<()> {
    static EMPTY_FUNCTION: Once<Py<PyAny>> = Once::new();
    let function = EMPTY_FUNCTION.get_or_try_make(py, || py.eval(c"lambda: None", None, None).map(Bound::unbind))?;
    match function.call0(py) {
        // The recursion limit is reached, and nothing was called.
        Err(exception) if exception.is_instance_of::<PyRecursionError>(py) => py.detach(|| ()),
        result => drop(result?),
    }
    py.check_signals()
}

/// What is kept between calls belongs to one interpreter.
pub(crate) fn refuse_sub_interpreters() -> PyResult<()> {
    if thread::is_main_interpreter() {
        return Ok(());
    }
    Err(PyImportError::new_err("opentelemetry.proto_native works in the main interpreter only"))
}

/// Held as long as a call goes on: the interpreter may end the thread meanwhile without harm.
#[derive(Debug)]
pub(crate) struct InsideCall(());

impl InsideCall {
    #[inline]
    pub(crate) fn enter() -> PyResult<Self> {
        if thread::calls() >= MOST_CALLS_WITHIN_EACH_OTHER {
            return Err(PyRecursionError::new_err("serialization called from within itself too often"));
        }
        thread::enter();
        Ok(Self(()))
    }
}

impl Drop for InsideCall {
    #[inline]
    fn drop(&mut self) {
        thread::leave();
    }
}
