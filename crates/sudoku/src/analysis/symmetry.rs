//! Symmetries of square grids: transformations that keep rows, columns and boxes.

use quadrille_exact_cover::unstable::SplitMix64;

use crate::model::{BoxShape, Cell, Digit, DigitSet, Grid, Puzzle};

/// Largest size with canonical forms.
pub(super) const CANONICAL_SIZE_MAX: usize = 9;

/// Largest size of a Latin square with canonical forms. Its columns have `size!` orders.
const LATIN_SIZE_MAX: usize = 7;

/// Transformation of a square grid, which is applied in the order of its fields.
///
/// It permutes the bands, the rows of each band, the stacks, the columns of each stack, and the digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// Whether rows and columns are exchanged first.
    pub is_transposed: bool,
    /// For each row of the result, the index of its row before.
    pub rows: Vec<usize>,
    /// For each column of the result, the index of its column before.
    pub columns: Vec<usize>,
    /// For each digit, from 1, its digit in the result.
    pub digits: Vec<Digit>,
}

impl Symmetry {
    /// Returns a random symmetry of grids with boxes of this shape. Each has the same probability. It exchanges rows and columns only
    /// if the boxes are square.
    ///
    /// The same shape and seed give the same symmetry.
    pub fn random(shape: BoxShape, seed: u64) -> Self {
        let BoxShape { width, height } = shape;
        let mut random = SplitMix64::new(seed);
        let mut digits: Vec<Digit> = Digit::all(width * height).collect();
        random.shuffle(&mut digits);
        Self {
            is_transposed: width == height && random.below(2) == 1,
            rows: shuffled_lines(width, height, &mut random),
            columns: shuffled_lines(height, width, &mut random),
            digits,
        }
    }

    /// Transforms a grid; `None` if it has another size.
    pub fn apply(&self, grid: &Grid) -> Option<Grid> {
        let digit = |digit: &Option<Digit>| digit.and_then(|digit| self.digits.get(digit.index()).copied());
        Grid::from_cells(self.moved(grid.cells())?.map(digit).collect())
    }

    /// Transforms a puzzle with its candidates; `None` if it has another size, or is not plain.
    pub fn apply_to_puzzle(&self, puzzle: &Puzzle) -> Option<Puzzle> {
        puzzle.rules().box_shape()?;
        let moved = Puzzle::new(puzzle.rules().clone(), self.apply(puzzle.clues())?).ok()?;
        let Some(candidates) = puzzle.given_candidates() else { return Some(moved) };
        let digits = |set: &DigitSet| {
            let mut moved = DigitSet::default();
            moved.extend(set.digits().filter_map(|digit| self.digits.get(digit.index()).copied()));
            moved
        };
        moved.with_candidates(self.moved(candidates)?.map(digits).collect()).ok()
    }

    /// Returns the values of cells in the order of the result; `None` if there are not as many as cells.
    fn moved<'a, T>(&'a self, cells: &'a [T]) -> Option<impl Iterator<Item = &'a T>> {
        let size = self.rows.len();
        let source = move |index: usize| {
            let (row, column) = (self.rows[index / size], self.columns[index % size]);
            &cells[if self.is_transposed { column * size + row } else { row * size + column }]
        };
        let fits = |lines: &[usize]| lines.len() == size && lines.iter().all(|&line| line < size);
        let is_sound = cells.len() == size * size && fits(&self.rows) && fits(&self.columns);
        is_sound.then(|| (0..size * size).map(source))
    }
}

/// Indices of rows in a random order of bands, and of the rows of each band; the same for columns and stacks.
fn shuffled_lines(bands: usize, lines: usize, random: &mut SplitMix64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..bands).collect();
    random.shuffle(&mut order);
    let mut shuffled = Vec::with_capacity(bands * lines);
    for band in order {
        let mut own: Vec<usize> = (band * lines..(band + 1) * lines).collect();
        random.shuffle(&mut own);
        shuffled.append(&mut own);
    }
    shuffled
}

/// Whether a box is a line. Such boxes say nothing: rows and columns may be exchanged as in a Latin square.
fn is_line(shape: BoxShape) -> bool {
    shape.width == 1 || shape.height == 1
}

/// Square grid in small numbers: 0 for an empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SmallGrid {
    pub(super) size: usize,
    pub(super) box_width: usize,
    pub(super) box_height: usize,
    /// Digits row by row, up to `size` times `size`.
    pub(super) digits: [u8; 81],
}

impl SmallGrid {
    /// Whether a size with these boxes is small enough.
    pub(super) fn fits(size: usize, shape: BoxShape) -> bool {
        let size_max = if is_line(shape) { LATIN_SIZE_MAX } else { CANONICAL_SIZE_MAX };
        shape.width * shape.height == size && size <= size_max
    }

    /// `None` if the grid is too large, has another shape, or has a digit twice in a row or column.
    pub(super) fn new(grid: &Grid, shape: BoxShape) -> Option<Self> {
        let size = grid.square_size().filter(|&size| Self::fits(size, shape))?;
        let (box_width, box_height) = if is_line(shape) { (size, 1) } else { (shape.width, shape.height) };
        let mut digits = [0; 81];
        for (Cell(cell), digit) in grid.filled() {
            *digits.get_mut(usize::from(cell))? = digit.value() as u8;
        }
        let small = Self { size, box_width, box_height, digits };
        let rows_are_valid = |grid: &Self| (0..size).all(|row| grid.row_is_valid(row));
        (rows_are_valid(&small) && rows_are_valid(&small.transposed())).then_some(small)
    }

    /// Whether a row has no digit twice.
    fn row_is_valid(&self, row: usize) -> bool {
        let mut seen = 0_u16;
        (0..self.size).map(|column| self.at(row, column)).filter(|&digit| digit != 0).all(|digit| {
            let is_new = seen >> digit & 1 == 0;
            seen |= 1 << digit;
            is_new
        })
    }

    /// Whether every box has every digit. Then every row and column has, too.
    pub(super) fn is_solved(&self) -> bool {
        let stacks = self.size / self.box_width;
        let every_digit = (2 << self.size) - 2;
        (0..self.size).all(|at| {
            let (top, left) = (at / stacks * self.box_height, at % stacks * self.box_width);
            let cells =
                (0..self.size).map(|cell| (top + cell / self.box_width, left + cell % self.box_width));
            let found = cells.fold(0_u16, |found, (row, column)| found | 1 << self.at(row, column));
            found == every_digit
        })
    }

    /// Exchanges rows and columns. The boxes keep their shape.
    pub(super) fn transposed(&self) -> Self {
        let mut digits = [0; 81];
        for row in 0..self.size {
            for column in 0..self.size {
                digits[column * self.size + row] = self.digits[row * self.size + column];
            }
        }
        Self { digits, ..*self }
    }

    /// The digit in a cell.
    #[inline]
    pub(super) fn at(&self, row: usize, column: usize) -> u8 {
        self.digits[(row * self.size + column) % 81]
    }

    /// This grid, and the transposed one if its boxes have the same shape.
    pub(super) fn orientations(&self) -> impl Iterator<Item = (bool, Self)> {
        let is_square = self.box_width == self.box_height || self.box_height == 1;
        std::iter::once((false, *self)).chain(is_square.then(|| (true, self.transposed())))
    }
}
