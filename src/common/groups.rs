//! Grouping by resource, then scope, in order of first sight. What counts as equal is what Python says, by hash and `==` of the
//! objects; asking is put off until a second object appears, not done at all for an object seen before, and spared where the sdk
//! room can tell by itself.

use std::collections::HashMap;

use pyo3::prelude::*;
use smallvec::{SmallVec, smallvec};

use super::Call;
use super::equals::{Equals, FEW};
use super::request::{Origin, ResourceGroup, Scope, ScopeGroup};
use crate::error::{Error, Result};
use crate::sdk::likeness::Compared;
use crate::sdk::resource::InstrumentationScope;
use crate::wire::Segment;

/// The number of all that is no scope: one class, and no scope is equal to it.
const NO_SCOPE: usize = usize::MAX;

pub(crate) struct Groups<'py> {
    /// What a path to a record begins with.
    path_root: &'static str,
    resources: Equals<'py>,
    scopes: Equals<'py>,
    pub(crate) by_resource: SmallVec<[ResourceGroup<'py>; 1]>,
    places: Places,
    last: Option<Place>,
    recent: Recent,
}

/// Where the records of a resource and a scope go: the number of the resource group and of the scope group in it.
type Target = (usize, usize);

#[derive(Clone, Copy)]
struct Place {
    addresses: (usize, usize),
    target: Target,
    /// Whether the scope is one for good: of another class than the SDK's it is asked anew after each other.
    lasting: bool,
}

impl<'py> Groups<'py> {
    pub(crate) fn new(path_root: &'static str) -> Self {
        Self {
            path_root,
            resources: Equals::of(Compared::Resources),
            scopes: Equals::of(Compared::Scopes),
            by_resource: smallvec![],
            places: Places::default(),
            last: None,
            recent: Recent::default(),
        }
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
            Some(last) if last.addresses == addresses => last.target,
            _ => match self.recent.find(addresses) {
                Some(target) => target,
                None => self.find(resource, scope, call)?,
            },
        };
        if let Some(scopes) = self.by_resource.get_mut(group).and_then(|group| group.scopes.get_mut(inner)) {
            scopes.push(record, call);
        }
        Ok(())
    }

    #[inline(never)]
    fn find(
        &mut self,
        resource: &Bound<'py, PyAny>,
        scope: &Bound<'py, PyAny>,
        call: &mut Call<'py>,
    ) -> Result<Target> {
        let group = self.resources.class_of(resource, call).map_err(|error| error.at("resource"))?;
        if group == self.by_resource.len() {
            let origin = origin(self.path_root, "resource", call);
            self.by_resource.push(ResourceGroup { resource: resource.clone(), scopes: smallvec![], origin });
        }
        let class = self.scope_class(scope, call).map_err(|error| error.at("instrumentation_scope"))?;
        let Some(scopes) = self.by_resource.get_mut(group).map(|group| &mut group.scopes) else {
            return Ok((group, 0));
        };
        let inner = self.places.get_or_insert((group, class), scopes.len());
        if inner == scopes.len() {
            let scope = (class != NO_SCOPE).then(|| scope.clone());
            let scope = Scope::Given(scope, origin(self.path_root, "instrumentation_scope", call));
            scopes.push(ScopeGroup { scope, records: smallvec![], numbers: Vec::new() });
        }
        if class != NO_SCOPE {
            let addresses = (resource.as_ptr() as usize, scope.as_ptr() as usize);
            let lasting = InstrumentationScope::is_always_true(scope, &mut call.session);
            let place = Place { addresses, target: (group, inner), lasting };
            if let Some(last) = self.last.replace(place).filter(|last| last.lasting) {
                self.recent.keep(last);
            }
        }
        Ok((group, inner))
    }

    fn scope_class(&mut self, scope: &Bound<'py, PyAny>, call: &mut Call<'py>) -> Result<usize> {
        match InstrumentationScope::is_falsy(scope, &mut call.session) {
            Ok(true) => return Ok(NO_SCOPE),
            Ok(false) => {}
            Err(error) => call.must_repair(Error::from(error))?,
        }
        self.scopes.class_of(scope, call)
    }
}

/// The way to a member of the record at hand.
fn origin(path_root: &'static str, member: &'static str, call: &Call<'_>) -> Origin {
    let record = call.record();
    Origin { record, member, entries: [Some((path_root, record.unwrap_or(0))), None] }
}

/// Where pairs of objects seen lately go, each in one of the two slots that its addresses lead to. The objects are held by
/// `Equals`, so that no other object can take an address.
#[derive(Default)]
struct Recent {
    slots: Vec<[Option<Place>; 2]>,
}

impl Recent {
    const SLOTS: usize = 64;

    #[inline]
    fn find(&self, addresses: (usize, usize)) -> Option<Target> {
        let mut places = self.slots.get(Self::slot(addresses))?.iter().flatten();
        places.find(|place| place.addresses == addresses).map(|place| place.target)
    }

    fn keep(&mut self, place: Place) {
        if self.slots.is_empty() {
            self.slots.resize(Self::SLOTS, [None; 2]);
        }
        if let Some([first, second]) = self.slots.get_mut(Self::slot(place.addresses)) {
            *second = first.replace(place);
        }
    }

    /// The golden ratio spreads addresses, which differ in few bits.
    #[allow(clippy::cast_possible_truncation, reason = "six bits are left")]
    fn slot((resource, scope): (usize, usize)) -> usize {
        let mixed = (resource as u64).rotate_left(32) ^ scope as u64;
        (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - Self::SLOTS.ilog2())) as usize
    }
}

/// Which scope group of its resource a class of scopes has.
#[derive(Default)]
struct Places {
    few: SmallVec<[((usize, usize), usize); 1]>,
    many: HashMap<(usize, usize), usize>,
}

impl Places {
    fn get_or_insert(&mut self, key: (usize, usize), next: usize) -> usize {
        if let Some((_, inner)) = self.few.iter().find(|(seen, _)| *seen == key) {
            return *inner;
        }
        if self.few.len() < FEW {
            self.few.push((key, next));
            return next;
        }
        *self.many.entry(key).or_insert(next)
    }
}
