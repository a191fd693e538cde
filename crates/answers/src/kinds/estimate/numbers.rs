//! JSON shape of an estimate.

use std::io::Write;

use quadrille_exact_cover::{EstimateAnswer, SampleMean};
use serde::Serialize;
use utoipa::ToSchema;

use crate::service::Reply;
use crate::wire::result::{ReplyStats, StoppedBy, microseconds};

/// Standard errors on either side of the mean of a 95 % interval.
const INTERVAL_ERRORS: f64 = 1.96;

/// Estimated numbers of solutions and search tree nodes. Numbers that exceed the range of a float are null.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct EstimateNumbers {
    /// Estimated number of solutions: the mean of the probes; null without probes.
    #[schema(required = true)]
    pub mean: Option<f64>,
    /// Standard error of `mean`; null with fewer than two probes. 0 after any probe if a search would end at the root.
    #[schema(required = true)]
    pub standard_error: Option<f64>,
    /// Interval of the number of solutions: `mean` and 1.96 standard errors on either side, but not below 1 if a probe
    /// found a solution. It contains the true number in 95 % of cases with many probes, and in 80 to 92 % with few of them, mostly with a
    /// mean that is too low. Null with fewer than two probes or if a limit ended them. An unknown bound is null: the upper one
    /// if no probe found a solution. If a search would end at the root, the number is exact after any probe, and both bounds are `mean`.
    #[schema(required = true, min_items = 2, max_items = 2)]
    pub interval: Option<[Option<f64>; 2]>,
    /// Estimated number of nodes of a search for all solutions with dancing links; null without probes.
    #[schema(required = true)]
    pub nodes_mean: Option<f64>,
    /// Standard error of `nodes_mean`, like `standard_error`.
    #[schema(required = true)]
    pub nodes_standard_error: Option<f64>,
    /// Interval of the number of nodes, like `interval`. Null with fewer than two probes or if a limit ended them, unless a search would
    /// end at the root.
    #[schema(required = true, min_items = 2, max_items = 2)]
    pub nodes_interval: Option<[Option<f64>; 2]>,
    /// Number of probes.
    pub probes: u64,
    /// Seed of the random numbers.
    pub seed: u64,
    /// The reason why there are fewer probes than requested; null if there are not. Otherwise both means are biased, mostly
    /// too low: the limit discards the open probe, and long probes, which reach solutions, are the most likely to be open.
    #[schema(required = true)]
    pub stopped_by: Option<StoppedBy>,
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

impl ReplyStats<EstimateAnswer> for EstimateStats {
    fn from_reply(reply: &Reply<EstimateAnswer>) -> Option<Self> {
        let EstimateAnswer { items, options, nodes, updates, .. } = reply.answer;
        let (queue_us, solve_us) = (microseconds(reply.queued), microseconds(reply.solving));
        Some(Self { items, options, nodes, updates, queue_us, solve_us })
    }
}

impl EstimateNumbers {
    /// The numbers of an answer.
    pub(crate) fn new(reply: &Reply<EstimateAnswer>) -> Self {
        let EstimateAnswer { solutions, tree_nodes, probes, seed, .. } = reply.answer;
        let mean = |sample: SampleMean| finite(sample.mean()).filter(|_| probes > 0);
        let stopped_by = StoppedBy::from_reply(reply);
        let interval_of = |sample| if stopped_by.is_none() { interval(sample) } else { None };
        // Without nodes below the root, a probe is a whole search: one probe gives the exact numbers.
        let is_whole_search = tree_nodes.mean() == 1.0;
        let interval_of =
            |sample| if is_whole_search { Some([mean(sample); 2]) } else { interval_of(sample) };
        let error_of = |sample: SampleMean| {
            if is_whole_search { Some(0.0) } else { sample.standard_error().and_then(finite) }
        };
        Self {
            mean: mean(solutions),
            standard_error: error_of(solutions),
            interval: interval_of(solutions),
            nodes_mean: mean(tree_nodes),
            nodes_standard_error: error_of(tree_nodes),
            nodes_interval: interval_of(tree_nodes),
            probes,
            seed,
            stopped_by,
        }
    }

    /// Appends the estimates as text: solutions and nodes, each with half of its interval, or `none found`.
    pub(crate) fn write_text(&self, out: &mut Vec<u8>) {
        let number =
            |value: Option<f64>| value.map_or_else(|| "unknown".to_owned(), |value| format!("{value:.1}"));
        let half = |error: Option<f64>| {
            let is_known = self.stopped_by.is_none() || error == Some(0.0) && self.interval.is_some();
            number(error.filter(|_| is_known).map(|error| INTERVAL_ERRORS * error))
        };
        let solutions = if self.mean == Some(0.0) && self.interval != Some([Some(0.0); 2]) {
            "0.0, none found".to_owned()
        } else {
            format!("{} +- {}", number(self.mean), half(self.standard_error))
        };
        let (nodes, nodes_half) = (number(self.nodes_mean), half(self.nodes_standard_error));
        // Writing to memory cannot fail.
        let _ = write!(out, "solutions {solutions}, nodes {nodes} +- {nodes_half}");
    }
}

/// 95 % interval of a number that is at least 1 if the sample has a nonzero value.
fn interval(sample: SampleMean) -> Option<[Option<f64>; 2]> {
    let (mean, half) = (sample.mean(), INTERVAL_ERRORS * sample.standard_error()?);
    if !sample.has_nonzero() {
        return Some([Some(0.0), None]);
    }
    Some([mean - half, mean + half].map(|bound| finite(bound).map(|bound| bound.max(1.0))))
}

/// JSON has no infinite numbers.
fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use quadrille_exact_cover::unstable::Estimate;
    use quadrille_exact_cover::unstable::Step;
    use quadrille_exact_cover::{Item, NamedProblem, Problem, StopReason};

    use super::*;
    use crate::service::{Interruption, Limits};

    /// The numbers of an estimate by these samples of probes.
    fn numbers(
        [solutions, tree_nodes]: [SampleMean; 2],
        probes: u64,
        stop_reason: StopReason,
    ) -> EstimateNumbers {
        let mut answer = EstimateAnswer::without_probes(7, stop_reason);
        (answer.solutions, answer.tree_nodes, answer.probes) = (solutions, tree_nodes, probes);
        EstimateNumbers::new(&Reply {
            answer,
            interruption: (!stop_reason.is_final()).then_some(Interruption::TimeLimit),
            limits: Limits { time: Duration::from_secs(1), nodes: None, threads: NonZeroUsize::MIN },
            queued: Duration::ZERO,
            solving: Duration::ZERO,
        })
    }

    /// The numbers as text.
    fn text(numbers: &EstimateNumbers) -> String {
        let mut text = Vec::new();
        numbers.write_text(&mut text);
        String::from_utf8(text).expect("UTF-8")
    }

    #[test]
    fn estimate_without_probes_is_unknown() {
        let response = numbers([SampleMean::default(); 2], 0, StopReason::Interrupted);
        assert_eq!((response.mean, response.standard_error, response.interval), (None, None, None));
        assert_eq!((response.nodes_mean, response.nodes_interval), (None, None));
        assert_eq!(text(&response), "solutions unknown +- unknown, nodes unknown +- unknown");
    }

    #[test]
    fn interval_of_an_overflowing_mean_has_unknown_bounds() {
        // Each probe multiplies 1,100 pairs of options: 2^1100 exceeds the range of a float.
        let mut problem = Problem::new(1_100, 0).expect("few items");
        for item in 0..1_100 {
            for _ in 0..2 {
                problem.add_option([Item(item)]).expect("valid option");
            }
        }
        let mut estimate = Estimate::new(&problem, 2, 1);
        while estimate.advance(u64::MAX, &AtomicBool::new(false)) != Step::Exhausted {}
        let samples = [estimate.solutions(), estimate.tree_nodes()];
        let response = numbers(samples, 2, StopReason::Complete);
        assert_eq!((response.mean, response.interval), (None, Some([None, None])));
    }

    /// The numbers of two probes of a problem in text form.
    fn estimated(problem: &str, stop_reason: StopReason) -> EstimateNumbers {
        let problem = problem.parse::<NamedProblem>().expect("valid text").into_problem();
        let mut estimate = Estimate::new(&problem, 2, 1);
        while estimate.advance(u64::MAX, &AtomicBool::new(false)) != Step::Exhausted {}
        numbers([estimate.solutions(), estimate.tree_nodes()], 2, stop_reason)
    }

    #[test]
    fn upper_bound_without_a_solution_is_unknown_unless_the_search_ends_at_the_root() {
        // Both options of `a` leave none for `b`.
        let missed = estimated("a b c\na c\na c\nb c\nb c\n", StopReason::Complete);
        assert_eq!(missed.interval, Some([Some(0.0), None]));
        assert_eq!(text(&missed), "solutions 0.0, none found, nodes 3.0 +- 0.0");
        let dead = estimated("a b\na\n", StopReason::Complete);
        assert_eq!(dead.interval, Some([Some(0.0), Some(0.0)]));
        assert_eq!(text(&dead), "solutions 0.0 +- 0.0, nodes 1.0 +- 0.0");
    }

    #[test]
    fn probe_that_is_a_whole_search_is_exact_even_if_a_limit_ends_the_probes() {
        let problem = "a b\na\n".parse::<NamedProblem>().expect("valid text").into_problem();
        let mut estimate = Estimate::new(&problem, 1, 1);
        while estimate.advance(u64::MAX, &AtomicBool::new(false)) != Step::Exhausted {}
        for stop_reason in [StopReason::Complete, StopReason::Interrupted] {
            let exact = numbers([estimate.solutions(), estimate.tree_nodes()], 1, stop_reason);
            assert_eq!((exact.standard_error, exact.interval), (Some(0.0), Some([Some(0.0); 2])));
            assert_eq!((exact.nodes_standard_error, exact.nodes_interval), (Some(0.0), Some([Some(1.0); 2])));
            assert_eq!(text(&exact), "solutions 0.0 +- 0.0, nodes 1.0 +- 0.0");
        }
    }

    #[test]
    fn estimate_that_a_limit_ends_has_no_interval() {
        let pair = "a\na\na\n";
        let complete = estimated(pair, StopReason::Complete);
        assert_eq!(
            (complete.interval, text(&complete).as_str()),
            (Some([Some(2.0); 2]), "solutions 2.0 +- 0.0, nodes 3.0 +- 0.0")
        );
        let stopped = estimated(pair, StopReason::Interrupted);
        assert_eq!((stopped.interval, stopped.nodes_interval), (None, None));
        assert_eq!(text(&stopped), "solutions 2.0 +- unknown, nodes 3.0 +- unknown");
    }
}
