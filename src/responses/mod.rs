//! What exporters read: answers of a collector, and how many records a request of ours carries. The way from bytes to
//! plain values is in `decode.rs` and `count.rs`, which know no Python; this file is their door. The bytes come from the
//! network: all that is wrong with them ends in a `ValueError`.

mod count;
mod decode;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use decode::{Signal, Unreadable};

impl From<Unreadable> for PyErr {
    fn from(reason: Unreadable) -> Self {
        PyValueError::new_err(reason.to_string())
    }
}

/// Rejected records and message of the export response of a signal ("traces", "metrics" or "logs"); None where the
/// response holds neither, which is a full success.
#[pyfunction]
#[pyo3(signature = (signal, answer, /))]
pub(crate) fn decode_partial_success(signal: &str, answer: &[u8]) -> PyResult<Option<(i64, String)>> {
    Ok(Signal::named(signal)?.partial_success(answer)?)
}

/// Code, message and requested delay in seconds (from a `RetryInfo` among the details) of a `google.rpc.Status`.
#[pyfunction]
#[pyo3(signature = (status, /))]
pub(crate) fn decode_status(status: &[u8]) -> PyResult<(i32, String, Option<f64>)> {
    let status = decode::status(status)?;
    Ok((status.code, status.message, status.retry_delay))
}

/// How many spans, log records or data points a serialized export request carries.
#[pyfunction]
#[pyo3(signature = (signal, request, /))]
pub(crate) fn count_records(signal: &str, request: &[u8]) -> PyResult<usize> {
    Ok(count::records(Signal::named(signal)?, request).map_err(Unreadable::from)?)
}

/// Adds the functions of this room to the extension module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(decode_partial_success, module)?)?;
    module.add_function(wrap_pyfunction!(decode_status, module)?)?;
    module.add_function(wrap_pyfunction!(count_records, module)?)
}
