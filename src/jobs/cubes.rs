//! Pieces of a search for all solutions of one problem: cubes, searched one after the other within a budget.

use std::fmt::Display;
use std::sync::atomic::AtomicBool;
use std::task::Poll;

use quadrille_answers::service::{Background, ClientId, DispatchError, Dispatcher};
use quadrille_exact_cover::ProblemError;
use quadrille_sudoku::unstable::{
    AnyProblem, CubeRun, CubeSearcher, SearchedCubes, WrittenCube, WrittenCubes,
};

use super::outcome::{PieceError, PieceOutcome};
use super::pieces::{NewPiece, PieceResult};
use super::share::ShareRequest;
use super::spec::PieceSpec;
use super::stop::StopToken;

/// Seed of the estimates that a partition needs.
const SEED: u64 = 0;

/// Bytes of text up to which a rest becomes two pieces although no thread waits: other workers find out late that a thread does. A
/// longer one stays one piece, because each piece that waits takes its bytes in the database.
const SHORT_REST_BYTES: usize = 4 << 10;

/// Part of a budget that a search gets before it is cut into pieces.
const FIRST_SHARE: u64 = 16;

/// Maximum number of pieces of a rest.
pub(super) const PARTS_MAX: usize = 16;

/// Bytes of text after which the cubes of a rest become another piece.
const PIECE_BYTES: usize = 1 << 20;

/// Share of the budget after which a piece may leave work for idle threads, and that its rest must be expected to take.
pub(super) const SHARE_MIN: u64 = 8;

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
    let run = PieceRun { budget_nodes, stop, abandon: displace, is_trial: true, ..PieceRun::default() };
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

pub(super) fn piece(cubes: WrittenCubes) -> NewPiece {
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
    pub(super) stop: StopToken,
    /// Stopped if the piece has to leave its thread to clients that wait.
    pub(super) displace: StopToken,
    /// Stopped if it has to leave now, although that loses work.
    pub(super) abandon: StopToken,
    pub(super) share: ShareRequest,
    /// Whether its result is dropped if it leaves a rest.
    pub(super) is_trial: bool,
}

impl PieceRun {
    /// Number of nodes of a piece that may leave work for idle threads, and that its rest must be expected to take: less would cost
    /// more than it gains.
    pub(super) fn share_min(&self) -> u64 {
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
pub(super) struct RunningCubes<S: CubeSearcher> {
    cubes: CubeRun<S>,
    run: PieceRun,
    /// Number of nodes from which a request for work is looked at.
    share_from: u64,
    error: Option<S::Error>,
}

impl<S: CubeSearcher<Error: Into<PieceError>>> RunningCubes<S> {
    pub(super) fn new(search: S, cubes: &[String], run: PieceRun) -> Result<Self, PieceError> {
        let cubes = WrittenCubes::read(cubes).map_err(failed)?;
        let cubes = CubeRun::new(search, cubes, run.budget_nodes);
        Ok(Self { cubes, share_from: run.share_min(), run, error: None })
    }

    /// Continues for a slice. `Ready` at the end of the piece.
    fn advance(&mut self) -> Result<Poll<()>, S::Error> {
        if self.run.abandon.is_stopped() {
            return Ok(Poll::Ready(()));
        }
        let is_asked = self.is_asked() && self.cubes.nodes() < self.share_from;
        let pause_nodes = if is_asked { self.share_from } else { u64::MAX };
        let slice = self.cubes.run_slice(pause_nodes, self.run.stop.flag())?;
        Ok(if slice.is_ready() || self.shares() { Poll::Ready(()) } else { Poll::Pending })
    }

    fn is_asked(&self) -> bool {
        self.run.share.threads() > 0 || self.run.displace.is_stopped()
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
    pub(super) fn finish(self) -> Result<(PieceResult, S), PieceError> {
        if let Some(error) = self.error {
            return Err(error.into());
        }
        let is_lossy = self.cubes.is_learning() || self.cubes.nodes() == 0;
        if self.run.abandon.is_stopped() && !self.run.is_trial && is_lossy {
            return Err(PieceError::Stopped);
        }
        let SearchedCubes { counted, searched, rest, nodes, search } =
            self.cubes.finish().map_err(Into::into)?;
        let parts = match self.run.share.threads() {
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

    use quadrille_exact_cover::NamedProblem;
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

    /// Run of the count of an exact cover problem.
    fn running(problem: &NamedProblem, run: PieceRun) -> RunningCubes<CubeCounter> {
        let whole = AnyProblem::Cover(Arc::clone(problem.problem()));
        let cubes: Vec<String> =
            whole.cubes(1, SEED).expect("a cube").into_iter().map(WrittenCube::into_text).collect();
        RunningCubes::new(CubeCounter::new(whole), &cubes, run).expect("a cube")
    }

    fn with_budget(is_trial: bool) -> PieceRun {
        PieceRun { budget_nodes: u64::MAX, is_trial, ..PieceRun::default() }
    }

    #[test]
    fn abandoned_search_leaves_its_rest_unless_it_learns() {
        let flag = AtomicBool::new(false);
        let names =
            |letter, count: usize| (0..count).map(move |at| format!("{letter}{at} ")).collect::<String>();
        let problem = |primary: String, secondary: String, options: String| -> NamedProblem {
            format!("{primary}| {secondary}\n{options}").parse().expect("a problem")
        };
        let pairs = (0..12).flat_map(|pigeon| (0..11).map(move |hole| format!("p{pigeon} h{hole}\n")));
        let pigeons = problem(names('p', 12), names('h', 11), pairs.collect());
        let n = 12;
        let queen = |cell: usize| {
            let (row, column) = (cell / n, cell % n);
            format!("r{row} c{column} a{} b{}\n", row + column, n - 1 + row - column)
        };
        let diagonals = names('a', 2 * n - 1) + &names('b', 2 * n - 1);
        let queens = problem(names('r', n) + &names('c', n), diagonals, (0..n * n).map(queen).collect());
        for is_trial in [false, true] {
            let run = with_budget(is_trial);
            let mut learning = running(&pigeons, run.clone());
            while !learning.cubes.is_learning() {
                assert!(learning.run_slice(&flag).is_pending());
            }
            run.abandon.stop();
            assert!(learning.run_slice(&flag).is_ready());
            match learning.finish() {
                Err(PieceError::Stopped) => assert!(!is_trial),
                Ok((result, _)) => assert!(is_trial && !result.rest.is_empty()),
                Err(error) => panic!("{error:?}"),
            }
        }
        let run = with_budget(false);
        let mut searching = running(&queens, run.clone());
        assert!(searching.run_slice(&flag).is_pending() && !searching.cubes.is_learning());
        run.abandon.stop();
        assert!(searching.run_slice(&flag).is_ready());
        let (result, _) = searching.finish().expect("a rest");
        assert!(result.nodes > 0 && !result.rest.is_empty());
        // Without a node it would leave itself.
        let run = with_budget(false);
        run.abandon.stop();
        let mut unbegun = running(&queens, run);
        assert!(unbegun.run_slice(&flag).is_ready());
        assert!(matches!(unbegun.finish(), Err(PieceError::Stopped)));
    }
}
