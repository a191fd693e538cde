//! Client deadline, read from a request header.
//!
//! A gateway aborts requests after a timeout of its own. If it announces the timeout in a header, the time limit is
//! shortened so that the response leaves before that.

use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue};
use quadrille_answers::faults::ProblemCode;
use quadrille_answers::service::{Deadline, Limits};
use quadrille_answers::wire::COUNT_MAX;

use super::error::ApiError;

/// The default name of the header, which the OpenAPI document describes.
pub(super) const REQUEST_TIMEOUT: &str = "x-request-timeout-ms";

/// The shortest time limit.
const TIME_MIN: Duration = Duration::from_millis(1);

/// Settings of client deadlines.
#[derive(Clone, Debug)]
pub struct DeadlineSettings {
    /// The header with the milliseconds; `None` to ignore client deadlines.
    pub header: Option<HeaderName>,
    /// Time between response and deadline, at most half of the client's time.
    pub margin: Duration,
}

/// Time by which a response must be ready, if the client sets one. It counts from the request head, so that a slow body
/// reduces it.
///
/// It applies to single questions and to streams of solutions. Batches have none: they run while the client sends and
/// reads.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClientDeadline(Option<Deadline>);

impl ClientDeadline {
    /// Reads the header.
    ///
    /// # Errors
    /// If the header appears more than once or is not a whole number, so that the first request reveals a misconfigured
    /// gateway.
    pub(super) fn from_headers(headers: &HeaderMap, settings: &DeadlineSettings) -> Result<Self, ApiError> {
        let Some(name) = &settings.header else { return Ok(Self(None)) };
        let mut values = headers.get_all(name).iter();
        let time = match (values.next(), values.next()) {
            (None, _) => return Ok(Self(None)),
            (Some(value), None) => milliseconds(value),
            _ => None,
        };
        let time = time.ok_or_else(|| bad_value(name))?;
        Ok(Self(Deadline::after(time - settings.margin.min(time / 2))))
    }

    /// Reduces the time limit to the remaining time, but not below a millisecond.
    pub(super) fn shorten(self, limits: Limits) -> Limits {
        let Some(deadline) = self.0 else { return limits };
        Limits { time: limits.time.min(deadline.remaining()).max(TIME_MIN), ..limits }
    }
}

fn milliseconds(value: &HeaderValue) -> Option<Duration> {
    let text = value.to_str().ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))?;
    text.parse().ok().filter(|ms| (1..=COUNT_MAX).contains(ms)).map(Duration::from_millis)
}

fn bad_value(name: &HeaderName) -> ApiError {
    let detail = format!(
        "the header {name} must appear once, with a whole number of milliseconds from 1 to {COUNT_MAX}"
    );
    ApiError::new(ProblemCode::BadRequest, detail)
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;

    const HEADER: HeaderName = HeaderName::from_static("x-request-timeout-ms");

    fn deadline(values: &[&str], margin_ms: u64) -> Result<ClientDeadline, ApiError> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(HEADER, value.parse().expect("a header value"));
        }
        let margin = Duration::from_millis(margin_ms);
        ClientDeadline::from_headers(&headers, &DeadlineSettings { header: Some(HEADER), margin })
    }

    fn shortened(deadline: ClientDeadline, time_ms: u64) -> u128 {
        let time = Duration::from_millis(time_ms);
        deadline.shorten(Limits { time, nodes: None, threads: NonZeroUsize::MIN }).time.as_millis()
    }

    /// Returns the time limit with this header; without it, the limit is `time_ms`.
    fn with_header(value: &str, margin_ms: u64, time_ms: u64) -> u128 {
        shortened(deadline(&[value], margin_ms).expect("a valid header"), time_ms)
    }

    #[tokio::test(start_paused = true)]
    async fn header_shortens_time_and_never_extends_it() {
        assert_eq!(with_header("1000", 100, 5000), 900);
        assert_eq!(with_header("1000", 100, 300), 300);
        assert_eq!(with_header("20000", 100, 30_000), 19_900);
        assert_eq!(with_header("9007199254740991", 100, 30_000), 30_000);
    }

    #[tokio::test(start_paused = true)]
    async fn margin_is_at_most_half_of_the_time() {
        assert_eq!(with_header("150", 100, 5000), 75);
        assert_eq!(with_header("1", 100, 5000), 1);
        assert_eq!(with_header("1000", 0, 5000), 1000);
    }

    #[tokio::test(start_paused = true)]
    async fn slow_body_reduces_the_time() {
        let deadline = deadline(&["1000"], 0).expect("a valid header");
        tokio::time::advance(Duration::from_millis(300)).await;
        assert_eq!(shortened(deadline, 5000), 700);
        tokio::time::advance(Duration::from_millis(800)).await;
        assert_eq!(shortened(deadline, 5000), TIME_MIN.as_millis());
    }

    #[tokio::test]
    async fn bad_value_is_rejected_and_missing_header_changes_nothing() {
        for values in [&["soon"][..], &["0"], &["-1"], &["1.5"], &["+5"], &[""], &["1 000"], &["5", "5"]] {
            let rejection = deadline(values, 100).expect_err("not a time");
            assert!(rejection.detail.contains("x-request-timeout-ms"), "{values:?}: {}", rejection.detail);
        }
        assert_eq!(shortened(deadline(&[], 100).expect("no header"), 5000), 5000);
    }
}
