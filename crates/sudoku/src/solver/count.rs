//! The solver: counts or lists the solutions of a puzzle, in steps that can be interrupted.

use std::mem;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_exact_cover::unstable::{SLICE_STEPS, Step};
use quadrille_exact_cover::{
    NextSolution, ProblemError, Progress, ResumableSearch, SolutionSearch, StopReason,
};

use super::answer::{Answer, Stats, Verdict};
use crate::engines::{EngineSet, RuleReduction, SearchWork};
use crate::model::{Conflict, Grid, InvalidSolution, Puzzle, Solution};

/// Number of solutions kept: two prove that the puzzle has more than one.
const WITNESSES_MAX: usize = 2;

/// A bug in an engine, detected before a wrong answer was returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolverError {
    /// The engine returned a grid that is not a solution.
    #[error("the engine returned an invalid solution: {0}")]
    InvalidSolution(#[from] InvalidSolution),
    /// The puzzle could not be encoded as an exact cover problem.
    #[error("the puzzle could not be encoded as an exact cover problem: {0}")]
    Problem(#[from] ProblemError),
}

/// Counts the solutions of a puzzle up to a limit and keeps the first two; or, by the trait [`SolutionSearch`], yields them one by
/// one and keeps none.
///
/// Owns all its data, so it can move between threads between two calls. [`restart`](Self::restart) reuses its memory for
/// another puzzle.
#[derive(Clone, Debug)]
pub struct Solver {
    puzzle: Puzzle,
    conflicts: Vec<Conflict>,
    engines: EngineSet,
    /// Limit of solutions.
    limit: NonZeroU64,
    stop_reason: Option<StopReason>,
    witnesses: Vec<Solution>,
    /// Unused grids, kept for their memory.
    spare: Vec<Grid>,
}

impl Solver {
    /// Creates a solver that finds up to `limit` solutions. Checks the clues for conflicts, unless the engine does
    /// so, and nothing else.
    pub fn new(puzzle: Puzzle, limit: NonZeroU64) -> Self {
        Self::with_order(puzzle, limit, None)
    }

    /// As [`new`](Self::new), but finds the solutions in a random order, which the seed determines.
    ///
    /// Each branch of the search takes a random option, so that solutions in small branches come first more often than
    /// others.
    pub fn in_random_order(puzzle: Puzzle, limit: NonZeroU64, seed: u64) -> Self {
        Self::with_order(puzzle, limit, Some(seed))
    }

    fn with_order(puzzle: Puzzle, limit: NonZeroU64, seed: Option<u64>) -> Self {
        let mut spare = Vec::with_capacity(WITNESSES_MAX);
        spare.resize_with(WITNESSES_MAX, || puzzle.clues().clone());
        let mut solver = Self {
            puzzle,
            conflicts: Vec::new(),
            engines: EngineSet::new(seed),
            limit,
            stop_reason: None,
            witnesses: Vec::with_capacity(WITNESSES_MAX),
            spare,
        };
        solver.check_clues();
        solver
    }

    /// Loads another puzzle. From the second puzzle of a size on, solving does not allocate, except for learnt clauses
    /// beyond the previous maximum, for the memo of a long count, and for the list of conflicts.
    pub fn restart(&mut self, mut puzzle: Puzzle, limit: NonZeroU64) {
        self.exchange(&mut puzzle, limit);
    }

    /// Loads another puzzle, as [`restart`](Self::restart), in exchange for the one before, whose memory
    /// [`Puzzle::replace`] reuses.
    pub fn exchange(&mut self, puzzle: &mut Puzzle, limit: NonZeroU64) {
        self.restart_with_order(puzzle, limit, None);
    }

    /// Loads another puzzle, as [`restart`](Self::restart), for [`in_random_order`](Self::in_random_order).
    pub fn restart_in_random_order(&mut self, mut puzzle: Puzzle, limit: NonZeroU64, seed: u64) {
        self.restart_with_order(&mut puzzle, limit, Some(seed));
    }

    fn restart_with_order(&mut self, puzzle: &mut Puzzle, limit: NonZeroU64, seed: Option<u64>) {
        mem::swap(&mut self.puzzle, puzzle);
        self.engines.restart(seed);
        self.limit = limit;
        self.check_clues();
        self.spare.extend(self.witnesses.drain(..).map(Solution::into_grid));
        // All grids get the capacity that this puzzle needs now, so that no later step allocates.
        let clues = self.puzzle.clues();
        for grid in self.spare.iter_mut().filter(|grid| grid.cells().len() != clues.cells().len()) {
            grid.copy_from(clues);
        }
    }

    /// Looks for conflicts before the search, if its engine needs clues without any.
    fn check_clues(&mut self) {
        self.conflicts.clear();
        if !EngineSet::allows_conflicts(&self.puzzle) {
            self.conflicts = self.puzzle.conflicts();
        }
        self.stop_reason = (!self.conflicts.is_empty()).then_some(StopReason::Complete);
    }

    /// Continues to the next solution, as [`EngineSet::advance`] does. Must not be called after the end.
    fn step(
        &mut self,
        count_limit: Option<u64>,
        budget_nodes: u64,
        stop: &AtomicBool,
    ) -> Result<Step, ProblemError> {
        self.engines.advance(&self.puzzle, count_limit.map(u128::from), budget_nodes, stop)
    }

    /// Finds the conflicts of clues that its engine has found to contradict the rules. Not part of the search, because tests of many puzzles do
    /// not need them.
    fn find_conflicts(&mut self) {
        if EngineSet::allows_conflicts(&self.puzzle) && self.engines.is_contradiction() {
            self.conflicts = self.puzzle.conflicts();
            if !self.conflicts.is_empty() {
                // The conflicts are the answer: what the rules did to such clues says nothing.
                self.engines.forget();
            }
        }
    }

    /// Ends the search if its limit is reached; returns the stop reason then. The solution must have been read.
    ///
    /// With limit 1, a search that has nothing left to try is complete, so that the solution is proved unique at no cost.
    /// Higher limits leave the verdict as it is.
    fn end_at_limit(&mut self) -> Option<StopReason> {
        if self.count() != self.limit.get() {
            return None;
        }
        let is_complete = self.limit == NonZeroU64::MIN && self.engines.is_exhausted(&self.puzzle);
        Some(self.end(if is_complete { StopReason::Complete } else { StopReason::SolutionLimit }))
    }

    /// Ends the search for this reason, and returns it.
    fn end(&mut self, stop_reason: StopReason) -> StopReason {
        *self.stop_reason.insert(stop_reason)
    }

    /// Writes the solution just returned into `grid`, and certifies it.
    ///
    /// # Errors
    /// [`InvalidSolution`] for a bug in an engine.
    fn certify(&self, mut grid: Grid) -> Result<Solution, InvalidSolution> {
        self.engines.read(&mut grid);
        Solution::certify(&self.puzzle, grid)
    }

    /// Certifies and keeps the engine's current solution, if it is one of the first two.
    fn keep_witness(&mut self) -> Result<(), InvalidSolution> {
        if self.witnesses.len() < WITNESSES_MAX {
            // The fallback is never needed: spare grids and witnesses are `WITNESSES_MAX` together.
            let grid = self.spare.pop().unwrap_or_else(|| self.puzzle.clues().clone());
            self.witnesses.push(self.certify(grid)?);
        }
        Ok(())
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Number of steps so far; [`SLICE_STEPS`] of them make a slice.
    pub(crate) fn steps(&self) -> u64 {
        self.engines.steps()
    }

    /// Work statistics so far. An [answer](ResumableSearch::answer) about clues with conflicts has none of the rules.
    pub fn stats(&self) -> Stats {
        let RuleReduction { placements, eliminations, items, options } = self.engines.reduction(&self.puzzle);
        let SearchWork { nodes, updates, .. } = self.engines.work();
        let clues = self.puzzle.clues().filled_count();
        Stats { clues, placements, eliminations, items, options, nodes, updates }
    }

    /// Takes the solutions out of an answer, to reuse their memory for the next puzzle.
    pub fn recycle(&mut self, answer: &mut Answer) {
        let verdict = mem::replace(&mut answer.verdict, Verdict::Unknown);
        let room = WITNESSES_MAX.saturating_sub(self.spare.len());
        self.spare.extend(verdict.into_witnesses().take(room).map(Solution::into_grid));
    }
}

/// A solver for many puzzles, one after the other, whose memory it reuses. It answers as the methods of [`Puzzle`] do, and takes as long as
/// they do for the classic 9x9, for which they keep a solver.
///
/// # Panics
/// As the methods of [`Puzzle`].
///
/// # Examples
/// ```
/// use quadrille_sudoku::{Puzzle, Solver};
///
/// let puzzles: Vec<Puzzle> = ["1... ..3. .4.. ...2", "1... .... .... ...."].map(str::parse).into_iter().collect::<Result<_, _>>()?;
/// let mut solver = Solver::default();
/// assert!(solver.solve(&puzzles[0]).is_some());
/// assert!(!solver.is_unique(&puzzles[1]));
/// assert_eq!(solver.solve_many(&puzzles).flatten().count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Solver {
    /// Returns a solution of a puzzle; `None` if there is none.
    pub fn solve(&mut self, puzzle: &Puzzle) -> Option<Solution> {
        self.verdict(puzzle, NonZeroU64::MIN).into_witnesses().next()
    }

    /// Returns whether a puzzle has exactly one solution.
    pub fn is_unique(&mut self, puzzle: &Puzzle) -> bool {
        matches!(self.verdict(puzzle, NonZeroU64::MIN.saturating_add(1)), Verdict::Unique(_))
    }

    /// Returns a solution of each puzzle, or `None` for a puzzle without one.
    pub fn solve_many<'a>(
        &'a mut self,
        puzzles: impl IntoIterator<Item = &'a Puzzle> + 'a,
    ) -> impl Iterator<Item = Option<Solution>> + 'a {
        puzzles.into_iter().map(|puzzle| self.solve(puzzle))
    }

    fn verdict(&mut self, puzzle: &Puzzle, limit: NonZeroU64) -> Verdict {
        self.restart(puzzle.clone(), limit);
        self.run().verdict
    }

    /// Counts the solutions of a puzzle without candidates; `spare` gives its memory.
    pub(crate) fn count_of(&mut self, puzzle: &Puzzle, spare: &mut Puzzle, limit: NonZeroU64) -> Answer {
        if spare.replace(puzzle.rules().clone(), puzzle.clues().iter()).is_err() {
            // The clues of a puzzle fit its rules.
            spare.clone_from(puzzle);
        }
        self.exchange(spare, limit);
        self.run()
    }

    /// Runs to the end, and returns the answer without statistics.
    fn run(&mut self) -> Answer {
        let go_on = AtomicBool::new(false);
        loop {
            match self.advance(u64::MAX, &go_on) {
                Ok(Progress::Paused) => {}
                Ok(Progress::Ended(_)) => return self.answer_without_stats(),
                Err(bug) => report(&bug),
            }
        }
    }
}

/// A solver of the empty 9x9 until it gets another puzzle, for [`solve`](Solver::solve) and [`restart`](Solver::restart).
impl Default for Solver {
    fn default() -> Self {
        Self::new(Puzzle::default(), NonZeroU64::MIN)
    }
}

/// Ends the thread after a bug was detected: no answer would be right.
#[expect(
    clippy::panic,
    reason = "every answer after a bug would be wrong, and an iterator cannot return errors"
)]
pub(crate) fn report(bug: &impl std::fmt::Display) -> ! {
    panic!("bug in quadrille-sudoku: {bug}")
}

impl ResumableSearch for Solver {
    type Answer = Answer;
    type Error = SolverError;

    /// Visits up to `budget_nodes` further nodes; fewer if `stop` is set or a slice ends (at most twice [`SLICE_STEPS`]
    /// steps).
    ///
    /// Applying the rules of houses, building the exact cover problem and the hand-over to CDCL are not part of these bounds: each
    /// takes some milliseconds for the largest puzzles and ignores `stop`. Constraints are compiled and applied within them.
    ///
    /// # Errors
    /// [`SolverError`] for a bug in an engine; the solver must not be used afterwards.
    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, SolverError> {
        if let Some(stop_reason) = self.stop_reason {
            return Ok(Progress::Ended(stop_reason));
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(Progress::Paused);
        }
        let nodes_end = self.nodes().saturating_add(budget_nodes);
        let steps_end = self.steps() + SLICE_STEPS;
        loop {
            // With two witnesses the verdict is certain; further solutions are only counted.
            let count_limit = (self.witnesses.len() == WITNESSES_MAX).then_some(self.limit.get());
            let budget_nodes = nodes_end - self.nodes();
            match self.step(count_limit, budget_nodes, stop)? {
                Step::Paused => return Ok(Progress::Paused),
                Step::Exhausted => return Ok(Progress::Ended(self.end(StopReason::Complete))),
                Step::Solution => self.keep_witness()?,
            }
            if let Some(stop_reason) = self.end_at_limit() {
                return Ok(Progress::Ended(stop_reason));
            }
            if self.steps() >= steps_end {
                return Ok(Progress::Paused);
            }
        }
    }

    fn count(&self) -> u64 {
        // The limit bounds it.
        u64::try_from(self.engines.solutions()).unwrap_or(u64::MAX)
    }

    fn nodes(&self) -> u64 {
        self.engines.work().nodes
    }

    /// A puzzle with conflicts ends without a search.
    fn stop_reason(&self) -> Option<StopReason> {
        self.stop_reason
    }

    /// Takes the answer known now out of the solver; only [`restart`](Self::restart) is useful afterwards.
    fn answer(&mut self) -> Answer {
        self.find_conflicts();
        let stats = Some(self.stats());
        Answer { stats, ..self.answer_without_stats() }
    }

    /// As [`answer`](Self::answer) without statistics, which take as long to compute as the easiest puzzles to solve.
    fn answer_without_stats(&mut self) -> Answer {
        self.find_conflicts();
        let stop_reason = self.stop_reason().unwrap_or(StopReason::Interrupted);
        let count = self.count();
        // A search that lists its solutions has kept none, and knows no verdict.
        let is_complete = stop_reason == StopReason::Complete
            && self.witnesses.len() as u64 >= count.min(WITNESSES_MAX as u64);
        let verdict = Verdict::of(self.witnesses.drain(..), is_complete);
        Answer { verdict, count, stop_reason, conflicts: mem::take(&mut self.conflicts), stats: None }
    }
}

impl SolutionSearch for Solver {
    type Solution = Solution;

    fn next(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<NextSolution, SolverError> {
        if let Some(stop_reason) = self.stop_reason.or_else(|| self.end_at_limit()) {
            return Ok(NextSolution::Ended(stop_reason));
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(NextSolution::Paused);
        }
        Ok(match self.step(None, budget_nodes, stop)? {
            Step::Paused => NextSolution::Paused,
            Step::Solution => NextSolution::Found,
            Step::Exhausted => NextSolution::Ended(self.end(StopReason::Complete)),
        })
    }

    fn solution(&self) -> Result<Solution, SolverError> {
        Ok(self.certify(self.puzzle.clues().clone())?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraints::{Constraint, FieldValue, FieldValues};
    use crate::model::{BoxShape, Cell, Digit, Rules};

    #[test]
    fn advance_with_frequent_solutions_stays_within_a_slice() {
        for (size, limit) in [(9, 400_000), (12, 20_000), (16, 5_000), (25, 5_000)] {
            let rules = Rules::plain(size, BoxShape::usual(size)).expect("a size");
            let clues = Grid::from_cells(vec![None; size * size]).expect("a square");
            let puzzle = Puzzle::new(rules, clues).expect("fits");
            let mut solver = Solver::new(puzzle, NonZeroU64::new(limit).expect("positive"));
            let mut pauses = 0;
            loop {
                let before = solver.steps();
                let progress = solver.advance(u64::MAX, &AtomicBool::new(false)).expect("no bug");
                // The bound is checked after each node, or after each conflict and its consequences.
                let steps = solver.steps() - before;
                assert!(
                    steps <= 2 * SLICE_STEPS + SLICE_STEPS / 8,
                    "{steps} steps of an empty grid of size {size}"
                );
                if progress != Progress::Paused {
                    break;
                }
                pauses += 1;
            }
            assert!(pauses > 3, "{pauses} pauses are too few for this test");
        }
    }

    /// The empty 36x36 with 1,200 sums of cells of a row, which one solution has.
    fn many_sums() -> Puzzle {
        let rules = Rules::usual(36).expect("a size");
        let cage = Constraint::type_named("cage").expect("a type");
        let constraint = |index: usize| {
            let (row, first) = (index % 36, index / 36);
            let columns = || (0..8).map(|at| (first + 5 * at) % 36);
            let cells = columns().map(|column| Cell((36 * row + column) as u16)).collect();
            let digit = |column: usize| (6 * (row % 6) + row / 6 + column) % 36 + 1;
            let sum = FieldValue::Number(columns().map(digit).sum::<usize>() as i64);
            rules.constraint(cage, &FieldValues::of_cells(cells).and("sum", sum)).expect("valid")
        };
        Puzzle::empty(rules.with_constraints((0..1_188).map(constraint)).expect("few"))
    }

    #[test]
    fn constraints_are_compiled_and_applied_in_slices_that_stop() {
        let mut solver = Solver::new(many_sums(), NonZeroU64::MIN);
        let (go_on, stopped) = (AtomicBool::new(false), AtomicBool::new(true));
        for _ in 0..6 {
            let before = solver.steps();
            assert_eq!(solver.advance(u64::MAX, &stopped).expect("no bug"), Progress::Paused);
            assert_eq!(solver.steps(), before);
            assert_eq!(solver.advance(u64::MAX, &go_on).expect("no bug"), Progress::Paused);
            let steps = solver.steps() - before;
            assert!(steps > 0 && steps <= 2 * SLICE_STEPS, "{steps} steps");
        }
        let answer = solver.answer();
        let stats = answer.stats.expect("asked for");
        assert_eq!((answer.stop_reason, stats.nodes, stats.placements), (StopReason::Interrupted, 0, 0));
    }

    #[test]
    fn each_conflict_of_a_classic_9x9_is_found_and_counts_no_work() {
        let rules = Rules::plain(9, BoxShape::usual(9)).expect("a size");
        let mut solver = None;
        let mut pairs = 0;
        for (first, second) in (0..81).flat_map(|first| (0..first).map(move |second| (first, second))) {
            let mut cells = vec![None; 81];
            (cells[first], cells[second]) = (Digit::new(7), Digit::new(7));
            let puzzle =
                Puzzle::new(rules.clone(), Grid::from_cells(cells).expect("a square")).expect("fits");
            let conflicts = puzzle.conflicts();
            if conflicts.is_empty() {
                continue;
            }
            pairs += 1;
            let limit = NonZeroU64::MIN;
            let solver = match &mut solver {
                None => solver.insert(Solver::new(puzzle, limit)),
                Some(solver) => {
                    solver.restart(puzzle, limit);
                    solver
                }
            };
            let progress = solver.advance(1, &AtomicBool::new(false)).expect("no bug");
            assert_eq!(progress, Progress::Ended(StopReason::Complete));
            let answer = solver.answer();
            assert_eq!((answer.verdict, answer.conflicts), (Verdict::None, conflicts));
            let stats = answer.stats.expect("asked for");
            assert_eq!((stats.nodes, stats.placements, stats.eliminations), (0, 0, 0));
        }
        assert_eq!(pairs, 81 * 20 / 2);
    }
}
