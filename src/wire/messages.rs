//! prost's structs of the same schema, module by package (`opentelemetry::proto::trace::v1::Span`), made by `build.rs`.
//!
//! They read what a collector answers and are the oracle of the tests. Nothing on the encoding path uses them.

// prost wrote this code, not us.
#![allow(clippy::pedantic)]

include!(concat!(env!("OUT_DIR"), "/messages.rs"));
