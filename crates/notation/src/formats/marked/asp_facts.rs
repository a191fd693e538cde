//! Facts of answer set programs: `initial(1,3,3).` for row, column and digit of each clue. Rows and columns count from 1, or from 0 if
//! there is a 0 among them.

use quadrille_sudoku::{Digit, Position, SIZE_MAX};

use super::text_killer::{clues_alone, not_read, syntax};
use crate::formats::Format;
use crate::formats::content::{FormatFault, FormatFaultReason, ParsedText, Report};
use crate::formats::drawn::digit_of_number;
use crate::formats::format_faults::{FormatFaults, FormatResult};

const COMMENT: char = '%';

/// Fact with its offset in characters.
struct Fact<'a> {
    offset: usize,
    name: &'a str,
    /// The numbers; a range has its last one.
    numbers: Vec<usize>,
}

/// Whether a text begins with a fact about numbers, or with a constant before it.
pub(super) fn begins_facts(text: &str) -> bool {
    let is_content = |line: &&str| !line.is_empty() && !line.starts_with([COMMENT, '#']);
    let Some(first) = text.lines().map(str::trim).find(is_content) else { return false };
    let is_name = |name: &str| {
        name.starts_with(|first: char| first.is_ascii_lowercase())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    let is_number = |rest: &str| rest.trim_start().starts_with(|first: char| first.is_ascii_digit());
    first
        .split_once('(')
        .is_some_and(|(name, rest)| is_name(name.trim_end()) && is_number(rest) && rest.contains(")."))
}

/// Parses a text in this form.
pub(super) fn parse_asp_facts(text: &str, report: Report<'_>) -> Option<ParsedText> {
    FormatFaults::collect_until_fault(report, |faults| parse(text, faults))
}

fn parse(text: &str, faults: &mut FormatFaults) -> FormatResult<Option<ParsedText>> {
    let facts = facts(text)?;
    let (clues, others): (Vec<Fact<'_>>, Vec<Fact<'_>>) =
        facts.into_iter().partition(|fact| fact.numbers.len() == 3);
    let Some(first) = clues.first() else {
        return Err(syntax("there is no fact such as `initial(1,3,3).`", 0));
    };
    let other_name = clues.iter().find(|fact| fact.name != first.name);
    if let Some(Fact { offset, name, .. }) = other_name.or(others.iter().find(|fact| fact.numbers.len() != 1))
    {
        return Err(not_read("the fact", name, "beside the clues", *offset));
    }
    let (size, base) = size_and_base(&clues, &others)?;
    let mut cells: Vec<Option<Digit>> = vec![None; size * size];
    for Fact { offset, numbers, .. } in &clues {
        let &[row, column, value] = &numbers[..] else { continue };
        let place = |number: usize| number.checked_sub(base).filter(|&index| index < size);
        let (Some(row), Some(column)) = (place(row), place(column)) else {
            return Err(syntax(
                format!("a fact has the row, the column and the digit of a cell of a {size}x{size}"),
                *offset,
            ));
        };
        let index = row * size + column;
        let in_cell =
            |reason| FormatFault::new(Format::Line, reason).at(*offset).in_cell(Position::of(index, size));
        match digit_of_number(value, size) {
            Ok(digit) if cells[index].is_none_or(|other| other == digit) => cells[index] = Some(digit),
            Ok(_) => faults.push(in_cell(FormatFaultReason::Syntax(
                "two facts give the cell different digits".to_owned(),
            ))),
            Err(fault) => faults.push(in_cell(FormatFaultReason::Cell(fault))),
        }
    }
    Ok(clues_alone(cells))
}

/// The facts of a text without rules. A constant is a fact of one number.
fn facts(text: &str) -> FormatResult<Vec<Fact<'_>>> {
    let mut facts = Vec::new();
    let mut line_start = 0;
    for line in text.split('\n') {
        let content = line.split(COMMENT).next().unwrap_or_default();
        let (mut read, mut at) = (0, line_start);
        loop {
            let rest = content[read..].trim_start();
            if rest.is_empty() {
                break;
            }
            at += content[read..content.len() - rest.len()].chars().count();
            let (fact, after) = fact_of(rest, at).ok_or_else(|| {
                syntax("expected facts such as `initial(1,3,3).`: row, column and digit", at)
            })?;
            facts.extend(fact);
            at += rest[..rest.len() - after.len()].chars().count();
            read = content.len() - after.len();
        }
        line_start += line.chars().count() + 1;
    }
    Ok(facts)
}

/// The fact or the directive at the start of a text, and the rest. Directives other than constants say nothing about the puzzle.
fn fact_of(text: &str, offset: usize) -> Option<(Option<Fact<'_>>, &str)> {
    if let Some(directive) = text.strip_prefix('#') {
        let (directive, rest) = directive.split_once('.')?;
        let Some((name, value)) =
            directive.strip_prefix("const").and_then(|constant| constant.split_once('='))
        else {
            return directive.starts_with("show").then_some((None, rest));
        };
        let numbers = vec![value.trim().parse().ok()?];
        return Some((Some(Fact { offset, name: name.trim(), numbers }), rest));
    }
    let (name, arguments) = text.split_once('(')?;
    let (arguments, rest) = arguments.split_once(')')?;
    let number = |argument: &str| {
        let last = argument.rsplit("..").next().unwrap_or_default();
        last.trim().parse().ok()
    };
    let numbers = arguments.split(',').map(number).collect::<Option<Vec<usize>>>()?;
    Some((Some(Fact { offset, name: name.trim(), numbers }), rest.trim_start().strip_prefix('.')?))
}

/// The size of the grid and the number of its first row. Facts of one number tell the size, if there are some. Otherwise the largest
/// number is the size: a puzzle with a single solution has no two rows, columns or digits without a clue that could be exchanged.
fn size_and_base(clues: &[Fact<'_>], others: &[Fact<'_>]) -> FormatResult<(usize, usize)> {
    let places = || clues.iter().flat_map(|fact| fact.numbers.iter().take(2).copied());
    let base = usize::from(!places().any(|place| place == 0));
    let largest_place = places().max().unwrap_or(0) + 1 - base;
    let largest_digit = clues.iter().filter_map(|fact| fact.numbers.get(2).copied()).max().unwrap_or(0);
    let largest = largest_place.max(largest_digit);
    let start = clues.first().map_or(0, |fact| fact.offset);
    let named = others.iter().filter_map(|fact| fact.numbers.first().copied()).max();
    let size = match named {
        Some(named) if (largest..=SIZE_MAX).contains(&named) => named,
        Some(named) if named * named >= largest && named * named <= SIZE_MAX => named * named,
        Some(named) => return Err(not_read("the fact", &named.to_string(), "of one number", start)),
        None => size_of_largest(largest).filter(|&size| size <= SIZE_MAX).ok_or_else(|| {
            let detail = format!("the largest number of the facts is {largest}: say the size of the grid by a fact such as `#const n=9.`");
            syntax(detail, start)
        })?,
    };
    // Without a 0, rows and columns that do not reach the size may count from 0 or from 1.
    if base == 1 && largest_place < size {
        let detail = "rows and columns may count from 0 or from 1: no fact is in the first or in the last row or column";
        return Err(syntax(detail, start));
    }
    Ok((size, base))
}

/// The size of a grid whose largest number is this one; `None` if two sizes are usual.
fn size_of_largest(largest: usize) -> Option<usize> {
    let is_square = |number: usize| number.isqrt() * number.isqrt() == number;
    let has_boxes = |number: usize| (2..number).any(|width| number.is_multiple_of(width));
    match (has_boxes(largest), has_boxes(largest + 1)) {
        (true, _) if !is_square(largest + 1) => Some(largest),
        (false, true) => Some(largest + 1),
        _ => None,
    }
}
