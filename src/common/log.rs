//! What a call says on the logger `opentelemetry.proto_native`, after it has written everything: log handlers are Python code,
//! and may serialize themselves.

use std::cell::Cell;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::repairs::Repairs;
use crate::error::{encode_error, path};

const LOGGER: &str = "opentelemetry.proto_native";

/// A log record that the reference would have written at this point of the call.
#[derive(Debug)]
pub(super) enum Entry {
    /// An attribute that was left out, without its value. The key is Python's text, which may have lone surrogates.
    DroppedAttribute { key: Py<PyString>, reason: String, path: String, index: Option<usize> },
    /// Metric data of a class that the reference does not know.
    UnsupportedData { class: String },
}

thread_local! {
    static HANDLED: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is handling a log record of ours: a handler that serializes what can't be written would else be called
/// for its own record, and so on without end.
pub(super) fn is_being_handled() -> bool {
    HANDLED.get()
}

/// Held while log handlers run.
pub(super) struct Handling(());

impl Handling {
    pub(super) fn begin() -> Self {
        HANDLED.set(true);
        Self(())
    }
}

impl Drop for Handling {
    fn drop(&mut self) {
        HANDLED.set(false);
    }
}

fn logger(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    py.import("logging")?.call_method1("getLogger", (LOGGER,))
}

/// The records of the call in the order of their causes, in the reference's words: an ERROR with an exception attached for each
/// attribute, a WARNING for unsupported data.
pub(super) fn entries(py: Python<'_>, signal: &'static str, entries: Vec<Entry>) -> PyResult<()> {
    if entries.is_empty() {
        return Ok(());
    }
    let logger = logger(py)?;
    for entry in entries {
        match entry {
            Entry::DroppedAttribute { key, reason, path, index } => {
                let keywords = PyDict::new(py);
                keywords.set_item("exc_info", encode_error(py, signal, index, &path, &reason).into_value(py))?;
                logger.call_method("error", ("Failed to encode key %s: %s", key, reason), Some(&keywords))?;
            }
            Entry::UnsupportedData { class } => {
                logger.call_method1("warning", ("unsupported data type %s", class))?;
            }
        }
    }
    Ok(())
}

/// One WARNING for the whole call.
pub(super) fn repairs(py: Python<'_>, repairs: &Repairs) -> PyResult<()> {
    let (values, parts) = repairs.counts();
    if values + parts == 0 {
        return Ok(());
    }
    let text = "%d values repaired and %d elements left out, since OTLP cannot carry them; the first: %s";
    logger(py)?.call_method1("warning", (text, values, parts, path(repairs.first())))?;
    Ok(())
}
