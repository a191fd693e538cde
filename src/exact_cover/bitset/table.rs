//! Some options of a problem, numbered among themselves, and sets of them as machine words.

use std::collections::HashMap;

use super::mask::ItemMask;
use crate::exact_cover::problem::{Entry, Problem};

/// How many options a word holds.
pub(super) const WORD: usize = 64;

/// The colour_class of an entry without a colour: nobody is party to it.
const NONE: u32 = 0;

/// An entry of an option. It excludes the options that have the same item, but for those that are party to the same
/// colour_class, which is to give the item a certain colour.
#[derive(Clone, Copy, Debug)]
struct ColouredEntry {
    item: u32,
    colour_class: u32,
}

/// The options of a problem, as tables are made from them.
#[derive(Clone, Debug)]
pub(super) struct OptionList<M> {
    /// The primary items of each option.
    items: Vec<M>,
    entries: Vec<ColouredEntry>,
    /// Where each option's entries end; option k's begin where option k - 1's end.
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

    /// Takes the options of a problem.
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
                    items |= M::of(item as usize);
                }
                let colour_class = if entry.colour.is_some() { self.colour_class(entry) } else { NONE };
                self.entries.push(ColouredEntry { item, colour_class });
            }
            self.items.push(items);
            self.ends.push(self.entries.len());
        }
    }

    /// The number of the colour_class that a coloured entry is party to.
    fn colour_class(&mut self, entry: Entry) -> u32 {
        let next = self.colour_classes.len() as u32 + 1;
        *self.colour_classes.entry(entry).or_insert(next)
    }

    /// How many ways there are to colour an item.
    pub(super) fn colour_class_count(&self) -> usize {
        self.colour_classes.len()
    }

    fn entries(&self, option: u32) -> &[ColouredEntry] {
        let option = option as usize;
        let start = if option == 0 { 0 } else { self.ends[option - 1] };
        &self.entries[start..self.ends[option]]
    }
}

/// A table of some options. Sets of them have so many words as it takes, and one at least.
#[derive(Clone, Debug)]
pub(super) struct OptionTable<M> {
    words: usize,
    /// The options' numbers in the problem.
    options: Vec<u32>,
    /// Their primary items; whole words of options.
    items: Vec<M>,
    /// For each option, the options that may stand beside it.
    compatible: Vec<u64>,
    /// For each item, the options that have it.
    with_item: Vec<u64>,
    /// For each colour_class, the options that are party to it.
    with_colour_class: Vec<u64>,
}

impl<M: ItemMask> OptionTable<M> {
    pub(super) fn new() -> Self {
        Self {
            words: 1,
            options: Vec::new(),
            items: Vec::new(),
            compatible: Vec::new(),
            with_item: Vec::new(),
            with_colour_class: Vec::new(),
        }
    }

    /// Makes the table of some `count` options.
    pub(super) fn rebuild(&mut self, all: &OptionList<M>, count: usize, options: impl Iterator<Item = u32>) {
        self.words = count.div_ceil(WORD).max(1);
        self.options.clear();
        self.options.extend(options);
        self.items.clear();
        self.items.extend(self.options.iter().map(|&option| all.items[option as usize]));
        self.items.resize(self.words * WORD, M::default());
        self.index_entries(all);
        self.find_compatible(all);
    }

    fn index_entries(&mut self, all: &OptionList<M>) {
        let words = self.words;
        self.with_item.clear();
        self.with_item.resize(all.item_count * words, 0);
        self.with_colour_class.clear();
        self.with_colour_class.resize((1 + all.colour_class_count()) * words, 0);
        for (number, &option) in self.options.iter().enumerate() {
            let (word, bit) = (number / WORD, 1 << (number % WORD));
            for entry in all.entries(option) {
                self.with_item[entry.item as usize * words + word] |= bit;
                if entry.colour_class != NONE {
                    self.with_colour_class[entry.colour_class as usize * words + word] |= bit;
                }
            }
        }
    }

    fn find_compatible(&mut self, all: &OptionList<M>) {
        let (words, count) = (self.words, self.options.len());
        self.compatible.clear();
        self.compatible.resize(count * words, 0);
        for (&option, compatible) in self.options.iter().zip(self.compatible.chunks_exact_mut(words)) {
            set_first(compatible, count);
            for entry in all.entries(option) {
                let with_item = &self.with_item[entry.item as usize * words..][..words];
                let with_colour_class =
                    &self.with_colour_class[entry.colour_class as usize * words..][..words];
                for ((word, with_item), with_colour_class) in
                    compatible.iter_mut().zip(with_item).zip(with_colour_class)
                {
                    *word &= !with_item | with_colour_class;
                }
            }
        }
    }

    /// How many words a set has.
    #[inline(always)]
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// The number that an option has in the problem.
    pub(super) fn option(&self, number: usize) -> u32 {
        self.options[number]
    }

    /// The numbers that the options of a set have in the problem.
    pub(super) fn members(&self, set: &[u64]) -> impl Iterator<Item = u32> {
        self.options.chunks(WORD).zip(set).flat_map(|(options, &word)| {
            let here = options.iter().enumerate().filter(move |(bit, _)| word >> bit & 1 == 1);
            here.map(|(_, &option)| option)
        })
    }

    /// The primary items of the 64 options of a word. OptionList that are not there have none.
    #[inline(always)]
    pub(super) fn items(&self, word: usize) -> &[M; WORD] {
        &self.items.as_chunks().0[word]
    }

    /// The options that may stand beside an option.
    #[inline(always)]
    pub(super) fn compatible(&self, option: usize) -> &[u64] {
        &self.compatible[option * self.words..][..self.words]
    }

    /// The options that have an item.
    #[inline(always)]
    pub(super) fn with_item(&self, item: usize) -> &[u64] {
        &self.with_item[item * self.words..][..self.words]
    }
}

/// Makes a set that of the first `count` options.
pub(super) fn set_first(set: &mut [u64], count: usize) {
    for (index, word) in set.iter_mut().enumerate() {
        let here = count.saturating_sub(index * WORD);
        *word = if here >= WORD { u64::MAX } else { (1 << here) - 1 };
    }
}
