//! Commands `quadrille cover`: exact cover problems.

use std::ffi::OsStr;
use std::io::{self, Write, stderr, stdin, stdout};
use std::process::ExitCode;

use anyhow::{Result, bail};
use quadrille_answers::kinds::{
    CoverCount, CoverEstimate, CoverProve, CoverSolutions, CoverSolve, CoverWriteFormula, PROOF_FILES, Solve,
    proof_texts,
};
use quadrille_answers::wire::{
    AnswerNotation as _, NotationOf, ProblemBounds, QuestionKind, RequestOf, StreamFormat, is_json,
    is_json_in_file, read_json, read_text,
};
use quadrille_sudoku::named_cover;

use super::answer_files::AnswerFiles;
use super::cover_arguments::{CoverArguments, CoverCommand, CoverFormat, SudokuArguments};
use super::decompress::{read_all, read_file};
use super::input::{Input, InputOptions};
use super::query::{number, report_faults};
use super::session::Session;

/// Name of standard input as an argument.
const STDIN: &str = "-";

/// Maximum number of threads, as in requests.
const THREADS_MAX: u64 = 1024;

/// Answers questions about the exact cover problems in files, or writes a Sudoku as one.
///
/// Returns failure if a problem was invalid or could not be read, or if time or nodes ended a list of solutions.
///
/// # Errors
/// If the file of a Sudoku cannot be read, or the answers cannot be written.
pub(super) fn cover(command: &CoverCommand) -> Result<ExitCode> {
    match command {
        CoverCommand::Solve { question, limit } => {
            let query = question.query([("limit", number(*limit))]);
            for_each_problem::<CoverSolve>(question, &query, 1, Session::answer::<CoverSolve>)
        }
        CoverCommand::Count { question, limit, threads } => {
            let query = question.query([("limit", limit.clone()), ("threads", number(*threads))]);
            let threads = threads.unwrap_or(1);
            for_each_problem::<CoverCount>(question, &query, threads, Session::answer::<CoverCount>)
        }
        CoverCommand::Solutions { question, limit, skip, threads } => {
            let query = question.query([
                ("limit", limit.clone()),
                ("skip", number(*skip)),
                ("threads", number(*threads)),
            ]);
            let threads = threads.unwrap_or(1);
            for_each_problem::<CoverSolutions>(question, &query, threads, Session::list)
        }
        CoverCommand::Estimate { question, probes, seed } => {
            let query = question.query([("probes", number(*probes)), ("seed", number(*seed))]);
            for_each_problem::<CoverEstimate>(question, &query, 1, Session::answer::<CoverEstimate>)
        }
        CoverCommand::Prove { question, claim, formula, proof } => {
            let (files, mut formats) = AnswerFiles::parse(PROOF_FILES, &[formula.clone(), proof.clone()])
                .map_err(anyhow::Error::msg)?;
            let (proof, formula) = (formats.pop().flatten(), formats.pop().flatten());
            let query = question.query([("claim", claim.clone()), ("formula", formula), ("proof", proof)]);
            if files.is_empty() {
                return for_each_problem::<CoverProve>(question, &query, 1, Session::answer::<CoverProve>);
            }
            if question.files.len() > 1 {
                bail!("a file is for the answer about one problem: give one");
            }
            for_each_problem::<CoverProve>(question, &query, 1, |session, request| {
                session.answer_into_files::<CoverProve>(request, &files, proof_texts)
            })
        }
        CoverCommand::Formula { question, to, exclude } => {
            let query = question.query([("to", to.clone()), ("exclude", exclude.clone())]);
            for_each_problem::<CoverWriteFormula>(question, &query, 1, Session::answer::<CoverWriteFormula>)
        }
        CoverCommand::FromSudoku(arguments) => from_sudoku(arguments),
    }
}

/// Reads each problem and passes it to `ask`. Faults and files that cannot be read go to standard error.
fn for_each_problem<K: QuestionKind<Notation = NotationOf<CoverSolve>>>(
    arguments: &CoverArguments,
    query: &str,
    threads: u64,
    ask: impl Fn(&Session, RequestOf<K>) -> Result<bool>,
) -> Result<ExitCode> {
    let format = match arguments.format {
        CoverFormat::Text => StreamFormat::Text,
        CoverFormat::Json => StreamFormat::Ndjson,
    };
    let threads = usize::try_from(threads.clamp(1, THREADS_MAX))?;
    let session = Session::new(threads, format, arguments.quiet)?;
    let mut code = ExitCode::SUCCESS;
    for file in &arguments.files {
        let name = file.to_string_lossy();
        let bytes = match read(file) {
            Ok(bytes) => bytes,
            Err(error) => {
                code = ExitCode::FAILURE;
                writeln!(stderr(), "{name}: cannot be read: {error}")?;
                continue;
            }
        };
        let read = match is_json(&bytes, query) {
            true => read_json::<K>(&bytes, query, ProblemBounds::MAX),
            false => read_text::<K>(&bytes, query, ProblemBounds::MAX),
        };
        match read {
            Ok(request) => {
                // JSON contains the warnings.
                let is_text = format == StreamFormat::Text;
                for warning in request.style.notation.warnings_in_words().iter().filter(|_| is_text) {
                    writeln!(stderr(), "{name}: warning: {warning}")?;
                }
                if !ask(&session, request)? {
                    code = ExitCode::FAILURE;
                }
            }
            Err(refusal) => {
                code = ExitCode::FAILURE;
                report_faults(&name, refusal)?;
            }
        }
    }
    session.close();
    Ok(code)
}

fn read(file: &OsStr) -> io::Result<Vec<u8>> {
    if file == STDIN { read_all(Box::new(stdin())) } else { read_file(file.as_ref()) }
}

/// Writes a Sudoku as an exact cover problem in Knuth's format. Faults go to standard error.
fn from_sudoku(arguments: &SudokuArguments) -> Result<ExitCode> {
    let options = InputOptions { format: None, is_grid: true };
    for input in Input::open_all(std::slice::from_ref(&arguments.puzzle), options)? {
        let Input::Puzzle(text) = input else { continue };
        let read = match is_json_in_file(text.as_bytes(), None) {
            true => read_json::<Solve>,
            false => read_text::<Solve>,
        };
        match read(text.as_bytes(), &arguments.query(), ProblemBounds::MAX) {
            Ok(request) if !request.question.subject.rules().is_unconstrained() => {
                bail!(
                    "a puzzle with constraints cannot be written as an exact cover problem: leave out the constraints"
                )
            }
            Ok(request) => write!(stdout(), "{}", named_cover(&request.question.subject)?)?,
            Err(refusal) => {
                report_faults(&arguments.puzzle.to_string_lossy(), refusal)?;
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
