//! How long whoever asks will wait, as a header says it.
//!
//! A gateway cuts a request off after a time of its own, and what was found by then is lost. Where it says how long
//! that is, the question gets less time, so that the answer leaves before the cut.

use std::num::NonZeroU64;
use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue};

use super::error::ApiError;
use crate::service::{AskedLimits, Deadline, Dispatcher};
use crate::wire::{COUNT_MAX, ProblemCode};

/// The header that says it where no other is configured; the document describes this one.
pub(super) const REQUEST_TIMEOUT: &str = "x-request-timeout-ms";

/// The shortest time that a question can have.
const TIME_MIN: Duration = Duration::from_millis(1);

/// How the time that clients wait is told.
#[derive(Clone, Debug)]
pub struct DeadlineSettings {
    /// The header with the milliseconds; `None` for none.
    pub header: Option<HeaderName>,
    /// How much earlier an answer is to be ready, but never more than half of the time.
    pub margin: Duration,
}

/// The moment by which an answer must be ready, if there is one. It runs from the head of the request, so that a body
/// that comes slowly uses it up.
///
/// It is for one puzzle. A batch has none: it lives as long as its client sends and reads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience(Option<Deadline>);

impl Patience {
    /// What the headers of a request say.
    ///
    /// # Errors
    /// Where the header is there, but not once and with a whole number: a gateway that is set up wrongly is to be
    /// noticed at its first request, not by answers that come too late.
    pub(super) fn of(headers: &HeaderMap, settings: &DeadlineSettings) -> Result<Self, ApiError> {
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

    /// As much of `time` as is left, but at least a millisecond.
    pub(super) fn cut(self, time: Duration) -> Duration {
        self.0.map_or(time, |deadline| time.min(deadline.left()).max(TIME_MIN))
    }

    /// The limits asked for, with the time that they give cut to what is left.
    pub(super) fn shorten(self, asked: AskedLimits, dispatcher: &Dispatcher) -> AskedLimits {
        if self.0.is_none() {
            return asked;
        }
        let time = self.cut(dispatcher.limits(asked).time);
        // The limit is one of whole milliseconds. Rounded up, it takes less than one from the margin.
        let time_ms = u64::try_from(time.as_micros().div_ceil(1000)).ok().and_then(NonZeroU64::new);
        AskedLimits { time_ms, ..asked }
    }
}

fn milliseconds(value: &HeaderValue) -> Option<Duration> {
    let text = value.to_str().ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))?;
    text.parse().ok().filter(|ms| (1..=COUNT_MAX).contains(ms)).map(Duration::from_millis)
}

fn bad_value(name: &HeaderName) -> ApiError {
    let detail = format!(
        "the header {name} must stand once, with a whole number of milliseconds from 1 to {COUNT_MAX}"
    );
    ApiError::new(ProblemCode::BadRequest, detail)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::{Capacity, LimitsPolicy, Meters, Policies};

    const CAPACITY: Capacity = Capacity {
        threads: 1,
        slow_threads: 1,
        queue_length: 0,
        slow_lane: 1,
        slow_lane_large: 1,
        first_slice: Duration::from_millis(5),
        streams: 0,
        output_buffer_bytes: 0,
    };

    const HEADER: HeaderName = HeaderName::from_static("x-request-timeout-ms");

    fn patience(values: &[&str], margin_ms: u64) -> Result<Patience, ApiError> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(HEADER, value.parse().expect("a header value"));
        }
        let margin = Duration::from_millis(margin_ms);
        Patience::of(&headers, &DeadlineSettings { header: Some(HEADER), margin })
    }

    /// The effective time where `asked` is asked for of a default of 5 and a maximum of 30 seconds.
    fn time_ms(value: &str, margin_ms: u64, asked: Option<u64>) -> u128 {
        let policy = LimitsPolicy {
            time_default: Duration::from_secs(5),
            time_max: Duration::from_secs(30),
            nodes_max: None,
        };
        let dispatcher =
            Dispatcher::new(CAPACITY, Policies { single: policy, batch: policy }, Meters::default());
        let asked = AskedLimits { time_ms: asked.and_then(NonZeroU64::new), nodes: None };
        let patience = patience(&[value], margin_ms).expect("a sound header");
        dispatcher.limits(patience.shorten(asked, &dispatcher)).time.as_millis()
    }

    #[tokio::test(start_paused = true)]
    async fn the_header_shortens_the_time_and_never_lengthens_it() {
        assert_eq!(time_ms("1000", 100, None), 900);
        assert_eq!(time_ms("1000", 100, Some(2000)), 900);
        assert_eq!(time_ms("1000", 100, Some(300)), 300);
        assert_eq!(time_ms("20000", 100, None), 5000);
        assert_eq!(time_ms("20000", 100, Some(40_000)), 19_900);
        assert_eq!(time_ms("9007199254740991", 100, Some(u64::MAX)), 30_000);
    }

    #[tokio::test(start_paused = true)]
    async fn the_margin_leaves_at_least_half_of_the_time() {
        assert_eq!(time_ms("150", 100, None), 75);
        assert_eq!(time_ms("1", 100, None), 1);
        assert_eq!(time_ms("1000", 0, None), 1000);
    }

    #[tokio::test(start_paused = true)]
    async fn what_the_body_took_to_arrive_is_gone() {
        let patience = patience(&["1000"], 0).expect("a sound header");
        tokio::time::advance(Duration::from_millis(300)).await;
        assert_eq!(patience.cut(Duration::from_secs(5)), Duration::from_millis(700));
        tokio::time::advance(Duration::from_millis(800)).await;
        assert_eq!(patience.cut(Duration::from_secs(5)), TIME_MIN);
    }

    #[tokio::test]
    async fn a_bad_value_is_refused_and_none_is_fine() {
        for values in [&["soon"][..], &["0"], &["-1"], &["1.5"], &["+5"], &[""], &["1 000"], &["5", "5"]] {
            let refused = patience(values, 100).expect_err("it is no time");
            assert!(refused.detail.contains("x-request-timeout-ms"), "{values:?}: {}", refused.detail);
        }
        let patience = patience(&[], 100).expect("no header");
        assert_eq!(patience.cut(Duration::from_secs(5)), Duration::from_secs(5));
    }
}
