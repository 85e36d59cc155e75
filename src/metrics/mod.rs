//! Metrics: `ExportMetricsServiceRequest`, and how the metrics of a `MetricsData` get into it.

mod data;
mod divide;
mod exemplar;
mod exponential_histogram_data_point;
mod histogram_data_point;
mod metric;
mod number_data_point;
mod value;
mod walk;

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::common::split::{Division, MaxBytes};
use crate::common::{Mode, Signal, request};
use crate::wire::schema::{self, ExportMetricsServiceRequest, Metric, ResourceMetrics, ScopeMetrics};
use crate::wire::{Arena, Field, Nested, Segment, Text};

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

    fn divide(record: Segment, arena: &Arena) -> Option<Division> {
        divide::divide(record, arena)
    }
}

/// The request for a `MetricsData`, as `bytes`.
pub(crate) fn serialize<'py>(data: &Bound<'py, PyAny>, mode: Mode) -> PyResult<Bound<'py, PyBytes>> {
    request::serialize(Metrics::LAYOUT, data.py(), mode, &mut |arena, call| {
        call.with_aside_of(arena, |arena, call| walk::write_data(data, arena, call))
    })
}

/// The requests for a `MetricsData`, each of at most `max_bytes` bytes.
pub(crate) fn serialize_chunked<'py>(
    data: &Bound<'py, PyAny>,
    max_bytes: MaxBytes,
    mode: Mode,
) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    request::serialize_chunked(Metrics::LAYOUT, data.py(), mode, max_bytes, &mut |arena, call| {
        call.with_aside_of(arena, |arena, call| walk::write_data(data, arena, call))
    })
}
