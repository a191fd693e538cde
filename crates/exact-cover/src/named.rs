//! Exact cover problems whose items and colours have names.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;

use thiserror::Error;

use super::cover::Cover;
use super::problem::{Colour, ENTRIES_MAX, Entry, ITEMS_MAX, Item, OptionId, Problem, ProblemError};

/// Maximum length of the name of an item or colour, in characters.
pub const NAME_CHARACTERS_MAX: usize = 64;

/// Memory of an allocation besides its bytes, at most.
const ALLOCATION_BYTES: usize = 24;

/// Problem with the names of its items and colours.
///
/// Made by a [`ProblemBuilder`], or parsed from Knuth's text. It has the methods of [`Problem`].
///
/// The text has a line of items, with `|` before the secondary ones, then a line for each option: its items, separated by spaces, with
/// the colour of a secondary item after a colon. Blank lines, and lines that begin with `|`, are comments.
///
/// ```
/// use quadrille_exact_cover::NamedProblem;
///
/// let problem: NamedProblem = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n".parse()?;
/// assert!(problem.is_unique());
/// let cover = problem.solve().expect("a solution");
/// assert_eq!(problem.cover_text(&cover), "p r x:A y\nq x:A\n");
/// # Ok::<(), quadrille_exact_cover::TextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedProblem {
    problem: Arc<Problem>,
    /// Names of the items, by number.
    items: Vec<String>,
    /// Names of the colours, by number.
    colours: Vec<String>,
    /// Names of the options, by number; empty if they have none.
    options: Vec<String>,
}

/// Bounds on the size of a problem that is built or read, for texts of unknown origin. By default, the bounds of every [`Problem`].
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
#[non_exhaustive]
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
    /// An item comes after the first option; or a primary item after a secondary one.
    #[error("item `{}` is late: primary items come first, then secondary ones, then options", .0.escape_debug())]
    LateItem(String),
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

/// Entry of an option for a [`ProblemBuilder`]: an item, perhaps with the name of a colour.
///
/// Made from an [`Item`], by [`Item::colour`], or from a text: `name` or `name:colour`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedEntry<'a>(EntrySource<'a>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum EntrySource<'a> {
    Item(Item),
    Coloured(Item, String),
    Text(Cow<'a, str>),
}

impl From<Item> for NamedEntry<'_> {
    fn from(item: Item) -> Self {
        Self(EntrySource::Item(item))
    }
}

impl<'a> From<&'a str> for NamedEntry<'a> {
    fn from(text: &'a str) -> Self {
        Self(EntrySource::Text(text.into()))
    }
}

impl From<String> for NamedEntry<'_> {
    fn from(text: String) -> Self {
        Self(EntrySource::Text(text.into()))
    }
}

impl<'a> From<&'a String> for NamedEntry<'a> {
    fn from(text: &'a String) -> Self {
        text.as_str().into()
    }
}

impl Item {
    /// Returns the entry of a [`ProblemBuilder`] that gives a secondary item a colour by its name, such as a text or a number. A
    /// [`Problem`] without names takes an [`Entry`].
    #[expect(clippy::needless_pass_by_value, reason = "`x.colour(2)` reads better than `x.colour(&2)`")]
    pub fn colour(self, name: impl ToString) -> NamedEntry<'static> {
        NamedEntry(EntrySource::Coloured(self, name.to_string()))
    }
}

/// Builds a [`NamedProblem`]: first its primary items, then its secondary ones, then its options.
///
/// [`build`](Self::build) returns the first fault, so that the calls before need no `?`. The other methods are for readers of texts,
/// which go on after a fault to find the others.
///
/// ```
/// use quadrille_exact_cover::Problem;
///
/// let mut builder = Problem::builder();
/// let [a, b] = ["a", "b"].map(|name| builder.primary(name));
/// let x = builder.secondary("x");
/// builder.option([a.into(), x.colour("red")]);
/// builder.option([a, b]);
/// builder.option(["b", "x:red"]); // entries by name
/// let problem = builder.build()?;
/// assert_eq!(problem.to_string(), "a b | x\na x:red\na b\nb x:red\n");
/// assert_eq!(problem.count_up_to(10), 2);
/// # Ok::<(), quadrille_exact_cover::NamedFault>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ProblemBuilder {
    bounds: ProblemBounds,
    items: Vec<String>,
    item_numbers: HashMap<String, Item>,
    /// Number of primary items, once they are complete.
    primary: Option<usize>,
    /// Options, once the items are complete.
    problem: Option<Problem>,
    colours: Vec<String>,
    colour_numbers: HashMap<String, Colour>,
    /// Names of the options; empty if they have none.
    option_names: Vec<String>,
    /// Entries of the option being built.
    entries: Vec<Entry>,
    /// Number of the last option of each item, counted from 1.
    last_options: Vec<usize>,
    /// Number of options ended, faulty ones included.
    options: usize,
    /// Number of entries added, with the entries of faulty options.
    entry_count: usize,
    /// Whether the option being built has a fault.
    is_option_faulty: bool,
    /// Number of colours before the option being built.
    colours_before: usize,
    first_fault: Option<NamedFault>,
}

/// Gives a named problem the methods of its problem.
impl Deref for NamedProblem {
    type Target = Problem;

    fn deref(&self) -> &Problem {
        &self.problem
    }
}

impl NamedProblem {
    /// The problem without names, for searches that share it.
    pub fn problem(&self) -> &Arc<Problem> {
        &self.problem
    }

    /// Returns the problem without names.
    pub fn into_problem(self) -> Arc<Problem> {
        self.problem
    }

    /// Names of the items, by number.
    pub fn item_names(&self) -> &[String] {
        &self.items
    }

    /// Names of the colours, by number, in the order of their first options.
    pub fn colour_names(&self) -> &[String] {
        &self.colours
    }

    /// Returns the name of an option, if the options have names.
    pub fn option_name(&self, option: OptionId) -> Option<&str> {
        self.options.get(option.0 as usize).map(String::as_str)
    }

    /// Estimated memory of the problem and the names in bytes.
    pub fn heap_bytes(&self) -> usize {
        let names = self.items.iter().chain(&self.colours).chain(&self.options);
        self.problem.heap_bytes()
            + names.map(|name| size_of::<String>() + ALLOCATION_BYTES + name.capacity()).sum::<usize>()
    }

    /// Returns the entries of an option as text: `name` or `name:colour`. An item or colour of another problem is a number.
    pub fn entry_texts<'a>(&'a self, entries: &'a [Entry]) -> impl Iterator<Item = Cow<'a, str>> {
        entries.iter().map(|entry| {
            let name = |names: &'a [String], number: u32| {
                names
                    .get(number as usize)
                    .map_or_else(|| Cow::Owned(number.to_string()), |name| name.as_str().into())
            };
            let item = name(&self.items, entry.item.0);
            match entry.colour {
                Some(colour) => Cow::Owned(format!("{item}:{}", name(&self.colours, colour.index()))),
                None => item,
            }
        })
    }

    /// Returns the options of a solution as text, a line for each.
    pub fn cover_text(&self, cover: &Cover) -> String {
        cover.options().iter().map(|&option| self.option_text(option) + "\n").collect()
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

impl ProblemBuilder {
    /// Begins a problem within `bounds`.
    pub fn with_bounds(bounds: ProblemBounds) -> Self {
        Self { bounds, ..Self::default() }
    }

    /// Adds a primary item, which every solution covers exactly once. A name has at most [`NAME_CHARACTERS_MAX`] characters, and no white
    /// space, control character, `:` or `|`.
    pub fn primary(&mut self, name: impl AsRef<str>) -> Item {
        let item = Item(self.items.len() as u32);
        let name = name.as_ref();
        if self.primary.is_some() {
            let _ = self.record(Err(NamedFault::LateItem(name.to_owned())));
        } else {
            let _ = self.add_item(name);
        }
        item
    }

    /// Adds a secondary item, which a solution covers at most once, or by options that give it the same colour.
    pub fn secondary(&mut self, name: impl AsRef<str>) -> Item {
        self.begin_secondary();
        let item = Item(self.items.len() as u32);
        let _ = self.add_item(name.as_ref());
        item
    }

    /// Adds an option, and returns its number: the first one has 0. It is skipped if it has no primary item, because no search would
    /// branch on it: no solution has it.
    pub fn option<'a, E: Into<NamedEntry<'a>>>(&mut self, entries: impl IntoIterator<Item = E>) -> OptionId {
        let option = OptionId(self.options as u32);
        for entry in entries {
            let _ = match entry.into().0 {
                EntrySource::Item(item) => self.add_item_entry(item),
                EntrySource::Coloured(item, colour) => self.add_coloured_entry(item, &colour),
                EntrySource::Text(entry) => self.add_entry(&entry),
            };
        }
        let _ = self.end_option();
        option
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
        if self.options > 0 {
            return Err(NamedFault::LateItem(name.to_owned()));
        }
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

    /// Adds an item with the name of a colour to the option being built.
    fn add_coloured_entry(&mut self, item: Item, colour: &str) -> Result<(), NamedFault> {
        let added = check_name(colour).and_then(|()| self.try_add_entry(item, Some(colour)));
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
        if index >= self.items.len() {
            return Err(NamedFault::UnknownItem(item.0.to_string()));
        }
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

    /// Names the option being built. Either all options have names, or the problem keeps none.
    ///
    /// # Errors
    /// [`NamedFault::LongName`]; the option is then left out.
    pub fn name_option(&mut self, name: &str) -> Result<(), NamedFault> {
        let characters = name.chars().count();
        let named =
            if characters > NAME_CHARACTERS_MAX { Err(NamedFault::LongName { characters }) } else { Ok(()) };
        // Options that exceed the bound have no names, either.
        if named.is_ok() && self.options < self.bounds.options {
            self.option_names.push(name.to_owned());
        }
        self.is_option_faulty |= named.is_err();
        self.record(named)
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
    ///
    /// ```
    /// # use quadrille_exact_cover::Problem;
    /// let mut builder = Problem::builder();
    /// let a = builder.primary("a");
    /// builder.option([a, a]);
    /// assert_eq!(builder.build().expect_err("a fault").to_string(), "the option has item `a` twice");
    /// ```
    pub fn build(mut self) -> Result<NamedProblem, NamedFault> {
        if let Some(fault) = self.first_fault {
            return Err(fault);
        }
        let problem = self.take_problem()?;
        let Self { items, colours, option_names, options, .. } = self;
        let options = if option_names.len() == options { option_names } else { Vec::new() };
        Ok(NamedProblem { problem: Arc::new(problem), items, colours, options })
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

    fn builder(bounds: ProblemBounds) -> ProblemBuilder {
        let mut builder = ProblemBuilder::with_bounds(bounds);
        for name in ["a", "b"] {
            assert_eq!(builder.add_item(name), Ok(()));
        }
        builder.begin_secondary();
        assert_eq!(builder.add_item("x"), Ok(()));
        builder
    }

    /// Faults of an option, with the faults of its entries first.
    fn faults(builder: &mut ProblemBuilder, option: &str) -> Vec<NamedFault> {
        let mut faults: Vec<_> =
            option.split(' ').filter_map(|entry| builder.add_entry(entry).err()).collect();
        faults.extend(builder.end_option().err());
        faults
    }

    #[test]
    fn first_fault_of_items_and_options_ends_the_build() {
        let fault = |build: &dyn Fn(&mut ProblemBuilder)| {
            let mut builder = ProblemBuilder::default();
            build(&mut builder);
            builder.build().err()
        };
        let late = |name: &str| Some(NamedFault::LateItem(name.into()));
        assert_eq!(
            fault(&|b| {
                b.secondary("x");
                b.primary("a");
            }),
            late("a")
        );
        assert_eq!(
            fault(&|b| {
                let a = b.primary("a");
                b.option([a]);
                b.secondary("x");
            }),
            late("x")
        );
        assert_eq!(
            fault(&|b| {
                b.option([Item(7)]);
                b.option(["a"]);
            }),
            Some(NamedFault::UnknownItem("7".into()))
        );
        assert_eq!(
            fault(&|b| {
                let a = b.primary("a");
                b.option([a.colour("red")]);
            }),
            Some(NamedFault::ColouredPrimary("a".into()))
        );
        assert_eq!(
            fault(&|b| {
                let (a, x) = (b.primary("a"), b.secondary("x"));
                b.option([a.into(), x.colour("")]);
            }),
            Some(NamedFault::InvalidName(String::new()))
        );
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
        assert_eq!(builder.build(), Err(NamedFault::RepeatedItem("a".into())));
    }

    #[test]
    fn option_without_primary_item_is_skipped_and_keeps_its_number() {
        let mut builder = builder(ProblemBounds::MAX);
        for option in ["a x:red", "x:blue", "b x:red"] {
            assert_eq!(faults(&mut builder, option), []);
        }
        assert_eq!(builder.end_option(), Ok(()));
        let named = builder.build().expect("valid");
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
        let mut builder = ProblemBuilder::default();
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
            NamedFault::LateItem(name()),
            NamedFault::UnknownItem(name()),
            NamedFault::RepeatedItem(name()),
            NamedFault::ColouredPrimary(name()),
        ] {
            assert!(fault.to_string().contains(r"`a\u{202e}`"), "{fault}");
        }
    }

    #[test]
    fn options_have_names_if_all_are_named() {
        let build = |names: [Option<&str>; 2]| {
            let mut builder = builder(ProblemBounds::MAX);
            for name in names {
                assert_eq!(name.map_or(Ok(()), |name| builder.name_option(name)), Ok(()));
                assert_eq!(faults(&mut builder, "a b"), []);
            }
            builder.build().expect("valid")
        };
        let named = build([Some("first"), Some("second one")]);
        assert_eq!(
            (named.option_name(OptionId(0)), named.option_name(OptionId(1))),
            (Some("first"), Some("second one"))
        );
        assert_eq!(named.option_name(OptionId(2)), None);
        assert_eq!(build([Some("first"), None]), build([None, None]));
        let mut builder = builder(ProblemBounds::MAX);
        let characters = NAME_CHARACTERS_MAX + 1;
        assert_eq!(builder.name_option(&"x".repeat(characters)), Err(NamedFault::LongName { characters }));
    }
}
