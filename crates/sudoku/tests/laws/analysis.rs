//! Exact answers about a puzzle agree with brute force.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use quadrille_sudoku::ResumableSearch;
use quadrille_sudoku::analysis::{
    CandidateAnswer, CandidateSearch, ContradictionSearch, MinimalAnswer, MinimalSearch, PuzzlePart,
};
use quadrille_sudoku::{Cell, Digit, DigitSet, Progress, StopReason};
use quadrille_testing::brute_force::{BeyondBound, Board, HousePuzzle, NODES_MAX};
use quadrille_testing::strategies::{RUN_ON, Stage, board, cases, solvable_board, stages};

use crate::sudoku::puzzle;

/// Runs a search through these stages in a cycle to its end, or through the first `calls_max` of them.
///
/// Many stages are empty, and clones may be large: a long search runs on without pauses. An analysis consists of many searches, so
/// it may visit more nodes than one.
pub(crate) fn run_in_stages<S: ResumableSearch<Error: Debug> + Clone>(
    search: &mut S,
    stages: &[Stage],
    calls_max: usize,
) -> Result<(), BeyondBound> {
    for stage in stages.iter().cycle().take(2_000).chain(RUN_ON.iter().cycle()).take(calls_max) {
        if stage.cloned {
            *search = search.clone();
        }
        let before = search.nodes();
        if before > 4 * NODES_MAX {
            return Err(BeyondBound);
        }
        let stop = AtomicBool::new(stage.stopped);
        let progress = search.advance(stage.budget_nodes, &stop).expect("no engine bug");
        assert!(search.nodes() - before <= stage.budget_nodes, "more nodes than the budget");
        if progress != Progress::Paused {
            break;
        }
    }
    Ok(())
}

fn candidates(
    board: &Board,
    count_max: u64,
    stages: &[Stage],
    calls_max: usize,
) -> Result<CandidateAnswer, BeyondBound> {
    let mut search = CandidateSearch::new(puzzle(board), NonZeroU64::new(count_max).expect("positive"));
    run_in_stages(&mut search, stages, calls_max)?;
    Ok(search.answer())
}

fn minimal(
    board: &Board,
    seed: Option<u64>,
    stages: &[Stage],
    calls_max: usize,
) -> Result<MinimalAnswer, BeyondBound> {
    let mut search = MinimalSearch::new(puzzle(board), seed);
    run_in_stages(&mut search, stages, calls_max)?;
    Ok(search.answer())
}

/// Returns all solutions.
pub(crate) fn solutions(board: &Board) -> Result<BTreeSet<Vec<usize>>, BeyondBound> {
    Ok(board.solutions(usize::MAX)?.into_iter().collect())
}

fn is_solvable(board: &Board) -> Result<bool, BeyondBound> {
    HousePuzzle::from(board).is_solvable()
}

/// Whether the puzzle has no solution with another digit in the cell of this clue.
fn is_redundant(puzzle: &HousePuzzle, cell: usize) -> Result<bool, BeyondBound> {
    let mut others = puzzle.clone();
    let clue = std::mem::take(&mut others.clues[cell]);
    others.candidates[cell].remove(&clue);
    Ok(!others.is_solvable()?)
}

/// Number of solutions with each digit of each cell.
fn counts(board: &Board, solutions: &BTreeSet<Vec<usize>>) -> Vec<Vec<u64>> {
    let mut counts = vec![vec![0; board.size]; board.cells.len()];
    for (cell, &digit) in solutions.iter().flat_map(|solution| solution.iter().enumerate()) {
        counts[cell][digit - 1] += 1;
    }
    counts
}

fn values(set: &DigitSet) -> Vec<usize> {
    set.digits().map(Digit::value).collect()
}

fn without(board: &Board, cells: &[usize]) -> Board {
    let mut board = board.clone();
    cells.iter().for_each(|&cell| board.cells[cell] = 0);
    board
}

fn clue_indices(parts: &[PuzzlePart]) -> Vec<usize> {
    let index = |part: &PuzzlePart| match part {
        PuzzlePart::Clue(cell) => Some(cell.index()),
        PuzzlePart::Constraint(_) => None,
    };
    parts.iter().filter_map(index).collect()
}

fn indices(cells: &[Cell]) -> Vec<usize> {
    cells.iter().map(|cell| cell.index()).collect()
}

/// Boards of all sizes that brute force can solve, with and without solutions.
fn any_board() -> impl Strategy<Value = Board> {
    prop_oneof![4 => board(1..=6), 1 => board(9..=9)]
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn candidates_are_the_digits_of_the_solutions(board in any_board(), stages in stages()) {
        let answer = candidates(&board, 1, &stages, usize::MAX)?;
        prop_assert_eq!(answer.stop_reason, StopReason::Complete);
        prop_assert!(answer.undecided.iter().all(|set| set.is_empty()) && answer.counts.is_empty());
        prop_assert_eq!(answer.conflicts.is_empty(), board.conflicts().is_empty());
        for (set, counts) in answer.candidates.iter().zip(counts(&board, &solutions(&board)?)) {
            let expected: Vec<usize> = (1..=board.size).filter(|digit| counts[digit - 1] > 0).collect();
            prop_assert_eq!(values(set), expected);
        }
    }

    #[test]
    fn counts_are_those_of_brute_force_up_to_the_maximum(
        board in any_board(),
        count_max in 2..40_u64,
        stages in stages(),
    ) {
        let answer = candidates(&board, count_max, &stages, usize::MAX)?;
        prop_assert_eq!(answer.stop_reason, StopReason::Complete);
        let found = answer.candidates.iter().map(|set| set.digits().count()).sum::<usize>();
        prop_assert_eq!(found, answer.counts.iter().filter(|&&count| count > 0).count());
        let expected = counts(&board, &solutions(&board)?).into_iter().flatten();
        let expected: Vec<u64> = expected.map(|count| count.min(count_max)).collect();
        prop_assert_eq!(answer.counts, expected);
    }

    #[test]
    fn interrupted_candidates_are_sound(
        board in any_board(),
        count_max in 1..5_u64,
        stages in stages(),
        calls_max in 0..20_usize,
    ) {
        let part = candidates(&board, count_max, &stages, calls_max)?;
        let whole = candidates(&board, count_max, &stages, usize::MAX)?;
        for (cell, set) in whole.candidates.iter().enumerate() {
            prop_assert!(part.candidates[cell].is_subset(*set));
            prop_assert!(set.is_subset(part.candidates[cell].union(part.undecided[cell])));
        }
        prop_assert!(part.counts.iter().zip(&whole.counts).all(|(part, whole)| part <= whole));
    }

    #[test]
    fn clue_is_redundant_exactly_if_the_solutions_without_it_are_the_same(
        board in prop_oneof![8 => board(1..=6), 1 => board(9..=9)],
        stages in stages(),
    ) {
        let answer = minimal(&board, None, &stages, usize::MAX)?;
        prop_assert_eq!((answer.stop_reason, answer.reduced), (StopReason::Complete, None));
        let redundant: BTreeSet<usize> = clue_indices(&answer.redundant).into_iter().collect();
        let plain = HousePuzzle::from(&board);
        for cell in (0..board.cells.len()).filter(|&cell| board.cells[cell] != 0) {
            prop_assert_eq!(redundant.contains(&cell), is_redundant(&plain, cell)?);
        }
    }

    #[test]
    fn redundant_clues_respect_the_candidates(
        (board, excluded) in prop_oneof![4 => board(2..=6), 1 => board(9..=9)].prop_flat_map(|board| {
            let pair = (0..board.cells.len(), 1..=board.size);
            let pairs = proptest::collection::vec(pair, 0..board.size * 2);
            (Just(board), pairs)
        }),
        stages in stages(),
    ) {
        let mut sets = vec![(1..=board.size).collect::<BTreeSet<usize>>(); board.cells.len()];
        for &(cell, digit) in excluded.iter().filter(|(cell, digit)| board.cells[*cell] != *digit) {
            sets[cell].remove(&digit);
        }
        let candidates = sets.iter().map(|set| set.iter().copied().filter_map(Digit::new).collect()).collect();
        let puzzle = puzzle(&board).with_candidates(candidates).expect("clues are candidates");
        let mut search = MinimalSearch::new(puzzle, None);
        run_in_stages(&mut search, &stages, usize::MAX)?;
        let redundant = clue_indices(&search.answer().redundant);
        let plain = HousePuzzle { candidates: sets, ..HousePuzzle::from(&board) };
        for cell in (0..board.cells.len()).filter(|&cell| board.cells[cell] != 0) {
            prop_assert_eq!(redundant.contains(&cell), is_redundant(&plain, cell)?);
        }
    }

    #[test]
    fn reduced_puzzle_is_minimal_and_has_the_same_solutions(
        board in board(1..=6),
        seed: u64,
        stages in stages(),
    ) {
        let answer = minimal(&board, Some(seed), &stages, usize::MAX)?;
        prop_assert_eq!(&answer, &minimal(&board, Some(seed), &stages[..], usize::MAX)?);
        let reduced = answer.reduced.expect("asked for");
        let cells = reduced.clues().cells().iter().map(|digit| digit.map_or(0, Digit::value)).collect();
        let reduced = Board { cells, ..board.clone() };
        prop_assert!(reduced.cells.iter().zip(&board.cells).all(|(kept, clue)| kept == clue || *kept == 0));
        prop_assert!(minimal(&reduced, None, &stages, usize::MAX)?.redundant.is_empty());
        prop_assert_eq!(solutions(&reduced)?, solutions(&board)?);
    }

    #[test]
    fn interrupted_minimality_is_sound(board in any_board(), seed: u64, calls_max in 0..20_usize, stages in stages()) {
        let part = minimal(&board, Some(seed), &stages, calls_max)?;
        let whole = minimal(&board, Some(seed), &stages, usize::MAX)?;
        prop_assert!(part.redundant.iter().all(|cell| whole.redundant.contains(cell)));
        let decided = |part_of_puzzle: &PuzzlePart| part.redundant.contains(part_of_puzzle) || part.undecided.contains(part_of_puzzle);
        prop_assert!(whole.redundant.iter().all(decided));
    }

    #[test]
    fn contradicting_clues_are_a_minimal_set_without_a_solution(board in any_board(), stages in stages()) {
        let mut search = ContradictionSearch::new(puzzle(&board));
        run_in_stages(&mut search, &stages, usize::MAX)?;
        let answer = search.answer();
        prop_assert_eq!(answer.stop_reason, StopReason::Complete);
        prop_assert_eq!(answer.is_minimal, answer.is_solvable == Some(false));
        let clues = indices(&answer.clues);
        let others: Vec<usize> = (0..board.cells.len()).filter(|cell| !clues.contains(cell)).collect();
        let part = without(&board, &others);
        if answer.is_minimal {
            for &clue in &clues {
                prop_assert!(is_solvable(&without(&part, &[clue]))?, "a clue is not needed");
            }
            prop_assert!(!is_solvable(&part)?);
        } else {
            prop_assert!(clues.is_empty());
        }
        prop_assert_eq!(answer.is_solvable, Some(is_solvable(&board)?));
    }

    #[test]
    fn interrupted_contradiction_is_sound(board in board(2..=6), stages in stages(), calls_max in 0..20_usize) {
        let mut search = ContradictionSearch::new(puzzle(&board));
        run_in_stages(&mut search, &stages, calls_max)?;
        let answer = search.answer();
        if let Some(claimed) = answer.is_solvable {
            prop_assert_eq!(claimed, is_solvable(&board)?);
        }
        let clues = indices(&answer.clues);
        let others: Vec<usize> = (0..board.cells.len()).filter(|cell| !clues.contains(cell)).collect();
        prop_assert!(answer.clues.is_empty() || !is_solvable(&without(&board, &others))?);
    }
}

proptest! {
    #![proptest_config(cases(16))]

    #[test]
    fn candidates_of_large_grids_are_those_of_the_solver(board in solvable_board(12..=16), cell: usize) {
        // One cell in detail: each of its digits is placed and searched for.
        let cell = cell % board.cells.len();
        let found = candidates(&board, 1, &RUN_ON, usize::MAX)?.candidates[cell];
        for digit in 1..=board.size {
            let mut with_digit = board.clone();
            with_digit.cells[cell] = digit;
            let is_possible = [0, digit].contains(&board.cells[cell])
                && crate::sudoku::answer(&with_digit, 1)?.count == 1;
            prop_assert_eq!(values(&found).contains(&digit), is_possible);
        }
    }
}
