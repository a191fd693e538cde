//! Generators of test inputs.

use std::env;
use std::ops::RangeInclusive;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::test_runner::contextualize_config;

use crate::brute_force::{Board, Statement};

/// Variable that runs the laws with all of their cases, as `.ci/full` does.
pub const ALL_CASES: &str = "QUADRILLE_ALL_CASES";

/// Number of cases that run of `all` cases of a law: a quarter, at least 64, and never more than `all`. If [`ALL_CASES`] is set, all run.
#[expect(clippy::disallowed_methods, reason = "the variable is for tests alone")]
pub fn share(all: u32) -> u32 {
    if env::var_os(ALL_CASES).is_some() { all } else { (all / 4).max(all.min(64)) }
}

/// Configuration of a law with the [share] of these cases, or with `PROPTEST_CASES` if it is set.
///
/// A law fails if it rejects more cases than it passes, or more than `PROPTEST_MAX_GLOBAL_REJECTS`. Proptest ends the shrinking
/// of a failed case after four times as many steps as there are cases.
pub fn cases(cases: u32) -> ProptestConfig {
    let config = contextualize_config(ProptestConfig::with_cases(share(cases)));
    ProptestConfig { max_global_rejects: config.cases, ..config }
}

/// A small exact cover problem with secondary items, two colours, items of an option in any order, and skipped options.
pub fn statement(options_max: usize) -> impl Strategy<Value = Statement> {
    (0..=6_usize, 0..=3_usize).prop_flat_map(move |(primary, secondary)| {
        let skipped = Just(Vec::new());
        // Every other option needs a primary item.
        let options = if primary == 0 {
            vec(skipped, 0..=2).boxed()
        } else {
            vec(prop_oneof![9 => option(primary, secondary), 1 => skipped], 0..=options_max).boxed()
        };
        options.prop_map(move |options| Statement { primary, secondary, options })
    })
}

/// A problem with more than 64 options, each long enough that there are few solutions.
pub fn crowded_statement() -> impl Strategy<Value = Statement> {
    (9..=12_usize, 0..=3_usize, 65..=160_usize).prop_flat_map(|(primary, secondary, options)| {
        let option = prop_oneof![29 => option_of(primary, 3..=5, secondary), 1 => Just(Vec::new())];
        let options = vec(option, options);
        options.prop_map(move |options| Statement { primary, secondary, options })
    })
}

fn option(primary: usize, secondary: usize) -> impl Strategy<Value = Vec<(usize, Option<u32>)>> {
    option_of(primary, 1..=primary.min(3), secondary)
}

fn option_of(
    primary: usize,
    length: RangeInclusive<usize>,
    secondary: usize,
) -> impl Strategy<Value = Vec<(usize, Option<u32>)>> {
    let primaries: Vec<usize> = (0..primary).collect();
    let secondaries: Vec<usize> = (primary..primary + secondary).collect();
    let colours = vec(proptest::option::weighted(0.75, 0..2_u32), secondary);
    (subsequence(primaries, length), subsequence(secondaries, 0..=secondary), colours)
        .prop_map(|(primaries, secondaries, colours)| {
            let plain = primaries.into_iter().map(|item| (item, None));
            plain.chain(secondaries.into_iter().zip(colours)).collect::<Vec<_>>()
        })
        .prop_shuffle()
}

/// Parameters of one call of `advance`.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    /// Node budget of the call.
    pub budget_nodes: u64,
    /// Whether the stop flag is set during the call.
    pub stopped: bool,
    /// Whether the search is replaced by its clone before the call.
    pub cloned: bool,
}

/// Stages without pauses.
pub const RUN_ON: [Stage; 1] = [Stage { budget_nodes: u64::MAX, stopped: false, cloned: false }];

/// Stages to repeat in a cycle; at least one of them makes progress.
pub fn stages() -> impl Strategy<Value = Vec<Stage>> {
    let stage = (
        prop_oneof![Just(0), Just(1), 0..10_u64, 10..200_u64],
        proptest::bool::weighted(0.2),
        proptest::bool::weighted(0.3),
    )
        .prop_map(|(budget_nodes, stopped, cloned)| Stage { budget_nodes, stopped, cloned });
    vec(stage, 0..6).prop_map(|mut stages| {
        stages.push(Stage { budget_nodes: 1, stopped: false, cloned: false });
        stages
    })
}

/// A permutation of rows or columns that permutes the bands of `lines` lines, and the lines within each band.
pub fn lines_order(size: usize, lines: usize) -> impl Strategy<Value = Vec<usize>> {
    let bands = Just((0..size / lines).collect::<Vec<_>>()).prop_shuffle();
    let within = vec(Just((0..lines).collect::<Vec<_>>()).prop_shuffle(), size / lines);
    (bands, within).prop_map(move |(bands, within)| {
        let order = bands.into_iter().zip(within);
        order.flat_map(|(band, within)| within.into_iter().map(move |line| band * lines + line)).collect()
    })
}

/// A permutation of the digits.
pub fn relabelling(size: usize) -> impl Strategy<Value = Vec<usize>> {
    Just((1..=size).collect::<Vec<_>>()).prop_shuffle()
}

/// Sizes and box widths of boards.
#[derive(Clone)]
pub struct Shapes(Vec<(usize, usize)>);

impl Shapes {
    /// The classic 9x9.
    pub fn classic() -> Self {
        Self(vec![(9, 3)])
    }

    /// The shapes for which `keep` holds, by size and box width.
    pub fn only(mut self, keep: impl Fn(usize, usize) -> bool) -> Self {
        self.0.retain(|&(size, width)| keep(size, width));
        self
    }
}

/// All boxes that fit these sizes.
impl From<RangeInclusive<usize>> for Shapes {
    fn from(sizes: RangeInclusive<usize>) -> Self {
        let widths = |size: usize| (1..=size).filter(move |width| size.is_multiple_of(*width));
        Self(sizes.flat_map(|size| widths(size).map(move |width| (size, width))).collect())
    }
}

/// An empty board.
fn empty(shapes: impl Into<Shapes>) -> impl Strategy<Value = Board> {
    select(shapes.into().0).prop_map(|(size, box_width)| Board {
        size,
        box_width,
        box_height: size / box_width,
        cells: vec![0; size * size],
    })
}

/// The digits of a solved board, row by row: each row shifts the row above it.
pub fn pattern(size: usize, box_width: usize) -> Vec<usize> {
    let box_height = size / box_width;
    let digit =
        |row: usize, column: usize| (row % box_height * box_width + row / box_height + column) % size + 1;
    (0..size * size).map(|cell| digit(cell / size, cell % size)).collect()
}

/// A solved board: a fixed pattern, permuted.
pub fn solved_board(shapes: impl Into<Shapes>) -> impl Strategy<Value = Board> {
    empty(shapes).prop_flat_map(|board| {
        let Board { size, box_width, box_height, .. } = board;
        let pattern = pattern(size, box_width);
        (relabelling(size), lines_order(size, box_height), lines_order(size, box_width)).prop_map(
            move |(digits, rows, columns)| {
                let digit = |row: usize, column: usize| digits[pattern[row * size + column] - 1];
                let cells =
                    rows.iter().flat_map(|&row| columns.iter().map(move |&column| digit(row, column)));
                Board { cells: cells.collect(), ..board.clone() }
            },
        )
    })
}

/// A board with at least one solution, and that solution: a solved board with a random share of its cells kept.
pub fn board_and_solution(shapes: impl Into<Shapes>) -> impl Strategy<Value = (Board, Board)> {
    (solved_board(shapes), 0.2..0.85_f64).prop_flat_map(|(solution, kept)| {
        vec(proptest::bool::weighted(kept), solution.cells.len()).prop_map(move |kept| {
            let cells = solution.cells.iter().zip(kept).map(|(&digit, kept)| if kept { digit } else { 0 });
            (Board { cells: cells.collect(), ..solution.clone() }, solution.clone())
        })
    })
}

/// A board with at least one solution.
pub fn solvable_board(shapes: impl Into<Shapes>) -> impl Strategy<Value = Board> {
    board_and_solution(shapes).prop_map(|(board, _)| board)
}

/// Any board: solvable, solvable with a few wrong digits, or with random digits in random cells.
pub fn board(shapes: impl Into<Shapes>) -> impl Strategy<Value = Board> {
    let shapes: Shapes = shapes.into();
    let mistyped = (solvable_board(shapes.clone()), vec((any::<usize>(), any::<usize>()), 1..4)).prop_map(
        |(mut board, typos)| {
            for (cell, digit) in typos {
                let cell = cell % board.cells.len();
                board.cells[cell] = digit % board.size + 1;
            }
            board
        },
    );
    let random = (empty(shapes.clone()), 0.02..0.4_f64).prop_flat_map(|(board, filled)| {
        let digits = vec(proptest::option::weighted(filled, 1..=board.size), board.cells.len());
        digits.prop_map(move |digits| {
            let cells = digits.into_iter().map(Option::unwrap_or_default).collect();
            Board { cells, ..board.clone() }
        })
    });
    prop_oneof![3 => solvable_board(shapes), 2 => mistyped, 1 => random]
}

/// Any board without the clues that repeat a digit of a house.
pub fn board_without_conflicts(shapes: impl Into<Shapes>) -> impl Strategy<Value = Board> {
    board(shapes).prop_map(|mut board| {
        for cell in 0..board.cells.len() {
            let digit = std::mem::take(&mut board.cells[cell]);
            if board.digits_that_fit(cell).contains(&digit) {
                board.cells[cell] = digit;
            }
        }
        board
    })
}
