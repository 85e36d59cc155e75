//! The message `Status`.

use pyo3::prelude::*;

use crate::common::enumeration::enumeration;
use crate::common::{Call, fields};
use crate::error::Result;
use crate::sdk::enums::{self, Number};
use crate::sdk::span_parts::Status;
use crate::wire::Message;
use crate::wire::schema::{self, StatusCode};

#[inline]
pub(super) fn write_status<'py>(
    message: &mut Message<'_, schema::Status>,
    status: &Bound<'py, PyAny>,
    call: &mut Call<'py>,
) -> Result<()> {
    if call.session.is_unset_status(status) {
        return Ok(());
    }
    let status = Status::new(status, &mut call.session);
    fields::text(message, schema::Status::MESSAGE, &status.description()?, call)?;
    match enums::status_code(&status.status_code()?, call.session.names)? {
        Number::Known(number) => {
            message.enumeration(schema::Status::CODE, StatusCode::new(number));
            status.note_if_unset(number, &mut call.session);
        }
        Number::Value(value) => enumeration(message, schema::Status::CODE, &value, call)?,
    }
    Ok(())
}
