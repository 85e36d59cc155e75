//! Where the records of a call are written before the request is put together: a row of blocks, of which the last one is
//! open, and segments that say where something stands. Each byte is written once and copied once.

use std::sync::Mutex;

use super::buffer::{Buffer, LARGEST_MESSAGE};
use super::field::{Field, Nested};
use super::{raw, varint};

/// A block is closed at the first record that ends beyond this size, so that large batches need no large reallocation.
const BLOCK_ENDS: usize = 1 << 20;
const NEXT_BLOCK: usize = BLOCK_ENDS + (64 << 10);
/// What an idle process keeps for the next call. Fresh memory costs a page fault every 4 kB, as much as writing it.
const KEPT_BYTES: usize = 8 << 20;

/// A stretch of an arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    block: usize,
    start: usize,
    end: usize,
}

impl Segment {
    #[must_use]
    #[inline]
    pub fn len(self) -> usize {
        self.end - self.start
    }

    #[must_use]
    #[inline]
    pub fn is_empty(self) -> bool {
        self.end == self.start
    }

    /// A stretch of this segment, by positions in it.
    #[must_use]
    pub fn part(self, start: usize, end: usize) -> Segment {
        let end = self.end.min(self.start + end);
        Segment { start: end.min(self.start + start), end, ..self }
    }

    /// This segment with the next one, where they touch.
    #[must_use]
    #[inline]
    pub fn joined(self, next: Segment) -> Option<Segment> {
        (self.block == next.block && self.end == next.start).then_some(Segment { end: next.end, ..self })
    }
}

#[derive(Debug, Default)]
pub struct Arena {
    closed: Vec<Buffer>,
    open: Buffer,
    spare: Vec<Vec<u8>>,
}

/// The arena of the last call, for the next one.
static SPARE: Mutex<Option<Arena>> = Mutex::new(None);

impl Arena {
    /// The arena that an earlier call gave back, else a new one. Never waits: a call inside a call, or beside it, gets a new one.
    #[must_use]
    pub fn take() -> Self {
        SPARE.try_lock().ok().and_then(|mut spare| spare.take()).unwrap_or_default()
    }

    pub fn give_back(self) {
        if let Ok(mut spare) = SPARE.try_lock() {
            *spare = Some(self.emptied());
        }
    }

    /// A buffer beside the arena, to be handed back by `keep`.
    #[must_use]
    pub fn lend(&mut self) -> Buffer {
        Buffer::from_block(self.spare.pop().unwrap_or_default())
    }

    pub fn keep(&mut self, lent: Buffer) {
        self.spare.push(lent.into_block());
    }

    /// The block to write into next.
    #[inline]
    pub fn buffer(&mut self) -> &mut Buffer {
        &mut self.open
    }

    /// The segment from `start` to what was written last.
    #[inline]
    pub fn segment_from(&mut self, start: usize) -> Segment {
        let segment = Segment { block: self.closed.len(), start, end: self.open.position() };
        if self.open.position() >= BLOCK_ENDS {
            self.next_block();
        }
        segment
    }

    #[cold]
    fn next_block(&mut self) {
        let mut block = self.spare.pop().unwrap_or_default();
        // Where this fails, the next write asks for less.
        if block.len() < NEXT_BLOCK && block.try_reserve_exact(NEXT_BLOCK - block.len()).is_ok() {
            block.resize(NEXT_BLOCK, 0);
        }
        self.closed.push(std::mem::replace(&mut self.open, Buffer::from_block(block)));
    }

    /// A nested field around content that stands elsewhere: its tag and length.
    pub fn header<M, N>(&mut self, field: Field<M, Nested<N>>, length: usize) -> Segment {
        let start = self.open.position();
        self.open.put_varint(u64::from(field.tag()));
        self.open.put_varint(length as u64);
        self.segment_from(start)
    }

    /// The length prefix of a message whose content stands elsewhere.
    pub fn length_prefix(&mut self, length: usize) -> Segment {
        let start = self.open.position();
        self.open.put_varint(length as u64);
        self.segment_from(start)
    }

    /// The fields of a stretch of length-delimited ones, one after the other, each with its tag.
    #[must_use]
    pub fn fields_in(&self, segment: Segment) -> Vec<Segment> {
        let bytes = self.bytes(segment);
        let fields = raw::fields(bytes);
        fields.map(|field| segment.part(field.start, field.end)).collect()
    }

    #[must_use]
    pub fn bytes(&self, segment: Segment) -> &[u8] {
        self.closed.get(segment.block).unwrap_or(&self.open).slice(segment.start, segment.end)
    }

    /// Whether memory, or protobuf's limit for one message, has run out.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.open.failed() || self.closed.iter().any(Buffer::failed)
    }

    /// Bytes written so far.
    #[must_use]
    #[inline]
    pub fn written(&self) -> usize {
        self.closed.iter().map(Buffer::position).sum::<usize>() + self.open.position()
    }

    /// An empty arena with the blocks of this one, up to what is worth keeping.
    fn emptied(self) -> Self {
        let mut kept = 0;
        let mut blocks: Vec<Vec<u8>> = Vec::new();
        for block in std::iter::once(self.open.into_block())
            .chain(self.closed.into_iter().map(Buffer::into_block))
            .chain(self.spare)
        {
            kept += block.len();
            if kept <= KEPT_BYTES {
                blocks.push(block);
            }
        }
        let open = if blocks.is_empty() { Vec::new() } else { blocks.swap_remove(0) };
        Self { closed: Vec::new(), open: Buffer::from_block(open), spare: blocks }
    }
}

/// How long a nested field is with `length` bytes of content.
#[must_use]
pub fn nested_length<M, N>(field: Field<M, Nested<N>>, length: usize) -> usize {
    field.size_of_tag() + varint::length(length as u64) + length
}

/// Whether a request of this length can be a protobuf message.
#[must_use]
pub fn fits(length: usize) -> bool {
    length <= LARGEST_MESSAGE
}
