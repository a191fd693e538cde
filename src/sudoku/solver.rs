//! From a puzzle to its answer, in steps that can be interrupted.

use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};

use super::answer::{Answer, Ending, Stats, Verdict};
use super::encoding::Encoding;
use super::puzzle::{Conflict, Puzzle};
use super::solution::{Solution, Uncertified};
use crate::exact_cover::{ProblemError, SLICE_STEPS, Search, Step};

/// How far [`Solver::advance`] came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There is more to do.
    Paused,
    /// The search is over: every solution was found, or as many as were asked for.
    Ended(Ending),
}

/// Counts the solutions of a puzzle up to a limit, and keeps the first two.
///
/// A solver owns everything it needs, so that it may be moved between threads between two steps.
#[derive(Clone, Debug)]
pub struct Solver {
    puzzle: Puzzle,
    conflicts: Vec<Conflict>,
    /// `None` until the first step, and for a puzzle with conflicts.
    work: Option<Work>,
    limit: NonZeroU64,
    count: u64,
    witnesses: Vec<Solution>,
    ended: Option<Ending>,
}

#[derive(Clone, Debug)]
struct Work {
    encoding: Encoding,
    search: Search,
}

/// A bug in the engine, noticed before it could leave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolverError {
    /// The search offered a grid that is no solution.
    #[error("the search offered a grid that is no solution: {0}")]
    Uncertified(#[from] Uncertified),
    /// The puzzle could not be stated as an exact cover problem.
    #[error("the puzzle could not be stated as an exact cover problem: {0}")]
    Problem(#[from] ProblemError),
}

impl Solver {
    /// A solver that is to find up to `limit` solutions. Only conflicts between clues are looked for before the first
    /// step.
    pub fn new(puzzle: Puzzle, limit: NonZeroU64) -> Self {
        let conflicts = puzzle.conflicts();
        Self {
            puzzle,
            ended: (!conflicts.is_empty()).then_some(Ending::Complete),
            conflicts,
            work: None,
            limit,
            count: 0,
            witnesses: Vec::new(),
        }
    }

    /// Visits up to `budget_nodes` further nodes, and fewer where `stop` is raised or a slice of work (twice
    /// [`SLICE_STEPS`] at most) is done. The first step builds the links and no more, which takes some milliseconds
    /// for the largest puzzles and looks at no flag.
    ///
    /// # Errors
    /// [`SolverError`] for a bug in the engine; the solver must not be used further.
    pub fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, SolverError> {
        if let Some(ending) = self.ended {
            return Ok(Progress::Ended(ending));
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(Progress::Paused);
        }
        let Some(Work { encoding, search }) = &mut self.work else {
            let encoding = Encoding::new(&self.puzzle)?;
            let search = Search::new(encoding.problem());
            self.work = Some(Work { encoding, search });
            return Ok(Progress::Paused);
        };
        let nodes_end = search.nodes().saturating_add(budget_nodes);
        let steps_end = search.steps() + SLICE_STEPS;
        loop {
            match search.advance(nodes_end - search.nodes(), stop) {
                Step::Paused => return Ok(Progress::Paused),
                Step::Exhausted => {
                    self.ended = Some(Ending::Complete);
                    return Ok(Progress::Ended(Ending::Complete));
                }
                Step::Solution => {
                    self.count += 1;
                    if self.witnesses.len() < 2 {
                        let grid = encoding
                            .decode(self.puzzle.clues(), search.solution())
                            .ok_or(Uncertified::Size)?;
                        self.witnesses.push(Solution::certify(&self.puzzle, grid)?);
                    }
                    if self.count == self.limit.get() {
                        self.ended = Some(Ending::SolutionLimit);
                        return Ok(Progress::Ended(Ending::SolutionLimit));
                    }
                    if search.steps() >= steps_end {
                        return Ok(Progress::Paused);
                    }
                }
            }
        }
    }

    /// Nodes visited so far.
    pub fn nodes(&self) -> u64 {
        self.work.as_ref().map_or(0, |work| work.search.nodes())
    }

    /// Why the search is over, if it is. A puzzle with conflicts is settled without a search.
    pub fn settled(&self) -> Option<Ending> {
        self.ended
    }

    /// The work done so far.
    pub fn stats(&self) -> Stats {
        let clues = self.puzzle.clues().filled().count();
        match &self.work {
            None => Stats { clues, ..Stats::default() },
            Some(Work { encoding, search }) => Stats {
                clues,
                items: encoding.problem().item_count(),
                options: encoding.problem().option_count(),
                nodes: search.nodes(),
                updates: search.updates(),
            },
        }
    }

    /// What is known now. `interruption` says why the solver is not advanced further, where it has not ended by
    /// itself.
    pub fn answer(self, interruption: Ending) -> Answer {
        let ending = self.ended.unwrap_or(interruption);
        let stats = self.stats();
        let complete = ending == Ending::Complete;
        let mut witnesses = self.witnesses.into_iter();
        let verdict = match (witnesses.next(), witnesses.next()) {
            (Some(first), Some(second)) => Verdict::Multiple([first, second]),
            (Some(only), None) if complete => Verdict::Unique(only),
            (Some(first), None) => Verdict::Solvable(first),
            (None, _) if complete => Verdict::None,
            (None, _) => Verdict::Unknown,
        };
        Answer { verdict, count: self.count, ending, conflicts: self.conflicts, stats }
    }
}
