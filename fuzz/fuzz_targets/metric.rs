//! Histogram points, with packed fields of every kind, give prost's bytes.

#![no_main]

use _native::wire::messages::opentelemetry::proto::metrics::v1 as prost_metrics;
use _native::wire::schema::{
    ExponentialHistogramDataPoint as Exponential, ExponentialHistogramDataPointBuckets as Buckets, HistogramDataPoint,
};
use _native::wire::{Buffer, Message};
use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use prost::Message as _;
use prost_metrics::exponential_histogram_data_point::Buckets as ProstBuckets;

#[derive(Arbitrary, Debug)]
struct Input {
    times: [u64; 2],
    count: u64,
    sum: Option<f64>,
    counts: Vec<u64>,
    bounds: Vec<f64>,
    extremes: [Option<f64>; 2],
    scale: i32,
    zero_count: u64,
    sides: [Option<(i32, Vec<u64>)>; 2],
    flags: u32,
    /// The packed field fails after its elements are written: nothing may be left of it.
    fails: bool,
}

fn write_histogram(point: &mut Message<'_, HistogramDataPoint>, input: &Input) -> Result<(), ()> {
    point.fixed64(HistogramDataPoint::START_TIME_UNIX_NANO, input.times[0]);
    point.fixed64(HistogramDataPoint::TIME_UNIX_NANO, input.times[1]);
    point.fixed64(HistogramDataPoint::COUNT, input.count);
    if let Some(sum) = input.sum {
        point.double_always(HistogramDataPoint::SUM, sum);
    }
    let packed = point.packed(HistogramDataPoint::BUCKET_COUNTS, |elements| {
        input.counts.iter().for_each(|count| elements.push(*count));
        if input.fails { Err(()) } else { Ok(()) }
    });
    assert_eq!(packed.is_err(), input.fails);
    point.packed(HistogramDataPoint::EXPLICIT_BOUNDS, |elements| {
        input.bounds.iter().for_each(|bound| elements.push(*bound));
        Ok::<_, ()>(())
    })?;
    if let Some(min) = input.extremes[0] {
        point.double_always(HistogramDataPoint::MIN, min);
    }
    if let Some(max) = input.extremes[1] {
        point.double_always(HistogramDataPoint::MAX, max);
    }
    Ok(())
}

fn histogram(input: &Input) -> prost_metrics::HistogramDataPoint {
    prost_metrics::HistogramDataPoint {
        start_time_unix_nano: input.times[0],
        time_unix_nano: input.times[1],
        count: input.count,
        sum: input.sum,
        bucket_counts: if input.fails { Vec::new() } else { input.counts.clone() },
        explicit_bounds: input.bounds.clone(),
        min: input.extremes[0],
        max: input.extremes[1],
        ..Default::default()
    }
}

fn write_exponential(point: &mut Message<'_, Exponential>, input: &Input) -> Result<(), ()> {
    point.fixed64(Exponential::COUNT, input.count);
    point.sint32(Exponential::SCALE, input.scale);
    point.fixed64(Exponential::ZERO_COUNT, input.zero_count);
    for (field, side) in [Exponential::POSITIVE, Exponential::NEGATIVE].into_iter().zip(&input.sides) {
        if let Some((offset, counts)) = side {
            point.nested(field, |buckets| {
                buckets.sint32(Buckets::OFFSET, *offset);
                buckets.packed(Buckets::BUCKET_COUNTS, |elements| {
                    counts.iter().for_each(|count| elements.push(*count));
                    Ok::<_, ()>(())
                })
            })?;
        }
    }
    point.uint32(Exponential::FLAGS, input.flags);
    Ok(())
}

fn exponential(input: &Input) -> prost_metrics::ExponentialHistogramDataPoint {
    let [positive, negative] = input.sides.clone().map(|side| {
        side.map(|(offset, bucket_counts)| ProstBuckets { offset, bucket_counts })
    });
    prost_metrics::ExponentialHistogramDataPoint {
        count: input.count,
        scale: input.scale,
        zero_count: input.zero_count,
        positive,
        negative,
        flags: input.flags,
        ..Default::default()
    }
}

fuzz_target!(|input: Input| {
    let mut buffer = Buffer::default();
    assert!(write_histogram(&mut Message::root(&mut buffer), &input).is_ok());
    assert!(buffer.slice(0, buffer.position()) == histogram(&input).encode_to_vec());
    let begin = buffer.position();
    assert!(write_exponential(&mut Message::root(&mut buffer), &input).is_ok());
    assert!(buffer.slice(begin, buffer.position()) == exponential(&input).encode_to_vec());
});
