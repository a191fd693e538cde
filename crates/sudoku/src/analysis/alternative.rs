//! Searches for solutions of a puzzle without one of its clues.

use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::unstable::{Search, Step};

use super::exchange::DigitExchange;
use super::existence::Existence;
use super::slice::Slice;
use crate::model::{Cell, DigitSet, Puzzle, Solution};
use crate::reduce::{Board9x9, BoardSearch};
use crate::solver::SolverError;

/// Finds out of one clue after the other whether the cell can have another digit.
///
/// First solves the puzzle: an exchange of digits in its solution often answers without a search.
#[derive(Clone, Debug)]
pub(super) struct AlternativeSearch {
    engine: AlternativeEngine,
    /// Solution of the puzzle with all clues, for exchanges; `None` if there is none.
    exchange: Option<DigitExchange>,
    phase: AlternativePhase,
}

/// What the search does now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AlternativePhase {
    /// Solves the whole puzzle.
    Solve,
    /// Waits for a clue.
    Idle,
    /// Searches for another digit in the cell of a clue.
    Search,
}

#[derive(Clone, Debug)]
enum AlternativeEngine {
    /// A classic 9x9.
    Classic(Box<ClassicEngine>),
    /// Any other puzzle.
    General(Box<Existence>),
}

/// Engine of a classic 9x9, without the overhead of a [`Solver`](crate::Solver).
#[derive(Clone, Debug)]
struct ClassicEngine {
    /// The board of the puzzle, before any rule.
    board: Board9x9,
    search: Search<BoardSearch>,
    /// Nodes and steps of the earlier searches.
    earlier: (u64, u64),
}

impl AlternativeSearch {
    /// Prepares for a puzzle, and starts to solve it.
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let engine = if puzzle.rules().is_classic_9x9() {
            AlternativeEngine::Classic(Box::new(ClassicEngine::new(puzzle)))
        } else {
            let mut existence = Existence::new(puzzle.clone());
            existence.start(puzzle.clone());
            AlternativeEngine::General(Box::new(existence))
        };
        Self { engine, exchange: None, phase: AlternativePhase::Solve }
    }

    /// Continues the search for another digit in the cell of a clue. Returns whether a solution of the other clues has
    /// one; `None` if the slice ends before that is known.
    ///
    /// # Errors
    /// As [`ResumableSearch::advance`](quadrille_exact_cover::ResumableSearch::advance).
    pub(super) fn advance(
        &mut self,
        puzzle: &mut Puzzle,
        cell: Cell,
        slice: &Slice<'_>,
    ) -> Result<Option<bool>, SolverError> {
        loop {
            let nodes_left = slice.nodes_left(self.nodes(), self.steps());
            if nodes_left == 0 {
                return Ok(None);
            }
            match self.phase {
                AlternativePhase::Solve => {
                    let Some(is_solvable) = self.engine.advance(nodes_left, slice.stop())? else {
                        return Ok(None);
                    };
                    if is_solvable && let Some(solution) = self.engine.solution(puzzle)? {
                        self.exchange = Some(DigitExchange::new(puzzle, solution));
                    }
                    self.phase = AlternativePhase::Idle;
                }
                AlternativePhase::Idle => {
                    if self.can_exchange(puzzle, cell) {
                        return Ok(Some(true));
                    }
                    self.engine.start_without(puzzle, cell);
                    self.phase = AlternativePhase::Search;
                }
                AlternativePhase::Search => {
                    let Some(has_another) = self.engine.advance(nodes_left, slice.stop())? else {
                        return Ok(None);
                    };
                    if has_another {
                        puzzle.without_clue(cell, |puzzle| self.engine.solution(puzzle))?;
                    }
                    self.phase = AlternativePhase::Idle;
                    return Ok(Some(has_another));
                }
            }
        }
    }

    /// Whether an exchange of digits makes a solution with another digit in the cell of the clue.
    fn can_exchange(&mut self, puzzle: &mut Puzzle, cell: Cell) -> bool {
        let grid = self.exchange.as_mut().and_then(|exchange| exchange.grid_without_clue(puzzle, cell));
        grid.is_some_and(|grid| puzzle.without_clue(cell, |puzzle| Solution::certify(puzzle, grid).is_ok()))
    }

    /// Takes notice that the clue of a cell was removed from the puzzle. The set of solutions must be the same.
    pub(super) fn remove_clue(&mut self, puzzle: &Puzzle, cell: Cell) {
        if let AlternativeEngine::Classic(engine) = &mut self.engine {
            engine.board.set_cell(cell.index(), candidates(puzzle, cell));
        }
    }

    /// Begins a call with these bounds.
    pub(super) fn slice<'a>(&self, budget_nodes: u64, stop: &'a AtomicBool) -> Slice<'a> {
        Slice::new(self.nodes(), self.steps(), budget_nodes, stop)
    }

    /// Number of nodes visited by all searches.
    pub(super) fn nodes(&self) -> u64 {
        match &self.engine {
            AlternativeEngine::Classic(engine) => engine.earlier.0 + engine.search.nodes(),
            AlternativeEngine::General(existence) => existence.nodes(),
        }
    }

    /// Number of steps of all searches and exchanges.
    fn steps(&self) -> u64 {
        let steps = match &self.engine {
            AlternativeEngine::Classic(engine) => engine.earlier.1 + engine.search.steps(),
            AlternativeEngine::General(existence) => existence.steps(),
        };
        steps + self.exchange.as_ref().map_or(0, DigitExchange::steps)
    }
}

impl AlternativeEngine {
    /// Starts the search for a solution of the other clues, with another digit in this cell.
    fn start_without(&mut self, puzzle: &Puzzle, cell: Cell) {
        let Some(digit) = puzzle.clues().digit(cell) else { return };
        match self {
            Self::Classic(engine) => {
                let mut board = engine.board;
                board.set_cell(cell.index(), candidates(puzzle, cell).without(digit));
                engine.start(board);
            }
            Self::General(existence) => {
                let mut others = puzzle.clone();
                others.remove_clue(cell);
                others.exclude(cell, digit);
                existence.start(others);
            }
        }
    }

    /// Continues the search. Returns whether there is a solution; `None` if the call ends before that is known.
    fn advance(&mut self, nodes_left: u64, stop: &AtomicBool) -> Result<Option<bool>, SolverError> {
        match self {
            Self::Classic(engine) => Ok(match engine.search.advance(nodes_left, stop) {
                Step::Paused => None,
                Step::Solution => Some(true),
                Step::Exhausted => Some(false),
            }),
            Self::General(existence) => existence.advance(nodes_left, stop),
        }
    }

    /// The solution just found, certified.
    fn solution(&mut self, puzzle: &Puzzle) -> Result<Option<Solution>, SolverError> {
        match self {
            Self::Classic(engine) => {
                let mut grid = puzzle.clues().clone();
                engine.search.space().board().fill(&mut grid);
                Ok(Some(Solution::certify(puzzle, grid)?))
            }
            Self::General(existence) => Ok(existence.take_solution()),
        }
    }
}

impl ClassicEngine {
    /// Starts the search for a solution of the puzzle.
    fn new(puzzle: &Puzzle) -> Self {
        let board = Board9x9::of_puzzle(puzzle);
        Self { board, search: Search::new(BoardSearch::new(board)), earlier: (0, 0) }
    }

    /// Starts the search for a solution of another board.
    fn start(&mut self, board: Board9x9) {
        self.earlier.0 += self.search.nodes();
        self.earlier.1 += self.search.steps();
        self.search.reset(|space| space.restart(board));
    }
}

/// The digits that the puzzle allows in a cell, whatever its clue.
fn candidates(puzzle: &Puzzle, cell: Cell) -> DigitSet {
    puzzle.given_candidates().map_or(puzzle.rules().digits(), |candidates| candidates[cell.index()])
}
