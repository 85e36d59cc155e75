//! A batch of records: spans or log records, one at a time, each written whole before it is put into its group.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use smallvec::SmallVec;

use super::elements::leave_out;
use super::groups::Groups;
use super::request::{self, ResourceGroup, Signal};
use super::split::MaxBytes;
use super::{Call, Mode};
use crate::error::{Error, Result, Step};
use crate::python::iterate;
use crate::sdk::{Member, Session};
use crate::wire::{Arena, Message};

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
    request::serialize(S::LAYOUT, records.py(), mode, &mut |arena, call| write_batch::<S>(records, arena, call))
}

/// The requests for a batch, each of at most `max_bytes` bytes.
pub(crate) fn serialize_chunked<'py, S: Batch>(
    records: &Bound<'py, PyAny>,
    max_bytes: MaxBytes,
    mode: Mode,
) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    request::serialize_chunked(S::LAYOUT, records.py(), mode, max_bytes, &mut |arena, call| {
        write_batch::<S>(records, arena, call)
    })
}

fn write_batch<'py, S: Batch>(
    records: &Bound<'py, PyAny>,
    arena: &mut Arena,
    call: &mut Call<'py>,
) -> Result<SmallVec<[ResourceGroup<'py>; 1]>> {
    let mut groups = Groups::new(S::RECORDS);
    for (index, record) in iterate::items(records).map_err(|error| Error::from(error).at(S::RECORDS))?.enumerate() {
        call.begin_record(Some(index));
        let record = record.map_err(|error| Error::from(error).within(Step::Index(index)).at(S::RECORDS))?;
        let earlier = call.repairs.counts();
        let written = match add_record::<S>(&record, arena, &mut groups, call) {
            Ok(written) => {
                call.repairs.leave(earlier, || vec![Step::Index(index), Step::Member(S::RECORDS)]);
                written
            }
            Err(error) => {
                let index = error.record().unwrap_or(index);
                call.begin_record(Some(index));
                leave_out(earlier, error.within(Step::Index(index)).at(S::RECORDS), call)?;
                0
            }
        };
        call.turn.wrote(written, call.py).map_err(|error| error.at(S::RECORDS))?;
    }
    Ok(groups.by_resource)
}

/// Writes a record and puts it into its group; returns its length.
#[inline]
fn add_record<'py, S: Batch>(
    record: &Bound<'py, PyAny>,
    arena: &mut Arena,
    groups: &mut Groups<'py>,
    call: &mut Call<'py>,
) -> Result<usize> {
    let record = S::view(record, &mut call.session)?;
    let (resource, scope) = S::resource_and_scope(&record)?;
    let segment = request::write_record::<S>(arena, call, |message, call| S::write_record(message, &record, call))?;
    groups.add(&resource, &scope, segment, call)?;
    Ok(segment.len())
}
