//! How a class of the SDK resolves the members that `proof` is about: which class on its `__mro__` defines each, if any. Asking the
//! dicts of those classes proves as much as asking the class itself, at a sixth of the instructions, and where a member must not
//! exist at a thirtieth, since nothing is raised. A call with one record feels it.

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple, PyType};

use crate::python::object::{bases_address, class_dict, dict_holds};

/// What must be unchanged so that the class still resolves all members as it did.
pub(super) struct Resolution {
    classes: Vec<Definer>,
}

/// A class on the `__mro__`.
struct Definer {
    class: Py<PyType>,
    bases: usize,
    dict: Py<PyAny>,
    /// The members that it defines, and those that it does not: they would hide what comes later.
    members: Vec<(Py<PyString>, Option<Py<PyAny>>)>,
}

impl Resolution {
    /// `None` where the members can't be traced to dicts: the class itself must be asked then. A member without a value is one
    /// that no class defines.
    pub(super) fn of<'py>(
        class: &Bound<'py, PyType>,
        members: &[(Bound<'py, PyString>, Option<Bound<'py, PyAny>>)],
    ) -> Option<Self> {
        let object = class.py().get_type::<PyAny>();
        let order = class.getattr("__mro__").ok()?.cast_into::<PyTuple>().ok()?;
        let mut classes = Vec::new();
        let mut unresolved: Vec<_> = members.iter().collect();
        for definer in order.iter() {
            if unresolved.is_empty() {
                break;
            }
            if definer.is(&object) {
                // What it defines never changes.
                unresolved.retain(|(name, original)| original.is_some() || object.hasattr(name).unwrap_or(true));
                break;
            }
            let definer = definer.cast_into::<PyType>().ok()?;
            let dict = class_dict(&definer)?;
            let shown = definer.getattr("__dict__").ok()?;
            if shown.len().ok()? != dict.len().ok()? {
                return None;
            }
            let mut here = Vec::new();
            let mut later = Vec::new();
            for member in unresolved {
                let (name, original) = member;
                if dict_holds(&dict, name, None) {
                    here.push((name.clone().unbind(), None));
                    later.push(member);
                } else if original.as_ref().is_some_and(|original| dict_holds(&dict, name, Some(original))) {
                    here.push((name.clone().unbind(), original.clone().map(Bound::unbind)));
                } else {
                    return None;
                }
            }
            let bases = bases_address(&definer)?;
            classes.push(Definer { class: definer.unbind(), bases, dict: dict.unbind(), members: here });
            unresolved = later;
        }
        unresolved.is_empty().then_some(Self { classes })
    }

    #[inline]
    pub(super) fn is_unchanged(&self, py: Python<'_>) -> bool {
        self.classes.iter().all(|definer| {
            let dict = definer.dict.bind(py);
            bases_address(definer.class.bind(py)) == Some(definer.bases)
                && definer.members.iter().all(|(name, original)| {
                    dict_holds(dict, name.bind(py), original.as_ref().map(|original| original.bind(py)))
                })
        })
    }
}
