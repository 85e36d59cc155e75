//! The message `ExponentialHistogramDataPoint`, and `Buckets` inside it.

use pyo3::prelude::*;

use super::exemplar::write_exemplars;
use crate::common::aside::{Aside, write_aside};
use crate::common::attributes::write_attributes;
use crate::common::packed::packed;
use crate::common::{Call, Mode, fields};
use crate::error::{Error, Result, Step};
use crate::sdk::Member;
use crate::sdk::attributes::Entries;
use crate::sdk::metric::{self, HISTOGRAM_CHECKS};
use crate::wire::schema::{ExponentialHistogramDataPoint, ExponentialHistogramDataPointBuckets as Buckets};
use crate::wire::{Field, Message, Nested};

/// The reference makes the buckets before anything else of the point.
#[inline]
pub(super) fn write_exponential_histogram_data_point<'py>(
    message: &mut Message<'_, ExponentialHistogramDataPoint>,
    point: &Bound<'py, PyAny>,
    call: &mut Call<'py>,
) -> Result<()> {
    let point = metric::ExponentialHistogramDataPoint::new(point, &mut call.session);
    let positive = write_side(message, ExponentialHistogramDataPoint::POSITIVE, &point.positive()?, call)?;
    let negative = write_side(message, ExponentialHistogramDataPoint::NEGATIVE, &point.negative()?, call)?;
    let attributes = Entries::of(point.attributes()?.value, &mut call.session);
    write_attributes(message, ExponentialHistogramDataPoint::ATTRIBUTES, &attributes, call)?;
    let time = point.time_unix_nano()?;
    let start_time = point.start_time_unix_nano()?;
    let exemplars = write_exemplars(message, ExponentialHistogramDataPoint::EXEMPLARS, &point.exemplars()?, call)?;
    let (count, sum) = (point.count()?, point.sum()?);
    let (scale, zero_count, flags) = (point.scale()?, point.zero_count()?, point.flags()?);
    let (max, min) = (point.max()?, point.min()?);

    call.message_checked_in(HISTOGRAM_CHECKS, |call| {
        fields::fixed64(message, ExponentialHistogramDataPoint::START_TIME_UNIX_NANO, &start_time, call)?;
        fields::fixed64(message, ExponentialHistogramDataPoint::TIME_UNIX_NANO, &time, call)?;
        fields::fixed64(message, ExponentialHistogramDataPoint::COUNT, &count, call)?;
        fields::optional_double(message, ExponentialHistogramDataPoint::SUM, &sum, call)?;
        fields::sint32(message, ExponentialHistogramDataPoint::SCALE, &scale, call)?;
        fields::fixed64(message, ExponentialHistogramDataPoint::ZERO_COUNT, &zero_count, call)?;
        positive.insert(message, call);
        negative.insert(message, call);
        fields::uint32(message, ExponentialHistogramDataPoint::FLAGS, &flags, call)?;
        exemplars.insert(message, call);
        fields::optional_double(message, ExponentialHistogramDataPoint::MIN, &min, call)?;
        fields::optional_double(message, ExponentialHistogramDataPoint::MAX, &max, call)
    })
}

/// One side of the histogram.
#[inline]
fn write_side<'py>(
    message: &Message<'_, ExponentialHistogramDataPoint>,
    field: Field<ExponentialHistogramDataPoint, Nested<Buckets>>,
    side: &Member<'py>,
    call: &mut Call<'py>,
) -> Result<Aside<ExponentialHistogramDataPoint, Buckets>> {
    let earlier = call.repairs.counts();
    let written = write_aside(message, field, call, |aside, field, call| {
        let buckets = metric::Buckets::new(side, &mut call.session);
        let counts = buckets.bucket_counts()?;
        // An offset alone is not written.
        if !are_true(&counts, call)? {
            return Ok(());
        }
        aside.nested(field, |message| call.message(|call| write_buckets(message, &buckets, &counts, call)))
    });
    call.repairs.leave(earlier, || vec![Step::Member(side.name)]);
    written.map_err(|error| error.at(side.name))
}

#[inline]
fn write_buckets<'py>(
    message: &mut Message<'_, Buckets>,
    buckets: &metric::Buckets<'_, 'py>,
    counts: &Member<'py>,
    call: &mut Call<'py>,
) -> Result<()> {
    fields::sint32(message, Buckets::OFFSET, &buckets.offset()?, call)?;
    packed(message, Buckets::BUCKET_COUNTS, counts, call)
}

/// An array of several numbers has no truth value: the reference raises, replace mode takes its numbers.
#[inline]
fn are_true<'py>(counts: &Member<'py>, call: &mut Call<'py>) -> Result<bool> {
    match counts.is_truthy() {
        Ok(truth) => Ok(truth),
        Err(error) => {
            let error = Error::from(error).at(counts.name);
            if call.mode == Mode::Strict || error.passes_through() { Err(error) } else { Ok(true) }
        }
    }
}
