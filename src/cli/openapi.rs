//! Command `quadrille openapi`.

use std::io::{Write, stdout};

use anyhow::Result;

use super::arguments::{DocumentFormat, DocumentProfile};
use crate::http::{document, simple_document};

/// Prints the OpenAPI document.
///
/// # Errors
/// If the document cannot be serialized, or standard output cannot be written.
pub(super) fn openapi(format: DocumentFormat, profile: DocumentProfile) -> Result<()> {
    let document = match profile {
        DocumentProfile::Full => document(),
        DocumentProfile::Simple => simple_document()?,
    };
    let text = match format {
        DocumentFormat::Yaml => document.to_yaml()?,
        DocumentFormat::Json => document.to_pretty_json()? + "\n",
    };
    Ok(stdout().write_all(text.as_bytes())?)
}
