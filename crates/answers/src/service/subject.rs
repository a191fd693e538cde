//! Problems that questions are about: puzzles and exact cover problems.

use std::fmt::Debug;
use std::hash::Hash;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::{
    Cover, CoverAnswer, CoverSearch, NextSolution, Problem, ResumableSearch, StopReason, Verdict,
};
use quadrille_sudoku::{Answer, Enumerator, Puzzle, Solution, Solver};

use super::question::Question;
use super::search::{Answerable, Defect, SearchAnswer, SubjectKind};
use super::search_pool::{SearchPool, SearchPools};

/// Largest number of cells whose solver is pooled. Solvers of larger grids hold much memory and cost little to rebuild.
const SMALL_CELLS_MAX: usize = 16 * 16;

/// Largest number of cells whose deductions run inline. They take less time than the switch to a solver thread, about 10 µs.
const INLINE_CELLS_MAX: usize = 9 * 9;

/// Largest number of entries of an exact cover problem that is not large. The search of a larger one may learn clauses of
/// several MiB before it is complete.
const SMALL_ENTRIES_MAX: usize = 500;

/// Whether the search of a puzzle with this number of cells takes much memory.
pub(super) fn has_large_search(cells: usize) -> bool {
    cells > SMALL_CELLS_MAX
}

/// An exact cover problem as the subject of a question.
pub type CoverProblem = Arc<Problem>;

/// Problem that questions are about. It determines the search for its solutions and the answer.
pub trait Subject: Clone + Debug + Eq + Hash + Send + Sync + 'static {
    /// Solution of the problem.
    type Solution: Send + 'static;
    /// Answer to a question about its solutions.
    type Answer: SearchAnswer;
    /// Search that counts solutions.
    type Solver: ResumableSearch<Answer = Self::Answer, Error: Into<Defect>> + Debug + Send + 'static;
    /// Search that yields solutions one by one.
    type Enumerator: SolutionSearch<Subject = Self>;
    /// Kind of the problem.
    const KIND: SubjectKind;

    /// Prepares the search that counts up to `solutions_max` solutions.
    fn solver(self, solutions_max: NonZeroU64) -> Self::Solver;

    /// Replaces an earlier search, as [`Answerable::restart`] does.
    fn restart(&mut self, solver: &mut Self::Solver, solutions_max: NonZeroU64) {
        *solver = self.clone().solver(solutions_max);
    }

    /// Returns the pool of idle searches; by default there is none.
    fn pool(_pools: &SearchPools) -> Option<&SearchPool<Self::Solver>> {
        None
    }

    /// Whether the search takes much memory. Few large searches run at a time, and their solvers are not reused.
    fn is_large(&self) -> bool;

    /// Whether the beginning of the search is shorter than a switch to a solver thread.
    fn runs_inline(&self) -> bool;

    /// Estimated memory of the problem in bytes.
    fn heap_bytes(&self) -> usize;

    /// Estimated memory of a solution in bytes.
    fn solution_bytes(solution: &Self::Solution) -> usize;
}

/// Search that yields solutions one by one.
pub trait SolutionSearch: Send + 'static {
    /// Problem that is searched.
    type Subject: Subject;

    /// Prepares the search for up to `limit` solutions.
    fn new(subject: Self::Subject, limit: NonZeroU64) -> Self;

    /// Continues to the next solution, within the bounds of [`ResumableSearch::advance`].
    ///
    /// # Errors
    /// [`Defect`], after which the search must not be used.
    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<NextSolution, Defect>;

    /// Returns the solution just found.
    ///
    /// # Errors
    /// [`Defect`], after which the search must not be used.
    fn solution(&self) -> Result<<Self::Subject as Subject>::Solution, Defect>;

    /// Number of nodes visited so far.
    fn nodes(&self) -> u64;

    /// Why the search ended; `None` before that.
    fn stop_reason(&self) -> Option<StopReason>;

    /// Splits off the later part of the rest, as [`ResumableSearch::split`] does.
    fn split(&mut self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Returns the answer without solutions.
    fn end(self) -> <Self::Subject as Subject>::Answer;
}

impl<S: Subject> Answerable for Question<S> {
    type Search = S::Solver;
    type Answer = S::Answer;
    const SUBJECT: SubjectKind = S::KIND;

    fn search(self) -> S::Solver {
        self.subject.solver(self.solutions_max)
    }

    fn restart(&mut self, search: &mut S::Solver) {
        self.subject.restart(search, self.solutions_max);
    }

    fn pool(pools: &SearchPools) -> Option<&SearchPool<S::Solver>> {
        S::pool(pools)
    }

    fn is_large(&self) -> bool {
        self.subject.is_large()
    }

    fn runs_inline(&self) -> bool {
        self.subject.runs_inline()
    }

    fn solutions_max(&self) -> NonZeroU64 {
        self.solutions_max
    }

    fn heap_bytes(&self) -> usize {
        self.subject.heap_bytes()
    }
}

impl Subject for Puzzle {
    type Solution = Solution;
    type Answer = Answer;
    type Solver = Solver;
    type Enumerator = Enumerator;
    const KIND: SubjectKind = SubjectKind::Puzzle;

    fn solver(self, solutions_max: NonZeroU64) -> Solver {
        Solver::new(self, solutions_max)
    }

    fn restart(&mut self, solver: &mut Solver, solutions_max: NonZeroU64) {
        solver.exchange(self, solutions_max);
    }

    fn pool(pools: &SearchPools) -> Option<&SearchPool<Solver>> {
        Some(&pools.solvers)
    }

    fn is_large(&self) -> bool {
        has_large_search(self.clues().cells().len())
    }

    fn runs_inline(&self) -> bool {
        self.clues().cells().len() <= INLINE_CELLS_MAX
    }

    fn heap_bytes(&self) -> usize {
        self.clues().cells().len()
            + self.given_candidates().map_or(0, size_of_val)
            + self.rules().heap_bytes()
    }

    fn solution_bytes(solution: &Solution) -> usize {
        solution.grid().cells().len()
    }
}

impl SearchAnswer for Answer {
    fn verdict(&self) -> Option<Verdict<()>> {
        Some(self.verdict.without_solutions())
    }

    fn stop_reason(&self) -> StopReason {
        self.stop_reason
    }

    fn nodes(&self) -> Option<u64> {
        self.stats.map(|stats| stats.nodes)
    }

    fn is_cacheable(&self) -> bool {
        // Conflicts are found without a search, and their list may be long.
        self.is_final() && self.conflicts.is_empty()
    }

    fn heap_bytes(&self) -> usize {
        self.verdict.witnesses().iter().map(Puzzle::solution_bytes).sum()
    }
}

impl SolutionSearch for Enumerator {
    type Subject = Puzzle;

    fn new(puzzle: Puzzle, limit: NonZeroU64) -> Self {
        Self::new(puzzle, limit)
    }

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<NextSolution, Defect> {
        Ok(self.advance(budget_nodes, stop)?)
    }

    fn solution(&self) -> Result<Solution, Defect> {
        Ok(self.solution()?)
    }

    fn nodes(&self) -> u64 {
        self.nodes()
    }

    fn stop_reason(&self) -> Option<StopReason> {
        self.stop_reason()
    }

    fn end(self) -> Answer {
        self.end()
    }
}

impl Subject for CoverProblem {
    type Solution = Cover;
    type Answer = CoverAnswer;
    type Solver = CoverSearch;
    type Enumerator = CoverSearch;
    const KIND: SubjectKind = SubjectKind::ExactCover;

    fn solver(self, solutions_max: NonZeroU64) -> CoverSearch {
        CoverSearch::new(self, solutions_max)
    }

    fn is_large(&self) -> bool {
        self.entry_count() > SMALL_ENTRIES_MAX
    }

    /// Building the search takes longer.
    fn runs_inline(&self) -> bool {
        false
    }

    fn heap_bytes(&self) -> usize {
        Problem::heap_bytes(self)
    }

    fn solution_bytes(cover: &Cover) -> usize {
        size_of_val(cover.options())
    }
}

impl SearchAnswer for CoverAnswer {
    fn verdict(&self) -> Option<Verdict<()>> {
        Some(self.verdict.without_solutions())
    }

    fn stop_reason(&self) -> StopReason {
        self.stop_reason
    }

    fn nodes(&self) -> Option<u64> {
        self.stats.map(|stats| stats.nodes)
    }

    fn join(&mut self, part: &Self, solutions_max: NonZeroU64) {
        self.join(part, solutions_max);
    }

    fn heap_bytes(&self) -> usize {
        self.verdict.witnesses().iter().map(CoverProblem::solution_bytes).sum()
    }
}

impl SolutionSearch for CoverSearch {
    type Subject = CoverProblem;

    fn new(problem: CoverProblem, limit: NonZeroU64) -> Self {
        Self::new(problem, limit)
    }

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<NextSolution, Defect> {
        Ok(self.next(budget_nodes, stop))
    }

    fn solution(&self) -> Result<Cover, Defect> {
        Ok(self.solution()?)
    }

    fn nodes(&self) -> u64 {
        ResumableSearch::nodes(self)
    }

    fn stop_reason(&self) -> Option<StopReason> {
        ResumableSearch::stop_reason(self)
    }

    fn split(&mut self) -> Option<Self> {
        ResumableSearch::split(self)
    }

    fn end(mut self) -> CoverAnswer {
        self.answer()
    }
}
