//! The service under test, clients for it, and its log and metrics.

use std::future::Future;
use std::time::Duration;

use tokio::time::timeout;

mod client;
mod load;
mod log;
mod metrics;
mod schema;
mod server;

pub(crate) use client::{Call, Reply, app, config, without_timings};
pub(crate) use load::{
    HOUR_MS, endless_count, free_permits, free_slow_permits, free_streams, one_thread, run_test, spawn,
    with_slow_queue,
};
pub(crate) use log::CapturedLog;
pub(crate) use metrics::{assert_metrics, metrics_text, wait_for_metrics};
pub(crate) use schema::schema_faults;
pub(crate) use server::{
    TestServer, endless_request, exchange, get_and_close, get_request, post_request, read_all, read_one,
};

/// Bound on a test that hangs. No test depends on it.
const TEST_TIMEOUT: Duration = Duration::from_secs(300);

/// Output of a future. Panics if the future hangs.
pub(crate) async fn within_timeout<T>(future: impl Future<Output = T>) -> T {
    timeout(TEST_TIMEOUT, future).await.expect("the test does not hang")
}
