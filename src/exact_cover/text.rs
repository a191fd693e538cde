//! Knuth's text format for exact cover problems, as read by his DLX programs.
//!
//! Blank lines and lines that begin with `|` are comments. The first other line is the *line of items*: their names, with
//! a `|` before the secondary items. Every further line is an option: its items, separated by spaces, with a secondary
//! item's colour after a colon (`x:A`). Names of items and colours contain no white space, `:` or `|`. They may have any
//! length, unlike Knuth's.

use std::collections::HashMap;
use std::fmt;

use thiserror::Error;

use super::problem::{Colour, Entry, Item, OptionId, Problem, ProblemError};

/// Problem with the names of its items and colours.
///
/// [`NamedProblem::parse`] reads the text that `Display` writes, unless the problem has no primary items: the format cannot
/// express that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedProblem {
    /// The problem.
    pub problem: Problem,
    /// Names of the items, by number.
    pub items: Vec<String>,
    /// Names of the colours, by number.
    pub colours: Vec<String>,
    /// Line of each option, counted from 1.
    pub option_lines: Vec<usize>,
}

/// Error in the text of a problem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {fault}")]
pub struct TextError {
    /// Line, counted from 1.
    pub line: usize,
    /// Fault of this line.
    pub fault: TextFault,
}

/// Fault of a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TextFault {
    /// The text has no line of items.
    #[error("the line of items is missing: the first line must name the items")]
    NoItems,
    /// The line of items has more than one `|`.
    #[error("`|` may occur once, before the secondary items")]
    SecondBar,
    /// The name of an item or colour is empty or contains `:` or `|`.
    #[error("`{0}` is not a name: a name is not empty and contains neither `:` nor `|`")]
    BadName(String),
    /// An item is named twice.
    #[error("item `{0}` is named twice")]
    DuplicateItem(String),
    /// An option has an item that the line of items does not name.
    #[error("item `{0}` is unknown: the line of items does not name it")]
    UnknownItem(String),
    /// The option or the number of items is invalid.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

impl NamedProblem {
    /// Parses the text of a problem.
    ///
    /// # Errors
    /// The first fault, with its line.
    pub fn parse(text: &str) -> Result<Self, TextError> {
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| {
            let line = line.trim_start();
            !line.is_empty() && !line.starts_with('|')
        });
        let no_items = TextError { line: 1, fault: TextFault::NoItems };
        let (first, heading) = lines.next().ok_or(no_items)?;
        let mut parser = Parser::new(heading).map_err(|fault| TextError { line: first, fault })?;
        for (line, option) in lines {
            parser.read_option(line, option).map_err(|fault| TextError { line, fault })?;
        }
        Ok(parser.named)
    }

    /// Returns the items of an option as text: `name` or `name:colour`, separated by spaces. Empty for an unknown option.
    pub fn option_text(&self, option: OptionId) -> String {
        self.problem
            .options()
            .nth(option.0 as usize)
            .map_or_else(String::new, |entries| self.entries_text(entries))
    }

    fn entries_text(&self, entries: &[Entry]) -> String {
        let words: Vec<String> = entries
            .iter()
            .map(|entry| {
                let name = &self.items[entry.item.0 as usize];
                match entry.colour {
                    Some(colour) => format!("{name}:{}", self.colours[colour.index() as usize]),
                    None => name.clone(),
                }
            })
            .collect();
        words.join(" ")
    }
}

impl fmt::Display for NamedProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (primary, secondary) = self.items.split_at(self.problem.primary_count());
        f.write_str(&primary.join(" "))?;
        if !secondary.is_empty() {
            write!(f, " | {}", secondary.join(" "))?;
        }
        writeln!(f)?;
        for entries in self.problem.options() {
            writeln!(f, "{}", self.entries_text(entries))?;
        }
        Ok(())
    }
}

/// State of the parser.
struct Parser {
    named: NamedProblem,
    item_numbers: HashMap<String, Item>,
    colour_numbers: HashMap<String, Colour>,
    entries: Vec<Entry>,
}

impl Parser {
    fn new(heading: &str) -> Result<Self, TextFault> {
        let mut items = Vec::new();
        let mut primary = None;
        let mut item_numbers = HashMap::new();
        for word in heading.split_whitespace() {
            if word == "|" {
                if primary.replace(items.len()).is_some() {
                    return Err(TextFault::SecondBar);
                }
                continue;
            }
            let name = checked_name(word)?;
            if item_numbers.insert(name.to_owned(), Item(items.len() as u32)).is_some() {
                return Err(TextFault::DuplicateItem(name.to_owned()));
            }
            items.push(name.to_owned());
        }
        let primary = primary.unwrap_or(items.len());
        Ok(Self {
            named: NamedProblem {
                problem: Problem::new(primary, items.len() - primary)?,
                items,
                colours: Vec::new(),
                option_lines: Vec::new(),
            },
            item_numbers,
            colour_numbers: HashMap::new(),
            entries: Vec::new(),
        })
    }

    fn read_option(&mut self, line: usize, option: &str) -> Result<(), TextFault> {
        self.entries.clear();
        for word in option.split_whitespace() {
            let (name, colour) = match word.split_once(':') {
                Some((name, colour)) => (name, Some(self.colour(checked_name(colour)?)?)),
                None => (word, None),
            };
            let item = *self.item_numbers.get(name).ok_or_else(|| TextFault::UnknownItem(name.to_owned()))?;
            self.entries.push(Entry { item, colour });
        }
        self.named.problem.add_option(&self.entries)?;
        self.named.option_lines.push(line);
        Ok(())
    }

    fn colour(&mut self, name: &str) -> Result<Colour, TextFault> {
        if let Some(&colour) = self.colour_numbers.get(name) {
            return Ok(colour);
        }
        // So many colours need more entries than a problem may have.
        let colour = Colour::new(self.named.colours.len() as u32).ok_or(ProblemError::TooManyEntries)?;
        self.named.colours.push(name.to_owned());
        self.colour_numbers.insert(name.to_owned(), colour);
        Ok(colour)
    }
}

fn checked_name(word: &str) -> Result<&str, TextFault> {
    if word.is_empty() || word.contains([':', '|']) {
        return Err(TextFault::BadName(word.to_owned()));
    }
    Ok(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> (usize, TextFault) {
        let error = NamedProblem::parse(text).expect_err("invalid text");
        (error.line, error.fault)
    }

    #[test]
    fn display_writes_the_parsed_text() {
        let text = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";
        let named = NamedProblem::parse(text).expect("valid text");
        assert_eq!(named.to_string(), text);
        assert_eq!(named.option_text(OptionId(1)), "p r x:A y");
    }

    #[test]
    fn comments_and_blank_lines_count_as_lines_only() {
        let named = NamedProblem::parse("| a comment\n\n  a b\n| another\n a\n\tb\r\n").expect("valid text");
        assert_eq!(named.items, ["a", "b"]);
        assert_eq!(named.option_lines, [5, 6]);
    }

    #[test]
    fn fault_names_its_line() {
        assert_eq!(fault("\n| only a comment\n"), (1, TextFault::NoItems));
        assert_eq!(fault("a | b | c\n"), (1, TextFault::SecondBar));
        assert_eq!(fault("a b:c\n"), (1, TextFault::BadName("b:c".into())));
        assert_eq!(fault("a a\n"), (1, TextFault::DuplicateItem("a".into())));
        assert_eq!(fault("a\n\nb\n"), (3, TextFault::UnknownItem("b".into())));
        assert_eq!(fault("a | x\na x:\n"), (2, TextFault::BadName(String::new())));
        assert_eq!(fault("a | x\nx\n"), (2, TextFault::Problem(ProblemError::NoPrimaryItem)));
    }
}
