//! The grid of clues among the data of a model: a parameter with rows of numbers. Numbers beside it must be its size, or the size of its
//! boxes; everything else is refused by name.

use std::iter;

use quadrille_sudoku::text::SymbolFault;
use quadrille_sudoku::{Digit, Position, SIZE_MAX, size_for_cells};

use super::text_killer::{clues_alone, length, not_read, syntax};
use crate::formats::Format;
use crate::formats::content::{FormatFault, ParsedText};
use crate::formats::drawn::{CellFault, digit_of_number};
use crate::formats::format_faults::{FormatFaults, FormatResult};

/// Words of an empty cell.
const EMPTY: [&str; 8] = ["0", ".", "_", "-", "-1", "<>", "None", "null"];

/// Word or mark with its offset in characters.
#[derive(Clone, Copy, Debug)]
pub(super) struct DataToken<'a> {
    pub(super) offset: usize,
    pub(super) text: &'a str,
}

/// Parameter of a model.
pub(super) struct ModelParameter<'a> {
    pub(super) name: DataToken<'a>,
    pub(super) value: ParameterValue<'a>,
}

/// Value of a parameter.
pub(super) enum ParameterValue<'a> {
    /// A whole number.
    Number(usize),
    /// Rows of cells.
    Rows(Vec<Vec<DataToken<'a>>>),
    /// Anything else.
    Other,
}

/// Splits a text into words and marks of one character, without comments, which go from this mark to the end of the line.
pub(super) fn tokens(text: &str, comment: char) -> impl Iterator<Item = DataToken<'_>> {
    let is_word = |symbol: char| symbol.is_alphanumeric() || "_-.'<>".contains(symbol);
    let (mut offset, mut rest) = (0, text);
    iter::from_fn(move || {
        loop {
            let first = rest.chars().next()?;
            let is_comment = first == comment;
            let end = match first {
                _ if is_comment => rest.find('\n').unwrap_or(rest.len()),
                _ if is_word(first) => rest.find(|symbol| !is_word(symbol)).unwrap_or(rest.len()),
                _ => first.len_utf8(),
            };
            let (text, after) = rest.split_at(end);
            let token = DataToken { offset, text };
            (offset, rest) = (offset + text.chars().count(), after);
            if !is_comment && !first.is_whitespace() {
                return Some(token);
            }
        }
    })
}

impl<'a> ParameterValue<'a> {
    /// The value of a word.
    pub(super) fn of_word(word: DataToken<'_>) -> Self {
        word.text.parse().map_or(Self::Other, Self::Number)
    }
}

/// The puzzle of the only parameter with rows.
pub(super) fn puzzle_of(
    parameters: &[ModelParameter<'_>],
    faults: &mut FormatFaults,
) -> FormatResult<Option<ParsedText>> {
    let is_grid = |parameter: &&ModelParameter<'_>| matches!(parameter.value, ParameterValue::Rows(_));
    let mut grids = parameters.iter().filter(is_grid);
    let Some(ModelParameter { name, value: ParameterValue::Rows(rows) }) = grids.next() else {
        return Err(syntax("the data have no parameter with n rows of n numbers", 0));
    };
    if let Some(ModelParameter { name, .. }) = grids.next() {
        return Err(unknown(name));
    }
    let cells: Vec<DataToken<'_>> = rows.concat();
    let size = if rows.len() == 1 { size_for_cells(cells.len()) } else { Some(rows.len()) };
    let Some(size) = size
        .filter(|&size| size <= SIZE_MAX && (rows.len() == 1 || rows.iter().all(|row| row.len() == size)))
    else {
        let detail = format!(
            "expected n rows of n numbers in `{}`, got {} rows of {}",
            name.text,
            rows.len(),
            rows[0].len()
        );
        return Err(length(detail, name.offset));
    };
    for ModelParameter { name, value } in parameters {
        match value {
            ParameterValue::Rows(_) => {}
            ParameterValue::Number(number) if *number == size || number * number == size => {}
            ParameterValue::Number(_) | ParameterValue::Other => faults.push(*unknown(name)),
        }
    }
    Ok(clues_alone(clues_of(&cells, size, faults)))
}

/// The fault of a parameter that is not read.
pub(super) fn unknown(name: &DataToken<'_>) -> Box<FormatFault> {
    not_read("the parameter", name.text, "of a model", name.offset)
}

/// The clues of cells. Empty cells must have the same word.
fn clues_of(cells: &[DataToken<'_>], size: usize, faults: &mut FormatFaults) -> Vec<Option<Digit>> {
    let mut empty = None;
    let mut clues = Vec::with_capacity(cells.len());
    for (index, &DataToken { offset, text }) in cells.iter().enumerate() {
        let read = if EMPTY.contains(&text) {
            let first = *empty.get_or_insert(text);
            let symbol = |word: &str| word.chars().next().unwrap_or('0');
            let mixed = SymbolFault::MixedEmpty { found: symbol(text), first: symbol(first) };
            if text == first { Ok(None) } else { Err(CellFault::Symbol(mixed)) }
        } else {
            let number = text.parse().map_err(|_| CellFault::NotANumber(text.chars().take(8).collect()));
            number.and_then(|number| digit_of_number(number, size)).map(Some)
        };
        clues.push(read.unwrap_or_else(|fault| {
            faults.push_cell(Format::Line, fault, offset, Position::of(index, size));
            None
        }));
    }
    clues
}
