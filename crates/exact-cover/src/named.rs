//! Exact cover problems whose items and colours have names.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use thiserror::Error;

use super::problem::{Colour, ENTRIES_MAX, Entry, ITEMS_MAX, Item, OptionId, Problem, ProblemError};

/// Maximum length of the name of an item or colour, in characters.
pub const NAME_CHARACTERS_MAX: usize = 64;

/// Memory of an allocation besides its bytes, at most.
const ALLOCATION_BYTES: usize = 24;

/// Problem with the names of its items and colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedProblem {
    /// The problem.
    pub problem: Arc<Problem>,
    /// Names of the items, by number.
    pub items: Vec<String>,
    /// Names of the colours, by number.
    pub colours: Vec<String>,
}

/// Bounds on the size of a problem that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProblemBounds {
    /// Maximum number of items, primary and secondary.
    pub items: usize,
    /// Maximum number of options.
    pub options: usize,
    /// Maximum number of entries of all options.
    pub entries: usize,
}

/// Fault of an item, an entry or an option.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NamedFault {
    /// The name of an item or colour is empty or has a reserved character.
    #[error(
        "`{}` is not a name: a name is not empty and has no white space, control character, `:` or `|`",
        .0.escape_debug()
    )]
    InvalidName(String),
    /// A name is too long.
    #[error("the name has {characters} characters: the maximum is {NAME_CHARACTERS_MAX}")]
    LongName {
        /// Length of the name.
        characters: usize,
    },
    /// Two items have the same name.
    #[error("item `{}` is named twice", .0.escape_debug())]
    DuplicateItem(String),
    /// The problem has no such item.
    #[error("item `{}` is unknown: it is neither a primary nor a secondary item", .0.escape_debug())]
    UnknownItem(String),
    /// An option has an item twice.
    #[error("the option has item `{}` twice", .0.escape_debug())]
    RepeatedItem(String),
    /// An option gives a colour to a primary item.
    #[error("item `{}` is primary and cannot have a colour", .0.escape_debug())]
    ColouredPrimary(String),
    /// Too many items.
    #[error("the problem has too many items: the maximum is {max}")]
    TooManyItems {
        /// Maximum number of items.
        max: usize,
    },
    /// Too many options.
    #[error("the problem has too many options: the maximum is {max}")]
    TooManyOptions {
        /// Maximum number of options.
        max: usize,
    },
    /// Too many entries.
    #[error("the options have too many entries in total: the maximum is {max}")]
    TooManyEntries {
        /// Maximum number of entries.
        max: usize,
    },
}

impl NamedFault {
    /// Whether the problem exceeds its bounds, so that reading it should end.
    pub fn is_bound(&self) -> bool {
        matches!(self, Self::TooManyItems { .. } | Self::TooManyOptions { .. } | Self::TooManyEntries { .. })
    }

    /// Whether this fault of an option may only follow from a fault of the items.
    pub fn may_follow_from_items(&self) -> bool {
        matches!(self, Self::UnknownItem(_) | Self::ColouredPrimary(_))
    }
}

/// Builds a [`NamedProblem`] within bounds, item by item, then option by option. The first items are primary.
///
/// Building may go on after a fault, to find the others. The items must be complete before the first option.
#[derive(Clone, Debug, Default)]
pub struct NamedProblemBuilder {
    bounds: ProblemBounds,
    items: Vec<String>,
    item_numbers: HashMap<String, Item>,
    /// Number of primary items, once they are complete.
    primary: Option<usize>,
    /// Options, once the items are complete.
    problem: Option<Problem>,
    colours: Vec<String>,
    colour_numbers: HashMap<String, Colour>,
    /// Entries of the option being built.
    entries: Vec<Entry>,
    /// Number of the last option of each item, counted from 1.
    last_options: Vec<usize>,
    /// Number of options ended, faulty ones included.
    options: usize,
    /// Number of entries added, those of faulty options included.
    entry_count: usize,
    /// Whether the option being built has a fault.
    is_option_faulty: bool,
    /// Number of colours before the option being built.
    colours_before: usize,
    first_fault: Option<NamedFault>,
}

impl NamedProblem {
    /// Estimated memory of the problem and the names in bytes.
    pub fn heap_bytes(&self) -> usize {
        let names = self.items.iter().chain(&self.colours);
        self.problem.heap_bytes()
            + names.map(|name| size_of::<String>() + ALLOCATION_BYTES + name.capacity()).sum::<usize>()
    }

    /// Returns the entries of an option as text: `name` or `name:colour`.
    pub fn entry_texts<'a>(&'a self, entries: &'a [Entry]) -> impl Iterator<Item = Cow<'a, str>> {
        entries.iter().map(|entry| {
            let name = &self.items[entry.item.0 as usize];
            match entry.colour {
                Some(colour) => Cow::Owned(format!("{name}:{}", self.colours[colour.index() as usize])),
                None => Cow::Borrowed(name.as_str()),
            }
        })
    }

    /// Returns the entries of an option as text, separated by spaces. Empty for an unknown option.
    pub fn option_text(&self, option: OptionId) -> String {
        self.entry_texts(self.problem.option(option)).collect::<Vec<_>>().join(" ")
    }
}

impl ProblemBounds {
    /// Bounds that every [`Problem`] is within.
    pub const MAX: Self = Self { items: ITEMS_MAX, options: ENTRIES_MAX, entries: ENTRIES_MAX };
}

impl Default for ProblemBounds {
    fn default() -> Self {
        Self::MAX
    }
}

impl NamedProblemBuilder {
    /// Begins a problem within `bounds`.
    pub fn new(bounds: ProblemBounds) -> Self {
        Self { bounds, ..Self::default() }
    }

    /// Adds an item.
    ///
    /// # Errors
    /// [`NamedFault`]; the item is then left out.
    pub fn add_item(&mut self, name: &str) -> Result<(), NamedFault> {
        let added = self.try_add_item(name);
        self.record(added)
    }

    fn try_add_item(&mut self, name: &str) -> Result<(), NamedFault> {
        if self.items.len() >= self.bounds.items {
            return Err(NamedFault::TooManyItems { max: self.bounds.items });
        }
        check_name(name)?;
        if self.item_numbers.contains_key(name) {
            return Err(NamedFault::DuplicateItem(name.to_owned()));
        }
        self.item_numbers.insert(name.to_owned(), Item(self.items.len() as u32));
        self.items.push(name.to_owned());
        Ok(())
    }

    /// Number of items so far.
    pub fn item_count(&self) -> usize {
        self.items.len()
    }

    /// Whether the problem has an item of this name.
    pub fn has_item(&self, name: &str) -> bool {
        self.item_numbers.contains_key(name)
    }

    /// Ends the primary items: further items are secondary.
    pub fn begin_secondary(&mut self) {
        self.primary.get_or_insert(self.items.len());
    }

    /// Adds an entry to the option being built: `name`, or `name:colour` for a secondary item.
    ///
    /// # Errors
    /// [`NamedFault`]; the option is then left out.
    pub fn add_entry(&mut self, entry: &str) -> Result<(), NamedFault> {
        let added = self.try_add_named_entry(entry);
        self.is_option_faulty |= added.is_err();
        self.record(added)
    }

    /// Adds an item without colour to the option being built.
    ///
    /// # Errors
    /// [`NamedFault`]; the option is then left out.
    pub fn add_item_entry(&mut self, item: Item) -> Result<(), NamedFault> {
        let added = self.try_add_entry(item, None);
        self.is_option_faulty |= added.is_err();
        self.record(added)
    }

    fn try_add_named_entry(&mut self, entry: &str) -> Result<(), NamedFault> {
        let (name, colour) = match entry.split_once(':') {
            Some((name, colour)) => (name, Some(colour)),
            None => (entry, None),
        };
        let Some(&item) = self.item_numbers.get(name) else {
            check_name(name)?;
            return Err(NamedFault::UnknownItem(name.to_owned()));
        };
        if let Some(colour) = colour {
            check_name(colour)?;
        }
        self.try_add_entry(item, colour)
    }

    /// Adds an entry. The name of the colour has been checked.
    fn try_add_entry(&mut self, item: Item, colour: Option<&str>) -> Result<(), NamedFault> {
        let index = item.0 as usize;
        let name = || self.items.get(index).cloned().unwrap_or_default();
        if self.last_options.get(index).is_some_and(|&last| last == self.options + 1) {
            return Err(NamedFault::RepeatedItem(name()));
        }
        if colour.is_some() && index < self.primary_count() {
            return Err(NamedFault::ColouredPrimary(name()));
        }
        let too_many = NamedFault::TooManyEntries { max: self.bounds.entries };
        if self.entry_count >= self.bounds.entries {
            return Err(too_many);
        }
        // As many colours as there are numbers need more entries than a problem may have.
        let colour = colour.map(|name| self.colour(name).ok_or(too_many)).transpose()?;
        self.last_options.resize(self.items.len(), 0);
        if let Some(last) = self.last_options.get_mut(index) {
            *last = self.options + 1;
        }
        self.entries.push(Entry { item, colour });
        self.entry_count += 1;
        Ok(())
    }

    /// Returns the colour of this name; `None` if there are no further numbers.
    fn colour(&mut self, name: &str) -> Option<Colour> {
        if let Some(&colour) = self.colour_numbers.get(name) {
            return Some(colour);
        }
        let colour = Colour::new(self.colours.len() as u32)?;
        self.colours.push(name.to_owned());
        self.colour_numbers.insert(name.to_owned(), colour);
        Some(colour)
    }

    /// Ends the option being built. It is added unless it has a fault, and skipped if it has no primary item.
    ///
    /// # Errors
    /// [`NamedFault`] of the option as a whole.
    pub fn end_option(&mut self) -> Result<(), NamedFault> {
        let is_option_faulty = std::mem::take(&mut self.is_option_faulty);
        let added = match is_option_faulty {
            _ if self.options >= self.bounds.options => {
                Err(NamedFault::TooManyOptions { max: self.bounds.options })
            }
            true => Ok(()),
            false => self.try_add_option(),
        };
        self.options += 1;
        self.entries.clear();
        self.colours_before = self.colours.len();
        self.record(added)
    }

    /// Keeps the first fault.
    fn record(&mut self, added: Result<(), NamedFault>) -> Result<(), NamedFault> {
        if let (Err(fault), None) = (&added, &self.first_fault) {
            self.first_fault = Some(fault.clone());
        }
        added
    }

    fn try_add_option(&mut self) -> Result<(), NamedFault> {
        let mut problem = self.take_problem()?;
        let primary = self.primary_count();
        let added = if self.entries.iter().any(|entry| (entry.item.0 as usize) < primary) {
            problem.add_option(&self.entries)
        } else {
            for colour in self.colours.drain(self.colours_before..) {
                self.colour_numbers.remove(&colour);
            }
            problem.skip_option()
        };
        self.problem = Some(problem);
        added.map(|_| ()).map_err(bound_fault)
    }

    /// Returns the problem with the options so far. The items must be complete.
    fn take_problem(&mut self) -> Result<Problem, NamedFault> {
        let primary = self.primary_count();
        let new = || Problem::new(primary, self.items.len() - primary);
        self.problem.take().map_or_else(new, Ok).map_err(bound_fault)
    }

    /// Returns the problem.
    ///
    /// # Errors
    /// The first fault of an item, an entry or an option.
    pub fn finish(mut self) -> Result<NamedProblem, NamedFault> {
        if let Some(fault) = self.first_fault {
            return Err(fault);
        }
        let problem = self.take_problem()?;
        let Self { items, colours, .. } = self;
        Ok(NamedProblem { problem: Arc::new(problem), items, colours })
    }

    fn primary_count(&self) -> usize {
        self.primary.unwrap_or(self.items.len())
    }
}

/// Returns the fault of a problem that exceeds a bound. The builder finds all other faults itself.
fn bound_fault(error: ProblemError) -> NamedFault {
    match error {
        ProblemError::TooManyItems { .. } => NamedFault::TooManyItems { max: ITEMS_MAX },
        _ => NamedFault::TooManyEntries { max: ENTRIES_MAX },
    }
}

/// Byte order mark, which readers remove from the start of a text.
const MARK: char = '\u{feff}';

fn check_name(name: &str) -> Result<(), NamedFault> {
    let characters = name.chars().count();
    if characters > NAME_CHARACTERS_MAX {
        return Err(NamedFault::LongName { characters });
    }
    let is_reserved =
        |symbol: char| symbol.is_whitespace() || symbol.is_control() || matches!(symbol, ':' | '|' | MARK);
    if name.is_empty() || name.contains(is_reserved) {
        return Err(NamedFault::InvalidName(name.to_owned()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn builder(bounds: ProblemBounds) -> NamedProblemBuilder {
        let mut builder = NamedProblemBuilder::new(bounds);
        for name in ["a", "b"] {
            assert_eq!(builder.add_item(name), Ok(()));
        }
        builder.begin_secondary();
        assert_eq!(builder.add_item("x"), Ok(()));
        builder
    }

    /// Faults of an option, those of its entries first.
    fn faults(builder: &mut NamedProblemBuilder, option: &str) -> Vec<NamedFault> {
        let mut faults: Vec<_> =
            option.split(' ').filter_map(|entry| builder.add_entry(entry).err()).collect();
        faults.extend(builder.end_option().err());
        faults
    }

    #[test]
    fn all_faults_of_an_option_are_found_and_it_is_left_out() {
        let mut builder = builder(ProblemBounds::MAX);
        assert_eq!(faults(&mut builder, "a x:red"), []);
        assert_eq!(
            faults(&mut builder, "a a b:red c x:"),
            [
                NamedFault::RepeatedItem("a".into()),
                NamedFault::ColouredPrimary("b".into()),
                NamedFault::UnknownItem("c".into()),
                NamedFault::InvalidName(String::new()),
            ]
        );
        assert_eq!(faults(&mut builder, "a b"), []);
        assert_eq!(builder.finish(), Err(NamedFault::RepeatedItem("a".into())));
    }

    #[test]
    fn option_without_primary_item_is_skipped_and_keeps_its_number() {
        let mut builder = builder(ProblemBounds::MAX);
        for option in ["a x:red", "x:blue", "b x:red"] {
            assert_eq!(faults(&mut builder, option), []);
        }
        assert_eq!(builder.end_option(), Ok(()));
        let named = builder.finish().expect("valid");
        assert_eq!(named.problem.skipped_options().collect::<Vec<_>>(), [OptionId(1), OptionId(3)]);
        assert_eq!(named.option_text(OptionId(2)), "b x:red");
        assert_eq!(named.colours, ["red"]);
    }

    #[test]
    fn first_part_beyond_a_bound_is_a_fault() {
        let mut builder = builder(ProblemBounds { items: 3, options: 2, entries: 5 });
        assert_eq!(builder.add_item("y"), Err(NamedFault::TooManyItems { max: 3 }));
        assert_eq!(faults(&mut builder, "a x:red"), []);
        assert_eq!(faults(&mut builder, "a b x a"), [NamedFault::RepeatedItem("a".into())]);
        let too_many = NamedFault::TooManyEntries { max: 5 };
        assert_eq!(builder.add_entry("a"), Err(too_many.clone()));
        assert_eq!(builder.end_option(), Err(NamedFault::TooManyOptions { max: 2 }));
        assert_eq!(builder.add_entry("x:blue"), Err(too_many));
        assert_eq!(builder.colours, ["red"]);
        assert_eq!(builder.items.len(), 3);
    }

    #[test]
    fn names_have_at_most_64_characters_and_none_that_is_reserved() {
        let mut builder = NamedProblemBuilder::default();
        assert_eq!(builder.add_item(&"é".repeat(64)), Ok(()));
        assert_eq!(builder.add_item(&"é".repeat(65)), Err(NamedFault::LongName { characters: 65 }));
        for name in ["", "a b", "a\u{a0}b", "\u{feff}a", "a\0", "a\u{85}", "a:b", "|"] {
            assert_eq!(builder.add_item(name), Err(NamedFault::InvalidName(name.into())));
        }
    }

    #[test]
    fn faults_escape_invisible_characters_of_names() {
        let name = || "a\u{202e}".to_owned();
        for fault in [
            NamedFault::InvalidName(name()),
            NamedFault::DuplicateItem(name()),
            NamedFault::UnknownItem(name()),
            NamedFault::RepeatedItem(name()),
            NamedFault::ColouredPrimary(name()),
        ] {
            assert!(fault.to_string().contains(r"`a\u{202e}`"), "{fault}");
        }
    }
}
