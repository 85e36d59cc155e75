//! What a call says on the logger `opentelemetry.proto_native`, after it has written everything: log handlers are Python code,
//! and may serialize themselves.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::repairs::Repairs;
use crate::error::{encode_error, path};

const LOGGER: &str = "opentelemetry.proto_native";

/// An attribute that was left out, without its value.
#[derive(Debug)]
pub(super) struct DroppedAttribute {
    pub(super) key: String,
    pub(super) reason: String,
    pub(super) path: String,
    pub(super) index: Option<usize>,
}

fn logger<'py>(py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
    py.import("logging")?.call_method1("getLogger", (LOGGER,))
}

/// One ERROR for each attribute, in the reference's words and with an exception attached.
pub(super) fn dropped_attributes(py: Python<'_>, signal: &'static str, dropped: Vec<DroppedAttribute>) -> PyResult<()> {
    if dropped.is_empty() {
        return Ok(());
    }
    let logger = logger(py)?;
    for DroppedAttribute { key, reason, path, index } in dropped {
        let keywords = PyDict::new(py);
        keywords.set_item("exc_info", encode_error(py, signal, index, &path, &reason).into_value(py))?;
        logger.call_method("error", ("Failed to encode key %s: %s", key, reason), Some(&keywords))?;
    }
    Ok(())
}

/// One WARNING for the whole call.
pub(super) fn repairs(py: Python<'_>, repairs: Repairs) -> PyResult<()> {
    let (values, parts) = repairs.counts();
    if values + parts == 0 {
        return Ok(());
    }
    let text = "%d values repaired and %d elements left out, since OTLP cannot carry them; the first: %s";
    logger(py)?.call_method1("warning", (text, values, parts, path(repairs.first())))?;
    Ok(())
}

/// The reference's WARNING about metric data of a class it does not know.
pub(super) fn unsupported_data(py: Python<'_>, class: &str) -> PyResult<()> {
    logger(py)?.call_method1("warning", ("unsupported data type %s", class))?;
    Ok(())
}
