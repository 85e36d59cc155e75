//! The state of one call: its error mode, what was dropped or repaired so far, and what is remembered from record to record.
//!
//! In strict mode the first bad value ends the call. But the reference reads the whole of a message before it checks the
//! message's own scalar fields, so that dropped attributes are logged, and a bad event wins, before a bad name raises. A bad
//! scalar is therefore put off (`bad_field`) until its message ends (`message`).

use pyo3::Borrowed;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::ids::TraceIds;
use super::log::{self, DroppedAttribute};
use super::repairs::Repairs;
use crate::error::{Error, Result, Step, explain, path};
use crate::sdk::Session;

/// What happens to a value that OTLP can't carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// As in the reference: attributes are dropped and logged, anything else raises.
    Strict,
    /// The least possible is repaired or left out, and nothing raises.
    Replace,
}

impl<'py> FromPyObject<'_, 'py> for Mode {
    type Error = PyErr;

    fn extract(word: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let text = word.cast::<PyString>().map(|word| word.to_string_lossy().into_owned()).unwrap_or_default();
        match text.as_str() {
            "strict" => Ok(Self::Strict),
            "replace" => Ok(Self::Replace),
            _ => Err(PyValueError::new_err("errors must be 'strict' or 'replace'")),
        }
    }
}

pub(crate) struct Call<'py> {
    pub(crate) py: Python<'py>,
    pub(crate) session: Session<'py>,
    pub(crate) mode: Mode,
    pub(crate) trace_ids: TraceIds<'py>,
    pub(crate) repairs: Repairs,
    /// The containers that the value at hand is in, by address; kept in replace mode only.
    pub(crate) ancestors: Vec<usize>,
    signal: &'static str,
    record: Option<usize>,
    put_off: Option<Error>,
    dropped: Vec<DroppedAttribute>,
}

impl<'py> Call<'py> {
    pub(crate) fn new(py: Python<'py>, signal: &'static str, mode: Mode) -> Self {
        Self {
            py,
            session: Session::new(py),
            mode,
            trace_ids: TraceIds::new(py),
            repairs: Repairs::default(),
            ancestors: Vec::new(),
            signal,
            record: None,
            put_off: None,
            dropped: Vec::new(),
        }
    }

    #[inline]
    pub(crate) fn record(&self) -> Option<usize> {
        self.record
    }

    /// Which record the next errors are about.
    #[inline]
    pub(crate) fn begin_record(&mut self, index: Option<usize>) {
        self.record = index;
    }

    /// A message whose own bad fields raise at its end.
    #[inline]
    pub(crate) fn message(&mut self, body: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let outer = self.put_off.take();
        let result = body(self);
        let inner = std::mem::replace(&mut self.put_off, outer);
        match inner {
            None => result,
            Some(error) => result.and(Err(error)),
        }
    }

    /// A field can't be written as it is: in strict mode its message will fail, in replace mode `repair` writes what can be
    /// saved, or nothing.
    #[cold]
    pub(crate) fn bad_field(&mut self, error: Error, repair: impl FnOnce() -> Result<()>) -> Result<()> {
        if error.passes_through() {
            return Err(error);
        }
        match self.mode {
            Mode::Strict => {
                self.put_off.get_or_insert(error);
            }
            Mode::Replace => {
                self.repairs.repaired(error);
                return repair().or_else(|error| if error.passes_through() { Err(error) } else { Ok(()) });
            }
        }
        Ok(())
    }

    /// A value that can't be written as it is: an error at once in strict mode, counted in replace mode, where the caller goes on
    /// to write what can be saved.
    #[cold]
    pub(crate) fn must_repair(&mut self, error: Error) -> Result<()> {
        if self.mode == Mode::Strict || error.passes_through() {
            return Err(error);
        }
        self.repairs.repaired(error);
        Ok(())
    }

    /// A part that can't be written at all. In strict mode that ends the call; in replace mode the part is left out.
    #[cold]
    pub(crate) fn bad_part(&mut self, error: Error) -> Result<()> {
        if self.mode == Mode::Strict || error.passes_through() {
            return Err(error);
        }
        self.repairs.left_out(error);
        Ok(())
    }

    /// An attribute that can't be written. It is left out in both modes; strict mode logs it as the reference does.
    #[cold]
    pub(crate) fn bad_attribute(&mut self, key: &Bound<'py, PyAny>, error: Error) -> Result<()> {
        if error.passes_through() {
            return Err(error);
        }
        let shown = key.str().map_or_else(|_| "?".to_owned(), |key| key.to_string_lossy().into_owned());
        let error = error.within(Step::Key(shown.clone())).at("attributes");
        match self.mode {
            Mode::Strict => {
                let reason = explain(self.py, error.reason());
                let (path, index) = (path(&error.into_steps()), self.record);
                self.dropped.push(DroppedAttribute { key: shown, reason, path, index });
            }
            Mode::Replace => self.repairs.left_out(error),
        }
        Ok(())
    }

    /// How many attributes were dropped so far.
    pub(crate) fn dropped(&self) -> usize {
        self.dropped.len()
    }

    /// Puts the attributes dropped between two counts behind those dropped since: the order in which the reference reads
    /// attributes and exemplars is not the order of the schema.
    pub(crate) fn reorder_dropped(&mut self, from: usize, to: usize) {
        if let Some(part) = self.dropped.get_mut(from..) {
            part.rotate_left(to.saturating_sub(from).min(part.len()));
        }
    }

    /// Writes the log records of the call, then hands over its result or the exception for its error.
    pub(crate) fn finish<T>(self, result: Result<T>) -> PyResult<T> {
        let (py, signal, record) = (self.py, self.signal, self.record);
        let failed = result.map_err(|error| error.into_exception(py, signal, record));
        log::dropped_attributes(py, signal, self.dropped)?;
        log::repairs(py, self.repairs)?;
        failed
    }
}
