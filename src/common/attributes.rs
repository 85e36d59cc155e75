//! Attribute mappings: repeated `KeyValue`, and the policy for a pair that can't be written.
//!
//! A dict of exact types is written in one walk in place. At the first pair that needs more than that, everything written of the
//! mapping is taken back and it is written again with references of its own, pair by pair, each dropped alone where it fails.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::any_value::{check_depth, read_on, write_part, write_value};
use super::call::shown;
use super::elements::fitting;
use super::in_place::write_dict;
use super::{Call, Mode};
use crate::error::{Error, Result, Step};
use crate::python::iterate::{Items, items, pair};
use crate::python::object::is_true;
use crate::python::text::{Utf8, repaired, utf8};
use crate::python::view::View;
use crate::sdk::attributes::Entries;
use crate::wire::schema::{KeyValue, KeyValueList};
use crate::wire::{Any, Field, Mark, Message, Nested};

/// Writes all pairs of a mapping; returns how many were left out in replace mode.
#[inline]
pub(crate) fn write_attributes<'py, M>(
    message: &mut Message<'_, M>,
    field: Field<M, Nested<KeyValue>>,
    entries: &Entries<'py>,
    call: &mut Call<'py>,
) -> Result<u32> {
    write_attributes_of(message, field, "attributes", entries, call)
}

/// The same for a mapping that stands in a member of another name.
#[inline]
pub(crate) fn write_attributes_of<'py, M>(
    message: &mut Message<'_, M>,
    field: Field<M, Nested<KeyValue>>,
    member: &'static str,
    entries: &Entries<'py>,
    call: &mut Call<'py>,
) -> Result<u32> {
    let begin = message.mark();
    match entries {
        Entries::Dict(dict) if write_dict(message.row(field), View::of(dict)).is_ok() && !message.failed() => Ok(0),
        entries => write_unusual(&mut message.as_any(), begin, field.of_any(), member, entries, call),
    }
}

#[inline(never)]
fn write_unusual<'py>(
    message: &mut Message<'_, Any>,
    begin: Mark,
    field: Field<Any, Nested<KeyValue>>,
    member: &'static str,
    entries: &Entries<'py>,
    call: &mut Call<'py>,
) -> Result<u32> {
    match call.mode {
        Mode::Strict => message.cut_back(begin),
        Mode::Replace => message.recover(begin),
    }
    match pairs_of(entries, call) {
        Ok(None) => Ok(0),
        Ok(Some(pairs)) => write_items(message, field, member, pairs, call),
        Err(error) => call.bad_part(error.at(member)).map(|()| 0),
    }
}

/// The pairs of a mapping, `None` for one that is not true. A dict is copied: reading a value may change it.
fn pairs_of<'py>(entries: &Entries<'py>, call: &Call<'py>) -> Result<Option<Items<'py>>> {
    let mapping = match entries {
        Entries::Dict(dict) => dict.cast::<PyDict>().map_err(PyErr::from)?.copy()?.into_any(),
        Entries::Mapping(mapping) if is_true(mapping.as_borrowed())? => mapping.clone(),
        Entries::Mapping(_) => return Ok(None),
    };
    Ok(Some(items(&mapping.call_method0(pyo3::intern!(call.py, "items"))?)?))
}

fn write_items<'py>(
    message: &mut Message<'_, Any>,
    field: Field<Any, Nested<KeyValue>>,
    member: &'static str,
    pairs: Items<'py>,
    call: &mut Call<'py>,
) -> Result<u32> {
    let mut left_out = 0;
    for item in pairs {
        match item.and_then(|item| pair(&item)) {
            Ok((key, value)) => left_out += u32::from(!write_pair(message, field, member, &key, &value, call)?),
            // Replace mode keeps what came before.
            Err(error) => {
                call.bad_part(Error::from(error).at(member))?;
                break;
            }
        }
        call.step(message).map_err(|error| error.at(member))?;
    }
    Ok(left_out)
}

/// Writes one pair; false where it was left out in replace mode.
fn write_pair<'py>(
    message: &mut Message<'_, Any>,
    field: Field<Any, Nested<KeyValue>>,
    member: &'static str,
    key: &Bound<'py, PyAny>,
    value: &Bound<'py, PyAny>,
    call: &mut Call<'py>,
) -> Result<bool> {
    let (begin, earlier) = (message.mark(), call.repairs.counts());
    let result = message.nested(field, |pair| {
        write_key(pair, key, call)?;
        pair.nested(KeyValue::VALUE, |inner| write_value(inner, value, call))
    });
    match fitting(message, begin, call.mode, result) {
        Ok(()) => {
            call.repairs.leave(earlier, || vec![Step::Key(shown(key)), Step::Member(member)]);
            Ok(true)
        }
        Err(error) => {
            call.repairs.restore(earlier);
            call.bad_attribute(member, key, error)?;
            // The reference does not count what it drops.
            Ok(call.mode == Mode::Strict)
        }
    }
}

/// A key at the top level is taken as it is: text, or nothing for `None`.
fn write_key<'py>(pair: &mut Message<'_, KeyValue>, key: &Bound<'py, PyAny>, call: &mut Call<'py>) -> Result<()> {
    if key.is_none() {
        return Ok(());
    }
    let text = match utf8(key) {
        Ok(text) => text,
        Err(error) => repaired_key(key, error, call)?,
    };
    pair.text(KeyValue::KEY, text.as_bytes());
    Ok(())
}

#[cold]
fn repaired_key<'a, 'py>(key: &'a Bound<'py, PyAny>, error: Error, call: &mut Call<'py>) -> Result<Utf8<'a, 'py>> {
    call.must_repair(error)?;
    repaired(key)
}

/// A pair of a mapping inside a value: its key is whatever `str()` makes of it.
pub(super) fn write_nested_pair<'py>(
    list: &mut Message<'_, KeyValueList>,
    key: &Bound<'py, PyAny>,
    value: &Bound<'py, PyAny>,
    call: &mut Call<'py>,
) -> Result<()> {
    let Some(key) = read_on(key.str(), call)? else { return Ok(()) };
    list.nested(KeyValueList::VALUES, |pair| {
        check_depth(pair.depth(), call)?;
        write_key(pair, key.as_any(), call)?;
        pair.nested(KeyValue::VALUE, |inner| write_part(inner, value, call))
    })
    .map_err(|error| error.within(Step::Key(shown(key.as_any()))))
}
