//! Pieces of the count of one problem.

use std::collections::VecDeque;
use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::task::Poll;

use super::error::{FailureCode, JobFailure};
use super::outcome::{Outcome, PieceError};
use super::queue::{NewPiece, PieceResult};
use super::spec::{CountSubject, PieceSpec};
use super::stop::StopToken;
use crate::exact_cover::{
    CountOverflow, Cube, CubeSearch, Problem, ProblemError, Progress, Split, StopReason, cubes, parse_cube,
    parse_weight,
};
use crate::service::{Background, ClientId, Dispatcher};
use crate::sudoku::cubes::{
    CubeCountError, PuzzleCubeCount, format_puzzle_cube, parse_puzzle_cube, puzzle_cubes,
};
use crate::sudoku::{Puzzle, PuzzleCube};
use crate::wire::{Count, CoverCount, ProblemBounds, question_from_json};

/// Number of cubes that a slice ends at most. Most cubes of a rest are tiny.
const CUBES_PER_SLICE: usize = 32;

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

    /// Returns the number of nodes after which a piece exports its rest: about a second of a search, or a few.
    ///
    /// A number of nodes, so that each attempt at a piece does the same. Measured, in millions of nodes a second: classic 9x9
    /// 6; other puzzles up to 16x16 0.3 (CDCL) to 12; larger ones 0.15 to 0.35; covers 0.15 to 30.
    fn budget_nodes(&self) -> u64 {
        match self {
            Self::Puzzle(puzzle) if puzzle.rules().is_classic_9x9() => 8_000_000,
            Self::Puzzle(puzzle) if puzzle.rules().layout().cell_count() > 256 => 400_000,
            Self::Puzzle(_) | Self::Cover(_) => 1_000_000,
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

    /// Counts the solutions of cubes, one after the other, until the budget is used up or `stop` is set.
    pub(super) async fn count(
        self,
        dispatcher: &Dispatcher,
        client: ClientId,
        cubes: &[String],
        stop: StopToken,
    ) -> Outcome {
        let budget_nodes = self.budget_nodes();
        dispatcher.run_background(client, CountedPiece::new(self, cubes, budget_nodes, stop)).await?.finish()
    }
}

/// Cube as text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct WrittenCube {
    text: String,
    weight: u128,
}

impl WrittenCube {
    fn of_puzzle(whole: &Puzzle, cube: &PuzzleCube) -> Self {
        Self { text: format_puzzle_cube(whole, cube), weight: cube.weight }
    }

    fn of_cover(cube: &Cube) -> Self {
        Self { text: cube.to_string(), weight: cube.weight() }
    }

    /// Reads the weight of a text, which begins with it.
    fn read(text: String) -> Result<Self, PieceError> {
        let weight = parse_weight(text.split(' ').next().unwrap_or_default()).map_err(failed)?;
        Ok(Self { text, weight })
    }
}

/// An error that should not occur, so that the piece is tried again.
fn failed(error: impl Display) -> PieceError {
    PieceError::Failed(error.to_string())
}

fn piece(cubes: Vec<WrittenCube>) -> NewPiece {
    let weight = cubes.iter().map(|cube| cube.weight).sum();
    let cubes = cubes.into_iter().map(|cube| cube.text).collect();
    NewPiece { spec: PieceSpec::Cubes { cubes }, puzzles: 0, weight: Some(weight) }
}

/// Distributes a rest to at most two pieces of similar weight.
///
/// A rest may have thousands of cubes, nearly all of them tiny: as pieces they would cost more than their searches. Of the two
/// pieces, the second one has the cubes that the search would visit first. It is also claimed first, so that few pieces are
/// open at any time.
fn pieces_of_rest(mut rest: Vec<WrittenCube>) -> Vec<NewPiece> {
    let weight: u128 = rest.iter().map(|cube| cube.weight).sum();
    let mut sum = 0;
    let middle = rest.iter().position(|cube| {
        sum += cube.weight;
        sum > weight / 2
    });
    let later = rest.split_off(middle.unwrap_or(rest.len() / 2).max(1).min(rest.len()));
    [later, rest].into_iter().filter(|cubes| !cubes.is_empty()).map(piece).collect()
}

/// Partition of a problem, in one slice.
struct Partition {
    whole: Whole,
    want: usize,
    cubes: Result<Vec<WrittenCube>, ProblemError>,
}

impl Background for Partition {
    fn run_slice(&mut self, _: &AtomicBool) -> Poll<()> {
        self.cubes = match &self.whole {
            Whole::Puzzle(puzzle) => puzzle_cubes(puzzle, self.want, SEED)
                .map(|cubes| cubes.iter().map(|cube| WrittenCube::of_puzzle(puzzle, cube)).collect()),
            Whole::Cover(problem) => {
                Ok(cubes(problem, self.want, SEED).iter().map(WrittenCube::of_cover).collect())
            }
        };
        Poll::Ready(())
    }
}

/// Search that counts the solutions of one cube after the other.
enum CubeCount {
    Puzzle { whole: Puzzle, search: Option<Box<PuzzleCubeCount>> },
    Cover { whole: Arc<Problem>, search: Option<Box<CubeSearch>> },
}

impl CubeCount {
    fn new(whole: Whole) -> Self {
        match whole {
            Whole::Puzzle(whole) => Self::Puzzle { whole, search: None },
            Whole::Cover(whole) => Self::Cover { whole, search: None },
        }
    }

    fn start(&mut self, cube: &str) -> Result<(), PieceError> {
        match self {
            Self::Puzzle { whole, search } => {
                let cube = parse_puzzle_cube(whole, cube).map_err(failed)?;
                match search {
                    Some(search) => search.restart(cube),
                    None => *search = Some(Box::new(PuzzleCubeCount::new(cube))),
                }
            }
            Self::Cover { whole, search } => {
                let cube = parse_cube(whole, cube).map_err(failed)?;
                *search = Some(Box::new(CubeSearch::new(whole, cube)));
            }
        }
        Ok(())
    }

    fn nodes(&self) -> u64 {
        match self {
            Self::Puzzle { search, .. } => search.as_ref().map_or(0, |search| search.nodes()),
            Self::Cover { search, .. } => search.as_ref().map_or(0, |search| search.nodes()),
        }
    }

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, CubeCountError> {
        match self {
            Self::Puzzle { search: Some(search), .. } => search.advance(budget_nodes, stop),
            Self::Cover { search: Some(search), .. } => Ok(search.count(budget_nodes, stop)?),
            Self::Puzzle { search: None, .. } | Self::Cover { search: None, .. } => {
                Ok(Progress::Ended(StopReason::Complete))
            }
        }
    }

    /// Ends the search of the cube, and splits it.
    fn split(&mut self) -> Split<WrittenCube> {
        match self {
            Self::Puzzle { whole, search } => {
                let write = |cube: &PuzzleCube| WrittenCube::of_puzzle(whole, cube);
                map_rest(search.as_ref().map(|search| search.split()), write)
            }
            Self::Cover { search, .. } => {
                map_rest(search.take().map(|search| search.split()), WrittenCube::of_cover)
            }
        }
    }
}

/// Writes the cubes of a split; `None` is the split of nothing.
fn map_rest<C>(split: Option<Split<C>>, write: impl Fn(&C) -> WrittenCube) -> Split<WrittenCube> {
    let split = split.unwrap_or(Split { counted: 0, searched: 0, rest: Vec::new() });
    Split { counted: split.counted, searched: split.searched, rest: split.rest.iter().map(write).collect() }
}

/// Count of the cubes of a piece within its budget.
struct CountedPiece {
    count: CubeCount,
    budget_nodes: u64,
    stop: StopToken,
    /// Cubes that were not begun, in the order of the search.
    waiting: VecDeque<String>,
    /// Whether `count` has a cube that is not added to the sums.
    is_counting: bool,
    /// Sums over the cubes before, and the rest of the last one.
    sums: PieceResult,
    rest: Vec<WrittenCube>,
    error: Option<PieceError>,
}

impl CountedPiece {
    fn new(whole: Whole, cubes: &[String], budget_nodes: u64, stop: StopToken) -> Self {
        Self {
            count: CubeCount::new(whole),
            budget_nodes,
            stop,
            waiting: cubes.iter().cloned().collect(),
            is_counting: false,
            sums: PieceResult { count: Some(0), weight: Some(0), ..PieceResult::default() },
            rest: Vec::new(),
            error: None,
        }
    }

    /// Continues with a cube, until it ends, or the search pauses. `Ready` at the end of the piece.
    fn advance(&mut self) -> Result<Poll<()>, PieceError> {
        if !self.is_counting {
            let Some(cube) = self.waiting.pop_front() else { return Ok(Poll::Ready(())) };
            self.count.start(&cube)?;
            self.is_counting = true;
        }
        let left = self.budget_nodes.saturating_sub(self.sums.nodes + self.count.nodes());
        if let Progress::Ended(_) = self.count.advance(left, self.stop.flag()).map_err(count_failed)? {
            self.add()?;
        }
        let is_over = self.stop.is_stopped() || self.nodes() >= self.budget_nodes;
        Ok(if is_over { Poll::Ready(()) } else { Poll::Pending })
    }

    fn nodes(&self) -> u64 {
        self.sums.nodes + if self.is_counting { self.count.nodes() } else { 0 }
    }

    /// Ends the search of a cube, and adds what it has found.
    fn add(&mut self) -> Result<(), PieceError> {
        self.sums.nodes = self.nodes();
        self.is_counting = false;
        let split = self.count.split();
        let sum = |sum: Option<u128>, part| sum.and_then(|sum| sum.checked_add(part));
        self.sums.count = sum(self.sums.count, split.counted);
        self.sums.weight = sum(self.sums.weight, split.searched);
        self.rest = split.rest;
        if self.sums.count.is_some() { Ok(()) } else { Err(count_failed(CountOverflow.into())) }
    }

    /// Returns what was counted and what is left.
    fn finish(mut self) -> Outcome {
        if let Some(error) = self.error {
            return Err(error);
        }
        if self.is_counting {
            self.add()?;
        }
        for cube in self.waiting {
            self.rest.push(WrittenCube::read(cube)?);
        }
        Ok(PieceResult { rest: pieces_of_rest(self.rest), ..self.sums })
    }
}

/// An overflow fails the job; anything else should not occur.
fn count_failed(error: CubeCountError) -> PieceError {
    match error {
        CubeCountError::Overflow(overflow) => {
            PieceError::Invalid(JobFailure::new(FailureCode::CountOverflow, overflow.to_string()))
        }
        error @ CubeCountError::Problem(_) => failed(error),
    }
}

impl Background for CountedPiece {
    fn run_slice(&mut self, _: &AtomicBool) -> Poll<()> {
        for _ in 0..CUBES_PER_SLICE {
            match self.advance() {
                Ok(Poll::Ready(())) => return Poll::Ready(()),
                // The search of the cube has paused at the end of its slice.
                Ok(Poll::Pending) if self.is_counting => return Poll::Pending,
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
    use proptest::collection::vec;
    use proptest::prelude::{
        Just, ProptestConfig, Strategy, prop_assert, prop_assert_eq, prop_oneof, proptest,
    };

    use super::*;

    fn cubes_of(piece: &NewPiece) -> &[String] {
        match &piece.spec {
            PieceSpec::Cubes { cubes } => cubes,
            _ => &[],
        }
    }

    fn plan(whole: &Whole, want: usize) -> Vec<NewPiece> {
        let mut partition = Partition { whole: whole.clone(), want, cubes: Ok(Vec::new()) };
        assert_eq!(partition.run_slice(&AtomicBool::new(false)), Poll::Ready(()));
        partition.cubes.expect("cubes").into_iter().map(|cube| piece(vec![cube])).collect()
    }

    fn run(whole: &Whole, piece: &NewPiece, budget_nodes: u64, stop: StopToken) -> PieceResult {
        let mut count = CountedPiece::new(whole.clone(), cubes_of(piece), budget_nodes, stop);
        while count.run_slice(&AtomicBool::new(false)).is_pending() {}
        count.finish().expect("a count")
    }

    fn weight_of(pieces: &[NewPiece]) -> u128 {
        pieces.iter().filter_map(|piece| piece.weight).sum()
    }

    fn whole() -> impl Strategy<Value = (Whole, u128)> {
        let puzzle = |body: &str| Whole::read(CountSubject::Puzzle, body.as_bytes()).expect("a puzzle");
        let cover = |body: &str| Whole::read(CountSubject::ExactCover, body.as_bytes()).expect("a cover");
        let pairs = r#"{"primary": ["a","b","c","d","e","f","g","h"], "options": [
            ["a","b"],["a","c"],["a","d"],["a","e"],["a","f"],["a","g"],["a","h"],["b","c"],["b","d"],["b","e"],["b","f"],
            ["b","g"],["b","h"],["c","d"],["c","e"],["c","f"],["c","g"],["c","h"],["d","e"],["d","f"],["d","g"],["d","h"],
            ["e","f"],["e","g"],["e","h"],["f","g"],["f","h"],["g","h"]]}"#;
        prop_oneof![
            Just((puzzle(r#"{"puzzle": "................"}"#), 288)),
            Just((puzzle(r#"{"puzzle": "1..............."}"#), 72)),
            Just((puzzle(r#"{"puzzle": "11.............."}"#), 0)),
            Just((cover(pairs), 105)),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn pieces_sum_up_to_the_whole(
            (whole, solutions) in whole(), want in 1..20_usize, budgets in vec(2..60_u64, 1..5),
        ) {
            let mut waiting = plan(&whole, want);
            let (mut counted, mut searched) = (0, 0);
            let mut budgets = budgets.into_iter().cycle();
            while let Some(piece) = waiting.pop() {
                let budget_nodes = budgets.next().expect("endless");
                let result = run(&whole, &piece, budget_nodes, StopToken::default());
                prop_assert!(result.nodes <= budget_nodes && result.rest.len() <= 2);
                let part = result.weight.expect("a weight");
                prop_assert_eq!(part + weight_of(&result.rest), piece.weight.expect("a weight"));
                counted += result.count.expect("a count");
                searched += part;
                waiting.extend(result.rest);
            }
            prop_assert_eq!((counted, searched), (solutions, Cube::WEIGHT_OF_WHOLE));
        }

        #[test]
        fn stopped_piece_leaves_all_its_cubes((whole, _) in whole(), want in 1..20_usize) {
            let stop = StopToken::default();
            stop.stop();
            let pieces = plan(&whole, want);
            let all = piece(pieces.iter().flat_map(cubes_of).map(|cube| WrittenCube::read(cube.clone()).expect("a cube")).collect());
            let result = run(&whole, &all, 1000, stop);
            prop_assert_eq!(weight_of(&result.rest) + result.weight.expect("a weight"), Cube::WEIGHT_OF_WHOLE);
            let cubes: Vec<&String> = result.rest.iter().rev().flat_map(cubes_of).collect();
            let before: Vec<&String> = pieces.iter().flat_map(cubes_of).collect();
            // A conflict of clues is found without a search.
            prop_assert!(cubes == before || result.weight == Some(Cube::WEIGHT_OF_WHOLE), "{cubes:?}");
        }
    }

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
            let pieces = pieces_of_rest(weights.iter().copied().map(cube).collect());
            let expected: Vec<NewPiece> =
                expected.iter().map(|weights| piece(weights.iter().copied().map(cube).collect())).collect();
            assert_eq!(pieces, expected, "{weights:?}");
        }
    }
}
