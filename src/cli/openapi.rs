//! Command `quadrille openapi`.

use std::io::{Write, stdout};

use anyhow::Result;

use super::arguments::DocumentFormat;
use crate::http::document;

/// Prints the OpenAPI document.
///
/// # Errors
/// If standard output cannot be written.
pub(super) fn openapi(format: DocumentFormat) -> Result<()> {
    let document = document();
    let text = match format {
        DocumentFormat::Yaml => document.to_yaml()?,
        DocumentFormat::Json => document.to_pretty_json()? + "\n",
    };
    Ok(stdout().write_all(text.as_bytes())?)
}
