//! The message `Metric`.

use pyo3::prelude::*;
use pyo3::types::PyString;

use super::data::write_data;
use crate::common::{Call, fields};
use crate::error::Result;
use crate::python::ignored::Ignore;
use crate::sdk::Session;
use crate::sdk::metric;
use crate::wire::Message;
use crate::wire::schema::Metric;

/// The reference checks the texts before it looks at the data.
#[inline]
pub(super) fn write_metric<'py>(
    message: &mut Message<'_, Metric>,
    metric: &Bound<'py, PyAny>,
    call: &mut Call<'py>,
) -> Result<()> {
    let metric = metric::Metric::new(metric, &mut call.session);
    call.message(|call| {
        fields::text(message, Metric::NAME, &metric.name()?, call)?;
        fields::text(message, Metric::DESCRIPTION, &metric.description()?, call)?;
        fields::text(message, Metric::UNIT, &metric.unit()?, call)
    })?;
    write_data(message, &metric.data()?, call)
}

/// What a path calls the metric: its name, where that is text.
#[cold]
pub(super) fn key_of<'py>(metric: &Bound<'py, PyAny>, session: &Session<'py>) -> Option<String> {
    let name = metric::name_of(metric, session).ignoring(metric.py())?;
    name.cast::<PyString>().ok()?.extract().ok()
}
