//! The operations of Algorithm C on the lists, each with its inverse: hide, cover, purify, commit, choose.
//!
//! An operation that would leave an active item without options stops, undoes its part, and returns false.

use super::items::Items;
use super::nodes::{NodeColour, NodeId, Nodes};
use crate::problem::Problem;

/// Lists of the options of all items, with their sizes.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    nodes: Nodes,
    items: Items,
    /// Number of nodes unlinked so far.
    updates: u64,
}

/// Compares the lists only: updates depend on earlier operations.
impl PartialEq for Lists {
    fn eq(&self, other: &Self) -> bool {
        self.nodes == other.nodes && self.items == other.items
    }
}

impl Eq for Lists {}

impl Lists {
    /// Replaces the lists by the lists of a problem, and reuses the memory.
    pub(super) fn rebuild(&mut self, problem: &Problem) {
        self.nodes.rebuild(problem);
        self.items.rebuild(problem);
        for (option, entries) in (0..).zip(problem.options()) {
            self.nodes.push_option(option, entries);
            // A skipped option has a number only.
            if !entries.is_empty() {
                self.items.add_option(entries);
            }
        }
        self.items.queue_unit_items();
        self.updates = 0;
    }

    #[inline(always)]
    pub(super) fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    #[inline(always)]
    pub(super) fn items(&self) -> &Items {
        &self.items
    }

    /// Number of nodes unlinked so far.
    pub(super) fn updates(&self) -> u64 {
        self.updates
    }

    /// See [`Items::set_weighted`].
    pub(super) fn set_weighted(&mut self, is_weighted: bool) {
        self.items.set_weighted(is_weighted);
    }

    /// See [`Items::increase_weight`].
    #[inline(always)]
    pub(super) fn increase_weight(&mut self) {
        self.items.increase_weight();
    }

    /// Removes the unit items queued after the first `count`.
    #[inline(always)]
    pub(super) fn truncate_units(&mut self, count: usize) {
        self.items.truncate_units(count);
    }

    /// Unlinks the option of `node` from the lists of its other items. Returns how many active items this empties.
    #[inline(always)]
    fn hide(&mut self, node: NodeId) -> u32 {
        let mut sizes = self.items.sizes_mut();
        let (mut emptied, mut unlinked) = (0, 0);
        self.nodes.unlink_others(node, |item| {
            emptied += u32::from(sizes.remove_option(item));
            unlinked += 1;
        });
        self.updates += unlinked;
        emptied
    }

    /// Undoes [`hide`](Self::hide).
    #[inline(always)]
    fn unhide(&mut self, node: NodeId) {
        let mut sizes = self.items.sizes_mut();
        self.nodes.relink_others(node, |item| sizes.restore_option(item));
    }

    /// Covers `item` for branching (C4). Returns how many items were left without options: the option chosen must
    /// cover all of them.
    pub(super) fn branch(&mut self, item: NodeId) -> u32 {
        self.items.deactivate(item);
        let mut emptied = 0;
        let mut node = self.nodes.down(item);
        while node != item {
            emptied += self.hide(node);
            node = self.nodes.down(node);
        }
        emptied
    }

    /// Undoes [`branch`](Self::branch) (C7).
    pub(super) fn unbranch(&mut self, item: NodeId) {
        self.uncover(item, self.nodes.up(item));
        self.items.reactivate(item);
    }

    /// Hides all options of an inactive item.
    #[inline(always)]
    fn cover(&mut self, item: NodeId) -> bool {
        let mut node = self.nodes.down(item);
        while node != item {
            if self.hide(node) > 0 {
                self.uncover(item, node);
                return false;
            }
            node = self.nodes.down(node);
        }
        true
    }

    /// Undoes [`cover`](Self::cover), from `last`, the last node hidden.
    #[inline(always)]
    fn uncover(&mut self, item: NodeId, mut last: NodeId) {
        while last != item {
            self.unhide(last);
            last = self.nodes.up(last);
        }
    }

    /// Gives a secondary item a colour: hides its options of other colours, and marks the nodes of the others as
    /// purified.
    fn purify(&mut self, item: NodeId, colour: u32) -> bool {
        let mut node = self.nodes.down(item);
        while node != item {
            if self.nodes.has_colour(node, colour) {
                self.nodes.mark_purified(node);
            } else if self.hide(node) > 0 {
                self.unpurify(item, colour, node);
                return false;
            }
            node = self.nodes.down(node);
        }
        true
    }

    /// Undoes [`purify`](Self::purify), from `last`, the last node hidden.
    fn unpurify(&mut self, item: NodeId, colour: u32, mut last: NodeId) {
        while last != item {
            if self.nodes.colour_of(last) == NodeColour::Purified {
                self.nodes.unmark_purified(last, colour);
            } else {
                self.unhide(last);
            }
            last = self.nodes.up(last);
        }
    }

    /// Covers or purifies the item of `node`, as the node's colour demands.
    #[inline(always)]
    fn commit(&mut self, node: NodeId) -> bool {
        let item = self.nodes.item_of(node);
        match self.nodes.colour_of(node) {
            NodeColour::None => self.cover(item),
            NodeColour::Purified => true,
            NodeColour::Code(colour) => self.purify(item, colour),
        }
    }

    /// Undoes [`commit`](Self::commit).
    #[inline(always)]
    fn uncommit(&mut self, node: NodeId) {
        let item = self.nodes.item_of(node);
        match self.nodes.colour_of(node) {
            NodeColour::None => self.uncover(item, self.nodes.up(item)),
            NodeColour::Purified => {}
            NodeColour::Code(colour) => self.unpurify(item, colour, self.nodes.up(item)),
        }
    }

    /// Chooses the option of `node`, whose own item is covered, by committing its other items (C5).
    ///
    /// Also fails if the option does not cover all of the `emptied` items that [`branch`](Self::branch) left empty.
    pub(super) fn choose(&mut self, node: NodeId, emptied: u32) -> bool {
        if self.deactivate_others(node) < emptied {
            self.reactivate_others(node);
            return false;
        }
        let mut other = self.nodes.right(node);
        while other != node {
            if !self.commit(other) {
                self.uncommit_back_to(node, self.nodes.left(other));
                return false;
            }
            other = self.nodes.right(other);
        }
        true
    }

    /// Undoes [`choose`](Self::choose) (C6).
    pub(super) fn unchoose(&mut self, node: NodeId) {
        self.uncommit_back_to(node, self.nodes.left(node));
    }

    /// Uncommits the other items of the option of `node`, from `last` leftwards.
    fn uncommit_back_to(&mut self, node: NodeId, mut last: NodeId) {
        while last != node {
            self.uncommit(last);
            last = self.nodes.left(last);
        }
        self.reactivate_others(node);
    }

    /// Deactivates the other primary items of an option, so that committing may empty them. Returns how many are empty
    /// already.
    fn deactivate_others(&mut self, node: NodeId) -> u32 {
        let mut empty = 0;
        let mut other = self.nodes.right(node);
        while other != node {
            empty += u32::from(self.items.deactivate(self.nodes.item_of(other)));
            other = self.nodes.right(other);
        }
        empty
    }

    /// Undoes [`deactivate_others`](Self::deactivate_others).
    fn reactivate_others(&mut self, node: NodeId) {
        let mut other = self.nodes.right(node);
        while other != node {
            self.items.reactivate(self.nodes.item_of(other));
            other = self.nodes.right(other);
        }
    }
}

#[cfg(test)]
impl Lists {
    /// Asserts that sizes and links agree with the lists of all items that are not covered.
    pub(super) fn check(&self) {
        self.items.check(|item| self.nodes.checked_len(item));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::subsequence;

    use super::*;
    use crate::problem::{Colour, Entry, Item, Problem};

    const PRIMARY: u32 = 6;

    /// Problems of six primary items and two secondary ones with up to three colours.
    fn problem() -> impl Strategy<Value = Problem> {
        let colours = proptest::collection::vec(proptest::option::weighted(0.7, 0..3_u32), 2);
        let items = subsequence((0..PRIMARY).collect::<Vec<_>>(), 1..=3);
        let secondary = subsequence(vec![0_usize, 1], 0..=2);
        proptest::collection::vec((items, secondary, colours), 1..20).prop_map(|options| {
            let mut problem = Problem::new(PRIMARY as usize, 2).expect("few items");
            for (items, secondary, colours) in options {
                let plain = items.into_iter().map(|item| Entry::from(Item(item)));
                let coloured = secondary.into_iter().map(|k| Entry {
                    item: Item(PRIMARY + k as u32),
                    colour: colours[k].and_then(Colour::new),
                });
                problem.add_option(plain.chain(coloured)).expect("valid option");
            }
            problem
        })
    }

    proptest! {
        #[test]
        fn operations_followed_by_their_inverses_restore_the_lists(
            problem in problem(),
            picks in proptest::collection::vec((any::<usize>(), any::<usize>()), 0..6),
        ) {
            let mut lists = Lists::default();
            lists.rebuild(&problem);
            let mut done = Vec::new();
            for (item, option) in picks {
                lists.check();
                let active = lists.items.active_items();
                if active.is_empty() {
                    break;
                }
                let item = active[item % active.len()];
                let before = lists.clone();
                let emptied = lists.branch(item);
                lists.check();
                let below = |&node: &NodeId| Some(lists.nodes.down(node));
                let nodes: Vec<NodeId> =
                    std::iter::successors(below(&item), below).take_while(|&node| node != item).collect();
                prop_assert_eq!(nodes.len() as u32, lists.items.covered_size(item));
                let branched = lists.clone();
                let node = (!nodes.is_empty()).then(|| nodes[option % nodes.len()]);
                let chosen = node.filter(|&node| lists.choose(node, emptied));
                if chosen.is_none() {
                    // A failed choice changes nothing.
                    prop_assert_eq!(&lists, &branched);
                }
                done.push((before, item, branched, chosen));
            }
            while let Some((before, item, branched, chosen)) = done.pop() {
                if let Some(node) = chosen {
                    lists.unchoose(node);
                    prop_assert_eq!(&lists, &branched);
                }
                lists.unbranch(item);
                prop_assert_eq!(&lists, &before);
            }
        }
    }
}
