//! From `MetricsData` to its metrics. The SDK has grouped them already: each entry becomes one group, in the order given, also
//! where two resources or scopes are equal.
//!
//! Read in the reference's order: a scope, then its metrics; the resources when all metrics are written.

use pyo3::prelude::*;
use smallvec::{SmallVec, smallvec};

use super::Metrics;
use super::metric::{key_of, write_metric};
use crate::common::elements::leave_out;
use crate::common::request::{self, Origin, ResourceGroup, Scope, ScopeGroup, ScopeHeader};
use crate::common::{Call, Signal};
use crate::error::{Error, Result, Step};
use crate::python::iterate;
use crate::sdk::Member;
use crate::sdk::metric::{MetricsData, ResourceMetrics, ScopeMetrics};
use crate::wire::Arena;

type Groups<'py> = SmallVec<[ResourceGroup<'py>; 1]>;

/// Writes all metrics, in groups.
pub(super) fn write_data<'py>(
    data: &Bound<'py, PyAny>,
    arena: &mut Arena,
    call: &mut Call<'py>,
) -> Result<Groups<'py>> {
    let entries = MetricsData::new(data, &mut call.session).resource_metrics();
    let mut walk = Walk { groups: smallvec![], metrics: 0, arena };
    each(None, entries, call, |entry, place, call| walk.write_resource_metrics(entry, place, call))?;
    Ok(walk.groups)
}

struct Walk<'a, 'py> {
    groups: Groups<'py>,
    /// How many metrics came before.
    metrics: usize,
    arena: &'a mut Arena,
}

impl<'py> Walk<'_, 'py> {
    fn write_resource_metrics(
        &mut self,
        entry: &Bound<'py, PyAny>,
        place: Place<'_>,
        call: &mut Call<'py>,
    ) -> Result<()> {
        let entry = ResourceMetrics::new(entry, &mut call.session);
        let resource = match entry.resource() {
            Ok(resource) => resource,
            Err(error) => return bad_entry(error, Some(place), call),
        };
        let origin = place.origin(resource.name);
        self.groups.push(ResourceGroup { resource: resource.value, scopes: smallvec![], origin });
        each(Some(place), entry.scope_metrics(), call, |entry, place, call| {
            self.write_scope_metrics(entry, place, call)
        })
    }

    fn write_scope_metrics(&mut self, entry: &Bound<'py, PyAny>, place: Place<'_>, call: &mut Call<'py>) -> Result<()> {
        let entry = ScopeMetrics::new(entry, &mut call.session);
        let scope = match entry.scope() {
            Ok(scope) => scope,
            Err(error) => return bad_entry(error, Some(place), call),
        };
        let header = self.write_scope(&scope, place, call)?;
        let group = ScopeGroup { scope: Scope::Written(header), records: smallvec![], numbers: Vec::new() };
        if let Some(last) = self.groups.last_mut() {
            last.scopes.push(group);
        }
        each(Some(place), entry.metrics(), call, |metric, _, call| self.add_metric(metric, call))
    }

    /// Unlike a span or log record, a metric must have a scope.
    fn write_scope(&mut self, scope: &Member<'py>, place: Place<'_>, call: &mut Call<'py>) -> Result<ScopeHeader> {
        let given = (!scope.is_none()).then_some(&scope.value);
        if given.is_none() {
            bad_entry(Error::wrong_type("a scope", scope).at(scope.name), Some(place), call)?;
        }
        request::write_scope_header(Metrics::LAYOUT, given, &place.origin(scope.name), self.arena, call)
    }

    fn add_metric(&mut self, metric: &Bound<'py, PyAny>, call: &mut Call<'py>) -> Result<()> {
        let index = self.metrics;
        self.metrics += 1;
        call.begin_record(Some(index));
        let earlier = call.repairs.counts();
        let written =
            request::write_record::<Metrics>(self.arena, call, |message, call| write_metric(message, metric, call));
        let key = || key_of(metric, &call.session).map_or(Step::Index(index), Step::Key);
        match written {
            Ok(record) => {
                call.repairs.leave(earlier, || vec![key(), Step::Member("metrics")]);
                if let Some(scope) = self.groups.last_mut().and_then(|group| group.scopes.last_mut()) {
                    scope.push(record, call);
                }
                call.turn.wrote(0, call.py)
            }
            Err(error) => {
                let error = error.within(key()).at("metrics");
                leave_out(earlier, error, call)
            }
        }
    }
}

/// An entry of `MetricsData`: an item of a member of another entry.
#[derive(Clone, Copy)]
struct Place<'p> {
    owner: Option<&'p Place<'p>>,
    member: &'static str,
    index: usize,
}

impl Place<'_> {
    fn locate(&self, error: Error) -> Error {
        let error = error.within(Step::Index(self.index)).at(self.member);
        match self.owner {
            Some(owner) => owner.locate(error),
            None => error,
        }
    }

    /// The way to a member of this entry.
    fn origin(&self, member: &'static str) -> Origin {
        let entry = |place: &Place<'_>| (place.member, place.index);
        Origin { record: None, member, entries: [Some(entry(self)), self.owner.map(entry)] }
    }
}

/// Hands each item of a member of `owner` to `write`, with its place.
fn each<'py>(
    owner: Option<Place<'_>>,
    items: Result<Member<'py>>,
    call: &mut Call<'py>,
    mut write: impl FnMut(&Bound<'py, PyAny>, Place<'_>, &mut Call<'py>) -> Result<()>,
) -> Result<()> {
    let opened = items.and_then(|items| match iterate::items(&items) {
        Ok(iterator) => Ok((items.name, iterator)),
        Err(error) => Err(Error::from(error).at(items.name)),
    });
    let (member, iterator) = match opened {
        Ok(opened) => opened,
        Err(error) => return bad_entry(error, owner, call),
    };
    for (index, item) in iterator.enumerate() {
        match item {
            Ok(item) => write(&item, Place { owner: owner.as_ref(), member, index }, call)?,
            Err(error) => {
                return bad_entry(Error::from(error).within(Step::Index(index)).at(member), owner, call);
            }
        }
    }
    Ok(())
}

/// What cannot be read of an entry is left out in replace mode; what is no `MetricsData` raises.
#[cold]
fn bad_entry(error: Error, owner: Option<Place<'_>>, call: &mut Call<'_>) -> Result<()> {
    call.begin_record(None);
    match owner {
        Some(place) => call.bad_part(place.locate(error)),
        None => Err(error),
    }
}
