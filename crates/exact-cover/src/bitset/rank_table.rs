//! Options by item and rank, as rows of bits.

use super::mask::{ItemMask, WideMask};
use super::reduction::RootPropagation;
use crate::problem::{OptionId, Problem};

/// Maximum number of rows of the sets of all options: they take 1 MiB.
const ALL_ROWS_MAX: usize = 1 << 15;

/// Number of an item that the table does not have.
const NO_ITEM: u32 = u32::MAX;

/// Start of the set of an option that was not built.
const UNBUILT: u32 = u32::MAX;

/// Remaining options of a problem, by item and rank.
///
/// Remaining items are numbered from 0: first the primary ones, then the secondary ones. The options of an item have *ranks*
/// from 0, in their order. A *row* belongs to a rank: it has one bit for each primary item, for the item's option of that
/// rank. A set of options is a list of rows, in which an option has a bit for each of its primary items.
#[derive(Clone, Debug)]
pub(super) struct RankTable {
    /// Number of rows of a set: the largest number of options of a primary item.
    rows: usize,
    /// Remaining primary items.
    primary: WideMask,
    /// Number of each option in the problem.
    options: Vec<u32>,
    /// Option of each rank and item; the options of a rank begin at `rank * WideMask::ITEMS_MAX`.
    by_rank: Vec<u16>,
    /// Set of all options.
    all: Vec<WideMask>,
    /// Primary items of each option.
    primary_items: Vec<WideMask>,
    /// Items of each option.
    items: Vec<u32>,
    /// End of each option's items, which begin at the end of the option before.
    ends: Vec<u32>,
    /// For each item, the set of the options that do not have it.
    without_item: Vec<WideMask>,
    /// Sets of the options that are compatible with an option. A set is built when the option is first chosen: searches of easy
    /// problems choose few.
    compatible: Vec<WideMask>,
    /// For each option, where its set begins in `compatible`, or [`UNBUILT`].
    compatible_starts: Vec<u32>,
}

impl RankTable {
    /// Maximum number of rows of a set.
    pub(super) const ROWS_MAX: usize = 255;

    /// Creates the table of the remaining options of a problem; `None` if it has too many of them, or too many primary items.
    pub(super) fn new(problem: &Problem, reduction: &RootPropagation) -> Option<Self> {
        let remaining = reduction.remaining_items();
        let sizes = remaining.clone().take_while(|&(item, _)| item < problem.primary_count());
        let (primary, rows) =
            sizes.fold((0, 0), |(count, size_max), (_, size)| (count + 1, size_max.max(size as usize)));
        let options: Vec<u32> = reduction.remaining_options().collect();
        let mut numbers = vec![NO_ITEM; problem.item_count()];
        let items = (0..).zip(remaining).map(|(number, (item, _))| numbers[item] = number).count();
        if primary > WideMask::ITEMS_MAX
            || rows > Self::ROWS_MAX
            || rows * options.len().max(items) > ALL_ROWS_MAX
        {
            return None;
        }
        let mut table = Self {
            rows,
            primary: (0..primary).fold(WideMask::default(), |set, item| set | WideMask::single(item)),
            by_rank: vec![0; rows * WideMask::ITEMS_MAX],
            all: vec![WideMask::default(); rows],
            primary_items: Vec::with_capacity(options.len()),
            items: Vec::new(),
            ends: Vec::with_capacity(options.len()),
            without_item: vec![!WideMask::default(); rows * items],
            compatible: Vec::with_capacity(rows * options.len()),
            compatible_starts: vec![UNBUILT; options.len()],
            options,
        };
        table.add_options(problem, primary, &numbers);
        Some(table)
    }

    /// Adds all options, whose items have these numbers.
    fn add_options(&mut self, problem: &Problem, primary: usize, numbers: &[u32]) {
        let mut ranks = vec![0; primary];
        let mut places = Vec::new();
        for (option, &problem_option) in (0..=u16::MAX).zip(&self.options) {
            places.clear();
            let start = self.items.len();
            let mut primary_items = WideMask::default();
            for entry in problem.option(OptionId(problem_option)) {
                let item = numbers[entry.item.0 as usize];
                self.items.push(item);
                if let Some(rank) = ranks.get_mut(item as usize) {
                    places.push((*rank, item as usize));
                    primary_items.insert(item as usize);
                    *rank += 1;
                }
            }
            for &(rank, item) in &places {
                self.by_rank[rank * WideMask::ITEMS_MAX + item] = option;
                self.all[rank].insert(item);
                for &own in &self.items[start..] {
                    self.without_item[own as usize * self.rows + rank].remove(item);
                }
            }
            self.primary_items.push(primary_items);
            self.ends.push(self.items.len() as u32);
        }
    }

    /// Number of rows of a set.
    #[inline(always)]
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Primary items.
    pub(super) fn primary(&self) -> WideMask {
        self.primary
    }

    /// Set of all options.
    pub(super) fn all(&self) -> &[WideMask] {
        &self.all
    }

    /// Returns the number of an option in the problem.
    pub(super) fn problem_option(&self, option: usize) -> OptionId {
        OptionId(self.options[option])
    }

    /// Returns the option of an item at a rank.
    #[inline(always)]
    pub(super) fn option_at(&self, rank: usize, item: usize) -> usize {
        self.by_rank[rank * WideMask::ITEMS_MAX + item] as usize
    }

    /// Returns the primary items of an option.
    #[inline(always)]
    pub(super) fn primary_items(&self, option: usize) -> WideMask {
        self.primary_items[option]
    }

    /// Returns the set of the options compatible with `option`.
    #[inline(always)]
    pub(super) fn compatible(&mut self, option: usize) -> &[WideMask] {
        if self.compatible_starts[option] == UNBUILT {
            self.build_compatible(option);
        }
        &self.compatible[self.compatible_starts[option] as usize..][..self.rows]
    }

    #[cold]
    fn build_compatible(&mut self, option: usize) {
        let built = self.compatible.len();
        self.compatible_starts[option] = built as u32;
        self.compatible.resize(built + self.rows, !WideMask::default());
        let compatible = &mut self.compatible[built..];
        let start = option.checked_sub(1).map_or(0, |before| self.ends[before]);
        for &item in &self.items[start as usize..self.ends[option] as usize] {
            let without = &self.without_item[item as usize * self.rows..][..self.rows];
            compatible.iter_mut().zip(without).for_each(|(row, &without)| *row &= without);
        }
    }
}
