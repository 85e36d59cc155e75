//! The message `Exemplar`.

use pyo3::prelude::*;

use super::value::Value;
use crate::common::aside::{Aside, write_aside};
use crate::common::attributes::write_attributes_of;
use crate::common::elements::write_element;
use crate::common::ids::{span_id, trace_id};
use crate::common::{Call, fields};
use crate::error::{Error, Result, Step};
use crate::python::iterate;
use crate::python::view::View;
use crate::sdk::Member;
use crate::sdk::attributes::Entries;
use crate::sdk::metric;
use crate::wire::schema::Exemplar;
use crate::wire::{Field, Length, Message, Nested};

/// Writes the exemplars of a point aside. Most points have none.
#[inline]
pub(super) fn write_exemplars<'py, M>(
    message: &Message<'_, M>,
    field: Field<M, Nested<Exemplar>>,
    exemplars: &Member<'py>,
    call: &mut Call<'py>,
) -> Result<Aside<M, Exemplar>> {
    if View::of(exemplars).items().is_some_and(|mut exemplars| exemplars.next().is_none()) {
        return Ok(Aside::nothing(field));
    }
    write_aside(message, field, call, |aside, field, call| write_all(aside, field, exemplars, call))
}

/// In replace mode what can't be iterated ends the row.
fn write_all<'py, M>(
    message: &mut Message<'_, M>,
    field: Field<M, Nested<Exemplar>>,
    exemplars: &Member<'py>,
    call: &mut Call<'py>,
) -> Result<()> {
    let name = exemplars.name;
    let items = match iterate::items(exemplars) {
        Ok(items) => items,
        Err(error) => return call.bad_part(Error::from(error).at(name)),
    };
    for (index, exemplar) in items.enumerate() {
        let exemplar = match exemplar {
            Ok(exemplar) => exemplar,
            Err(error) => return call.bad_part(Error::from(error).within(Step::Index(index)).at(name)),
        };
        write_element(message, field, Length::Short, name, index, &exemplar, call, write_exemplar)?;
        call.step(message)?;
    }
    Ok(())
}

#[inline]
fn write_exemplar<'py>(
    message: &mut Message<'_, Exemplar>,
    exemplar: &Bound<'py, PyAny>,
    call: &mut Call<'py>,
) -> Result<()> {
    let exemplar = metric::Exemplar::new(exemplar, &mut call.session);
    let ids = exemplar.ids()?;
    fields::fixed64(message, Exemplar::TIME_UNIX_NANO, &exemplar.time_unix_nano()?, call)?;
    let value = Value::of_exemplar(exemplar.value(), call)?;
    value.write_double(message, Exemplar::AS_DOUBLE);
    if let Some((trace, span)) = ids {
        span_id(message, Exemplar::SPAN_ID, &span, call)?;
        trace_id(message, Exemplar::TRACE_ID, &trace, call)?;
    }
    value.write_int(message, Exemplar::AS_INT);
    let attributes = exemplar.filtered_attributes()?;
    let entries = Entries::of(attributes.value, &mut call.session);
    write_attributes_of(message, Exemplar::FILTERED_ATTRIBUTES, attributes.name, &entries, call)?;
    Ok(())
}
