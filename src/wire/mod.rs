//! The wire room: protobuf's encoding, typed by the schema. Knows no Python and no OpenTelemetry SDK.

mod field;
pub mod messages;
pub mod schema;

pub use field::{
    Bool, Bytes, Double, Enumeration, Field, Fixed32, Fixed64, Int32, Int64, Kind, Nested, Packed, Repeated, Sfixed64,
    Sint32, Text, Uint32, Uint64, WireType,
};
