//! The messages `Resource` and `InstrumentationScope`.

use pyo3::prelude::*;

use super::attributes::write_attributes;
use super::{Call, fields};
use crate::error::Result;
use crate::sdk::resource::{InstrumentationScope, Resource};
use crate::wire::{Field, Message, Text, schema};

pub(super) fn write_resource<'py>(
    message: &mut Message<'_, schema::Resource>,
    resource: &Bound<'py, PyAny>,
    call: &mut Call<'py>,
) -> Result<()> {
    let attributes = Resource::new(resource).attributes(&mut call.session)?;
    write_attributes(message, schema::Resource::ATTRIBUTES, &attributes, call)?;
    Ok(())
}

pub(super) fn write_resource_schema_url<'py, M>(
    message: &mut Message<'_, M>,
    field: Field<M, Text>,
    resource: &Bound<'py, PyAny>,
    call: &mut Call<'py>,
) -> Result<()> {
    let schema_url = Resource::new(resource).schema_url(&mut call.session)?;
    fields::text(message, field, &schema_url, call)
}

pub(super) fn write_scope<'py>(
    message: &mut Message<'_, schema::InstrumentationScope>,
    scope: &Bound<'py, PyAny>,
    call: &mut Call<'py>,
) -> Result<()> {
    let scope = InstrumentationScope::new(scope);
    fields::text(message, schema::InstrumentationScope::NAME, &scope.name(&mut call.session)?, call)?;
    fields::text(message, schema::InstrumentationScope::VERSION, &scope.version(&mut call.session)?, call)?;
    let attributes = scope.attributes(&mut call.session)?;
    write_attributes(message, schema::InstrumentationScope::ATTRIBUTES, &attributes, call)?;
    Ok(())
}

pub(super) fn write_scope_schema_url<'py, M>(
    message: &mut Message<'_, M>,
    field: Field<M, Text>,
    scope: &Bound<'py, PyAny>,
    call: &mut Call<'py>,
) -> Result<()> {
    let schema_url = InstrumentationScope::new(scope).schema_url(&mut call.session)?;
    fields::text(message, field, &schema_url, call)
}
