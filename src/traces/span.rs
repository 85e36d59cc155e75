//! The message `Span`.

use pyo3::prelude::*;

use super::elements::write_elements;
use super::event::write_event;
use super::link::write_link;
use super::status::write_status;
use super::trace_state::write_trace_state;
use crate::common::attributes::write_attributes;
use crate::common::ids::{span_id, trace_id};
use crate::common::{Call, fields};
use crate::error::Result;
use crate::sdk::enums;
use crate::sdk::span::ReadableSpan;
use crate::sdk::span_context::SpanContext;
use crate::wire::Message;
use crate::wire::schema::{Span, SpanFlags, SpanKind};

#[inline]
pub(super) fn write_span<'py>(
    message: &mut Message<'_, Span>,
    span: &ReadableSpan<'_, 'py>,
    call: &mut Call<'py>,
) -> Result<()> {
    let context = span.context(&mut call.session)?;
    trace_id(message, Span::TRACE_ID, &context.trace_id(&call.session)?, call)?;
    span_id(message, Span::SPAN_ID, &context.span_id(&call.session)?, call)?;
    if let Some(state) = context.trace_state(&mut call.session)? {
        write_trace_state(message, Span::TRACE_STATE, &state, call)?;
    }
    let parent = span.parent(&mut call.session)?;
    if let Some(parent) = &parent {
        span_id(message, Span::PARENT_SPAN_ID, &parent.span_id(&call.session)?, call)?;
    }
    fields::text(message, Span::NAME, &span.name()?, call)?;
    fields::enumeration_of(message, Span::KIND, enums::span_kind(&span.kind()?).map(otlp_kind), call)?;
    fields::fixed64(message, Span::START_TIME_UNIX_NANO, &span.start_time()?, call)?;
    fields::fixed64(message, Span::END_TIME_UNIX_NANO, &span.end_time()?, call)?;
    let attributes = span.attributes(&mut call.session)?;
    let lost = write_attributes(message, Span::ATTRIBUTES, &attributes.entries, call)?;
    fields::dropped(message, Span::DROPPED_ATTRIBUTES_COUNT, &attributes, span.value, lost, call)?;
    let events = span.events(&mut call.session)?;
    let lost = write_elements(message, Span::EVENTS, &events, call, write_event)?;
    fields::dropped(message, Span::DROPPED_EVENTS_COUNT, &events, span.value, lost, call)?;
    let links = span.links(&mut call.session)?;
    let lost = write_elements(message, Span::LINKS, &links, call, write_link)?;
    fields::dropped(message, Span::DROPPED_LINKS_COUNT, &links, span.value, lost, call)?;
    let status = span.status()?;
    if !status.is_none() {
        message
            .nested(Span::STATUS, |message| call.message(|call| write_status(message, &status, call)))
            .map_err(|error| error.at(status.name))?;
    }
    let parent = span.parent_again(parent, &mut call.session)?;
    message.fixed32_always(Span::FLAGS, flags(parent.as_ref(), call)?);
    Ok(())
}

/// The SDK counts kinds from 0, the schema from 1.
fn otlp_kind(sdk_kind: i32) -> SpanKind {
    SpanKind::new(sdk_kind + 1)
}

/// Whether the context that a span or link points to is remote; the reference does not write the W3C flags.
pub(super) fn flags<'py>(context: Option<&SpanContext<'py>>, call: &Call<'py>) -> Result<u32> {
    let known = SpanFlags::CONTEXT_HAS_IS_REMOTE_MASK.number();
    let remote = match context {
        Some(context) if context.is_remote(&call.session)? => SpanFlags::CONTEXT_IS_REMOTE_MASK.number(),
        _ => 0,
    };
    Ok((known | remote).unsigned_abs())
}
