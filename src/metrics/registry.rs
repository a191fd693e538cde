//! Registry of all metrics.

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use prometheus_client::encoding::text;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use quadrille_answers::faults::ProblemCode;
use quadrille_answers::service::{
    CacheStats, Capacity, Dispatcher, InputBudget, InputCapacity, Meters, SubjectKind,
};
use quadrille_jobs::JobMeters;

use super::jobs::JobCollector;
use super::process::ProcessCollector;
use super::requests::{Requests, Status};
use super::service::{ConnectionGauge, ServiceCollector};
use super::solving::Solving;
use super::stream::StreamMeter;
use crate::version::{COMMIT, VERSION};

/// Parts of the service that are read at each scrape.
pub struct Sources {
    /// The dispatcher.
    pub dispatcher: Dispatcher,
    /// Its capacity.
    pub capacity: Capacity,
    /// Its counters and gauges.
    pub meters: Meters,
    /// The budget of request bodies.
    pub input_budget: InputBudget,
    /// The counters and gauges of jobs.
    pub jobs: JobMeters,
    /// Reads the counters of the answer cache.
    pub cache: Arc<dyn Fn() -> CacheStats + Send + Sync>,
    /// Reads the number of log lines that were lost.
    pub lost_lines: Box<dyn Fn() -> u64 + Send + Sync>,
}

impl Sources {
    /// Sources of an idle service.
    fn idle() -> Self {
        let time = Duration::from_secs(1);
        let capacity = Capacity {
            threads: 3,
            slow_threads: 2,
            queue_length: 4,
            queue_wait_max: time / 4,
            slow_queue_length: 6,
            slow_large_max: 2,
            first_slice: time,
            streams_max: 5,
            event_streams_max: 8,
            output_buffer_bytes: 1,
            share_percent: 75,
        };
        let dispatcher = Dispatcher::new(capacity, Meters::default());
        let meters = Meters::default();
        let bodies = InputCapacity { bytes_max: 1000, request_bytes_max: 100, share_percent: 75 };
        let input_budget = InputBudget::new(bodies, meters.clone());
        let (jobs, cache) = (JobMeters::default(), Arc::new(CacheStats::default));
        Self { dispatcher, capacity, meters, input_budget, jobs, cache, lost_lines: Box::new(|| 0) }
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
    connections: Arc<OnceLock<ConnectionGauge>>,
}

impl Metrics {
    /// Registers all metrics.
    pub fn new(sources: Sources) -> Self {
        let mut root = Registry::default();
        root.register_collector(Box::new(ProcessCollector));
        let registry = root.sub_registry_with_prefix("quadrille");
        let build = [("version", VERSION), ("commit", COMMIT.unwrap_or_default())];
        registry.register("build", "Version and commit of the program", Info::new(build));
        let requests = Requests::register(registry);
        let solving = Solving::register(registry);
        let Sources { dispatcher, capacity, meters, input_budget, jobs, cache, lost_lines } = sources;
        let connections = Arc::<OnceLock<ConnectionGauge>>::default();
        let shared = Arc::clone(&connections);
        let service = ServiceCollector {
            dispatcher,
            capacity,
            meters,
            input_budget,
            cache,
            lost_lines,
            connections: shared,
        };
        registry.register_collector(Box::new(service));
        registry.register_collector(Box::new(JobCollector(jobs)));
        Self(Arc::new(Inner { registry: root, requests, solving, connections }))
    }

    /// Metrics of an idle service.
    pub(crate) fn idle() -> Self {
        Self::new(Sources::idle())
    }

    /// Returns the names of all metrics, with their types. Those of the process are known on Linux only.
    ///
    /// # Errors
    /// As for [`render`](Self::render).
    pub(crate) fn names() -> Result<Vec<(String, String)>, fmt::Error> {
        let metrics = Self::idle();
        // A family without a series is not rendered.
        metrics.requests().route("/").observe("GET", Status::Code(400), Duration::ZERO);
        metrics.requests().refused(ProblemCode::BadRequest);
        let text = metrics.render()?;
        let types = text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' '));
        let suffix = |kind| match kind {
            "counter" => "_total",
            "info" => "_info",
            _ => "",
        };
        Ok(types.map(|(name, kind)| (format!("{name}{}", suffix(kind)), kind.to_owned())).collect())
    }

    /// The media type of [`Self::render`].
    pub const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    /// Request metrics.
    pub fn requests(&self) -> &Requests {
        &self.0.requests
    }

    /// Solving metrics.
    pub fn solving(&self) -> &Solving {
        &self.0.solving
    }

    /// Returns the meter of a new batch or stream of solutions.
    pub fn stream(&self, subject: SubjectKind) -> StreamMeter {
        StreamMeter::new(self.0.solving.clone(), subject)
    }

    /// Reads the number of open connections of the public listener at each scrape from now on.
    pub fn observe_connections(&self, connections_max: u32, open: impl Fn() -> u32 + Send + Sync + 'static) {
        // A second listener would be a bug; the first one stays.
        let _ = self.0.connections.set(ConnectionGauge { connections_max, open: Box::new(open) });
    }

    /// Renders all metrics as OpenMetrics text.
    ///
    /// # Errors
    /// If a metric cannot be encoded, which would be a bug.
    pub fn render(&self) -> Result<String, fmt::Error> {
        let mut text = String::new();
        text::encode(&mut text, &self.0.registry)?;
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use quadrille_answers::service::{ClientId, SharedResource, ShedReason, VerdictCounts};

    use super::*;

    #[test]
    fn every_name_has_the_prefix_of_the_program_or_of_the_process() {
        let text = Metrics::idle().render().expect("metrics render");
        assert!(text.ends_with("# EOF\n"), "{text}");
        for line in text.lines().filter(|line| !line.starts_with("# EOF")) {
            let name = line
                .trim_start_matches("# ")
                .split(' ')
                .find(|word| !["HELP", "TYPE", "UNIT"].contains(word));
            assert!(
                name.is_some_and(|name| name.starts_with("quadrille_") || name.starts_with("process_")),
                "{line}"
            );
        }
    }

    #[test]
    fn service_and_cache_metrics_are_read_at_each_scrape() {
        let meters = Meters::default();
        let sources = Sources::idle();
        let dispatcher = sources.dispatcher.clone();
        let cache = Arc::new(|| CacheStats { hits: 11, misses: 12, entries: 13, bytes: 14 });
        sources.jobs.claimed.increment();
        let metrics = Metrics::new(Sources { meters: meters.clone(), cache, ..sources });
        let _stream = dispatcher.stream_permit(ClientId::SHARED).expect("a free stream");
        let _queued = meters.queued.enter();
        let _running = [meters.running.enter(), meters.running.enter()];
        for reason in
            [ShedReason::Full, ShedReason::Share].map(|reason| reason(SharedResource::SlowQuestions))
        {
            meters.shed.counter(reason).increment();
        }
        meters.cancelled.increment();
        meters.worked.add(Duration::from_millis(1500));
        let text = metrics.render().expect("metrics render");
        for line in [
            "quadrille_queue_length 1",
            "quadrille_solver_threads 3",
            "quadrille_solver_threads_busy 2",
            "quadrille_slow_queue_searches 0",
            "quadrille_slow_queue_capacity 6",
            "quadrille_admission_permits 7",
            "quadrille_admission_permits_available 7",
            "quadrille_ready 1",
            "quadrille_streams 1",
            "quadrille_shed_total{reason=\"streams_full\"} 0",
            "quadrille_shed_total{reason=\"body_bytes_full\"} 0",
            "quadrille_body_reserved_bytes 0",
            "quadrille_shed_total{reason=\"slow_queue_share\"} 1",
            "quadrille_shed_total{reason=\"body_bytes_share\"} 0",
            "quadrille_client_share_used{resource=\"streams\"} 1",
            "quadrille_client_share_used{resource=\"slow_queue\"} 0",
            "quadrille_client_share_used{resource=\"event_streams\"} 0",
            "quadrille_shed_total{reason=\"event_streams_full\"} 0",
            "quadrille_event_streams 0",
            "quadrille_client_share_used{resource=\"body_bytes\"} 0",
            "quadrille_shed_total{reason=\"queue_full\"} 0",
            "quadrille_shed_total{reason=\"queue_share\"} 0",
            "quadrille_shed_total{reason=\"queue_wait\"} 0",
            "quadrille_shed_total{reason=\"slow_queue_large_full\"} 0",
            "quadrille_queue_expected_wait_seconds 0.0",
            "quadrille_queue_wait_limit_seconds 0.25",
            "quadrille_client_share_used{resource=\"queue\"} 0",
            "quadrille_shed_total{reason=\"slow_queue_full\"} 1",
            "quadrille_cancelled_total 1",
            "quadrille_expired_total 0",
            "quadrille_solver_busy_seconds_total 1.5",
            "quadrille_cache_hits_total 11",
            "quadrille_cache_misses_total 12",
            "quadrille_cache_entries 13",
            "quadrille_cache_bytes 14",
            "quadrille_jobs{state=\"running\"} 0",
            "quadrille_job_pieces_ready 0",
            "quadrille_job_pieces_ready_age_seconds 0",
            "quadrille_job_workers 0",
            "quadrille_job_threads_idle 0",
            "quadrille_jobs_stored_bytes 0",
            "quadrille_jobs_stored_capacity_bytes 0",
            "quadrille_jobs_free_bytes 18446744073709551615",
            "quadrille_jobs_free_min_bytes 0",
            "quadrille_job_pieces_running 0",
            "quadrille_job_pieces_total{event=\"claimed\"} 1",
            "quadrille_job_pieces_total{event=\"reaped\"} 0",
        ] {
            assert!(text.lines().any(|written| written == line), "{line} is not in\n{text}");
        }
    }

    #[test]
    fn batch_verdicts_are_counted_once() {
        let metrics = Metrics::idle();
        let (meter, other) = (metrics.stream(SubjectKind::Puzzle), metrics.stream(SubjectKind::ExactCover));
        assert_eq!(meter.counts(), None);
        meter.set_counts(VerdictCounts { unique: 2, errors: 1, ..VerdictCounts::default() });
        meter.set_counts(VerdictCounts { unique: 2, errors: 1, ..VerdictCounts::default() });
        let end = VerdictCounts { none: 5, unique: 3, errors: 4, ..VerdictCounts::default() };
        meter.clone().set_counts(end);
        other.set_counts(VerdictCounts { unique: 10, ..VerdictCounts::default() });
        assert_eq!(meter.counts(), Some(end));
        let text = metrics.render().expect("metrics render");
        for line in [
            "quadrille_batch_puzzles_total{subject=\"puzzle\"} 8",
            "quadrille_batch_puzzles_total{subject=\"exact_cover\"} 10",
            "quadrille_batch_errors_total{subject=\"puzzle\"} 4",
            "quadrille_verdicts_total{subject=\"puzzle\",verdict=\"none\"} 5",
            "quadrille_verdicts_total{subject=\"puzzle\",verdict=\"unique\"} 3",
            "quadrille_verdicts_total{subject=\"exact_cover\",verdict=\"unique\"} 10",
            "quadrille_verdicts_total{subject=\"exact_cover\",verdict=\"unknown\"} 0",
            "quadrille_solve_seconds_count{subject=\"puzzle\"} 0",
        ] {
            assert!(text.lines().any(|written| written == line), "{line} is not in\n{text}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn process_metrics_are_plausible() {
        let text = Metrics::idle().render().expect("metrics render");
        let value = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            line.unwrap_or_else(|| panic!("{name} is not in\n{text}")).parse::<f64>().expect("a number")
        };
        assert!((1e5..1e11).contains(&value("process_resident_memory_bytes")));
        assert!((3.0..1e5).contains(&value("process_open_fds")));
        assert!(value("process_max_fds") >= value("process_open_fds"));
        assert!((1.0..1e4).contains(&value("process_threads")));
        assert!((0.0..1e6).contains(&value("process_cpu_seconds_total")));
        let start = value("process_start_time_seconds");
        assert!((1.7e9..1e10).contains(&start), "{start}");
    }
}
