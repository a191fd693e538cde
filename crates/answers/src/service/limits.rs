//! Limits on the work that a question may cost, and deadlines.

use std::num::{NonZeroU64, NonZeroUsize};
use std::time::Duration;

use super::time::Instant;

/// Limits requested by the client. [`LimitsPolicy`] supplies missing ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RequestedLimits {
    /// Time to answer, waiting included.
    pub time: Option<Duration>,
    /// Nodes of the search tree.
    pub nodes: Option<NonZeroU64>,
    /// Threads that search at the same time.
    pub threads: Option<NonZeroUsize>,
}

/// Limits that apply to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time to answer, waiting included.
    pub time: Duration,
    /// Nodes of the search tree; `None` for no limit.
    pub nodes: Option<NonZeroU64>,
    /// Threads that may search at the same time.
    pub threads: NonZeroUsize,
}

/// Limits with the start of their time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartedLimits {
    limits: Limits,
    started: Instant,
    /// End of the time.
    deadline: Instant,
}

/// Defaults and maxima set by the operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitsPolicy {
    /// Time for a question without a requested time.
    pub time_default: Duration,
    /// Maximum time.
    pub time_max: Duration,
    /// Maximum number of nodes, also the default; `None` for no limit.
    pub nodes_max: Option<NonZeroU64>,
    /// Maximum number of threads. The default is one.
    pub threads_max: NonZeroUsize,
}

/// Limits policies by kind of request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policies {
    /// For single questions and streams of solutions.
    pub single: LimitsPolicy,
    /// For each entry of a batch.
    pub batch: LimitsPolicy,
}

impl LimitsPolicy {
    /// Returns the limits that apply: those requested, reduced to the maxima.
    pub fn resolve(&self, requested: RequestedLimits) -> Limits {
        Limits {
            time: requested.time.unwrap_or(self.time_default).min(self.time_max),
            nodes: match (requested.nodes, self.nodes_max) {
                (Some(requested), Some(max)) => Some(requested.min(max)),
                (requested, max) => requested.or(max),
            },
            threads: requested.threads.unwrap_or(NonZeroUsize::MIN).min(self.threads_max),
        }
    }
}

impl Limits {
    /// Starts the time now.
    pub fn start(self) -> StartedLimits {
        self.start_at(Instant::now())
    }

    pub(super) fn start_at(self, started: Instant) -> StartedLimits {
        StartedLimits { limits: self, started, deadline: started + self.time }
    }
}

impl StartedLimits {
    /// Returns the limits.
    pub(super) fn limits(&self) -> Limits {
        self.limits
    }

    /// Returns these limits without the node limit.
    pub(super) fn without_nodes(self) -> Self {
        Self { limits: Limits { nodes: None, ..self.limits }, ..self }
    }

    /// Returns the start of the time.
    pub(super) fn started(&self) -> Instant {
        self.started
    }

    /// Returns the end of the time.
    pub(super) fn deadline(&self) -> Instant {
        self.deadline
    }

    /// Returns the time spent waiting, if `solving` was spent on solver threads.
    pub(super) fn queued(&self, solving: Duration) -> Duration {
        self.started.elapsed().saturating_sub(solving)
    }

    /// Returns whether the time has elapsed.
    pub(super) fn is_expired(&self, now: Instant) -> bool {
        now >= self.deadline
    }
}

/// Point in time by which a client expects its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadline(Instant);

impl Deadline {
    /// Returns the deadline `time` from now; `None` if the clock cannot represent it.
    pub fn after(time: Duration) -> Option<Self> {
        Instant::now().checked_add(time).map(Self)
    }

    /// Returns the remaining time; zero after the deadline.
    pub fn remaining(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    fn resolved(time_ms: Option<u64>, nodes: u64, nodes_max: u64) -> (u128, Option<u64>) {
        let policy = LimitsPolicy {
            time_default: Duration::from_millis(5_000),
            time_max: Duration::from_millis(30_000),
            nodes_max: NonZeroU64::new(nodes_max),
            threads_max: NonZeroUsize::MIN,
        };
        let requested = RequestedLimits {
            time: time_ms.map(Duration::from_millis),
            nodes: NonZeroU64::new(nodes),
            threads: None,
        };
        let Limits { time, nodes, .. } = policy.resolve(requested);
        (time.as_millis(), nodes.map(NonZeroU64::get))
    }

    #[test]
    fn threads_are_one_unless_requested_and_reduced_to_the_maximum() {
        let resolved = |requested, max| {
            let policy = LimitsPolicy {
                time_default: Duration::ZERO,
                time_max: Duration::ZERO,
                nodes_max: None,
                threads_max: NonZeroUsize::new(max).expect("positive"),
            };
            let requested =
                RequestedLimits { threads: NonZeroUsize::new(requested), ..RequestedLimits::default() };
            policy.resolve(requested).threads.get()
        };
        assert_eq!([resolved(0, 4), resolved(1, 4), resolved(3, 4), resolved(5, 4)], [1, 1, 3, 4]);
    }

    #[test]
    fn requested_limits_are_reduced_to_the_maxima() {
        assert_eq!(resolved(None, 0, 0), (5_000, None));
        assert_eq!(resolved(Some(1), 7, 0), (1, Some(7)));
        assert_eq!(resolved(Some(30_001), 9, 8), (30_000, Some(8)));
        assert_eq!(resolved(Some(u64::MAX), 7, 8), (30_000, Some(7)));
        assert_eq!(resolved(Some(29_999), 0, 8), (29_999, Some(8)));
    }

    #[tokio::test(start_paused = true)]
    async fn remaining_time_decreases_to_zero() {
        let second = Duration::from_secs(1);
        let deadline = Deadline::after(2 * second).expect("a representable time");
        assert_eq!(deadline.remaining(), 2 * second);
        advance(second).await;
        assert_eq!(deadline.remaining(), second);
        advance(3 * second).await;
        assert_eq!(deadline.remaining(), Duration::ZERO);
        assert_eq!(Deadline::after(Duration::MAX), None);
    }
}
