//! Registry of text formats, and detection.

use super::drawing::{DrawingFault, format_drawing, has_border, parse_drawing};
use super::line::{LineFault, format_line, parse_line, parse_plain_line, parse_spaced_line};
use super::symbol::LetterCase;
use crate::sudoku::model::{BoxShape, Digit, Grid};

/// Text format of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// One symbol per cell, row by row.
    Line,
    /// One line of text per row, with or without borders.
    Drawing,
}

/// Puzzle parsed from text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedText {
    /// The cells: a square.
    pub grid: Grid,
    /// Case of the letters.
    pub case: LetterCase,
    /// Format of the text.
    pub format: Format,
    /// Box shape, if the text shows it.
    pub box_shape: Option<BoxShape>,
}

/// Fault of a text. Offsets count characters from its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextFault {
    /// The text is an invalid line.
    Line(LineFault),
    /// The text is an invalid drawing.
    Drawing(DrawingFault),
    /// The text is valid in two formats, with different cells.
    AmbiguousFormat {
        /// Each format with the size of its grid.
        readings: [(Format, usize); 2],
    },
    /// The text is valid with spaces as separators and with spaces as empty cells.
    AmbiguousSpaces {
        /// Size of the grid if white space is ignored.
        ignored: usize,
        /// Size of the grid if spaces are empty cells.
        cells: usize,
    },
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 2] = [Self::Line, Self::Drawing];

    /// The name of the format.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Drawing => "drawing",
        }
    }

    /// Description of the format in a sentence.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Line => {
                "One symbol per cell, row by row; white space is ignored. In a text of n*n characters without other \
                 symbols for empty cells, a space is an empty cell."
            }
            Self::Drawing => {
                "One line of text per row: symbols, or numbers of several digits with spaces or commas between them, with or \
                 without borders such as `|`, `+---+` and `===`. Borders around boxes set their shape."
            }
        }
    }

    /// The format of this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Formats cells; `None` if the format cannot hold them.
    pub fn format(self, cells: &[Option<Digit>], case: LetterCase, box_shape: BoxShape) -> Option<String> {
        match self {
            Self::Line => format_line(cells, case),
            Self::Drawing => Some(format_drawing(cells, box_shape)),
        }
    }
}

/// Parses a text in this format, or in any format if it is `None`. Returns the puzzle, or calls `report` for every fault and
/// returns `None`.
///
/// A text that is valid in two formats with different cells is a fault.
pub fn parse(text: &str, format: Option<Format>, report: &mut dyn FnMut(TextFault)) -> Option<ParsedText> {
    match format {
        Some(Format::Line) => take(line(text), report),
        Some(Format::Drawing) => take(drawing(text), report),
        None => {
            let plain = parse_plain_line(text.trim_end_matches(['\r', '\n']));
            plain.map(of_line).or_else(|| take(detect(text), report))
        }
    }
}

fn take<T>(read: Result<T, Vec<TextFault>>, report: &mut dyn FnMut(TextFault)) -> Option<T> {
    read.map_err(|faults| faults.into_iter().for_each(report)).ok()
}

/// Parses a text in each format.
fn detect(text: &str) -> Result<ParsedText, Vec<TextFault>> {
    let line = line(text);
    let has_rows = text.trim_ascii().contains('\n');
    if !has_rows && !has_border(text) {
        return line;
    }
    match (line, drawing(text)) {
        (Ok(line), Ok(drawing)) if line.grid != drawing.grid => {
            let size = |read: &ParsedText| (read.format, read.grid.square_size().unwrap_or(0));
            Err(vec![TextFault::AmbiguousFormat { readings: [size(&line), size(&drawing)] }])
        }
        // Equal grids: the borders may show boxes.
        (_, Ok(drawing)) if drawing.box_shape.is_some() => Ok(drawing),
        (Err(line), Err(drawing)) => Err(if looks_drawn(text) { drawing } else { line }),
        (Ok(read), _) | (Err(_), Ok(read)) => Ok(read),
    }
}

/// Whether an invalid text is meant to have a line for each row.
fn looks_drawn(text: &str) -> bool {
    let mut rows = 0;
    let mut symbols = 0;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if has_border(line) {
            return true;
        }
        rows += 1;
        symbols += line.chars().filter(|symbol| !symbol.is_whitespace()).count();
    }
    // Some symbols may be missing, or be too many.
    rows > 3 && symbols.abs_diff(rows * rows) <= rows
}

/// Parses a text as a line.
fn line(text: &str) -> Result<ParsedText, Vec<TextFault>> {
    let mut faults = Vec::new();
    let ignored = parse_line(text, &mut |fault| faults.push(TextFault::Line(fault)));
    match (ignored, parse_spaced_line(text)) {
        (Some((ignored, _)), Some((cells, _))) => Err(vec![TextFault::AmbiguousSpaces {
            ignored: ignored.square_size().unwrap_or(0),
            cells: cells.square_size().unwrap_or(0),
        }]),
        (Some(read), None) | (None, Some(read)) => Ok(of_line(read)),
        (None, None) => Err(faults),
    }
}

fn of_line((grid, case): (Grid, LetterCase)) -> ParsedText {
    ParsedText { grid, case, format: Format::Line, box_shape: None }
}

/// Parses a text as a drawing.
fn drawing(text: &str) -> Result<ParsedText, Vec<TextFault>> {
    let mut faults = Vec::new();
    let read = parse_drawing(text, &mut |fault| faults.push(TextFault::Drawing(fault)));
    match read {
        Some(read) => Ok(ParsedText {
            grid: read.grid,
            case: read.case,
            format: Format::Drawing,
            box_shape: read.box_shape,
        }),
        None => Err(faults),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str, format: Option<Format>) -> Vec<TextFault> {
        let mut faults = Vec::new();
        assert_eq!(parse(text, format, &mut |fault| faults.push(fault)), None, "{text}");
        faults
    }

    fn parsed(text: &str, format: Option<Format>) -> (Format, String) {
        let read =
            parse(text, format, &mut |fault| panic!("{fault:?}\n{text}")).expect("no fault was reported");
        (read.format, format_line(read.grid.cells(), read.case).expect("symbols"))
    }

    #[test]
    fn formats_are_detected() {
        let line = "1.....3..4.....2";
        for (text, format) in [
            (line, Format::Line),
            ("1.....3..4.....2\r\n", Format::Line),
            ("1...\n..3.\n.4..\n...2\n", Format::Line),
            ("1. ..\n.. 3.\n\n.4 ..\n.. .2\n", Format::Line),
            ("1     3  4     2", Format::Line),
            ("1.|..\n..|3.\n--+--\n.4|..\n..|.2", Format::Drawing),
            ("1   \n  3 \n 4  \n   2", Format::Drawing),
        ] {
            assert_eq!(parsed(text, None), (format, line.to_owned()), "{text}");
            assert_eq!(parsed(text, Some(format)).1, line);
        }
    }

    #[test]
    fn text_with_two_meanings_is_refused() {
        // 256 numbers, of which 33 have two digits: 289 symbols.
        let mut cells = vec!["1"; 256];
        cells[..33].fill("10");
        let rows: Vec<String> = cells.chunks(16).map(|row| row.join(" ")).collect();
        let text = rows.join("\n").replace("10", "12");
        assert_eq!(
            faults(&text, None),
            [TextFault::AmbiguousFormat { readings: [(Format::Line, 17), (Format::Drawing, 16)] }]
        );
        let size = |format| {
            let read = parse(&text, Some(format), &mut |fault| panic!("{fault:?}")).expect("valid");
            read.grid.square_size()
        };
        assert_eq!((size(Format::Line), size(Format::Drawing)), (Some(17), Some(16)));

        let spaces = "1   2  3   4    ".replace(['3', '4'], "1");
        assert_eq!(faults(&spaces, None), [TextFault::AmbiguousSpaces { ignored: 2, cells: 4 }]);
    }

    #[test]
    fn faults_are_those_of_the_likely_format() {
        let is_drawing = |text: &str| matches!(faults(text, None)[0], TextFault::Drawing(_));
        for text in ["+--+\n|1!|\n|21|\n+--+", "1.\u{2502}..", "12..\n34.\n....\n...."] {
            assert!(is_drawing(text), "{text}");
        }
        for text in ["", "1..", "12\n3", "1!..\n", "1.....\n3..4.\n....!"] {
            assert!(!is_drawing(text), "{text}");
        }
    }
}
