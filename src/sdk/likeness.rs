//! Whether two resources or two scopes are equal, without the hash and `==` that the SDK's classes define in Python: for objects
//! of exactly those classes, of which `proof` has shown that both methods are the SDK's own.

use pyo3::PyAny;
use pyo3::prelude::*;

use super::attributes::Entries;
use super::proof::Class;
use super::session::Session;
use crate::python::kind::{Kind, exact_kind};
use crate::python::view::View;

/// How an object compares with the first object of a class of equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Equal(usize),
    Different,
    AskPython,
}

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compared {
    Resources,
    Scopes,
}

/// What of an object decides about its equality.
///
/// Resources are equal when attributes, schema URL and the hash of a JSON text are. The JSON tells `1` from `True`, so only
/// inequality is decided here.
///
/// Scopes are equal when name, version, schema URL and attributes are; their hash follows from the first three.
pub(crate) struct Likeness<'py> {
    /// Of a scope; they decide all that the attributes leave open.
    texts: Option<[Bound<'py, PyAny>; 3]>,
    attributes: Bound<'py, PyAny>,
}

impl<'py> Likeness<'py> {
    /// `None` for objects that only Python can compare.
    pub(crate) fn of(compared: Compared, value: &Bound<'py, PyAny>, session: &mut Session<'py>) -> Option<Self> {
        match compared {
            Compared::Resources => Self::of_resource(value, session),
            Compared::Scopes => Self::of_scope(value, session),
        }
    }

    fn of_resource(value: &Bound<'py, PyAny>, session: &mut Session<'py>) -> Option<Self> {
        (session.allow(Class::Resource, value) && session.allow(Class::ResourceEquality, value))
            .then(|| attributes(value, session))
            .flatten()
            .filter(has_json_text)
            .map(|attributes| Self { texts: None, attributes })
    }

    fn of_scope(value: &Bound<'py, PyAny>, session: &mut Session<'py>) -> Option<Self> {
        if !session.allow(Class::InstrumentationScope, value)
            || !session.allow(Class::InstrumentationScopeEquality, value)
        {
            return None;
        }
        let names = session.names;
        let text = |name: &super::names::Name| {
            name.of_proven(value).filter(|text| matches!(exact_kind(text.as_borrowed()), Kind::Text | Kind::None))
        };
        let texts = [text(&names._name)?, text(&names._version)?, text(&names._schema_url)?];
        Some(Self { texts: Some(texts), attributes: attributes(value, session)? })
    }

    /// The verdict on an object against the first one of the class with this number.
    pub(crate) fn compare(&self, other: &Self, class: usize) -> PyResult<Verdict> {
        for (one, other) in self.texts.iter().flatten().zip(other.texts.iter().flatten()) {
            if !one.is(other) && !one.eq(other)? {
                return Ok(Verdict::Different);
            }
        }
        if !self.attributes.eq(&other.attributes)? {
            return Ok(Verdict::Different);
        }
        Ok(if self.texts.is_some() { Verdict::Equal(class) } else { Verdict::AskPython })
    }
}

/// Whether a dict of attributes surely has the JSON text that the SDK hashes: text keys, and values that it cleans to.
fn has_json_text(attributes: &Bound<'_, PyAny>) -> bool {
    View::of(attributes)
        .pairs()
        .is_some_and(|mut pairs| pairs.all(|(key, value)| key.kind() == Kind::Text && is_plain(value, 3)))
}

fn is_plain(value: View<'_, '_>, levels: u32) -> bool {
    match value.kind() {
        Kind::Text | Kind::Int | Kind::Float | Kind::Bool | Kind::None => true,
        Kind::Tuple => {
            levels > 0 && value.items().is_some_and(|mut items| items.all(|item| is_plain(item, levels - 1)))
        }
        _ => false,
    }
}

/// The dict of attributes of a proven object.
fn attributes<'py>(value: &Bound<'py, PyAny>, session: &mut Session<'py>) -> Option<Bound<'py, PyAny>> {
    let names = session.names;
    match Entries::of(names._attributes.of_proven(value)?, session) {
        Entries::Dict(dict) => Some(dict),
        Entries::Mapping(_) => None,
    }
}
