//! Repeated messages: events, links, exemplars, data points. One that can't be written is left out in replace mode.

use pyo3::prelude::*;

use super::repairs::Counts;
use super::{Call, Mode};
use crate::error::{Error, Reason, Result, Step};
use crate::wire::{Field, Length, Mark, Message, Nested};

/// Writes each item as one element of `field`; returns how many were left out.
#[inline]
pub(crate) fn write_elements<'py, 'i, M, N>(
    message: &mut Message<'_, M>,
    field: Field<M, Nested<N>>,
    name: &'static str,
    items: impl IntoIterator<Item = &'i Bound<'py, PyAny>>,
    call: &mut Call<'py>,
    write: impl Fn(&mut Message<'_, N>, &Bound<'py, PyAny>, &mut Call<'py>) -> Result<()>,
) -> Result<u32>
where
    'py: 'i,
{
    let mut left_out = 0;
    for (index, item) in items.into_iter().enumerate() {
        left_out += u32::from(!write_element(message, field, Length::Short, name, index, item, call, &write)?);
    }
    Ok(left_out)
}

/// Writes one element; false where it was left out.
#[inline]
#[allow(clippy::too_many_arguments, reason = "each says one thing about the element")]
pub(crate) fn write_element<'py, M, N>(
    message: &mut Message<'_, M>,
    field: Field<M, Nested<N>>,
    usual_length: Length,
    name: &'static str,
    index: usize,
    item: &Bound<'py, PyAny>,
    call: &mut Call<'py>,
    write: impl Fn(&mut Message<'_, N>, &Bound<'py, PyAny>, &mut Call<'py>) -> Result<()>,
) -> Result<bool> {
    let (begin, earlier) = (message.mark(), call.repairs.counts());
    let result = message.nested_usually(field, usual_length, |element| call.message(|call| write(element, item, call)));
    match fitting(message, begin, call.mode, result) {
        Ok(()) => {
            call.repairs.leave(earlier, || vec![Step::Index(index), Step::Member(name)]);
            Ok(true)
        }
        Err(error) => {
            leave_out(earlier, error.within(Step::Index(index)).at(name), call)?;
            Ok(false)
        }
    }
}

/// The result of writing a part that begins at `begin`. In replace mode one that did not fit has failed alone: there is room
/// again for what comes after it.
#[inline]
pub(super) fn fitting<M, T>(message: &mut Message<'_, M>, begin: Mark, mode: Mode, result: Result<T>) -> Result<T> {
    if message.failed_since(begin) && mode == Mode::Replace {
        message.recover(begin);
        return result.and(Err(Error::new(Reason::TooLarge)));
    }
    result
}

/// In replace mode the part alone is missing, whatever was repaired inside it before.
#[cold]
pub(crate) fn leave_out(earlier: Counts, error: Error, call: &mut Call<'_>) -> Result<()> {
    call.repairs.restore(earlier);
    call.bad_part(error)
}
