//! Section `shutdown`.

use std::time::Duration;

use super::section::section;

section! {
    /// Graceful shutdown.
    #[section = "shutdown"]
    pub struct Shutdown {
        /// Milliseconds between SIGTERM and the close of the listener, during which `/readyz` fails.
        #[range(0..=600_000)]
        pub pre_drain_ms: u64,
        /// Milliseconds that requests in flight have after that.
        #[range(0..=600_000)]
        pub drain_ms: u64,
    }
}

impl Shutdown {
    /// [`Self::pre_drain_ms`] as a duration.
    pub fn pre_drain(&self) -> Duration {
        Duration::from_millis(self.pre_drain_ms)
    }

    /// [`Self::drain_ms`] as a duration.
    pub fn drain(&self) -> Duration {
        Duration::from_millis(self.drain_ms)
    }
}
