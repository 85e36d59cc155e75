//! The doors: the extension module `_native` and its functions, no logic.

pub mod wire;
