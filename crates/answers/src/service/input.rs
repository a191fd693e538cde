//! Byte budget for input that is held in memory, and for what the service makes of it.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use super::meters::Meters;
use super::question::DispatchError;
use super::share::{ClientId, Share, SharedResource};
use super::shed::ShedReason;

/// All bytes of the budget are reserved.
const FULL: ShedReason = ShedReason::Full(SharedResource::BodyBytes);

/// The client has reserved its share.
const SHARE: ShedReason = ShedReason::Share(SharedResource::BodyBytes);

/// Bounds on input that is held in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputCapacity {
    /// Bytes of all requests.
    pub bytes_max: usize,
    /// Bytes of one request.
    pub request_bytes_max: usize,
    /// Percentage of `bytes_max` that one client may reserve, but at least one request. 100 or more for no such limit.
    pub share_percent: usize,
}

/// Byte budget of all requests for the bodies, problems and answers that they hold. Clones share it.
///
/// Small reservations have a part of their own, so that large ones cannot keep them waiting.
#[derive(Clone, Debug)]
pub struct InputBudget(Arc<InputState>);

/// Largest reservation of the part for small ones, in bytes.
const SMALL_BYTES_MAX: usize = 16 << 10;

/// Bytes for small reservations, besides a budget of `bytes_max`.
pub const fn small_part(bytes_max: usize) -> usize {
    bytes_max / 16
}

/// State that clones share.
#[derive(Debug)]
struct InputState {
    free: Semaphore,
    small_free: Semaphore,
    bytes_max: usize,
    share: Share,
    meters: Meters,
}

/// Reservation of bytes, until it is dropped.
#[derive(Debug)]
pub struct InputPermit {
    client: ClientId,
    /// Bytes counted in the share of the client, also while it waits for them.
    held: usize,
    /// Bytes taken from the budget.
    bytes: usize,
    /// Whether they are of the part for small reservations.
    is_small: bool,
    budget: Arc<InputState>,
}

impl InputBudget {
    /// Creates a budget. `meters` counts the requests that get no reservation.
    pub fn new(capacity: InputCapacity, meters: Meters) -> Self {
        let InputCapacity { bytes_max, request_bytes_max, share_percent } = capacity;
        let bytes_max = bytes_max.min(Semaphore::MAX_PERMITS);
        let share = Share::new(bytes_max, share_percent, request_bytes_max);
        let (free, small_free) = (Semaphore::new(bytes_max), Semaphore::new(small_part(bytes_max)));
        Self(Arc::new(InputState { free, small_free, bytes_max, share, meters }))
    }

    /// Reserves `bytes`, at once if they are free, or waits for them, at most this time. Waiting requests are served in order.
    ///
    /// # Errors
    /// [`DispatchError::Shed`] after that time; at once if `bytes` exceeds the whole budget or the rest of the client's
    /// share.
    pub async fn reserve(
        &self,
        client: ClientId,
        bytes: usize,
        wait_max: Duration,
    ) -> Result<InputPermit, DispatchError> {
        let mut permit = self.nothing(client);
        // Includes the bytes for which the client waits, so that it cannot make others wait.
        permit.hold(bytes)?;
        if permit.take(bytes) {
            return Ok(permit);
        }
        let is_small = permit.budget.is_small(bytes);
        if permit.budget.wait(bytes, is_small, wait_max).await.is_none() {
            return Err(permit.budget.shed(FULL));
        }
        (permit.bytes, permit.is_small) = (bytes, is_small);
        Ok(permit)
    }

    /// Returns a reservation of no bytes, which can grow.
    pub fn nothing(&self, client: ClientId) -> InputPermit {
        InputPermit { client, held: 0, bytes: 0, is_small: true, budget: Arc::clone(&self.0) }
    }

    /// Returns the largest number of bytes that one client has reserved or waits for.
    pub fn most_held(&self) -> usize {
        self.0.share.most_held()
    }

    /// Returns the size of the budget.
    pub fn bytes_max(&self) -> usize {
        self.0.bytes_max
    }

    /// Returns the number of reserved bytes.
    pub fn reserved(&self) -> usize {
        let InputState { free, small_free, bytes_max, .. } = &*self.0;
        (bytes_max - free.available_permits()) + (small_part(*bytes_max) - small_free.available_permits())
    }
}

impl InputState {
    /// Waits for bytes of the budget, at most this time.
    async fn wait(&self, bytes: usize, is_small: bool, wait_max: Duration) -> Option<()> {
        // The whole budget may have fewer.
        let bytes = u32::try_from(bytes).ok().filter(|_| bytes <= self.bytes_max)?;
        let taken = timeout(wait_max, self.part(is_small).acquire_many(bytes)).await;
        // The semaphore is never closed.
        taken.ok()?.ok().map(SemaphorePermit::forget)
    }

    fn is_small(&self, bytes: usize) -> bool {
        bytes <= SMALL_BYTES_MAX.min(small_part(self.bytes_max))
    }

    fn part(&self, is_small: bool) -> &Semaphore {
        if is_small { &self.small_free } else { &self.free }
    }

    fn shed(&self, reason: ShedReason) -> DispatchError {
        self.meters.shed(reason, Duration::ZERO)
    }
}

impl InputPermit {
    /// Returns the number of reserved bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Changes the reservation to `bytes`. Does not wait, so that requests that hold a part cannot wait for each other.
    ///
    /// # Errors
    /// [`DispatchError::Shed`] if `bytes` exceeds the rest of the budget or of the client's share. The reservation stays the same.
    pub fn resize(&mut self, bytes: usize) -> Result<(), DispatchError> {
        self.resize_within(bytes, self.budget.share.max()).map_err(|reason| self.budget.shed(reason))
    }

    /// Changes the reservation to `bytes`, for input that is read before it is needed: by it, the client holds at most half of its share.
    /// Returns whether that was possible; otherwise the reservation stays the same.
    pub fn resize_ahead(&mut self, bytes: usize) -> bool {
        self.resize_within(bytes, self.budget.share.max().min(self.budget.bytes_max) / 2).is_ok()
    }

    /// Changes the reservation, so that the client holds at most `share_max`.
    fn resize_within(&mut self, bytes: usize, share_max: usize) -> Result<(), ShedReason> {
        if !self.budget.share.try_change_within(self.client, self.held, bytes, share_max) {
            return Err(SHARE);
        }
        if !self.take(bytes) {
            // Less is always allowed.
            let _ = self.budget.share.try_change(self.client, bytes, self.held);
            return Err(FULL);
        }
        self.held = bytes;
        Ok(())
    }

    /// Changes what is taken from the budget: from the part for small reservations while it stays small and there is room. Returns
    /// whether that was possible.
    fn take(&mut self, bytes: usize) -> bool {
        let before = self.bytes;
        let budget = &*self.budget;
        let try_take = |is_small: bool, more: usize| {
            let more = u32::try_from(more).ok();
            let taken = more.and_then(|more| budget.part(is_small).try_acquire_many(more).ok());
            taken.map(SemaphorePermit::forget).is_some()
        };
        if bytes <= before {
            budget.part(self.is_small).add_permits(before - bytes);
        } else if (!self.is_small || budget.is_small(bytes)) && try_take(self.is_small, bytes - before) {
            // More of the same part.
        } else if self.is_small && try_take(false, bytes) {
            budget.part(true).add_permits(before);
            self.is_small = false;
        } else {
            return false;
        }
        self.bytes = bytes;
        true
    }

    /// Changes what the client holds of its share.
    fn hold(&mut self, bytes: usize) -> Result<(), DispatchError> {
        if !self.budget.share.try_change(self.client, self.held, bytes) {
            return Err(self.budget.shed(SHARE));
        }
        self.held = bytes;
        Ok(())
    }
}

impl Drop for InputPermit {
    fn drop(&mut self) {
        // Less is always allowed.
        let _ = self.budget.share.try_change(self.client, self.held, 0);
        self.budget.part(self.is_small).add_permits(self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use super::*;

    const WAIT: Duration = Duration::from_secs(10);

    const CLIENT: ClientId = ClientId::SHARED;

    fn assert_shed<T: Debug>(refused: &Result<T, DispatchError>, expected: ShedReason) {
        assert!(
            matches!(refused, Err(DispatchError::Shed(shed)) if shed.reason() == expected),
            "{refused:?}"
        );
    }

    fn budget(bytes_max: usize, share_percent: usize) -> InputBudget {
        let capacity = InputCapacity { bytes_max, request_bytes_max: 1, share_percent };
        InputBudget::new(capacity, Meters::default())
    }

    #[tokio::test(start_paused = true)]
    async fn exhausted_budget_rejects_after_the_wait() {
        let budget = budget(100, 100);
        let held = budget.reserve(CLIENT, 60, WAIT).await.expect("within the budget");
        assert_eq!(budget.reserved(), 60);
        assert_shed(&budget.reserve(CLIENT, 41, WAIT).await, FULL);
        assert_eq!((budget.0.meters.shed.counter(FULL).get(), budget.reserved()), (1, 60));
        drop(held);
        assert_eq!(budget.reserved(), 0);
        budget.reserve(CLIENT, 100, Duration::ZERO).await.expect("the whole budget");
    }

    #[tokio::test(start_paused = true)]
    async fn waiting_request_gets_bytes_that_become_free() {
        let budget = budget(100, 100);
        let held = budget.reserve(CLIENT, 100, WAIT).await.expect("within the budget");
        let (waited, ()) = tokio::join!(budget.reserve(CLIENT, 50, WAIT), async { drop(held) });
        assert!(waited.is_ok());
        assert_eq!(budget.0.meters.shed.counter(FULL).get(), 0);
    }

    #[tokio::test]
    async fn client_reserves_its_share_and_others_the_rest() {
        let budget = budget(100, 75);
        let held = budget.reserve(CLIENT, 75, WAIT).await.expect("the share");
        assert_shed(&budget.reserve(CLIENT, 1, WAIT).await, SHARE);
        budget.reserve(ClientId::from_hash(1), 25, Duration::ZERO).await.expect("the rest");
        assert_eq!((budget.most_held(), budget.0.meters.shed.counter(SHARE).get()), (75, 1));
        drop(held);
        assert_eq!((budget.most_held(), budget.reserved()), (0, 0));
    }

    #[tokio::test]
    async fn reservation_grows_into_free_bytes_and_shrinks() {
        let budget = budget(100, 75);
        let mut held = budget.nothing(CLIENT);
        held.resize(40).expect("within the budget");
        let mut other = budget.reserve(ClientId::from_hash(1), 40, WAIT).await.expect("within the budget");
        held.resize(60).expect("within the budget");
        assert_eq!((budget.reserved(), budget.most_held()), (100, 60));
        held.resize(10).expect("less");
        assert_eq!((budget.reserved(), budget.most_held()), (50, 40));
        // A refused change leaves what there was.
        assert_shed(&other.resize(76), SHARE);
        held.resize(30).expect("within the budget");
        assert_shed(&other.resize(71), FULL);
        assert_eq!((budget.reserved(), budget.most_held()), (70, 40));
        assert_eq!(budget.0.meters.shed.counter(FULL).get(), 1);
        drop((held, other));
        assert_eq!((budget.reserved(), budget.most_held()), (0, 0));
    }

    #[tokio::test]
    async fn input_that_is_read_ahead_takes_half_of_the_share() {
        let budget = budget(100, 60);
        let mut ahead = budget.nothing(CLIENT);
        assert!(ahead.resize_ahead(30));
        assert!(!ahead.resize_ahead(31));
        assert_eq!((ahead.bytes(), budget.reserved(), budget.most_held()), (30, 30, 30));
        // The other half is left for requests, which take from it what is read ahead.
        let request = budget.reserve(CLIENT, 30, WAIT).await.expect("the other half");
        assert!(ahead.resize_ahead(10));
        assert!(!ahead.resize_ahead(11));
        drop(request);
        let others = budget.reserve(ClientId::from_hash(1), 60, WAIT).await.expect("the share of another");
        let more = budget.reserve(ClientId::from_hash(2), 25, WAIT).await.expect("within the budget");
        assert!(!ahead.resize_ahead(20));
        assert_eq!((ahead.bytes(), budget.reserved(), budget.most_held()), (10, 95, 60));
        drop((ahead, others, more));
        assert_eq!((budget.reserved(), budget.most_held()), (0, 0));
    }

    #[tokio::test]
    async fn small_reservations_have_a_part_of_their_own() {
        let budget = budget(1 << 20, 100);
        let large = budget.reserve(CLIENT, 1 << 20, Duration::ZERO).await.expect("the whole budget");
        let mut small = budget.reserve(CLIENT, SMALL_BYTES_MAX, Duration::ZERO).await.expect("a small one");
        assert_shed(&budget.reserve(CLIENT, SMALL_BYTES_MAX + 1, Duration::ZERO).await, FULL);
        // It cannot grow there.
        assert_shed(&small.resize(SMALL_BYTES_MAX + 1), FULL);
        assert_eq!(budget.reserved(), (1 << 20) + SMALL_BYTES_MAX);
        drop(large);
        small.resize(SMALL_BYTES_MAX + 1).expect("within the budget");
        assert_eq!(budget.reserved(), SMALL_BYTES_MAX + 1);
        // Beside it, the part for small ones is whole.
        let mut others = [(); 4].map(|()| budget.nothing(CLIENT));
        for other in &mut others {
            other.resize(SMALL_BYTES_MAX).expect("within the part");
            assert!(other.is_small);
        }
        drop((small, others));
        assert_eq!((budget.reserved(), budget.most_held()), (0, 0));
    }

    #[tokio::test]
    async fn reservation_above_the_whole_budget_is_rejected_at_once() {
        assert!(budget(100, 100).reserve(CLIENT, 101, Duration::MAX).await.is_err());
    }
}
