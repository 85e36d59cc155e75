//! The events or links of a span, in the list that the SDK keeps them in or in what a public property returns.

#![allow(clippy::inline_always, reason = "a result that comes back through memory costs more than the code it saves")]

use pyo3::PyAny;
use pyo3::prelude::*;
use smallvec::SmallVec;

use super::attributes::Drops;
use super::names::{Member, Name};
use super::proof::Class;
use super::session::Session;
use crate::error::{Error, Result};
use crate::python::iterate;
use crate::python::sequence;

/// Events or links: what to read and how many were dropped.
pub(crate) struct Elements<'py> {
    source: Source<'py>,
    name: &'static str,
    dropped_name: &'static Name,
}

enum Source<'py> {
    /// The deque of a `BoundedList`, and its count.
    Deque { deque: Bound<'py, PyAny>, dropped: Bound<'py, PyAny> },
    /// What the public property returned.
    Public(Member<'py>),
}

impl<'py> Elements<'py> {
    #[inline(always)]
    pub(super) fn of_bounded_list(
        held: &Bound<'py, PyAny>,
        name: &'static str,
        dropped_name: &'static Name,
        session: &mut Session<'py>,
    ) -> Option<Self> {
        if !session.allow(Class::BoundedList, held) {
            return None;
        }
        let deque = session.names._dq.of_proven(held)?;
        if !session.is_deque(&deque) {
            return None;
        }
        let dropped = session.names.dropped.of_proven(held)?;
        Some(Self { source: Source::Deque { deque, dropped }, name, dropped_name })
    }

    pub(super) fn of_public(owner: &Bound<'py, PyAny>, public: &Name, dropped_name: &'static Name) -> Result<Self> {
        Ok(Self { source: Source::Public(public.of(owner)?), name: public.text, dropped_name })
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        match &self.source {
            Source::Deque { deque, .. } => sequence::length(deque) == Some(0),
            Source::Public(_) => false,
        }
    }

    /// A snapshot, so that nothing that happens while one element is written can move the others.
    pub(crate) fn items(&self) -> Result<SmallVec<[Bound<'py, PyAny>; 8]>> {
        let read = match &self.source {
            Source::Deque { deque, .. } => sequence::snapshot(deque),
            Source::Public(member) => iterated(member),
        };
        read.map_err(|error| Error::from(error).at(self.name))
    }

    /// The member's name, for paths.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }
}

impl<'py> Drops<'py> for Elements<'py> {
    #[inline(always)]
    fn dropped_nothing(&self, session: &Session<'py>) -> bool {
        match &self.source {
            Source::Deque { dropped, .. } => session.is_zero(dropped),
            Source::Public(_) => false,
        }
    }

    fn dropped_by(&self, owner: &Bound<'py, PyAny>, _session: &Session<'py>) -> Result<Option<Member<'py>>> {
        match &self.source {
            Source::Deque { dropped, .. } => Ok(Some(Member { name: self.dropped_name.text, value: dropped.clone() })),
            Source::Public(_) => self.dropped_name.of(owner).map(Some),
        }
    }
}

#[inline(never)]
fn iterated<'py>(elements: &Bound<'py, PyAny>) -> PyResult<SmallVec<[Bound<'py, PyAny>; 8]>> {
    let mut items = SmallVec::new();
    if elements.is_truthy()? {
        for item in iterate::items(elements)? {
            items.push(item?);
        }
    }
    Ok(items)
}
