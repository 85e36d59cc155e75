//! Fields that are written before their turn. The reference finishes some parts of a message before it looks at fields that
//! the schema numbers lower: of a point the attributes and exemplars before the numbers. That decides which errors are logged and
//! which one is raised, so such parts are written in the reference's order into a buffer of the call, and copied from there.

use super::Call;
use crate::error::{Error, Reason, Result};
use crate::wire::{Field, Message, Nested};

/// Elements of one field, written aside.
pub(crate) struct Aside<M, N> {
    field: Field<M, Nested<N>>,
    start: usize,
    end: usize,
}

impl<M, N> Aside<M, N> {
    pub(crate) fn nothing(field: Field<M, Nested<N>>) -> Self {
        Self { field, start: 0, end: 0 }
    }

    /// Copies the elements to where they belong.
    #[inline]
    pub(crate) fn insert(&self, message: &mut Message<'_, M>, call: &Call<'_>) {
        if self.end > self.start {
            message.insert(self.field, call.aside.slice(self.start, self.end));
        }
    }
}

/// Writes elements of `field` aside; they stay there until `Call::clear_aside`.
#[inline]
pub(crate) fn write_aside<'py, M, N, T>(
    message: &Message<'_, M>,
    field: Field<M, Nested<N>>,
    call: &mut Call<'py>,
    write: impl FnOnce(&mut Message<'_, M>, Field<M, Nested<N>>, &mut Call<'py>) -> Result<T>,
) -> Result<Aside<M, N>> {
    let mut buffer = std::mem::take(&mut call.aside);
    let start = buffer.position();
    let result = write(&mut message.beside(&mut buffer), field, call);
    let (end, failed) = (buffer.position(), buffer.failed());
    call.aside = buffer;
    result?;
    if failed { Err(Error::new(Reason::TooLarge)) } else { Ok(Aside { field, start, end }) }
}
