//! Command `quadrille config`.

use std::io::{Write, stdout};

use anyhow::Result;

use crate::config::Config;

/// Prints the settings in effect as TOML, in the format of `--config`, but without the password of the database.
///
/// # Errors
/// If standard output cannot be written.
pub(super) fn config(mut config: Config) -> Result<()> {
    config.jobs.database = config.jobs.database_name();
    Ok(stdout().write_all(config.to_toml()?.as_bytes())?)
}
