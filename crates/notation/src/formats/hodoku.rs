//! Library lines of HoDoKu: the code of a technique, a position, and removed candidates, with `:` between them. A position may stand
//! alone.

use quadrille_sudoku::text::{LetterCase, symbol_of};
use quadrille_sudoku::unstable::SymbolReader;
use quadrille_sudoku::{Digit, DigitSet, Grid, Position, size_for_cells};

use super::content::{Content, FormatFault, FormatFaultReason, NotRepresentable, ParsedText, Report};
use super::drawn::CellFault;
use super::fields::with_offsets;
use super::format_faults::{FormatFaults, FormatResult};
use super::text_format::TextFormat;
use crate::formats::Format;

const FORMAT: Format = Format::Hodoku;

/// Mark of a digit that a player has placed.
const PLACED: char = '+';

/// Smallest size of a position alone, and largest size: candidates are three decimal digits.
const SIZE_MIN: usize = 4;
const SIZE_MAX: usize = 9;

/// Fields before the position: an empty one, the code and the digits of the technique.
const FIELDS_BEFORE: usize = 3;

/// Library line of HoDoKu.
pub(super) struct Hodoku;

impl TextFormat for Hodoku {
    const DESCRIPTION: &'static str = "\
        A library line of HoDoKu, `:0000:x:cells:removed candidates::`: `+` stands before a digit that a player has \
        placed, which is the only candidate of its cell.";
    const EXAMPLE: &'static str = ":0000:x:1.....3..4.....2:::";
    const FAULT_RANK: Option<u8> = Some(1);

    /// Whether a text begins with the code of a technique.
    fn may_be(text: &str) -> bool {
        let mut fields = text.trim().split(':');
        let is_code = |code: &str| code.len() >= 4 && code.bytes().take(4).all(|byte| byte.is_ascii_digit());
        fields.next() == Some("") && fields.next().is_some_and(is_code) && fields.nth(1).is_some()
    }

    fn parse(text: &str, report: Report<'_>) -> Option<ParsedText> {
        FormatFaults::collect_until_fault(report, |faults| parse(text, faults).map(Some))
    }

    /// Formats a puzzle without a technique. Candidates that no cell has are listed.
    fn format(content: &Content<'_>) -> Result<String, NotRepresentable> {
        content.require_4x4()?;
        let size = content.size();
        if size > SIZE_MAX {
            return Err(NotRepresentable::Large);
        }
        let (mut cells, mut removed) = (String::new(), Vec::new());
        for (index, clue) in content.cells.iter().enumerate() {
            cells.push(clue.and_then(|clue| symbol_of(clue, LetterCase::default())).unwrap_or('.'));
            let all = DigitSet::all(size);
            let set = content.candidates.filter(|_| clue.is_none()).map_or(all, |sets| sets[index]);
            let Position { row, column } = Position::of(index, size);
            removed
                .extend(all.difference(set).digits().map(|digit| format!("{}{row}{column}", digit.value())));
        }
        Ok(format!(":0000:x:{cells}:{}::", removed.join(" ")))
    }
}

/// Whether a text is the position of a library line without the fields before it: digits and empty cells, of which some are placed, and
/// removed candidates.
pub(super) fn begins_position(text: &str) -> bool {
    let mut fields = text.trim().split(':');
    let cells = fields.next().unwrap_or_default();
    let mut is_placed = false;
    let is_sound = cells.bytes().all(|byte| match byte {
        b'+' => !std::mem::replace(&mut is_placed, true),
        b'1'..=b'9' => {
            is_placed = false;
            true
        }
        b'0' | b'.' => !is_placed,
        _ => false,
    });
    let marks = cells.matches(PLACED).count();
    let size = size_for_cells(cells.len() - marks).unwrap_or(0);
    let is_candidate = |word: &str| candidate_of(word, size).is_some();
    let are_candidates = fields.next().is_none_or(|removed| removed.split_whitespace().all(is_candidate));
    is_sound && !is_placed && marks > 0 && (SIZE_MIN..=SIZE_MAX).contains(&size) && are_candidates
}

/// Parses a line. Wrong cells are added to `faults`; other faults end the parsing.
fn parse(text: &str, faults: &mut FormatFaults) -> FormatResult<ParsedText> {
    let fault = |reason, offset| Box::new(FormatFault::new(FORMAT, reason).at(offset));
    let mut fields = fields(text);
    let expected = "expected `:`, the code of a technique, its digits, the cells and the removed candidates, such as \
                    `:0000:x:1.....3..4.....2:::`";
    // In a position alone, placed digits are like clues.
    let is_whole = Hodoku::may_be(text);
    let fields_before = if is_whole { FIELDS_BEFORE } else { 0 };
    let Some((start, position)) = fields.nth(fields_before).filter(|_| is_whole || begins_position(text))
    else {
        return Err(fault(FormatFaultReason::Syntax(expected.to_owned()), 0));
    };
    let removed = fields.next();
    let symbols: Vec<(usize, char)> =
        position.chars().enumerate().filter(|(_, symbol)| !symbol.is_whitespace()).collect();
    let count = symbols.iter().filter(|(_, symbol)| *symbol != PLACED).count();
    let Some(size) = size_for_cells(count).filter(|&size| size <= SIZE_MAX) else {
        let detail = format!("expected 81 cells, got {count}");
        return Err(fault(FormatFaultReason::Length(detail), start));
    };
    let all = DigitSet::all(size);
    let mut reader = SymbolReader::default();
    let (mut clues, mut sets) = (Vec::with_capacity(count), Vec::with_capacity(count));
    let mut is_placed = false;
    for (offset, symbol) in symbols {
        if symbol == PLACED && !is_placed {
            is_placed = true;
            continue;
        }
        match reader.read(symbol, size) {
            Ok(Some(digit)) if is_placed && is_whole => {
                clues.push(None);
                sets.push(DigitSet::of(digit));
            }
            Ok(Some(digit)) if is_placed => {
                clues.push(Some(digit));
                sets.push(all);
            }
            Ok(clue) if !is_placed => {
                clues.push(clue);
                sets.push(all);
            }
            read => {
                let reason = match read {
                    Err(fault) => FormatFaultReason::Cell(CellFault::Symbol(fault)),
                    Ok(_) => FormatFaultReason::Syntax("a digit follows `+`".to_owned()),
                };
                let fault = FormatFault::new(FORMAT, reason).at(start + offset);
                faults.push(fault.in_cell(Position::of(clues.len(), size)));
                if symbol != PLACED {
                    clues.push(None);
                    sets.push(all);
                }
            }
        }
        is_placed = false;
    }
    for (start, candidate) in removed.into_iter().flat_map(|(start, removed)| words(removed, start)) {
        match candidate_of(candidate, size) {
            Some((digit, cell)) => sets[cell] = sets[cell].without(digit),
            None => {
                let detail =
                    format!("`{candidate}` is no candidate: write its digit, row and column, such as 913");
                faults.push(FormatFault::syntax(FORMAT, detail).at(start));
            }
        }
    }
    let clues = Grid::from_cells(clues);
    let clues =
        clues.ok_or_else(|| fault(FormatFaultReason::Syntax("a digit follows `+`".to_owned()), start))?;
    Ok(ParsedText::of_clues((clues, LetterCase::default()), FORMAT).restricted(sets))
}

/// The fields of a text, with their offsets in characters.
fn fields(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = text.chars().count() - text.trim_start().chars().count();
    with_offsets(text.trim().split(':'), start)
}

/// The words of a field at an offset, with their offsets.
fn words(field: &str, start: usize) -> impl Iterator<Item = (usize, &str)> {
    with_offsets(field.split(' '), start).filter(|(_, word)| !word.is_empty())
}

/// The digit and the cell of a candidate: its digit, row and column.
fn candidate_of(text: &str, size: usize) -> Option<(Digit, usize)> {
    let number = |symbol: char| symbol.to_digit(10).map(|number| number as usize);
    let numbers: Vec<usize> = text.chars().map(number).collect::<Option<_>>()?;
    let [digit, row, column] = numbers[..] else { return None };
    let is_valid = [digit, row, column].iter().all(|number| (1..=size).contains(number));
    Some((Digit::new(digit).filter(|_| is_valid)?, (row - 1) * size + column - 1))
}

#[cfg(test)]
mod tests {
    use quadrille_sudoku::text::format_line;

    use super::*;
    use crate::{TextFault, parse};

    fn read(text: &str) -> Result<ParsedText, Vec<TextFault>> {
        let mut faults = Vec::new();
        parse(text, None, &mut |fault| faults.push(fault)).ok_or(faults)
    }

    const LINE: &str = ":0000:x:6...8..4..+4.....862..4.67+5.+1+5397+486+2.7...+3+51+4+462+5183+9+7..61.2+4+7572+4+8...+3..1..4+7.+28:\
                        314 916 921 325 925 932 933 371 985 991::";

    #[test]
    fn position_has_clues_placed_digits_and_removed_candidates() {
        let cells = LINE.split(':').nth(3).expect("cells");
        let mut parts = cells.split('+');
        let first = parts.next().expect("a part").to_owned();
        let clues = parts.fold(first, |line, part| line + "." + &part[1..]);
        for text in [
            LINE.to_owned(),
            format!(" {}r1c4\n", LINE.replacen("0000:x", "0702-1:9", 1)),
            LINE.replace('.', "0"),
        ] {
            let read = read(&text).expect("valid");
            assert_eq!(read.format, Format::Hodoku, "{text}");
            assert_eq!(format_line(read.grid.cells(), LetterCase::Upper).as_ref(), Some(&clues), "{text}");
            let sets = read.candidates.as_deref().expect("restricted");
            let values = |cell: usize| sets[cell].digits().map(Digit::value).collect::<Vec<_>>();
            assert_eq!(values(10), [4], "placed at r2c2");
            assert_eq!(values(3), [1, 2, 4, 5, 6, 7, 8, 9], "3 removed at r1c4");
            assert_eq!(values(6), (1..=9).collect::<Vec<_>>(), "r1c7");
        }
        assert_eq!(read(":0000:x:1.....3..4.....2:::").expect("valid").candidates, None);
    }

    #[test]
    fn faults_have_a_place() {
        let fault = |text: &str| match &read(text).expect_err("invalid")[..] {
            [TextFault::Format(FormatFault { format: Format::Hodoku, offset, cell, .. })] => {
                (*offset, cell.map(|cell| cell.to_string()))
            }
            other => panic!("{other:?}"),
        };
        let cell = |name: &str| Some(name.to_owned());
        for (text, place) in [
            (":0000:x:1.....3..4.....:::", (Some(8), None)),
            (":0000:x:1.....5..4.....2:::", (Some(14), cell("r2c3"))),
            (":0000:x:1++.....3..4.....2:::", (Some(10), cell("r1c2"))),
            (":0000:x:1+.....3..4.....2:::", (Some(10), cell("r1c2"))),
            (":0000:x:1.....3..4.....2:111 511::", (Some(29), None)),
            (":0000:x:1.....3..4.....2:111 11::", (Some(29), None)),
        ] {
            assert_eq!(fault(text), place, "{text}");
        }
        for text in [":0000", ":0000:x"] {
            assert!(read(text).is_err(), "{text}");
        }
        // Without its marks it is a line among other words.
        for text in [":00:x:1.....3..4.....2:::", "0000:x:1.....3..4.....2:::"] {
            assert_eq!(read(text).map(|read| read.format), Ok(Format::Csv), "{text}");
        }
    }
}
