//! The crate `dlx` as a Sudoku solver.

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::x::{Problem, make_problem};
use dlx::{OptOrder, Solver, Uint};

use super::Contender;
use super::clues::Clues;

/// The crate `dlx`: Algorithm X with MRV on the exact cover problem that the clues leave. The matrix is rebuilt for each
/// puzzle, because the crate cannot reuse it.
#[derive(Default)]
pub(crate) struct Dlx;

impl Contender for Dlx {
    fn count(&mut self, line: &str, limit: u64) -> u64 {
        match Matrix::new(&Clues::parse(line)) {
            None => 0,
            Some(matrix) if matrix.items == 0 => 1,
            Some(matrix) if matrix.options.is_empty() => 0,
            Some(matrix) => count(&mut matrix.problem(), limit),
        }
    }
}

fn count(problem: &mut Problem, limit: u64) -> u64 {
    let mut solver = Solver::new(problem);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut solutions = 0;
    while solutions < limit && solver.next_solution(&mut chooser) {
        solutions += 1;
    }
    solutions
}

/// Exact cover problem of a puzzle without the items that the clues cover, and without the options that they exclude.
struct Matrix {
    items: Uint,
    options: Vec<Vec<Uint>>,
}

/// Marks an item covered by a clue.
const COVERED: Uint = Uint::MAX;

impl Matrix {
    /// The matrix; `None` if clues conflict.
    fn new(clues: &Clues) -> Option<Self> {
        let size = clues.size;
        let cells = size * size;
        let mut numbers = vec![0; 4 * cells];
        let items_of = |cell: usize, digit: usize| {
            let [row, column, in_box] = clues.houses(cell);
            [
                cell,
                cells + row * size + digit,
                2 * cells + column * size + digit,
                3 * cells + in_box * size + digit,
            ]
        };
        for (cell, &digit) in clues.cells.iter().enumerate().filter(|(_, digit)| **digit != 0) {
            for item in items_of(cell, usize::from(digit) - 1) {
                if std::mem::replace(&mut numbers[item], COVERED) == COVERED {
                    return None;
                }
            }
        }
        let mut items = 0;
        for number in numbers.iter_mut().filter(|number| **number != COVERED) {
            *number = items;
            items += 1;
        }
        let mut options = Vec::new();
        for cell in (0..cells).filter(|&cell| clues.cells[cell] == 0) {
            for digit in 0..size {
                let option = items_of(cell, digit).map(|item| numbers[item]);
                if !option.contains(&COVERED) {
                    options.push(option.to_vec());
                }
            }
        }
        Some(Self { items, options })
    }

    fn problem(&self) -> Problem {
        make_problem(self.items, 0, &self.options, OptOrder::Seq)
    }
}
