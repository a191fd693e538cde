//! Knuth's doubly linked lists in one arena: how they are built, and what can be read from them.
//!
//! TAOCP 7.2.2.1, table 1 and Algorithm C. Links are indices, not pointers. The first nodes are the items' headers;
//! after them come the options, each between two spacers. A spacer's `up` is the first node of the option before it,
//! its `down` the last node of the option after it, so that an option can be walked round from any of its nodes.
//!
//! The verbs that take options out of the lists and put them back are in a file of their own. There is no policy here:
//! which item is chosen, and when, is [`Links`](super::Links)'.

use crate::exact_cover::problem::{Colour, OptionId, Problem};
use crate::exact_cover::search_space::MemoKey;

/// The index of a node in the arena. An item's header has the item's number.
pub(super) type NodeId = u32;

/// Set in a spacer's `item`; the other bits are the number of the option that follows it.
pub(super) const SPACER: u32 = 1 << 31;

/// The colour code of an entry without one.
pub(super) const UNCOLOURED: u32 = 0;

/// The colour code of an entry whose colour has been made the item's, so that it need not be looked at again.
pub(super) const PURIFIED: u32 = u32::MAX;

/// Added to the size of an item that is covered, and of every secondary item: it is then never the smallest, nor
/// empty. Sizes proper are below this, for a problem has fewer entries.
pub(super) const INACTIVE: u32 = 1 << 30;

/// A node of an option, a header (where `item` is the header's own index) or a spacer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) item: u32,
    pub(super) up: NodeId,
    pub(super) down: NodeId,
    pub(super) colour: u32,
}

/// The lists of a problem. There is none of the active items: their sizes stand side by side.
///
/// A verb followed by its inverse leaves the lists exactly as they were, in the opposite order of the verbs. Only the
/// unit_items and the count of updates go on.
#[derive(Clone, Debug)]
pub(super) struct Arena {
    pub(super) nodes: Vec<Node>,
    /// How many options each item has left, [`INACTIVE`] added where that is said.
    pub(super) sizes: Vec<u32>,
    pub(super) primary: usize,
    /// How many primary items are not covered, and which: as bits.
    pub(super) active: usize,
    pub(super) uncovered: Vec<u64>,
    pub(super) has_secondary: bool,
    /// The fewest primary items that an option has.
    pub(super) option_size_min: usize,
    /// The primary items that came down to one option, in that order; some of them may have been covered since.
    pub(super) unit_items: Vec<NodeId>,
    pub(super) updates: u64,
}

/// Equal lists answer every question alike; how much work was done to get there does not matter.
impl PartialEq for Arena {
    fn eq(&self, other: &Self) -> bool {
        self.nodes == other.nodes
            && self.sizes == other.sizes
            && self.active == other.active
            && self.uncovered == other.uncovered
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
            option_size_min: 0,
            unit_items: Vec::new(),
            updates: 0,
        }
    }

    /// Makes the lists of a problem, in the memory there is.
    pub(super) fn rebuild(&mut self, problem: &Problem) {
        let (items, primary) = (problem.item_count(), problem.primary_count());
        (self.primary, self.active, self.updates) = (primary, primary, 0);
        self.nodes.clear();
        let capacity = problem.capacity();
        self.nodes.reserve(capacity.items + capacity.entries + capacity.options + 1);
        let header = |item| Node { item, up: item, down: item, colour: UNCOLOURED };
        self.nodes.extend((0..items as u32).map(header));
        self.sizes.clear();
        self.sizes.reserve(capacity.items);
        self.sizes.resize(primary, 0);
        self.sizes.resize(items, INACTIVE);
        self.uncovered.clear();
        self.uncovered.reserve(capacity.items.div_ceil(64));
        self.uncovered.resize(primary.div_ceil(64), 0);
        (0..primary).for_each(|item| self.uncovered[item / 64] |= 1 << (item % 64));
        self.has_secondary = items > primary;
        self.push_options(problem);
        self.unit_items.clear();
        // An item comes down to one option once on the way to a node.
        self.unit_items.reserve(capacity.items);
        let sizes = &self.sizes[..primary];
        self.unit_items.extend((0..primary as u32).filter(|&item| sizes[item as usize] == 1));
    }

    fn push_options(&mut self, problem: &Problem) {
        self.option_size_min = usize::MAX;
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
            self.option_size_min = self.option_size_min.min(primary);
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
    pub(super) fn node(&self, node: NodeId) -> Node {
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

    /// The sizes of the primary items, [`INACTIVE`] or more where one is covered.
    pub(super) fn primary_sizes(&self) -> &[u32] {
        &self.sizes[..self.primary]
    }

    /// How many primary items are not covered.
    pub(super) fn active(&self) -> usize {
        self.active
    }

    /// The items that were left when `item` was branched on, which is all that matters where there are no secondary ones.
    /// `None` if there are, or if items are too many for a key.
    pub(super) fn key(&self, item: NodeId) -> Option<MemoKey> {
        let mut key = MemoKey::default();
        if self.has_secondary {
            return None;
        }
        key.get_mut(..self.uncovered.len())?.copy_from_slice(&self.uncovered);
        key[item as usize / 64] |= 1 << (item % 64);
        Some(key)
    }

    /// The fewest primary items that an option has; a great number where there is no option.
    pub(super) fn option_size_min(&self) -> usize {
        self.option_size_min
    }

    /// Nodes that left their lists so far.
    pub(super) fn updates(&self) -> u64 {
        self.updates
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
            if is_primary && size >= INACTIVE {
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
