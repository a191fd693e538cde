//! Some options of a problem, numbered among themselves, and sets of them as machine words.

use std::collections::HashMap;

use super::mask::Mask;
use super::problem::{Entry, Problem};

/// How many options a word holds.
pub(super) const WORD: usize = 64;

/// The agreement of an entry without a colour: nobody is party to it.
const NONE: u32 = 0;

/// An entry of an option. It excludes the options that have the same item, but for those that are party to the same
/// agreement, which is to give the item a certain colour.
#[derive(Clone, Copy, Debug)]
struct Claim {
    item: u32,
    agreement: u32,
}

/// The options of a problem, as tables are made from them.
#[derive(Clone, Debug)]
pub(super) struct Options<M> {
    /// The primary items of each option.
    items: Vec<M>,
    claims: Vec<Claim>,
    /// Where each option's claims end; option k's begin where option k - 1's end.
    ends: Vec<usize>,
    item_count: usize,
    agreements: HashMap<Entry, u32>,
}

impl<M: Mask> Options<M> {
    pub(super) fn new() -> Self {
        Self {
            items: Vec::new(),
            claims: Vec::new(),
            ends: Vec::new(),
            item_count: 0,
            agreements: HashMap::new(),
        }
    }

    /// Takes the options of a problem.
    pub(super) fn rebuild(&mut self, problem: &Problem) {
        self.items.clear();
        self.claims.clear();
        self.ends.clear();
        self.agreements.clear();
        self.item_count = problem.item_count();
        for entries in problem.options() {
            let mut items = M::default();
            for &entry in entries {
                let item = entry.item.0;
                if (item as usize) < problem.primary_count() {
                    items |= M::of(item as usize);
                }
                let agreement = if entry.colour.is_some() { self.agreement(entry) } else { NONE };
                self.claims.push(Claim { item, agreement });
            }
            self.items.push(items);
            self.ends.push(self.claims.len());
        }
    }

    /// The number of the agreement that a coloured entry is party to.
    fn agreement(&mut self, entry: Entry) -> u32 {
        let next = self.agreements.len() as u32 + 1;
        *self.agreements.entry(entry).or_insert(next)
    }

    /// How many ways there are to colour an item.
    pub(super) fn agreement_count(&self) -> usize {
        self.agreements.len()
    }

    fn claims(&self, option: u32) -> &[Claim] {
        let option = option as usize;
        let start = if option == 0 { 0 } else { self.ends[option - 1] };
        &self.claims[start..self.ends[option]]
    }
}

/// A table of some options. Sets of them have so many words as it takes, and one at least.
#[derive(Clone, Debug)]
pub(super) struct Table<M> {
    words: usize,
    /// The options' numbers in the problem.
    options: Vec<u32>,
    /// Their primary items; whole words of options.
    items: Vec<M>,
    /// For each option, the options that may stand beside it.
    compatible: Vec<u64>,
    /// For each item, the options that have it.
    having: Vec<u64>,
    /// For each agreement, the options that are party to it.
    agreeing: Vec<u64>,
}

impl<M: Mask> Table<M> {
    pub(super) fn new() -> Self {
        Self {
            words: 1,
            options: Vec::new(),
            items: Vec::new(),
            compatible: Vec::new(),
            having: Vec::new(),
            agreeing: Vec::new(),
        }
    }

    /// Makes the table of some `count` options.
    pub(super) fn rebuild(&mut self, all: &Options<M>, count: usize, options: impl Iterator<Item = u32>) {
        self.words = count.div_ceil(WORD).max(1);
        self.options.clear();
        self.options.extend(options);
        self.items.clear();
        self.items.extend(self.options.iter().map(|&option| all.items[option as usize]));
        self.items.resize(self.words * WORD, M::default());
        self.find_who_claims(all);
        self.find_compatible(all);
    }

    fn find_who_claims(&mut self, all: &Options<M>) {
        let words = self.words;
        self.having.clear();
        self.having.resize(all.item_count * words, 0);
        self.agreeing.clear();
        self.agreeing.resize((1 + all.agreement_count()) * words, 0);
        for (number, &option) in self.options.iter().enumerate() {
            let (word, bit) = (number / WORD, 1 << (number % WORD));
            for claim in all.claims(option) {
                self.having[claim.item as usize * words + word] |= bit;
                if claim.agreement != NONE {
                    self.agreeing[claim.agreement as usize * words + word] |= bit;
                }
            }
        }
    }

    fn find_compatible(&mut self, all: &Options<M>) {
        let (words, count) = (self.words, self.options.len());
        self.compatible.clear();
        self.compatible.resize(count * words, 0);
        for (&option, compatible) in self.options.iter().zip(self.compatible.chunks_exact_mut(words)) {
            set_first(compatible, count);
            for claim in all.claims(option) {
                let having = &self.having[claim.item as usize * words..][..words];
                let agreeing = &self.agreeing[claim.agreement as usize * words..][..words];
                for ((word, having), agreeing) in compatible.iter_mut().zip(having).zip(agreeing) {
                    *word &= !having | agreeing;
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

    /// The primary items of the 64 options of a word. Options that are not there have none.
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
    pub(super) fn having(&self, item: usize) -> &[u64] {
        &self.having[item * self.words..][..self.words]
    }
}

/// Makes a set that of the first `count` options.
pub(super) fn set_first(set: &mut [u64], count: usize) {
    for (index, word) in set.iter_mut().enumerate() {
        let here = count.saturating_sub(index * WORD);
        *word = if here >= WORD { u64::MAX } else { (1 << here) - 1 };
    }
}
