//! The rules for every size and shape of box, on one word of bits for each cell and for each digit of a house.

use crate::exact_cover::NodeState;
use crate::sudoku::geometry::{Cell, Geometry, HOUSES_MAX};
use crate::sudoku::grid::{Digit, Grid};
use crate::sudoku::puzzle::Puzzle;

/// The candidates of a puzzle, seen from the cells and from the houses.
///
/// Every change is noticed where it happens: what has become certain waits in a list, so that nothing is ever
/// scanned for.
#[derive(Clone, Debug)]
pub struct CandidateMasks {
    geometry: Geometry,
    /// The digit of each settled cell, clues included.
    solved: Grid,
    /// The candidates of each open cell as bits by digit; 0 for a settled one.
    candidates: Vec<u64>,
    /// The places of each open digit in each house, as bits by the house's cells; 0 for a settled one.
    places: Vec<u64>,
    /// How many cells are not settled.
    open_cells: usize,
    /// Whether some open cell or digit has nothing left.
    dead: bool,
    /// Cells that came to have one candidate.
    naked_singles: Vec<Cell>,
    /// Digits of houses (as indices of `places`) that came to have one place.
    hidden_singles: Vec<usize>,
    /// Digits of houses whose places have changed since intersections were last looked at.
    changed_digits: Vec<usize>,
    is_changed: Vec<bool>,
}

impl CandidateMasks {
    /// What the clues of `puzzle` leave, seen cell by cell: no rule has been drawn. Conflicting clues are not
    /// noticed: each is taken as it stands.
    pub fn new(puzzle: &Puzzle) -> Self {
        let mut masks = Self {
            geometry: puzzle.geometry().clone(),
            solved: puzzle.clues().clone(),
            candidates: Vec::new(),
            places: Vec::new(),
            open_cells: 0,
            dead: false,
            naked_singles: Vec::new(),
            hidden_singles: Vec::new(),
            changed_digits: Vec::new(),
            is_changed: Vec::new(),
        };
        masks.restart(puzzle);
        masks
    }

    /// As [`new`](Self::new), in the memory of these masks: none is taken for a puzzle no larger than one before.
    pub fn restart(&mut self, puzzle: &Puzzle) {
        self.geometry.clone_from(puzzle.geometry());
        let digits = self.geometry.house_count() * self.geometry.size();
        self.dead = false;
        self.solved.copy_from(puzzle.clues());
        let cells = self.geometry.cell_count();
        refill(&mut self.candidates, cells, 0);
        refill(&mut self.places, digits, 0);
        refill(&mut self.is_changed, digits, false);
        // Each is asked for once at most: a cell when it comes to one candidate, a digit when it comes to one place.
        for (list, length_max) in [(&mut self.hidden_singles, digits), (&mut self.changed_digits, digits)] {
            list.clear();
            list.reserve(length_max);
        }
        self.naked_singles.clear();
        self.naked_singles.reserve(cells);
        let given = puzzle.given();
        self.fill_candidates(&given);
        self.queue_all(&given);
    }

    /// Fills in candidates and places of the cells without a clue.
    fn fill_candidates(&mut self, given: &[u64; HOUSES_MAX]) {
        let size = self.geometry.size();
        self.open_cells = 0;
        for cell in self.geometry.cells() {
            if self.solved.digit(cell).is_some() {
                continue;
            }
            self.open_cells += 1;
            let excluded = self.geometry.houses_of(cell).fold(0, |excluded, house| excluded | given[house]);
            let candidates = all_bits(size) & !excluded;
            self.candidates[cell.index()] = candidates;
            for place in self.geometry.memberships_of(cell) {
                for digit in set_bits(candidates) {
                    self.places[usize::from(place.house) * size + digit] |= 1 << place.index;
                }
            }
        }
    }

    /// Puts everything that is certain already, and every open digit of a house, on the lists.
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

    /// Draws the rules until none has anything to say, or until one finds that there is no solution.
    ///
    /// A candidate is excluded once and a intersection looked at again only after that, so the work is bounded by the
    /// cube of the size: some milliseconds for the largest.
    pub fn reduce(&mut self) -> NodeState {
        // The cells and houses stay the same, and what is changed is all beside them.
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

    /// Settles a cell with the first of `candidates`; a cell that has none is settled or hopeless already.
    fn place_first(&mut self, geometry: &Geometry, cell: Cell, candidates: u64) {
        if let Some(digit) = set_bits(candidates).next() {
            self.place_digit(geometry, cell, digit);
        }
    }

    /// Settles an open cell with one of its candidates: takes the others from the cell and the digit from its peers.
    fn place_digit(&mut self, geometry: &Geometry, cell: Cell, digit: usize) {
        let size = geometry.size();
        if let Some(digit) = Digit::new(digit + 1) {
            self.solved.fill(cell, digit);
        }
        self.open_cells -= 1;
        let others = self.candidates[cell.index()] & !(1 << digit);
        self.candidates[cell.index()] = 0;
        for place in geometry.memberships_of(cell) {
            for other in set_bits(others) {
                self.remove_place(usize::from(place.house) * size + other, place.index);
            }
            let house = usize::from(place.house);
            let index = house * size + digit;
            let peers = self.places[index] & !(1 << place.index);
            self.places[index] = 0;
            for peer in set_bits(peers) {
                self.exclude(geometry, geometry.cells_of(house)[peer], digit, Some(house));
            }
        }
    }

    /// Excludes a candidate that an open cell has. The places of the digit in the house `settled` are of no more
    /// interest.
    fn exclude(&mut self, geometry: &Geometry, cell: Cell, digit: usize, settled: Option<usize>) {
        let candidates = &mut self.candidates[cell.index()];
        *candidates &= !(1 << digit);
        match candidates.count_ones() {
            0 => self.dead = true,
            1 => self.naked_singles.push(cell),
            _ => {}
        }
        for place in geometry.memberships_of(cell) {
            let house = usize::from(place.house);
            if settled != Some(house) {
                self.remove_place(house * geometry.size() + digit, place.index);
            }
        }
    }

    fn remove_place(&mut self, index: usize, place: u8) {
        self.places[index] &= !(1 << place);
        self.queue_digit(index);
    }

    /// Notices what the places of an open digit have come to.
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

    /// Pointing and claiming: where all places of a digit in a house lie in another house too, it stands nowhere
    /// else in that one.
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

    /// What is known so far.
    pub fn state(&self) -> NodeState {
        if self.dead {
            NodeState::Dead
        } else if self.open_cells == 0 {
            NodeState::Solved
        } else {
            NodeState::Open
        }
    }

    /// The cells and houses.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The digit of each settled cell, clues included.
    pub fn solved(&self) -> &Grid {
        &self.solved
    }

    /// How many cells are not settled.
    pub fn open_cell_count(&self) -> usize {
        self.open_cells
    }

    /// The candidates of an open cell, in ascending order; a settled cell has none.
    pub fn candidates(&self, cell: Cell) -> impl Iterator<Item = Digit> {
        set_bits(self.candidates[cell.index()]).filter_map(|index| Digit::new(index + 1))
    }

    /// Whether a digit has no cell yet in the house of this number.
    pub fn is_digit_open(&self, house: usize, digit: Digit) -> bool {
        self.places[house * self.geometry.size() + digit.index()] != 0
    }

    /// How many candidates the open cells have.
    pub fn candidate_count(&self) -> usize {
        self.candidates.iter().map(|candidates| candidates.count_ones() as usize).sum()
    }
}

/// A word with a bit for each of `size` digits or cells.
fn all_bits(size: usize) -> u64 {
    (1 << size) - 1
}

/// The bits that are set, from the lowest.
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
