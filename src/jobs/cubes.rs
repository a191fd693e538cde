//! Pieces of a search for all solutions of one problem: cubes, searched one after the other within a budget.

use std::collections::VecDeque;
use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::task::Poll;

use super::error::{FailureCode, JobFailure};
use super::outcome::{Outcome, PieceError};
use super::queue::{NewPiece, PieceResult};
use super::share::ShareRequest;
use super::spec::PieceSpec;
use super::stop::StopToken;
use crate::exact_cover::{CountOverflow, Cube, Problem, ProblemError, Progress, Split, cubes, parse_weight};
use crate::service::{Background, ClientId, DispatchError, Dispatcher};
use crate::sudoku::cubes::{format_puzzle_cube, puzzle_cubes};
use crate::sudoku::{Puzzle, PuzzleCube};

/// Number of cubes that a slice ends at most. Most cubes of a rest are tiny.
const CUBES_PER_SLICE: usize = 32;

/// Seed of the estimates that a partition needs.
const SEED: u64 = 0;

/// Number of pieces of a rest that no idle thread has asked for.
const PARTS: usize = 2;

/// Maximum number of pieces of a rest.
pub(super) const PARTS_MAX: usize = 16;

/// Share of the budget after which a piece may leave work for idle threads, and that its rest must be expected to take.
pub(super) const SHARE_MIN: u64 = 8;

/// Problem whose solutions are counted or listed.
#[derive(Clone, Debug)]
pub(super) enum Whole {
    Puzzle(Puzzle),
    Cover(Arc<Problem>),
}

impl Whole {
    /// Returns the number of nodes after which a piece exports its rest: about a second of a search, or a few.
    ///
    /// A number of nodes, so that each attempt at a piece does the same. Measured, in millions of nodes a second: classic 9x9
    /// 6; other puzzles up to 16x16 0.3 (CDCL) to 12; larger ones 0.15 to 0.35; covers 0.15 to 30.
    pub(super) fn budget_nodes(&self) -> u64 {
        match self {
            Self::Puzzle(puzzle) if puzzle.rules().is_classic_9x9() => 8_000_000,
            Self::Puzzle(puzzle) if puzzle.rules().layout().cell_count() > 256 => 400_000,
            Self::Puzzle(_) | Self::Cover(_) => 1_000_000,
        }
    }

    /// Returns about `want` cubes.
    pub(super) fn cubes(&self, want: usize) -> Result<Vec<WrittenCube>, ProblemError> {
        match self {
            Self::Puzzle(puzzle) => {
                let cubes = puzzle_cubes(puzzle, want, SEED)?;
                Ok(cubes.iter().map(|cube| WrittenCube::of_puzzle(puzzle, cube)).collect())
            }
            Self::Cover(problem) => {
                Ok(cubes(problem, want, SEED).iter().map(WrittenCube::of_cover).collect())
            }
        }
    }

    /// Cuts the problem into about `want` cubes, each a piece.
    pub(super) async fn plan(self, dispatcher: &Dispatcher, client: ClientId, want: usize) -> Outcome {
        let partition = Partition { whole: self, want, cubes: Ok(Vec::new()) };
        let partition = dispatcher.run_background(client, partition).await?;
        let cubes = partition.cubes.map_err(|error| PieceError::Failed(error.to_string()))?;
        let rest = cubes.into_iter().map(|cube| piece(vec![cube])).collect();
        Ok(PieceResult { rest, ..PieceResult::default() })
    }
}

/// Cube as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WrittenCube {
    text: String,
    weight: u128,
}

impl WrittenCube {
    pub(super) fn of_puzzle(whole: &Puzzle, cube: &PuzzleCube) -> Self {
        Self { text: format_puzzle_cube(whole, cube), weight: cube.weight }
    }

    pub(super) fn of_cover(cube: &Cube) -> Self {
        Self { text: cube.to_string(), weight: cube.weight() }
    }

    /// Reads the weight of a text, which begins with it.
    pub(super) fn read(text: String) -> Result<Self, PieceError> {
        let weight = parse_weight(text.split(' ').next().unwrap_or_default()).map_err(failed)?;
        Ok(Self { text, weight })
    }
}

/// An error that should not occur, so that the piece is tried again.
pub(super) fn failed(error: impl Display) -> PieceError {
    PieceError::Failed(error.to_string())
}

/// A count beyond 128 bits, which fails the job.
pub(super) fn overflow() -> PieceError {
    PieceError::Invalid(JobFailure::new(FailureCode::CountOverflow, CountOverflow.to_string()))
}

pub(super) fn piece(cubes: Vec<WrittenCube>) -> NewPiece {
    let weight = cubes.iter().map(|cube| cube.weight).sum();
    let cubes = cubes.into_iter().map(|cube| cube.text).collect();
    NewPiece { spec: PieceSpec::Cubes { cubes }, puzzles: 0, weight: Some(weight) }
}

/// Distributes a rest to at most `parts` pieces of similar weight.
///
/// A rest may have thousands of cubes, nearly all of them tiny: as pieces they would cost more than their searches. Of the
/// pieces, the last one has the cubes that the search would visit first. It is also claimed first, so that few pieces are
/// open at any time.
fn pieces_of_rest(mut rest: Vec<WrittenCube>, parts: usize) -> Vec<NewPiece> {
    let mut pieces = Vec::new();
    for left in (2..=parts).rev() {
        let weight: u128 = rest.iter().map(|cube| cube.weight).sum();
        let mut sum = 0;
        let end = rest.iter().position(|cube| {
            sum += cube.weight;
            sum > weight / left as u128
        });
        let later = rest.split_off(end.unwrap_or(rest.len() / left).max(1).min(rest.len()));
        pieces.push(rest);
        rest = later;
    }
    pieces.push(rest);
    pieces.into_iter().rev().filter(|cubes| !cubes.is_empty()).map(piece).collect()
}

/// Partition of a problem, in one slice.
struct Partition {
    whole: Whole,
    want: usize,
    cubes: Result<Vec<WrittenCube>, ProblemError>,
}

impl Background for Partition {
    fn run_slice(&mut self, _: &AtomicBool) -> Poll<()> {
        self.cubes = self.whole.cubes(self.want);
        Poll::Ready(())
    }
}

/// Search of one cube after the other, which keeps what it finds.
pub(super) trait CubeSearcher: Send + 'static {
    /// Starts the search of a cube.
    fn start(&mut self, cube: &str) -> Result<(), PieceError>;

    /// Visits up to `budget_nodes` further nodes of the cube; fewer if `stop` is set, a slice ends, or the search [is
    /// full](Self::is_full).
    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, PieceError>;

    /// Number of nodes of the cube visited so far.
    fn nodes(&self) -> u64;

    /// Weight of the part of the cube that a split would count as searched.
    fn searched(&self) -> u128;

    /// Whether CDCL continues the search of the cube, whose work a split would drop.
    fn is_learning(&self) -> bool;

    /// Whether the piece has to end because of what was found.
    fn is_full(&self) -> bool;

    /// Whether nothing needs to be searched any more.
    fn is_enough(&self) -> bool;

    /// Ends the search of the cube, keeps the solutions of the part that was searched, and returns the rest.
    fn split(&mut self) -> Result<Split<WrittenCube>, PieceError>;
}

/// How a piece runs.
#[derive(Clone, Debug)]
pub(super) struct PieceRun {
    /// Number of nodes after which it exports its rest.
    pub(super) budget_nodes: u64,
    pub(super) stop: StopToken,
    pub(super) share: ShareRequest,
}

impl PieceRun {
    /// Number of nodes of a piece that may leave work for idle threads, and that its rest must be expected to take: less would cost
    /// more than it gains.
    pub(super) fn share_min(&self) -> u64 {
        self.budget_nodes / SHARE_MIN
    }
}

/// Runs the cubes of a piece until it ends. Returns the sums and the rest, and the search with what it has found.
pub(super) async fn run_cubes<S: CubeSearcher>(
    dispatcher: &Dispatcher,
    client: ClientId,
    search: S,
    cubes: &[String],
    run: PieceRun,
) -> Result<(PieceResult, S), PieceError> {
    let piece = RunningCubes::new(search, cubes, run)?;
    let piece =
        dispatcher.run_background(client, piece).await.map_err(|error: DispatchError| failed(error))?;
    piece.finish()
}

/// Search of the cubes of a piece within its budget.
pub(super) struct RunningCubes<S> {
    search: S,
    run: PieceRun,
    /// Cubes that were not begun, in the order of the search.
    waiting: VecDeque<WrittenCube>,
    /// Whether `search` has a cube that is not added to the sums.
    is_searching: bool,
    /// Weight of the piece.
    weight: u128,
    /// Number of nodes from which a request for work is looked at.
    share_from: u64,
    /// Number of parts of the rest.
    parts: usize,
    /// Sums over the cubes before, and the rest of the last one.
    sums: PieceResult,
    rest: Vec<WrittenCube>,
    error: Option<PieceError>,
}

impl<S: CubeSearcher> RunningCubes<S> {
    pub(super) fn new(search: S, cubes: &[String], run: PieceRun) -> Result<Self, PieceError> {
        let waiting = cubes.iter().cloned().map(WrittenCube::read).collect::<Result<VecDeque<_>, _>>()?;
        Ok(Self {
            search,
            share_from: run.share_min(),
            run,
            weight: waiting.iter().map(|cube| cube.weight).sum(),
            waiting,
            is_searching: false,
            parts: PARTS,
            sums: PieceResult { count: Some(0), weight: Some(0), ..PieceResult::default() },
            rest: Vec::new(),
            error: None,
        })
    }

    /// Continues with a cube, until it ends, or the search pauses. `Ready` at the end of the piece.
    fn advance(&mut self) -> Result<Poll<()>, PieceError> {
        if !self.is_searching {
            let Some(cube) = self.waiting.pop_front() else { return Ok(Poll::Ready(())) };
            self.search.start(&cube.text)?;
            self.is_searching = true;
        }
        let (nodes, is_asked) = (self.nodes(), self.run.share.threads() > 0);
        let end = if is_asked && nodes < self.share_from { self.share_from } else { self.run.budget_nodes };
        let left = end.min(self.run.budget_nodes).saturating_sub(nodes);
        if let Progress::Ended(_) = self.search.advance(left, self.run.stop.flag())? {
            self.add()?;
        }
        let is_over = self.run.stop.is_stopped()
            || self.nodes() >= self.run.budget_nodes
            || self.search.is_full()
            || self.shares();
        Ok(if is_over { Poll::Ready(()) } else { Poll::Pending })
    }

    fn nodes(&self) -> u64 {
        self.sums.nodes + if self.is_searching { self.search.nodes() } else { 0 }
    }

    /// Returns whether the piece ends now to leave work for idle threads: it has run long enough since the last export, its rest
    /// is expected to take as long, and no work is lost.
    fn shares(&mut self) -> bool {
        let (threads, nodes) = (self.run.share.threads(), self.nodes());
        let is_learning = self.is_searching && self.search.is_learning();
        if threads == 0 || nodes < self.share_from || is_learning {
            return false;
        }
        let share_min = self.run.share_min();
        self.share_from = nodes.saturating_add(share_min);
        let searching = if self.is_searching { self.search.searched() } else { 0 };
        let searched = self.sums.weight.unwrap_or_default().saturating_add(searching);
        let left = self.weight.saturating_sub(searched);
        if left == 0 || left as f64 * (nodes as f64) < searched as f64 * share_min as f64 {
            return false;
        }
        self.parts = threads.saturating_add(1).min(PARTS_MAX);
        true
    }

    /// Ends the search of a cube, and adds what it has found.
    fn add(&mut self) -> Result<(), PieceError> {
        self.sums.nodes = self.nodes();
        self.is_searching = false;
        let split = self.search.split()?;
        let sum = |sum: Option<u128>, part| sum.and_then(|sum| sum.checked_add(part));
        self.sums.count = sum(self.sums.count, split.counted);
        self.sums.weight = sum(self.sums.weight, split.searched);
        self.rest = split.rest;
        if self.sums.count.is_some() { Ok(()) } else { Err(overflow()) }
    }

    /// Returns what was found and what is left.
    pub(super) fn finish(mut self) -> Result<(PieceResult, S), PieceError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        if self.is_searching {
            self.add()?;
        }
        self.rest.extend(self.waiting);
        if self.search.is_enough() {
            self.rest.clear();
        }
        Ok((PieceResult { rest: pieces_of_rest(self.rest, self.parts), ..self.sums }, self.search))
    }
}

impl<S: CubeSearcher> Background for RunningCubes<S> {
    fn run_slice(&mut self, _: &AtomicBool) -> Poll<()> {
        for _ in 0..CUBES_PER_SLICE {
            match self.advance() {
                Ok(Poll::Ready(())) => return Poll::Ready(()),
                // The search of the cube has paused at the end of its slice.
                Ok(Poll::Pending) if self.is_searching => return Poll::Pending,
                Ok(Poll::Pending) => {}
                Err(error) => {
                    self.error = Some(error);
                    return Poll::Ready(());
                }
            }
        }
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rest_is_halved_by_weight() {
        let cube = |weight: u128| WrittenCube { text: format!("{weight} of {weight}"), weight };
        for (weights, expected) in [
            (&[][..], &[][..]),
            (&[7], &[&[7][..]]),
            (&[0, 0, 1, 9], &[&[9], &[0, 0, 1]]),
            (&[9, 1, 0, 0], &[&[1, 0, 0], &[9]]),
            (&[1, 2, 3, 3], &[&[3, 3], &[1, 2]]),
            (&[0, 0, 0, 0], &[&[0, 0], &[0, 0]]),
        ] {
            let pieces = pieces_of_rest(weights.iter().copied().map(cube).collect(), 2);
            let expected: Vec<NewPiece> =
                expected.iter().map(|weights| piece(weights.iter().copied().map(cube).collect())).collect();
            assert_eq!(pieces, expected, "{weights:?}");
        }
    }

    #[test]
    fn rest_for_idle_threads_is_divided_by_weight() {
        let cube = |weight: u128| WrittenCube { text: format!("{weight} of {weight}"), weight };
        let weights = |pieces: Vec<NewPiece>| -> Vec<Option<u128>> {
            pieces.into_iter().map(|piece| piece.weight).collect()
        };
        for (cubes, parts, expected) in [
            (&[5, 1, 1, 1, 1, 1][..], 3, &[3, 2, 5][..]),
            (&[1, 1, 1], 9, &[1, 1, 1]),
            (&[9], 3, &[9]),
            (&[4, 2, 2], 1, &[8]),
        ] {
            let rest = cubes.iter().copied().map(cube).collect();
            let expected: Vec<_> = expected.iter().copied().map(Some).collect();
            assert_eq!(weights(pieces_of_rest(rest, parts)), expected, "{cubes:?}");
        }
    }
}
