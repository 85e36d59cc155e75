//! Values of exact types, written in place: without a reference of their own and without running Python code, so that nothing can
//! change the containers they stand in. Whatever is not known here is handed back untouched, as `Unusual`, and what was written of
//! the mapping or body around it is taken back.

#![allow(clippy::inline_always, reason = "a result that comes back through memory costs more than the code it saves")]

use super::any_value::DEEPEST;
use crate::python::kind::Kind;
use crate::python::text::NoUtf8;
use crate::python::threads::threads_run_freely;
use crate::python::view::View;
use crate::wire::schema::{AnyValue, ArrayValue, KeyValue, KeyValueList};
use crate::wire::{Message, Row, SHORT, Small};

/// The value, or one inside it, must be read with references of its own.
#[derive(Debug)]
pub(super) struct Unusual;

impl From<NoUtf8> for Unusual {
    fn from(_: NoUtf8) -> Self {
        Self
    }
}

type Result<T> = std::result::Result<T, Unusual>;

/// Where a scalar goes.
trait Place {
    fn text(self, text: &[u8]);
    fn small(self, value: Small<AnyValue>);
}

/// Writes a scalar, all of whose lengths are known beforehand; hands back the place where the value is no scalar.
#[inline(always)]
fn write_scalar<P: Place>(value: View<'_, '_>, place: P) -> Result<Option<P>> {
    match value.kind() {
        Kind::Text => match value.short_text()? {
            Some(text) => place.text(text),
            None => place.text(value.text().ok_or(Unusual)?.as_bytes()),
        },
        Kind::Int => place.small(Small::int64(AnyValue::INT_VALUE, value.int().ok_or(Unusual)?)),
        Kind::Float => place.small(Small::double(AnyValue::DOUBLE_VALUE, value.float())),
        Kind::Bool => place.small(Small::boolean(AnyValue::BOOL_VALUE, value.boolean())),
        _ => return Ok(Some(place)),
    }
    Ok(None)
}

/// The value of an attribute.
struct Pair<'m, 'b, 'k> {
    row: &'m mut Row<'b, KeyValue>,
    key: &'k [u8],
}

/// What stands around key and value: four tags and three lengths at most, and a last one.
const AROUND: usize = 8;

impl Place for Pair<'_, '_, '_> {
    #[inline(always)]
    fn text(self, text: &[u8]) {
        let Self { row, key } = self;
        if AROUND + key.len() + text.len() >= SHORT || key.is_empty() {
            return put_long(row, key, AnyValue::STRING_VALUE.size_with_length(text.len()), |value| {
                value.text_always(AnyValue::STRING_VALUE, text);
            });
        }
        let size = AnyValue::STRING_VALUE.short_size(text.len());
        row.short(KeyValue::KEY.short_size(key.len()) + KeyValue::VALUE.short_size(size), |pair| {
            pair.text_always(KeyValue::KEY, key)
                .nested(KeyValue::VALUE, size, |value| value.text_always(AnyValue::STRING_VALUE, text))
        });
    }

    #[inline(always)]
    fn small(self, value: Small<AnyValue>) {
        let Self { row, key } = self;
        let size = value.len();
        if AROUND + key.len() + size >= SHORT || key.is_empty() {
            return put_long(row, key, size, |inner| inner.small(&value));
        }
        row.short(KeyValue::KEY.short_size(key.len()) + KeyValue::VALUE.short_size(size), |pair| {
            pair.text_always(KeyValue::KEY, key).nested(KeyValue::VALUE, size, |inner| inner.small(&value))
        });
    }
}

#[inline(never)]
fn put_long(row: &mut Row<'_, KeyValue>, key: &[u8], size: usize, write: impl FnOnce(&mut Message<'_, AnyValue>)) {
    let key_size = if key.is_empty() { 0 } else { KeyValue::KEY.size_with_length(key.len()) };
    row.sized(key_size + KeyValue::VALUE.size_with_length(size), |pair| {
        pair.text(KeyValue::KEY, key);
        pair.nested_sized(KeyValue::VALUE, size, write);
    });
}

/// An item of an array, or a field that is a value itself.
impl Place for &mut Row<'_, AnyValue> {
    #[inline(always)]
    fn text(self, text: &[u8]) {
        if AROUND + text.len() < SHORT {
            self.short(AnyValue::STRING_VALUE.short_size(text.len()), |value| {
                value.text_always(AnyValue::STRING_VALUE, text)
            });
        } else {
            put_long_text(self, text);
        }
    }

    #[inline(always)]
    fn small(self, value: Small<AnyValue>) {
        self.short(value.len(), |inner| inner.small(&value));
    }
}

#[inline(never)]
fn put_long_text(row: &mut Row<'_, AnyValue>, text: &[u8]) {
    let size = AnyValue::STRING_VALUE.size_with_length(text.len());
    row.sized(size, |value| value.text_always(AnyValue::STRING_VALUE, text));
}

/// Writes a field that is a value itself, such as a log body, or one that is an item of an array.
#[inline]
pub(super) fn write_item(row: &mut Row<'_, AnyValue>, value: View<'_, '_>) -> Result<()> {
    match write_scalar(value, &mut *row)? {
        None => Ok(()),
        Some(row) => row.nested(|inner| write_view(inner, value)),
    }
}

/// Writes all attributes of an exact dict.
pub(super) fn write_dict(mut row: Row<'_, KeyValue>, dict: View<'_, '_>) -> Result<()> {
    for (key, value) in dict.pairs().ok_or(Unusual)? {
        if let Some(key) = key.short_text()? {
            write_pair(Pair { row: &mut row, key }, value)?;
        } else {
            let key = key.text().ok_or(Unusual)?;
            write_pair(Pair { row: &mut row, key: key.as_bytes() }, value)?;
        }
    }
    Ok(())
}

#[inline(always)]
fn write_pair(pair: Pair<'_, '_, '_>, value: View<'_, '_>) -> Result<()> {
    let Some(Pair { row, key }) = write_scalar(value, pair)? else {
        return Ok(());
    };
    row.nested(|pair| {
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
        // Scalars have been written by `write_scalar`.
        Kind::Other | Kind::Text | Kind::Int | Kind::Float | Kind::Bool => Err(Unusual),
    }
}

fn write_items(message: &mut Message<'_, AnyValue>, value: View<'_, '_>) -> Result<()> {
    leave_room(message)?;
    message.nested(AnyValue::ARRAY_VALUE, |array| {
        let mut row = array.row(ArrayValue::VALUES);
        value.items().ok_or(Unusual)?.try_for_each(|item| write_item(&mut row, item))
    })
}

fn write_pairs(message: &mut Message<'_, AnyValue>, value: View<'_, '_>) -> Result<()> {
    leave_room(message)?;
    message.nested(AnyValue::KVLIST_VALUE, |list| write_dict(list.row(KeyValueList::VALUES), value))
}

/// The exact limit of the depth is left to the other way. A list that holds one list many times over, and so on inwards, stops
/// where memory or the size limit does.
#[inline]
fn leave_room(message: &Message<'_, AnyValue>) -> Result<()> {
    if message.depth() + 3 > DEEPEST || message.failed() { Err(Unusual) } else { Ok(()) }
}
