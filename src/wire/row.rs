//! The elements of a repeated message field, whichever message it belongs to: what writes them is compiled once, not for each
//! field.

use std::marker::PhantomData;

use super::buffer::Buffer;
use super::field::{Field, Nested};
use super::message::{Length, Message, nest};
use super::room::Room;
use super::small::Small;

#[derive(Debug)]
pub struct Row<'b, N> {
    buffer: &'b mut Buffer,
    depth: u32,
    tag: u32,
    schema: PhantomData<N>,
}

impl<M> Message<'_, M> {
    /// The elements of a field, to be written one after the other.
    #[inline]
    pub fn row<N>(&mut self, field: Field<M, Nested<N>>) -> Row<'_, N> {
        self.in_order(field);
        Row { depth: self.depth(), buffer: self.buffer, tag: field.tag(), schema: PhantomData }
    }
}

impl<N> Row<'_, N> {
    /// An element that is usually shorter than 128 bytes.
    ///
    /// # Errors
    /// Whatever the body returns; nothing of the element is left then.
    #[inline]
    pub fn nested<E>(&mut self, body: impl FnOnce(&mut Message<'_, N>) -> Result<(), E>) -> Result<(), E> {
        nest(self.buffer, self.tag, self.depth, Length::Short, body)
    }

    /// An element whose length is known beforehand.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "the body is written for one place")]
    pub fn sized(&mut self, length: usize, body: impl FnOnce(&mut Room<'_, N>)) {
        let begin = self.buffer.position();
        let mut room = Room::new(self.buffer.room(MOST_AROUND + length));
        let free = room.left();
        room.put_prefix(self.tag, length);
        body(&mut room);
        let written = free - room.left();
        debug_assert!(free == 0 || written > length && written <= length + MOST_AROUND, "wrong length");
        self.buffer.advance(begin, written);
    }
}

/// A tag and a length prefix of ten bytes each at most, and what a store may touch behind the end.
const MOST_AROUND: usize = 10 + 10 + Small::<()>::ROOM;
