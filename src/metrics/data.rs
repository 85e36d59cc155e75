//! The messages `Gauge`, `Sum`, `Histogram` and `ExponentialHistogram`: the data of a metric.

use pyo3::prelude::*;

use super::exponential_histogram_data_point::write_exponential_histogram_data_point;
use super::histogram_data_point::write_histogram_data_point;
use super::number_data_point::{write_gauge_point, write_sum_point};
use crate::common::elements::write_element;
use crate::common::enumeration::value_proper;
use crate::common::{Call, fields};
use crate::error::{Error, Reason, Result, Step};
use crate::python::iterate;
use crate::sdk::Member;
use crate::sdk::metric::{Data, DataClass, data_class};
use crate::wire::schema::{AggregationTemporality, ExponentialHistogram, Gauge, Histogram, Metric, Sum};
use crate::wire::{Field, Length, Message, Nested};

#[inline]
pub(super) fn write_data<'py>(
    message: &mut Message<'_, Metric>,
    data: &Member<'py>,
    call: &mut Call<'py>,
) -> Result<()> {
    let view = Data::new(data, &mut call.session);
    match data_class(data)? {
        Some(DataClass::Gauge) => write_kind(message, Metric::GAUGE, Length::Short, &view, call, write_gauge),
        Some(DataClass::Sum) => write_kind(message, Metric::SUM, Length::Short, &view, call, write_sum),
        Some(DataClass::Histogram) => {
            write_kind(message, Metric::HISTOGRAM, Length::Long, &view, call, write_histogram)
        }
        Some(DataClass::ExponentialHistogram) => {
            let field = Metric::EXPONENTIAL_HISTOGRAM;
            write_kind(message, field, Length::Long, &view, call, write_exponential_histogram)
        }
        None => warn_of_unsupported(data, call),
    }
}

/// Without points nothing is written: the metric then has no kind.
#[inline]
fn write_kind<'py, N>(
    message: &mut Message<'_, Metric>,
    field: Field<Metric, Nested<N>>,
    usual_length: Length,
    data: &Data<'_, 'py>,
    call: &mut Call<'py>,
    write: impl FnOnce(&mut Message<'_, N>, &Data<'_, 'py>, &mut Call<'py>) -> Result<bool>,
) -> Result<()> {
    let begin = message.mark();
    let mut has_points = false;
    message.nested_usually(field, usual_length, |inner| write(inner, data, call).map(|any| has_points = any))?;
    if !has_points {
        message.cut_back(begin);
    }
    Ok(())
}

fn write_gauge<'py>(message: &mut Message<'_, Gauge>, data: &Data<'_, 'py>, call: &mut Call<'py>) -> Result<bool> {
    write_points(message, Gauge::DATA_POINTS, Length::Short, data, call, write_gauge_point, |_| Ok(()))
}

fn write_sum<'py>(message: &mut Message<'_, Sum>, data: &Data<'_, 'py>, call: &mut Call<'py>) -> Result<bool> {
    let mut temporality = AggregationTemporality::UNSPECIFIED;
    let mut monotonic = false;
    let any = write_points(message, Sum::DATA_POINTS, Length::Short, data, call, write_sum_point, |call| {
        temporality = aggregation_temporality(data, call)?;
        monotonic = is_monotonic(data, call)?;
        Ok(())
    })?;
    message.enumeration(Sum::AGGREGATION_TEMPORALITY, temporality);
    message.boolean(Sum::IS_MONOTONIC, monotonic);
    Ok(any)
}

fn write_histogram<'py>(
    message: &mut Message<'_, Histogram>,
    data: &Data<'_, 'py>,
    call: &mut Call<'py>,
) -> Result<bool> {
    let mut temporality = AggregationTemporality::UNSPECIFIED;
    let field = Histogram::DATA_POINTS;
    let any = write_points(message, field, Length::Long, data, call, write_histogram_data_point, |call| {
        temporality = aggregation_temporality(data, call)?;
        Ok(())
    })?;
    message.enumeration(Histogram::AGGREGATION_TEMPORALITY, temporality);
    Ok(any)
}

fn write_exponential_histogram<'py>(
    message: &mut Message<'_, ExponentialHistogram>,
    data: &Data<'_, 'py>,
    call: &mut Call<'py>,
) -> Result<bool> {
    let mut temporality = AggregationTemporality::UNSPECIFIED;
    let (field, write) = (ExponentialHistogram::DATA_POINTS, write_exponential_histogram_data_point);
    let any = write_points(message, field, Length::Long, data, call, write, |call| {
        temporality = aggregation_temporality(data, call)?;
        Ok(())
    })?;
    message.enumeration(ExponentialHistogram::AGGREGATION_TEMPORALITY, temporality);
    Ok(any)
}

/// Writes the points one by one; `after_first` reads what the reference looks at only once it has a point. False where there is
/// none.
#[inline]
fn write_points<'py, M, N>(
    message: &mut Message<'_, M>,
    field: Field<M, Nested<N>>,
    usual_length: Length,
    data: &Data<'_, 'py>,
    call: &mut Call<'py>,
    write: impl Fn(&mut Message<'_, N>, &Bound<'py, PyAny>, &mut Call<'py>) -> Result<()>,
    after_first: impl FnOnce(&mut Call<'py>) -> Result<()>,
) -> Result<bool> {
    let points = data.data_points()?;
    let mut after_first = Some(after_first);
    for (index, point) in iterate::items(&points).map_err(|error| Error::from(error).at(points.name))?.enumerate() {
        let point = match point {
            Ok(point) => point,
            // Replace mode keeps what came before.
            Err(error) => {
                call.bad_part(Error::from(error).within(Step::Index(index)).at(points.name))?;
                break;
            }
        };
        call.clear_aside();
        let begin = message.position();
        if write_element(message, field, usual_length, points.name, index, &point, call, &write)? {
            if let Some(read) = after_first.take() {
                read(call)?;
            }
        }
        if message.failed() {
            return Err(Error::new(Reason::TooLarge));
        }
        call.turn.wrote(message.position() - begin, call.py)?;
    }
    Ok(after_first.is_none())
}

fn aggregation_temporality<'py>(data: &Data<'_, 'py>, call: &mut Call<'py>) -> Result<AggregationTemporality> {
    repairable(value_proper(&data.aggregation_temporality()?), AggregationTemporality::UNSPECIFIED, call)
}

fn is_monotonic<'py>(data: &Data<'_, 'py>, call: &mut Call<'py>) -> Result<bool> {
    repairable(fields::truth(&data.is_monotonic()?), false, call)
}

/// In replace mode `absent` stands in for what is no such value.
fn repairable<T>(value: Result<T>, absent: T, call: &mut Call<'_>) -> Result<T> {
    value.or_else(|error| call.must_repair(error).map(|()| absent))
}

#[cold]
fn warn_of_unsupported<'py>(data: &Member<'py>, call: &mut Call<'py>) -> Result<()> {
    let class = data.getattr("__class__").and_then(|class| class.getattr("__name__"));
    call.unsupported_data(class.map_err(|error| Error::from(error).at(data.name))?.to_string());
    Ok(())
}
