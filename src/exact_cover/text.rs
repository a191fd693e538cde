//! Knuth's text format for exact cover problems, as his DLX programs read it.
//!
//! The first line names the items, with a `|` before the secondary ones; every further line is an option, its
//! items separated by blanks, a secondary item's colour after a colon (`x:A`). Blank lines and lines that begin
//! with `|` are comments. Names and colours may be of any length; otherwise they are Knuth's: without white
//! space, `:` and `|`.

use std::collections::HashMap;
use std::fmt;

use thiserror::Error;

use super::problem::{Colour, Entry, Item, OptionId, Problem, ProblemError};

/// A problem with the names that its text gave to items and colours.
///
/// `Display` writes the text form; [`NamedProblem::parse`] reads it back, unless there is no primary item: the format
/// has no way to say so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedProblem {
    /// The problem itself.
    pub problem: Problem,
    /// The items' names, by number.
    pub items: Vec<String>,
    /// The colours' names, by number.
    pub colours: Vec<String>,
    /// The line, counted from 1, that each option stood on.
    pub option_lines: Vec<usize>,
}

/// Why a text is not an exact cover problem, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {fault}")]
pub struct TextError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: TextFault,
}

/// What can be wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TextFault {
    /// The text holds no line that names items.
    #[error("no line names the items")]
    NoItems,
    /// The items' line has more than one `|`.
    #[error("`|` may stand once, before the secondary items")]
    SecondBar,
    /// A name or a colour is empty or holds `:` or `|`.
    #[error("`{0}` is not a name: names are not empty and hold neither `:` nor `|`")]
    BadName(String),
    /// An item is named twice.
    #[error("item `{0}` is named twice")]
    DuplicateItem(String),
    /// An option holds an item that was not named.
    #[error("item `{0}` is unknown")]
    UnknownItem(String),
    /// The problem refuses the option, or the number of items.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

impl NamedProblem {
    /// Reads a problem from its text.
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
        let mut reader = Reader::new(heading).map_err(|fault| TextError { line: first, fault })?;
        for (line, option) in lines {
            reader.read_option(line, option).map_err(|fault| TextError { line, fault })?;
        }
        Ok(reader.document)
    }

    /// The items of an option as the text named them: `name` or `name:colour`.
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

/// A document in the making, with its names the other way round.
struct Reader {
    document: NamedProblem,
    item_numbers: HashMap<String, Item>,
    colour_numbers: HashMap<String, Colour>,
    entries: Vec<Entry>,
}

impl Reader {
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
            document: NamedProblem {
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
        self.document.problem.add_option(&self.entries)?;
        self.document.option_lines.push(line);
        Ok(())
    }

    fn colour(&mut self, name: &str) -> Result<Colour, TextFault> {
        if let Some(&colour) = self.colour_numbers.get(name) {
            return Ok(colour);
        }
        // More colours than numbers would need more entries than a problem may hold.
        let colour = Colour::new(self.document.colours.len() as u32).ok_or(ProblemError::TooManyEntries)?;
        self.document.colours.push(name.to_owned());
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
        let error = NamedProblem::parse(text).expect_err("the text is faulty");
        (error.line, error.fault)
    }

    #[test]
    fn a_text_comes_back_as_it_was_written() {
        let text = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";
        let document = NamedProblem::parse(text).expect("the toy problem is sound");
        assert_eq!(document.to_string(), text);
        assert_eq!(document.option_text(OptionId(1)), "p r x:A y");
    }

    #[test]
    fn comments_and_blank_lines_do_not_count_as_options_but_as_lines() {
        let document = NamedProblem::parse("| a comment\n\n  a b\n| another\n a\n\tb\r\n").expect("sound");
        assert_eq!(document.items, ["a", "b"]);
        assert_eq!(document.option_lines, [5, 6]);
    }

    #[test]
    fn faults_name_their_line() {
        assert_eq!(fault("\n| only a comment\n"), (1, TextFault::NoItems));
        assert_eq!(fault("a | b | c\n"), (1, TextFault::SecondBar));
        assert_eq!(fault("a b:c\n"), (1, TextFault::BadName("b:c".into())));
        assert_eq!(fault("a a\n"), (1, TextFault::DuplicateItem("a".into())));
        assert_eq!(fault("a\n\nb\n"), (3, TextFault::UnknownItem("b".into())));
        assert_eq!(fault("a | x\na x:\n"), (2, TextFault::BadName(String::new())));
        assert_eq!(fault("a | x\nx\n"), (2, TextFault::Problem(ProblemError::NoPrimaryItem)));
    }
}
