//! Benches of ratings. One iteration rates each puzzle of a set; the solutions are found before.

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use divan::Bencher;
use divan::counter::ItemsCount;
use quadrille_exact_cover::ResumableSearch;
use quadrille_sudoku::techniques::RatingSearch;
use quadrille_sudoku::{Progress, Puzzle, Solution, Solver};

use super::quadrille::puzzle;
use quadrille_testing::puzzles::{self, PuzzleSet};

/// Stop flag that is never set.
static RUN: AtomicBool = AtomicBool::new(false);

/// Solution of a puzzle that has exactly one.
fn solution(puzzle: &Puzzle) -> Solution {
    let mut solver = Solver::new(puzzle.clone(), NonZeroU64::MIN);
    while solver.advance(u64::MAX, &RUN).expect("no engine bug") == Progress::Paused {}
    solver.answer().verdict.into_witnesses().next().expect("a solution")
}

fn rate(bencher: Bencher<'_, '_>, set: &PuzzleSet) {
    let puzzles: Vec<(Puzzle, Solution)> = set
        .puzzles
        .iter()
        .map(|of_set| puzzle(&of_set.line))
        .map(|puzzle| {
            let solution = solution(&puzzle);
            (puzzle, solution)
        })
        .collect();
    let search = || RatingSearch::new(&puzzles[0].0, None);
    bencher.counter(ItemsCount::new(puzzles.len())).with_inputs(search).bench_local_refs(|search| {
        for (puzzle, solution) in &puzzles {
            search.restart(puzzle, Some(solution.clone()));
            while search.advance(u64::MAX, &RUN) == Progress::Paused {}
            assert!(search.rating().is_some(), "the solution is unique");
        }
    });
}

/// The published 9x9 with one solution and this number of clues.
fn known(clues: std::ops::RangeInclusive<usize>) -> PuzzleSet {
    let mut set = puzzles::known();
    let number = |line: &str| line.chars().filter(|symbol| ('1'..='9').contains(symbol)).count();
    set.puzzles.retain(|puzzle| puzzle.solutions == Some(1) && clues.contains(&number(&puzzle.line)));
    set
}

/// 9x9 with 36 clues.
#[divan::bench]
fn rate_easy(bencher: Bencher<'_, '_>) {
    rate(bencher, &puzzles::generated(9, 36, 200));
}

/// Minimal 9x9.
#[divan::bench]
fn rate_minimal(bencher: Bencher<'_, '_>) {
    rate(bencher, &puzzles::corpus(9, |solutions| solutions == 1));
}

/// Published 9x9 with 17 clues.
#[divan::bench]
fn rate_17_clues(bencher: Bencher<'_, '_>) {
    rate(bencher, &known(17..=17));
}

/// Published 9x9 with 21 to 23 clues, each the hardest of its time.
#[divan::bench]
fn rate_hardest(bencher: Bencher<'_, '_>) {
    rate(bencher, &known(21..=23));
}
