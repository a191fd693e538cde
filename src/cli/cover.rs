//! Commands `quadrille cover`: exact cover problems.

use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Subcommand;
use quadrille_answers::kinds::Count;
use quadrille_sudoku::named_cover;

use super::cover_arguments::SudokuArguments;
use super::cover_question::CoverQuestion;
use super::input::{Input, InputOptions};
use super::kind_commands::Listed;
use super::query::read_puzzle;

/// Commands about exact cover problems.
#[derive(Clone, Debug, Subcommand)]
pub enum CoverCommand {
    /// Answer a question about each problem
    #[command(flatten)]
    Question(Listed<CoverQuestion>),
    /// Write a Sudoku as an exact cover problem
    FromSudoku(SudokuArguments),
}

/// Answers questions about the exact cover problems in files, or writes a Sudoku as one.
///
/// Returns failure if a problem was invalid or could not be read, or if time or nodes ended a list of solutions.
///
/// # Errors
/// If the file of a Sudoku cannot be read, or the answers cannot be written.
pub(super) fn cover(command: &CoverCommand) -> Result<ExitCode> {
    match command {
        CoverCommand::Question(Listed(question)) => question.run(),
        CoverCommand::FromSudoku(arguments) => from_sudoku(arguments),
    }
}

/// Writes a Sudoku as an exact cover problem in Knuth's format. Faults go to standard error.
fn from_sudoku(arguments: &SudokuArguments) -> Result<ExitCode> {
    let options = InputOptions { format: None, is_grid: true };
    for input in Input::open_all(std::slice::from_ref(&arguments.puzzle), options)? {
        let Input::Puzzle(text) = input else { continue };
        let read = read_puzzle::<Count>(&arguments.puzzle, &text, &arguments.query())?;
        let Some(request) = read else { return Ok(ExitCode::FAILURE) };
        let puzzle = request.question.subject;
        if !puzzle.rules().is_unconstrained() {
            bail!(
                "a puzzle with constraints cannot be written as an exact cover problem: leave out the constraints"
            )
        }
        write!(stdout(), "{}", named_cover(&puzzle)?)?;
    }
    Ok(ExitCode::SUCCESS)
}
