//! A growing block of bytes with a position. The block is always initialised, so that writing needs no unsafe code; growing
//! never aborts: once memory or the size limit has run out the buffer only remembers that, and the owner asks `failed`.

use super::varint;

/// protobuf's limit for one message, and so for one request.
pub(super) const LARGEST_MESSAGE: usize = i32::MAX as usize;

const SMALLEST_BLOCK: usize = 16 << 10;
/// From here on the block grows by an eighth instead of doubling, so that a large record costs little more than its size.
const DOUBLING_ENDS: usize = 4 << 20;

#[derive(Debug, Default)]
pub struct Buffer {
    block: Vec<u8>,
    position: usize,
    failed: bool,
}

impl Buffer {
    /// A buffer that writes into `block`, whose content does not matter.
    #[must_use]
    pub fn from_block(block: Vec<u8>) -> Self {
        Self { block, position: 0, failed: false }
    }

    #[must_use]
    pub fn into_block(self) -> Vec<u8> {
        self.block
    }

    #[must_use]
    #[inline]
    pub fn position(&self) -> usize {
        self.position
    }

    /// Whether something did not fit: the content is then not to be used.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.failed
    }

    /// What was written between two positions; empty where they are not positions of this buffer.
    #[must_use]
    pub fn slice(&self, start: usize, end: usize) -> &[u8] {
        self.block.get(start..end).unwrap_or_default()
    }

    /// After a failure: cuts the content back to a position from before it, and lets writing go on from there.
    pub fn recover(&mut self, position: usize) {
        self.truncate(position);
        self.failed = false;
    }

    /// Cuts the content back to an earlier position.
    #[inline]
    pub fn truncate(&mut self, position: usize) {
        self.position = self.position.min(position);
    }

    /// Literal arrays of 1, 2, 4 and 8 bytes travel in registers; longer ones put together on the stack are slow to copy.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a call costs more than the store")]
    pub fn put<const N: usize>(&mut self, bytes: [u8; N]) {
        if let Some(slot) = self.block.get_mut(self.position..).and_then(|rest| rest.first_chunk_mut::<N>()) {
            *slot = bytes;
            self.position += N;
        } else {
            self.put_growing(bytes);
        }
    }

    #[cold]
    #[inline(never)]
    fn put_growing<const N: usize>(&mut self, bytes: [u8; N]) {
        if self.grow(N) {
            self.put(bytes);
        }
    }

    /// Room for this many bytes behind the position, which stays where it is; none where the buffer fails.
    #[inline]
    pub(super) fn room(&mut self, length: usize) -> &mut [u8] {
        if self.block.len().saturating_sub(self.position) < length && !self.grow_for_room(length) {
            return &mut [];
        }
        self.block.get_mut(self.position..).unwrap_or_default()
    }

    /// So many bytes have been written into the room behind `begin`.
    #[inline]
    pub(super) fn advance(&mut self, begin: usize, written: usize) {
        self.position = begin + written;
    }

    #[cold]
    #[inline(never)]
    fn grow_for_room(&mut self, length: usize) -> bool {
        self.grow(length)
    }

    #[inline]
    pub fn put_slice(&mut self, bytes: &[u8]) {
        if let Some(slot) = self.block.get_mut(self.position..).and_then(|rest| rest.get_mut(..bytes.len())) {
            slot.copy_from_slice(bytes);
            self.position += bytes.len();
        } else {
            self.put_slice_growing(bytes);
        }
    }

    #[cold]
    #[inline(never)]
    fn put_slice_growing(&mut self, bytes: &[u8]) {
        if self.grow(bytes.len()) {
            self.put_slice(bytes);
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "most varints are constants or one byte")]
    #[allow(clippy::cast_possible_truncation, reason = "each byte takes seven bits and says whether more follow")]
    pub fn put_varint(&mut self, value: u64) {
        if value < 0x80 {
            self.put([value as u8]);
        } else if value < 0x4000 {
            self.put([value as u8 | 0x80, (value >> 7) as u8]);
        } else {
            self.put_long_varint(value);
        }
    }

    /// A tag and a length, in one store where both are short.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "tags are constants")]
    #[allow(clippy::cast_possible_truncation, reason = "both were compared first")]
    pub(super) fn put_prefix(&mut self, tag: u32, length: usize) {
        if tag < 0x80 && length < 0x80 {
            self.put([tag as u8, length as u8]);
        } else {
            self.put_varint(u64::from(tag));
            self.put_varint(length as u64);
        }
    }

    #[inline(never)]
    #[allow(clippy::cast_possible_truncation, reason = "each byte takes seven bits and says whether more follow")]
    fn put_long_varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.put([value as u8 | 0x80]);
            value >>= 7;
        }
        self.put([value as u8]);
    }

    /// Leaves room for a length prefix of `width` bytes and returns where the content starts.
    #[inline]
    pub(super) fn open(&mut self, width: usize) -> usize {
        // Not the position afterwards: where the room does not fit, `close` must not take the byte before for it.
        let start = self.position + width;
        if width == 2 {
            self.put([0; 2]);
        } else {
            self.put([0; 1]);
        }
        start
    }

    /// Writes the length of what follows `start` into the room left by `open`, moving the content where the room is too small or too large.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the width was compared first")]
    pub(super) fn close(&mut self, start: usize, width: usize) {
        let length = self.position.saturating_sub(start);
        let first = start.saturating_sub(width);
        if width == 1 && length < 0x80 {
            if let Some(slot) = self.block.get_mut(first) {
                *slot = length as u8;
            }
        } else if width == 2 && (0x80..0x4000).contains(&length) {
            if let Some(slot) = self.block.get_mut(first..).and_then(|rest| rest.first_chunk_mut::<2>()) {
                *slot = [length as u8 | 0x80, (length >> 7) as u8];
            }
        } else {
            self.close_moving(start, first, length);
        }
    }

    #[inline(never)]
    fn close_moving(&mut self, start: usize, first: usize, length: usize) {
        let content = first + varint::length(length as u64);
        let end = content + length;
        if self.failed || (end > self.block.len() && !self.grow(end - self.position)) {
            return;
        }
        self.block.copy_within(start..start + length, content);
        self.position = first;
        self.put_varint(length as u64);
        self.position = end;
    }

    /// Makes room for `more` bytes; false, and `failed` from then on, where that can't be.
    fn grow(&mut self, more: usize) -> bool {
        let needed = self.position.saturating_add(more);
        let size = self.block.len();
        let generous = if size < DOUBLING_ENDS { size * 2 } else { size + size / 8 };
        let generous = generous.max(needed).max(SMALLEST_BLOCK);
        let fits = !self.failed && needed <= LARGEST_MESSAGE;
        let target = [generous, needed]
            .into_iter()
            .find(|target| fits && self.block.try_reserve_exact(target.saturating_sub(size)).is_ok());
        if let Some(target) = target {
            self.block.resize(target.max(size), 0);
        } else {
            self.fail();
        }
        target.is_some()
    }

    /// A block that has failed ends at its position, so that nothing that comes later fits either and all that stands in it stays
    /// as it is.
    pub(super) fn fail(&mut self) {
        self.block.truncate(self.position);
        self.failed = true;
    }
}

#[cfg(test)]
mod tests {
    use super::Buffer;

    #[test]
    fn lengths_are_minimal_whatever_room_was_left() {
        for width in [1, 2] {
            for length in [0, 1, 127, 128, 129, 16_383, 16_384, (1 << 21) - 1, 1 << 21] {
                let mut buffer = Buffer::default();
                let start = buffer.open(width);
                buffer.put_slice(&vec![7; length]);
                buffer.close(start, width);
                let mut expected = Vec::new();
                prost::encoding::encode_varint(length as u64, &mut expected);
                expected.resize(expected.len() + length, 7);
                assert!(buffer.slice(0, buffer.position()) == expected, "width {width}, length {length}");
            }
        }
    }

    #[test]
    fn a_buffer_beyond_the_limit_says_so_and_stays_whole() {
        let mut buffer = Buffer::default();
        buffer.put([1]);
        assert!(!buffer.grow(super::LARGEST_MESSAGE));
        assert!(buffer.failed());
        buffer.put([2]);
        let start = buffer.open(1);
        buffer.close(start, 1);
        assert_eq!(buffer.slice(0, buffer.position()), [1], "nothing is added to it or changed in it");
    }

    #[test]
    fn a_buffer_that_has_recovered_goes_on_from_before_the_failure() {
        let mut buffer = Buffer::default();
        buffer.put([1]);
        let begin = buffer.position();
        buffer.put_slice(&[2; 100]);
        assert!(!buffer.grow(super::LARGEST_MESSAGE));
        buffer.recover(begin);
        assert!(!buffer.failed());
        buffer.put_slice(&[3; 100]);
        assert_eq!(buffer.slice(0, buffer.position()), [&[1][..], &[3; 100]].concat());
    }
}
