//! The scalar fields of an open message, a method a kind.

use super::field::{
    Bool, Bytes, Double, EnumValue, Enumeration, Field, Fixed32, Fixed64, Int64, Sfixed64, Sint32, Text, Uint32,
};
use super::message::Message;
use super::varint;

impl<M> Message<'_, M> {
    /// UTF-8 text; the caller vouches for the encoding.
    #[inline]
    pub fn text(&mut self, field: Field<M, Text>, utf8: &[u8]) {
        if !utf8.is_empty() {
            self.text_always(field, utf8);
        }
    }

    #[inline]
    pub fn text_always(&mut self, field: Field<M, Text>, utf8: &[u8]) {
        self.prefix(field, utf8.len());
        self.buffer.put_slice(utf8);
    }

    #[inline]
    pub fn bytes(&mut self, field: Field<M, Bytes>, value: &[u8]) {
        if !value.is_empty() {
            self.bytes_always(field, value);
        }
    }

    #[inline]
    pub fn bytes_always(&mut self, field: Field<M, Bytes>, value: &[u8]) {
        self.prefix(field, value.len());
        self.buffer.put_slice(value);
    }

    /// A value of 8 bytes, such as a span id.
    #[inline]
    pub fn id8(&mut self, field: Field<M, Bytes>, value: u64) {
        self.prefix(field, 8);
        self.buffer.put(value.to_be_bytes());
    }

    /// A value of 16 bytes, such as a trace id, in two halves.
    #[inline]
    pub fn id16(&mut self, field: Field<M, Bytes>, high: u64, low: u64) {
        self.prefix(field, 16);
        self.buffer.put(high.to_be_bytes());
        self.buffer.put(low.to_be_bytes());
    }

    #[inline]
    pub fn boolean(&mut self, field: Field<M, Bool>, value: bool) {
        if value {
            self.boolean_always(field, value);
        }
    }

    #[inline]
    pub fn boolean_always(&mut self, field: Field<M, Bool>, value: bool) {
        self.tag(field);
        self.buffer.put([u8::from(value)]);
    }

    #[inline]
    #[allow(clippy::cast_sign_loss, reason = "a negative number goes out as its two's complement")]
    pub fn int64_always(&mut self, field: Field<M, Int64>, value: i64) {
        self.tag(field);
        self.buffer.put_varint(value as u64);
    }

    #[inline]
    pub fn uint32(&mut self, field: Field<M, Uint32>, value: u32) {
        if value != 0 {
            self.tag(field);
            self.buffer.put_varint(u64::from(value));
        }
    }

    #[inline]
    pub fn sint32(&mut self, field: Field<M, Sint32>, value: i32) {
        if value != 0 {
            self.tag(field);
            self.buffer.put_varint(u64::from(varint::zigzag(value)));
        }
    }

    #[inline]
    pub fn fixed32(&mut self, field: Field<M, Fixed32>, value: u32) {
        if value != 0 {
            self.fixed32_always(field, value);
        }
    }

    #[inline]
    pub fn fixed32_always(&mut self, field: Field<M, Fixed32>, value: u32) {
        self.tag(field);
        self.buffer.put(value.to_le_bytes());
    }

    #[inline]
    pub fn fixed64(&mut self, field: Field<M, Fixed64>, value: u64) {
        if value != 0 {
            self.tag(field);
            self.buffer.put(value.to_le_bytes());
        }
    }

    #[inline]
    pub fn sfixed64_always(&mut self, field: Field<M, Sfixed64>, value: i64) {
        self.tag(field);
        self.buffer.put(value.to_le_bytes());
    }

    /// The bit pattern is kept: the sign of zero, infinities and the payload of a NaN.
    #[inline]
    pub fn double_always(&mut self, field: Field<M, Double>, value: f64) {
        self.tag(field);
        self.buffer.put(value.to_le_bytes());
    }

    #[inline]
    #[allow(clippy::cast_sign_loss, reason = "a negative number goes out as its two's complement, in 64 bits")]
    pub fn enumeration<E: EnumValue>(&mut self, field: Field<M, Enumeration<E>>, value: E) {
        if value.number() != 0 {
            self.tag(field);
            self.buffer.put_varint(i64::from(value.number()) as u64);
        }
    }
}
