//! Command `quadrille solutions`: all solutions of a puzzle.

use std::num::NonZeroU64;
use std::process::ExitCode;
use std::slice;

use anyhow::Result;
use quadrille_answers::kinds::Solutions;
use quadrille_answers::wire::StreamFormat;

use super::input::{Input, InputOptions};
use super::output::Output;
use super::query::read_puzzle;
use super::session::Session;
use super::solutions_arguments::SolutionsArguments;

/// Writes the solutions of a puzzle to standard output as they are found, and a summary to standard error.
///
/// Returns failure if the puzzle was invalid, or the list ended before its last solution and its `--limit`.
///
/// # Errors
/// If the input cannot be read, or the output cannot be written.
pub(super) fn solutions(arguments: &SolutionsArguments) -> Result<ExitCode> {
    let format = if arguments.is_json() { StreamFormat::Ndjson } else { StreamFormat::Text };
    let options = InputOptions { format: None, is_grid: true };
    let inputs = Input::open_all(slice::from_ref(&arguments.puzzle), options)?;
    let session = Session::new(1, format, arguments.quiet, Output::open(arguments.output.as_deref())?)?;
    let mut is_complete = true;
    for input in inputs {
        let Input::Puzzle(text) = input else { continue };
        let read = read_puzzle::<Solutions>(&arguments.puzzle, &text, &arguments.query())?;
        is_complete &= match read {
            Some(mut request) => {
                session.warn("", &request.style.notation)?;
                let limit = arguments.limit.as_ref().and_then(|limit| limit.parse().ok());
                request.question.limit = limit.unwrap_or(NonZeroU64::MAX);
                session.list(request)?
            }
            None => false,
        };
    }
    session.close()?;
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
