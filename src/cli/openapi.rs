//! Command `quadrille openapi`.

use std::io::{Write, stdout};

use anyhow::Result;

use super::arguments::{DocumentFormat, DocumentProfile};
use crate::http::{shared_document, simple_document, to_yaml};

/// Prints the OpenAPI document.
///
/// # Errors
/// If the document cannot be made or serialized, or standard output cannot be written.
pub(super) fn openapi(format: DocumentFormat, profile: DocumentProfile) -> Result<()> {
    let document = match profile {
        DocumentProfile::Full => shared_document()?,
        DocumentProfile::Simple => simple_document()?,
    };
    let text = match format {
        DocumentFormat::Yaml => to_yaml(&document)?,
        DocumentFormat::Json => document.to_pretty_json()? + "\n",
    };
    Ok(stdout().write_all(text.as_bytes())?)
}
