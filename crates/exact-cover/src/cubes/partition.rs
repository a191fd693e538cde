//! Partition of a problem into cubes of similar size.

use std::sync::atomic::AtomicBool;

use crate::cube::{Cube, SubProblem, shares};
use crate::dlx::Links;
use crate::estimate::Estimate;
use crate::problem::Problem;
use crate::random::SplitMix64;
use crate::search::Step;
use crate::search_space::{ChosenOptions, NodeState, SearchSpace};

/// Probes for the size of a cube. Few, because the estimate only has to find the largest cubes.
pub const CUBE_PROBES: u32 = 16;

/// Splits a problem into at least `want` disjoint cubes, if it has as many branches: see [`Problem::cubes`].
pub(crate) fn cubes(problem: &Problem, want: usize, seed: u64) -> Vec<Cube> {
    partition(&mut OptionBranching { problem, random: SplitMix64::new(seed) }, Cube::whole(), want)
}

/// Way to split the cubes of a problem.
pub trait Branching {
    /// Part of the problem.
    type Cube;

    /// Returns the branches of a cube that are not dead ends. None if the cube needs no branching.
    fn branches(&mut self, cube: &Self::Cube) -> Vec<Self::Cube>;

    /// Estimates the number of nodes of the search of a cube.
    fn estimated_nodes(&mut self, cube: &Self::Cube) -> f64;
}

/// Replaces the largest cube by its branches until there are `want` cubes, or none can be split.
pub fn partition<B: Branching>(branching: &mut B, whole: B::Cube, want: usize) -> Vec<B::Cube> {
    let mut cubes = vec![SizedCube { cube: whole, nodes: f64::INFINITY }];
    while cubes.len() < want {
        let nodes_max = cubes.iter().map(|sized| sized.nodes).fold(0.0, f64::max);
        let largest = cubes.iter().position(|sized| sized.nodes == nodes_max && nodes_max > 0.0);
        let Some(largest) = largest else { break };
        let branches = branching.branches(&cubes[largest].cube);
        if branches.is_empty() {
            cubes[largest].nodes = 0.0;
            continue;
        }
        let sized: Vec<_> = branches
            .into_iter()
            .map(|cube| {
                let nodes = branching.estimated_nodes(&cube);
                // An estimate beyond the range of `f64` is no number.
                SizedCube { cube, nodes: if nodes.is_nan() { f64::INFINITY } else { nodes } }
            })
            .collect();
        cubes.splice(largest..=largest, sized);
    }
    cubes.into_iter().map(|sized| sized.cube).collect()
}

/// Cube with the estimated number of nodes of its search; 0 if it cannot be split.
#[derive(Clone, Debug)]
struct SizedCube<C> {
    cube: C,
    nodes: f64,
}

/// Branches on the options of an item.
struct OptionBranching<'a> {
    problem: &'a Problem,
    random: SplitMix64,
}

impl Branching for OptionBranching<'_> {
    type Cube = Cube;

    /// Branches at the first level with several options.
    fn branches(&mut self, cube: &Cube) -> Vec<Cube> {
        let sub_problem = SubProblem::new(self.problem, cube);
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
            return live
                .into_iter()
                .zip(weights)
                .map(|(options, weight)| Cube::new(options, weight))
                .collect();
        }
        Vec::new()
    }

    fn estimated_nodes(&mut self, cube: &Cube) -> f64 {
        let sub_problem = SubProblem::new(self.problem, cube);
        let mut estimate = Estimate::new(sub_problem.as_ref(), CUBE_PROBES.into(), self.random.next());
        while estimate.advance(u64::MAX, &AtomicBool::new(false)) == Step::Paused {}
        estimate.tree_nodes().mean()
    }
}
