//! A value that is looked at in place, without a reference of its own. A view can be asked only what runs no Python code, so
//! that nothing can change the container it came from while it is walked. That rests on the GIL: where threads run freely,
//! only tuples are walked in place, which never change.

use pyo3::prelude::*;
use pyo3::{Borrowed, PyAny};

use super::ffi::{bytes, container, number, object};
use super::ignored::Ignore;
use super::kind::{Kind, exact_kind};
use super::text::{NoUtf8, Utf8, utf8_of_short_str, utf8_of_str};

#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a, 'py>(Borrowed<'a, 'py, PyAny>);

impl<'a, 'py> View<'a, 'py> {
    #[inline]
    pub(crate) fn of(value: &'a Bound<'py, PyAny>) -> Self {
        Self(value.as_borrowed())
    }

    #[inline]
    pub(crate) fn kind(self) -> Kind {
        exact_kind(self.0)
    }

    /// The UTF-8 of an exact `str` that is short; `None` where `text` is to be asked. After an error no view may be used.
    #[inline]
    pub(crate) fn short_text(self) -> Result<Option<&'a [u8]>, NoUtf8> {
        if self.kind() == Kind::Text { utf8_of_short_str(self.0) } else { Ok(None) }
    }

    /// The UTF-8 of an exact `str`. After `None`, which stands for lone surrogates, no view may be used.
    #[inline]
    pub(crate) fn text(self) -> Option<Utf8<'a, 'py>> {
        (self.kind() == Kind::Text).then(|| utf8_of_str(self.0).ignoring(self.0.py())).flatten()
    }

    /// An exact `int` that fits into 64 bits; only of `Kind::Int`.
    #[inline]
    pub(crate) fn int(self) -> Option<i64> {
        debug_assert_eq!(self.kind(), Kind::Int);
        number::int_as_i64(self.0)
    }

    /// An exact `int` that fits into 64 bits without sign; only of `Kind::Int`.
    #[inline]
    pub(crate) fn unsigned(self) -> Option<u64> {
        debug_assert_eq!(self.kind(), Kind::Int);
        number::int_as_u64(self.0)
    }

    /// Only of `Kind::Float`.
    #[inline]
    pub(crate) fn float(self) -> f64 {
        debug_assert_eq!(self.kind(), Kind::Float);
        number::float_as_f64(self.0)
    }

    #[inline]
    pub(crate) fn boolean(self) -> bool {
        object::is_true(self.0) == Some(true)
    }

    /// The content of an exact `bytes`.
    #[inline]
    pub(crate) fn bytes(self) -> Option<&'a [u8]> {
        (self.kind() == Kind::Bytes).then(|| bytes::content(self.0))
    }

    /// The items of an exact tuple or list.
    #[inline]
    pub(crate) fn items(self) -> Option<Items<'a, 'py>> {
        match self.kind() {
            Kind::Tuple => Some(Items { container: self.0, list: false, next: 0, end: container::tuple_size(self.0) }),
            Kind::List => Some(Items { container: self.0, list: true, next: 0, end: container::list_size(self.0) }),
            _ => None,
        }
    }

    /// The pairs of an exact dict.
    #[inline]
    pub(crate) fn pairs(self) -> Option<Pairs<'a, 'py>> {
        (self.kind() == Kind::Dict).then(|| Pairs { dict: self.0, position: container::DictPosition::default() })
    }
}

#[derive(Debug)]
pub(crate) struct Items<'a, 'py> {
    container: Borrowed<'a, 'py, PyAny>,
    list: bool,
    next: isize,
    end: isize,
}

impl<'a, 'py> Iterator for Items<'a, 'py> {
    type Item = View<'a, 'py>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let index = self.next;
        if index >= self.end {
            return None;
        }
        self.next += 1;
        let item = if self.list {
            container::list_item(self.container, index)
        } else {
            container::tuple_item(self.container, index)
        };
        item.map(View)
    }
}

#[derive(Debug)]
pub(crate) struct Pairs<'a, 'py> {
    dict: Borrowed<'a, 'py, PyAny>,
    position: container::DictPosition,
}

impl<'a, 'py> Iterator for Pairs<'a, 'py> {
    type Item = (View<'a, 'py>, View<'a, 'py>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        container::next_pair(self.dict, &mut self.position).map(|(key, value)| (View(key), View(value)))
    }
}
