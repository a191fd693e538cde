//! Command `quadrille config`.

use std::io::{Write, stdout};

use anyhow::Result;

use crate::config::Config;

/// Prints the settings in effect as TOML, in the format of `--config`.
///
/// # Errors
/// If standard output cannot be written.
pub(super) fn config(config: &Config) -> Result<()> {
    Ok(stdout().write_all(config.to_toml()?.as_bytes())?)
}
