//! Estimates of puzzles and exact cover problems by random probes.

use std::num::NonZeroU64;

use quadrille_exact_cover::{EstimateAnswer, EstimateSearch};
use quadrille_sudoku::Puzzle;
use quadrille_sudoku::analysis::PuzzleEstimate;

use crate::service::{AnswerSummary, Answerable, CoverProblem, Reusable, SearchAnswer};

/// A subject, a number of probes and a seed: everything that determines the estimate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EstimateQuestion<S = Puzzle> {
    /// The puzzle or the exact cover problem.
    pub subject: S,
    /// Number of random probes.
    pub probes: NonZeroU64,
    /// Seed of the random numbers.
    pub seed: u64,
}

impl Answerable for EstimateQuestion {
    type Subject = Puzzle;
    type Search = PuzzleEstimate;
    type Answer = EstimateAnswer;

    fn subject(&self) -> &Puzzle {
        &self.subject
    }

    fn search(self) -> PuzzleEstimate {
        PuzzleEstimate::new(self.subject, self.probes.get(), self.seed)
    }
}

impl Answerable for EstimateQuestion<CoverProblem> {
    type Subject = CoverProblem;
    type Search = EstimateSearch;
    type Answer = EstimateAnswer;

    fn subject(&self) -> &CoverProblem {
        &self.subject
    }

    fn search(self) -> EstimateSearch {
        EstimateSearch::new(self.subject, self.probes.get(), self.seed)
    }
}

impl Reusable<EstimateQuestion> for PuzzleEstimate {}

impl Reusable<EstimateQuestion<CoverProblem>> for EstimateSearch {}

impl SearchAnswer for EstimateAnswer {
    fn summary(&self) -> AnswerSummary {
        AnswerSummary::new(self.stop_reason, self.nodes)
    }
}
