//! Searches for a solution with one candidate, and then with another, of the same puzzle.

use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::unstable::{CdclSearch, Search, Step};
use quadrille_exact_cover::{OptionId, ProblemError};

use super::existence::Existence;
use crate::encoding::{Candidate, Encoding};
use crate::model::{Cell, Digit, DigitSet, Grid, Puzzle, Solution};
use crate::reduce::{Board9x9, BoardSearch, CandidateMasks};
use crate::solver::SolverError;

/// Searches for a solution with one candidate, and then with another. What all have in common is done once.
#[derive(Clone, Debug)]
pub(super) enum Probe {
    /// A classic 9x9.
    Classic(Box<ClassicProbe>),
    /// A puzzle without constraints, other than a classic 9x9.
    General(Box<GeneralProbe>),
    /// A puzzle with constraints.
    Constrained(Box<ConstrainedProbe>),
}

/// Probe of a classic 9x9: each search starts from the board that the rules left.
#[derive(Clone, Debug)]
pub(super) struct ClassicProbe {
    reduced: Board9x9,
    search: Search<BoardSearch>,
    /// Nodes and steps of the earlier searches.
    earlier: (u64, u64),
}

/// Probe of any other puzzle: one CDCL search, which keeps what it has learnt.
#[derive(Clone, Debug)]
pub(super) struct GeneralProbe {
    masks: CandidateMasks,
    encoding: Encoding,
    /// Option of each digit of each cell, if it is a candidate.
    options: Vec<Option<OptionId>>,
    search: CdclSearch,
    /// Whether the current candidate was excluded by the rules.
    is_excluded: bool,
}

/// Probe of a puzzle with constraints: a search of its own for each candidate.
#[derive(Clone, Debug)]
pub(super) struct ConstrainedProbe {
    puzzle: Puzzle,
    /// Candidates that masks and houses leave.
    masks: CandidateMasks,
    existence: Existence,
    solution: Option<Solution>,
    /// Whether the current candidate was excluded by the puzzle.
    is_excluded: bool,
}

impl Probe {
    /// Applies the rules to a puzzle without conflicts.
    ///
    /// # Errors
    /// As [`Encoding::new`].
    pub(super) fn new(puzzle: &Puzzle) -> Result<Self, ProblemError> {
        Ok(if puzzle.rules().is_classic_9x9() {
            Self::Classic(Box::new(ClassicProbe::new(puzzle)))
        } else if !puzzle.rules().is_unconstrained() {
            Self::Constrained(Box::new(ConstrainedProbe::new(puzzle)))
        } else {
            Self::General(Box::new(GeneralProbe::new(puzzle)?))
        })
    }

    /// The digits of a cell that the rules did not exclude.
    pub(super) fn candidates(&self, cell: Cell) -> DigitSet {
        match self {
            Self::Classic(probe) => {
                let bits = probe.reduced.candidates(cell.index());
                Digit::all(9).filter(|digit| bits >> digit.index() & 1 == 1).collect()
            }
            Self::General(probe) => remaining(&probe.masks, cell),
            Self::Constrained(probe) => remaining(&probe.masks, cell),
        }
    }

    /// Starts a search for a solution with this candidate, which must be one that the rules did not place.
    pub(super) fn start(&mut self, candidate: Candidate) {
        match self {
            Self::Classic(probe) => probe.start(candidate),
            Self::General(probe) => probe.start(candidate),
            Self::Constrained(probe) => probe.start(candidate),
        }
    }

    /// Continues the search. Returns [`Step::Solution`] once, or [`Step::Exhausted`] if no solution has the candidate.
    ///
    /// # Errors
    /// As [`ResumableSearch::advance`](quadrille_exact_cover::ResumableSearch::advance).
    pub(super) fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Step, SolverError> {
        Ok(match self {
            Self::Classic(probe) => probe.search.advance(budget_nodes, stop),
            Self::General(probe) if probe.is_excluded => Step::Exhausted,
            Self::General(probe) => probe.search.advance(budget_nodes, stop),
            Self::Constrained(probe) => probe.advance(budget_nodes, stop)?,
        })
    }

    /// Writes the solution into a grid that has the clues of the puzzle.
    pub(super) fn read(&self, grid: &mut Grid) {
        match self {
            Self::Classic(probe) => probe.search.space().board().fill(grid),
            Self::General(probe) => {
                grid.copy_from(probe.masks.solved());
                probe.encoding.fill(grid, probe.search.solution());
            }
            Self::Constrained(probe) => {
                if let Some(solution) = &probe.solution {
                    grid.copy_from(solution.grid());
                }
            }
        }
    }

    /// Prefers other candidates to the digits of this solution, so that later solutions differ more.
    pub(super) fn avoid(&mut self, solution: &Grid) {
        if let Self::General(probe) = self {
            for (cell, digit) in solution.filled() {
                if let Some(option) = probe.option(Candidate { cell, digit }) {
                    probe.search.avoid(option);
                }
            }
        }
    }

    /// Number of nodes visited by all searches.
    pub(super) fn nodes(&self) -> u64 {
        match self {
            Self::Classic(probe) => probe.earlier.0 + probe.search.nodes(),
            Self::General(probe) => probe.search.nodes(),
            Self::Constrained(probe) => probe.existence.nodes(),
        }
    }

    /// Number of steps of all searches; [`SLICE_STEPS`](quadrille_exact_cover::unstable::SLICE_STEPS) of them make a slice.
    pub(super) fn steps(&self) -> u64 {
        match self {
            Self::Classic(probe) => probe.earlier.1 + probe.search.steps(),
            Self::General(probe) => probe.search.steps(),
            Self::Constrained(probe) => probe.existence.steps(),
        }
    }
}

impl ClassicProbe {
    fn new(puzzle: &Puzzle) -> Self {
        let mut reduced = Board9x9::of_puzzle(puzzle);
        reduced.reduce(&mut 0);
        Self { reduced, search: Search::new(BoardSearch::new(reduced)), earlier: (0, 0) }
    }

    fn start(&mut self, Candidate { cell, digit }: Candidate) {
        self.earlier.0 += self.search.nodes();
        self.earlier.1 += self.search.steps();
        let mut board = self.reduced;
        board.restrict_cell(cell.index(), [digit].into_iter().collect());
        self.search.reset(|space| space.restart(board));
    }
}

/// The digit of a solved cell, or the candidates of another one.
fn remaining(masks: &CandidateMasks, cell: Cell) -> DigitSet {
    masks.solved().digit(cell).into_iter().chain(masks.candidates(cell)).collect()
}

impl ConstrainedProbe {
    fn new(puzzle: &Puzzle) -> Self {
        let mut masks = CandidateMasks::new(puzzle);
        masks.reduce();
        let existence = Existence::new(puzzle.clone());
        Self { puzzle: puzzle.clone(), masks, existence, solution: None, is_excluded: false }
    }

    fn start(&mut self, Candidate { cell, digit }: Candidate) {
        let with_candidate = self.puzzle.clone().with_clue(cell, digit);
        self.is_excluded = with_candidate.is_err();
        if let Ok(puzzle) = with_candidate {
            self.existence.start(puzzle);
        }
    }

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Step, SolverError> {
        if self.is_excluded {
            return Ok(Step::Exhausted);
        }
        Ok(match self.existence.advance(budget_nodes, stop)? {
            None => Step::Paused,
            Some(false) => Step::Exhausted,
            Some(true) => {
                self.solution = self.existence.take_solution();
                Step::Solution
            }
        })
    }
}

impl GeneralProbe {
    fn new(puzzle: &Puzzle) -> Result<Self, ProblemError> {
        let mut masks = CandidateMasks::new(puzzle);
        masks.reduce();
        let encoding = Encoding::new(&masks)?;
        let digits = puzzle.rules().digit_count();
        let mut options = vec![None; puzzle.rules().layout().cell_count() * digits];
        for option in (0..encoding.problem().option_count() as u32).map(OptionId) {
            if let Some(Candidate { cell, digit }) = encoding.candidate(option) {
                options[cell.index() * digits + digit.index()] = Some(option);
            }
        }
        let search = CdclSearch::new(encoding.problem());
        Ok(Self { masks, encoding, options, search, is_excluded: false })
    }

    fn option(&self, Candidate { cell, digit }: Candidate) -> Option<OptionId> {
        let digits = self.masks.rules().digit_count();
        self.options.get(cell.index() * digits + digit.index()).copied().flatten()
    }

    fn start(&mut self, candidate: Candidate) {
        let option = self.option(candidate);
        self.is_excluded = option.is_none();
        if let Some(option) = option {
            self.search.assume(option);
        }
    }
}
