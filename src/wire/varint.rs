//! Varints: seven bits a byte, low bits first, always minimal.

/// How many bytes `value` takes: 1 to 10.
#[must_use]
#[inline]
pub(super) const fn length(value: u64) -> usize {
    if value < 0x80 { 1 } else { (value.ilog2() / 7 + 1) as usize }
}

/// How many bytes a length prefix of this value takes.
#[must_use]
pub const fn length_of(value: usize) -> usize {
    length(value as u64)
}

/// The bytes of a varint, the first one lowest, with zeros after its last one.
#[must_use]
#[inline]
pub(super) const fn spread(value: u64) -> u128 {
    let mut groups = 0;
    let mut place = 0;
    while place < 10 {
        groups |= ((value >> (7 * place)) as u128 & 0x7f) << (8 * place);
        place += 1;
    }
    let more = (1 << (8 * (length(value) - 1))) - 1;
    groups | (0x8080_8080_8080_8080_8080 & more)
}

/// `sint32`: the sign goes into the lowest bit, so that small negative numbers stay short.
#[must_use]
#[inline]
#[allow(clippy::cast_sign_loss, reason = "the bits are meant")]
pub(super) const fn zigzag(value: i32) -> u32 {
    ((value << 1) ^ (value >> 31)) as u32
}

/// The varint at the start of `bytes` and how many bytes it took; `None` where it is cut off or too long.
#[must_use]
pub(super) fn read(bytes: &[u8]) -> Option<(u64, usize)> {
    let mut value = 0_u64;
    for (position, byte) in bytes.iter().take(10).enumerate() {
        value |= u64::from(byte & 0x7f) << (7 * position);
        if byte & 0x80 == 0 {
            return Some((value, position + 1));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{length, read, spread, zigzag};

    #[test]
    fn a_length_is_the_number_of_seven_bit_groups() {
        for (value, expected) in
            [(0, 1), (1, 1), (127, 1), (128, 2), (16_383, 2), (16_384, 3), ((1 << 21) - 1, 3), (1 << 21, 4)]
        {
            assert_eq!(length(value), expected, "{value}");
        }
        assert_eq!(length(u64::MAX), 10);
        assert_eq!(length(u64::MAX >> 1), 9);
    }

    #[test]
    fn spreading_is_the_inverse_of_reading() {
        for value in (0..64).flat_map(|bits| [1 << bits, (1 << bits) - 1, !(1 << bits), u64::MAX >> bits]) {
            let bytes = spread(value).to_le_bytes();
            assert_eq!(read(&bytes), Some((value, length(value))), "{value}");
            assert!(bytes[length(value)..].iter().all(|byte| *byte == 0), "{value}");
        }
    }

    #[test]
    fn zigzag_alternates_between_signs() {
        assert_eq!([0, -1, 1, -2, i32::MAX, i32::MIN].map(zigzag), [0, 1, 2, 3, u32::MAX - 1, u32::MAX]);
    }

    #[test]
    fn a_cut_off_varint_is_not_read() {
        assert_eq!(read(&[0xac, 0x02, 9]), Some((300, 2)));
        assert_eq!(read(&[0x80]), None);
        assert_eq!(read(&[0xff; 11]), None);
    }
}
