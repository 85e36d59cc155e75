//! The message `Span.Event`.

use pyo3::prelude::*;

use crate::common::attributes::write_attributes;
use crate::common::{Call, fields};
use crate::error::Result;
use crate::sdk::span_parts::Event;
use crate::wire::Message;
use crate::wire::schema::SpanEvent;

#[inline]
pub(super) fn write_event<'py>(
    message: &mut Message<'_, SpanEvent>,
    event: &Bound<'py, PyAny>,
    call: &mut Call<'py>,
) -> Result<()> {
    let event = Event::new(event, &mut call.session);
    fields::fixed64(message, SpanEvent::TIME_UNIX_NANO, &event.timestamp()?, call)?;
    fields::text(message, SpanEvent::NAME, &event.name()?, call)?;
    let attributes = event.attributes(&mut call.session)?;
    let lost = write_attributes(message, SpanEvent::ATTRIBUTES, &attributes.entries, call)?;
    fields::dropped(message, SpanEvent::DROPPED_ATTRIBUTES_COUNT, &attributes, event.value, lost, call)
}
