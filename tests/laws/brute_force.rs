//! Judges written from the definitions alone. They name nothing of the crate, so that a mistake in the engine
//! cannot be made here too.

use std::collections::{BTreeMap, BTreeSet};

/// An exact cover problem in plain numbers: primary items first, then secondary ones; an option is a list of
/// items, the secondary ones with a colour or without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Statement {
    pub(crate) primary: usize,
    pub(crate) secondary: usize,
    pub(crate) options: Vec<Vec<(usize, Option<u32>)>>,
}

impl Statement {
    /// Every solution, as a set of options, found by trying every set of options.
    pub(crate) fn solutions(&self) -> BTreeSet<BTreeSet<usize>> {
        assert!(self.options.len() < 16, "trying every set is for small problems");
        (0_u32..1 << self.options.len())
            .map(|set| (0..self.options.len()).filter(|option| set >> option & 1 == 1).collect())
            .filter(|chosen| self.is_solved_by(chosen))
            .collect()
    }

    /// The definition: every primary item once, every secondary item at most once or always in one colour.
    pub(crate) fn is_solved_by(&self, chosen: &BTreeSet<usize>) -> bool {
        (0..self.primary + self.secondary).all(|item| {
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

    /// Algorithm C as a recursion that copies its whole state at every node and undoes nothing.
    pub(crate) fn walk(&self) -> Walk {
        let mut walk = Walk::default();
        let state = State {
            covered: vec![false; self.primary + self.secondary],
            colours: vec![None; self.primary + self.secondary],
            live: (0..self.options.len()).collect(),
        };
        self.visit(state, &mut Vec::new(), &mut walk);
        walk
    }

    fn visit(&self, mut state: State, chosen: &mut Vec<usize>, walk: &mut Walk) {
        walk.nodes += 1;
        // `min_by_key` gives the first of equals, which is the rule of the search as well.
        let smallest = (0..self.primary)
            .filter(|&item| !state.covered[item])
            .min_by_key(|&item| self.live_options(&state, item).len());
        let Some(item) = smallest else {
            walk.solutions.push(chosen.clone());
            return;
        };
        let candidates = self.live_options(&state, item);
        if candidates.is_empty() {
            return;
        }
        walk.updates += self.cover(&mut state, item);
        for option in candidates {
            let mut below = state.clone();
            let entries = &self.options[option];
            let own = entries.iter().position(|entry| entry.0 == item).unwrap_or_default();
            // Which items are satisfied first makes no difference to the node, but to the count of updates.
            for &(other, colour) in entries[own + 1..].iter().chain(&entries[..own]) {
                walk.updates += match colour {
                    None => self.cover(&mut below, other),
                    Some(colour) => self.purify(&mut below, other, colour),
                };
            }
            chosen.push(option);
            self.visit(below, chosen, walk);
            chosen.pop();
        }
    }

    fn live_options(&self, state: &State, item: usize) -> Vec<usize> {
        let has_item = |option: &usize| self.options[*option].iter().any(|entry| entry.0 == item);
        state.live.iter().copied().filter(has_item).collect()
    }

    /// Removes the item and its options, and tells how many updates that is: one for the item and one for
    /// each other list that an option leaves.
    fn cover(&self, state: &mut State, item: usize) -> u64 {
        state.covered[item] = true;
        let removed = self.live_options(state, item);
        state.live.retain(|option| !removed.contains(option));
        1 + removed.into_iter().map(|option| self.lists_left(state, option, item)).sum::<u64>()
    }

    fn purify(&self, state: &mut State, item: usize, colour: u32) -> u64 {
        if state.colours[item] == Some(colour) {
            return 0;
        }
        let mut removed = self.live_options(state, item);
        removed.retain(|&option| !self.options[option].contains(&(item, Some(colour))));
        state.live.retain(|option| !removed.contains(option));
        let updates = removed.into_iter().map(|option| self.lists_left(state, option, item)).sum();
        state.colours[item] = Some(colour);
        updates
    }

    /// An entry whose colour the item already has stays in its list for good.
    fn lists_left(&self, state: &State, option: usize, but: usize) -> u64 {
        let leaves = |entry: &&(usize, Option<u32>)| {
            entry.0 != but && (entry.1.is_none() || state.colours[entry.0] != entry.1)
        };
        self.options[option].iter().filter(leaves).count() as u64
    }
}

#[derive(Clone)]
struct State {
    covered: Vec<bool>,
    colours: Vec<Option<u32>>,
    live: Vec<usize>,
}

/// What a whole search sees, in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Walk {
    pub(crate) solutions: Vec<Vec<usize>>,
    pub(crate) nodes: u64,
    pub(crate) updates: u64,
}

/// The families of houses, in the order in which conflicts are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Family {
    Row,
    Column,
    Box,
}

/// A Sudoku in plain numbers: cells along the rows, 0 for an empty one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) size: usize,
    pub(crate) box_width: usize,
    pub(crate) box_height: usize,
    pub(crate) cells: Vec<usize>,
}

impl Board {
    /// The number, from 1, of the house of a family that a cell lies in.
    fn house(&self, family: Family, cell: usize) -> usize {
        let (row, column) = (cell / self.size, cell % self.size);
        1 + match family {
            Family::Row => row,
            Family::Column => column,
            Family::Box => row / self.box_height * (self.size / self.box_width) + column / self.box_width,
        }
    }

    /// The cells of every house.
    pub(crate) fn houses(&self) -> Vec<Vec<usize>> {
        let mut houses: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for family in [Family::Row, Family::Column, Family::Box] {
            for cell in 0..self.cells.len() {
                houses.entry((family, self.house(family, cell))).or_default().push(cell);
            }
        }
        houses.into_values().collect()
    }

    /// For each house and digit given there more than once, the cells: found by looking at every pair.
    pub(crate) fn conflicts(&self) -> BTreeMap<(Family, usize, usize), BTreeSet<usize>> {
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

    /// The rules: every cell has a digit, no two cells of a house the same one, and every clue is kept.
    pub(crate) fn is_solution_of(&self, clues: &Board) -> bool {
        self.cells.len() == clues.cells.len()
            && self.cells.iter().all(|&digit| (1..=self.size).contains(&digit))
            && clues.cells.iter().zip(&self.cells).all(|(&clue, &digit)| clue == 0 || clue == digit)
            && self.conflicts().is_empty()
    }

    /// How many solutions there are, counted no further than `limit`.
    pub(crate) fn count(&self, limit: u64) -> u64 {
        self.each_solution(limit, &mut |_| {})
    }

    /// Calls `visit` with the cells of every solution, of `limit` at most, and counts them.
    pub(crate) fn each_solution(&self, limit: u64, visit: &mut dyn FnMut(&[usize])) -> u64 {
        let mut found = 0;
        if self.conflicts().is_empty() {
            self.clone().fill_on(limit, &mut found, visit);
        }
        found
    }

    fn fill_on(&mut self, limit: u64, found: &mut u64, visit: &mut dyn FnMut(&[usize])) {
        let next = (0..self.cells.len())
            .filter(|&cell| self.cells[cell] == 0)
            .map(|cell| (cell, self.digits_that_fit(cell)))
            .min_by_key(|(_, digits)| digits.len());
        let Some((cell, digits)) = next else {
            visit(&self.cells);
            *found += 1;
            return;
        };
        for digit in digits {
            if *found < limit {
                self.cells[cell] = digit;
                self.fill_on(limit, found, visit);
                self.cells[cell] = 0;
            }
        }
    }

    /// The digits that no cell of the same row, column or box has.
    pub(crate) fn digits_that_fit(&self, cell: usize) -> Vec<usize> {
        let sees = |other: usize| {
            [Family::Row, Family::Column, Family::Box]
                .into_iter()
                .any(|family| self.house(family, cell) == self.house(family, other))
        };
        let seen: BTreeSet<usize> =
            (0..self.cells.len()).filter(|&other| sees(other)).map(|other| self.cells[other]).collect();
        (1..=self.size).filter(|digit| !seen.contains(digit)).collect()
    }
}
