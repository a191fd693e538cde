//! Search space of a classic 9x9: boards are copied at a branch instead of undone.

use super::board_9x9::{Board9x9, BoardCandidate};
use super::branching::{branch, branch_randomly};
use crate::exact_cover::{ChosenOptions, NodeState, OptionId, SearchSpace, SplitMix64};
use crate::sudoku::model::{Cell, Digit, Puzzle};

/// Upper bound of open levels: each removes at least one candidate, and 81 remain in a solution.
const LEVELS_MAX: usize = 729 - 81;

/// Upper bound of saved boards: each belongs to a first option, which solves one more cell.
const SAVED_MAX: usize = 81;

/// A [`Board9x9`] under search, as a [`SearchSpace`].
///
/// Each level has two options, in this order: a candidate is the digit of its cell, or it is not. The board is saved before
/// the first option; the second starts from the saved copy.
#[derive(Clone, Debug)]
pub struct BoardSearch {
    /// Board of the current node.
    board: Board9x9,
    state: NodeState,
    /// Saved boards of the levels whose second option was not tried yet.
    saved: Vec<Board9x9>,
    levels: Vec<Level>,
    rounds: u64,
    /// Source of the random candidates to branch on; `None` for the lowest ones.
    random: Option<SplitMix64>,
}

/// An open level.
#[derive(Clone, Copy, Debug)]
struct Level {
    candidate: BoardCandidate,
    /// Number of options tried: 0 to 2.
    chosen: u8,
}

impl BoardSearch {
    /// Search space of this board, which need not be reduced. Allocates all memory that any search needs.
    pub fn new(board: Board9x9) -> Self {
        let mut guesses = Self {
            board,
            state: NodeState::Open,
            saved: Vec::with_capacity(SAVED_MAX),
            levels: Vec::with_capacity(LEVELS_MAX),
            rounds: 0,
            random: None,
        };
        guesses.restart(board);
        guesses
    }

    /// Loads another board; keeps the allocated memory.
    pub fn restart(&mut self, board: Board9x9) {
        self.levels.clear();
        self.saved.clear();
        self.rounds = 0;
        self.board = board;
        self.state = self.board.reduce(&mut self.rounds);
    }

    /// Sets the source of random candidates to branch on, so that the search finds the solutions in a random order.
    pub fn set_random(&mut self, random: Option<SplitMix64>) {
        self.random = random;
    }

    /// Board of the current node.
    pub fn board(&self) -> &Board9x9 {
        &self.board
    }
}

impl BoardSearch {
    /// Applies an option to a puzzle: writes a clue, or excludes a candidate.
    pub fn restrict(puzzle: &mut Puzzle, OptionId(option): OptionId) {
        let (candidate, is_excluded) = (option / 2, option % 2 == 1);
        let cell = Cell((candidate / 9) as u16);
        let Some(digit) = Digit::new(candidate as usize % 9 + 1) else { return };
        if is_excluded {
            puzzle.exclude(cell, digit);
        } else {
            puzzle.clues_mut().fill(cell, digit);
        }
    }
}

impl Level {
    /// Number of the first or second option: twice the number of the candidate, plus 1 if it is excluded.
    fn option(&self, is_excluded: bool) -> OptionId {
        let (cell, digit) = self.candidate.location();
        OptionId(2 * (9 * cell as u32 + digit) + u32::from(is_excluded))
    }
}

/// Options are candidates that are placed or excluded.
impl ChosenOptions for BoardSearch {
    fn chosen(&self) -> impl Iterator<Item = OptionId> {
        self.levels.iter().map(|level| level.option(level.chosen == 2))
    }

    fn option_count(&self, _depth: usize) -> usize {
        2
    }

    fn untried(&self, depth: usize) -> impl Iterator<Item = OptionId> {
        let level = self.levels.get(depth);
        level.into_iter().flat_map(|level| {
            let tried = usize::from(level.chosen);
            [false, true].into_iter().skip(tried).map(|is_excluded| level.option(is_excluded))
        })
    }
}

impl SearchSpace for BoardSearch {
    #[inline]
    fn state(&self) -> NodeState {
        self.state
    }

    #[inline]
    fn open_level(&mut self) {
        let candidate = match &mut self.random {
            None => branch(&self.board),
            Some(random) => branch_randomly(&self.board, random).0,
        };
        self.levels.push(Level { candidate, chosen: 0 });
    }

    #[inline]
    fn try_next(&mut self) {
        let Some(level) = self.levels.last_mut() else { return };
        level.chosen += 1;
        if level.chosen == 1 {
            self.saved.push(self.board);
            self.board.place(&level.candidate);
        } else if let Some(board) = self.saved.pop() {
            self.board = board;
            self.board.exclude(&level.candidate);
        }
        self.state = self.board.reduce(&mut self.rounds);
    }

    #[inline]
    fn undo(&mut self) -> bool {
        self.levels.last().is_some_and(|level| level.chosen < 2)
    }

    #[inline]
    fn close_level(&mut self) {
        self.levels.pop();
    }

    /// Rounds of rules over the board.
    #[inline]
    fn updates(&self) -> u64 {
        self.rounds
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::exact_cover::{Search, Step};
    use crate::sudoku::model::Digit;

    /// Counts solutions up to a limit.
    fn count(search: &mut Search<BoardSearch>, limit: u64) -> u64 {
        (0..limit).take_while(|_| search.advance(u64::MAX, &AtomicBool::new(false)) == Step::Solution).count()
            as u64
    }

    #[test]
    fn search_of_empty_grid_does_not_allocate() {
        let empty = Board9x9::new(&[None; 81]);
        let mut search = Search::new(BoardSearch::new(empty));
        let capacities = (search.space().saved.capacity(), search.space().levels.capacity());
        for _ in 0..3 {
            search.reset(|space| space.restart(empty));
            assert_eq!(count(&mut search, 10_000), 10_000);
        }
        let space = search.space();
        assert_eq!((space.saved.capacity(), space.levels.capacity()), capacities);
    }

    #[test]
    fn restarted_search_is_independent_of_the_previous_one() {
        let empty = Board9x9::new(&[None; 81]);
        let mut clues = [None; 81];
        (clues[0], clues[10]) = (Digit::new(1), Digit::new(1));
        let mut search = Search::new(BoardSearch::new(empty));
        assert_eq!(count(&mut search, 7), 7);
        search.reset(|space| space.restart(Board9x9::new(&clues)));
        assert_eq!(count(&mut search, 1), 0);
        assert_eq!(search.nodes(), 1);
    }
}
