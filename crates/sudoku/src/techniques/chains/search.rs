//! Breadth-first search along strong and weak links.

use super::nodes::{ChainNodeId, GroupNode, LinkKinds, LinkNodes};
use crate::model::{Cell, Digit};
use crate::techniques::board::Board;
use crate::techniques::cell_set::CellSet;
use crate::techniques::work::WorkBudget;

/// Maximum number of links of a chain.
const LINKS_MAX: usize = 41;

/// Maximum number of nodes that the runs of a search reach together: a fraction of a second on the largest boards.
const REACHED_MAX: usize = 500_000;

/// Maximum number of nodes whose consequences are kept: six megabytes on the largest boards.
const KEPT_MAX: usize = 1_000;

/// An alternating chain: the links between its nodes are strong, weak, strong, ..., strong.
///
/// One of its ends is true. In a loop, a weak link joins the ends: one end of each of its links is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::techniques) struct Chain {
    /// The nodes, from start to end; the start and the end of a chain that proves its start are equal.
    pub(in crate::techniques) nodes: Vec<ChainNodeId>,
    /// Whether a weak link joins the ends.
    pub(in crate::techniques) is_loop: bool,
}

/// Adds a node to the candidates or the groups that are true, or false.
fn mark<const W: usize>(
    nodes: &LinkNodes<W>,
    node: ChainNodeId,
    candidates: &mut [CellSet<W>],
    groups: &mut [bool],
) {
    match nodes.group_index(node) {
        Some(index) => groups[index] = true,
        None => {
            let (cell, digit) = nodes.candidate(node);
            candidates[digit.index()].insert(cell);
        }
    }
}

/// Search for chains on one board, which can be paused.
///
/// A run assumes that one node is true, and follows the links level by level: a node with a weak link to a true node is
/// false, and a node with a strong link to a false node is true. Each node becomes true at most once and false at most once,
/// so that the time of a run is linear in the number of links.
#[derive(Clone, Debug)]
pub(in crate::techniques) struct ChainSearch<const W: usize> {
    kinds: LinkKinds,
    nodes: LinkNodes<W>,
    /// For each digit, the cells whose candidate is true.
    on: Vec<CellSet<W>>,
    /// For each digit, the cells whose candidate is false.
    off: Vec<CellSet<W>>,
    groups_on: Vec<bool>,
    groups_off: Vec<bool>,
    /// For each node, the node that made it true.
    on_parents: Vec<ChainNodeId>,
    /// For each node with a strong link, the node that made it false.
    off_parents: Vec<ChainNodeId>,
    /// True nodes in the order of the search; those from `level` on are the newest level.
    reached: Vec<ChainNodeId>,
    level: usize,
    /// For each node, the position of its consequences in `kept`, plus 1; 0 if they are not known.
    kept_at: Vec<u32>,
    /// For each node whose consequences are known and each digit, the cells whose candidate is false.
    kept: Vec<CellSet<W>>,
    /// Nodes from which a chain may start.
    starts: Vec<ChainNodeId>,
    /// Position in `starts` of the next one to search from.
    next_start: usize,
    /// The shortest chain so far.
    best: Option<Chain>,
    /// Number of nodes that the search for the shortest chain reached so far.
    reached_total: usize,
}

impl<const W: usize> ChainSearch<W> {
    /// The search of a board along these links. Its methods must be called with the same board.
    pub(in crate::techniques) fn new(board: &Board<W>, kinds: LinkKinds) -> Self {
        let nodes = LinkNodes::new(board, kinds);
        let (digits, groups) = (board.size(), nodes.groups().len());
        let count = nodes.count();
        Self {
            kinds,
            on: vec![CellSet::EMPTY; digits],
            off: vec![CellSet::EMPTY; digits],
            groups_on: vec![false; groups],
            groups_off: vec![false; groups],
            on_parents: vec![0; count],
            off_parents: vec![0; count],
            reached: Vec::with_capacity(count),
            level: 0,
            kept_at: vec![0; count],
            kept: Vec::new(),
            starts: nodes.starts(),
            next_start: 0,
            best: None,
            reached_total: 0,
            nodes,
        }
    }

    /// The links that chains may use.
    pub(in crate::techniques) fn kinds(&self) -> LinkKinds {
        self.kinds
    }

    /// The nodes.
    pub(in crate::techniques) fn nodes(&self) -> &LinkNodes<W> {
        &self.nodes
    }

    /// Searches on for the shortest chain that eliminates a candidate or proves its start, the first of several.
    ///
    /// Returns whether the search has ended; `false` once `work` is used up. Its result is [`chain`](Self::chain).
    pub(in crate::techniques) fn search(&mut self, board: &Board<W>, work: &mut WorkBudget) -> bool {
        while let Some(&start) = self.starts.get(self.next_start) {
            // Later chains must be shorter.
            let links_max = self.best.as_ref().map_or(LINKS_MAX, |chain| chain.nodes.len().saturating_sub(3));
            if links_max < 3 || self.reached_total > REACHED_MAX {
                break;
            }
            if work.is_used_up() {
                return false;
            }
            self.next_start += 1;
            let reached_before = self.reached_total;
            if self.may_start(board, start)
                && let Some(chain) = self.shortest_from(board, start, links_max)
            {
                self.best = Some(chain);
            }
            work.spend((self.reached_total - reached_before + 1) as u64);
        }
        true
    }

    /// The shortest chain found so far.
    pub(in crate::techniques) fn chain(&self) -> Option<&Chain> {
        self.best.as_ref()
    }

    /// Whether a chain from this node can have an effect: if the node is false, some candidate with a weak link to it is false,
    /// too.
    fn may_start(&mut self, board: &Board<W>, start: ChainNodeId) -> bool {
        let (digit, sees, cell) = match self.nodes.group(start) {
            Some(group) => (group.digit, group.sees, None),
            None => {
                let (cell, digit) = self.nodes.candidate(start);
                (digit, board.geometry().peers(cell), Some(cell))
            }
        };
        let cell = cell.filter(|_| !matches!(self.kinds, LinkKinds::OneDigit(_)));
        (0..self.nodes.partners(start).len()).any(|index| {
            let partner = self.nodes.partners(start)[index];
            let falsified = self.consequences(board, partner);
            let in_cell = |cell: Cell| {
                let mut others = board.candidates(cell).without(digit).digits();
                others.any(|other| falsified[other.index()].contains(cell))
            };
            falsified[digit.index()].intersects(&sees) || cell.is_some_and(in_cell)
        })
    }

    /// The shortest chain from this node, with up to `links_max` links.
    fn shortest_from(&mut self, board: &Board<W>, start: ChainNodeId, links_max: usize) -> Option<Chain> {
        self.clear();
        let Self { nodes, off, groups_off, .. } = self;
        mark(nodes, start, off, groups_off);
        self.falsify(start, start);
        let mut links = 1;
        let mut chain = None;
        while chain.is_none() && self.level < self.reached.len() && links <= links_max {
            // One strong link alone is left to simpler techniques.
            if links > 1 {
                let mut newest = self.reached[self.level..].iter();
                chain = newest.find_map(|&end| self.chain_to(board, start, end));
            }
            self.next_level(board);
            links += 2;
        }
        self.reached_total += self.reached.len();
        chain
    }

    /// Assumes that a node is true, and follows all links.
    pub(in crate::techniques) fn assume(&mut self, board: &Board<W>, start: ChainNodeId) {
        self.begin_on(start);
        while self.level < self.reached.len() {
            self.next_level(board);
        }
    }

    /// For each digit, the cells whose candidate is false if this node is true.
    ///
    /// Known consequences of the nodes that it reaches are not computed again.
    pub(in crate::techniques) fn consequences(
        &mut self,
        board: &Board<W>,
        start: ChainNodeId,
    ) -> &[CellSet<W>] {
        let digits = self.off.len();
        let mut kept_at = self.kept_at[start as usize] as usize;
        if kept_at == 0 {
            self.begin_on(start);
            while let Some(&node) = self.reached.get(self.level) {
                self.level += 1;
                match self.kept_at[node as usize] as usize {
                    0 => self.expand(board, node),
                    kept_at => {
                        let kept = &self.kept[(kept_at - 1) * digits..];
                        self.off.iter_mut().zip(kept).for_each(|(off, kept)| *off |= *kept);
                    }
                }
            }
            self.reached_total += self.reached.len();
            if self.kept.len() >= KEPT_MAX * digits {
                return &self.off;
            }
            self.kept.extend_from_slice(&self.off);
            kept_at = self.kept.len() / digits;
            self.kept_at[start as usize] = kept_at as u32;
        }
        &self.kept[(kept_at - 1) * digits..][..digits]
    }

    /// Number of nodes that the last run made true.
    pub(in crate::techniques) fn reached(&self) -> usize {
        self.reached.len()
    }

    /// Path of the last run from its start, which it assumed true, to a candidate that it falsified.
    ///
    /// The links between its nodes are weak, strong, ..., weak. Empty if the candidate was not falsified.
    pub(in crate::techniques) fn path_to(&self, board: &Board<W>, target: ChainNodeId) -> Vec<ChainNodeId> {
        let mut path = vec![target];
        let falsifies = |&&node: &&ChainNodeId| self.nodes.are_weakly_linked(board, node, target);
        let Some(&(mut node)) = self.reached.iter().find(falsifies) else { return Vec::new() };
        path.push(node);
        while node != self.reached[0] {
            let off = self.on_parents[node as usize];
            node = self.off_parents[off as usize];
            path.extend([off, node]);
        }
        path.reverse();
        path
    }

    fn clear(&mut self) {
        self.on.fill(CellSet::EMPTY);
        self.off.fill(CellSet::EMPTY);
        self.groups_on.fill(false);
        self.groups_off.fill(false);
        self.reached.clear();
        self.level = 0;
    }

    /// Follows the links of the newest true nodes.
    fn next_level(&mut self, board: &Board<W>) {
        let end = self.reached.len();
        for index in self.level..end {
            self.expand(board, self.reached[index]);
        }
        self.level = end;
    }

    /// Falsifies the weakly linked nodes of a true node.
    fn expand(&mut self, board: &Board<W>, node: ChainNodeId) {
        if let Some(group) = self.nodes.group(node) {
            let GroupNode { digit, sees, .. } = *group;
            self.expand_digit(board, node, digit, sees);
            return;
        }
        let (cell, digit) = self.nodes.candidate(node);
        self.expand_digit(board, node, digit, board.geometry().peers(cell));
        if matches!(self.kinds, LinkKinds::OneDigit(_)) {
            return;
        }
        for other in board.candidates(cell).without(digit).digits() {
            let off = &mut self.off[other.index()];
            if !off.contains(cell) {
                off.insert(cell);
                if self.nodes.is_strong(cell, other) {
                    self.falsify(self.nodes.of(cell, other), node);
                }
            }
        }
    }

    /// Falsifies the candidates of a digit in these cells, and the groups within them.
    fn expand_digit(&mut self, board: &Board<W>, node: ChainNodeId, digit: Digit, sees: CellSet<W>) {
        let off = &mut self.off[digit.index()];
        let new = (sees & board.cells_with(digit)) - *off;
        *off |= new;
        for cell in (new & self.nodes.strong_cells(digit)).iter() {
            self.falsify(self.nodes.of(cell, digit), node);
        }
        for index in self.nodes.groups_of(digit) {
            let group = &self.nodes.groups()[index];
            if !self.groups_off[index] && group.cells.is_subset(&sees) {
                self.groups_off[index] = true;
                self.falsify(self.nodes.of_group(index), node);
            }
        }
    }

    /// Makes the strongly linked nodes of a false node true.
    fn falsify(&mut self, node: ChainNodeId, parent: ChainNodeId) {
        self.off_parents[node as usize] = parent;
        let Self { nodes, on, groups_on, on_parents, reached, .. } = self;
        for &partner in nodes.partners(node) {
            let is_new = match nodes.group_index(partner) {
                Some(index) => !std::mem::replace(&mut groups_on[index], true),
                None => {
                    let (cell, digit) = nodes.candidate(partner);
                    let is_new = !on[digit.index()].contains(cell);
                    on[digit.index()].insert(cell);
                    is_new
                }
            };
            if is_new {
                on_parents[partner as usize] = node;
                reached.push(partner);
            }
        }
    }

    /// Begins a run from a node that is true.
    fn begin_on(&mut self, start: ChainNodeId) {
        self.clear();
        let Self { nodes, on, groups_on, .. } = self;
        mark(nodes, start, on, groups_on);
        self.reached.push(start);
    }

    /// The chain of the current run from `start` to a true node, if it has an effect.
    fn chain_to(&self, board: &Board<W>, start: ChainNodeId, end: ChainNodeId) -> Option<Chain> {
        let chain = |is_loop| {
            let mut nodes = vec![end];
            let mut node = end;
            loop {
                let off = self.on_parents[node as usize];
                nodes.push(off);
                if off == start && nodes.len().is_multiple_of(2) {
                    break;
                }
                node = self.off_parents[off as usize];
                nodes.push(node);
            }
            nodes.reverse();
            Chain { nodes, is_loop }
        };
        let has_effect = start == end || self.nodes.has_common_weak(board, start, end);
        if start == end || !self.nodes.are_weakly_linked(board, start, end) {
            return has_effect.then(|| chain(false));
        }
        let chain = chain(true);
        let mut joins = chain.nodes[1..].chunks_exact(2);
        let has_effect = has_effect || joins.any(|pair| self.nodes.has_common_weak(board, pair[0], pair[1]));
        has_effect.then_some(chain)
    }
}
