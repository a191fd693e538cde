//! Unit propagation at the root of a problem.

use crate::problem::{Entry, OptionId, Problem};

/// Problem without the options that are forced, or excluded by forced ones.
///
/// An item with one option forces it. That excludes all other options of its items, which may force more.
#[derive(Clone, Debug)]
pub(crate) struct RootPropagation {
    /// Forced options, in the order in which they were found.
    forced: Vec<OptionId>,
    /// Number of remaining options of each item.
    sizes: Vec<u32>,
    /// For each item, whether a forced option covers it.
    is_covered: Vec<bool>,
    /// For each option, whether it is forced, excluded or skipped.
    is_removed: Vec<bool>,
    /// Whether an uncovered primary item has no option.
    is_dead: bool,
}

impl RootPropagation {
    /// Reduces a problem without colours, in time linear in its entries.
    pub(crate) fn new(problem: &Problem) -> Self {
        let mut reduction = Self {
            forced: Vec::new(),
            sizes: vec![0; problem.item_count()],
            is_covered: vec![false; problem.item_count()],
            is_removed: problem.options().map(<[Entry]>::is_empty).collect(),
            is_dead: false,
        };
        for entry in problem.options().flatten() {
            reduction.sizes[entry.item.0 as usize] += 1;
        }
        let primary_sizes = || (0..).zip(&reduction.sizes[..problem.primary_count()]);
        reduction.is_dead = primary_sizes().any(|(_, &size)| size == 0);
        let units: Vec<u32> = primary_sizes().filter(|&(_, &size)| size == 1).map(|(item, _)| item).collect();
        if !units.is_empty() && !reduction.is_dead {
            reduction.propagate(problem, units);
        }
        reduction
    }

    /// Whether an uncovered primary item has no option.
    pub(crate) fn is_dead(&self) -> bool {
        self.is_dead
    }

    /// Forced options.
    pub(crate) fn into_forced(self) -> Vec<OptionId> {
        self.forced
    }

    /// Returns the remaining items in order, with their numbers of remaining options.
    pub(super) fn remaining_items(&self) -> impl Iterator<Item = (usize, u32)> + Clone {
        let uncovered = self.is_covered.iter().zip(&self.sizes).enumerate();
        uncovered.filter(|(_, (is_covered, _))| !**is_covered).map(|(item, (_, &size))| (item, size))
    }

    /// Returns the remaining options in order.
    pub(super) fn remaining_options(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.is_removed).filter(|(_, is_removed)| !**is_removed).map(|(option, _)| option)
    }

    /// Forces the options of the primary items `units`, and those that follow.
    fn propagate(&mut self, problem: &Problem, mut units: Vec<u32>) {
        let by_item = OptionsByItem::new(problem, &self.sizes);
        while let Some(item) = units.pop() {
            if self.is_covered[item as usize] {
                continue;
            }
            let is_live = |option: &&u32| !self.is_removed[**option as usize];
            let Some(&option) = by_item.options(item).iter().find(is_live) else {
                self.is_dead = true;
                return;
            };
            self.force(problem, &by_item, OptionId(option), &mut units);
        }
    }

    /// Removes an option and all others of its items. Adds primary items that are left with one option to `units`.
    fn force(&mut self, problem: &Problem, by_item: &OptionsByItem, option: OptionId, units: &mut Vec<u32>) {
        self.forced.push(option);
        for entry in problem.option(option) {
            self.is_covered[entry.item.0 as usize] = true;
        }
        for entry in problem.option(option) {
            for &other in by_item.options(entry.item.0) {
                if std::mem::replace(&mut self.is_removed[other as usize], true) {
                    continue;
                }
                for removed in problem.option(OptionId(other)) {
                    let item = removed.item.0 as usize;
                    self.sizes[item] -= 1;
                    if item < problem.primary_count() && self.sizes[item] == 1 {
                        units.push(item as u32);
                    }
                }
            }
        }
    }
}

/// Options of each item, in order.
#[derive(Clone, Debug)]
struct OptionsByItem {
    options: Vec<u32>,
    /// End of each item's options, which begin at the end of the item before.
    ends: Vec<u32>,
}

impl OptionsByItem {
    fn new(problem: &Problem, sizes: &[u32]) -> Self {
        let starts = sizes.iter().scan(0, |end, &size| {
            *end += size;
            Some(*end - size)
        });
        let mut ends: Vec<u32> = starts.collect();
        let mut options = vec![0; problem.entry_count()];
        for (option, entries) in (0..).zip(problem.options()) {
            for entry in entries {
                let end = &mut ends[entry.item.0 as usize];
                options[*end as usize] = option;
                *end += 1;
            }
        }
        Self { options, ends }
    }

    fn options(&self, item: u32) -> &[u32] {
        let start = item.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        &self.options[start as usize..self.ends[item as usize] as usize]
    }
}
