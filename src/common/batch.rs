//! A batch of records: spans or log records, one at a time, each written whole before it is put into its group.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::elements::leave_out;
use super::groups::Groups;
use super::request::{Signal, assemble};
use super::{Call, Mode};
use crate::error::{Error, Reason, Result, Step};
use crate::python::iterate;
use crate::sdk::{Member, Session};
use crate::wire::{Arena, Message};

/// Other threads may run, and signals are handled, each time this many records or bytes have been written: at most some 3 ms.
const RECORDS_A_TURN: usize = 256;
const BYTES_A_TURN: usize = 512 << 10;

/// A signal whose records come in a flat batch.
pub(crate) trait Batch: Signal {
    /// The sdk room's view of a record.
    type View<'a, 'py: 'a>;

    fn view<'a, 'py>(record: &'a Bound<'py, PyAny>, session: &mut Session<'py>) -> Result<Self::View<'a, 'py>>;

    /// The members by which records are grouped.
    fn resource_and_scope<'a, 'py: 'a>(record: &Self::View<'a, 'py>) -> Result<(Member<'py>, Member<'py>)>;

    fn write_record<'a, 'py: 'a>(
        message: &mut Message<'_, Self::Record>,
        record: &Self::View<'a, 'py>,
        call: &mut Call<'py>,
    ) -> Result<()>;
}

/// The request for a batch, as `bytes`.
pub(crate) fn serialize<'py, S: Batch>(records: &Bound<'py, PyAny>, mode: Mode) -> PyResult<Bound<'py, PyBytes>> {
    let mut call = Call::new(records.py(), S::NAME, mode);
    let mut arena = Arena::take();
    let result = write_batch::<S>(records, &mut arena, &mut call);
    arena.give_back();
    call.finish(result)
}

fn write_batch<'py, S: Batch>(
    records: &Bound<'py, PyAny>,
    arena: &mut Arena,
    call: &mut Call<'py>,
) -> Result<Bound<'py, PyBytes>> {
    let mut groups = Groups::default();
    let mut turn = Turn::default();
    for (index, record) in iterate::items(records).map_err(|error| Error::from(error).at(S::RECORDS))?.enumerate() {
        call.begin_record(Some(index));
        let record = record.map_err(|error| Error::from(error).within(Step::Index(index)).at(S::RECORDS))?;
        let earlier = call.repairs.counts();
        match write_record::<S>(&record, arena, &mut groups, call) {
            Ok(()) => call.repairs.leave(earlier, || [Step::Index(index), Step::Member(S::RECORDS)]),
            Err(error) => leave_out(earlier, error.within(Step::Index(index)).at(S::RECORDS), call)?,
        }
        turn.give(arena, call.py)?;
    }
    assemble::<S>(&groups.groups, arena, call)
}

#[inline]
fn write_record<'py, S: Batch>(
    record: &Bound<'py, PyAny>,
    arena: &mut Arena,
    groups: &mut Groups<'py>,
    call: &mut Call<'py>,
) -> Result<()> {
    let record = S::view(record, &mut call.session)?;
    let (resource, scope) = S::resource_and_scope(&record)?;
    let buffer = arena.buffer();
    let begin = buffer.position();
    Message::<S::ScopeGroup>::root(buffer)
        .nested_long(S::RECORD, |message| call.message(|call| S::write_record(message, &record, call)))?;
    if arena.buffer().failed() {
        return Err(Error::new(Reason::TooLarge));
    }
    let segment = arena.segment_from(begin);
    groups.add(&resource, &scope, segment, call)
}

/// Lets other threads run now and then.
#[derive(Default)]
struct Turn {
    records: usize,
    bytes: usize,
}

impl Turn {
    #[inline]
    fn give(&mut self, arena: &Arena, py: Python<'_>) -> Result<()> {
        self.records += 1;
        if self.records >= RECORDS_A_TURN || arena.written() - self.bytes >= BYTES_A_TURN {
            *self = Self { records: 0, bytes: arena.written() };
            py.detach(|| ());
            py.check_signals()?;
        }
        Ok(())
    }
}
