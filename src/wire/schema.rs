//! The schema's messages, fields and enum values as types and constants, made by `build.rs` from `proto/`.
//!
//! A message is an empty struct that bears its fields as constants: `Span::TRACE_ID` is a `Field<Span, Bytes>`. An enum is
//! a number with names for the values that the schema knows: `SpanKind::SERVER`.

use super::field::{
    Bool, Bytes, Double, Enumeration, Field, Fixed32, Fixed64, Int32, Int64, Nested, Packed, Repeated, Sfixed64,
    Sint32, Text, Uint32, Uint64,
};

include!(concat!(env!("OUT_DIR"), "/schema.rs"));
