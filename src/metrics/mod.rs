//! Metrics: `ExportMetricsServiceRequest`, and how the metrics of a `MetricsData` get into it.

mod data;
mod exemplar;
mod exponential_histogram_data_point;
mod histogram_data_point;
mod metric;
mod number_data_point;
mod value;
mod walk;

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::common::{Mode, Signal, request};
use crate::wire::schema::{self, ExportMetricsServiceRequest, Metric, ResourceMetrics, ScopeMetrics};
use crate::wire::{Field, Nested, Text};

pub(crate) struct Metrics;

impl Signal for Metrics {
    const NAME: &'static str = "metrics";
    const RECORDS: &'static str = "metrics";
    type Request = ExportMetricsServiceRequest;
    type ResourceGroup = ResourceMetrics;
    type ScopeGroup = ScopeMetrics;
    type Record = Metric;
    const RESOURCE_GROUP: Field<Self::Request, Nested<ResourceMetrics>> = ExportMetricsServiceRequest::RESOURCE_METRICS;
    const RESOURCE: Field<ResourceMetrics, Nested<schema::Resource>> = ResourceMetrics::RESOURCE;
    const SCOPE_GROUP: Field<ResourceMetrics, Nested<ScopeMetrics>> = ResourceMetrics::SCOPE_METRICS;
    const RESOURCE_SCHEMA_URL: Field<ResourceMetrics, Text> = ResourceMetrics::SCHEMA_URL;
    const SCOPE: Field<ScopeMetrics, Nested<schema::InstrumentationScope>> = ScopeMetrics::SCOPE;
    const RECORD: Field<ScopeMetrics, Nested<Metric>> = ScopeMetrics::METRICS;
    const SCOPE_SCHEMA_URL: Field<ScopeMetrics, Text> = ScopeMetrics::SCHEMA_URL;
}

/// The request for a `MetricsData`, as `bytes`.
pub(crate) fn serialize<'py>(data: &Bound<'py, PyAny>, mode: Mode) -> PyResult<Bound<'py, PyBytes>> {
    request::serialize::<Metrics>(data.py(), mode, |arena, call| {
        call.with_aside_of(arena, |arena, call| walk::write_data(data, arena, call))
    })
}
