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
mod _native {
    use std::collections::BTreeMap;

    use pyo3::prelude::*;
    use pyo3::types::PyBytes;

    use crate::common::{Mode, batch};
    use crate::logs::Logs;
    use crate::metrics;
    use crate::python::{self, threads};
    use crate::responses;
    use crate::traces::Traces;

    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        threads::note_whether_threads_run_freely(module.py());
        responses::register(module)
    }

    /// Which of the fast paths are active in this interpreter.
    #[pyfunction]
    fn fast_paths() -> BTreeMap<&'static str, bool> {
        python::fast_paths()
    }

    /// Spans as the bytes of an `ExportTraceServiceRequest`.
    #[pyfunction]
    #[pyo3(signature = (spans, *, errors = Mode::Strict), text_signature = "(spans, *, errors='strict')")]
    fn serialize_spans<'py>(spans: &Bound<'py, PyAny>, errors: Mode) -> PyResult<Bound<'py, PyBytes>> {
        batch::serialize::<Traces>(spans, errors)
    }

    /// A `MetricsData` as the bytes of an `ExportMetricsServiceRequest`.
    #[pyfunction]
    #[pyo3(signature = (data, *, errors = Mode::Strict), text_signature = "(data, *, errors='strict')")]
    fn serialize_metrics<'py>(data: &Bound<'py, PyAny>, errors: Mode) -> PyResult<Bound<'py, PyBytes>> {
        metrics::serialize(data, errors)
    }

    /// Log records as the bytes of an `ExportLogsServiceRequest`.
    #[pyfunction]
    #[pyo3(signature = (records, *, errors = Mode::Strict), text_signature = "(records, *, errors='strict')")]
    fn serialize_logs<'py>(records: &Bound<'py, PyAny>, errors: Mode) -> PyResult<Bound<'py, PyBytes>> {
        batch::serialize::<Logs>(records, errors)
    }
}
