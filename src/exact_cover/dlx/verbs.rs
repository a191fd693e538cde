//! The operations of Algorithm C on the lists, each with its inverse: hide, cover, purify, commit, choose.
//!
//! An operation that would leave an active item without options stops, undoes its part, and returns false.

use super::arena::{Arena, INACTIVE, Node, NodeId, PURIFIED, SPACER, UNCOLOURED};

impl Arena {
    /// Unlinks the option of `node` from the lists of its other items. Returns how many active items this empties.
    #[inline(always)]
    fn hide(&mut self, node: NodeId) -> u32 {
        let (nodes, sizes) = (self.nodes.as_mut_slice(), self.sizes.as_mut_slice());
        let (mut emptied, mut removed) = (0, 0);
        let mut other = node + 1;
        while other != node {
            let Node { item, up, down, colour } = nodes[other as usize];
            if item & SPACER != 0 {
                other = up;
                continue;
            }
            if colour != PURIFIED {
                nodes[up as usize].down = down;
                nodes[down as usize].up = up;
                let size = &mut sizes[item as usize];
                *size -= 1;
                match *size {
                    0 => emptied += 1,
                    1 => self.unit_items.push(item),
                    _ => {}
                }
                removed += 1;
            }
            other += 1;
        }
        self.updates += removed;
        emptied
    }

    /// Undoes [`hide`](Self::hide).
    #[inline(always)]
    fn unhide(&mut self, node: NodeId) {
        let (nodes, sizes) = (self.nodes.as_mut_slice(), self.sizes.as_mut_slice());
        let mut other = node - 1;
        while other != node {
            let Node { item, up, down, colour } = nodes[other as usize];
            if item & SPACER != 0 {
                other = down;
                continue;
            }
            if colour != PURIFIED {
                nodes[up as usize].down = other;
                nodes[down as usize].up = other;
                sizes[item as usize] += 1;
            }
            other -= 1;
        }
    }

    /// Covers `item` for branching (C4). Returns how many items were left without options: the option chosen must
    /// cover all of them.
    pub(super) fn branch(&mut self, item: NodeId) -> u32 {
        self.deactivate_item(item as usize);
        let mut emptied = 0;
        let mut node = self.down(item);
        while node != item {
            emptied += self.hide(node);
            node = self.down(node);
        }
        emptied
    }

    /// Undoes [`branch`](Self::branch) (C7).
    pub(super) fn unbranch(&mut self, item: NodeId) {
        self.uncover(item, self.node(item).up);
        self.reactivate_item(item as usize);
    }

    /// Removes a primary item from the active ones.
    fn deactivate_item(&mut self, item: usize) {
        self.sizes[item] += INACTIVE;
        self.active -= 1;
        self.uncovered[item / 64] ^= 1 << (item % 64);
    }

    /// Undoes [`deactivate_item`](Self::deactivate_item).
    fn reactivate_item(&mut self, item: usize) {
        self.sizes[item] -= INACTIVE;
        self.active += 1;
        self.uncovered[item / 64] ^= 1 << (item % 64);
    }

    /// Number of options of a covered item.
    pub(super) fn branch_count(&self, item: NodeId) -> u32 {
        self.sizes[item as usize] - INACTIVE
    }

    /// Hides all options of an inactive item.
    #[inline(always)]
    fn cover(&mut self, item: NodeId) -> bool {
        let mut node = self.down(item);
        while node != item {
            if self.hide(node) > 0 {
                self.uncover(item, node);
                return false;
            }
            node = self.down(node);
        }
        true
    }

    /// Undoes [`cover`](Self::cover), from `last`, the last node hidden.
    #[inline(always)]
    fn uncover(&mut self, item: NodeId, mut last: NodeId) {
        while last != item {
            self.unhide(last);
            last = self.node(last).up;
        }
    }

    /// Gives a secondary item a colour: hides its options of other colours, and marks the nodes of the others
    /// [`PURIFIED`].
    fn purify(&mut self, item: NodeId, colour: u32) -> bool {
        let mut node = self.down(item);
        while node != item {
            if self.node(node).colour == colour {
                self.nodes[node as usize].colour = PURIFIED;
            } else if self.hide(node) > 0 {
                self.unpurify(item, colour, node);
                return false;
            }
            node = self.down(node);
        }
        true
    }

    /// Undoes [`purify`](Self::purify), from `last`, the last node hidden.
    fn unpurify(&mut self, item: NodeId, colour: u32, mut last: NodeId) {
        while last != item {
            if self.node(last).colour == PURIFIED {
                self.nodes[last as usize].colour = colour;
            } else {
                self.unhide(last);
            }
            last = self.node(last).up;
        }
    }

    /// Covers or purifies the item of `node`, as the node's colour demands.
    #[inline(always)]
    fn commit(&mut self, node: NodeId) -> bool {
        let Node { item, colour, .. } = self.node(node);
        match colour {
            UNCOLOURED => self.cover(item),
            PURIFIED => true,
            _ => self.purify(item, colour),
        }
    }

    /// Undoes [`commit`](Self::commit).
    #[inline(always)]
    fn uncommit(&mut self, node: NodeId) {
        let Node { item, colour, .. } = self.node(node);
        match colour {
            UNCOLOURED => self.uncover(item, self.node(item).up),
            PURIFIED => {}
            _ => self.unpurify(item, colour, self.node(item).up),
        }
    }

    /// Returns the next node of the option; the first after the last.
    fn right(&self, node: NodeId) -> NodeId {
        let next = self.node(node + 1);
        if next.item & SPACER == 0 { node + 1 } else { next.up }
    }

    /// Returns the previous node of the option; the last before the first.
    fn left(&self, node: NodeId) -> NodeId {
        let next = self.node(node - 1);
        if next.item & SPACER == 0 { node - 1 } else { next.down }
    }

    /// Chooses the option of `node`, whose own item is covered, by committing its other items (C5).
    ///
    /// Also fails if the option does not cover all of the `emptied` items that [`branch`](Self::branch) left empty.
    pub(super) fn choose(&mut self, node: NodeId, emptied: u32) -> bool {
        if self.deactivate_others(node) < emptied {
            self.reactivate_others(node);
            return false;
        }
        let mut other = self.right(node);
        while other != node {
            if !self.commit(other) {
                self.uncommit_back_to(node, self.left(other));
                return false;
            }
            other = self.right(other);
        }
        true
    }

    /// Undoes [`choose`](Self::choose) (C6).
    pub(super) fn unchoose(&mut self, node: NodeId) {
        self.uncommit_back_to(node, self.left(node));
    }

    /// Uncommits the other items of the option of `node`, from `last` leftwards.
    fn uncommit_back_to(&mut self, node: NodeId, mut last: NodeId) {
        while last != node {
            self.uncommit(last);
            last = self.left(last);
        }
        self.reactivate_others(node);
    }

    /// Deactivates the other primary items of an option, so that committing may empty them. Returns how many are empty
    /// already.
    fn deactivate_others(&mut self, node: NodeId) -> u32 {
        let mut empty = 0;
        let mut other = self.right(node);
        while other != node {
            let item = self.node(other).item as usize;
            if item < self.primary {
                empty += u32::from(self.sizes[item] == 0);
                self.deactivate_item(item);
            }
            other = self.right(other);
        }
        empty
    }

    /// Undoes [`deactivate_others`](Self::deactivate_others).
    fn reactivate_others(&mut self, node: NodeId) {
        let mut other = self.right(node);
        while other != node {
            let item = self.node(other).item as usize;
            if item < self.primary {
                self.reactivate_item(item);
            }
            other = self.right(other);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::subsequence;

    use super::*;
    use crate::exact_cover::problem::{Colour, Entry, Item, Problem};

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
                problem.add_option(&plain.chain(coloured).collect::<Vec<_>>()).expect("valid option");
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
            let mut arena = Arena::new();
            arena.rebuild(&problem);
            let mut done = Vec::new();
            for (item, option) in picks {
                arena.check();
                let active: Vec<NodeId> =
                    (0..PRIMARY).filter(|&item| arena.primary_sizes()[item as usize] < INACTIVE).collect();
                if active.is_empty() {
                    break;
                }
                let item = active[item % active.len()];
                let before = arena.clone();
                let emptied = arena.branch(item);
                arena.check();
                let nodes: Vec<NodeId> = std::iter::successors(Some(arena.down(item)), |&node| Some(arena.down(node)))
                    .take_while(|&node| node != item)
                    .collect();
                prop_assert_eq!(nodes.len() as u32, arena.branch_count(item));
                let branched = arena.clone();
                let node = (!nodes.is_empty()).then(|| nodes[option % nodes.len()]);
                let chosen = node.filter(|&node| arena.choose(node, emptied));
                if chosen.is_none() {
                    // A failed choice changes nothing.
                    prop_assert_eq!(&arena, &branched);
                }
                done.push((before, item, branched, chosen));
            }
            while let Some((before, item, branched, chosen)) = done.pop() {
                if let Some(node) = chosen {
                    arena.unchoose(node);
                    prop_assert_eq!(&arena, &branched);
                }
                arena.unbranch(item);
                prop_assert_eq!(&arena, &before);
            }
        }
    }
}
