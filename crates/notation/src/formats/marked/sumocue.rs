//! Killers and jigsaws of SumoCue: `SumoCueV1`, then `=` and the sum of a cage that begins in the cell, or `+` and the index of another
//! cell of its cage, and `J` and the number of its region, for each cell.

use quadrille_sudoku::{Cell, size_for_cells};

use super::text_killer::{TextCage, clues_alone, length, syntax, with_cages};
use crate::formats::Format;
use crate::formats::content::{ParsedText, Report};
use crate::formats::format_faults::{FormatFaults, FormatResult};
use crate::formats::web::Boxes;

const NAME: &str = "sumocue";
const VERSION: &str = "sumocuev1";

/// Cell as written.
#[derive(Clone, Copy)]
struct SumoCell {
    cage: CagePart,
    region: Option<usize>,
}

/// Part of a cage that a cell shows.
#[derive(Clone, Copy)]
enum CagePart {
    /// The sum; 0 for a cell without a cage.
    Sum(usize),
    /// The index of another cell of the cage.
    Like(usize),
}

/// Whether a text begins with the name of the program.
pub(super) fn begins_sumocue(text: &str) -> bool {
    text.trim_start().get(..NAME.len()).is_some_and(|name| name.eq_ignore_ascii_case(NAME))
}

/// Parses a text in this form.
pub(super) fn parse_sumocue(text: &str, report: Report<'_>) -> Option<ParsedText> {
    FormatFaults::collect_until_fault(report, |faults| parse(text, faults))
}

fn parse(text: &str, faults: &mut FormatFaults) -> FormatResult<Option<ParsedText>> {
    let start = text.chars().count() - text.trim_start().chars().count();
    let trimmed = text.trim();
    let data = trimmed.get(..VERSION.len()).filter(|name| name.eq_ignore_ascii_case(VERSION));
    let Some(data) = data.and_then(|_| trimmed.get(VERSION.len()..)) else {
        return Err(syntax("of SumoCue, texts that begin with `SumoCueV1` are read", start));
    };
    let cells = cells(data, start + VERSION.len())?;
    let Some(size) = size_for_cells(cells.len()) else {
        return Err(length(format!("{} cells of SumoCue make no grid", cells.len()), start));
    };
    let mut cages: Vec<Vec<Cell>> = vec![Vec::new(); cells.len()];
    for (index, cell) in (0..).map(Cell).zip(&cells) {
        let first = first_of_cage(&cells, index.index()).ok_or_else(|| {
            syntax(
                "a cell after `+` must lead to the first cell of its cage, whose sum stands after `=`",
                start,
            )
        })?;
        let is_free = matches!(cell.cage, CagePart::Sum(0));
        if !is_free {
            cages[first].push(index);
        }
    }
    let sums = cells.iter().map(|cell| if let CagePart::Sum(sum) = cell.cage { sum } else { 0 });
    let cages: Vec<(Vec<Cell>, usize)> =
        cages.into_iter().zip(sums).filter(|(cells, _)| !cells.is_empty()).collect();
    if cages.iter().any(|&(_, sum)| sum == 0) {
        return Err(syntax(
            "a cage of several cells has the sum 0: write its sum, or `=0` for each cell without a cage",
            start,
        ));
    }
    let Some(read) = clues_alone(vec![None; cells.len()]) else { return Ok(None) };
    let read = with_regions(read, &cells, size, start)?;
    let cages = cages.into_iter().map(|(cells, sum)| TextCage::at(cells, sum, size));
    Ok(with_cages(read, false, cages, faults))
}

/// The cells of a text at an offset.
fn cells(data: &str, start: usize) -> FormatResult<Vec<SumoCell>> {
    let mut cells = Vec::new();
    let mut rest = data.trim_start();
    let offset = |rest: &str| start + data.chars().count() - rest.chars().count();
    while !rest.is_empty() {
        let expected = || {
            syntax(
                "expected `=` and a sum, or `+` and the index of a cell, and `J` and a region, such as `=17J0`",
                offset(rest),
            )
        };
        let mark = rest.chars().next();
        let (number, after) = number_after(rest, &['=', '+']).ok_or_else(expected)?;
        let cage = if mark == Some('=') { CagePart::Sum(number) } else { CagePart::Like(number) };
        let (region, after) = match number_after(after, &['J', 'j']) {
            Some((region, after)) => (Some(region), after),
            None => (None, after),
        };
        cells.push(SumoCell { cage, region });
        rest = after.trim_start();
    }
    Ok(cells)
}

/// The number after one of these marks, and the rest.
fn number_after<'a>(text: &'a str, marks: &[char]) -> Option<(usize, &'a str)> {
    let digits = text.strip_prefix(marks)?;
    let end = digits.find(|symbol: char| !symbol.is_ascii_digit()).unwrap_or(digits.len());
    let number = digits[..end].parse().ok()?;
    Some((number, &digits[end..]))
}

/// The cell with the sum of a cage.
fn first_of_cage(cells: &[SumoCell], index: usize) -> Option<usize> {
    let mut at = index;
    for _ in 0..=cells.len() {
        match cells.get(at)?.cage {
            CagePart::Sum(_) => return Some(at),
            CagePart::Like(other) => at = other,
        }
    }
    None
}

/// Adds the regions, unless all cells have the same number or none.
fn with_regions(read: ParsedText, cells: &[SumoCell], size: usize, start: usize) -> FormatResult<ParsedText> {
    let regions: Vec<usize> = cells.iter().filter_map(|cell| cell.region).collect();
    let first = regions.first().copied();
    if regions.iter().all(|region| Some(*region) == first)
        && [0, cells.len()].contains(&regions.len())
        && size > 1
    {
        return Ok(read);
    }
    if regions.len() != cells.len() {
        return Err(syntax("some cells of SumoCue have a region after `J`, and some have none", start));
    }
    Ok(Boxes::from_numbers(Format::Line, &regions, size)?.of_puzzle(read))
}
