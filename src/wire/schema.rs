//! The schema's messages, fields and enum values as types and constants, made by `build.rs` from `proto/`.
//!
//! A message is an empty struct that bears its fields as constants: `Span::TRACE_ID` is a `Field<Span, Bytes>`. An enum is
//! a number with names for the values that the schema knows: `SpanKind::SERVER`.

use super::field::{
    Bool, Bytes, Double, EnumValue, Enumeration, Field, Fixed32, Fixed64, Int32, Int64, Nested, Packed, Repeated,
    Sfixed64, Sint32, Text, Uint32, Uint64,
};

include!(concat!(env!("OUT_DIR"), "/schema.rs"));

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::error::Error;

    use prost::Message as _;
    use prost::encoding::decode_varint;
    use prost_reflect::{DescriptorPool, DynamicMessage, FieldDescriptor, Kind, Value};

    use super::*;

    type Result<T> = std::result::Result<T, Box<dyn Error>>;

    // One of each kind; the compiler checks them.
    const _: Field<Span, Text> = Span::NAME;
    const _: Field<Span, Bytes> = Span::TRACE_ID;
    const _: Field<Span, Uint32> = Span::DROPPED_EVENTS_COUNT;
    const _: Field<Span, Fixed32> = Span::FLAGS;
    const _: Field<Span, Fixed64> = Span::START_TIME_UNIX_NANO;
    const _: Field<Span, Enumeration<SpanKind>> = Span::KIND;
    const _: Field<Span, Nested<Status>> = Span::STATUS;
    const _: Field<Span, Nested<SpanEvent>> = Span::EVENTS;
    const _: Field<AnyValue, Bool> = AnyValue::BOOL_VALUE;
    const _: Field<AnyValue, Int64> = AnyValue::INT_VALUE;
    const _: Field<AnyValue, Double> = AnyValue::DOUBLE_VALUE;
    const _: Field<KeyValue, Int32> = KeyValue::KEY_STRINDEX;
    const _: Field<EntityRef, Repeated<Text>> = EntityRef::ID_KEYS;
    const _: Field<NumberDataPoint, Sfixed64> = NumberDataPoint::AS_INT;
    const _: Field<HistogramDataPoint, Double> = HistogramDataPoint::MIN;
    const _: Field<HistogramDataPoint, Packed<Fixed64>> = HistogramDataPoint::BUCKET_COUNTS;
    const _: Field<HistogramDataPoint, Packed<Double>> = HistogramDataPoint::EXPLICIT_BOUNDS;
    const _: Field<ExponentialHistogramDataPoint, Sint32> = ExponentialHistogramDataPoint::SCALE;
    const _: Field<ExponentialHistogramDataPointBuckets, Packed<Uint64>> =
        ExponentialHistogramDataPointBuckets::BUCKET_COUNTS;

    fn pool() -> Result<DescriptorPool> {
        Ok(DescriptorPool::decode(include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin")).as_slice())?)
    }

    fn is_ours(full_name: &str) -> bool {
        full_name.starts_with("opentelemetry.proto.")
    }

    /// The tag at the head of what prost writes for the field.
    fn tag_of(field: &FieldDescriptor) -> Result<u32> {
        let value = match field.kind() {
            Kind::String => Value::String("x".into()),
            Kind::Bytes => Value::Bytes(b"x".as_slice().into()),
            Kind::Bool => Value::Bool(true),
            Kind::Double => Value::F64(1.0),
            Kind::Int32 | Kind::Sint32 => Value::I32(1),
            Kind::Int64 | Kind::Sfixed64 => Value::I64(1),
            Kind::Uint32 | Kind::Fixed32 => Value::U32(1),
            Kind::Uint64 | Kind::Fixed64 => Value::U64(1),
            Kind::Enum(_) => Value::EnumNumber(1),
            Kind::Message(inner) => Value::Message(DynamicMessage::new(inner)),
            other => return Err(format!("{}: {other:?} has no sample here", field.full_name()).into()),
        };
        let mut message = DynamicMessage::new(field.parent_message().clone());
        message.try_set_field(field, if field.is_list() { Value::List(vec![value]) } else { value })?;
        Ok(u32::try_from(decode_varint(&mut message.encode_to_vec().as_slice())?)?)
    }

    #[test]
    fn every_field_has_a_constant_with_the_tag_that_prost_writes() -> Result<()> {
        let generated: BTreeSet<_> = TAGS.iter().map(|&(field, tag)| (field.to_owned(), tag)).collect();
        let mut expected = BTreeSet::new();
        for message in pool()?.all_messages().filter(|message| is_ours(message.full_name())) {
            for field in message.fields() {
                expected.insert((field.full_name().to_owned(), tag_of(&field)?));
            }
        }
        assert_eq!(generated, expected);
        Ok(())
    }

    #[test]
    fn every_enum_value_has_a_constant_with_its_number() -> Result<()> {
        let generated: BTreeSet<_> = ENUM_NUMBERS.iter().map(|&(value, number)| (value.to_owned(), number)).collect();
        let mut expected = BTreeSet::new();
        for enumeration in pool()?.all_enums().filter(|enumeration| is_ours(enumeration.full_name())) {
            expected.extend(enumeration.values().map(|value| (value.full_name().to_owned(), value.number())));
        }
        assert_eq!(generated, expected);
        Ok(())
    }

    #[test]
    fn an_enum_can_bear_a_number_that_the_schema_does_not_name() {
        assert_eq!(SpanKind::new(99).number(), 99);
        assert_eq!(SpanKind::new(2), SpanKind::SERVER);
    }
}
