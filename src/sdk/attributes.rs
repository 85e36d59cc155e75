//! Attribute mappings: `BoundedAttributes`, plain dicts, and whatever else has `items()`.

#![allow(clippy::inline_always, reason = "a result that comes back through memory costs more than the code it saves")]

use pyo3::PyAny;
use pyo3::prelude::*;
use pyo3::types::PyType;

use super::names::{Member, Names};
use super::proof::Class;
use super::session::Session;
use crate::error::Result;
use crate::python::ignored::Ignore;
use crate::python::kind::{Kind, exact_kind};
use crate::python::once::Once;
use crate::python::threads::threads_run_freely;

/// The entries of an attribute mapping.
pub(crate) enum Entries<'py> {
    /// An exact dict that may be walked in place, as long as no Python code runs.
    Dict(Bound<'py, PyAny>),
    /// Anything else: to be asked for its truth and its `items()`.
    Mapping(Bound<'py, PyAny>),
}

/// A mapping and, where it is known without asking its owner, how many attributes were dropped.
pub(crate) struct Attributes<'py> {
    pub(crate) entries: Entries<'py>,
    pub(crate) dropped: Dropped<'py>,
}

pub(crate) enum Dropped<'py> {
    None,
    Count(Bound<'py, PyAny>),
    /// The owner's public property says.
    AskOwner,
}

/// What may have lost some of its elements.
pub(crate) trait Drops<'py> {
    /// Whether it is known that nothing was dropped.
    fn dropped_nothing(&self, session: &Session<'py>) -> bool;

    /// How many were dropped; `owner` is whose elements these are. `None` stands for zero.
    fn dropped_by(&self, owner: &Bound<'py, PyAny>, session: &Session<'py>) -> Result<Option<Member<'py>>>;
}

impl<'py> Drops<'py> for Attributes<'py> {
    #[inline(always)]
    fn dropped_nothing(&self, session: &Session<'py>) -> bool {
        match &self.dropped {
            Dropped::None => true,
            Dropped::Count(count) => session.is_zero(count),
            Dropped::AskOwner => false,
        }
    }

    fn dropped_by(&self, owner: &Bound<'py, PyAny>, session: &Session<'py>) -> Result<Option<Member<'py>>> {
        let name = &session.names.dropped_attributes;
        match &self.dropped {
            Dropped::None => Ok(None),
            Dropped::Count(count) => Ok(Some(Member { name: name.text, value: count.clone() })),
            Dropped::AskOwner => name.of(owner).map(Some),
        }
    }
}

impl<'py> Attributes<'py> {
    /// What a private member holds, where a public property would only hand it on.
    #[inline(always)]
    pub(crate) fn of_private(value: Bound<'py, PyAny>, session: &mut Session<'py>) -> Option<Self> {
        match exact_kind(value.as_borrowed()) {
            Kind::Dict => Some(Self { entries: Entries::walkable(value)?, dropped: Dropped::None }),
            _ if session.allow(Class::BoundedAttributes, &value) => {
                let names = session.names;
                let dropped = names.dropped.of_proven(&value)?;
                let entries = Entries::of_bounded(&value, session.names)?;
                Some(Self { entries, dropped: Dropped::Count(dropped) })
            }
            _ => None,
        }
    }

    /// What a public member holds.
    #[inline]
    pub(crate) fn of_public(value: Bound<'py, PyAny>, session: &mut Session<'py>) -> Self {
        Self { entries: Entries::of(value, session), dropped: Dropped::AskOwner }
    }
}

impl<'py> Entries<'py> {
    /// The entries of any attribute mapping, as it stands in a public member.
    #[inline]
    pub(crate) fn of(value: Bound<'py, PyAny>, session: &mut Session<'py>) -> Self {
        let walkable = match exact_kind(value.as_borrowed()) {
            Kind::Dict => Self::walkable(value.clone()),
            Kind::Other if session.allow(Class::BoundedAttributes, &value) => Self::of_bounded(&value, session.names),
            _ => None,
        };
        walkable.unwrap_or(Self::Mapping(value))
    }

    /// The dict inside a `BoundedAttributes`. Up to 1.44 it turns into an `OrderedDict` on the first overflow: that one is
    /// copied, since its `items()` are Python code, during which other threads go on to drop and add attributes of a live span.
    #[inline(always)]
    fn of_bounded(value: &Bound<'py, PyAny>, names: &Names) -> Option<Self> {
        let dict = names._dict.of_proven(value)?;
        match exact_kind(dict.as_borrowed()) {
            Kind::Dict => Self::walkable(dict),
            _ => copy_of_ordered_dict(&dict).map(Self::Mapping),
        }
    }

    /// Where threads run freely a copy is walked, which is made while the dict is locked.
    #[inline(always)]
    fn walkable(dict: Bound<'py, PyAny>) -> Option<Self> {
        if threads_run_freely() {
            let copy = dict.cast::<pyo3::types::PyDict>().ok()?.copy().ignoring(dict.py())?;
            return Some(Self::Dict(copy.into_any()));
        }
        Some(Self::Dict(dict))
    }
}

/// Of an exact `OrderedDict`, past any attribute of the instance.
#[cold]
fn copy_of_ordered_dict<'py>(value: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    static ORDERED_DICT: Once<Py<PyType>> = Once::new();
    let py = value.py();
    let class = ORDERED_DICT.class(py, "collections", "OrderedDict").ignoring(py)?;
    if !value.get_type().is(class) {
        return None;
    }
    class.call_method1(pyo3::intern!(py, "copy"), (value,)).ignoring(py)
}
