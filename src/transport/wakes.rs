//! Suppression of needless wakes of a connection.
//!
//! The body of hyper wakes the connection after each frame, so that hyper reads the next one. hyper 1.12 does this also after the last
//! frame. Most bodies have one frame, so that each request would poll its connection twice.

use std::cell::Cell;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Wake, Waker};

thread_local! {
    /// Within [`hold_wake`] on this thread, the wake that is held back, if any.
    static HELD: Cell<Option<Option<Arc<ConnectionWaker>>>> = const { Cell::new(None) };
}

/// Waker of a connection, which [`hold_wake`] can hold back.
struct ConnectionWaker {
    task: Waker,
}

impl Wake for ConnectionWaker {
    fn wake(self: Arc<Self>) {
        match HELD.take() {
            None => self.task.wake_by_ref(),
            Some(None) => HELD.set(Some(Some(self))),
            Some(first) => {
                HELD.set(Some(first));
                self.task.wake_by_ref();
            }
        }
    }
}

/// Polls `connection`; inside [`hold_wake`], its own wakes are delayed. Cancel-safe if the connection is.
pub(super) async fn run<F: Future>(connection: F) -> F::Output {
    let mut connection = pin!(connection);
    let mut task = Waker::noop().clone();
    let mut waker = task.clone();
    poll_fn(|context| {
        if !task.will_wake(context.waker()) {
            task.clone_from(context.waker());
            waker = Waker::from(Arc::new(ConnectionWaker { task: task.clone() }));
        }
        connection.as_mut().poll(&mut Context::from_waker(&waker))
    })
    .await
}

/// Runs `poll`, and returns the wake of a connection that it caused on this thread. The caller wakes it, or drops it if it is for nothing.
pub(super) fn hold_wake<T>(poll: impl FnOnce() -> T) -> (T, Option<Waker>) {
    /// Ends the hold, also after a panic.
    struct Hold;

    impl Hold {
        fn end() -> Option<Waker> {
            HELD.take().flatten().map(Waker::from)
        }
    }

    impl Drop for Hold {
        fn drop(&mut self) {
            if let Some(wake) = Self::end() {
                wake.wake();
            }
        }
    }

    HELD.set(Some(None));
    let hold = Hold;
    let polled = poll();
    let wake = Hold::end();
    drop(hold);
    (polled, wake)
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::Poll;
    use std::thread;

    use futures_util::FutureExt;
    use tokio::task::yield_now;

    use super::*;

    #[derive(Default)]
    struct Counter(AtomicUsize);

    impl Wake for Counter {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Returns a waker of a connection, and a function that returns how often its task was woken.
    fn connection() -> (Waker, impl Fn() -> usize) {
        let counter = Arc::new(Counter::default());
        let task = Waker::from(Arc::clone(&counter));
        let waker = Arc::new(ConnectionWaker { task });
        (Waker::from(waker), move || counter.0.load(Ordering::Relaxed))
    }

    #[test]
    fn wake_is_held_back_until_the_caller_decides() {
        let (waker, wakes) = connection();
        waker.wake_by_ref();
        assert_eq!(wakes(), 1);
        let (polled, wake) = hold_wake(|| {
            waker.wake_by_ref();
            assert_eq!(wakes(), 1);
            "polled"
        });
        assert_eq!((polled, wakes()), ("polled", 1));
        wake.expect("a wake").wake();
        assert_eq!(wakes(), 2);
        let (_, wake) = hold_wake(|| waker.wake_by_ref());
        drop(wake);
        assert_eq!(wakes(), 2);
        assert!(hold_wake(|| ()).1.is_none());
    }

    #[test]
    fn other_threads_and_other_connections_wake_at_once() {
        let ((waker, wakes), (other, other_wakes)) = (connection(), connection());
        let (_, wake) = hold_wake(|| {
            thread::scope(|scope| scope.spawn(|| waker.wake_by_ref()).join()).expect("no panic");
            assert_eq!(wakes(), 1);
            waker.wake_by_ref();
            other.wake_by_ref();
            assert_eq!((wakes(), other_wakes()), (1, 1));
        });
        wake.expect("the first wake").wake();
        assert_eq!((wakes(), other_wakes()), (2, 1));
    }

    #[test]
    fn panic_ends_the_hold_and_wakes() {
        let (waker, wakes) = connection();
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            hold_wake(|| {
                waker.wake_by_ref();
                panic!("a bug");
            })
        }));
        assert!(panicked.is_err());
        assert_eq!(wakes(), 1);
        waker.wake();
        assert_eq!(wakes(), 2);
    }

    #[tokio::test]
    async fn connection_is_woken_also_after_it_has_moved_to_another_task() {
        let mut connection = Box::pin(run(async {
            yield_now().await;
            yield_now().await;
            "served"
        }));
        assert!(matches!(futures_util::poll!(&mut connection), Poll::Pending));
        assert_eq!(tokio::spawn(connection).await.expect("no panic"), "served");
        assert_eq!(run(async {}).now_or_never(), Some(()));
    }
}
