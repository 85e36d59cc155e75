//! Packed fields: any iterable of numbers. Exact lists and tuples of exact numbers are read in place, since no Python code can
//! run; everything else through its iterator.

use pyo3::prelude::*;

use super::Call;
use crate::error::{Error, Reason, Result, Step};
use crate::python::kind::Kind;
use crate::python::threads::threads_run_freely;
use crate::python::view::View;
use crate::python::{iterate, number};
use crate::sdk::Member;
use crate::wire::{self, Double, Elements, Field, Fixed64, Message, Packed, Uint64};

/// How the elements of a packed field are read and written.
pub(crate) trait Element: wire::Kind + Sized {
    type Number;
    /// The number, where it is exact and fits: no Python code runs.
    fn in_place(view: View<'_, '_>) -> Option<Self::Number>;
    fn of(value: &Bound<'_, PyAny>) -> Result<Self::Number>;
    fn push(elements: &mut Elements<'_, Self>, number: Self::Number);
}

macro_rules! elements {
    ($($kind:ident: $number:ty, $exact:ident => $in_place:expr, $of:path;)*) => {$(
        impl Element for $kind {
            type Number = $number;

            #[inline]
            fn in_place(view: View<'_, '_>) -> Option<$number> {
                if view.kind() == Kind::$exact { $in_place(view) } else { None }
            }

            fn of(value: &Bound<'_, PyAny>) -> Result<$number> {
                $of(value)
            }

            #[inline]
            fn push(elements: &mut Elements<'_, Self>, number: $number) {
                elements.push(number);
            }
        }
    )*};
}

elements! {
    Fixed64: u64, Int => View::unsigned, number::u64;
    Uint64: u64, Int => View::unsigned, number::u64;
    Double: f64, Float => |number: View<'_, '_>| Some(number.float()), number::f64;
}

/// Repeated numbers; `None` and no elements are absent.
#[inline]
pub(crate) fn packed<'py, M, K: Element>(
    message: &mut Message<'_, M>,
    field: Field<M, Packed<K>>,
    member: &Member<'py>,
    call: &mut Call<'py>,
) -> Result<()> {
    if walk(message, field, View::of(&member.value)).is_ok() || member.is_none() {
        return Ok(());
    }
    match message.packed(field, |elements| iterated(elements, member, call)) {
        Ok(()) => Ok(()),
        Err(error) => call.bad_field(error.at(member.name), || Ok(())),
    }
}

/// The numbers written last, as a field: the points of a histogram share the tuple of their bounds. It never changes, and is held,
/// so that no other object can take its address.
#[derive(Default)]
pub(crate) struct Remembered<'py> {
    numbers: Option<Bound<'py, PyAny>>,
    tag: u32,
    written: Vec<u8>,
}

/// Longer fields are not remembered.
const LONGEST_REMEMBERED: usize = 1 << 10;

/// The same for numbers that are likely to be those of the message before.
#[inline]
pub(crate) fn packed_again<'py, M, K: Element>(
    message: &mut Message<'_, M>,
    field: Field<M, Packed<K>>,
    member: &Member<'py>,
    call: &mut Call<'py>,
) -> Result<()> {
    let last = &mut call.bounds;
    if last.tag == field.tag() && last.numbers.as_ref().is_some_and(|numbers| numbers.is(&member.value)) {
        message.insert(field, &last.written);
        return Ok(());
    }
    let view = View::of(&member.value);
    let begin = message.mark();
    if view.kind() != Kind::Tuple || walk(message, field, view).is_err() {
        return packed(message, field, member, call);
    }
    let written = message.written_since(begin);
    if written.len() <= LONGEST_REMEMBERED && !message.failed() {
        last.written.clear();
        last.written.extend_from_slice(written);
        last.tag = field.tag();
        last.numbers = Some(member.value.clone());
    }
    Ok(())
}

/// An element, or the container, is not of the usual kind.
struct Unusual;

#[inline]
fn walk<M, K: Element>(
    message: &mut Message<'_, M>,
    field: Field<M, Packed<K>>,
    numbers: View<'_, '_>,
) -> std::result::Result<(), Unusual> {
    if threads_run_freely() && numbers.kind() != Kind::Tuple {
        return Err(Unusual);
    }
    let items = numbers.items().ok_or(Unusual)?;
    message.packed(field, |elements| {
        for item in items {
            K::push(elements, K::in_place(item).ok_or(Unusual)?);
        }
        Ok(())
    })
}

#[inline(never)]
fn iterated<K: Element>(elements: &mut Elements<'_, K>, member: &Member<'_>, call: &mut Call<'_>) -> Result<()> {
    for (index, item) in iterate::items(member).map_err(|error| not_iterable(error, member))?.enumerate() {
        let number = K::of(&item?).map_err(|error| error.within(Step::Index(index)))?;
        K::push(elements, number);
        if elements.failed() {
            return Err(Error::new(Reason::TooLarge));
        }
        call.turn.step(call.py)?;
    }
    Ok(())
}

fn not_iterable(error: PyErr, member: &Member<'_>) -> Error {
    match member.hasattr(pyo3::intern!(member.py(), "__iter__")) {
        Ok(false) => Error::wrong_type("numbers", member),
        _ => Error::from(error),
    }
}
