//! Any layout is solved as by brute force: jigsaws, Latin squares, diagonals, overlapping grids, houses of any size, and
//! restricted candidates.

use std::collections::BTreeSet;
use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use quadrille_exact_cover::{ResumableSearch, SolutionSearch};
use quadrille_sudoku::{
    Answer, BoxShape, Cell, Digit, DigitSet, Grid, HouseKind, HouseName, Layout, NextSolution, Position,
    Progress, Puzzle, Rules, Solution, Solver,
};
use quadrille_testing::brute_force::{BeyondBound, Board, HousePuzzle, NODES_MAX};
use quadrille_testing::strategies::{
    Shapes, Stage, board_and_solution, cases, pattern, relabelling, solvable_board, stages,
};

pub(crate) fn puzzle(plain: &HousePuzzle) -> Puzzle {
    let positions = plain.positions.iter().map(|&(row, column)| Position { row, column }).collect();
    let houses = (1..).zip(&plain.houses).map(|(number, cells)| {
        let name = HouseName::new(HouseKind::Region, number);
        (name, cells.iter().map(|&cell| Cell(cell as u16)).collect())
    });
    let layout = Layout::new(positions, houses).expect("a valid layout");
    let rules = Rules::new(layout, plain.digits).expect("no house is too large");
    let puzzle = Puzzle::new(rules, grid(&plain.clues)).expect("the clues fit");
    let sets: Vec<DigitSet> = plain
        .candidates
        .iter()
        .map(|digits| digits.iter().filter_map(|&digit| Digit::new(digit)).collect())
        .collect();
    if sets.iter().all(|&set| set == DigitSet::all(plain.digits)) {
        return puzzle;
    }
    puzzle.with_candidates(sets).expect("the candidates fit")
}

fn grid(cells: &[usize]) -> Grid {
    Grid::from_cells(cells.iter().map(|&digit| Digit::new(digit)).collect()).expect("a grid")
}

pub(crate) fn cells_of(solution: &Solution) -> Vec<usize> {
    solution.grid().cells().iter().map(|digit| digit.map_or(0, Digit::value)).collect()
}

/// Solves the puzzle, up to `limit` solutions.
pub(crate) fn answer(puzzle: Puzzle, limit: u64) -> Result<Answer, BeyondBound> {
    let mut solver = Solver::new(puzzle, NonZeroU64::new(limit).expect("positive"));
    while solver.nodes() < NODES_MAX {
        let left = NODES_MAX - solver.nodes();
        if solver.advance(left, &AtomicBool::new(false)).expect("no engine bug") != Progress::Paused {
            return Ok(solver.answer());
        }
    }
    Err(BeyondBound)
}

fn enumerated(puzzle: Puzzle, limit: u64, stages: &[Stage]) -> Vec<Vec<usize>> {
    let mut solver = Solver::new(puzzle, NonZeroU64::new(limit).expect("positive"));
    let mut found = Vec::new();
    for stage in stages.iter().cycle() {
        let stop = AtomicBool::new(stage.stopped);
        match solver.next(stage.budget_nodes, &stop).expect("no engine bug") {
            NextSolution::Found => found.push(cells_of(&solver.solution().expect("no engine bug"))),
            NextSolution::Paused => {}
            NextSolution::Ended(_) => break,
        }
    }
    found
}

/// Compares counts and lists of `Solver` with brute force, up to `limit` solutions.
fn check(plain: &HousePuzzle, limit: u64, stages: &[Stage]) -> Result<(), TestCaseError> {
    let puzzle = puzzle(plain);
    prop_assert_eq!(puzzle.conflicts().is_empty(), !plain.repeats_digit(&plain.clues));
    prop_assert_eq!(puzzle.candidate_count(), plain.candidate_count());

    let answer = answer(puzzle.clone(), limit)?;
    let stats = answer.stats.expect("stats were requested");
    if stats.nodes > 0 {
        prop_assert_eq!(stats.placements + stats.eliminations + stats.options, plain.candidate_count());
    }

    let found = enumerated(puzzle, limit, stages);
    prop_assert_eq!(found.len() as u64, answer.count);
    prop_assert!(found.iter().all(|cells| plain.is_solved_by(cells)));
    let witnesses: Vec<Vec<usize>> = answer.verdict.witnesses().iter().map(cells_of).collect();
    prop_assert_eq!(&witnesses[..], &found[..found.len().min(2)]);
    let distinct: BTreeSet<Vec<usize>> = found.iter().cloned().collect();
    prop_assert_eq!(distinct.len(), found.len(), "a solution was repeated");

    let expected = plain.solutions(limit as usize + 1)?;
    prop_assert_eq!(answer.count, limit.min(expected.len() as u64));
    if expected.len() as u64 != limit {
        prop_assert_eq!(answer.is_complete(), answer.count < limit);
    }
    if expected.len() as u64 <= limit {
        prop_assert_eq!(distinct, expected.into_iter().collect::<BTreeSet<_>>());
    }
    Ok(())
}

/// Largest square: brute force may take minutes to find that a 6x6 has no solution.
const SIZE_MAX: usize = 5;

/// Positions of a square, row by row.
fn square(size: usize) -> Vec<(usize, usize)> {
    (0..size * size).map(|cell| (cell / size + 1, cell % size + 1)).collect()
}

fn lines(size: usize) -> Vec<Vec<usize>> {
    let row = |row: usize| (0..size).map(|column| row * size + column).collect();
    let column = |column: usize| (0..size).map(|row| row * size + column).collect();
    (0..size).map(row).chain((0..size).map(column)).collect()
}

/// Boxes of the usual shape, as the number of the box of each cell.
fn usual_boxes(size: usize) -> Vec<usize> {
    let BoxShape { width, height } = BoxShape::usual(size);
    (0..size * size).map(|cell| cell / size / height * (size / width) + cell % size / width).collect()
}

fn houses_by_number(numbers: &[usize], size: usize) -> Vec<Vec<usize>> {
    (0..size).map(|number| (0..numbers.len()).filter(|&cell| numbers[cell] == number).collect()).collect()
}

fn latin_square() -> impl Strategy<Value = HousePuzzle> {
    (1..=SIZE_MAX).prop_map(|size| HousePuzzle::empty(square(size), lines(size), size))
}

/// Regions made of boxes: a few pairs of cells that have the same digit in a solution change places, so that it remains
/// a solution.
fn jigsaw() -> impl Strategy<Value = HousePuzzle> {
    (4..=SIZE_MAX, vec((any::<usize>(), any::<usize>()), 1..8)).prop_map(|(size, swaps)| {
        let mut regions = usual_boxes(size);
        let solution = pattern(size, BoxShape::usual(size).width);
        for (digit, other) in swaps {
            let places: Vec<usize> =
                (0..size * size).filter(|&cell| solution[cell] == digit % size + 1).collect();
            regions.swap(places[digit / size % size], places[other % size]);
        }
        HousePuzzle::empty(square(size), [lines(size), houses_by_number(&regions, size)].concat(), size)
    })
}

/// A square whose two diagonals are houses, with or without boxes.
fn diagonals() -> impl Strategy<Value = HousePuzzle> {
    (3..=SIZE_MAX, any::<bool>()).prop_map(|(size, has_boxes)| {
        let boxes = if has_boxes { houses_by_number(&usual_boxes(size), size) } else { Vec::new() };
        let falling = (0..size).map(|k| k * size + k).collect();
        let rising = (0..size).map(|k| k * size + size - 1 - k).collect();
        HousePuzzle::empty(square(size), [lines(size), boxes, vec![falling, rising]].concat(), size)
    })
}

/// Two 4x4 grids that share some cells.
fn overlapping() -> impl Strategy<Value = HousePuzzle> {
    select(vec![(2, 2), (0, 2), (2, 0), (1, 1), (3, 3), (0, 3)]).prop_map(|(down, right)| {
        let one = square(4);
        let other: Vec<_> = one.iter().map(|&(row, column)| (row + down, column + right)).collect();
        let positions: Vec<_> =
            one.iter().chain(&other).copied().collect::<BTreeSet<_>>().into_iter().collect();
        let houses = [lines(4), houses_by_number(&usual_boxes(4), 4)].concat();
        let place = |grid: &[(usize, usize)]| -> Vec<Vec<usize>> {
            let index = |cell: usize| positions.iter().position(|position| *position == grid[cell]);
            houses.iter().map(|house| house.iter().filter_map(|&cell| index(cell)).collect()).collect()
        };
        let houses = [place(&one), place(&other)].concat();
        HousePuzzle::empty(positions, houses, 4)
    })
}

/// Any houses over a few cells: of one cell or more, equal, nested, or none.
fn any_houses() -> impl Strategy<Value = HousePuzzle> {
    (1..=10_usize, 1..=5_usize).prop_flat_map(|(cells, digits)| {
        let house = subsequence((0..cells).collect::<Vec<_>>(), 1..=digits.min(cells));
        vec(house, 0..8).prop_map(move |houses| {
            HousePuzzle::empty((1..=cells).map(|column| (1, column)).collect(), houses, digits)
        })
    })
}

/// Random clues: a share of a solution, if one is found, sometimes with a wrong clue.
fn with_clues(empty: impl Strategy<Value = HousePuzzle>) -> impl Strategy<Value = HousePuzzle> {
    (empty, 0.0..0.7_f64).prop_flat_map(|(puzzle, kept)| {
        let cells = puzzle.clues.len();
        let wrong = proptest::option::weighted(0.2, (0..cells, 1..=puzzle.digits));
        let kept = vec(proptest::bool::weighted(kept), cells);
        (Just(puzzle.clone()), relabelling(puzzle.digits), kept, wrong).prop_map(
            |(mut puzzle, digits, kept, wrong)| {
                for solution in puzzle.solutions(1).unwrap_or_default() {
                    for (cell, _) in kept.iter().enumerate().filter(|(_, kept)| **kept) {
                        puzzle.clues[cell] = digits[solution[cell] - 1];
                    }
                }
                if let Some((cell, digit)) = wrong {
                    puzzle.clues[cell] = digit;
                }
                puzzle
            },
        )
    })
}

/// Restricts the candidates of each cell; every clue stays a candidate.
fn with_candidates(puzzle: impl Strategy<Value = HousePuzzle>) -> impl Strategy<Value = HousePuzzle> {
    (puzzle, 0.3..1.0_f64).prop_flat_map(|(puzzle, allowed)| {
        let masks = vec(vec(proptest::bool::weighted(allowed), puzzle.digits), puzzle.clues.len());
        (Just(puzzle), masks).prop_map(|(mut puzzle, masks)| {
            for (cell, mask) in masks.iter().enumerate() {
                let clue = puzzle.clues[cell];
                puzzle.candidates[cell].retain(|&digit| digit == clue || mask[digit - 1]);
            }
            puzzle
        })
    })
}

/// A puzzle of any kind, with any candidates.
pub(crate) fn house_puzzle() -> impl Strategy<Value = HousePuzzle> {
    let kinds = prop_oneof![latin_square(), jigsaw(), diagonals(), overlapping(), any_houses()];
    let puzzle = with_clues(kinds).boxed();
    prop_oneof![puzzle.clone(), with_candidates(puzzle)]
}

/// A classic 9x9 whose cells allow the digits of a solution and a few others.
fn classic_with_candidates() -> impl Strategy<Value = HousePuzzle> {
    (board_and_solution(Shapes::classic()), 0.1..0.4_f64).prop_flat_map(|((board, solution), allowed)| {
        vec(vec(proptest::bool::weighted(allowed), 9), 81).prop_map(move |masks| {
            let mut puzzle = HousePuzzle::from(&board);
            for (cell, mask) in masks.iter().enumerate() {
                puzzle.candidates[cell].retain(|&digit| digit == solution.cells[cell] || mask[digit - 1]);
            }
            puzzle
        })
    })
}

proptest! {
    #![proptest_config(cases(512))]

    #[test]
    fn latin_square_is_solved_as_by_brute_force(
        puzzle in with_clues(latin_square()), limit in 1..60_u64, stages in stages(),
    ) {
        check(&puzzle, limit, &stages)?;
    }

    #[test]
    fn jigsaw_is_solved_as_by_brute_force(
        puzzle in with_clues(jigsaw()), limit in 1..60_u64, stages in stages(),
    ) {
        check(&puzzle, limit, &stages)?;
    }

    #[test]
    fn diagonals_are_solved_as_by_brute_force(
        puzzle in with_clues(diagonals()), limit in 1..60_u64, stages in stages(),
    ) {
        check(&puzzle, limit, &stages)?;
    }

    #[test]
    fn overlapping_grids_are_solved_as_by_brute_force(
        puzzle in with_clues(overlapping()), limit in 1..60_u64, stages in stages(),
    ) {
        check(&puzzle, limit, &stages)?;
    }

    #[test]
    fn houses_of_any_size_are_solved_as_by_brute_force(
        puzzle in with_clues(any_houses()), limit in 1..200_u64, stages in stages(),
    ) {
        check(&puzzle, limit, &stages)?;
    }

    #[test]
    fn candidates_of_any_layout_are_kept(puzzle in house_puzzle(), limit in 1..60_u64, stages in stages()) {
        check(&puzzle, limit, &stages)?;
    }

    #[test]
    fn certification_is_the_definition(
        puzzle in house_puzzle(), changes in vec((any::<usize>(), any::<usize>()), 0..3),
    ) {
        let certify = |cells: &[usize]| Solution::certify(&self::puzzle(&puzzle), grid(cells)).is_ok();
        for mut cells in puzzle.solutions(4)? {
            prop_assert!(certify(&cells));
            for &(cell, digit) in &changes {
                let cell = cell % cells.len();
                cells[cell] = digit % (puzzle.digits + 2);
                prop_assert_eq!(certify(&cells), puzzle.is_solved_by(&cells));
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn candidates_of_a_classic_9x9_are_kept(
        puzzle in classic_with_candidates(), limit in 1..20_u64, stages in stages(),
    ) {
        check(&puzzle, limit, &stages)?;
    }

    #[test]
    fn regions_that_are_boxes_are_solved_as_plain_boxes(board in solvable_board(1..=9), limit in 1..20_u64) {
        let own = puzzle(&HousePuzzle::from(&board));
        prop_assert_eq!(answer(own, limit)?, crate::sudoku::answer(&board, limit)?);
    }
}

/// Checks the reference implementation itself.
#[test]
fn reference_counts_known_grids() {
    let empty = |size, boxes: &[usize]| {
        let houses = [lines(size), houses_by_number(boxes, if boxes.is_empty() { 0 } else { size })].concat();
        HousePuzzle::empty(square(size), houses, size)
    };
    let count = |puzzle: &HousePuzzle| puzzle.solutions(usize::MAX).map(|solutions| solutions.len());
    assert_eq!(count(&empty(4, &[])), Ok(576));
    let boxes = empty(4, &usual_boxes(4));
    assert_eq!(count(&boxes), Ok(288));
    assert_eq!(boxes.candidate_count(), 64);
    let board = Board { size: 4, box_width: 2, box_height: 2, cells: vec![0; 16] };
    assert_eq!(HousePuzzle::from(&board), boxes);
    let mut clue = boxes.clone();
    clue.clues[0] = 1;
    assert_eq!((count(&clue), clue.candidate_count()), (Ok(72), 60 - 7));
    clue.candidates[1].remove(&2);
    assert_eq!((count(&clue), clue.candidate_count()), (Ok(48), 60 - 8));
}
