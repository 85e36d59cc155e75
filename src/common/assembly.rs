//! Putting a request together once everything in it is written: headers around the segments, lengths from the inside out. Each
//! byte is copied once.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use smallvec::SmallVec;

use super::Call;
use super::request::{Layout, ScopeHeader};
use crate::error::{Error, Reason, Result};
use crate::python::bytes_of_pieces;
use crate::wire::{Arena, Segment, fits, nested_length};

/// A resource group, all parts of which are written.
#[derive(Clone)]
pub(super) struct WrittenResource {
    pub(super) header: ResourceHeader,
    pub(super) scopes: SmallVec<[WrittenScope; 1]>,
}

/// A scope group, all parts of which are written.
#[derive(Clone)]
pub(super) struct WrittenScope {
    pub(super) header: ScopeHeader,
    pub(super) records: SmallVec<[Segment; 2]>,
    pub(super) numbers: Vec<usize>,
}

/// What a resource group begins and ends with.
#[derive(Clone, Copy)]
pub(super) struct ResourceHeader {
    pub(super) resource: Segment,
    pub(super) schema_url: Option<Segment>,
}

impl ResourceHeader {
    pub(super) fn length(&self) -> usize {
        self.resource.len() + self.schema_url.map_or(0, Segment::len)
    }
}

impl ScopeHeader {
    pub(super) fn length(&self) -> usize {
        self.scope.len() + self.schema_url.map_or(0, Segment::len)
    }
}

type Pieces = SmallVec<[Segment; 16]>;

/// The request as `bytes`.
pub(super) fn assemble<'py>(
    layout: &Layout,
    groups: &[WrittenResource],
    arena: &mut Arena,
    call: &mut Call<'py>,
) -> Result<Bound<'py, PyBytes>> {
    let mut pieces = Pieces::new();
    let mut length = 0;
    for group in groups {
        length += lay_out_resource(layout, group, &mut pieces, arena);
    }
    if !fits(length) || arena.failed() {
        call.begin_record(None);
        return Err(Error::new(Reason::TooLarge).at(layout.records));
    }
    let arena = &*arena;
    Ok(bytes_of_pieces(call.py, length, pieces.iter().map(|piece| arena.bytes(*piece)))?)
}

/// How long the request will be.
pub(super) fn length(layout: &Layout, groups: &[WrittenResource]) -> usize {
    let length_of = |group: &WrittenResource| {
        let scopes = group.scopes.iter().map(|scope| nested_length(layout.scope_group, content_length(scope)));
        nested_length(layout.resource_group, group.header.length() + scopes.sum::<usize>())
    };
    groups.iter().map(length_of).sum()
}

fn content_length(group: &WrittenScope) -> usize {
    group.header.length() + group.records.iter().map(|record| record.len()).sum::<usize>()
}

fn lay_out_resource(layout: &Layout, group: &WrittenResource, pieces: &mut Pieces, arena: &mut Arena) -> usize {
    let first = pieces.len();
    pieces.extend([group.header.resource; 2]);
    let mut length = group.header.length();
    for scope in &group.scopes {
        length += lay_out_scope(layout, scope, pieces, arena);
    }
    pieces.extend(group.header.schema_url);
    // Known only now, in the place kept for it.
    if let Some(header) = pieces.get_mut(first) {
        *header = arena.header(layout.resource_group, length);
    }
    nested_length(layout.resource_group, length)
}

fn lay_out_scope(layout: &Layout, group: &WrittenScope, pieces: &mut Pieces, arena: &mut Arena) -> usize {
    let length = content_length(group);
    pieces.push(arena.header(layout.scope_group, length));
    pieces.push(group.header.scope);
    pieces.extend_from_slice(&group.records);
    pieces.extend(group.header.schema_url);
    nested_length(layout.scope_group, length)
}
