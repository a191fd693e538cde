//! Refusals of the transport: counted, logged and answered by problem bodies.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ::http::StatusCode;
use governor::clock::{Clock, MonotonicClock};
use governor::middleware::NoOpMiddleware;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};

use crate::http::early_problem;
use crate::metrics::Metrics;
use crate::transport::{Refuse, TransportRefusal};

/// Maximum number of log lines per second.
const LOG_LINES_PER_SECOND: NonZeroU32 = NonZeroU32::MIN;

/// Returns the function that records and answers refusals.
pub(super) fn refuse_with(metrics: Metrics) -> Refuse {
    let log = RefusalLog::new(MonotonicClock);
    Arc::new(move |refusal, peer| {
        let (reason, status, detail) = describe(refusal);
        metrics.requests().connection_refused(reason);
        log.record(reason, status, peer);
        early_problem(status, detail, &metrics)
    })
}

/// Returns the metrics label, the status and the detail of a refusal.
fn describe(refusal: TransportRefusal) -> (&'static str, StatusCode, &'static str) {
    match refusal {
        TransportRefusal::Malformed => {
            ("malformed", StatusCode::BAD_REQUEST, "the request head is not valid HTTP/1.1 (RFC 9112)")
        }
        TransportRefusal::HeadTooLarge => (
            "head_too_large",
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            "the request head has too many bytes or header lines",
        ),
        TransportRefusal::BodyTooLarge => (
            "body_too_large",
            StatusCode::PAYLOAD_TOO_LARGE,
            "the content-length is larger than every supported body",
        ),
        TransportRefusal::TooManyConnections => (
            "connections_share",
            StatusCode::TOO_MANY_REQUESTS,
            "this client has its share of the connections (clients.connections_share); close some or retry later",
        ),
    }
}

/// Log of refusals with a bounded rate.
struct RefusalLog<C: Clock = MonotonicClock> {
    limiter: RateLimiter<NotKeyed, InMemoryState, C, NoOpMiddleware<C::Instant>>,
    /// Refusals since the last line.
    suppressed: AtomicU64,
}

impl<C: Clock> RefusalLog<C> {
    fn new(clock: C) -> Self {
        let quota = Quota::per_second(LOG_LINES_PER_SECOND);
        Self { limiter: RateLimiter::direct_with_clock(quota, clock), suppressed: AtomicU64::new(0) }
    }

    /// Returns the number of refusals that were not logged before this one; `None` if this one must not be logged.
    fn admit(&self) -> Option<u64> {
        if self.limiter.check().is_ok() {
            return Some(self.suppressed.swap(0, Ordering::Relaxed));
        }
        self.suppressed.fetch_add(1, Ordering::Relaxed);
        None
    }

    fn record(&self, reason: &str, status: StatusCode, peer: Option<SocketAddr>) {
        let Some(suppressed) = self.admit() else { return };
        let peer = peer.map_or_else(|| "unix".to_owned(), |peer| peer.ip().to_string());
        tracing::info!(
            reason,
            status = status.as_u16(),
            peer,
            suppressed,
            "refused a request before routing"
        );
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use governor::clock::FakeRelativeClock;

    use super::*;

    #[test]
    fn at_most_one_refusal_per_second_is_logged() {
        let clock = FakeRelativeClock::default();
        let log = RefusalLog::new(clock.clone());
        assert_eq!(log.admit(), Some(0));
        for _ in 0..1000 {
            assert_eq!(log.admit(), None);
        }
        clock.advance(Duration::from_secs(1));
        assert_eq!(log.admit(), Some(1000));
        assert_eq!(log.admit(), None);
        clock.advance(Duration::from_secs(60));
        assert_eq!((log.admit(), log.admit()), (Some(1), None));
    }
}
