//! The question, and the order in which its search finds the solutions.

use std::num::NonZeroU64;

use quadrille_sudoku::{Answer, Puzzle, Solver};

use crate::service::{Answerable, Question, Reusable};

/// A question about the solutions of a puzzle, and their order: everything that determines the answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SolveQuestion {
    /// The puzzle and the number of solutions.
    pub question: Question,
    /// Order in which solutions are found.
    pub order: SolutionOrder,
}

/// Order in which solutions are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SolutionOrder {
    /// Always the same order.
    Fixed,
    /// A random order.
    Random {
        /// The seed of the random numbers; `None` if the client named none, until one is drawn.
        seed: Option<u64>,
    },
}

impl Answerable for SolveQuestion {
    type Subject = Puzzle;
    type Search = Solver;
    type Answer = Answer;

    fn subject(&self) -> &Puzzle {
        self.question.subject()
    }

    fn search(self) -> Solver {
        let Question { subject, solutions_max } = self.question;
        match self.order {
            SolutionOrder::Fixed => Solver::new(subject, solutions_max),
            SolutionOrder::Random { seed } => {
                Solver::in_random_order(subject, solutions_max, seed.unwrap_or_default())
            }
        }
    }

    fn runs_inline(&self) -> bool {
        self.question.runs_inline()
    }

    fn solutions_max(&self) -> NonZeroU64 {
        self.question.solutions_max()
    }
}

impl Reusable<SolveQuestion> for Solver {
    fn restart(&mut self, question: &mut SolveQuestion) {
        let Question { subject, solutions_max } = &mut question.question;
        match question.order {
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
