//! Dispatch of all commands except `serve`, `work` and `mcp`.

use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::Result;

use super::api_key::api_key;
use super::arguments::Command;
use super::completions::completions;
use super::config::config;
use super::convert::convert;
use super::cover::cover;
use super::docs::docs;
use super::generate::generate;
use super::healthcheck::healthcheck;
use super::job::job;
use super::kind_commands::Listed;
use super::man::man;
use super::openapi::openapi;
use super::render::{book, render};
use super::solutions::solutions;
use crate::config::{Config, Overrides};
use crate::version::VERSION_AND_COMMIT;

/// Runs a command. Does nothing for `serve`, `work` and `mcp`.
///
/// # Errors
/// If the settings or the arguments are invalid, or the input or the output fails.
pub fn run(command: &Command, overrides: &Overrides) -> Result<ExitCode> {
    let load = || Config::load(overrides);
    match command {
        Command::Question(Listed(question)) => return question.run(&load()?),
        Command::Generate { puzzles, .. } => return generate(puzzles, &load()?),
        Command::Solutions(arguments) => return solutions(arguments),
        Command::Convert(arguments) => return convert(arguments, None, &load()?),
        Command::Show(arguments) => return convert(arguments, Some("drawing"), &load()?),
        Command::Render { puzzles, .. } => return render(puzzles, &load()?),
        Command::Book { puzzles, .. } => return book(puzzles, &load()?),
        Command::Cover(command) => return cover(command),
        Command::Job(arguments) => return job(arguments),
        Command::Healthcheck { url, .. } => healthcheck(url.as_deref(), &load()?)?,
        Command::Openapi { format, profile } => openapi(*format, *profile)?,
        Command::Docs { root } => docs(root)?,
        Command::ApiKey { name } => api_key(name)?,
        Command::Completions { shell } => completions(*shell)?,
        Command::Version => writeln!(stdout(), "quadrille {VERSION_AND_COMMIT}")?,
        Command::Man { dir } => man(dir.as_deref())?,
        Command::Config(_) => config(load()?)?,
        Command::Serve { .. } | Command::Work { .. } | Command::Mcp { .. } => {}
    }
    Ok(ExitCode::SUCCESS)
}
