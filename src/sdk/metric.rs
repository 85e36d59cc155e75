//! `MetricsData` and all that hangs on it. The SDK's classes are dataclasses: their members are public and stand in the
//! instance, so there is no private way to read them. No release from 1.28 on has changed them.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use super::names::Member;
use super::session::Session;
use super::views::views;
use crate::error::{Error, Result};
use crate::python::object::class_address;
use crate::python::once::Once;

views! {
    /// What a reader hands to an exporter.
    MetricsData in Metric { resource_metrics }
    ResourceMetrics in Metric { resource scope_metrics }
    ScopeMetrics in Metric { scope metrics }
    Metric in Metric { name description unit data }
    /// A `Gauge`, `Sum`, `Histogram` or `ExponentialHistogram`.
    Data in Data { data_points aggregation_temporality is_monotonic }
    NumberDataPoint in Point { attributes start_time_unix_nano time_unix_nano value exemplars }
    HistogramDataPoint in Point {
        attributes start_time_unix_nano time_unix_nano count sum bucket_counts explicit_bounds min max exemplars
    }
    ExponentialHistogramDataPoint in Point {
        attributes start_time_unix_nano time_unix_nano count sum scale zero_count positive negative flags min max exemplars
    }
    /// One side of an exponential histogram.
    Buckets in Buckets { offset bucket_counts }
    Exemplar in Exemplar { filtered_attributes value time_unix_nano span_id trace_id }
}

/// A metric's name alone.
pub(crate) fn name_of<'py>(metric: &Bound<'py, PyAny>, session: &Session<'py>) -> Result<Member<'py>> {
    session.names.name.of(metric)
}

/// The order in which the reference checks the numbers of a histogram's point, where that is not the schema's order. Of
/// several bad ones the first is raised.
pub(crate) const HISTOGRAM_CHECKS: &[&str] = &[
    "time_unix_nano",
    "start_time_unix_nano",
    "count",
    "sum",
    "scale",
    "zero_count",
    "flags",
    "bucket_counts",
    "explicit_bounds",
    "max",
    "min",
];

impl<'py> Exemplar<'_, 'py> {
    /// The trace and span ids, where there are both.
    #[inline]
    pub(crate) fn ids(&self) -> Result<Option<(Member<'py>, Member<'py>)>> {
        let span_id = self.span_id()?;
        if span_id.is_none() {
            return Ok(None);
        }
        let trace_id = self.trace_id()?;
        Ok((!trace_id.is_none()).then_some((trace_id, span_id)))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DataClass {
    Gauge,
    Histogram,
    Sum,
    ExponentialHistogram,
}

/// The SDK's data classes, in the order in which the reference asks for them.
struct DataClasses([(Py<PyType>, DataClass); 4]);

impl DataClasses {
    /// Found among the loaded modules: while none of these is loaded, nothing can be an instance.
    fn get(py: Python<'_>) -> Option<&'static Self> {
        static CLASSES: Once<DataClasses> = Once::new();
        CLASSES.get_or_try_make(py, || Self::find(py).ok_or(())).ok()
    }

    #[cold]
    fn find(py: Python<'_>) -> Option<Self> {
        let modules = py.import("sys").ok()?.getattr("modules").ok()?.cast_into::<PyDict>().ok()?;
        ["opentelemetry.sdk.metrics.export", "opentelemetry.sdk.metrics._internal.point"].iter().find_map(|name| {
            let module = modules.get_item(name).ok().flatten()?;
            let class = |name: &str| Some(module.getattr(name).ok()?.cast_into::<PyType>().ok()?.unbind());
            Some(Self([
                (class("Gauge")?, DataClass::Gauge),
                (class("Histogram")?, DataClass::Histogram),
                (class("Sum")?, DataClass::Sum),
                (class("ExponentialHistogram")?, DataClass::ExponentialHistogram),
            ]))
        })
    }

    fn of(&self, data: &Bound<'_, PyAny>) -> PyResult<Option<DataClass>> {
        let py = data.py();
        let address = class_address(data);
        if let Some((_, exactly)) = self.0.iter().find(|(class, _)| class.as_ptr() as usize == address) {
            return Ok(Some(*exactly));
        }
        for (class, found) in &self.0 {
            if data.is_instance(class.bind(py))? {
                return Ok(Some(*found));
            }
        }
        Ok(None)
    }
}

/// Which of the SDK's data classes a metric's data is an instance of.
#[inline]
pub(crate) fn data_class(data: &Member<'_>) -> Result<Option<DataClass>> {
    match DataClasses::get(data.py()).map(|classes| classes.of(data)) {
        None => Ok(None),
        Some(Ok(class)) => Ok(class),
        Some(Err(error)) => Err(Error::from(error).at(data.name)),
    }
}
