//! What can go wrong with a record: one `Error`, the path to the bad field, and the one conversion into a Python exception.
//!
//! The texts say what was expected and which type was found, never a value: telemetry holds secrets.

use std::fmt::{self, Write as _};

use pyo3::exceptions::{PyException, PyMemoryError};
use pyo3::prelude::*;
use pyo3::types::PyType;

pub(crate) type Result<T> = std::result::Result<T, Error>;

/// Why a value can't be written.
#[derive(Debug)]
pub(crate) enum Reason {
    /// `expected` names what is due, `found` the type of what stands there.
    WrongType {
        expected: &'static str,
        found: String,
    },
    /// A number that its field can't hold.
    OutOfRange {
        expected: &'static str,
    },
    LoneSurrogate,
    NotUtf8,
    /// The type of an attribute value or body that `AnyValue` has no member for.
    NoAnyValue {
        found: String,
    },
    TooDeep,
    TooLarge,
    /// A record that alone is larger than a request may be.
    OverLimit {
        limit: usize,
    },
    /// Python code raised an `Exception`.
    Raised(PyErr),
    /// An exception that is not ours to change: `KeyboardInterrupt`, `SystemExit`, `MemoryError`.
    PassThrough(PyErr),
}

/// One step of the way from a record to the bad field.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Member(&'static str),
    Index(usize),
    Key(String),
}

#[derive(Debug)]
pub(crate) struct Error(Box<Content>);

#[derive(Debug)]
struct Content {
    reason: Reason,
    /// The innermost step first.
    steps: Vec<Step>,
    /// Where it is not the record at hand that is to blame, but an earlier one.
    record: Option<usize>,
    met_while_reading: bool,
}

impl Error {
    #[cold]
    #[inline(never)]
    pub(crate) fn new(reason: Reason) -> Self {
        Self(Box::new(Content { reason, steps: Vec::new(), record: None, met_while_reading: false }))
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn wrong_type(expected: &'static str, found: &Bound<'_, PyAny>) -> Self {
        Self::new(Reason::WrongType { expected, found: type_name(found) })
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn out_of_range(expected: &'static str) -> Self {
        Self::new(Reason::OutOfRange { expected })
    }

    /// The error one step further out.
    #[cold]
    #[inline(never)]
    pub(crate) fn within(mut self, step: Step) -> Self {
        self.0.steps.push(step);
        self
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn at(self, member: &'static str) -> Self {
        self.within(Step::Member(member))
    }

    /// The error without the way it has come so far, which leads through the keys of a value.
    #[cold]
    #[inline(never)]
    pub(crate) fn without_way(mut self) -> Self {
        self.0.steps.clear();
        self
    }

    /// The error as one that was met while reading, though only at the end of its message: those come before what is found out by
    /// checking.
    #[cold]
    #[inline(never)]
    pub(crate) fn met_while_reading(mut self) -> Self {
        self.0.met_while_reading = true;
        self
    }

    pub(crate) fn is_met_while_reading(&self) -> bool {
        self.0.met_while_reading
    }

    /// Whether the error is in this member of the message at hand.
    pub(crate) fn is_at(&self, member: &str) -> bool {
        matches!(self.0.steps.last(), Some(Step::Member(name)) if *name == member)
    }

    /// Another record than the one at hand is to blame.
    #[cold]
    #[inline(never)]
    pub(crate) fn about(mut self, record: Option<usize>) -> Self {
        self.0.record = record;
        self
    }

    pub(crate) fn record(&self) -> Option<usize> {
        self.0.record
    }

    pub(crate) fn reason(&self) -> &Reason {
        &self.0.reason
    }

    pub(crate) fn into_steps(self) -> Vec<Step> {
        self.0.steps
    }

    /// Whether the error must leave the call whatever the error mode.
    pub(crate) fn passes_through(&self) -> bool {
        matches!(self.0.reason, Reason::PassThrough(_))
    }

    /// The exception that must leave the call, if this is one.
    pub(crate) fn into_passing_through(self) -> Option<PyErr> {
        match self.0.reason {
            Reason::PassThrough(exception) => Some(exception),
            _ => None,
        }
    }

    /// The exception that the caller sees: an `EncodeError`, or the original one where it is not ours to change.
    pub(crate) fn into_exception(self, py: Python<'_>, signal: &'static str, index: Option<usize>) -> PyErr {
        let Content { reason, steps, .. } = *self.0;
        match reason {
            Reason::PassThrough(original) => original,
            Reason::Raised(original) => {
                let error = encode_error(py, signal, index, &path(&steps), &explain_raised(py, &original));
                error.set_cause(py, Some(original));
                error
            }
            reason => encode_error(py, signal, index, &path(&steps), &reason.to_string()),
        }
    }
}

/// Python code of the user's objects raised.
impl From<PyErr> for Error {
    #[cold]
    #[inline(never)]
    fn from(original: PyErr) -> Self {
        Python::attach(|py| {
            Self::new(if is_ours(py, &original) { Reason::Raised(original) } else { Reason::PassThrough(original) })
        })
    }
}

/// Whether an exception may be changed or swallowed: an `Exception`, but not that memory has run out.
pub(crate) fn is_ours(py: Python<'_>, exception: &PyErr) -> bool {
    exception.is_instance_of::<PyException>(py) && !exception.is_instance_of::<PyMemoryError>(py)
}

impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongType { expected, found } => write!(out, "expected {expected}, found {found}"),
            Self::OutOfRange { expected } => write!(out, "Value out of range: expected {expected}"),
            Self::LoneSurrogate => out.write_str("text with lone surrogates has no UTF-8"),
            Self::NotUtf8 => out.write_str("bytes that are not UTF-8 in the place of text"),
            Self::NoAnyValue { found } => write!(out, "Invalid type {found}"),
            Self::TooDeep => {
                out.write_str("maximum recursion depth exceeded: nested too deeply for OTLP, or contains itself")
            }
            Self::TooLarge => {
                out.write_str("larger than the 2 GiB that a protobuf message can hold, or than the memory")
            }
            Self::OverLimit { limit } => write!(out, "larger by itself than the {limit} bytes that a request may have"),
            Self::Raised(_) | Self::PassThrough(_) => out.write_str("an exception was raised"),
        }
    }
}

/// A path such as `spans[3].events[0].name`.
pub(crate) fn path(innermost_first: &[Step]) -> String {
    let mut text = String::new();
    for step in innermost_first.iter().rev() {
        let written = match step {
            Step::Member(name) if text.is_empty() => write!(text, "{name}"),
            Step::Member(name) => write!(text, ".{name}"),
            Step::Index(index) => write!(text, "[{index}]"),
            Step::Key(key) => write!(text, "[{key:?}]"),
        };
        debug_assert!(written.is_ok(), "writing to a String can't fail");
    }
    text
}

/// A reason in words; of an exception that Python code raised only its type, since its text may hold the value.
pub(crate) fn explain(py: Python<'_>, reason: &Reason) -> String {
    match reason {
        Reason::Raised(original) => explain_raised(py, original),
        other => other.to_string(),
    }
}

fn explain_raised(py: Python<'_>, original: &PyErr) -> String {
    format!("{} raised while reading it", name_of(&original.get_type(py)))
}

/// The name of a value's type.
pub(crate) fn type_name(value: &Bound<'_, PyAny>) -> String {
    name_of(&value.get_type())
}

/// A metaclass may have its own ways with names.
fn name_of(class: &Bound<'_, PyType>) -> String {
    class.qualname().map_or_else(|_| "?".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// An instance of our `EncodeError`.
pub(crate) fn encode_error(
    py: Python<'_>,
    signal: &'static str,
    index: Option<usize>,
    path: &str,
    reason: &str,
) -> PyErr {
    // Looked up each time: a module that is imported afresh has a class of its own.
    let made = py
        .import("opentelemetry.proto_native._errors")
        .and_then(|module| module.getattr("EncodeError"))
        .and_then(|class| class.call1((signal, index, path, reason)));
    match made {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}
