//! Exact cover problems: items, options and colours.

use std::fmt;
use std::num::NonZeroU32;

use thiserror::Error;

/// Maximum number of items of a problem, primary and secondary.
pub const ITEMS_MAX: usize = 1 << 24;

/// Maximum number of entries of all options. Node indices and option numbers then fit into 31 bits.
pub const ENTRIES_MAX: usize = 1 << 29;

/// Number of an item, from 0: first the primary items, then the secondary ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Item(pub u32);

/// Number of an option, from 0 in the order in which options were added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OptionId(pub u32);

/// Colour of a secondary item, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour(NonZeroU32);

impl Colour {
    /// Largest number of a colour. Two codes are reserved: 0 for "uncoloured", `u32::MAX` for "purified".
    pub const INDEX_MAX: u32 = u32::MAX - 2;

    /// Returns the colour with number `index`; `None` above [`Colour::INDEX_MAX`].
    pub const fn new(index: u32) -> Option<Self> {
        if index > Self::INDEX_MAX {
            return None;
        }
        match NonZeroU32::new(index + 1) {
            Some(code) => Some(Self(code)),
            None => None,
        }
    }

    /// Number of this colour.
    pub const fn index(self) -> u32 {
        self.0.get() - 1
    }

    /// Code of this colour in a DLX node: never 0 or `u32::MAX`.
    pub(crate) const fn code(self) -> u32 {
        self.0.get()
    }
}

/// Item of an option, with the colour that the option gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// Item covered.
    pub item: Item,
    /// Colour, which only a secondary item may have.
    pub colour: Option<Colour>,
}

impl From<Item> for Entry {
    fn from(item: Item) -> Self {
        Self { item, colour: None }
    }
}

impl From<&Item> for Entry {
    fn from(item: &Item) -> Self {
        (*item).into()
    }
}

impl From<&Self> for Entry {
    fn from(entry: &Self) -> Self {
        *entry
    }
}

/// The item with this number. No problem has the number [`u32::MAX`].
impl From<u32> for Entry {
    fn from(item: u32) -> Self {
        Item(item).into()
    }
}

/// The item with this number; [`u32::MAX`], which no problem has, for numbers out of range.
impl From<usize> for Entry {
    fn from(item: usize) -> Self {
        Item(u32::try_from(item).unwrap_or(u32::MAX)).into()
    }
}

/// The item with this number; [`u32::MAX`], which no problem has, for negative numbers.
impl From<i32> for Entry {
    fn from(item: i32) -> Self {
        Item(u32::try_from(item).unwrap_or(u32::MAX)).into()
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for OptionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Reason why a problem or an option is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// More than [`ITEMS_MAX`] items.
    #[error("{items} items are too many: the maximum is {ITEMS_MAX}")]
    TooManyItems {
        /// Number of items requested.
        items: usize,
    },
    /// More than [`ENTRIES_MAX`] entries.
    #[error("the options have more than {ENTRIES_MAX} entries in total")]
    TooManyEntries,
    /// An option names an item that the problem does not have.
    #[error("item {} is unknown: the problem has {items} items", .item.0)]
    UnknownItem {
        /// Unknown item.
        item: Item,
        /// Number of items of the problem.
        items: usize,
    },
    /// An option names an item twice.
    #[error("the option repeats item {}", .0.0)]
    RepeatedItem(Item),
    /// An option gives a colour to a primary item.
    #[error("item {} is primary and cannot have a colour", .0.0)]
    ColouredPrimary(Item),
    /// An option has no primary item, so that no search would ever branch on it.
    #[error("the option has no primary item")]
    NoPrimaryItem,
    /// A row of a matrix has another length than the first one.
    #[error("row {row} has {columns} columns, the first one {expected}: each column is an item")]
    RowLength {
        /// Number of the row, from 0.
        row: usize,
        /// Its length.
        columns: usize,
        /// Length of the first row.
        expected: usize,
    },
    /// A cube names an option that the problem does not have, or one that is skipped.
    #[error("option {} is unknown: the problem has {options} options, without the skipped ones", .option.0)]
    UnknownOption {
        /// Unknown option.
        option: OptionId,
        /// Number of options of the problem.
        options: usize,
    },
}

/// Exact cover problem with colours, built option by option.
///
/// Every option is validated when it is added. A *skipped* option has a number and no entries: no solution has it.
///
/// A problem takes 8 bytes of memory for each entry and for each option, and 4 for each item. To give items names, use its
/// [`builder`](Self::builder).
///
/// ```
/// use quadrille_exact_cover::{Colour, Entry, Item, Problem};
///
/// let (a, b, x) = (Item(0), Item(1), Item(2)); // primary items first
/// let red = Colour::new(0).expect("in range");
/// let mut problem = Problem::new(2, 1)?;
/// problem.add_option([a.into(), Entry { item: x, colour: Some(red) }])?;
/// problem.add_option([b.into(), Entry { item: x, colour: Some(red) }])?;
/// problem.add_option([b, x])?; // or [1, 2]
/// assert_eq!(problem.solve().map(|cover| cover.to_string()).as_deref(), Some("0 1"));
/// # Ok::<(), quadrille_exact_cover::ProblemError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    primary: usize,
    items: usize,
    entries: Vec<Entry>,
    /// End of each option's entries, which begin at the end of the option before.
    ends: Vec<usize>,
    /// Number plus 1 of the last option of each item; 0 if it has none. Detects repeated items in constant time.
    last_option_stamps: Vec<u32>,
}

impl Problem {
    /// Creates a problem of so many primary and secondary items, without options.
    ///
    /// # Errors
    /// [`ProblemError::TooManyItems`] for more than [`ITEMS_MAX`] in all.
    pub fn new(primary: usize, secondary: usize) -> Result<Self, ProblemError> {
        let mut problem = Self {
            primary: 0,
            items: 0,
            entries: Vec::new(),
            ends: Vec::new(),
            last_option_stamps: Vec::new(),
        };
        problem.clear(primary, secondary)?;
        Ok(problem)
    }

    /// Replaces this by a problem without options, and reuses the memory.
    ///
    /// # Errors
    /// [`ProblemError::TooManyItems`]; the problem is then unchanged.
    pub fn clear(&mut self, primary: usize, secondary: usize) -> Result<(), ProblemError> {
        let items = primary.saturating_add(secondary);
        if items > ITEMS_MAX {
            return Err(ProblemError::TooManyItems { items });
        }
        (self.primary, self.items) = (primary, items);
        self.entries.clear();
        self.ends.clear();
        self.last_option_stamps.clear();
        self.last_option_stamps.resize(items, 0);
        Ok(())
    }

    /// Reserves capacity for `items` items in total, and for `options` more options with `entries` entries.
    pub fn reserve(&mut self, items: usize, options: usize, entries: usize) {
        self.last_option_stamps.reserve(items.saturating_sub(self.items));
        self.ends.reserve(options);
        self.entries.reserve(entries);
    }

    /// Creates a problem from a matrix: each column is a primary item, each row an option that covers the columns whose value is not the
    /// default one, such as 0 or `false`. A row of zeros is [skipped](Self::skip_option).
    ///
    /// # Errors
    /// [`ProblemError`] if rows have different lengths, or the matrix is too large.
    ///
    /// ```
    /// use quadrille_exact_cover::Problem;
    ///
    /// let problem = Problem::from_matrix([
    ///     [0, 0, 1, 0, 1, 1, 0],
    ///     [1, 0, 0, 1, 0, 0, 1],
    ///     [0, 1, 1, 0, 0, 1, 0],
    ///     [1, 0, 0, 1, 0, 0, 0],
    ///     [0, 1, 0, 0, 0, 0, 1],
    ///     [0, 0, 0, 1, 1, 0, 1],
    /// ])?;
    /// assert_eq!(problem.solve().map(|cover| cover.to_string()).as_deref(), Some("0 3 4"));
    /// # Ok::<(), quadrille_exact_cover::ProblemError>(())
    /// ```
    pub fn from_matrix<R, T>(rows: impl IntoIterator<Item = R>) -> Result<Self, ProblemError>
    where
        R: AsRef<[T]>,
        T: Default + PartialEq,
    {
        let (empty, mut rows) = (T::default(), rows.into_iter().enumerate().peekable());
        let expected = rows.peek().map_or(0, |(_, first)| first.as_ref().len());
        let mut problem = Self::new(expected, 0)?;
        for (row, cells) in rows {
            let cells = cells.as_ref();
            if cells.len() != expected {
                return Err(ProblemError::RowLength { row, columns: cells.len(), expected });
            }
            if cells.iter().all(|cell| *cell == empty) {
                problem.skip_option()?;
                continue;
            }
            let items = (0..).map(Item).zip(cells).filter(|(_, cell)| **cell != empty);
            problem.add_option(items.map(|(item, _)| item))?;
        }
        Ok(problem)
    }

    /// Adds an option and returns its number. Its entries are [`Entry`]s, [`Item`]s or numbers of items.
    ///
    /// # Errors
    /// [`ProblemError`] if the option is invalid; the problem is then unchanged.
    pub fn add_option<E: Into<Entry>>(
        &mut self,
        entries: impl IntoIterator<Item = E>,
    ) -> Result<OptionId, ProblemError> {
        let start = self.entries.len();
        if self.ends.len() >= ENTRIES_MAX {
            return Err(ProblemError::TooManyEntries);
        }
        let free = ENTRIES_MAX - start.min(ENTRIES_MAX);
        self.entries.extend(entries.into_iter().take(free + 1).map(Into::into));
        let option = self.ends.len() as u32;
        let checked = if self.entries.len() > ENTRIES_MAX {
            Err(ProblemError::TooManyEntries)
        } else {
            self.check(option, start)
        };
        if let Err(error) = checked {
            // Removes the stamps of this option, because the next option gets the same number.
            for entry in self.entries.drain(start..) {
                if let Some(stamp) = self.last_option_stamps.get_mut(entry.item.0 as usize)
                    && *stamp == option + 1
                {
                    *stamp = 0;
                }
            }
            return Err(error);
        }
        self.ends.push(self.entries.len());
        Ok(OptionId(option))
    }

    /// Adds a skipped option and returns its number. It takes the place of an option without primary items, on which no search
    /// branches, so that the options after it keep their numbers.
    ///
    /// # Errors
    /// [`ProblemError::TooManyEntries`] if the problem has [`ENTRIES_MAX`] options.
    pub fn skip_option(&mut self) -> Result<OptionId, ProblemError> {
        if self.ends.len() >= ENTRIES_MAX {
            return Err(ProblemError::TooManyEntries);
        }
        self.ends.push(self.entries.len());
        Ok(OptionId(self.ends.len() as u32 - 1))
    }

    /// Adds an option of another problem with the same items.
    pub(crate) fn push_option(&mut self, entries: &[Entry]) {
        self.entries.extend_from_slice(entries);
        self.ends.push(self.entries.len());
        for entry in entries {
            self.last_option_stamps[entry.item.0 as usize] = self.ends.len() as u32;
        }
    }

    /// Creates a problem with the same items and without options.
    pub(crate) fn without_options(&self) -> Self {
        Self {
            primary: self.primary,
            items: self.items,
            entries: Vec::new(),
            ends: Vec::new(),
            last_option_stamps: vec![0; self.items],
        }
    }

    /// Checks the entries from `start` on, which are the option with this number.
    fn check(&mut self, option: u32, start: usize) -> Result<(), ProblemError> {
        let mut has_primary = false;
        for &Entry { item, colour } in &self.entries[start..] {
            let items = self.items;
            let primary = (item.0 as usize) < self.primary;
            let stamp = self
                .last_option_stamps
                .get_mut(item.0 as usize)
                .ok_or(ProblemError::UnknownItem { item, items })?;
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

    /// Number of items that fit without reallocation. A search that reserves the capacity of its problem reallocates only if
    /// the problem does.
    pub(crate) fn item_capacity(&self) -> usize {
        self.last_option_stamps.capacity()
    }

    /// Number of options that fit without reallocation.
    pub(crate) fn option_capacity(&self) -> usize {
        self.ends.capacity()
    }

    /// Number of entries that fit without reallocation.
    pub(crate) fn entry_capacity(&self) -> usize {
        self.entries.capacity()
    }

    /// Bytes of its tables.
    pub fn heap_bytes(&self) -> usize {
        size_of::<Entry>() * self.entries.capacity()
            + size_of::<usize>() * self.ends.capacity()
            + size_of::<u32>() * self.last_option_stamps.capacity()
    }

    /// Number of primary items, which are the first ones.
    pub fn primary_count(&self) -> usize {
        self.primary
    }

    /// Number of items, primary and secondary.
    pub fn item_count(&self) -> usize {
        self.items
    }

    /// Number of options, skipped ones included.
    pub fn option_count(&self) -> usize {
        self.ends.len()
    }

    /// Number of entries of all options.
    pub fn entry_count(&self) -> usize {
        self.entries.len()
    }

    /// Returns the entries of an option; none if it is skipped, or if there is no such option.
    pub fn option(&self, option: OptionId) -> &[Entry] {
        let option = option.0 as usize;
        let start = option.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        self.ends.get(option).and_then(|&end| self.entries.get(start..end)).unwrap_or_default()
    }

    /// Returns the entries of each option, in order; none of a skipped option.
    pub fn options(&self) -> impl Iterator<Item = &[Entry]> {
        self.ends.iter().scan(0, |start, &end| {
            let entries = &self.entries[*start..end];
            *start = end;
            Some(entries)
        })
    }

    /// Returns the skipped options, in order.
    pub fn skipped_options(&self) -> impl Iterator<Item = OptionId> {
        let options = (0..).map(OptionId).zip(self.options());
        options.filter(|(_, entries)| entries.is_empty()).map(|(option, _)| option)
    }
}

/// Lets a search hold a problem, a reference to one, or a type that adds the meaning of the options.
impl AsRef<Self> for Problem {
    fn as_ref(&self) -> &Self {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(item: u32, colour: Option<u32>) -> Entry {
        Entry { item: Item(item), colour: colour.and_then(Colour::new) }
    }

    #[test]
    fn invalid_option_is_rejected_and_leaves_the_problem_unchanged() {
        let mut problem = Problem::new(2, 1).expect("few items");
        let unchanged = problem.clone();
        for (entries, error) in [
            (vec![entry(0, None), entry(3, None)], ProblemError::UnknownItem { item: Item(3), items: 3 }),
            (vec![entry(1, None), entry(0, None), entry(1, None)], ProblemError::RepeatedItem(Item(1))),
            (vec![entry(0, Some(0))], ProblemError::ColouredPrimary(Item(0))),
            (vec![entry(2, Some(0))], ProblemError::NoPrimaryItem),
            (vec![], ProblemError::NoPrimaryItem),
        ] {
            assert_eq!(problem.add_option(&entries), Err(error));
            assert_eq!(problem, unchanged);
        }
        assert_eq!(problem.add_option([entry(1, None), entry(0, None), entry(2, Some(7))]), Ok(OptionId(0)));
        assert_eq!(problem.entry_count(), 3);
    }

    #[test]
    fn skipped_option_has_a_number_and_no_entries() {
        let mut problem = Problem::new(1, 1).expect("few items");
        assert_eq!(problem.skip_option(), Ok(OptionId(0)));
        assert_eq!(problem.add_option([entry(0, None)]), Ok(OptionId(1)));
        assert_eq!(problem.skip_option(), Ok(OptionId(2)));
        assert_eq!((problem.option_count(), problem.entry_count()), (3, 1));
        let entries: Vec<_> = problem.options().collect();
        assert_eq!(entries, [&[][..], &[entry(0, None)], &[]]);
        assert_eq!(problem.option(OptionId(1)), [entry(0, None)]);
        assert_eq!(problem.skipped_options().collect::<Vec<_>>(), [OptionId(0), OptionId(2)]);
    }

    #[test]
    fn cleared_problem_equals_a_new_one() {
        let mut problem = Problem::new(2, 1).expect("few items");
        problem.add_option([entry(0, None), entry(2, Some(1))]).expect("valid option");
        let before = problem.clone();
        assert_eq!(problem.clear(1, usize::MAX), Err(ProblemError::TooManyItems { items: usize::MAX }));
        assert_eq!(problem, before);
        assert_eq!(problem.clear(1, 3), Ok(()));
        assert_eq!(Ok(problem), Problem::new(1, 3));
    }

    #[test]
    fn too_many_items_are_rejected_before_allocation() {
        assert_eq!(Problem::new(usize::MAX, 1), Err(ProblemError::TooManyItems { items: usize::MAX }));
    }

    #[test]
    fn colour_codes_exclude_the_reserved_ones() {
        assert_eq!(Colour::new(0).map(Colour::index), Some(0));
        assert_eq!(Colour::new(Colour::INDEX_MAX).map(Colour::code), Some(u32::MAX - 1));
        assert_eq!(Colour::new(Colour::INDEX_MAX + 1), None);
    }
}
