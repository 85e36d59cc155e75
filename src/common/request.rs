//! The request of a signal: resources, their scopes, and the segments of the arena in which their records stand. Assembled at
//! the end, when all lengths are known; each byte is copied once.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use smallvec::SmallVec;

use super::Call;
use super::elements::leave_out;
use super::resource::{write_resource, write_resource_schema_url, write_scope, write_scope_schema_url};
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

/// A resource with its scopes, in the order in which they came.
pub(crate) struct ResourceGroup<'py> {
    pub(crate) resource: Bound<'py, PyAny>,
    pub(crate) scopes: SmallVec<[ScopeGroup<'py>; 1]>,
    /// The record that brought the resource, for paths.
    pub(crate) first_record: Option<usize>,
}

/// A scope with its records.
pub(crate) struct ScopeGroup<'py> {
    /// `None` for records without a scope.
    pub(crate) scope: Option<Bound<'py, PyAny>>,
    pub(crate) records: SmallVec<[Segment; 2]>,
    pub(crate) first_record: Option<usize>,
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

/// The request as `bytes`: first everything that is not written yet, scopes before their resource as the reference reads them,
/// then the headers around what is written.
pub(crate) fn assemble<'py, S: Signal>(
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
    call.begin_record(group.first_record);
    let resource =
        write_part(arena, call, S::RECORDS, "resource", |message: &mut Message<'_, S::ResourceGroup>, call| {
            message.nested(S::RESOURCE, |resource| call.message(|call| write_resource(resource, &group.resource, call)))
        })?;
    let resource = match resource {
        Some(written) => written,
        None => empty(arena, S::RESOURCE),
    };
    let schema_url = write_part(arena, call, S::RECORDS, "resource", |message, call| {
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

fn assemble_scope<'py, S: Signal>(
    group: &ScopeGroup<'py>,
    pieces: &mut SmallVec<[Segment; 16]>,
    arena: &mut Arena,
    call: &mut Call<'py>,
) -> Result<usize> {
    call.begin_record(group.first_record);
    let mut scope = None;
    let mut schema_url = None;
    if let Some(value) = &group.scope {
        let name = "instrumentation_scope";
        scope = write_part(arena, call, S::RECORDS, name, |message: &mut Message<'_, S::ScopeGroup>, call| {
            message.nested(S::SCOPE, |scope| call.message(|call| write_scope(scope, value, call)))
        })?;
        schema_url = write_part(arena, call, S::RECORDS, name, |message, call| {
            write_scope_schema_url(message, S::SCOPE_SCHEMA_URL, value, call)
        })?;
    }
    let scope = match scope {
        Some(written) => written,
        None => empty(arena, S::SCOPE),
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
    records: &'static str,
    member: &'static str,
    write: impl FnOnce(&mut Message<'_, M>, &mut Call<'py>) -> Result<()>,
) -> Result<Option<Segment>> {
    let earlier = call.repairs.counts();
    let begin = arena.buffer().position();
    let steps = |index: Option<usize>| [Step::Index(index.unwrap_or(0)), Step::Member(records)];
    let index = call.record();
    let result = call.message(|call| write(&mut Message::root(arena.buffer()), call));
    match result {
        Ok(()) => {
            let [index, root] = steps(index);
            call.repairs.leave(earlier, || [Step::Member(member), index, root]);
            Ok(Some(arena.segment_from(begin)))
        }
        Err(error) => {
            arena.buffer().truncate(begin);
            let [index, root] = steps(index);
            leave_out(earlier, error.at(member).within(index).within(root), call)?;
            Ok(None)
        }
    }
}

/// An empty nested message.
fn empty<M, N>(arena: &mut Arena, field: Field<M, Nested<N>>) -> Segment {
    arena.header(field, 0)
}
