//! Pieces of a search for all solutions of one problem: cubes, searched one after the other within a budget.

use std::fmt::Display;
use std::sync::atomic::AtomicBool;
use std::task::Poll;

use quadrille_answers::kinds::{Count, CoverCount};
use quadrille_answers::service::{Background, ClientId, DispatchError, Dispatcher};
use quadrille_answers::wire::{ProblemBounds, read_json};
use quadrille_exact_cover::ProblemError;
use quadrille_sudoku::unstable::{
    AnyProblem, CubeRun, CubeSearcher, SearchedCubes, WrittenCube, WrittenCubes,
};

use super::outcome::{PieceError, PieceOutcome};
use super::signals::PieceSignals;
use crate::queue::{NewPiece, PieceResult};
use crate::spec::{CountSubject, PieceSpec};
use crate::stop::StopToken;

/// Seed of the estimates that a partition needs.
const SEED: u64 = 0;

/// Bytes of text up to which a rest becomes two pieces although no thread waits: other workers find out late that a thread does. A
/// longer one stays one piece, because each piece that waits takes its bytes in the database.
const SHORT_REST_BYTES: usize = 4 << 10;

/// Part of a budget that a search gets before it is cut into pieces.
const FIRST_SHARE: u64 = 16;

/// Maximum number of pieces of a rest.
const PARTS_MAX: usize = 16;

/// Bytes of text after which the cubes of a rest become another piece.
const PIECE_BYTES: usize = 1 << 20;

/// Share of the budget after which a piece may leave work for idle threads, and that its rest must be expected to take.
const SHARE_MIN: u64 = 8;

/// Parses the body of a request to the endpoint that counts solutions.
pub(super) fn counted_problem(subject: CountSubject, body: &[u8]) -> Result<AnyProblem, PieceError> {
    Ok(match subject {
        CountSubject::Puzzle => {
            AnyProblem::Puzzle(read_json::<Count>(body, "", ProblemBounds::MAX)?.question.subject)
        }
        CountSubject::ExactCover => {
            AnyProblem::Cover(read_json::<CoverCount>(body, "", ProblemBounds::MAX)?.question.subject)
        }
    })
}

/// Returns the number of nodes after which a piece of this problem exports its rest: about a second of a search, or a few.
///
/// A number of nodes, so that each attempt at a piece does the same. Measured, in millions of nodes a second: classic 9x9
/// 6; other puzzles up to 16x16 0.3 (CDCL) to 12; larger ones 0.15 to 0.35; covers 0.15 to 30.
pub(super) fn budget_nodes(whole: &AnyProblem) -> u64 {
    match whole {
        AnyProblem::Puzzle(puzzle) if puzzle.rules().is_classic_9x9() => 8_000_000,
        AnyProblem::Puzzle(puzzle) if puzzle.rules().layout().cell_count() > 256 => 400_000,
        AnyProblem::Puzzle(_) | AnyProblem::Cover(_) => 1_000_000,
    }
}

/// Returns the cube of the whole problem, and a run of a part of a budget: most searches end there, without a plan. If it is displaced, the
/// plan follows at once.
pub(super) fn first_run(
    whole: &AnyProblem,
    stop: StopToken,
    displace: StopToken,
) -> Result<(Vec<String>, PieceRun), PieceError> {
    let cubes = whole.cubes(1, SEED).map_err(failed)?;
    let budget_nodes = budget_nodes(whole) / FIRST_SHARE;
    let signals = PieceSignals { stop, abandon: displace, ..PieceSignals::default() };
    let run = PieceRun { budget_nodes, signals, is_trial: true };
    Ok((cubes.into_iter().map(WrittenCube::into_text).collect(), run))
}

/// Cuts a problem into about `want` cubes, each a piece.
pub(super) async fn plan_cubes(
    whole: AnyProblem,
    dispatcher: &Dispatcher,
    client: ClientId,
    want: usize,
) -> PieceOutcome {
    let partition = Partition { whole, want, cubes: Ok(Vec::new()) };
    let partition = dispatcher.run_background(client, partition).await?;
    let cubes = partition.cubes.map_err(failed)?;
    let rest = cubes.into_iter().map(|cube| piece(WrittenCubes::from_iter([cube]))).collect();
    Ok(PieceResult { rest, ..PieceResult::default() })
}

/// An error that should not occur, so that the piece is tried again.
pub(super) fn failed(error: impl Display) -> PieceError {
    PieceError::Failed(error.to_string())
}

fn piece(cubes: WrittenCubes) -> NewPiece {
    let weight = Some(cubes.weight());
    NewPiece { no: None, spec: PieceSpec::Cubes { cubes: vec![cubes.into_text()] }, puzzles: 0, weight }
}

/// Distributes a rest to at most `parts` pieces of similar weight, or more if their texts are long.
///
/// A rest may have thousands of cubes, nearly all of them tiny: as pieces they would cost more than their searches. Of the
/// pieces, the last one has the cubes that the search would visit first. It is also claimed first, so that few pieces are
/// open at any time.
fn pieces_of_rest(rest: &WrittenCubes, parts: usize) -> Vec<NewPiece> {
    rest.divide(parts, PIECE_BYTES).into_iter().rev().map(piece).collect()
}

/// Partition of a problem, in one slice.
struct Partition {
    whole: AnyProblem,
    want: usize,
    cubes: Result<Vec<WrittenCube>, ProblemError>,
}

impl Background for Partition {
    fn run_slice(&mut self, _: &AtomicBool) -> Poll<()> {
        self.cubes = self.whole.cubes(self.want, SEED);
        Poll::Ready(())
    }
}

/// How a piece runs.
#[derive(Clone, Debug, Default)]
pub(super) struct PieceRun {
    /// Number of nodes after which it exports its rest.
    pub(super) budget_nodes: u64,
    pub(super) signals: PieceSignals,
    /// Whether its result is dropped if it leaves a rest.
    pub(super) is_trial: bool,
}

impl PieceRun {
    /// Number of nodes of a piece that may leave work for idle threads, and that its rest must be expected to take: less would cost
    /// more than it gains.
    fn share_min(&self) -> u64 {
        self.budget_nodes / SHARE_MIN
    }
}

/// Runs the cubes of a piece until it ends. Returns the sums and the rest, and the search with what it has found.
pub(super) async fn run_cubes<S: CubeSearcher<Error: Into<PieceError>>>(
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

/// Search of the cubes of a piece, which may end early to leave work for idle threads, or its thread to others.
struct RunningCubes<S: CubeSearcher> {
    cubes: CubeRun<S>,
    run: PieceRun,
    /// Number of nodes from which a request for work is looked at.
    share_from: u64,
    error: Option<S::Error>,
}

impl<S: CubeSearcher<Error: Into<PieceError>>> RunningCubes<S> {
    fn new(search: S, cubes: &[String], run: PieceRun) -> Result<Self, PieceError> {
        let cubes = WrittenCubes::read(cubes).map_err(failed)?;
        let cubes = CubeRun::new(search, cubes, run.budget_nodes);
        Ok(Self { cubes, share_from: run.share_min(), run, error: None })
    }

    /// Continues for a slice. `Ready` at the end of the piece.
    fn advance(&mut self) -> Result<Poll<()>, S::Error> {
        if self.run.signals.abandon.is_stopped() {
            return Ok(Poll::Ready(()));
        }
        let is_asked = self.is_asked() && self.cubes.nodes() < self.share_from;
        let pause_nodes = if is_asked { self.share_from } else { u64::MAX };
        let slice = self.cubes.run_slice(pause_nodes, self.run.signals.stop.flag())?;
        Ok(if slice.is_ready() || self.shares() { Poll::Ready(()) } else { Poll::Pending })
    }

    fn is_asked(&self) -> bool {
        self.run.signals.share.threads() > 0 || self.run.signals.displace.is_stopped()
    }

    /// Returns whether the piece ends now to leave work for idle threads, or its thread to others: it has run long enough since the last
    /// export, its rest is expected to take as long, and no work is lost.
    fn shares(&mut self) -> bool {
        let nodes = self.cubes.nodes();
        if !self.is_asked() || nodes < self.share_from || self.cubes.is_learning() {
            return false;
        }
        let share_min = self.run.share_min();
        self.share_from = nodes.saturating_add(share_min);
        let (searched, left) = (self.cubes.searched(), self.cubes.left());
        left > 0 && left as f64 * (nodes as f64) >= searched as f64 * share_min as f64
    }

    /// Returns what was found and what is left: one piece, and one for each thread that waits.
    ///
    /// # Errors
    /// [`PieceError::Stopped`] if it was abandoned, and the rest would lose what was done: the same piece then gets more time.
    fn finish(self) -> Result<(PieceResult, S), PieceError> {
        if let Some(error) = self.error {
            return Err(error.into());
        }
        let is_lossy = self.cubes.is_learning() || self.cubes.nodes() == 0;
        if self.run.signals.abandon.is_stopped() && !self.run.is_trial && is_lossy {
            return Err(PieceError::Stopped);
        }
        let SearchedCubes { counted, searched, rest, nodes, search } =
            self.cubes.finish().map_err(Into::into)?;
        let parts = match self.run.signals.share.threads() {
            0 if rest.bytes() <= SHORT_REST_BYTES => 2,
            threads => threads.saturating_add(1).min(PARTS_MAX),
        };
        let result = PieceResult {
            count: Some(counted),
            weight: Some(searched),
            nodes,
            rest: pieces_of_rest(&rest, parts),
            ..PieceResult::default()
        };
        Ok((result, search))
    }
}

impl<S: CubeSearcher<Error: Into<PieceError>>> Background for RunningCubes<S> {
    fn run_slice(&mut self, _: &AtomicBool) -> Poll<()> {
        self.advance().unwrap_or_else(|error| {
            self.error = Some(error);
            Poll::Ready(())
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::collection::vec;
    use proptest::prelude::{
        Just, ProptestConfig, Strategy, prop_assert, prop_assert_eq, prop_oneof, proptest,
    };
    use quadrille_exact_cover::{Cube, NamedProblem};
    use quadrille_sudoku::unstable::CubeCounter;

    use super::*;

    /// Weights of the pieces of a rest with these weights.
    fn weights_of_pieces(weights: &[u128], parts: usize) -> Vec<Vec<u128>> {
        let texts: Vec<String> = weights.iter().map(u128::to_string).collect();
        let pieces = pieces_of_rest(&WrittenCubes::read(&texts).expect("weights"), parts);
        let weights = |piece: NewPiece| {
            let PieceSpec::Cubes { cubes } = piece.spec else { return Vec::new() };
            let weights: Vec<u128> =
                WrittenCubes::read(&cubes).expect("cubes").map(|cube| cube.weight()).collect();
            assert_eq!(piece.weight, Some(weights.iter().sum()));
            weights
        };
        pieces.into_iter().map(weights).collect()
    }

    #[test]
    fn rest_is_halved_by_weight() {
        for (weights, expected) in [
            (&[][..], &[][..]),
            (&[7], &[&[7][..]]),
            (&[0, 0, 1, 9], &[&[9], &[0, 0, 1]]),
            (&[9, 1, 0, 0], &[&[1, 0, 0], &[9]]),
            (&[1, 2, 3, 3], &[&[3, 3], &[1, 2]]),
            (&[0, 0, 0, 0], &[&[0, 0], &[0, 0]]),
        ] {
            assert_eq!(weights_of_pieces(weights, 2), expected, "{weights:?}");
        }
    }

    #[test]
    fn rest_for_idle_threads_is_divided_by_weight() {
        for (cubes, parts, expected) in [
            (&[5, 1, 1, 1, 1, 1][..], 3, &[3, 2, 5][..]),
            (&[1, 1, 1], 9, &[1, 1, 1]),
            (&[9], 3, &[9]),
            (&[4, 2, 2], 1, &[8]),
        ] {
            let sums: Vec<u128> =
                weights_of_pieces(cubes, parts).iter().map(|weights| weights.iter().sum()).collect();
            assert_eq!(sums, expected, "{cubes:?}");
        }
    }

    fn whole_of(problem: &NamedProblem) -> AnyProblem {
        AnyProblem::Cover(Arc::clone(problem.problem()))
    }

    /// Run of the count of an exact cover problem.
    fn running(problem: &NamedProblem, run: PieceRun) -> RunningCubes<CubeCounter> {
        let whole = whole_of(problem);
        let cubes: Vec<String> =
            whole.cubes(1, SEED).expect("a cube").into_iter().map(WrittenCube::into_text).collect();
        RunningCubes::new(CubeCounter::new(whole), &cubes, run).expect("a cube")
    }

    fn without_budget(is_trial: bool) -> PieceRun {
        PieceRun { is_trial, ..with_budget(u64::MAX) }
    }

    /// Problem with these items and options.
    fn problem(primary: &str, secondary: &str, options: &str) -> NamedProblem {
        format!("{primary}| {secondary}\n{options}").parse().expect("a problem")
    }

    /// Queens on an n x n board.
    fn queens(n: usize) -> NamedProblem {
        let primary: String = (0..n).map(|line| format!("r{line} c{line} ")).collect();
        let secondary: String = (0..2 * n - 1).map(|line| format!("a{line} b{line} ")).collect();
        let queen = |cell: usize| {
            let (row, column) = (cell / n, cell % n);
            format!("r{row} c{column} a{} b{}\n", row + column, n - 1 + row - column)
        };
        problem(&primary, &secondary, &(0..n * n).map(queen).collect::<String>())
    }

    #[test]
    fn abandoned_search_leaves_its_rest_unless_it_learns() {
        let flag = AtomicBool::new(false);
        let names =
            |letter, count: usize| (0..count).map(move |at| format!("{letter}{at} ")).collect::<String>();
        let pairs = (0..12).flat_map(|pigeon| (0..11).map(move |hole| format!("p{pigeon} h{hole}\n")));
        let pigeons = problem(&names('p', 12), &names('h', 11), &pairs.collect::<String>());
        let queens = queens(12);
        for is_trial in [false, true] {
            let run = without_budget(is_trial);
            let mut learning = running(&pigeons, run.clone());
            while !learning.cubes.is_learning() {
                assert!(learning.run_slice(&flag).is_pending());
            }
            run.signals.abandon.stop();
            assert!(learning.run_slice(&flag).is_ready());
            match learning.finish() {
                Err(PieceError::Stopped) => assert!(!is_trial),
                Ok((result, _)) => assert!(is_trial && !result.rest.is_empty()),
                Err(error) => panic!("{error:?}"),
            }
        }
        let run = without_budget(false);
        let mut searching = running(&queens, run.clone());
        assert!(searching.run_slice(&flag).is_pending() && !searching.cubes.is_learning());
        run.signals.abandon.stop();
        assert!(searching.run_slice(&flag).is_ready());
        let (result, _) = searching.finish().expect("a rest");
        assert!(result.nodes > 0 && !result.rest.is_empty());
        // Without a node it would leave itself.
        let run = without_budget(false);
        run.signals.abandon.stop();
        let mut unbegun = running(&queens, run);
        assert!(unbegun.run_slice(&flag).is_ready());
        assert!(matches!(unbegun.finish(), Err(PieceError::Stopped)));
    }

    fn cubes_of(piece: &NewPiece) -> &[String] {
        match &piece.spec {
            PieceSpec::Cubes { cubes } => cubes,
            _ => &[],
        }
    }

    /// Texts of all cubes, each with all additions.
    fn texts_of(piece: &NewPiece) -> impl Iterator<Item = String> {
        WrittenCubes::read(cubes_of(piece)).expect("cubes").map(WrittenCube::into_text)
    }

    fn plan(whole: &AnyProblem, want: usize) -> Vec<NewPiece> {
        let cubes = whole.cubes(want, 0).expect("cubes");
        cubes.into_iter().map(|cube| piece(WrittenCubes::from_iter([cube]))).collect()
    }

    /// Counts a piece within its budget.
    fn count(whole: &AnyProblem, piece: &NewPiece, run: PieceRun) -> PieceResult {
        let mut count =
            RunningCubes::new(CubeCounter::new(whole.clone()), cubes_of(piece), run).expect("cubes");
        while count.run_slice(&AtomicBool::new(false)).is_pending() {}
        count.finish().expect("a count").0
    }

    fn with_budget(budget_nodes: u64) -> PieceRun {
        PieceRun { budget_nodes, ..PieceRun::default() }
    }

    fn weight_of(pieces: &[NewPiece]) -> u128 {
        pieces.iter().filter_map(|piece| piece.weight).sum()
    }

    fn whole() -> impl Strategy<Value = (AnyProblem, u128)> {
        let puzzle = |body: &str| counted_problem(CountSubject::Puzzle, body.as_bytes()).expect("a puzzle");
        let cover = |body: &str| counted_problem(CountSubject::ExactCover, body.as_bytes()).expect("a cover");
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
            (whole, solutions) in whole(), want in 1..20_usize, budgets in vec((2 * SHARE_MIN..100, 0..3_usize), 1..5),
        ) {
            let mut waiting = plan(&whole, want);
            let (mut counted, mut searched) = (0, 0);
            let mut budgets = budgets.into_iter().cycle();
            while let Some(piece) = waiting.pop() {
                let (budget_nodes, threads) = budgets.next().expect("endless");
                let run = with_budget(budget_nodes);
                run.signals.share.ask(threads);
                let result = count(&whole, &piece, run);
                prop_assert!(result.nodes <= budget_nodes && result.rest.len() <= (threads + 1).max(2));
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
            let signals = PieceSignals::default();
            signals.stop.stop();
            let pieces = plan(&whole, want);
            let before: Vec<String> = pieces.iter().flat_map(cubes_of).cloned().collect();
            let all = piece(WrittenCubes::read(&before).expect("cubes"));
            let result = count(&whole, &all, PieceRun { signals, ..with_budget(1000) });
            prop_assert_eq!(weight_of(&result.rest) + result.weight.expect("a weight"), Cube::WEIGHT_OF_WHOLE);
            let cubes: Vec<String> = result.rest.iter().rev().flat_map(texts_of).collect();
            // A conflict of clues is found without a search.
            prop_assert!(cubes == before || result.weight == Some(Cube::WEIGHT_OF_WHOLE), "{cubes:?}");
        }
    }

    #[test]
    fn piece_leaves_work_for_idle_threads_after_the_minimum() {
        let whole = whole_of(&queens(9));
        let all = piece(WrittenCubes::from_iter([WrittenCube::of_cover(&Cube::whole())]));
        let run = with_budget(800);
        let alone = count(&whole, &all, PieceRun { budget_nodes: u64::MAX, ..run.clone() });
        assert_eq!((alone.count, alone.rest.len()), (Some(352), 0));
        for (threads, pieces) in [(1, 2), (3, 4), (100, PARTS_MAX)] {
            run.signals.share.ask(threads);
            let (mut waiting, mut counted, mut searched, mut nodes) = (vec![all.clone()], 0, 0, 0);
            let (mut is_first, may_be) = (true, 2..=pieces);
            while let Some(piece) = waiting.pop() {
                let result = count(&whole, &piece, run.clone());
                let is_over = result.rest.is_empty();
                assert!(result.nodes >= run.share_min() || is_over, "{} nodes", result.nodes);
                assert!(
                    !is_first || (may_be.contains(&result.rest.len()) && result.nodes < 800),
                    "{result:?}"
                );
                is_first = false;
                counted += result.count.expect("a count");
                searched += result.weight.expect("a weight");
                nodes += result.nodes;
                waiting.extend(result.rest);
            }
            assert_eq!((counted, searched), (352, Cube::WEIGHT_OF_WHOLE));
            assert!(nodes < 2 * alone.nodes, "{nodes} of {} nodes", alone.nodes);
        }
    }

    #[test]
    fn displaced_piece_leaves_its_thread_after_the_minimum_and_loses_nothing() {
        let whole = whole_of(&queens(9));
        let mut waiting = vec![piece(WrittenCubes::from_iter([WrittenCube::of_cover(&Cube::whole())]))];
        let run = with_budget(8000);
        let alone = count(&whole, &waiting[0], run.clone());
        assert!(alone.rest.is_empty() && alone.nodes > 2 * run.share_min(), "{} nodes", alone.nodes);
        run.signals.displace.stop();
        let (mut counted, mut searched, mut pieces) = (0, 0, 0);
        while let Some(piece) = waiting.pop() {
            let result = count(&whole, &piece, run.clone());
            assert!(result.nodes >= run.share_min() || result.rest.is_empty(), "{} nodes", result.nodes);
            pieces += 1;
            counted += result.count.expect("a count");
            searched += result.weight.expect("a weight");
            waiting.extend(result.rest);
        }
        assert_eq!((counted, searched), (352, Cube::WEIGHT_OF_WHOLE));
        assert!(pieces > 1);
    }

    #[test]
    fn piece_below_the_minimum_is_not_split() {
        let whole = whole_of(&queens(6));
        let all = piece(WrittenCubes::from_iter([WrittenCube::of_cover(&Cube::whole())]));
        let run = with_budget(80_000);
        run.signals.share.ask(3);
        let result = count(&whole, &all, run.clone());
        assert!(result.nodes < run.share_min() && result.rest.is_empty(), "{result:?}");
        assert_eq!(result.count, Some(4));
    }

    #[test]
    fn piece_whose_rest_is_expected_to_be_short_is_not_split() {
        let whole = whole_of(&queens(9));
        let all = piece(WrittenCubes::from_iter([WrittenCube::of_cover(&Cube::whole())]));
        let alone = count(&whole, &all, with_budget(u64::MAX));
        // Nearly all of the search is done when the request is looked at.
        let run = with_budget(SHARE_MIN * (alone.nodes - 10));
        run.signals.share.ask(1);
        assert_eq!(count(&whole, &all, run).rest, []);
    }
}
