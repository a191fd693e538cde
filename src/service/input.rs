//! Byte budget for input that is held in memory, and for what the service makes of it.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::meters::Meters;
use super::question::DispatchError;
use super::share::{ClientId, HeldShare, Share, SharedResource};
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
#[derive(Clone, Debug)]
pub struct InputBudget(Arc<Shared>);

/// State that clones share.
#[derive(Debug)]
struct Shared {
    bytes_free: Arc<Semaphore>,
    bytes_max: usize,
    share: Share,
    meters: Meters,
}

/// Reservation of bytes, until it is dropped.
#[derive(Debug)]
pub struct InputPermit {
    permit: OwnedSemaphorePermit,
    share: HeldShare,
    budget: Arc<Shared>,
}

impl InputBudget {
    /// Creates a budget. `meters` counts the requests that get no reservation.
    pub fn new(capacity: InputCapacity, meters: Meters) -> Self {
        let InputCapacity { bytes_max, request_bytes_max, share_percent } = capacity;
        let bytes_max = bytes_max.min(Semaphore::MAX_PERMITS);
        let share = Share::new(bytes_max, share_percent, request_bytes_max);
        let bytes_free = Arc::new(Semaphore::new(bytes_max));
        Self(Arc::new(Shared { bytes_free, bytes_max, share, meters }))
    }

    /// Waits for a reservation of `bytes`, at most this time. Waiting requests are served in order.
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
        // Includes the bytes for which the client waits, so that it cannot make others wait.
        let Shared { share, meters, .. } = &*self.0;
        let share = share.try_hold(client, bytes).ok_or_else(|| meters.shed(SHARE, Duration::ZERO))?;
        let permit = self.permit(bytes, wait_max).await;
        let permit = permit.ok_or_else(|| meters.shed(FULL, Duration::ZERO))?;
        Ok(InputPermit { permit, share, budget: Arc::clone(&self.0) })
    }

    async fn permit(&self, bytes: usize, wait_max: Duration) -> Option<OwnedSemaphorePermit> {
        let Shared { bytes_free, bytes_max, .. } = &*self.0;
        let bytes = u32::try_from(bytes).ok().filter(|_| bytes <= *bytes_max)?;
        if let Ok(permit) = Arc::clone(bytes_free).try_acquire_many_owned(bytes) {
            return Some(permit);
        }
        let permit = Arc::clone(bytes_free).acquire_many_owned(bytes);
        // In a box, because most reservations need not wait. The semaphore is never closed.
        Box::pin(timeout(wait_max, permit)).await.ok()?.ok()
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
        self.0.bytes_max - self.0.bytes_free.available_permits()
    }
}

impl InputPermit {
    /// Returns the number of reserved bytes.
    pub fn bytes(&self) -> usize {
        self.permit.num_permits()
    }

    /// Changes the reservation to `bytes`. Does not wait, so that requests that hold a part cannot wait for each other.
    ///
    /// # Errors
    /// [`DispatchError::Shed`] if `bytes` exceeds the rest of the budget or of the client's share.
    pub fn resize(mut self, bytes: usize) -> Result<Self, DispatchError> {
        if !self.share.try_resize(bytes) {
            return Err(self.budget.meters.shed(SHARE, Duration::ZERO));
        }
        match bytes.checked_sub(self.permit.num_permits()) {
            Some(more) => {
                let more = u32::try_from(more).ok();
                let semaphore = Arc::clone(self.permit.semaphore());
                let more = more.and_then(|more| semaphore.try_acquire_many_owned(more).ok());
                self.permit.merge(more.ok_or_else(|| self.budget.meters.shed(FULL, Duration::ZERO))?);
            }
            // The part split off is free again.
            None => drop(self.permit.split(self.permit.num_permits() - bytes)),
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAIT: Duration = Duration::from_secs(10);

    const CLIENT: ClientId = ClientId::SHARED;

    fn assert_shed(refused: &Result<InputPermit, DispatchError>, expected: ShedReason) {
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
        assert_eq!((budget.0.meters.shed.of(FULL).get(), budget.reserved()), (1, 60));
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
        assert_eq!(budget.0.meters.shed.of(FULL).get(), 0);
    }

    #[tokio::test]
    async fn client_reserves_its_share_and_others_the_rest() {
        let budget = budget(100, 75);
        let held = budget.reserve(CLIENT, 75, WAIT).await.expect("the share");
        assert_shed(&budget.reserve(CLIENT, 1, WAIT).await, SHARE);
        budget.reserve(ClientId::from_hash(1), 25, Duration::ZERO).await.expect("the rest");
        assert_eq!((budget.most_held(), budget.0.meters.shed.of(SHARE).get()), (75, 1));
        drop(held);
        assert_eq!((budget.most_held(), budget.reserved()), (0, 0));
    }

    #[tokio::test]
    async fn reservation_grows_into_free_bytes_and_shrinks() {
        let budget = budget(100, 75);
        let held = budget.reserve(CLIENT, 40, WAIT).await.expect("within the budget");
        let other = budget.reserve(ClientId::from_hash(1), 40, WAIT).await.expect("within the budget");
        let held = held.resize(60).expect("within the budget");
        assert_eq!((budget.reserved(), budget.most_held()), (100, 60));
        let held = held.resize(10).expect("less");
        assert_eq!((budget.reserved(), budget.most_held()), (50, 40));
        assert_shed(&other.resize(76), SHARE);
        // The refused reservation is dropped.
        assert_eq!((budget.reserved(), budget.most_held()), (10, 10));
        let other = budget.reserve(ClientId::from_hash(1), 30, WAIT).await.expect("within the budget");
        assert_shed(&held.resize(71), FULL);
        assert_eq!(budget.0.meters.shed.of(FULL).get(), 1);
        drop(other);
        assert_eq!((budget.reserved(), budget.most_held()), (0, 0));
    }

    #[tokio::test]
    async fn reservation_above_the_whole_budget_is_rejected_at_once() {
        assert!(budget(100, 100).reserve(CLIENT, 101, Duration::MAX).await.is_err());
    }
}
