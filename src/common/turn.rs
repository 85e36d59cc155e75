//! Lets other threads run, and signals be handled, now and then.

use pyo3::prelude::*;

use crate::error::{Error, Reason, Result};
use crate::python::threads::let_others_run;
use crate::wire::fits;

/// A turn ends each time this many records or bytes have been written: after some 3 ms at most.
const RECORDS_A_TURN: usize = 256;
const BYTES_A_TURN: usize = 512 << 10;
/// The same for steps through a value: after some 0.1 ms.
const STEPS_A_TURN: usize = 1024;

#[derive(Debug, Default)]
pub(crate) struct Turn {
    records: usize,
    bytes: usize,
    steps: usize,
    bytes_before: usize,
    /// What is written goes into several requests.
    divided: bool,
}

impl Turn {
    /// A record, or a point of a metric, of this many bytes has been written. To be called only while no borrowed reference is
    /// held: Python code may run.
    #[inline]
    pub(crate) fn wrote(&mut self, bytes: usize, py: Python<'_>) -> Result<()> {
        self.records += 1;
        self.bytes += bytes;
        if self.records >= RECORDS_A_TURN || self.bytes >= BYTES_A_TURN {
            let bytes_before = self.bytes_before.saturating_add(self.bytes);
            *self = Self { bytes_before, divided: self.divided, ..Self::default() };
            // For batches without end, long before memory ends.
            if !self.divided && !fits(bytes_before) {
                return Err(Error::new(Reason::TooLarge));
            }
            return give(py);
        }
        Ok(())
    }

    /// Lets a call write more than one request can hold.
    pub(super) fn allow_any_size(&mut self) {
        self.divided = true;
    }

    /// A step through a value.
    #[inline]
    pub(super) fn step(&mut self, py: Python<'_>) -> Result<()> {
        self.steps += 1;
        if self.steps >= STEPS_A_TURN {
            self.steps = 0;
            return give(py);
        }
        Ok(())
    }
}

/// What a signal handler raises, be it an `Exception`, has nothing to do with the data.
fn give(py: Python<'_>) -> Result<()> {
    let_others_run(py).map_err(|exception| Error::new(Reason::PassThrough(exception)))
}
