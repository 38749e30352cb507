//! Errors as exceptions of Python, with place and text.

use gfx_litmus::report::diagnostic::render;
use gfx_litmus::syntax::source::Diagnostic;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

pyo3::create_exception!(
    gfx_litmus,
    LitmusError,
    PyException,
    "What was given is wrong, or nothing could be decided: `file`, `line` and `column` say where, `help` what would be right, and the text shows it."
);

/// The exception for what is wrong.
///
/// # Errors
/// Python could not make it.
pub fn raised(py: Python<'_>, wrong: &[Diagnostic]) -> PyResult<PyErr> {
    let text = wrong.iter().map(|error| render(error, false)).collect::<Vec<_>>().join("\n");
    let error = LitmusError::new_err(text);
    let value = error.value(py);
    let first = wrong.first();
    let place = first.map(|first| first.source_text.line_column(first.span.start));
    value.setattr("file", first.map(|first| first.source_text.name.to_string()))?;
    value.setattr("line", place.map(|(line, _)| line))?;
    value.setattr("column", place.map(|(_, column)| column))?;
    value.setattr("message", first.map(|first| first.message.clone()))?;
    value.setattr("help", first.and_then(|first| first.help.clone()))?;
    Ok(error)
}
