//! `Resource` and `InstrumentationScope`, which spans, logs and metrics share.

use pyo3::PyAny;
use pyo3::prelude::*;

use super::attributes::Entries;
use super::names::Member;
use super::proof::Class;
use super::session::Session;
use crate::error::Result;

/// A `Resource`, or what stands in for one.
pub(crate) struct Resource<'a, 'py>(&'a Bound<'py, PyAny>);

impl<'a, 'py> Resource<'a, 'py> {
    pub(crate) fn new(value: &'a Bound<'py, PyAny>) -> Self {
        Self(value)
    }

    pub(crate) fn attributes(&self, session: &mut Session<'py>) -> Result<Entries<'py>> {
        attributes(self.0, Class::Resource, session)
    }

    pub(crate) fn schema_url(&self, session: &mut Session<'py>) -> Result<Member<'py>> {
        schema_url(self.0, Class::Resource, session)
    }
}

/// An `InstrumentationScope`, or what stands in for one.
pub(crate) struct InstrumentationScope<'a, 'py>(&'a Bound<'py, PyAny>);

impl<'a, 'py> InstrumentationScope<'a, 'py> {
    pub(crate) fn new(value: &'a Bound<'py, PyAny>) -> Self {
        Self(value)
    }

    pub(crate) fn name(&self, session: &mut Session<'py>) -> Result<Member<'py>> {
        let names = session.names;
        if session.allow(Class::InstrumentationScope, self.0) {
            names._name.of_private(self.0, &names.name)
        } else {
            names.name.of(self.0)
        }
    }

    pub(crate) fn version(&self, session: &mut Session<'py>) -> Result<Member<'py>> {
        let names = session.names;
        if session.allow(Class::InstrumentationScope, self.0) {
            names._version.of_private(self.0, &names.version)
        } else {
            names.version.of(self.0)
        }
    }

    pub(crate) fn attributes(&self, session: &mut Session<'py>) -> Result<Entries<'py>> {
        attributes(self.0, Class::InstrumentationScope, session)
    }

    pub(crate) fn schema_url(&self, session: &mut Session<'py>) -> Result<Member<'py>> {
        schema_url(self.0, Class::InstrumentationScope, session)
    }

    /// Whether the scope counts as no scope at all.
    pub(crate) fn is_falsy(value: &Bound<'py, PyAny>, session: &mut Session<'py>) -> PyResult<bool> {
        if value.is_none() {
            return Ok(true);
        }
        if Self::is_always_true(value, session) {
            return Ok(false);
        }
        Ok(!value.is_truthy()?)
    }

    /// The SDK's class defines neither `__bool__` nor `__len__`.
    pub(crate) fn is_always_true(value: &Bound<'py, PyAny>, session: &mut Session<'py>) -> bool {
        session.allow(Class::InstrumentationScope, value)
    }
}

fn attributes<'py>(owner: &Bound<'py, PyAny>, class: Class, session: &mut Session<'py>) -> Result<Entries<'py>> {
    let names = session.names;
    let member = if session.allow(class, owner) {
        names._attributes.of_private(owner, &names.attributes)?
    } else {
        names.attributes.of(owner)?
    };
    Ok(Entries::of(member.value, session))
}

fn schema_url<'py>(owner: &Bound<'py, PyAny>, class: Class, session: &mut Session<'py>) -> Result<Member<'py>> {
    let names = session.names;
    if session.allow(class, owner) {
        names._schema_url.of_private(owner, &names.schema_url)
    } else {
        names.schema_url.of(owner)
    }
}
