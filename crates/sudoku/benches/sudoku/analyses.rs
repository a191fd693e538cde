//! Benches of analyses, from the puzzle to the answer. One iteration is one pass through the set.

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use divan::Bencher;
use divan::counter::ItemsCount;
use quadrille_sudoku::ResumableSearch;
use quadrille_sudoku::analysis::{CandidateSearch, CanonicalForm, CheckSearch, MinimalSearch, PlayedPuzzle};
use quadrille_sudoku::{BoxShape, Cell, DigitSet, Grid, Progress, Puzzle, Solver};

use super::quadrille::puzzle;
use quadrille_testing::puzzles::{self, PuzzleSet};

/// Stop flag that is never set.
static RUN: AtomicBool = AtomicBool::new(false);

fn puzzles_of(set: &PuzzleSet) -> Vec<Puzzle> {
    set.puzzles.iter().map(|of_set| puzzle(&of_set.line)).collect()
}

/// The puzzles without the first two clues of each.
fn without_two_clues(set: &PuzzleSet) -> Vec<Puzzle> {
    let mut puzzles = puzzles_of(set);
    for puzzle in &mut puzzles {
        let clues: Vec<Cell> = puzzle.clues().filled().map(|(cell, _)| cell).take(2).collect();
        clues.into_iter().for_each(|cell| puzzle.remove_clue(cell));
    }
    puzzles
}

/// The unique solutions of the puzzles.
fn solutions(set: &PuzzleSet) -> Vec<Grid> {
    let solution = |puzzle: Puzzle| {
        let mut solver = Solver::new(puzzle, NonZeroU64::MIN);
        while solver.advance(u64::MAX, &RUN).expect("no engine bug") == Progress::Paused {}
        let solution = solver.answer().verdict.into_witnesses().next();
        solution.expect("a solution").into_grid()
    };
    puzzles_of(set).into_iter().map(solution).collect()
}

/// Measures passes through a set.
fn pass<T: Clone>(bencher: Bencher<'_, '_>, set: &[T], analyse: impl Fn(T)) {
    let bencher = bencher.counter(ItemsCount::new(set.len()));
    bencher.with_inputs(|| set.to_vec()).bench_local_values(|set| set.into_iter().for_each(&analyse));
}

fn find_candidates(puzzle: Puzzle) {
    let mut search = CandidateSearch::new(puzzle, NonZeroU64::MIN);
    while search.advance(u64::MAX, &RUN).expect("no engine bug") == Progress::Paused {}
    divan::black_box(search.answer());
}

/// Candidates of minimal 9x9 without two of their clues.
#[divan::bench]
fn candidates(bencher: Bencher<'_, '_>) {
    pass(bencher, &without_two_clues(&puzzles::corpus(9, |solutions| solutions == 1)), find_candidates);
}

/// Candidates of 16x16 with about 110 clues, of which two are missing.
#[divan::bench]
fn candidates_16x16(bencher: Bencher<'_, '_>) {
    pass(bencher, &without_two_clues(&puzzles::corpus(16, |solutions| solutions == 1)), find_candidates);
}

/// Canonical forms of minimal 9x9.
#[divan::bench]
fn canonical(bencher: Bencher<'_, '_>) {
    let puzzles = puzzles_of(&puzzles::corpus(9, |solutions| solutions == 1));
    pass(bencher, &puzzles, |puzzle| {
        divan::black_box(CanonicalForm::new(puzzle.clues(), BoxShape::usual(9)));
    });
}

/// Canonical forms of the solutions of minimal 9x9.
#[divan::bench]
fn canonical_solution(bencher: Bencher<'_, '_>) {
    pass(bencher, &solutions(&puzzles::corpus(9, |solutions| solutions == 1)), |grid| {
        divan::black_box(CanonicalForm::new(&grid, BoxShape::usual(9)));
    });
}

/// Proofs that minimal 9x9 have no redundant clue.
#[divan::bench]
fn minimality(bencher: Bencher<'_, '_>) {
    let puzzles = puzzles_of(&puzzles::corpus(9, |solutions| solutions == 1));
    pass(bencher, &puzzles, |puzzle| {
        let mut search = MinimalSearch::new(puzzle, None);
        while search.advance(u64::MAX, &RUN).expect("no engine bug") == Progress::Paused {}
        assert!(search.answer().redundant.is_empty(), "the puzzles are minimal");
    });
}

/// Checks of full grids against minimal 9x9.
#[divan::bench]
fn check(bencher: Bencher<'_, '_>) {
    let set = puzzles::corpus(9, |solutions| solutions == 1);
    let played: Vec<PlayedPuzzle> = puzzles_of(&set)
        .into_iter()
        .zip(solutions(&set))
        .map(|(puzzle, solution)| PlayedPuzzle::new(puzzle, solution, vec![DigitSet::default(); 81]))
        .collect::<Result<_, _>>()
        .expect("the entries fit");
    pass(bencher, &played, |played| {
        let mut search = CheckSearch::new(played);
        while search.advance(u64::MAX, &RUN).expect("no engine bug") == Progress::Paused {}
        assert!(search.answer().is_solved, "the grids are solutions");
    });
}
