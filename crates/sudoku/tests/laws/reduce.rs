//! The rules lose no solution and reach the fixpoint of their definition; the board search agrees with DLX.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use quadrille_exact_cover::unstable::{Links, NodeState, Search, SearchSpace, Step};
use quadrille_sudoku::unstable::Encoding;
use quadrille_sudoku::unstable::{Board9x9, BoardSearch, CandidateMasks};
use quadrille_sudoku::{Digit, Puzzle, Verdict};
use quadrille_testing::brute_force::{BeyondBound, Board, HousePuzzle, NODES_MAX};
use quadrille_testing::strategies::{Shapes, board, board_and_solution, board_without_conflicts, cases};

use crate::rules::{self, house_puzzle};
use crate::sudoku::{answer, puzzle};

/// Candidates of each cell after the rules, one for a solved cell; `None` after a contradiction.
type Candidates = Option<Vec<BTreeSet<usize>>>;

/// The rules by their definition, over sets, to a fixpoint.
fn rules(puzzle: &HousePuzzle) -> Candidates {
    let given = |cell: usize| match puzzle.clues[cell] {
        0 => puzzle.candidates[cell].clone(),
        digit => BTreeSet::from([digit]),
    };
    let mut candidates: Vec<BTreeSet<usize>> = (0..puzzle.clues.len()).map(given).collect();
    let houses = &puzzle.houses;
    loop {
        let before = candidates.clone();
        for house in houses {
            exclude_solved(&mut candidates, house);
            // Only a house with as many cells as digits needs every digit.
            let needed = if house.len() == puzzle.digits { puzzle.digits } else { 0 };
            for digit in 1..=needed {
                let places: Vec<usize> =
                    house.iter().copied().filter(|&cell| candidates[cell].contains(&digit)).collect();
                match places[..] {
                    [] => return None,
                    [only] => candidates[only] = BTreeSet::from([digit]),
                    _ => confine(&mut candidates, houses, digit, &places),
                }
            }
        }
        if candidates.iter().any(BTreeSet::is_empty) {
            return None;
        }
        if candidates == before {
            return Some(candidates);
        }
    }
}

/// Removes the digit of each solved cell from the other cells of the house.
fn exclude_solved(candidates: &mut [BTreeSet<usize>], house: &[usize]) {
    for &cell in house {
        if let Some(&digit) = candidates[cell].first().filter(|_| candidates[cell].len() == 1) {
            for &other in house.iter().filter(|&&other| other != cell) {
                candidates[other].remove(&digit);
            }
        }
    }
}

/// Intersections: if all places of a digit lie in another house, removes its other candidates there.
fn confine(candidates: &mut [BTreeSet<usize>], houses: &[Vec<usize>], digit: usize, places: &[usize]) {
    for other in houses.iter().filter(|other| places.iter().all(|place| other.contains(place))) {
        for cell in other.iter().filter(|cell| !places.contains(cell)) {
            candidates[*cell].remove(&digit);
        }
    }
}

/// The result of the engine's rules.
fn reduced(puzzle: &Puzzle) -> Candidates {
    let mut masks = CandidateMasks::new(puzzle);
    let state = masks.reduce();
    if state == NodeState::Dead {
        return None;
    }
    let cells = puzzle.rules().layout().cells();
    let candidates: Vec<BTreeSet<usize>> = cells
        .map(|cell| match masks.solved().digit(cell) {
            Some(digit) => BTreeSet::from([digit.value()]),
            None => masks.candidates(cell).map(Digit::value).collect(),
        })
        .collect();
    let open = candidates.iter().filter(|digits| digits.len() > 1).count();
    assert_eq!(open, masks.unsolved_count(), "a cell with one candidate is unsolved");
    assert_eq!(state == NodeState::Solved, open == 0);
    Some(candidates)
}

fn board_9x9(board: &Board) -> Board9x9 {
    let clues: Vec<Option<Digit>> = board.cells.iter().map(|&digit| Digit::new(digit)).collect();
    Board9x9::new(clues.as_slice().try_into().expect("81 cells"))
}

/// Calls `visit` for each of the first hundred solutions of a search that pauses after every `budget_nodes` nodes.
fn each_solution<S: SearchSpace>(
    search: &mut Search<S>,
    budget_nodes: u64,
    mut visit: impl FnMut(&S),
) -> Result<(), BeyondBound> {
    while search.solutions() < 100 {
        let left = NODES_MAX - search.nodes();
        match search.advance(left.min(budget_nodes), &AtomicBool::new(false)) {
            Step::Solution => visit(search.space()),
            Step::Exhausted => break,
            Step::Paused if left > budget_nodes => {}
            Step::Paused => return Err(BeyondBound),
        }
    }
    Ok(())
}

/// Up to a hundred solutions of the board search, paused after every `budget_nodes` nodes, and its number of nodes.
fn board_search(board: &Board, budget_nodes: u64) -> Result<(Vec<Vec<usize>>, u64), BeyondBound> {
    let mut search = Search::new(BoardSearch::new(board_9x9(board)));
    let mut solutions = Vec::new();
    each_solution(&mut search, budget_nodes, |space| {
        solutions.push(space.board().digits().map(|index| usize::from(index) + 1).to_vec());
    })?;
    Ok((solutions, search.nodes()))
}

/// Number of solutions that DLX finds without any rule, up to a hundred.
fn count_by_dlx(board: &Board) -> Result<usize, BeyondBound> {
    let encoding = Encoding::new(&CandidateMasks::new(&puzzle(board))).expect("within bounds");
    let mut search = Search::new(Links::new(encoding.problem()));
    let mut count = 0;
    each_solution(&mut search, u64::MAX, |_| count += 1)?;
    Ok(count)
}

proptest! {
    #![proptest_config(cases(512))]

    #[test]
    fn board_9x9_reaches_the_fixpoint_of_the_definition(board in board(Shapes::classic())) {
        let mut reduced = board_9x9(&board);
        let state = reduced.reduce(&mut 0);
        let Some(expected) = rules(&HousePuzzle::from(&board)) else {
            prop_assert_eq!(state, NodeState::Dead);
            return Ok(());
        };
        let mask = |digits: &BTreeSet<usize>| digits.iter().fold(0, |mask, digit| mask | 1 << (digit - 1));
        let candidates: Vec<u16> = (0..81).map(|cell| reduced.candidates(cell)).collect();
        prop_assert_eq!(candidates, expected.iter().map(mask).collect::<Vec<u16>>());
        let single = expected.iter().filter(|digits| digits.len() == 1).count();
        prop_assert_eq!(reduced.candidate_counts(), (expected.iter().map(|digits| digits.len() as u32).sum(), single as u32));
        prop_assert_eq!(state, if single == 81 { NodeState::Solved } else { NodeState::Open });
    }

    #[test]
    fn board_search_finds_the_solutions_of_dlx_each_once(board in board_without_conflicts(Shapes::classic())) {
        let (solutions, _) = board_search(&board, u64::MAX)?;
        prop_assert_eq!(solutions.iter().collect::<BTreeSet<_>>().len(), solutions.len());
        for cells in &solutions {
            let solution = Board { cells: cells.clone(), ..board.clone() };
            prop_assert!(solution.is_solution_of(&board));
        }
        prop_assert_eq!(solutions.len(), count_by_dlx(&board)?);
    }

    #[test]
    fn paused_board_search_finds_the_same(board in board(Shapes::classic()), budget_nodes in 1..4_u64) {
        prop_assert_eq!(board_search(&board, budget_nodes)?, board_search(&board, u64::MAX)?);
    }

    #[test]
    fn candidate_masks_reach_the_fixpoint_of_the_definition(board in board_without_conflicts(1..=12)) {
        prop_assert_eq!(reduced(&puzzle(&board)), rules(&HousePuzzle::from(&board)));
    }

    #[test]
    fn candidate_masks_of_any_layout_reach_the_fixpoint_of_the_definition(plain in house_puzzle()) {
        if !plain.repeats_digit(&plain.clues) {
            prop_assert_eq!(reduced(&rules::puzzle(&plain)), rules(&plain));
        }
    }

    #[test]
    fn rules_lose_no_solution((board, solution) in board_and_solution(1..=6)) {
        let candidates = reduced(&puzzle(&board)).expect("the board was made from a solution");
        let has = |solution: &Vec<usize>| solution.iter().zip(&candidates).all(|(digit, digits)| digits.contains(digit));
        prop_assert!(has(&solution.cells));
        let solutions = board.solutions(usize::MAX)?;
        prop_assert!(solutions.iter().all(has));
        if candidates.iter().all(|digits| digits.len() == 1) {
            prop_assert_eq!(solutions.len(), 1);
        }
    }

    #[test]
    fn puzzle_solved_by_rules_is_answered_without_search(board in board_without_conflicts(1..=12)) {
        let left = rules(&HousePuzzle::from(&board));
        let open = left.iter().flatten().filter(|digits| digits.len() > 1).count();
        let stats = answer(&board, 2)?.stats.expect("stats were requested");
        if open > 0 {
            prop_assert!(stats.nodes > 0);
            // Every candidate was placed, eliminated or searched.
            let fitting: usize = (0..board.cells.len())
                .filter(|&cell| board.cells[cell] == 0)
                .map(|cell| board.digits_that_fit(cell).len())
                .sum();
            prop_assert_eq!(stats.placements + stats.eliminations + stats.options, fitting);
            prop_assert_eq!(stats.items, 4 * open);
            prop_assert_eq!(stats.clues + stats.placements + open, board.cells.len());
        } else {
            prop_assert_eq!((stats.items, stats.options, stats.nodes, stats.updates), (0, 0, 0, 0));
            if left.is_some() {
                prop_assert_eq!(stats.clues + stats.placements, board.cells.len());
                prop_assert!(matches!(answer(&board, 1)?.verdict, Verdict::Unique(_)));
            }
        }
    }
}
