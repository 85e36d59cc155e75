//! The message `Span.Link`.

use pyo3::prelude::*;

use super::span::flags;
use crate::common::attributes::write_attributes;
use crate::common::ids::{span_id, trace_id};
use crate::common::{Call, fields};
use crate::error::{Error, Result};
use crate::sdk::span_parts::Link;
use crate::wire::Message;
use crate::wire::schema::SpanLink;

/// The reference never writes a link's trace state.
#[inline]
pub(super) fn write_link<'py>(
    message: &mut Message<'_, SpanLink>,
    link: &Bound<'py, PyAny>,
    call: &mut Call<'py>,
) -> Result<()> {
    let link = Link::new(link, &mut call.session);
    let context = link.context(&mut call.session)?;
    trace_id(message, SpanLink::TRACE_ID, &context.trace_id(&call.session)?, call)?;
    span_id(message, SpanLink::SPAN_ID, &context.span_id(&call.session)?, call)?;
    let attributes = link.attributes(&mut call.session)?;
    let lost = write_attributes(message, SpanLink::ATTRIBUTES, &attributes.entries, call)?;
    fields::dropped(message, SpanLink::DROPPED_ATTRIBUTES_COUNT, &attributes, link.value, lost, call)?;
    let present = context.is_present().map_err(|error| Error::from(error).at("context"))?;
    message.fixed32_always(SpanLink::FLAGS, flags(present.then_some(&context), call)?);
    Ok(())
}
