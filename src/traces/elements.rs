//! The events and links of a span.

use pyo3::prelude::*;

use crate::common::Call;
use crate::common::elements;
use crate::error::Result;
use crate::sdk::span_elements::Elements;
use crate::wire::schema::Span;
use crate::wire::{Field, Message, Nested};

/// Writes all elements; returns how many were left out in replace mode.
#[inline]
pub(super) fn write_elements<'py, N>(
    message: &mut Message<'_, Span>,
    field: Field<Span, Nested<N>>,
    source: &Elements<'py>,
    call: &mut Call<'py>,
    write: impl Fn(&mut Message<'_, N>, &Bound<'py, PyAny>, &mut Call<'py>) -> Result<()>,
) -> Result<u32> {
    if source.is_empty() {
        return Ok(0);
    }
    elements::write_elements(message, field, source.name(), &source.items()?, call, write)
}
