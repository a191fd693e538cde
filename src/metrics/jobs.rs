//! Metrics of jobs, read at each scrape.

use std::fmt;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Unit;
use quadrille_jobs::{JobGauges, JobHistograms, JobMeters, JobState};

use super::service::gauge;

/// Collector of the metrics of jobs.
#[derive(Debug)]
pub(super) struct JobCollector(pub(super) JobMeters);

impl Collector for JobCollector {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let Self(meters) = self;
        let JobGauges { totals, live, free_bytes } = meters.gauges();
        let help = "Jobs by state, some seconds ago";
        let mut jobs = encoder.encode_descriptor("jobs", help, None, MetricType::Gauge)?;
        for (state, number) in JobState::ALL.into_iter().zip(totals.states) {
            let gauge = ConstGauge::new(number);
            gauge.encode(jobs.encode_family(&[("state", state.as_str())])?)?;
        }
        let (ready, running) = (totals.ready, meters.running.get());
        let help = "Pieces of jobs that wait for a worker, some seconds ago";
        gauge(&mut encoder, "job_pieces_ready", help, None, ready)?;
        let help = "Time for which the oldest of them has waited, some seconds ago";
        let unit = Some(&Unit::Seconds);
        gauge(&mut encoder, "job_pieces_ready_age", help, unit, totals.ready_age.as_secs())?;
        let help = "Pieces of jobs that this process runs now";
        gauge(&mut encoder, "job_pieces_running", help, None, running)?;
        let help = "Processes that run pieces of jobs of the same database, some seconds ago";
        gauge(&mut encoder, "job_workers", help, None, live.workers)?;
        let help = "Threads of these processes that have no piece to run, some seconds ago";
        gauge(&mut encoder, "job_threads_idle", help, None, live.idle_threads)?;
        let help = "Whether the queue of jobs is paused (1) or not (0), some seconds ago";
        gauge(&mut encoder, "jobs_paused", help, None, u64::from(totals.is_paused))?;
        let help = "Bytes that jobs and uploads have stored or reserved, some seconds ago";
        gauge(&mut encoder, "jobs_stored", help, Some(&Unit::Bytes), totals.stored_bytes)?;
        let help = "Maximum number of these bytes; 0 for none";
        gauge(&mut encoder, "jobs_stored_capacity", help, Some(&Unit::Bytes), meters.stored_bytes_max)?;
        let help = "Free space of the folder of inputs and results, some seconds ago; 2^64 - 1 if unknown";
        gauge(&mut encoder, "jobs_free", help, Some(&Unit::Bytes), free_bytes.unwrap_or(u64::MAX))?;
        let help = "Free space below which nothing is written";
        gauge(&mut encoder, "jobs_free_min", help, Some(&Unit::Bytes), meters.free_bytes_min)?;
        let help = "Events of pieces of jobs: claimed by this process, done, retried after a failure, lost to another worker, \
                    taken from a worker that has died";
        let mut events = encoder.encode_descriptor("job_pieces", help, None, MetricType::Counter)?;
        for (event, counter) in [
            ("claimed", &meters.claimed),
            ("done", &meters.done),
            ("retried", &meters.retried),
            ("lost", &meters.lost),
            ("reaped", &meters.reaped),
        ] {
            ConstCounter::new(counter.get()).encode(events.encode_family(&[("event", event)])?)?;
        }
        let help = "Jobs that clients with and without an API key have created";
        let mut created = encoder.encode_descriptor("jobs_created", help, None, MetricType::Counter)?;
        for (client, counter) in
            [("key", &meters.created_with_key), ("anonymous", &meters.created_without_key)]
        {
            ConstCounter::new(counter.get()).encode(created.encode_family(&[("client", client)])?)?;
        }
        let JobHistograms { piece, first_claim, claim } = &meters.times;
        let (kind, help) =
            (MetricType::Histogram, "Duration of attempts at pieces in this process, by kind of work");
        piece.encode(encoder.encode_descriptor("job_piece", help, unit, kind)?)?;
        let help = "Time from the creation of a job to the claim of its first piece, by this process";
        first_claim.encode(encoder.encode_descriptor("job_first_claim_wait", help, unit, kind)?)?;
        let help = "Duration of claims of this process that have found pieces";
        claim.encode(encoder.encode_descriptor("job_claim", help, unit, kind)?)?;
        Ok(())
    }
}
