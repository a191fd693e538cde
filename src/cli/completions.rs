//! Command `quadrille completions`.

use std::io::{Write, stdout};

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::{Shell, generate};

use super::arguments::Arguments;

/// Prints a completion script for a shell.
///
/// # Errors
/// If standard output cannot be written.
pub(super) fn completions(shell: Shell) -> Result<()> {
    let mut script = Vec::new();
    generate(shell, &mut Arguments::command(), "quadrille", &mut script);
    Ok(stdout().write_all(&script)?)
}
