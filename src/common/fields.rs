//! Scalar fields: a member that the sdk room read, by the rules of its protobuf type, into an open message. `None` is absent.

use pyo3::prelude::*;

use super::Call;
use crate::error::{Error, Result};
use crate::python::kind::{Kind, exact_kind};
use crate::python::number;
use crate::python::text::{repaired, utf8};
use crate::python::view::View;
use crate::sdk::Member;
use crate::sdk::attributes::Drops;
use crate::wire::{Double, EnumValue, Enumeration, Field, Fixed64, Message, Sint32, Text, Uint32};

#[inline]
pub(crate) fn text<'py, M>(
    message: &mut Message<'_, M>,
    field: Field<M, Text>,
    member: &Member<'py>,
    call: &mut Call<'py>,
) -> Result<()> {
    if member.is_none() {
        return Ok(());
    }
    match utf8(&member.value) {
        Ok(text) => message.text(field, text.as_bytes()),
        Err(error) => bad_text(message, field, member, error, call)?,
    }
    Ok(())
}

#[cold]
fn bad_text<'py, M>(
    message: &mut Message<'_, M>,
    field: Field<M, Text>,
    member: &Member<'py>,
    error: Error,
    call: &mut Call<'py>,
) -> Result<()> {
    call.bad_field(error.at(member.name), || {
        message.text(field, repaired(&member.value)?.as_bytes());
        Ok(())
    })
}

/// A time in nanoseconds or a count.
#[inline]
pub(crate) fn fixed64<'py, M>(
    message: &mut Message<'_, M>,
    field: Field<M, Fixed64>,
    member: &Member<'py>,
    call: &mut Call<'py>,
) -> Result<()> {
    match number::u64_or_none(&member.value) {
        Ok(number) => message.fixed64(field, number.unwrap_or(0)),
        Err(error) => call.bad_field(error.at(member.name), || Ok(()))?,
    }
    Ok(())
}

/// A time in nanoseconds, checked before its field is written.
#[inline]
pub(crate) fn checked_u64<'py>(member: &Member<'py>, call: &mut Call<'py>) -> Result<u64> {
    match number::u64_or_none(&member.value) {
        Ok(number) => Ok(number.unwrap_or(0)),
        Err(error) => call.bad_field(error.at(member.name), || Ok(())).map(|()| 0),
    }
}

/// Flags in 32 bits, checked before their field is written: the reference takes what `int()` makes of them, so that floats and
/// numerals count too, and what `int()` refuses raises at once.
#[inline]
pub(crate) fn flags<'py>(member: &Member<'py>, call: &mut Call<'py>) -> Result<u32> {
    let number = if call.session.is_plain_int(&member.value) {
        number::u64_of_int(&member.value).and_then(in_32_bits)
    } else {
        match number::int(&member.value) {
            Ok(value) => number_of_32_bits(&value),
            Err(error) => return call.must_repair(error.at(member.name)).map(|()| 0),
        }
    };
    number.or_else(|error| call.bad_field(error.at(member.name), || Ok(())).map(|()| 0))
}

/// How many elements of a message were dropped, with those that replace mode left out: `more`.
#[inline(always)]
#[allow(clippy::inline_always, reason = "in nearly all messages it is a comparison")]
pub(crate) fn dropped<'py, M>(
    message: &mut Message<'_, M>,
    field: Field<M, Uint32>,
    elements: &impl Drops<'py>,
    owner: &Bound<'py, PyAny>,
    more: u32,
    call: &mut Call<'py>,
) -> Result<()> {
    if more == 0 && elements.dropped_nothing(&call.session) {
        return Ok(());
    }
    let read = elements.dropped_by(owner, &call.session);
    count(message, field, read, more, call)
}

/// A count in 32 bits, to which `more` is added: what replace mode left out. Of a span the reference reads counts
/// last: that one can't be read is told when its message ends.
#[inline(never)]
pub(crate) fn count<'py, M>(
    message: &mut Message<'_, M>,
    field: Field<M, Uint32>,
    read: Result<Option<Member<'py>>>,
    more: u32,
    call: &mut Call<'py>,
) -> Result<()> {
    let counted = match read {
        Ok(Some(member)) => checked_count(&member, call)?,
        Ok(None) => 0,
        Err(error) => {
            call.unreadable_at_last(error)?;
            0
        }
    };
    message.uint32(field, counted.saturating_add(more));
    Ok(())
}

#[inline(always)]
#[allow(clippy::inline_always, reason = "each span has three counts, most of them the shared zero")]
fn checked_count<'py>(member: &Member<'py>, call: &mut Call<'py>) -> Result<u32> {
    if call.session.is_zero(member) {
        return Ok(0);
    }
    match number_of_32_bits(&member.value) {
        Ok(number) => Ok(number),
        Err(error) => {
            call.bad_field(error.at(member.name), || Ok(()))?;
            Ok(0)
        }
    }
}

#[inline]
pub(crate) fn uint32<'py, M>(
    message: &mut Message<'_, M>,
    field: Field<M, Uint32>,
    member: &Member<'py>,
    call: &mut Call<'py>,
) -> Result<()> {
    let number = checked_count(member, call)?;
    message.uint32(field, number);
    Ok(())
}

/// A small number with sign.
#[inline]
pub(crate) fn sint32<'py, M>(
    message: &mut Message<'_, M>,
    field: Field<M, Sint32>,
    member: &Member<'py>,
    call: &mut Call<'py>,
) -> Result<()> {
    if member.is_none() {
        return Ok(());
    }
    let number = number::i64(&member.value)
        .and_then(|number| i32::try_from(number).map_err(|_| Error::out_of_range("32 bits with sign")));
    match number {
        Ok(number) => message.sint32(field, number),
        Err(error) => call.bad_field(error.at(member.name), || Ok(()))?,
    }
    Ok(())
}

#[inline]
pub(super) fn number_of_32_bits(value: &Bound<'_, PyAny>) -> Result<u32> {
    match number::u64_or_none(value)? {
        None => Ok(0),
        Some(number) => in_32_bits(number),
    }
}

#[inline]
fn in_32_bits(number: u64) -> Result<u32> {
    u32::try_from(number).map_err(|_| Error::out_of_range("32 bits without sign"))
}

/// An enum field whose value was found beforehand; an error there ends the message at once, as in the reference.
#[inline]
pub(crate) fn enumeration_of<M, E: EnumValue>(
    message: &mut Message<'_, M>,
    field: Field<M, Enumeration<E>>,
    value: Result<E>,
    call: &mut Call<'_>,
) -> Result<()> {
    match value {
        Ok(value) => message.enumeration(field, value),
        Err(error) => call.must_repair(error)?,
    }
    Ok(())
}

/// A truth value as protobuf takes it: a `bool` or an integer; `None` is none.
#[inline]
pub(crate) fn truth(member: &Member<'_>) -> Result<bool> {
    match exact_kind(member.as_borrowed()) {
        Kind::Bool => Ok(View::of(member).boolean()),
        _ => number::i64(&member.value).map(|number| number != 0).map_err(|error| error.at(member.name)),
    }
}

/// A double that is written whenever it is there, zero included.
#[inline]
pub(crate) fn optional_double<'py, M>(
    message: &mut Message<'_, M>,
    field: Field<M, Double>,
    member: &Member<'py>,
    call: &mut Call<'py>,
) -> Result<()> {
    if !member.is_none() {
        match number::f64(&member.value) {
            Ok(number) => message.double_always(field, number),
            Err(error) => call.bad_field(error.at(member.name), || Ok(()))?,
        }
    }
    Ok(())
}
