//! Game ids of Simon Tatham's Solo.

use super::content::{Content, FormatFault, FormatFaultReason, NotRepresentable, ParsedText, Report};
use super::drawing::digit_of_number;
use super::format::Format;
use super::format_faults::{FormatFaults, FormatResult};
use super::symbol::LetterCase;
use crate::model::{BoxShape, Digit, Grid, Position, SIZE_MAX, article};

/// Constraints by the suffix of the parameters.
const CONSTRAINTS: [(char, &str); 3] = [('x', "diagonals"), ('j', "jigsaw regions"), ('k', "killer cages")];

/// Longest run of empty cells that a letter stands for.
const RUN_MAX: usize = 26;

/// Whether a text begins with the parameters of a game.
pub(super) fn begins_solo(text: &str) -> bool {
    let id = game_id(text).0;
    let Some((parameters, _)) = id.split_once(':') else { return false };
    let is_parameter = |symbol: char| symbol.is_ascii_digit() || symbol.is_ascii_lowercase();
    parameters.len() < RUN_MAX
        && parameters.starts_with(|first: char| first.is_ascii_digit())
        && parameters.contains(['x', 'j'])
        && parameters.chars().all(is_parameter)
}

/// The game id of a text, which may be a URL, and its offset in characters.
fn game_id(text: &str) -> (&str, usize) {
    let trimmed = text.trim();
    let skipped = text.chars().count() - text.trim_start().chars().count();
    match trimmed.split_once('#') {
        Some((url, id)) if url.starts_with("http") => (id, skipped + url.chars().count() + 1),
        _ => (trimmed, skipped),
    }
}

/// Parses a text in this format.
pub(super) fn parse_solo(text: &str, report: Report<'_>) -> Option<ParsedText> {
    FormatFaults::collect(report, |faults| parse(text, faults).map_err(|fault| faults.push(*fault)).ok())
}

/// Parses a text. Wrong numbers are added to `faults`; other faults end the parsing.
fn parse(text: &str, faults: &mut FormatFaults) -> FormatResult<ParsedText> {
    let (id, start) = game_id(text);
    let syntax = |detail: &str, at: usize| {
        Box::new(FormatFault::new(Format::Solo, FormatFaultReason::Syntax(detail.to_owned())).at(at))
    };
    let example = "expected boxes across x boxes down, `:` and the clues, such as 3x3:5_3b7d";
    let (parameters, cells) = id.split_once(':').ok_or_else(|| syntax(example, start))?;
    let shape = box_shape(parameters).map_err(|constraint| match constraint {
        Some(name) => {
            Box::new(FormatFault::new(Format::Solo, FormatFaultReason::Constraint(name.to_owned())).at(start))
        }
        None => syntax(example, start),
    })?;
    let size = shape.width * shape.height;
    let mut grid: Vec<Option<Digit>> = Vec::with_capacity(size * size);
    let mut rest = cells;
    // All characters before `rest` are ASCII.
    let offset_of = |rest: &str| start + parameters.len() + 1 + cells.len() - rest.len();
    while let Some(first) = rest.chars().next() {
        let offset = offset_of(rest);
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        match first {
            'a'..='z' => {
                grid.resize(grid.len() + (first as usize - 'a' as usize) + 1, None);
                rest = &rest[1..];
            }
            '_' => rest = &rest[1..],
            _ if length > 0 => {
                let number = rest[..length].parse().unwrap_or(usize::MAX);
                let digit = digit_of_number(number, size).map_err(|fault| {
                    let fault = FormatFault::new(Format::Solo, FormatFaultReason::Cell(fault)).at(offset);
                    fault.in_cell(Position::of(grid.len(), size))
                });
                grid.push(digit.map_err(|fault| faults.push(fault)).ok());
                rest = &rest[length..];
            }
            _ => {
                return Err(syntax(
                    "clues are numbers, letters for runs of empty cells, and `_` between numbers",
                    offset,
                ));
            }
        }
        if grid.len() > size * size {
            break;
        }
    }
    if grid.len() != size * size {
        let more = if grid.len() > size * size { "more" } else { "fewer" };
        let detail =
            format!("{more} than {} cells: {parameters} is {} {size}x{size}", size * size, article(size));
        return Err(Box::new(
            FormatFault::new(Format::Solo, FormatFaultReason::Length(detail)).at(offset_of(rest)),
        ));
    }
    let grid = Grid::from_cells(grid).ok_or_else(|| syntax(example, start))?;
    let read = ParsedText::of_clues((grid, LetterCase::default()), Format::Solo);
    Ok(ParsedText { box_shape: Some(shape), ..read })
}

/// Box shape of the parameters, such as `2x3`: 2 boxes across, each 3 wide. The error is the name of a constraint.
fn box_shape(parameters: &str) -> Result<BoxShape, Option<&'static str>> {
    let split = |text: &str| -> (Option<usize>, usize) {
        let length = text.bytes().take_while(u8::is_ascii_digit).count();
        (text[..length].parse().ok().filter(|number| (1..=SIZE_MAX).contains(number)), length)
    };
    let constraint = |suffix: &str| {
        let named =
            suffix.chars().find_map(|symbol| CONSTRAINTS.iter().find(|(letter, _)| *letter == symbol));
        named.map(|&(_, name)| name)
    };
    let (across, length) = split(parameters);
    let Some(rest) = parameters[length..].strip_prefix('x') else {
        return Err(constraint(&parameters[length..]));
    };
    let (down, length) = split(rest);
    let suffix = &rest[length..];
    if !suffix.is_empty() {
        return Err(constraint(suffix));
    }
    let shape = across.zip(down).map(|(across, down)| BoxShape { width: down, height: across });
    shape.filter(|shape| shape.width * shape.height <= SIZE_MAX).ok_or(None)
}

/// Formats a puzzle.
pub(super) fn format_solo(content: &Content<'_>) -> Result<String, NotRepresentable> {
    content.require_no_candidates()?;
    let BoxShape { width, height } = content.box_shape;
    let mut text = format!("{height}x{width}:");
    let (mut run, mut is_after_number) = (0, false);
    let push_run = |text: &mut String, run: &mut usize| {
        while *run > 0 {
            let length = (*run).min(RUN_MAX);
            text.push(char::from(b'a' + length as u8 - 1));
            *run -= length;
        }
    };
    for cell in content.cells {
        let Some(digit) = cell else {
            run += 1;
            continue;
        };
        if run == 0 && is_after_number {
            text.push('_');
        }
        push_run(&mut text, &mut run);
        text.push_str(&digit.value().to_string());
        is_after_number = true;
    }
    push_run(&mut text, &mut run);
    Ok(text)
}
