//! Data of MiniZinc (`S=3; start=[|0, 0, 3|...|];`) and of Essence (`letting start be [[0, 0, 3], ...]`).

use std::iter::Peekable;
use std::vec::IntoIter;

use super::data_grid::{DataToken, ModelParameter, ParameterValue, puzzle_of, tokens};
use super::text_killer::syntax;
use crate::formats::content::{ParsedText, Report};
use crate::formats::format_faults::{FormatFaults, FormatResult};

/// Comments of MiniZinc and of Essence.
const COMMENTS: [char; 2] = ['%', '$'];

/// Words of Essence.
const LANGUAGE: &str = "language";
const LETTING: &str = "letting";

/// An array with ranges of indices in MiniZinc.
const ARRAY: &str = "array2d";

/// Whether a text begins with data of Essence, or with a parameter of MiniZinc, and has an array.
pub(super) fn begins_model_data(text: &str) -> bool {
    let is_content = |line: &&str| !line.is_empty() && !line.starts_with(COMMENTS);
    let Some(first) = text.lines().map(str::trim).find(is_content) else { return false };
    if begins_essence(first) {
        return text.contains('[');
    }
    value_in(first).is_some() && (text.contains("[|") || text.contains(ARRAY))
}

/// Whether a line begins with data of Essence, or with a number or an array of MiniZinc.
pub(super) fn begins_data_line(line: &str) -> bool {
    let line = line.trim();
    let is_number =
        |value: &str| value.strip_suffix(';').is_some_and(|number| number.trim().parse::<usize>().is_ok());
    let is_value = |value: &str| {
        value.is_empty() || value.starts_with("[|") || value.starts_with(ARRAY) || is_number(value)
    };
    begins_essence(line) || value_in(line).is_some_and(is_value)
}

/// Whether a line begins with the language, or with a parameter of Essence.
fn begins_essence(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let (first, others) = (words.next().unwrap_or_default(), words);
    let is_essence = |word: &str| word.get(..7).is_some_and(|begin| begin.eq_ignore_ascii_case("essence"));
    let is_assignment = |word: &str| word.eq_ignore_ascii_case("be") || word.contains('=');
    first.eq_ignore_ascii_case(LANGUAGE) && others.clone().next().is_some_and(is_essence)
        || first.eq_ignore_ascii_case(LETTING) && others.clone().any(is_assignment)
}

/// The value that a line gives to a name.
fn value_in(line: &str) -> Option<&str> {
    let (name, value) = line.split_once('=')?;
    let name = name.trim();
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    is_name.then(|| value.trim())
}

/// Parses a text in this form.
pub(super) fn parse_model_data(text: &str, report: Report<'_>) -> Option<ParsedText> {
    FormatFaults::collect_until_fault(report, |faults| parse(text, faults))
}

fn parse(text: &str, faults: &mut FormatFaults) -> FormatResult<Option<ParsedText>> {
    let is_essence = text.to_ascii_lowercase().contains(LETTING);
    let tokens: Vec<DataToken<'_>> = tokens(text, COMMENTS[usize::from(is_essence)]).collect();
    let mut reader = StatementReader { tokens: tokens.into_iter().peekable(), last: 0, is_essence };
    puzzle_of(&reader.parameters()?, faults)
}

/// Reader of statements.
struct StatementReader<'a> {
    tokens: Peekable<IntoIter<DataToken<'a>>>,
    /// Offset of the last token.
    last: usize,
    is_essence: bool,
}

impl<'a> StatementReader<'a> {
    fn next(&mut self) -> Option<DataToken<'a>> {
        let token = self.tokens.next()?;
        self.last = token.offset;
        Some(token)
    }

    /// Takes the next token if it is this text.
    fn takes(&mut self, text: &str) -> bool {
        let is_next = self.tokens.peek().is_some_and(|token| token.text.eq_ignore_ascii_case(text));
        if is_next {
            let _ = self.next();
        }
        is_next
    }

    /// Takes the tokens up to the end of a statement.
    fn skip_statement(&mut self) {
        let is_essence = self.is_essence;
        let is_within = |token: &DataToken<'_>| match is_essence {
            true => !token.text.eq_ignore_ascii_case(LETTING),
            false => token.text != ";",
        };
        while self.tokens.next_if(is_within).is_some() {}
    }

    fn parameters(&mut self) -> FormatResult<Vec<ModelParameter<'a>>> {
        let mut parameters = Vec::new();
        if self.takes(LANGUAGE) {
            self.skip_statement();
        }
        while let Some(first) = self.next() {
            if first.text == ";" {
                continue;
            }
            let is_letting = self.is_essence && first.text.eq_ignore_ascii_case(LETTING);
            let name = if is_letting { self.next().unwrap_or(first) } else { first };
            if !(self.takes("=") || is_letting && self.takes("be")) {
                let expected = if self.is_essence {
                    "`letting`, a name, `be` and a value"
                } else {
                    "a name, `=`, a value and `;`"
                };
                return Err(syntax(format!("expected {expected}"), name.offset));
            }
            let value = self.value()?;
            if matches!(value, ParameterValue::Other) {
                self.skip_statement();
            }
            parameters.push(ModelParameter { name, value });
        }
        Ok(parameters)
    }

    fn value(&mut self) -> FormatResult<ParameterValue<'a>> {
        let Some(first) = self.next() else { return Err(self.cut()) };
        match first.text {
            "[" if self.takes("|") => self.rows_between_bars(),
            "[" => self.list(),
            ARRAY if self.takes("(") => self.indexed(),
            _ => Ok(ParameterValue::of_word(first)),
        }
    }

    /// The fault of a text that ends within a value.
    fn cut(&self) -> Box<crate::formats::content::FormatFault> {
        syntax("the data end within an array", self.last)
    }

    /// Rows up to `|]`.
    fn rows_between_bars(&mut self) -> FormatResult<ParameterValue<'a>> {
        let mut rows = vec![Vec::new()];
        while let Some(token) = self.next() {
            match (token.text, rows.last_mut()) {
                (",", _) => {}
                ("]", _) => {
                    rows.retain(|row| !row.is_empty());
                    return Ok(if rows.is_empty() {
                        ParameterValue::Other
                    } else {
                        ParameterValue::Rows(rows)
                    });
                }
                ("|", _) => rows.push(Vec::new()),
                (_, Some(row)) => row.push(token),
                (_, None) => {}
            }
        }
        Err(self.cut())
    }

    /// A list of rows, or of cells, up to its `]`. Ranges of indices after `;` are left out.
    fn list(&mut self) -> FormatResult<ParameterValue<'a>> {
        let (mut rows, mut cells, mut depth) = (Vec::new(), Vec::new(), 1);
        while let Some(token) = self.next() {
            match token.text {
                "," => {}
                ";" => while self.tokens.next_if(|token| token.text != "]").is_some() {},
                "[" if depth == 1 => depth = 2,
                "]" if depth == 2 => {
                    depth = 1;
                    rows.push(std::mem::take(&mut cells));
                }
                "]" => {
                    return Ok(match (rows.is_empty(), cells.is_empty()) {
                        (true, true) | (false, false) => ParameterValue::Other,
                        (true, false) => ParameterValue::Rows(vec![cells]),
                        (false, true) => ParameterValue::Rows(rows),
                    });
                }
                "[" => return Ok(ParameterValue::Other),
                _ => cells.push(token),
            }
        }
        Err(self.cut())
    }

    /// The ranges and the list of an array, up to its `)`.
    fn indexed(&mut self) -> FormatResult<ParameterValue<'a>> {
        while let Some(token) = self.next() {
            if token.text == "[" {
                let value = self.list()?;
                let _ = self.takes(")");
                return Ok(value);
            }
        }
        Err(self.cut())
    }
}
