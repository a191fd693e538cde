//! Counts or lists the solutions of an exact cover problem, up to a limit.

use std::mem;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::answer::{NextSolution, Progress, StopReason, Verdict};
use super::cover::{Cover, InvalidCover};
use super::portfolio::{CoverEngine, PortfolioSearch};
use super::problem::Problem;
use super::resumable_search::ResumableSearch;
use super::search::{SLICE_STEPS, Step};

/// Number of solutions kept: two prove that the problem has more than one.
const WITNESSES_MAX: usize = 2;

/// Searches a problem up to a limit of solutions, and certifies those that it returns.
///
/// Either [`advance`](Self::advance) counts them and keeps the first two, or [`next`](Self::next) yields them one by one.
#[derive(Clone, Debug)]
pub struct CoverSolver {
    problem: Arc<Problem>,
    /// `None` before the first step, because building it takes time.
    search: Option<PortfolioSearch<Arc<Problem>>>,
    limit: NonZeroU64,
    witnesses: Vec<Cover>,
    stop_reason: Option<StopReason>,
}

/// Work statistics of a [`CoverSolver`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoverStats {
    /// Items of the problem, primary and secondary.
    pub items: usize,
    /// Options of the problem.
    pub options: usize,
    /// Visited nodes of the search tree.
    pub nodes: u64,
    /// Updates of the search structure.
    pub updates: u64,
    /// Engine that has worked last; `None` if none has.
    pub engine: Option<CoverEngine>,
}

/// What a [`CoverSolver`] has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverAnswer {
    /// The verdict.
    pub verdict: Verdict<Cover>,
    /// Number of solutions found.
    pub count: u64,
    /// Why the search ended.
    pub stop_reason: StopReason,
    /// Work statistics; `None` if not requested.
    pub stats: Option<CoverStats>,
}

impl CoverSolver {
    /// Creates a solver that finds up to `limit` solutions. Builds nothing yet.
    pub fn new(problem: Arc<Problem>, limit: NonZeroU64) -> Self {
        Self { problem, search: None, limit, witnesses: Vec::new(), stop_reason: None }
    }

    /// Continues to the next solution, within the bounds of [`advance`](Self::advance).
    pub fn next(&mut self, budget_nodes: u64, stop: &AtomicBool) -> NextSolution {
        self.step(None, budget_nodes, stop)
    }

    /// Continues to the next solution or, with a limit, to the end of the count.
    fn step(&mut self, count_limit: Option<u64>, budget_nodes: u64, stop: &AtomicBool) -> NextSolution {
        if self.stop_reason.is_none() && self.count() >= self.limit.get() {
            // With limit 1, a search that has nothing left to try is complete, which proves the solution unique.
            let is_complete = self.limit == NonZeroU64::MIN
                && self.search.as_mut().is_some_and(PortfolioSearch::is_exhausted);
            self.stop_reason =
                Some(if is_complete { StopReason::Complete } else { StopReason::SolutionLimit });
        }
        if let Some(stop_reason) = self.stop_reason {
            return NextSolution::Ended(stop_reason);
        }
        if stop.load(Ordering::Relaxed) {
            return NextSolution::Paused;
        }
        let search = self.search.get_or_insert_with(|| PortfolioSearch::new(Arc::clone(&self.problem)));
        let step = match count_limit {
            None => search.advance(budget_nodes, stop),
            Some(limit) => search.count(limit.into(), budget_nodes, stop),
        };
        match step {
            Step::Paused => NextSolution::Paused,
            Step::Solution => NextSolution::Found,
            Step::Exhausted => NextSolution::Ended(*self.stop_reason.insert(StopReason::Complete)),
        }
    }

    /// Returns the solution just found.
    ///
    /// # Errors
    /// [`InvalidCover`] for a bug in a search.
    pub fn solution(&self) -> Result<Cover, InvalidCover> {
        let search = self.search.as_ref().ok_or(InvalidCover)?;
        Cover::certify(&self.problem, search.solution())
    }

    /// The problem.
    pub fn problem(&self) -> &Arc<Problem> {
        &self.problem
    }

    fn stats(&self) -> CoverStats {
        CoverStats {
            items: self.problem.item_count(),
            options: self.problem.option_count(),
            nodes: self.nodes(),
            updates: self.search.as_ref().map_or(0, PortfolioSearch::updates),
            engine: self.search.as_ref().map(PortfolioSearch::engine),
        }
    }
}

impl ResumableSearch for CoverSolver {
    type Answer = CoverAnswer;
    type Error = InvalidCover;

    /// Counts solutions, and visits up to `budget_nodes` further nodes; fewer if `stop` is set or a slice ends. The first
    /// call builds the search, which is not part of these bounds.
    ///
    /// # Errors
    /// [`InvalidCover`] for a bug in a search; the solver must not be used afterwards.
    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, InvalidCover> {
        let nodes_end = self.nodes().saturating_add(budget_nodes);
        let steps_end = self.search.as_ref().map_or(0, PortfolioSearch::steps) + SLICE_STEPS;
        loop {
            // With two witnesses the verdict is certain; further solutions are only counted.
            let count_limit = (self.witnesses.len() == WITNESSES_MAX).then_some(self.limit.get());
            match self.step(count_limit, nodes_end - self.nodes(), stop) {
                NextSolution::Ended(stop_reason) => return Ok(Progress::Ended(stop_reason)),
                NextSolution::Paused => return Ok(Progress::Paused),
                NextSolution::Found if self.witnesses.len() < WITNESSES_MAX => {
                    let witness = self.solution()?;
                    self.witnesses.push(witness);
                }
                NextSolution::Found => {}
            }
            if self.search.as_ref().is_some_and(|search| search.steps() >= steps_end) {
                return Ok(Progress::Paused);
            }
        }
    }

    fn count(&self) -> u64 {
        let count = self.search.as_ref().map_or(0, PortfolioSearch::solutions);
        // The limit bounds it.
        u64::try_from(count).unwrap_or(u64::MAX)
    }

    fn nodes(&self) -> u64 {
        self.search.as_ref().map_or(0, PortfolioSearch::nodes)
    }

    fn stop_reason(&self) -> Option<StopReason> {
        self.stop_reason
    }

    fn answer(&mut self) -> CoverAnswer {
        let stop_reason = self.stop_reason.unwrap_or(StopReason::Interrupted);
        let witnesses = mem::take(&mut self.witnesses);
        let verdict = Verdict::of(witnesses, stop_reason == StopReason::Complete);
        CoverAnswer { verdict, count: self.count(), stop_reason, stats: Some(self.stats()) }
    }

    fn answer_without_stats(&mut self) -> CoverAnswer {
        CoverAnswer { stats: None, ..self.answer() }
    }

    /// Splits off the later part of the rest, as [`Search::split`](crate::unstable::Search::split) does. `None` if that is not possible
    /// now: after a few solutions, backtracking without CDCL can be split.
    ///
    /// The answers of both parts [joined](CoverAnswer::join) are that of the whole search.
    fn split(&mut self) -> Option<Self> {
        if self.stop_reason.is_some() {
            return None;
        }
        let search = Some(self.search.as_mut()?.split()?);
        let (problem, witnesses) = (Arc::clone(&self.problem), self.witnesses.clone());
        Some(Self { problem, search, limit: self.limit, witnesses, stop_reason: None })
    }
}

impl CoverAnswer {
    /// Adds the answer of a later part of the same search, which was split off after the witnesses were found.
    pub fn join(&mut self, part: &Self, limit: NonZeroU64) {
        self.count = self.count.saturating_add(part.count).min(limit.get());
        self.stop_reason = match self.stop_reason {
            _ if self.count == limit.get() => StopReason::SolutionLimit,
            StopReason::Complete => part.stop_reason,
            stop_reason => stop_reason,
        };
        if let (Some(stats), Some(part)) = (&mut self.stats, part.stats) {
            stats.nodes += part.nodes;
            stats.updates += part.updates;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::named::NamedProblem;
    use crate::problem::OptionId;

    static RUN: AtomicBool = AtomicBool::new(false);

    fn solver(text: &str, limit: u64) -> CoverSolver {
        let NamedProblem { problem, .. } = text.parse().expect("valid text");
        CoverSolver::new(problem, NonZeroU64::new(limit).expect("positive"))
    }

    fn answer(text: &str, limit: u64, budget_nodes: u64) -> CoverAnswer {
        let mut solver = solver(text, limit);
        while solver.advance(budget_nodes, &RUN) == Ok(Progress::Paused) {}
        solver.answer()
    }

    /// Three ways to pair four people.
    const PAIRS: &str = "a b c d\na b\nc d\na c\nb d\na d\nb c\n";

    #[test]
    fn verdict_follows_from_solutions_and_limit() {
        for (text, limit, count, witnesses, stop_reason) in [
            ("a b\na\n", 2, 0, 0, StopReason::Complete),
            ("a b\na\nb\n", 2, 1, 1, StopReason::Complete),
            ("a b\na\nb\n", 1, 1, 1, StopReason::Complete),
            (PAIRS, 1, 1, 1, StopReason::SolutionLimit),
            (PAIRS, 2, 2, 2, StopReason::SolutionLimit),
            (PAIRS, 100, 3, 2, StopReason::Complete),
        ] {
            let expected = answer(text, limit, u64::MAX);
            assert_eq!(
                (expected.count, expected.verdict.witnesses().len(), expected.stop_reason),
                (count, witnesses, stop_reason)
            );
            // Only the number of updates may change.
            let CoverAnswer { verdict, count, stop_reason, stats } = answer(text, limit, 1);
            let nodes = |stats: Option<CoverStats>| stats.map(|stats| stats.nodes);
            assert_eq!(
                (verdict, count, stop_reason, nodes(stats)),
                (expected.verdict, expected.count, expected.stop_reason, nodes(expected.stats))
            );
        }
    }

    #[test]
    fn interrupted_search_has_no_final_verdict() {
        let mut solver = solver(PAIRS, 9);
        assert_eq!(solver.advance(1, &RUN), Ok(Progress::Paused));
        assert_eq!(solver.advance(u64::MAX, &AtomicBool::new(true)), Ok(Progress::Paused));
        let answer = solver.answer();
        assert_eq!((answer.verdict, answer.stop_reason), (Verdict::Unknown, StopReason::Interrupted));
    }

    #[test]
    fn solutions_are_yielded_up_to_the_limit() {
        for (limit, expected) in [(2, StopReason::SolutionLimit), (4, StopReason::Complete)] {
            let mut solver = solver(PAIRS, limit);
            let mut found = Vec::new();
            let stop_reason = loop {
                match solver.next(u64::MAX, &RUN) {
                    NextSolution::Found => found.push(solver.solution().expect("a cover")),
                    NextSolution::Paused => {}
                    NextSolution::Ended(stop_reason) => break stop_reason,
                }
            };
            assert_eq!(stop_reason, expected);
            assert_eq!(found.len(), 3.min(limit as usize));
            assert_eq!(found[0].options().first(), Some(&OptionId(0)));
        }
    }
}
