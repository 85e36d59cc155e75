//! Any tree of values gives prost's bytes, however often a part of it fails, and is taken back, on the way.

#![no_main]

use _native::wire::messages::opentelemetry::proto::common::v1 as prost_common;
use _native::wire::schema::{AnyValue, ArrayValue, KeyValue, KeyValueList};
use _native::wire::{Buffer, Message};
use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use prost::Message as _;
use prost_common::any_value::Value as Oracle;

#[derive(Arbitrary, Debug)]
enum Value {
    None,
    Text(String),
    Bool(bool),
    Int(i64),
    Double(f64),
    Bytes(Vec<u8>),
    /// Text of this many letters, to reach the lengths at which a prefix grows.
    Long(u16),
    Array(Vec<Item>),
    Mapping(Vec<(String, Item)>),
}

#[derive(Arbitrary, Debug)]
enum Item {
    Kept(Value),
    /// Written and then failed, so that nothing of it may be left.
    Failed(Value),
    /// Written, then cut back to where it began.
    CutBack(Value),
}

struct Failure;

fn write(message: &mut Message<'_, AnyValue>, value: &Value) -> Result<(), Failure> {
    match value {
        Value::None => {}
        Value::Text(text) => message.text_always(AnyValue::STRING_VALUE, text.as_bytes()),
        Value::Bool(truth) => message.boolean_always(AnyValue::BOOL_VALUE, *truth),
        Value::Int(number) => message.int64_always(AnyValue::INT_VALUE, *number),
        Value::Double(number) => message.double_always(AnyValue::DOUBLE_VALUE, *number),
        Value::Bytes(bytes) => message.bytes_always(AnyValue::BYTES_VALUE, bytes),
        Value::Long(length) => {
            let text = long(*length);
            message.text_always(AnyValue::STRING_VALUE, text.as_bytes());
        }
        Value::Array(items) => message.nested(AnyValue::ARRAY_VALUE, |array| {
            items.iter().try_for_each(|item| write_item(array, item, |array, value, fail| {
                array.nested(ArrayValue::VALUES, |inner| write(inner, value).and(fail))
            }))
        })?,
        Value::Mapping(pairs) => message.nested(AnyValue::KVLIST_VALUE, |list| {
            pairs.iter().try_for_each(|(key, item)| write_item(list, item, |list, value, fail| {
                list.nested_long(KeyValueList::VALUES, |pair| {
                    pair.text(KeyValue::KEY, key.as_bytes());
                    pair.nested(KeyValue::VALUE, |inner| write(inner, value))?;
                    fail
                })
            }))
        })?,
    }
    Ok(())
}

fn write_item<M>(
    message: &mut Message<'_, M>,
    item: &Item,
    put: impl Fn(&mut Message<'_, M>, &Value, Result<(), Failure>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (mark, begin) = (message.mark(), message.position());
    match item {
        Item::Kept(value) => put(message, value, Ok(())),
        Item::Failed(value) => {
            assert!(put(message, value, Err(Failure)).is_err());
            assert_eq!(message.position(), begin, "a failed field leaves nothing");
            Ok(())
        }
        Item::CutBack(value) => {
            put(message, value, Ok(()))?;
            message.cut_back(mark);
            Ok(())
        }
    }
}

fn oracle(value: &Value) -> prost_common::AnyValue {
    let value = match value {
        Value::None => None,
        Value::Text(text) => Some(Oracle::StringValue(text.clone())),
        Value::Bool(truth) => Some(Oracle::BoolValue(*truth)),
        Value::Int(number) => Some(Oracle::IntValue(*number)),
        Value::Double(number) => Some(Oracle::DoubleValue(*number)),
        Value::Bytes(bytes) => Some(Oracle::BytesValue(bytes.clone())),
        Value::Long(length) => Some(Oracle::StringValue(long(*length))),
        Value::Array(items) => Some(Oracle::ArrayValue(prost_common::ArrayValue {
            values: items.iter().filter_map(kept).map(oracle).collect(),
        })),
        Value::Mapping(pairs) => Some(Oracle::KvlistValue(prost_common::KeyValueList {
            values: pairs
                .iter()
                .filter_map(|(key, item)| Some((key, kept(item)?)))
                .map(|(key, value)| prost_common::KeyValue {
                    key: key.clone(),
                    value: Some(oracle(value)),
                    ..Default::default()
                })
                .collect(),
        })),
    };
    prost_common::AnyValue { value }
}

fn kept(item: &Item) -> Option<&Value> {
    match item {
        Item::Kept(value) => Some(value),
        Item::Failed(_) | Item::CutBack(_) => None,
    }
}

fn long(length: u16) -> String {
    "x".repeat(length.into())
}

fuzz_target!(|value: Value| {
    let mut buffer = Buffer::default();
    assert!(write(&mut Message::root(&mut buffer), &value).is_ok());
    assert!(buffer.slice(0, buffer.position()) == oracle(&value).encode_to_vec());
});
