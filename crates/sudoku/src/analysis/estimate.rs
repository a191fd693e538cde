//! Estimate of the number of solutions of a puzzle.

use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_exact_cover::unstable::{Estimate, NodeState, SLICE_STEPS, Step};
use quadrille_exact_cover::{EstimateAnswer, Problem, ProblemError, Progress, ResumableSearch, StopReason};

use crate::encoding::Encoding;
use crate::model::Puzzle;
use crate::propagation::{ConstrainedSearch, ProbedSearch};
use crate::reduce::CandidateMasks;
use crate::solver::SolverError;

/// Estimates the number of solutions of a puzzle by random probes.
///
/// Applies the rules, and probes the remaining candidates as an exact cover problem. With constraints that are no houses, a probe takes a
/// random digit of a cell that constraint propagation does not refute, and the nodes are those of such a search. A puzzle that the rules
/// solve or refute gets the exact number.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PuzzleEstimate {
    puzzle: Puzzle,
    probes: u64,
    seed: u64,
    /// `None` before the first call, because building it takes time.
    estimate: Option<AnyEstimate>,
    is_ended: bool,
}

/// Probes of an exact cover problem, or of a puzzle with constraints.
#[derive(Clone, Debug)]
enum AnyEstimate {
    Cover(Box<Estimate>),
    /// A search that compiles and applies the rules, with the number of candidates.
    Preparing(Box<ConstrainedSearch>, usize),
    Constrained(Box<Estimate<ProbedSearch>>),
}

impl PuzzleEstimate {
    /// Creates an estimate by `probes` random probes. Builds nothing yet.
    pub fn new(puzzle: Puzzle, probes: u64, seed: u64) -> Self {
        Self { puzzle, probes, seed, estimate: None, is_ended: false }
    }

    fn build(&self) -> Result<AnyEstimate, ProblemError> {
        let of_cover =
            |problem: &Problem| AnyEstimate::Cover(Box::new(Estimate::new(problem, self.probes, self.seed)));
        let mut masks = CandidateMasks::new(&self.puzzle);
        if self.puzzle.first_conflict().is_some() || masks.reduce() == NodeState::Dead {
            // An item without options: no solutions.
            return Ok(of_cover(&Problem::new(1, 0)?));
        }
        if self.puzzle.rules().network().is_empty() {
            return Ok(of_cover(Encoding::new(&masks)?.problem()));
        }
        let space = ConstrainedSearch::new(&self.puzzle);
        Ok(AnyEstimate::Preparing(Box::new(space), masks.candidate_count()))
    }
}

impl ResumableSearch for PuzzleEstimate {
    type Answer = EstimateAnswer;
    type Error = SolverError;

    /// The first call applies the rules of houses and builds the exact cover problem, which takes some milliseconds for the largest
    /// puzzles, and visits no node. Constraints are compiled and applied in slices of further calls.
    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, SolverError> {
        if self.is_ended {
            return Ok(Progress::Ended(StopReason::Complete));
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(Progress::Paused);
        }
        let Some(estimate) = &mut self.estimate else {
            self.estimate = Some(self.build()?);
            return Ok(Progress::Paused);
        };
        let step = match estimate {
            AnyEstimate::Cover(estimate) => estimate.advance(budget_nodes, stop),
            AnyEstimate::Preparing(space, candidates) => {
                if space.prepare(SLICE_STEPS, stop) {
                    let space = ProbedSearch::new((**space).clone());
                    let estimate = Estimate::of_space(space, (0, *candidates), self.probes, self.seed);
                    self.estimate = Some(AnyEstimate::Constrained(Box::new(estimate)));
                }
                Step::Paused
            }
            AnyEstimate::Constrained(estimate) => estimate.advance(budget_nodes, stop),
        };
        self.is_ended = step == Step::Exhausted;
        Ok(if self.is_ended { Progress::Ended(StopReason::Complete) } else { Progress::Paused })
    }

    fn nodes(&self) -> u64 {
        match &self.estimate {
            Some(AnyEstimate::Cover(estimate)) => estimate.nodes(),
            Some(AnyEstimate::Constrained(estimate)) => estimate.nodes(),
            Some(AnyEstimate::Preparing(..)) | None => 0,
        }
    }

    fn stop_reason(&self) -> Option<StopReason> {
        self.is_ended.then_some(StopReason::Complete)
    }

    fn answer(&mut self) -> EstimateAnswer {
        let stop_reason = self.stop_reason().unwrap_or(StopReason::Interrupted);
        match &self.estimate {
            Some(AnyEstimate::Cover(estimate)) => estimate.answer(stop_reason),
            Some(AnyEstimate::Constrained(estimate)) => estimate.answer(stop_reason),
            Some(AnyEstimate::Preparing(..)) | None => EstimateAnswer::without_probes(self.seed, stop_reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_with_constraints_are_near_the_counts() {
        for constraints in [
            "cage cells=r1c1,r1c2,r2c2 sum=7",
            "thermometer cells=r1c1,r2c2,r3c3;little_killer from=r4c1 direction=up_right sum=10",
            "even cells=r1c1;difference cells=r2c2,r2c3 value=2",
            "renban cells=r1c1,r2c2,r3c3",
        ] {
            let puzzle: Puzzle = format!("{};{constraints}", ".".repeat(16)).parse().expect("a puzzle");
            let count = puzzle.count_up_to(10_000) as f64;
            let mut estimate = PuzzleEstimate::new(puzzle, 4_000, 3);
            while estimate.advance(u64::MAX, &AtomicBool::new(false)).expect("no engine bug")
                == Progress::Paused
            {}
            let solutions = estimate.answer().solutions;
            let error = solutions.standard_error().expect("many probes");
            assert!(
                (solutions.mean() - count).abs() <= 4.0 * error,
                "{constraints}: {solutions:?}, not {count}"
            );
            assert!(error <= 0.05 * count, "{constraints}: {solutions:?} says little about {count}");
        }
    }
}
