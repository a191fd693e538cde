//! Search space of a small problem: a compatibility matrix of options, as bit sets.

use super::mask::{ItemMask, SmallCounts};
use super::table::{OptionList, OptionTable, WORD, set_first};
use crate::problem::{OptionId, Problem};
use crate::search_space::{ChosenOptions, ItemSetKey, NodeState, SearchSpace};

/// Maximum number of options: 4096 sets of as many options take 2 MiB.
const OPTIONS_MAX: usize = 4096;

/// Maximum number of entries, each of which costs one pass over a set when the matrix is built.
const ENTRIES_MAX: usize = 1 << 15;

/// Maximum number of items, and of colour classes: their sets of options take 1 MiB.
const ITEMS_MAX: usize = 1024;

/// Maximum number of words of a set for which a compact table is built. In larger problems items tend to have many
/// options, the search is broad and shallow, and the table costs more than it saves.
const COMPACTED_WORDS_MAX: usize = 8;

/// Value of [`BitMatrix::compact_from`] without a compact table: deeper than every level.
const NEVER: usize = usize::MAX;

/// Search node, and the level opened at it.
#[derive(Clone, Copy, Debug, Default)]
struct BitMatrixLevel<M> {
    /// Uncovered primary items.
    active: M,
    /// Last option tried.
    chosen: usize,
    /// Options compatible with all chosen ones, if these sets are words (compact levels).
    live: u64,
    /// Untried options of the item branched on (compact levels).
    untried: u64,
}

/// [`SearchSpace`] of a problem with few primary items, as sets of options.
///
/// Branches on the first of the items with the fewest live options, and tries its options in the order in which they
/// were added. An update is one word intersected.
#[derive(Clone, Debug)]
pub struct BitMatrix<M> {
    options: OptionList<M>,
    /// All options, if there are more than 64.
    full: OptionTable<M>,
    /// Options live at level `compact_from`, at most 64. From this level on, sets are words.
    compact: OptionTable<M>,
    compact_from: usize,
    /// Open levels, then the current node.
    levels: Vec<BitMatrixLevel<M>>,
    depth: usize,
    /// Two sets for each level before `compact_from`: the live options and the untried ones.
    sets: Vec<u64>,
    state: NodeState,
    /// Item to branch on if the current node is open.
    item: usize,
    only_primary: bool,
    updates: u64,
}

impl<M: ItemMask> BitMatrix<M> {
    /// Creates the search space of a problem; `None` if the problem is too large.
    pub fn new(problem: &Problem) -> Option<Self> {
        let mut matrix = Self {
            options: OptionList::new(),
            full: OptionTable::new(),
            compact: OptionTable::new(),
            compact_from: NEVER,
            levels: Vec::new(),
            depth: 0,
            sets: Vec::new(),
            state: NodeState::Open,
            item: 0,
            only_primary: false,
            updates: 0,
        };
        matrix.rebuild(problem).then_some(matrix)
    }

    /// Replaces the problem, and reuses the memory. Returns false if the problem is too large; only another rebuild may
    /// follow then.
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
        (0..primary).for_each(|item| self.levels[0].active |= M::single(item));
        if count <= WORD {
            self.compact.rebuild(&self.options, count, 0..count as u32);
            self.start_compact(count);
            self.update_state_compact();
        } else {
            self.compact_from = NEVER;
            self.full.rebuild(&self.options, count, 0..count as u32);
            self.sets.clear();
            self.sets.resize(2 * self.full.words() * (primary + 1), 0);
            set_first(&mut self.sets[..self.full.words()], count);
            self.update_state_full();
        }
        true
    }

    /// Uses the compact table, built of the `count` options live at the current node, from this level on.
    fn start_compact(&mut self, count: usize) {
        self.compact_from = self.depth;
        set_first(std::slice::from_mut(&mut self.levels[self.depth].live), count);
    }

    /// Whether the sets of the deepest level are words.
    fn is_compact(&self) -> bool {
        self.depth > self.compact_from
    }

    /// Returns the live options of the node at `depth`, as a set over the table.
    fn live(&self, depth: usize) -> (&OptionTable<M>, &[u64]) {
        if depth >= self.compact_from {
            (&self.compact, std::slice::from_ref(&self.levels[depth].live))
        } else {
            let words = self.full.words();
            (&self.full, &self.sets[2 * words * depth..][..words])
        }
    }

    /// Sets the state of the current node, whose live options are a word.
    #[inline(always)]
    fn update_state_compact(&mut self) {
        let mut counts = SmallCounts::default();
        counts.add_all(self.compact.items(0), self.levels[self.depth].live);
        self.set_state(&counts);
    }

    /// Sets the state of the current node, whose live options are several words.
    fn update_state_full(&mut self) {
        let counts = self.small_counts(self.depth);
        self.set_state(&counts);
    }

    /// Counts the live options of each item at the node of `depth`.
    fn small_counts(&self, depth: usize) -> SmallCounts<M> {
        let (table, live) = self.live(depth);
        let mut counts = SmallCounts::default();
        for (index, &word) in live.iter().enumerate() {
            counts.add_all(table.items(index), word);
        }
        counts
    }

    #[inline(always)]
    fn set_state(&mut self, counts: &SmallCounts<M>) {
        let active = self.levels[self.depth].active;
        self.state = if active.is_empty() {
            NodeState::Solved
        } else if counts.has_empty(active) {
            NodeState::Dead
        } else {
            self.item = self.smallest_item(self.depth, counts);
            NodeState::Open
        };
    }

    /// Returns the first of the items with the fewest options at the node of `depth`.
    #[inline(always)]
    fn smallest_item(&self, depth: usize, counts: &SmallCounts<M>) -> usize {
        let active = self.levels[depth].active;
        counts.smallest(active).map_or_else(|| self.smallest_by_size(depth), ItemMask::first)
    }

    /// As [`smallest_item`](Self::smallest_item), by counting each item's options.
    #[cold]
    fn smallest_by_size(&self, depth: usize) -> usize {
        let (table, live) = self.live(depth);
        let mut active = self.levels[depth].active;
        let (mut smallest, mut size_min) = (0, u32::MAX);
        while !active.is_empty() {
            let item = active.first();
            active &= !M::single(item);
            let words = table.options_of(item).iter().zip(live);
            let size = words.map(|(of_item, live)| (of_item & live).count_ones()).sum();
            if size < size_min {
                (smallest, size_min) = (item, size);
            }
        }
        smallest
    }

    /// Opens a level whose sets have several words, or builds the compact table if few enough options are live.
    fn open_level_full(&mut self) {
        let words = self.full.words();
        let live = &self.sets[2 * words * self.depth..][..words];
        if words <= COMPACTED_WORDS_MAX {
            let count = live.iter().map(|word| word.count_ones() as usize).sum();
            if count <= WORD {
                self.compact.rebuild(&self.options, count, self.full.problem_options(live));
                self.start_compact(count);
                return;
            }
        }
        let (live, untried) = self.sets[2 * words * self.depth..].split_at_mut(words);
        for ((untried, live), of_item) in untried.iter_mut().zip(live).zip(self.full.options_of(self.item)) {
            *untried = *live & of_item;
        }
    }

    /// Tries the next option of a level whose sets have several words.
    fn try_next_full(&mut self) {
        let words = self.full.words();
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
        for ((below, live), compatible) in below.iter_mut().zip(live).zip(self.full.compatible(option)) {
            *below = *live & compatible;
        }
        let level = &mut self.levels[self.depth - 1];
        level.chosen = option;
        let active = level.active & !self.full.items(option / WORD)[option % WORD];
        self.levels[self.depth].active = active;
        self.updates += words as u64;
        self.update_state_full();
    }
}

impl<M: ItemMask> SearchSpace for BitMatrix<M> {
    type MemoKey = ItemSetKey;

    #[inline(always)]
    fn state(&self) -> NodeState {
        self.state
    }

    #[inline(always)]
    fn open_level(&mut self) {
        if self.depth < self.compact_from {
            self.open_level_full();
        }
        if self.depth >= self.compact_from {
            let level = &mut self.levels[self.depth];
            level.untried = level.live & self.compact.options_of(self.item)[0];
        }
        self.depth += 1;
    }

    #[inline(always)]
    fn try_next(&mut self) {
        if !self.is_compact() {
            self.try_next_full();
            return;
        }
        let level = &mut self.levels[self.depth - 1];
        let option = level.untried.trailing_zeros() as usize % WORD;
        level.untried &= level.untried.wrapping_sub(1);
        level.chosen = option;
        let active = level.active & !self.compact.items(0)[option];
        let live = level.live & self.compact.compatible(option)[0];
        self.levels[self.depth] = BitMatrixLevel { active, live, ..BitMatrixLevel::default() };
        self.updates += 1;
        self.update_state_compact();
    }

    #[inline(always)]
    fn undo(&mut self) -> bool {
        if self.is_compact() {
            return self.levels[self.depth - 1].untried != 0;
        }
        let words = self.full.words();
        self.sets[2 * words * (self.depth - 1)..][words..2 * words].iter().any(|&word| word != 0)
    }

    #[inline(always)]
    fn close_level(&mut self) {
        self.depth -= 1;
        if self.depth == self.compact_from {
            self.compact_from = NEVER;
        }
    }

    fn updates(&self) -> u64 {
        self.updates
    }

    #[inline(always)]
    fn completing_options(&self) -> Option<u64> {
        let BitMatrixLevel { active, mut untried, .. } = self.levels[self.depth - 1];
        if !self.is_compact() {
            return None;
        }
        let mut count = 0;
        while untried != 0 {
            if self.compact.items(0)[untried.trailing_zeros() as usize % WORD] != active {
                return None;
            }
            untried &= untried - 1;
            count += 1;
        }
        Some(count)
    }

    #[inline(always)]
    fn memo_key(&self) -> Option<ItemSetKey> {
        let BitMatrixLevel { active, untried, .. } = self.levels[self.depth - 1];
        // With one option, the next level has an equivalent key.
        let branches = !self.is_compact() || untried & untried.wrapping_sub(1) != 0;
        (self.only_primary && branches).then(|| active.memo_key())
    }
}

impl<M: ItemMask> ChosenOptions for BitMatrix<M> {
    fn chosen(&self) -> impl Iterator<Item = OptionId> {
        self.levels[..self.depth].iter().enumerate().map(|(depth, level)| {
            let number = if depth >= self.compact_from {
                self.compact.problem_option(level.chosen)
            } else {
                level.chosen as u32
            };
            OptionId(number)
        })
    }

    fn option_count(&self, depth: usize) -> usize {
        let (table, live) = self.live(depth);
        let item = self.smallest_item(depth, &self.small_counts(depth));
        table
            .options_of(item)
            .iter()
            .zip(live)
            .map(|(of_item, live)| (of_item & live).count_ones() as usize)
            .sum()
    }

    fn untried(&self, depth: usize) -> impl Iterator<Item = OptionId> {
        let (table, live) = self.live(depth);
        let untried = if depth >= self.compact_from {
            std::slice::from_ref(&self.levels[depth].untried)
        } else {
            &self.sets[(2 * depth + 1) * live.len()..][..live.len()]
        };
        table.problem_options(untried).map(OptionId)
    }
}
