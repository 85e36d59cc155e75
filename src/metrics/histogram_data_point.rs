//! The message `HistogramDataPoint`.

use pyo3::prelude::*;

use super::exemplar::write_exemplars;
use crate::common::aside::write_aside;
use crate::common::attributes::write_attributes;
use crate::common::packed::{packed, packed_again};
use crate::common::{Call, fields};
use crate::error::Result;
use crate::sdk::attributes::Entries;
use crate::sdk::metric::{self, HISTOGRAM_CHECKS};
use crate::wire::Message;
use crate::wire::schema::HistogramDataPoint;

#[inline]
pub(super) fn write_histogram_data_point<'py>(
    message: &mut Message<'_, HistogramDataPoint>,
    point: &Bound<'py, PyAny>,
    call: &mut Call<'py>,
) -> Result<()> {
    let point = metric::HistogramDataPoint::new(point, &mut call.session);
    let attributes = Entries::of(point.attributes()?.value, &mut call.session);
    let attributes = write_aside(message, HistogramDataPoint::ATTRIBUTES, call, |aside, field, call| {
        write_attributes(aside, field, &attributes, call)
    })?;
    let time = point.time_unix_nano()?;
    let start_time = point.start_time_unix_nano()?;
    let exemplars = write_exemplars(message, HistogramDataPoint::EXEMPLARS, &point.exemplars()?, call)?;
    let (count, sum) = (point.count()?, point.sum()?);
    let (bucket_counts, explicit_bounds) = (point.bucket_counts()?, point.explicit_bounds()?);
    let (max, min) = (point.max()?, point.min()?);

    call.message_checked_in(HISTOGRAM_CHECKS, |call| {
        fields::fixed64(message, HistogramDataPoint::START_TIME_UNIX_NANO, &start_time, call)?;
        fields::fixed64(message, HistogramDataPoint::TIME_UNIX_NANO, &time, call)?;
        fields::fixed64(message, HistogramDataPoint::COUNT, &count, call)?;
        fields::optional_double(message, HistogramDataPoint::SUM, &sum, call)?;
        packed(message, HistogramDataPoint::BUCKET_COUNTS, &bucket_counts, call)?;
        packed_again(message, HistogramDataPoint::EXPLICIT_BOUNDS, &explicit_bounds, call)?;
        exemplars.insert(message, call);
        attributes.insert(message, call);
        fields::optional_double(message, HistogramDataPoint::MIN, &min, call)?;
        fields::optional_double(message, HistogramDataPoint::MAX, &max, call)
    })
}
