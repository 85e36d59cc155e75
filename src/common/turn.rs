//! Lets other threads run, and signals be handled, now and then.

use pyo3::prelude::*;

use crate::error::Result;

/// A turn ends each time this many records or bytes have been written: after some 3 ms at most.
const RECORDS_A_TURN: usize = 256;
const BYTES_A_TURN: usize = 512 << 10;

#[derive(Debug, Default)]
pub(crate) struct Turn {
    records: usize,
    bytes: usize,
}

impl Turn {
    /// A record, or a point of a metric, of this many bytes has been written. To be called only while no borrowed reference is
    /// held: Python code may run.
    #[inline]
    pub(crate) fn wrote(&mut self, bytes: usize, py: Python<'_>) -> Result<()> {
        self.records += 1;
        self.bytes += bytes;
        if self.records >= RECORDS_A_TURN || self.bytes >= BYTES_A_TURN {
            *self = Self::default();
            py.detach(|| ());
            py.check_signals()?;
        }
        Ok(())
    }
}
