//! Splitting a request that would be too large. Everything is written already, whole and once: the records are found again by their
//! tags and lengths, and each part repeats the headers of the groups it continues. Order is kept, nothing is written twice and
//! nothing is lost, but a record that is too large by itself.

use pyo3::Borrowed;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use smallvec::{SmallVec, smallvec};

use super::Call;
use super::assembly::{self, WrittenResource, WrittenScope, assemble};
use super::request::{Layout, ScopeHeader};
use crate::error::{Error, Reason, Result, Step};
use crate::wire::{Arena, Segment, nested_length};

/// How large a request may be: a positive number of bytes.
#[derive(Clone, Copy)]
pub(crate) struct MaxBytes(pub(super) usize);

impl<'py> FromPyObject<'_, 'py> for MaxBytes {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match number.extract::<usize>() {
            Ok(bytes) if bytes > 0 => Ok(Self(bytes)),
            Err(error) if error.is_instance_of::<PyTypeError>(number.py()) => Err(error),
            _ => Err(PyValueError::new_err("max_bytes must be a positive number")),
        }
    }
}

/// A record in parts: what comes before the elements that can be spread over several requests, the elements, and what comes after.
pub(crate) struct Division {
    /// Fields before the message that holds the elements.
    pub(crate) before: Segment,
    /// The tag of that message.
    pub(crate) tag: Segment,
    pub(crate) elements: Vec<Segment>,
    /// Its fields after the elements.
    pub(crate) after: Segment,
}

/// The groups as requests of at most `limit` bytes each; none where there is nothing to send.
pub(super) fn split<'py>(
    layout: &Layout,
    groups: &[WrittenResource],
    limit: usize,
    arena: &mut Arena,
    call: &mut Call<'py>,
) -> Result<Vec<Bound<'py, PyBytes>>> {
    if !groups.is_empty() && !arena.failed() && assembly::length(layout, groups) <= limit {
        return Ok(vec![assemble(layout, groups, arena, call)?]);
    }
    let mut parts = Parts { layout, limit, done: Vec::new(), open: Part::default() };
    for (group, resource) in groups.iter().enumerate() {
        if resource.scopes.is_empty() {
            parts.add_header((group, None), resource, arena, call)?;
        }
        for (number, scope) in resource.scopes.iter().enumerate() {
            let place = (group, Some(number));
            if scope.records.is_empty() {
                parts.add_header(place, resource, arena, call)?;
            }
            let records: Vec<Segment> = scope.records.iter().flat_map(|segment| arena.fields_in(*segment)).collect();
            for (position, record) in records.into_iter().enumerate() {
                call.begin_record(scope.numbers.get(position).copied());
                parts.add(place, resource, record, arena, call)?;
            }
        }
    }
    parts.close(arena, call)?;
    Ok(parts.done)
}

/// The number of a resource group, and of a scope group in it.
type Place = (usize, Option<usize>);

struct Parts<'l, 'py> {
    layout: &'l Layout,
    limit: usize,
    done: Vec<Bound<'py, PyBytes>>,
    open: Part,
}

/// The request that is being filled.
#[derive(Default)]
struct Part {
    groups: Vec<WrittenResource>,
    last: Option<Place>,
    /// The length of the resource groups before the last one, of the last one but for its last scope group, and of that.
    finished: usize,
    resource: usize,
    scope: usize,
}

impl<'py> Parts<'_, 'py> {
    /// Adds a record, in the part at hand or else in the next one, whole where that is possible.
    fn add(
        &mut self,
        place: Place,
        from: &WrittenResource,
        record: Segment,
        arena: &mut Arena,
        call: &mut Call<'py>,
    ) -> Result<()> {
        if self.make_room(place, from, record.len(), arena, call)? {
            self.open.push(self.layout, place, from, &[record]);
            return Ok(());
        }
        match (self.layout.divide)(record, arena) {
            Some(division) => self.add_divided(place, from, &division, arena, call),
            None => self.leave_out(call),
        }
    }

    /// Adds a group without records.
    fn add_header(
        &mut self,
        place: Place,
        from: &WrittenResource,
        arena: &mut Arena,
        call: &mut Call<'py>,
    ) -> Result<()> {
        call.begin_record(None);
        if self.make_room(place, from, 0, arena, call)? {
            self.open.push(self.layout, place, from, &[]);
            return Ok(());
        }
        self.leave_out(call)
    }

    /// Spreads the elements of a record over as many parts as it takes.
    fn add_divided(
        &mut self,
        place: Place,
        from: &WrittenResource,
        division: &Division,
        arena: &mut Arena,
        call: &mut Call<'py>,
    ) -> Result<()> {
        let mut pending: Vec<Segment> = Vec::new();
        let mut pending_length = 0;
        for element in &division.elements {
            if !self.open.fits(
                self.layout,
                place,
                from,
                division.length(self.layout, pending_length + element.len()),
                self.limit,
            ) {
                self.push_divided(place, from, division, &mut pending, arena);
                self.close(arena, call)?;
                pending_length = 0;
                if !self.open.fits(self.layout, place, from, division.length(self.layout, element.len()), self.limit) {
                    self.leave_out(call)?;
                    continue;
                }
            }
            pending.push(*element);
            pending_length += element.len();
        }
        self.push_divided(place, from, division, &mut pending, arena);
        Ok(())
    }

    fn push_divided(
        &mut self,
        place: Place,
        from: &WrittenResource,
        division: &Division,
        elements: &mut Vec<Segment>,
        arena: &mut Arena,
    ) {
        if elements.is_empty() {
            return;
        }
        let holder = elements.iter().map(|element| element.len()).sum::<usize>() + division.after.len();
        let length_of_holder = arena.length_prefix(holder);
        let record = division.before.len() + division.tag.len() + length_of_holder.len() + holder;
        let mut pieces =
            vec![arena.header(self.layout.record, record), division.before, division.tag, length_of_holder];
        pieces.append(elements);
        pieces.push(division.after);
        self.open.push(self.layout, place, from, &pieces);
    }

    /// Whether there is room for `length` bytes at a place, if need be after closing the part at hand.
    fn make_room(
        &mut self,
        place: Place,
        from: &WrittenResource,
        length: usize,
        arena: &mut Arena,
        call: &mut Call<'py>,
    ) -> Result<bool> {
        if self.open.fits(self.layout, place, from, length, self.limit) {
            return Ok(true);
        }
        self.close(arena, call)?;
        Ok(self.open.fits(self.layout, place, from, length, self.limit))
    }

    fn close(&mut self, arena: &mut Arena, call: &mut Call<'py>) -> Result<()> {
        let part = std::mem::take(&mut self.open);
        if !part.groups.is_empty() {
            self.done.push(assemble(self.layout, &part.groups, arena, call)?);
        }
        Ok(())
    }

    fn leave_out(&self, call: &mut Call<'py>) -> Result<()> {
        let number = call.record().unwrap_or(0);
        let error = Error::new(Reason::OverLimit { limit: self.limit });
        call.bad_part(error.within(Step::Index(number)).at(self.layout.records))
    }
}

impl Part {
    fn fits(&self, layout: &Layout, place: Place, from: &WrittenResource, more: usize, limit: usize) -> bool {
        let mut grown = self.lengths();
        grown.enter(layout, self.last, place, from);
        grown.scope += more;
        grown.total(layout) <= limit
    }

    fn lengths(&self) -> Lengths {
        Lengths { finished: self.finished, resource: self.resource, scope: self.scope, last: self.last }
    }

    fn push(&mut self, layout: &Layout, place: Place, from: &WrittenResource, pieces: &[Segment]) {
        let mut grown = self.lengths();
        grown.enter(layout, self.last, place, from);
        grown.scope += pieces.iter().map(|piece| piece.len()).sum::<usize>();
        (self.finished, self.resource, self.scope) = (grown.finished, grown.resource, grown.scope);
        if self.last.map(|last| last.0) != Some(place.0) {
            self.groups.push(WrittenResource { header: from.header, scopes: smallvec![] });
        }
        if let (Some(group), Some(number)) = (self.groups.last_mut(), place.1) {
            if self.last != Some(place) {
                group.scopes.extend(from.scopes.get(number).map(WrittenScope::without_records));
            }
            if let Some(scope) = group.scopes.last_mut() {
                scope.records.extend_from_slice(pieces);
            }
        }
        self.last = Some(place);
    }
}

impl WrittenScope {
    fn without_records(&self) -> Self {
        Self { header: self.header, records: SmallVec::new(), numbers: Vec::new() }
    }
}

/// How long a part is, level by level.
struct Lengths {
    finished: usize,
    resource: usize,
    scope: usize,
    last: Option<Place>,
}

impl Lengths {
    /// The headers of the place, where the part does not stand in it already.
    fn enter(&mut self, layout: &Layout, last: Option<Place>, place: Place, from: &WrittenResource) {
        if last == Some(place) {
            return;
        }
        self.resource = self.resource_length(layout);
        if last.map(|last| last.0) != Some(place.0) {
            self.finished = self.total_of_finished(layout);
            self.resource = from.header.length();
        }
        let header = place.1.and_then(|number| from.scopes.get(number)).map(|scope| scope.header);
        self.scope = header.map_or(0, |header: ScopeHeader| header.length());
        self.last = Some(place);
    }

    /// The last resource group with its last scope group.
    fn resource_length(&self, layout: &Layout) -> usize {
        let scope = self.last.and_then(|last| last.1).map_or(0, |_| nested_length(layout.scope_group, self.scope));
        self.resource + scope
    }

    fn total_of_finished(&self, layout: &Layout) -> usize {
        self.finished + self.last.map_or(0, |_| nested_length(layout.resource_group, self.resource))
    }

    fn total(&self, layout: &Layout) -> usize {
        self.finished + nested_length(layout.resource_group, self.resource_length(layout))
    }
}

impl Division {
    /// How long the record is with elements of this length.
    fn length(&self, layout: &Layout, elements: usize) -> usize {
        let holder = elements + self.after.len();
        let field = self.tag.len() + crate::wire::varint_length(holder) + holder;
        nested_length(layout.record, self.before.len() + field)
    }
}
