//! The sdk room: what the objects of `opentelemetry-sdk` look like, in all releases from 1.28 on. The only place that knows
//! the names of their members, public and private, and when the private ones may be read. Knows no protobuf.

pub(crate) mod attributes;
pub(crate) mod enums;
pub(crate) mod likeness;
pub(crate) mod log;
mod lookups;
pub(crate) mod metric;
mod names;
mod proof;
mod resolution;
pub(crate) mod resource;
mod session;
pub(crate) mod span;
pub(crate) mod span_context;
pub(crate) mod span_elements;
pub(crate) mod span_parts;
mod views;

pub(crate) use names::Member;
pub(crate) use session::Session;
