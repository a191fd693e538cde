//! Estimates of puzzles and exact cover problems by random probes.

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use super::search::{AnswerSearch, Answerable, Defect, SearchAnswer, SubjectKind};
use super::subject::{CoverProblem, Subject};
use crate::exact_cover::{Estimate, EstimateAnswer, Progress, Step, StopReason, Verdict};
use crate::sudoku::Puzzle;
use crate::sudoku::analysis::PuzzleEstimate;

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

/// Search for an estimate of an exact cover problem.
#[derive(Debug)]
pub struct CoverEstimateSearch {
    question: EstimateQuestion<CoverProblem>,
    /// `None` before the first slice, because building it takes time.
    estimate: Option<Estimate>,
    is_ended: bool,
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
    type Search = CoverEstimateSearch;
    type Answer = EstimateAnswer;
    const SUBJECT: SubjectKind = SubjectKind::ExactCover;

    fn search(self) -> CoverEstimateSearch {
        CoverEstimateSearch { question: self, estimate: None, is_ended: false }
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

impl AnswerSearch for CoverEstimateSearch {
    type Answer = EstimateAnswer;

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, Defect> {
        let EstimateQuestion { subject, probes, seed } = &self.question;
        let estimate = self.estimate.get_or_insert_with(|| Estimate::new(subject, probes.get(), *seed));
        self.is_ended = estimate.advance(budget_nodes, stop) != Step::Paused;
        Ok(if self.is_ended { Progress::Ended(StopReason::Complete) } else { Progress::Paused })
    }

    fn nodes(&self) -> u64 {
        self.estimate.as_ref().map_or(0, Estimate::nodes)
    }

    fn is_ended(&self) -> bool {
        self.is_ended
    }

    fn answer(&mut self, interruption: StopReason) -> EstimateAnswer {
        let stop_reason = if self.is_ended { StopReason::Complete } else { interruption };
        let EstimateQuestion { subject, seed, .. } = &self.question;
        match &self.estimate {
            Some(estimate) => estimate.answer(stop_reason),
            None => EstimateAnswer {
                items: subject.item_count(),
                options: subject.option_count(),
                ..EstimateAnswer::without_probes(*seed, stop_reason)
            },
        }
    }
}
