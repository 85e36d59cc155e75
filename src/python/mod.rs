//! The python room: what a CPython value is and how to read it. Knows no OpenTelemetry and no protobuf.

mod ffi;
pub(crate) mod ignored;
pub(crate) mod iterate;
pub(crate) mod kind;
pub(crate) mod number;
pub(crate) mod object;
pub(crate) mod once;
pub(crate) mod sequence;
pub(crate) mod text;
pub(crate) mod threads;
pub(crate) mod view;

pub(crate) use ffi::bytes::bytes_of_pieces;

/// Which of the ways that depend on the interpreter are open in this one.
pub(crate) fn fast_paths() -> [(&'static str, bool); 2] {
    [
        ("strings read without a copy", ffi::text::finds_utf8_at_run_time()),
        ("containers read in place", !threads::threads_run_freely()),
    ]
}
