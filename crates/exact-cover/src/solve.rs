//! Questions about a problem, each answered by one call.

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use super::answer::{StopReason, Verdict};
use super::cover::Cover;
use super::cover_search::{Budget, CoverSearch, Solutions};
use super::cube::Cube;
use super::cubes::cubes;
use super::estimate::{Estimate, EstimateAnswer};
use super::named::ProblemBuilder;
use super::problem::Problem;
use super::resumable_search::ResumableSearch;
use super::search::Step;

impl Problem {
    /// Begins a problem whose items and colours have names.
    pub fn builder() -> ProblemBuilder {
        ProblemBuilder::default()
    }

    /// Returns a search for the solutions, which pauses after a budget and can be interrupted. Builds nothing yet.
    #[must_use = "a search does nothing until it runs"]
    pub fn search(&self) -> CoverSearch<&Self> {
        CoverSearch::new(self, NonZeroU64::MAX)
    }

    /// Returns the solutions one by one, in an order that the problem determines.
    ///
    /// There may be very many: take as many as you need. The iterator panics only for a bug in a search.
    ///
    /// ```
    /// # use quadrille_exact_cover::NamedProblem;
    /// let problem: NamedProblem = "a b c d\na b\nc d\na c\nb d\na d\nb c\n".parse()?;
    /// let covers: Vec<String> = problem.solutions().map(|cover| cover.to_string()).collect();
    /// assert_eq!(covers, ["0 1", "2 3", "4 5"]); // numbers of options, from 0
    /// # Ok::<(), quadrille_exact_cover::TextError>(())
    /// ```
    #[must_use = "an iterator does nothing until it is used"]
    pub fn solutions(&self) -> Solutions<&Self> {
        self.search().solutions()
    }

    /// Returns the first solution; `None` if there is none.
    ///
    /// # Panics
    /// For a bug in a search, instead of returning a wrong solution.
    ///
    /// ```
    /// # use quadrille_exact_cover::{NamedProblem, OptionId};
    /// let problem: NamedProblem = "a b c\na b\nb c\nc\n".parse()?;
    /// let cover = problem.solve().expect("it has a solution");
    /// assert_eq!(cover.options(), [OptionId(0), OptionId(2)]);
    /// # Ok::<(), quadrille_exact_cover::TextError>(())
    /// ```
    pub fn solve(&self) -> Option<Cover> {
        self.solutions().next()
    }

    /// Returns the number of solutions, or `limit` if there are as many or more.
    ///
    /// `u64::MAX` counts all of them, which may take for ever: [`estimate`](Self::estimate) first. Counting is faster than listing.
    ///
    /// # Panics
    /// For a bug in a search, instead of returning a wrong number.
    ///
    /// ```
    /// # use quadrille_exact_cover::NamedProblem;
    /// let problem: NamedProblem = "a b c d\na b\nc d\na c\nb d\na d\nb c\n".parse()?;
    /// assert_eq!((problem.count_up_to(2), problem.count_up_to(1_000)), (2, 3));
    /// # Ok::<(), quadrille_exact_cover::TextError>(())
    /// ```
    #[expect(
        clippy::expect_used,
        reason = "callers can do nothing about a bug, and must not get a wrong number"
    )]
    pub fn count_up_to(&self, limit: u64) -> u64 {
        let Some(limit) = NonZeroU64::new(limit) else { return 0 };
        let mut search = CoverSearch::new(self, limit);
        search.run_count(Budget::UNLIMITED).expect("a search finds solutions only");
        search.found()
    }

    /// Returns whether there is no, one, or more than one solution, with two solutions at most.
    ///
    /// # Panics
    /// For a bug in a search, instead of returning a wrong verdict.
    ///
    /// ```
    /// # use quadrille_exact_cover::{NamedProblem, Verdict};
    /// let problem: NamedProblem = "a b c\na b\nb c\n".parse()?;
    /// assert_eq!(problem.verdict(), Verdict::None);
    /// # Ok::<(), quadrille_exact_cover::TextError>(())
    /// ```
    #[expect(
        clippy::expect_used,
        reason = "callers can do nothing about a bug, and must not get a wrong verdict"
    )]
    pub fn verdict(&self) -> Verdict<Cover> {
        let mut search = CoverSearch::new(self, NonZeroU64::MIN.saturating_add(1));
        search.run_count(Budget::UNLIMITED).expect("a search finds solutions only");
        search.answer().verdict
    }

    /// Returns whether the problem has exactly one solution.
    ///
    /// # Panics
    /// As [`verdict`](Self::verdict).
    pub fn is_unique(&self) -> bool {
        matches!(self.verdict(), Verdict::Unique(_))
    }

    /// Estimates the number of solutions, and the nodes of a search for all of them, by random walks (Knuth 1975).
    ///
    /// The problem, the number of probes and the seed determine the result. A thousand probes take about as long as 20,000 nodes of a
    /// search. Both estimates are unbiased; if few paths have most of the solutions, they are often too small.
    ///
    /// ```
    /// # use quadrille_exact_cover::NamedProblem;
    /// let problem: NamedProblem = "a b c d\na b\nc d\na c\nb d\na d\nb c\n".parse()?;
    /// let estimate = problem.estimate(100, 1);
    /// assert_eq!((estimate.solutions.mean(), estimate.solutions.standard_error()), (3.0, Some(0.0)));
    /// # Ok::<(), quadrille_exact_cover::TextError>(())
    /// ```
    pub fn estimate(&self, probes: u64, seed: u64) -> EstimateAnswer {
        let mut estimate = Estimate::new(self, probes, seed);
        while estimate.advance(u64::MAX, &AtomicBool::new(false)) == Step::Paused {}
        estimate.answer(StopReason::Complete)
    }

    /// Splits the problem into at least `want` parts that have no solution in common, if it has as many branches, for
    /// [`CubeSearch`](crate::CubeSearch)es on threads of the caller.
    ///
    /// Splits the part with the largest estimated search tree first, so that the parts are of similar size. Problem, `want` and
    /// seed determine them. Takes the time of about 40 walks from the root to a leaf, and of building the search twice, for each part.
    pub fn cubes(&self, want: usize, seed: u64) -> Vec<Cube> {
        cubes(self, want, seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NamedProblem;

    /// Three ways to pair four people.
    const PAIRS: &str = "a b c d\na b\nc d\na c\nb d\na d\nb c\n";

    #[test]
    fn questions_agree_with_the_number_of_solutions() {
        for (text, solutions) in [("a b\na\n", 0), ("a b\na\nb\n", 1), (PAIRS, 3), ("a | x\nx\n", 0)] {
            let problem: NamedProblem = text.parse().expect("valid text");
            assert_eq!(problem.solutions().count(), solutions, "{text}");
            assert_eq!(problem.solve(), problem.solutions().next());
            assert_eq!(problem.is_unique(), solutions == 1);
            assert_eq!(problem.verdict().witnesses().len(), solutions.min(2));
            for limit in 0..5 {
                assert_eq!(problem.count_up_to(limit), limit.min(solutions as u64));
            }
        }
    }

    #[test]
    fn problem_without_primary_items_has_the_empty_solution() {
        let problem = Problem::builder().build().expect("valid");
        assert_eq!(problem.solve().map(|cover| cover.to_string()).as_deref(), Some(""));
        assert!(problem.is_unique());
    }
}
