//! Field constants: a number that carries its message and its kind as types.
//!
//! `Field<Span, Text>` fits only into a `Message<Span>`, and only through the method that writes text. The constants
//! themselves are generated from `proto/` (see `schema`); nothing here or elsewhere types a protobuf number by hand.

use std::marker::PhantomData;

/// How a field's value is laid out: the low three bits of its tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireType {
    Varint = 0,
    Fixed64 = 1,
    LengthDelimited = 2,
    Fixed32 = 5,
}

/// What a field holds. Implemented by the kinds below only.
pub trait Kind {
    const WIRE_TYPE: WireType;
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident => $wire:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name;
        impl Kind for $name {
            const WIRE_TYPE: WireType = WireType::$wire;
        }
    )*};
}

kinds! {
    /// `string`
    Text => LengthDelimited,
    /// `bytes`
    Bytes => LengthDelimited,
    Bool => Varint,
    Int32 => Varint,
    Int64 => Varint,
    Uint32 => Varint,
    Uint64 => Varint,
    Sint32 => Varint,
    Fixed32 => Fixed32,
    Fixed64 => Fixed64,
    Sfixed64 => Fixed64,
    Double => Fixed64,
}

/// A type of enum values: any number of 32 bits, named or not.
pub trait EnumValue: Copy {
    fn new(number: i32) -> Self;
    fn number(self) -> i32;
    /// The value that the schema gives this label, such as `SPAN_KIND_SERVER`.
    fn from_label(label: &str) -> Option<Self>;
}

/// An enum field, `E` being the generated type of its values.
#[derive(Debug)]
pub struct Enumeration<E>(PhantomData<E>);
impl<E> Kind for Enumeration<E> {
    const WIRE_TYPE: WireType = WireType::Varint;
}

/// A message field, single or repeated: one tag for each element either way.
#[derive(Debug)]
pub struct Nested<M>(PhantomData<M>);
impl<M> Kind for Nested<M> {
    const WIRE_TYPE: WireType = WireType::LengthDelimited;
}

/// A repeated scalar: one tag, one length, the elements.
#[derive(Debug)]
pub struct Packed<K>(PhantomData<K>);
impl<K: Kind> Kind for Packed<K> {
    const WIRE_TYPE: WireType = WireType::LengthDelimited;
}

/// A repeated string or bytes field, one tag for each element.
#[derive(Debug)]
pub struct Repeated<K>(PhantomData<K>);
impl<K: Kind> Kind for Repeated<K> {
    const WIRE_TYPE: WireType = WireType::LengthDelimited;
}

/// Some message. What is written into one is held to its schema where its field was named.
#[derive(Debug)]
pub enum Any {}

/// A field of message `M` that holds a `K`.
///
/// Spans and links both have this field, under different numbers, and only the span's fits where a span is written:
///
/// ```
/// use _native::wire::{Field, schema::{Span, SpanLink}};
///
/// fn only_spans<K>(_: Field<Span, K>) {}
/// only_spans(Span::DROPPED_ATTRIBUTES_COUNT);
/// ```
///
/// ```compile_fail,E0308
/// use _native::wire::{Field, schema::{Span, SpanLink}};
///
/// fn only_spans<K>(_: Field<Span, K>) {}
/// only_spans(SpanLink::DROPPED_ATTRIBUTES_COUNT);
/// ```
///
/// The kind is held to in the same way: a count is no text.
///
/// ```
/// use _native::wire::{Field, Text, schema::Span};
///
/// fn only_text<M>(_: Field<M, Text>) {}
/// only_text(Span::NAME);
/// ```
///
/// ```compile_fail,E0308
/// use _native::wire::{Field, Text, schema::Span};
///
/// fn only_text<M>(_: Field<M, Text>) {}
/// only_text(Span::DROPPED_ATTRIBUTES_COUNT);
/// ```
#[derive(Debug)]
pub struct Field<M, K> {
    number: u32,
    types: PhantomData<fn() -> (M, K)>,
}

impl<M, K> Clone for Field<M, K> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<M, K> Copy for Field<M, K> {}

impl<M, K: Kind> Field<M, K> {
    /// Called by the generated schema only.
    pub(super) const fn new(number: u32) -> Self {
        Self { number, types: PhantomData }
    }

    #[must_use]
    pub const fn number(self) -> u32 {
        self.number
    }

    #[must_use]
    pub const fn tag(self) -> u32 {
        self.number << 3 | K::WIRE_TYPE as u32
    }

    /// The same field, of a message about which no more is known. For code that is compiled once for several messages.
    #[must_use]
    pub const fn of_any(self) -> Field<Any, K> {
        Field { number: self.number, types: PhantomData }
    }
}

impl<M, N> Field<M, Nested<N>> {
    /// The same field, of a message about which no more is known, holding one of those.
    #[must_use]
    pub const fn of_any_nested(self) -> Field<Any, Nested<Any>> {
        Field { number: self.number, types: PhantomData }
    }
}
