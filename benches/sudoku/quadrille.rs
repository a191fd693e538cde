//! This project as a Sudoku solver.

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use quadrille::sudoku::notation::parse_line;
use quadrille::sudoku::{BoxShape, Geometry, Progress, Puzzle, Solver};

use super::Row;

/// This project, each answer certified as everywhere, with one solver for all puzzles of a pass. The only place here
/// that knows how the solver is driven.
#[derive(Default)]
pub(crate) struct Quadrille {
    /// `None` before the first puzzle.
    solver: Option<Solver>,
}

impl Row for Quadrille {
    fn count(&mut self, line: &str, limit: u64) -> u64 {
        let limit = NonZeroU64::new(limit).expect("at least one solution is asked for");
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
        while solver.advance(u64::MAX, &stop).expect("the engine has no bug") == Progress::Paused {}
        solver.count()
    }
}

fn puzzle(line: &str) -> Puzzle {
    let (grid, _) = parse_line(line, &mut |_| {}).expect("the line is a grid");
    let geometry =
        Geometry::new(grid.size(), BoxShape::usual(grid.size())).expect("every size has usual boxes");
    Puzzle::new(geometry, grid).expect("the grid has the size of its geometry")
}
