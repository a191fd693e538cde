//! Measures how fast the solutions of an exact cover problem are counted.
//!
//! ```sh
//! cargo run --profile dist --example cover -- FILE.dlx [--limit N] [--threads N]
//! ```
//!
//! FILE holds a problem in Knuth's format: a line of items, with `|` before the secondary ones, then one option per line.
//! The output is one line of JSON, a [`Report`].
#![expect(clippy::disallowed_types, reason = "a measuring program needs a clock")]

use std::fs;
use std::io::{self, Write as _};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::thread;
use std::time::Instant;

use anyhow::{Context as _, ensure};
use clap::Parser;
use quadrille_exact_cover::unstable::{PortfolioSearch, Step};
use quadrille_exact_cover::{CubeSearch, NamedProblem, Problem, Progress};
use serde::Serialize;

/// Counts the solutions of an exact cover problem, and prints one line of JSON.
#[derive(Debug, Parser)]
struct Arguments {
    /// File with the problem in Knuth's format
    file: PathBuf,
    /// Maximum number of solutions to count [default: all]
    #[arg(long, value_name = "N")]
    limit: Option<NonZeroU64>,
    /// Number of threads, which search disjoint parts of the problem
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN)]
    threads: NonZeroUsize,
}

/// Report of a run.
#[derive(Debug, Serialize)]
struct Report {
    file: String,
    /// Primary and secondary items.
    items: usize,
    options: usize,
    solutions: u64,
    /// Milliseconds of the search, without parsing; with one thread also without construction.
    ms: f64,
    /// Search tree nodes (TAOCP 7.2.2.1).
    nodes: u64,
    /// Updates of the search structure.
    updates: u64,
}

/// Solutions and work of a search.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    solutions: u64,
    nodes: u64,
    updates: u64,
}

/// Counts the solutions, up to `limit`.
fn count(search: &mut PortfolioSearch<&Problem>, limit: u64) -> Totals {
    let stop = AtomicBool::new(false);
    let limit = u128::from(limit);
    while search.solutions() < limit && search.count(limit, u64::MAX, &stop) != Step::Exhausted {}
    Totals { solutions: in_64_bits(search.solutions()), nodes: search.nodes(), updates: search.updates() }
}

/// Number of solutions; `u64::MAX` if there are more.
fn in_64_bits(solutions: u128) -> u64 {
    u64::try_from(solutions).unwrap_or(u64::MAX)
}

/// Parts of the problem for each thread. More parts are of more even size, but repeat more work.
const CUBES_PER_THREAD: usize = 8;

/// Counts the solutions in several threads, up to `limit`. Without a limit, all totals are the same in every run.
fn count_in_threads(problem: &Problem, limit: u64, threads: usize) -> Totals {
    let cubes = problem.cubes(CUBES_PER_THREAD * threads, 0);
    let next = AtomicUsize::new(0);
    let found = AtomicU64::new(0);
    let (nodes, updates) = (AtomicU64::new(0), AtomicU64::new(0));
    let stop = AtomicBool::new(false);
    let work = || {
        while let Some(cube) = cubes.get(next.fetch_add(1, Relaxed)) {
            let mut search = CubeSearch::new(problem, cube.clone());
            let mut counted = 0;
            loop {
                let progress = search.count(u64::MAX, &stop);
                let solutions = in_64_bits(search.solutions());
                let before = found.fetch_add(solutions - counted, Relaxed);
                if before.saturating_add(solutions - counted) >= limit {
                    stop.store(true, Relaxed);
                }
                counted = solutions;
                if progress != Ok(Progress::Paused) || stop.load(Relaxed) {
                    break;
                }
            }
            nodes.fetch_add(search.nodes(), Relaxed);
            updates.fetch_add(search.updates(), Relaxed);
        }
    };
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    Totals {
        solutions: found.load(Relaxed).min(limit),
        nodes: nodes.load(Relaxed),
        updates: updates.load(Relaxed),
    }
}

fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let file = arguments.file.display().to_string();
    let text = fs::read_to_string(&arguments.file).with_context(|| format!("cannot read {file}"))?;
    let problem = text
        .parse::<NamedProblem>()
        .with_context(|| format!("{file}: not an exact cover problem"))?
        .into_problem();
    let limit = arguments.limit.map_or(u64::MAX, NonZeroU64::get);
    let (elapsed, totals) = if arguments.threads == NonZeroUsize::MIN {
        let mut search = PortfolioSearch::new(problem.as_ref());
        let start = Instant::now();
        let totals = count(&mut search, limit);
        (start.elapsed(), totals)
    } else {
        let start = Instant::now();
        let totals = count_in_threads(&problem, limit, arguments.threads.get());
        (start.elapsed(), totals)
    };
    let Totals { solutions, nodes, updates } = totals;
    ensure!(arguments.limit.is_some() || solutions < u64::MAX, "{file}: more solutions than can be counted");
    let report = Report {
        file,
        items: problem.item_count(),
        options: problem.option_count(),
        solutions,
        ms: (elapsed.as_secs_f64() * 1e6).round() / 1e3,
        nodes,
        updates,
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
