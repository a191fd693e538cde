//! The matrix that dances: covered items leave the lists, and come back when they are uncovered.
//!
//! TAOCP 7.2.2.1, Algorithm C, but for three things. There is no list of active items: the smallest is found in one
//! sweep over all sizes. Items that come down to one option are units_len as it happens, so that most nodes need no sweep.
//! And a choice stops in the middle as soon as an item has lost its last option, and is undone.

use super::arena::{Arena, NodeId};
use crate::exact_cover::problem::{OptionId, Problem};
use crate::exact_cover::search_space::{ChosenOptions, MemoKey, NodeState, SearchSpace};

/// A level of the search.
#[derive(Clone, Copy, Debug)]
struct DlxLevel {
    /// The node chosen, or the item's header before the first choice.
    node: NodeId,
    /// How many items have no option left once this level's item is covered.
    emptied: u32,
    /// The queue of unit_items as it is before a choice.
    units_len: usize,
    units_seen: usize,
}

/// The dancing links of a problem, as a [`SearchSpace`].
///
/// The item branched on is the one that first came down to one option, if there is one; otherwise the one with the
/// fewest options, the first of these where several have as few. Its options are tried in the order in which they were
/// added. An update is a node that left its item's list (Knuth counts the items covered as well).
#[derive(Clone, Debug)]
pub struct Links {
    arena: Arena,
    levels: Vec<DlxLevel>,
    /// How many of the unit_items were looked at.
    units_seen: usize,
    state: NodeState,
}

/// Equal links have equal lists; how much work was done to get there does not matter.
impl PartialEq for Links {
    fn eq(&self, other: &Self) -> bool {
        self.arena == other.arena
    }
}

impl Eq for Links {}

impl Links {
    /// The links of a problem, with every item active. All the memory they will ever need is units_seen here.
    pub fn new(problem: &Problem) -> Self {
        let mut links =
            Self { arena: Arena::new(), levels: Vec::new(), units_seen: 0, state: NodeState::Open };
        links.rebuild(problem);
        links
    }

    /// Makes these the links of another problem, in the memory there is.
    pub fn rebuild(&mut self, problem: &Problem) {
        self.arena.rebuild(problem);
        self.levels.clear();
        // A level covers at least one primary item.
        self.levels.reserve(problem.capacity().items);
        self.units_seen = 0;
        self.state = if problem.primary_count() == 0 {
            NodeState::Solved
        } else if self.arena.primary_sizes().contains(&0) {
            NodeState::Dead
        } else {
            NodeState::Open
        };
    }

    /// The MRV choice: a unit item, or else the first of the smallest.
    fn choose_item(&mut self) -> NodeId {
        let sizes = self.arena.primary_sizes();
        while let Some(&item) = self.arena.unit_items.get(self.units_seen) {
            self.units_seen += 1;
            if sizes[item as usize] == 1 {
                return item;
            }
        }
        let size_min = sizes.iter().copied().fold(u32::MAX, u32::min);
        sizes.iter().position(|&size| size == size_min).unwrap_or_default() as NodeId
    }
}

impl SearchSpace for Links {
    fn state(&self) -> NodeState {
        self.state
    }

    fn open_level(&mut self) {
        let item = self.choose_item();
        let emptied = self.arena.branch(item);
        self.levels.push(DlxLevel {
            node: item,
            emptied,
            units_len: self.arena.unit_items.len(),
            units_seen: self.units_seen,
        });
    }

    fn try_next(&mut self) {
        let Some(level) = self.levels.last_mut() else { return };
        level.node = self.arena.below(level.node);
        self.state = if !self.arena.choose(level.node, level.emptied) {
            NodeState::Dead
        } else if self.arena.active() == 0 {
            NodeState::Solved
        } else {
            NodeState::Open
        };
    }

    fn undo(&mut self) -> bool {
        let Some(&DlxLevel { node, units_len, units_seen, .. }) = self.levels.last() else { return false };
        // What led to a dead end is undone already.
        if self.state != NodeState::Dead {
            self.arena.unchoose(node);
        }
        self.state = NodeState::Open;
        self.arena.unit_items.truncate(units_len);
        self.units_seen = units_seen;
        self.arena.below(node) != self.arena.item_of(node)
    }

    fn close_level(&mut self) {
        if let Some(level) = self.levels.pop() {
            self.arena.unbranch(self.arena.item_of(level.node));
        }
    }

    fn updates(&self) -> u64 {
        self.arena.updates()
    }

    fn completing_options(&self) -> Option<u64> {
        let item = self.levels.last()?.node;
        // Every live option covers this item and active ones, and so many of them that none is left.
        (self.arena.active() < self.arena.option_size_min()).then(|| u64::from(self.arena.branch_count(item)))
    }

    fn memo_key(&self) -> Option<MemoKey> {
        let item = self.levels.last()?.node;
        // Where there is but one option, the node below it has a key as good.
        if self.arena.branch_count(item) > 1 { self.arena.key(item) } else { None }
    }
}

impl ChosenOptions for Links {
    fn chosen(&self) -> impl Iterator<Item = OptionId> {
        self.levels.iter().map(|level| self.arena.option_of(level.node))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact_cover::text::NamedProblem;

    /// Goes through the whole search, and checks the links at every node.
    fn walk(links: &mut Links) {
        links.arena.check();
        if links.state() == NodeState::Open {
            links.open_level();
            loop {
                links.try_next();
                if links.state() == NodeState::Dead {
                    // Nothing of the choice is left, though the level's item stays covered.
                    links.arena.check();
                } else {
                    walk(links);
                }
                if !links.undo() {
                    break;
                }
            }
            links.close_level();
            links.arena.check();
        }
    }

    #[test]
    fn sizes_and_lists_agree_at_every_node() {
        for text in [
            "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n",
            "a b c d | x\na x:A\nb x:A\nc x:B\na b\nc d x:A\nb c x:B\nd x:B\nd x\nc x:A\n",
            "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\nb\na c\nf g\ne\n",
        ] {
            let problem = NamedProblem::parse(text).expect("a sound text").problem;
            let mut links = Links::new(&problem);
            walk(&mut links);
            assert_eq!(links, Links::new(&problem));
        }
    }
}
