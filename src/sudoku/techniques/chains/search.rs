//! Breadth-first search along strong and weak links.

use super::nodes::{GroupNode, LinkKinds, LinkNodes, NodeId};
use crate::sudoku::model::Digit;
use crate::sudoku::techniques::board::Board;
use crate::sudoku::techniques::cell_set::CellSet;

/// Maximum number of links of a chain.
const LINKS_MAX: usize = 41;

/// Maximum number of nodes that the runs of a search reach together: a fraction of a second on the largest boards.
const REACHED_MAX: usize = 500_000;

/// An alternating chain: the links between its nodes are strong, weak, strong, ..., strong.
///
/// One of its ends is true. In a loop, a weak link joins the ends: one end of each of its links is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::sudoku::techniques) struct Chain {
    /// The nodes, from start to end; the start and the end of a chain that proves its start are equal.
    pub(in crate::sudoku::techniques) nodes: Vec<NodeId>,
    /// Whether a weak link joins the ends.
    pub(in crate::sudoku::techniques) is_loop: bool,
}

/// Search state of one board.
///
/// A run assumes one node and follows the links level by level: what is true falsifies its weakly linked nodes, what is
/// false makes its strongly linked nodes true. Each node becomes true and false once at most, so a run is linear in the
/// number of links.
#[derive(Clone, Debug)]
pub(in crate::sudoku::techniques) struct ChainSearch<'a, const W: usize> {
    board: &'a Board<W>,
    kinds: LinkKinds,
    nodes: LinkNodes<W>,
    /// For each digit, the cells whose candidate is true.
    on: Vec<CellSet<W>>,
    /// For each digit, the cells whose candidate is false.
    off: Vec<CellSet<W>>,
    groups_on: Vec<bool>,
    groups_off: Vec<bool>,
    /// For each node, the node that made it true.
    on_parents: Vec<NodeId>,
    /// For each node with a strong link, the node that made it false.
    off_parents: Vec<NodeId>,
    /// True nodes in the order of the search; those from `level` on are the newest level.
    reached: Vec<NodeId>,
    level: usize,
}

impl<'a, const W: usize> ChainSearch<'a, W> {
    /// The search of a board along these links.
    pub(in crate::sudoku::techniques) fn new(board: &'a Board<W>, kinds: LinkKinds) -> Self {
        let nodes = LinkNodes::new(board, kinds);
        let (digits, groups) = (board.size(), nodes.groups().len());
        let count = nodes.count();
        Self {
            board,
            kinds,
            on: vec![CellSet::EMPTY; digits],
            off: vec![CellSet::EMPTY; digits],
            groups_on: vec![false; groups],
            groups_off: vec![false; groups],
            on_parents: vec![0; count],
            off_parents: vec![0; count],
            reached: Vec::with_capacity(count),
            level: 0,
            nodes,
        }
    }

    /// The nodes.
    pub(in crate::sudoku::techniques) fn nodes(&self) -> &LinkNodes<W> {
        &self.nodes
    }

    /// The shortest chain that eliminates a candidate or proves its start; the first of several.
    pub(in crate::sudoku::techniques) fn shortest(&mut self) -> Option<Chain> {
        let mut best: Option<Chain> = None;
        let (mut links_max, mut reached) = (LINKS_MAX, 0);
        for start in self.nodes.starts() {
            if let Some(chain) = self.shortest_from(start, links_max) {
                // Later chains must be shorter.
                links_max = chain.nodes.len().saturating_sub(3);
                best = Some(chain);
            }
            reached += self.reached.len();
            if links_max < 3 || reached > REACHED_MAX {
                break;
            }
        }
        best
    }

    /// The shortest chain from this node, with up to `links_max` links.
    fn shortest_from(&mut self, start: NodeId, links_max: usize) -> Option<Chain> {
        self.clear();
        self.mark_off(start);
        self.falsify(start, start);
        let mut links = 1;
        while self.level < self.reached.len() && links <= links_max {
            // One strong link alone is left to simpler techniques.
            if links > 1 {
                for index in self.level..self.reached.len() {
                    let chain = self.chain_to(start, self.reached[index]);
                    if chain.is_some() {
                        return chain;
                    }
                }
            }
            self.next_level();
            links += 2;
        }
        None
    }

    /// Assumes that a node is true, and follows all links.
    pub(in crate::sudoku::techniques) fn assume(&mut self, start: NodeId) {
        self.clear();
        self.mark_on(start);
        self.reached.push(start);
        while self.level < self.reached.len() {
            self.next_level();
        }
    }

    /// For each digit, the cells whose candidate the last run falsified.
    pub(in crate::sudoku::techniques) fn falsified(&self) -> &[CellSet<W>] {
        &self.off
    }

    /// Path of the last run from its start, which it assumed true, to a candidate that it falsified.
    ///
    /// The links between its nodes are weak, strong, ..., weak. Empty if the candidate was not falsified.
    pub(in crate::sudoku::techniques) fn path_to(&self, target: NodeId) -> Vec<NodeId> {
        let mut path = vec![target];
        let falsifies = |&&node: &&NodeId| self.nodes.are_weakly_linked(self.board, node, target);
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
    fn next_level(&mut self) {
        let end = self.reached.len();
        for index in self.level..end {
            self.expand(self.reached[index]);
        }
        self.level = end;
    }

    /// Falsifies the weakly linked nodes of a true node.
    fn expand(&mut self, node: NodeId) {
        let board = self.board;
        if let Some(group) = self.nodes.group(node) {
            let GroupNode { digit, sees, .. } = *group;
            self.expand_digit(node, digit, sees);
            return;
        }
        let (cell, digit) = self.nodes.candidate(node);
        self.expand_digit(node, digit, board.geometry().peers(cell));
        if self.kinds == LinkKinds::OneDigit {
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
    fn expand_digit(&mut self, node: NodeId, digit: Digit, sees: CellSet<W>) {
        let off = &mut self.off[digit.index()];
        let new = (sees & self.board.cells_with(digit)) - *off;
        if new.is_empty() {
            return;
        }
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
    fn falsify(&mut self, node: NodeId, parent: NodeId) {
        self.off_parents[node as usize] = parent;
        let Self { board, kinds, nodes, on, groups_on, on_parents, reached, .. } = self;
        nodes.for_each_partner(board, *kinds, node, |partner| {
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
        });
    }

    fn mark_off(&mut self, node: NodeId) {
        match self.nodes.group_index(node) {
            Some(index) => self.groups_off[index] = true,
            None => {
                let (cell, digit) = self.nodes.candidate(node);
                self.off[digit.index()].insert(cell);
            }
        }
    }

    fn mark_on(&mut self, node: NodeId) {
        match self.nodes.group_index(node) {
            Some(index) => self.groups_on[index] = true,
            None => {
                let (cell, digit) = self.nodes.candidate(node);
                self.on[digit.index()].insert(cell);
            }
        }
    }

    /// The chain of the current run from `start` to a true node, if it has an effect.
    fn chain_to(&self, start: NodeId, end: NodeId) -> Option<Chain> {
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
        let has_effect = start == end || self.nodes.has_common_weak(self.board, start, end);
        if start == end || !self.nodes.are_weakly_linked(self.board, start, end) {
            return has_effect.then(|| chain(false));
        }
        let chain = chain(true);
        let mut joins = chain.nodes[1..].chunks_exact(2);
        let has_effect =
            has_effect || joins.any(|pair| self.nodes.has_common_weak(self.board, pair[0], pair[1]));
        has_effect.then_some(chain)
    }
}
