//! The lists of all items, as one array of nodes (TAOCP 7.2.2.1, table 1).
//!
//! Links are indices. First come the headers, one for each item; then the options, each a run of adjacent nodes between
//! two spacers. Spacers link the two ends of a run, so that an option can be traversed from any of its nodes.

use crate::problem::{Colour, Entry, OptionId, Problem};

/// Index of a node. The header of an item has the item's number.
pub(super) type NodeId = u32;

/// Flag in a spacer's `top`. The other bits are the number of the option after it. Knuth: TOP is not positive.
const SPACER: u32 = 1 << 31;

/// Colour code of an entry without colour. Knuth: COLOR is 0.
const UNCOLOURED: u32 = 0;

/// Colour code of a purified node, whose item already has the node's colour. Knuth: COLOR is -1.
const PURIFIED: u32 = u32::MAX;

/// Node of an option, header or spacer.
///
/// There is no LLINK and RLINK: nodes of an option are adjacent, and active items are in a set (see
/// [`items`](super::items)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    /// TOP: the node's item. A header has its own index, a spacer the flag [`SPACER`]. Never changes.
    top: u32,
    /// ULINK: the previous node of the item's list, cyclically through the header. In a list `down` of `up` is the node
    /// itself; an unlinked node keeps both, so that it can be linked again. A spacer has the first node of the option
    /// before it.
    up: NodeId,
    /// DLINK: the next node of the item's list; the inverse of ULINK. A spacer has the last node of the option after it.
    down: NodeId,
    /// COLOR: [`UNCOLOURED`], a [`Colour::code`], or [`PURIFIED`] while the item has this colour. Of a secondary item's
    /// node only.
    colour: u32,
}

/// Colour of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeColour {
    /// None: the option excludes all others of the item.
    None,
    /// The item already has this colour.
    Purified,
    /// Code of a colour that the item does not have yet.
    Code(u32),
}

/// Nodes of all lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Nodes {
    nodes: Vec<Node>,
}

impl Nodes {
    /// Replaces the nodes by the headers of a problem and a spacer, and reuses the memory.
    pub(super) fn rebuild(&mut self, problem: &Problem) {
        self.nodes.clear();
        let capacity = problem.item_capacity() + problem.entry_capacity() + problem.option_capacity();
        self.nodes.reserve(capacity + 1);
        let header = |item| Node { top: item, up: item, down: item, colour: UNCOLOURED };
        self.nodes.extend((0..problem.item_count() as u32).map(header));
        self.push_spacer(0, 0);
    }

    /// Appends the nodes of option number `option` to the lists of its items. Options must come in order.
    pub(super) fn push_option(&mut self, option: u32, entries: &[Entry]) {
        let before = self.nodes.len() - 1;
        for entry in entries {
            self.push_node(entry.item.0, entry.colour.map_or(UNCOLOURED, Colour::code));
        }
        self.nodes[before].down = (before + entries.len()) as NodeId;
        self.push_spacer(option + 1, before as NodeId + 1);
    }

    /// Appends the spacer before option `next`, after the option that begins at `first_before`.
    fn push_spacer(&mut self, next: u32, first_before: NodeId) {
        self.nodes.push(Node { top: SPACER | next, up: first_before, down: 0, colour: UNCOLOURED });
    }

    fn push_node(&mut self, item: u32, colour: u32) {
        let node = self.nodes.len() as NodeId;
        let up = self.nodes[item as usize].up;
        self.nodes.push(Node { top: item, up, down: item, colour });
        self.nodes[up as usize].down = node;
        self.nodes[item as usize].up = node;
    }

    #[inline(always)]
    fn node(&self, node: NodeId) -> Node {
        self.nodes[node as usize]
    }

    /// Returns the next node of the item's list; the header after the last.
    #[inline(always)]
    pub(super) fn down(&self, node: NodeId) -> NodeId {
        self.node(node).down
    }

    /// Returns the previous node of the item's list; the header before the first.
    #[inline(always)]
    pub(super) fn up(&self, node: NodeId) -> NodeId {
        self.node(node).up
    }

    /// Returns the item of a node or header.
    #[inline(always)]
    pub(super) fn item_of(&self, node: NodeId) -> NodeId {
        self.node(node).top
    }

    #[inline(always)]
    pub(super) fn colour_of(&self, node: NodeId) -> NodeColour {
        match self.node(node).colour {
            UNCOLOURED => NodeColour::None,
            PURIFIED => NodeColour::Purified,
            code => NodeColour::Code(code),
        }
    }

    /// Whether a node has the colour of this code, and its item does not have it yet.
    #[inline(always)]
    pub(super) fn has_colour(&self, node: NodeId, code: u32) -> bool {
        self.node(node).colour == code
    }

    /// Marks a node whose item gets the node's colour.
    #[inline(always)]
    pub(super) fn mark_purified(&mut self, node: NodeId) {
        self.nodes[node as usize].colour = PURIFIED;
    }

    /// Undoes [`mark_purified`](Self::mark_purified).
    #[inline(always)]
    pub(super) fn unmark_purified(&mut self, node: NodeId, code: u32) {
        self.nodes[node as usize].colour = code;
    }

    /// Returns the next node of the option; the first after the last.
    #[inline(always)]
    pub(super) fn right(&self, node: NodeId) -> NodeId {
        let next = self.node(node + 1);
        if next.top & SPACER == 0 { node + 1 } else { next.up }
    }

    /// Returns the previous node of the option; the last before the first.
    #[inline(always)]
    pub(super) fn left(&self, node: NodeId) -> NodeId {
        let next = self.node(node - 1);
        if next.top & SPACER == 0 { node - 1 } else { next.down }
    }

    /// Returns the option of a node.
    pub(super) fn option_of(&self, mut node: NodeId) -> OptionId {
        while self.node(node).top & SPACER == 0 {
            node += 1;
        }
        // The spacer on the right has the number of the next option.
        OptionId((self.node(node).top & !SPACER) - 1)
    }

    /// Unlinks the other nodes of the option of `node` from their lists, from left to right, but not purified ones. Calls
    /// `unlinked` with the item of each.
    #[inline(always)]
    pub(super) fn unlink_others(&mut self, node: NodeId, mut unlinked: impl FnMut(NodeId)) {
        let nodes = self.nodes.as_mut_slice();
        let mut other = node + 1;
        while other != node {
            let Node { top, up, down, colour } = nodes[other as usize];
            if top & SPACER != 0 {
                other = up;
                continue;
            }
            if colour != PURIFIED {
                nodes[up as usize].down = down;
                nodes[down as usize].up = up;
                unlinked(top);
            }
            other += 1;
        }
    }

    /// Undoes [`unlink_others`](Self::unlink_others), from right to left.
    #[inline(always)]
    pub(super) fn relink_others(&mut self, node: NodeId, mut relinked: impl FnMut(NodeId)) {
        let nodes = self.nodes.as_mut_slice();
        let mut other = node - 1;
        while other != node {
            let Node { top, up, down, colour } = nodes[other as usize];
            if top & SPACER != 0 {
                other = down;
                continue;
            }
            if colour != PURIFIED {
                nodes[up as usize].down = other;
                nodes[down as usize].up = other;
                relinked(top);
            }
            other -= 1;
        }
    }
}

#[cfg(test)]
impl Nodes {
    /// Number of nodes in the list of an item. Asserts that its links agree.
    pub(super) fn checked_len(&self, item: NodeId) -> u32 {
        let (mut count, mut above) = (0, item);
        while self.down(above) != item {
            let node = self.down(above);
            assert_eq!((self.up(node), self.item_of(node)), (above, item));
            (count, above) = (count + 1, node);
        }
        assert_eq!(self.up(item), above);
        count
    }
}
