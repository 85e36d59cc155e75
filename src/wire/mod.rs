//! The wire room: protobuf's encoding, typed by the schema. Knows no Python and no OpenTelemetry SDK.

mod arena;
mod buffer;
mod field;
mod message;
pub mod messages;
mod packed;
pub mod raw;
mod room;
mod row;
mod scalars;
pub mod schema;
mod size;
mod small;
mod varint;

pub use arena::{Arena, Segment, fits, nested_length};
pub use buffer::Buffer;
pub use field::{
    Any, Bool, Bytes, Double, EnumValue, Enumeration, Field, Fixed32, Fixed64, Int32, Int64, Kind, Nested, Packed,
    Repeated, Sfixed64, Sint32, Text, Uint32, Uint64, WireType,
};
pub use message::{Length, Mark, Message};
pub use packed::Elements;
pub use room::{Room, SHORT};
pub use row::Row;
pub use small::Small;
pub use varint::length_of as varint_length;
