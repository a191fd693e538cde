//! Partition of a problem into cubes of similar size.

use std::sync::atomic::AtomicBool;

use super::cube::{Cube, SubProblem, shares};
use super::dlx::Links;
use super::estimate::Estimate;
use super::problem::Problem;
use super::random::SplitMix64;
use super::search::Step;
use super::search_space::{ChosenOptions, NodeState, SearchSpace};

/// Probes for the size of a cube. Few, because the estimate only has to find the largest cubes.
const PROBES: u64 = 16;

/// Splits a problem into at least `want` disjoint cubes, if it has as many branches.
///
/// Splits the cube with the largest estimated search tree first, so that the cubes are of similar size. Problem, `want` and
/// seed determine the cubes. Takes the time of about 40 walks from the root to a leaf, and of building links twice, for each
/// cube.
pub fn cubes(problem: &Problem, want: usize, seed: u64) -> Vec<Cube> {
    let mut partition = Partition::new(problem, seed);
    while partition.cubes.len() < want && partition.split_largest() {}
    partition.cubes.into_iter().map(|sized| sized.cube).collect()
}

/// Cube with the estimated number of nodes of its search; 0 if it cannot be split.
#[derive(Clone, Debug)]
struct SizedCube {
    cube: Cube,
    nodes: f64,
}

/// Partition under construction.
struct Partition<'a> {
    problem: &'a Problem,
    random: SplitMix64,
    cubes: Vec<SizedCube>,
}

impl<'a> Partition<'a> {
    fn new(problem: &'a Problem, seed: u64) -> Self {
        let whole = SizedCube { cube: Cube::whole(), nodes: f64::INFINITY };
        Self { problem, random: SplitMix64::new(seed), cubes: vec![whole] }
    }

    /// Replaces the largest cube by its branches. Returns false if no cube can be split.
    fn split_largest(&mut self) -> bool {
        let nodes_max = self.cubes.iter().map(|sized| sized.nodes).fold(0.0, f64::max);
        let largest = self.cubes.iter().position(|sized| sized.nodes == nodes_max && nodes_max > 0.0);
        let Some(largest) = largest else { return false };
        let branches = branches(self.problem, &self.cubes[largest].cube);
        if branches.is_empty() {
            self.cubes[largest].nodes = 0.0;
            return true;
        }
        let sized: Vec<SizedCube> =
            branches.into_iter().map(|cube| SizedCube { nodes: self.estimated_nodes(&cube), cube }).collect();
        self.cubes.splice(largest..=largest, sized);
        true
    }

    fn estimated_nodes(&mut self, cube: &Cube) -> f64 {
        let sub_problem = SubProblem::new(self.problem, cube);
        let mut estimate = Estimate::new(sub_problem.as_ref(), PROBES, self.random.next());
        while estimate.advance(u64::MAX, &AtomicBool::new(false)) == Step::Paused {}
        let nodes = estimate.tree_nodes().mean();
        // An estimate beyond the range of `f64` is no number.
        if nodes.is_nan() { f64::INFINITY } else { nodes }
    }
}

/// Returns the branches of a cube at its first level with several options, without those that are dead ends. None if the
/// cube has at most one solution that is found without branching.
fn branches(problem: &Problem, cube: &Cube) -> Vec<Cube> {
    let sub_problem = SubProblem::new(problem, cube);
    let mut links = Links::new(sub_problem.as_ref());
    let mut depth = 0;
    while links.state() == NodeState::Open {
        links.open_level();
        let options = links.option_count(depth);
        depth += 1;
        if options == 1 {
            links.try_next();
            continue;
        }
        let mut live = Vec::new();
        loop {
            links.try_next();
            if links.state() != NodeState::Dead {
                live.push(links.chosen().map(|option| sub_problem.whole_option(option)).collect());
            }
            if !links.undo() {
                break;
            }
        }
        let weights = shares(cube.weight(), live.len());
        return live.into_iter().zip(weights).map(|(options, weight)| Cube::new(options, weight)).collect();
    }
    Vec::new()
}
