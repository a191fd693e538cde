//! Dancing links as a search space: choice of the item to branch on, and the stack of levels.
//!
//! [`Search`](crate::unstable::Search) has the control flow of Algorithm C; the comments here name its steps, too.

use super::lists::Lists;
use super::nodes::NodeId;
use crate::problem::{OptionId, Problem};
use crate::search_space::{ChosenOptions, ItemSetKey, NodeState, SearchSpace};

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
    lists: Lists,
    levels: Vec<DlxLevel>,
    /// Number of unit items already taken from the queue.
    units_seen: usize,
    choice_steps: u64,
    state: NodeState,
}

/// Compares the lists only: updates and the queue of unit items depend on earlier operations.
impl PartialEq for Links {
    fn eq(&self, other: &Self) -> bool {
        self.lists == other.lists
    }
}

impl Eq for Links {}

impl Links {
    /// Creates the links of a problem (C1). Allocates all memory that a search needs.
    pub fn new(problem: &Problem) -> Self {
        let mut links = Self {
            lists: Lists::default(),
            levels: Vec::new(),
            units_seen: 0,
            choice_steps: 0,
            state: NodeState::Open,
        };
        links.rebuild(problem);
        links
    }

    /// Replaces the links by the links of another problem (C1), and reuses the memory.
    pub fn rebuild(&mut self, problem: &Problem) {
        self.lists.rebuild(problem);
        self.levels.clear();
        // A level covers at least one primary item.
        self.levels.reserve(problem.item_capacity());
        (self.units_seen, self.choice_steps) = (0, 0);
        self.state = if problem.primary_count() == 0 {
            NodeState::Solved
        } else if self.lists.items().has_empty() {
            NodeState::Dead
        } else {
            NodeState::Open
        };
    }

    /// Chooses items by size and weight instead of size alone, or no longer.
    ///
    /// An item's weight is increased when it is left without options (Boussemart, Hemery, Lecoutre & Sais, "Boosting
    /// systematic search by weighting constraints", 2004, as *dom/wdeg*). Pays where most of the tree has no solution; on
    /// symmetric problems it visits more nodes.
    pub(crate) fn set_weighted(&mut self, is_weighted: bool) {
        self.lists.set_weighted(is_weighted);
    }

    /// Undoes all choices and closes all levels.
    pub(crate) fn return_to_root(&mut self) {
        while !self.levels.is_empty() {
            self.undo();
            self.close_level();
        }
        self.units_seen = 0;
    }

    /// Skips the next option of the deepest level, which must have another one after it. Its last choice must
    /// be undone.
    pub(crate) fn skip_next(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.node = self.lists.nodes().down(level.node);
        }
    }

    /// Chooses the item to branch on: the next unit item, or the first of the smallest items.
    fn choose_item(&mut self) -> NodeId {
        let items = self.lists.items();
        if let Some(unit) = items.take_unit(&mut self.units_seen) {
            return unit;
        }
        self.choice_steps += items.sweep_steps();
        items.smallest()
    }
}

impl SearchSpace for Links {
    type MemoKey = ItemSetKey;

    fn state(&self) -> NodeState {
        self.state
    }

    fn open_level(&mut self) {
        let item = self.choose_item(); // C3
        let emptied = self.lists.branch(item); // C4
        self.levels.push(DlxLevel {
            node: item,
            emptied,
            units_len: self.lists.items().unit_count(),
            units_seen: self.units_seen,
        });
    }

    fn try_next(&mut self) {
        let Some(level) = self.levels.last_mut() else { return };
        level.node = self.lists.nodes().down(level.node); // Knuth's x_l, which he sets in C4 and C6.
        // C5
        self.state = if !self.lists.choose(level.node, level.emptied) {
            self.lists.increase_weight();
            NodeState::Dead
        } else if self.lists.items().active_count() == 0 {
            NodeState::Solved
        } else {
            NodeState::Open
        };
    }

    fn undo(&mut self) -> bool {
        let Some(&DlxLevel { node, units_len, units_seen, .. }) = self.levels.last() else { return false };
        // A failed choice changed nothing.
        if self.state != NodeState::Dead {
            self.lists.unchoose(node); // C6
        }
        self.state = NodeState::Open;
        self.lists.truncate_units(units_len);
        self.units_seen = units_seen;
        self.lists.nodes().down(node) != self.lists.nodes().item_of(node)
    }

    fn close_level(&mut self) {
        if let Some(level) = self.levels.pop() {
            self.lists.unbranch(self.lists.nodes().item_of(level.node)); // C7
        }
    }

    fn updates(&self) -> u64 {
        self.lists.updates()
    }

    fn choice_steps(&self) -> u64 {
        self.choice_steps
    }

    fn completing_options(&self) -> Option<u64> {
        let item = self.levels.last()?.node;
        // Every remaining option covers only this item and active ones, and is large enough to cover all of them.
        let items = self.lists.items();
        (items.active_count() < items.option_size_min()).then(|| u64::from(items.covered_size(item)))
    }

    fn memo_key(&self) -> Option<ItemSetKey> {
        let item = self.levels.last()?.node;
        // With one option, the next level has an equivalent key.
        let items = self.lists.items();
        if items.covered_size(item) > 1 { items.memo_key(item) } else { None }
    }
}

impl ChosenOptions for Links {
    fn chosen(&self) -> impl Iterator<Item = OptionId> {
        self.levels.iter().map(|level| self.lists.nodes().option_of(level.node))
    }

    fn option_count(&self, depth: usize) -> usize {
        self.levels.get(depth).map_or(0, |level| {
            let item = self.lists.nodes().item_of(level.node);
            self.lists.items().covered_size(item) as usize
        })
    }

    fn untried(&self, depth: usize) -> impl Iterator<Item = OptionId> {
        let nodes = self.lists.nodes();
        let below = move |&node: &NodeId| Some(nodes.down(node));
        let level = self.levels.get(depth);
        let after = level.into_iter().flat_map(move |level| std::iter::successors(below(&level.node), below));
        after.take_while(move |&node| node != nodes.item_of(node)).map(move |node| nodes.option_of(node))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::named::NamedProblem;

    /// Visits every node of the search, and checks the lists at each.
    fn visit_all(links: &mut Links) {
        links.lists.check();
        if links.state() == NodeState::Open {
            links.open_level();
            loop {
                links.try_next();
                if links.state() == NodeState::Dead {
                    // The choice is undone, but the level's item stays covered.
                    links.lists.check();
                } else {
                    visit_all(links);
                }
                if !links.undo() {
                    break;
                }
            }
            links.close_level();
            links.lists.check();
        }
    }

    #[test]
    fn sizes_agree_with_lists_at_every_node() {
        for text in [
            "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n",
            "a b c d | x\na x:A\nb x:A\nc x:B\na b\nc d x:A\nb c x:B\nd x:B\nd x\nc x:A\n",
            "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\nb\na c\nf g\ne\n",
        ] {
            let problem = text.parse::<NamedProblem>().expect("valid text").into_problem();
            let mut links = Links::new(&problem);
            visit_all(&mut links);
            assert_eq!(links, Links::new(&problem));
        }
    }
}
