//! Estimates of puzzles and exact cover problems by random probes.

use std::num::NonZeroU64;

use quadrille_exact_cover::{EstimateAnswer, EstimateSearch, StopReason, Verdict};
use quadrille_sudoku::Puzzle;
use quadrille_sudoku::analysis::PuzzleEstimate;

use super::search::{Answerable, SearchAnswer, SubjectKind};
use super::subject::{CoverProblem, Subject};

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
    type Search = PuzzleEstimate;
    type Answer = EstimateAnswer;
    const SUBJECT: SubjectKind = SubjectKind::Puzzle;

    fn search(self) -> PuzzleEstimate {
        PuzzleEstimate::new(self.subject, self.probes.get(), self.seed)
    }

    fn is_large(&self) -> bool {
        self.subject.is_large()
    }

    fn heap_bytes(&self) -> usize {
        self.subject.heap_bytes()
    }
}

impl Answerable for EstimateQuestion<CoverProblem> {
    type Search = EstimateSearch;
    type Answer = EstimateAnswer;
    const SUBJECT: SubjectKind = SubjectKind::ExactCover;

    fn search(self) -> EstimateSearch {
        EstimateSearch::new(self.subject, self.probes.get(), self.seed)
    }

    fn is_large(&self) -> bool {
        self.subject.is_large()
    }

    fn heap_bytes(&self) -> usize {
        self.subject.heap_bytes()
    }
}

impl SearchAnswer for EstimateAnswer {
    fn verdict(&self) -> Option<Verdict<()>> {
        None
    }

    fn stop_reason(&self) -> StopReason {
        self.stop_reason
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.nodes)
    }

    fn heap_bytes(&self) -> usize {
        0
    }
}
