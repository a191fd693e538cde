//! Knuth's text format for exact cover problems, as read by his DLX programs.
//!
//! Blank lines and lines that begin with `|` are comments. The first other line is the *line of items*: their names, with
//! a `|` before the secondary items. Every further line is an option: its items, separated by spaces, with a secondary
//! item's colour after a colon (`x:A`). An option without a primary item is skipped, and has a number like the others. Names
//! of items and colours contain no white space, byte order mark, control character, `:` or `|`. They may have 64 characters;
//! Knuth's have 8.

use std::fmt;
use std::iter;
use std::ops::ControlFlow;
use std::str::FromStr;

use thiserror::Error;

use super::named::{NamedFault, NamedProblem, ProblemBounds, ProblemBuilder};
use super::problem::{Colour, Entry, Item, Problem};

/// Fault in the text of a problem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {fault}")]
#[non_exhaustive]
pub struct TextError {
    /// Line, counted from 1.
    pub line: usize,
    /// Column, in characters from 1.
    pub column: usize,
    /// Fault at this position.
    pub fault: TextFault,
}

/// Kind of fault in a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextFault {
    /// The text has no line of items.
    #[error("the line of items is missing: the first line must name the items")]
    NoItems,
    /// The line of items has more than one `|`.
    #[error("`|` may occur once, before the secondary items")]
    SecondBar,
    /// An item has a multiplicity, as in the texts of Knuth's DLX3.
    #[error("`{}` has a multiplicity, which is not supported: an item is covered exactly once, or at most once", .0.escape_debug())]
    Multiplicity(String),
    /// An option has a cost, as in the texts of Knuth's DLX5.
    #[error("`{}` is a cost, which is not supported: options have none", .0.escape_debug())]
    Cost(String),
    /// An item, an entry or an option is invalid.
    #[error(transparent)]
    Named(#[from] NamedFault),
}

/// Parses the text of a problem, and calls `fault` with each fault. Ends at the first bound that is exceeded.
///
/// Faults of options that may only follow from a fault of the items are left out.
///
/// ```
/// use quadrille_exact_cover::{ProblemBounds, parse_text};
///
/// let bounds = ProblemBounds { items: 100, ..ProblemBounds::MAX };
/// let mut faults = Vec::new();
/// let parsed = parse_text("a b\na c\nb b\n", bounds, &mut |fault| faults.push(fault.to_string()));
/// assert_eq!(parsed, None);
/// assert_eq!(faults[1], "line 3, column 3: the option has item `b` twice");
/// ```
pub fn parse_text(
    text: &str,
    bounds: ProblemBounds,
    fault: &mut dyn FnMut(TextError),
) -> Option<NamedProblem> {
    let mut builder = ProblemBuilder::with_bounds(bounds);
    let mut is_valid = true;
    let _ = read_lines(text, &mut builder, &mut |line, column, invalid| {
        is_valid = false;
        let is_last = match &invalid {
            TextFault::Named(fault) => fault.is_bound(),
            // All other items or options may be valid without it, and mean something else.
            TextFault::Multiplicity(_) | TextFault::Cost(_) => true,
            _ => false,
        };
        fault(TextError { line, column, fault: invalid });
        if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if is_valid { builder.build().ok() } else { None }
}

/// Takes a fault with its line and column. Breaks if reading must end.
type ReportFault<'a> = dyn FnMut(usize, usize, TextFault) -> ControlFlow<()> + 'a;

fn read_lines(text: &str, builder: &mut ProblemBuilder, report: &mut ReportFault<'_>) -> ControlFlow<()> {
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| {
        let line = line.trim_start();
        !line.is_empty() && !line.starts_with('|')
    });
    let Some((line, heading)) = lines.next() else { return report(1, 1, TextFault::NoItems) };
    let (mut bars, mut has_faulty_items) = (0, false);
    for (column, word) in words(heading) {
        bars += usize::from(word == "|");
        let added = match (word, bars) {
            ("|", 1) => {
                builder.begin_secondary();
                Ok(())
            }
            ("|", _) => Err(TextFault::SecondBar),
            (name, _) if has_multiplicity(name) => Err(TextFault::Multiplicity(name.to_owned())),
            (name, _) => builder.add_item(name).map_err(TextFault::Named),
        };
        if let Err(invalid) = added {
            has_faulty_items = true;
            report(line, column, invalid)?;
        }
    }
    let is_own = |fault: &NamedFault| !(has_faulty_items && fault.may_follow_from_items());
    for (line, option) in lines {
        let mut first_column = None;
        for (column, word) in words(option) {
            first_column.get_or_insert(column);
            if is_cost(word) {
                report(line, column, TextFault::Cost(word.to_owned()))?;
                continue;
            }
            if let Some(invalid) = builder.add_entry(word).err().filter(is_own) {
                report(line, column, invalid.into())?;
            }
        }
        if let Some(invalid) = builder.end_option().err().filter(is_own) {
            report(line, first_column.unwrap_or(1), invalid.into())?;
        }
    }
    ControlFlow::Continue(())
}

/// Whether an item has a multiplicity before its name, such as `2|a` or `2:3|a`.
fn has_multiplicity(word: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_range = |text: &str| match text.split_once(':') {
        Some((least, most)) => is_number(least) && is_number(most),
        None => is_number(text),
    };
    word.split_once('|').is_some_and(|(multiplicity, name)| is_range(multiplicity) && !name.is_empty())
}

/// Whether a word of an option is a cost, such as `|5`, or ends with one. No name has a `|`.
fn is_cost(word: &str) -> bool {
    let is_number = |cost: &str| !cost.is_empty() && cost.bytes().all(|byte| byte.is_ascii_digit());
    word == "|" || word.rsplit_once('|').is_some_and(|(_, cost)| is_number(cost))
}

/// Words of a line with their columns. Takes linear time in total, however many words have a fault.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let (mut column, mut rest) = (1, line);
    iter::from_fn(move || {
        let text = rest.trim_start();
        let (space, _) = rest.split_at(rest.len() - text.len());
        let (word, after) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
        let start = column + space.chars().count();
        (column, rest) = (start + word.chars().count(), after);
        (!word.is_empty()).then_some((start, word))
    })
}

/// Reads the text that `Display` writes, unless the problem has no primary items, or no secondary item for an option that is
/// skipped: the format cannot express that.
impl FromStr for NamedProblem {
    type Err = TextError;

    /// Parses the text of a problem of any size.
    ///
    /// # Errors
    /// The first fault.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut first = None;
        let parsed = parse_text(text, ProblemBounds::MAX, &mut |fault| {
            first.get_or_insert(fault);
        });
        let no_items = TextError { line: 1, column: 1, fault: TextFault::NoItems };
        parsed.ok_or_else(|| first.unwrap_or(no_items))
    }
}

/// Writes the text of a problem, as Knuth's programs read it.
impl fmt::Display for NamedProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |item: Item| &self.item_names()[item.0 as usize];
        write_text(f, self, &name, &|colour| &self.colour_names()[colour.index() as usize])
    }
}

/// Writes the text of a problem whose items and colours are named by their numbers, from 0.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_text(f, self, &|item| item.0, &Colour::index)
    }
}

fn write_text<I: fmt::Display, C: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    problem: &Problem,
    item_name: &dyn Fn(Item) -> I,
    colour_name: &dyn Fn(Colour) -> C,
) -> fmt::Result {
    let primary = problem.primary_count();
    for index in 0..problem.item_count() {
        let before = match index {
            _ if index == primary => " | ",
            0 => "",
            _ => " ",
        };
        write!(f, "{before}{}", item_name(Item(index as u32)))?;
    }
    writeln!(f)?;
    for entries in problem.options() {
        // A secondary item alone is an option that is skipped.
        let skipped = Entry::from(Item(primary as u32));
        let is_skipped = entries.is_empty() && primary < problem.item_count();
        let entries = if is_skipped { std::slice::from_ref(&skipped) } else { entries };
        for (index, entry) in entries.iter().enumerate() {
            write!(f, "{}{}", if index == 0 { "" } else { " " }, item_name(entry.item))?;
            if let Some(colour) = entry.colour {
                write!(f, ":{}", colour_name(colour))?;
            }
        }
        writeln!(f)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OptionId;

    /// Line, column and kind of each fault.
    fn faults(text: &str) -> Vec<(usize, usize, TextFault)> {
        let mut faults = Vec::new();
        let parsed = parse_text(text, ProblemBounds::MAX, &mut |TextError { line, column, fault }| {
            faults.push((line, column, fault));
        });
        assert_eq!(parsed, None);
        let first = text.parse::<NamedProblem>().expect_err("invalid text");
        assert_eq!((first.line, first.column, first.fault), faults[0]);
        faults
    }

    #[test]
    fn display_writes_the_parsed_text() {
        let text = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";
        let named: NamedProblem = text.parse().expect("valid text");
        assert_eq!(named.to_string(), text);
        assert_eq!(named.option_text(OptionId(1)), "p r x:A y");
    }

    #[test]
    fn problem_without_names_is_written_by_its_numbers() {
        let named: NamedProblem = "p q | x y\np x:A\nx\nq x:B y\n".parse().expect("valid text");
        let text = named.problem().to_string();
        assert_eq!(text, "0 1 | 2 3\n0 2:0\n2\n1 2:1 3\n");
        assert_eq!(text.parse::<NamedProblem>().map(NamedProblem::into_problem), Ok(named.into_problem()));
    }

    #[test]
    fn option_without_primary_item_keeps_its_number() {
        let named: NamedProblem = "a | x y\na\ny:A x:B\na x\n".parse().expect("valid text");
        assert_eq!(named.skipped_options().collect::<Vec<_>>(), [OptionId(1)]);
        assert_eq!(named.to_string(), "a | x y\na\nx\na x\n");
        assert_eq!(named.to_string().parse(), Ok(named));
    }

    #[test]
    fn comments_and_blank_lines_are_skipped() {
        let text = "| a comment\n\n  a b\n| another\n a\n\tb\r\n";
        assert_eq!(text.parse(), "a b\na\nb\n".parse::<NamedProblem>());
    }

    #[test]
    fn multiplicities_and_costs_are_named() {
        let multiplicity = |word: &str| TextFault::Multiplicity(word.to_owned());
        let cost = |word: &str| TextFault::Cost(word.to_owned());
        for (text, expected) in [
            ("A B 2:3|C | X Y\nA B X:0\n", (1, 5, multiplicity("2:3|C"))),
            ("A 2|B\n", (1, 3, multiplicity("2|B"))),
            ("| a\nA B | X\nA X:0 |5\nC\n", (3, 7, cost("|5"))),
            ("A B\nA B|12\n", (2, 3, cost("B|12"))),
            ("A B\nA B | 12\n", (2, 5, cost("|"))),
        ] {
            assert_eq!(faults(text), [expected], "{text}");
        }
        for text in ["A :2|B\n", "A |B\n", "A B\nA |B\n"] {
            assert!(matches!(faults(text)[0].2, TextFault::Named(NamedFault::InvalidName(_))), "{text}");
        }
    }

    #[test]
    fn words_of_a_long_line_have_columns_in_characters() {
        let line = "é\u{2003}b ".repeat(50_000);
        let found: Vec<(usize, &str)> = words(&line).collect();
        assert_eq!(found.len(), 100_000);
        for (index, found) in found.into_iter().enumerate() {
            assert_eq!(found, (2 * index + 1, if index % 2 == 0 { "é" } else { "b" }));
        }
        assert_eq!(words(" \t").next(), None);
    }

    #[test]
    fn reading_ends_at_the_first_exceeded_bound() {
        let bounds = ProblemBounds { items: 3, options: 2, entries: 4 };
        let first_faults = |text: &str| {
            let mut faults = Vec::new();
            let parsed = parse_text(text, bounds, &mut |error| faults.push(error.to_string()));
            assert_eq!(parsed.is_none(), !faults.is_empty());
            faults
        };
        assert_eq!(first_faults("a b | c\na b\nb c\n"), [""; 0]);
        for (text, fault) in [
            ("a b c d a\ne\n", "line 1, column 7: the problem has too many items: the maximum is 3"),
            ("a b c\na\nb\n c\nd\n", "line 4, column 2: the problem has too many options: the maximum is 2"),
            (
                "a b c\na b c\na b d\ne\n",
                "line 3, column 3: the options have too many entries in total: the maximum is 4",
            ),
        ] {
            assert_eq!(first_faults(text), [fault]);
        }
    }

    #[test]
    fn faults_have_line_and_column() {
        let name = |name: &str| TextFault::Named(NamedFault::InvalidName(name.into()));
        let unknown = |name: &str| TextFault::Named(NamedFault::UnknownItem(name.into()));
        assert_eq!(faults("\n| only a comment\n"), [(1, 1, TextFault::NoItems)]);
        let duplicate = TextFault::Named(NamedFault::DuplicateItem("a".into()));
        let repeated = TextFault::Named(NamedFault::RepeatedItem("a".into()));
        assert_eq!(
            faults("a b:c  a | x | y\nz\na a b:c\nx:|\n"),
            [
                (1, 3, name("b:c")),
                (1, 8, duplicate),
                (1, 14, TextFault::SecondBar),
                (3, 3, repeated),
                (4, 1, name("|"))
            ]
        );
        assert_eq!(
            faults("a\n\n b\té c\n"),
            [(3, 2, unknown("b")), (3, 4, unknown("é")), (3, 6, unknown("c"))]
        );
        assert_eq!(faults("a | x\na x:\n  x\n"), [(2, 3, name(""))]);
    }
}
