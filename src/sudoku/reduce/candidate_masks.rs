//! The rules for every geometry, on one bit mask per cell and per digit of a house.

use crate::exact_cover::NodeState;
use crate::sudoku::geometry::{Cell, Geometry, HOUSES_MAX};
use crate::sudoku::grid::{Digit, Grid};
use crate::sudoku::puzzle::Puzzle;

/// Candidates of a puzzle, by cell and by digit of each house.
///
/// Event-driven: each removal of a candidate queues the singles and intersections it may have created, so nothing is
/// rescanned.
#[derive(Clone, Debug)]
pub struct CandidateMasks {
    geometry: Geometry,
    /// Digits of the solved cells, clues included.
    solved: Grid,
    /// Candidates of each cell, as bits by digit; 0 for a solved cell.
    candidates: Vec<u64>,
    /// Places of each digit in each house, as bits by index in the house; 0 for a placed digit.
    places: Vec<u64>,
    /// Number of unsolved cells.
    unsolved_cells: usize,
    /// Whether an unsolved cell has no candidate, or an unplaced digit no place.
    dead: bool,
    /// Queue of cells with one candidate.
    naked_singles: Vec<Cell>,
    /// Queue of digits of houses (indices of `places`) with one place.
    hidden_singles: Vec<usize>,
    /// Queue of digits of houses whose places changed since their intersections were last checked.
    changed_digits: Vec<usize>,
    is_changed: Vec<bool>,
}

impl CandidateMasks {
    /// The candidates that the clues of `puzzle` allow, before any rule. Conflicting clues are not detected.
    pub fn new(puzzle: &Puzzle) -> Self {
        let mut masks = Self {
            geometry: puzzle.geometry().clone(),
            solved: puzzle.clues().clone(),
            candidates: Vec::new(),
            places: Vec::new(),
            unsolved_cells: 0,
            dead: false,
            naked_singles: Vec::new(),
            hidden_singles: Vec::new(),
            changed_digits: Vec::new(),
            is_changed: Vec::new(),
        };
        masks.restart(puzzle);
        masks
    }

    /// As [`new`](Self::new), reusing the memory: does not allocate for a puzzle no larger than an earlier one.
    pub fn restart(&mut self, puzzle: &Puzzle) {
        self.geometry.clone_from(puzzle.geometry());
        let digits = self.geometry.house_count() * self.geometry.size();
        self.dead = false;
        self.solved.copy_from(puzzle.clues());
        let cells = self.geometry.cell_count();
        refill(&mut self.candidates, cells, 0);
        refill(&mut self.places, digits, 0);
        refill(&mut self.is_changed, digits, false);
        // Each cell and each digit of a house enters a queue once at most at a time.
        for (list, length_max) in [(&mut self.hidden_singles, digits), (&mut self.changed_digits, digits)] {
            list.clear();
            list.reserve(length_max);
        }
        self.naked_singles.clear();
        self.naked_singles.reserve(cells);
        let given = puzzle.given_digits();
        self.fill_candidates(&given);
        self.queue_all(&given);
    }

    /// Fills in the candidates and places of the cells without a clue.
    fn fill_candidates(&mut self, given: &[u64; HOUSES_MAX]) {
        let size = self.geometry.size();
        self.unsolved_cells = 0;
        for cell in self.geometry.cells() {
            if self.solved.digit(cell).is_some() {
                continue;
            }
            self.unsolved_cells += 1;
            let excluded = self.geometry.houses_of(cell).fold(0, |excluded, house| excluded | given[house]);
            let candidates = all_bits(size) & !excluded;
            self.candidates[cell.index()] = candidates;
            for membership in self.geometry.memberships_of(cell) {
                for digit in set_bits(candidates) {
                    self.places[usize::from(membership.house) * size + digit] |= 1 << membership.index;
                }
            }
        }
    }

    /// Queues all singles and all unplaced digits of houses.
    fn queue_all(&mut self, given: &[u64; HOUSES_MAX]) {
        let size = self.geometry.size();
        for cell in self.geometry.cells().filter(|&cell| self.solved.digit(cell).is_none()) {
            match self.candidates[cell.index()].count_ones() {
                0 => self.dead = true,
                1 => self.naked_singles.push(cell),
                _ => {}
            }
        }
        for (house, given) in given[..self.geometry.house_count()].iter().enumerate() {
            for digit in set_bits(all_bits(size) & !given) {
                self.queue_digit(house * size + digit);
            }
        }
    }

    /// Applies the rules until a fixpoint, a solution or a contradiction.
    ///
    /// Each candidate is removed at most once, and intersections are checked only after a removal: O(size³), some
    /// milliseconds for the largest puzzles.
    pub fn reduce(&mut self) -> NodeState {
        // A local copy lets the methods below borrow `self` mutably.
        let geometry = self.geometry.clone();
        let size = geometry.size();
        while self.state() == NodeState::Open {
            if let Some(cell) = self.naked_singles.pop() {
                self.place_first(&geometry, cell, self.candidates[cell.index()]);
            } else if let Some(index) = self.hidden_singles.pop() {
                if self.places[index] != 0 {
                    let place = self.places[index].trailing_zeros() as usize;
                    self.place_digit(&geometry, geometry.cells_of(index / size)[place], index % size);
                }
            } else if let Some(index) = self.changed_digits.pop() {
                self.apply_intersections(&geometry, index);
            } else {
                break;
            }
        }
        self.state()
    }

    /// Places the first of `candidates` in a cell; without candidates, the cell is solved or contradictory already.
    fn place_first(&mut self, geometry: &Geometry, cell: Cell, candidates: u64) {
        if let Some(digit) = set_bits(candidates).next() {
            self.place_digit(geometry, cell, digit);
        }
    }

    /// Places a candidate in an unsolved cell: removes the other candidates of the cell and the digit from its peers.
    fn place_digit(&mut self, geometry: &Geometry, cell: Cell, digit: usize) {
        let size = geometry.size();
        if let Some(digit) = Digit::new(digit + 1) {
            self.solved.fill(cell, digit);
        }
        self.unsolved_cells -= 1;
        let others = self.candidates[cell.index()] & !(1 << digit);
        self.candidates[cell.index()] = 0;
        for membership in geometry.memberships_of(cell) {
            for other in set_bits(others) {
                self.remove_place(usize::from(membership.house) * size + other, membership.index);
            }
            let house = usize::from(membership.house);
            let index = house * size + digit;
            let peers = self.places[index] & !(1 << membership.index);
            self.places[index] = 0;
            for peer in set_bits(peers) {
                self.exclude(geometry, geometry.cells_of(house)[peer], digit, Some(house));
            }
        }
    }

    /// Removes a candidate of an unsolved cell. In the house `placed_in` the digit was placed: its places there are not
    /// updated.
    fn exclude(&mut self, geometry: &Geometry, cell: Cell, digit: usize, placed_in: Option<usize>) {
        let candidates = &mut self.candidates[cell.index()];
        *candidates &= !(1 << digit);
        match candidates.count_ones() {
            0 => self.dead = true,
            1 => self.naked_singles.push(cell),
            _ => {}
        }
        for membership in geometry.memberships_of(cell) {
            let house = usize::from(membership.house);
            if placed_in != Some(house) {
                self.remove_place(house * geometry.size() + digit, membership.index);
            }
        }
    }

    fn remove_place(&mut self, index: usize, place: u8) {
        self.places[index] &= !(1 << place);
        self.queue_digit(index);
    }

    /// Queues a digit of a house according to its number of places.
    fn queue_digit(&mut self, index: usize) {
        match self.places[index].count_ones() {
            0 => self.dead = true,
            1 => self.hidden_singles.push(index),
            _ if self.is_changed[index] => {}
            _ => {
                self.is_changed[index] = true;
                self.changed_digits.push(index);
            }
        }
    }

    /// Pointing and claiming: if all places of a digit in a house lie in another house, removes its other candidates there.
    fn apply_intersections(&mut self, geometry: &Geometry, index: usize) {
        self.is_changed[index] = false;
        let size = geometry.size();
        let (house, digit) = (index / size, index % size);
        let places = self.places[index];
        if places == 0 {
            return;
        }
        for intersection in
            geometry.intersections(house).iter().filter(|intersection| places & !intersection.shared == 0)
        {
            let other = usize::from(intersection.other);
            let elsewhere = self.places[other * size + digit] & !intersection.shared_in_other;
            for place in set_bits(elsewhere) {
                self.exclude(geometry, geometry.cells_of(other)[place], digit, None);
            }
        }
    }

    /// Whether the puzzle is solved, contradictory or open.
    pub fn state(&self) -> NodeState {
        if self.dead {
            NodeState::Dead
        } else if self.unsolved_cells == 0 {
            NodeState::Solved
        } else {
            NodeState::Open
        }
    }

    /// The cells and houses.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// Digits of the solved cells, clues included.
    pub fn solved(&self) -> &Grid {
        &self.solved
    }

    /// Number of unsolved cells.
    pub fn unsolved_count(&self) -> usize {
        self.unsolved_cells
    }

    /// Candidates of an unsolved cell, in ascending order; none for a solved cell.
    pub fn candidates(&self, cell: Cell) -> impl Iterator<Item = Digit> {
        set_bits(self.candidates[cell.index()]).filter_map(|index| Digit::new(index + 1))
    }

    /// Whether a digit is not placed yet in the house with this number.
    pub fn is_digit_unplaced(&self, house: usize, digit: Digit) -> bool {
        self.places[house * self.geometry.size() + digit.index()] != 0
    }

    /// Number of candidates of the unsolved cells.
    pub fn candidate_count(&self) -> usize {
        self.candidates.iter().map(|candidates| candidates.count_ones() as usize).sum()
    }
}

/// A mask of the lowest `size` bits.
fn all_bits(size: usize) -> u64 {
    (1 << size) - 1
}

/// Indices of the set bits, in ascending order.
fn set_bits(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        lowest
    })
}

fn refill<T: Copy>(list: &mut Vec<T>, length: usize, value: T) {
    list.clear();
    list.resize(length, value);
}
