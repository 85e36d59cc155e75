//! Trace and span ids: big-endian bytes of fixed length, through the number's own `to_bytes` where it is no plain `int`.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt};

use super::Call;
use crate::error::{Error, Result};
use crate::python::number::{exact_id, exact_id_halves};
use crate::sdk::Member;
use crate::wire::{Bytes, Field, Message};

/// The trace ids seen last. The spans of a trace share the id object, and links point to a second one; held, so that no other
/// object can take an address.
pub(crate) struct TraceIds<'py> {
    recent: [Option<(Bound<'py, PyAny>, u64, u64)>; 2],
    sixty_four: Bound<'py, PyAny>,
}

impl<'py> TraceIds<'py> {
    pub(crate) fn new(py: Python<'py>) -> Self {
        Self { recent: [None, None], sixty_four: PyInt::new(py, 64).into_any() }
    }

    #[inline]
    fn halves(&mut self, id: &Bound<'py, PyAny>) -> Option<(u64, u64)> {
        for (seen, high, low) in self.recent.iter().flatten() {
            if seen.is(id) {
                return Some((*high, *low));
            }
        }
        let (high, low) = exact_id_halves(id, &self.sixty_four)?;
        self.recent.swap(0, 1);
        self.recent[0] = Some((id.clone(), high, low));
        Some((high, low))
    }
}

/// A trace id, 16 bytes. Zero is written too.
#[inline]
pub(crate) fn trace_id<'py, M>(
    message: &mut Message<'_, M>,
    field: Field<M, Bytes>,
    id: &Member<'py>,
    call: &mut Call<'py>,
) -> Result<()> {
    match call.trace_ids.halves(&id.value) {
        Some((high, low)) => message.id16(field, high, low),
        None => match bytes_of(id, 16) {
            Ok(bytes) => message.bytes(field, bytes.as_bytes()),
            // An id is checked as it is read: in strict mode nothing else of its message is looked at.
            Err(error) => {
                call.must_repair(error)?;
                message.id16(field, 0, 0);
            }
        },
    }
    Ok(())
}

/// A span id, 8 bytes. Zero is written too.
#[inline]
pub(crate) fn span_id<'py, M>(
    message: &mut Message<'_, M>,
    field: Field<M, Bytes>,
    id: &Member<'py>,
    call: &mut Call<'py>,
) -> Result<()> {
    match exact_id(&id.value) {
        Some(number) => message.id8(field, number),
        None => match bytes_of(id, 8) {
            Ok(bytes) => message.bytes(field, bytes.as_bytes()),
            Err(error) => {
                call.must_repair(error)?;
                message.id8(field, 0);
            }
        },
    }
    Ok(())
}

const ZERO_BYTES: [u8; 16] = [0; 16];

/// An id of `N`, checked before its field is written; none where it equals zero, as a log record outside a span has it.
pub(crate) enum IdOrNone<'py, N> {
    None,
    Number(N),
    Bytes(Bound<'py, PyBytes>),
}

pub(crate) type TraceIdOrNone<'py> = IdOrNone<'py, (u64, u64)>;
pub(crate) type SpanIdOrNone<'py> = IdOrNone<'py, u64>;

impl<'py> TraceIdOrNone<'py> {
    #[inline]
    pub(crate) fn of(id: &Member<'py>, call: &mut Call<'py>) -> Result<Self> {
        match call.trace_ids.halves(&id.value) {
            Some((0, 0)) => Ok(Self::None),
            Some(halves) => Ok(Self::Number(halves)),
            None => Self::of_other(id, 16, call),
        }
    }

    #[inline]
    pub(crate) fn write<M>(&self, message: &mut Message<'_, M>, field: Field<M, Bytes>) {
        match self {
            Self::None => {}
            Self::Number((high, low)) => message.id16(field, *high, *low),
            Self::Bytes(bytes) => message.bytes(field, bytes.as_bytes()),
        }
    }
}

impl<'py> SpanIdOrNone<'py> {
    #[inline]
    pub(crate) fn of(id: &Member<'py>, call: &mut Call<'py>) -> Result<Self> {
        match exact_id(&id.value) {
            Some(0) => Ok(Self::None),
            Some(number) => Ok(Self::Number(number)),
            None => Self::of_other(id, 8, call),
        }
    }

    #[inline]
    pub(crate) fn write<M>(&self, message: &mut Message<'_, M>, field: Field<M, Bytes>) {
        match self {
            Self::None => {}
            Self::Number(number) => message.id8(field, *number),
            Self::Bytes(bytes) => message.bytes(field, bytes.as_bytes()),
        }
    }
}

impl<'py, N> IdOrNone<'py, N> {
    /// Asks the object whether it equals zero, then for its bytes. In replace mode a bad id is zero, and written.
    #[inline(never)]
    fn of_other(id: &Member<'py>, length: usize, call: &mut Call<'py>) -> Result<Self> {
        let made = match id.eq(0) {
            Ok(true) => return Ok(Self::None),
            Ok(false) => bytes_of(id, length),
            Err(error) => Err(Error::from(error).at(id.name)),
        };
        match made {
            Ok(bytes) => Ok(Self::Bytes(bytes)),
            Err(error) => {
                call.must_repair(error)?;
                Ok(Self::Bytes(PyBytes::new(id.py(), ZERO_BYTES.get(..length).unwrap_or(&ZERO_BYTES))))
            }
        }
    }
}

/// What the id's `to_bytes` makes of it.
#[inline(never)]
fn bytes_of<'py>(id: &Member<'py>, length: usize) -> Result<Bound<'py, PyBytes>> {
    let py = id.py();
    let expected =
        if length == 16 { "a trace id of 128 bits without sign" } else { "a span id of 64 bits without sign" };
    if id.is_exact_instance_of::<PyInt>() {
        return Err(Error::out_of_range(expected).at(id.name));
    }
    let convert = || -> PyResult<Option<Bound<'py, PyAny>>> {
        let keywords = PyDict::new(py);
        keywords.set_item("length", length)?;
        keywords.set_item("byteorder", "big")?;
        keywords.set_item("signed", false)?;
        id.getattr_opt("to_bytes")?.map(|to_bytes| to_bytes.call((), Some(&keywords))).transpose()
    };
    match convert() {
        // A bytes field that is set to `None` is absent.
        Ok(Some(nothing)) if nothing.is_none() => Ok(PyBytes::new(py, b"")),
        Ok(Some(bytes)) => bytes.cast_into::<PyBytes>().map_err(|_| Error::wrong_type(expected, id).at(id.name)),
        Ok(None) => Err(Error::wrong_type(expected, id).at(id.name)),
        Err(error) => Err(Error::from(error).at(id.name)),
    }
}
