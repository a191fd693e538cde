//! Plain backtracking: the first empty cell, the smallest digit first.

use super::Row;
use super::clues::Clues;

/// The baseline: what one writes in an afternoon, with the digits of rows, columns and boxes as bit sets, so that a
/// placement costs nanoseconds; only the choice of the cell is naive.
#[derive(Default)]
pub(crate) struct Backtracking;

/// How many placements a run that may be stopped makes: about a minute's worth.
pub(crate) const PLACEMENTS_MAX: u64 = 10_000_000_000;

impl Row for Backtracking {
    fn count(&mut self, line: &str, limit: u64) -> u64 {
        count_within(line, limit, u64::MAX).0
    }
}

/// How many solutions were found, up to `limit`, and how many of `placements_max` placements were left: none where they
/// did not suffice.
pub(crate) fn count_within(line: &str, limit: u64, placements_max: u64) -> (u64, u64) {
    let Some(mut board) = Board::new(&Clues::parse(line), limit, placements_max) else {
        return (0, placements_max);
    };
    board.fill(0);
    (board.solutions, board.placements_left)
}

struct Board {
    /// The houses of each empty cell, in the order of the cells.
    empty: Vec<[usize; 3]>,
    /// The digits that stand in each row, column and box: bit 0 for digit 1.
    used: [Vec<u32>; 3],
    all: u32,
    solutions: u64,
    limit: u64,
    placements_left: u64,
}

impl Board {
    /// The board with its clues, or `None` where two of them contradict each other.
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

    /// Fills the empty cells from number `index` on in every way.
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
