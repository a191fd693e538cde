//! Sudoku: from a line of text to the verdict "none, one, or more", which takes a search for a second solution.
//!
//! Every set is a group with a row for each solver, in one run: `Quadrille`; `Dlx`, the crate `dlx` on the exact cover
//! problem of each puzzle; and where it comes to an end in bearable time, `Backtracking`. One iteration is one pass
//! through the set; each answer is held against the known one. See `benches/README.md`.
#![expect(clippy::expect_used, reason = "a bench that cannot be run fails by a panic")]

mod backtracking;
mod clues;
#[path = "../data_files.rs"]
mod data_files;
mod peer;
mod puzzles;
mod quadrille;

use std::time::Duration;

use divan::Bencher;
use divan::counter::ItemsCount;

use backtracking::{Backtracking, PLACEMENTS_MAX, count_within};
use data_files::{DataFile, data_files};
use peer::Dlx;
use puzzles::Set;
use quadrille::Quadrille;

/// A row of the tables: a solver.
trait Row: Default {
    /// How many solutions the puzzle of this line has, up to `limit`.
    fn count(&mut self, line: &str, limit: u64) -> u64;
}

/// A row takes up to 25 samples of one iteration each, and no new one after 8 s, which leaves five to the slowest.
fn main() {
    let divan = divan::Divan::default().sample_count(25).sample_size(1).max_time(Duration::from_secs(8));
    divan.config_with_args().main();
}

/// Times passes through a set. The row is made anew for each, so that what it keeps, it keeps within the set.
fn settle<R: Row>(bencher: Bencher<'_, '_>, set: &Set) {
    bencher.counter(ItemsCount::new(set.puzzles.len())).with_inputs(R::default).bench_refs(|row| {
        for puzzle in &set.puzzles {
            let found = row.count(&puzzle.line, 2);
            assert!(puzzle.solutions.is_none_or(|known| found == known.min(2)), "{}", puzzle.line);
        }
    });
}

/// 9x9 with 36 clues: what a newspaper prints. Measures what is done before a search, most of all reading.
#[divan::bench(types = [Quadrille, Dlx, Backtracking])]
fn easy<R: Row>(bencher: Bencher<'_, '_>) {
    settle::<R>(bencher, &puzzles::generated(9, 36, 200));
}

/// Minimal 9x9, from which no clue can be spared: what publishers check by the million.
#[divan::bench(types = [Quadrille, Dlx, Backtracking])]
fn minimal<R: Row>(bencher: Bencher<'_, '_>) {
    settle::<R>(bencher, &puzzles::corpus(9, |solutions| solutions == 1));
}

/// 9x9 that lost a clue too many: what a person mistyped. Measures how fast a second solution is found.
#[divan::bench(types = [Quadrille, Dlx, Backtracking])]
fn multiple<R: Row>(bencher: Bencher<'_, '_>) {
    settle::<R>(bencher, &puzzles::corpus(9, |solutions| solutions > 1));
}

/// 9x9 with a wrong clue that contradicts no other. Measures how fast a contradiction is noticed.
#[divan::bench(types = [Quadrille, Dlx])]
fn unsolvable<R: Row>(bencher: Bencher<'_, '_>) {
    settle::<R>(bencher, &puzzles::corpus(9, |solutions| solutions == 0));
}

/// Published 9x9 puzzles, most of them known for being hard. Measures the search.
#[divan::bench(types = [Quadrille, Dlx])]
fn known<R: Row>(bencher: Bencher<'_, '_>) {
    settle::<R>(bencher, &puzzles::known());
}

/// The classic comparison of backtracking and dancing links: a puzzle that is near the worst for a search that takes
/// the cells in order and the digits from the smallest, and nothing special to others.
#[divan::bench(types = [Quadrille, Dlx, Backtracking], min_time = 0.1)]
fn worst_for_backtracking<R: Row>(bencher: Bencher<'_, '_>) {
    settle::<R>(bencher, &puzzles::worst_for_backtracking());
}

/// 16x16 with about 140 clues: little to search, much to build.
#[divan::bench(types = [Quadrille, Dlx, Backtracking])]
fn large_16x16_140_clues<R: Row>(bencher: Bencher<'_, '_>) {
    settle::<R>(bencher, &puzzles::generated(16, 140, 20));
}

/// 16x16 with about 110 clues.
#[divan::bench(types = [Quadrille, Dlx])]
fn large_16x16_110_clues<R: Row>(bencher: Bencher<'_, '_>) {
    settle::<R>(bencher, &puzzles::corpus(16, |solutions| solutions == 1));
}

/// 25x25 with about 360 clues, which is where backtracking still comes to an end: ten fewer, and it may take seconds.
#[divan::bench(types = [Quadrille, Dlx, Backtracking])]
fn large_25x25_360_clues<R: Row>(bencher: Bencher<'_, '_>) {
    settle::<R>(bencher, &puzzles::generated(25, 360, 3));
}

/// 25x25 with about 325 clues.
#[divan::bench(types = [Quadrille, Dlx])]
fn large_25x25_325_clues<R: Row>(bencher: Bencher<'_, '_>) {
    settle::<R>(bencher, &puzzles::corpus(25, |solutions| solutions == 1));
}

/// Backtracking on the puzzles of `large_25x25_325_clues` one by one, stopped after [`PLACEMENTS_MAX`] placements, which
/// takes about a minute each: only run with `-- --ignored`.
#[divan::bench(args = 0..6, ignore)]
fn stopped_backtracking_25x25_325_clues(bencher: Bencher<'_, '_>, number: usize) {
    let set = puzzles::corpus(25, |solutions| solutions == 1);
    let puzzle = set.puzzles.get(number).expect("the corpus has six of these");
    bencher.bench_local(|| {
        let (solutions, placements_left) = count_within(&puzzle.line, 2, PLACEMENTS_MAX);
        if placements_left == 0 {
            eprintln!("puzzle {number}: stopped after {PLACEMENTS_MAX} placements");
        } else {
            assert_eq!(Some(solutions), puzzle.solutions);
        }
    });
}

/// The files of puzzles, one a line, that `QUADRILLE_BENCH_DATA` names.
#[divan::bench(types = [Quadrille, Dlx], args = data_files("txt"))]
fn files<R: Row>(bencher: Bencher<'_, '_>, file: &DataFile) {
    settle::<R>(bencher, &puzzles::of_file(file));
}
