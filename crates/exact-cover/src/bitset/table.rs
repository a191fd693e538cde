//! Tables of options as bit sets: which options are compatible, and which cover an item.

use std::collections::HashMap;

use super::mask::ItemMask;
use crate::problem::{Entry, Problem};

/// Number of options in a word.
pub(super) const WORD: usize = 64;

/// Colour class of an entry without colour. It has no options.
const UNCOLOURED: u32 = 0;

/// Item of an option and its colour class: the options that give the item the same colour.
///
/// It is incompatible with the other options of the item, except options of its colour class.
#[derive(Clone, Copy, Debug)]
struct ColouredEntry {
    item: u32,
    colour_class: u32,
}

/// Options of a problem, in the form from which tables are built.
#[derive(Clone, Debug)]
pub(super) struct OptionList<M> {
    /// Primary items of each option.
    items: Vec<M>,
    entries: Vec<ColouredEntry>,
    /// End of each option's entries, which begin at the end of the option before.
    ends: Vec<usize>,
    item_count: usize,
    colour_classes: HashMap<Entry, u32>,
}

impl<M: ItemMask> OptionList<M> {
    pub(super) fn new() -> Self {
        Self {
            items: Vec::new(),
            entries: Vec::new(),
            ends: Vec::new(),
            item_count: 0,
            colour_classes: HashMap::new(),
        }
    }

    /// Replaces the options by the options of a problem, and reuses the memory.
    pub(super) fn rebuild(&mut self, problem: &Problem) {
        self.items.clear();
        self.entries.clear();
        self.ends.clear();
        self.colour_classes.clear();
        self.item_count = problem.item_count();
        for entries in problem.options() {
            let mut items = M::default();
            for &entry in entries {
                let item = entry.item.0;
                if (item as usize) < problem.primary_count() {
                    items |= M::single(item as usize);
                }
                let colour_class = if entry.colour.is_some() { self.colour_class(entry) } else { UNCOLOURED };
                self.entries.push(ColouredEntry { item, colour_class });
            }
            self.items.push(items);
            self.ends.push(self.entries.len());
        }
    }

    /// Returns the colour class of a coloured entry.
    fn colour_class(&mut self, entry: Entry) -> u32 {
        let next = self.colour_classes.len() as u32 + 1;
        *self.colour_classes.entry(entry).or_insert(next)
    }

    /// Number of colour classes: different pairs of item and colour.
    pub(super) fn colour_class_count(&self) -> usize {
        self.colour_classes.len()
    }

    fn entries(&self, option: u32) -> &[ColouredEntry] {
        let option = option as usize;
        let start = if option == 0 { 0 } else { self.ends[option - 1] };
        &self.entries[start..self.ends[option]]
    }
}

/// Table of selected options, numbered from 0. A set of them has one bit an option, and at least one word.
#[derive(Clone, Debug)]
pub(super) struct OptionTable<M> {
    words: usize,
    /// Number of each option in the problem.
    options: Vec<u32>,
    /// Primary items of each option, padded with empty sets to whole words.
    items: Vec<M>,
    /// For each option, the set of options compatible with it.
    compatible: Vec<u64>,
    /// For each item, the set of its options.
    by_item: Vec<u64>,
    /// For each colour class, the set of its options.
    by_colour_class: Vec<u64>,
}

impl<M: ItemMask> OptionTable<M> {
    pub(super) fn new() -> Self {
        Self {
            words: 1,
            options: Vec::new(),
            items: Vec::new(),
            compatible: Vec::new(),
            by_item: Vec::new(),
            by_colour_class: Vec::new(),
        }
    }

    /// Replaces the table by a table of `count` options.
    pub(super) fn rebuild(&mut self, list: &OptionList<M>, count: usize, options: impl Iterator<Item = u32>) {
        self.words = count.div_ceil(WORD).max(1);
        self.options.clear();
        self.options.extend(options);
        self.items.clear();
        self.items.extend(self.options.iter().map(|&option| list.items[option as usize]));
        self.items.resize(self.words * WORD, M::default());
        self.index_entries(list);
        self.index_compatible(list);
    }

    fn index_entries(&mut self, list: &OptionList<M>) {
        let words = self.words;
        self.by_item.clear();
        self.by_item.resize(list.item_count * words, 0);
        self.by_colour_class.clear();
        self.by_colour_class.resize((1 + list.colour_class_count()) * words, 0);
        for (number, &option) in self.options.iter().enumerate() {
            let (word, bit) = (number / WORD, 1 << (number % WORD));
            for entry in list.entries(option) {
                self.by_item[entry.item as usize * words + word] |= bit;
                if entry.colour_class != UNCOLOURED {
                    self.by_colour_class[entry.colour_class as usize * words + word] |= bit;
                }
            }
        }
    }

    fn index_compatible(&mut self, list: &OptionList<M>) {
        let (words, count) = (self.words, self.options.len());
        self.compatible.clear();
        self.compatible.resize(count * words, 0);
        for (&option, compatible) in self.options.iter().zip(self.compatible.chunks_exact_mut(words)) {
            set_first(compatible, count);
            for entry in list.entries(option) {
                let by_item = &self.by_item[entry.item as usize * words..][..words];
                let by_colour_class = &self.by_colour_class[entry.colour_class as usize * words..][..words];
                for ((word, by_item), by_colour_class) in
                    compatible.iter_mut().zip(by_item).zip(by_colour_class)
                {
                    *word &= !by_item | by_colour_class;
                }
            }
        }
    }

    /// Number of words of a set.
    #[inline(always)]
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// Returns the number of an option in the problem.
    pub(super) fn problem_option(&self, number: usize) -> u32 {
        self.options[number]
    }

    /// Returns the numbers of the options of a set in the problem.
    pub(super) fn problem_options(&self, set: &[u64]) -> impl Iterator<Item = u32> {
        self.options.chunks(WORD).zip(set).flat_map(|(options, &word)| {
            let in_word = options.iter().enumerate().filter(move |(bit, _)| word >> bit & 1 == 1);
            in_word.map(|(_, &option)| option)
        })
    }

    /// Returns the primary items of the 64 options of a word; empty sets beyond the last option.
    #[inline(always)]
    pub(super) fn items(&self, word: usize) -> &[M; WORD] {
        &self.items.as_chunks().0[word]
    }

    /// Returns the set of options compatible with `option`.
    #[inline(always)]
    pub(super) fn compatible(&self, option: usize) -> &[u64] {
        &self.compatible[option * self.words..][..self.words]
    }

    /// Returns the set of options of `item`.
    #[inline(always)]
    pub(super) fn options_of(&self, item: usize) -> &[u64] {
        &self.by_item[item * self.words..][..self.words]
    }
}

/// Fills `set` with the first `count` options.
pub(super) fn set_first(set: &mut [u64], count: usize) {
    for (index, word) in set.iter_mut().enumerate() {
        let in_word = count.saturating_sub(index * WORD);
        *word = if in_word >= WORD { u64::MAX } else { (1 << in_word) - 1 };
    }
}
