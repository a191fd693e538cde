//! A question that runs, with its progress.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use quadrille_sudoku::Answer;
use tokio::time::timeout_at;

use super::question::{DispatchError, QuestionEvent, QuestionProgress, Reply};
use super::time::Instant;

/// Time between two reports.
const PERIOD: Duration = Duration::from_millis(500);

/// Numbers of a search, which its thread writes after each slice.
#[derive(Debug, Default)]
pub struct SearchNumbers {
    count: AtomicU64,
    nodes: AtomicU64,
}

impl SearchNumbers {
    /// Solutions found so far.
    pub fn count(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    /// Nodes visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Records the solutions found and the nodes visited so far.
    pub(super) fn set(&self, count: u64, nodes: u64) {
        self.count.store(count, Ordering::Relaxed);
        self.nodes.store(nodes, Ordering::Relaxed);
    }
}

/// Question that runs and reports its progress twice a second. Dropping it cancels the work.
pub struct RunningQuestion<A = Answer> {
    reply: Pin<Box<dyn Future<Output = Result<Reply<A>, DispatchError>> + Send>>,
    numbers: Arc<SearchNumbers>,
    begun: Instant,
    next_report: Instant,
}

impl<A> RunningQuestion<A> {
    /// Makes the reports of a future that writes these numbers.
    pub(super) fn new(
        numbers: Arc<SearchNumbers>,
        reply: impl Future<Output = Result<Reply<A>, DispatchError>> + Send + 'static,
    ) -> Self {
        let begun = Instant::now();
        Self { reply: Box::pin(reply), numbers, begun, next_report: begun + PERIOD }
    }

    /// Waits for the next report: the reply, or the progress when it is due. Cancel-safe. Must not be called again after the
    /// reply or an error.
    ///
    /// # Errors
    /// As for [`Dispatcher::run`](super::Dispatcher::run).
    pub async fn next(&mut self) -> Result<QuestionEvent<A>, DispatchError> {
        if let Ok(reply) = timeout_at(self.next_report, &mut self.reply).await {
            return reply.map(|reply| QuestionEvent::Reply(Box::new(reply)));
        }
        let now = Instant::now();
        self.next_report = now + PERIOD;
        Ok(QuestionEvent::Progress(QuestionProgress {
            count: self.numbers.count(),
            nodes: self.numbers.nodes(),
            elapsed: now - self.begun,
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn progress_is_reported_twice_a_second_until_the_reply() {
        let numbers = Arc::new(SearchNumbers::default());
        let work = async { tokio::time::sleep(Duration::from_millis(1200)).await };
        let reply = async {
            work.await;
            Err(DispatchError::WorkLost)
        };
        let mut running: RunningQuestion = RunningQuestion::new(Arc::clone(&numbers), reply);
        for (count, nodes, ms) in [(0, 0, 500), (7, 9, 1000)] {
            numbers.set(count, nodes);
            let progress = QuestionProgress { count, nodes, elapsed: Duration::from_millis(ms) };
            assert_eq!(running.next().await, Ok(QuestionEvent::Progress(progress)));
        }
        assert_eq!(running.next().await, Err(DispatchError::WorkLost));
    }

    #[tokio::test(start_paused = true)]
    async fn dropped_question_drops_its_work() {
        let (sender, mut receiver) = tokio::sync::oneshot::channel::<()>();
        let mut running: RunningQuestion = RunningQuestion::new(Arc::default(), async move {
            let _sender = sender;
            pending().await
        });
        assert!(matches!(running.next().await, Ok(QuestionEvent::Progress(_))));
        drop(running);
        assert!(
            receiver
                .try_recv()
                .is_err_and(|error| error == tokio::sync::oneshot::error::TryRecvError::Closed)
        );
    }
}
