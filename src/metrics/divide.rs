//! Dividing a metric between its data points: name, temporality and everything else are repeated.

use crate::common::split::Division;
use crate::wire::schema::{Gauge, Metric};
use crate::wire::{Arena, Segment, raw};

/// The parts of a written metric that has data points. All kinds of data hold them in a field of the same number.
pub(super) fn divide(record: Segment, arena: &Arena) -> Option<Division> {
    let bytes = arena.bytes(record);
    let message = raw::fields(bytes).next()?;
    let content = bytes.get(message.content..message.end)?;
    let data = raw::fields(content).find(|field| is_data(field.number))?.moved(message.content);
    let held = bytes.get(data.content..data.end)?;
    let points = u64::from(Gauge::DATA_POINTS.number());
    let points = raw::fields(held).take_while(|field| field.number == points).map(|field| field.moved(data.content));
    let elements: Vec<_> = points.map(|field| record.part(field.start, field.end)).collect();
    let points_length: usize = elements.iter().map(|element| element.len()).sum();
    (!elements.is_empty()).then(|| Division {
        before: record.part(message.content, data.start),
        tag: record.part(data.start, data.tag_end),
        elements,
        after: record.part(data.content + points_length, data.end),
    })
}

fn is_data(number: u64) -> bool {
    [Metric::GAUGE.number(), Metric::SUM.number(), Metric::HISTOGRAM.number(), Metric::EXPONENTIAL_HISTOGRAM.number()]
        .into_iter()
        .any(|data| u64::from(data) == number)
}
