//! Measures how fast one thread solves a file of puzzles.
//!
//! ```sh
//! cargo run --profile dist --example throughput -- FILE [--limit 2] [--repeat N] [--time-ms 10000]
//! ```
//!
//! FILE holds one puzzle per line, of any size up to 35x35; blank lines and lines that begin with `#` are skipped. The
//! output is one line of JSON, a [`Report`].
#![expect(clippy::disallowed_types, reason = "a measuring program needs a clock")]

use std::fs;
use std::io::{self, Write as _};
use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use clap::Parser;
use quadrille_exact_cover::ResumableSearch;
use quadrille_sudoku::{Progress, Puzzle, Solver, StopReason};
use serde::Serialize;

/// Solves every puzzle of a file in one thread, and prints one line of JSON.
#[derive(Debug, Parser)]
struct Arguments {
    /// File with one puzzle per line; blank lines and lines that begin with `#` are skipped
    file: PathBuf,
    /// Maximum number of solutions to find per puzzle; 2 proves uniqueness
    #[arg(long, value_name = "N", default_value = "2")]
    limit: NonZeroU64,
    /// Number of passes over the file; the report has the time of the median pass
    #[arg(long, value_name = "N", default_value = "1")]
    repeat: NonZeroU32,
    /// Time limit of a puzzle in milliseconds, checked between slices of the search
    #[arg(long, value_name = "MS", default_value = "10000")]
    time_ms: NonZeroU64,
}

/// Report of a run. The counts are those of one pass; every puzzle counts as one of `none`, `unique`, `multiple` and
/// `unknown`.
#[derive(Debug, Serialize)]
struct Report {
    file: String,
    puzzles: usize,
    limit: NonZeroU64,
    /// Puzzles proved to have no solution.
    none: u64,
    /// Puzzles proved to have exactly one.
    unique: u64,
    /// Puzzles proved to have two or more.
    multiple: u64,
    /// All other puzzles: the time limit was reached, or `--limit 1` stopped the search at the first solution.
    unknown: u64,
    /// Microseconds per puzzle in the median pass, parsing included.
    us_per_puzzle: f64,
    /// Mean number of search tree nodes (TAOCP 7.2.2.1) over all puzzles.
    nodes_per_puzzle: f64,
    /// Puzzles that needed a search; the rules solved the others.
    searched: u64,
}

/// The counts of a pass.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    none: u64,
    unique: u64,
    multiple: u64,
    unknown: u64,
    nodes: u64,
    searched: u64,
}

impl Tally {
    /// Adds a puzzle, by the result of its solver.
    fn add(&mut self, solver: &Solver) {
        let is_complete = solver.stop_reason() == Some(StopReason::Complete);
        match solver.count() {
            0 if is_complete => self.none += 1,
            1 if is_complete => self.unique += 1,
            0 | 1 => self.unknown += 1,
            _ => self.multiple += 1,
        }
        self.nodes += solver.nodes();
        self.searched += u64::from(solver.nodes() > 0);
    }
}

/// Solves puzzles one after the other with the same limits, and reuses the memory of the solver.
struct Runner {
    limit: NonZeroU64,
    time: Duration,
    stop: AtomicBool,
    /// `None` before the first puzzle.
    solver: Option<Solver>,
}

impl Runner {
    /// Solves the puzzle of a line, within the time limit, and returns its solver.
    fn solve(&mut self, line: &str) -> anyhow::Result<&Solver> {
        let puzzle: Puzzle = line.parse().context("invalid puzzle")?;
        let solver = match self.solver.take() {
            None => Solver::new(puzzle, self.limit),
            Some(mut solver) => {
                solver.restart(puzzle, self.limit);
                solver
            }
        };
        let solver = self.solver.insert(solver);
        let mut deadline = None;
        while solver.advance(u64::MAX, &self.stop)? == Progress::Paused {
            // Reading the clock would take a good part of the time of the fastest puzzles, so the time limit starts
            // after the first slice, which takes a few milliseconds at most.
            let now = Instant::now();
            if now >= *deadline.get_or_insert(now + self.time) {
                break;
            }
        }
        Ok(solver)
    }
}

/// Solves every line once.
fn pass(runner: &mut Runner, lines: &[(usize, &str)], file: &str) -> anyhow::Result<(Tally, Duration)> {
    let start = Instant::now();
    let mut tally = Tally::default();
    for (number, line) in lines {
        tally.add(runner.solve(line).with_context(|| format!("{file}:{number}"))?);
    }
    Ok((tally, start.elapsed()))
}

fn measure(arguments: &Arguments, lines: &[(usize, &str)]) -> anyhow::Result<Report> {
    let file = arguments.file.display().to_string();
    ensure!(!lines.is_empty(), "{file}: the file contains no puzzle");
    let mut runner = Runner {
        limit: arguments.limit,
        time: Duration::from_millis(arguments.time_ms.get()),
        stop: AtomicBool::new(false),
        solver: None,
    };
    let (tally, time) = pass(&mut runner, lines, &file)?;
    let mut times = vec![time];
    for _ in 1..arguments.repeat.get() {
        times.push(pass(&mut runner, lines, &file)?.1);
    }
    let puzzles = lines.len();
    Ok(Report {
        file,
        puzzles,
        limit: arguments.limit,
        none: tally.none,
        unique: tally.unique,
        multiple: tally.multiple,
        unknown: tally.unknown,
        us_per_puzzle: thousandths(median(&mut times).as_secs_f64() * 1e6 / puzzles as f64),
        nodes_per_puzzle: thousandths(tally.nodes as f64 / puzzles as f64),
        searched: tally.searched,
    })
}

/// Returns the median, or the longer of the middle two.
fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn thousandths(number: f64) -> f64 {
    (number * 1e3).round() / 1e3
}

fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let file = arguments.file.display();
    let text = fs::read_to_string(&arguments.file).with_context(|| format!("cannot read {file}"))?;
    let lines: Vec<(usize, &str)> = (1..)
        .zip(text.lines().map(str::trim))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let report = measure(arguments, &lines)?;
    writeln!(io::stdout(), "{}", serde_json::to_string(&report)?)?;
    Ok(())
}

/// Exits with 2 for invalid arguments, and with 1 for all other errors.
fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("throughput: {error:#}");
            ExitCode::FAILURE
        }
    }
}
