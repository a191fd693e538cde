//! Pieces that a worker has leases of, and the bounds on their number.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet, VecDeque};

use tokio::task::Id;

use super::pieces::{Claimed, PieceLease};
use super::share::{ShareRequest, distribute};
use super::stop::StopToken;

/// Number of further pieces that run, of clients that no thread works for: they share the threads, so that short work does not wait for
/// long work. There are more of them if some are [light](super::spec::JobSpec::is_light).
const GUESTS: usize = 2;

/// Number of light pieces that take as much memory as another one.
pub(super) const LIGHT_PIECES: usize = 4;

/// Maximum number of pieces that run.
pub(super) fn running_max(threads: usize) -> usize {
    (threads + GUESTS) * LIGHT_PIECES
}

/// Signals to a running piece.
#[derive(Clone, Debug, Default)]
pub(super) struct PieceSignals {
    pub(super) stop: StopToken,
    pub(super) share: ShareRequest,
}

/// Piece that a task runs.
pub(super) struct RunningPiece {
    pub(super) lease: PieceLease,
    pub(super) client: String,
    /// Share of the search; `None` if the piece cannot leave work to others.
    pub(super) weight: Option<u128>,
    /// Memory, in light pieces.
    pub(super) memory: usize,
    pub(super) signals: PieceSignals,
}

/// Pieces that the worker has leases of.
#[derive(Default)]
pub(super) struct LeasedPieces {
    /// By the task that runs the piece.
    pub(super) running: HashMap<Id, RunningPiece>,
    pub(super) waiting: VecDeque<Claimed>,
    /// Number of threads without a piece, as last reported.
    pub(super) reported_idle: Option<usize>,
    /// Number of idle threads of other workers that wait for a part of each piece.
    pub(super) asked: HashMap<PieceLease, usize>,
    /// Tick before which no leases of others are ended, because the database has failed: their workers could not renew them.
    pub(super) reap_from: u64,
    /// Whether the disk is nearly full, so that no piece begins.
    pub(super) is_full: bool,
    /// Whether no client waited for a guest when it was last looked for. The next tick looks again.
    pub(super) has_no_guests: bool,
}

impl LeasedPieces {
    pub(super) fn is_empty(&self) -> bool {
        self.running.is_empty() && self.waiting.is_empty()
    }

    /// Returns whether there is memory for a piece of any kind.
    pub(super) fn has_room(&self, threads: usize) -> bool {
        let running: usize = self.running.values().map(|piece| piece.memory).sum();
        running + LIGHT_PIECES <= running_max(threads)
    }

    /// Returns the clients of all pieces.
    pub(super) fn clients(&self) -> HashSet<String> {
        let running = self.running.values().map(|piece| &piece.client);
        running.chain(self.waiting.iter().map(|claimed| &claimed.client)).cloned().collect()
    }

    /// Returns all leases.
    pub(super) fn leases(&self) -> impl Iterator<Item = PieceLease> {
        let running = self.running.values().map(|piece| piece.lease);
        running.chain(self.waiting.iter().map(|claimed| claimed.lease))
    }

    /// Stops the running pieces whose leases satisfy the condition, and removes the waiting ones. Returns the removed ones.
    pub(super) fn stop(&mut self, is_stopped: impl Fn(&PieceLease) -> bool) -> Vec<PieceLease> {
        let running = self.running.values().filter(|piece| is_stopped(&piece.lease));
        running.for_each(|piece| piece.signals.stop.stop());
        let waiting = self.waiting.iter().map(|claimed| claimed.lease);
        let removed = waiting.filter(|lease| is_stopped(lease)).collect();
        self.waiting.retain(|claimed| !is_stopped(&claimed.lease));
        removed
    }

    /// Asks the running pieces with the largest weights to leave work for this number of idle threads, and the pieces that other workers
    /// wait for. Withdraws earlier requests.
    pub(super) fn share(&self, idle: usize) {
        let mut pieces: Vec<_> = self.running.values().filter(|piece| piece.weight.is_some()).collect();
        pieces.sort_by_key(|piece| Reverse(piece.weight));
        for (piece, threads) in pieces.iter().zip(distribute(idle, pieces.len())) {
            let threads_of_others = self.asked.get(&piece.lease).copied().unwrap_or_default();
            piece.signals.share.ask(threads + threads_of_others);
        }
    }
}
