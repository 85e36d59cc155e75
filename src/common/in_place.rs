//! Values of exact types, written in place: without a reference of their own and without running Python code, so that nothing can
//! change the containers they stand in. Whatever is not known here is handed back untouched, as `Unusual`, and what was written of
//! the mapping or body around it is taken back.

use super::any_value::DEEPEST;
use crate::python::kind::Kind;
use crate::python::text::NoUtf8;
use crate::python::threads::threads_run_freely;
use crate::python::view::View;
use crate::wire::schema::{AnyValue, ArrayValue, KeyValue, KeyValueList};
use crate::wire::{Field, Message, Nested};

/// The value, or one inside it, must be read with references of its own.
#[derive(Debug)]
pub(super) struct Unusual;

impl From<NoUtf8> for Unusual {
    fn from(_: NoUtf8) -> Self {
        Self
    }
}

type Result<T> = std::result::Result<T, Unusual>;

/// Where a scalar goes: it is given the length of the `AnyValue`, and what writes its content.
pub(super) trait Place {
    fn put(self, size: usize, write: impl FnOnce(&mut Message<'_, AnyValue>));
}

/// Writes a scalar, all of whose lengths are known beforehand; hands back the place where the value is no scalar.
#[inline]
pub(super) fn write_scalar<P: Place>(value: View<'_, '_>, place: P) -> Result<Option<P>> {
    match value.kind() {
        Kind::Text => match value.short_text()? {
            Some(text) => put_text(text, place),
            None => put_text(value.text().ok_or(Unusual)?.as_bytes(), place),
        },
        Kind::Int => {
            let number = value.int().ok_or(Unusual)?;
            place.put(AnyValue::INT_VALUE.size(number), |inner| inner.int64_always(AnyValue::INT_VALUE, number));
        }
        Kind::Float => {
            let number = value.float();
            place.put(AnyValue::DOUBLE_VALUE.size(), |inner| inner.double_always(AnyValue::DOUBLE_VALUE, number));
        }
        Kind::Bool => {
            let truth = value.boolean();
            place.put(AnyValue::BOOL_VALUE.size(), |inner| inner.boolean_always(AnyValue::BOOL_VALUE, truth));
        }
        _ => return Ok(Some(place)),
    }
    Ok(None)
}

#[inline]
fn put_text(text: &[u8], place: impl Place) {
    let size = AnyValue::STRING_VALUE.size_with_length(text.len());
    place.put(size, |inner| inner.text_always(AnyValue::STRING_VALUE, text));
}

/// The value of an attribute.
pub(super) struct Pair<'m, 'b, 'k, M> {
    pub(super) message: &'m mut Message<'b, M>,
    pub(super) field: Field<M, Nested<KeyValue>>,
    pub(super) key: &'k [u8],
}

impl<M> Place for Pair<'_, '_, '_, M> {
    #[inline]
    fn put(self, size: usize, write: impl FnOnce(&mut Message<'_, AnyValue>)) {
        let key_size = if self.key.is_empty() { 0 } else { KeyValue::KEY.size_with_length(self.key.len()) };
        let pair_size = key_size + KeyValue::VALUE.size_with_length(size);
        self.message.nested_sized(self.field, pair_size, |pair| {
            pair.text(KeyValue::KEY, self.key);
            pair.nested_sized(KeyValue::VALUE, size, write);
        });
    }
}

/// An item of an array.
struct Item<'m, 'b>(&'m mut Message<'b, ArrayValue>);

impl Place for Item<'_, '_> {
    #[inline]
    fn put(self, size: usize, write: impl FnOnce(&mut Message<'_, AnyValue>)) {
        self.0.nested_sized(ArrayValue::VALUES, size, write);
    }
}

/// A message that is open already.
struct Open<'m, 'b>(&'m mut Message<'b, AnyValue>);

impl Place for Open<'_, '_> {
    #[inline]
    fn put(self, _size: usize, write: impl FnOnce(&mut Message<'_, AnyValue>)) {
        write(self.0);
    }
}

/// A field that is a value itself.
struct Whole<'m, 'b, M> {
    message: &'m mut Message<'b, M>,
    field: Field<M, Nested<AnyValue>>,
}

impl<M> Place for Whole<'_, '_, M> {
    #[inline]
    fn put(self, size: usize, write: impl FnOnce(&mut Message<'_, AnyValue>)) {
        self.message.nested_sized(self.field, size, write);
    }
}

/// Writes a field that is a value itself, such as a log body.
#[inline]
pub(super) fn write_field<M>(
    message: &mut Message<'_, M>,
    field: Field<M, Nested<AnyValue>>,
    value: View<'_, '_>,
) -> Result<()> {
    let Some(Whole { message, field }) = write_scalar(value, Whole { message, field })? else {
        return Ok(());
    };
    message.nested(field, |inner| write_view(inner, value))
}

/// Writes an attribute.
#[inline]
pub(super) fn write_pair<M>(pair: Pair<'_, '_, '_, M>, value: View<'_, '_>) -> Result<()> {
    let Some(Pair { message, field, key }) = write_scalar(value, pair)? else {
        return Ok(());
    };
    message.nested(field, |pair| {
        pair.text(KeyValue::KEY, key);
        pair.nested(KeyValue::VALUE, |inner| write_view(inner, value))
    })
}

/// Writes a value of exact types.
#[inline]
pub(super) fn write_view(message: &mut Message<'_, AnyValue>, value: View<'_, '_>) -> Result<()> {
    match value.kind() {
        Kind::None => Ok(()),
        Kind::Bytes => {
            message.bytes_always(AnyValue::BYTES_VALUE, value.bytes().ok_or(Unusual)?);
            Ok(())
        }
        // Where threads run freely, what can change is copied first.
        Kind::List | Kind::Dict if threads_run_freely() => Err(Unusual),
        Kind::Tuple | Kind::List => write_items(message, value),
        Kind::Dict => write_pairs(message, value),
        Kind::Other => Err(Unusual),
        Kind::Text | Kind::Int | Kind::Float | Kind::Bool => write_scalar(value, Open(message)).map(|_| ()),
    }
}

fn write_items(message: &mut Message<'_, AnyValue>, value: View<'_, '_>) -> Result<()> {
    leave_room(message)?;
    message.nested(AnyValue::ARRAY_VALUE, |array| {
        for item in value.items().ok_or(Unusual)? {
            if let Some(Item(array)) = write_scalar(item, Item(array))? {
                array.nested(ArrayValue::VALUES, |inner| write_view(inner, item))?;
            }
        }
        Ok(())
    })
}

fn write_pairs(message: &mut Message<'_, AnyValue>, value: View<'_, '_>) -> Result<()> {
    leave_room(message)?;
    message.nested(AnyValue::KVLIST_VALUE, |list| {
        for (key, value) in value.pairs().ok_or(Unusual)? {
            list.nested(KeyValueList::VALUES, |pair| {
                pair.text(KeyValue::KEY, key.text().ok_or(Unusual)?.as_bytes());
                pair.nested(KeyValue::VALUE, |inner| write_view(inner, value))
            })?;
        }
        Ok(())
    })
}

/// The exact limit of the depth is left to the other way. A list that holds one list many times over, and so on inwards, stops
/// where memory or the size limit does.
#[inline]
fn leave_room(message: &Message<'_, AnyValue>) -> Result<()> {
    if message.depth() + 3 > DEEPEST || message.failed() { Err(Unusual) } else { Ok(()) }
}
