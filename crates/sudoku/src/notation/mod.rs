//! Puzzles as text.
//!
//! [`Puzzle`](super::Puzzle), [`Grid`](super::Grid) and [`Solution`](super::Solution) are parsed and displayed as plain text, one symbol per
//! cell. `parse_puzzle` reads the formats of other programs, which it detects, and `format_puzzle` writes them: tables, drawings, pencil
//! marks, SadMan Sudoku, HoDoKu, OpenSudoku, SudokuPad and others. These need the feature `notation`, which is on by default. A text that
//! two formats read differently is a fault.
//!
//! ```
//! # #[cfg(feature = "notation")] {
//! use quadrille_sudoku::notation::{Content, Format, format_puzzle, parse_puzzle};
//!
//! let text = "\
//! +---+---+
//! |1 .|. .|
//! |. .|3 .|
//! +---+---+
//! |. 4|. .|
//! |. .|. 2|
//! +---+---+";
//! let puzzle = parse_puzzle(text)?;
//! assert_eq!(puzzle.to_string(), "1.....3..4.....2");
//! let content = Content::new(&puzzle).ok_or("a square")?;
//! assert_eq!(format_puzzle(Format::Solo, &content)?, "2x2:1e3b4e2");
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Map of the files:
//
// | module | content |
// |---|---|
// | `symbol` | digits and empty cells as characters |
// | `line` | one symbol per cell, row by row |
// | `formats` | the formats of other programs, with the feature `notation` |

#[cfg(feature = "notation")]
pub(super) mod formats;
pub(super) mod line;
pub(super) mod symbol;

#[cfg(feature = "notation")]
pub use formats::{
    CellFault, Content, Description, DrawingFault, Format, FormatDefinition, FormatFault, FormatFaultReason,
    IgnoredLines, NotRepresentable, ParsedText, TextFault, definition, format_drawing, format_puzzle, parse,
    parse_puzzle,
};
pub use line::{LineFault, format_line, parse_line};
pub use symbol::{Alphabet, LetterCase, SYMBOL_SIZE_MAX, SymbolFault, symbol_of};
