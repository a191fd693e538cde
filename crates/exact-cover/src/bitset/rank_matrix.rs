//! Search space of a problem of medium size: options by item and rank, with unit propagation.

use super::mask::{ItemMask, SmallCounts, WideMask};
use super::rank_table::RankTable;
use super::reduction::RootPropagation;
use crate::problem::{OptionId, Problem};
use crate::search_space::{ChosenOptions, ItemSetKey, NodeState, SearchSpace};

/// Maximum number of entries, which bounds the time to reduce a problem.
const ENTRIES_MAX: usize = 1 << 14;

/// Number of bits of the number of options of an item, which is at most [`RankTable::ROWS_MAX`].
const SIZE_BITS: usize = RankTable::ROWS_MAX.ilog2() as usize + 1;

/// Number of rows that an operation passes over in the time of one update.
const ROWS_PER_UPDATE: usize = 16;

/// Search node, and the level opened at it.
#[derive(Clone, Copy, Debug, Default)]
struct RankLevel {
    /// Uncovered primary items.
    active: WideMask,
    /// Item branched on.
    item: usize,
    /// Rank after the last option tried.
    next_rank: usize,
    /// Number of options chosen or forced before this level.
    chosen_count: usize,
}

/// [`SearchSpace`] of a problem without colours that has up to 256 primary items left after unit propagation.
///
/// A node includes unit propagation: an item with one option forces it. Branches on an item with up to three options if there
/// is one, otherwise on one of the items with the fewest options. If items have weights, it is that with the smallest
/// quotient of options and weight. Tries its options in the order in which they were added. An update is a pass over up to 16
/// rows, to choose or force an option or to count the options of all items.
#[derive(Clone, Debug)]
pub struct RankMatrix {
    table: RankTable,
    /// Sets of live options: one for each open level, then one for the current node.
    live: Vec<WideMask>,
    /// Open levels, then the current node.
    levels: Vec<RankLevel>,
    depth: usize,
    /// Options chosen and forced, of the table.
    chosen: Vec<u32>,
    /// Options forced before the table was built.
    forced: Vec<OptionId>,
    state: NodeState,
    /// Weight of each item, if [`set_weighted`](Self::set_weighted).
    weights: Vec<u32>,
    is_weighted: bool,
    /// Items of a weight other than 1.
    heavy: WideMask,
    only_primary: bool,
    updates: u64,
}

impl RankMatrix {
    /// Creates the search space of a problem; `None` if the problem is too large or has colours.
    pub fn new(problem: &Problem) -> Option<Self> {
        if problem.entry_count() > ENTRIES_MAX
            || problem.item_count() > ENTRIES_MAX
            || problem.options().flatten().any(|entry| entry.colour.is_some())
        {
            return None;
        }
        let reduction = RootPropagation::new(problem);
        let table = RankTable::new(problem, &reduction)?;
        let is_dead = reduction.is_dead();
        let mut matrix = Self {
            live: table.all().to_vec(),
            levels: vec![RankLevel { active: table.primary(), ..RankLevel::default() }],
            depth: 0,
            chosen: Vec::new(),
            forced: reduction.into_forced(),
            state: NodeState::Dead,
            weights: vec![1; WideMask::ITEMS_MAX],
            is_weighted: false,
            heavy: WideMask::default(),
            only_primary: problem.item_count() == problem.primary_count(),
            updates: 0,
            table,
        };
        if !is_dead {
            matrix.propagate();
        }
        Some(matrix)
    }

    /// Chooses items by size and weight instead of size alone, or no longer. An item's weight is increased when it is left
    /// without options: see [`Links`](crate::unstable::Links).
    pub(crate) fn set_weighted(&mut self, is_weighted: bool) {
        self.is_weighted = is_weighted;
        self.heavy = WideMask::default();
        self.weights.fill(1);
    }

    /// Returns the set of live options at the node of `depth`.
    #[inline(always)]
    fn live(&self, depth: usize) -> &[WideMask] {
        let rows = self.table.rows();
        &self.live[depth * rows..][..rows]
    }

    /// Counts the live options of each item at the node of `depth`.
    #[inline(always)]
    fn small_counts(&self, depth: usize) -> SmallCounts<WideMask> {
        let mut counts = SmallCounts::default();
        self.live(depth).iter().for_each(|&row| counts.add(row));
        counts
    }

    /// Returns the ranks from `first_rank` on of the live options of an item at the node of `depth`.
    #[inline(always)]
    fn live_ranks(&self, depth: usize, item: usize, first_rank: usize) -> impl Iterator<Item = usize> {
        let rows = self.live(depth).iter().enumerate().skip(first_rank);
        rows.filter(move |(_, row)| row.contains(item)).map(|(rank, _)| rank)
    }

    /// Forces options until every active item of the current node has several, and sets the state.
    #[inline(always)]
    fn propagate(&mut self) {
        self.state = loop {
            self.add_updates(1);
            let counts = self.small_counts(self.depth);
            let active = self.levels[self.depth].active;
            if active.is_empty() {
                break NodeState::Solved;
            }
            let empty = counts.empty(active);
            if !empty.is_empty() {
                self.increase_weight(empty.first());
                break NodeState::Dead;
            }
            let units = counts.up_to_one(active);
            if units.is_empty() {
                break NodeState::Open;
            }
            if !self.choose_units(units) {
                break NodeState::Dead;
            }
        };
    }

    /// Chooses the options of items that have one each. Returns false if a choice excludes the option of another item.
    #[inline(always)]
    fn choose_units(&mut self, units: WideMask) -> bool {
        for item in units.items() {
            if !self.levels[self.depth].active.contains(item) {
                continue;
            }
            let Some(rank) = self.live_ranks(self.depth, item, 0).next() else {
                self.increase_weight(item);
                return false;
            };
            self.choose(self.table.option_at(rank, item));
        }
        true
    }

    /// Chooses a live option of the current node.
    #[inline(always)]
    fn choose(&mut self, option: usize) {
        self.levels[self.depth].active &= !self.table.primary_items(option);
        let rows = self.table.rows();
        let live = &mut self.live[self.depth * rows..][..rows];
        for (live, &compatible) in live.iter_mut().zip(self.table.compatible(option)) {
            *live &= compatible;
        }
        self.chosen.push(option as u32);
        self.add_updates(1);
    }

    /// Counts passes over the rows of a set.
    #[inline(always)]
    fn add_updates(&mut self, passes: usize) {
        self.updates += (passes * self.table.rows().div_ceil(ROWS_PER_UPDATE)) as u64;
    }

    /// Increases the weight of an item that was left without options.
    #[inline(always)]
    fn increase_weight(&mut self, item: usize) {
        if self.is_weighted {
            self.weights[item] += 1;
            self.heavy.insert(item);
        }
    }

    /// Chooses the item to branch on at the current node.
    fn choose_item(&mut self) -> usize {
        self.add_updates(1);
        let active = self.levels[self.depth].active;
        let counts = self.small_counts(self.depth);
        let (two, three) = (counts.up_to_two(active), counts.up_to_three(active));
        if three.is_empty() {
            return self.choose_larger_item(active);
        }
        // Of the items with weight 1, the first of the smallest ones.
        let of_weight_one = [(2, two & !self.heavy), (3, three & !self.heavy)];
        let first = of_weight_one.into_iter().find(|(_, items)| !items.is_empty());
        let first = first.map(|(size, items)| (size, items.first()));
        let heavy = three & self.heavy;
        let heavy = heavy.items().map(|item| (if two.contains(item) { 2 } else { 3 }, item));
        self.smallest(first.into_iter().chain(heavy))
    }

    /// As [`choose_item`](Self::choose_item), if every active item has more than three options.
    #[cold]
    fn choose_larger_item(&mut self, active: WideMask) -> usize {
        self.add_updates(4);
        // Bit-sliced counter: bit k of the number of options of each item is in digit k.
        let mut digits = [WideMask::default(); SIZE_BITS];
        for &row in self.live(self.depth) {
            let mut carry = row;
            for digit in &mut digits {
                (*digit, carry) = ((*digit | carry) & !(*digit & carry), *digit & carry);
            }
        }
        let mut items = active;
        for digit in digits.into_iter().rev() {
            let smaller = items & !digit;
            if !smaller.is_empty() {
                items = smaller;
            }
        }
        self.smallest(items.items().map(|item| (1, item)))
    }

    /// Returns the first of the items with the smallest quotient of size and weight.
    #[inline(always)]
    fn smallest(&self, sized_items: impl Iterator<Item = (u32, usize)>) -> usize {
        let weight = |item: usize| u64::from(self.weights[item]);
        let smaller = |a: (u32, usize), b: (u32, usize)| {
            if u64::from(b.0) * weight(a.1) < u64::from(a.0) * weight(b.1) { b } else { a }
        };
        sized_items.reduce(smaller).map_or(0, |(_, item)| item)
    }
}

impl SearchSpace for RankMatrix {
    type MemoKey = ItemSetKey;

    fn state(&self) -> NodeState {
        self.state
    }

    fn open_level(&mut self) {
        let item = self.choose_item();
        let level = &mut self.levels[self.depth];
        (level.item, level.next_rank, level.chosen_count) = (item, 0, self.chosen.len());
        self.depth += 1;
        if self.levels.len() == self.depth {
            self.levels.push(RankLevel::default());
            self.live.resize((self.depth + 1) * self.table.rows(), WideMask::default());
        }
    }

    fn try_next(&mut self) {
        let parent = self.depth - 1;
        let RankLevel { active, item, next_rank, chosen_count } = self.levels[parent];
        let Some(rank) = self.live_ranks(parent, item, next_rank).next() else { return };
        self.levels[parent].next_rank = rank + 1;
        self.levels[self.depth].active = active;
        self.chosen.truncate(chosen_count);
        let rows = self.table.rows();
        self.live.copy_within(parent * rows..self.depth * rows, self.depth * rows);
        self.choose(self.table.option_at(rank, item));
        self.propagate();
    }

    fn undo(&mut self) -> bool {
        let level = self.levels[self.depth - 1];
        self.live_ranks(self.depth - 1, level.item, level.next_rank).next().is_some()
    }

    fn close_level(&mut self) {
        self.depth -= 1;
    }

    fn updates(&self) -> u64 {
        self.updates
    }

    fn memo_key(&self) -> Option<ItemSetKey> {
        self.only_primary.then(|| self.levels[self.depth - 1].active.memo_key())
    }
}

impl ChosenOptions for RankMatrix {
    fn chosen(&self) -> impl Iterator<Item = OptionId> {
        let first = |level: &RankLevel| self.chosen.get(level.chosen_count);
        let chosen = self.levels[..self.depth].iter().map_while(first);
        chosen.map(|&option| self.table.problem_option(option as usize))
    }

    fn forced(&self, levels: usize) -> impl Iterator<Item = OptionId> {
        let end = if levels < self.depth { self.levels[levels].chosen_count } else { self.chosen.len() };
        let is_forced =
            move |index: &usize| self.levels[..levels].iter().all(|level| level.chosen_count != *index);
        let forced = (0..end).filter(is_forced).map(|index| self.chosen[index]);
        let forced = forced.map(|option| self.table.problem_option(option as usize));
        self.forced.iter().copied().chain(forced)
    }

    fn option_count(&self, depth: usize) -> usize {
        self.live_ranks(depth, self.levels[depth].item, 0).count()
    }

    fn untried(&self, depth: usize) -> impl Iterator<Item = OptionId> {
        let RankLevel { item, next_rank, .. } = self.levels[depth];
        let options =
            self.live_ranks(depth, item, next_rank).map(move |rank| self.table.option_at(rank, item));
        options.map(|option| self.table.problem_option(option))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::atomic::AtomicBool;

    use proptest::prelude::*;
    use proptest::sample::subsequence;

    use super::*;
    use crate::dlx::Links;
    use crate::problem::Item;
    use crate::search::{Search, Step};

    /// Problems of 12 primary items and two secondary ones.
    fn problem() -> impl Strategy<Value = Problem> {
        let items = subsequence((0..14).collect::<Vec<u32>>(), 2..=5);
        proptest::collection::vec(items, 30..120).prop_map(|options| {
            let mut problem = Problem::new(12, 2).expect("few items");
            for items in options {
                let entries: Vec<_> = items.into_iter().map(Item).collect();
                // An option of the secondary items alone is not valid.
                let _ = problem.add_option(&entries);
            }
            problem
        })
    }

    fn solutions<S: ChosenOptions>(mut search: Search<S>) -> (u128, BTreeSet<BTreeSet<u32>>) {
        let mut found = BTreeSet::new();
        while search.advance(u64::MAX, &AtomicBool::new(false)) == Step::Solution {
            found.insert(search.solution().map(|option| option.0).collect());
        }
        (search.solutions(), found)
    }

    proptest! {
        #[test]
        fn weights_change_no_solution(problem in problem()) {
            let mut matrix = RankMatrix::new(&problem).expect("a problem of medium size");
            matrix.set_weighted(true);
            prop_assert_eq!(solutions(Search::new(matrix)), solutions(Search::new(Links::new(&problem))));
        }

        #[test]
        fn active_items_of_an_open_node_have_several_options(problem in problem(), tries in proptest::collection::vec(1..4_u32, 0..4)) {
            let mut matrix = RankMatrix::new(&problem).expect("a problem of medium size");
            for tries in tries {
                if matrix.state() != NodeState::Open {
                    break;
                }
                let live = |item| matrix.live_ranks(matrix.depth, item, 0).count();
                prop_assert!(matrix.levels[matrix.depth].active.items().all(|item| live(item) > 1));
                matrix.open_level();
                for _ in 0..tries {
                    matrix.try_next();
                    if matrix.state() == NodeState::Open || !matrix.undo() {
                        break;
                    }
                }
            }
        }
    }
}
