//! The elements of a packed field.

use std::marker::PhantomData;

use super::buffer::Buffer;
use super::field::{Double, Fixed64, Uint64};

#[derive(Debug)]
pub struct Elements<'b, K> {
    buffer: &'b mut Buffer,
    kind: PhantomData<K>,
}

impl<'b, K> Elements<'b, K> {
    #[inline]
    pub(super) fn new(buffer: &'b mut Buffer) -> Self {
        Self { buffer, kind: PhantomData }
    }

    /// Whether the buffer has run out of memory or beyond protobuf's size limit.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.buffer.failed()
    }
}

impl Elements<'_, Fixed64> {
    #[inline]
    pub fn push(&mut self, value: u64) {
        self.buffer.put(value.to_le_bytes());
    }
}

impl Elements<'_, Uint64> {
    #[inline]
    pub fn push(&mut self, value: u64) {
        self.buffer.put_varint(value);
    }
}

impl Elements<'_, Double> {
    #[inline]
    pub fn push(&mut self, value: f64) {
        self.buffer.put(value.to_le_bytes());
    }
}
