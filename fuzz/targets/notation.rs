//! Lines of symbols: a line is a grid or has a fault, a grid comes back from the line written for it, and the solver
//! takes any grid that fits a geometry (a few nodes of it: its answers are the business of `tests/laws`).
#![no_main]

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use libfuzzer_sys::fuzz_target;
use quadrille::sudoku::notation::{format_line, parse_line};
use quadrille::sudoku::{BoxShape, Geometry, Grid, Puzzle, Solver};

/// What is visited of the search, and up to which size: what a fuzzer does a thousand times a second.
const NODES: u64 = 8;
const SIZE_SOLVED_MAX: usize = 16;

fuzz_target!(|line: &str| {
    let mut faults = 0;
    let read = parse_line(line, &mut |_| faults += 1);
    assert_eq!(read.is_none(), faults > 0, "a grid, or a fault");
    let Some((grid, case)) = read else { return };
    let written = format_line(grid.cells(), case).expect("what was read from symbols has symbols");
    assert_eq!(parse_line(&written, &mut |_| {}), Some((grid.clone(), case)));
    solve_a_little(grid);
});

fn solve_a_little(grid: Grid) {
    let size = grid.size();
    if size > SIZE_SOLVED_MAX {
        return;
    }
    let geometry = Geometry::new(size, BoxShape::usual(size)).expect("its usual box fits every size");
    let puzzle = Puzzle::new(geometry, grid).expect("digits were held against the size");
    let limit = NonZeroU64::new(2).expect("2 is not 0");
    let advanced = Solver::new(puzzle, limit).advance(NODES, &AtomicBool::new(false));
    assert!(advanced.is_ok(), "a bug of the engine: {advanced:?}");
}
