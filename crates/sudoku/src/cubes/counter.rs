//! Count of one cube after the other, of a puzzle or an exact cover problem.

use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::Split;
use quadrille_exact_cover::unstable::parse_cube;
use quadrille_exact_cover::{CubeSearch, Progress, StopReason};

use super::any_problem::{AnyProblem, CubeError};
use super::count::PuzzleCubeCount;
use super::run::CubeSearcher;
use super::text::{format_restriction, parse_puzzle_cube};

/// Search that counts the solutions of one cube after the other.
#[derive(Clone, Debug)]
pub struct CubeCounter {
    whole: AnyProblem,
    count: Option<CubeCount>,
}

/// Count of the current cube.
#[derive(Clone, Debug)]
enum CubeCount {
    Puzzle(Box<PuzzleCubeCount>),
    Cover(Box<CubeSearch>),
}

impl CubeCounter {
    /// Creates a counter of cubes of this problem.
    pub fn new(whole: AnyProblem) -> Self {
        Self { whole, count: None }
    }
}

impl CubeSearcher for CubeCounter {
    type Error = CubeError;

    fn start(&mut self, cube: &str) -> Result<(), CubeError> {
        match (&self.whole, &mut self.count) {
            (AnyProblem::Puzzle(whole), count) => {
                let cube = parse_puzzle_cube(whole, cube)?;
                match count {
                    Some(CubeCount::Puzzle(count)) => count.restart(cube),
                    count => *count = Some(CubeCount::Puzzle(Box::new(PuzzleCubeCount::new(cube)))),
                }
            }
            (AnyProblem::Cover(whole), count) => {
                let cube = parse_cube(whole, cube)?;
                *count = Some(CubeCount::Cover(Box::new(CubeSearch::new(whole, cube))));
            }
        }
        Ok(())
    }

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, CubeError> {
        Ok(match &mut self.count {
            Some(CubeCount::Puzzle(count)) => count.advance(budget_nodes, stop)?,
            Some(CubeCount::Cover(search)) => search.count(budget_nodes, stop)?,
            None => Progress::Ended(StopReason::Complete),
        })
    }

    fn nodes(&self) -> u64 {
        match &self.count {
            Some(CubeCount::Puzzle(count)) => count.nodes(),
            Some(CubeCount::Cover(search)) => search.nodes(),
            None => 0,
        }
    }

    fn searched(&self) -> u128 {
        match &self.count {
            Some(CubeCount::Puzzle(count)) => count.searched(),
            Some(CubeCount::Cover(search)) => search.searched(),
            None => 0,
        }
    }

    fn is_learning(&self) -> bool {
        match &self.count {
            Some(CubeCount::Puzzle(count)) => count.is_learning(),
            Some(CubeCount::Cover(search)) => search.is_learning(),
            None => false,
        }
    }

    fn split(&mut self) -> Result<Split<String>, CubeError> {
        Ok(match (&self.whole, self.count.take()) {
            (AnyProblem::Puzzle(whole), Some(CubeCount::Puzzle(count))) => {
                let split = count.split().filter_map(|addition| Some(format_restriction(whole, addition)));
                // Keeps the memory of its engines for the next cube.
                self.count = Some(CubeCount::Puzzle(count));
                split
            }
            (_, Some(CubeCount::Cover(search))) => {
                search.split().filter_map(|option| Some(option.0.to_string()))
            }
            _ => Split::default(),
        })
    }
}
