//! Questions about the solutions of puzzles and exact cover problems.

use std::fmt::Debug;
use std::hash::Hash;
use std::num::NonZeroU64;

use quadrille_exact_cover::{Cover, CoverAnswer, CoverSearch, SolutionSearch};
use quadrille_sudoku::{Answer, Puzzle, Solution, Solver};

use super::search::{AnswerSummary, Answerable, Defect, Reusable, SearchAnswer};
use super::subject::{CoverProblem, Subject};

/// Largest number of cells whose deductions run inline. They take less time than the switch to a solver thread, about 10 µs.
const INLINE_CELLS_MAX: usize = 9 * 9;

/// A problem, a number of solutions and their order: everything that determines the answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Question<S: Solvable = Puzzle> {
    /// The problem.
    pub subject: S,
    /// Number of solutions after which the search stops.
    pub solutions_max: NonZeroU64,
    /// Order in which solutions are found.
    pub order: S::Order,
}

/// Order in which the solutions of a puzzle are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SolutionOrder {
    /// Always the same order.
    #[default]
    Fixed,
    /// A random order.
    Random {
        /// The seed of the random numbers; `None` if the client named none, until one is drawn.
        seed: Option<u64>,
    },
}

/// Subject whose solutions can be counted and listed.
pub trait Solvable: Subject {
    /// Solution of the problem.
    type Solution: Send + 'static;
    /// Order in which they are found; by default always the same one.
    type Order: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static;
    /// Answer to a question about its solutions.
    type Answer: SearchAnswer;
    /// Search that counts solutions, or yields them one by one.
    type Solver: SolutionSearch<Solution = Self::Solution, Answer = Self::Answer, Error: Into<Defect>>
        + Reusable<Question<Self>>
        + Debug
        + Send
        + 'static;

    /// Prepares the search for up to `solutions_max` solutions.
    fn solver(self, solutions_max: NonZeroU64, order: Self::Order) -> Self::Solver;

    /// Whether the beginning of the search is shorter than a switch to a solver thread.
    fn is_small(&self) -> bool;

    /// Estimated memory of a solution in bytes.
    fn solution_bytes(solution: &Self::Solution) -> usize;
}

impl<S: Solvable> Question<S> {
    /// Asks for up to `solutions_max` solutions, in the default order.
    pub fn new(subject: S, solutions_max: NonZeroU64) -> Self {
        Self { subject, solutions_max, order: S::Order::default() }
    }
}

impl<S: Solvable> Answerable for Question<S> {
    type Subject = S;
    type Search = S::Solver;
    type Answer = S::Answer;

    fn subject(&self) -> &S {
        &self.subject
    }

    fn search(self) -> S::Solver {
        self.subject.solver(self.solutions_max, self.order)
    }

    fn runs_inline(&self) -> bool {
        self.subject.is_small()
    }

    fn solutions_max(&self) -> NonZeroU64 {
        self.solutions_max
    }
}

impl Solvable for Puzzle {
    type Solution = Solution;
    type Order = SolutionOrder;
    type Answer = Answer;
    type Solver = Solver;

    fn solver(self, solutions_max: NonZeroU64, order: SolutionOrder) -> Solver {
        match order {
            SolutionOrder::Fixed => Solver::new(self, solutions_max),
            SolutionOrder::Random { seed } => {
                Solver::in_random_order(self, solutions_max, seed.unwrap_or_default())
            }
        }
    }

    /// Other rules are compiled at the beginning, which may take long on any grid.
    fn is_small(&self) -> bool {
        self.clues().cells().len() <= INLINE_CELLS_MAX && self.rules().is_unconstrained()
    }

    fn solution_bytes(solution: &Solution) -> usize {
        solution.grid().cells().len()
    }
}

impl Reusable<Question<Puzzle>> for Solver {
    fn restart(&mut self, question: &mut Question<Puzzle>) {
        let Question { subject, solutions_max, order } = question;
        match order {
            SolutionOrder::Fixed => self.exchange(subject, *solutions_max),
            SolutionOrder::Random { seed } => {
                self.restart_in_random_order(subject.clone(), *solutions_max, seed.unwrap_or_default());
            }
        }
    }

    fn recycle(&mut self, answer: &mut Answer) {
        self.recycle(answer);
    }
}

impl SearchAnswer for Answer {
    /// Inlined, so that a caller pays for the members that it reads.
    #[inline]
    fn summary(&self) -> AnswerSummary {
        AnswerSummary::new(self.stop_reason, self.stats.map(|stats| stats.nodes))
            .with_verdict(self.verdict.without_solutions())
            .with_conflicts(&self.conflicts)
    }

    fn heap_bytes(&self) -> usize {
        self.verdict.witnesses().iter().map(Puzzle::solution_bytes).sum()
    }
}

impl Solvable for CoverProblem {
    type Solution = Cover;
    type Order = ();
    type Answer = CoverAnswer;
    type Solver = CoverSearch;

    fn solver(self, solutions_max: NonZeroU64, (): ()) -> CoverSearch {
        CoverSearch::new(self, solutions_max)
    }

    /// Building the search takes longer.
    fn is_small(&self) -> bool {
        false
    }

    fn solution_bytes(cover: &Cover) -> usize {
        size_of_val(cover.options())
    }
}

impl Reusable<Question<CoverProblem>> for CoverSearch {}

impl SearchAnswer for CoverAnswer {
    fn summary(&self) -> AnswerSummary {
        AnswerSummary::new(self.stop_reason, self.stats.map(|stats| stats.nodes))
            .with_verdict(self.verdict.without_solutions())
    }

    fn join(&mut self, part: &Self, solutions_max: NonZeroU64) {
        self.join(part, solutions_max);
    }

    fn heap_bytes(&self) -> usize {
        self.verdict.witnesses().iter().map(CoverProblem::solution_bytes).sum()
    }
}
