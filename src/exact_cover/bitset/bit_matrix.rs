//! The matrix of a small problem as sets of options in machine words: nothing is linked, and nothing is undone.
//!
//! For each option there is the set of the options that may stand beside it. A node has the set of its live options;
//! choosing an option intersects this with the option's set, on a copy for the new node. The sizes of all items come
//! from one pass over the live options ([`SmallCounts`]). Secondary items and colours are in the sets of what may stand
//! together, and cost nothing more.
//!
//! Where 64 options or fewer are live, which is so at almost all nodes of a search, they are numbered anew among
//! themselves, so that every set below is a single word.

use super::mask::{ItemMask, SmallCounts};
use super::table::{OptionList, OptionTable, WORD, set_first};
use crate::exact_cover::problem::{OptionId, Problem};
use crate::exact_cover::search_space::{ChosenOptions, MemoKey, NodeState, SearchSpace};

/// The most options: for each there is a set of all of them, 2 MiB.
const OPTIONS_MAX: usize = 4096;

/// The most entries, each of which takes a set's time when the matrix is built.
const ENTRIES_MAX: usize = 1 << 15;

/// The most items, and the most colours given to them: for each there is a set of options, 1 MiB.
const ITEMS_MAX: usize = 1024;

/// OptionList are numbered anew only where a set of all of them has no more words than this. With more, items tend to have
/// many options, a search is broad and short, and numbering costs more than the nodes below save.
const NARROWED_WORDS_MAX: usize = 8;

/// The value of [`BitMatrix::narrow_from`] that is below every level.
const NEVER: usize = usize::MAX;

/// A node, and the level opened there.
#[derive(Clone, Copy, Debug, Default)]
struct BitMatrixLevel<M> {
    /// The primary items that are not covered.
    active: M,
    /// The number of the option chosen.
    chosen: usize,
    /// Where a set is a word: the live options, and those of the item branched on that are not yet tried.
    live: u64,
    untried: u64,
}

/// A problem of few primary items as sets of options, as a [`SearchSpace`].
///
/// The item branched on is the one with the fewest options, the first of these where several have as few; its options
/// are tried in the order in which they were added. An update is a word of options intersected.
#[derive(Clone, Debug)]
pub struct BitMatrix<M> {
    options: OptionList<M>,
    /// All options, where they are more than 64.
    wide: OptionTable<M>,
    /// The options live at level `narrow_from`: below it, sets are words.
    narrow: OptionTable<M>,
    narrow_from: usize,
    /// The levels opened, and the present node.
    levels: Vec<BitMatrixLevel<M>>,
    depth: usize,
    /// For each level above `narrow_from`, two sets: the live options and the untried ones.
    sets: Vec<u64>,
    state: NodeState,
    /// The item to branch on, where the present node is open.
    item: usize,
    only_primary: bool,
    updates: u64,
}

impl<M: ItemMask> BitMatrix<M> {
    /// The matrix of a problem; `None` if it is too large.
    pub fn new(problem: &Problem) -> Option<Self> {
        let mut bits = Self {
            options: OptionList::new(),
            wide: OptionTable::new(),
            narrow: OptionTable::new(),
            narrow_from: NEVER,
            levels: Vec::new(),
            depth: 0,
            sets: Vec::new(),
            state: NodeState::Open,
            item: 0,
            only_primary: false,
            updates: 0,
        };
        bits.rebuild(problem).then_some(bits)
    }

    /// Makes this the matrix of another problem, in the memory there is. The answer is false if it is too
    /// large; the matrix is then of no use.
    pub fn rebuild(&mut self, problem: &Problem) -> bool {
        let (count, primary) = (problem.option_count(), problem.primary_count());
        if primary > M::ITEMS_MAX
            || problem.item_count() > ITEMS_MAX
            || count > OPTIONS_MAX
            || problem.entry_count() > ENTRIES_MAX
        {
            return false;
        }
        self.options.rebuild(problem);
        if self.options.colour_class_count() > ITEMS_MAX {
            return false;
        }
        self.only_primary = problem.item_count() == primary;
        self.updates = 0;
        self.depth = 0;
        self.levels.clear();
        // A level covers at least one primary item.
        self.levels.resize(primary + 1, BitMatrixLevel::default());
        (0..primary).for_each(|item| self.levels[0].active |= M::of(item));
        if count <= WORD {
            self.narrow.rebuild(&self.options, count, 0..count as u32);
            self.narrow_from(count);
            self.update_state_narrow();
        } else {
            self.narrow_from = NEVER;
            self.wide.rebuild(&self.options, count, 0..count as u32);
            self.sets.clear();
            self.sets.resize(2 * self.wide.words() * (primary + 1), 0);
            set_first(&mut self.sets[..self.wide.words()], count);
            self.update_state_wide();
        }
        true
    }

    /// Goes over to the narrow table, which was made of the `count` options live at the present node.
    fn narrow_from(&mut self, count: usize) {
        self.narrow_from = self.depth;
        set_first(std::slice::from_mut(&mut self.levels[self.depth].live), count);
    }

    /// Whether the deepest level's sets are words.
    fn is_narrow(&self) -> bool {
        self.depth > self.narrow_from
    }

    /// The live options of the present node.
    fn live(&self) -> &[u64] {
        if self.depth >= self.narrow_from {
            std::slice::from_ref(&self.levels[self.depth].live)
        } else {
            let words = self.wide.words();
            &self.sets[2 * words * self.depth..][..words]
        }
    }

    /// Finds out what the present node is, where its live options are a word.
    #[inline(always)]
    fn update_state_narrow(&mut self) {
        let mut counts = SmallCounts::default();
        counts.add_all(self.narrow.items(0), self.levels[self.depth].live);
        self.set_state(&counts);
    }

    /// Finds out what the present node is, where its live options are several words.
    fn update_state_wide(&mut self) {
        let mut counts = SmallCounts::default();
        for (index, &word) in self.live().iter().enumerate() {
            counts.add_all(self.wide.items(index), word);
        }
        self.set_state(&counts);
    }

    #[inline(always)]
    fn set_state(&mut self, counts: &SmallCounts<M>) {
        let active = self.levels[self.depth].active;
        self.state = if active.is_empty() {
            NodeState::Solved
        } else if counts.misses(active) {
            NodeState::Dead
        } else {
            self.item = counts.smallest(active).map_or_else(|| self.smallest(active), ItemMask::first);
            NodeState::Open
        };
    }

    /// The first of the items with the fewest options, counted one by one.
    #[cold]
    fn smallest(&self, mut active: M) -> usize {
        let live = self.live();
        let table = if self.depth >= self.narrow_from { &self.narrow } else { &self.wide };
        let (mut smallest, mut size_min) = (0, u32::MAX);
        while !active.is_empty() {
            let item = active.first();
            active &= !M::of(item);
            let words = table.with_item(item).iter().zip(live);
            let size = words.map(|(with_item, live)| (with_item & live).count_ones()).sum();
            if size < size_min {
                (smallest, size_min) = (item, size);
            }
        }
        smallest
    }

    /// Opens a level where sets have several words, unless it is time to number the live options anew.
    fn open_level_wide(&mut self) {
        let words = self.wide.words();
        let live = &self.sets[2 * words * self.depth..][..words];
        if words <= NARROWED_WORDS_MAX {
            let count = live.iter().map(|word| word.count_ones() as usize).sum();
            if count <= WORD {
                self.narrow.rebuild(&self.options, count, self.wide.members(live));
                self.narrow_from(count);
                return;
            }
        }
        let (live, untried) = self.sets[2 * words * self.depth..].split_at_mut(words);
        for ((untried, live), with_item) in untried.iter_mut().zip(live).zip(self.wide.with_item(self.item)) {
            *untried = *live & with_item;
        }
    }

    /// Chooses the next option where sets have several words.
    fn try_next_wide(&mut self) {
        let words = self.wide.words();
        let (level, below) = self.sets[2 * words * (self.depth - 1)..].split_at_mut(2 * words);
        let (live, untried) = level.split_at_mut(words);
        let mut option = 0;
        for word in untried {
            if *word != 0 {
                option += word.trailing_zeros() as usize;
                *word &= *word - 1;
                break;
            }
            option += WORD;
        }
        for ((below, live), compatible) in below.iter_mut().zip(live).zip(self.wide.compatible(option)) {
            *below = *live & compatible;
        }
        let level = &mut self.levels[self.depth - 1];
        level.chosen = option;
        let active = level.active & !self.wide.items(option / WORD)[option % WORD];
        self.levels[self.depth].active = active;
        self.updates += words as u64;
        self.update_state_wide();
    }
}

impl<M: ItemMask> SearchSpace for BitMatrix<M> {
    #[inline(always)]
    fn state(&self) -> NodeState {
        self.state
    }

    #[inline(always)]
    fn open_level(&mut self) {
        if self.depth < self.narrow_from {
            self.open_level_wide();
        }
        if self.depth >= self.narrow_from {
            let level = &mut self.levels[self.depth];
            level.untried = level.live & self.narrow.with_item(self.item)[0];
        }
        self.depth += 1;
    }

    #[inline(always)]
    fn try_next(&mut self) {
        if !self.is_narrow() {
            self.try_next_wide();
            return;
        }
        let level = &mut self.levels[self.depth - 1];
        let option = level.untried.trailing_zeros() as usize % WORD;
        level.untried &= level.untried.wrapping_sub(1);
        level.chosen = option;
        let active = level.active & !self.narrow.items(0)[option];
        let live = level.live & self.narrow.compatible(option)[0];
        self.levels[self.depth] = BitMatrixLevel { active, live, ..BitMatrixLevel::default() };
        self.updates += 1;
        self.update_state_narrow();
    }

    #[inline(always)]
    fn undo(&mut self) -> bool {
        if self.is_narrow() {
            return self.levels[self.depth - 1].untried != 0;
        }
        let words = self.wide.words();
        self.sets[2 * words * (self.depth - 1)..][words..2 * words].iter().any(|&word| word != 0)
    }

    #[inline(always)]
    fn close_level(&mut self) {
        self.depth -= 1;
        if self.depth == self.narrow_from {
            self.narrow_from = NEVER;
        }
    }

    fn updates(&self) -> u64 {
        self.updates
    }

    #[inline(always)]
    fn completing_options(&self) -> Option<u64> {
        let BitMatrixLevel { active, mut untried, .. } = self.levels[self.depth - 1];
        if !self.is_narrow() {
            return None;
        }
        let mut count = 0;
        while untried != 0 {
            if self.narrow.items(0)[untried.trailing_zeros() as usize % WORD] != active {
                return None;
            }
            untried &= untried - 1;
            count += 1;
        }
        Some(count)
    }

    #[inline(always)]
    fn key(&self) -> Option<MemoKey> {
        let BitMatrixLevel { active, untried, .. } = self.levels[self.depth - 1];
        // Where there is but one option, the node below it has a key as good.
        let branches = !self.is_narrow() || untried & untried.wrapping_sub(1) != 0;
        (self.only_primary && branches).then(|| active.key())
    }
}

impl<M: ItemMask> ChosenOptions for BitMatrix<M> {
    fn chosen(&self) -> impl Iterator<Item = OptionId> {
        self.levels[..self.depth].iter().enumerate().map(|(depth, level)| {
            let number = if depth >= self.narrow_from {
                self.narrow.option(level.chosen)
            } else {
                level.chosen as u32
            };
            OptionId(number)
        })
    }
}
