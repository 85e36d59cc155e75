//! The request of a signal: resources, their scopes, and the segments of the arena in which their records stand. Assembled at
//! the end, when all lengths are known; each byte is copied once.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use smallvec::SmallVec;

use super::elements::leave_out;
use super::resource::{write_resource, write_resource_schema_url, write_scope, write_scope_schema_url};
use super::{Call, Mode};
use crate::error::{Error, Reason, Result, Step};
use crate::python::bytes_of_pieces;
use crate::wire::{Arena, Field, Message, Nested, Segment, Text, fits, nested_length, schema};

/// The messages and fields in which the signals differ. Their shape is the same: a request holds resource groups, which hold
/// scope groups, which hold records.
pub(crate) trait Signal {
    /// As `EncodeError.signal` has it.
    const NAME: &'static str;
    /// What a path begins with.
    const RECORDS: &'static str;
    type Request;
    type ResourceGroup;
    type ScopeGroup;
    type Record;
    const RESOURCE_GROUP: Field<Self::Request, Nested<Self::ResourceGroup>>;
    const RESOURCE: Field<Self::ResourceGroup, Nested<schema::Resource>>;
    const SCOPE_GROUP: Field<Self::ResourceGroup, Nested<Self::ScopeGroup>>;
    const RESOURCE_SCHEMA_URL: Field<Self::ResourceGroup, Text>;
    const SCOPE: Field<Self::ScopeGroup, Nested<schema::InstrumentationScope>>;
    const RECORD: Field<Self::ScopeGroup, Nested<Self::Record>>;
    const SCOPE_SCHEMA_URL: Field<Self::ScopeGroup, Text>;
}

/// The way to a resource or scope, innermost step first, for errors.
pub(crate) type Way = SmallVec<[Step; 3]>;

/// A resource with its scopes, in the order in which they came.
pub(crate) struct ResourceGroup<'py> {
    pub(crate) resource: Bound<'py, PyAny>,
    pub(crate) scopes: SmallVec<[ScopeGroup<'py>; 1]>,
    pub(crate) origin: Origin,
}

/// A scope with its records.
pub(crate) struct ScopeGroup<'py> {
    pub(crate) scope: Scope<'py>,
    pub(crate) records: SmallVec<[Segment; 2]>,
}

pub(crate) enum Scope<'py> {
    /// To be written when the request is assembled; `None` for records without a scope.
    Given(Option<Bound<'py, PyAny>>, Origin),
    Written(ScopeHeader),
}

/// Where a resource or scope was first seen: the record that brought it, and the way to it.
pub(crate) struct Origin {
    pub(crate) record: Option<usize>,
    pub(crate) way: Way,
}

/// What a scope group begins and ends with.
#[derive(Clone, Copy)]
pub(crate) struct ScopeHeader {
    scope: Segment,
    schema_url: Option<Segment>,
}

impl ScopeGroup<'_> {
    #[inline]
    pub(crate) fn push(&mut self, record: Segment) {
        match self.records.last_mut().and_then(|last| last.joined(record).map(|joined| (last, joined))) {
            Some((last, joined)) => *last = joined,
            None => self.records.push(record),
        }
    }
}

/// One call: what `gather` groups, as a request.
pub(crate) fn serialize<'py, S: Signal>(
    py: Python<'py>,
    mode: Mode,
    gather: impl FnOnce(&mut Arena, &mut Call<'py>) -> Result<SmallVec<[ResourceGroup<'py>; 1]>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let mut call = Call::new(py, S::NAME, mode);
    let mut arena = Arena::take();
    let groups = gather(&mut arena, &mut call);
    let result = groups.and_then(|groups| assemble::<S>(&groups, &mut arena, &mut call));
    arena.give_back();
    call.finish(result)
}

/// Writes a record, whole, as it will stand in its scope group.
#[inline]
pub(crate) fn write_record<'py, S: Signal>(
    arena: &mut Arena,
    call: &mut Call<'py>,
    write: impl FnOnce(&mut Message<'_, S::Record>, &mut Call<'py>) -> Result<()>,
) -> Result<Segment> {
    let begin = arena.buffer().position();
    Message::<S::ScopeGroup>::root(arena.buffer())
        .nested_long(S::RECORD, |message| call.message(|call| write(message, call)))?;
    if arena.buffer().failed() {
        return Err(Error::new(Reason::TooLarge));
    }
    Ok(arena.segment_from(begin))
}

/// The request as `bytes`: first everything that is not written yet, scopes before their resource as the reference reads them,
/// then the headers around what is written.
fn assemble<'py, S: Signal>(
    groups: &[ResourceGroup<'py>],
    arena: &mut Arena,
    call: &mut Call<'py>,
) -> Result<Bound<'py, PyBytes>> {
    let mut pieces: SmallVec<[Segment; 16]> = SmallVec::new();
    let mut length = 0;
    for group in groups {
        length += assemble_resource::<S>(group, &mut pieces, arena, call)?;
    }
    if !fits(length) || arena.failed() {
        call.begin_record(None);
        return Err(Error::new(Reason::TooLarge).at(S::RECORDS));
    }
    let arena = &*arena;
    Ok(bytes_of_pieces(call.py, length, pieces.iter().map(|piece| arena.bytes(*piece)))?)
}

fn assemble_resource<'py, S: Signal>(
    group: &ResourceGroup<'py>,
    pieces: &mut SmallVec<[Segment; 16]>,
    arena: &mut Arena,
    call: &mut Call<'py>,
) -> Result<usize> {
    let mut inner: SmallVec<[Segment; 16]> = SmallVec::new();
    let mut scopes_length = 0;
    for scope in &group.scopes {
        scopes_length += assemble_scope::<S>(scope, &mut inner, arena, call)?;
    }
    let resource = write_part(arena, call, &group.origin, |message: &mut Message<'_, S::ResourceGroup>, call| {
        message.nested(S::RESOURCE, |resource| call.message(|call| write_resource(resource, &group.resource, call)))
    })?;
    let resource = match resource {
        Some(written) => written,
        None => empty(arena, S::RESOURCE),
    };
    let schema_url = write_part(arena, call, &group.origin, |message, call| {
        write_resource_schema_url(message, S::RESOURCE_SCHEMA_URL, &group.resource, call)
    })?;
    let schema_url_length = schema_url.map_or(0, Segment::len);
    let length = resource.len() + scopes_length + schema_url_length;
    pieces.push(arena.header(S::RESOURCE_GROUP, length));
    pieces.push(resource);
    pieces.append(&mut inner);
    pieces.extend(schema_url);
    Ok(nested_length(S::RESOURCE_GROUP, length))
}

/// Writes a scope and its schema URL.
pub(crate) fn write_scope_header<'py, S: Signal>(
    scope: Option<&Bound<'py, PyAny>>,
    origin: &Origin,
    arena: &mut Arena,
    call: &mut Call<'py>,
) -> Result<ScopeHeader> {
    let mut header = None;
    let mut schema_url = None;
    if let Some(value) = scope {
        header = write_part(arena, call, origin, |message: &mut Message<'_, S::ScopeGroup>, call| {
            message.nested(S::SCOPE, |scope| call.message(|call| write_scope(scope, value, call)))
        })?;
        schema_url = write_part(arena, call, origin, |message, call| {
            write_scope_schema_url(message, S::SCOPE_SCHEMA_URL, value, call)
        })?;
    }
    let scope = match header {
        Some(written) => written,
        None => empty(arena, S::SCOPE),
    };
    Ok(ScopeHeader { scope, schema_url })
}

fn assemble_scope<'py, S: Signal>(
    group: &ScopeGroup<'py>,
    pieces: &mut SmallVec<[Segment; 16]>,
    arena: &mut Arena,
    call: &mut Call<'py>,
) -> Result<usize> {
    let ScopeHeader { scope, schema_url } = match &group.scope {
        Scope::Written(header) => *header,
        Scope::Given(scope, origin) => write_scope_header::<S>(scope.as_ref(), origin, arena, call)?,
    };
    let records_length: usize = group.records.iter().map(|record| record.len()).sum();
    let length = scope.len() + records_length + schema_url.map_or(0, Segment::len);
    pieces.push(arena.header(S::SCOPE_GROUP, length));
    pieces.push(scope);
    pieces.extend_from_slice(&group.records);
    pieces.extend(schema_url);
    Ok(nested_length(S::SCOPE_GROUP, length))
}

/// Writes a part of a group; `None` where replace mode leaves it out.
fn write_part<'py, M>(
    arena: &mut Arena,
    call: &mut Call<'py>,
    origin: &Origin,
    write: impl FnOnce(&mut Message<'_, M>, &mut Call<'py>) -> Result<()>,
) -> Result<Option<Segment>> {
    call.begin_record(origin.record);
    let earlier = call.repairs.counts();
    let begin = arena.buffer().position();
    let result = call.message(|call| write(&mut Message::root(arena.buffer()), call));
    match result {
        Ok(()) => {
            call.repairs.leave(earlier, || origin.way.clone());
            Ok(Some(arena.segment_from(begin)))
        }
        Err(error) => {
            arena.buffer().truncate(begin);
            leave_out(earlier, origin.way.iter().cloned().fold(error, Error::within), call)?;
            Ok(None)
        }
    }
}

/// An empty nested message.
fn empty<M, N>(arena: &mut Arena, field: Field<M, Nested<N>>) -> Segment {
    arena.header(field, 0)
}
