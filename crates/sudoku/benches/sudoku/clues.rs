//! Line parser for the contenders that have none.

/// The clues of a puzzle, row by row, 0 for an empty cell.
pub(crate) struct Clues {
    pub(crate) size: usize,
    pub(crate) cells: Vec<u8>,
    box_width: usize,
    box_height: usize,
}

impl Clues {
    /// Parses one symbol per cell: `1` to `9`, then `A` to `Z`, anything else for an empty cell. Boxes are the usual ones.
    pub(crate) fn parse(line: &str) -> Self {
        let cells: Vec<u8> =
            line.chars().map(|symbol| symbol.to_digit(36).map_or(0, |digit| digit as u8)).collect();
        let size = cells.len().isqrt();
        let box_height = (1..=size.isqrt()).rev().find(|height| size.is_multiple_of(*height)).unwrap_or(1);
        Self { size, cells, box_width: size / box_height, box_height }
    }

    /// Row, column and box of a cell, each from 0.
    pub(crate) fn houses(&self, cell: usize) -> [usize; 3] {
        let (row, column) = (cell / self.size, cell % self.size);
        [row, column, row / self.box_height * self.box_height + column / self.box_width]
    }
}
