//! Search for the solutions of a problem, which pauses: lists or counts them, up to a limit.

use std::mem;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::answer::{NextSolution, Progress, StopReason, Verdict};
use super::cover::{Cover, InvalidCover};
use super::portfolio::{CoverEngine, PortfolioSearch};
use super::problem::Problem;
use super::resumable_search::{ResumableSearch, SolutionSearch};
use super::search::{SLICE_STEPS, Step};

/// Number of solutions kept: two prove that the problem has more than one.
const WITNESSES_MAX: usize = 2;

/// Stop flag of a search that no flag interrupts.
static NEVER: AtomicBool = AtomicBool::new(false);

/// Limit on the work of one call of a search.
///
/// The same budgets pause a search at the same nodes on every machine, which no limit in seconds does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    nodes: u64,
}

impl Budget {
    /// No limit.
    pub const UNLIMITED: Self = Self::nodes(u64::MAX);

    /// A limit on the nodes of the search tree that the call visits.
    ///
    /// A node takes from a tenth of a microsecond in problems of some hundred options to a millisecond in ones of a million. With 0
    /// nodes, a search never ends.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes }
    }
}

/// Search for the solutions of a problem, which pauses after a budget or when a flag is set, and can be resumed.
///
/// Either [`run`](Self::run) finds them one by one, or [`run_count`](Self::run_count) counts them, which is faster. A search must
/// not do both. Pauses change neither the solutions, nor their order, nor the number of nodes.
///
/// `P` is a reference to a problem or, for a search that owns its data, an [`Arc`] of it. Programs that share their threads among many
/// searches use it by the trait [`ResumableSearch`].
///
/// ```
/// use quadrille_exact_cover::{Budget, NamedProblem, NextSolution};
///
/// let problem: NamedProblem = "a b c d\na b\nc d\na c\nb d\na d\nb c\n".parse()?;
/// let mut search = problem.search();
/// let (mut covers, mut pauses) = (Vec::new(), 0);
/// loop {
///     match search.run(Budget::nodes(2)) {
///         NextSolution::Found => covers.push(search.solution()?),
///         NextSolution::Paused => pauses += 1, // report progress, look at a clock
///         NextSolution::Ended(_) => break,
///     }
/// }
/// assert_eq!(covers.len(), 3);
/// assert!(pauses > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CoverSearch<P: AsRef<Problem> = Arc<Problem>> {
    problem: P,
    /// `None` before the first step, because building it takes time.
    search: Option<PortfolioSearch<P>>,
    limit: NonZeroU64,
    witnesses: Vec<Cover>,
    stop_reason: Option<StopReason>,
    interrupt: Option<Arc<AtomicBool>>,
}

/// Work statistics of a [`CoverSearch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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

/// What a [`CoverSearch`] has found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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

impl<P: AsRef<Problem> + Clone> CoverSearch<P> {
    /// Creates a search that finds up to `limit` solutions. Builds nothing yet.
    ///
    /// [`Problem::search`] borrows the problem and has no limit. A search for a thread of its own takes an `Arc`:
    ///
    /// ```
    /// use std::num::NonZeroU64;
    /// use std::sync::Arc;
    /// use std::thread;
    /// use quadrille_exact_cover::{Budget, CoverSearch, NamedProblem};
    ///
    /// let named: NamedProblem = "a b c d\na b\nc d\na c\nb d\na d\nb c\n".parse()?;
    /// let mut search = CoverSearch::new(Arc::clone(named.problem()), NonZeroU64::MAX);
    /// let thread = thread::spawn(move || search.run_count(Budget::UNLIMITED).map(|_| search.found()));
    /// assert_eq!(thread.join().expect("no panic")?, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(problem: P, limit: NonZeroU64) -> Self {
        Self { problem, search: None, limit, witnesses: Vec::new(), stop_reason: None, interrupt: None }
    }

    /// Lets a flag interrupt the search: soon after another thread sets it, [`run`](Self::run) and [`run_count`](Self::run_count)
    /// return [`StopReason::Interrupted`]. After the flag is cleared, the search can be resumed.
    #[must_use]
    pub fn interrupt(mut self, flag: &Arc<AtomicBool>) -> Self {
        self.interrupt = Some(Arc::clone(flag));
        self
    }

    /// Continues to the next solution, which [`solution`](Self::solution) then returns.
    ///
    /// Pauses after the nodes of the budget. The first call builds the search, which takes time in proportion to the entries of the
    /// problem, and is not part of the budget.
    #[must_use = "says whether there is a solution"]
    pub fn run(&mut self, budget: Budget) -> NextSolution {
        let (paused, interrupted) = (NextSolution::Paused, NextSolution::Ended(StopReason::Interrupted));
        self.run_slices(budget, paused, interrupted, |search, nodes, stop| search.step(None, nodes, stop))
    }

    /// Counts solutions to the limit, without finding each of them. Pauses as [`run`](Self::run) does.
    ///
    /// # Errors
    /// [`InvalidCover`] for a bug in a search, which must not be used afterwards.
    ///
    /// ```
    /// use std::sync::{Arc, atomic::AtomicBool};
    /// use quadrille_exact_cover::{Budget, NamedProblem, Progress, StopReason};
    ///
    /// let problem: NamedProblem = "a b c d\na b\nc d\na c\nb d\na d\nb c\n".parse()?;
    /// let flag = Arc::new(AtomicBool::new(false)); // another thread may set it
    /// let mut search = problem.search().interrupt(&flag);
    /// while search.run_count(Budget::nodes(10_000))? == Progress::Paused {
    ///     println!("{} solutions so far", search.found());
    /// }
    /// assert_eq!(search.found(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run_count(&mut self, budget: Budget) -> Result<Progress, InvalidCover> {
        let (paused, interrupted) = (Progress::Paused, Progress::Ended(StopReason::Interrupted));
        self.run_slices(budget, Ok(paused), Ok(interrupted), Self::advance)
    }

    /// Runs slices until one returns something else than `paused`, the flag is set or the budget is spent.
    fn run_slices<T: PartialEq>(
        &mut self,
        budget: Budget,
        paused: T,
        interrupted: T,
        run_slice: impl Fn(&mut Self, u64, &AtomicBool) -> T,
    ) -> T {
        let nodes_end = self.nodes().saturating_add(budget.nodes);
        let interrupt = self.interrupt.clone();
        let stop = interrupt.as_deref().unwrap_or(&NEVER);
        loop {
            let nodes_left = nodes_end - self.nodes();
            let result = run_slice(self, nodes_left, stop);
            if result != paused {
                return result;
            }
            if stop.load(Ordering::Relaxed) {
                return interrupted;
            }
            if nodes_left == 0 {
                return paused;
            }
        }
    }

    /// Number of solutions found or counted so far.
    pub fn found(&self) -> u64 {
        let found = self.search.as_ref().map_or(0, PortfolioSearch::solutions);
        // The limit bounds it.
        u64::try_from(found).unwrap_or(u64::MAX)
    }

    /// Number of nodes visited so far: the root and every option tried, as in TAOCP 7.2.2.1.
    pub fn nodes(&self) -> u64 {
        self.search.as_ref().map_or(0, PortfolioSearch::nodes)
    }

    /// Returns the further solutions, each when the iterator is asked for it.
    pub fn solutions(self) -> Solutions<P> {
        Solutions { search: self }
    }

    /// Continues to the next solution or, with a limit, to the end of the count.
    fn step(&mut self, count_limit: Option<u64>, budget_nodes: u64, stop: &AtomicBool) -> NextSolution {
        if self.stop_reason.is_none() && self.found() >= self.limit.get() {
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
        let search = self.search.get_or_insert_with(|| PortfolioSearch::new(self.problem.clone()));
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
        Cover::certify(self.problem.as_ref(), search.solution())
    }

    /// The problem.
    pub fn problem(&self) -> &P {
        &self.problem
    }

    fn stats(&self) -> CoverStats {
        let problem = self.problem.as_ref();
        CoverStats {
            items: problem.item_count(),
            options: problem.option_count(),
            nodes: self.nodes(),
            updates: self.search.as_ref().map_or(0, PortfolioSearch::updates),
            engine: self.search.as_ref().map(PortfolioSearch::engine),
        }
    }
}

impl<P: AsRef<Problem> + Clone> ResumableSearch for CoverSearch<P> {
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
        self.found()
    }

    fn nodes(&self) -> u64 {
        self.nodes()
    }

    fn stop_reason(&self) -> Option<StopReason> {
        self.stop_reason
    }

    fn answer(&mut self) -> CoverAnswer {
        let stop_reason = self.stop_reason.unwrap_or(StopReason::Interrupted);
        let witnesses = mem::take(&mut self.witnesses);
        // A search that lists its solutions has kept none, and knows no verdict.
        let is_complete = stop_reason == StopReason::Complete
            && witnesses.len() as u64 >= self.found().min(WITNESSES_MAX as u64);
        let verdict = Verdict::of(witnesses, is_complete);
        CoverAnswer { verdict, count: self.found(), stop_reason, stats: Some(self.stats()) }
    }

    fn answer_without_stats(&mut self) -> CoverAnswer {
        CoverAnswer { stats: None, ..self.answer() }
    }

    /// Splits off the later part of the rest, as [`Search::split`](crate::unstable::Search::split) does. `None` if that is not possible
    /// now: after a few solutions, backtracking without CDCL can be split.
    ///
    /// The answers of both parts [joined](CoverAnswer::join) are the answer of the whole search.
    fn split(&mut self) -> Option<Self> {
        if self.stop_reason.is_some() {
            return None;
        }
        let search = Some(self.search.as_mut()?.split()?);
        let (witnesses, interrupt) = (self.witnesses.clone(), self.interrupt.clone());
        Some(Self { search, witnesses, interrupt, ..Self::new(self.problem.clone(), self.limit) })
    }
}

impl<P: AsRef<Problem> + Clone> SolutionSearch for CoverSearch<P> {
    type Solution = Cover;

    /// Continues to the next solution, as [`run`](Self::run) does, but with a stop flag for this call, and at most for a slice of
    /// one to three milliseconds.
    fn next(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<NextSolution, InvalidCover> {
        Ok(self.step(None, budget_nodes, stop))
    }

    fn solution(&self) -> Result<Cover, InvalidCover> {
        self.solution()
    }
}

/// Solutions of a problem, in an order that the problem alone determines.
///
/// Ends after the last solution, after the limit of the search, or when its [flag](CoverSearch::interrupt) is set.
#[derive(Clone, Debug)]
pub struct Solutions<P: AsRef<Problem> = Arc<Problem>> {
    search: CoverSearch<P>,
}

impl<P: AsRef<Problem> + Clone> Iterator for Solutions<P> {
    type Item = Cover;

    /// Returns the next solution, certified against the problem.
    ///
    /// # Panics
    /// For a bug in a search, instead of returning a wrong solution.
    #[expect(
        clippy::expect_used,
        reason = "callers can do nothing about a bug, and must not get a wrong solution"
    )]
    fn next(&mut self) -> Option<Cover> {
        match self.search.run(Budget::UNLIMITED) {
            NextSolution::Found => Some(self.search.solution().expect("a search finds solutions only")),
            NextSolution::Paused | NextSolution::Ended(_) => None,
        }
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
    use crate::{NamedProblem, OptionId};

    static RUN: AtomicBool = AtomicBool::new(false);

    fn search(text: &str, limit: u64) -> CoverSearch {
        let problem = text.parse::<NamedProblem>().expect("valid text").into_problem();
        CoverSearch::new(problem, NonZeroU64::new(limit).expect("positive"))
    }

    fn answer(text: &str, limit: u64, budget_nodes: u64) -> CoverAnswer {
        let mut search = search(text, limit);
        while search.advance(budget_nodes, &RUN) == Ok(Progress::Paused) {}
        search.answer()
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
        let mut search = search(PAIRS, 9);
        assert_eq!(search.advance(1, &RUN), Ok(Progress::Paused));
        assert_eq!(search.advance(u64::MAX, &AtomicBool::new(true)), Ok(Progress::Paused));
        let answer = search.answer();
        assert_eq!((answer.verdict, answer.stop_reason), (Verdict::Unknown, StopReason::Interrupted));
    }

    #[test]
    fn budgets_change_neither_solutions_nor_nodes() {
        let covers: Vec<Cover> = search(PAIRS, 9).solutions().collect();
        for nodes in [1, 2, 3, u64::MAX] {
            let mut search = search(PAIRS, 9);
            let (mut found, mut pauses) = (Vec::new(), 0);
            loop {
                let before = search.nodes();
                match search.run(Budget::nodes(nodes)) {
                    NextSolution::Found => found.push(search.solution().expect("a cover")),
                    NextSolution::Paused => {
                        assert_eq!(search.nodes() - before, nodes);
                        pauses += 1;
                    }
                    NextSolution::Ended(stop_reason) => break assert_eq!(stop_reason, StopReason::Complete),
                }
            }
            assert_eq!((&found, search.nodes()), (&covers, 7));
            assert_eq!(pauses > 0, nodes < 3);
        }
    }

    #[test]
    fn flag_interrupts_until_it_is_cleared() {
        let flag = Arc::new(AtomicBool::new(true));
        let interrupted = StopReason::Interrupted;
        let mut finder = search(PAIRS, 9).interrupt(&flag);
        let mut counter = finder.clone();
        assert_eq!(finder.clone().solutions().next(), None);
        assert_eq!(finder.run(Budget::UNLIMITED), NextSolution::Ended(interrupted));
        assert_eq!(counter.run_count(Budget::UNLIMITED), Ok(Progress::Ended(interrupted)));
        assert_eq!(counter.answer().stop_reason, interrupted);
        flag.store(false, Ordering::Relaxed);
        assert_eq!(finder.run(Budget::UNLIMITED), NextSolution::Found);
        assert_eq!(counter.run_count(Budget::nodes(0)), Ok(Progress::Paused));
        assert_eq!(counter.run_count(Budget::UNLIMITED), Ok(Progress::Ended(StopReason::Complete)));
        assert_eq!(counter.found(), 3);
    }

    #[test]
    fn solutions_are_yielded_up_to_the_limit() {
        for (limit, expected) in [(2, StopReason::SolutionLimit), (4, StopReason::Complete)] {
            let mut search = search(PAIRS, limit);
            let mut found = Vec::new();
            let stop_reason = loop {
                match search.next(u64::MAX, &RUN).expect("no bug") {
                    NextSolution::Found => found.push(search.solution().expect("a cover")),
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
