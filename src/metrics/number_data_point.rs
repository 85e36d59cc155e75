//! The message `NumberDataPoint`: a point of a gauge or sum.

use pyo3::prelude::*;

use super::exemplar::write_exemplars;
use super::value::Value;
use crate::common::aside::write_aside;
use crate::common::attributes::write_attributes;
use crate::common::{Call, fields};
use crate::error::Result;
use crate::sdk::attributes::Entries;
use crate::sdk::metric;
use crate::wire::Message;
use crate::wire::schema::NumberDataPoint;

/// The reference does not even read a gauge's start time.
#[inline]
pub(super) fn write_gauge_point<'py>(
    message: &mut Message<'_, NumberDataPoint>,
    point: &Bound<'py, PyAny>,
    call: &mut Call<'py>,
) -> Result<()> {
    write_number_data_point(message, point, false, call)
}

#[inline]
pub(super) fn write_sum_point<'py>(
    message: &mut Message<'_, NumberDataPoint>,
    point: &Bound<'py, PyAny>,
    call: &mut Call<'py>,
) -> Result<()> {
    write_number_data_point(message, point, true, call)
}

/// Compiled once for both.
#[inline(never)]
fn write_number_data_point<'py>(
    message: &mut Message<'_, NumberDataPoint>,
    point: &Bound<'py, PyAny>,
    has_start_time: bool,
    call: &mut Call<'py>,
) -> Result<()> {
    let point = metric::NumberDataPoint::new(point, &mut call.session);
    let attributes = Entries::of(point.attributes()?.value, &mut call.session);
    let attributes = write_aside(message, NumberDataPoint::ATTRIBUTES, call, |aside, field, call| {
        write_attributes(aside, field, &attributes, call)
    })?;
    let start_time = if has_start_time { Some(point.start_time_unix_nano()?) } else { None };
    let time = point.time_unix_nano()?;
    let exemplars = write_exemplars(message, NumberDataPoint::EXEMPLARS, &point.exemplars()?, call)?;

    if let Some(start_time) = start_time {
        fields::fixed64(message, NumberDataPoint::START_TIME_UNIX_NANO, &start_time, call)?;
    }
    fields::fixed64(message, NumberDataPoint::TIME_UNIX_NANO, &time, call)?;
    let value = Value::of_point(point.value(), call)?;
    value.write_double(message, NumberDataPoint::AS_DOUBLE);
    exemplars.insert(message, call);
    value.write_int(message, NumberDataPoint::AS_INT);
    attributes.insert(message, call);
    Ok(())
}
