//! Lines of symbols. Parsing succeeds or reports a fault; parsing inverts formatting; the solver accepts every valid grid.
//! It visits only a few nodes: `tests/laws` checks its answers.
#![no_main]

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use libfuzzer_sys::fuzz_target;
use quadrille::sudoku::notation::{format_line, parse_line};
use quadrille::sudoku::{BoxShape, Grid, Puzzle, Rules, Solver};

/// Limits on the search and on the grid size, so that the fuzzer runs a thousand inputs per second.
const NODES: u64 = 8;
const SIZE_SOLVED_MAX: usize = 16;

fuzz_target!(|line: &str| {
    let mut faults = 0;
    let read = parse_line(line, &mut |_| faults += 1);
    assert_eq!(read.is_none(), faults > 0, "either a grid or a fault");
    let Some((grid, case)) = read else { return };
    let written = format_line(grid.cells(), case).expect("parsed cells have symbols");
    assert_eq!(parse_line(&written, &mut |_| {}), Some((grid.clone(), case)));
    solve_a_little(grid);
});

fn solve_a_little(grid: Grid) {
    let size = grid.square_size().expect("a line is a square");
    if size > SIZE_SOLVED_MAX {
        return;
    }
    let rules = Rules::plain(size, BoxShape::usual(size)).expect("every size has a usual box");
    let puzzle = Puzzle::new(rules, grid).expect("parsed digits fit the size");
    let limit = NonZeroU64::new(2).expect("2 is not 0");
    let advanced = Solver::new(puzzle, limit).advance(NODES, &AtomicBool::new(false));
    assert!(advanced.is_ok(), "engine bug: {advanced:?}");
}
