//! The elements of a repeated message field, whichever message it belongs to: what writes them is compiled once, not for each
//! field.

use std::marker::PhantomData;

use super::buffer::Buffer;
use super::field::{Field, Nested};
use super::message::{Length, Message, nest};
use super::room::{Room, SHORT};
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
        debug_assert!(field.size_of_tag() == 1, "no number beyond 15");
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

    /// A short element whose length is known beforehand. A buffer that lacks the room of a store behind its end has less left than
    /// the messages around a record take, so that it would have failed anyway.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "the body is written for one place")]
    pub fn short(&mut self, length: usize, body: impl for<'r> FnOnce(Room<'r, N>) -> Room<'r, N>) {
        debug_assert!(length < SHORT, "no short element");
        let begin = self.buffer.position();
        let room = Room::new(self.buffer.room(2 + length + Small::<N>::ROOM));
        let free = room.left();
        let written = free - body(room.prefix(self.tag, length)).left();
        debug_assert!(free == 0 || written == 2 + length, "wrong length");
        self.buffer.advance(begin, written);
    }

    /// An element whose length is known beforehand: nothing to patch.
    #[inline]
    pub fn sized(&mut self, length: usize, body: impl FnOnce(&mut Message<'_, N>)) {
        self.buffer.put_prefix(self.tag, length);
        let start = self.buffer.position();
        body(&mut Message::at(self.buffer, self.depth + 1));
        debug_assert!(self.buffer.failed() || self.buffer.position() == start + length, "wrong length");
    }
}
