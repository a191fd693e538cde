//! The statement of an exact cover problem: what is to be covered, and with what.

use std::num::NonZeroU32;

use thiserror::Error;

/// The most items a problem may have, primary and secondary together.
pub const ITEMS_MAX: usize = 1 << 24;

/// The most entries (items summed over all options) a problem may have, so that a node's index and an
/// option's number fit 31 bits.
pub const ENTRIES_MAX: usize = 1 << 29;

/// An item, numbered from 0: first the primary ones, then the secondary ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Item(pub u32);

/// An option, numbered from 0 in the order in which the options were added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OptionId(pub u32);

/// A colour of a secondary item. [`Colour::new`] numbers colours from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour(NonZeroU32);

impl Colour {
    /// Colours are numbered from 0 to this, inclusive: two codes are kept for "uncoloured" and "purified".
    pub const INDEX_MAX: u32 = u32::MAX - 2;

    /// The colour number `index`, or `None` above [`Colour::INDEX_MAX`].
    pub const fn new(index: u32) -> Option<Self> {
        if index > Self::INDEX_MAX {
            return None;
        }
        match NonZeroU32::new(index + 1) {
            Some(code) => Some(Self(code)),
            None => None,
        }
    }

    /// The number this colour was made from.
    pub const fn index(self) -> u32 {
        self.0.get() - 1
    }

    /// The code stored in a node: never 0 and never `u32::MAX`.
    pub(super) const fn code(self) -> u32 {
        self.0.get()
    }
}

/// One item of one option, with the colour the option asks of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The item covered.
    pub item: Item,
    /// The colour given to it; only a secondary item may have one.
    pub colour: Option<Colour>,
}

impl From<Item> for Entry {
    fn from(item: Item) -> Self {
        Self { item, colour: None }
    }
}

/// Why an exact cover problem is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ProblemError {
    /// More than [`ITEMS_MAX`] items.
    #[error("{items} items are too many: at most {ITEMS_MAX}")]
    TooManyItems {
        /// How many were asked for.
        items: usize,
    },
    /// More than [`ENTRIES_MAX`] entries.
    #[error("the options hold more than {ENTRIES_MAX} entries in all")]
    TooManyEntries,
    /// An option names an item that the problem does not have.
    #[error("item {} is unknown: the problem has {items}", .item.0)]
    UnknownItem {
        /// The item named.
        item: Item,
        /// How many items there are.
        items: usize,
    },
    /// An option names an item twice.
    #[error("item {} is repeated within the option", .0.0)]
    RepeatedItem(Item),
    /// An option gives a colour to a primary item.
    #[error("item {} is primary and cannot have a colour", .0.0)]
    ColouredPrimary(Item),
    /// An option has no primary item, so that nothing would ever choose or refuse it.
    #[error("the option has no primary item")]
    NoPrimaryItem,
}

/// How much memory is set aside for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Capacity {
    pub(super) items: usize,
    pub(super) options: usize,
    pub(super) entries: usize,
}

/// An exact cover problem with colours, built option by option.
///
/// A problem that exists is sound: every option was checked when it was added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    primary: usize,
    items: usize,
    entries: Vec<Entry>,
    /// Where each option's entries end; option k's begin where option k - 1's end.
    ends: Vec<usize>,
    /// For each item, the option (plus 1) that named it last: finds a repeated item in constant time.
    named_by: Vec<u32>,
}

impl Problem {
    /// A problem with items but, as yet, no options.
    ///
    /// # Errors
    /// [`ProblemError::TooManyItems`].
    pub fn new(primary: usize, secondary: usize) -> Result<Self, ProblemError> {
        let mut problem =
            Self { primary: 0, items: 0, entries: Vec::new(), ends: Vec::new(), named_by: Vec::new() };
        problem.clear(primary, secondary)?;
        Ok(problem)
    }

    /// Makes this a problem with items but no options, in the memory there is.
    ///
    /// # Errors
    /// [`ProblemError::TooManyItems`], and the problem is then what it was before.
    pub fn clear(&mut self, primary: usize, secondary: usize) -> Result<(), ProblemError> {
        let items = primary.saturating_add(secondary);
        if items > ITEMS_MAX {
            return Err(ProblemError::TooManyItems { items });
        }
        (self.primary, self.items) = (primary, items);
        self.entries.clear();
        self.ends.clear();
        self.named_by.clear();
        self.named_by.resize(items, 0);
        Ok(())
    }

    /// Reserves capacity for `items` items in all, and for `options` further options with `entries` entries in all.
    pub fn reserve(&mut self, items: usize, options: usize, entries: usize) {
        self.named_by.reserve(items.saturating_sub(self.items));
        self.ends.reserve(options);
        self.entries.reserve(entries);
    }

    /// Adds an option, and gives its number.
    ///
    /// # Errors
    /// Refused with a [`ProblemError`], and the problem is then what it was before.
    pub fn add_option(&mut self, entries: &[Entry]) -> Result<OptionId, ProblemError> {
        if self.entries.len() + entries.len() > ENTRIES_MAX {
            return Err(ProblemError::TooManyEntries);
        }
        let option = self.ends.len() as u32;
        if let Err(error) = self.check(option, entries) {
            // Stamps of a refused option must not look like a repetition to the next one of its number.
            for entry in entries {
                if let Some(stamp) = self.named_by.get_mut(entry.item.0 as usize)
                    && *stamp == option + 1
                {
                    *stamp = 0;
                }
            }
            return Err(error);
        }
        self.entries.extend_from_slice(entries);
        self.ends.push(self.entries.len());
        Ok(OptionId(option))
    }

    fn check(&mut self, option: u32, entries: &[Entry]) -> Result<(), ProblemError> {
        let mut has_primary = false;
        for &Entry { item, colour } in entries {
            let items = self.items;
            let primary = (item.0 as usize) < self.primary;
            let stamp =
                self.named_by.get_mut(item.0 as usize).ok_or(ProblemError::UnknownItem { item, items })?;
            if *stamp == option + 1 {
                return Err(ProblemError::RepeatedItem(item));
            }
            *stamp = option + 1;
            if primary && colour.is_some() {
                return Err(ProblemError::ColouredPrimary(item));
            }
            has_primary |= primary;
        }
        if has_primary { Ok(()) } else { Err(ProblemError::NoPrimaryItem) }
    }

    /// How many items, options and entries the problem has capacity for: what is built from one problem after another in the
    /// same memory takes as much capacity at first, and none later.
    pub(super) fn capacity(&self) -> Capacity {
        Capacity {
            items: self.named_by.capacity(),
            options: self.ends.capacity(),
            entries: self.entries.capacity(),
        }
    }

    /// How many primary items there are; they are the first ones.
    pub fn primary_count(&self) -> usize {
        self.primary
    }

    /// How many items there are, primary and secondary.
    pub fn item_count(&self) -> usize {
        self.items
    }

    /// How many options there are.
    pub fn option_count(&self) -> usize {
        self.ends.len()
    }

    /// How many entries the options have in all: the nodes of the matrix.
    pub fn entry_count(&self) -> usize {
        self.entries.len()
    }

    /// The options in order, each as its entries.
    pub fn options(&self) -> impl Iterator<Item = &[Entry]> {
        self.ends.iter().scan(0, |start, &end| {
            let entries = &self.entries[*start..end];
            *start = end;
            Some(entries)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(item: u32, colour: Option<u32>) -> Entry {
        Entry { item: Item(item), colour: colour.and_then(Colour::new) }
    }

    #[test]
    fn an_option_is_refused_with_its_reason_and_leaves_no_trace() {
        let mut problem = Problem::new(2, 1).expect("three items are few");
        let untouched = problem.clone();
        for (entries, error) in [
            (vec![entry(0, None), entry(3, None)], ProblemError::UnknownItem { item: Item(3), items: 3 }),
            (vec![entry(1, None), entry(0, None), entry(1, None)], ProblemError::RepeatedItem(Item(1))),
            (vec![entry(0, Some(0))], ProblemError::ColouredPrimary(Item(0))),
            (vec![entry(2, Some(0))], ProblemError::NoPrimaryItem),
            (vec![], ProblemError::NoPrimaryItem),
        ] {
            assert_eq!(problem.add_option(&entries), Err(error));
            assert_eq!(problem, untouched);
        }
        assert_eq!(problem.add_option(&[entry(1, None), entry(0, None), entry(2, Some(7))]), Ok(OptionId(0)));
        assert_eq!(problem.entry_count(), 3);
    }

    #[test]
    fn a_cleared_problem_is_as_good_as_new_unless_it_is_refused() {
        let mut problem = Problem::new(2, 1).expect("three items are few");
        problem.add_option(&[entry(0, None), entry(2, Some(1))]).expect("a sound option");
        let before = problem.clone();
        assert_eq!(problem.clear(1, usize::MAX), Err(ProblemError::TooManyItems { items: usize::MAX }));
        assert_eq!(problem, before);
        assert_eq!(problem.clear(1, 3), Ok(()));
        assert_eq!(Ok(problem), Problem::new(1, 3));
    }

    #[test]
    fn too_many_items_are_refused_before_they_cost_memory() {
        assert_eq!(Problem::new(usize::MAX, 1), Err(ProblemError::TooManyItems { items: usize::MAX }));
    }

    #[test]
    fn colours_keep_their_number_and_stop_short_of_the_reserved_codes() {
        assert_eq!(Colour::new(0).map(Colour::index), Some(0));
        assert_eq!(Colour::new(Colour::INDEX_MAX).map(Colour::code), Some(u32::MAX - 1));
        assert_eq!(Colour::new(Colour::INDEX_MAX + 1), None);
    }
}
