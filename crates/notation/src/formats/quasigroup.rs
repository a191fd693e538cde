//! Quasigroups with holes: `order n`, then n*n numbers from 0, and -1 for an empty cell. A Latin square, without boxes.
//!
//! The format of the generator `lsencode` by Gomes, Selman and Achlioptas, files `.pls`. It is read as a line.

use quadrille_sudoku::text::{Alphabet, LetterCase};
use quadrille_sudoku::{BoxShape, Digit, Grid, Position, SIZE_MAX};

use super::content::{FormatFault, FormatFaultReason, ParsedText, Report};
use super::drawn::CellFault;
use super::fields::with_offsets;
use super::format_faults::{FormatFaults, FormatResult};
use super::sdm::content_lines;
use crate::formats::Format;

/// The first word.
const ORDER: &str = "order";

/// An empty cell.
const EMPTY: &str = "-1";

/// Whether a text begins with the order of a quasigroup.
pub(super) fn begins_quasigroup(text: &str) -> bool {
    words(text).next().is_some_and(|(_, word)| word.eq_ignore_ascii_case(ORDER))
}

/// Parses a text in this format.
pub(super) fn parse_quasigroup(text: &str, report: Report<'_>) -> Option<ParsedText> {
    FormatFaults::collect_until_fault(report, |faults| parse(text, faults).map(Some))
}

/// Parses a text. Wrong cells are added to `faults`; other faults end the parsing.
fn parse(text: &str, faults: &mut FormatFaults) -> FormatResult<ParsedText> {
    let fault = |reason, offset| Box::new(FormatFault::new(Format::Line, reason).at(offset));
    let mut words = words(text).skip(1);
    let (start, order) = words.next().unwrap_or_default();
    let Some(size) = order.parse().ok().filter(|order| (1..=SIZE_MAX).contains(order)) else {
        let detail =
            format!("the order of a quasigroup is a number from 1 to {SIZE_MAX}, such as `order 33`");
        return Err(fault(FormatFaultReason::Syntax(detail), start));
    };
    let cells: Vec<(usize, &str)> = words.collect();
    if cells.len() != size * size {
        let detail = format!("expected {} numbers after `order {size}`, got {}", size * size, cells.len());
        return Err(fault(FormatFaultReason::Length(detail), start));
    }
    let mut clues = Vec::with_capacity(cells.len());
    for (index, (start, word)) in cells.into_iter().enumerate() {
        let clue = match word.parse::<usize>() {
            _ if word == EMPTY => Ok(None),
            Ok(number) if number < size => Ok(Digit::new(number + 1)),
            Ok(number) => Err(CellFault::NumberTooLarge { number, size: size - 1 }),
            Err(_) => Err(CellFault::NotANumber(word.chars().take(8).collect())),
        };
        clues.push(clue.unwrap_or_else(|reason| {
            faults.push_cell(Format::Line, reason, start, Position::of(index, size));
            None
        }));
    }
    let clues = Grid::from_cells(clues);
    let clues =
        clues.ok_or_else(|| fault(FormatFaultReason::Syntax("there are no cells".to_owned()), start))?;
    let read = ParsedText::of_clues((clues, LetterCase::default()), Format::Line);
    let box_shape = Some(BoxShape { width: size, height: 1 });
    Ok(ParsedText { alphabet: Alphabet::FromZero(LetterCase::default()), box_shape, ..read })
}

/// Words of the lines that are no comments, with their offsets in characters.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let words = |(start, line): (usize, _)| with_offsets(str::split(line, char::is_whitespace), start);
    content_lines(text).flat_map(words).filter(|(_, word)| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{TextFault, parse};

    fn read(text: &str) -> Result<ParsedText, Vec<TextFault>> {
        let mut faults = Vec::new();
        parse(text, None, &mut |fault| faults.push(fault)).ok_or(faults)
    }

    #[test]
    fn numbers_from_zero_are_read() {
        let text = "order 4\n 0 -1 -1  3\n-1 -1  2 -1\n-1 -1 -1 -1\n-1  1 -1  0\n";
        for text in
            [text.to_owned(), text.replace('\n', "\r\n"), text.replace('\n', " "), format!("# a\n{text}")]
        {
            let read = read(&text).expect("valid");
            let clues = read.grid.filled().map(|(cell, digit)| (cell.index(), read.alphabet.value(digit)));
            assert_eq!(clues.collect::<Vec<_>>(), [(0, 0), (3, 3), (6, 2), (13, 1), (15, 0)]);
            assert_eq!((read.format, read.box_shape), (Format::Line, Some(BoxShape { width: 4, height: 1 })));
        }
        assert_eq!(read("order 36\n".to_owned().as_str()).map(|_| ()).map_err(|faults| faults.len()), Err(1));
        let large = format!("order 36\n{}", "35 -1 ".repeat(18 * 36));
        assert_eq!(read(&large).expect("valid").grid.largest().map(Digit::value), Some(36));
    }

    #[test]
    fn faults_have_a_place() {
        let fault = |text: &str| match &read(text).expect_err("invalid")[..] {
            [TextFault::Format(FormatFault { offset, cell, .. })] => {
                (*offset, cell.map(|cell| cell.to_string()))
            }
            other => panic!("{other:?}"),
        };
        let cell = |name: &str| Some(name.to_owned());
        for (text, place) in [
            ("order", (Some(0), None)),
            ("order 37\n-1", (Some(6), None)),
            ("order 2\n0 -1 1", (Some(6), None)),
            ("order 2\n0 -1\n2 1", (Some(13), cell("r2c1"))),
            ("order 2\n0 -2\n1 1", (Some(10), cell("r1c2"))),
        ] {
            assert_eq!(fault(text), place, "{text}");
        }
    }
}
