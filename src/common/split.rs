//! Splitting a request that would be too large. Everything is written already, whole and once: the records are found again by their
//! tags and lengths, and each part repeats the headers of the groups it continues. Order is kept, nothing is written twice and
//! nothing is lost, but a record that is too large by itself.

use pyo3::Borrowed;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::Call;
use super::assembly::{self, WrittenResource, assemble};
use super::part::{Part, Place};
use super::request::Layout;
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

struct Parts<'l, 'py> {
    layout: &'l Layout,
    limit: usize,
    done: Vec<Bound<'py, PyBytes>>,
    open: Part,
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
            if !self.fits(place, from, division.length(self.layout, pending_length + element.len())) {
                self.push_divided(place, from, division, &mut pending, arena);
                self.close(arena, call)?;
                pending_length = 0;
                if !self.fits(place, from, division.length(self.layout, element.len())) {
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
        if self.fits(place, from, length) {
            return Ok(true);
        }
        self.close(arena, call)?;
        Ok(self.fits(place, from, length))
    }

    fn fits(&self, place: Place, from: &WrittenResource, more: usize) -> bool {
        self.open.fits(self.layout, place, from, more, self.limit)
    }

    fn close(&mut self, arena: &mut Arena, call: &mut Call<'py>) -> Result<()> {
        let groups = std::mem::take(&mut self.open).into_groups();
        if !groups.is_empty() {
            self.done.push(assemble(self.layout, &groups, arena, call)?);
        }
        Ok(())
    }

    fn leave_out(&self, call: &mut Call<'py>) -> Result<()> {
        let number = call.record().unwrap_or(0);
        let error = Error::new(Reason::OverLimit { limit: self.limit });
        call.bad_part(error.within(Step::Index(number)).at(self.layout.records))
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
