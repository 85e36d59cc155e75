//! From a collector's bytes to plain values, with prost's structs. Knows no Python.

use std::fmt;

use prost::{DecodeError, Message};

use crate::wire::messages::google::rpc::{RetryInfo, Status};
use crate::wire::messages::opentelemetry::proto::collector::logs::v1::ExportLogsServiceResponse;
use crate::wire::messages::opentelemetry::proto::collector::metrics::v1::ExportMetricsServiceResponse;
use crate::wire::messages::opentelemetry::proto::collector::trace::v1::ExportTraceServiceResponse;

/// The name by which an `Any` says that it holds a `RetryInfo`; what is before the slash may differ.
const RETRY_INFO: &str = "/google.rpc.RetryInfo";

/// Why bytes could not be read.
#[derive(Debug, PartialEq)]
pub(super) enum Unreadable {
    Malformed(DecodeError),
    UnknownSignal,
}

impl From<DecodeError> for Unreadable {
    fn from(error: DecodeError) -> Self {
        Self::Malformed(error)
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(error) => write!(text, "not the expected message: {error}"),
            Self::UnknownSignal => text.write_str("the signal must be traces, metrics or logs"),
        }
    }
}

/// Whose request or response it is.
#[derive(Debug, Clone, Copy)]
pub(super) enum Signal {
    Traces,
    Metrics,
    Logs,
}

impl Signal {
    pub(super) fn named(name: &str) -> Result<Self, Unreadable> {
        match name {
            "traces" => Ok(Self::Traces),
            "metrics" => Ok(Self::Metrics),
            "logs" => Ok(Self::Logs),
            _ => Err(Unreadable::UnknownSignal),
        }
    }

    /// Rejected records and message, unless the response has neither.
    pub(super) fn partial_success(self, answer: &[u8]) -> Result<Option<(i64, String)>, Unreadable> {
        let said = match self {
            Self::Traces => ExportTraceServiceResponse::decode(answer)?
                .partial_success
                .map(|partial| (partial.rejected_spans, partial.error_message)),
            Self::Metrics => ExportMetricsServiceResponse::decode(answer)?
                .partial_success
                .map(|partial| (partial.rejected_data_points, partial.error_message)),
            Self::Logs => ExportLogsServiceResponse::decode(answer)?
                .partial_success
                .map(|partial| (partial.rejected_log_records, partial.error_message)),
        };
        Ok(said.filter(|(rejected, message)| *rejected != 0 || !message.is_empty()))
    }
}

/// What a `google.rpc.Status` says, as far as an exporter cares.
#[derive(Debug, PartialEq)]
pub(super) struct Refusal {
    pub(super) code: i32,
    pub(super) message: String,
    /// Seconds, never negative.
    pub(super) retry_delay: Option<f64>,
}

/// Reads a `google.rpc.Status`. A detail that can't be read is passed over: it must not hide the message.
pub(super) fn status(bytes: &[u8]) -> Result<Refusal, Unreadable> {
    let status = Status::decode(bytes)?;
    let retry_delay = status
        .details
        .iter()
        .filter(|detail| detail.type_url.ends_with(RETRY_INFO))
        .find_map(|detail| RetryInfo::decode(detail.value.as_slice()).ok()?.retry_delay)
        .map(|delay| seconds(&delay));
    Ok(Refusal { code: status.code, message: status.message, retry_delay })
}

// Seconds beyond 2^53 lose precision, which no one will wait for.
#[allow(clippy::cast_precision_loss)]
fn seconds(delay: &prost_types::Duration) -> f64 {
    (delay.seconds as f64 + f64::from(delay.nanos) / 1e9).max(0.0)
}

#[cfg(test)]
mod tests {
    use prost_types::{Any, Duration};

    use super::*;
    use crate::wire::messages::opentelemetry::proto::collector::trace::v1::ExportTracePartialSuccess;

    fn retry_info(type_url: &str, seconds: i64, nanos: i32) -> Any {
        let info = RetryInfo { retry_delay: Some(Duration { seconds, nanos }) };
        Any { type_url: type_url.to_owned(), value: info.encode_to_vec() }
    }

    fn refused(details: Vec<Any>) -> Result<Refusal, Unreadable> {
        status(&Status { code: 8, message: "too much".to_owned(), details }.encode_to_vec())
    }

    fn refusal(retry_delay: Option<f64>) -> Refusal {
        Refusal { code: 8, message: "too much".to_owned(), retry_delay }
    }

    #[test]
    fn a_retry_info_among_the_details_gives_the_delay() {
        let other = Any { type_url: "type.googleapis.com/google.rpc.Help".to_owned(), value: vec![0xff] };
        let found = refused(vec![other, retry_info("type.googleapis.com/google.rpc.RetryInfo", 1, 500_000_000)]);
        assert_eq!(found, Ok(refusal(Some(1.5))));
    }

    #[test]
    fn a_broken_or_foreign_detail_does_not_hide_the_message() {
        let broken = Any { type_url: "x/google.rpc.RetryInfo".to_owned(), value: vec![0xff, 0xff] };
        assert_eq!(refused(vec![broken]), Ok(refusal(None)));
        assert_eq!(refused(vec![retry_info("x/google.rpc.DebugInfo", 1, 0)]), Ok(refusal(None)));
    }

    #[test]
    fn a_negative_delay_is_none_at_all() {
        assert_eq!(refused(vec![retry_info("x/google.rpc.RetryInfo", -3, 0)]), Ok(refusal(Some(0.0))));
    }

    #[test]
    fn an_empty_answer_is_a_full_success() {
        for signal in [Signal::Traces, Signal::Metrics, Signal::Logs] {
            assert_eq!(signal.partial_success(&[]), Ok(None));
        }
        let empty = ExportTraceServiceResponse { partial_success: Some(ExportTracePartialSuccess::default()) };
        assert_eq!(Signal::Traces.partial_success(&empty.encode_to_vec()), Ok(None));
    }

    #[test]
    fn every_prefix_of_an_answer_is_read_or_refused() {
        let partial = ExportTracePartialSuccess { rejected_spans: 7, error_message: "no".to_owned() };
        let bytes = ExportTraceServiceResponse { partial_success: Some(partial) }.encode_to_vec();
        assert_eq!(Signal::Traces.partial_success(&bytes), Ok(Some((7, "no".to_owned()))));
        for end in 1..bytes.len() {
            assert!(Signal::Traces.partial_success(&bytes[..end]).is_err());
        }
    }
}
