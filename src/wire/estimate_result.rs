//! JSON shape of an estimate.

use serde::Serialize;
use utoipa::ToSchema;

use super::result::{EffectiveLimits, StoppedBy, microseconds};
use crate::exact_cover::SampleMean;
use crate::service::{EstimateAnswer, Reply};

/// Standard errors on either side of the mean of a 95 % interval.
const INTERVAL_ERRORS: f64 = 1.96;

/// Estimated numbers of solutions and search tree nodes. Numbers that exceed the range of a float are null.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CoverEstimateResponse {
    /// Estimated number of solutions: the mean of the probes.
    #[schema(required = true)]
    pub mean: Option<f64>,
    /// Standard error of `mean`; null with fewer than two probes.
    #[schema(required = true)]
    pub standard_error: Option<f64>,
    /// 95 % interval of the number of solutions: `mean` and 1.96 standard errors on either side, but not below 0.
    #[schema(required = true, min_items = 2, max_items = 2)]
    pub interval: Option<[Option<f64>; 2]>,
    /// Estimated number of nodes of a search for all solutions with dancing links.
    #[schema(required = true)]
    pub nodes_mean: Option<f64>,
    /// Standard error of `nodes_mean`; null with fewer than two probes.
    #[schema(required = true)]
    pub nodes_standard_error: Option<f64>,
    /// 95 % interval of the number of nodes.
    #[schema(required = true, min_items = 2, max_items = 2)]
    pub nodes_interval: Option<[Option<f64>; 2]>,
    /// Number of probes.
    pub probes: u64,
    /// Seed of the random numbers.
    pub seed: u64,
    /// The reason why there are fewer probes than requested; null if there are not.
    #[schema(required = true)]
    pub stopped_by: Option<StoppedBy>,
    /// Statistics of the probes.
    pub stats: EstimateStats,
    /// The limits that applied.
    pub limits: EffectiveLimits,
}

/// Statistics of the probes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct EstimateStats {
    /// Items of the problem, primary and secondary.
    pub items: usize,
    /// Options of the problem.
    pub options: usize,
    /// Nodes that the probes visited.
    pub nodes: u64,
    /// Updates of the links.
    pub updates: u64,
    /// Microseconds spent waiting for a solver thread.
    pub queue_us: u64,
    /// Microseconds spent on a solver thread.
    pub solve_us: u64,
}

impl CoverEstimateResponse {
    /// The response to a question with this seed.
    pub fn new(seed: u64, reply: &Reply<EstimateAnswer>) -> Self {
        let EstimateAnswer { solutions, tree_nodes, probes, stop_reason, items, options, nodes, updates } =
            reply.answer;
        let (queue_us, solve_us) = (microseconds(reply.queued), microseconds(reply.solving));
        Self {
            mean: finite(solutions.mean()),
            standard_error: solutions.standard_error().and_then(finite),
            interval: interval(solutions),
            nodes_mean: finite(tree_nodes.mean()),
            nodes_standard_error: tree_nodes.standard_error().and_then(finite),
            nodes_interval: interval(tree_nodes),
            probes,
            seed,
            stopped_by: StoppedBy::of(stop_reason),
            stats: EstimateStats { items, options, nodes, updates, queue_us, solve_us },
            limits: reply.limits.into(),
        }
    }

    /// Returns the estimates as a line of text: solutions and nodes, each with half of its interval.
    pub fn line(&self) -> String {
        let number =
            |value: Option<f64>| value.map_or_else(|| "unknown".to_owned(), |value| format!("{value:.1}"));
        let half = |error: Option<f64>| number(error.map(|error| INTERVAL_ERRORS * error));
        format!(
            "solutions {} +- {}, nodes {} +- {}\n",
            number(self.mean),
            half(self.standard_error),
            number(self.nodes_mean),
            half(self.nodes_standard_error)
        )
    }
}

fn interval(sample: SampleMean) -> Option<[Option<f64>; 2]> {
    let (mean, half) = (sample.mean(), INTERVAL_ERRORS * sample.standard_error()?);
    Some([finite((mean - half).max(0.0)), finite(mean + half)])
}

/// JSON has no infinite numbers.
fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;
    use std::time::Duration;

    use super::*;
    use crate::exact_cover::StopReason;
    use crate::service::Limits;

    #[test]
    fn estimate_without_probes_has_no_error_and_no_interval() {
        let sample = SampleMean::default();
        let answer = EstimateAnswer {
            solutions: sample,
            tree_nodes: sample,
            probes: 0,
            stop_reason: StopReason::TimeLimit,
            items: 1,
            options: 2,
            nodes: 3,
            updates: 4,
        };
        let limits = Limits { time: Duration::from_secs(1), nodes: NonZeroU64::new(3) };
        let reply = Reply { answer, limits, queued: Duration::ZERO, solving: Duration::ZERO };
        let response = CoverEstimateResponse::new(7, &reply);
        assert_eq!((response.mean, response.interval, response.standard_error), (Some(0.0), None, None));
        assert_eq!(response.line(), "solutions 0.0 +- unknown, nodes 0.0 +- unknown\n");
        assert_eq!(finite(f64::INFINITY), None);
    }
}
