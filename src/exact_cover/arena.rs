//! Knuth's doubly linked lists in one arena, with the verbs that take options out of them and put them back.
//!
//! TAOCP 7.2.2.1, table 1 and Algorithm C. Links are indices, not pointers. The first nodes are the items' headers;
//! after them come the options, each between two spacers. A spacer's `up` is the first node of the option before it,
//! its `down` the last node of the option after it, so that an option can be walked round from any of its nodes.
//!
//! There is no policy here: which item is chosen, and when, is [`Links`](super::Links)'.

use super::matrix::Key;
use super::problem::{Colour, OptionId, Problem};

/// The index of a node in the arena. An item's header has the item's number.
pub(super) type NodeId = u32;

/// Set in a spacer's `item`; the other bits are the number of the option that follows it.
const SPACER: u32 = 1 << 31;

/// The colour code of an entry without one.
const UNCOLOURED: u32 = 0;

/// The colour code of an entry whose colour has been made the item's, so that it need not be looked at again.
const PURIFIED: u32 = u32::MAX;

/// Added to the size of an item that is covered, and of every secondary item: it is then never the smallest, nor
/// empty. Sizes proper are below this, for a problem has fewer entries.
const ASIDE: u32 = 1 << 30;

/// A node of an option, a header (where `item` is the header's own index) or a spacer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    item: u32,
    up: NodeId,
    down: NodeId,
    colour: u32,
}

/// The lists of a problem. There is none of the active items: their sizes stand side by side.
///
/// A verb followed by its inverse leaves the lists exactly as they were, in the opposite order of the verbs. Only the
/// units and the count of updates go on.
#[derive(Clone, Debug)]
pub(super) struct Arena {
    nodes: Vec<Node>,
    /// How many options each item has left, [`ASIDE`] added where that is said.
    sizes: Vec<u32>,
    primary: usize,
    /// How many primary items are not covered, and which: as bits.
    active: usize,
    uncovered: Vec<u64>,
    has_secondary: bool,
    /// The fewest primary items that an option has.
    shortest: usize,
    /// The primary items that came down to one option, in that order; some of them may have been covered since.
    pub(super) units: Vec<NodeId>,
    updates: u64,
}

/// Equal lists answer every question alike; how much work was done to get there does not matter.
impl PartialEq for Arena {
    fn eq(&self, other: &Self) -> bool {
        self.nodes == other.nodes && self.sizes == other.sizes && self.active == other.active
    }
}

impl Eq for Arena {}

impl Arena {
    /// An arena without items.
    pub(super) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            sizes: Vec::new(),
            primary: 0,
            active: 0,
            uncovered: Vec::new(),
            has_secondary: false,
            shortest: 0,
            units: Vec::new(),
            updates: 0,
        }
    }

    /// Makes the lists of a problem, in the memory there is.
    pub(super) fn rebuild(&mut self, problem: &Problem) {
        let (items, primary) = (problem.item_count(), problem.primary_count());
        (self.primary, self.active, self.updates) = (primary, primary, 0);
        self.nodes.clear();
        let room = problem.room();
        self.nodes.reserve(room.items + room.entries + room.options + 1);
        let header = |item| Node { item, up: item, down: item, colour: UNCOLOURED };
        self.nodes.extend((0..items as u32).map(header));
        self.sizes.clear();
        self.sizes.reserve(room.items);
        self.sizes.resize(primary, 0);
        self.sizes.resize(items, ASIDE);
        self.uncovered.clear();
        self.uncovered.reserve(room.items.div_ceil(64));
        self.uncovered.resize(primary.div_ceil(64), 0);
        (0..primary).for_each(|item| self.uncovered[item / 64] |= 1 << (item % 64));
        self.has_secondary = items > primary;
        self.push_options(problem);
        self.units.clear();
        // An item comes down to one option once on the way to a node.
        self.units.reserve(room.items);
        let sizes = &self.sizes[..primary];
        self.units.extend((0..primary as u32).filter(|&item| sizes[item as usize] == 1));
    }

    fn push_options(&mut self, problem: &Problem) {
        self.shortest = usize::MAX;
        let mut first_before = 0;
        for (option, entries) in problem.options().enumerate() {
            let spacer = self.nodes.len() as NodeId;
            let last = spacer + entries.len() as NodeId;
            self.push_spacer(option, first_before, last);
            first_before = spacer + 1;
            for entry in entries {
                self.push_node(entry.item.0, entry.colour.map_or(UNCOLOURED, Colour::code));
            }
            let primary = entries.iter().filter(|entry| (entry.item.0 as usize) < self.primary).count();
            self.shortest = self.shortest.min(primary);
        }
        self.push_spacer(problem.option_count(), first_before, 0);
    }

    fn push_spacer(&mut self, next: usize, first_before: NodeId, last_after: NodeId) {
        let item = SPACER | next as u32;
        self.nodes.push(Node { item, up: first_before, down: last_after, colour: UNCOLOURED });
    }

    fn push_node(&mut self, item: u32, colour: u32) {
        let node = self.nodes.len() as NodeId;
        let up = self.nodes[item as usize].up;
        self.nodes.push(Node { item, up, down: item, colour });
        self.nodes[up as usize].down = node;
        self.nodes[item as usize].up = node;
        self.sizes[item as usize] += 1;
    }

    #[inline(always)]
    fn node(&self, node: NodeId) -> Node {
        self.nodes[node as usize]
    }

    #[inline(always)]
    pub(super) fn below(&self, node: NodeId) -> NodeId {
        self.node(node).down
    }

    /// The item that a node or a header belongs to.
    pub(super) fn item_of(&self, node: NodeId) -> NodeId {
        self.node(node).item
    }

    /// The option that a node belongs to.
    pub(super) fn option_of(&self, mut node: NodeId) -> OptionId {
        while self.node(node).item & SPACER == 0 {
            node += 1;
        }
        // The spacer to the right carries the number of the option after this one.
        OptionId((self.node(node).item & !SPACER) - 1)
    }

    /// The sizes of the primary items, [`ASIDE`] or more where one is covered.
    pub(super) fn primary_sizes(&self) -> &[u32] {
        &self.sizes[..self.primary]
    }

    /// How many primary items are not covered.
    pub(super) fn active(&self) -> usize {
        self.active
    }

    /// The items that were left when `item` was branched on, which is all that matters where there are no secondary ones.
    /// `None` if there are, or if items are too many for a key.
    pub(super) fn key(&self, item: NodeId) -> Option<Key> {
        let mut key = Key::default();
        if self.has_secondary {
            return None;
        }
        key.get_mut(..self.uncovered.len())?.copy_from_slice(&self.uncovered);
        key[item as usize / 64] |= 1 << (item % 64);
        Some(key)
    }

    /// The fewest primary items that an option has; a great number where there is no option.
    pub(super) fn shortest(&self) -> usize {
        self.shortest
    }

    /// Nodes that left their lists so far.
    pub(super) fn updates(&self) -> u64 {
        self.updates
    }

    /// Takes a node's option out of all lists but the node's own. Tells how many items have none left by
    /// that.
    #[inline(always)]
    fn hide(&mut self, node: NodeId) -> u32 {
        let (nodes, sizes) = (self.nodes.as_mut_slice(), self.sizes.as_mut_slice());
        let (mut starved, mut removed) = (0, 0);
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
                    0 => starved += 1,
                    1 => self.units.push(item),
                    _ => {}
                }
                removed += 1;
            }
            other += 1;
        }
        self.updates += removed;
        starved
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

    /// Covers the item that a level branches on, and tells how many items have no option left by that: whichever option
    /// is chosen must cover them.
    pub(super) fn branch(&mut self, item: NodeId) -> u32 {
        self.set_item_aside(item as usize);
        let mut starved = 0;
        let mut node = self.below(item);
        while node != item {
            starved += self.hide(node);
            node = self.below(node);
        }
        starved
    }

    /// Undoes [`branch`](Self::branch).
    pub(super) fn unbranch(&mut self, item: NodeId) {
        self.uncover(item, self.node(item).up);
        self.set_item_back(item as usize);
    }

    /// Takes a primary item out of the choice.
    fn set_item_aside(&mut self, item: usize) {
        self.sizes[item] += ASIDE;
        self.active -= 1;
        self.uncovered[item / 64] ^= 1 << (item % 64);
    }

    /// Undoes [`set_item_aside`](Self::set_item_aside).
    fn set_item_back(&mut self, item: usize) {
        self.sizes[item] -= ASIDE;
        self.active += 1;
        self.uncovered[item / 64] ^= 1 << (item % 64);
    }

    /// How many options an item that is branched on has.
    pub(super) fn branches(&self, item: NodeId) -> u32 {
        self.sizes[item as usize] - ASIDE
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
    /// or `starved` are without options and not among them, it is undone and false.
    pub(super) fn choose(&mut self, node: NodeId, starved: u32) -> bool {
        if self.set_aside(node) < starved {
            self.set_back(node);
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
        self.set_back(node);
    }

    /// Takes the other primary items of an option out of the choice: they are about to be covered, and may lose all
    /// options. Tells how many have lost them already.
    fn set_aside(&mut self, node: NodeId) -> u32 {
        let mut starved = 0;
        let mut other = self.after(node);
        while other != node {
            let item = self.node(other).item as usize;
            if item < self.primary {
                starved += u32::from(self.sizes[item] == 0);
                self.set_item_aside(item);
            }
            other = self.after(other);
        }
        starved
    }

    /// Undoes [`set_aside`](Self::set_aside).
    fn set_back(&mut self, node: NodeId) {
        let mut other = self.after(node);
        while other != node {
            let item = self.node(other).item as usize;
            if item < self.primary {
                self.set_item_back(item);
            }
            other = self.after(other);
        }
    }
}

#[cfg(test)]
impl Arena {
    /// Sizes are those of the lists, both ways, for every item that is not covered.
    pub(super) fn check(&self) {
        let mut active = 0;
        for item in 0..self.sizes.len() as NodeId {
            let is_primary = (item as usize) < self.primary;
            let size = self.sizes[item as usize];
            if is_primary && size >= ASIDE {
                continue;
            }
            active += usize::from(is_primary);
            let (mut count, mut above) = (0, item);
            while self.below(above) != item {
                let node = self.below(above);
                assert_eq!((self.node(node).up, self.node(node).item), (above, item));
                (count, above) = (count + 1, node);
            }
            assert_eq!(self.node(item).up, above);
            assert!(!is_primary || size == count, "item {item} of size {size} has {count} options");
        }
        assert_eq!(self.active, active);
    }
}
