//! Pieces that a worker has leases of, and the bounds on their number.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet, VecDeque};
use std::time::Duration;

use quadrille_answers::service::Instant;
use tokio::task::Id;

use super::share::distribute;
use crate::queue::{Claimed, PieceLease};
use crate::work::PieceSignals;

/// Number of further pieces that run, of clients that no thread works for: they share the threads, so that short work does not wait for
/// long work. There are more of them if some are [light](crate::spec::JobSpec::is_light).
const GUESTS: usize = 2;

/// Number of light pieces that take as much memory as another one.
pub(super) const LIGHT_PIECES: usize = 4;

/// Maximum number of times that the time doubles after which a piece may be displaced: hours.
const DOUBLINGS_MAX: u64 = 16;

/// Maximum number of pieces that run.
pub(super) fn running_max(threads: usize) -> usize {
    (threads + GUESTS) * LIGHT_PIECES
}

/// Piece that a task runs.
pub(super) struct RunningPiece {
    pub(super) lease: PieceLease,
    pub(super) client: String,
    /// Share of the search; `None` if the piece cannot leave work to others.
    pub(super) weight: Option<u128>,
    /// Memory, in light pieces.
    pub(super) memory: usize,
    /// Whether it [may leave](crate::spec::JobSpec::may_leave) its thread early.
    pub(super) may_leave: bool,
    pub(super) begun: Instant,
    pub(super) signals: PieceSignals,
}

impl RunningPiece {
    /// Returns whether clients that wait may displace the piece after this time. A search is asked at once, because it leaves when it
    /// loses nothing.
    fn is_displaceable(&self, ran: Duration, time: Duration, is_for_first: bool) -> bool {
        self.may_leave && (self.weight.is_some() || self.had_its_time(ran, time, is_for_first))
    }

    /// Returns whether the piece has run for so long that it may lose work: it begins an entry, a proof, or what a learning search has
    /// done, again. Each attempt gets twice the time of the one before, unless the first piece of a job waits.
    fn had_its_time(&self, ran: Duration, time: Duration, is_for_first: bool) -> bool {
        let doublings = if is_for_first { 0 } else { self.lease.epoch.saturating_sub(1).min(DOUBLINGS_MAX) };
        ran >= time * (1 << doublings)
    }
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
        self.memory() + LIGHT_PIECES <= running_max(threads)
    }

    /// Memory of the running pieces, in light pieces.
    fn memory(&self) -> usize {
        self.running.values().map(|piece| piece.memory).sum()
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

    /// Displaces as many running pieces as have the memory for one piece: each ends early, and leaves its rest to other pieces. They are
    /// searches, if there are any, and otherwise the last ones that were begun, so that the others come to their end. Those that were
    /// displaced by an earlier call, and are still there, have to leave now if they had their time. `time` is the time of a first
    /// attempt, and `is_for_first` whether the first piece of a job waits.
    pub(super) fn displace(&self, threads: usize, time: Duration, is_for_first: bool, now: Instant) {
        let (mut leaving, mut staying): (Vec<_>, Vec<_>) =
            self.running.values().partition(|piece| piece.signals.displace.is_stopped());
        let ran = |piece: &RunningPiece| now.saturating_duration_since(piece.begun);
        let late = leaving.iter().filter(|piece| piece.had_its_time(ran(piece), time, is_for_first));
        late.for_each(|piece| piece.signals.abandon.stop());
        staying.sort_by_key(|piece| (piece.weight.is_none(), ran(piece)));
        staying.retain(|piece| piece.is_displaceable(ran(piece), time, is_for_first));
        let mut staying = staying.into_iter();
        let freed = |leaving: &[&RunningPiece]| leaving.iter().map(|piece| piece.memory).sum::<usize>();
        while self.memory() + LIGHT_PIECES > running_max(threads) + freed(&leaving) {
            let Some(piece) = staying.next() else { return };
            piece.signals.displace.stop();
            leaving.push(piece);
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::JobId;

    const TIME: Duration = Duration::from_secs(1);

    /// Pieces of one thread that have run for these times, each with its attempt, its weight and its memory. Returns the times of the
    /// displaced ones.
    fn displaced(pieces: &[(u32, u64, Option<u128>, usize)], is_for_first: bool) -> Vec<u32> {
        let (now, mut leased) = (Instant::now() + TIME * 100, LeasedPieces::default());
        for (index, &(ran, epoch, weight, memory)) in pieces.iter().enumerate() {
            let lease = PieceLease { job: JobId::random(), no: index as u64, epoch };
            let (client, signals) = (index.to_string(), PieceSignals::default());
            let piece = RunningPiece {
                lease,
                client,
                weight,
                memory,
                may_leave: true,
                begun: now - TIME * ran,
                signals,
            };
            leased.running.insert(task_id(), piece);
        }
        // A second call displaces no others.
        for _ in 0..2 {
            leased.displace(1, TIME, is_for_first, now);
        }
        let mut displaced: Vec<_> =
            leased.running.into_values().filter(|piece| piece.signals.displace.is_stopped()).collect();
        displaced.sort_by_key(|piece| piece.lease.no);
        displaced.iter().map(|piece| pieces[piece.lease.no as usize].0).collect()
    }

    fn task_id() -> Id {
        tokio::runtime::Builder::new_current_thread().build().expect("a runtime").spawn(async {}).id()
    }

    #[test]
    fn last_piece_is_displaced_after_its_time() {
        let light = |ran, epoch| (ran, epoch, None, 1);
        let room: Vec<_> = (1..9).map(|ran| light(ran, 1)).collect();
        assert!(displaced(&room, true).is_empty());
        let full: Vec<_> = (1..10).map(|ran| light(ran, 1)).collect();
        for is_for_first in [false, true] {
            assert_eq!(displaced(&full, is_for_first), [1]);
        }
        let young = [light(0, 1)].repeat(9);
        assert!(displaced(&young, true).is_empty());
    }

    #[test]
    fn each_attempt_has_twice_the_time_unless_the_first_piece_of_a_job_waits() {
        for (ran, epoch, later, first) in
            [(1, 2, 0, 1), (2, 2, 1, 1), (3, 3, 0, 1), (4, 3, 1, 1), (99, u64::MAX, 0, 1), (0, 9, 0, 0)]
        {
            let pieces = [(ran, epoch, None, 1); 9];
            assert_eq!(
                (displaced(&pieces, false).len(), displaced(&pieces, true).len()),
                (later, first),
                "{ran} {epoch}"
            );
        }
    }

    #[test]
    fn search_is_displaced_before_pieces_that_begin_again() {
        let (search, light) = ((7, 1, Some(1), LIGHT_PIECES), (5, 1, None, 1));
        assert_eq!(displaced(&[search, (9, 1, None, LIGHT_PIECES), light], false), [7]);
        assert_eq!(displaced(&[(0, 1, Some(1), LIGHT_PIECES); 3], false), [0]);
        // The memory of four light ones.
        assert_eq!(
            displaced(&[[light; 8].as_slice(), &[(0, 1, None, LIGHT_PIECES)]].concat(), false),
            [5; 4]
        );
    }
    #[test]
    fn search_that_stays_is_abandoned_after_its_time() {
        // Each attempt has twice the time, unless the first piece of a job waits.
        for (ran, epoch, is_for_first, expected) in
            [(0, 1, true, false), (1, 1, false, true), (1, 2, false, false), (1, 9, true, true)]
        {
            let (now, mut leased) = (Instant::now() + TIME * 100, LeasedPieces::default());
            for begun in [ran, 50, 50] {
                let lease = PieceLease { job: JobId::random(), no: 1, epoch };
                let (client, signals, begun) = (String::new(), PieceSignals::default(), now - TIME * begun);
                let (weight, memory, may_leave) = (Some(1), LIGHT_PIECES, true);
                let piece = RunningPiece { lease, client, weight, memory, may_leave, begun, signals };
                leased.running.insert(task_id(), piece);
            }
            let abandoned = |leased: &LeasedPieces| {
                leased.running.values().filter(|piece| piece.signals.abandon.is_stopped()).count()
            };
            leased.displace(1, TIME, is_for_first, now);
            assert_eq!(abandoned(&leased), 0, "it is asked first");
            leased.displace(1, TIME, is_for_first, now);
            assert_eq!(abandoned(&leased), usize::from(expected), "{ran} {epoch} {is_for_first}");
        }
    }
}
