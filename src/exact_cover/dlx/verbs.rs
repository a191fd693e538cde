//! The verbs of the lists, each with its inverse: hide, cover, purify, commit, choose (TAOCP 7.2.2.1, Algorithm C).
//!
//! A verb that takes a primary item's last option away stops there, and takes back what it has done: the branch is dead.

use super::arena::{Arena, INACTIVE, Node, NodeId, PURIFIED, SPACER, UNCOLOURED};

impl Arena {
    /// Takes a node's option out of all lists but the node's own. Tells how many items have none left by
    /// that.
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

    /// Covers the item that a level branch_count on, and tells how many items have no option left by that: whichever option
    /// is chosen must cover them.
    pub(super) fn branch(&mut self, item: NodeId) -> u32 {
        self.deactivate_item(item as usize);
        let mut emptied = 0;
        let mut node = self.below(item);
        while node != item {
            emptied += self.hide(node);
            node = self.below(node);
        }
        emptied
    }

    /// Undoes [`branch`](Self::branch).
    pub(super) fn unbranch(&mut self, item: NodeId) {
        self.uncover(item, self.node(item).up);
        self.reactivate_item(item as usize);
    }

    /// Takes a primary item out of the choice.
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

    /// How many options an item that is branched on has.
    pub(super) fn branch_count(&self, item: NodeId) -> u32 {
        self.sizes[item as usize] - INACTIVE
    }

    /// Takes an item's options out of all other lists. Where that starves an item, it is undone and false.
    #[inline(always)]
    fn cover(&mut self, item: NodeId) -> bool {
        let mut node = self.below(item);
        while node != item {
            if self.hide(node) > 0 {
                self.uncover(item, node);
                return false;
            }
            node = self.below(node);
        }
        true
    }

    /// Undoes [`cover`](Self::cover), from the last node hidden upwards.
    #[inline(always)]
    fn uncover(&mut self, item: NodeId, mut last: NodeId) {
        while last != item {
            self.unhide(last);
            last = self.node(last).up;
        }
    }

    /// Gives an item a colour: hides the options that want another one, and marks those that want the same, which have
    /// nothing more to ask of the item. Where that starves an item, it is undone and false.
    fn purify(&mut self, item: NodeId, colour: u32) -> bool {
        let mut node = self.below(item);
        while node != item {
            if self.node(node).colour == colour {
                self.nodes[node as usize].colour = PURIFIED;
            } else if self.hide(node) > 0 {
                self.unpurify(item, colour, node);
                return false;
            }
            node = self.below(node);
        }
        true
    }

    /// Undoes [`purify`](Self::purify), from the last node looked at upwards.
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

    /// Satisfies the item of `node` as the node's option wants it: covers it, or gives it the colour. Where that starves
    /// an item, it is undone and false.
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

    /// The next node of an option, the first after the last.
    fn after(&self, node: NodeId) -> NodeId {
        let next = self.node(node + 1);
        if next.item & SPACER == 0 { node + 1 } else { next.up }
    }

    /// The node of an option before this one, the last before the first.
    fn before(&self, node: NodeId) -> NodeId {
        let next = self.node(node - 1);
        if next.item & SPACER == 0 { node - 1 } else { next.down }
    }

    /// Chooses the option of `node`, whose own item is covered: commits all its other items. Where that starves an item,
    /// or `emptied` are without options and not among them, it is undone and false.
    pub(super) fn choose(&mut self, node: NodeId, emptied: u32) -> bool {
        if self.deactivate_items(node) < emptied {
            self.reactivate_items(node);
            return false;
        }
        let mut other = self.after(node);
        while other != node {
            if !self.commit(other) {
                self.uncommit_from(node, self.before(other));
                return false;
            }
            other = self.after(other);
        }
        true
    }

    /// Undoes [`choose`](Self::choose).
    pub(super) fn unchoose(&mut self, node: NodeId) {
        self.uncommit_from(node, self.before(node));
    }

    /// Undoes what a choice committed, from the last node backwards.
    fn uncommit_from(&mut self, node: NodeId, mut last: NodeId) {
        while last != node {
            self.uncommit(last);
            last = self.before(last);
        }
        self.reactivate_items(node);
    }

    /// Takes the other primary items of an option out of the choice: they are about to be covered, and may lose all
    /// options. Tells how many have lost them already.
    fn deactivate_items(&mut self, node: NodeId) -> u32 {
        let mut emptied = 0;
        let mut other = self.after(node);
        while other != node {
            let item = self.node(other).item as usize;
            if item < self.primary {
                emptied += u32::from(self.sizes[item] == 0);
                self.deactivate_item(item);
            }
            other = self.after(other);
        }
        emptied
    }

    /// Undoes [`deactivate_items`](Self::deactivate_items).
    fn reactivate_items(&mut self, node: NodeId) {
        let mut other = self.after(node);
        while other != node {
            let item = self.node(other).item as usize;
            if item < self.primary {
                self.reactivate_item(item);
            }
            other = self.after(other);
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

    /// A problem of six primary items and two secondary ones in up to three colours.
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
                problem.add_option(&plain.chain(coloured).collect::<Vec<_>>()).expect("a sound option");
            }
            problem
        })
    }

    proptest! {
        #[test]
        fn every_verb_is_undone_by_its_inverse(
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
                let nodes: Vec<NodeId> = std::iter::successors(Some(arena.below(item)), |&node| Some(arena.below(node)))
                    .take_while(|&node| node != item)
                    .collect();
                prop_assert_eq!(nodes.len() as u32, arena.branch_count(item));
                let branched = arena.clone();
                let node = (!nodes.is_empty()).then(|| nodes[option % nodes.len()]);
                let chosen = node.filter(|&node| arena.choose(node, emptied));
                if chosen.is_none() {
                    // A choice that leads to a dead end leaves nothing behind.
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
