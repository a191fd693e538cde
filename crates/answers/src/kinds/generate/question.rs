//! Random puzzles that meet a specification.

use std::num::NonZeroU64;
use std::sync::Arc;

use quadrille_exact_cover::Verdict;
use quadrille_sudoku::generate::{GenerateAnswer, Generator, PuzzleSpec};
use quadrille_sudoku::techniques::Rating;

use crate::service::{AnswerSummary, Answerable, Reusable, SearchAnswer};

/// A specification and a seed: everything that determines the puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GenerateQuestion {
    /// What the puzzle must be like.
    pub spec: Arc<PuzzleSpec>,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Maximum number of attempts.
    pub attempts_max: NonZeroU64,
}

impl Answerable for GenerateQuestion {
    type Subject = Arc<PuzzleSpec>;
    type Search = Generator;
    type Answer = GenerateAnswer;

    fn subject(&self) -> &Arc<PuzzleSpec> {
        &self.spec
    }

    fn search(self) -> Generator {
        Generator::new(self.spec, self.seed, self.attempts_max.get())
    }
}

impl Reusable<GenerateQuestion> for Generator {
    fn restart(&mut self, question: &mut GenerateQuestion) {
        let GenerateQuestion { spec, seed, attempts_max } = question;
        if Arc::ptr_eq(self.spec(), spec) && self.attempts_max() == attempts_max.get() {
            self.restart(*seed);
        } else {
            *self = question.clone().search();
        }
    }
}

impl SearchAnswer for GenerateAnswer {
    fn summary(&self) -> AnswerSummary {
        let verdict = if self.generated.is_some() { Verdict::Unique(()) } else { Verdict::Unknown };
        AnswerSummary::new(self.stop_reason, self.nodes).with_verdict(verdict)
    }

    fn heap_bytes(&self) -> usize {
        let Some(generated) = &self.generated else { return 0 };
        let rating = generated.rating.as_ref().map_or(0, size_of_val::<Rating>);
        2 * generated.puzzle.clues().cells().len() + rating
    }
}
