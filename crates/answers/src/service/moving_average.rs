//! Moving average of durations.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Number of samples after which an old one has lost about two thirds of its weight.
const SAMPLES: u64 = 16;

/// Exponential moving average of durations. Starts with the first sample.
///
/// Without a lock: of two samples added at the same time, one may be lost.
#[derive(Debug, Default)]
pub(super) struct MovingAverage {
    /// Nanoseconds; 0 before the first sample.
    nanos: AtomicU64,
}

impl MovingAverage {
    /// Adds a sample.
    pub(super) fn add(&self, sample: Duration) {
        let sample = u64::try_from(sample.as_nanos()).unwrap_or(u64::MAX).max(1);
        let average = match self.nanos.load(Ordering::Relaxed) {
            0 => sample,
            old if sample >= old => old + (sample - old) / SAMPLES,
            old => old - (old - sample) / SAMPLES,
        };
        self.nanos.store(average, Ordering::Relaxed);
    }

    /// Returns the average; zero before the first sample.
    pub(super) fn get(&self) -> Duration {
        Duration::from_nanos(self.nanos.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn average_starts_with_the_first_sample_and_follows_later_ones() {
        let average = MovingAverage::default();
        assert_eq!(average.get(), Duration::ZERO);
        average.add(16 * MS);
        assert_eq!(average.get(), 16 * MS);
        average.add(32 * MS);
        assert_eq!(average.get(), 17 * MS);
        average.add(MS);
        assert_eq!(average.get(), 16 * MS);
        (0..1000).for_each(|_| average.add(5 * MS));
        assert!(average.get().abs_diff(5 * MS) < MS / 1000, "{:?}", average.get());
    }

    #[test]
    fn extreme_samples_stay_in_range() {
        let average = MovingAverage::default();
        average.add(Duration::ZERO);
        average.add(Duration::MAX);
        assert!(average.get() > Duration::ZERO && average.get() < Duration::MAX);
    }
}
