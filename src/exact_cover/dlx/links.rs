//! Dancing links as a search space: choice of the item to branch on, and the stack of levels.

use super::arena::{Arena, NodeId};
use crate::exact_cover::problem::{OptionId, Problem};
use crate::exact_cover::search_space::{ChosenOptions, MemoKey, NodeState, SearchSpace};

/// Level of the search.
#[derive(Clone, Copy, Debug)]
struct DlxLevel {
    /// Node of the last option tried (Knuth's x_l); the item's header before the first.
    node: NodeId,
    /// Number of items left without options when the level's item was covered.
    emptied: u32,
    /// Length of the queue of unit items before a choice.
    units_len: usize,
    /// Number of unit items taken from the queue before a choice.
    units_seen: usize,
}

/// [`SearchSpace`] of any problem, as dancing links.
///
/// Branches on the item that was first left with one option; if there is none, on the first of the items with the fewest
/// options (MRV). Tries options in the order in which they were added. An update is a node unlinked from its item's
/// list; Knuth counts covered items, too.
#[derive(Clone, Debug)]
pub struct Links {
    arena: Arena,
    levels: Vec<DlxLevel>,
    /// Number of unit items already taken from the queue.
    units_seen: usize,
    state: NodeState,
}

/// Compares the lists only: updates and the queue of unit items depend on earlier operations.
impl PartialEq for Links {
    fn eq(&self, other: &Self) -> bool {
        self.arena == other.arena
    }
}

impl Eq for Links {}

impl Links {
    /// Creates the links of a problem (C1). Allocates all memory that a search needs.
    pub fn new(problem: &Problem) -> Self {
        let mut links =
            Self { arena: Arena::new(), levels: Vec::new(), units_seen: 0, state: NodeState::Open };
        links.rebuild(problem);
        links
    }

    /// Replaces the links by those of another problem, and reuses the memory.
    pub fn rebuild(&mut self, problem: &Problem) {
        self.arena.rebuild(problem);
        self.levels.clear();
        // A level covers at least one primary item.
        self.levels.reserve(problem.item_capacity());
        self.units_seen = 0;
        self.state = if problem.primary_count() == 0 {
            NodeState::Solved
        } else if self.arena.primary_sizes().contains(&0) {
            NodeState::Dead
        } else {
            NodeState::Open
        };
    }

    /// Chooses the item to branch on (C3): the next unit item, or the first of the smallest items.
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
        let item = self.choose_item(); // C3
        let emptied = self.arena.branch(item); // C4
        self.levels.push(DlxLevel {
            node: item,
            emptied,
            units_len: self.arena.unit_items.len(),
            units_seen: self.units_seen,
        });
    }

    fn try_next(&mut self) {
        let Some(level) = self.levels.last_mut() else { return };
        level.node = self.arena.down(level.node);
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
        // A failed choice changed nothing.
        if self.state != NodeState::Dead {
            self.arena.unchoose(node);
        }
        self.state = NodeState::Open;
        self.arena.unit_items.truncate(units_len);
        self.units_seen = units_seen;
        self.arena.down(node) != self.arena.item_of(node)
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
        // Every remaining option covers only this item and active ones, and is large enough to cover all of them.
        (self.arena.active() < self.arena.option_size_min()).then(|| u64::from(self.arena.branch_count(item)))
    }

    fn memo_key(&self) -> Option<MemoKey> {
        let item = self.levels.last()?.node;
        // With one option, the next level has an equivalent key.
        if self.arena.branch_count(item) > 1 { self.arena.memo_key(item) } else { None }
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

    /// Visits every node of the search, and checks the lists at each.
    fn visit_all(links: &mut Links) {
        links.arena.check();
        if links.state() == NodeState::Open {
            links.open_level();
            loop {
                links.try_next();
                if links.state() == NodeState::Dead {
                    // The choice is undone, but the level's item stays covered.
                    links.arena.check();
                } else {
                    visit_all(links);
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
    fn sizes_agree_with_lists_at_every_node() {
        for text in [
            "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n",
            "a b c d | x\na x:A\nb x:A\nc x:B\na b\nc d x:A\nb c x:B\nd x:B\nd x\nc x:A\n",
            "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\nb\na c\nf g\ne\n",
        ] {
            let problem = NamedProblem::parse(text).expect("valid text").problem;
            let mut links = Links::new(&problem);
            visit_all(&mut links);
            assert_eq!(links, Links::new(&problem));
        }
    }
}
