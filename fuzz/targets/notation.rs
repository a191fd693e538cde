//! Puzzles as text, in every format. Parsing succeeds or reports a fault; parsing inverts formatting; the solver accepts every
//! valid grid. It visits only a few nodes: `crates/sudoku/tests/laws` checks its answers.
#![no_main]

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use libfuzzer_sys::fuzz_target;
use quadrille_exact_cover::ResumableSearch;
use quadrille_notation::{Content, Format, ParsedText, format_puzzle, parse};
use quadrille_sudoku::{BoxShape, Puzzle, Rules, Solver};

/// Limits on the search and on the grid size, so that the fuzzer runs a thousand inputs per second.
const NODES: u64 = 8;
const SIZE_SOLVED_MAX: usize = 16;

fuzz_target!(|text: &str| {
    for format in [None].into_iter().chain(Format::ALL.iter().copied().map(Some)) {
        if let Some(read) = read(text, format) {
            writes_and_reads_again(&read);
            solve_a_little(read);
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
    let candidates = puzzle.candidates.as_deref();
    let rules = puzzle.to_rules().expect("parsed rules are valid");
    let (cells, case) = (puzzle.grid.cells(), puzzle.alphabet.case());
    let content = Content { cells, candidates, box_shape: shape, rules: Some(&rules), case };
    for &format in Format::ALL {
        let Ok(written) = format_puzzle(format, &content) else { continue };
        let again = read(&written, Some(format)).expect("a written puzzle is valid");
        // In `sukaku`, a cell with one candidate is a clue.
        if format != Format::Sukaku {
            assert_eq!((again.grid, &again.candidates), (puzzle.grid.clone(), &puzzle.candidates));
        }
    }
}

fn solve_a_little(ParsedText { grid, candidates, .. }: ParsedText) {
    let size = grid.square_size().expect("a text is a square");
    if size > SIZE_SOLVED_MAX {
        return;
    }
    let rules = Rules::plain(size, BoxShape::usual(size)).expect("every size has a usual box");
    let puzzle = Puzzle::new(rules, grid).expect("parsed digits fit the size");
    let puzzle = match candidates {
        Some(candidates) => puzzle.with_candidates(candidates).expect("parsed candidates fit the clues"),
        None => puzzle,
    };
    let limit = NonZeroU64::new(2).expect("2 is not 0");
    let advanced = Solver::new(puzzle, limit).advance(NODES, &AtomicBool::new(false));
    assert!(advanced.is_ok(), "engine bug: {advanced:?}");
}
