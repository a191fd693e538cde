//! Puzzles of several grids are solved as by brute force, with and without constraints, and kept by their text.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use quadrille_sudoku::constraints::{
    AntiKing, AntiKnight, Cage, Constraint, Diagonals, DisjointGroups, NonConsecutive, Thermometer, Windoku,
};
use quadrille_sudoku::{
    BoxShape, Cell, Conflict, Digit, DigitSet, Grid, Position, Puzzle, Rules, RulesError, SIZE_MAX, Solution,
};
use quadrille_testing::brute_force::HousePuzzle;
use quadrille_testing::strategies::cases;

use crate::rules::{answer, cells_of};

/// Several grids: the boxes, and rows and columns of the top left cells.
type Corners = (BoxShape, Vec<(usize, usize)>);

const BOX_4: BoxShape = BoxShape { width: 2, height: 2 };
const BOX_6: BoxShape = BoxShape { width: 3, height: 2 };
const SAMURAI: [(usize, usize); 5] = [(1, 1), (1, 13), (7, 7), (13, 1), (13, 13)];

fn position((row, column): (usize, usize)) -> Position {
    Position { row, column }
}

fn rules((shape, corners): &Corners) -> Rules {
    let corners: Vec<Position> = corners.iter().copied().map(position).collect();
    Rules::with_grids(*shape, &corners).expect("the grids fit")
}

fn samurai() -> Rules {
    rules(&(BoxShape { width: 3, height: 3 }, SAMURAI.to_vec()))
}

/// The same puzzle, made of the definition: each grid has rows, columns and boxes.
fn reference((shape, corners): &Corners) -> HousePuzzle {
    let size = shape.width * shape.height;
    let lines = 0..size;
    let places = |corner: &(usize, usize)| {
        let (row, column) = *corner;
        lines.clone().flat_map(move |down| (0..size).map(move |right| (row + down, column + right)))
    };
    let positions: Vec<(usize, usize)> =
        corners.iter().flat_map(places).collect::<BTreeSet<_>>().into_iter().collect();
    let index = |place: (usize, usize)| positions.binary_search(&place).expect("a cell");
    let mut houses = Vec::new();
    for &(row, column) in corners {
        for line in lines.clone() {
            houses.push(lines.clone().map(|at| index((row + line, column + at))).collect());
            houses.push(lines.clone().map(|at| index((row + at, column + line))).collect());
            let (down, right) = (line / shape.height * shape.height, line % shape.height * shape.width);
            let place = |at: usize| (row + down + at / shape.width, column + right + at % shape.width);
            houses.push(lines.clone().map(|at| index(place(at))).collect());
        }
    }
    HousePuzzle::empty(positions, houses, size)
}

/// Two or three small grids that share cells, or none.
fn small_grids() -> impl Strategy<Value = Corners> {
    let two = select(vec![
        (BOX_4, vec![(1, 1), (3, 3)]),
        (BOX_4, vec![(1, 3), (3, 1)]),
        (BOX_4, vec![(1, 1), (1, 3)]),
        (BOX_4, vec![(1, 1), (2, 2)]),
        (BOX_4, vec![(1, 1), (4, 4)]),
        (BOX_4, vec![(2, 1), (1, 6)]),
        (BOX_4, vec![(1, 1), (3, 3), (5, 1)]),
        (BOX_4, vec![(1, 1), (1, 3), (3, 1), (3, 3)]),
        (BoxShape { width: 4, height: 1 }, vec![(1, 1), (3, 2)]),
        (BOX_6, vec![(1, 1), (5, 4)]),
        (BOX_6, vec![(1, 4), (3, 1)]),
    ]);
    two.prop_map(|corners| corners)
}

/// Clues: some digits of a solution, sometimes with another one.
fn with_clues() -> impl Strategy<Value = (Corners, Vec<usize>)> {
    (small_grids(), any::<u64>(), 0.45..0.8_f64, proptest::option::weighted(0.2, any::<(usize, usize)>()))
        .prop_flat_map(|(corners, seed, kept, wrong)| {
            let cells = reference(&corners).positions.len();
            (Just(corners), Just(seed), vec(proptest::bool::weighted(kept), cells), Just(wrong))
        })
        .prop_map(|(corners, seed, kept, wrong)| {
            let rules = rules(&corners);
            let solution = random_solution(&rules, seed);
            let mut clues: Vec<usize> =
                solution.iter().zip(&kept).map(|(&digit, &kept)| if kept { digit } else { 0 }).collect();
            if let Some((cell, digit)) = wrong {
                let cell = cell % clues.len();
                clues[cell] = digit % rules.digit_count() + 1;
            }
            (corners, clues)
        })
}

/// A solution without clues, with digits in an order of the seed.
fn random_solution(rules: &Rules, seed: u64) -> Vec<usize> {
    let solution = Puzzle::empty(rules.clone()).solve().expect("grids have solutions");
    let digits = rules.digit_count();
    let turned = |digit: usize| (digit + seed as usize % digits) % digits + 1;
    cells_of(&solution).into_iter().map(turned).collect()
}

fn puzzle(rules: &Rules, clues: &[usize]) -> Puzzle {
    let grid = Grid::from_cells(clues.iter().map(|&digit| Digit::new(digit)).collect()).expect("a grid");
    Puzzle::new(rules.clone(), grid).expect("the clues fit")
}

/// Rules of the whole puzzle, and rules that name cells.
fn constraint(kind: usize, rules: &Rules) -> Constraint {
    let cell = |row, column| rules.layout().cell_at(row, column);
    let line: Vec<Cell> = (1..=3).filter_map(|at| cell(at, 4).or_else(|| cell(4, at))).collect();
    match kind {
        0 => AntiKnight.into(),
        1 => AntiKing.into(),
        2 => NonConsecutive.into(),
        3 => Diagonals::BOTH.into(),
        4 => DisjointGroups.into(),
        5 => Thermometer::new(line).expect("valid").into(),
        _ => Cage::new(line, Some(7)).expect("valid").into(),
    }
}

/// The definition of the constraint, for a complete grid.
fn is_met(kind: usize, (shape, corners): &Corners, plain: &HousePuzzle, digits: &[usize]) -> bool {
    let at = |row: usize, column: usize| {
        plain.positions.binary_search(&(row, column)).ok().map(|index| digits[index])
    };
    let moves_differ = |moves: &[(usize, isize)], differ: &dyn Fn(usize, usize) -> bool| {
        plain.positions.iter().zip(digits).all(|(&(row, column), &digit)| {
            moves.iter().all(|&(down, right)| {
                let other = column.checked_add_signed(right).and_then(|column| at(row + down, column));
                other.is_none_or(|other| differ(digit, other))
            })
        })
    };
    let all_differ = |digits: Vec<usize>| digits.iter().collect::<BTreeSet<_>>().len() == digits.len();
    let size = shape.width * shape.height;
    let in_grid = |corner: &(usize, usize), row: usize, column: usize| {
        at(corner.0 + row, corner.1 + column).expect("a cell")
    };
    let line: Vec<usize> = (1..=3).filter_map(|place| at(place, 4).or_else(|| at(4, place))).collect();
    match kind {
        0 => moves_differ(&[(1, 2), (1, -2), (2, 1), (2, -1)], &|one, other| one != other),
        1 => moves_differ(&[(1, 1), (1, -1)], &|one, other| one != other),
        2 => moves_differ(&[(0, 1), (1, 0)], &|one, other| one.abs_diff(other) != 1),
        3 => corners.iter().all(|corner| {
            all_differ((0..size).map(|place| in_grid(corner, place, place)).collect())
                && all_differ((0..size).map(|place| in_grid(corner, place, size - 1 - place)).collect())
        }),
        4 => corners.iter().all(|corner| {
            (0..shape.height).all(|down| {
                (0..shape.width).all(|right| {
                    let rows = (down..size).step_by(shape.height);
                    let cells = rows
                        .flat_map(|row| (right..size).step_by(shape.width).map(move |column| (row, column)));
                    all_differ(cells.map(|(row, column)| in_grid(corner, row, column)).collect())
                })
            })
        }),
        5 => line.is_sorted_by(|one, other| one < other),
        _ => line.iter().sum::<usize>() == 7 && all_differ(line),
    }
}

proptest! {
    #![proptest_config(cases(192))]

    #[test]
    fn several_grids_are_solved_as_by_brute_force((corners, clues) in with_clues(), limit in 1..40_u64) {
        let puzzle = puzzle(&rules(&corners), &clues);
        let plain = HousePuzzle { clues, ..reference(&corners) };
        prop_assert_eq!(puzzle.conflicts().is_empty(), !plain.repeats_digit(&plain.clues));
        let found: BTreeSet<_> = puzzle.solutions().take(limit as usize).map(|one| cells_of(&one)).collect();
        let expected: BTreeSet<_> = plain.solutions(limit as usize + 1)?.into_iter().collect();
        prop_assert_eq!(found.len(), expected.len().min(limit as usize));
        prop_assert!(found.is_subset(&expected) || expected.len() > limit as usize);
        prop_assert!(found.iter().all(|cells| plain.is_solved_by(cells)));
        prop_assert_eq!(answer(puzzle.clone(), limit)?.count, found.len() as u64);
        if (expected.len() as u64) <= limit {
            let possible = |cell: usize| {
                expected.iter().filter_map(|cells| Digit::new(cells[cell])).collect::<DigitSet>()
            };
            prop_assert!(puzzle.candidates().into_iter().eq((0..plain.clues.len()).map(possible)));
        }
        if expected.len() == 1 {
            let minimal = puzzle.minimal();
            prop_assert!(minimal.is_unique());
            for (cell, _) in minimal.clues().filled() {
                let mut fewer = minimal.clone();
                fewer.remove_clue(cell);
                prop_assert!(!fewer.is_unique());
            }
        }
    }

    #[test]
    fn constraints_of_several_grids_hold_as_defined((corners, clues) in with_clues(), kind in 0..7_usize) {
        let base = rules(&corners);
        let line_length = (1..=3).filter(|&at| {
            base.layout().cell_at(at, 4).or_else(|| base.layout().cell_at(4, at)).is_some()
        }).count();
        prop_assume!(kind < 5 || line_length > 1);
        let Ok(ruled) = base.and(constraint(kind, &base)) else { return Ok(()) };
        let plain = HousePuzzle { clues: clues.clone(), ..reference(&corners) };
        let meets = |cells: &Vec<usize>| is_met(kind, &corners, &plain, cells);
        let all = plain.solutions(2_000)?;
        prop_assume!(all.len() < 2_000);
        let expected: BTreeSet<_> = all.into_iter().filter(meets).collect();
        let found: BTreeSet<_> = puzzle(&ruled, &clues).solutions().map(|one| cells_of(&one)).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn text_of_several_grids_is_kept((corners, clues) in with_clues(), excluded in any::<(usize, usize)>()) {
        let mut puzzle = puzzle(&rules(&corners), &clues);
        let cell = Cell((excluded.0 % clues.len()) as u16);
        puzzle.exclude(cell, Digit::new(excluded.1 % 4 + 1).expect("a digit"));
        let (line, rows) = (puzzle.to_string().parse(), format!("{puzzle:#}").parse());
        prop_assert_eq!(line.as_ref(), Ok(&puzzle));
        prop_assert_eq!(rows.as_ref(), Ok(&puzzle));
    }
}

#[test]
fn houses_are_those_of_each_grid() {
    let rules = samurai();
    let layout = rules.layout();
    // Five grids of 27 houses, of which four boxes are of two grids.
    assert_eq!((layout.cell_count(), layout.house_count(), layout.extent()), (369, 5 * 27 - 4, [21, 21]));
    assert_eq!(rules.box_shape(), Some(BoxShape { width: 3, height: 3 }));
    let names = |row, column| -> Vec<String> {
        let cell = layout.cell_at(row, column).expect("a cell");
        let houses = layout.houses().filter(|house| house.cells.contains(&cell));
        houses.map(|house| house.name.to_string()).collect()
    };
    assert_eq!(names(1, 1), ["row 1 of grid 1", "column 1 of grid 1", "box 1 of grid 1"]);
    assert_eq!(
        names(7, 8),
        ["row 7 of grid 1", "column 8 of grid 1", "box 9 of grid 1", "row 1 of grid 3", "column 2 of grid 3"]
    );
    assert_eq!(layout.cell_at(1, 10), None);
    assert!(!rules.is_plain() && !rules.is_classic_9x9());

    let one = |row, column| layout.cell_at(row, column).expect("a cell");
    let five = Digit::new(5).expect("a digit");
    let puzzle = Puzzle::empty(rules.clone()).with_clue(one(7, 7), five).expect("fits");
    let puzzle = puzzle.with_clue(one(7, 15), five).expect("fits");
    let shown: Vec<String> = puzzle.conflicts().iter().map(Conflict::to_string).collect();
    assert_eq!(shown, ["5 is given more than once in row 1 of grid 3: r7c7, r7c15"]);
}

#[test]
fn samurai_is_solved_and_written() {
    let puzzle = Puzzle::empty(samurai());
    let solution = puzzle.solve().expect("a samurai has solutions");
    assert!(Solution::certify(&puzzle, solution.grid().clone()).is_ok());
    let text = format!("{puzzle:#}");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], ".........   .........");
    assert_eq!(lines[9], "      .........");
    assert_eq!(lines[21..], [";boxes 3x3", ";grids r1c1,r1c13,r7c7,r13c1,r13c13"]);
}

#[test]
fn grids_that_do_not_fit_are_rejected() {
    let error = |shape, corners: &[(usize, usize)]| {
        let corners: Vec<Position> = corners.iter().copied().map(position).collect();
        Rules::with_grids(shape, &corners).expect_err("invalid").to_string()
    };
    for (corners, detail) in [
        (&[(1, 1)][..], "the number of grids is 1: a puzzle of several grids has from 2 to 36"),
        (
            &[(1, 1), (34, 1)],
            "grid 2 of 4 rows and columns does not fit: its top left cell must be from r1c1 to r33c33",
        ),
        (&[(0, 1), (3, 3)], "grid 1 of 4 rows and columns does not fit"),
        (&[(1, 1), (3, 3), (1, 1)], "grids 1 and 3 begin both at r1c1: give each grid once"),
    ] {
        let found = error(BOX_4, corners);
        assert!(found.starts_with(detail), "{found}");
    }
    let many: Vec<_> = (1..=37).map(|column| (1, column)).collect();
    assert!(error(BOX_4, &many).contains("is 37"));
    let crowded: Vec<_> = (1..=6).flat_map(|row| (1..=6).map(move |column| (row, column))).collect();
    assert_eq!(
        error(BoxShape { width: 6, height: 5 }, &crowded),
        "the grids overlap too often: move them apart, or leave out some of them"
    );
    assert_eq!(
        Rules::with_grids(BoxShape { width: 0, height: 3 }, &[]).err(),
        Some(RulesError::Size { size: 0 })
    );
    let largest: Vec<_> =
        (0..4).flat_map(|row| (0..4).map(move |column| (row * 9 + 1, column * 9 + 1))).collect();
    let rules = rules(&(BoxShape { width: 3, height: 3 }, largest));
    assert_eq!(rules.layout().cell_count(), SIZE_MAX * SIZE_MAX);
}

#[test]
fn constraints_of_rows_and_columns_need_one_grid() {
    let rules = samurai();
    let line = rules.build("sandwich", [("line", "r3".into()), ("sum", 7.into())]);
    assert_eq!(
        line.expect_err("no row").to_string(),
        "line: rows and columns of several grids have no numbers: give the `cells`"
    );
    let indexer = rules.build("indexer", [("cells", "r1c1".into()), ("axis", "row".into())]);
    assert!(indexer.expect_err("no row").to_string().contains("needs a puzzle of one grid"));
    let windows = rules.and(Windoku).expect("windows fit");
    assert_eq!(windows.layout().house_count(), 5 * 27 - 4 + 5 * 4);
}

/// Steps of people follow from the houses of all grids: none contradicts the solution.
#[test]
fn steps_of_a_samurai_lead_to_its_solution() {
    let clues = "7.....68...2..6.3....8.3...53..1....1.5.4........9.8...9.6.5.472....................27..4......78.5.\
        ...54..69.........4..6...........2...........6.9.1..2.8....6..1...3.6..8....4....63....455........3.\
        ..9......3......7...2..5...1..6.7.5.1..34.9.....2..7..........78.......2.8..63.....1..93....1....6..\
        ...5.....4.5..7...5....8..7.........8..1..1...7...2..3..7.......325..";
    let puzzle: Puzzle =
        format!("{clues};boxes 3x3;grids r1c1,r1c13,r7c7,r13c1,r13c13").parse().expect("a samurai");
    let solution = puzzle.solve().expect("a solution");
    assert!(puzzle.is_unique());
    let path = puzzle.path();
    for step in &path.steps {
        let is_solved = |cell| solution.grid().digit(cell);
        let sentence = puzzle.explain(step);
        assert!(
            step.deduction.placements.iter().all(|to| is_solved(to.cell) == Some(to.digit)),
            "{sentence}"
        );
        assert!(
            step.deduction.eliminations.iter().all(|no| is_solved(no.cell) != Some(no.digit)),
            "{sentence}"
        );
    }
    let placed: usize = path.steps.iter().map(|step| step.deduction.placements.len()).sum();
    assert_eq!(placed, 369 - puzzle.clues().filled_count());
    assert_eq!(
        puzzle.explain(&path.steps[0]),
        "Hidden Single: box 1 of grid 1 has only one place for 8, so r3c2 is 8."
    );
}
