//! Killers as magazines and forums print them: a grid of letters, equal ones for the cells of a cage, and the sum of each letter, such as
//! `a=7 b=9`. A grid of clues may stand above the letters or beside them.

use std::collections::{BTreeMap, BTreeSet};

use quadrille_sudoku::text::SYMBOL_SIZE_MAX;
use quadrille_sudoku::unstable::{EMPTY_SYMBOLS, SymbolReader};
use quadrille_sudoku::{Cell, Digit, Position};

use super::text_killer::{TextCage, clues_alone, length, syntax, with_cages};
use crate::formats::Format;
use crate::formats::content::{IgnoredLines, LINES_MAX, ParsedText, Report};
use crate::formats::drawn::{CellFault, is_rule, is_vertical};
use crate::formats::fields::with_offsets;
use crate::formats::format_faults::{FormatFaults, FormatResult};
use crate::formats::other_lines::{is_prose, separator};

/// Minimum number of sums, and of rows of letters.
const PARTS_MIN: usize = 2;

/// Maximum number of digits of a sum.
const SUM_DIGITS_MAX: usize = 3;

/// Marks that lines between grids repeat, and the maximum number of such lines.
const SEPARATORS: [char; 6] = ['-', '=', '_', '*', '~', '+'];
const SEPARATORS_MAX: usize = 3;

/// Symbols with their offsets in characters.
type Symbols = Vec<(usize, char)>;

/// Parts of a text.
struct KillerParts {
    /// Symbols of the rows of both grids.
    rows: Vec<Symbols>,
    /// Letters with their sums, in order.
    sums: Vec<(char, usize)>,
    /// Lines before, between and after them.
    ignored: IgnoredLines,
    /// Offset of the first line that is no part of a killer.
    other: Option<usize>,
}

/// Whether a text has the sums of letters below rows of these letters.
pub(super) fn may_be_cage_letters(text: &str) -> bool {
    parts_of(text).is_some_and(|KillerParts { rows, sums, .. }| {
        let letters: BTreeSet<char> = sums.iter().map(|&(letter, _)| letter).collect();
        let is_letter = |(_, symbol): &(usize, char)| letters.contains(symbol);
        let has_letters = |row: &&Symbols| row[row.len() / 2..].iter().all(is_letter);
        letters.len() >= PARTS_MIN && rows.iter().filter(has_letters).count() >= PARTS_MIN
    })
}

/// Parses a text in this form.
pub(super) fn parse_cage_letters(text: &str, report: Report<'_>) -> Option<ParsedText> {
    FormatFaults::collect_until_fault(report, |faults| match parts_of(text) {
        Some(parts) => parse(parts, faults),
        None => Err(syntax("there are no cages", 0)),
    })
}

/// Splits a text into rows, which are as wide as the line before the sums, sums, and other lines. `None` if it has no sums.
fn parts_of(text: &str) -> Option<KillerParts> {
    // One line more shows that there are too many.
    let lines: Vec<&str> = text.split('\n').take(LINES_MAX + 1).collect();
    let first = lines.iter().position(|line| sums_of(line).is_some()).filter(|_| lines.len() <= LINES_MAX)?;
    let width_of = |line: &str| line.chars().filter(|&symbol| is_symbol(symbol)).count();
    let is_between =
        |line: &str| line.trim().is_empty() || is_rule(line) || is_separator(line, &lines[..first]);
    let width = width_of(lines[..first].iter().rev().find(|line| !is_between(line))?);
    let mut parts =
        KillerParts { rows: Vec::new(), sums: Vec::new(), ignored: IgnoredLines::default(), other: None };
    for (index, (offset, line)) in with_offsets(lines.iter().copied(), 0).enumerate() {
        if is_between(line) {
            continue;
        }
        if let Some(sums) = sums_of(line).filter(|_| index >= first) {
            parts.sums.extend(sums);
        } else if index < first && width_of(line) == width {
            parts.rows.push((offset..).zip(line.chars()).filter(|&(_, symbol)| is_symbol(symbol)).collect());
        } else {
            parts.ignored.insert(index);
            let is_ignored = is_prose(line) || separator(line).is_some();
            parts.other = parts.other.or((!is_ignored).then_some(offset));
        }
    }
    Some(parts)
}

/// Whether a line repeats a mark that no other line has, and few lines do. It may be a row whose empty cells are this mark.
fn is_separator(line: &str, lines: &[&str]) -> bool {
    let mark = |line: &str| separator(line).filter(|mark| SEPARATORS.contains(mark));
    mark(line).is_some_and(|symbol| {
        let is_same = |other: &&&str| mark(other) == Some(symbol);
        let (same, others): (Vec<&&str>, Vec<&&str>) = lines.iter().partition(is_same);
        same.len() <= SEPARATORS_MAX && !others.iter().any(|other| other.contains(symbol))
    })
}

/// Whether a character is neither white space nor a border.
fn is_symbol(symbol: char) -> bool {
    !symbol.is_whitespace() && !is_vertical(symbol)
}

/// The sums of a line that has nothing else: a letter, `=`, `:` or nothing, and a number, several times.
fn sums_of(line: &str) -> Option<Vec<(char, usize)>> {
    let mut sums = Vec::new();
    let between = |symbol: char| symbol.is_whitespace() || matches!(symbol, ',' | ';');
    let mut rest = line.trim();
    while let Some(letter) = rest.chars().next() {
        let after = rest.strip_prefix(|first: char| first.is_ascii_alphabetic())?.trim_start();
        let number = after.strip_prefix(['=', ':']).unwrap_or(after).trim_start();
        let end = number.find(|symbol: char| !symbol.is_ascii_digit()).unwrap_or(number.len());
        if end > SUM_DIGITS_MAX {
            return None;
        }
        sums.push((letter, number[..end].parse().ok()?));
        rest = &number[end..];
        if !rest.is_empty() && !rest.starts_with(between) {
            return None;
        }
        rest = rest.trim_start_matches(between);
    }
    (!sums.is_empty()).then_some(sums)
}

fn parse(parts: KillerParts, faults: &mut FormatFaults) -> FormatResult<Option<ParsedText>> {
    let KillerParts { rows, sums, ignored, other } = parts;
    let start = rows.first().and_then(|row| row.first()).map_or(0, |(offset, _)| *offset);
    if let Some(offset) = other {
        let detail = "a killer of letters has rows of clues and of letters, then sums such as `a=7`, and this line is none of these";
        return Err(syntax(detail, offset));
    }
    let sums = distinct(&sums, start)?;
    let (clues, letters) = grids(&rows, &sums, start)?;
    let size = letters.len().isqrt();
    let mut cages: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
    for (cell, (offset, letter)) in (0..).map(Cell).zip(letters) {
        if sums.contains_key(&letter) {
            cages.entry(letter).or_default().push(cell);
        } else if !EMPTY_SYMBOLS.contains(&letter) {
            let fault = *syntax(
                format!("the cage `{letter}` has no sum, such as `{letter}=9` below the grid"),
                offset,
            );
            faults.push(fault.in_cell(Position::of(cell.index(), size)));
        }
    }
    if let Some((letter, _)) = sums.iter().find(|(letter, _)| !cages.contains_key(letter)) {
        return Err(syntax(format!("the sum of `{letter}` is given, but no cell has this letter"), start));
    }
    let mut reader = SymbolReader::default();
    let clues: Vec<Option<Digit>> = clues
        .into_iter()
        .enumerate()
        .map(|(index, (offset, symbol))| {
            reader.read(symbol, size.min(SYMBOL_SIZE_MAX)).unwrap_or_else(|fault| {
                faults.push_cell(Format::Line, CellFault::Symbol(fault), offset, Position::of(index, size));
                None
            })
        })
        .collect();
    let clues = if clues.is_empty() { vec![None; size * size] } else { clues };
    let cages = cages.into_iter().filter_map(|(letter, cells)| {
        Some(TextCage { label: format!("cage {letter}"), cells, sum: *sums.get(&letter)? })
    });
    let read = clues_alone(clues).map(|read| ParsedText { ignored, ..read });
    Ok(read.and_then(|read| with_cages(read, false, cages, faults)))
}

/// The sums by letter, each given once.
fn distinct(sums: &[(char, usize)], start: usize) -> FormatResult<BTreeMap<char, usize>> {
    let mut by_letter = BTreeMap::new();
    for &(letter, sum) in sums {
        if by_letter.insert(letter, sum).is_some_and(|before| before != sum) {
            return Err(syntax(format!("the cage `{letter}` has two sums"), start));
        }
    }
    Ok(by_letter)
}

/// The symbols of the clues, or none, and of the letters, row by row.
fn grids(rows: &[Symbols], sums: &BTreeMap<char, usize>, start: usize) -> FormatResult<(Symbols, Symbols)> {
    let (count, width) = (rows.len(), rows.first().map_or(0, Vec::len));
    let expected = || {
        let detail = format!(
            "a killer of letters is n rows of n letters, with n rows of n clues above them or beside them, not {count} rows of {width} symbols"
        );
        length(detail, start)
    };
    if rows.iter().any(|row| row.len() != width) || width == 0 {
        return Err(expected());
    }
    let (above, below) = rows.split_at(count / 2);
    let (first, second): (Symbols, Symbols) = if count == width {
        (Vec::new(), rows.concat())
    } else if count == 2 * width {
        (above.concat(), below.concat())
    } else if width == 2 * count {
        let half = |range: fn(&Symbols) -> &[(usize, char)]| rows.iter().flat_map(range).copied().collect();
        (half(|row| &row[..row.len() / 2]), half(|row| &row[row.len() / 2..]))
    } else {
        return Err(expected());
    };
    // The letters are the grid with more cages.
    let letters = |symbols: &Symbols| symbols.iter().filter(|(_, symbol)| sums.contains_key(symbol)).count();
    Ok(if letters(&first) > letters(&second) { (second, first) } else { (first, second) })
}
