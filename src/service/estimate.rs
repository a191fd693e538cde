//! Estimates of exact cover problems by random probes.

use std::num::NonZeroU64;
use std::task::Poll;
use std::time::Duration;

use super::limits::StartedLimits;
use super::question::Reply;
use super::subject::{CoverProblem, Subject};
use super::task::{Signals, Task};
use crate::exact_cover::{Estimate, SampleMean, Step, StopReason};

/// A problem, a number of probes and a seed: everything that determines the estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// Estimate as a task.
pub(super) struct EstimateTask {
    question: EstimateQuestion,
    limits: StartedLimits,
    /// `None` before the first slice, because building it takes time.
    estimate: Option<Estimate>,
}

impl EstimateTask {
    /// Prepares the estimate. Builds nothing yet.
    pub(super) fn new(question: EstimateQuestion, limits: StartedLimits) -> Self {
        Self { question, limits, estimate: None }
    }
}

impl Task for EstimateTask {
    type Output = Reply<EstimateAnswer>;

    fn run_slice(&mut self, signals: &mut Signals<'_>) -> Poll<()> {
        let EstimateQuestion { problem, probes, seed } = &self.question;
        let estimate = self.estimate.get_or_insert_with(|| Estimate::new(problem, probes.get(), *seed));
        match estimate.advance(signals.nodes_left(), signals.stop()) {
            Step::Paused => Poll::Pending,
            Step::Solution | Step::Exhausted => Poll::Ready(()),
        }
    }

    fn finish(self, interruption: Option<StopReason>, solving: Duration) -> Self::Output {
        let (estimate, problem) = (self.estimate.as_ref(), &self.question.problem);
        let answer = EstimateAnswer {
            solutions: estimate.map(Estimate::solutions).unwrap_or_default(),
            tree_nodes: estimate.map(Estimate::tree_nodes).unwrap_or_default(),
            probes: estimate.map_or(0, Estimate::probes),
            stop_reason: interruption.unwrap_or(StopReason::Complete),
            items: problem.item_count(),
            options: problem.option_count(),
            nodes: estimate.map_or(0, Estimate::nodes),
            updates: estimate.map_or(0, Estimate::updates),
        };
        Reply { answer, limits: self.limits.limits(), queued: self.limits.queued(solving), solving }
    }

    fn limits(&self) -> Option<StartedLimits> {
        Some(self.limits)
    }

    fn nodes(&self) -> u64 {
        self.estimate.as_ref().map_or(0, Estimate::nodes)
    }

    fn is_large(&self) -> bool {
        self.question.problem.is_large()
    }
}
