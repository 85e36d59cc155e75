//! Enum members of the API package, by identity: reading `value` off an enum member costs as much as three other reads.

use pyo3::PyAny;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::names::{Member, Names};
use crate::error::{Error, Result};
use crate::python::ignored::Ignore;
use crate::python::once::Once;

/// The members of one enum class, with the number that each stands for.
struct Members {
    numbers: Vec<(Py<PyAny>, i32)>,
    /// The same as a dict, for keys that only equal a member.
    by_equality: Py<PyDict>,
}

impl Members {
    fn of(py: Python<'_>, module: &str, class: &str) -> PyResult<Self> {
        Self::of_class(&py.import(module)?.getattr(class)?)
    }

    /// The members of a class whose module is loaded already; where it isn't, nobody can hold one of them.
    fn of_loaded(py: Python<'_>, module: &str, class: &str) -> PyResult<Self> {
        Self::of_class(&py.import("sys")?.getattr("modules")?.get_item(module)?.getattr(class)?)
    }

    fn of_class(class: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = class.py();
        let (mut numbers, by_equality) = (Vec::new(), PyDict::new(py));
        for member in class.try_iter()? {
            let member = member?;
            let number: i32 = member.getattr("value")?.extract()?;
            by_equality.set_item(&member, number)?;
            numbers.push((member.unbind(), number));
        }
        Ok(Self { numbers, by_equality: by_equality.unbind() })
    }

    #[inline]
    fn number(&self, value: &Bound<'_, PyAny>) -> Option<i32> {
        self.numbers.iter().find(|(member, _)| member.is(value)).map(|&(_, number)| number)
    }
}

/// The SDK's number of a `SpanKind`; other values count only where they hash and compare as one.
pub(crate) fn span_kind(kind: &Member<'_>) -> Result<i32> {
    static KINDS: Once<Members> = Once::new();
    let py = kind.py();
    let look_up = || -> PyResult<Option<i32>> {
        let members = KINDS.get_or_try_make(py, || Members::of(py, "opentelemetry.trace", "SpanKind"))?;
        match members.number(kind) {
            Some(number) => Ok(Some(number)),
            None => members.by_equality.bind(py).get_item(&kind.value)?.map(|number| number.extract()).transpose(),
        }
    };
    match look_up() {
        Ok(Some(number)) => Ok(number),
        Ok(None) => Err(Error::wrong_type("a SpanKind", kind).at(kind.name)),
        Err(error) => Err(Error::from(error).at(kind.name)),
    }
}

/// What an enum member of `status_code` stands for: a number found by identity, or what its `value` holds.
pub(crate) enum Number<'py> {
    Known(i32),
    Value(Member<'py>),
}

pub(crate) fn status_code<'py>(code: &Member<'py>, names: &Names) -> Result<Number<'py>> {
    static CODES: Once<Members> = Once::new();
    let py = code.py();
    let members = CODES.get_or_try_make(py, || Members::of(py, "opentelemetry.trace.status", "StatusCode"));
    if let Some(number) = members.ignoring(py).and_then(|members| members.number(code)) {
        return Ok(Number::Known(number));
    }
    Ok(Number::Value(names.value.of_as(code, "status_code.value")?))
}

/// What a record's `severity_number` stands for; `None` where it has no `value`.
pub(crate) fn severity_number<'py>(severity: &Member<'py>, names: &Names) -> Result<Option<Number<'py>>> {
    static SEVERITIES: Once<Members> = Once::new();
    if severity.is_none() {
        return Ok(None);
    }
    let py = severity.py();
    let members = SEVERITIES.get_or_try_make(py, || Members::of_loaded(py, "opentelemetry._logs", "SeverityNumber"));
    if let Some(number) = members.ok().and_then(|members| members.number(severity)) {
        return Ok(Some(Number::Known(number)));
    }
    match names.value.of_or_none(severity) {
        Ok(value) => Ok(value.map(|value| Number::Value(Member { name: severity.name, ..value }))),
        Err(error) => Err(error.at(severity.name)),
    }
}
