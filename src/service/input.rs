//! Byte budget for input that is held in memory.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::meters::Counter;
use super::question::DispatchError;

/// Byte budget of all requests for the bodies that they hold. Clones share it.
#[derive(Clone, Debug)]
pub struct InputBudget {
    bytes_free: Arc<Semaphore>,
    bytes_max: usize,
    shed: Counter,
}

/// Reservation of bytes, until it is dropped.
#[derive(Debug)]
pub struct InputPermit(#[expect(dead_code, reason = "held for its drop")] OwnedSemaphorePermit);

impl InputBudget {
    /// Creates a budget. `shed` counts the requests that get no reservation.
    pub fn new(bytes_max: usize, shed: Counter) -> Self {
        let bytes_max = bytes_max.min(Semaphore::MAX_PERMITS);
        Self { bytes_free: Arc::new(Semaphore::new(bytes_max)), bytes_max, shed }
    }

    /// Waits for a reservation of `bytes`, at most this time. Waiting requests are served in order.
    ///
    /// # Errors
    /// [`DispatchError::InputFull`] after that time, and at once if `bytes` exceeds the whole budget.
    pub async fn reserve(&self, bytes: usize, wait_max: Duration) -> Result<InputPermit, DispatchError> {
        self.permit(bytes, wait_max).await.map(InputPermit).ok_or_else(|| {
            self.shed.increment();
            DispatchError::InputFull
        })
    }

    async fn permit(&self, bytes: usize, wait_max: Duration) -> Option<OwnedSemaphorePermit> {
        let bytes = u32::try_from(bytes).ok().filter(|_| bytes <= self.bytes_max)?;
        if let Ok(permit) = Arc::clone(&self.bytes_free).try_acquire_many_owned(bytes) {
            return Some(permit);
        }
        let permit = Arc::clone(&self.bytes_free).acquire_many_owned(bytes);
        // The semaphore is never closed.
        timeout(wait_max, permit).await.ok()?.ok()
    }

    /// Returns the number of reserved bytes.
    pub fn reserved(&self) -> usize {
        self.bytes_max - self.bytes_free.available_permits()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAIT: Duration = Duration::from_secs(10);

    fn budget(bytes_max: usize) -> InputBudget {
        InputBudget::new(bytes_max, Counter::default())
    }

    #[tokio::test(start_paused = true)]
    async fn exhausted_budget_rejects_after_the_wait() {
        let budget = budget(100);
        let held = budget.reserve(60, WAIT).await.expect("within the budget");
        assert_eq!(budget.reserved(), 60);
        assert!(matches!(budget.reserve(41, WAIT).await, Err(DispatchError::InputFull)));
        assert_eq!((budget.shed.get(), budget.reserved()), (1, 60));
        drop(held);
        assert_eq!(budget.reserved(), 0);
        budget.reserve(100, Duration::ZERO).await.expect("the whole budget");
    }

    #[tokio::test(start_paused = true)]
    async fn waiting_request_gets_bytes_that_become_free() {
        let budget = budget(100);
        let held = budget.reserve(100, WAIT).await.expect("within the budget");
        let (waited, ()) = tokio::join!(budget.reserve(50, WAIT), async { drop(held) });
        assert!(waited.is_ok());
        assert_eq!(budget.shed.get(), 0);
    }

    #[tokio::test]
    async fn reservation_above_the_whole_budget_is_rejected_at_once() {
        assert!(budget(100).reserve(101, Duration::MAX).await.is_err());
    }
}
