//! Records of any size in any number of groups, put together from an arena's segments, give prost's bytes; arenas that are
//! handed on from call to call keep nothing of the last one.

#![no_main]

use _native::wire::messages::opentelemetry::proto::collector::trace::v1::ExportTraceServiceRequest as ProstRequest;
use _native::wire::messages::opentelemetry::proto::trace::v1 as prost_trace;
use _native::wire::schema::{ExportTraceServiceRequest as Request, ResourceSpans, ScopeSpans, Span};
use _native::wire::{Arena, Message, Segment, nested_length};
use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use prost::Message as _;

#[derive(Arbitrary, Debug)]
struct Record {
    scope: u8,
    /// The length of the name, in steps that reach beyond a block of the arena.
    length: u8,
    step: u8,
    /// Failed records leave nothing behind.
    fails: bool,
}

impl Record {
    fn name(&self) -> String {
        const STEPS: [usize; 6] = [1, 2, 130, 16_384, 70_000, 300_000];
        "n".repeat(usize::from(self.length) * STEPS[usize::from(self.step) % STEPS.len()] % (3 << 20))
    }
}

fn write(arena: &mut Arena, record: &Record) -> Option<Segment> {
    let begin = arena.buffer().position();
    let result = Message::<ScopeSpans>::root(arena.buffer()).nested_long(ScopeSpans::SPANS, |span| {
        span.text(Span::NAME, record.name().as_bytes());
        if record.fails { Err(()) } else { Ok(()) }
    });
    result.is_ok().then(|| arena.segment_from(begin))
}

fuzz_target!(|records: Vec<Record>| {
    let records = &records[..records.len().min(24)];
    let mut arena = Arena::take();
    let mut scopes: Vec<(u8, Vec<Segment>, Vec<prost_trace::Span>)> = Vec::new();
    for record in records {
        let Some(segment) = write(&mut arena, record) else { continue };
        let span = prost_trace::Span { name: record.name(), ..Default::default() };
        match scopes.iter_mut().find(|(scope, ..)| *scope == record.scope % 3) {
            Some((_, segments, spans)) => {
                match segments.last().and_then(|last| last.joined(segment)) {
                    Some(joined) => *segments.last_mut().unwrap() = joined,
                    None => segments.push(segment),
                }
                spans.push(span);
            }
            None => scopes.push((record.scope % 3, vec![segment], vec![span])),
        }
    }
    assert!(!arena.failed());
    let mut inner = Vec::new();
    let mut inner_length = 0;
    for (_, segments, _) in &scopes {
        let length = segments.iter().map(|segment| segment.len()).sum();
        inner.push(arena.header(ResourceSpans::SCOPE_SPANS, length));
        inner.extend_from_slice(segments);
        inner_length += nested_length(ResourceSpans::SCOPE_SPANS, length);
    }
    let mut ours = arena.header(Request::RESOURCE_SPANS, inner_length);
    let mut bytes = arena.bytes(ours).to_vec();
    for segment in inner {
        ours = segment;
        bytes.extend_from_slice(arena.bytes(ours));
    }
    let scope_spans = scopes.into_iter().map(|(_, _, spans)| prost_trace::ScopeSpans { spans, ..Default::default() });
    let resource_spans = prost_trace::ResourceSpans { scope_spans: scope_spans.collect(), ..Default::default() };
    assert!(bytes == ProstRequest { resource_spans: vec![resource_spans] }.encode_to_vec());
    arena.give_back();
});
