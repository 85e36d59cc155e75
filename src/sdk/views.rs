//! Views of objects whose members are public and stand in the instance, as those of dataclasses do.

/// `Metric in Metric { name }` gives `Metric::new(object, session).name()`; the name after `in` is the place in `lookups`.
macro_rules! views {
    ($($(#[$doc:meta])* $view:ident in $place:ident { $($member:ident)* })*) => {$(
        $(#[$doc])*
        pub(crate) struct $view<'a, 'py> {
            value: &'a pyo3::Bound<'py, pyo3::PyAny>,
            names: &'static $crate::sdk::names::Names,
            as_object: bool,
        }

        impl<'a, 'py> $view<'a, 'py> {
            #[inline]
            pub(crate) fn new(value: &'a pyo3::Bound<'py, pyo3::PyAny>, session: &mut $crate::sdk::Session<'py>) -> Self {
                let as_object = session.looks_up_as_object($crate::sdk::lookups::Plain::$place, value);
                Self { value, names: session.names, as_object }
            }

            $(
                #[inline(always)]
                #[allow(
                    clippy::inline_always,
                    reason = "a result that comes back through memory costs more than the code it saves"
                )]
                pub(crate) fn $member(&self) -> $crate::error::Result<$crate::sdk::Member<'py>> {
                    self.names.$member.of_plain(self.value, self.as_object)
                }
            )*
        }
    )*};
}

pub(super) use views;
