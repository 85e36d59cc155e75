//! The only home of `unsafe`: calls into CPython's stable ABI that PyO3 does not offer, or offers at a cost that shows.
//! Each block says which invariant it needs and who keeps it. One file a subject.
#![allow(unsafe_code)]

pub(super) mod bytes;
pub(super) mod container;
pub(super) mod number;
pub(super) mod object;
pub(super) mod symbol;
pub(super) mod text;
pub(super) mod thread;
