//! Sudoku benches: from a line of text to the number of solutions, up to 2; in `counting`, up to 20,000.
//!
//! Each puzzle set is a group with a row per solver: `Quadrille`; `Dlx`, the crate `dlx`; and `Backtracking`, if it ends in
//! reasonable time. One iteration is one pass through the set; answers are checked. `analyses` measures other questions,
//! `generated` the generator, `ratings` ratings, `transition` 36x36. See `benches/README.md`.
#![expect(clippy::expect_used, reason = "a bench fails by a panic")]

mod analyses;
mod backtracking;
mod clues;
mod generated;
mod peer;
mod quadrille;
mod ratings;
mod transition;

use std::time::Duration;

use divan::Bencher;
use divan::counter::ItemsCount;
use quadrille_testing::data_files::{DataFile, data_files};
use quadrille_testing::puzzles::{self, PuzzleSet};

use backtracking::{Backtracking, PLACEMENTS_MAX, count_within};
use peer::Dlx;
use quadrille::Quadrille;

/// A solver to compare.
trait Contender: Default {
    /// Number of solutions of the puzzle in this line, up to `limit`.
    fn count(&mut self, line: &str, limit: u64) -> u64;
}

/// Each row takes up to 25 samples of one iteration, and starts none after 8 s: five for the slowest.
fn main() {
    let divan = divan::Divan::default().sample_count(25).sample_size(1).max_time(Duration::from_secs(8));
    divan.config_with_args().main();
}

/// Measures passes through a set, each with a new solver.
fn solve_set<R: Contender>(bencher: Bencher<'_, '_>, set: &PuzzleSet) {
    bencher.counter(ItemsCount::new(set.puzzles.len())).with_inputs(R::default).bench_refs(|solver| {
        for puzzle in &set.puzzles {
            let found = solver.count(&puzzle.line, 2);
            assert!(puzzle.solutions.is_none_or(|known| found == known.min(2)), "{}", puzzle.line);
        }
    });
}

/// 9x9 with 36 clues, as in newspapers. Measures the work before a search, mostly parsing.
#[divan::bench(types = [Quadrille, Dlx, Backtracking])]
fn easy<R: Contender>(bencher: Bencher<'_, '_>) {
    solve_set::<R>(bencher, &puzzles::generated(9, 36, 200));
}

/// Minimal 9x9: without any clue, the solution would not be unique.
#[divan::bench(types = [Quadrille, Dlx, Backtracking])]
fn minimal<R: Contender>(bencher: Bencher<'_, '_>) {
    solve_set::<R>(bencher, &puzzles::corpus(9, |solutions| solutions == 1));
}

/// 9x9 with several solutions. Measures how fast the second is found.
#[divan::bench(types = [Quadrille, Dlx, Backtracking])]
fn multiple<R: Contender>(bencher: Bencher<'_, '_>) {
    solve_set::<R>(bencher, &puzzles::corpus(9, |solutions| solutions > 1));
}

/// 9x9 with many solutions: minimal ones without six of their clues. Measures how fast solutions are counted.
#[divan::bench(types = [Quadrille, Dlx])]
fn counting<R: Contender>(bencher: Bencher<'_, '_>) {
    const SOLUTIONS_MAX: u64 = 20_000;
    let set = puzzles::without_clues(puzzles::corpus(9, |solutions| solutions == 1), 6, 40);
    let count = |solver: &mut R| -> u64 {
        set.puzzles.iter().map(|puzzle| solver.count(&puzzle.line, SOLUTIONS_MAX)).sum()
    };
    let solutions = count(&mut R::default());
    bencher.counter(ItemsCount::new(solutions)).with_inputs(R::default).bench_refs(|solver| {
        assert_eq!(count(solver), solutions);
    });
}

/// 9x9 without solution and without conflicting clues. Measures how fast the contradiction is found.
#[divan::bench(types = [Quadrille, Dlx])]
fn unsolvable<R: Contender>(bencher: Bencher<'_, '_>) {
    solve_set::<R>(bencher, &puzzles::corpus(9, |solutions| solutions == 0));
}

/// Published 9x9 puzzles, most of them hard. Measures the search.
#[divan::bench(types = [Quadrille, Dlx])]
fn known<R: Contender>(bencher: Bencher<'_, '_>) {
    solve_set::<R>(bencher, &puzzles::known());
}

/// A 9x9 near the worst case of plain backtracking, and easy for other solvers.
#[divan::bench(types = [Quadrille, Dlx, Backtracking], min_time = 0.1)]
fn worst_for_backtracking<R: Contender>(bencher: Bencher<'_, '_>) {
    solve_set::<R>(bencher, &puzzles::worst_for_backtracking());
}

/// 16x16 with about 140 clues. Measures building, with little search.
#[divan::bench(types = [Quadrille, Dlx, Backtracking])]
fn large_16x16_140_clues<R: Contender>(bencher: Bencher<'_, '_>) {
    solve_set::<R>(bencher, &puzzles::generated(16, 140, 20));
}

/// 16x16 with about 110 clues.
#[divan::bench(types = [Quadrille, Dlx])]
fn large_16x16_110_clues<R: Contender>(bencher: Bencher<'_, '_>) {
    solve_set::<R>(bencher, &puzzles::corpus(16, |solutions| solutions == 1));
}

/// 25x25 with about 360 clues; with ten fewer, backtracking may take seconds.
#[divan::bench(types = [Quadrille, Dlx, Backtracking])]
fn large_25x25_360_clues<R: Contender>(bencher: Bencher<'_, '_>) {
    solve_set::<R>(bencher, &puzzles::generated(25, 360, 3));
}

/// 25x25 with about 325 clues.
#[divan::bench(types = [Quadrille, Dlx])]
fn large_25x25_325_clues<R: Contender>(bencher: Bencher<'_, '_>) {
    solve_set::<R>(bencher, &puzzles::corpus(25, |solutions| solutions == 1));
}

/// Backtracking on the puzzles of `large_25x25_325_clues`, each stopped after [`PLACEMENTS_MAX`] placements, about a minute.
/// Runs only with `-- --ignored`.
#[divan::bench(args = 0..6, ignore)]
fn stopped_backtracking_25x25_325_clues(bencher: Bencher<'_, '_>, number: usize) {
    let set = puzzles::corpus(25, |solutions| solutions == 1);
    let puzzle = set.puzzles.get(number).expect("the corpus has six");
    bencher.bench_local(|| {
        let (solutions, placements_left) = count_within(&puzzle.line, 2, PLACEMENTS_MAX);
        if placements_left == 0 {
            eprintln!("puzzle {number}: stopped after {PLACEMENTS_MAX} placements");
        } else {
            assert_eq!(Some(solutions), puzzle.solutions);
        }
    });
}

/// Files of puzzles, one per line, at `QUADRILLE_BENCH_DATA`.
#[divan::bench(types = [Quadrille, Dlx], args = data_files("txt"))]
fn files<R: Contender>(bencher: Bencher<'_, '_>, file: &DataFile) {
    solve_set::<R>(bencher, &puzzles::of_file(file));
}
