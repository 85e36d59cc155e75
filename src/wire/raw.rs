//! Fields found again in what was written, by tag and length alone.

use super::varint;

/// A field in a message's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawField {
    pub number: u64,
    /// Where the tag begins, where it ends, where the content begins, and where the field ends.
    pub start: usize,
    pub tag_end: usize,
    pub content: usize,
    pub end: usize,
}

impl RawField {
    /// The same field, counted from a position further out.
    #[must_use]
    pub fn moved(self, by: usize) -> Self {
        let Self { number, start, tag_end, content, end } = self;
        Self { number, start: start + by, tag_end: tag_end + by, content: content + by, end: end + by }
    }
}

/// The fields of a message, up to the first that is cut off or of an unknown wire type.
pub fn fields(bytes: &[u8]) -> impl Iterator<Item = RawField> {
    let mut position = 0;
    std::iter::from_fn(move || {
        let field = field_at(bytes, position)?;
        position = field.end;
        Some(field)
    })
}

fn field_at(bytes: &[u8], start: usize) -> Option<RawField> {
    let (tag, width) = varint::read(bytes.get(start..)?)?;
    let tag_end = start + width;
    let rest = bytes.get(tag_end..)?;
    let (before, length) = match tag & 7 {
        0 => (0, varint::read(rest)?.1),
        1 => (0, 8),
        2 => {
            let (length, width) = varint::read(rest)?;
            (width, usize::try_from(length).ok()?)
        }
        5 => (0, 4),
        _ => return None,
    };
    let content = tag_end + before;
    let end = content.checked_add(length)?;
    (end <= bytes.len()).then_some(RawField { number: tag >> 3, start, tag_end, content, end })
}

#[cfg(test)]
mod tests {
    use super::fields;

    #[test]
    fn fields_of_all_wire_types_are_found() {
        let bytes = [0x08, 0xac, 0x02, 0x12, 2, 7, 7, 0x19, 1, 2, 3, 4, 5, 6, 7, 8, 0x85, 0x01, 1, 2, 3, 4];
        let found: Vec<_> = fields(&bytes).map(|field| (field.number, field.start, field.content, field.end)).collect();
        assert_eq!(found, [(1, 0, 1, 3), (2, 3, 5, 7), (3, 7, 8, 16), (16, 16, 18, 22)]);
    }

    #[test]
    fn a_field_that_is_cut_off_ends_the_walk() {
        assert_eq!(fields(&[0x12, 5, 1]).count(), 0);
        assert_eq!(fields(&[0x08, 1, 0x0b]).count(), 1);
    }
}
