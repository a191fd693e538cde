//! 36x36 near the transition: so many clues of a random solution that solutions are many, and hard to find.

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use divan::Bencher;
use quadrille_exact_cover::ResumableSearch;
use quadrille_exact_cover::unstable::SplitMix64;
use quadrille_sudoku::{BoxShape, Cell, Grid, Progress, Puzzle, Rules, Solver};

const SIZE: usize = 36;

/// Share of the cells that keep their digit, in percent.
const CLUES_PERCENT: usize = 52;

/// Seed of a puzzle that takes less than a second. Some others take more than 30 s.
const SEED: u64 = 5;

/// Searches for solutions up to the limit.
fn solve(mut solver: Solver) -> Solver {
    while solver.advance(u64::MAX, &AtomicBool::new(false)).expect("no engine bug") == Progress::Paused {}
    solver
}

/// Random cells of a random solution, which the seed determines.
fn puzzle(seed: u64) -> Puzzle {
    let rules = Rules::plain(SIZE, BoxShape::usual(SIZE)).expect("a size");
    let empty = Grid::from_cells(vec![None; SIZE * SIZE]).expect("a grid");
    let empty = Puzzle::new(rules, empty).expect("an empty puzzle");
    let mut solver = solve(Solver::in_random_order(empty.clone(), NonZeroU64::MIN, seed));
    let solution = solver.answer().verdict.into_witnesses().next();
    let mut cells: Vec<usize> = (0..SIZE * SIZE).collect();
    SplitMix64::new(seed).shuffle(&mut cells);
    let solution = solution.expect("a solution").into_grid();
    let mut clues = vec![None; SIZE * SIZE];
    for &cell in &cells[..(SIZE * SIZE * CLUES_PERCENT).div_ceil(100)] {
        clues[cell] = solution.digit(Cell(cell as u16));
    }
    let clues = Grid::from_cells(clues).expect("a grid");
    Puzzle::new(empty.rules().clone(), clues).expect("a puzzle")
}

/// The first two solutions of the puzzle. The other solvers of these benches are not measured.
#[divan::bench]
fn transition_36x36(bencher: Bencher<'_, '_>) {
    let two = NonZeroU64::MIN.saturating_add(1);
    bencher.with_inputs(|| puzzle(SEED)).bench_local_values(|puzzle| {
        assert_eq!(solve(Solver::new(puzzle, two)).count(), 2);
    });
}
