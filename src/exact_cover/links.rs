//! The structure that dances: Knuth's doubly linked lists in one arena, with the verbs that cover and uncover.
//!
//! TAOCP 7.2.2.1, table 1 and exercises on Algorithm C. Links are indices, not pointers. Node 0 is the root of
//! the list of active items; nodes 1 to `items` are the item headers; after them come the options, each between
//! two spacers. A spacer's `up` is the first node of the option before it, its `down` the last node of the
//! option after it, so that an option can be walked round from any of its nodes.
//!
//! There is no policy here: which item is chosen, and when, is [`Search`](super::Search)'s.

use super::problem::{Colour, OptionId, Problem};

/// The index of a node in the arena.
pub type NodeId = u32;

/// The root of the horizontal list.
pub(super) const ROOT: NodeId = 0;

/// Set in a spacer's `item`; the other bits are the number of the option that follows it.
const SPACER: u32 = 1 << 31;

/// The colour code of an entry without one.
const UNCOLOURED: u32 = 0;

/// The colour code of an entry whose colour has been made the item's, so that it need not be looked at again.
const PURIFIED: u32 = u32::MAX;

/// A node of an option, a header (where `item` is the header's own index) or a spacer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    item: u32,
    up: NodeId,
    down: NodeId,
    colour: u32,
}

/// An item's place in the horizontal list, and the length of its vertical one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Header {
    left: NodeId,
    right: NodeId,
    size: u32,
}

/// The dancing links of a problem.
///
/// Every verb has an inverse, and a verb followed by its inverse leaves the links exactly as they were (only
/// the count of updates goes on). Inverses must be called in the opposite order of the verbs.
#[derive(Clone, Debug)]
pub struct Links {
    nodes: Vec<Node>,
    headers: Vec<Header>,
    /// Headers up to this index are primary items.
    primary: u32,
    /// How many active primary items have no option left: as long as there is one, there is no solution.
    starved: u32,
    /// Removals from lists so far, as Knuth counts them.
    updates: u64,
}

/// Equal links answer every question alike; how much work was done to get there does not matter.
impl PartialEq for Links {
    fn eq(&self, other: &Self) -> bool {
        self.nodes == other.nodes
            && self.headers == other.headers
            && self.primary == other.primary
            && self.starved == other.starved
    }
}

impl Eq for Links {}

impl Links {
    /// The links of `problem`, with every item active. All the memory they will ever need is taken here.
    pub fn new(problem: &Problem) -> Self {
        let items = problem.item_count() as u32;
        let primary = problem.primary_count() as u32;
        let node_count = 2 + problem.item_count() + problem.entry_count() + problem.option_count();
        let mut links = Self {
            nodes: Vec::with_capacity(node_count),
            headers: Vec::with_capacity(1 + problem.item_count()),
            primary,
            starved: 0,
            updates: 0,
        };
        links.push_headers(items);
        links.push_options(problem);
        links.starved = (1..=primary).filter(|&item| links.size(item) == 0).count() as u32;
        links
    }

    fn push_headers(&mut self, items: u32) {
        for header in 0..=items {
            // Secondary items stand alone: unlinking them from themselves changes nothing, so that `cover`
            // need not ask.
            let linked = header <= self.primary;
            self.headers.push(Header {
                left: if linked { header.saturating_sub(1) } else { header },
                right: if linked { header + 1 } else { header },
                size: 0,
            });
            self.nodes.push(Node { item: header, up: header, down: header, colour: UNCOLOURED });
        }
        self.headers[self.primary as usize].right = ROOT;
        self.headers[ROOT as usize].left = self.primary;
    }

    fn push_options(&mut self, problem: &Problem) {
        let mut spacer = self.push_spacer(OptionId(0), ROOT);
        for (option, entries) in problem.options().enumerate() {
            let first = self.nodes.len() as NodeId;
            for entry in entries {
                let colour = entry.colour.map_or(UNCOLOURED, Colour::code);
                self.push_node(entry.item.0 + 1, colour);
            }
            self.nodes[spacer as usize].down = self.nodes.len() as NodeId - 1;
            spacer = self.push_spacer(OptionId(option as u32 + 1), first);
        }
    }

    fn push_spacer(&mut self, next: OptionId, first_before: NodeId) -> NodeId {
        let spacer = self.nodes.len() as NodeId;
        self.nodes.push(Node { item: SPACER | next.0, up: first_before, down: spacer, colour: UNCOLOURED });
        spacer
    }

    fn push_node(&mut self, item: u32, colour: u32) {
        let node = self.nodes.len() as NodeId;
        let up = self.nodes[item as usize].up;
        self.nodes.push(Node { item, up, down: item, colour });
        self.nodes[up as usize].down = node;
        self.nodes[item as usize].up = node;
        self.headers[item as usize].size += 1;
    }

    /// How many active primary items have no option left. The verbs keep this as they go, so that a dead end
    /// is known the moment it arises.
    pub fn starved(&self) -> u32 {
        self.starved
    }

    /// Whether every primary item is covered.
    pub fn all_covered(&self) -> bool {
        self.headers[ROOT as usize].right == ROOT
    }

    /// Removals from lists so far: one for each item covered and one for each node that left its item's list
    /// (TAOCP's "updates").
    pub fn updates(&self) -> u64 {
        self.updates
    }

    /// The active primary items (as headers), from left to right.
    pub fn active_items(&self) -> impl Iterator<Item = NodeId> {
        let mut header = ROOT;
        std::iter::from_fn(move || {
            header = self.headers[header as usize].right;
            (header != ROOT).then_some(header)
        })
    }

    /// How many options an item (a header) has left.
    pub fn size(&self, item: NodeId) -> u32 {
        self.headers[item as usize].size
    }

    /// The node below `node` in its item's list; the header comes after the last one.
    pub fn below(&self, node: NodeId) -> NodeId {
        self.nodes[node as usize].down
    }

    /// The item (as a header) that a node or a header belongs to.
    pub fn item_of(&self, node: NodeId) -> NodeId {
        self.nodes[node as usize].item
    }

    /// The option that a node belongs to.
    pub fn option_of(&self, mut node: NodeId) -> OptionId {
        while self.nodes[node as usize].item & SPACER == 0 {
            node += 1;
        }
        // The spacer to the right carries the number of the option after this one.
        OptionId((self.nodes[node as usize].item & !SPACER) - 1)
    }

    /// Removes an item from the active ones, and its options from every other item's list.
    pub fn cover(&mut self, item: NodeId) {
        let Header { left, right, size } = self.headers[item as usize];
        self.headers[left as usize].right = right;
        self.headers[right as usize].left = left;
        self.updates += 1;
        self.starved -= u32::from(size == 0 && item <= self.primary);
        let mut node = self.below(item);
        while node != item {
            self.hide(node);
            node = self.below(node);
        }
    }

    /// Undoes [`cover`](Self::cover).
    pub fn uncover(&mut self, item: NodeId) {
        let mut node = self.nodes[item as usize].up;
        while node != item {
            self.unhide(node);
            node = self.nodes[node as usize].up;
        }
        let Header { left, right, size } = self.headers[item as usize];
        self.headers[left as usize].right = item;
        self.headers[right as usize].left = item;
        self.starved += u32::from(size == 0 && item <= self.primary);
    }

    /// Takes a node's option out of all lists but the node's own.
    fn hide(&mut self, node: NodeId) {
        let mut other = node + 1;
        while other != node {
            let Node { item, up, down, colour } = self.nodes[other as usize];
            if item & SPACER != 0 {
                other = up;
                continue;
            }
            if colour != PURIFIED {
                self.nodes[up as usize].down = down;
                self.nodes[down as usize].up = up;
                let size = &mut self.headers[item as usize].size;
                *size -= 1;
                // An option that is still in a list has only active items, so an item emptied here is active.
                self.starved += u32::from(*size == 0 && item <= self.primary);
                self.updates += 1;
            }
            other += 1;
        }
    }

    /// Undoes [`hide`](Self::hide).
    fn unhide(&mut self, node: NodeId) {
        let mut other = node - 1;
        while other != node {
            let Node { item, up, down, colour } = self.nodes[other as usize];
            if item & SPACER != 0 {
                other = down;
                continue;
            }
            if colour != PURIFIED {
                self.nodes[up as usize].down = other;
                self.nodes[down as usize].up = other;
                let size = &mut self.headers[item as usize].size;
                self.starved -= u32::from(*size == 0 && item <= self.primary);
                *size += 1;
            }
            other -= 1;
        }
    }

    /// Chooses the option of `node`, whose own item is covered already: commits each of its other items.
    pub fn choose(&mut self, node: NodeId) {
        let mut other = node + 1;
        while other != node {
            let Node { item, up, .. } = self.nodes[other as usize];
            if item & SPACER != 0 {
                other = up;
            } else {
                self.commit(other);
                other += 1;
            }
        }
    }

    /// Undoes [`choose`](Self::choose).
    pub fn unchoose(&mut self, node: NodeId) {
        let mut other = node - 1;
        while other != node {
            let Node { item, down, .. } = self.nodes[other as usize];
            if item & SPACER != 0 {
                other = down;
            } else {
                self.uncommit(other);
                other -= 1;
            }
        }
    }

    /// Satisfies the item of `node` as the node's option wants it: covers it, or gives it the colour.
    fn commit(&mut self, node: NodeId) {
        let Node { item, colour, .. } = self.nodes[node as usize];
        match colour {
            UNCOLOURED => self.cover(item),
            PURIFIED => {}
            _ => self.purify(node),
        }
    }

    /// Undoes [`commit`](Self::commit).
    fn uncommit(&mut self, node: NodeId) {
        let Node { item, colour, .. } = self.nodes[node as usize];
        match colour {
            UNCOLOURED => self.uncover(item),
            PURIFIED => {}
            _ => self.unpurify(node),
        }
    }

    /// Gives the item of `node` the node's colour: hides the options that want another one, and marks those
    /// that want the same, which have nothing more to ask of the item.
    fn purify(&mut self, node: NodeId) {
        let Node { item, colour, .. } = self.nodes[node as usize];
        let mut other = self.below(item);
        while other != item {
            if self.nodes[other as usize].colour == colour {
                self.nodes[other as usize].colour = PURIFIED;
            } else {
                self.hide(other);
            }
            other = self.below(other);
        }
    }

    /// Undoes [`purify`](Self::purify).
    fn unpurify(&mut self, node: NodeId) {
        let Node { item, colour, .. } = self.nodes[node as usize];
        let mut other = self.nodes[item as usize].up;
        while other != item {
            if self.nodes[other as usize].colour == PURIFIED {
                self.nodes[other as usize].colour = colour;
            } else {
                self.unhide(other);
            }
            other = self.nodes[other as usize].up;
        }
    }
}
