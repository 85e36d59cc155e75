//! Grouping by resource, then scope, in order of first sight. What counts as equal is what Python says, by hash and `==` of the
//! objects; asking is put off until a second object appears, and not done at all for an object seen before.

use std::collections::HashMap;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use smallvec::{SmallVec, smallvec};

use super::Call;
use super::request::{Origin, ResourceGroup, Scope, ScopeGroup};
use crate::error::{Error, Result, Step};
use crate::sdk::Session;
use crate::sdk::resource::{InstrumentationScope, Resource};
use crate::wire::Segment;

/// Up to this many objects or pairs are found by looking at all of them.
const FEW: usize = 32;

pub(crate) struct Groups<'py> {
    /// What a path to a record begins with.
    path_root: &'static str,
    resources: Equals<'py>,
    scopes: Equals<'py>,
    /// The scope objects of each group by number of their equality class, and the group itself.
    pub(crate) groups: SmallVec<[ResourceGroup<'py>; 1]>,
    scope_classes: SmallVec<[SmallVec<[(usize, usize); 1]>; 1]>,
    last: Option<Place>,
}

#[derive(Clone, Copy)]
struct Place {
    resource: usize,
    scope: usize,
    group: (usize, usize),
}

impl<'py> Groups<'py> {
    pub(crate) fn new(path_root: &'static str) -> Self {
        let (resources, scopes) = (Equals::default(), Equals::default());
        Self { path_root, resources, scopes, groups: smallvec![], scope_classes: smallvec![], last: None }
    }

    /// Puts a written record into the group of its resource and scope.
    #[inline]
    pub(crate) fn add(
        &mut self,
        resource: &Bound<'py, PyAny>,
        scope: &Bound<'py, PyAny>,
        record: Segment,
        call: &mut Call<'py>,
    ) -> Result<()> {
        let addresses = (resource.as_ptr() as usize, scope.as_ptr() as usize);
        let (group, inner) = match self.last {
            Some(last) if (last.resource, last.scope) == addresses => last.group,
            _ => self.find(resource, scope, call)?,
        };
        if let Some(scopes) = self.groups.get_mut(group).and_then(|group| group.scopes.get_mut(inner)) {
            scopes.push(record);
        }
        Ok(())
    }

    #[inline(never)]
    fn find(
        &mut self,
        resource: &Bound<'py, PyAny>,
        scope: &Bound<'py, PyAny>,
        call: &mut Call<'py>,
    ) -> Result<(usize, usize)> {
        let group =
            self.resources.class_of(resource, call, Resource::surely_differ).map_err(|error| error.at("resource"))?;
        if group == self.groups.len() {
            let origin = origin(self.path_root, "resource", call);
            self.groups.push(ResourceGroup { resource: resource.clone(), scopes: smallvec![], origin });
            self.scope_classes.push(smallvec![]);
        }
        let falsy = InstrumentationScope::is_falsy(scope, &mut call.session);
        let falsy = falsy.map_err(|error| Error::from(error).at("instrumentation_scope"))?;
        // All that is no scope is one class, and no scope is equal to it.
        let class = if falsy {
            usize::MAX
        } else {
            self.scopes.class_of(scope, call, |_, _, _| false).map_err(|error| error.at("instrumentation_scope"))?
        };
        let classes = &mut self.scope_classes[group];
        let scopes = &mut self.groups[group].scopes;
        let inner = match classes.iter().find(|(seen, _)| *seen == class) {
            Some(&(_, inner)) => inner,
            None => {
                let scope = (!falsy).then(|| scope.clone());
                let scope = Scope::Given(scope, origin(self.path_root, "instrumentation_scope", call));
                scopes.push(ScopeGroup { scope, records: smallvec![] });
                classes.push((class, scopes.len() - 1));
                scopes.len() - 1
            }
        };
        if !falsy {
            let (resource, scope) = (resource.as_ptr() as usize, scope.as_ptr() as usize);
            self.last = Some(Place { resource, scope, group: (group, inner) });
        }
        Ok((group, inner))
    }
}

/// The way to a member of the record at hand.
fn origin(path_root: &'static str, member: &'static str, call: &Call<'_>) -> Origin {
    let record = call.record();
    let way = [Step::Member(member), Step::Index(record.unwrap_or(0)), Step::Member(path_root)];
    Origin { record, way: way.into() }
}

/// Objects in classes of equals, numbered in order of first sight.
#[derive(Default)]
struct Equals<'py> {
    /// Every object seen, with its class; held, so that no other object can take an address.
    seen: SmallVec<[(Bound<'py, PyAny>, usize); 1]>,
    by_address: HashMap<usize, usize>,
    /// The first object of each class, and how many of them `by_equality` holds.
    firsts: SmallVec<[Bound<'py, PyAny>; 1]>,
    indexed: usize,
    by_equality: Option<Bound<'py, PyDict>>,
}

type SurelyDiffer<'py> = fn(&Bound<'py, PyAny>, &Bound<'py, PyAny>, &mut Session<'py>) -> bool;

impl<'py> Equals<'py> {
    fn class_of(
        &mut self,
        value: &Bound<'py, PyAny>,
        call: &mut Call<'py>,
        surely_differ: SurelyDiffer<'py>,
    ) -> Result<usize> {
        if let Some(class) = self.class_by_address(value) {
            return Ok(class);
        }
        let class = if self.firsts.is_empty() { None } else { self.class_by_equality(value, call, surely_differ)? };
        let class = class.unwrap_or_else(|| {
            self.firsts.push(value.clone());
            self.firsts.len() - 1
        });
        self.seen.push((value.clone(), class));
        if self.seen.len() > FEW {
            let unindexed = self.seen.iter().skip(self.by_address.len());
            self.by_address.extend(unindexed.map(|(seen, class)| (seen.as_ptr() as usize, *class)));
        }
        Ok(class)
    }

    fn class_by_address(&self, value: &Bound<'py, PyAny>) -> Option<usize> {
        if self.seen.len() <= FEW {
            return self.seen.iter().find(|(seen, _)| seen.is(value)).map(|&(_, class)| class);
        }
        self.by_address.get(&(value.as_ptr() as usize)).copied()
    }

    /// One hash of the SDK's `Resource` costs some 43,000 instructions: with few of them, comparing is cheaper.
    fn class_by_equality(
        &mut self,
        value: &Bound<'py, PyAny>,
        call: &mut Call<'py>,
        surely_differ: SurelyDiffer<'py>,
    ) -> PyResult<Option<usize>> {
        if self.firsts.len() <= FEW && self.firsts.iter().all(|first| surely_differ(first, value, &mut call.session)) {
            return Ok(None);
        }
        let by_equality = self.by_equality.get_or_insert_with(|| PyDict::new(call.py));
        for (class, first) in self.firsts.iter().enumerate().skip(self.indexed) {
            by_equality.set_item(first, class)?;
            self.indexed = class + 1;
        }
        by_equality.get_item(value)?.map(|class| class.extract()).transpose()
    }
}
