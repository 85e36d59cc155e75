//! The message `LogRecord`.

use crate::common::any_value::write_member;
use crate::common::attributes::write_attributes;
use crate::common::enumeration::checked;
use crate::common::ids::{SpanIdOrNone, TraceIdOrNone};
use crate::common::{Call, fields};
use crate::error::Result;
use crate::sdk::attributes::Drops;
use crate::sdk::enums::Number;
use crate::sdk::log::{self, LogItem};
use crate::wire::Message;
use crate::wire::schema::{LogRecord, SeverityNumber};

#[inline]
pub(super) fn write_log_record<'py>(
    message: &mut Message<'_, LogRecord>,
    item: &LogItem<'_, 'py>,
    call: &mut Call<'py>,
) -> Result<()> {
    let record = item.log_record(&mut call.session)?;
    let first = ReadFirst::of(&record, call)?;
    // The reference reads these two later: what is wrong with them waits for its turn.
    let severity_number = severity_number(&record);
    let severity_text = record.severity_text();
    message.fixed64(LogRecord::TIME_UNIX_NANO, first.time);
    if let Ok(Ok(number)) = severity_number {
        message.enumeration(LogRecord::SEVERITY_NUMBER, number);
    }
    if let Ok(text) = &severity_text {
        fields::text(message, LogRecord::SEVERITY_TEXT, text, call)?;
    }
    write_member(message, LogRecord::BODY, &record.body()?, call)?;
    severity_text?;
    let attributes = record.attributes(&mut call.session)?;
    let lost = write_attributes(message, LogRecord::ATTRIBUTES, &attributes.entries, call)?;
    if lost > 0 || !attributes.dropped_nothing(&call.session) {
        let dropped = item.dropped_attributes(&record, &attributes)?;
        fields::count(message, LogRecord::DROPPED_ATTRIBUTES_COUNT, Ok(dropped), lost, call)?;
    }
    if let Err(error) = severity_number? {
        call.bad_field(error, || Ok(()))?;
    }
    message.fixed32(LogRecord::FLAGS, first.flags);
    first.trace_id.write(message, LogRecord::TRACE_ID);
    first.span_id.write(message, LogRecord::SPAN_ID);
    message.fixed64(LogRecord::OBSERVED_TIME_UNIX_NANO, first.observed_time);
    if let Some(name) = record.event_name(&mut call.session)? {
        fields::text(message, LogRecord::EVENT_NAME, &name, call)?;
    }
    Ok(())
}

/// What the reference reads and checks before everything else, wherever it stands in the schema.
struct ReadFirst<'py> {
    span_id: SpanIdOrNone<'py>,
    trace_id: TraceIdOrNone<'py>,
    time: u64,
    observed_time: u64,
    flags: u32,
}

impl<'py> ReadFirst<'py> {
    #[inline]
    fn of(record: &log::LogRecord<'py>, call: &mut Call<'py>) -> Result<Self> {
        Ok(Self {
            span_id: SpanIdOrNone::of(&record.span_id()?, call)?,
            trace_id: TraceIdOrNone::of(&record.trace_id()?, call)?,
            time: fields::checked_u64(&record.timestamp()?, call)?,
            observed_time: fields::checked_u64(&record.observed_timestamp()?, call)?,
            flags: fields::flags(&record.trace_flags()?, call)?,
        })
    }
}

/// The outer error is one of reading, the inner one that of a value that is no severity.
#[inline]
fn severity_number(record: &log::LogRecord<'_>) -> Result<Result<SeverityNumber>> {
    Ok(match record.severity_number()? {
        None => Ok(SeverityNumber::UNSPECIFIED),
        Some(Number::Known(number)) => Ok(SeverityNumber::new(number)),
        Some(Number::Value(member)) => checked(&member),
    })
}
