//! The request of a signal: resources, their scopes, and the segments of the arena in which their records stand.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use smallvec::SmallVec;

use super::assembly::{ResourceHeader, WrittenResource, WrittenScope, assemble};
use super::elements::{fitting, leave_out};
use super::resource::{write_resource, write_resource_schema_url, write_scope, write_scope_schema_url};
use super::split::{Division, MaxBytes, split};
use super::{Call, Mode};
use crate::error::{Error, Reason, Result, Step};
use crate::python::threads::InsideCall;
use crate::wire::{Any, Arena, Field, Message, Nested, Segment, Text, schema};

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

    /// How a record that is too large for a request can be divided, where it can.
    fn divide(_record: Segment, _arena: &Arena) -> Option<Division> {
        None
    }

    /// The same, for what is done once a call: that code is compiled once for all signals.
    const LAYOUT: &'static Layout = &Layout {
        name: Self::NAME,
        records: Self::RECORDS,
        resource_group: Self::RESOURCE_GROUP.of_any_nested(),
        resource: Self::RESOURCE.of_any(),
        scope_group: Self::SCOPE_GROUP.of_any_nested(),
        resource_schema_url: Self::RESOURCE_SCHEMA_URL.of_any(),
        scope: Self::SCOPE.of_any(),
        record: Self::RECORD.of_any_nested(),
        scope_schema_url: Self::SCOPE_SCHEMA_URL.of_any(),
        divide: Self::divide,
    };
}

/// A `Signal` as a value.
pub(crate) struct Layout {
    name: &'static str,
    pub(super) records: &'static str,
    pub(super) resource_group: Field<Any, Nested<Any>>,
    resource: Field<Any, Nested<schema::Resource>>,
    pub(super) scope_group: Field<Any, Nested<Any>>,
    resource_schema_url: Field<Any, Text>,
    scope: Field<Any, Nested<schema::InstrumentationScope>>,
    pub(super) record: Field<Any, Nested<Any>>,
    scope_schema_url: Field<Any, Text>,
    pub(super) divide: fn(Segment, &Arena) -> Option<Division>,
}

/// A scope group stands in the group of its resource: what is in it is nested one level deeper than what is beside it.
const SCOPE_GROUP_DEPTH: u32 = 1;

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
    /// Which record of the call each one is, where the call keeps that.
    pub(crate) numbers: Vec<usize>,
}

pub(crate) enum Scope<'py> {
    /// To be written when the request is assembled; `None` for records without a scope.
    Given(Option<Bound<'py, PyAny>>, Origin),
    Written(ScopeHeader),
}

/// Where a resource or scope was first seen, for errors: the record that brought it, the member that holds it, and the entries
/// around that, innermost first, each by member and index.
pub(crate) struct Origin {
    pub(crate) record: Option<usize>,
    pub(crate) member: &'static str,
    pub(crate) entries: [Option<(&'static str, usize)>; 2],
}

impl Origin {
    /// The way to it, innermost step first.
    fn steps(&self) -> impl Iterator<Item = Step> + use<> {
        let entries = self.entries.into_iter().flatten();
        let around = entries.flat_map(|(member, index)| [Step::Index(index), Step::Member(member)]);
        std::iter::once(Step::Member(self.member)).chain(around)
    }
}

/// What a scope group begins and ends with.
#[derive(Clone, Copy)]
pub(crate) struct ScopeHeader {
    pub(super) scope: Segment,
    pub(super) schema_url: Option<Segment>,
}

impl ScopeGroup<'_> {
    #[inline]
    pub(crate) fn push(&mut self, record: Segment, call: &Call<'_>) {
        if call.keeps_record_numbers() {
            self.numbers.extend(call.record());
        }
        match self.records.last_mut().and_then(|last| last.joined(record).map(|joined| (last, joined))) {
            Some((last, joined)) => *last = joined,
            None => self.records.push(record),
        }
    }
}

/// What a call holds.
pub(crate) type Groups<'py> = SmallVec<[ResourceGroup<'py>; 1]>;

/// One call: what `gather` groups, as a request.
pub(crate) fn serialize<'py>(
    layout: &Layout,
    py: Python<'py>,
    mode: Mode,
    gather: &mut dyn FnMut(&mut Arena, &mut Call<'py>) -> Result<Groups<'py>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let mut call = Call::new(py, layout.name, mode, InsideCall::enter()?);
    let mut arena = Arena::take();
    let written = gather(&mut arena, &mut call).and_then(|groups| write_headers(layout, groups, &mut arena, &mut call));
    let result = written.and_then(|groups| assemble(layout, &groups, &mut arena, &mut call));
    arena.give_back();
    call.finish(result)
}

/// One call: what `gather` groups, as requests of at most `max_bytes` bytes.
pub(crate) fn serialize_chunked<'py>(
    layout: &Layout,
    py: Python<'py>,
    mode: Mode,
    max_bytes: MaxBytes,
    gather: &mut dyn FnMut(&mut Arena, &mut Call<'py>) -> Result<Groups<'py>>,
) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    let mut call = Call::new(py, layout.name, mode, InsideCall::enter()?);
    call.keep_record_numbers();
    let mut arena = Arena::take();
    let written = gather(&mut arena, &mut call).and_then(|groups| write_headers(layout, groups, &mut arena, &mut call));
    let result = written.and_then(|groups| split(layout, &groups, max_bytes.0, &mut arena, &mut call));
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
    let mut scope = Message::<S::ScopeGroup>::root_within(SCOPE_GROUP_DEPTH, arena.buffer());
    let mark = scope.mark();
    let result = scope.nested_long(S::RECORD, |message| call.message(|call| write(message, call)));
    fitting(&mut scope, mark, call.mode, result)?;
    if scope.failed() {
        return Err(Error::new(Reason::TooLarge));
    }
    Ok(arena.segment_from(begin))
}

/// Writes what is not written yet, scopes before their resource as the reference reads them.
fn write_headers<'py>(
    layout: &Layout,
    groups: Groups<'py>,
    arena: &mut Arena,
    call: &mut Call<'py>,
) -> Result<SmallVec<[WrittenResource; 1]>> {
    let mut written = SmallVec::new();
    for group in groups {
        written.push(write_resource_header(layout, group, arena, call)?);
    }
    Ok(written)
}

fn write_resource_header<'py>(
    layout: &Layout,
    group: ResourceGroup<'py>,
    arena: &mut Arena,
    call: &mut Call<'py>,
) -> Result<WrittenResource> {
    let mut scopes = SmallVec::new();
    for ScopeGroup { scope, records, numbers } in group.scopes {
        let header = match scope {
            Scope::Written(header) => header,
            Scope::Given(scope, origin) => write_scope_header(layout, scope.as_ref(), &origin, arena, call)?,
        };
        scopes.push(WrittenScope { header, records, numbers });
    }
    let resource = write_part(arena, call, &group.origin, 0, &mut |message, call| {
        message.nested(layout.resource, |resource| call.message(|call| write_resource(resource, &group.resource, call)))
    })?;
    let resource = match resource {
        Some(written) => written,
        None => empty(arena, layout.resource),
    };
    let schema_url = write_part(arena, call, &group.origin, 0, &mut |message, call| {
        write_resource_schema_url(message, layout.resource_schema_url, &group.resource, call)
    })?;
    Ok(WrittenResource { header: ResourceHeader { resource, schema_url }, scopes })
}

/// Writes a scope and its schema URL.
pub(crate) fn write_scope_header<'py>(
    layout: &Layout,
    scope: Option<&Bound<'py, PyAny>>,
    origin: &Origin,
    arena: &mut Arena,
    call: &mut Call<'py>,
) -> Result<ScopeHeader> {
    let mut header = None;
    let mut schema_url = None;
    if let Some(value) = scope {
        header = write_part(arena, call, origin, SCOPE_GROUP_DEPTH, &mut |message, call| {
            message.nested(layout.scope, |scope| call.message(|call| write_scope(scope, value, call)))
        })?;
        schema_url = write_part(arena, call, origin, SCOPE_GROUP_DEPTH, &mut |message, call| {
            write_scope_schema_url(message, layout.scope_schema_url, value, call)
        })?;
    }
    let scope = match header {
        Some(written) => written,
        None => empty(arena, layout.scope),
    };
    Ok(ScopeHeader { scope, schema_url })
}

/// Writes a part of a group; `None` where replace mode leaves it out.
fn write_part<'py>(
    arena: &mut Arena,
    call: &mut Call<'py>,
    origin: &Origin,
    depth: u32,
    write: &mut dyn FnMut(&mut Message<'_, Any>, &mut Call<'py>) -> Result<()>,
) -> Result<Option<Segment>> {
    call.begin_record(origin.record);
    let earlier = call.repairs.counts();
    let begin = arena.buffer().position();
    let mut message = Message::root_within(depth, arena.buffer());
    let mark = message.mark();
    let result = call.message(|call| write(&mut message, call));
    match fitting(&mut message, mark, call.mode, result) {
        Ok(()) => {
            call.repairs.leave(earlier, || origin.steps().collect());
            Ok(Some(arena.segment_from(begin)))
        }
        Err(error) => {
            arena.buffer().truncate(begin);
            leave_out(earlier, origin.steps().fold(error, Error::within), call)?;
            Ok(None)
        }
    }
}

/// An empty nested message.
fn empty<N>(arena: &mut Arena, field: Field<Any, Nested<N>>) -> Segment {
    arena.header(field, 0)
}
