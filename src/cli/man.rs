//! Command `quadrille man`.

use std::fs;
use std::io::{Write, stdout};
use std::path::Path;

use anyhow::{Context, Result};
use clap::{Command, CommandFactory};
use clap_mangen::Man;

use super::arguments::Arguments;
use crate::version::VERSION;

/// Prints the manual page of the program, or writes the pages of all commands to a folder, which is created.
///
/// # Errors
/// If a page cannot be written.
pub(super) fn man(folder: Option<&Path>) -> Result<()> {
    let mut program = Arguments::command().disable_help_subcommand(true);
    program.build();
    let Some(folder) = folder else {
        return Ok(stdout().write_all(&page(program)?)?);
    };
    let name = |name: &str| format!("cannot write {name}");
    fs::create_dir_all(folder).with_context(|| name(&folder.display().to_string()))?;
    for command in with_subcommands(&program) {
        let file = folder.join(Man::new(command.clone()).get_filename());
        fs::write(&file, page(command.clone())?).with_context(|| name(&file.display().to_string()))?;
    }
    Ok(())
}

/// Returns a command and all commands below it that its help names.
fn with_subcommands(command: &Command) -> Vec<&Command> {
    let below = command.get_subcommands().filter(|below| !below.is_hide_set()).flat_map(with_subcommands);
    [command].into_iter().chain(below).collect()
}

/// Renders a page.
fn page(command: Command) -> Result<Vec<u8>> {
    let mut page = Vec::new();
    let man = Man::new(command).source(format!("quadrille {VERSION}")).manual("Quadrille");
    // An empty date would be left out, and the source taken for it.
    man.date(" ").render(&mut page)?;
    Ok(page)
}
