//! How a class of the SDK resolves the members that `proof` is about: which class on its `__mro__` defines each, if any. Asking the
//! dicts of those classes proves as much as asking the class itself, at a sixth of the instructions, and where a member must not
//! exist at a thirtieth, since nothing is raised. A call with one record feels it.

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple, PyType};

use crate::python::object::{DictPosition, bases_address, class_dict, dict_holds, dict_holds_at, position_of_key};
use crate::python::threads::threads_run_freely;

/// What must be unchanged so that the class still resolves all members as it did.
pub(super) struct Resolution {
    classes: Vec<Definer>,
}

/// A class on the `__mro__`.
struct Definer {
    class: Py<PyType>,
    bases: usize,
    dict: Py<PyAny>,
    present: Vec<Present>,
    /// The members that it does not define: they would hide what comes later.
    absent: Vec<Py<PyString>>,
}

struct Present {
    name: Py<PyString>,
    original: Py<PyAny>,
    position: DictPosition,
}

impl Definer {
    #[inline]
    fn is_unchanged(&self, py: Python<'_>) -> bool {
        let dict = self.dict.bind(py);
        bases_address(self.class.bind(py)) == Some(self.bases)
            && self.present.iter().all(|member| {
                let (name, original) = (member.name.bind(py), member.original.bind(py));
                dict_holds_at(dict, member.position, name, original) || dict_holds(dict, name, Some(original))
            })
            && self.absent.iter().all(|name| dict_holds(dict, name.bind(py), None))
    }
}

impl Resolution {
    /// `None` where the members can't be traced to dicts, and where threads run freely, which could change these meanwhile: the
    /// class itself must be asked then. A member without a value is one that no class defines.
    pub(super) fn of<'py>(
        class: &Bound<'py, PyType>,
        members: &[(Bound<'py, PyString>, Option<Bound<'py, PyAny>>)],
    ) -> Option<Self> {
        if threads_run_freely() {
            return None;
        }
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
            let (mut present, mut absent, mut later) = (Vec::new(), Vec::new(), Vec::new());
            for member in unresolved {
                let (name, original) = member;
                if dict_holds(&dict, name, None) {
                    absent.push(name.clone().unbind());
                    later.push(member);
                } else {
                    let original = original.as_ref().filter(|original| dict_holds(&dict, name, Some(original)))?;
                    let position = position_of_key(&dict, name).unwrap_or_default();
                    present.push(Present {
                        name: name.clone().unbind(),
                        original: original.clone().unbind(),
                        position,
                    });
                }
            }
            let bases = bases_address(&definer)?;
            classes.push(Definer { class: definer.unbind(), bases, dict: dict.unbind(), present, absent });
            unresolved = later;
        }
        unresolved.is_empty().then_some(Self { classes })
    }

    #[inline]
    pub(super) fn is_unchanged(&self, py: Python<'_>) -> bool {
        self.classes.iter().all(|definer| definer.is_unchanged(py))
    }
}
