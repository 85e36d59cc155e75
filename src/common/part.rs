//! A request that is being filled, and how long it is so far.

use smallvec::{SmallVec, smallvec};

use super::assembly::{WrittenResource, WrittenScope};
use super::request::{Layout, ScopeHeader};
use crate::wire::{Segment, nested_length};

/// The number of a resource group, and of a scope group in it.
pub(super) type Place = (usize, Option<usize>);

#[derive(Default)]
pub(super) struct Part {
    groups: Vec<WrittenResource>,
    lengths: Lengths,
}

impl Part {
    /// Whether the request keeps to the limit with so many bytes more at a place.
    pub(super) fn fits(
        &self,
        layout: &Layout,
        place: Place,
        from: &WrittenResource,
        more: usize,
        limit: usize,
    ) -> bool {
        self.lengths.with(layout, place, from, more).total(layout) <= limit
    }

    pub(super) fn push(&mut self, layout: &Layout, place: Place, from: &WrittenResource, pieces: &[Segment]) {
        let before = self.lengths.last;
        self.lengths = self.lengths.with(layout, place, from, pieces.iter().map(|piece| piece.len()).sum());
        if before.map(|last| last.0) != Some(place.0) {
            self.groups.push(WrittenResource { header: from.header, scopes: smallvec![] });
        }
        if let (Some(group), Some(number)) = (self.groups.last_mut(), place.1) {
            if before != Some(place) {
                group.scopes.extend(from.scopes.get(number).map(WrittenScope::without_records));
            }
            if let Some(scope) = group.scopes.last_mut() {
                scope.records.extend_from_slice(pieces);
            }
        }
    }

    pub(super) fn into_groups(self) -> Vec<WrittenResource> {
        self.groups
    }
}

impl WrittenScope {
    fn without_records(&self) -> Self {
        Self { header: self.header, records: SmallVec::new(), numbers: Vec::new() }
    }
}

/// How long a part is, level by level.
#[derive(Clone, Copy, Default)]
struct Lengths {
    last: Option<Place>,
    /// The length of the resource groups before the last one, of the last one but for its last scope group, and of that.
    finished: usize,
    resource: usize,
    scope: usize,
}

impl Lengths {
    /// With so many bytes more at a place, and with its headers, where the part does not stand in it already.
    fn with(mut self, layout: &Layout, place: Place, from: &WrittenResource, more: usize) -> Self {
        if self.last != Some(place) {
            self.resource = self.resource_length(layout);
            if self.last.map(|last| last.0) != Some(place.0) {
                self.finished += self.last.map_or(0, |_| nested_length(layout.resource_group, self.resource));
                self.resource = from.header.length();
            }
            let header = place.1.and_then(|number| from.scopes.get(number)).map(|scope| scope.header);
            self.scope = header.map_or(0, |header: ScopeHeader| header.length());
            self.last = Some(place);
        }
        self.scope += more;
        self
    }

    /// The last resource group with its last scope group.
    fn resource_length(&self, layout: &Layout) -> usize {
        let scope = self.last.and_then(|last| last.1).map_or(0, |_| nested_length(layout.scope_group, self.scope));
        self.resource + scope
    }

    fn total(&self, layout: &Layout) -> usize {
        self.finished + nested_length(layout.resource_group, self.resource_length(layout))
    }
}
