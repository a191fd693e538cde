//! Puzzles as text, in every format. Parsing succeeds or reports a fault; parsing inverts formatting; the solver accepts every
//! valid grid. It visits only a few nodes: `tests/laws` checks its answers.
#![no_main]

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use libfuzzer_sys::fuzz_target;
use quadrille::sudoku::notation::{Format, ParsedText, parse};
use quadrille::sudoku::{BoxShape, Grid, Puzzle, Rules, Solver};

/// Limits on the search and on the grid size, so that the fuzzer runs a thousand inputs per second.
const NODES: u64 = 8;
const SIZE_SOLVED_MAX: usize = 16;

fuzz_target!(|text: &str| {
    for format in [None, Some(Format::Line), Some(Format::Drawing)] {
        if let Some(read) = read(text, format) {
            writes_and_reads_again(&read);
            solve_a_little(read.grid);
        }
    }
});

fn read(text: &str, format: Option<Format>) -> Option<ParsedText> {
    let mut faults = 0;
    let read = parse(text, format, &mut |_| faults += 1);
    assert_eq!(read.is_none(), faults > 0, "either a grid or a fault");
    read
}

fn writes_and_reads_again(puzzle: &ParsedText) {
    let size = puzzle.grid.square_size().expect("a text is a square");
    let shape = puzzle.box_shape.unwrap_or_else(|| BoxShape::usual(size));
    for format in Format::ALL {
        let written = format.format(puzzle.grid.cells(), puzzle.case, shape);
        let Some(written) = written else { continue };
        assert_eq!(read(&written, Some(format)).map(|read| read.grid), Some(puzzle.grid.clone()));
    }
}

fn solve_a_little(grid: Grid) {
    let size = grid.square_size().expect("a text is a square");
    if size > SIZE_SOLVED_MAX {
        return;
    }
    let rules = Rules::plain(size, BoxShape::usual(size)).expect("every size has a usual box");
    let puzzle = Puzzle::new(rules, grid).expect("parsed digits fit the size");
    let limit = NonZeroU64::new(2).expect("2 is not 0");
    let advanced = Solver::new(puzzle, limit).advance(NODES, &AtomicBool::new(false));
    assert!(advanced.is_ok(), "engine bug: {advanced:?}");
}
