//! Metrics of the service and its cache, read at each scrape.

use std::fmt;
use std::sync::{Arc, OnceLock};

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Unit;
use quadrille_answers::service::{
    CacheStats, Capacity, Dispatcher, InputBudget, Meters, SharedResource, ShedReason,
};

/// Collector of the metrics of the service and its cache.
pub(super) struct ServiceCollector {
    pub(super) dispatcher: Dispatcher,
    pub(super) capacity: Capacity,
    pub(super) meters: Meters,
    pub(super) input_budget: InputBudget,
    pub(super) cache: Arc<dyn Fn() -> CacheStats + Send + Sync>,
    pub(super) lost_lines: Box<dyn Fn() -> u64 + Send + Sync>,
    /// Set when the public listener is open.
    pub(super) connections: Arc<OnceLock<ConnectionGauge>>,
}

/// Open connections of the public listener.
pub(super) struct ConnectionGauge {
    pub(super) connections_max: u32,
    pub(super) open: Box<dyn Fn() -> u32 + Send + Sync>,
}

impl fmt::Debug for ConnectionGauge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { connections_max, open } = self;
        f.debug_struct("ConnectionGauge")
            .field("connections_max", connections_max)
            .field("open", &open())
            .finish()
    }
}

impl Collector for ServiceCollector {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        self.gauges(&mut encoder)?;
        self.counters(&mut encoder)?;
        self.cache_metrics(&mut encoder)
    }
}

impl ServiceCollector {
    fn gauges(&self, encoder: &mut DescriptorEncoder<'_>) -> fmt::Result {
        let Self { dispatcher, capacity, meters, .. } = self;
        let permits = (capacity.threads + capacity.queue_length) as u64;
        let permits_available = dispatcher.free_permits() as u64;
        let slow = (capacity.slow_queue_length - dispatcher.free_slow_permits()) as u64;
        let streams = (capacity.streams_max - dispatcher.free_streams()) as u64;
        let event_streams = (capacity.event_streams_max - dispatcher.free_event_streams()) as u64;
        for (name, help, value) in [
            (
                "ready",
                "Whether the service accepts work: 1 until shutdown begins, then 0",
                u64::from(dispatcher.is_ready()),
            ),
            ("solver_threads", "Solver threads", capacity.threads as u64),
            ("solver_threads_busy", "Solver threads at work now", meters.running.get()),
            (
                "admission_permits",
                "Maximum number of admitted questions: running for the first time, or in the queue",
                permits,
            ),
            ("admission_permits_available", "Questions that can be admitted now", permits_available),
            ("queue_length", "Work waiting in the queue for its first time on a thread", meters.queued.get()),
            ("slow_queue_searches", "Searches in the slow queue, waiting or running", slow),
            (
                "slow_queue_capacity",
                "Maximum number of searches in the slow queue",
                capacity.slow_queue_length as u64,
            ),
            ("streams", "Batches and streams of solutions in progress", streams),
            (
                "streams_capacity",
                "Maximum number of batches and streams of solutions in progress",
                capacity.streams_max as u64,
            ),
            ("event_streams", "Open event streams of jobs", event_streams),
            (
                "event_streams_capacity",
                "Maximum number of open event streams of jobs",
                capacity.event_streams_max as u64,
            ),
        ] {
            gauge(encoder, name, help, None, value)?;
        }
        for (name, help, time) in [
            (
                "queue_expected_wait",
                "Expected time until all questions in the queue have begun",
                dispatcher.expected_wait(),
            ),
            ("queue_wait_limit", "Maximum time that a question waits for a thread", capacity.queue_wait_max),
        ] {
            let gauge = ConstGauge::new(time.as_secs_f64());
            let unit = Some(&Unit::Seconds);
            gauge.encode(encoder.encode_descriptor(name, help, unit, gauge.metric_type())?)?;
        }
        self.share_gauges(encoder)?;
        let gauges = self.connections.get().map(|gauge| ((gauge.open)(), gauge.connections_max));
        let (open, connections_max) = gauges.unwrap_or_default();
        gauge(encoder, "connections", "Open connections of the public listener", None, open.into())?;
        let help = "Maximum number of open connections of the public listener";
        gauge(encoder, "connections_capacity", help, None, connections_max.into())?;
        let (reserved, bytes_max) =
            (self.input_budget.reserved() as u64, self.input_budget.bytes_max() as u64);
        gauge(encoder, "body_reserved", "Bytes reserved for request bodies", Some(&Unit::Bytes), reserved)?;
        let help = "Maximum number of bytes reserved for request bodies";
        gauge(encoder, "body_capacity", help, Some(&Unit::Bytes), bytes_max)
    }

    fn share_gauges(&self, encoder: &mut DescriptorEncoder<'_>) -> fmt::Result {
        let help = "Largest amount of a resource that one client holds now";
        let mut used = encoder.encode_descriptor("client_share_used", help, None, MetricType::Gauge)?;
        let bodies = (SharedResource::BodyBytes, self.input_budget.most_held());
        for (resource, amount) in self.dispatcher.most_held().into_iter().chain([bodies]) {
            let gauge = ConstGauge::new(amount as u64);
            gauge.encode(used.encode_family(&[("resource", resource_name(resource))])?)?;
        }
        Ok(())
    }

    fn counters(&self, encoder: &mut DescriptorEncoder<'_>) -> fmt::Result {
        let Meters { shed: shed_counters, cancelled, expired, joined, worked, .. } = &self.meters;
        let help =
            "Work rejected with 503, or with 429 for the share of a client, by the bound that was reached";
        let counter = ConstCounter::new(0_u64);
        let mut shed = encoder.encode_descriptor("shed", help, None, counter.metric_type())?;
        for reason in ShedReason::all() {
            let (count, name) = (shed_counters.counter(reason), reason_name(reason));
            ConstCounter::new(count.get()).encode(shed.encode_family(&[("reason", name)])?)?;
        }
        count(
            encoder,
            "cancelled",
            "Questions, batches and streams cancelled because the client disconnected",
            cancelled.get(),
        )?;
        count(
            encoder,
            "search_threads_joined",
            "Threads that joined the search of a question, so that it ran on several",
            joined.get(),
        )?;
        count(encoder, "expired", "Questions that reached their deadline in the queue", expired.get())?;
        let help = "Log lines that were lost, because the output was closed or did not read them in time";
        count(encoder, "log_lines_lost", help, (self.lost_lines)())?;
        let seconds = ConstCounter::new(worked.get().as_secs_f64());
        let help = "Time that solver threads spent working";
        let unit = Some(&Unit::Seconds);
        seconds.encode(encoder.encode_descriptor("solver_busy", help, unit, seconds.metric_type())?)
    }

    fn cache_metrics(&self, encoder: &mut DescriptorEncoder<'_>) -> fmt::Result {
        let CacheStats { hits, misses, entries, bytes } = (self.cache)();
        count(encoder, "cache_hits", "Answers served from the cache", hits)?;
        count(encoder, "cache_misses", "Cache lookups that found no answer", misses)?;
        gauge(encoder, "cache_entries", "Answers in the cache", None, entries)?;
        gauge(encoder, "cache", "Memory used by the cache", Some(&Unit::Bytes), bytes)
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

/// Returns the label of a reason for which work is rejected.
fn reason_name(reason: ShedReason) -> String {
    match reason {
        ShedReason::Full(resource) => format!("{}_full", resource_name(resource)),
        ShedReason::Share(resource) => format!("{}_share", resource_name(resource)),
        ShedReason::Wait => "queue_wait".to_owned(),
    }
}

/// Returns the label of a resource.
fn resource_name(resource: SharedResource) -> &'static str {
    match resource {
        SharedResource::Questions => "queue",
        SharedResource::Streams => "streams",
        SharedResource::EventStreams => "event_streams",
        SharedResource::SlowQuestions => "slow_queue",
        SharedResource::LargeQuestions => "slow_queue_large",
        SharedResource::BodyBytes => "body_bytes",
    }
}

/// Encodes a gauge.
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

/// Encodes a counter.
fn count(encoder: &mut DescriptorEncoder<'_>, name: &str, help: &str, value: u64) -> fmt::Result {
    let counter = ConstCounter::new(value);
    counter.encode(encoder.encode_descriptor(name, help, None, counter.metric_type())?)
}
