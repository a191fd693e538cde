//! Nodes of the lists and the sizes of items (TAOCP 7.2.2.1, table 1).
//!
//! Links are indices. First come the headers, one for each item; then the options, each a run of adjacent nodes between
//! two spacers. Spacers link the two ends of a run, so that an option can be traversed from any of its nodes.

use crate::exact_cover::problem::{Colour, OptionId, Problem};
use crate::exact_cover::search_space::MemoKey;

/// Index of a node. The header of an item has the item's number.
pub(super) type NodeId = u32;

/// Flag in a spacer's `item`. The other bits are the number of the option after it.
pub(super) const SPACER: u32 = 1 << 31;

/// Colour code of an entry without colour (Knuth: 0).
pub(super) const UNCOLOURED: u32 = 0;

/// Colour code of a purified node, whose item already has the node's colour (Knuth: -1).
pub(super) const PURIFIED: u32 = u32::MAX;

/// Added to the size of covered and of secondary items, so that they are never the smallest and never empty. Real sizes
/// are smaller, because a problem has fewer entries.
pub(super) const INACTIVE: u32 = 1 << 30;

/// Node of an option, header or spacer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    /// TOP: the node's item. A header has its own index, a spacer the flag [`SPACER`].
    pub(super) item: u32,
    /// ULINK: the previous node of the item's list. A spacer has the first node of the option before it.
    pub(super) up: NodeId,
    /// DLINK: the next node of the item's list. A spacer has the last node of the option after it.
    pub(super) down: NodeId,
    /// COLOR: [`UNCOLOURED`], a [`Colour::code`], or [`PURIFIED`].
    pub(super) colour: u32,
}

/// Lists of the options of all items, with their sizes. An item is active if it is primary and not covered.
#[derive(Clone, Debug)]
pub(super) struct Arena {
    pub(super) nodes: Vec<Node>,
    /// LEN: number of options in each item's list, plus [`INACTIVE`] if the item is inactive.
    pub(super) sizes: Vec<u32>,
    /// Number of primary items, which are the first ones.
    pub(super) primary: usize,
    /// Number of active items.
    pub(super) active: usize,
    /// Set of active items, one bit an item.
    pub(super) uncovered: Vec<u64>,
    pub(super) has_secondary: bool,
    /// Smallest number of primary items of an option.
    pub(super) option_size_min: usize,
    /// Primary items in the order in which their sizes became 1. Some may have been covered since.
    pub(super) unit_items: Vec<NodeId>,
    /// Number of nodes unlinked so far.
    pub(super) updates: u64,
}

/// Compares the lists only: the unit items and the updates depend on earlier operations.
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
    /// Creates an arena without items.
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

    /// Replaces the lists by those of a problem, and reuses the memory.
    pub(super) fn rebuild(&mut self, problem: &Problem) {
        let (items, primary) = (problem.item_count(), problem.primary_count());
        (self.primary, self.active, self.updates) = (primary, primary, 0);
        self.nodes.clear();
        let capacity = problem.item_capacity();
        self.nodes.reserve(capacity + problem.entry_capacity() + problem.option_capacity() + 1);
        let header = |item| Node { item, up: item, down: item, colour: UNCOLOURED };
        self.nodes.extend((0..items as u32).map(header));
        self.sizes.clear();
        self.sizes.reserve(capacity);
        self.sizes.resize(primary, 0);
        self.sizes.resize(items, INACTIVE);
        self.uncovered.clear();
        self.uncovered.reserve(capacity.div_ceil(64));
        self.uncovered.resize(primary.div_ceil(64), 0);
        (0..primary).for_each(|item| self.uncovered[item / 64] |= 1 << (item % 64));
        self.has_secondary = items > primary;
        self.push_options(problem);
        self.unit_items.clear();
        // The size of an item becomes 1 at most once on the path to a node.
        self.unit_items.reserve(capacity);
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
    pub(super) fn down(&self, node: NodeId) -> NodeId {
        self.node(node).down
    }

    /// Returns the item of a node or header.
    pub(super) fn item_of(&self, node: NodeId) -> NodeId {
        self.node(node).item
    }

    /// Returns the option of a node.
    pub(super) fn option_of(&self, mut node: NodeId) -> OptionId {
        while self.node(node).item & SPACER == 0 {
            node += 1;
        }
        // The spacer on the right has the number of the next option.
        OptionId((self.node(node).item & !SPACER) - 1)
    }

    /// Sizes of the primary items; at least [`INACTIVE`] for covered ones.
    pub(super) fn primary_sizes(&self) -> &[u32] {
        &self.sizes[..self.primary]
    }

    /// Number of active items.
    pub(super) fn active(&self) -> usize {
        self.active
    }

    /// Set of the active items and `item`, as the memo key of a level that branches on `item`.
    ///
    /// `None` if there are secondary items, whose colours matter, too, or more items than fit into a key.
    pub(super) fn memo_key(&self, item: NodeId) -> Option<MemoKey> {
        let mut key = MemoKey::default();
        if self.has_secondary {
            return None;
        }
        key.get_mut(..self.uncovered.len())?.copy_from_slice(&self.uncovered);
        key[item as usize / 64] |= 1 << (item % 64);
        Some(key)
    }

    /// Smallest number of primary items of an option; `usize::MAX` without options.
    pub(super) fn option_size_min(&self) -> usize {
        self.option_size_min
    }

    /// Number of nodes unlinked so far.
    pub(super) fn updates(&self) -> u64 {
        self.updates
    }
}

#[cfg(test)]
impl Arena {
    /// Asserts that sizes and links agree with the lists of all items that are not covered.
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
            while self.down(above) != item {
                let node = self.down(above);
                assert_eq!((self.node(node).up, self.node(node).item), (above, item));
                (count, above) = (count + 1, node);
            }
            assert_eq!(self.node(item).up, above);
            assert!(!is_primary || size == count, "item {item} of size {size} has {count} options");
        }
        assert_eq!(self.active, active);
    }
}
