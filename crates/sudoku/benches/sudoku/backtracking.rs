//! Baseline: plain backtracking on the first empty cell, smallest digit first.

use super::Contender;
use super::clues::Clues;

/// Plain backtracking with bit sets per house: fast placements, naive choice of the cell.
#[derive(Default)]
pub(crate) struct Backtracking;

/// Placements after which a run is stopped, about a minute.
pub(crate) const PLACEMENTS_MAX: u64 = 10_000_000_000;

impl Contender for Backtracking {
    fn count(&mut self, line: &str, limit: u64) -> u64 {
        count_within(line, limit, u64::MAX).0
    }
}

/// The number of solutions up to `limit`, and the unused part of `placements_max`: 0 if the run was stopped.
pub(crate) fn count_within(line: &str, limit: u64, placements_max: u64) -> (u64, u64) {
    let Some(mut board) = Board::new(&Clues::parse(line), limit, placements_max) else {
        return (0, placements_max);
    };
    board.fill(0);
    (board.solutions, board.placements_left)
}

struct Board {
    /// Houses of each empty cell.
    empty: Vec<[usize; 3]>,
    /// Digits of each row, column and box: bit 0 for digit 1.
    used: [Vec<u32>; 3],
    all: u32,
    solutions: u64,
    limit: u64,
    placements_left: u64,
}

impl Board {
    /// The board of these clues; `None` if they conflict.
    fn new(clues: &Clues, limit: u64, placements_left: u64) -> Option<Self> {
        let mut board = Self {
            empty: Vec::new(),
            used: [vec![0; clues.size], vec![0; clues.size], vec![0; clues.size]],
            all: (1 << clues.size) - 1,
            solutions: 0,
            limit,
            placements_left,
        };
        for (cell, &digit) in clues.cells.iter().enumerate() {
            let houses = clues.houses(cell);
            if digit == 0 {
                board.empty.push(houses);
                continue;
            }
            let bit = 1 << (digit - 1);
            if board.free(houses) & bit == 0 {
                return None;
            }
            board.toggle(houses, bit);
        }
        Some(board)
    }

    fn free(&self, [row, column, in_box]: [usize; 3]) -> u32 {
        self.all & !(self.used[0][row] | self.used[1][column] | self.used[2][in_box])
    }

    fn toggle(&mut self, [row, column, in_box]: [usize; 3], bit: u32) {
        self.used[0][row] ^= bit;
        self.used[1][column] ^= bit;
        self.used[2][in_box] ^= bit;
    }

    /// Tries all digits in the empty cells from `index` on.
    fn fill(&mut self, index: usize) {
        let Some(&houses) = self.empty.get(index) else {
            self.solutions += 1;
            return;
        };
        let mut digits = self.free(houses);
        while digits != 0 && self.solutions < self.limit && self.placements_left > 0 {
            self.placements_left -= 1;
            let bit = digits & digits.wrapping_neg();
            digits ^= bit;
            self.toggle(houses, bit);
            self.fill(index + 1);
            self.toggle(houses, bit);
        }
    }
}
