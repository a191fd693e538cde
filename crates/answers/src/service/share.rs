//! Shares of clients in the resources of the service.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use parking_lot::Mutex;

/// Opaque identity of a client. Equal clients have equal ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientId(u64);

impl ClientId {
    /// The client of a program that has only one.
    pub const SHARED: Self = Self(0);

    /// Creates the id from a hash of everything that identifies the client, with a secret key.
    pub fn from_hash(hash: u64) -> Self {
        Self(hash)
    }
}

/// Resource of which each client has a share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SharedResource {
    /// Questions that run for the first time, or wait for it.
    Questions,
    /// Batches and streams of solutions.
    Streams,
    /// Event streams of jobs.
    EventStreams,
    /// Questions in the slow queue.
    SlowQuestions,
    /// Questions in the slow queue and streams of solutions whose search takes much memory.
    LargeQuestions,
    /// Bytes of request bodies.
    BodyBytes,
}

impl SharedResource {
    /// All resources.
    pub const ALL: [Self; 6] = [
        Self::Questions,
        Self::Streams,
        Self::EventStreams,
        Self::SlowQuestions,
        Self::LargeQuestions,
        Self::BodyBytes,
    ];
}

impl fmt::Display for SharedResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Questions => "waiting questions",
            Self::Streams => "batches and solution streams",
            Self::EventStreams => "event streams of jobs",
            Self::SlowQuestions => "hard questions",
            Self::LargeQuestions => "hard questions about large grids and problems",
            Self::BodyBytes => "request bodies",
        })
    }
}

/// Amounts of one resource that clients hold, and their maximum. Clones share them.
///
/// Contains only clients that hold something now, so that the resource bounds its size.
#[derive(Clone, Debug)]
pub(super) struct Share {
    max: usize,
    held: Arc<Mutex<HashMap<ClientId, usize>>>,
}

/// Amount that a client holds, until it is dropped.
#[derive(Debug)]
pub(super) struct HeldShare {
    share: Share,
    client: ClientId,
    amount: usize,
}

impl Share {
    /// Creates the share of a resource: this percentage of `total`, but at least `min`. With 100 percent there is no
    /// maximum.
    pub(super) fn new(total: usize, percent: usize, min: usize) -> Self {
        let max = match percent {
            100.. => usize::MAX,
            _ => ((total as u128 * percent as u128 / 100) as usize).max(min),
        };
        Self { max, held: Arc::default() }
    }

    /// Returns the largest amount that one client may hold.
    pub(super) fn max(&self) -> usize {
        self.max
    }

    /// Adds `amount` to what the client holds until it is dropped; `None` if it would exceed the maximum.
    pub(super) fn try_hold(&self, client: ClientId, amount: usize) -> Option<HeldShare> {
        self.try_change(client, 0, amount).then(|| HeldShare { share: self.clone(), client, amount })
    }

    /// Changes a part of what the client holds. Returns whether the maximum allows it; otherwise the part stays the same.
    pub(super) fn try_change(&self, client: ClientId, before: usize, after: usize) -> bool {
        self.try_change_within(client, before, after, self.max)
    }

    /// Changes a part of what the client holds, to at most `max` in all. Returns whether that was possible.
    pub(super) fn try_change_within(
        &self,
        client: ClientId,
        before: usize,
        after: usize,
        max: usize,
    ) -> bool {
        if before == after {
            return true;
        }
        let mut clients = self.held.lock();
        let held = clients.get(&client).copied().unwrap_or_default();
        match (held - before).checked_add(after).filter(|sum| after < before || *sum <= max) {
            None => return false,
            Some(0) => clients.remove(&client),
            Some(sum) => clients.insert(client, sum),
        };
        true
    }

    /// Returns the largest amount that one client holds.
    pub(super) fn most_held(&self) -> usize {
        self.held.lock().values().copied().max().unwrap_or_default()
    }
}

impl Drop for HeldShare {
    fn drop(&mut self) {
        // Less is always allowed.
        let _ = self.share.try_change(self.client, self.amount, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: ClientId = ClientId(1);
    const OTHER: ClientId = ClientId(2);

    #[test]
    fn maximum_is_rounded_down_but_at_least_the_minimum() {
        let max = |total, percent| Share::new(total, percent, 1).max;
        assert_eq!([max(16, 75), max(64, 75), max(2, 75), max(1, 75), max(7, 1)], [12, 48, 1, 1, 1]);
        assert_eq!([max(1, 100), max(0, 100)], [usize::MAX; 2]);
        assert_eq!((max(usize::MAX, 50), Share::new(100, 50, 60).max), (usize::MAX / 2, 60));
    }

    #[test]
    fn client_holds_at_most_its_share_whatever_others_hold() {
        let share = Share::new(8, 50, 1);
        let held: Vec<_> = [1, 3].map(|amount| share.try_hold(ONE, amount)).into();
        assert!(held.iter().all(Option::is_some));
        assert!(share.try_hold(ONE, 1).is_none());
        assert!(share.try_hold(OTHER, usize::MAX).is_none());
        let other = share.try_hold(OTHER, 2);
        assert!(other.is_some());
        assert_eq!(share.most_held(), 4);
        drop(held);
        assert_eq!(share.most_held(), 2);
        assert!(share.try_hold(ONE, 4).is_some());
    }

    #[test]
    fn part_of_what_a_client_holds_changes_within_the_share() {
        let share = Share::new(8, 50, 1);
        let other = share.try_hold(ONE, 1).expect("within the share");
        assert!(share.try_change(ONE, 0, 2));
        assert!(!share.try_change(ONE, 2, 4));
        assert!(!share.try_change(ONE, 2, usize::MAX));
        assert!(share.try_change(ONE, 2, 3));
        assert!(share.try_hold(ONE, 1).is_none());
        assert!(share.try_change(ONE, 3, 1));
        assert_eq!(share.most_held(), 2);
        assert!(share.try_change(ONE, 1, 0));
        drop(other);
        assert!(share.held.lock().is_empty());
    }

    #[test]
    fn table_has_only_clients_that_hold_something() {
        let share = Share::new(4, 75, 1);
        for number in 0..1000 {
            assert!(share.try_hold(ClientId(number), 3).is_some());
            assert!(share.try_hold(ClientId(number), 4).is_none());
        }
        let held = (share.try_hold(ONE, 1), share.try_hold(ONE, 1));
        assert_eq!(share.held.lock().len(), 1);
        drop(held);
        assert!(share.held.lock().is_empty());
    }
}
