//! Load shedding: work rejected because a bound was reached.

use std::fmt;
use std::time::Duration;

use super::share::SharedResource;

/// Maximum time after which a client is asked to retry.
const RETRY_AFTER_MAX: Duration = Duration::from_secs(60);

/// Bound that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShedReason {
    /// All clients together use the whole resource.
    Full(SharedResource),
    /// The client has its share of the resource.
    Share(SharedResource),
    /// The question would wait, or has waited, too long for a solver thread.
    Wait,
}

/// Rejected work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shed {
    reason: ShedReason,
    retry_after: Duration,
}

impl ShedReason {
    /// Returns every reason.
    pub fn all() -> impl Iterator<Item = Self> {
        let of_resources = [Self::Full, Self::Share].into_iter();
        of_resources.flat_map(|reason| SharedResource::ALL.map(reason)).chain([Self::Wait])
    }
}

impl fmt::Display for ShedReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use SharedResource::{BodyBytes, EventStreams, LargeQuestions, Questions, SlowQuestions, Streams};

        f.write_str(match self {
            Self::Full(Questions) => "all solver threads are busy and the queue is full",
            Self::Full(SlowQuestions) => "the queue of hard questions is full",
            Self::Full(LargeQuestions) => {
                "the queue of hard questions about large grids and problems is full"
            }
            Self::Full(Streams) => "the maximum number of batches and solution streams is active",
            Self::Full(EventStreams) => "the maximum number of event streams is active",
            Self::Full(BodyBytes) => "request bodies and problems take all of their memory",
            Self::Wait => "all solver threads are busy for longer than a question may wait",
            Self::Share(resource) => {
                return write!(
                    f,
                    "this client has its share (clients.capacity_share) of {resource}; retry after some of them have ended"
                );
            }
        })
    }
}

impl Shed {
    /// Creates a rejection. `expected` is the expected time until the bound allows the work.
    pub fn new(reason: ShedReason, expected: Duration) -> Self {
        Self { reason, retry_after: expected.min(RETRY_AFTER_MAX) }
    }

    /// Returns the bound that was reached.
    pub fn reason(&self) -> ShedReason {
        self.reason
    }

    /// Returns the expected time until the bound allows the work, at most a minute; zero if it is unknown.
    pub fn retry_after(&self) -> Duration {
        self.retry_after
    }
}

impl fmt::Display for Shed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}
