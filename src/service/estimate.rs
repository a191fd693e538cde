//! Estimates of exact cover problems by random probes.

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use super::search::{AnswerSearch, Answerable, Defect, SearchAnswer, SubjectKind};
use super::subject::{CoverProblem, Subject};
use crate::exact_cover::{Estimate, Progress, SampleMean, Step, StopReason, Verdict};

/// A problem, a number of probes and a seed: everything that determines the estimate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EstimateQuestion {
    /// The problem.
    pub problem: CoverProblem,
    /// Number of random probes.
    pub probes: NonZeroU64,
    /// Seed of the random numbers.
    pub seed: u64,
}

/// Estimated numbers of solutions and nodes of a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct EstimateAnswer {
    /// Estimated number of solutions.
    pub solutions: SampleMean,
    /// Estimated number of nodes of a search for all solutions.
    pub tree_nodes: SampleMean,
    /// Number of probes that have ended.
    pub probes: u64,
    /// Why the probes ended.
    pub stop_reason: StopReason,
    /// Items of the problem, primary and secondary.
    pub items: usize,
    /// Options of the problem.
    pub options: usize,
    /// Nodes visited by the probes.
    pub nodes: u64,
    /// Updates of the search structure.
    pub updates: u64,
}

/// Search for an estimate.
#[derive(Debug)]
pub struct EstimateSearch {
    question: EstimateQuestion,
    /// `None` before the first slice, because building it takes time.
    estimate: Option<Estimate>,
    is_ended: bool,
}

impl Answerable for EstimateQuestion {
    type Search = EstimateSearch;
    type Answer = EstimateAnswer;
    const SUBJECT: SubjectKind = SubjectKind::ExactCover;

    fn is_large(&self) -> bool {
        self.problem.is_large()
    }

    fn heap_bytes(&self) -> usize {
        self.problem.heap_bytes()
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

impl AnswerSearch for EstimateSearch {
    type Question = EstimateQuestion;

    fn new(question: EstimateQuestion) -> Self {
        Self { question, estimate: None, is_ended: false }
    }

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, Defect> {
        let EstimateQuestion { problem, probes, seed } = &self.question;
        let estimate = self.estimate.get_or_insert_with(|| Estimate::new(problem, probes.get(), *seed));
        self.is_ended = estimate.advance(budget_nodes, stop) != Step::Paused;
        Ok(if self.is_ended { Progress::Ended(StopReason::Complete) } else { Progress::Paused })
    }

    fn nodes(&self) -> u64 {
        self.estimate.as_ref().map_or(0, Estimate::nodes)
    }

    fn is_ended(&self) -> bool {
        self.is_ended
    }

    fn is_large(&self) -> bool {
        self.question.is_large()
    }

    fn answer(&mut self, interruption: StopReason) -> EstimateAnswer {
        let (estimate, problem) = (self.estimate.as_ref(), &self.question.problem);
        EstimateAnswer {
            solutions: estimate.map(Estimate::solutions).unwrap_or_default(),
            tree_nodes: estimate.map(Estimate::tree_nodes).unwrap_or_default(),
            probes: estimate.map_or(0, Estimate::probes),
            stop_reason: if self.is_ended { StopReason::Complete } else { interruption },
            items: problem.item_count(),
            options: problem.option_count(),
            nodes: self.nodes(),
            updates: estimate.map_or(0, Estimate::updates),
        }
    }
}
