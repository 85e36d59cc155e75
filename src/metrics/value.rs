//! The value of a point or exemplar, for which the schema has two fields of which one is written: an integer or a double.

use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt};

use crate::common::{Call, Mode};
use crate::error::{Error, Reason, Result};
use crate::python::kind::{Kind, exact_kind};
use crate::python::number;
use crate::sdk::Member;
use crate::wire::{Double, Field, Message, Sfixed64};

pub(super) enum Value {
    Double(f64),
    Int(i64),
    /// Its message will fail.
    Bad,
}

impl Value {
    /// The value of a point: what is no `int` must convert to float.
    #[inline]
    pub(super) fn of_point<'py>(member: Result<Member<'py>>, call: &mut Call<'py>) -> Result<Self> {
        Self::checked(member, call, |value| {
            if is_int(value)? { Self::of_int(value) } else { number::f64(value).map(Self::Double) }
        })
    }

    /// The value of an exemplar: a `float` is looked for first, otherwise as for a point.
    #[inline]
    pub(super) fn of_exemplar<'py>(member: Result<Member<'py>>, call: &mut Call<'py>) -> Result<Self> {
        Self::checked(member, call, |value| {
            if !value.is_instance_of::<PyFloat>() && is_int(value)? {
                Self::of_int(value)
            } else {
                number::f64(value).map(Self::Double)
            }
        })
    }

    #[inline]
    fn checked<'py>(
        member: Result<Member<'py>>,
        call: &mut Call<'py>,
        other: impl FnOnce(&Bound<'py, PyAny>) -> Result<Self>,
    ) -> Result<Self> {
        let value = member.and_then(|member| {
            let value = match exact_kind(member.as_borrowed()) {
                Kind::Int => Self::of_int(&member),
                Kind::Float => Ok(Self::Double(number::f64_of_float(&member))),
                _ => other(&member),
            };
            value.or_else(|error| Self::repaired(&member, error, call)).map_err(|error| error.at(member.name))
        });
        match value {
            Ok(value) => Ok(value),
            Err(error) => call.bad_vital_field(error).map(|()| Self::Bad),
        }
    }

    #[inline]
    fn of_int(value: &Bound<'_, PyAny>) -> Result<Self> {
        number::i64(value).map(Self::Int)
    }

    /// In replace mode an int beyond 64 bits becomes the nearest double, where there is one.
    #[cold]
    fn repaired(member: &Member<'_>, error: Error, call: &mut Call<'_>) -> Result<Self> {
        if call.mode == Mode::Strict || !matches!(error.reason(), Reason::OutOfRange { .. }) || !is_int(member)? {
            return Err(error);
        }
        let nearest = number::f64(&member.value)?;
        call.must_repair(error.at(member.name))?;
        Ok(Self::Double(nearest))
    }

    #[inline]
    pub(super) fn write_double<M>(&self, message: &mut Message<'_, M>, field: Field<M, Double>) {
        if let Self::Double(number) = self {
            message.double_always(field, *number);
        }
    }

    #[inline]
    pub(super) fn write_int<M>(&self, message: &mut Message<'_, M>, field: Field<M, Sfixed64>) {
        if let Self::Int(number) = self {
            message.sfixed64_always(field, *number);
        }
    }
}

/// `isinstance`, since a proxy may say that it is one.
fn is_int(value: &Bound<'_, PyAny>) -> Result<bool> {
    Ok(value.is_instance_of::<PyInt>() || value.is_instance(&value.py().get_type::<PyInt>())?)
}
