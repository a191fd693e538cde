//! Reference implementations, written from the definitions. They use nothing of the crate, so that they cannot share its
//! mistakes.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use proptest::test_runner::TestCaseError;

/// Number of nodes after which a search of a law gives up.
pub const NODES_MAX: u64 = 5_000;

/// Error of a search that would visit more than [`NODES_MAX`] nodes. A law rejects such a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeyondBound;

impl From<BeyondBound> for TestCaseError {
    fn from(_: BeyondBound) -> Self {
        Self::reject("the search visits too many nodes")
    }
}

/// An exact cover problem in plain numbers. Primary items come first, then secondary ones. An option is a list of items;
/// secondary ones may have a colour. An option without items is skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    pub primary: usize,
    pub secondary: usize,
    pub options: Vec<Vec<(usize, Option<u32>)>>,
}

impl Statement {
    /// All solutions, as sets of options, found by testing every set of options.
    pub fn solutions(&self) -> BTreeSet<BTreeSet<usize>> {
        assert!(self.options.len() <= 12, "too many options to test every set");
        (0_u32..1 << self.options.len())
            .map(|set| (0..self.options.len()).filter(|option| set >> option & 1 == 1).collect())
            .filter(|chosen| self.is_solved_by(chosen))
            .collect()
    }

    /// The definition: every primary item exactly once; every secondary item at most once, or always in the same colour; and no
    /// skipped option.
    pub fn is_solved_by(&self, chosen: &BTreeSet<usize>) -> bool {
        let is_skipped = |option: &usize| self.options[*option].is_empty();
        !chosen.iter().any(is_skipped)
            && (0..self.primary + self.secondary).all(|item| {
                let uses: Vec<Option<u32>> = chosen
                    .iter()
                    .flat_map(|&option| &self.options[option])
                    .filter(|entry| entry.0 == item)
                    .map(|entry| entry.1)
                    .collect();
                if item < self.primary {
                    uses.len() == 1
                } else {
                    uses.len() <= 1 || (uses[0].is_some() && uses.iter().all(|colour| *colour == uses[0]))
                }
            })
    }

    /// Visits all nodes of Algorithm C (TAOCP 7.2.2.1).
    pub fn walk(&self, branching: Branching) -> Result<Walk, BeyondBound> {
        let walk = self.walk_up_to(branching, NODES_MAX);
        if walk.nodes < NODES_MAX { Ok(walk) } else { Err(BeyondBound) }
    }

    /// Visits the first `nodes_max` nodes of Algorithm C, in a recursion that copies its state at every node.
    pub fn walk_up_to(&self, branching: Branching, nodes_max: u64) -> Walk {
        let mut walk = Walk::default();
        let mut state = SearchState {
            covered: vec![false; self.primary + self.secondary],
            colours: vec![None; self.primary + self.secondary],
            live: (0..self.options.len()).collect(),
            units: VecDeque::new(),
        };
        state.units = (0..self.primary).filter(|&item| self.size(&state, item) == 1).collect();
        self.visit(state, &mut Vec::new(), &mut walk, branching, nodes_max);
        walk
    }

    fn visit(
        &self,
        mut state: SearchState,
        chosen: &mut Vec<usize>,
        walk: &mut Walk,
        branching: Branching,
        nodes_max: u64,
    ) {
        if walk.nodes == nodes_max {
            return;
        }
        walk.nodes += 1;
        let active: Vec<usize> = (0..self.primary).filter(|&item| !state.covered[item]).collect();
        // `min_by_key` returns the first of equal items, as the search does.
        let Some(&smallest) = active.iter().min_by_key(|&&item| self.size(&state, item)) else {
            walk.solutions.push(chosen.clone());
            return;
        };
        if self.size(&state, smallest) == 0 {
            return;
        }
        let item = match branching {
            Branching::FirstSmallest => smallest,
            Branching::FirstUnit => self.first_unit(&mut state).unwrap_or(smallest),
        };
        let candidates = self.live_options(&state, item);
        state.covered[item] = true;
        walk.updates += candidates.iter().map(|&option| self.remove(&mut state, option, item)).sum::<u64>();
        for option in candidates {
            let mut below = state.clone();
            walk.updates += self.choose(&mut below, option, item);
            chosen.push(option);
            self.visit(below, chosen, walk, branching, nodes_max);
            chosen.pop();
        }
    }

    /// The active item that was first reduced to one option.
    fn first_unit(&self, state: &mut SearchState) -> Option<usize> {
        while let Some(item) = state.units.pop_front() {
            if !state.covered[item] && self.size(state, item) == 1 {
                return Some(item);
            }
        }
        None
    }

    fn live_options(&self, state: &SearchState, item: usize) -> Vec<usize> {
        state.live.iter().copied().filter(|&option| self.has(option, item)).collect()
    }

    fn size(&self, state: &SearchState, item: usize) -> usize {
        state.live.iter().filter(|&&option| self.has(option, item)).count()
    }

    fn has(&self, option: usize, item: usize) -> bool {
        self.options[option].iter().any(|entry| entry.0 == item)
    }

    /// Covers the items of an option except the branching one, until an active item has no option left. Returns the
    /// number of updates.
    fn choose(&self, state: &mut SearchState, option: usize, branching: usize) -> u64 {
        let mut updates = 0;
        let entries = self.entries_from(option, branching);
        for &(item, _) in entries.iter().filter(|entry| entry.0 < self.primary) {
            state.covered[item] = true;
        }
        if self.starves(state) {
            return updates;
        }
        for &(item, colour) in &entries[1..] {
            if colour.is_some() && state.colours[item] == colour {
                continue;
            }
            for removed in self.live_options(state, item) {
                if colour.is_none() || !self.options[removed].contains(&(item, colour)) {
                    updates += self.remove(state, removed, item);
                    if self.starves(state) {
                        return updates;
                    }
                }
            }
            state.colours[item] = colour;
        }
        updates
    }

    /// Whether an active item has no option left.
    fn starves(&self, state: &SearchState) -> bool {
        let has_option = |item| state.live.iter().any(|&option| self.has(option, item));
        (0..self.primary).any(|item| !state.covered[item] && !has_option(item))
    }

    /// The entries of an option in cyclic order, starting at `item`.
    fn entries_from(&self, option: usize, item: usize) -> Vec<(usize, Option<u32>)> {
        let mut entries = self.options[option].clone();
        let first = entries.iter().position(|entry| entry.0 == item).unwrap_or_default();
        entries.rotate_left(first);
        entries
    }

    /// Removes an option from all lists except the list of `item`, and returns their number. An entry whose colour its item
    /// already has stays in its list.
    fn remove(&self, state: &mut SearchState, option: usize, item: usize) -> u64 {
        state.live.retain(|&other| other != option);
        let mut lists = 0;
        for &(other, colour) in &self.entries_from(option, item)[1..] {
            if colour.is_none() || state.colours[other] != colour {
                lists += 1;
                if other < self.primary && !state.covered[other] && self.size(state, other) == 1 {
                    state.units.push_back(other);
                }
            }
        }
        lists
    }
}

/// Branching rule of a search.
#[derive(Clone, Copy, Debug)]
pub enum Branching {
    /// The first item with the fewest options.
    FirstSmallest,
    /// The item first reduced to one option; without one, the first with the fewest.
    FirstUnit,
}

#[derive(Clone)]
struct SearchState {
    covered: Vec<bool>,
    colours: Vec<Option<u32>>,
    live: Vec<usize>,
    /// Queue of items reduced to one option.
    units: VecDeque<usize>,
}

/// Trace of a whole search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    pub solutions: Vec<Vec<usize>>,
    pub nodes: u64,
    pub updates: u64,
}

/// Kinds of houses, in the order in which conflicts are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    Row,
    Column,
    Box,
}

/// A Sudoku in plain numbers: cells row by row, 0 for an empty one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub size: usize,
    pub box_width: usize,
    pub box_height: usize,
    pub cells: Vec<usize>,
}

impl Board {
    /// Number, from 1, of the cell's house of a kind.
    fn house(&self, family: Family, cell: usize) -> usize {
        let (row, column) = (cell / self.size, cell % self.size);
        1 + match family {
            Family::Row => row,
            Family::Column => column,
            Family::Box => row / self.box_height * (self.size / self.box_width) + column / self.box_width,
        }
    }

    /// Cells of every house.
    pub fn houses(&self) -> Vec<Vec<usize>> {
        let mut houses: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for family in [Family::Row, Family::Column, Family::Box] {
            for cell in 0..self.cells.len() {
                houses.entry((family, self.house(family, cell))).or_default().push(cell);
            }
        }
        houses.into_values().collect()
    }

    /// Cells of each digit given more than once in a house, found by comparing all pairs.
    pub fn conflicts(&self) -> BTreeMap<(Family, usize, usize), BTreeSet<usize>> {
        let mut conflicts: BTreeMap<_, BTreeSet<usize>> = BTreeMap::new();
        for a in 0..self.cells.len() {
            for b in 0..a {
                if self.cells[a] == 0 || self.cells[a] != self.cells[b] {
                    continue;
                }
                for family in [Family::Row, Family::Column, Family::Box] {
                    let house = self.house(family, a);
                    if house == self.house(family, b) {
                        conflicts.entry((family, house, self.cells[a])).or_default().extend([a, b]);
                    }
                }
            }
        }
        conflicts
    }

    /// Whether every cell has a digit, no house has a repeated digit, and every clue is kept.
    pub fn is_solution_of(&self, clues: &Board) -> bool {
        self.cells.len() == clues.cells.len()
            && self.cells.iter().all(|&digit| (1..=self.size).contains(&digit))
            && clues.cells.iter().zip(&self.cells).all(|(&clue, &digit)| clue == 0 || clue == digit)
            && self.conflicts().is_empty()
    }

    /// Returns up to `limit` solutions.
    pub fn solutions(&self, limit: usize) -> Result<Vec<Vec<usize>>, BeyondBound> {
        HousePuzzle::from(self).solutions(limit)
    }

    /// Digits that no cell in the same row, column or box has.
    pub fn digits_that_fit(&self, cell: usize) -> Vec<usize> {
        let sees = |other: usize| {
            [Family::Row, Family::Column, Family::Box]
                .into_iter()
                .any(|family| self.house(family, cell) == self.house(family, other))
        };
        let mut is_seen = vec![false; self.size + 1];
        for other in 0..self.cells.len() {
            let digit = self.cells[other];
            if !is_seen[digit] && sees(other) {
                is_seen[digit] = true;
            }
        }
        (1..=self.size).filter(|&digit| !is_seen[digit]).collect()
    }
}

/// A puzzle over any houses in plain numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HousePuzzle {
    /// Row and column of each cell, from 1.
    pub positions: Vec<(usize, usize)>,
    /// Cells of each house. No house has more cells than there are digits.
    pub houses: Vec<Vec<usize>>,
    /// Number of digits.
    pub digits: usize,
    /// Clue of each cell, 0 for none.
    pub clues: Vec<usize>,
    /// Allowed digits of each cell.
    pub candidates: Vec<BTreeSet<usize>>,
}

impl HousePuzzle {
    /// The empty puzzle, with all digits as candidates.
    pub fn empty(positions: Vec<(usize, usize)>, houses: Vec<Vec<usize>>, digits: usize) -> Self {
        let clues = vec![0; positions.len()];
        let candidates = vec![(1..=digits).collect(); positions.len()];
        Self { positions, houses, digits, clues, candidates }
    }

    /// Whether a house has the digit of a cell twice. Empty cells do not count.
    pub fn repeats_digit(&self, cells: &[usize]) -> bool {
        self.houses.iter().any(|house| {
            let digits: Vec<usize> =
                house.iter().map(|&cell| cells[cell]).filter(|&digit| digit != 0).collect();
            digits.iter().collect::<BTreeSet<_>>().len() < digits.len()
        })
    }

    /// The definition: all cells filled with candidates, all clues kept, no digit twice in a house.
    pub fn is_solved_by(&self, cells: &[usize]) -> bool {
        let fits = |cell: usize| {
            let (digit, clue) = (cells[cell], self.clues[cell]);
            self.candidates[cell].contains(&digit) && (clue == 0 || clue == digit)
        };
        cells.len() == self.clues.len() && (0..cells.len()).all(fits) && !self.repeats_digit(cells)
    }

    /// Returns up to `limit` solutions, found by filling in cells.
    pub fn solutions(&self, limit: usize) -> Result<Vec<Vec<usize>>, BeyondBound> {
        let mut filling = Filling { puzzle: self, peers: self.peers(), limit, nodes: 0, found: Vec::new() };
        if !self.repeats_digit(&self.clues) {
            filling.visit(&mut self.clues.clone(), &self.open_candidates())?;
        }
        Ok(filling.found)
    }

    /// Whether the puzzle has a solution.
    pub fn is_solvable(&self) -> Result<bool, BeyondBound> {
        Ok(!self.solutions(1)?.is_empty())
    }

    /// For each cell, the other cells of its houses.
    fn peers(&self) -> Vec<Vec<usize>> {
        let peers_of = |cell: usize| {
            let houses = self.houses.iter().filter(|house| house.contains(&cell));
            let others: BTreeSet<usize> = houses.flatten().copied().filter(|&other| other != cell).collect();
            others.into_iter().collect()
        };
        (0..self.clues.len()).map(peers_of).collect()
    }

    /// Candidates of the empty cells that no clue excludes, as one bit for each digit.
    fn open_candidates(&self) -> Vec<u64> {
        let peers = self.peers();
        let is_free = |cell: usize, digit| peers[cell].iter().all(|&peer| self.clues[peer] != digit);
        let open = |cell: usize| {
            let digits = self.candidates[cell].iter().filter(|&&digit| is_free(cell, digit));
            digits.map(|digit| 1 << digit).sum()
        };
        (0..self.clues.len()).map(|cell| if self.clues[cell] == 0 { open(cell) } else { 0 }).collect()
    }

    /// Number of candidates of the empty cells that no clue excludes.
    pub fn candidate_count(&self) -> usize {
        self.open_candidates().iter().map(|digits| digits.count_ones() as usize).sum()
    }
}

/// Search for the solutions of a puzzle.
struct Filling<'a> {
    puzzle: &'a HousePuzzle,
    peers: Vec<Vec<usize>>,
    limit: usize,
    nodes: u64,
    found: Vec<Vec<usize>>,
}

impl Filling<'_> {
    /// Fills in the cell with the fewest candidates (MRV), and the other empty cells after it.
    fn visit(&mut self, cells: &mut Vec<usize>, candidates: &[u64]) -> Result<(), BeyondBound> {
        self.nodes += 1;
        if self.nodes > NODES_MAX {
            return Err(BeyondBound);
        }
        let empty = (0..cells.len()).filter(|&cell| cells[cell] == 0);
        let Some(cell) = empty.min_by_key(|&cell| candidates[cell].count_ones()) else {
            self.found.push(cells.clone());
            return Ok(());
        };
        for digit in (1..=self.puzzle.digits).filter(|digit| candidates[cell] >> digit & 1 == 1) {
            if self.found.len() < self.limit {
                cells[cell] = digit;
                let mut below = candidates.to_vec();
                self.peers[cell].iter().for_each(|&peer| below[peer] &= !(1 << digit));
                self.visit(cells, &below)?;
                cells[cell] = 0;
            }
        }
        Ok(())
    }
}

impl From<&Board> for HousePuzzle {
    fn from(board: &Board) -> Self {
        let positions =
            (0..board.cells.len()).map(|cell| (cell / board.size + 1, cell % board.size + 1)).collect();
        let empty = Self::empty(positions, board.houses(), board.size);
        Self { clues: board.cells.clone(), ..empty }
    }
}
