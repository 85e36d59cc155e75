//! Compiles `proto/`: typed constants for `src/wire/schema.rs`, prost's structs for `src/wire/messages.rs`, and the
//! descriptors themselves for the tests. protox parses, so that building needs no `protoc`.
//!
//! Rust names follow from the schema's by rule, and two that meet fail the build:
//! - a message or enum `Outer.Inner` becomes `OuterInner`, or `Inner` where that begins with `Outer` already;
//! - a field `trace_id` becomes the constant `TRACE_ID` of its message;
//! - an enum value loses its enum's name: `SPAN_KIND_SERVER` becomes `SERVER` of `SpanKind`.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use prost::Message as _;
use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::{DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorSet};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Constants are made for these packages; of the others (`google.rpc`) only prost's structs are wanted.
const CONSTANTS_FOR: &str = "opentelemetry.proto.";

fn main() -> Result<()> {
    println!("cargo:rerun-if-changed=proto");
    let descriptors = protox::compile(proto_files(Path::new("proto"))?, ["proto"])?;
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    fs::write(out.join("schema.rs"), Schema::of(&descriptors)?.source()?)?;
    fs::write(out.join("descriptors.bin"), descriptors.encode_to_vec())?;
    prost_build::Config::new().include_file("messages.rs").compile_fds(descriptors)?;
    Ok(())
}

fn proto_files(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(proto_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "proto") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The messages and enums that get constants, by full name (`.package.Outer.Inner`), and the Rust name of each.
#[derive(Default)]
struct Schema<'a> {
    messages: BTreeMap<String, &'a DescriptorProto>,
    enums: BTreeMap<String, &'a EnumDescriptorProto>,
    rust_names: BTreeMap<String, String>,
}

impl<'a> Schema<'a> {
    fn of(descriptors: &'a FileDescriptorSet) -> Result<Self> {
        let mut schema = Self::default();
        for file in descriptors.file.iter().filter(|file| file.package().starts_with(CONSTANTS_FOR)) {
            let scope = format!(".{}", file.package());
            for message in &file.message_type {
                schema.add_message(&scope, "", message);
            }
            for enumeration in &file.enum_type {
                schema.add_enum(&scope, "", enumeration);
            }
        }
        distinct("types", schema.rust_names.values())?;
        Ok(schema)
    }

    fn add_message(&mut self, scope: &str, outer: &str, message: &'a DescriptorProto) {
        let full_name = format!("{scope}.{}", message.name());
        let rust_name = flat(outer, message.name());
        for inner in &message.nested_type {
            self.add_message(&full_name, &rust_name, inner);
        }
        for inner in &message.enum_type {
            self.add_enum(&full_name, &rust_name, inner);
        }
        self.messages.insert(full_name.clone(), message);
        self.rust_names.insert(full_name, rust_name);
    }

    fn add_enum(&mut self, scope: &str, outer: &str, enumeration: &'a EnumDescriptorProto) {
        let full_name = format!("{scope}.{}", enumeration.name());
        self.enums.insert(full_name.clone(), enumeration);
        self.rust_names.insert(full_name, flat(outer, enumeration.name()));
    }

    fn source(&self) -> Result<String> {
        let mut source = String::new();
        let mut tags = String::new();
        let mut numbers = String::new();
        for (full_name, message) in &self.messages {
            let owner = self.rust_name(full_name)?;
            writeln!(source, "#[derive(Debug)]\npub struct {owner};\nimpl {owner} {{")?;
            let mut constants = Vec::new();
            for field in &message.field {
                let constant = field.name().to_uppercase();
                let kind = self.kind(field).map_err(|error| format!("{full_name}.{}: {error}", field.name()))?;
                let number = field.number();
                writeln!(source, "    pub const {constant}: Field<{owner}, {kind}> = Field::new({number});")?;
                writeln!(tags, "    ({full_name:?}, {:?}, {owner}::{constant}.tag()),", field.name())?;
                constants.push(constant);
            }
            distinct(full_name, &constants)?;
            writeln!(source, "}}\n")?;
        }
        for (full_name, enumeration) in &self.enums {
            let owner = self.rust_name(full_name)?;
            writeln!(source, "#[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub struct {owner}(i32);")?;
            writeln!(source, "impl {owner} {{")?;
            let prefix = format!("{}_", screaming(enumeration.name()));
            let mut constants = Vec::new();
            for value in &enumeration.value {
                let constant =
                    value.name().strip_prefix(&prefix).ok_or_else(|| format!("{}: no {prefix}", value.name()))?;
                writeln!(source, "    pub const {constant}: Self = Self({});", value.number())?;
                writeln!(numbers, "    ({full_name:?}, {:?}, {owner}::{constant}.number()),", value.name())?;
                constants.push(constant.to_owned());
            }
            distinct(full_name, &constants)?;
            writeln!(
                source,
                "    #[must_use]\n    pub const fn new(number: i32) -> Self {{\n        Self(number)\n    }}"
            )?;
            writeln!(source, "    #[must_use]\n    pub const fn number(self) -> i32 {{\n        self.0\n    }}\n}}\n")?;
        }
        writeln!(source, "#[cfg(test)]\nconst TAGS: &[(&str, &str, u32)] = &[\n{tags}];\n")?;
        writeln!(source, "#[cfg(test)]\nconst ENUM_NUMBERS: &[(&str, &str, i32)] = &[\n{numbers}];")?;
        Ok(source)
    }

    /// The type in `wire/field.rs` for what the field holds.
    fn kind(&self, field: &FieldDescriptorProto) -> Result<String> {
        let element = match field.r#type() {
            Type::Message => return Ok(format!("Nested<{}>", self.rust_name(field.type_name())?)),
            Type::Enum => format!("Enumeration<{}>", self.rust_name(field.type_name())?),
            Type::String => "Text".to_owned(),
            scalar @ (Type::Bytes
            | Type::Bool
            | Type::Int32
            | Type::Int64
            | Type::Uint32
            | Type::Uint64
            | Type::Sint32
            | Type::Fixed32
            | Type::Fixed64
            | Type::Sfixed64
            | Type::Double) => format!("{scalar:?}"),
            other => return Err(format!("wire/field.rs has no kind for {other:?}").into()),
        };
        Ok(match field.label() {
            Label::Optional | Label::Required => element,
            Label::Repeated if matches!(field.r#type(), Type::String | Type::Bytes) => format!("Repeated<{element}>"),
            Label::Repeated if field.options.as_ref().is_some_and(|options| options.packed == Some(false)) => {
                return Err("wire/field.rs has no kind for unpacked scalars".into());
            }
            Label::Repeated => format!("Packed<{element}>"),
        })
    }

    fn rust_name(&self, full_name: &str) -> Result<&str> {
        Ok(self.rust_names.get(full_name).ok_or_else(|| format!("{full_name} is outside {CONSTANTS_FOR}"))?)
    }
}

fn flat(outer: &str, inner: &str) -> String {
    if inner.starts_with(outer) { inner.to_owned() } else { format!("{outer}{inner}") }
}

/// `SpanKind` as `SPAN_KIND`.
fn screaming(name: &str) -> String {
    let mut out = String::new();
    for (index, letter) in name.char_indices() {
        if index > 0 && letter.is_ascii_uppercase() {
            out.push('_');
        }
        out.push(letter.to_ascii_uppercase());
    }
    out
}

fn distinct<'n>(owner: &str, names: impl IntoIterator<Item = &'n String>) -> Result<()> {
    let mut seen = BTreeSet::new();
    match names.into_iter().find(|name| !seen.insert(*name)) {
        Some(name) => Err(format!("{owner}: two are named {name}").into()),
        None => Ok(()),
    }
}
