//! Laws of renbans: their edges, and grids of all sizes.

use std::collections::BTreeSet;

use quadrille_exact_cover::unstable::SplitMix64;
use quadrille_sudoku::constraints::{Constraint, FieldValue, FieldValues};
use quadrille_sudoku::{Cell, Digit, Grid, Puzzle, Rules, Solution};

fn renban(rules: &Rules, cells: &[Cell]) -> Constraint {
    let mut values = FieldValues::default();
    values.insert("cells", FieldValue::Cells(cells.to_vec()));
    rules.constraint(Constraint::type_named("renban").expect("a type"), &values).expect("the fields fit")
}

/// The puzzle with a renban of these cells.
fn with_renban(puzzle: &Puzzle, cells: &[Cell]) -> Puzzle {
    puzzle.with_constraints(vec![renban(puzzle.rules(), cells)]).expect("one constraint")
}

fn solutions(puzzle: &Puzzle) -> BTreeSet<Vec<Option<Digit>>> {
    puzzle.solutions().map(Solution::into_grid).map(|grid| grid.cells().to_vec()).collect()
}

/// Whether the digits of these cells are a run, each once.
fn is_run(grid: &[Option<Digit>], cells: &[Cell]) -> bool {
    let mut digits: Vec<usize> =
        cells.iter().map(|cell| grid[cell.index()].expect("a complete grid").value()).collect();
    digits.sort_unstable();
    digits.windows(2).all(|pair| pair[0] + 1 == pair[1])
}

/// Checks that a renban leaves exactly the solutions in which it is a run.
fn check(puzzle: &Puzzle, cells: &[Cell]) {
    let expected: BTreeSet<_> = solutions(puzzle).into_iter().filter(|grid| is_run(grid, cells)).collect();
    let with = with_renban(puzzle, cells);
    assert_eq!(solutions(&with), expected, "{cells:?}");
    assert_eq!(with.count_up_to(u64::MAX), expected.len() as u64, "{cells:?}");
    assert!(expected.is_empty() || with.conflicts().is_empty(), "{cells:?}");
}

fn some_cells(random: &mut SplitMix64, cells: usize, count: usize) -> Vec<Cell> {
    let mut all: Vec<Cell> = (0..cells as u16).map(Cell).collect();
    random.shuffle(&mut all);
    all.truncate(count);
    all
}

#[test]
fn renban_of_any_cells_leaves_the_grids_in_which_it_is_a_run() {
    let random = &mut SplitMix64::new(66);
    for boxes in [true, false] {
        let rules = if boxes { Rules::usual(4) } else { Rules::with_regions(4, &[]) };
        let puzzle = Puzzle::empty(rules.expect("a size"));
        for count in 1..=5 {
            (0..24).for_each(|_| check(&puzzle, &some_cells(random, 16, count)));
        }
    }
}

#[test]
fn renban_of_a_cell_excludes_nothing() {
    let puzzle = Puzzle::empty(Rules::usual(4).expect("a size"));
    assert_eq!(with_renban(&puzzle, &[Cell(5)]).count_up_to(u64::MAX), 288);
    for size in [1, 2] {
        let puzzle = Puzzle::empty(Rules::with_regions(size, &[]).expect("a size"));
        assert_eq!(solutions(&with_renban(&puzzle, &[Cell(0)])), solutions(&puzzle));
    }
}

#[test]
fn renban_of_more_cells_than_digits_is_a_conflict() {
    let puzzle = Puzzle::empty(Rules::usual(4).expect("a size"));
    let long = with_renban(&puzzle, &some_cells(&mut SplitMix64::new(1), 16, 5));
    assert_eq!((long.count_up_to(u64::MAX), long.conflicts().len()), (0, 1));
}

#[test]
fn clues_that_are_equal_or_too_far_apart_are_a_conflict() {
    let empty = Puzzle::empty(Rules::usual(9).expect("a size"));
    let digit = |value| Digit::new(value).expect("a digit");
    let cells = [Cell(0), Cell(40), Cell(80)];
    for (other, is_conflict) in [(1, true), (2, false), (4, true), (5, false), (6, false), (7, true)] {
        let puzzle = with_renban(&empty, &cells);
        let puzzle = puzzle.with_clue(Cell(0), digit(4)).expect("fits");
        let puzzle = puzzle.with_clue(Cell(80), digit(other)).expect("fits");
        assert_eq!(!puzzle.conflicts().is_empty(), is_conflict, "{other}");
    }
}

#[test]
fn renban_in_grids_of_all_sizes_leaves_the_grids_in_which_it_is_a_run() {
    for (seed, size) in [2, 3, 6, 9, 12, 16, 25, 36].into_iter().enumerate() {
        let random = &mut SplitMix64::new(seed as u64);
        let empty = Puzzle::empty(Rules::usual(size).expect("a size"));
        let solution: Grid = empty.solve().expect("an empty grid has a solution").into_grid();
        // A cell for each digit of a run, and some more cells that are open.
        let count = size.div_ceil(2);
        let first = 1 + random.below((size - count + 1) as u64) as usize;
        let run = (first..first + count).map(|value| {
            let places: Vec<Cell> =
                solution.filled().filter(|(_, digit)| digit.value() == value).map(|(cell, _)| cell).collect();
            places[random.below(size as u64) as usize]
        });
        let cells: Vec<Cell> = run.collect();
        let open: BTreeSet<Cell> =
            cells.iter().copied().chain(some_cells(random, size * size, 2 * size.min(9))).collect();
        let clues = solution.filled().filter(|(cell, _)| !open.contains(cell));
        let puzzle = clues.fold(empty, |puzzle, (cell, digit)| puzzle.with_clue(cell, digit).expect("fits"));
        check(&puzzle, &cells);
        check(&puzzle, &some_cells(random, size * size, count));
    }
}
