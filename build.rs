//! Compiles `proto/`: typed constants for `src/wire/schema.rs`, prost's structs for `src/wire/messages.rs`, and the
//! descriptors themselves for the tests. protox parses, so that building needs no `protoc`.
//!
//! Rust names follow from the schema's by rule, and two that meet fail the build:
//! - a message or enum `Outer.Inner` becomes `OuterInner`, or `Inner` where that begins with `Outer` already;
//! - a field `trace_id` becomes the constant `TRACE_ID` of its message;
//! - an enum value loses its enum's name: `SPAN_KIND_SERVER` becomes `SERVER` of `SpanKind`.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use prost::Message as _;
use prost_reflect::{DescriptorPool, EnumDescriptor, FieldDescriptor, Kind, MessageDescriptor};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Constants are made for these packages; of the others (`google.rpc`) only prost's structs are wanted.
const CONSTANTS_FOR: &str = "opentelemetry.proto.";

/// What an enum type offers besides its values. A number that the schema does not name is representable too.
const ENUM_VALUE_METHODS: &str = "\
    fn new(number: i32) -> Self {
        Self(number)
    }

    fn number(self) -> i32 {
        self.0
    }

    fn from_label(label: &str) -> Option<Self> {
";

const ENUM_METHODS: &str = "
    #[must_use]
    pub const fn new(number: i32) -> Self {
        Self(number)
    }

    #[must_use]
    pub const fn number(self) -> i32 {
        self.0
    }
";

fn main() -> Result<()> {
    println!("cargo:rerun-if-changed=proto");
    let descriptors = protox::compile(proto_files(Path::new("proto"))?, ["proto"])?;
    let pool = DescriptorPool::from_file_descriptor_set(descriptors.clone())?;
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    fs::write(out.join("schema.rs"), constants(&pool)?)?;
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

/// Names taken within one scope: the second taker of a name fails.
#[derive(Default)]
struct Taken(BTreeSet<String>);

impl Taken {
    fn take(&mut self, name: &str, by: &str) -> Result<()> {
        if self.0.insert(name.to_owned()) { Ok(()) } else { Err(format!("{by}: the name {name} is taken").into()) }
    }
}

/// The types with their constants, and for the tests two tables that name each constant beside its schema name.
fn constants(pool: &DescriptorPool) -> Result<String> {
    let (mut types, mut tags, mut numbers) = (String::new(), String::new(), String::new());
    let mut taken = Taken::default();
    for message in pool.all_messages().filter(|message| message.package_name().starts_with(CONSTANTS_FOR)) {
        taken.take(&message_name(&message), message.full_name())?;
        write_message(&message, &mut types, &mut tags)?;
    }
    for enumeration in pool.all_enums().filter(|enumeration| enumeration.package_name().starts_with(CONSTANTS_FOR)) {
        taken.take(&enum_name(&enumeration), enumeration.full_name())?;
        write_enum(&enumeration, &mut types, &mut numbers)?;
    }
    Ok(format!(
        "{types}\
         #[cfg(test)]\nconst TAGS: &[(&str, u32)] = &[\n{tags}];\n\n\
         #[cfg(test)]\nconst ENUM_NUMBERS: &[(&str, i32)] = &[\n{numbers}];\n"
    ))
}

fn write_message(message: &MessageDescriptor, types: &mut String, tags: &mut String) -> Result<()> {
    let owner = message_name(message);
    let mut taken = Taken::default();
    writeln!(types, "#[derive(Debug)]\npub struct {owner};\n\nimpl {owner} {{")?;
    for field in message.fields() {
        let constant = field.name().to_uppercase();
        taken.take(&constant, field.full_name())?;
        let (kind, number) = (kind(&field)?, field.number());
        writeln!(types, "    pub const {constant}: Field<{owner}, {kind}> = Field::new({number});")?;
        writeln!(tags, "    ({:?}, {owner}::{constant}.tag()),", field.full_name())?;
    }
    writeln!(types, "}}\n")?;
    Ok(())
}

fn write_enum(enumeration: &EnumDescriptor, types: &mut String, numbers: &mut String) -> Result<()> {
    let owner = enum_name(enumeration);
    let prefix = format!("{}_", screaming(enumeration.name()));
    let mut taken = Taken::default();
    writeln!(types, "#[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub struct {owner}(i32);\n\nimpl {owner} {{")?;
    for value in enumeration.values() {
        let (name, number) = (value.name(), value.number());
        let constant = name.strip_prefix(&prefix).ok_or_else(|| format!("{name} does not begin with {prefix}"))?;
        taken.take(constant, value.full_name())?;
        writeln!(types, "    pub const {constant}: Self = Self({number});")?;
        writeln!(numbers, "    ({:?}, {owner}::{constant}.number()),", value.full_name())?;
    }
    writeln!(types, "{ENUM_METHODS}}}\n")?;
    writeln!(types, "impl EnumValue for {owner} {{\n{ENUM_VALUE_METHODS}        match label {{")?;
    for value in enumeration.values() {
        writeln!(types, "            {:?} => Some(Self({})),", value.name(), value.number())?;
    }
    writeln!(types, "            _ => None,\n        }}\n    }}\n}}\n")?;
    Ok(())
}

/// The type in `src/wire/field.rs` for what the field holds.
fn kind(field: &FieldDescriptor) -> Result<String> {
    let element = match field.kind() {
        Kind::Message(inner) => return Ok(format!("Nested<{}>", message_name(&inner))),
        Kind::Enum(values) => &format!("Enumeration<{}>", enum_name(&values)),
        Kind::String => "Text",
        Kind::Bytes => "Bytes",
        Kind::Bool => "Bool",
        Kind::Int32 => "Int32",
        Kind::Int64 => "Int64",
        Kind::Uint32 => "Uint32",
        Kind::Uint64 => "Uint64",
        Kind::Sint32 => "Sint32",
        Kind::Fixed32 => "Fixed32",
        Kind::Fixed64 => "Fixed64",
        Kind::Sfixed64 => "Sfixed64",
        Kind::Double => "Double",
        other => return Err(format!("{}: there is no kind for {other:?}", field.full_name()).into()),
    };
    Ok(match (field.is_list(), field.is_packed()) {
        (false, _) => element.to_owned(),
        (true, true) => format!("Packed<{element}>"),
        (true, false) if matches!(field.kind(), Kind::String | Kind::Bytes) => format!("Repeated<{element}>"),
        (true, false) => return Err(format!("{}: there is no kind for unpacked scalars", field.full_name()).into()),
    })
}

fn message_name(message: &MessageDescriptor) -> String {
    flat(message.parent_message(), message.name())
}

fn enum_name(enumeration: &EnumDescriptor) -> String {
    flat(enumeration.parent_message(), enumeration.name())
}

fn flat(outer: Option<MessageDescriptor>, inner: &str) -> String {
    match outer.map(|outer| message_name(&outer)) {
        Some(outer) if !inner.starts_with(&outer) => format!("{outer}{inner}"),
        _ => inner.to_owned(),
    }
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
