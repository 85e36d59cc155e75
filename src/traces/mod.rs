//! Traces: `ExportTraceServiceRequest`, and how a span gets into it.

mod elements;
mod event;
mod link;
mod span;
mod status;
mod trace_state;

use pyo3::prelude::*;

use crate::common::batch::Batch;
use crate::common::{Call, Signal};
use crate::error::Result;
use crate::sdk::span::ReadableSpan;
use crate::sdk::{Member, Session};
use crate::wire::schema::{self, ExportTraceServiceRequest, ResourceSpans, ScopeSpans, Span};
use crate::wire::{Field, Message, Nested, Text};

pub(crate) struct Traces;

impl Signal for Traces {
    const NAME: &'static str = "traces";
    const RECORDS: &'static str = "spans";
    type Request = ExportTraceServiceRequest;
    type ResourceGroup = ResourceSpans;
    type ScopeGroup = ScopeSpans;
    type Record = Span;
    const RESOURCE_GROUP: Field<Self::Request, Nested<ResourceSpans>> = ExportTraceServiceRequest::RESOURCE_SPANS;
    const RESOURCE: Field<ResourceSpans, Nested<schema::Resource>> = ResourceSpans::RESOURCE;
    const SCOPE_GROUP: Field<ResourceSpans, Nested<ScopeSpans>> = ResourceSpans::SCOPE_SPANS;
    const RESOURCE_SCHEMA_URL: Field<ResourceSpans, Text> = ResourceSpans::SCHEMA_URL;
    const SCOPE: Field<ScopeSpans, Nested<schema::InstrumentationScope>> = ScopeSpans::SCOPE;
    const RECORD: Field<ScopeSpans, Nested<Span>> = ScopeSpans::SPANS;
    const SCOPE_SCHEMA_URL: Field<ScopeSpans, Text> = ScopeSpans::SCHEMA_URL;
}

impl Batch for Traces {
    type View<'a, 'py: 'a> = ReadableSpan<'a, 'py>;

    #[inline]
    fn view<'a, 'py>(record: &'a Bound<'py, PyAny>, session: &mut Session<'py>) -> Result<ReadableSpan<'a, 'py>> {
        Ok(ReadableSpan::new(record, session))
    }

    #[inline]
    fn resource_and_scope<'a, 'py: 'a>(record: &ReadableSpan<'a, 'py>) -> Result<(Member<'py>, Member<'py>)> {
        Ok((record.resource()?, record.instrumentation_scope()?))
    }

    #[inline]
    fn write_record<'a, 'py: 'a>(
        message: &mut Message<'_, Span>,
        record: &ReadableSpan<'a, 'py>,
        call: &mut Call<'py>,
    ) -> Result<()> {
        span::write_span(message, record, call)
    }
}
