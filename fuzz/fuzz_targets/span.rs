//! A span with any content in its scalar fields, events, links and status gives prost's bytes.

#![no_main]

use _native::wire::messages::opentelemetry::proto::trace::v1 as prost_trace;
use _native::wire::schema::{Span, SpanEvent, SpanKind, SpanLink, Status, StatusCode};
use _native::wire::{Buffer, Message};
use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use prost::Message as _;

#[derive(Arbitrary, Debug)]
struct Input {
    trace_id: u128,
    span_id: u64,
    parent: Option<u64>,
    trace_state: String,
    name: String,
    kind: i32,
    start: u64,
    end: u64,
    dropped: [u32; 3],
    events: Vec<(u64, String, u32)>,
    links: Vec<(u128, u64, u32, u32)>,
    status: Option<(String, i32)>,
    flags: u32,
    /// What stands in the buffer before.
    before: Vec<u8>,
}

#[allow(clippy::cast_possible_truncation, reason = "the two halves of the id")]
fn write(span: &mut Message<'_, Span>, input: &Input) -> Result<(), ()> {
    span.id16(Span::TRACE_ID, (input.trace_id >> 64) as u64, input.trace_id as u64);
    span.id8(Span::SPAN_ID, input.span_id);
    span.text(Span::TRACE_STATE, input.trace_state.as_bytes());
    if let Some(parent) = input.parent {
        span.id8(Span::PARENT_SPAN_ID, parent);
    }
    span.text(Span::NAME, input.name.as_bytes());
    span.enumeration(Span::KIND, SpanKind::new(input.kind));
    span.fixed64(Span::START_TIME_UNIX_NANO, input.start);
    span.fixed64(Span::END_TIME_UNIX_NANO, input.end);
    span.uint32(Span::DROPPED_ATTRIBUTES_COUNT, input.dropped[0]);
    for (time, name, dropped) in &input.events {
        span.nested(Span::EVENTS, |event| {
            event.fixed64(SpanEvent::TIME_UNIX_NANO, *time);
            event.text(SpanEvent::NAME, name.as_bytes());
            event.uint32(SpanEvent::DROPPED_ATTRIBUTES_COUNT, *dropped);
            Ok::<_, ()>(())
        })?;
    }
    span.uint32(Span::DROPPED_EVENTS_COUNT, input.dropped[1]);
    for (trace_id, span_id, dropped, flags) in &input.links {
        span.nested(Span::LINKS, |link| {
            link.bytes(SpanLink::TRACE_ID, &trace_id.to_be_bytes());
            link.bytes(SpanLink::SPAN_ID, &span_id.to_be_bytes());
            link.uint32(SpanLink::DROPPED_ATTRIBUTES_COUNT, *dropped);
            link.fixed32(SpanLink::FLAGS, *flags);
            Ok::<_, ()>(())
        })?;
    }
    span.uint32(Span::DROPPED_LINKS_COUNT, input.dropped[2]);
    if let Some((message, code)) = &input.status {
        span.nested(Span::STATUS, |status| {
            status.text(Status::MESSAGE, message.as_bytes());
            status.enumeration(Status::CODE, StatusCode::new(*code));
            Ok::<_, ()>(())
        })?;
    }
    span.fixed32(Span::FLAGS, input.flags);
    Ok(())
}

fn oracle(input: &Input) -> prost_trace::Span {
    prost_trace::Span {
        trace_id: input.trace_id.to_be_bytes().to_vec(),
        span_id: input.span_id.to_be_bytes().to_vec(),
        trace_state: input.trace_state.clone(),
        parent_span_id: input.parent.map_or_else(Vec::new, |parent| parent.to_be_bytes().to_vec()),
        flags: input.flags,
        name: input.name.clone(),
        kind: input.kind,
        start_time_unix_nano: input.start,
        end_time_unix_nano: input.end,
        attributes: Vec::new(),
        dropped_attributes_count: input.dropped[0],
        events: input.events.iter().map(event).collect(),
        dropped_events_count: input.dropped[1],
        links: input.links.iter().map(link).collect(),
        dropped_links_count: input.dropped[2],
        status: input.status.clone().map(|(message, code)| prost_trace::Status { message, code }),
    }
}

fn event((time, name, dropped): &(u64, String, u32)) -> prost_trace::span::Event {
    prost_trace::span::Event {
        time_unix_nano: *time,
        name: name.clone(),
        attributes: Vec::new(),
        dropped_attributes_count: *dropped,
    }
}

fn link((trace_id, span_id, dropped, flags): &(u128, u64, u32, u32)) -> prost_trace::span::Link {
    prost_trace::span::Link {
        trace_id: trace_id.to_be_bytes().to_vec(),
        span_id: span_id.to_be_bytes().to_vec(),
        trace_state: String::new(),
        attributes: Vec::new(),
        dropped_attributes_count: *dropped,
        flags: *flags,
    }
}

fuzz_target!(|input: Input| {
    let mut buffer = Buffer::default();
    buffer.put_slice(&input.before);
    let begin = buffer.position();
    assert!(write(&mut Message::root(&mut buffer), &input).is_ok());
    assert!(buffer.slice(0, begin) == input.before, "what stood there before is untouched");
    let written = buffer.slice(begin, buffer.position());
    let theirs = oracle(&input);
    // prost writes flags (16) where the struct has it, so the comparison is of what both mean and of the length.
    assert_eq!(written.len(), theirs.encoded_len());
    let read = prost_trace::Span::decode(written);
    assert!(read.is_ok_and(|read| read == theirs));
});
