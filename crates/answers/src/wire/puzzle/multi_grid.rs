//! Puzzles of several overlapping 9x9 grids, written as one square with gaps.

use quadrille_sudoku::Grid;
use quadrille_sudoku::unstable::EMPTY_SYMBOLS;

/// Rows and columns of a grid, and of a block of it.
const GRID: usize = 9;
const BLOCK: usize = 3;

/// Layout of several grids.
struct MultiGridShape {
    name: &'static str,
    size: usize,
    /// Row and column of the first cell of each grid.
    grids: &'static [(usize, usize)],
}

/// Known layouts with gaps. Mirrored ones have no names of their own.
const SHAPES: [MultiGridShape; 6] = [
    MultiGridShape { name: "samurai", size: 21, grids: &[(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)] },
    MultiGridShape { name: "windmill", size: 21, grids: &[(0, 3), (3, 12), (6, 6), (9, 0), (12, 9)] },
    MultiGridShape { name: "sohei", size: 21, grids: &[(0, 6), (6, 0), (6, 12), (12, 6)] },
    MultiGridShape { name: "flower", size: 15, grids: &[(0, 3), (3, 0), (3, 3), (3, 6), (6, 3)] },
    MultiGridShape { name: "twodoku", size: 15, grids: &[(0, 0), (6, 6)] },
    MultiGridShape {
        name: "sumo",
        size: 33,
        grids: &[
            (0, 0),
            (0, 12),
            (0, 24),
            (6, 6),
            (6, 18),
            (12, 0),
            (12, 12),
            (12, 24),
            (18, 6),
            (18, 18),
            (24, 0),
            (24, 12),
            (24, 24),
        ],
    },
];

/// Returns the name of the layout that a grid seems to have: its clues are at most 9, its gaps are empty, and several of its grids have
/// clues.
pub(crate) fn multi_grid_name(grid: &Grid) -> Option<&'static str> {
    let size = grid.square_size()?;
    let clues: Vec<(usize, usize)> = SHAPES
        .iter()
        .any(|shape| shape.size == size)
        .then(|| grid.filled().map(|(cell, _)| (cell.index() / size, cell.index() % size)).collect())?;
    grid.largest().is_some_and(|digit| digit.value() <= GRID).then(|| name_of(size, &clues)).flatten()
}

/// [`multi_grid_name`] of a text whose gaps are blanks, or another symbol than empty cells: lines of single symbols, with or without a blank
/// between them.
pub(crate) fn multi_grid_name_of_text(text: &str) -> Option<&'static str> {
    let text = text.trim_matches(['\r', '\n']);
    let lines: Vec<Vec<char>> =
        text.lines().map(|line| line.trim_end().chars().collect()).take(2 * SHAPES[5].size).collect();
    let size = lines.len();
    if !SHAPES.iter().any(|shape| shape.size == size) {
        return None;
    }
    [1, 2].into_iter().find_map(|pitch| {
        let mut clues = Vec::new();
        for (row, line) in lines.iter().enumerate() {
            for (at, &symbol) in line.iter().enumerate() {
                let is_cell = at % pitch == 0 && at / pitch < size;
                match symbol {
                    '1'..='9' if is_cell => clues.push((row, at / pitch)),
                    ' ' => {}
                    _ if is_cell && EMPTY_SYMBOLS.contains(&symbol) => {}
                    _ => return None,
                }
            }
        }
        name_of(size, &clues)
    })
}

/// Returns the name of the layout with these clues.
fn name_of(size: usize, clues: &[(usize, usize)]) -> Option<&'static str> {
    let is_in = |&(row, column): &(usize, usize), &(top, left): &(usize, usize)| {
        (top..top + GRID).contains(&row) && (left..left + GRID).contains(&column)
    };
    let fits = |shape: &&MultiGridShape, turn: &dyn Fn((usize, usize)) -> (usize, usize)| {
        let grids: Vec<(usize, usize)> = shape.grids.iter().map(|&grid| turn(grid)).collect();
        // A grid has clues in many of its blocks.
        let has_blocks = |grid: &(usize, usize)| {
            let mut blocks: Vec<usize> = clues
                .iter()
                .filter(|clue| is_in(clue, grid))
                .map(|&(row, column)| (row - grid.0) / BLOCK * BLOCK + (column - grid.1) / BLOCK)
                .collect();
            blocks.sort_unstable();
            blocks.dedup();
            blocks.len() > BLOCK
        };
        // Some of its grids may have no clues at all.
        clues.iter().all(|clue| grids.iter().any(|grid| is_in(clue, grid)))
            && grids.iter().filter(|grid| has_blocks(grid)).count() > 1
    };
    let mirrored = |(row, column): (usize, usize)| (row, size - GRID - column);
    SHAPES
        .iter()
        .filter(|shape| shape.size == size)
        .find(|shape| fits(shape, &|grid| grid) || fits(shape, &mirrored))
        .map(|shape| shape.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Grid with a clue in the middle of each block of the grids of a layout.
    fn rows(shape: &MultiGridShape, is_mirrored: bool, gap: char) -> Vec<String> {
        let mut cells = vec![vec![gap; shape.size]; shape.size];
        for &(top, left) in shape.grids {
            for (row, column) in (0..81).map(|cell| (cell / 9, cell % 9)) {
                let at = left + column;
                let at = if is_mirrored { shape.size - 1 - at } else { at };
                cells[top + row][at] = if row % 3 == 1 && column % 3 == 1 { '7' } else { '.' };
            }
        }
        cells.into_iter().map(String::from_iter).collect()
    }

    fn grid(rows: &[String]) -> Grid {
        rows.concat().parse().expect("a grid")
    }

    #[test]
    fn layouts_are_named_with_dots_and_with_blanks() {
        for shape in &SHAPES {
            for is_mirrored in [false, true] {
                let dots = rows(shape, is_mirrored, '.');
                assert_eq!(multi_grid_name(&grid(&dots)), Some(shape.name));
                let blanks = rows(shape, is_mirrored, ' ').join("\n");
                assert_eq!(multi_grid_name_of_text(&blanks), Some(shape.name));
                let spaced: String = blanks.chars().map(|symbol| format!("{symbol} ")).collect();
                assert_eq!(multi_grid_name_of_text(&spaced.replace("\n ", "\n")), Some(shape.name));
            }
        }
    }

    #[test]
    fn other_grids_have_no_name() {
        let samurai = rows(&SHAPES[0], false, '.');
        let mut clue_in_a_gap = samurai.clone();
        clue_in_a_gap[0].replace_range(10..11, "1");
        let mut large_digit = samurai.clone();
        large_digit[0].replace_range(0..1, "K");
        for rows in [clue_in_a_gap, large_digit, vec![".".repeat(21); 21], vec![".".repeat(9); 9]] {
            assert_eq!(multi_grid_name(&grid(&rows)), None);
        }
        assert_eq!(multi_grid_name_of_text("1.....3..4.....2"), None);
    }
}
