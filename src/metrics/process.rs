//! Process metrics, read from `/proc` at each scrape. Linux only.
//!
//! They have the names of the Prometheus client libraries, `process_*`.

use std::fmt;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Unit;

/// Collector of the process metrics.
#[derive(Debug)]
pub(super) struct ProcessCollector;

/// One reading of `/proc/self`.
#[derive(Clone, Copy, Debug)]
struct ProcessReading {
    resident_bytes: u64,
    threads: u64,
    open_fds: u64,
    /// `None` if unlimited.
    max_fds: Option<u64>,
    cpu_seconds: f64,
    /// Since the Unix epoch.
    start_seconds: f64,
}

impl Collector for ProcessCollector {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let Some(reading) = read() else { return Ok(()) };
        let ProcessReading { resident_bytes, threads, open_fds, max_fds, cpu_seconds, start_seconds } =
            reading;
        let bytes = Some(&Unit::Bytes);
        for (name, help, unit, value) in [
            ("process_resident_memory", "Resident memory size", bytes, Some(resident_bytes)),
            ("process_threads", "Number of operating system threads", None, Some(threads)),
            ("process_open_fds", "Number of open file descriptors", None, Some(open_fds)),
            ("process_max_fds", "Maximum number of open file descriptors", None, max_fds),
        ] {
            let Some(value) = value else { continue };
            let gauge = ConstGauge::new(value);
            gauge.encode(encoder.encode_descriptor(name, help, unit, gauge.metric_type())?)?;
        }
        let seconds = Some(&Unit::Seconds);
        let cpu = ConstCounter::new(cpu_seconds);
        let help = "Total user and system CPU time";
        cpu.encode(encoder.encode_descriptor("process_cpu", help, seconds, cpu.metric_type())?)?;
        let start = ConstGauge::new(start_seconds);
        let help = "Start time of the process since the Unix epoch";
        start.encode(encoder.encode_descriptor("process_start_time", help, seconds, start.metric_type())?)
    }
}

/// Reads `/proc/self`. No disk is involved, so an async task may call it.
#[cfg(target_os = "linux")]
fn read() -> Option<ProcessReading> {
    use procfs::process::{LimitValue, Process};

    let process = Process::myself().ok()?;
    let stat = process.stat().ok()?;
    let seconds = |ticks: u64| ticks as f64 / procfs::ticks_per_second() as f64;
    Some(ProcessReading {
        resident_bytes: stat.rss * procfs::page_size(),
        threads: stat.num_threads.try_into().ok()?,
        open_fds: process.fd_count().ok()? as u64,
        max_fds: match process.limits().ok()?.max_open_files.soft_limit {
            LimitValue::Value(value) => Some(value),
            LimitValue::Unlimited => None,
        },
        cpu_seconds: seconds(stat.utime + stat.stime),
        start_seconds: procfs::boot_time_secs().ok()? as f64 + seconds(stat.starttime),
    })
}

#[cfg(not(target_os = "linux"))]
fn read() -> Option<ProcessReading> {
    None
}
