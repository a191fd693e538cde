//! This project's solver.

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::ResumableSearch;
use quadrille_sudoku::text::parse_line;
use quadrille_sudoku::{BoxShape, Progress, Puzzle, Rules, Solver};

use super::Contender;

/// This project: one reused solver per pass; every solution is certified.
#[derive(Default)]
pub(crate) struct Quadrille {
    /// `None` before the first puzzle.
    solver: Option<Solver>,
}

impl Contender for Quadrille {
    fn count(&mut self, line: &str, limit: u64) -> u64 {
        let limit = NonZeroU64::new(limit).expect("positive");
        let puzzle = puzzle(line);
        let solver = match self.solver.take() {
            None => Solver::new(puzzle, limit),
            Some(mut solver) => {
                solver.restart(puzzle, limit);
                solver
            }
        };
        let solver = self.solver.insert(solver);
        let stop = AtomicBool::new(false);
        while solver.advance(u64::MAX, &stop).expect("no engine bug") == Progress::Paused {}
        solver.count()
    }
}

/// The puzzle in a line.
pub(crate) fn puzzle(line: &str) -> Puzzle {
    let (grid, _) = parse_line(line, &mut |_| {}).expect("a valid line");
    let size = grid.square_size().expect("a square");
    let rules = Rules::plain(size, BoxShape::usual(size)).expect("a valid size");
    Puzzle::new(rules, grid).expect("the grid fits")
}
