//! The guesses of a plain search are those of its definition in `docs/ratings.md`, which this module writes out with sets.

use std::collections::BTreeSet;

use proptest::prelude::*;
use quadrille_sudoku::analysis::{GuessAnswer, GuessSearch, Symmetry};
use quadrille_sudoku::{BoxShape, Digit, ResumableSearch, StopReason, Verdict};
use quadrille_testing::brute_force::{BeyondBound, Board, NODES_MAX};
use quadrille_testing::strategies::{RUN_ON, Stage, board, cases, relabelling, solvable_board, stages};

use crate::analysis::run_in_stages;
use crate::sudoku::{answer, name_of, puzzle};

type Candidates = Vec<BTreeSet<usize>>;

/// Work of a search by the definition.
#[derive(Debug, Default)]
struct Effort {
    nodes: u64,
    guesses: u64,
    dead_ends: u64,
    solutions: usize,
}

/// Places one single after the other. Returns false after a contradiction.
fn place_singles(houses: &[Vec<usize>], candidates: &mut Candidates, size: usize) -> bool {
    let mut placed = BTreeSet::new();
    loop {
        let holds = |house: &[usize], digit: usize| {
            house.iter().filter(|&&cell| candidates[cell].contains(&digit)).count()
        };
        let has_place = |house: &Vec<usize>| (1..=size).all(|digit| holds(house, digit) > 0);
        if candidates.iter().any(BTreeSet::is_empty) || !houses.iter().all(has_place) {
            return false;
        }
        let naked = (0..candidates.len()).find(|cell| !placed.contains(cell) && candidates[*cell].len() == 1);
        if let Some(cell) = naked {
            placed.insert(cell);
            let digit = *candidates[cell].first().expect("one candidate");
            for house in houses.iter().filter(|house| house.contains(&cell)) {
                for &peer in house.iter().filter(|&&peer| peer != cell) {
                    candidates[peer].remove(&digit);
                }
            }
            continue;
        }
        let hidden = houses.iter().find_map(|house| {
            (1..=size).filter(|&digit| holds(house, digit) == 1).find_map(|digit| {
                let cell = *house.iter().find(|&&cell| candidates[cell].contains(&digit))?;
                (candidates[cell].len() > 1).then_some((cell, digit))
            })
        });
        let Some((cell, digit)) = hidden else { return true };
        candidates[cell] = BTreeSet::from([digit]);
    }
}

fn visit(
    houses: &[Vec<usize>],
    mut candidates: Candidates,
    size: usize,
    effort: &mut Effort,
) -> Result<(), BeyondBound> {
    effort.nodes += 1;
    if effort.nodes > NODES_MAX {
        return Err(BeyondBound);
    }
    if !place_singles(houses, &mut candidates, size) {
        effort.dead_ends += 1;
        return Ok(());
    }
    let open = (0..candidates.len()).filter(|&cell| candidates[cell].len() > 1);
    let Some(cell) = open.min_by_key(|&cell| (candidates[cell].len(), cell)) else {
        effort.solutions += 1;
        return Ok(());
    };
    for (trial, &digit) in (1..).zip(&candidates[cell]) {
        effort.guesses += u64::from(trial < candidates[cell].len());
        let mut next = candidates.clone();
        next[cell] = BTreeSet::from([digit]);
        visit(houses, next, size, effort)?;
        if effort.solutions == 2 {
            return Ok(());
        }
    }
    Ok(())
}

fn by_definition(board: &Board) -> Result<Effort, BeyondBound> {
    let all: BTreeSet<usize> = (1..=board.size).collect();
    let candidates =
        board.cells.iter().map(|&clue| if clue == 0 { all.clone() } else { BTreeSet::from([clue]) });
    let mut effort = Effort::default();
    visit(&board.houses(), candidates.collect(), board.size, &mut effort)?;
    Ok(effort)
}

fn guesses(board: &Board, stages: &[Stage]) -> Result<GuessAnswer, BeyondBound> {
    let mut search = GuessSearch::new(puzzle(board));
    run_in_stages(&mut search, stages, usize::MAX)?;
    Ok(search.answer())
}

/// A puzzle for which singles do not suffice.
fn hard() -> Board {
    board_of("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
}

/// A puzzle of which a node has a cell that is the only place of two digits, and has no further candidates.
fn with_two_digits_for_one_cell() -> Board {
    board_of(".3....8.16.....4..4...21......3.8.7.....9.2...4...6....16.8...7...6.......3.7.52.")
}

fn board_of(text: &str) -> Board {
    let cells = text.chars().map(|symbol| symbol.to_digit(10).unwrap_or(0) as usize).collect();
    Board { size: 9, box_width: 3, box_height: 3, cells }
}

#[test]
fn hard_puzzle_takes_as_many_guesses_as_dead_ends() {
    let effort = by_definition(&hard()).expect("few nodes");
    let answer = guesses(&hard(), &RUN_ON).expect("few nodes");
    assert_eq!(answer.guesses, Some(effort.dead_ends));
    assert_eq!((answer.nodes, effort.guesses), (effort.nodes, effort.dead_ends));
    assert!(effort.guesses > 20, "{effort:?}");
}

#[test]
fn cell_that_is_the_only_place_of_two_digits_is_a_dead_end() {
    let board = with_two_digits_for_one_cell();
    assert_eq!(guesses(&board, &RUN_ON).expect("few nodes").guesses, Some(2));
    assert_eq!(by_definition(&board).expect("few nodes").guesses, 2);
}

#[test]
fn stopped_search_has_no_guesses() {
    let mut search = GuessSearch::new(puzzle(&hard()));
    run_in_stages(&mut search, &[Stage { budget_nodes: 5, stopped: false, cloned: false }], 1)
        .expect("few nodes");
    let answer = search.answer();
    assert_eq!((answer.guesses, answer.nodes, answer.stop_reason), (None, 5, StopReason::Interrupted));
    assert_eq!(answer.verdict, Verdict::Unknown);
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn guesses_are_those_of_the_definition(board in prop_oneof![board(1..=9), solvable_board(1..=9)], stages in stages()) {
        let effort = by_definition(&board)?;
        let found = guesses(&board, &stages)?;
        prop_assert_eq!(name_of(&found.verdict), name_of(&answer(&board, 2)?.verdict));
        prop_assert_eq!(found.guesses, (effort.solutions == 1).then_some(effort.guesses));
        prop_assert_eq!(found.nodes, effort.nodes);
        if effort.solutions == 1 {
            prop_assert_eq!(effort.guesses, effort.dead_ends);
        }
    }

    #[test]
    fn order_of_digits_does_not_matter(labels in relabelling(9)) {
        let mut board = hard();
        board.cells.iter_mut().filter(|cell| **cell > 0).for_each(|cell| *cell = labels[*cell - 1]);
        prop_assert_eq!(guesses(&board, &RUN_ON)?.guesses, guesses(&hard(), &RUN_ON)?.guesses);
    }
}

proptest! {
    // The definition takes a second for one order.
    #![proptest_config(cases(8))]

    /// The order of the cells changes the tree: each order is another search.
    #[test]
    fn guesses_in_any_order_of_cells_are_those_of_the_definition(seed in any::<u64>()) {
        for board in [hard(), with_two_digits_for_one_cell()] {
            let symmetry = Symmetry::random(BoxShape { width: 3, height: 3 }, seed);
            let shuffled = symmetry.apply_to_puzzle(&puzzle(&board)).expect("boxes of 3x3");
            let cells = shuffled.clues().cells().iter().map(|digit| digit.map_or(0, Digit::value));
            let board = Board { cells: cells.collect(), ..board };
            prop_assert_eq!(guesses(&board, &RUN_ON)?.guesses, Some(by_definition(&board)?.guesses));
        }
    }
}
