//! Random probes, which estimate the number of solutions and the size of the search tree.

use std::sync::atomic::{AtomicBool, Ordering};

use super::sample_mean::SampleMean;
use crate::answer::StopReason;
use crate::dlx::Links;
use crate::problem::Problem;
use crate::random::SplitMix64;
use crate::search::{SLICE_STEPS, Step};
use crate::search_space::{ChosenOptions, NodeState};

/// Result of random probes of a problem.
///
/// ```
/// # use quadrille_exact_cover::NamedProblem;
/// let problem: NamedProblem = "a b c d\na b\nc d\na c\nb d\na\nb\n".parse()?;
/// let estimate = problem.estimate(1_000, 7);
/// let mean = estimate.solutions.mean();
/// let error = estimate.solutions.standard_error().expect("two probes or more");
/// assert!((mean - problem.count_up_to(100) as f64).abs() < 4.0 * error + 0.01);
/// # Ok::<(), quadrille_exact_cover::TextError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct EstimateAnswer {
    /// Estimated number of solutions.
    pub solutions: SampleMean,
    /// Estimated number of nodes of a search for all solutions.
    pub tree_nodes: SampleMean,
    /// Number of probes that have ended.
    pub probes: u64,
    /// Seed of the random numbers.
    pub seed: u64,
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

impl EstimateAnswer {
    /// The answer before the first probe, for a problem that was not built.
    pub fn without_probes(seed: u64, stop_reason: StopReason) -> Self {
        Self {
            solutions: SampleMean::default(),
            tree_nodes: SampleMean::default(),
            probes: 0,
            seed,
            stop_reason,
            items: 0,
            options: 0,
            nodes: 0,
            updates: 0,
        }
    }
}

/// Search space through which probes walk.
pub trait ProbeSpace: ChosenOptions {
    /// Skips the next option of the deepest level, which must have another one after it. Its last choice must be undone.
    fn skip_next(&mut self);

    /// Closes all levels.
    fn return_to_root(&mut self);
}

impl ProbeSpace for Links {
    fn skip_next(&mut self) {
        Self::skip_next(self);
    }

    fn return_to_root(&mut self) {
        Self::return_to_root(self);
    }
}

/// Estimate of the solutions and nodes of a search, by default with [`Links`], without the search.
///
/// A *probe* walks from the root to a leaf and takes a random option at each level. The product of the numbers of options
/// on its path estimates the number of leaves like this one, and the sum of the partial products the number of
/// nodes. Both are unbiased (Knuth, "Estimating the efficiency of backtrack programs", 1975), if all probes end: a limit
/// discards the open probe, and long ones are the most likely to be open.
///
/// Problem, number of probes and seed determine the result; pauses do not change it.
#[derive(Clone, Debug)]
pub struct Estimate<S = Links> {
    space: S,
    /// Numbers of items and options of the problem.
    size: (usize, usize),
    random: SplitMix64,
    seed: u64,
    probes_max: u64,
    /// Open levels of the current probe.
    depth: usize,
    /// Product of the numbers of options on the path of the current probe.
    product: f64,
    /// Sum of the partial products on the path of the current probe.
    product_sum: f64,
    solutions: SampleMean,
    tree_nodes: SampleMean,
    nodes: u64,
    /// Number of options skipped to reach the random ones.
    skipped: u64,
}

impl Estimate {
    /// Creates an estimate by `probes` random probes.
    pub fn new(problem: &Problem, probes: u64, seed: u64) -> Self {
        let size = (problem.item_count(), problem.option_count());
        Self::of_space(Links::new(problem), size, probes, seed)
    }
}

impl<S: ProbeSpace> Estimate<S> {
    /// Creates an estimate by `probes` random probes of a search space at its root, with these numbers of items and options.
    pub fn of_space(space: S, size: (usize, usize), probes: u64, seed: u64) -> Self {
        Self {
            space,
            size,
            random: SplitMix64::new(seed),
            seed,
            probes_max: probes,
            depth: 0,
            product: 1.0,
            product_sum: 0.0,
            solutions: SampleMean::default(),
            tree_nodes: SampleMean::default(),
            nodes: 0,
            skipped: 0,
        }
    }

    /// Continues the probes. Returns [`Step::Exhausted`] after the last one, [`Step::Paused`] before.
    ///
    /// Pauses before the first node that exceeds the budget, that comes after [`SLICE_STEPS`] steps, or that comes after
    /// `stop` was set.
    pub fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Step {
        let nodes_end = self.nodes.saturating_add(budget_nodes);
        let steps_end = self.steps() + SLICE_STEPS;
        while self.probes() < self.probes_max {
            if self.nodes >= nodes_end || self.steps() >= steps_end || stop.load(Ordering::Relaxed) {
                return Step::Paused;
            }
            self.visit();
        }
        Step::Exhausted
    }

    /// Visits a node of the current probe, and ends the probe at a leaf.
    fn visit(&mut self) {
        // The first node of a probe is the root.
        if self.product_sum > 0.0 {
            self.space.open_level();
            let options = self.space.option_count(self.depth) as u64;
            self.depth += 1;
            self.product *= options as f64;
            let skipped = self.random.below(options);
            for _ in 0..skipped {
                self.space.skip_next();
            }
            self.skipped += skipped;
            self.space.try_next();
        }
        self.product_sum += self.product;
        self.nodes += 1;
        match self.space.state() {
            NodeState::Open => {}
            NodeState::Dead => self.end_probe(0.0),
            NodeState::Solved => self.end_probe(self.product),
        }
    }

    /// Records the current probe, and returns to the root.
    fn end_probe(&mut self, solutions: f64) {
        self.solutions.add(solutions);
        self.tree_nodes.add(self.product_sum);
        self.space.return_to_root();
        (self.depth, self.product, self.product_sum) = (0, 1.0, 0.0);
    }

    /// Number of probes that have ended.
    pub fn probes(&self) -> u64 {
        self.solutions.size()
    }

    /// Estimated number of solutions.
    pub fn solutions(&self) -> SampleMean {
        self.solutions
    }

    /// Estimated number of nodes of a search for all solutions.
    pub fn tree_nodes(&self) -> SampleMean {
        self.tree_nodes
    }

    /// Number of nodes visited by the probes.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Number of updates of the search space.
    pub fn updates(&self) -> u64 {
        self.space.updates()
    }

    /// The estimate known now.
    pub fn answer(&self, stop_reason: StopReason) -> EstimateAnswer {
        EstimateAnswer {
            solutions: self.solutions(),
            tree_nodes: self.tree_nodes(),
            probes: self.probes(),
            seed: self.seed,
            stop_reason,
            items: self.size.0,
            options: self.size.1,
            nodes: self.nodes(),
            updates: self.updates(),
        }
    }

    /// Number of nodes, updates, choice steps and skipped options.
    pub fn steps(&self) -> u64 {
        self.nodes + self.space.updates() + self.space.choice_steps() + self.skipped
    }
}
