//! The doors: the extension module `_native` and its functions, no logic.

mod common;
mod error;
mod logs;
mod metrics;
mod python;
mod responses;
mod sdk;
mod traces;
pub mod wire;

#[pyo3::pymodule]
#[allow(clippy::doc_markdown, reason = "these are docstrings, written for Python's help")]
mod _native {
    use pyo3::prelude::*;
    use pyo3::types::{IntoPyDict, PyBytes, PyDict};

    use crate::common::split::MaxBytes;
    use crate::common::{Mode, batch};
    use crate::logs::Logs;
    use crate::metrics;
    use crate::python::{self, text, threads};
    use crate::responses;
    use crate::traces::Traces;

    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        threads::refuse_sub_interpreters()?;
        threads::note_whether_threads_run_freely(module.py());
        text::find_methods(module.py());
        responses::register(module)
    }

    /// Which of the fast paths are active in this interpreter.
    #[pyfunction]
    fn fast_paths(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        python::fast_paths().into_py_dict(py)
    }

    /// Spans as the bytes of an `ExportTraceServiceRequest`.
    ///
    /// The bytes are those of `opentelemetry-exporter-otlp-proto-common` followed by `SerializeToString()`; the few deliberate
    /// differences stand in docs/parity.md.
    ///
    /// Args:
    ///     spans: any iterable of `opentelemetry.sdk.trace.ReadableSpan`, or of objects with the same public members.
    ///     errors: `"strict"` drops and logs an attribute that can't be encoded, as the reference does, and raises for anything else;
    ///         `"replace"` repairs or leaves out the least possible, logs one warning, and raises for no bad data.
    ///
    /// Returns:
    ///     The serialized request; empty where there is nothing to send.
    ///
    /// Raises:
    ///     EncodeError: in strict mode where a record can't be encoded, with its path; in either mode for a request beyond 2 GiB.
    ///     ValueError: if `errors` is neither `"strict"` nor `"replace"`.
    ///
    /// Example:
    ///     >>> body = serialize_spans(finished_spans)
    #[pyfunction]
    #[pyo3(signature = (spans, *, errors = Mode::Strict), text_signature = "(spans, *, errors='strict')")]
    fn serialize_spans<'py>(spans: &Bound<'py, PyAny>, errors: Mode) -> PyResult<Bound<'py, PyBytes>> {
        batch::serialize::<Traces>(spans, errors)
    }

    /// A `MetricsData` as the bytes of an `ExportMetricsServiceRequest`.
    ///
    /// The bytes are those of `opentelemetry-exporter-otlp-proto-common` followed by `SerializeToString()`; the few deliberate
    /// differences stand in docs/parity.md.
    ///
    /// Args:
    ///     data: `opentelemetry.sdk.metrics.export.MetricsData`, or an object with the same public members.
    ///     errors: `"strict"` drops and logs an attribute that can't be encoded, as the reference does, and raises for anything else;
    ///         `"replace"` repairs or leaves out the least possible, logs one warning, and raises for no bad data.
    ///
    /// Returns:
    ///     The serialized request; empty where there is nothing to send.
    ///
    /// Raises:
    ///     EncodeError: in strict mode where a record can't be encoded, with its path; in either mode for a request beyond 2 GiB.
    ///     ValueError: if `errors` is neither `"strict"` nor `"replace"`.
    ///
    /// Example:
    ///     >>> data = reader.get_metrics_data()
    ///     >>> if data is not None:
    ///     ...     body = serialize_metrics(data)
    #[pyfunction]
    #[pyo3(signature = (data, *, errors = Mode::Strict), text_signature = "(data, *, errors='strict')")]
    fn serialize_metrics<'py>(data: &Bound<'py, PyAny>, errors: Mode) -> PyResult<Bound<'py, PyBytes>> {
        metrics::serialize(data, errors)
    }

    /// Log records as the bytes of an `ExportLogsServiceRequest`.
    ///
    /// The bytes are those of `opentelemetry-exporter-otlp-proto-common` followed by `SerializeToString()`; the few deliberate
    /// differences stand in docs/parity.md.
    ///
    /// Args:
    ///     records: any iterable of what the SDK hands to log exporters: `ReadableLogRecord`, `ReadWriteLogRecord` or, from
    ///         SDKs before 1.39, `LogData`; or of objects with the same public members.
    ///     errors: `"strict"` drops and logs an attribute that can't be encoded, as the reference does, and raises for anything else;
    ///         `"replace"` repairs or leaves out the least possible, logs one warning, and raises for no bad data.
    ///
    /// Returns:
    ///     The serialized request; empty where there is nothing to send.
    ///
    /// Raises:
    ///     EncodeError: in strict mode where a record can't be encoded, with its path; in either mode for a request beyond 2 GiB.
    ///     ValueError: if `errors` is neither `"strict"` nor `"replace"`.
    ///
    /// Example:
    ///     >>> body = serialize_logs(batch)
    #[pyfunction]
    #[pyo3(signature = (records, *, errors = Mode::Strict), text_signature = "(records, *, errors='strict')")]
    fn serialize_logs<'py>(records: &Bound<'py, PyAny>, errors: Mode) -> PyResult<Bound<'py, PyBytes>> {
        batch::serialize::<Logs>(records, errors)
    }

    /// Spans as requests of limited size, each an `ExportTraceServiceRequest`.
    ///
    /// The objects are read once. Each request is valid by itself: order is kept, every record appears exactly once (in replace mode
    /// but for those that are left out), and each request repeats the resource and scope that it needs.
    ///
    /// Args:
    ///     spans: any iterable of `opentelemetry.sdk.trace.ReadableSpan`, or of objects with the same public members.
    ///     max_bytes: the largest request, in bytes before compression; positive.
    ///     errors: `"strict"` drops and logs an attribute that can't be encoded, as the reference does, and raises for anything else;
    ///         `"replace"` repairs or leaves out the least possible, logs one warning, and raises for no bad data.
    ///         A record that is too large by itself counts as bad data.
    ///
    /// Returns:
    ///     The serialized requests, each of at most `max_bytes`; none where there is nothing to send.
    ///
    /// Raises:
    ///     EncodeError: in strict mode where a record can't be encoded, with its path; in either mode for a request beyond 2 GiB.
    ///     ValueError: if `errors` is neither `"strict"` nor `"replace"`, or `max_bytes` is less than 1.
    ///     TypeError: if `max_bytes` is no integer.
    ///
    /// Example:
    ///     >>> for body in serialize_spans_chunked(finished_spans, 4 * 1024 * 1024):
    ///     ...     send(body)
    #[pyfunction]
    #[pyo3(signature = (spans, max_bytes, *, errors = Mode::Strict), text_signature = "(spans, max_bytes, *, errors='strict')")]
    fn serialize_spans_chunked<'py>(
        spans: &Bound<'py, PyAny>,
        max_bytes: MaxBytes,
        errors: Mode,
    ) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        batch::serialize_chunked::<Traces>(spans, max_bytes, errors)
    }

    /// A `MetricsData` as requests of limited size, each an `ExportMetricsServiceRequest`.
    ///
    /// The objects are read once. Each request is valid by itself: order is kept, every record appears exactly once (in replace mode
    /// but for those that are left out), and each request repeats the resource and scope that it needs, and the name and
    /// temporality of a metric whose data points are spread over requests.
    ///
    /// Args:
    ///     data: `opentelemetry.sdk.metrics.export.MetricsData`, or an object with the same public members.
    ///     max_bytes: the largest request, in bytes before compression; positive.
    ///     errors: `"strict"` drops and logs an attribute that can't be encoded, as the reference does, and raises for anything else;
    ///         `"replace"` repairs or leaves out the least possible, logs one warning, and raises for no bad data.
    ///         A record that is too large by itself counts as bad data.
    ///
    /// Returns:
    ///     The serialized requests, each of at most `max_bytes`; none where there is nothing to send.
    ///
    /// Raises:
    ///     EncodeError: in strict mode where a record can't be encoded, with its path; in either mode for a request beyond 2 GiB.
    ///     ValueError: if `errors` is neither `"strict"` nor `"replace"`, or `max_bytes` is less than 1.
    ///     TypeError: if `max_bytes` is no integer.
    ///
    /// Example:
    ///     >>> data = reader.get_metrics_data()
    ///     >>> for body in serialize_metrics_chunked(data, 4 * 1024 * 1024) if data is not None else []:
    ///     ...     send(body)
    #[pyfunction]
    #[pyo3(signature = (data, max_bytes, *, errors = Mode::Strict), text_signature = "(data, max_bytes, *, errors='strict')")]
    fn serialize_metrics_chunked<'py>(
        data: &Bound<'py, PyAny>,
        max_bytes: MaxBytes,
        errors: Mode,
    ) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        metrics::serialize_chunked(data, max_bytes, errors)
    }

    /// Log records as requests of limited size, each an `ExportLogsServiceRequest`.
    ///
    /// The objects are read once. Each request is valid by itself: order is kept, every record appears exactly once (in replace mode
    /// but for those that are left out), and each request repeats the resource and scope that it needs.
    ///
    /// Args:
    ///     records: any iterable of what the SDK hands to log exporters: `ReadableLogRecord`, `ReadWriteLogRecord` or, from
    ///         SDKs before 1.39, `LogData`; or of objects with the same public members.
    ///     max_bytes: the largest request, in bytes before compression; positive.
    ///     errors: `"strict"` drops and logs an attribute that can't be encoded, as the reference does, and raises for anything else;
    ///         `"replace"` repairs or leaves out the least possible, logs one warning, and raises for no bad data.
    ///         A record that is too large by itself counts as bad data.
    ///
    /// Returns:
    ///     The serialized requests, each of at most `max_bytes`; none where there is nothing to send.
    ///
    /// Raises:
    ///     EncodeError: in strict mode where a record can't be encoded, with its path; in either mode for a request beyond 2 GiB.
    ///     ValueError: if `errors` is neither `"strict"` nor `"replace"`, or `max_bytes` is less than 1.
    ///     TypeError: if `max_bytes` is no integer.
    ///
    /// Example:
    ///     >>> for body in serialize_logs_chunked(batch, 4 * 1024 * 1024):
    ///     ...     send(body)
    #[pyfunction]
    #[pyo3(signature = (records, max_bytes, *, errors = Mode::Strict), text_signature = "(records, max_bytes, *, errors='strict')")]
    fn serialize_logs_chunked<'py>(
        records: &Bound<'py, PyAny>,
        max_bytes: MaxBytes,
        errors: Mode,
    ) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        batch::serialize_chunked::<Logs>(records, max_bytes, errors)
    }
}
