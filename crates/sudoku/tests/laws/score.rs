//! The score of a prediction is that of its definition.

use proptest::prelude::*;
use quadrille_sudoku::analysis::{ScoreAnswer, ScoreSearch};
use quadrille_sudoku::{Grid, ResumableSearch, Solution};
use quadrille_testing::brute_force::{BeyondBound, Board};
use quadrille_testing::strategies::{RUN_ON, Stage, board, board_and_solution, cases, solved_board, stages};

use crate::analysis::{run_in_stages, solutions};
use crate::sudoku::puzzle;

fn grid(board: &Board) -> Grid {
    puzzle(&Board { cells: board.cells.clone(), ..board.clone() }).clues().clone()
}

fn score(
    board: &Board,
    prediction: Option<&Board>,
    solution: Option<&Board>,
    stages: &[Stage],
) -> Result<ScoreAnswer, BeyondBound> {
    let puzzle = puzzle(board);
    let solution = solution.map(|solution| Solution::certify(&puzzle, grid(solution)).expect("a solution"));
    let mut search = ScoreSearch::new(puzzle, prediction.map(grid), solution);
    run_in_stages(&mut search, stages, usize::MAX)?;
    Ok(search.answer())
}

/// Number of empty cells of the puzzle in which the two grids are equal.
fn equal(board: &Board, prediction: &Board, solution: &[usize]) -> usize {
    let cells = board.cells.iter().zip(&prediction.cells).zip(solution);
    cells.filter(|((clue, predicted), digit)| **clue == 0 && predicted == digit).count()
}

/// Checks the score by the definitions. Returns whether the puzzle has one solution.
fn check(board: &Board, prediction: &Board, stages: &[Stage]) -> Result<bool, TestCaseError> {
    let found = score(board, Some(prediction), None, stages)?;
    let empty = Board { cells: vec![0; board.cells.len()], ..board.clone() };
    let has_clues =
        board.cells.iter().zip(&prediction.cells).all(|(clue, digit)| *clue == 0 || clue == digit);
    let solutions = solutions(board)?;
    let open = board.cells.iter().filter(|clue| **clue == 0).count();
    prop_assert!(found.is_readable);
    prop_assert_eq!(found.is_valid, prediction.is_solution_of(&empty));
    prop_assert_eq!(found.is_consistent, has_clues);
    prop_assert_eq!(found.is_solved, solutions.contains(&prediction.cells));
    prop_assert_eq!(found.open, open);
    let only = solutions.first().filter(|_| solutions.len() == 1);
    let right = if found.is_solved { Some(open) } else { only.map(|only| equal(board, prediction, only)) };
    prop_assert_eq!(found.right, right);
    Ok(only.is_some())
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn score_is_that_of_the_definition(
        (board, prediction) in (board(1..=6), board(1..=6)).prop_filter("of one shape", |(board, other)| {
            (board.size, board.box_width) == (other.size, other.box_width)
        }),
        stages in stages(),
    ) {
        check(&board, &prediction, &stages)?;
    }

    #[test]
    fn prediction_with_wrong_cells_has_the_others_right(
        (board, solution) in board_and_solution(1..=9),
        other in any::<prop::sample::Index>(),
        stages in stages(),
    ) {
        check(&board, &solution, &stages)?;
        let mut prediction = solution.clone();
        let cell = other.index(prediction.cells.len());
        prediction.cells[cell] %= board.size;
        check(&board, &prediction, &stages)?;
        let given = score(&board, Some(&prediction), Some(&solution), &stages)?;
        prop_assert_eq!(given.right, Some(equal(&board, &prediction, &solution.cells)));
        prop_assert_eq!(given.nodes, 0);
    }

    #[test]
    fn nothing_of_a_missing_prediction_is_right((board, solution) in board_and_solution(1..=9)) {
        for solution in [None, Some(&solution)] {
            let found = score(&board, None, solution, &RUN_ON)?;
            let flags = [found.is_readable, found.is_valid, found.is_consistent, found.is_solved];
            prop_assert_eq!((flags, found.right), ([false; 4], Some(0)));
        }
    }

    #[test]
    fn prediction_of_another_size_is_missing(board in board(9..=9), prediction in solved_board(4..=4)) {
        prop_assert_eq!(score(&board, Some(&prediction), None, &RUN_ON)?, score(&board, None, None, &RUN_ON)?);
    }
}
