//! Walking any iterable with references of its own: exact lists and tuples by index, everything else through its iterator. What
//! is done with an item may change the list: its length is asked again at each step, and what is added meanwhile is not read, so
//! that no list that grows while it is read has no end.

use std::ops::Range;

use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PyTuple};

use super::kind::{Kind, exact_kind};

pub(crate) enum Items<'py> {
    List(Bound<'py, PyList>, Range<usize>),
    Tuple(Bound<'py, PyTuple>, usize),
    Iterator(Bound<'py, PyIterator>),
}

/// The items of an iterable.
pub(crate) fn items<'py>(iterable: &Bound<'py, PyAny>) -> PyResult<Items<'py>> {
    Ok(match exact_kind(iterable.as_borrowed()) {
        Kind::List => {
            let list = iterable.clone().cast_into::<PyList>().map_err(PyErr::from)?;
            let all = 0..list.len();
            Items::List(list, all)
        }
        Kind::Tuple => Items::Tuple(iterable.clone().cast_into().map_err(PyErr::from)?, 0),
        _ => Items::Iterator(iterable.try_iter()?),
    })
}

impl<'py> Iterator for Items<'py> {
    type Item = PyResult<Bound<'py, PyAny>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::List(list, rest) => {
                let index = rest.next()?;
                // Another thread may shorten the list between the two calls where there is no GIL: that ends the walk.
                (index < list.len()).then(|| list.get_item(index).ok()).flatten().map(Ok)
            }
            Self::Tuple(tuple, next) => {
                let index = *next;
                *next += 1;
                (index < tuple.len()).then(|| tuple.get_item(index))
            }
            Self::Iterator(iterator) => iterator.next(),
        }
    }
}

/// A key and a value out of what a mapping's `items()` yields: any iterable of two.
pub(crate) fn pair<'py>(item: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    match item.cast_exact::<PyTuple>() {
        Ok(tuple) if tuple.len() == 2 => return Ok((tuple.get_item(0)?, tuple.get_item(1)?)),
        _ => {}
    }
    let mut parts = items(item)?;
    match (parts.next().transpose()?, parts.next().transpose()?, parts.next().transpose()?) {
        (Some(key), Some(value), None) => Ok((key, value)),
        _ => Err(pyo3::exceptions::PyValueError::new_err("an item of a mapping is not a pair")),
    }
}
