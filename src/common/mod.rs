//! What the signals share: attributes, values, resources, scopes, ids, grouping and the request. The first room that sees both
//! Python's side and the wire's.

pub(crate) mod any_value;
pub(crate) mod aside;
mod assembly;
pub(crate) mod attributes;
pub(crate) mod batch;
pub(crate) mod call;
pub(crate) mod elements;
pub(crate) mod enumeration;
mod equals;
pub(crate) mod fields;
mod groups;
pub(crate) mod ids;
pub(crate) mod in_place;
mod log;
pub(crate) mod packed;
mod part;
mod repairs;
pub(crate) mod request;
mod resource;
pub(crate) mod split;
mod turn;

pub(crate) use call::{Call, Mode};
pub(crate) use request::Signal;
