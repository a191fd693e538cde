//! Commands `quadrille cover`: exact cover problems.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read, Write, stderr, stdin, stdout};
use std::num::NonZeroUsize;
use std::process::ExitCode;

use anyhow::{Context, Result};
use tokio::runtime::Runtime;

use super::batch::{TIME_MAX, runtime};
use super::cover_arguments::{CoverArguments, CoverCommand, CoverFormat, SudokuArguments};
use super::input::{Input, InputOptions};
use super::query::with_option_names;
use crate::service::{Capacity, ClientId, CoverProblem, Dispatcher, LimitsPolicy, Meters};
use crate::sudoku::named_cover;
use crate::wire::{
    AnswerKind, CoverCount, CoverEstimate, CoverSolutions, CoverSolve, FaultCode, ProblemBounds,
    QuestionKind, Refusal, RequestOf, ResponseBody, SolutionLines, Solve, StreamFormat, is_json,
    question_from_json, question_from_text,
};

/// Name of standard input as an argument.
const STDIN: &str = "-";

/// Maximum number of threads, as in requests.
const THREADS_MAX: u64 = 1024;

/// Limits of a question without some. No other client waits for the thread.
const POLICY: LimitsPolicy = LimitsPolicy {
    time_default: TIME_MAX,
    time_max: TIME_MAX,
    nodes_max: None,
    threads_max: NonZeroUsize::MAX,
};

/// Answers questions about the exact cover problems in files, or writes a Sudoku as one.
///
/// Returns failure if a problem was invalid or could not be read.
///
/// # Errors
/// If the file of a Sudoku cannot be read, or the answers cannot be written.
pub(super) fn cover(command: &CoverCommand) -> Result<ExitCode> {
    match command {
        CoverCommand::Solve { question, limit } => {
            let query = question.query(&[("limit", *limit)]);
            for_each_problem::<CoverSolve>(question, &query, 1, Session::answer::<CoverSolve>)
        }
        CoverCommand::Count { question, limit, threads } => {
            let query = question.query(&[("limit", *limit), ("threads", *threads)]);
            let threads = threads.unwrap_or(1);
            for_each_problem::<CoverCount>(question, &query, threads, Session::answer::<CoverCount>)
        }
        CoverCommand::Solutions { question, limit, skip, threads } => {
            let query = question.query(&[("limit", *limit), ("skip", *skip), ("threads", *threads)]);
            let threads = threads.unwrap_or(1);
            for_each_problem::<CoverSolutions>(question, &query, threads, Session::list)
        }
        CoverCommand::Estimate { question, probes, seed } => {
            let query = question.query(&[("probes", *probes), ("seed", *seed)]);
            for_each_problem::<CoverEstimate>(question, &query, 1, Session::answer::<CoverEstimate>)
        }
        CoverCommand::FromSudoku(arguments) => from_sudoku(arguments),
    }
}

/// Reads each problem and passes it to `ask`. Faults and files that cannot be read go to standard error.
fn for_each_problem<K: QuestionKind<Subject = CoverProblem>>(
    arguments: &CoverArguments,
    query: &str,
    threads: u64,
    ask: impl Fn(&Session, RequestOf<K>) -> Result<()>,
) -> Result<ExitCode> {
    let session = Session::new(arguments.format, threads)?;
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
            true => question_from_json::<K>(&bytes, query, ProblemBounds::MAX),
            false => question_from_text::<K>(&bytes, query, ProblemBounds::MAX),
        };
        match read {
            Ok(request) => ask(&session, request)?,
            Err(refusal) => {
                code = ExitCode::FAILURE;
                report(&name, refusal)?;
            }
        }
    }
    session.runtime.shutdown_background();
    Ok(code)
}

fn read(file: &OsStr) -> io::Result<Vec<u8>> {
    if file != STDIN {
        return fs::read(file);
    }
    let mut bytes = Vec::new();
    stdin().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Writes the faults of a problem, one per line.
fn report(name: &str, refusal: Refusal) -> io::Result<()> {
    let faults = with_option_names(refusal).into_faults();
    for fault in &faults.listed {
        match fault.code {
            // Their details speak of bodies and batches.
            FaultCode::EmptyBody => writeln!(stderr(), "{name}: the input is empty")?,
            FaultCode::SeveralPuzzles => {
                writeln!(stderr(), "{name}: the text has several puzzles: give one of them")?;
            }
            _ => writeln!(stderr(), "{name}: {fault}")?,
        }
    }
    if faults.omitted > 0 {
        writeln!(stderr(), "{name}: {} more faults", faults.omitted)?;
    }
    Ok(())
}

/// The solver threads of a command, and the format of its answers.
struct Session {
    runtime: Runtime,
    dispatcher: Dispatcher,
    format: CoverFormat,
}

impl Session {
    fn new(format: CoverFormat, threads: u64) -> Result<Self> {
        let threads = usize::try_from(threads.clamp(1, THREADS_MAX))?;
        // One question at a time, which keeps its threads.
        let capacity = Capacity {
            threads,
            slow_threads: threads,
            queue_length: 1,
            queue_wait_max: TIME_MAX,
            slow_queue_length: threads,
            slow_large_max: threads,
            first_slice: TIME_MAX,
            streams_max: 1,
            event_streams_max: 0,
            output_buffer_bytes: 1 << 20,
            share_percent: 100,
        };
        let runtime = runtime(threads).context("cannot start")?;
        let dispatcher = Dispatcher::new(capacity, Meters::default());
        Ok(Self { runtime, dispatcher, format })
    }

    /// Writes the answer to a question.
    fn answer<K: AnswerKind<Subject = CoverProblem>>(&self, request: RequestOf<K>) -> Result<()> {
        let RequestOf::<K> { question, limits, style } = request;
        let asked = async {
            let limits = POLICY.resolve(limits).start();
            self.dispatcher.run(ClientId::SHARED, question, limits).await
        };
        let reply = self.runtime.block_on(asked)?;
        let mut line = Vec::new();
        match self.format {
            CoverFormat::Text => K::write_text(&reply.answer, &style, &mut line),
            CoverFormat::Json => {
                let result = K::result(&reply.answer, &style.notation);
                line = serde_json::to_vec(&ResponseBody::<_, K::Stats>::new(result, &reply))?;
            }
        }
        line.push(b'\n');
        Ok(stdout().write_all(&line)?)
    }

    /// Writes the solutions as they are found.
    fn list(&self, request: RequestOf<CoverSolutions>) -> Result<()> {
        let format = match self.format {
            CoverFormat::Text => StreamFormat::Text,
            CoverFormat::Json => StreamFormat::Ndjson,
        };
        let encoder = SolutionLines::<CoverProblem>::new(format, request.style.notation);
        self.runtime.block_on(async {
            let limits = POLICY.resolve(request.limits).start();
            let (client, query) = (ClientId::SHARED, request.question);
            let mut solutions = self.dispatcher.solutions(client, query, limits, encoder.clone())?;
            while let Some(page) = solutions.next().await? {
                stdout().write_all(&page)?;
            }
            let summary = solutions.end().map(|end| encoder.summary(&end));
            Ok(stdout().write_all(&summary.unwrap_or_default())?)
        })
    }
}

/// Writes a Sudoku as an exact cover problem in Knuth's format. Faults go to standard error.
fn from_sudoku(arguments: &SudokuArguments) -> Result<ExitCode> {
    let options = InputOptions { is_text: true, is_grid: true };
    for input in Input::open_all(std::slice::from_ref(&arguments.puzzle), options)? {
        let Input::Puzzle(text) = input else { continue };
        let request = question_from_text::<Solve>(text.as_bytes(), &arguments.query(), ProblemBounds::MAX);
        match request {
            Ok(request) => write!(stdout(), "{}", named_cover(&request.question.subject)?)?,
            Err(refusal) => {
                report(&arguments.puzzle.to_string_lossy(), refusal)?;
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
