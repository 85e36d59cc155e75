//! A message with one scalar field that is no text: at most 11 bytes, which travel in registers.

use std::marker::PhantomData;

use super::field::{Bool, Double, Field, Int64, Kind};
use super::varint;

#[derive(Debug)]
pub struct Small<M> {
    /// The first byte lowest; what comes after the last one is zero.
    bytes: u128,
    length: usize,
    schema: PhantomData<M>,
}

impl<M> Small<M> {
    /// Room that a store takes, whatever the length.
    pub(super) const ROOM: usize = size_of::<u128>();

    #[must_use]
    #[inline]
    pub fn boolean(field: Field<M, Bool>, value: bool) -> Self {
        Self::new(field, u128::from(value), 1)
    }

    #[must_use]
    #[inline]
    pub fn double(field: Field<M, Double>, value: f64) -> Self {
        Self::new(field, u128::from(value.to_bits()), 8)
    }

    #[must_use]
    #[inline]
    #[allow(clippy::cast_sign_loss, reason = "a negative number goes out as its two's complement")]
    pub fn int64(field: Field<M, Int64>, value: i64) -> Self {
        let value = value as u64;
        if value < 0x80 {
            Self::new(field, u128::from(value), 1)
        } else {
            Self::new(field, varint::spread(value), varint::length(value))
        }
    }

    #[inline]
    fn new<K: Kind>(field: Field<M, K>, content: u128, length: usize) -> Self {
        debug_assert!(field.size_of_tag() == 1, "no number beyond 15");
        Self { bytes: content << 8 | u128::from(field.tag()), length: length + 1, schema: PhantomData }
    }

    #[must_use]
    #[inline]
    #[allow(clippy::len_without_is_empty, reason = "it never is")]
    pub fn len(&self) -> usize {
        self.length
    }

    #[inline]
    pub(super) fn padded(&self) -> [u8; size_of::<u128>()] {
        self.bytes.to_le_bytes()
    }
}
