//! The digits of each cell that occur in solutions, and the number of solutions with each.

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::unstable::Step;
use quadrille_exact_cover::{NextSolution, Progress, ResumableSearch, SolutionSearch, StopReason};

use super::probe::Probe;
use super::slice::Slice;
use crate::encoding::Candidate;
use crate::model::{Cell, Conflict, Digit, DigitSet, Grid, Puzzle, Solution};
use crate::solver::{Solver, SolverError, Verdict};

/// Two solutions: the second one tells whether the first is unique.
const TWO: NonZeroU64 = NonZeroU64::MIN.saturating_add(1);

/// Number of solutions that are listed before candidates are counted one by one, relative to the maximum of a count.
const LISTED_PER_COUNT: u64 = 8;

/// Digits that occur in solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CandidateAnswer {
    /// For each cell, the digits that occur in a solution that was found.
    pub candidates: Vec<DigitSet>,
    /// For each cell, the digits that were neither found in a solution nor excluded; none if the search is complete.
    pub undecided: Vec<DigitSet>,
    /// For each digit of each cell, the number of solutions with it up to the maximum; empty if the maximum is 1. Lower
    /// bounds if the search is not complete.
    pub counts: Vec<u64>,
    /// Digits given more than once in a house. Any conflict means that no solution exists.
    pub conflicts: Vec<Conflict>,
    /// Why the search ended.
    pub stop_reason: StopReason,
    /// Number of nodes visited.
    pub nodes: u64,
}

impl CandidateAnswer {
    /// The verdict on the puzzle. Two solutions differ in a cell.
    pub fn verdict(&self) -> quadrille_exact_cover::Verdict<()> {
        let sizes = || self.candidates.iter().map(|digits| digits.digits().count());
        let found = if sizes().any(|size| size == 0) { 0 } else { sizes().max().unwrap_or(0) };
        let is_complete = self.undecided.iter().all(|digits| digits.is_empty());
        quadrille_exact_cover::Verdict::of(std::iter::repeat_n((), found), is_complete)
    }
}

/// What the search does now.
#[derive(Clone, Debug)]
enum CandidatePhase {
    /// Searches for two solutions.
    First(Box<Solver>),
    /// Lists solutions, each of which counts for all of its candidates.
    List(Box<Solver>),
    /// Searches for a solution with one undecided candidate after the other. `None` between two candidates.
    Probe(Box<Probe>, Option<Candidate>),
    /// Counts the solutions with one candidate after the other. `None` between two candidates.
    Count(Box<Solver>, Option<Candidate>),
    /// Has ended.
    Done(StopReason),
}

/// Finds which digits of each cell occur in solutions.
///
/// A solution proves all of its candidates, so there is at most one search for each candidate that no solution found so
/// far has. The searches share what they have in common: the reduced board of a classic 9x9, the learnt clauses of all
/// other puzzles (as in the computation of backbones; Janota, Lynce & Marques-Silva 2015).
#[derive(Clone, Debug)]
pub struct CandidateSearch {
    puzzle: Puzzle,
    /// Maximum of each count.
    count_max: NonZeroU64,
    phase: CandidatePhase,
    found: Vec<DigitSet>,
    undecided: Vec<DigitSet>,
    /// Empty during the first phase, so that a search that waits takes little memory.
    counts: Vec<u64>,
    /// Candidate from which the next one is looked for: the index of its cell, then of its digit.
    next: usize,
    conflicts: Vec<Conflict>,
    /// Nodes and steps of the phases that have ended.
    earlier: (u64, u64),
    /// Grid for the next solution.
    grid: Grid,
    /// Verdict on the puzzle; unknown during the first phase.
    verdict: Verdict,
}

impl CandidateSearch {
    /// Creates a search. `count_max` is the maximum of the number of solutions with each candidate; 1 counts none.
    pub fn new(puzzle: Puzzle, count_max: NonZeroU64) -> Self {
        let cells = puzzle.rules().layout().cell_count();
        let conflicts = puzzle.conflicts();
        Self {
            phase: CandidatePhase::First(Box::new(Solver::new(puzzle.clone(), TWO))),
            found: vec![DigitSet::default(); cells],
            undecided: possible(&puzzle),
            counts: Vec::new(),
            next: 0,
            conflicts,
            earlier: (0, 0),
            grid: puzzle.clues().clone(),
            count_max,
            puzzle,
            verdict: Verdict::Unknown,
        }
    }

    /// Creates a search that decides only these digits of each cell.
    pub(super) fn among(puzzle: Puzzle, wanted: &[DigitSet]) -> Self {
        let mut search = Self::new(puzzle, NonZeroU64::MIN);
        for (undecided, &wanted) in search.undecided.iter_mut().zip(wanted) {
            *undecided = undecided.intersection(wanted);
        }
        search
    }

    /// Continues the current phase. Returns whether it did not pause.
    fn step(&mut self, nodes_left: u64, stop: &AtomicBool) -> Result<bool, SolverError> {
        match &mut self.phase {
            CandidatePhase::First(solver) => {
                let Progress::Ended(_) = solver.advance(nodes_left, stop)? else {
                    return Ok(false);
                };
                let answer = solver.answer_without_stats();
                self.counts = self.zero_counts();
                for solution in answer.verdict.witnesses() {
                    self.record(solution);
                }
                if answer.is_complete() {
                    self.count_all(answer.verdict.witnesses());
                    self.end();
                } else if self.count_max.get() > 1 {
                    let limit =
                        self.count_max.saturating_mul(NonZeroU64::MIN.saturating_add(LISTED_PER_COUNT - 1));
                    self.enter(CandidatePhase::List(Box::new(Solver::new(self.puzzle.clone(), limit))));
                } else {
                    self.enter_probe()?;
                }
                self.verdict = answer.verdict;
            }
            CandidatePhase::List(solver) => match solver.next(nodes_left, stop)? {
                NextSolution::Paused => return Ok(false),
                NextSolution::Found => {
                    let solution = solver.solution()?;
                    self.record(&solution);
                    self.count_all(&[solution]);
                }
                NextSolution::Ended(StopReason::Complete) => self.end(),
                NextSolution::Ended(_) => self.enter_probe()?,
            },
            CandidatePhase::Probe(probe, Some(candidate)) => {
                let candidate = *candidate;
                match probe.advance(nodes_left, stop)? {
                    Step::Paused => return Ok(false),
                    Step::Solution => {
                        self.grid.copy_from(self.puzzle.clues());
                        probe.read(&mut self.grid);
                        let solution = Solution::certify(&self.puzzle, self.grid.clone())?;
                        probe.avoid(solution.grid());
                        self.record(&solution);
                    }
                    Step::Exhausted => {
                        let cell = candidate.cell.index();
                        self.undecided[cell] = self.undecided[cell].without(candidate.digit);
                    }
                }
                if let CandidatePhase::Probe(_, current) = &mut self.phase {
                    *current = None;
                }
            }
            CandidatePhase::Probe(..) => match self.next_candidate(|search, Candidate { cell, digit }| {
                search.undecided[cell.index()].contains(digit)
            }) {
                Some(candidate) => {
                    if let CandidatePhase::Probe(probe, current) = &mut self.phase {
                        probe.start(candidate);
                        *current = Some(candidate);
                    }
                }
                None if self.counts.is_empty() => self.end(),
                None => {
                    let solver = Solver::new(self.puzzle.clone(), self.count_max);
                    self.enter(CandidatePhase::Count(Box::new(solver), None));
                }
            },
            CandidatePhase::Count(solver, Some(candidate)) => {
                if solver.advance(nodes_left, stop)? == Progress::Paused {
                    return Ok(false);
                }
                let (count, candidate) = (solver.count(), *candidate);
                // The solver does not count the steps of its rules. They look at each candidate.
                self.earlier = (self.nodes(), self.steps() + self.counts.len() as u64);
                let index = self.index_of(candidate);
                self.counts[index] = self.counts[index].max(count);
                if let CandidatePhase::Count(_, current) = &mut self.phase {
                    *current = None;
                }
            }
            CandidatePhase::Count(..) => match self.next_candidate(|search, candidate| {
                let Candidate { cell, digit } = candidate;
                search.found[cell.index()].contains(digit)
                    && search.counts[search.index_of(candidate)] < search.count_max.get()
            }) {
                Some(candidate) => self.start_count(candidate),
                None => self.end(),
            },
            CandidatePhase::Done(_) => {}
        }
        Ok(true)
    }

    /// The counts so far; at least 1 for each candidate of a solution.
    fn lower_bounds(&self) -> Vec<u64> {
        let mut counts = if self.counts.is_empty() { self.zero_counts() } else { self.counts.clone() };
        // One list for each cell; none if candidates are not counted.
        let cells = counts.chunks_mut(self.puzzle.rules().digit_count()).zip(&self.found);
        for (counts, digits) in cells {
            digits.digits().for_each(|digit| counts[digit.index()] = counts[digit.index()].max(1));
        }
        counts
    }

    /// Counts of all candidates without solutions; empty if they are not counted.
    fn zero_counts(&self) -> Vec<u64> {
        let is_counted = self.count_max.get() > 1;
        vec![0; if is_counted { self.undecided.len() * self.puzzle.rules().digit_count() } else { 0 }]
    }

    /// Records the candidates of a solution as found.
    pub(super) fn record(&mut self, solution: &Solution) {
        for (cell, digit) in solution.grid().filled() {
            self.found[cell.index()].extend([digit]);
            self.undecided[cell.index()] = self.undecided[cell.index()].without(digit);
        }
    }

    /// Counts these solutions for all of their candidates.
    fn count_all(&mut self, solutions: &[Solution]) {
        if self.counts.is_empty() {
            return;
        }
        for (cell, digit) in solutions.iter().flat_map(|solution| solution.grid().filled()) {
            let index = self.index_of(Candidate { cell, digit });
            self.counts[index] = self.count_max.get().min(self.counts[index] + 1);
        }
    }

    fn index_of(&self, Candidate { cell, digit }: Candidate) -> usize {
        cell.index() * self.puzzle.rules().digit_count() + digit.index()
    }

    /// Ends the current phase and begins another.
    fn enter(&mut self, phase: CandidatePhase) {
        self.earlier = (self.nodes(), self.steps());
        self.next = 0;
        self.phase = phase;
    }

    /// Applies the rules, and begins the search for the candidates that they leave undecided.
    fn enter_probe(&mut self) -> Result<(), SolverError> {
        let probe = Probe::new(&self.puzzle)?;
        for cell in self.puzzle.rules().layout().cells() {
            let undecided = &mut self.undecided[cell.index()];
            *undecided = undecided.intersection(probe.candidates(cell));
        }
        self.enter(CandidatePhase::Probe(Box::new(probe), None));
        Ok(())
    }

    /// Begins to count the solutions with a candidate.
    fn start_count(&mut self, candidate: Candidate) {
        let with_candidate = self.puzzle.clone().with_clue(candidate.cell, candidate.digit);
        if let (CandidatePhase::Count(solver, current), Ok(puzzle)) = (&mut self.phase, with_candidate) {
            solver.restart(puzzle, self.count_max);
            *current = Some(candidate);
        }
    }

    /// The next candidate that meets a condition. The search comes to each candidate once in a phase.
    fn next_candidate(&mut self, meets: impl Fn(&Self, Candidate) -> bool) -> Option<Candidate> {
        let digits = self.puzzle.rules().digit_count();
        let candidates = (self.next..self.undecided.len() * digits).filter_map(|index| {
            let cell = Cell(u16::try_from(index / digits).ok()?);
            Some((index, Candidate { cell, digit: Digit::new(index % digits + 1)? }))
        });
        let (index, candidate) = { candidates }.find(|&(_, candidate)| meets(self, candidate))?;
        self.next = index + 1;
        Some(candidate)
    }

    /// Ends the search as complete: what is undecided occurs in no solution.
    fn end(&mut self) {
        self.enter(CandidatePhase::Done(StopReason::Complete));
        self.undecided.fill(DigitSet::default());
    }

    /// Number of solutions as far as it is known: none, one or several.
    pub(super) fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// The digits of a cell that occur in a solution that was found.
    pub(super) fn found(&self, cell: Cell) -> DigitSet {
        self.found[cell.index()]
    }

    /// The digits of a cell that were neither found in a solution nor excluded.
    pub(super) fn undecided(&self, cell: Cell) -> DigitSet {
        self.undecided[cell.index()]
    }

    /// Number of steps so far; [`SLICE_STEPS`](quadrille_exact_cover::unstable::SLICE_STEPS) of them make a slice.
    pub(super) fn steps(&self) -> u64 {
        self.earlier.1
            + match &self.phase {
                CandidatePhase::First(solver)
                | CandidatePhase::List(solver)
                | CandidatePhase::Count(solver, Some(_)) => solver.steps(),
                CandidatePhase::Probe(probe, _) => probe.steps(),
                CandidatePhase::Count(_, None) | CandidatePhase::Done(_) => 0,
            }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }
}

impl ResumableSearch for CandidateSearch {
    type Answer = CandidateAnswer;
    type Error = SolverError;

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, SolverError> {
        let slice = Slice::new(self.nodes(), self.steps(), budget_nodes, stop);
        loop {
            if let CandidatePhase::Done(stop_reason) = self.phase {
                return Ok(Progress::Ended(stop_reason));
            }
            let nodes_left = slice.nodes_left(self.nodes(), self.steps());
            if nodes_left == 0 || !self.step(nodes_left, slice.stop())? {
                return Ok(Progress::Paused);
            }
        }
    }

    fn nodes(&self) -> u64 {
        self.earlier.0
            + match &self.phase {
                CandidatePhase::First(solver)
                | CandidatePhase::List(solver)
                | CandidatePhase::Count(solver, Some(_)) => solver.nodes(),
                CandidatePhase::Probe(probe, _) => probe.nodes(),
                CandidatePhase::Count(_, None) | CandidatePhase::Done(_) => 0,
            }
    }

    fn stop_reason(&self) -> Option<StopReason> {
        match self.phase {
            CandidatePhase::Done(stop_reason) => Some(stop_reason),
            _ => None,
        }
    }

    fn answer(&mut self) -> CandidateAnswer {
        CandidateAnswer {
            candidates: self.found.clone(),
            undecided: self.undecided.clone(),
            counts: self.lower_bounds(),
            conflicts: self.conflicts.clone(),
            stop_reason: self.stop_reason().unwrap_or(StopReason::Interrupted),
            nodes: self.nodes(),
        }
    }
}

/// The digits of each cell that clues and given candidates allow: the clue, or the candidates of the cell.
fn possible(puzzle: &Puzzle) -> Vec<DigitSet> {
    let all = puzzle.rules().digits();
    let of_cell = |cell: Cell| match puzzle.clues().digit(cell) {
        Some(digit) => [digit].into_iter().collect(),
        None => puzzle.given_candidates().map_or(all, |candidates| candidates[cell.index()]),
    };
    puzzle.rules().layout().cells().map(of_cell).collect()
}
