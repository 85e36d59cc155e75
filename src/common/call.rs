//! The state of one call: its error mode, what was dropped or repaired so far, and what is remembered from record to record.
//!
//! In strict mode the first bad value ends the call. But the reference reads the whole of a message before it checks the
//! message's own scalar fields, so that dropped attributes are logged, and a bad event wins, before a bad name raises. A bad
//! scalar is therefore put off (`bad_field`) until its message ends (`message`).

use pyo3::Borrowed;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PySlice, PyString};

use super::ids::TraceIds;
use super::log::{self, Entry};
use super::packed::Remembered;
use super::repairs::Repairs;
use super::turn::Turn;
use crate::error::{Error, Reason, Result, Step, explain, path};
use crate::python::ignored::{Ignore, take_kept};
use crate::python::threads::InsideCall;
use crate::sdk::Session;
use crate::wire::{Arena, Buffer, Message};

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
    /// The bounds of the histogram's point written last.
    pub(super) bounds: Remembered<'py>,
    pub(crate) repairs: Repairs,
    /// The value at hand is cut where it is too deep.
    pub(super) cuts: bool,
    /// The containers that it is in then, by address.
    pub(super) ancestors: Vec<usize>,
    pub(crate) turn: Turn,
    /// What is written before its turn: see `aside`.
    pub(super) aside: Buffer,
    signal: &'static str,
    record: Option<usize>,
    keeps_record_numbers: bool,
    put_off: Vec<Error>,
    log: Vec<Entry>,
    /// Last, so that everything else is let go of before.
    _inside: InsideCall,
}

impl<'py> Call<'py> {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "so that it is put together where it stays")]
    pub(crate) fn new(py: Python<'py>, signal: &'static str, mode: Mode, inside: InsideCall) -> Self {
        Self {
            py,
            session: Session::new(py),
            mode,
            trace_ids: TraceIds::new(py),
            bounds: Remembered::default(),
            repairs: Repairs::default(),
            cuts: false,
            ancestors: Vec::new(),
            turn: Turn::default(),
            aside: Buffer::default(),
            signal,
            record: None,
            keeps_record_numbers: false,
            put_off: Vec::new(),
            log: Vec::new(),
            _inside: inside,
        }
    }

    #[inline]
    pub(crate) fn record(&self) -> Option<usize> {
        self.record
    }

    /// From now on groups note which records they hold.
    pub(crate) fn keep_record_numbers(&mut self) {
        self.keeps_record_numbers = true;
        self.turn.allow_any_size();
    }

    #[inline]
    pub(crate) fn keeps_record_numbers(&self) -> bool {
        self.keeps_record_numbers
    }

    /// Which record the next errors are about.
    #[inline]
    pub(crate) fn begin_record(&mut self, index: Option<usize>) {
        self.record = index;
    }

    /// A message whose own bad fields raise at its end; of several the first one.
    #[inline]
    pub(crate) fn message(&mut self, body: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.message_checked_in(&[], body)
    }

    /// The same for a message whose fields the reference checks in another order than the schema's.
    #[inline]
    pub(crate) fn message_checked_in(
        &mut self,
        order: &[&str],
        body: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let outer = self.put_off.len();
        let result = body(self);
        if self.put_off.len() == outer { result } else { self.end_message(outer, order, result) }
    }

    #[cold]
    fn end_message(&mut self, outer: usize, order: &[&str], result: Result<()>) -> Result<()> {
        let inner = self.put_off.split_off(outer);
        result?;
        let first = inner
            .into_iter()
            .min_by_key(|error| (!error.is_met_while_reading(), order.iter().position(|member| error.is_at(member))));
        first.map_or(Ok(()), Err)
    }

    /// A field can't be written as it is: in strict mode its message will fail, in replace mode `repair` writes what can be
    /// saved, or nothing.
    #[cold]
    pub(crate) fn bad_field(&mut self, error: Error, repair: impl FnOnce() -> Result<()>) -> Result<()> {
        if error.passes_through() {
            return Err(error);
        }
        match self.mode {
            Mode::Strict => self.put_off.push(error),
            Mode::Replace => {
                self.repairs.repaired(error);
                return repair().or_else(|error| if error.passes_through() { Err(error) } else { Ok(()) });
            }
        }
        Ok(())
    }

    /// A member that the reference reads after everything else of its message could not be read.
    #[cold]
    pub(crate) fn unreadable_at_last(&mut self, error: Error) -> Result<()> {
        if self.mode == Mode::Replace || error.passes_through() {
            return Err(error);
        }
        self.put_off.push(error.met_while_reading());
        Ok(())
    }

    /// A field without which its message is worth nothing: in strict mode it too fails at the message's end, in replace mode at
    /// once.
    #[cold]
    pub(crate) fn bad_vital_field(&mut self, error: Error) -> Result<()> {
        if self.mode == Mode::Replace || error.passes_through() {
            return Err(error);
        }
        self.put_off.push(error);
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
    pub(crate) fn bad_attribute(&mut self, member: &'static str, key: &Bound<'py, PyAny>, error: Error) -> Result<()> {
        if error.passes_through() {
            return Err(error);
        }
        let error = error.without_way().within(Step::Key(shown(key))).at(member);
        let key = text_of(key);
        match self.mode {
            Mode::Strict => {
                let reason = explain(self.py, error.reason());
                let (path, index) = (path(&error.into_steps()), self.record);
                self.log.push(Entry::DroppedAttribute { key: key.unbind(), reason, path, index });
            }
            Mode::Replace => self.repairs.left_out(error),
        }
        Ok(())
    }

    /// Metric data of a class that the reference does not know either.
    #[cold]
    pub(crate) fn unsupported_data(&mut self, class: String) {
        self.log.push(Entry::UnsupportedData { class });
    }

    /// Runs with a buffer of the arena's for what is written aside.
    pub(crate) fn with_aside_of<T>(
        &mut self,
        arena: &mut Arena,
        body: impl FnOnce(&mut Arena, &mut Self) -> Result<T>,
    ) -> Result<T> {
        self.aside = arena.lend();
        let result = body(arena, self);
        arena.keep(std::mem::take(&mut self.aside));
        result
    }

    /// What was written aside is in its place.
    #[inline]
    pub(crate) fn clear_aside(&mut self) {
        self.aside.recover(0);
    }

    /// To be called at each step of a loop that may have no end, while no borrowed reference is held: Python code may run.
    #[inline]
    pub(crate) fn step<M>(&mut self, message: &Message<'_, M>) -> Result<()> {
        if message.failed() {
            return Err(Error::new(Reason::TooLarge));
        }
        self.turn.step(self.py)
    }

    /// Writes the log records of the call, then hands over its result or the exception for its error.
    pub(crate) fn finish<T>(&mut self, result: Result<T>) -> PyResult<T> {
        let (py, signal, record) = (self.py, self.signal, self.record);
        let failed = result.map_err(|error| error.into_exception(py, signal, record));
        if let Some(exception) = take_kept() {
            return Err(exception);
        }
        if !log::is_being_handled() {
            let _handling = log::Handling::begin();
            log::entries(py, signal, std::mem::take(&mut self.log))?;
            log::repairs(py, &self.repairs)?;
        }
        failed
    }
}

/// The `str()` of a key.
fn text_of<'py>(key: &Bound<'py, PyAny>) -> Bound<'py, PyString> {
    match key.cast_exact::<PyString>() {
        Ok(text) => text.clone(),
        Err(_) => key.str().ignoring(key.py()).unwrap_or_else(|| PyString::new(key.py(), "?")),
    }
}

/// A key as paths show it, cut where it is very long.
pub(super) fn shown(key: &Bound<'_, PyAny>) -> String {
    const LONGEST: isize = 1_000;
    let py = key.py();
    let text = text_of(key).into_any();
    // Not `PySlice::new`, which leaks the numbers that it makes (PyO3 0.30.1).
    let cut = py.get_type::<PySlice>().call1((LONGEST,)).and_then(|slice| text.get_item(slice)).ignoring(py);
    let cut = cut.and_then(|cut| cut.cast_into::<PyString>().ok());
    cut.map_or_else(|| "?".to_owned(), |cut| cut.to_string_lossy().into_owned())
}
