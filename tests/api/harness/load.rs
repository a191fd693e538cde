//! Configurations, long searches and waits for the tests of scheduling.

use std::future::Future;

use quadrille::config::{Config, QueueMax};
use quadrille::server::{App, runtime};
use serde_json::{Value, json};
use tokio::task::{JoinHandle, yield_now};

use super::{Call, Reply, config, within_timeout};

/// Time limit that no test reaches.
pub(crate) const HOUR_MS: u64 = 3_600_000;

/// One solver thread, whose first slice outlasts every test. One client may take everything.
pub(crate) fn one_thread(queue_length: usize) -> Config {
    let mut config = config();
    config.clients.shares = false;
    config.solver.threads = 1;
    config.solver.queue_max = QueueMax::Fixed(queue_length);
    config.solver.slow_after_ms = 60_000;
    config.solver.time_ms_max = HOUR_MS;
    config
}

/// Slow queue of `slow_queue_max` searches, 100 permits for fresh questions, and a first slice of 1 ms. One client may
/// take everything.
pub(crate) fn with_slow_queue(threads: usize, slow_queue_max: usize) -> Config {
    let mut config = config();
    config.clients.shares = false;
    config.solver.threads = threads;
    config.solver.queue_max = QueueMax::Fixed(100 - threads);
    config.solver.slow_queue_max = slow_queue_max;
    config.solver.slow_after_ms = 1;
    config.solver.time_ms_max = HOUR_MS;
    config
}

/// Runs `test` on the runtime that the service configures for itself.
pub(crate) fn run_test<F: Future<Output = ()>>(config: &Config, test: impl FnOnce(App) -> F) {
    let app = App::new(config).expect("the app is built");
    let runtime = runtime(config).expect("the runtime starts");
    runtime.block_on(within_timeout(test(app)));
}

/// Count that only its limits or a cancellation can end.
pub(crate) fn endless_count(limits: &Value) -> Call {
    let body = json!({ "puzzle": ".".repeat(81), "limit": 9_007_199_254_740_991_u64, "limits": limits });
    Call::json("/count", body.to_string())
}

pub(crate) fn spawn(app: &App, call: Call) -> JoinHandle<Reply> {
    let app = app.clone();
    tokio::spawn(async move { call.to(&app).await })
}

/// Waits until `permits` permits for fresh questions are free.
pub(crate) async fn free_permits(app: &App, permits: usize) {
    while app.dispatcher.free_permits() != permits {
        yield_now().await;
    }
}

/// Waits until `streams` permits for streams are free.
pub(crate) async fn free_streams(app: &App, streams: usize) {
    while app.dispatcher.free_streams() != streams {
        yield_now().await;
    }
}

/// Waits until `permits` permits for slow questions are free.
pub(crate) async fn free_slow_permits(app: &App, permits: usize) {
    while app.dispatcher.free_slow_permits() != permits {
        yield_now().await;
    }
}
