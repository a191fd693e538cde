//! The mistakes of a player agree with brute force.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use quadrille_sudoku::ResumableSearch;
use quadrille_sudoku::analysis::{CheckAnswer, CheckSearch, PlayedPuzzle};
use quadrille_sudoku::{Cell, Digit, DigitSet, Grid, StopReason};
use quadrille_testing::brute_force::{BeyondBound, Board};
use quadrille_testing::strategies::{RUN_ON, Stage, board, cases, stages};

use crate::analysis::{run_in_stages, solutions};
use crate::sudoku::{name_of, puzzle};

/// A puzzle with the entries and marks of a player.
#[derive(Clone, Debug)]
struct Game {
    board: Board,
    /// Entry of each cell, 0 for none.
    entries: Vec<usize>,
    marks: Vec<BTreeSet<usize>>,
    solutions: Result<BTreeSet<Vec<usize>>, BeyondBound>,
}

/// Content of a cell, as a choice among the digits of solutions or among all digits.
#[derive(Clone, Copy, Debug)]
struct Choice {
    is_filled: bool,
    is_possible: bool,
    choice: usize,
}

fn choice() -> impl Strategy<Value = Choice> {
    (proptest::bool::weighted(0.4), proptest::bool::weighted(0.95), any::<usize>())
        .prop_map(|(is_filled, is_possible, choice)| Choice { is_filled, is_possible, choice })
}

/// Games whose entries mostly occur in some solution, with a few marks per cell.
fn game() -> impl Strategy<Value = Game> {
    board(1..=6).prop_flat_map(|board| {
        let cells = board.cells.len();
        let marks = vec(proptest::collection::btree_set(1..=board.size, 0..=2), cells);
        let is_full = proptest::bool::weighted(0.1);
        (Just(board), vec(choice(), cells), marks, is_full).prop_map(|(board, choices, marks, is_full)| {
            let solutions = solutions(&board);
            let first = solutions.iter().flatten().next().filter(|_| is_full);
            let entry = |(cell, choice): (usize, Choice)| {
                let digits: BTreeSet<usize> =
                    solutions.iter().flatten().map(|solution| solution[cell]).collect();
                match (first, choice) {
                    (Some(solution), _) => solution[cell],
                    (None, Choice { is_filled: false, .. }) => 0,
                    (None, Choice { is_possible: true, choice, .. }) if !digits.is_empty() => {
                        digits.iter().copied().nth(choice % digits.len()).expect("in range")
                    }
                    (None, Choice { choice, .. }) => choice % board.size + 1,
                }
            };
            let entries = choices.into_iter().enumerate().map(entry).collect();
            Game { board, entries, marks, solutions }
        })
    })
}

impl Game {
    /// The search of this game, after these stages or the first `calls_max` of them.
    fn check(&self, stages: &[Stage], calls_max: usize) -> Result<CheckAnswer, BeyondBound> {
        let entries = self.entries.iter().map(|&digit| Digit::new(digit)).collect();
        let set =
            |marks: &BTreeSet<usize>| -> DigitSet { marks.iter().copied().filter_map(Digit::new).collect() };
        let entries = Grid::from_cells(entries).expect("a square");
        let marks = self.marks.iter().map(set).collect();
        let played = PlayedPuzzle::new(puzzle(&self.board), entries, marks).expect("entries and marks fit");
        let mut search = CheckSearch::new(played);
        run_in_stages(&mut search, stages, calls_max)?;
        Ok(search.answer())
    }

    /// Clues, and entries in all other cells.
    fn entered(&self) -> Board {
        let cells = self.board.cells.iter().zip(&self.entries);
        let cells = cells.map(|(&clue, &entry)| if clue == 0 { entry } else { clue }).collect();
        Board { cells, ..self.board.clone() }
    }

    /// Cells with an entry that differs from their clue.
    fn overwritten(&self) -> Vec<usize> {
        let (clues, entries) = (&self.board.cells, &self.entries);
        let differs = |&cell: &usize| clues[cell] != 0 && ![0, clues[cell]].contains(&entries[cell]);
        (0..clues.len()).filter(differs).collect()
    }

    /// Cells with an entry and without a clue.
    fn entry_cells(&self) -> Vec<usize> {
        (0..self.entries.len())
            .filter(|&cell| self.board.cells[cell] == 0 && self.entries[cell] != 0)
            .collect()
    }

    /// Whether one of these solutions has the entries of all these cells.
    fn occur_together(&self, cells: &[usize], solutions: &BTreeSet<Vec<usize>>) -> bool {
        let has_all = |solution: &&Vec<usize>| cells.iter().all(|&cell| solution[cell] == self.entries[cell]);
        solutions.iter().find(has_all).is_some()
    }

    /// Cells whose entry occurs in none of these solutions.
    fn wrong(&self, solutions: &BTreeSet<Vec<usize>>) -> Vec<usize> {
        let is_wrong = |cell: &usize| !self.occur_together(&[*cell], solutions);
        self.entry_cells().into_iter().filter(is_wrong).collect()
    }

    /// Empty cells with marks, none of which occurs in one of these solutions.
    fn wrong_marks(&self, solutions: &BTreeSet<Vec<usize>>) -> Vec<usize> {
        let entered = self.entered();
        let is_wrong = |&cell: &usize| {
            let marks = &self.marks[cell];
            entered.cells[cell] == 0
                && !marks.is_empty()
                && !solutions.iter().any(|solution| marks.contains(&solution[cell]))
        };
        (0..entered.cells.len()).filter(is_wrong).collect()
    }
}

fn indices(cells: &[Cell]) -> Vec<usize> {
    cells.iter().map(|cell| cell.index()).collect()
}

fn verdict(solutions: usize) -> &'static str {
    match solutions {
        0 => "none",
        1 => "unique",
        _ => "multiple",
    }
}

proptest! {
    #![proptest_config(cases(384))]

    #[test]
    fn mistakes_are_those_of_brute_force(game in game(), stages in stages()) {
        let answer = game.check(&stages, usize::MAX)?;
        prop_assert_eq!(answer.stop_reason, StopReason::Complete);
        prop_assert!(answer.undecided.is_empty());
        let entered = game.entered();
        prop_assert_eq!(answer.conflicts.is_empty(), entered.conflicts().is_empty());
        prop_assert_eq!(indices(&answer.overwritten), game.overwritten());
        prop_assert_eq!(
            answer.is_solved,
            game.overwritten().is_empty() && entered.is_solution_of(&game.board)
        );
        let solutions = game.solutions.clone()?;
        prop_assert_eq!(name_of(&answer.verdict), verdict(solutions.len()));
        let entries = game.entry_cells();
        let is_solvable = game.overwritten().is_empty() && game.occur_together(&entries, &solutions);
        prop_assert_eq!(answer.is_solvable, Some(is_solvable));
        let (wrong, wrong_marks) = if solutions.is_empty() {
            (Vec::new(), Vec::new())
        } else {
            (game.wrong(&solutions), game.wrong_marks(&solutions))
        };
        prop_assert_eq!(indices(&answer.wrong), &wrong[..]);
        prop_assert_eq!(indices(&answer.wrong_marks), wrong_marks);
        let possible: Vec<usize> = entries.into_iter().filter(|cell| !wrong.contains(cell)).collect();
        let contradicting = indices(&answer.contradicting);
        if solutions.is_empty() || game.occur_together(&possible, &solutions) {
            prop_assert!(contradicting.is_empty() && !answer.is_contradiction_minimal);
        } else {
            prop_assert!(answer.is_contradiction_minimal);
            prop_assert!(contradicting.iter().all(|cell| possible.contains(cell)));
            prop_assert!(!game.occur_together(&contradicting, &solutions));
            for &cell in &contradicting {
                let others: Vec<usize> = contradicting.iter().copied().filter(|&other| other != cell).collect();
                prop_assert!(game.occur_together(&others, &solutions), "an entry is not needed");
            }
        }
    }

    #[test]
    fn interrupted_check_is_sound(game in game(), stages in stages(), calls_max in 0..12_usize) {
        let part = game.check(&stages, calls_max)?;
        let whole = game.check(&RUN_ON, usize::MAX)?;
        prop_assert_eq!(&part.conflicts, &whole.conflicts);
        prop_assert_eq!(&part.overwritten, &whole.overwritten);
        prop_assert_eq!(part.is_solved, whole.is_solved);
        prop_assert!(part.is_solvable.is_none() || part.is_solvable == whole.is_solvable);
        for (part_wrong, wrong) in [(&part.wrong, &whole.wrong), (&part.wrong_marks, &whole.wrong_marks)] {
            prop_assert!(part_wrong.iter().all(|cell| wrong.contains(cell)));
            prop_assert!(wrong.iter().all(|cell| part_wrong.contains(cell) || part.undecided.contains(cell)));
        }
        if !part.contradicting.is_empty() {
            prop_assert!(!game.occur_together(&indices(&part.contradicting), &game.solutions.clone()?));
        }
    }
}

fn game_of(clues: &[usize], entries: &[usize]) -> Game {
    let board = Board { size: 4, box_width: 2, box_height: 2, cells: clues.to_vec() };
    let solutions = solutions(&board);
    Game { board, entries: entries.to_vec(), marks: vec![BTreeSet::new(); 16], solutions }
}

#[test]
fn possible_entries_that_contradict_each_other_are_found() {
    let mut entries = [0; 16];
    // The first two leave only row 2 for the 1 of the first box, and the third places it elsewhere in row 2.
    [entries[0], entries[1], entries[7], entries[13]] = [2, 3, 1, 2];
    let answer = game_of(&[0; 16], &entries).check(&RUN_ON, usize::MAX).expect("few nodes");
    assert_eq!((name_of(&answer.verdict), answer.is_solvable), ("multiple", Some(false)));
    assert!(answer.wrong.is_empty() && answer.conflicts.is_empty());
    assert_eq!(indices(&answer.contradicting), [0, 1, 7]);
}

#[test]
fn entries_and_marks_that_do_not_fit_are_refused() {
    let game = game_of(&[0; 16], &[0; 16]);
    let grid = |cells: Vec<Option<Digit>>| Grid::from_cells(cells).expect("a grid");
    let none = vec![DigitSet::default(); 16];
    let five = Digit::new(5);
    let mut marked = none.clone();
    marked[3].extend(five);
    let played = |entries, marks| PlayedPuzzle::new(puzzle(&game.board), entries, marks).is_ok();
    assert!(played(grid(vec![None; 16]), none.clone()));
    assert!(!played(grid(vec![None; 81]), none.clone()));
    assert!(!played(grid(vec![five; 16]), none.clone()));
    assert!(!played(grid(vec![None; 16]), marked));
    assert!(!played(grid(vec![None; 16]), none[1..].to_vec()));
}

#[test]
fn solved_grid_is_known_before_the_search() {
    let solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    let answer = game_of(&[0; 16], &solution).check(&RUN_ON, 0).expect("few nodes");
    assert_eq!(
        (name_of(&answer.verdict), answer.is_solvable, answer.is_solved),
        ("solvable", Some(true), true)
    );
    assert!(answer.undecided.is_empty() && answer.nodes == 0);
}
