//! Questions whose search finds the solutions of a puzzle in a random order.

use std::num::NonZeroU64;

use quadrille_sudoku::{Answer, Puzzle, Solver};

use crate::service::{Answerable, Question, Reusable};

/// A question, and the seed of the order of the solutions: everything that determines the answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RandomOrderQuestion {
    /// The puzzle and the number of solutions.
    pub question: Question<Puzzle>,
    /// Seed of the random numbers.
    pub seed: u64,
}

impl Answerable for RandomOrderQuestion {
    type Subject = Puzzle;
    type Search = Solver;
    type Answer = Answer;

    fn subject(&self) -> &Puzzle {
        self.question.subject()
    }

    fn search(self) -> Solver {
        let Question { subject, solutions_max } = self.question;
        Solver::in_random_order(subject, solutions_max, self.seed)
    }

    fn runs_inline(&self) -> bool {
        self.question.runs_inline()
    }

    fn solutions_max(&self) -> NonZeroU64 {
        self.question.solutions_max()
    }
}

impl Reusable<RandomOrderQuestion> for Solver {
    fn restart(&mut self, question: &mut RandomOrderQuestion) {
        let Question { subject, solutions_max } = question.question.clone();
        self.restart_in_random_order(subject, solutions_max, question.seed);
    }
}
