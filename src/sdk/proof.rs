//! The shortcut rule. A private member may be read in place of the public property only when the two are proven to be the
//! same thing for the class at hand:
//!
//! - the class resolves each public name to the very object that the SDK's own class defines, looked up afresh in each call,
//!   so that a subclass that overrides it, or a class patched at run time, is noticed;
//! - that object is the SDK's own: a property or function whose code lives in the SDK's module and bears its qualified name
//!   (`__globals__` can't be copied onto a wrapper, as `functools.wraps` copies names), so that a class patched before our
//!   first call is noticed too;
//! - the class looks attributes up as `object` does.
//!
//! SDK classes are found among the modules that are loaded already: nothing is imported here.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};
use smallvec::SmallVec;

use super::resolution::Resolution;
use crate::python::ignored::Ignore;
use crate::python::object::{class_address, has_generic_lookup};
use crate::python::once::Once;

/// The SDK's classes whose members may be read privately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    ReadableSpan,
    SpanContext,
    TraceState,
    BoundedAttributes,
    BoundedList,
    Event,
    Link,
    Status,
    Resource,
    InstrumentationScope,
    /// The same two classes once more, as to how they are compared.
    ResourceEquality,
    InstrumentationScopeEquality,
    ReadableLogRecord,
    /// Until 1.38 the item, and the record inside it.
    LogData,
    LogRecord,
}

const CLASSES: usize = Class::LogRecord as usize + 1;

/// Where a class stands, what of it must be unchanged, and whether a subclass that changes none of that will do.
struct Definition {
    module: &'static str,
    owners: &'static [&'static str],
    members: &'static [&'static str],
    /// What the class must not have.
    absent: &'static [&'static str],
    subclasses: bool,
}

impl Class {
    #[allow(clippy::indexing_slicing, reason = "the number of a class is below CLASSES")]
    fn definition(self) -> &'static Definition {
        &DEFINITIONS[self as usize].1
    }
}

const fn exactly(
    module: &'static str,
    owners: &'static [&'static str],
    members: &'static [&'static str],
) -> Definition {
    Definition { module, owners, members, absent: &[], subclasses: false }
}

static DEFINITIONS: [(Class, Definition); CLASSES] = [
    (
        Class::ReadableSpan,
        Definition {
            module: "opentelemetry.sdk.trace",
            // A live `Span` defines `get_span_context` of its own, with the same content.
            owners: &["ReadableSpan", "Span"],
            members: &[
                "resource",
                "instrumentation_scope",
                "get_span_context",
                "parent",
                "name",
                "kind",
                "start_time",
                "end_time",
                "attributes",
                "dropped_attributes",
                "events",
                "dropped_events",
                "links",
                "dropped_links",
                "status",
            ],
            absent: &[],
            subclasses: true,
        },
    ),
    (
        Class::SpanContext,
        exactly("opentelemetry.trace.span", &["SpanContext"], &["trace_id", "span_id", "is_remote", "trace_state"]),
    ),
    (Class::TraceState, exactly("opentelemetry.trace.span", &["TraceState"], &["items"])),
    (
        Class::BoundedAttributes,
        exactly("opentelemetry.attributes", &["BoundedAttributes"], &["items", "__iter__", "__getitem__", "__len__"]),
    ),
    (Class::BoundedList, exactly("opentelemetry.sdk.util", &["BoundedList"], &["__iter__", "__len__"])),
    (
        Class::Event,
        exactly("opentelemetry.sdk.trace", &["Event"], &["name", "timestamp", "attributes", "dropped_attributes"]),
    ),
    (Class::Link, exactly("opentelemetry.trace", &["Link"], &["context", "attributes", "dropped_attributes"])),
    (Class::Status, exactly("opentelemetry.trace.status", &["Status"], &["status_code", "description"])),
    (Class::Resource, exactly("opentelemetry.sdk.resources", &["Resource"], &["attributes", "schema_url"])),
    (
        Class::InstrumentationScope,
        Definition {
            absent: &["__bool__", "__len__"],
            ..exactly(
                "opentelemetry.sdk.util.instrumentation",
                &["InstrumentationScope"],
                &["name", "version", "attributes", "schema_url"],
            )
        },
    ),
    (Class::ResourceEquality, exactly("opentelemetry.sdk.resources", &["Resource"], &["__hash__", "__eq__"])),
    (
        Class::InstrumentationScopeEquality,
        exactly("opentelemetry.sdk.util.instrumentation", &["InstrumentationScope"], &["__hash__", "__eq__"]),
    ),
    (
        Class::ReadableLogRecord,
        Definition {
            module: "opentelemetry.sdk._logs._internal",
            // All members but this one are plain attributes.
            owners: &["ReadableLogRecord", "ReadWriteLogRecord"],
            members: &["dropped_attributes"],
            absent: &[],
            subclasses: true,
        },
    ),
    (
        Class::LogData,
        Definition {
            absent: &["resource", "dropped_attributes"],
            ..exactly("opentelemetry.sdk._logs._internal", &["LogData"], &["__init__"])
        },
    ),
    (
        Class::LogRecord,
        Definition {
            absent: &["event_name"],
            ..exactly("opentelemetry.sdk._logs._internal", &["LogRecord"], &["dropped_attributes"])
        },
    ),
];

// Each stands in the place of its class.
#[allow(clippy::indexing_slicing, reason = "checked as it is compiled")]
const _: () = {
    let mut number = 0;
    while number < CLASSES {
        assert!(DEFINITIONS[number].0 as usize == number);
        number += 1;
    }
};

/// What each owner of a class defines under one name.
type OwnersMembers = SmallVec<[Py<PyAny>; 2]>;

/// The SDK's own objects, recorded once they have been proven to be its own.
struct Original {
    owners: SmallVec<[Owner; 2]>,
    /// For each member its name and what each owner defines under it.
    members: Vec<(Py<PyString>, OwnersMembers)>,
}

/// One of the SDK's own classes, with a shorter way to prove that it is as it was, where there is one.
struct Owner {
    class: Py<PyType>,
    resolution: Option<Resolution>,
}

impl Original {
    #[allow(clippy::indexing_slicing, reason = "the number of a class is below CLASSES")]
    fn of(py: Python<'_>, class: Class) -> Option<&'static Self> {
        static ORIGINALS: [Once<Original>; CLASSES] = [const { Once::new() }; CLASSES];
        let slot = &ORIGINALS[class as usize];
        // A class that is patched now may be whole again at the next call, so only success is kept.
        slot.get_or_try_make(py, || Self::record(py, class.definition()).ok_or(())).ok()
    }

    fn record(py: Python<'_>, definition: &Definition) -> Option<Self> {
        let modules = py.import("sys").ok()?.getattr("modules").ok()?.cast_into::<PyDict>().ok()?;
        let module = modules.get_item(definition.module).ok().flatten()?;
        let owners: SmallVec<[Bound<'_, PyType>; 2]> = definition
            .owners
            .iter()
            .map(|owner| module.getattr(*owner).ok()?.cast_into::<PyType>().ok())
            .collect::<Option<_>>()?;
        let mut members = Vec::with_capacity(definition.members.len());
        for name in definition.members {
            let mut originals = SmallVec::new();
            for owner in &owners {
                let member = owner.getattr(*name).ok()?;
                if !is_defined_by_its_module(&modules, &member, name)? {
                    return None;
                }
                originals.push(member.unbind());
            }
            members.push((PyString::intern(py, name).unbind(), originals));
        }
        let owners = owners.into_iter().enumerate().map(|(number, owner)| {
            let own = members.iter().map(|(name, originals)| of_owner(py, number, name, originals));
            let absent = definition.absent.iter().map(|name| (PyString::intern(py, name), None));
            let own: Vec<_> = own.chain(absent).collect();
            Owner { resolution: Resolution::of(&owner, &own), class: owner.unbind() }
        });
        Some(Self { owners: owners.collect(), members })
    }

    fn holds_for(&self, class: &Bound<'_, PyType>, definition: &Definition) -> bool {
        let py = class.py();
        let owner = self.owners.iter().find(|owner| owner.class.is(class));
        if (owner.is_none() && !definition.subclasses) || !has_generic_lookup(class) {
            return false;
        }
        let resolution = owner.and_then(|owner| owner.resolution.as_ref());
        resolution.is_some_and(|resolution| resolution.is_unchanged(py))
            || (!definition.absent.iter().any(|name| class.hasattr(*name).unwrap_or(true))
                && self.members.iter().all(|(name, originals)| {
                    let member = class.getattr(name.bind(py)).ignoring(py);
                    member.is_some_and(|member| originals.iter().any(|original| original.is(&member)))
                }))
    }
}

/// A member as the owner with this number has it.
fn of_owner<'py>(
    py: Python<'py>,
    number: usize,
    name: &Py<PyString>,
    originals: &[Py<PyAny>],
) -> (Bound<'py, PyString>, Option<Bound<'py, PyAny>>) {
    let original = originals.get(number).map_or_else(|| py.None(), |original| original.clone_ref(py));
    (name.bind(py).clone(), Some(original.into_bound(py)))
}

/// Whether a property's getter, or a function, runs on the globals of the module that it says it is from, under its own name.
/// Methods inherited from `collections.abc` count.
fn is_defined_by_its_module(modules: &Bound<'_, PyDict>, member: &Bound<'_, PyAny>, name: &str) -> Option<bool> {
    let function = member.getattr("fget").unwrap_or_else(|_| member.clone());
    let module = modules.get_item(function.getattr("__module__").ok()?).ok().flatten()?;
    let qualified: String = function.getattr("__qualname__").ok()?.extract().ok()?;
    let from: String = module.getattr("__name__").ok()?.extract().ok()?;
    let globals = function.getattr("__globals__").ok()?;
    let theirs = globals.get_item("__name__").ok()?;
    let at_home = from.starts_with("opentelemetry.") || from == "collections.abc" || from == "_collections_abc";
    let same = globals.is(&module.getattr("__dict__").ok()?)
        || theirs.eq("_collections_abc").ok()?
        || theirs.eq("collections.abc").ok()?;
    Some(at_home && same && qualified.rsplit('.').next() == Some(name) && qualified.contains('.'))
}

/// What has been proven in this call.
#[derive(Default)]
pub(crate) struct Proofs<'py> {
    /// For each of the SDK's classes the address of the class that was asked about last, and the answer.
    last: [(usize, bool); CLASSES],
    /// All that was asked; classes are held so that no other class can take their address.
    seen: SmallVec<[(Class, Bound<'py, PyType>, bool); 12]>,
}

#[allow(clippy::indexing_slicing, reason = "the number of a class is below CLASSES")]
impl<'py> Proofs<'py> {
    /// Whether the private members of `value` may be read as those of `class`.
    #[inline]
    pub(crate) fn allow(&mut self, class: Class, value: &Bound<'py, PyAny>) -> bool {
        let (last, verdict) = self.last[class as usize];
        if last == class_address(value) { verdict } else { self.ask(class, value) }
    }

    #[inline(never)]
    fn ask(&mut self, class: Class, value: &Bound<'py, PyAny>) -> bool {
        let address = class_address(value);
        let asked = self.seen.iter().find(|(about, seen, _)| *about == class && seen.as_ptr() as usize == address);
        let verdict = if let Some((_, _, verdict)) = asked {
            *verdict
        } else {
            let value_class = value.get_type();
            let original = Original::of(value.py(), class);
            let verdict = original.is_some_and(|original| original.holds_for(&value_class, class.definition()));
            self.seen.push((class, value_class, verdict));
            verdict
        };
        self.last[class as usize] = (address, verdict);
        verdict
    }
}
