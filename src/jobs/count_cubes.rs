//! Pieces of the count of one problem.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;

use super::error::{FailureCode, JobFailure};
use super::outcome::{Outcome, PieceError};
use super::queue::{NewPiece, PieceResult};
use super::spec::{CountSubject, PieceSpec};
use super::stop::StopToken;
use crate::exact_cover::{CountOverflow, Cube, CubeSearch, Problem, Progress, Split, cubes, parse_cube};
use crate::service::{Background, ClientId, Dispatcher};
use crate::sudoku::cubes::{
    CubeCountError, PuzzleCubeCount, format_puzzle_cube, parse_puzzle_cube, puzzle_cubes,
};
use crate::sudoku::{Puzzle, PuzzleCube};
use crate::wire::{Count, CoverCount, ProblemBounds, question_from_json};

/// Nodes after which a piece exports its rest: some seconds of a search. In nodes, so that each attempt does the same.
const BUDGET_NODES: u64 = 1 << 22;

/// Seed of the estimates that a partition needs.
const SEED: u64 = 0;

/// Problem whose solutions are counted.
#[derive(Clone, Debug)]
pub(super) enum Whole {
    Puzzle(Puzzle),
    Cover(Arc<Problem>),
}

impl Whole {
    /// Reads the body of a request to the endpoint that counts.
    pub(super) fn read(subject: CountSubject, body: &[u8]) -> Result<Self, PieceError> {
        Ok(match subject {
            CountSubject::Puzzle => {
                Self::Puzzle(question_from_json::<Count>(body, "", ProblemBounds::MAX)?.question.subject)
            }
            CountSubject::ExactCover => {
                Self::Cover(question_from_json::<CoverCount>(body, "", ProblemBounds::MAX)?.question.subject)
            }
        })
    }

    /// Cuts the problem into about `want` cubes.
    pub(super) async fn plan(self, dispatcher: &Dispatcher, client: ClientId, want: usize) -> Outcome {
        let partition = Partition { whole: self, want, rest: Ok(Vec::new()) };
        let rest = dispatcher.run_background(client, partition).await?.rest.map_err(PieceError::Failed)?;
        Ok(PieceResult { rest, ..PieceResult::default() })
    }

    /// Counts the solutions of a cube, until the budget is used up or `stop` is set.
    pub(super) async fn count(
        self,
        dispatcher: &Dispatcher,
        client: ClientId,
        cube: &str,
        stop: StopToken,
    ) -> Outcome {
        let invalid = |error: &dyn std::fmt::Display| PieceError::Failed(error.to_string());
        let search = match &self {
            Self::Puzzle(puzzle) => {
                let cube = parse_puzzle_cube(puzzle, cube).map_err(|error| invalid(&error))?;
                CubeCount::Puzzle(Box::new(PuzzleCubeCount::new(cube)))
            }
            Self::Cover(problem) => {
                let cube = parse_cube(problem, cube).map_err(|error| invalid(&error))?;
                CubeCount::Cover(Box::new(CubeSearch::new(problem, cube)))
            }
        };
        let counted = CountedPiece { search, stop, error: None };
        let CountedPiece { search, error, .. } = dispatcher.run_background(client, counted).await?;
        match error {
            Some(CubeCountError::Overflow(overflow)) => {
                return Err(PieceError::Invalid(JobFailure::new(
                    FailureCode::CountOverflow,
                    overflow.to_string(),
                )));
            }
            Some(error) => return Err(PieceError::Failed(error.to_string())),
            None => {}
        }
        let nodes = search.nodes();
        let (counted, searched, rest) = match (search, &self) {
            (CubeCount::Puzzle(search), Self::Puzzle(puzzle)) => {
                let Split { counted, searched, rest } = search.split();
                (counted, searched, puzzle_pieces(puzzle, &rest))
            }
            (CubeCount::Cover(search), _) => {
                let Split { counted, searched, rest } = search.split();
                (counted, searched, cover_pieces(&rest))
            }
            (CubeCount::Puzzle(_), Self::Cover(_)) => return Err(PieceError::Stopped),
        };
        Ok(PieceResult {
            count: Some(counted),
            nodes,
            weight: Some(searched),
            rest,
            ..PieceResult::default()
        })
    }
}

fn puzzle_pieces(whole: &Puzzle, cubes: &[PuzzleCube]) -> Vec<NewPiece> {
    cubes.iter().map(|cube| piece(format_puzzle_cube(whole, cube), cube.weight)).collect()
}

fn cover_pieces(cubes: &[Cube]) -> Vec<NewPiece> {
    cubes.iter().map(|cube| piece(cube.to_string(), cube.weight())).collect()
}

fn piece(cube: String, weight: u128) -> NewPiece {
    NewPiece { spec: PieceSpec::Cube { cube }, puzzles: 0, weight: Some(weight) }
}

/// Partition of a problem, in one slice.
struct Partition {
    whole: Whole,
    want: usize,
    rest: Result<Vec<NewPiece>, String>,
}

impl Background for Partition {
    fn run_slice(&mut self, _: &AtomicBool) -> Poll<()> {
        self.rest = match &self.whole {
            Whole::Puzzle(puzzle) => puzzle_cubes(puzzle, self.want, SEED)
                .map(|cubes| puzzle_pieces(puzzle, &cubes))
                .map_err(|error| error.to_string()),
            Whole::Cover(problem) => Ok(cover_pieces(&cubes(problem, self.want, SEED))),
        };
        Poll::Ready(())
    }
}

/// Count of a cube.
enum CubeCount {
    Puzzle(Box<PuzzleCubeCount>),
    Cover(Box<CubeSearch>),
}

impl CubeCount {
    fn nodes(&self) -> u64 {
        match self {
            Self::Puzzle(search) => search.nodes(),
            Self::Cover(search) => search.nodes(),
        }
    }

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, CubeCountError> {
        match self {
            Self::Puzzle(search) => search.advance(budget_nodes, stop),
            Self::Cover(search) => {
                search.count(budget_nodes, stop).map_err(|overflow: CountOverflow| overflow.into())
            }
        }
    }
}

/// Count of a cube within its budget.
struct CountedPiece {
    search: CubeCount,
    stop: StopToken,
    error: Option<CubeCountError>,
}

impl Background for CountedPiece {
    fn run_slice(&mut self, _: &AtomicBool) -> Poll<()> {
        let left = BUDGET_NODES.saturating_sub(self.search.nodes());
        match self.search.advance(left, self.stop.flag()) {
            Ok(Progress::Ended(_)) => return Poll::Ready(()),
            Ok(Progress::Paused) => {}
            Err(error) => {
                self.error = Some(error);
                return Poll::Ready(());
            }
        }
        let is_stopped = self.stop.flag().load(Ordering::Relaxed);
        if is_stopped || self.search.nodes() >= BUDGET_NODES { Poll::Ready(()) } else { Poll::Pending }
    }
}
