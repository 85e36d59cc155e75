//! Enum fields: any number of 32 bits, named by the schema or not, or the label of an enum value as `str`.

use pyo3::prelude::*;
use pyo3::types::PyString;

use super::Call;
use crate::error::{Error, Result};
use crate::python::number;
use crate::sdk::Member;
use crate::wire::{EnumValue, Enumeration, Field, Message};

#[inline]
pub(crate) fn enumeration<'py, M, E: EnumValue>(
    message: &mut Message<'_, M>,
    field: Field<M, Enumeration<E>>,
    member: &Member<'py>,
    call: &mut Call<'py>,
) -> Result<()> {
    match checked(member) {
        Ok(value) => message.enumeration(field, value),
        Err(error) => call.bad_field(error, || Ok(()))?,
    }
    Ok(())
}

/// The value where `None` is none.
pub(crate) fn value_proper<E: EnumValue>(member: &Member<'_>) -> Result<E> {
    let value =
        if member.is_none() { Err(Error::wrong_type("a number of the enum", member)) } else { value_of(member) };
    value.map_err(|error| error.at(member.name))
}

/// The enum value that a member holds, for the field to be written later.
#[inline]
pub(crate) fn checked<E: EnumValue>(member: &Member<'_>) -> Result<E> {
    value_of(member).map_err(|error| error.at(member.name))
}

fn value_of<E: EnumValue>(member: &Member<'_>) -> Result<E> {
    if member.is_none() {
        return Ok(E::new(0));
    }
    if let Ok(label) = member.cast::<PyString>() {
        return E::from_label(&label.to_string_lossy())
            .ok_or_else(|| Error::wrong_type("a number or a label of the enum", member));
    }
    let number = number::i64(&member.value)?;
    i32::try_from(number).map(E::new).map_err(|_| Error::out_of_range("an enum value of 32 bits"))
}
