//! How fast the solutions of an exact cover problem are counted.
//!
//! ```sh
//! cargo run --release --example cover -- FILE.dlx [--limit N]
//! ```
//!
//! FILE holds a problem in Knuth's format: a line of items, `|` before the secondary ones, then an option a line. The
//! answer is one line of JSON, a [`Report`].
#![expect(clippy::disallowed_types, reason = "an instrument looks at the clock")]

use std::fs;
use std::io::{self, Write as _};
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context as _, ensure};
use clap::Parser;
use quadrille::exact_cover::{AnySearch, Document, Step};
use serde::Serialize;

/// Counts the solutions of an exact cover problem in one thread, and prints one line of JSON.
#[derive(Debug, Parser)]
struct Arguments {
    /// The problem in Knuth's format
    file: PathBuf,
    /// How many solutions to look for; all of them without this
    #[arg(long, value_name = "N")]
    limit: Option<NonZeroU64>,
}

/// What is printed.
#[derive(Debug, Serialize)]
struct Report {
    file: String,
    /// Primary and secondary items.
    items: usize,
    options: usize,
    solutions: u64,
    /// The search alone: from the built problem to the last solution asked for, or to the proof that there is no more.
    ms: f64,
    /// Nodes of the search (TAOCP 7.2.2.1).
    nodes: u64,
    /// Updates of the structure under search, as it counts them.
    updates: u64,
}

/// How many solutions there are, up to `limit`. The only place here that knows how the search is driven.
fn count(search: &mut AnySearch, limit: u64) -> u64 {
    let stop = AtomicBool::new(false);
    while search.count(limit, u64::MAX, &stop) == Step::Paused {}
    search.solutions()
}

fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let file = arguments.file.display().to_string();
    let text = fs::read_to_string(&arguments.file).with_context(|| format!("cannot read {file}"))?;
    let problem = Document::parse(&text).with_context(|| format!("{file}: no exact cover problem"))?.problem;
    let mut search = AnySearch::new(&problem);
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

/// Ends with 2 for bad arguments, as the parser of arguments does, and with 1 for all else that is wrong.
fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cover: {error:#}");
            ExitCode::FAILURE
        }
    }
}
