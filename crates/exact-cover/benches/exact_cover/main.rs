//! Exact cover benchmarks: counting all solutions of classic problems, without building the search.
//!
//! Each problem is a group with a row for each solver: `Quadrille`, and `Dlx`, the crate `dlx`. One iteration counts all
//! solutions, and compares with the known number. Sudoku grids are problems, too. See `benches/README.md`.
#![expect(clippy::expect_used, reason = "a bench that cannot be run fails by a panic")]

mod grids;
mod peer;
mod problems;
mod quadrille;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use divan::Bencher;
use quadrille_exact_cover::unstable::{Estimate, Step};
use quadrille_exact_cover::{NamedProblem, Problem};
use quadrille_testing::data_files::{DataFile, data_files};
use quadrille_testing::puzzles::{self, PuzzleSet};

use peer::Dlx;
use quadrille::Quadrille;

/// Solver, a row of the tables.
trait Row {
    /// Creates a search, with all the memory it needs.
    fn new(problem: &Problem) -> Self;

    /// Returns the number of solutions.
    fn count(&mut self) -> u64;
}

/// Each row takes up to 25 samples of one iteration, in at most 8 s; the slowest rows get about five.
fn main() {
    let divan = divan::Divan::default().sample_count(25).sample_size(1).max_time(Duration::from_secs(8));
    divan.config_with_args().main();
}

/// Measures the search without its construction.
fn count<R: Row>(bencher: Bencher<'_, '_>, text: &str, solutions: Option<u64>) {
    let problem = text.parse::<NamedProblem>().expect("valid text").into_problem();
    bencher.with_inputs(|| R::new(&problem)).bench_refs(|search| {
        let found = search.count();
        assert!(solutions.is_none_or(|known| found == known), "{found} solutions, not {solutions:?}");
    });
}

/// Queens: rows and columns are primary items, diagonals secondary ones. Short options.
#[divan::bench(types = [Quadrille, Dlx], args = [8, 10, 12])]
fn queens<R: Row>(bencher: Bencher<'_, '_>, n: usize) {
    let solutions = [(8, 92), (10, 724), (12, 14_200)].into_iter().find(|known| known.0 == n);
    count::<R>(bencher, &problems::queens(n), solutions.map(|known| known.1));
}

/// Langford pairs: two of each number k up to n, with k numbers between. Few solutions per node.
#[divan::bench(types = [Quadrille, Dlx], args = [8, 11, 12])]
fn langford<R: Row>(bencher: Bencher<'_, '_>, n: usize) {
    let solutions = [(8, 300), (11, 35_584), (12, 216_288)].into_iter().find(|known| known.0 == n);
    count::<R>(bencher, &problems::langford(n), solutions.map(|known| known.1));
}

/// Dominoes on a 6x6 board: options of two items, many solutions per node.
#[divan::bench(types = [Quadrille, Dlx])]
fn dominoes_6x6<R: Row>(bencher: Bencher<'_, '_>) {
    count::<R>(bencher, &problems::dominoes(6, 6), Some(6_728));
}

/// Dominoes on a 7x8 board: many repeated sub-problems.
#[divan::bench(types = [Quadrille, Dlx])]
fn dominoes_7x8<R: Row>(bencher: Bencher<'_, '_>) {
    count::<R>(bencher, &problems::dominoes(7, 8), Some(1_292_697));
}

/// Latin squares of order 5: symmetric, many solutions.
#[divan::bench(types = [Quadrille, Dlx])]
fn latin_5<R: Row>(bencher: Bencher<'_, '_>) {
    count::<R>(bencher, &problems::latin(5), Some(161_280));
}

/// Pentominoes in a 3x20 box: options of six items, hundreds of them per item, few solutions.
#[divan::bench(types = [Quadrille, Dlx])]
fn pentominoes_3x20<R: Row>(bencher: Bencher<'_, '_>) {
    count::<R>(bencher, &problems::pentominoes(3, 20, false), Some(8));
}

/// Pentominoes in a 6x10 box without symmetric solutions: X stays in one quarter of the box.
#[divan::bench(types = [Quadrille, Dlx])]
fn pentominoes_6x10_up_to_symmetry<R: Row>(bencher: Bencher<'_, '_>) {
    count::<R>(bencher, &problems::pentominoes(6, 10, true), Some(2_339));
}

/// Number of probes of an estimate.
const PROBES: u64 = 100;

/// Estimate of the packings of pentominoes into a 6x10 box. The crate `dlx` has none.
#[divan::bench]
fn estimate_pentominoes_6x10(bencher: Bencher<'_, '_>) {
    let problem =
        problems::pentominoes(6, 10, false).parse::<NamedProblem>().expect("valid text").into_problem();
    bencher.with_inputs(|| Estimate::new(&problem, PROBES, 1)).bench_refs(|estimate| {
        while estimate.advance(u64::MAX, &AtomicBool::new(false)) == Step::Paused {}
        assert!(estimate.tree_nodes().mean() > 0.0, "a tree without nodes");
    });
}

/// Measures the searches of a set of grids, without their construction.
fn count_grids<R: Row>(bencher: Bencher<'_, '_>, set: &PuzzleSet) {
    let problems: Vec<_> = set.puzzles.iter().map(|puzzle| grids::cover(&puzzle.line)).collect();
    let searches = || problems.iter().map(|problem| R::new(problem)).collect::<Vec<_>>();
    bencher.with_inputs(searches).bench_refs(|searches| {
        for (search, puzzle) in searches.iter_mut().zip(&set.puzzles) {
            assert_eq!(Some(search.count()), puzzle.solutions, "{}", puzzle.line);
        }
    });
}

/// The group `known` of the Sudoku benches: published 9x9, most of them hard.
#[divan::bench(types = [Quadrille, Dlx])]
fn grids_9x9_known<R: Row>(bencher: Bencher<'_, '_>) {
    count_grids::<R>(bencher, &puzzles::known());
}

/// One hard 9x9.
#[divan::bench(types = [Quadrille, Dlx])]
fn grid_9x9_platinum_blonde<R: Row>(bencher: Bencher<'_, '_>) {
    count_grids::<R>(bencher, &grids::platinum_blonde());
}

/// 16x16 with about 110 clues.
#[divan::bench(types = [Quadrille, Dlx])]
fn grids_16x16_110_clues<R: Row>(bencher: Bencher<'_, '_>) {
    count_grids::<R>(bencher, &puzzles::corpus(16, |solutions| solutions == 1));
}

/// 25x25 with about 325 clues.
#[divan::bench(types = [Quadrille, Dlx])]
fn grids_25x25_325_clues<R: Row>(bencher: Bencher<'_, '_>) {
    count_grids::<R>(bencher, &puzzles::corpus(25, |solutions| solutions == 1));
}

/// Files in Knuth's format, named by `QUADRILLE_BENCH_DATA`.
#[divan::bench(types = [Quadrille, Dlx], args = data_files("dlx"))]
fn files<R: Row>(bencher: Bencher<'_, '_>, file: &DataFile) {
    count::<R>(bencher, &file.read(), None);
}
