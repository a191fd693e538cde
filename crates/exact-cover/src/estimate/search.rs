//! The search for an estimate, which can be paused.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::probes::{Estimate, EstimateAnswer};
use crate::answer::{Progress, StopReason};
use crate::problem::Problem;
use crate::resumable_search::ResumableSearch;
use crate::search::Step;

/// Estimate of a problem that pauses, as [`Problem::estimate`] does not.
#[derive(Clone, Debug)]
pub struct EstimateSearch {
    problem: Arc<Problem>,
    probes: u64,
    seed: u64,
    /// `None` before the first slice, because building it takes time.
    estimate: Option<Estimate>,
    is_ended: bool,
}

impl EstimateSearch {
    /// Creates an estimate by `probes` random probes. Builds nothing yet.
    pub fn new(problem: Arc<Problem>, probes: u64, seed: u64) -> Self {
        Self { problem, probes, seed, estimate: None, is_ended: false }
    }
}

impl ResumableSearch for EstimateSearch {
    type Answer = EstimateAnswer;
    type Error = Infallible;

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, Infallible> {
        let Self { problem, probes, seed, estimate, .. } = self;
        let estimate = estimate.get_or_insert_with(|| Estimate::new(problem, *probes, *seed));
        self.is_ended = estimate.advance(budget_nodes, stop) != Step::Paused;
        Ok(if self.is_ended { Progress::Ended(StopReason::Complete) } else { Progress::Paused })
    }

    fn nodes(&self) -> u64 {
        self.estimate.as_ref().map_or(0, Estimate::nodes)
    }

    fn stop_reason(&self) -> Option<StopReason> {
        self.is_ended.then_some(StopReason::Complete)
    }

    fn answer(&mut self) -> EstimateAnswer {
        let stop_reason = self.stop_reason().unwrap_or(StopReason::Interrupted);
        match &self.estimate {
            Some(estimate) => estimate.answer(stop_reason),
            None => EstimateAnswer {
                items: self.problem.item_count(),
                options: self.problem.option_count(),
                ..EstimateAnswer::without_probes(self.seed, stop_reason)
            },
        }
    }
}
