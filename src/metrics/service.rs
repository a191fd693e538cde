//! What the service counts itself, read when somebody asks.

use std::fmt;
use std::sync::Arc;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Unit;

use crate::service::{Capacity, Dispatcher, Meters};

/// What the cache of answers counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheReading {
    /// Answers given from the cache.
    pub hits: u64,
    /// Questions that were looked for in the cache and not found.
    pub misses: u64,
    /// Answers in the cache.
    pub entries: u64,
    /// Bytes they take.
    pub bytes: u64,
}

/// Reads the numbers of the service and of its cache.
pub(super) struct ServiceCollector {
    pub(super) dispatcher: Dispatcher,
    pub(super) capacity: Capacity,
    pub(super) meters: Meters,
    pub(super) cache: Arc<dyn Fn() -> CacheReading + Send + Sync>,
}

impl Collector for ServiceCollector {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        self.levels(&mut encoder)?;
        self.counts(&mut encoder)?;
        self.cache(&mut encoder)
    }
}

impl ServiceCollector {
    fn levels(&self, encoder: &mut DescriptorEncoder<'_>) -> fmt::Result {
        let Self { dispatcher, capacity, meters, .. } = self;
        let places = (capacity.threads + capacity.queue_length) as u64;
        let streams = (capacity.streams - dispatcher.free_streams()) as u64;
        for (name, help, value) in [
            (
                "ready",
                "1 while the service wants work, 0 from the moment it is asked to stop",
                u64::from(dispatcher.is_ready()),
            ),
            ("solver_threads", "Threads that solve", capacity.threads as u64),
            ("solver_threads_busy", "Threads that solve at this moment", meters.running.get()),
            ("places", "Fresh work that can be taken on at once: threads, and places in the queue", places),
            (
                "places_free",
                "Fresh work that could be taken on at this moment",
                dispatcher.free_places() as u64,
            ),
            ("queue_length", "Work that waits for a thread for the first time", meters.queued.get()),
            ("slow_lane_searches", "Searches in the slow lane", meters.slow.get()),
            ("slow_lane_places", "Searches that may be in it", capacity.slow_lane as u64),
            ("streams", "Batches and streams of solutions that are under way", streams),
        ] {
            gauge(encoder, name, help, None, value)?;
        }
        Ok(())
    }

    fn counts(&self, encoder: &mut DescriptorEncoder<'_>) -> fmt::Result {
        let Meters { shed_queue, shed_slow, shed_streams, cancelled, expired, worked, .. } = &self.meters;
        let help = "Work turned away because there was no place, by the lane that was full";
        let counter = ConstCounter::new(0_u64);
        let mut shed = encoder.encode_descriptor("shed", help, None, counter.metric_type())?;
        for (lane, count) in [("fresh", shed_queue), ("slow", shed_slow), ("streams", shed_streams)] {
            ConstCounter::new(count.get()).encode(shed.encode_family(&[("lane", lane)])?)?;
        }
        count(
            encoder,
            "cancelled",
            "Questions, batches and streams whose client left before the end",
            cancelled.get(),
        )?;
        count(encoder, "expired", "Questions whose deadline passed before they had a thread", expired.get())?;
        let seconds = ConstCounter::new(worked.get().as_secs_f64());
        let help = "Time that solver threads worked";
        let unit = Some(&Unit::Seconds);
        seconds.encode(encoder.encode_descriptor("solver_busy", help, unit, seconds.metric_type())?)
    }

    fn cache(&self, encoder: &mut DescriptorEncoder<'_>) -> fmt::Result {
        let CacheReading { hits, misses, entries, bytes } = (self.cache)();
        count(encoder, "cache_hits", "Answers given from the cache", hits)?;
        count(encoder, "cache_misses", "Questions not found in the cache", misses)?;
        gauge(encoder, "cache_entries", "Answers in the cache", None, entries)?;
        gauge(encoder, "cache", "Memory that the answers in the cache take", Some(&Unit::Bytes), bytes)
    }
}

impl fmt::Debug for ServiceCollector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { dispatcher, capacity, meters, .. } = self;
        f.debug_struct("ServiceCollector")
            .field("dispatcher", dispatcher)
            .field("capacity", capacity)
            .field("meters", meters)
            .finish_non_exhaustive()
    }
}

/// Writes a number that rises and falls.
pub(super) fn gauge(
    encoder: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    unit: Option<&Unit>,
    value: u64,
) -> fmt::Result {
    let gauge = ConstGauge::new(value);
    gauge.encode(encoder.encode_descriptor(name, help, unit, gauge.metric_type())?)
}

/// Writes a number that only rises.
fn count(encoder: &mut DescriptorEncoder<'_>, name: &str, help: &str, value: u64) -> fmt::Result {
    let counter = ConstCounter::new(value);
    counter.encode(encoder.encode_descriptor(name, help, None, counter.metric_type())?)
}
