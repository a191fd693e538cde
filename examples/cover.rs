//! Measures how fast the solutions of an exact cover problem are counted.
//!
//! ```sh
//! cargo run --release --example cover -- FILE.dlx [--limit N]
//! ```
//!
//! FILE holds a problem in Knuth's format: a line of items, with `|` before the secondary ones, then one option per line.
//! The output is one line of JSON, a [`Report`].
#![expect(clippy::disallowed_types, reason = "a measuring program needs a clock")]

use std::fs;
use std::io::{self, Write as _};
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context as _, ensure};
use clap::Parser;
use quadrille::exact_cover::{NamedProblem, PortfolioSearch, Problem, Step};
use serde::Serialize;

/// Counts the solutions of an exact cover problem in one thread, and prints one line of JSON.
#[derive(Debug, Parser)]
struct Arguments {
    /// File with the problem in Knuth's format
    file: PathBuf,
    /// Maximum number of solutions to count [default: all]
    #[arg(long, value_name = "N")]
    limit: Option<NonZeroU64>,
}

/// Report of a run.
#[derive(Debug, Serialize)]
struct Report {
    file: String,
    /// Primary and secondary items.
    items: usize,
    options: usize,
    solutions: u64,
    /// Milliseconds of the search alone, without parsing and construction.
    ms: f64,
    /// Search tree nodes (TAOCP 7.2.2.1).
    nodes: u64,
    /// Updates of the search structure.
    updates: u64,
}

/// Counts the solutions, up to `limit`.
fn count(search: &mut PortfolioSearch<&Problem>, limit: u64) -> u64 {
    let stop = AtomicBool::new(false);
    while search.solutions() < limit && search.count(limit, u64::MAX, &stop) != Step::Exhausted {}
    search.solutions()
}

fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let file = arguments.file.display().to_string();
    let text = fs::read_to_string(&arguments.file).with_context(|| format!("cannot read {file}"))?;
    let problem =
        NamedProblem::parse(&text).with_context(|| format!("{file}: not an exact cover problem"))?.problem;
    let mut search = PortfolioSearch::new(&problem);
    let start = Instant::now();
    let solutions = count(&mut search, arguments.limit.map_or(u64::MAX, NonZeroU64::get));
    let elapsed = start.elapsed();
    ensure!(arguments.limit.is_some() || solutions < u64::MAX, "{file}: more solutions than can be counted");
    let report = Report {
        file,
        items: problem.item_count(),
        options: problem.option_count(),
        solutions,
        ms: (elapsed.as_secs_f64() * 1e6).round() / 1e3,
        nodes: search.nodes(),
        updates: search.updates(),
    };
    writeln!(io::stdout(), "{}", serde_json::to_string(&report)?)?;
    Ok(())
}

/// Exits with 2 for invalid arguments, and with 1 for all other errors.
fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cover: {error:#}");
            ExitCode::FAILURE
        }
    }
}
