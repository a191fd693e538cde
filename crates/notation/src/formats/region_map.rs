//! Maps of regions: a symbol for each cell, of which equal ones are a region.

use quadrille_sudoku::unstable::{digit_of, symbols_of};
use quadrille_sudoku::{Cell, Grid, SIZE_MAX, size_for_cells};

/// Smallest size of a map that is recognized by its shape.
const SIZE_MIN: usize = 4;

/// Characters that are no symbols of regions: empty cells, separators and brackets.
const NO_SYMBOLS: [char; 15] = ['.', '_', '*', '-', '?', ',', ';', '|', '"', '[', ']', '{', '}', '(', ')'];

/// Map of n regions of n cells each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionMap {
    size: usize,
    /// Symbol of each cell.
    symbols: Vec<char>,
}

impl RegionMap {
    /// Reads n*n symbols without white space, of which there are n, each n times; `None` for all other texts.
    pub fn parse(text: &str) -> Option<Self> {
        let symbols: Vec<char> =
            symbols_of(text).map(|(_, symbol)| symbol).take(SIZE_MAX * SIZE_MAX + 1).collect();
        let size = size_for_cells(symbols.len()).filter(|&size| size >= SIZE_MIN)?;
        if symbols.iter().any(|symbol| NO_SYMBOLS.contains(symbol)) {
            return None;
        }
        let mut sorted = symbols.clone();
        sorted.sort_unstable();
        let is_balanced = sorted.chunk_by(|one, other| one == other).all(|region| region.len() == size);
        is_balanced.then_some(Self { size, symbols })
    }

    /// Number of cells of a region.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Cells of each region, in the order of their first cells.
    pub fn regions(&self) -> Vec<Vec<Cell>> {
        let mut regions: Vec<(char, Vec<Cell>)> = Vec::with_capacity(self.size);
        for (cell, &symbol) in (0..).map(Cell).zip(&self.symbols) {
            match regions.iter_mut().find(|(other, _)| *other == symbol) {
                Some((_, cells)) => cells.push(cell),
                None => regions.push((symbol, vec![cell])),
            }
        }
        regions.into_iter().map(|(_, cells)| cells).collect()
    }

    /// Whether the cells of each region touch each other.
    pub fn is_connected(&self) -> bool {
        let mut reached = vec![false; self.symbols.len()];
        let mut pieces = 0;
        for start in 0..self.symbols.len() {
            if reached[start] {
                continue;
            }
            pieces += 1;
            reached[start] = true;
            let mut open = vec![start];
            while let Some(cell) = open.pop() {
                let (row, column) = (cell / self.size, cell % self.size);
                let neighbours = [
                    (row > 0).then(|| cell - self.size),
                    (row + 1 < self.size).then(|| cell + self.size),
                    (column > 0).then(|| cell - 1),
                    (column + 1 < self.size).then(|| cell + 1),
                ];
                for next in neighbours.into_iter().flatten() {
                    if !reached[next] && self.symbols[next] == self.symbols[cell] {
                        reached[next] = true;
                        open.push(next);
                    }
                }
            }
        }
        pieces == self.size
    }

    /// Whether no row and no column has a symbol twice, as in a solution.
    pub fn is_latin(&self) -> bool {
        let is_distinct = |cell: &dyn Fn(usize, usize) -> usize| {
            (0..self.size).all(|line| {
                let mut symbols: Vec<char> = (0..self.size).map(|at| self.symbols[cell(line, at)]).collect();
                symbols.sort_unstable();
                symbols.windows(2).all(|pair| pair[0] != pair[1])
            })
        };
        is_distinct(&|row, column| row * self.size + column)
            && is_distinct(&|column, row| row * self.size + column)
    }

    /// Whether each clue is the symbol of its cell, as in a solution with mistakes.
    pub fn has_clues(&self, clues: &Grid) -> bool {
        clues.filled().all(|(cell, digit)| {
            self.symbols.get(cell.index()).is_some_and(|&symbol| digit_of(symbol) == Some(digit))
        })
    }

    /// Whether this is certainly a map beside these clues, and no solution.
    pub fn is_certain_beside(&self, clues: &Grid) -> bool {
        self.is_connected() || !(self.is_latin() || self.has_clues(clues))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn map_has_each_of_n_symbols_n_times() {
        let map = RegionMap::parse("1111 2233 2233 4444").expect("a map");
        let cells: Vec<Vec<usize>> =
            map.regions().iter().map(|cells| cells.iter().map(|cell| cell.index()).collect()).collect();
        assert_eq!(cells[1], [4, 5, 8, 9]);
        assert!(map.is_connected() && !map.is_latin());
        for text in ["", "1122", "1111223322334445", "111122332233....", "11112233223344", "1122112233443345"]
        {
            assert_eq!(RegionMap::parse(text), None, "{text}");
        }
    }

    #[test]
    fn solutions_are_latin_or_have_the_clues() {
        let solution = RegionMap::parse("1324423124133142").expect("each digit four times");
        assert!(solution.is_latin() && !solution.is_connected());
        let swapped = RegionMap::parse("3124423124133142").expect("each digit four times");
        assert!(!swapped.is_latin() && !swapped.is_connected());
        let clues: Grid = "......3..4.....2".parse().expect("a grid");
        assert!(swapped.has_clues(&clues) && !swapped.is_certain_beside(&clues));
        let diagonal = RegionMap::parse("abcdbadccdabdcba").expect("a map");
        assert!(diagonal.is_latin());
        let apart = RegionMap::parse("aabbccddbbaaddcc").expect("a map");
        assert!(!apart.is_connected() && apart.is_certain_beside(&clues));
    }
}
