//! The rules for every layout, on one bit mask per cell and per digit of a house.

use quadrille_exact_cover::unstable::NodeState;

use crate::bits::set_bits;
use crate::model::{Cell, Digit, Grid, Layout, Puzzle, Rules};

/// Whether a digit of a house waits for a check of its intersections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DigitState {
    /// Not queued.
    Idle,
    /// In the queue of changed digits.
    Changed,
    /// Never queued: the house has fewer cells than there are digits, and need not have this one.
    Optional,
}

/// Candidates of a puzzle, by cell and by digit of each house.
///
/// Event-driven: each removal of a candidate queues the singles and intersections it may have created, so nothing is
/// rescanned.
#[derive(Clone, Debug)]
pub struct CandidateMasks {
    rules: Rules,
    /// Number of digits.
    size: usize,
    /// Digits of the solved cells, clues included.
    solved: Grid,
    /// Candidates of each cell, as bits by digit; 0 for a solved cell.
    candidates: Vec<u64>,
    /// Places of each digit in each house, as bits by index in the house; 0 for a placed digit.
    places: Vec<u64>,
    /// Number of unsolved cells.
    unsolved_cells: usize,
    /// Whether an unsolved cell has no candidate, or an unplaced digit of an exact house no place.
    dead: bool,
    /// Queue of cells with one candidate.
    naked_singles: Vec<Cell>,
    /// Queue of digits of exact houses (indices of `places`) with one place.
    hidden_singles: Vec<usize>,
    /// Queue of digits of exact houses whose places changed since their intersections were last checked.
    changed_digits: Vec<usize>,
    /// State of each digit of each house.
    digit_states: Vec<DigitState>,
    /// Digits given in each house, as bits.
    given: Vec<u64>,
}

impl CandidateMasks {
    /// The candidates that the clues of `puzzle` allow, before any rule. Conflicting clues are not detected.
    pub fn new(puzzle: &Puzzle) -> Self {
        let mut masks = Self {
            rules: puzzle.rules().clone(),
            size: puzzle.rules().digit_count(),
            solved: puzzle.clues().clone(),
            candidates: Vec::new(),
            places: Vec::new(),
            unsolved_cells: 0,
            dead: false,
            naked_singles: Vec::new(),
            hidden_singles: Vec::new(),
            changed_digits: Vec::new(),
            digit_states: Vec::new(),
            given: Vec::new(),
        };
        masks.restart(puzzle);
        masks
    }

    /// As [`new`](Self::new), reusing the memory: does not allocate for a puzzle no larger than an earlier one.
    pub fn restart(&mut self, puzzle: &Puzzle) {
        self.rules.clone_from(puzzle.rules());
        self.size = self.rules.digit_count();
        let (cells, houses) = (self.rules.layout().cell_count(), self.rules.layout().house_count());
        let digits = houses * self.size;
        self.dead = false;
        self.solved.copy_from(puzzle.clues());
        refill(&mut self.candidates, cells, 0);
        refill(&mut self.places, digits, 0);
        refill(&mut self.digit_states, digits, DigitState::Idle);
        refill(&mut self.given, houses, 0);
        // Each cell and each digit of a house enters a queue once at most at a time.
        for (list, length_max) in [(&mut self.hidden_singles, digits), (&mut self.changed_digits, digits)] {
            list.clear();
            list.reserve(length_max);
        }
        self.naked_singles.clear();
        self.naked_singles.reserve(cells);
        puzzle.given_digits(&mut self.given);
        self.fill_candidates(puzzle);
        self.queue_all();
    }

    /// Fills in the candidates and places of the cells without a clue.
    fn fill_candidates(&mut self, puzzle: &Puzzle) {
        let (layout, size) = (puzzle.rules().layout(), self.size);
        let open_candidates = puzzle.open_candidates(&self.given);
        self.unsolved_cells = 0;
        for cell in layout.cells() {
            if let Some(digit) = self.solved.digit(cell) {
                self.dead |= puzzle.rules().masks().is_some_and(|masks| !masks[cell.index()].contains(digit));
                continue;
            }
            self.unsolved_cells += 1;
            let candidates = open_candidates(cell);
            self.candidates[cell.index()] = candidates;
            layout.for_each_membership(cell, |membership| {
                let house = &mut self.places[usize::from(membership.house) * size..][..size];
                set_bits(candidates).for_each(|digit| house[digit] |= 1 << membership.index);
            });
        }
    }

    /// Queues all singles, and all unplaced digits of exact houses.
    fn queue_all(&mut self) {
        // A local copy lets the methods below borrow `self` mutably.
        let rules = self.rules.clone();
        let (layout, size) = (rules.layout(), self.size);
        for cell in layout.cells().filter(|&cell| self.solved.digit(cell).is_none()) {
            match self.candidates[cell.index()].count_ones() {
                0 => self.dead = true,
                1 => self.naked_singles.push(cell),
                _ => {}
            }
        }
        for house in 0..layout.house_count() {
            if layout.cells_of(house).len() < size {
                self.digit_states[house * size..][..size].fill(DigitState::Optional);
                continue;
            }
            for digit in set_bits(rules.digits().bits() & !self.given[house]) {
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
        let rules = self.rules.clone();
        let layout = rules.layout();
        loop {
            self.place_singles(layout);
            if self.state() != NodeState::Open {
                break;
            }
            let Some(index) = self.changed_digits.pop() else { break };
            self.apply_intersections(&rules, index);
        }
        self.state()
    }

    /// As [`reduce`](Self::reduce), with naked and hidden singles alone.
    pub fn reduce_by_singles(&mut self) -> NodeState {
        let rules = self.rules.clone();
        self.place_singles(rules.layout());
        self.state()
    }

    /// Places naked and hidden singles until none is left, or a contradiction shows.
    #[inline]
    fn place_singles(&mut self, layout: &Layout) {
        while self.state() == NodeState::Open {
            if let Some(cell) = self.naked_singles.pop() {
                self.place_first(layout, cell, self.candidates[cell.index()]);
            } else if let Some(index) = self.hidden_singles.pop() {
                if self.places[index] != 0 {
                    let place = self.places[index].trailing_zeros() as usize;
                    self.place_digit(layout, layout.cells_of(index / self.size)[place], index % self.size);
                }
            } else {
                break;
            }
        }
    }

    /// Places the first of `candidates` in a cell; without candidates, the cell is solved or contradictory already.
    fn place_first(&mut self, layout: &Layout, cell: Cell, candidates: u64) {
        if let Some(digit) = set_bits(candidates).next() {
            self.place_digit(layout, cell, digit);
        }
    }

    /// Places a candidate in an unsolved cell: removes the other candidates of the cell and the digit from its peers.
    fn place_digit(&mut self, layout: &Layout, cell: Cell, digit: usize) {
        let size = self.size;
        if let Some(digit) = Digit::new(digit + 1) {
            self.solved.fill(cell, digit);
        }
        self.unsolved_cells -= 1;
        let others = self.candidates[cell.index()] & !(1 << digit);
        self.candidates[cell.index()] = 0;
        for membership in layout.memberships_of(cell) {
            let house = usize::from(membership.house);
            for other in set_bits(others) {
                self.remove_place(house * size + other, membership.index);
            }
            let index = house * size + digit;
            let peers = self.places[index] & !(1 << membership.index);
            self.places[index] = 0;
            for peer in set_bits(peers) {
                self.exclude(layout, layout.cells_of(house)[peer], digit, Some(house));
            }
        }
    }

    /// Removes a candidate of an unsolved cell. In the house `placed_in` the digit was placed: its places there are not
    /// updated.
    fn exclude(&mut self, layout: &Layout, cell: Cell, digit: usize, placed_in: Option<usize>) {
        let candidates = &mut self.candidates[cell.index()];
        *candidates &= !(1 << digit);
        match candidates.count_ones() {
            0 => self.dead = true,
            1 => self.naked_singles.push(cell),
            _ => {}
        }
        for membership in layout.memberships_of(cell) {
            let house = usize::from(membership.house);
            if placed_in != Some(house) {
                self.remove_place(house * self.size + digit, membership.index);
            }
        }
    }

    #[inline(always)]
    fn remove_place(&mut self, index: usize, place: u8) {
        self.places[index] &= !(1 << place);
        self.queue_digit(index);
    }

    /// Queues a digit of an exact house according to its number of places.
    #[inline(always)]
    fn queue_digit(&mut self, index: usize) {
        let places = self.places[index];
        let state = &mut self.digit_states[index];
        if places & places.wrapping_sub(1) != 0 {
            if *state == DigitState::Idle {
                *state = DigitState::Changed;
                self.changed_digits.push(index);
            }
        } else if *state != DigitState::Optional {
            if places == 0 {
                self.dead = true;
            } else {
                self.hidden_singles.push(index);
            }
        }
    }

    /// Pointing and claiming: if all places of a digit in a house lie in another house, removes its other candidates there.
    fn apply_intersections(&mut self, rules: &Rules, index: usize) {
        self.digit_states[index] = DigitState::Idle;
        let (layout, size) = (rules.layout(), self.size);
        let (house, digit) = (index / size, index % size);
        let places = self.places[index];
        if places == 0 {
            return;
        }
        for intersection in
            rules.intersections(house).iter().filter(|intersection| places & !intersection.shared == 0)
        {
            let other = usize::from(intersection.other);
            let elsewhere = self.places[other * size + digit] & !intersection.shared_in_other;
            for place in set_bits(elsewhere) {
                self.exclude(layout, layout.cells_of(other)[place], digit, None);
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

    /// The rules of the puzzle.
    pub fn rules(&self) -> &Rules {
        &self.rules
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

    /// Whether a digit is not placed yet in the house with this number, and has a place left.
    pub fn is_digit_unplaced(&self, house: usize, digit: Digit) -> bool {
        self.places[house * self.size + digit.index()] != 0
    }

    /// Number of candidates of the unsolved cells.
    pub fn candidate_count(&self) -> usize {
        self.candidates.iter().map(|candidates| candidates.count_ones() as usize).sum()
    }
}

fn refill<T: Copy>(list: &mut Vec<T>, length: usize, value: T) {
    list.clear();
    list.resize(length, value);
}
