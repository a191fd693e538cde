//! Data of AMPL: `param given : 1 2 3 4 :=`, then the number of each row and its cells, with `.` for an empty one, up to `;`.

use super::data_grid::{DataToken, ModelParameter, ParameterValue, puzzle_of, tokens, unknown};
use crate::formats::content::{ParsedText, Report};
use crate::formats::format_faults::{FormatFaults, FormatResult};

const COMMENT: char = '#';
const PARAMETER: &str = "param";
const SET: &str = "set";

/// Whether a text begins with a parameter or a set of AMPL.
pub(super) fn begins_ampl(text: &str) -> bool {
    let is_content = |line: &&str| !line.is_empty() && !line.starts_with(COMMENT) && *line != "data;";
    let first = text.lines().map(str::trim).find(is_content).unwrap_or_default();
    let word = first.split_whitespace().next().unwrap_or_default();
    let is_known = [PARAMETER, SET].iter().any(|known| word.eq_ignore_ascii_case(known));
    is_known && text.contains(":=") && text.contains(';')
}

/// Whether a line begins with a parameter or a set of AMPL.
pub(super) fn begins_ampl_line(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    (word == PARAMETER && line.contains(':')) || (word == SET && line.contains(":="))
}

/// Parses a text in this form.
pub(super) fn parse_ampl(text: &str, report: Report<'_>) -> Option<ParsedText> {
    FormatFaults::collect_until_fault(report, |faults| parse(text, faults))
}

fn parse(text: &str, faults: &mut FormatFaults) -> FormatResult<Option<ParsedText>> {
    let tokens: Vec<DataToken<'_>> = tokens(text, COMMENT).collect();
    let statements = tokens.split(|token| token.text == ";").filter(|statement| !statement.is_empty());
    let mut parameters = Vec::new();
    for statement in statements {
        if let [first] = statement
            && ["data", "end"].iter().any(|word| first.text.eq_ignore_ascii_case(word))
        {
            continue;
        }
        let name = statement.get(1).unwrap_or(&statement[0]);
        let value = value_of(statement).ok_or_else(|| unknown(name))?;
        parameters.push(ModelParameter { name: *name, value });
    }
    puzzle_of(&parameters, faults)
}

/// The value of a statement; `None` if it is not read.
fn value_of<'a>(statement: &[DataToken<'a>]) -> Option<ParameterValue<'a>> {
    let [kind, _, rest @ ..] = statement else { return None };
    let rest = match rest {
        [word, _, rest @ ..] if word.text.eq_ignore_ascii_case("default") => rest,
        _ => rest,
    };
    let is_set = kind.text.eq_ignore_ascii_case(SET);
    if !is_set && !kind.text.eq_ignore_ascii_case(PARAMETER) {
        return None;
    }
    match rest {
        [colon, equals, numbers @ ..] if colon.text == ":" && equals.text == "=" => match numbers {
            [number] if !is_set => Some(ParameterValue::of_word(*number)),
            _ if is_set && are_in_order(numbers) => Some(ParameterValue::Number(numbers.len())),
            _ => None,
        },
        [colon, table @ ..] if colon.text == ":" && !is_set => rows_of(table),
        _ => None,
    }
}

/// The rows of a table whose columns and rows are numbered in order.
fn rows_of<'a>(table: &[DataToken<'a>]) -> Option<ParameterValue<'a>> {
    let width = table.iter().position(|token| token.text == ":")?;
    let (columns, rest) = table.split_at(width);
    let [_, equals, cells @ ..] = rest else { return None };
    let rows: Vec<&[DataToken<'a>]> = cells.chunks(width + 1).collect();
    let labels: Vec<DataToken<'a>> = rows.iter().filter_map(|row| row.first().copied()).collect();
    let is_whole = equals.text == "=" && are_in_order(columns) && are_in_order(&labels);
    is_whole.then(|| ParameterValue::Rows(rows.into_iter().map(|row| row[1..].to_vec()).collect()))
}

/// Whether words are numbers in order, from 0 or 1.
fn are_in_order(words: &[DataToken<'_>]) -> bool {
    let number = |word: &DataToken<'_>| word.text.parse::<usize>().ok();
    let first = words.first().and_then(number).filter(|first| *first < 2);
    first.is_some_and(|first| (first..).zip(words).all(|(expected, word)| number(word) == Some(expected)))
}
