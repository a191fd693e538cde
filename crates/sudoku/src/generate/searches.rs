//! The searches of an attempt, one after the other, with their common bounds.

use std::num::NonZeroU64;

use quadrille_exact_cover::unstable::{NodeState, Search, Step};
use quadrille_exact_cover::{Progress, ResumableSearch};

use crate::analysis::Slice;
use crate::model::{Cell, DigitSet, Grid, Puzzle, Solution};
use crate::reduce::{Board9x9, BoardSearch, CandidateMasks};
use crate::solver::{Solver, SolverError};

/// Two solutions: enough to know that a puzzle has several.
pub(super) const TWO: NonZeroU64 = NonZeroU64::MIN.saturating_add(1);

/// Solutions that a search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FoundCount {
    /// Number of solutions, up to the limit of the search.
    pub(super) count: u64,
    /// Whether the search has ended by itself: by its limit, or because there is no further solution.
    pub(super) is_complete: bool,
}

/// The search that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RunningSearch {
    None,
    /// Search of a board, for a solution of a classic 9x9.
    Board,
    /// Search of the solver.
    Solver,
}

/// Searches of one puzzle after the other. Reuses their memory.
#[derive(Clone, Debug)]
pub(super) struct Searches {
    solver: Solver,
    board: Search<BoardSearch>,
    masks: Option<CandidateMasks>,
    running: RunningSearch,
    /// Number of solutions that the search finds if the puzzle has one. It ends at the next one.
    expected: u64,
    /// Number of solutions that the search of a board has found.
    count: u64,
    /// Number of nodes after which the search that runs is given up.
    nodes_max: u64,
    /// Nodes and steps of the searches that have ended.
    earlier: (u64, u64),
}

impl Searches {
    /// Prepares for puzzles like this one.
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        Self {
            solver: Solver::new(puzzle.clone(), NonZeroU64::MIN),
            board: Search::new(BoardSearch::new(Board9x9::new(&[None; 81]))),
            masks: None,
            running: RunningSearch::None,
            expected: 0,
            count: 0,
            nodes_max: u64::MAX,
            earlier: (0, 0),
        }
    }

    /// Whether a search was started and has not ended.
    pub(super) fn is_running(&self) -> bool {
        self.running != RunningSearch::None
    }

    /// Starts a search for a random solution.
    pub(super) fn start_random(&mut self, puzzle: Puzzle, seed: u64) {
        self.solver.restart_in_random_order(puzzle, NonZeroU64::MIN, seed);
        self.run(RunningSearch::Solver, u64::MAX);
    }

    /// Starts a search for solutions, up to a limit and a number of nodes.
    pub(super) fn start_solving(&mut self, puzzle: Puzzle, limit: NonZeroU64, nodes_max: u64) {
        self.solver.restart(puzzle, limit);
        self.run(RunningSearch::Solver, nodes_max);
    }

    /// Starts a search that shows whether a puzzle has one solution, which is given. The puzzle had this only solution
    /// before the clues of the `removed` cells were removed. Read the result with [`is_unique`](Self::is_unique).
    pub(super) fn start_removal(
        &mut self,
        puzzle: &Puzzle,
        solution: &Grid,
        removed: &[Cell],
        nodes_max: u64,
    ) {
        // Another solution has another digit in one of the cells. For one cell, only such solutions are searched for.
        let single = match removed {
            [cell] => solution.digit(*cell).map(|digit| (*cell, digit)),
            _ => None,
        };
        self.expected = u64::from(single.is_none());
        if puzzle.rules().is_classic_9x9() {
            let mut board = Board9x9::of_puzzle(puzzle);
            if let Some((cell, digit)) = single {
                board.restrict_cell(cell.index(), DigitSet::all(9).without(digit));
            }
            self.board.reset(|space| space.restart(board));
            self.count = 0;
            self.run(RunningSearch::Board, nodes_max);
            return;
        }
        let mut puzzle = puzzle.clone();
        if let Some((cell, digit)) = single {
            puzzle.exclude(cell, digit);
        }
        let limit = NonZeroU64::MIN.saturating_add(self.expected);
        self.solver.restart(puzzle, limit);
        self.run(RunningSearch::Solver, nodes_max);
    }

    /// Whether the search of [`start_removal`](Self::start_removal) has found that the puzzle has one solution.
    pub(super) fn is_unique(&self, found: FoundCount) -> bool {
        found == FoundCount { count: self.expected, is_complete: true }
    }

    /// Whether singles and intersections solve a puzzle.
    pub(super) fn rules_solve(&mut self, puzzle: &Puzzle) -> bool {
        if puzzle.rules().is_classic_9x9() {
            let mut rounds = 0;
            let state = Board9x9::of_puzzle(puzzle).reduce(&mut rounds);
            self.earlier.1 += rounds;
            return state == NodeState::Solved;
        }
        self.masks(puzzle).reduce() == NodeState::Solved
    }

    /// Whether singles solve a puzzle.
    pub(super) fn singles_solve(&mut self, puzzle: &Puzzle) -> bool {
        self.masks(puzzle).reduce_by_singles() == NodeState::Solved
    }

    /// The candidates of a puzzle. Counts the steps of its rules.
    fn masks(&mut self, puzzle: &Puzzle) -> &mut CandidateMasks {
        self.earlier.1 += candidate_count(puzzle);
        match &mut self.masks {
            Some(masks) => {
                masks.restart(puzzle);
                masks
            }
            none => none.insert(CandidateMasks::new(puzzle)),
        }
    }

    fn run(&mut self, running: RunningSearch, nodes_max: u64) {
        self.running = running;
        self.nodes_max = nodes_max;
    }

    /// Ends the search that runs, if any, without a result.
    pub(super) fn cancel(&mut self) {
        if self.is_running() {
            self.end(false);
        }
    }

    /// Continues the search; `None` if the slice ends before the search.
    ///
    /// # Errors
    /// As [`Solver::advance`].
    pub(super) fn advance(&mut self, slice: &Slice<'_>) -> Result<Option<FoundCount>, SolverError> {
        loop {
            let (nodes, steps) = self.current();
            let nodes_left = slice.nodes_left(self.earlier.0 + nodes, self.earlier.1 + steps);
            if nodes_left == 0 {
                return Ok(None);
            }
            if nodes >= self.nodes_max {
                return Ok(Some(self.end(false)));
            }
            let budget = nodes_left.min(self.nodes_max - nodes);
            match self.running {
                RunningSearch::None => return Ok(Some(FoundCount { count: 0, is_complete: false })),
                RunningSearch::Board => match self.board.advance(budget, slice.stop()) {
                    Step::Solution => self.count += 1,
                    Step::Exhausted => return Ok(Some(self.end(true))),
                    Step::Paused => {}
                },
                RunningSearch::Solver => {
                    if let Progress::Ended(_) = self.solver.advance(budget, slice.stop())? {
                        return Ok(Some(self.end(true)));
                    }
                }
            }
            if self.running == RunningSearch::Board && self.count > self.expected {
                return Ok(Some(self.end(true)));
            }
        }
    }

    /// Ends the search that runs.
    fn end(&mut self, is_complete: bool) -> FoundCount {
        let (nodes, steps) = self.current();
        let puzzle = self.solver.puzzle();
        // The solver does not count the steps of its rules. They look at each candidate.
        let rules = if self.running == RunningSearch::Solver { candidate_count(puzzle) } else { 0 };
        self.earlier = (self.earlier.0 + nodes, self.earlier.1 + steps + rules);
        let count = if self.running == RunningSearch::Board { self.count } else { self.solver.count() };
        self.running = RunningSearch::None;
        FoundCount { count, is_complete }
    }

    /// Nodes and steps of the search that runs.
    fn current(&self) -> (u64, u64) {
        match self.running {
            RunningSearch::None => (0, 0),
            RunningSearch::Board => (self.board.nodes(), self.board.steps()),
            RunningSearch::Solver => (self.solver.nodes(), self.solver.steps()),
        }
    }

    /// The first solution that the last search of the solver has found.
    pub(super) fn take_solution(&mut self) -> Option<Solution> {
        let answer = self.solver.answer_without_stats();
        answer.verdict.into_witnesses().next()
    }

    /// Counts nodes that were visited elsewhere, and their steps.
    pub(super) fn add(&mut self, nodes: u64, steps: u64) {
        self.earlier = (self.earlier.0 + nodes, self.earlier.1 + steps);
    }

    /// Number of nodes visited by all searches.
    pub(super) fn nodes(&self) -> u64 {
        self.earlier.0 + self.current().0
    }

    /// Number of steps of all searches; [`SLICE_STEPS`](quadrille_exact_cover::unstable::SLICE_STEPS) of them make a slice.
    pub(super) fn steps(&self) -> u64 {
        self.earlier.1 + self.current().1
    }
}

/// Number of candidates of an empty grid with the rules of a puzzle.
fn candidate_count(puzzle: &Puzzle) -> u64 {
    let rules = puzzle.rules();
    (rules.layout().cell_count() * rules.digit_count()) as u64
}
