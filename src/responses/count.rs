//! How many records a request carries, found by walking its nesting and passing over all else. Knows no Python.
//! Decoding a whole request into prost's structs for that took 60 KB of the module.

use prost::DecodeError;
use prost::encoding::{DecodeContext, WireType, decode_key, decode_varint, skip_field};

use super::decode::Signal;
use crate::wire::schema::{
    ExponentialHistogram, ExportLogsServiceRequest, ExportMetricsServiceRequest, ExportTraceServiceRequest, Gauge,
    Histogram, Metric, ResourceLogs, ResourceMetrics, ResourceSpans, ScopeLogs, ScopeMetrics, ScopeSpans, Sum, Summary,
};

/// The fields that lead from a request to its records, outermost first; any of a step's numbers leads on.
type Path = &'static [&'static [u32]];

const SPANS: Path = &[
    &[ExportTraceServiceRequest::RESOURCE_SPANS.number()],
    &[ResourceSpans::SCOPE_SPANS.number()],
    &[ScopeSpans::SPANS.number()],
];
const LOG_RECORDS: Path = &[
    &[ExportLogsServiceRequest::RESOURCE_LOGS.number()],
    &[ResourceLogs::SCOPE_LOGS.number()],
    &[ScopeLogs::LOG_RECORDS.number()],
];
const DATA_POINTS: Path = &[
    &[ExportMetricsServiceRequest::RESOURCE_METRICS.number()],
    &[ResourceMetrics::SCOPE_METRICS.number()],
    &[ScopeMetrics::METRICS.number()],
    &[
        Metric::GAUGE.number(),
        Metric::SUM.number(),
        Metric::HISTOGRAM.number(),
        Metric::EXPONENTIAL_HISTOGRAM.number(),
        Metric::SUMMARY.number(),
    ],
    &[POINTS],
];

/// The data points of a metric of any kind.
const POINTS: u32 = Gauge::DATA_POINTS.number();
const _: () = assert!(
    POINTS == Sum::DATA_POINTS.number()
        && POINTS == Histogram::DATA_POINTS.number()
        && POINTS == ExponentialHistogram::DATA_POINTS.number()
        && POINTS == Summary::DATA_POINTS.number()
);

/// Spans, log records or data points in a request.
pub(super) fn records(signal: Signal, request: &[u8]) -> Result<usize, DecodeError> {
    let path = match signal {
        Signal::Traces => SPANS,
        Signal::Logs => LOG_RECORDS,
        Signal::Metrics => DATA_POINTS,
    };
    below(request, path)
}

/// As deep as the path is long, whatever the bytes say.
fn below(mut message: &[u8], path: Path) -> Result<usize, DecodeError> {
    let Some((step, rest)) = path.split_first() else {
        return Ok(1);
    };
    let mut found = 0;
    while !message.is_empty() {
        let (number, wire_type) = decode_key(&mut message)?;
        let field = message;
        skip_field(wire_type, number, &mut message, DecodeContext::default())?;
        if wire_type == WireType::LengthDelimited && step.contains(&number) {
            let (mut nested, _) = field.split_at_checked(field.len() - message.len()).unwrap_or_default();
            decode_varint(&mut nested)?;
            found += below(nested, rest)?;
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use prost::Message;

    use super::*;
    use crate::wire::messages::opentelemetry::proto::collector::logs::v1 as collector_logs;
    use crate::wire::messages::opentelemetry::proto::collector::metrics::v1 as collector_metrics;
    use crate::wire::messages::opentelemetry::proto::collector::trace::v1 as collector_trace;
    use crate::wire::messages::opentelemetry::proto::logs::v1 as logs;
    use crate::wire::messages::opentelemetry::proto::metrics::v1 as metrics;
    use crate::wire::messages::opentelemetry::proto::trace::v1 as trace;

    fn spans(counts: &[&[usize]]) -> Vec<u8> {
        let span = || trace::Span { name: "s".repeat(300), ..Default::default() };
        let scope = |&count: &usize| trace::ScopeSpans {
            spans: std::iter::repeat_with(span).take(count).collect(),
            schema_url: "u".into(),
            ..Default::default()
        };
        let resource = |scopes: &&[usize]| trace::ResourceSpans {
            scope_spans: scopes.iter().map(scope).collect(),
            resource: Some(crate::wire::messages::opentelemetry::proto::resource::v1::Resource::default()),
            ..Default::default()
        };
        let resource_spans = counts.iter().map(resource).collect();
        collector_trace::ExportTraceServiceRequest { resource_spans }.encode_to_vec()
    }

    #[test]
    fn spans_are_counted_over_scopes_and_resources() {
        assert_eq!(records(Signal::Traces, &spans(&[&[1, 0, 3], &[], &[2]])), Ok(6));
    }

    #[test]
    fn an_empty_request_has_no_records() {
        for signal in [Signal::Traces, Signal::Metrics, Signal::Logs] {
            assert_eq!(records(signal, &[]), Ok(0));
        }
    }

    #[test]
    fn log_records_are_counted() {
        let scope = logs::ScopeLogs { log_records: vec![logs::LogRecord::default(); 4], ..Default::default() };
        let resource = logs::ResourceLogs { scope_logs: vec![scope.clone(), scope], ..Default::default() };
        let request = collector_logs::ExportLogsServiceRequest { resource_logs: vec![resource] };
        assert_eq!(records(Signal::Logs, &request.encode_to_vec()), Ok(8));
    }

    #[test]
    fn the_points_of_every_kind_of_metric_are_counted_and_not_the_metrics() {
        use metrics::metric::Data;
        let kinds = [
            Data::Gauge(metrics::Gauge { data_points: vec![metrics::NumberDataPoint::default(); 1] }),
            Data::Sum(metrics::Sum { data_points: vec![metrics::NumberDataPoint::default(); 2], ..Default::default() }),
            Data::Histogram(metrics::Histogram {
                data_points: vec![metrics::HistogramDataPoint::default(); 4],
                ..Default::default()
            }),
            Data::ExponentialHistogram(metrics::ExponentialHistogram {
                data_points: vec![metrics::ExponentialHistogramDataPoint::default(); 8],
                ..Default::default()
            }),
            Data::Summary(metrics::Summary { data_points: vec![metrics::SummaryDataPoint::default(); 16] }),
        ];
        let metric = |data| metrics::Metric { name: "m".into(), data: Some(data), ..Default::default() };
        let scope = metrics::ScopeMetrics { metrics: kinds.map(metric).to_vec(), ..Default::default() };
        let resource = metrics::ResourceMetrics { scope_metrics: vec![scope], ..Default::default() };
        let request = collector_metrics::ExportMetricsServiceRequest { resource_metrics: vec![resource] };
        assert_eq!(records(Signal::Metrics, &request.encode_to_vec()), Ok(31));
    }

    #[test]
    fn every_prefix_is_counted_or_refused_and_none_counts_more() {
        let whole = spans(&[&[2, 1], &[1]]);
        let refused = (0..whole.len()).filter(|&end| match records(Signal::Traces, &whole[..end]) {
            Ok(found) => {
                assert!(found < 4);
                false
            }
            Err(_) => true,
        });
        assert_eq!(refused.count(), whole.len() - 2);
    }
}
