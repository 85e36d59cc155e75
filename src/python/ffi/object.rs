//! Types and their slots, and the `__dict__` of an instance.

#![allow(clippy::inline_always, reason = "a result that comes back through memory costs more than the code it saves")]

use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::OnceLock;

use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};
use pyo3::{Borrowed, ffi};

use super::super::ignored::ignore_raised;
use super::symbol;

/// The address of an object's type: for comparing, nothing else.
#[inline]
pub(crate) fn type_address(value: Borrowed<'_, '_, PyAny>) -> usize {
    value.get_type_ptr() as usize
}

/// Whether a class looks attributes up as `object` does, so that neither `__getattribute__` nor `__getattr__` runs.
pub(crate) fn has_generic_lookup(class: &Bound<'_, PyType>) -> bool {
    let class = class.as_type_ptr();
    // SAFETY: a live type. Before 3.10 only classes made at run time may be asked for a slot, hence the flag.
    unsafe {
        if ffi::PyType_GetFlags(class) & ffi::Py_TPFLAGS_HEAPTYPE == 0 {
            return false;
        }
        std::ptr::eq(ffi::PyType_GetSlot(class, ffi::Py_tp_getattro), ffi::PyObject_GenericGetAttr as *const c_void)
    }
}

/// The address of a class's tuple of bases, which is a new one once the bases change; `None` for classes of C.
pub(crate) fn bases_address(class: &Bound<'_, PyType>) -> Option<usize> {
    let class = class.as_type_ptr();
    // SAFETY: a live type, made at run time; the slot's content is compared by address only.
    unsafe {
        (ffi::PyType_GetFlags(class) & ffi::Py_TPFLAGS_HEAPTYPE != 0)
            .then(|| ffi::PyType_GetSlot(class, ffi::Py_tp_bases) as usize)
    }
}

/// An exception that a call of the C API has set, to be taken at once.
pub(crate) struct Raised<'py>(Python<'py>);

impl Raised<'_> {
    #[cold]
    pub(crate) fn take(self) -> PyErr {
        PyErr::fetch(self.0)
    }

    #[cold]
    pub(crate) fn ignore(self) {
        ignore_raised(self.0);
    }
}

/// An attribute as `object` looks it up, which the caller has checked to be the way of the value's class: spares the detour
/// over the type's slot.
#[inline(always)]
pub(crate) fn generic_attribute<'py>(
    value: &Bound<'py, PyAny>,
    name: &Bound<'py, PyString>,
) -> Result<Bound<'py, PyAny>, Raised<'py>> {
    // SAFETY: two live objects, the second a `str`; the result is a new reference, or null with an error set.
    let attribute = unsafe {
        Bound::from_owned_ptr_or_opt(value.py(), ffi::PyObject_GenericGetAttr(value.as_ptr(), name.as_ptr()))
    };
    attribute.ok_or(Raised(value.py()))
}

type GenericGetDict = unsafe extern "C" fn(*mut ffi::PyObject, *mut c_void) -> *mut ffi::PyObject;

/// `PyObject_GenericGetDict`: stable ABI from 3.10 on, public with this signature since 3.3.
fn generic_get_dict() -> Option<GenericGetDict> {
    static FOUND: OnceLock<Option<GenericGetDict>> = OnceLock::new();
    *FOUND.get_or_init(|| {
        // SAFETY: CPython has exported the function under this name with this signature since 3.3.
        symbol::find(c"PyObject_GenericGetDict")
            .map(|function| unsafe { std::mem::transmute::<NonNull<c_void>, GenericGetDict>(function) })
    })
}

/// The dict in which an instance keeps its attributes.
#[inline]
pub(crate) fn instance_dict<'py>(value: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    let generic_get_dict = generic_get_dict()?;
    // SAFETY: a live object; the result is a new reference, or null with an error set, which is taken back.
    unsafe {
        let dict = generic_get_dict(value.as_ptr(), std::ptr::null_mut());
        let dict = Bound::from_owned_ptr_or_opt(value.py(), dict);
        if dict.is_none() {
            ignore_raised(value.py());
        }
        dict
    }
}

/// A truth value by identity where it is a `bool`, else by `bool()`.
#[inline]
pub(crate) fn is_true(value: Borrowed<'_, '_, PyAny>) -> Option<bool> {
    // SAFETY: the addresses of the two singletons, compared only.
    unsafe {
        if value.as_ptr() == ffi::Py_True() {
            Some(true)
        } else if value.as_ptr() == ffi::Py_False() || value.as_ptr() == ffi::Py_None() {
            Some(false)
        } else {
            None
        }
    }
}
