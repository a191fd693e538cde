//! Section `solver`.

use std::num::NonZeroU64;
use std::thread;

use super::queue_max::QueueMax;
use super::section::section;

/// Queue capacity per solver thread for [`QueueMax::Auto`].
const QUEUE_MAX_PER_THREAD: usize = 64;

section! {
    /// Solver threads, their queues, and limits on a search.
    #[section = "solver"]
    pub struct Solver {
        /// Number of solver threads; 0 for one less than the number of cores.
        #[range(0..=1024)]
        pub threads: usize,
        /// Maximum number of questions waiting for a thread.
        #[range(0..=1_000_000)]
        pub queue_max: QueueMax,
        /// Maximum time for which a question waits for a thread, in milliseconds.
        #[range(1..=3_600_000)]
        pub queue_wait_ms_max: u64,
        /// Maximum number of searches in the slow queue.
        #[range(0..=100_000)]
        pub slow_queue_max: usize,
        /// Maximum number of large searches in the slow queue and of streams of solutions.
        #[range(0..=100_000)]
        pub slow_queue_large_max: usize,
        /// Milliseconds of search after which a question moves to the slow queue.
        #[range(0..=60_000)]
        pub slow_after_ms: u64,
        /// Time limit of a question without one, in milliseconds; at most `time_ms_max`.
        #[range(1..=3_600_000)]
        pub time_ms_default: u64,
        /// Maximum time limit in milliseconds.
        #[range(1..=3_600_000)]
        pub time_ms_max: u64,
        /// Maximum number of threads that search for one question at the same time.
        #[range(1..=1024)]
        pub threads_per_question_max: usize,
        /// Maximum number of search nodes; 0 for no limit. The largest value is exact in every JSON implementation.
        #[range(0..=(1 << 53) - 1)]
        pub nodes_max: u64,
    }
}

impl Solver {
    /// Returns the capacity of the queue.
    pub fn queue_capacity(&self) -> usize {
        match self.queue_max {
            QueueMax::Auto => QUEUE_MAX_PER_THREAD * self.threads,
            QueueMax::Fixed(capacity) => capacity,
        }
    }

    /// Returns the node limit, if there is one.
    pub fn nodes_bound(&self) -> Option<NonZeroU64> {
        NonZeroU64::new(self.nodes_max)
    }

    /// Replaces automatic values by numbers for this machine.
    pub(super) fn resolve_automatic(&mut self) {
        if self.threads == 0 {
            let cores = thread::available_parallelism().map_or(1, usize::from);
            self.threads = cores.saturating_sub(1).max(1);
        }
        self.queue_max = QueueMax::Fixed(self.queue_capacity());
    }
}
