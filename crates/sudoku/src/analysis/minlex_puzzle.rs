//! Smallest form of a puzzle, row by row.
//!
//! Keeps all partial transformations that give the smallest rows so far, and extends each by every row that may follow.
//! Columns that only have empty cells so far remain tied: their order is chosen when a row tells them apart. The same
//! holds for stacks.

use super::symmetry::{CANONICAL_SIZE_MAX, SmallGrid};

/// Order of a digit that has no label yet: after all labels.
const NEW: u8 = u8::MAX;

/// Transformations that one call may examine and make: about a millisecond. One row makes up to 5,040 more.
const WORK_PER_CALL: usize = 4_096;

/// Values of a row, in the order of the columns.
type RowValues = [u8; CANONICAL_SIZE_MAX];

/// Transformation of the first rows of a grid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Partial {
    /// Index of the orientation.
    pub(super) orientation: usize,
    /// Source of each row of the result.
    pub(super) rows: [u8; CANONICAL_SIZE_MAX],
    /// Source of each column of the result; any order within tied columns and stacks.
    pub(super) columns: [u8; CANONICAL_SIZE_MAX],
    /// New digit of each digit, 0 if it has none yet.
    pub(super) labels: [u8; CANONICAL_SIZE_MAX + 1],
    labelled: u8,
}

/// Smallest form of a puzzle.
#[derive(Clone, Debug)]
pub(super) struct Minlex {
    /// Digits row by row.
    pub(super) digits: [u8; 81],
    /// A transformation that leads to it.
    pub(super) transformation: Partial,
    /// Number of transformations of the cells that lead to it.
    pub(super) count: u64,
}

/// Columns and stacks that the rows so far do not tell apart, as bits: which ones are tied to the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ties {
    columns: u16,
    stacks: u16,
}

impl Ties {
    /// Ends of the runs of tied elements, from `start` to `end`.
    fn runs(bits: u16, start: usize, end: usize) -> impl Iterator<Item = (usize, usize)> {
        let mut from = start;
        std::iter::from_fn(move || {
            let first = from;
            (first < end).then(|| {
                from = (first + 1..end).find(|&at| bits >> at & 1 == 0).unwrap_or(end);
                (first, from)
            })
        })
    }
}

/// Search for the smallest form of a grid, compared row by row, with empty cells before all digits. It can be paused.
#[derive(Clone, Debug)]
pub(super) struct MinlexSearch {
    size: usize,
    width: usize,
    orientations: Vec<SmallGrid>,
    /// Number of rows found.
    depth: usize,
    digits: [u8; 81],
    ties: Ties,
    /// The transformations that lead to the rows found.
    kept: Vec<Partial>,
    /// Number of transformations in `kept` that are extended by the next row.
    extended: usize,
    /// The smallest next row so far, and the transformations that lead to it.
    best: RowValues,
    next: Vec<Partial>,
}

impl MinlexSearch {
    /// The search of a grid.
    pub(super) fn new(grid: &SmallGrid) -> Self {
        let orientations: Vec<SmallGrid> = grid.orientations().map(|(_, grid)| grid).collect();
        let (size, width) = (grid.size, orientations[0].box_width);
        let mut columns = [0; CANONICAL_SIZE_MAX];
        (0..size).for_each(|column| columns[column] = column as u8);
        let kept = (0..orientations.len())
            .map(|orientation| Partial { orientation, rows: [0; 9], columns, labels: [0; 10], labelled: 0 })
            .collect();
        let all_but_first =
            |count: usize| (0..count).filter(|at| at % count != 0).fold(0, |bits, at| bits | 1 << at);
        let ties = Ties {
            columns: (0..size)
                .filter(|column| column % width != 0)
                .fold(0, |bits, column| bits | 1 << column),
            stacks: all_but_first(size / width),
        };
        Self {
            size,
            width,
            orientations,
            depth: 0,
            digits: [0; 81],
            ties,
            kept,
            extended: 0,
            best: [NEW; CANONICAL_SIZE_MAX],
            next: Vec::new(),
        }
    }

    /// Searches on, for about a millisecond. Returns the smallest form once it is known.
    pub(super) fn advance(&mut self) -> Option<Minlex> {
        let mut work = 0;
        while self.depth < self.size {
            while let Some(partial) = self.kept.get(self.extended) {
                if work > WORK_PER_CALL {
                    return None;
                }
                self.extended += 1;
                let grid = &self.orientations[partial.orientation];
                for row in rows_that_may_follow(partial, self.depth, grid) {
                    work += 1;
                    let extension = Extension::new(grid, partial, self.ties, row);
                    if extension.values > self.best {
                        continue;
                    }
                    if extension.values < self.best {
                        self.best = extension.values;
                        self.next.clear();
                    }
                    let known = self.next.len();
                    extension.push_all(partial, self.depth, &mut self.next);
                    work += self.next.len() - known;
                }
            }
            self.ties = ties_after(self.ties, &self.best, self.width, self.size);
            self.digits[self.depth * self.size..][..self.size].copy_from_slice(&self.best[..self.size]);
            std::mem::swap(&mut self.kept, &mut self.next);
            self.next.clear();
            self.best = [NEW; CANONICAL_SIZE_MAX];
            self.extended = 0;
            self.depth += 1;
        }
        let factorial = |(start, end): (usize, usize)| (1..=(end - start) as u64).product::<u64>();
        let tied = Ties::runs(self.ties.columns, 0, self.size).map(factorial).product::<u64>()
            * Ties::runs(self.ties.stacks, 0, self.size / self.width).map(factorial).product::<u64>();
        let count = self.kept.len() as u64 * tied;
        Some(Minlex { digits: self.digits, transformation: self.kept[0], count })
    }
}

/// The rows of the open band that are left; all rows of the other bands if none is open.
fn rows_that_may_follow(partial: &Partial, depth: usize, grid: &SmallGrid) -> impl Iterator<Item = u8> {
    let height = grid.box_height;
    let used = partial.rows[..depth].iter().fold(0_u16, |bits, row| bits | 1 << row);
    let open = (!depth.is_multiple_of(height)).then(|| usize::from(partial.rows[depth - 1]) / height);
    let band_is_used = move |row: usize| used >> (row / height * height) & ((1 << height) - 1) != 0;
    (0..grid.size as u8).filter(move |&row| {
        let row = usize::from(row);
        used >> row & 1 == 0 && open.map_or_else(|| !band_is_used(row), |band| row / height == band)
    })
}

/// The ties that a row with these values leaves: columns are tied if they were and both are empty.
fn ties_after(ties: Ties, values: &RowValues, width: usize, size: usize) -> Ties {
    let is_empty = |column: usize| values[column] == 0;
    let stack_is_empty = |stack: usize| (stack * width..(stack + 1) * width).all(is_empty);
    let columns = (1..size).filter(|&at| is_empty(at - 1) && is_empty(at));
    let stacks = (1..size / width).filter(|&at| stack_is_empty(at - 1) && stack_is_empty(at));
    Ties {
        columns: ties.columns & columns.fold(0, |bits, at| bits | 1 << at),
        stacks: ties.stacks & stacks.fold(0, |bits, at| bits | 1 << at),
    }
}

/// The smallest values that a row can have after the rows before.
struct Extension<'a> {
    grid: &'a SmallGrid,
    ties: Ties,
    row: u8,
    /// Source columns, tied stacks and tied columns in ascending order of their values.
    columns: [u8; CANONICAL_SIZE_MAX],
    /// Values in this order: 0, labels, and the labels that new digits get.
    values: RowValues,
    /// Values with [`NEW`] for each new digit.
    ranks: RowValues,
}

impl<'a> Extension<'a> {
    fn new(grid: &'a SmallGrid, partial: &Partial, ties: Ties, row: u8) -> Self {
        let (size, width) = (grid.size, grid.box_width);
        let rank_of = |column: u8| match grid.at(usize::from(row), usize::from(column)) {
            0 => 0,
            digit => match partial.labels[usize::from(digit)] {
                0 => NEW,
                label => label,
            },
        };
        let mut extension = Self { grid, ties, row, columns: partial.columns, values: [0; 9], ranks: [0; 9] };
        let Self { columns, values, ranks, .. } = &mut extension;
        for (start, end) in Ties::runs(ties.columns, 0, size) {
            columns[start..end].sort_unstable_by_key(|&column| rank_of(column));
        }
        for column in 0..size {
            ranks[column] = rank_of(columns[column]);
        }
        for (start, end) in Ties::runs(ties.stacks, 0, size / width).filter(|(start, end)| end - start > 1) {
            // Three stacks at most are worth sorting; insertion keeps this short.
            for last in start + 1..end {
                for stack in (start + 1..=last).rev() {
                    let (left, right) = ((stack - 1) * width, stack * width);
                    if ranks[left..right] <= ranks[right..right + width] {
                        break;
                    }
                    for at in left..right {
                        ranks.swap(at, at + width);
                        columns.swap(at, at + width);
                    }
                }
            }
        }
        let mut label = partial.labelled;
        for (value, &rank) in values.iter_mut().zip(&*ranks) {
            *value = rank;
            if rank == NEW {
                label += 1;
                *value = label;
            }
        }
        extension
    }

    /// Adds the partial transformations that give these values: new digits in tied columns may take their labels in any
    /// order, and so may tied stacks with equal ranks.
    fn push_all(&self, partial: &Partial, depth: usize, next: &mut Vec<Partial>) {
        let mut extended = *partial;
        extended.rows[depth] = self.row;
        extended.columns = self.columns;
        let first = next.len();
        next.push(extended);
        let (size, width) = (self.grid.size, self.grid.box_width);
        for (start, end) in Ties::runs(self.ties.stacks, 0, size / width) {
            for stack in start + 1..end {
                let ranks = |stack: usize| &self.ranks[stack * width..][..width];
                let equal = (start..stack).rev().take_while(|&other| ranks(other) == ranks(stack)).count();
                if ranks(stack).iter().any(|&rank| rank != 0) {
                    add_exchanges(next, first, stack, equal, |columns, stack, other| {
                        (0..width).for_each(|at| columns.swap(stack * width + at, other * width + at));
                    });
                }
            }
        }
        for (start, end) in Ties::runs(self.ties.columns, 0, size) {
            for column in start + 1..end {
                let new = (start..column).rev().take_while(|&other| self.ranks[other] == NEW).count();
                if self.ranks[column] == NEW {
                    add_exchanges(next, first, column, new, |columns, column, other| {
                        columns.swap(column, other);
                    });
                }
            }
        }
        for extended in &mut next[first..] {
            for &column in &extended.columns[..size] {
                let digit = self.grid.at(usize::from(self.row), usize::from(column));
                let label = &mut extended.labels[usize::from(digit)];
                if digit != 0 && *label == 0 {
                    extended.labelled += 1;
                    *label = extended.labelled;
                }
            }
        }
    }
}

/// Adds copies of the transformations from `first` on, in which `last` is exchanged with each of the `count` before it.
/// Repeated for a growing `last`, this gives all permutations.
fn add_exchanges(
    transformations: &mut Vec<Partial>,
    first: usize,
    last: usize,
    count: usize,
    exchange: impl Fn(&mut [u8; CANONICAL_SIZE_MAX], usize, usize),
) {
    let end = transformations.len();
    for other in last - count..last {
        for at in first..end {
            let mut copy = transformations[at];
            exchange(&mut copy.columns, last, other);
            transformations.push(copy);
        }
    }
}
