//! An open message: its fields go out in ascending number, a nested message is a closure, and a closure that fails leaves
//! nothing behind. `x` skips the zero value, `x_always` writes it.

use std::marker::PhantomData;

use super::buffer::Buffer;
use super::field::{Any, Field, Kind, Nested, Packed};
use super::packed::Elements;
use super::small::Small;

/// How long a nested message usually is. Any length is written right; a wrong guess costs a move of the content.
#[derive(Clone, Copy, Debug)]
pub enum Length {
    /// Less than 128 bytes: one byte of length prefix.
    Short = 1,
    /// 128 bytes to 16 kB: two bytes.
    Long = 2,
}

#[derive(Debug)]
pub struct Message<'b, M> {
    pub(super) buffer: &'b mut Buffer,
    depth: u32,
    #[cfg(debug_assertions)]
    last: u32,
    schema: PhantomData<M>,
}

/// How far a message had come at some moment.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    position: usize,
    failed: bool,
    #[cfg(debug_assertions)]
    last: u32,
}

impl<'b, M> Message<'b, M> {
    /// A message that is not nested in another one: its fields are written from the buffer's position on.
    #[inline]
    pub fn root(buffer: &'b mut Buffer) -> Self {
        Self::at(buffer, 0)
    }

    /// The same inside `depth` other messages that are written elsewhere.
    #[inline]
    pub fn root_within(depth: u32, buffer: &'b mut Buffer) -> Self {
        Self::at(buffer, depth)
    }

    #[inline]
    pub(super) fn at(buffer: &'b mut Buffer, depth: u32) -> Self {
        Self {
            buffer,
            depth,
            #[cfg(debug_assertions)]
            last: 0,
            schema: PhantomData,
        }
    }

    /// A message at the same depth that is written into another buffer: for fields that are known before their turn. `insert`
    /// puts them in their place.
    #[inline]
    pub fn beside<'o>(&self, buffer: &'o mut Buffer) -> Message<'o, M> {
        Message::at(buffer, self.depth)
    }

    /// This message as one of which the schema is not known, for code that is compiled once for several messages.
    #[inline]
    pub fn as_any(&mut self) -> Message<'_, Any> {
        Message::at(self.buffer, self.depth)
    }

    /// A field, or all elements of one, as written elsewhere, tag and all.
    #[inline]
    pub fn insert<K: Kind>(&mut self, field: Field<M, K>, written: &[u8]) {
        self.in_order(field);
        self.buffer.put_slice(written);
    }

    /// What was written since `mark`; nothing where the buffer has failed.
    #[must_use]
    pub fn written_since(&self, mark: Mark) -> &[u8] {
        self.buffer.slice(mark.position, self.buffer.position())
    }

    /// How many messages this one is nested in, counted from its root.
    #[must_use]
    #[inline]
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Where the next field will be written.
    #[must_use]
    #[inline]
    pub fn position(&self) -> usize {
        self.buffer.position()
    }

    /// For `cut_back`.
    #[must_use]
    #[inline]
    pub fn mark(&self) -> Mark {
        Mark {
            position: self.buffer.position(),
            failed: self.buffer.failed(),
            #[cfg(debug_assertions)]
            last: self.last,
        }
    }

    /// Takes back every field written since `mark`.
    #[inline]
    pub fn cut_back(&mut self, mark: Mark) {
        self.buffer.truncate(mark.position);
        #[cfg(debug_assertions)]
        {
            self.last = mark.last;
        }
    }

    /// Whether the buffer has run out of room since `mark`.
    #[must_use]
    #[inline]
    pub fn failed_since(&self, mark: Mark) -> bool {
        self.buffer.failed() && !mark.failed
    }

    /// Takes back every field written since `mark`. Where the buffer has run out of room since then, writing goes on from there;
    /// where it had before, something is missing further out, and it stays failed.
    pub fn recover(&mut self, mark: Mark) {
        if self.failed_since(mark) {
            self.buffer.recover(mark.position);
        }
        self.cut_back(mark);
    }

    /// Whether the buffer has run out of memory or beyond protobuf's size limit.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.buffer.failed()
    }

    /// Fields go out in ascending number.
    #[inline]
    pub(super) fn in_order<K: Kind>(&mut self, field: Field<M, K>) {
        #[cfg(debug_assertions)]
        {
            debug_assert!(field.number() >= self.last, "field {} after field {}", field.number(), self.last);
            self.last = field.number();
        }
        let _ = field;
    }

    #[inline]
    pub(super) fn tag<K: Kind>(&mut self, field: Field<M, K>) {
        self.in_order(field);
        self.buffer.put_varint(u64::from(field.tag()));
    }

    #[inline]
    pub(super) fn prefix<K: Kind>(&mut self, field: Field<M, K>, length: usize) {
        self.in_order(field);
        self.buffer.put_prefix(field.tag(), length);
    }

    /// A nested message that is usually shorter than 128 bytes.
    ///
    /// # Errors
    /// Whatever the body returns; nothing of the field is left then.
    #[inline]
    pub fn nested<N, E>(
        &mut self,
        field: Field<M, Nested<N>>,
        body: impl FnOnce(&mut Message<'_, N>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.nested_usually(field, Length::Short, body)
    }

    /// A nested message that is usually 128 bytes to 16 kB long.
    ///
    /// # Errors
    /// Whatever the body returns; nothing of the field is left then.
    #[inline]
    pub fn nested_long<N, E>(
        &mut self,
        field: Field<M, Nested<N>>,
        body: impl FnOnce(&mut Message<'_, N>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.nested_usually(field, Length::Long, body)
    }

    /// A nested message that is usually of this length.
    ///
    /// # Errors
    /// Whatever the body returns; nothing of the field is left then.
    #[inline]
    pub fn nested_usually<N, E>(
        &mut self,
        field: Field<M, Nested<N>>,
        length: Length,
        body: impl FnOnce(&mut Message<'_, N>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.in_order(field);
        nest(self.buffer, field.tag(), self.depth, length, body)
    }

    /// A nested message whose length is known beforehand: nothing to patch.
    #[inline]
    pub fn nested_sized<N>(
        &mut self,
        field: Field<M, Nested<N>>,
        length: usize,
        body: impl FnOnce(&mut Message<'_, N>),
    ) {
        self.row(field).sized(length, body);
    }

    /// All of this message, where it is small.
    #[inline]
    pub fn small(&mut self, message: &Small<M>) {
        self.buffer.put_slice(message.padded().get(..message.len()).unwrap_or_default());
    }

    /// Repeated scalars: one tag, one length, the elements; nothing where there are none.
    ///
    /// # Errors
    /// Whatever the body returns; nothing of the field is left then.
    #[inline]
    pub fn packed<K: Kind, E>(
        &mut self,
        field: Field<M, Packed<K>>,
        body: impl FnOnce(&mut Elements<'_, K>) -> Result<(), E>,
    ) -> Result<(), E> {
        let begin = self.buffer.position();
        self.tag(field);
        let start = self.buffer.open(1);
        let result = body(&mut Elements::new(self.buffer));
        if result.is_ok() && self.buffer.position() > start {
            self.buffer.close(start, 1);
        } else {
            self.buffer.truncate(begin);
        }
        result
    }
}

/// A message inside another one of that depth.
#[inline]
pub(super) fn nest<N, E>(
    buffer: &mut Buffer,
    tag: u32,
    depth: u32,
    length: Length,
    body: impl FnOnce(&mut Message<'_, N>) -> Result<(), E>,
) -> Result<(), E> {
    let width = length as usize;
    let begin = buffer.position();
    buffer.put_varint(u64::from(tag));
    let start = buffer.open(width);
    match body(&mut Message::at(buffer, depth + 1)) {
        Ok(()) => {
            buffer.close(start, width);
            Ok(())
        }
        Err(error) => {
            buffer.truncate(begin);
            Err(error)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::buffer::Buffer;
    use super::super::schema::Span;
    use super::Message;

    #[test]
    fn recovering_inside_what_failed_further_out_does_not_hide_that() {
        let mut buffer = Buffer::default();
        let mut span = Message::<Span>::root(&mut buffer);
        let outer = span.mark();
        span.text(Span::NAME, b"name");
        span.buffer.fail();
        let inner = span.mark();
        span.recover(inner);
        assert!(span.failed(), "the name is missing");
        span.recover(outer);
        assert!(!span.failed());
        assert_eq!(span.position(), 0);
    }
}
