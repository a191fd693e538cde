//! Nodes of chains: candidates, and groups of candidates of one digit.

use crate::encoding::Candidate;
use crate::model::{Cell, Digit, DigitSet};
use crate::techniques::board::Board;
use crate::techniques::cell_set::CellSet;
use crate::techniques::deduction::LinkEnd;

/// Links that a chain may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::techniques) enum LinkKinds {
    /// Links of this digit: X-chains.
    OneDigit(Digit),
    /// Strong links in cells, weak links in houses: XY-chains.
    BivalueCells,
    /// All links between candidates.
    Candidates,
    /// All links between candidates, and groups of candidates.
    Groups,
}

/// Number of a node: first the candidates by cell and digit, then the groups.
pub(in crate::techniques) type ChainNodeId = u32;

/// Two or more candidates of a digit in the intersection of two houses: true if one of them is.
#[derive(Clone, Copy, Debug)]
pub(in crate::techniques) struct GroupNode<const W: usize> {
    /// The digit.
    pub(in crate::techniques) digit: Digit,
    /// The cells.
    pub(in crate::techniques) cells: CellSet<W>,
    /// Cells that share a house with each of them.
    pub(in crate::techniques) sees: CellSet<W>,
}

/// The nodes of a board, with their strong and weak links.
///
/// A strong link joins the two candidates of a cell, or the two nodes that hold all places of a digit in a house with
/// every digit once: one of them is true. A weak link joins two candidates of a cell, or two nodes of a digit of which
/// all cells see each other: at most one of them is true.
#[derive(Clone, Debug)]
pub(in crate::techniques) struct LinkNodes<const W: usize> {
    /// All digits, by index.
    digits: Vec<Digit>,
    /// Number of candidates of a board without any digit: the number of the first group.
    candidates: usize,
    /// For each digit, the cells whose candidate has a strong link.
    strong: Vec<CellSet<W>>,
    /// The groups, by digit.
    groups: Vec<GroupNode<W>>,
    /// For each digit, the number of its first group; at the end the number of groups.
    first_groups: Vec<usize>,
    /// Strong links, by the node where they start.
    partners: Vec<ChainNodeId>,
    /// For each node, where its links start in `partners`; at the end their number.
    first_partners: Vec<u32>,
}

impl<const W: usize> LinkNodes<W> {
    /// The nodes of a board for chains with these links.
    pub(in crate::techniques) fn new(board: &Board<W>, kinds: LinkKinds) -> Self {
        let size = board.size();
        let mut nodes = Self {
            digits: Digit::all(size).collect(),
            candidates: board.layout().cell_count() * size,
            strong: vec![CellSet::EMPTY; size],
            groups: Vec::new(),
            first_groups: vec![0; size + 1],
            partners: Vec::new(),
            first_partners: Vec::new(),
        };
        let mut links = Vec::new();
        if !matches!(kinds, LinkKinds::OneDigit(_)) {
            for cell in board.bivalue_cells().iter() {
                let mut digits = board.candidates(cell).digits();
                if let (Some(one), Some(other)) = (digits.next(), digits.next()) {
                    links.push([nodes.of(cell, one), nodes.of(cell, other)]);
                }
            }
        }
        if kinds != LinkKinds::BivalueCells {
            let of_kind = match kinds {
                LinkKinds::OneDigit(digit) => DigitSet::of(digit),
                _ => DigitSet::all(size),
            };
            for house in (0..board.layout().house_count()).filter(|&house| board.geometry().is_exact(house)) {
                for digit in board.unplaced(house).intersection(of_kind).digits() {
                    if let Some([one, other]) = board.strong_pair(house, digit) {
                        links.push([nodes.of(one, digit), nodes.of(other, digit)]);
                    }
                }
            }
        }
        for digit in Digit::all(size) {
            if kinds == LinkKinds::Groups {
                nodes.add_groups(board, digit, &mut links);
            }
            nodes.first_groups[digit.index() + 1] = nodes.groups.len();
        }
        for &node in links.iter().flatten() {
            if nodes.group_index(node).is_none() {
                let (cell, digit) = nodes.candidate(node);
                nodes.strong[digit.index()].insert(cell);
            }
        }
        nodes.index_links(&links);
        nodes
    }

    /// Sorts the links, in both directions, by the node where they start.
    fn index_links(&mut self, links: &[[ChainNodeId; 2]]) {
        let mut ends = vec![0; self.count() + 1];
        links.iter().flatten().for_each(|&node| ends[node as usize + 1] += 1);
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        self.first_partners = ends.clone();
        self.partners = vec![0; 2 * links.len()];
        for &[one, other] in links {
            for (from, to) in [(one, other), (other, one)] {
                let end = &mut ends[from as usize];
                self.partners[*end as usize] = to;
                *end += 1;
            }
        }
    }

    /// Adds the groups of a digit that have a strong link.
    fn add_groups(&mut self, board: &Board<W>, digit: Digit, links: &mut Vec<[ChainNodeId; 2]>) {
        let geometry = board.geometry();
        for house in (0..board.layout().house_count()).filter(|&house| geometry.is_exact(house)) {
            let places = board.places(house, digit);
            if places.count_ones() < 3 {
                continue;
            }
            let intersections = geometry.rules().intersections(house);
            for intersection in intersections {
                let (inside, outside) = (places & intersection.shared, places & !intersection.shared);
                let is_node = outside.is_power_of_two()
                    || intersections.iter().any(|other| outside & !other.shared == 0);
                // Each pair of groups of a house is met twice.
                let is_repeated = !outside.is_power_of_two() && outside < inside;
                if inside.count_ones() < 2 || outside == 0 || !is_node || is_repeated {
                    continue;
                }
                let one = self.node_of_places(board, house, digit, inside);
                let other = self.node_of_places(board, house, digit, outside);
                links.push([one, other]);
            }
        }
    }

    /// The node of a digit at these places of a house.
    fn node_of_places(&mut self, board: &Board<W>, house: usize, digit: Digit, places: u64) -> ChainNodeId {
        let mut cells = board.cells_at(house, places);
        if let (Some(cell), None) = (cells.next(), cells.next()) {
            return self.of(cell, digit);
        }
        let cells: CellSet<W> = board.cells_at(house, places).collect();
        let first = self.first_groups[digit.index()];
        let known = self.groups[first..].iter().position(|group| group.cells == cells);
        let index = known.map_or(self.groups.len(), |known| first + known);
        if known.is_none() {
            let sees = board.geometry().common_peers(cells.iter());
            self.groups.push(GroupNode { digit, cells, sees });
        }
        self.of_group(index)
    }

    /// Number of nodes.
    pub(in crate::techniques) fn count(&self) -> usize {
        self.candidates + self.groups.len()
    }

    /// The groups.
    pub(in crate::techniques) fn groups(&self) -> &[GroupNode<W>] {
        &self.groups
    }

    /// Numbers of the groups of a digit.
    pub(in crate::techniques) fn groups_of(&self, digit: Digit) -> std::ops::Range<usize> {
        self.first_groups[digit.index()]..self.first_groups[digit.index() + 1]
    }

    /// The node of a candidate.
    #[inline(always)]
    pub(in crate::techniques) fn of(&self, cell: Cell, digit: Digit) -> ChainNodeId {
        (cell.index() * self.digits.len() + digit.index()) as ChainNodeId
    }

    /// The node of the group with this number.
    pub(in crate::techniques) fn of_group(&self, index: usize) -> ChainNodeId {
        (self.candidates + index) as ChainNodeId
    }

    /// Number of the group of a node; `None` for a candidate.
    #[inline(always)]
    pub(in crate::techniques) fn group_index(&self, node: ChainNodeId) -> Option<usize> {
        (node as usize).checked_sub(self.candidates)
    }

    /// The group of a node; `None` for a candidate.
    #[inline(always)]
    pub(in crate::techniques) fn group(&self, node: ChainNodeId) -> Option<&GroupNode<W>> {
        self.group_index(node).and_then(|index| self.groups.get(index))
    }

    /// Cell and digit of a node that is a candidate.
    #[inline(always)]
    pub(in crate::techniques) fn candidate(&self, node: ChainNodeId) -> (Cell, Digit) {
        let (node, size) = (node as usize, self.digits.len());
        (Cell((node / size) as u16), self.digits[node % size])
    }

    /// Whether a candidate has a strong link.
    #[inline(always)]
    pub(in crate::techniques) fn is_strong(&self, cell: Cell, digit: Digit) -> bool {
        self.strong[digit.index()].contains(cell)
    }

    /// Cells in which a digit has a strong link.
    #[inline(always)]
    pub(in crate::techniques) fn strong_cells(&self, digit: Digit) -> CellSet<W> {
        self.strong[digit.index()]
    }

    /// The nodes with a strong link.
    pub(in crate::techniques) fn starts(&self) -> Vec<ChainNodeId> {
        let of_digit = |digit: Digit| {
            self.strong[digit.index()].iter().map(move |cell| self.of(cell, digit)).collect::<Vec<_>>()
        };
        let groups = (0..self.groups.len()).map(|index| self.of_group(index));
        self.digits.iter().copied().flat_map(of_digit).chain(groups).collect()
    }

    /// The nodes with a strong link to this one.
    #[inline(always)]
    pub(in crate::techniques) fn partners(&self, node: ChainNodeId) -> &[ChainNodeId] {
        let (first, end) =
            (self.first_partners[node as usize] as usize, self.first_partners[node as usize + 1] as usize);
        &self.partners[first..end]
    }

    /// Digit and cells of a node.
    fn parts(&self, node: ChainNodeId) -> (Digit, CellSet<W>) {
        match self.group(node) {
            Some(group) => (group.digit, group.cells),
            None => {
                let (cell, digit) = self.candidate(node);
                (digit, CellSet::of(cell))
            }
        }
    }

    /// Cells that share a house with each cell of a node.
    fn sees(&self, board: &Board<W>, node: ChainNodeId) -> CellSet<W> {
        match self.group(node) {
            Some(group) => group.sees,
            None => board.geometry().peers(self.candidate(node).0),
        }
    }

    /// Whether a weak link joins two nodes.
    pub(in crate::techniques) fn are_weakly_linked(
        &self,
        board: &Board<W>,
        one: ChainNodeId,
        other: ChainNodeId,
    ) -> bool {
        let ((digit, cells), (other_digit, other_cells)) = (self.parts(one), self.parts(other));
        if digit == other_digit {
            other_cells.is_subset(&self.sees(board, one))
        } else {
            cells == other_cells && cells.only().is_some()
        }
    }

    /// Whether a candidate has weak links to both nodes.
    #[inline]
    pub(in crate::techniques) fn has_common_weak(
        &self,
        board: &Board<W>,
        one: ChainNodeId,
        other: ChainNodeId,
    ) -> bool {
        let mut found = false;
        self.for_each_common_weak(board, one, other, |_, cells| found |= !cells.is_empty());
        found
    }

    /// The candidates with weak links to both nodes, which may be equal.
    pub(in crate::techniques) fn common_weak(
        &self,
        board: &Board<W>,
        one: ChainNodeId,
        other: ChainNodeId,
    ) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        self.for_each_common_weak(board, one, other, |digit, cells| {
            candidates.extend(cells.iter().map(|cell| Candidate { cell, digit }));
        });
        candidates
    }

    #[inline]
    fn for_each_common_weak(
        &self,
        board: &Board<W>,
        one: ChainNodeId,
        other: ChainNodeId,
        mut visit: impl FnMut(Digit, CellSet<W>),
    ) {
        let ((digit, cells), (other_digit, other_cells)) = (self.parts(one), self.parts(other));
        if digit == other_digit {
            let sees = self.sees(board, one) & self.sees(board, other);
            visit(digit, sees & board.cells_with(digit));
            if one != other {
                return;
            }
        }
        let (single, other_single) = (cells.only(), other_cells.only());
        match (single, other_single) {
            (Some(cell), Some(other_cell)) if cell == other_cell => {
                let others = board.candidates(cell).without(digit).without(other_digit);
                others.digits().for_each(|digit| visit(digit, cells));
            }
            _ if digit == other_digit => {}
            _ => {
                // The candidate of one end's digit in the cell of the other.
                for (ends, digit, sees) in [
                    (other_single, digit, self.sees(board, one)),
                    (single, other_digit, self.sees(board, other)),
                ] {
                    if let Some(cell) = ends
                        && sees.contains(cell)
                        && board.candidates(cell).contains(digit)
                    {
                        visit(digit, CellSet::of(cell));
                    }
                }
            }
        }
    }

    /// The node as the end of a link.
    pub(in crate::techniques) fn link_end(&self, node: ChainNodeId) -> LinkEnd {
        let (digit, cells) = self.parts(node);
        LinkEnd { digit, cells: cells.iter().collect() }
    }

    /// Digits of these nodes.
    pub(in crate::techniques) fn digits(&self, nodes: &[ChainNodeId]) -> DigitSet {
        nodes.iter().map(|&node| self.parts(node).0).collect()
    }
}
