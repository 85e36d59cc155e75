//! How many bytes a field takes, for messages whose length is written before their content.

use super::field::{Bool, Double, Field, Int64, Kind};
use super::varint;

impl<M, K: Kind> Field<M, K> {
    /// How many bytes the field takes with a content of `length` bytes: tag, length prefix and content.
    #[must_use]
    #[inline]
    pub const fn size_with_length(self, length: usize) -> usize {
        self.size_of_tag() + varint::length(length as u64) + length
    }

    /// The same where tag and length take one byte each.
    #[must_use]
    #[inline]
    pub const fn short_size(self, length: usize) -> usize {
        debug_assert!(self.size_of_tag() == 1 && varint::length(length as u64) == 1);
        2 + length
    }

    #[must_use]
    #[inline]
    pub const fn size_of_tag(self) -> usize {
        varint::length(self.tag() as u64)
    }
}

impl<M> Field<M, Int64> {
    #[must_use]
    #[inline]
    #[allow(clippy::cast_sign_loss, reason = "a negative number goes out as its two's complement")]
    pub const fn size(self, value: i64) -> usize {
        self.size_of_tag() + varint::length(value as u64)
    }
}

impl<M> Field<M, Double> {
    #[must_use]
    #[inline]
    pub const fn size(self) -> usize {
        self.size_of_tag() + 8
    }
}

impl<M> Field<M, Bool> {
    #[must_use]
    #[inline]
    pub const fn size(self) -> usize {
        self.size_of_tag() + 1
    }
}
