//! Room for a short message, asked of the buffer at once: each store goes behind the one before, without a look at the buffer, and
//! every length takes one byte. Handed on by value, a room stays in registers.

use std::marker::PhantomData;

use super::field::{Field, Nested, Text};
use super::small::Small;

/// A message of fewer bytes than this is short, and so is everything in it.
pub const SHORT: usize = 0x80;

#[derive(Debug)]
pub struct Room<'b, M> {
    rest: &'b mut [u8],
    schema: PhantomData<M>,
}

impl<'b, M> Room<'b, M> {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is not to stand in memory")]
    pub(super) fn new(rest: &'b mut [u8]) -> Self {
        Self { rest, schema: PhantomData }
    }

    /// How many bytes are still free.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is not to stand in memory")]
    pub(super) fn left(&self) -> usize {
        self.rest.len()
    }

    /// A tag and a length; after what does not fit there is no room any more.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a call costs more than the store")]
    #[allow(clippy::cast_possible_truncation, reason = "both are short")]
    pub(super) fn prefix(self, tag: u32, length: usize) -> Self {
        debug_assert!(tag < 0x80 && length < SHORT, "no short field");
        match self.rest.split_first_chunk_mut() {
            Some((slot, rest)) => {
                *slot = [tag as u8, length as u8];
                Self::new(rest)
            }
            None => Self::new(&mut []),
        }
    }

    /// UTF-8 text; the caller vouches for the encoding.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is not to stand in memory")]
    #[must_use]
    pub fn text_always(self, field: Field<M, Text>, utf8: &[u8]) -> Self {
        match self.prefix(field.tag(), utf8.len()).rest.split_at_mut_checked(utf8.len()) {
            Some((slot, rest)) => {
                copy(slot, utf8);
                Self::new(rest)
            }
            None => Self::new(&mut []),
        }
    }

    /// All of this message, where it is small.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is not to stand in memory")]
    #[must_use]
    pub fn small(self, message: &Small<M>) -> Self {
        if let Some(slot) = self.rest.first_chunk_mut() {
            *slot = message.padded();
        }
        Self::new(self.rest.get_mut(message.len()..).unwrap_or_default())
    }

    /// A message inside this one, in the same room.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is not to stand in memory")]
    #[must_use]
    pub fn nested<N>(
        self,
        field: Field<M, Nested<N>>,
        length: usize,
        body: impl FnOnce(Room<'b, N>) -> Room<'b, N>,
    ) -> Self {
        Self::new(body(Room::new(self.prefix(field.tag(), length).rest)).rest)
    }
}

/// Two overlapping copies of fixed size spare most short texts the call.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it spares a call")]
fn copy(slot: &mut [u8], bytes: &[u8]) {
    if bytes.len() > 32 || !(copy_ends::<16>(slot, bytes) || copy_ends::<8>(slot, bytes)) {
        slot.copy_from_slice(bytes);
    }
}

/// Copies the first and the last bytes; false where there are fewer.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it spares a call")]
fn copy_ends<const N: usize>(slot: &mut [u8], bytes: &[u8]) -> bool {
    let (Some(first), Some(last)) = (bytes.first_chunk::<N>(), bytes.last_chunk::<N>()) else {
        return false;
    };
    if let Some(place) = slot.first_chunk_mut() {
        *place = *first;
    }
    if let Some(place) = slot.last_chunk_mut() {
        *place = *last;
    }
    true
}
