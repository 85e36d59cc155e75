//! `AnyValue`: attribute values and log bodies.
//!
//! `write_value` takes anything, with references of its own, and asks in the reference's order: None, bool, str, int, float,
//! bytes, sequence, mapping. Values of exact types have a faster way, see `in_place`.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyInt, PyString, PyType};

use super::attributes::write_nested_pair;
use super::{Call, Mode, in_place};
use crate::error::{Error, Reason, Result, Step};
use crate::python::iterate::{items, pair};
use crate::python::number;
use crate::python::once::Once;
use crate::python::text::{repaired, utf8};
use crate::python::view::View;
use crate::sdk::Member;
use crate::wire::schema::{AnyValue, ArrayValue};
use crate::wire::{Field, Message, Nested};

/// The reference copies finished messages into their parents, and protobuf allows the copy 100 nested messages: the deepest
/// `AnyValue` stands 100 messages below the group of a resource, which the scope group with the records is one below.
pub(super) const DEEPEST: u32 = 100;

/// A request is read to 100 nested messages, two of which are around the message that holds the records. Where replace mode has
/// to cut a value, it cuts it to what can be read.
const DEEPEST_TO_BE_READ: u32 = 98;

const TOO_DEEP: &[u8] = b"<nested too deeply>";

/// Writes a member that is a value itself, such as the body of a log record. What can't be written raises.
#[inline]
pub(crate) fn write_member<'py, M>(
    message: &mut Message<'_, M>,
    field: Field<M, Nested<AnyValue>>,
    member: &Member<'py>,
    call: &mut Call<'py>,
) -> Result<()> {
    if in_place::write_item(&mut message.row(field), View::of(&member.value)).is_ok() {
        return Ok(());
    }
    let earlier = call.repairs.counts();
    let result = message.nested(field, |value| write_value(value, &member.value, call));
    result.map_err(|error| error.at(member.name))?;
    call.repairs.leave(earlier, || vec![Step::Member(member.name)]);
    Ok(())
}

/// Writes any value. In replace mode one that is too deep is written again, and cut.
pub(super) fn write_value<'py>(
    message: &mut Message<'_, AnyValue>,
    value: &Bound<'py, PyAny>,
    call: &mut Call<'py>,
) -> Result<()> {
    let (begin, earlier) = (message.mark(), call.repairs.counts());
    match write_part(message, value, call) {
        Err(error) if call.mode == Mode::Replace && matches!(error.reason(), Reason::TooDeep) => {
            message.cut_back(begin);
            call.repairs.restore(earlier);
            call.cuts = true;
            let result = write_part(message, value, call);
            call.cuts = false;
            result
        }
        other => other,
    }
}

/// Writes a value that stands in another one. In replace mode one whose reading raises is an empty value.
pub(super) fn write_part<'py>(
    message: &mut Message<'_, AnyValue>,
    value: &Bound<'py, PyAny>,
    call: &mut Call<'py>,
) -> Result<()> {
    let (begin, earlier) = (message.mark(), call.repairs.counts());
    match write_any(message, value, call) {
        Err(error) if call.mode == Mode::Replace && matches!(error.reason(), Reason::Raised(_)) => {
            message.cut_back(begin);
            call.repairs.restore(earlier);
            call.must_repair(error)
        }
        other => other,
    }
}

fn write_any<'py>(message: &mut Message<'_, AnyValue>, value: &Bound<'py, PyAny>, call: &mut Call<'py>) -> Result<()> {
    check_depth(message.depth(), call)?;
    if value.is_none() {
        Ok(())
    } else if value.is_instance_of::<PyBool>() {
        message.boolean_always(AnyValue::BOOL_VALUE, View::of(value).boolean());
        Ok(())
    } else if value.is_instance_of::<PyString>() {
        write_text(message, value, call)
    } else if value.is_instance_of::<PyInt>() {
        write_int(message, value, call)
    } else if value.is_instance_of::<PyFloat>() {
        message.double_always(AnyValue::DOUBLE_VALUE, number::f64_of_float(value));
        Ok(())
    } else if let Ok(bytes) = value.cast::<PyBytes>() {
        message.bytes_always(AnyValue::BYTES_VALUE, bytes.as_bytes());
        Ok(())
    } else if is_instance_of_abc(value, Abc::Sequence)? {
        write_container(message, value, call, write_array)
    } else if is_instance_of_abc(value, Abc::Mapping)? {
        write_container(message, value, call, write_mapping)
    } else {
        write_other(message, value, call)
    }
}

fn write_text<'py>(message: &mut Message<'_, AnyValue>, value: &Bound<'py, PyAny>, call: &mut Call<'py>) -> Result<()> {
    match utf8(value) {
        Ok(text) => message.text_always(AnyValue::STRING_VALUE, text.as_bytes()),
        Err(error) => {
            call.must_repair(error)?;
            message.text_always(AnyValue::STRING_VALUE, repaired(value)?.as_bytes());
        }
    }
    Ok(())
}

fn write_int<'py>(message: &mut Message<'_, AnyValue>, value: &Bound<'py, PyAny>, call: &mut Call<'py>) -> Result<()> {
    match number::i64(value) {
        Ok(number) => message.int64_always(AnyValue::INT_VALUE, number),
        Err(error) => {
            call.must_repair(error)?;
            message.text_always(AnyValue::STRING_VALUE, number::digits(value)?.as_bytes());
        }
    }
    Ok(())
}

/// A type that `AnyValue` has no member for.
fn write_other<'py>(
    message: &mut Message<'_, AnyValue>,
    value: &Bound<'py, PyAny>,
    call: &mut Call<'py>,
) -> Result<()> {
    let found = value.get_type().repr().map_or_else(|_| "?".to_owned(), |text| text.to_string_lossy().into_owned());
    call.must_repair(Error::new(Reason::NoAnyValue { found }))?;
    if defines_text(value) {
        match value.str() {
            Ok(text) => message.text_always(AnyValue::STRING_VALUE, repaired(text.as_any())?.as_bytes()),
            Err(error) => fail_only_with(Error::from(error))?,
        }
    }
    Ok(())
}

/// Whether a class says for itself how it reads as text.
fn defines_text(value: &Bound<'_, PyAny>) -> bool {
    let (class, object) = (value.get_type(), value.py().get_type::<PyAny>());
    ["__str__", "__repr__"].iter().any(|name| match (class.getattr(*name), object.getattr(*name)) {
        (Ok(own), Ok(inherited)) => !own.is(&inherited),
        _ => false,
    })
}

/// An error that is ours to ignore is ignored.
fn fail_only_with(error: Error) -> Result<()> {
    if error.passes_through() { Err(error) } else { Ok(()) }
}

/// In replace mode a container that does not fit, or contains itself, is replaced by a text; inside it everything else stays.
fn write_container<'py>(
    message: &mut Message<'_, AnyValue>,
    value: &Bound<'py, PyAny>,
    call: &mut Call<'py>,
    write: impl FnOnce(&mut Message<'_, AnyValue>, &Bound<'py, PyAny>, &mut Call<'py>) -> Result<()>,
) -> Result<()> {
    if message.failed() {
        return Err(Error::new(Reason::TooLarge));
    }
    if !call.cuts {
        return write(message, value, call);
    }
    let address = value.as_ptr() as usize;
    let (mark, earlier) = (message.mark(), call.repairs.counts());
    let result = if call.ancestors.contains(&address) {
        Err(Error::new(Reason::TooDeep))
    } else {
        call.ancestors.push(address);
        let result = write(message, value, call);
        call.ancestors.pop();
        result
    };
    match result {
        // The error of an element that stands too deep concerns this container, which is the innermost that does not fit.
        Err(error) if matches!(error.reason(), Reason::TooDeep) => {
            message.cut_back(mark);
            call.repairs.restore(earlier);
            call.must_repair(Error::new(Reason::TooDeep))?;
            message.text_always(AnyValue::STRING_VALUE, TOO_DEEP);
            Ok(())
        }
        other => other,
    }
}

fn write_array<'py>(
    message: &mut Message<'_, AnyValue>,
    value: &Bound<'py, PyAny>,
    call: &mut Call<'py>,
) -> Result<()> {
    check_depth(message.depth() + 1, call)?;
    message.nested(AnyValue::ARRAY_VALUE, |array| {
        for (index, item) in items(value)?.enumerate() {
            let Some(item) = read_on(item, call)? else { break };
            call.step(array)?;
            array
                .nested(ArrayValue::VALUES, |inner| write_part(inner, &item, call))
                .map_err(|error| error.within(Step::Index(index)))?;
        }
        Ok(())
    })
}

fn write_mapping<'py>(
    message: &mut Message<'_, AnyValue>,
    value: &Bound<'py, PyAny>,
    call: &mut Call<'py>,
) -> Result<()> {
    check_depth(message.depth() + 1, call)?;
    message.nested(AnyValue::KVLIST_VALUE, |list| {
        for item in items(&value.call_method0(pyo3::intern!(call.py, "items"))?)? {
            let Some((key, value)) = read_on(item.and_then(|item| pair(&item)), call)? else { break };
            call.step(list)?;
            write_nested_pair(list, &key, &value, call)?;
        }
        Ok(())
    })
}

/// What an iterator yields. Where it raises instead, replace mode keeps what came before.
pub(super) fn read_on<T>(item: PyResult<T>, call: &mut Call<'_>) -> Result<Option<T>> {
    match item {
        Ok(item) => Ok(Some(item)),
        Err(error) => call.bad_part(Error::from(error)).map(|()| None),
    }
}

pub(super) fn check_depth(depth: u32, call: &Call<'_>) -> Result<()> {
    let deepest = if call.cuts { DEEPEST_TO_BE_READ } else { DEEPEST };
    if depth > deepest { Err(Error::new(Reason::TooDeep)) } else { Ok(()) }
}

#[derive(Clone, Copy)]
enum Abc {
    Sequence,
    Mapping,
}

/// `isinstance` against the abstract classes, so that virtual subclasses count.
fn is_instance_of_abc(value: &Bound<'_, PyAny>, abc: Abc) -> PyResult<bool> {
    static SEQUENCE: Once<Py<PyType>> = Once::new();
    static MAPPING: Once<Py<PyType>> = Once::new();
    let (cell, name) = match abc {
        Abc::Sequence => (&SEQUENCE, "Sequence"),
        Abc::Mapping => (&MAPPING, "Mapping"),
    };
    value.is_instance(cell.class(value.py(), "collections.abc", name)?)
}
