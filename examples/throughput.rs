//! How fast one thread settles puzzles.
//!
//! ```sh
//! cargo run --release --example throughput -- FILE [--limit 2] [--repeat N] [--time-ms 10000]
//! ```
//!
//! FILE holds one puzzle a line, of any size up to 35x35; blank lines and lines that begin with `#` are skipped. The
//! answer is one line of JSON, a [`Report`].
#![expect(clippy::disallowed_types, reason = "an instrument looks at the clock")]

use std::fs;
use std::io::{self, Write as _};
use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, ensure};
use clap::Parser;
use quadrille::sudoku::notation::{LineFault, SYMBOL_SIZE_MAX, SymbolFault, parse_line};
use quadrille::sudoku::{BoxShape, Geometry, Progress, Puzzle, Solver, StopReason};
use serde::Serialize;

/// Settles every puzzle of a file in one thread, and prints one line of JSON.
#[derive(Debug, Parser)]
struct Arguments {
    /// One puzzle a line; blank lines and lines that begin with `#` are skipped
    file: PathBuf,
    /// How many solutions of a puzzle to look for; 2 tells whether there is exactly one
    #[arg(long, value_name = "N", default_value = "2")]
    limit: NonZeroU64,
    /// How many times to go through the file; the time reported is that of the median pass
    #[arg(long, value_name = "N", default_value = "1")]
    repeat: NonZeroU32,
    /// How long a puzzle may take, in milliseconds; looked at between slices of the search
    #[arg(long, value_name = "MS", default_value = "10000")]
    time_ms: NonZeroU64,
}

/// What is printed. The counts are those of one pass; every puzzle counts as one of `none`, `unique`, `multiple` and
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
    /// Puzzles of which none of these is proved: the time was up, or one solution was found where no second one was
    /// asked for (`--limit 1`).
    unknown: u64,
    /// From `&str` to verdict: the median pass, divided by the number of puzzles.
    us_per_puzzle: f64,
    /// Nodes of the search (TAOCP 7.2.2.1), the mean over all puzzles.
    nodes_per_puzzle: f64,
    /// Puzzles that reached the search; all others were settled before.
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
    /// Adds a puzzle, by what its solver came to.
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

/// Settles puzzle after puzzle within the same limits, with one solver, whose memory is used again.
struct Settler {
    limit: NonZeroU64,
    time: Duration,
    stop: AtomicBool,
    /// `None` before the first puzzle.
    solver: Option<Solver>,
}

impl Settler {
    /// The solver that has settled the puzzle of this line, or has run out of time.
    fn settle(&mut self, line: &str) -> anyhow::Result<&Solver> {
        let puzzle = puzzle(line)?;
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
            // Puzzles that end within their first slice need no clock, which would be a good part of what the fastest
            // of them take. For the others time begins behind that slice, which is a few milliseconds at most.
            let now = Instant::now();
            if now >= *deadline.get_or_insert(now + self.time) {
                break;
            }
        }
        Ok(solver)
    }
}

/// The puzzle that a line holds, with the usual boxes of its size.
fn puzzle(line: &str) -> anyhow::Result<Puzzle> {
    let mut first = None;
    let (grid, _) = parse_line(line, &mut |fault| _ = first.get_or_insert(fault))
        .ok_or_else(|| anyhow!("no puzzle: {}", first.map_or_else(String::new, reason)))?;
    let geometry = Geometry::new(grid.size(), BoxShape::usual(grid.size()))?;
    Ok(Puzzle::new(geometry, grid)?)
}

/// What is wrong with a line, in words.
fn reason(fault: LineFault) -> String {
    match fault {
        LineFault::Length { symbols } => {
            format!("{symbols} symbols make no square grid of a size up to {SYMBOL_SIZE_MAX}")
        }
        LineFault::Symbol { offset, fault, .. } => {
            let column = offset + 1;
            match fault {
                SymbolFault::Unknown(symbol) => {
                    format!("`{symbol}` in column {column} is no symbol of a cell")
                }
                SymbolFault::MixedEmpty { found, first } => {
                    format!("`{found}` in column {column} is an empty cell, written `{first}` before")
                }
                SymbolFault::TooLarge { symbol, size, .. } => {
                    format!("`{symbol}` in column {column} is more than {size}, the size of the grid")
                }
            }
        }
    }
}

/// Settles every line once.
fn pass(settler: &mut Settler, lines: &[(usize, &str)], file: &str) -> anyhow::Result<(Tally, Duration)> {
    let start = Instant::now();
    let mut tally = Tally::default();
    for (number, line) in lines {
        tally.add(settler.settle(line).with_context(|| format!("{file}:{number}"))?);
    }
    Ok((tally, start.elapsed()))
}

fn measure(arguments: &Arguments, lines: &[(usize, &str)]) -> anyhow::Result<Report> {
    let file = arguments.file.display().to_string();
    ensure!(!lines.is_empty(), "{file}: no line holds a puzzle");
    let mut settler = Settler {
        limit: arguments.limit,
        time: Duration::from_millis(arguments.time_ms.get()),
        stop: AtomicBool::new(false),
        solver: None,
    };
    let (tally, time) = pass(&mut settler, lines, &file)?;
    let mut times = vec![time];
    for _ in 1..arguments.repeat.get() {
        times.push(pass(&mut settler, lines, &file)?.1);
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

/// The middle one, or the longer of the middle two.
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

/// Ends with 2 for bad arguments, as the parser of arguments does, and with 1 for all else that is wrong.
fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("throughput: {error:#}");
            ExitCode::FAILURE
        }
    }
}
