//! Logs: `ExportLogsServiceRequest`, and how a log record gets into it.

mod log_record;

use pyo3::prelude::*;

use crate::common::batch::Batch;
use crate::common::{Call, Signal};
use crate::error::Result;
use crate::sdk::log::LogItem;
use crate::sdk::{Member, Session};
use crate::wire::schema::{self, ExportLogsServiceRequest, LogRecord, ResourceLogs, ScopeLogs};
use crate::wire::{Field, Message, Nested, Text};

pub(crate) struct Logs;

impl Signal for Logs {
    const NAME: &'static str = "logs";
    const RECORDS: &'static str = "logs";
    type Request = ExportLogsServiceRequest;
    type ResourceGroup = ResourceLogs;
    type ScopeGroup = ScopeLogs;
    type Record = LogRecord;
    const RESOURCE_GROUP: Field<Self::Request, Nested<ResourceLogs>> = ExportLogsServiceRequest::RESOURCE_LOGS;
    const RESOURCE: Field<ResourceLogs, Nested<schema::Resource>> = ResourceLogs::RESOURCE;
    const SCOPE_GROUP: Field<ResourceLogs, Nested<ScopeLogs>> = ResourceLogs::SCOPE_LOGS;
    const RESOURCE_SCHEMA_URL: Field<ResourceLogs, Text> = ResourceLogs::SCHEMA_URL;
    const SCOPE: Field<ScopeLogs, Nested<schema::InstrumentationScope>> = ScopeLogs::SCOPE;
    const RECORD: Field<ScopeLogs, Nested<LogRecord>> = ScopeLogs::LOG_RECORDS;
    const SCOPE_SCHEMA_URL: Field<ScopeLogs, Text> = ScopeLogs::SCHEMA_URL;
}

impl Batch for Logs {
    type View<'a, 'py: 'a> = LogItem<'a, 'py>;

    #[inline]
    fn view<'a, 'py>(record: &'a Bound<'py, PyAny>, session: &mut Session<'py>) -> Result<LogItem<'a, 'py>> {
        LogItem::new(record, session)
    }

    #[inline]
    fn resource_and_scope<'a, 'py: 'a>(record: &LogItem<'a, 'py>) -> Result<(Member<'py>, Member<'py>)> {
        Ok((record.resource(), record.instrumentation_scope()?))
    }

    #[inline]
    fn write_record<'a, 'py: 'a>(
        message: &mut Message<'_, LogRecord>,
        record: &LogItem<'a, 'py>,
        call: &mut Call<'py>,
    ) -> Result<()> {
        log_record::write_log_record(message, record, call)
    }
}
