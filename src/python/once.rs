//! What is made once and kept. While it is made Python code may run, a finalizer at least, and come back here: no lock is held
//! meanwhile, or it would wait for itself. Of two that were made the first is kept.

#![allow(clippy::disallowed_types, reason = "this is what takes its place")]

use std::convert::Infallible;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

pub(crate) struct Once<T>(PyOnceLock<T>);

impl<T> Once<T> {
    pub(crate) const fn new() -> Self {
        Self(PyOnceLock::new())
    }

    #[inline]
    pub(crate) fn get_or_make(&self, py: Python<'_>, make: impl FnOnce() -> T) -> &T {
        let Ok(kept) = self.get_or_try_make(py, || Ok::<T, Infallible>(make()));
        kept
    }

    #[inline]
    pub(crate) fn get_or_try_make<E>(&self, py: Python<'_>, make: impl FnOnce() -> Result<T, E>) -> Result<&T, E> {
        match self.0.get(py) {
            Some(kept) => Ok(kept),
            None => self.keep(py, make()),
        }
    }

    #[cold]
    fn keep<E>(&self, py: Python<'_>, made: Result<T, E>) -> Result<&T, E> {
        made.map(|made| self.0.get_or_init(py, || made))
    }
}

impl Once<Py<PyType>> {
    /// The class of this name, with its module imported.
    #[inline]
    pub(crate) fn class<'py>(&self, py: Python<'py>, module: &str, name: &str) -> PyResult<&Bound<'py, PyType>> {
        let find = || Ok(py.import(module)?.getattr(name)?.cast_into::<PyType>()?.unbind());
        self.get_or_try_make(py, find).map(|class| class.bind(py))
    }
}
