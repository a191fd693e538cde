//! Questions whose search finds the solutions of a puzzle in a random order.

use std::num::NonZeroU64;

use quadrille_sudoku::{Answer, Puzzle, Solver};

use super::question::Question;
use super::search::{Answerable, SubjectKind};
use super::search_pool::{SearchPool, SearchPools};

/// A question, and the seed of the order of the solutions: everything that determines the answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RandomOrderQuestion {
    /// The puzzle and the number of solutions.
    pub question: Question<Puzzle>,
    /// Seed of the random numbers.
    pub seed: u64,
}

impl Answerable for RandomOrderQuestion {
    type Search = Solver;
    type Answer = Answer;
    const SUBJECT: SubjectKind = SubjectKind::Puzzle;

    fn search(self) -> Solver {
        let Question { subject, solutions_max } = self.question;
        Solver::in_random_order(subject, solutions_max, self.seed)
    }

    fn restart(&mut self, solver: &mut Solver) {
        let Question { subject, solutions_max } = self.question.clone();
        solver.restart_in_random_order(subject, solutions_max, self.seed);
    }

    fn pool(pools: &SearchPools) -> Option<&SearchPool<Solver>> {
        Question::<Puzzle>::pool(pools)
    }

    fn is_large(&self) -> bool {
        self.question.is_large()
    }

    fn runs_inline(&self) -> bool {
        self.question.runs_inline()
    }

    fn solutions_max(&self) -> NonZeroU64 {
        self.question.solutions_max()
    }

    fn heap_bytes(&self) -> usize {
        self.question.heap_bytes()
    }
}
