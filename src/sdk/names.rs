//! The names of members, interned once, and reading by name.

#![allow(clippy::inline_always, reason = "a result that comes back through memory costs more than the code it saves")]

use std::mem::ManuallyDrop;

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error::{Error, Result};
use crate::python::object::{Raised, generic_attribute};
use crate::python::once::Once;

/// A member's name, as text for paths and as the interned object for look-ups.
pub(crate) struct Name {
    pub(crate) text: &'static str,
    interned: Py<PyString>,
}

impl Name {
    #[inline]
    pub(crate) fn object<'py>(&self, py: Python<'py>) -> &Bound<'py, PyString> {
        self.interned.bind(py)
    }

    /// The member of this name.
    #[inline(never)]
    pub(crate) fn of<'py>(&self, object: &Bound<'py, PyAny>) -> Result<Member<'py>> {
        match object.getattr(self.object(object.py())) {
            Ok(value) => Ok(Member { name: self.text, value }),
            Err(error) => Err(Error::from(error).at(self.text)),
        }
    }

    /// This member of an object whose class is proven, and so looks attributes up as `object` does.
    #[inline(always)]
    pub(crate) fn of_proven<'py>(&self, object: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
        match generic_attribute(object, self.object(object.py())) {
            Ok(value) => Some(value),
            Err(raised) => {
                raised.ignore();
                None
            }
        }
    }

    /// The member of this name; `as_object` says that the object's class looks attributes up as `object` does.
    #[inline(always)]
    pub(crate) fn of_plain<'py>(&self, object: &Bound<'py, PyAny>, as_object: bool) -> Result<Member<'py>> {
        if !as_object {
            return self.of(object);
        }
        match generic_attribute(object, self.object(object.py())) {
            Ok(value) => Ok(Member { name: self.text, value }),
            Err(raised) => Err(self.unread(raised)),
        }
    }

    #[cold]
    fn unread(&self, raised: Raised<'_>) -> Error {
        Error::from(raised.take()).at(self.text)
    }

    /// The same, known to paths by another name.
    pub(crate) fn of_as<'py>(&self, object: &Bound<'py, PyAny>, name: &'static str) -> Result<Member<'py>> {
        match object.getattr(self.object(object.py())) {
            Ok(value) => Ok(Member { name, value }),
            Err(error) => Err(Error::from(error).at(name)),
        }
    }

    /// This private member, which is proven to be what the public one returns; the public one where it is not there.
    #[inline(always)]
    pub(crate) fn of_private<'py>(&self, object: &Bound<'py, PyAny>, public: &Name) -> Result<Member<'py>> {
        match self.of_proven(object) {
            Some(value) => Ok(Member { name: public.text, value }),
            None => public.of(object),
        }
    }

    /// This member of an object whose class is proven to look attributes up as `object` does, `None` where there is none.
    #[inline(always)]
    pub(crate) fn of_proven_or_none<'py>(&self, object: &Bound<'py, PyAny>) -> Result<Option<Member<'py>>> {
        match generic_attribute(object, self.object(object.py())) {
            Ok(value) => Ok(Some(Member { name: self.text, value })),
            Err(raised) => match raised.take() {
                error if error.is_instance_of::<PyAttributeError>(object.py()) => Ok(None),
                error => Err(Error::from(error).at(self.text)),
            },
        }
    }

    /// The member of this name, `None` where reading it raises `AttributeError`.
    pub(crate) fn of_or_none<'py>(&self, object: &Bound<'py, PyAny>) -> Result<Option<Member<'py>>> {
        match object.getattr_opt(self.object(object.py())) {
            Ok(value) => Ok(value.map(|value| Member { name: self.text, value })),
            Err(error) => Err(Error::from(error).at(self.text)),
        }
    }
}

/// A value that was read, with the public name of the member it came from.
#[derive(Clone)]
pub(crate) struct Member<'py> {
    pub(crate) name: &'static str,
    pub(crate) value: Bound<'py, PyAny>,
}

impl<'py> std::ops::Deref for Member<'py> {
    type Target = Bound<'py, PyAny>;

    #[inline]
    fn deref(&self) -> &Self::Target {
        &self.value
    }
}

macro_rules! names {
    ($($name:ident)*) => {
        #[allow(non_snake_case, reason = "the names are the SDK's")]
        pub(crate) struct Names { $(pub(crate) $name: Name,)* }

        impl Names {
            #[allow(non_snake_case, reason = "likewise")]
            fn new(py: Python<'_>) -> Self {
                // A loop: written out for each name it would be 14 kB of code.
                let [$($name),*] = [$(stringify!($name)),*]
                    .map(|text| Name { text, interned: PyString::intern(py, text).unbind() });
                Self { $($name),* }
            }
        }
    };
}

names! {
    _attributes _context _description _dict _dq _end_time _events _instrumentation_scope _kind _links _name _parent _resource
    _schema_url _start_time _status _status_code _timestamp _version
    aggregation_temporality attributes body bucket_counts context count data data_points description dropped
    dropped_attributes dropped_events dropped_links end_time event_name events exemplars explicit_bounds filtered_attributes
    flags get_span_context instrumentation_scope is_monotonic is_remote items kind links log_record max metrics min name
    negative observed_timestamp offset parent positive resource resource_metrics scale schema_url scope scope_metrics
    severity_number severity_text span_id start_time start_time_unix_nano status status_code sum time_unix_nano timestamp
    trace_flags trace_id trace_state unit value version zero_count
}

impl Names {
    #[inline]
    pub(crate) fn get(py: Python<'_>) -> &'static Self {
        // Leaked, and not dropped where there is no memory either: code that drops each name would be there otherwise.
        static NAMES: Once<&'static Names> = Once::new();
        NAMES.get_or_make(py, || Box::leak(Box::new(ManuallyDrop::new(Self::new(py)))))
    }
}
