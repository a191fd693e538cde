//! The search of a classic 9x9 puzzle: boards that are copied at a guess instead of undone.

use super::board_9x9::{Board9x9, BoardCandidate};
use crate::exact_cover::{NodeState, SearchSpace};

/// A level takes at least one candidate away, and 81 stay in the end: more levels than this are never open.
const LEVELS_MAX: usize = 729 - 81;

/// A first option settles a cell that was open: more boards than this never wait for the second.
const SAVED_MAX: usize = 81;

/// A [`Board9x9`] under search, as a [`SearchSpace`].
///
/// A level has two options, in this order: a candidate is the digit of its cell, or it is not. In a cell with two
/// candidates these are the two digits. The board is copied for the first option; the second one takes the copy.
#[derive(Clone, Debug)]
pub struct BoardSearch {
    /// The board of the present node.
    board: Board9x9,
    state: NodeState,
    /// The boards on which the second option is still to be tried, of the levels where it is.
    saved: Vec<Board9x9>,
    levels: Vec<Level>,
    rounds: u64,
}

/// An open level.
#[derive(Clone, Copy, Debug)]
struct Level {
    candidate: BoardCandidate,
    /// How many of the two options were chosen so far.
    chosen: u8,
}

impl BoardSearch {
    /// A search of this board, which need not be reduced. It takes all the memory it will ever need.
    pub fn new(board: Board9x9) -> Self {
        let mut guesses = Self {
            board,
            state: NodeState::Open,
            saved: Vec::with_capacity(SAVED_MAX),
            levels: Vec::with_capacity(LEVELS_MAX),
            rounds: 0,
        };
        guesses.restart(board);
        guesses
    }

    /// Begins anew with this board, in the memory it has.
    pub fn restart(&mut self, board: Board9x9) {
        self.levels.clear();
        self.saved.clear();
        self.rounds = 0;
        self.board = board;
        self.state = self.board.reduce(&mut self.rounds);
    }

    /// The board of the present node.
    pub fn board(&self) -> &Board9x9 {
        &self.board
    }
}

impl SearchSpace for BoardSearch {
    #[inline]
    fn state(&self) -> NodeState {
        self.state
    }

    #[inline]
    fn open_level(&mut self) {
        self.levels.push(Level { candidate: self.board.branch(), chosen: 0 });
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

    /// Rounds of reduction: each looks at every candidate of the board.
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
    use crate::sudoku::grid::Digit;

    /// Found a solution `solutions` times, or to the end.
    fn count(search: &mut Search<BoardSearch>, solutions: u64) -> u64 {
        (0..solutions)
            .take_while(|_| search.advance(u64::MAX, &AtomicBool::new(false)) == Step::Solution)
            .count() as u64
    }

    #[test]
    fn an_empty_grid_is_searched_in_the_memory_taken_at_first() {
        let empty = Board9x9::new(&[None; 81]);
        let mut search = Search::new(BoardSearch::new(empty));
        let capacities = (search.space().saved.capacity(), search.space().levels.capacity());
        for _ in 0..3 {
            search.reset(|guesses| guesses.restart(empty));
            assert_eq!(count(&mut search, 10_000), 10_000);
        }
        let matrix = search.space();
        assert_eq!((matrix.saved.capacity(), matrix.levels.capacity()), capacities);
    }

    #[test]
    fn a_search_begun_anew_knows_nothing_of_the_one_before() {
        let empty = Board9x9::new(&[None; 81]);
        let mut clues = [None; 81];
        (clues[0], clues[10]) = (Digit::new(1), Digit::new(1));
        let mut search = Search::new(BoardSearch::new(empty));
        assert_eq!(count(&mut search, 7), 7);
        search.reset(|guesses| guesses.restart(Board9x9::new(&clues)));
        assert_eq!(count(&mut search, 1), 0);
        assert_eq!(search.nodes(), 1);
    }
}
