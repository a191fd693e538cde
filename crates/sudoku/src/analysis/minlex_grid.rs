//! Smallest form of a solved classic 9x9.
//!
//! The first row of the smallest form is 123456789. Two rows of a band, the first for this one and the second for the row
//! below, then determine all columns and labels but for the choice of the first stack and the order of its columns. The
//! second row begins with 456 if the three digits below a box of the first row are in one box of the first row, else
//! with 457. Everything after the second row follows.

use super::symmetry::SmallGrid;

/// Transformation of a solved grid.
#[derive(Clone, Copy, Debug)]
pub(super) struct GridTransformation {
    /// Whether rows and columns are exchanged first.
    pub(super) is_transposed: bool,
    /// Source of each row of the result.
    pub(super) rows: [u8; 9],
    /// Source of each column of the result.
    pub(super) columns: [u8; 9],
    /// New digit of each digit.
    pub(super) labels: [u8; 10],
}

/// Orders of three columns.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The smallest form of a solved classic 9x9, and all transformations that lead to it.
pub(super) fn minlex_of_solved(grid: &SmallGrid) -> ([u8; 81], Vec<GridTransformation>) {
    let mut smallest = Smallest { digits: [u8::MAX; 81], transformations: Vec::new() };
    let orientations = [(false, *grid), (true, grid.transposed())];
    let pairs = || {
        orientations.iter().flat_map(|orientation| {
            (0..9).flat_map(move |first| {
                let band = first / 3 * 3;
                (band..band + 3)
                    .filter(move |&second| second != first)
                    .map(move |second| RowPair::new(orientation.0, &orientation.1, first, second))
            })
        })
    };
    let is_one_box = pairs().any(|pair| (0..3).any(|stack| pair.is_one_box(stack)));
    for pair in pairs() {
        for stack in 0..3 {
            if pair.is_one_box(stack) == is_one_box {
                for order in ORDERS {
                    if let Some(columns) = pair.columns(stack, order) {
                        smallest.compare(&pair, columns);
                    }
                }
            }
        }
    }
    (smallest.digits, smallest.transformations)
}

/// Two rows of a band.
struct RowPair<'a> {
    is_transposed: bool,
    grid: &'a SmallGrid,
    first: usize,
    second: usize,
    /// For each column, the column in which the first row has the digit of the second row.
    above: [usize; 9],
}

impl<'a> RowPair<'a> {
    fn new(is_transposed: bool, grid: &'a SmallGrid, first: usize, second: usize) -> Self {
        let mut column_of = [0; 10];
        (0..9).for_each(|column| column_of[usize::from(grid.at(first, column) % 10)] = column);
        let above = std::array::from_fn(|column| column_of[usize::from(grid.at(second, column) % 10)]);
        Self { is_transposed, grid, first, second, above }
    }

    /// Whether the first row has the three digits below a box in one box.
    fn is_one_box(&self, stack: usize) -> bool {
        let [a, b, c] = std::array::from_fn(|column| self.above[3 * stack + column] / 3);
        a == b && b == c
    }

    /// The order of all columns that begins with the columns of a stack in this order, and gives the smallest second row;
    /// `None` if another order of these gives a smaller one.
    fn columns(&self, stack: usize, order: [usize; 3]) -> Option<[u8; 9]> {
        let mut columns = [0; 9];
        let mut used = [false; 9];
        for (place, at) in order.into_iter().enumerate() {
            columns[place] = 3 * stack + at;
            used[columns[place]] = true;
        }
        // The first and the second digit of the second row have their columns in the second stack.
        let [first, second, third] = std::array::from_fn(|place| self.above[columns[place]]);
        if first / 3 != second / 3 {
            return None;
        }
        (columns[3], columns[4]) = (first, second);
        let second_stack = first / 3;
        let last_of_second =
            (3 * second_stack..3 * second_stack + 3).find(|at| ![first, second].contains(at))?;
        columns[5] = last_of_second;
        columns[3..6].iter().for_each(|&column| used[column] = true);
        let mut placed = 6;
        if third != last_of_second {
            columns[6] = third;
            used[third] = true;
            placed = 7;
        }
        // The columns of the third stack, in the order in which the second row needs their labels.
        for place in 3..9 {
            if place == placed {
                break;
            }
            let above = self.above[columns[place]];
            if !used[above] {
                columns[placed] = above;
                used[above] = true;
                placed += 1;
            }
        }
        (placed == 9).then(|| columns.map(|column| column as u8))
    }
}

/// Smallest form so far.
struct Smallest {
    digits: [u8; 81],
    transformations: Vec<GridTransformation>,
}

impl Smallest {
    /// Compares with the form that has these rows first, and these columns.
    fn compare(&mut self, pair: &RowPair<'_>, columns: [u8; 9]) {
        let RowPair { grid, first, second, .. } = *pair;
        let mut labels = [0; 10];
        for (label, &column) in (1..).zip(&columns) {
            labels[usize::from(grid.at(first, usize::from(column)) % 10)] = label;
        }
        let value = |row: usize, place: usize| {
            let digit = grid.at(row, usize::from(columns[place]));
            labels[usize::from(digit % 10)]
        };
        // Most forms differ in the second row; the first is always the same.
        let second_values: [u8; 9] = std::array::from_fn(|place| value(second, place));
        if second_values[..] > self.digits[9..18] {
            return;
        }
        let band = first / 3;
        let third = 3 * band + (3 - first % 3 - second % 3);
        let mut rows = [first, second, third, 0, 0, 0, 0, 0, 0];
        // The other bands: rows in ascending order of their first value, bands in the order of their first row.
        let sorted = |band: usize| {
            let mut rows = [3 * band, 3 * band + 1, 3 * band + 2];
            rows.sort_unstable_by_key(|&row| value(row, 0));
            rows
        };
        let (fourth, seventh) = (sorted((band + 1) % 3), sorted((band + 2) % 3));
        let (fourth, seventh) =
            if value(fourth[0], 0) < value(seventh[0], 0) { (fourth, seventh) } else { (seventh, fourth) };
        rows[3..6].copy_from_slice(&fourth);
        rows[6..].copy_from_slice(&seventh);
        let mut is_smaller = self.transformations.is_empty();
        for (at, &row) in rows.iter().enumerate() {
            let values: [u8; 9] = std::array::from_fn(|place| value(row, place));
            let best = &mut self.digits[9 * at..][..9];
            if !is_smaller && values[..] > best[..] {
                return;
            }
            if is_smaller || values[..] < best[..] {
                is_smaller = true;
                best.copy_from_slice(&values);
            }
        }
        if is_smaller {
            self.transformations.clear();
        }
        self.transformations.push(GridTransformation {
            is_transposed: pair.is_transposed,
            rows: rows.map(|row| row as u8),
            columns,
            labels,
        });
    }
}
