//! Pencil marks: one line of text per row, whose cells are clues or lists of candidates.

use quadrille_sudoku::text::{SYMBOL_SIZE_MAX, SymbolFault, symbol_of};
use quadrille_sudoku::unstable::{SymbolReader, is_empty_symbol};
use quadrille_sudoku::{Digit, DigitSet, Grid, Position};

use super::content::{
    Content, FormatFault, FormatFaultReason, NotRepresentable, ParsedText, Report, TextFault,
};
use super::drawn::{CellFault, Token, TokenGrid, draw, parse_tokens};
use super::layout::has_rows;
use super::text_format::TextFormat;
use crate::formats::Format;

/// Brackets around a list of candidates. A list of one digit needs them, so that it is not a clue, and so does the only list of a
/// text, so that it is not a mistyped number, and a list that is a number of a drawing.
const BRACKETS: [(char, char); 3] = [('{', '}'), ('(', ')'), ('[', ']')];

/// Mark before the digit of a player in files `.sdx` of SudoCue, which are 9x9.
const PLACED: char = 'u';

/// Grid whose cells list their candidates.
pub(super) struct Pencilmarks;

impl TextFormat for Pencilmarks {
    const DESCRIPTION: &'static str = "\
        The allowed digits of each cell: one line of text per row, with or without borders; each cell is a clue, a list of \
        digits without spaces, or `.` for any digit. A list of one digit stands in braces.";
    const EXAMPLE: &'static str = "\
+-----------+-----------+
| 1    1234 | 1234 1234 |
| 1234 1234 | 3    1234 |
+-----------+-----------+
| 1234 4    | 1234 1234 |
| 1234 1234 | 1234 2    |
+-----------+-----------+
";
    const FAULT_RANK: Option<u8> = Some(10);

    fn may_be(text: &str) -> bool {
        has_rows(text) && may_be_pencilmarks(text)
    }

    fn parse(text: &str, report: Report<'_>) -> Option<ParsedText> {
        let tokens = parse_tokens(text, &mut |fault| report(TextFault::Drawing(fault)))?;
        let size = tokens.size;
        let mut reader = SymbolReader::default();
        let (mut clues, mut sets) = (Vec::new(), Vec::new());
        for (index, token) in tokens.tokens.iter().enumerate() {
            match read_token(&token.text, size, &mut reader) {
                Ok((clue, set)) => {
                    clues.push(clue);
                    sets.push(set);
                }
                Err(reason) => {
                    let fault = FormatFault::new(Format::Pencilmarks, reason).at(token.offset);
                    report(TextFault::Format(fault.in_cell(Position::of(index, size))));
                }
            }
        }
        let clues = Some(clues).filter(|clues| clues.len() == size * size).and_then(Grid::from_cells)?;
        let case = reader.letter_case().unwrap_or_default();
        let read = ParsedText::of_clues((clues, case), Format::Pencilmarks).restricted(sets);
        Some(ParsedText { box_shape: tokens.box_shape, ..read })
    }

    fn format(content: &Content<'_>) -> Result<String, NotRepresentable> {
        content.require_symbols()?;
        content.require_drawable_boxes()?;
        let size = content.size();
        let symbols = |set: DigitSet| -> String {
            set.digits().filter_map(|digit| symbol_of(digit, content.case)).collect()
        };
        let lists = content.cells.iter().filter(|clue| clue.is_none()).count();
        let cell = |(index, clue): (usize, &Option<Digit>)| {
            let set = match clue {
                Some(clue) => return Ok(symbols(DigitSet::of(*clue))),
                None => content.candidates.map_or(DigitSet::all(size), |sets| sets[index]),
            };
            match set.len() {
                0 => Err(NotRepresentable::NoCandidate),
                digits => {
                    let list = symbols(set);
                    let needs_brackets = digits == 1 || lists == 1 || is_number(&list, size);
                    Ok(if needs_brackets { format!("{{{list}}}") } else { list })
                }
            }
        };
        let cells = content.cells.iter().enumerate().map(cell).collect::<Result<Vec<_>, _>>()?;
        Ok(draw(&cells, content.box_shape))
    }
}

/// List of candidates that may be something else in a drawing.
pub(super) struct DoubtfulList {
    pub(super) token: String,
    /// Offset in the text, in characters.
    pub(super) offset: usize,
    pub(super) cell: Position,
}

/// Whether a text has a token for each cell and [lists](has_lists), or no lists but numbers that may be some.
pub(super) fn may_be_pencilmarks(text: &str) -> bool {
    let has_numbers = |grid: &TokenGrid| {
        let tokens = || grid.tokens.iter();
        tokens().any(|token| is_number_or_list(token, grid.size))
            && !tokens().any(|token| is_list(token, grid.size))
    };
    has_lists(text) || parse_tokens(text, &mut |_| {}).as_ref().is_some_and(has_numbers)
}

/// Whether a text has a token for each cell, and one of them is a list in brackets, or two are lists and not numbers of a
/// drawing.
pub(super) fn has_lists(text: &str) -> bool {
    parse_tokens(text, &mut |_| {}).is_some_and(|grid| {
        let lists = || grid.tokens.iter().filter(|token| is_list(token, grid.size));
        lists().any(is_bracketed) || lists().count() > 1
    })
}

/// Returns the first token of pencil marks that may be a number or a mistyped cell of a drawing. In pencil marks without brackets
/// and empty cells, every list is meant as one. Letters stand for digits from 10, so numbers beside them are lists.
pub(super) fn doubtful_list(text: &str) -> Option<DoubtfulList> {
    let TokenGrid { size, tokens, .. } = parse_tokens(text, &mut |_| {})?;
    let is_empty = |token: &Token| token.text.chars().all(|symbol| is_empty_symbol(symbol, size));
    let is_letter = |symbol: char| symbol.is_ascii_alphabetic() && !is_empty_symbol(symbol, size);
    let has_letters = tokens.iter().any(|token| token.text.contains(is_letter));
    let number = tokens.iter().position(|token| !has_letters && is_number_or_list(token, size));
    let is_clear = tokens.iter().any(is_bracketed) || !tokens.iter().any(is_empty);
    let list = || tokens.iter().position(|token| !is_clear && is_list(token, size));
    let index = number.or_else(list)?;
    let Token { offset, text } = &tokens[index];
    Some(DoubtfulList { token: text.clone(), offset: *offset, cell: Position::of(index, size) })
}

/// Whether a token is a list, and not a number of a drawing.
fn is_list(token: &Token, size: usize) -> bool {
    let first = token.text.chars().next();
    !is_number(&token.text, size) && token.text.chars().any(|symbol| Some(symbol) != first)
}

/// Whether a token is a number of a drawing, and a list of several digits.
fn is_number_or_list(token: &Token, size: usize) -> bool {
    let mut symbols: Vec<char> = token.text.chars().filter(|symbol| *symbol != '0').collect();
    symbols.sort_unstable();
    symbols.dedup();
    symbols.len() > 1 && symbols.len() == token.text.len() && is_number(&token.text, size)
}

fn is_number(token: &str, size: usize) -> bool {
    token.parse().is_ok_and(|number: usize| number <= size)
}

fn is_bracketed(token: &Token) -> bool {
    in_brackets(&token.text).is_some()
}

/// The symbols of a list in brackets, or the digit of a player, such as `u5` in files `.sdx`: the only candidate of its cell.
fn in_brackets(token: &str) -> Option<&str> {
    let is_digit = |rest: &&str| matches!(rest.as_bytes(), [b'1'..=b'9']);
    if let Some(digit) = token.strip_prefix(PLACED).filter(is_digit) {
        return Some(digit);
    }
    BRACKETS.iter().find_map(|&(open, close)| token.strip_prefix(open)?.strip_suffix(close))
}

/// Reads a clue, or a list of candidates.
fn read_token(
    token: &str,
    size: usize,
    reader: &mut SymbolReader,
) -> Result<(Option<Digit>, DigitSet), FormatFaultReason> {
    let symbol_fault = |fault| FormatFaultReason::Cell(CellFault::Symbol(fault));
    let list = in_brackets(token);
    let symbols = list.unwrap_or(token);
    let mut set = DigitSet::default();
    let mut empty = 0;
    for symbol in symbols.chars() {
        match reader.read(symbol, size.min(SYMBOL_SIZE_MAX)).map_err(symbol_fault)? {
            Some(digit) if set.contains(digit) => {
                let detail = format!("the list `{}` has `{symbol}` twice", shortened(token));
                return Err(FormatFaultReason::Syntax(detail));
            }
            Some(digit) => set.extend([digit]),
            None => empty += 1,
        }
    }
    let is_any = set == DigitSet::default() && list.is_none();
    match (empty, is_any) {
        (_, true) if empty <= size => Ok((None, DigitSet::all(size))),
        (_, true) => {
            let detail = format!("`{}` is {empty} empty symbols: write one for each cell", shortened(token));
            Err(FormatFaultReason::Syntax(detail))
        }
        (0, _) if set == DigitSet::default() => {
            Err(FormatFaultReason::Syntax("the list is empty".to_owned()))
        }
        (0, _) => Ok((set.only().filter(|_| list.is_none()), set)),
        _ => {
            let is_digit = |symbol: &char| symbol.is_ascii_digit() && *symbol != '0';
            let other = symbols.chars().find(|symbol| !is_digit(symbol)).unwrap_or('.');
            Err(symbol_fault(SymbolFault::Unknown(other)))
        }
    }
}

fn shortened(token: &str) -> String {
    token.chars().take(SYMBOL_SIZE_MAX).collect()
}

#[cfg(test)]
mod tests {
    use quadrille_sudoku::text::format_line;

    use super::*;
    use crate::parse;

    #[test]
    fn digits_of_a_player_are_the_only_candidates() {
        let text = "u2 13 4 13\n13 4 2 u1\n4 123 13 2\n13 2 13 4\n";
        for text in [text.to_owned(), text.replace('\n', "\r\n"), format!("#A Ruud\n{text}")] {
            let read = parse(&text, None, &mut |fault| panic!("{fault:?}")).expect("valid");
            assert_eq!(read.format, Format::Pencilmarks);
            let line = format_line(read.grid.cells(), read.alphabet.case());
            assert_eq!(line.as_deref(), Some("..4..42.4..2.2.4"));
            let values = |cell: usize| {
                let sets = read.candidates.as_deref().expect("restricted");
                sets[cell].digits().map(Digit::value).collect::<Vec<_>>()
            };
            assert_eq!((values(0), values(1), values(9)), (vec![2], vec![1, 3], vec![1, 2, 3]));
        }
        let mut faults = Vec::new();
        parse(&text.replace("u2", "u5"), None, &mut |fault| faults.push(fault));
        assert_eq!(faults.len(), 1, "{faults:?}");
    }
}
