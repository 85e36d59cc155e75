//! Room for a message whose length is known beforehand, asked of the buffer at once: each store goes behind the one before,
//! without a look at the buffer. Where there was no room, nothing is written, and the buffer has failed.

use std::marker::PhantomData;
use std::mem;

use super::field::{Field, Nested, Text};
use super::small::Small;
use super::varint;

#[derive(Debug)]
pub struct Room<'b, M> {
    rest: &'b mut [u8],
    schema: PhantomData<M>,
}

impl<'b, M> Room<'b, M> {
    #[inline]
    pub(super) fn new(rest: &'b mut [u8]) -> Self {
        Self { rest, schema: PhantomData }
    }

    /// How many bytes are still free.
    #[inline]
    pub(super) fn left(&self) -> usize {
        self.rest.len()
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a call costs more than the store")]
    fn put<const N: usize>(&mut self, bytes: [u8; N]) {
        if let Some((slot, rest)) = mem::take(&mut self.rest).split_first_chunk_mut::<N>() {
            *slot = bytes;
            self.rest = rest;
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "tags are constants")]
    #[allow(clippy::cast_possible_truncation, reason = "both were compared first")]
    pub(super) fn put_prefix(&mut self, tag: u32, length: usize) {
        if tag < 0x80 && length < 0x80 {
            self.put([tag as u8, length as u8]);
        } else {
            let rest = put_varint(mem::take(&mut self.rest), u64::from(tag));
            self.rest = put_varint(rest, length as u64);
        }
    }

    /// UTF-8 text; the caller vouches for the encoding.
    #[inline]
    pub fn text(&mut self, field: Field<M, Text>, utf8: &[u8]) {
        if !utf8.is_empty() {
            self.text_always(field, utf8);
        }
    }

    #[inline]
    pub fn text_always(&mut self, field: Field<M, Text>, utf8: &[u8]) {
        self.put_prefix(field.tag(), utf8.len());
        if let Some((slot, rest)) = mem::take(&mut self.rest).split_at_mut_checked(utf8.len()) {
            slot.copy_from_slice(utf8);
            self.rest = rest;
        }
    }

    /// All of this message, where it is small.
    #[inline]
    pub fn small(&mut self, message: &Small<M>) {
        if let Some(slot) = self.rest.first_chunk_mut() {
            *slot = message.bytes();
            self.rest = mem::take(&mut self.rest).get_mut(message.len()..).unwrap_or_default();
        }
    }

    /// A message inside this one, in the same room.
    #[inline]
    pub fn nested<N>(&mut self, field: Field<M, Nested<N>>, length: usize, body: impl FnOnce(&mut Room<'_, N>)) {
        self.put_prefix(field.tag(), length);
        let mut inner = Room::new(mem::take(&mut self.rest));
        body(&mut inner);
        self.rest = inner.rest;
    }
}

/// Takes and returns what is left, so that the room itself need not stand in memory.
#[inline(never)]
fn put_varint(rest: &mut [u8], value: u64) -> &mut [u8] {
    if let Some(slot) = rest.first_chunk_mut() {
        *slot = varint::spread(value).to_le_bytes();
    }
    rest.get_mut(varint::length(value)..).unwrap_or_default()
}
