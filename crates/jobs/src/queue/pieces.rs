//! Pieces: their leases, what they leave, and what they add to the numbers of their job.

use std::time::Duration;

use quadrille_answers::service::VerdictCounts;

use crate::bounds::millis;
use crate::id::JobId;
use crate::spec::{JobSpec, PieceSpec};
use crate::store::Millis;

/// Time for which a worker has a piece without a renewal.
pub(crate) const LEASE: Duration = Duration::from_secs(15);

/// Maximum time before another attempt at a piece.
pub(crate) const BACK_OFF_MAX: Duration = Duration::from_secs(60);

/// Right to complete a piece, until another worker gets a later epoch of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PieceLease {
    pub(crate) job: JobId,
    pub(crate) no: u64,
    pub(crate) epoch: u64,
}

/// Claimed piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Claimed {
    pub(crate) lease: PieceLease,
    /// Owner of the job.
    pub(crate) client: String,
    pub(crate) piece: PieceSpec,
    /// Share of the whole count.
    pub(crate) weight: Option<u128>,
    pub(crate) job: JobSpec,
    /// Path of the input.
    pub(crate) input: String,
    /// Bytes that the piece may write without a further reservation.
    pub(crate) reserved: u64,
    /// Time from the creation of the job to this claim, if it is the first one.
    pub(crate) waited: Option<Duration>,
}

/// Piece to be inserted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewPiece {
    /// Its number; `None` for the next one.
    pub(crate) no: Option<u64>,
    pub(crate) spec: PieceSpec,
    /// Number of puzzles in it.
    pub(crate) puzzles: u64,
    /// Share of the whole count.
    pub(crate) weight: Option<u128>,
}

/// Result of a piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PieceResult {
    /// Puzzles by verdict.
    pub(crate) verdicts: VerdictCounts,
    /// Number of solutions, if the job counts the solutions of one problem.
    pub(crate) count: Option<u128>,
    pub(crate) nodes: u64,
    /// Length of the lines of JSON, with which the result object begins; 0 if there is none.
    pub(crate) result_bytes: u64,
    /// Length of the lines of text, with which it ends.
    pub(crate) text_bytes: u64,
    /// Share that was searched: the share of the piece less the share of `rest`.
    pub(crate) weight: Option<u128>,
    /// Bytes that were written besides, such as the framed input.
    pub(crate) input_bytes: u64,
    /// Pieces that this one leaves to do.
    pub(crate) rest: Vec<NewPiece>,
    /// Number of puzzles of this piece that are left to them.
    pub(crate) puzzles_left: u64,
    /// Number of puzzles that a plan has answered itself.
    pub(crate) puzzles_added: u64,
    /// Numbers that this piece adds to the job; `None` for the numbers of `rest`.
    pub(crate) planned: Option<Planned>,
}

/// Numbers of further pieces, whether they are inserted now or later, and of puzzles in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Planned {
    pub(crate) pieces: u64,
    pub(crate) puzzles: u64,
}

impl PieceResult {
    /// Returns what the piece adds to the numbers of the job.
    pub(crate) fn planned(&self) -> Planned {
        let of_rest = || {
            let puzzles: u64 = self.rest.iter().map(|piece| piece.puzzles).sum();
            Planned { pieces: self.rest.len() as u64, puzzles: puzzles.saturating_sub(self.puzzles_left) }
        };
        self.planned.unwrap_or_else(of_rest)
    }
}

/// Effect of a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Completion {
    /// The result counts.
    Counted,
    /// The lease was lost: the result is dropped.
    Fenced,
    /// What the piece leaves cannot be stored: it has failed, and its result is dropped.
    Failed,
}

/// Returns the time up to which pieces wait for their next attempt. Later ones are ready: the clock was set back. Twice the longest
/// back-off, because another process may have read the clock a little later.
pub(super) fn latest_ready(now: Millis) -> Millis {
    now.saturating_add(millis(BACK_OFF_MAX * 2))
}
