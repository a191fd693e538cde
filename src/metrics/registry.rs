//! All metrics together.

use std::fmt;
use std::sync::Arc;

use prometheus_client::encoding::text;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

use super::process::ProcessCollector;
use super::requests::Requests;
use super::service::{CacheReading, ServiceCollector};
use super::solving::Solving;
use super::stream::StreamMeter;
use crate::service::{Capacity, Dispatcher, Meters};

/// Whom the metrics ask when they are asked.
pub struct Sources {
    /// Where questions are answered.
    pub dispatcher: Dispatcher,
    /// How much it takes on.
    pub capacity: Capacity,
    /// What it counts.
    pub meters: Meters,
    /// What the cache of answers counts.
    pub cache: Arc<dyn Fn() -> CacheReading + Send + Sync>,
}

#[cfg(test)]
impl Sources {
    /// A service that does nothing.
    fn idle() -> Self {
        let time = std::time::Duration::from_secs(1);
        let limits = crate::service::LimitsPolicy { time_default: time, time_max: time, nodes_max: None };
        let policies = crate::service::Policies { single: limits, batch: limits };
        let capacity = Capacity {
            threads: 3,
            slow_threads: 2,
            queue_length: 4,
            slow_lane: 6,
            slow_lane_large: 2,
            first_slice: time,
            streams: 5,
            output_buffer_bytes: 1,
        };
        let dispatcher = Dispatcher::new(capacity, policies, Meters::default());
        Self { dispatcher, capacity, meters: Meters::default(), cache: Arc::new(CacheReading::default) }
    }
}

/// All metrics of the program. Clones share them.
#[derive(Clone, Debug)]
pub struct Metrics(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    registry: Registry,
    requests: Requests,
    solving: Solving,
}

impl Metrics {
    /// Metrics that stand at nothing.
    pub fn new(sources: Sources) -> Self {
        let mut registry = Registry::with_prefix("quadrille");
        let version = [("version", env!("CARGO_PKG_VERSION"))];
        registry.register("build", "The program", Info::new(version));
        let requests = Requests::register(&mut registry);
        let solving = Solving::register(&mut registry);
        let Sources { dispatcher, capacity, meters, cache } = sources;
        registry.register_collector(Box::new(ServiceCollector { dispatcher, capacity, meters, cache }));
        registry.register_collector(Box::new(ProcessCollector));
        Self(Arc::new(Inner { registry, requests, solving }))
    }

    /// Metrics of a service that does nothing.
    #[cfg(test)]
    pub(crate) fn idle() -> Self {
        Self::new(Sources::idle())
    }

    /// The media type of [`Self::render`].
    pub const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    /// What is counted of requests.
    pub fn requests(&self) -> &Requests {
        &self.0.requests
    }

    /// What is counted of puzzles.
    pub fn solving(&self) -> &Solving {
        &self.0.solving
    }

    /// Counts a batch or a stream of solutions that begins.
    pub fn stream(&self) -> StreamMeter {
        StreamMeter::new(self.0.solving.clone())
    }

    /// Everything, as OpenMetrics text.
    ///
    /// # Errors
    /// Where a metric cannot be written: a bug.
    pub fn render(&self) -> Result<String, fmt::Error> {
        let mut text = String::new();
        text::encode(&mut text, &self.0.registry)?;
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::service::Tally;

    #[test]
    fn every_name_begins_with_that_of_the_program() {
        let text = Metrics::idle().render().expect("it can be written");
        assert!(text.ends_with("# EOF\n"), "{text}");
        for line in text.lines().filter(|line| !line.starts_with("# EOF")) {
            let name = line
                .trim_start_matches("# ")
                .split(' ')
                .find(|word| !["HELP", "TYPE", "UNIT"].contains(word));
            assert!(name.is_some_and(|name| name.starts_with("quadrille_")), "{line}");
        }
    }

    #[test]
    fn what_the_service_and_its_cache_count_is_read_when_somebody_asks() {
        let meters = Meters::default();
        let cache = Arc::new(|| CacheReading { hits: 11, misses: 12, entries: 13, bytes: 14 });
        let metrics = Metrics::new(Sources { meters: meters.clone(), cache, ..Sources::idle() });
        let _queued = meters.queued.enter();
        let _running = [meters.running.enter(), meters.running.enter()];
        meters.shed_slow.increment();
        meters.cancelled.increment();
        meters.worked.add(Duration::from_millis(1500));
        let text = metrics.render().expect("it can be written");
        for line in [
            "quadrille_queue_length 1",
            "quadrille_solver_threads 3",
            "quadrille_solver_threads_busy 2",
            "quadrille_slow_lane_searches 0",
            "quadrille_slow_lane_places 6",
            "quadrille_places 7",
            "quadrille_places_free 7",
            "quadrille_ready 1",
            "quadrille_streams 0",
            "quadrille_shed_total{lane=\"streams\"} 0",
            "quadrille_shed_total{lane=\"fresh\"} 0",
            "quadrille_shed_total{lane=\"slow\"} 1",
            "quadrille_cancelled_total 1",
            "quadrille_expired_total 0",
            "quadrille_solver_busy_seconds_total 1.5",
            "quadrille_cache_hits_total 11",
            "quadrille_cache_misses_total 12",
            "quadrille_cache_entries 13",
            "quadrille_cache_bytes 14",
        ] {
            assert!(text.lines().any(|written| written == line), "{line} is not in\n{text}");
        }
    }

    #[test]
    fn what_a_batch_comes_to_is_counted_once_for_all_metrics() {
        let metrics = Metrics::idle();
        let (meter, other) = (metrics.stream(), metrics.stream());
        assert_eq!(meter.tally(), None);
        meter.came_to(Tally { unique: 2, errors: 1, ..Tally::default() });
        meter.came_to(Tally { unique: 2, errors: 1, ..Tally::default() });
        let end = Tally { none: 5, unique: 3, errors: 4, ..Tally::default() };
        meter.clone().came_to(end);
        other.came_to(Tally { unique: 10, ..Tally::default() });
        assert_eq!(meter.tally(), Some(end));
        let text = metrics.render().expect("it can be written");
        for line in [
            "quadrille_batch_puzzles_total 18",
            "quadrille_batch_errors_total 4",
            "quadrille_verdicts_total{verdict=\"none\"} 5",
            "quadrille_verdicts_total{verdict=\"unique\"} 13",
            "quadrille_verdicts_total{verdict=\"unknown\"} 0",
            "quadrille_solve_seconds_count 0",
        ] {
            assert!(text.lines().any(|written| written == line), "{line} is not in\n{text}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_numbers_of_the_process_are_plausible() {
        let text = Metrics::idle().render().expect("it can be written");
        let value = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            line.unwrap_or_else(|| panic!("{name} is not in\n{text}")).parse::<f64>().expect("a number")
        };
        assert!((1e5..1e11).contains(&value("quadrille_process_resident_memory_bytes")));
        assert!((3.0..1e5).contains(&value("quadrille_process_open_fds")));
        assert!(value("quadrille_process_max_fds") >= value("quadrille_process_open_fds"));
        assert!((1.0..1e4).contains(&value("quadrille_process_threads")));
        assert!((0.0..1e6).contains(&value("quadrille_process_cpu_seconds_total")));
        let start = value("quadrille_process_start_time_seconds");
        assert!((1.7e9..1e10).contains(&start), "{start}");
    }
}
