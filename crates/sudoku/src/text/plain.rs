//! `FromStr` and `Display` of grids and solutions.

use std::fmt;
use std::str::FromStr;

use crate::model::{Conflict, Digit, Grid, Position, SIZE_MAX, Solution};
use crate::text::line::{LineFault, parse_line, parse_plain_line, size_of_numbers};
use crate::text::symbol::{EMPTY_SYMBOLS, LetterCase, SYMBOL_SIZE_MAX, SymbolFault, symbol_of};

/// Reads one symbol per cell, row by row, with white space anywhere: `1` to `9`, then `A` to `Z` for 10 to 35, and `.`, `0`,
/// `_`, `*`, `-` or `x` for an empty cell. Grids of 10x10 to 36x36 may also be numbers with white space between them; a 36x36 must.
///
/// The crate [`quadrille-notation`](https://docs.rs/quadrille-notation) reads drawings and the formats of other programs.
impl FromStr for Grid {
    type Err = LineFault;

    fn from_str(text: &str) -> Result<Self, LineFault> {
        if let Some((grid, _)) = parse_plain_line(text.as_bytes()) {
            return Ok(grid);
        }
        if let Some(size) = size_of_numbers(text) {
            return from_numbers(text, size);
        }
        let mut first = None;
        let parsed = parse_line(text, &mut |fault| {
            first.get_or_insert(fault);
        });
        // A text without a grid has a fault.
        parsed.map(|(grid, _)| grid).ok_or(first.unwrap_or(LineFault::Length { symbols: 0 }))
    }
}

fn from_numbers(text: &str, size: usize) -> Result<Grid, LineFault> {
    let read = |(index, token): (usize, &str)| {
        let symbol = token.chars().next().unwrap_or(' ');
        if token.chars().count() == 1 && EMPTY_SYMBOLS.contains(&symbol) {
            return Ok(None);
        }
        let digit = token.parse().ok().and_then(Digit::new).filter(|digit| digit.value() <= size);
        digit.map(Some).ok_or_else(|| LineFault::Symbol {
            offset: text[..token.as_ptr() as usize - text.as_ptr() as usize].chars().count(),
            cell: Some(Position::of(index, size)),
            fault: SymbolFault::Number { size },
        })
    };
    let cells = text.split_ascii_whitespace().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
    let symbols = cells.len();
    Grid::from_cells(cells).ok_or(LineFault::Length { symbols })
}

/// Writes one symbol per cell, row by row, with `.` for an empty cell; a 36x36 as numbers with spaces between them. The
/// alternate form, `{:#}`, writes each row of a square grid in a line of its own.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.square_size();
        let has_symbols =
            size != Some(SIZE_MAX) && self.largest().is_none_or(|digit| digit.value() <= SYMBOL_SIZE_MAX);
        let row_width = size.filter(|_| f.alternate()).unwrap_or(usize::MAX);
        for (index, digit) in self.cells().iter().enumerate() {
            if index > 0 && index % row_width == 0 {
                f.write_str("\n")?;
            } else if index > 0 && !has_symbols {
                f.write_str(" ")?;
            }
            match digit {
                None => f.write_str(".")?,
                Some(digit) => match symbol_of(*digit, LetterCase::Upper).filter(|_| has_symbols) {
                    Some(symbol) => write!(f, "{symbol}")?,
                    None => write!(f, "{digit}")?,
                },
            }
        }
        Ok(())
    }
}

/// Writes the digits as [`Grid`] does.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.grid().fmt(f)
    }
}

/// Writes the digit, the house and the cells, such as `5 is given more than once in row 3: r3c1, r3c7`; or the number of the constraint,
/// from 1, and its cells.
impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = match self {
            Self::House { house, digit, cells } => {
                write!(f, "{digit} is given more than once in {house}")?;
                cells
            }
            Self::Constraint { index, constraint_type, cells } => {
                write!(f, "no digits meet constraint {}, of type {constraint_type}", index + 1)?;
                cells
            }
        };
        for (index, cell) in cells.iter().enumerate() {
            write!(f, "{}{cell}", if index > 0 { ", " } else { ": " })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{BoxShape, Cell, Puzzle};

    /// A grid with each digit of this size, and an empty cell.
    fn grid(size: usize) -> Grid {
        let mut grid = Grid::from_cells(vec![None; size * size]).expect("a square");
        for digit in Digit::all(size) {
            grid.fill(Cell(digit.index() as u16), digit);
        }
        grid
    }

    #[test]
    fn grid_of_each_size_is_read_as_it_was_written() {
        for size in 1..=SIZE_MAX {
            let grid = grid(size);
            for text in [grid.to_string(), format!("{grid:#}")] {
                assert_eq!(text.parse().as_ref(), Ok(&grid), "{text}");
            }
            let puzzle: Puzzle = grid.to_string().parse().expect("a puzzle");
            assert_eq!(puzzle.rules().box_shape(), Some(BoxShape::usual(size)));
            assert_eq!(puzzle.to_string(), grid.to_string());
        }
    }

    #[test]
    fn alternate_form_has_a_line_for_each_row() {
        assert_eq!(format!("{:#}", grid(4)), "1234\n....\n....\n....");
        assert_eq!(format!("{:#}", grid(36)).lines().count(), 36);
    }

    #[test]
    fn fault_names_the_cell_and_the_remedy() {
        let fault = |text: &str| text.parse::<Puzzle>().expect_err("a fault").to_string();
        assert_eq!(fault("53..7...."), "r1c1: `5` is 5, more than 3, the largest digit of this grid");
        assert_eq!(
            fault(&".".repeat(80)),
            "80 symbols make no grid: a grid of size n has n*n, such as 64 (8x8) or 81 (9x9)"
        );
        assert_eq!(
            fault("1..4 ..?. .... ...."),
            "r2c3: `?` (U+003F) is not a symbol: digits are 1-9 and A-Z, empty cells one of . 0 _ * - x"
        );
        let numbers = format!("{} 37", vec!["."; 1295].join(" "));
        assert_eq!(fault(&numbers), "r36c36: not a number from 1 to 36; an empty cell is 0 or `.`");
        assert_eq!(
            fault(&". ".repeat(1600)),
            "1600 symbols make no grid: the largest is 35x35, with 1225 symbols, or a 36x36 of 1296 numbers with spaces \
             between them"
        );
    }

    #[test]
    fn numbers_are_read_at_sizes_with_two_digits() {
        let fault = |text: &str| text.parse::<Puzzle>().expect_err("a fault").to_string();
        for size in 10..=SIZE_MAX {
            let grid = grid(size);
            let number = |cell: &Option<Digit>| cell.map_or(0, Digit::value).to_string();
            let numbers: Vec<String> = grid.cells().iter().map(number).collect();
            assert_eq!(numbers.join(" ").parse().as_ref(), Ok(&grid), "{size}");
            let large = numbers.join("\n").replacen("10", &(size + 1).to_string(), 1);
            assert_eq!(
                fault(&large),
                format!("r1c10: not a number from 1 to {size}; an empty cell is 0 or `.`")
            );
        }
        // As many digits as the symbols of a 17x17.
        let mut numbers = ["0"; 256];
        numbers[..33].fill("16");
        let puzzle: Puzzle = numbers.join(" ").parse().expect("a 16x16");
        assert_eq!(puzzle.rules().digit_count(), 16);
        assert_eq!(puzzle.clues().filled_count(), 33);
    }

    #[test]
    fn conflict_names_digit_house_and_cells() {
        let puzzle: Puzzle = "1..1............".parse().expect("a puzzle");
        let conflicts: Vec<String> = puzzle.conflicts().iter().map(Conflict::to_string).collect();
        assert_eq!(conflicts, ["1 is given more than once in row 1: r1c1, r1c4"]);
    }
}
