//! Writes the descriptors that the build compiled from `proto/` to standard output: a serialized `FileDescriptorSet`.

use std::io::{self, Write};

fn main() -> io::Result<()> {
    io::stdout().write_all(include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin")))
}
