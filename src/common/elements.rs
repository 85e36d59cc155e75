//! Repeated messages: events, links, exemplars, data points. One that can't be written is left out in replace mode.

use pyo3::prelude::*;

use super::Call;
use super::repairs::Counts;
use crate::error::{Error, Result, Step};
use crate::wire::{Field, Length, Message, Nested};

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
    let earlier = call.repairs.counts();
    match message.nested_usually(field, usual_length, |element| call.message(|call| write(element, item, call))) {
        Ok(()) => {
            call.repairs.leave(earlier, || [Step::Index(index), Step::Member(name)]);
            Ok(true)
        }
        Err(error) => {
            leave_out(earlier, error.within(Step::Index(index)).at(name), call)?;
            Ok(false)
        }
    }
}

/// In replace mode the part alone is missing, whatever was repaired inside it before.
#[cold]
pub(crate) fn leave_out(earlier: Counts, error: Error, call: &mut Call<'_>) -> Result<()> {
    call.repairs.restore(earlier);
    call.bad_part(error)
}
