//! The canonical form is the smallest of all transformed grids, hence the same exactly for grids that differ by a symmetry.

use std::cmp::Ordering;
use std::ops::RangeInclusive;

use proptest::collection::vec;
use proptest::prelude::*;
use quadrille_sudoku::ResumableSearch;
use quadrille_sudoku::analysis::{CanonicalAnswer, CanonicalForm, CanonicalSearch, Symmetry};
use quadrille_sudoku::{BoxShape, Cell, Digit, DigitSet, Grid, Puzzle, StopReason, Verdict};
use quadrille_testing::brute_force::{BeyondBound, Board};
use quadrille_testing::strategies::{
    Shapes, Stage, board, board_without_conflicts, cases, lines_order, relabelling, solvable_board,
    solved_board, stages,
};

use crate::analysis::run_in_stages;
use crate::sudoku::{answer, puzzle};

fn canonical(board: &Board) -> CanonicalForm {
    let shape = BoxShape { width: board.box_width, height: board.box_height };
    CanonicalForm::new(&grid(&board.cells), shape).expect("a small square")
}

/// The search of a board through these stages, or through the first `calls_max` of them.
fn search(board: &Board, stages: &[Stage], calls_max: usize) -> Result<CanonicalAnswer, BeyondBound> {
    let mut search = CanonicalSearch::new(puzzle(board));
    run_in_stages(&mut search, stages, calls_max)?;
    Ok(search.answer())
}

fn grid(cells: &[usize]) -> Grid {
    Grid::from_cells(cells.iter().map(|&digit| Digit::new(digit)).collect()).expect("a square")
}

fn cells(grid: &Grid) -> Vec<usize> {
    grid.cells().iter().map(|digit| digit.map_or(0, Digit::value)).collect()
}

/// All orders of `count` elements.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let Some(last) = count.checked_sub(1) else { return vec![Vec::new()] };
    let insert = |order: Vec<usize>| {
        (0..count).map(move |at| {
            let mut longer = order.clone();
            longer.insert(at, last);
            longer
        })
    };
    orders(last).into_iter().flat_map(insert).collect()
}

/// All orders of lines that keep bands of this many lines together.
fn banded_orders(lines: usize, band: usize) -> Vec<Vec<usize>> {
    orders(lines)
        .into_iter()
        .filter(|order| {
            order.chunks(band).all(|band_of| band_of.iter().all(|line| line / band == band_of[0] / band))
        })
        .collect()
}

/// Boards of these sizes that have canonical forms: all but large Latin squares.
fn with_form(sizes: RangeInclusive<usize>) -> Shapes {
    Shapes::from(sizes).only(|size, box_width| size <= 7 || (box_width > 1 && box_width < size))
}

/// The definition: the smallest of all transformed grids, and how many transformations of the cells lead to it.
fn smallest(board: &Board) -> (Vec<usize>, u64) {
    let Board { size, box_width, box_height, .. } = *board;
    // Boxes of one line are no rule.
    let is_latin = box_width == 1 || box_height == 1;
    let (width, height) = if is_latin { (size, 1) } else { (box_width, box_height) };
    let mut smallest = (vec![usize::MAX], 0);
    for transposed in [false, true] {
        // A single cell is the same after an exchange of rows and columns.
        if transposed && (size == 1 || (width != height && !is_latin)) {
            continue;
        }
        for rows in banded_orders(size, height) {
            for columns in banded_orders(size, width) {
                let transformed = (0..size * size).scan(([0; 8], 1), |(labels, next), at| {
                    let (row, column) = (rows[at / size], columns[at % size]);
                    let digit =
                        board.cells[if transposed { column * size + row } else { row * size + column }];
                    if digit != 0 && labels[digit] == 0 {
                        labels[digit] = *next;
                        *next += 1;
                    }
                    Some(labels[digit])
                });
                // Most transformed grids differ in the first cells.
                match transformed.clone().cmp(smallest.0.iter().copied()) {
                    Ordering::Less => smallest = (transformed.collect(), 1),
                    Ordering::Equal => smallest.1 += 1,
                    Ordering::Greater => {}
                }
            }
        }
    }
    smallest
}

/// A board, and one that differs from it by a symmetry.
fn equivalent(boards: impl Strategy<Value = Board>) -> impl Strategy<Value = (Board, Board)> {
    let with_orders = boards.prop_flat_map(|board| {
        let Board { size, box_width, box_height, .. } = board;
        let orders = (lines_order(size, box_height), lines_order(size, box_width), relabelling(size));
        (Just(board), orders, any::<bool>())
    });
    with_orders.prop_map(|(board, (rows, columns, digits), transposed)| {
        let size = board.size;
        let transposed = transposed && board.box_width == board.box_height;
        let cell = |at: usize| {
            let (row, column) = (rows[at / size], columns[at % size]);
            match board.cells[if transposed { column * size + row } else { row * size + column }] {
                0 => 0,
                digit => digits[digit - 1],
            }
        };
        let cells = (0..size * size).map(cell).collect();
        (board.clone(), Board { cells, ..board })
    })
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn canonical_form_is_the_smallest_of_all_transformed_grids(board in board_without_conflicts(1..=4)) {
        let form = canonical(&board);
        prop_assert_eq!((cells(&form.grid), form.automorphisms), smallest(&board));
    }

    #[test]
    fn random_symmetry_maps_solutions_to_solutions(
        board in solvable_board(Shapes::from(1..=9)), masks in vec(any::<u64>(), 81), seed in any::<u64>(),
    ) {
        let all = puzzle(&board);
        let solution = all.solutions().next().expect("a solution");
        let candidates = masks.iter().zip(solution.grid().cells()).map(|(mask, digit)| {
            let digits = DigitSet::all(board.size).digits().filter(|digit| mask >> digit.index() & 1 == 1);
            let mut set = DigitSet::default();
            set.extend(digits.chain(*digit));
            set
        });
        let restricted = all.clone().with_candidates(candidates.take(all.clues().cells().len()).collect());
        let symmetry = Symmetry::random(BoxShape { width: board.box_width, height: board.box_height }, seed);
        for puzzle in [all, restricted.expect("as many cells")] {
            let shuffled = symmetry.apply_to_puzzle(&puzzle).expect("a plain puzzle");
            prop_assert_eq!(shuffled.clues().filled_count(), puzzle.clues().filled_count());
            prop_assert_eq!(shuffled.candidate_count(), puzzle.candidate_count());
            let sorted = |grids: Vec<Grid>| {
                let mut cells: Vec<_> = grids.iter().map(cells).collect();
                cells.sort_unstable();
                cells
            };
            let moved: Vec<Grid> =
                puzzle.solutions().take(20).map(|found| symmetry.apply(found.grid()).expect("as large")).collect();
            for grid in &moved {
                let solved = Puzzle::new(shuffled.rules().clone(), grid.clone()).expect("fits");
                prop_assert!(solved.conflicts().is_empty());
                prop_assert!(shuffled.clues().filled().all(|(cell, digit)| grid.digit(cell) == Some(digit)));
            }
            let count = shuffled.count_up_to(20);
            prop_assert_eq!(count, puzzle.count_up_to(20));
            if count < 20 {
                let found = shuffled.solutions().take(20).map(|found| found.grid().clone()).collect();
                prop_assert_eq!(sorted(found), sorted(moved));
            }
        }
    }

    #[test]
    fn symmetry_leads_to_the_canonical_form(board in board_without_conflicts(with_form(1..=9))) {
        let form = canonical(&board);
        prop_assert_eq!(form.symmetry.apply(&grid(&board.cells)), Some(form.grid.clone()));
        let again = canonical(&Board { cells: cells(&form.grid), ..board });
        prop_assert_eq!((again.grid, again.automorphisms), (form.grid, form.automorphisms));
    }

    #[test]
    fn canonical_forms_of_equivalent_grids_are_equal((board, other) in equivalent(solvable_board(with_form(4..=9)))) {
        let (form, other) = (canonical(&board), canonical(&other));
        prop_assert_eq!((form.grid, form.automorphisms), (other.grid, other.automorphisms));
    }

    #[test]
    fn canonical_forms_of_equivalent_solutions_are_equal((board, other) in equivalent(solved_board(Shapes::classic()))) {
        let (form, other) = (canonical(&board), canonical(&other));
        prop_assert_eq!(form.symmetry.apply(&grid(&board.cells)), Some(form.grid.clone()));
        prop_assert_eq!((form.grid, form.automorphisms), (other.grid, other.automorphisms));
    }
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn search_finds_the_forms_of_a_puzzle_and_of_its_unique_solution(
        board in board(1..=9),
        stages in stages(),
        calls_max in 0..12_usize,
    ) {
        let (whole, part) = (search(&board, &stages, usize::MAX)?, search(&board, &stages, calls_max)?);
        prop_assert_eq!(whole.stop_reason, StopReason::Complete);
        let shape = BoxShape { width: board.box_width, height: board.box_height };
        let expected = answer(&board, 2)?;
        prop_assert_eq!(&whole.conflicts, &expected.conflicts);
        prop_assert_eq!(&whole.puzzle, &CanonicalForm::new(&grid(&board.cells), shape));
        let solution = match &expected.verdict {
            Verdict::Unique(solution) => CanonicalForm::new(solution.grid(), shape),
            _ => None,
        };
        prop_assert_eq!((&whole.solution, &whole.verdict), (&solution, &expected.verdict));
        prop_assert!(part.puzzle.is_none() || part.puzzle == whole.puzzle);
        prop_assert!(part.solution.is_none() || part.solution == whole.solution);
        prop_assert!(part.verdict == Verdict::Unknown || part.verdict == whole.verdict);
    }
}

proptest! {
    #![proptest_config(cases(4))]

    #[test]
    fn canonical_form_of_a_6x6_is_the_smallest_of_all_transformed_grids(board in solvable_board(6..=6)) {
        let form = canonical(&board);
        prop_assert_eq!((cells(&form.grid), form.automorphisms), smallest(&board));
    }
}

#[test]
fn grid_with_a_digit_twice_in_a_row_has_no_form() {
    let shape = BoxShape::usual(4);
    let mut cells = [0; 16];
    (cells[0], cells[3]) = (1, 1);
    assert_eq!(CanonicalForm::new(&grid(&cells), shape), None);
    (cells[3], cells[12]) = (0, 1);
    assert_eq!(CanonicalForm::new(&grid(&cells), shape), None);
    assert_eq!(CanonicalForm::new(&grid(&[0; 100]), BoxShape::usual(10)), None);
}

#[test]
fn full_grid_with_wrong_boxes_has_a_form() {
    for size in [4, 6, 8, 9] {
        let cyclic: Vec<usize> =
            (0..size * size).map(|cell| (cell / size + cell % size) % size + 1).collect();
        let form =
            CanonicalForm::new(&grid(&cyclic), BoxShape::usual(size)).expect("no digit twice in a line");
        assert_eq!(form.symmetry.apply(&grid(&cyclic)), Some(form.grid));
    }
}

#[test]
fn large_puzzles_and_those_with_candidates_have_no_form() {
    for (size, width, is_supported) in
        [(9, 3, true), (8, 4, true), (10, 5, false), (9, 9, false), (7, 7, true), (8, 1, false)]
    {
        let cells = vec![0; size * size];
        let board = Board { size, box_width: width, box_height: size / width, cells };
        assert_eq!(CanonicalSearch::supports(&puzzle(&board)), is_supported, "{size} with boxes of {width}");
        let mut restricted = puzzle(&board);
        restricted.exclude(Cell(0), Digit::new(1).expect("a digit"));
        assert!(!CanonicalSearch::supports(&restricted));
    }
}

#[test]
fn known_grids_have_their_known_forms_and_automorphisms() {
    let classic = |line: &str| Board {
        size: 9,
        box_width: 3,
        box_height: 3,
        cells: line.bytes().map(|digit| usize::from(digit - b'0')).collect(),
    };
    // The most symmetric grid: 648 automorphisms (Russell & Jarvis, "Mathematics of Sudoku II", 2006).
    let most = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let form = canonical(&classic(most));
    assert_eq!((form.automorphisms, cells(&form.grid)), (648, classic(most).cells));
}
