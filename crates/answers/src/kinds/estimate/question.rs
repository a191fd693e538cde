//! The question, and the request that asks it about a puzzle.

use std::num::NonZeroU64;

use quadrille_exact_cover::{EstimateAnswer, EstimateSearch};
use quadrille_sudoku::Puzzle;
use quadrille_sudoku::analysis::PuzzleEstimate;

use crate::faults::Faults;
use crate::kinds::puzzle_kind::{AskedPuzzle, PuzzleKind};
use crate::service::{AnswerSummary, Answerable, CoverProblem, Reusable, SearchAnswer};
use crate::wire::examples::{Examples, examples};
use crate::wire::puzzle::options::PuzzleOptions;
use crate::wire::request::{Fields, Given, Positive, Seed};

/// The kind of `/estimate`.
#[derive(Clone, Copy, Debug)]
pub struct EstimateSolutions;

/// Options of `/estimate` and `/exact-cover/estimate`.
#[derive(Clone, Debug, Default, Fields)]
pub struct EstimateOptions {
    /// Number of random probes.
    /// By default 1000.
    pub probes: Given<Positive<1_000_000>>,
    /// Seed of the random numbers. The same problem, probes and seed give the same estimate.
    /// By default 0.
    pub seed: Given<Seed>,
}

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

impl EstimateOptions {
    /// Returns the question about this subject.
    pub(crate) fn question<S>(&self, subject: S) -> EstimateQuestion<S> {
        let (probes, seed) = (self.probes.number_or(1000), self.seed.get().map_or(0, |seed| seed.0));
        EstimateQuestion { subject, probes, seed }
    }
}

impl PuzzleKind for EstimateSolutions {
    type Options = EstimateOptions;
    type Reading = PuzzleOptions;
    type Question = EstimateQuestion;
    const PATH: &'static str = "/estimate";
    const NAME: &'static str = "Estimate";
    const LINK: &'static str = "estimate the number of solutions of a puzzle";
    const EXAMPLES: Examples = examples!("single");

    fn question(asked: AskedPuzzle<'_, EstimateOptions>, _: &mut Faults) -> Option<EstimateQuestion> {
        Some(asked.options.question(asked.puzzle))
    }
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
