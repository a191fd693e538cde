//! Puts the parts together and serves until the process is asked to stop.

use std::future::Future;
use std::io;
use std::net::TcpListener as StdTcpListener;
use std::time::Duration;

use ::http::HeaderValue;
use anyhow::{Context, Result};
use axum::Router;
use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;
use tokio::time::sleep;

use crate::config::Config;
use crate::http::{CorsOrigins, HttpSettings, document, router};
use crate::service::{Capacity, Dispatcher, LimitsPolicy, Policies};
use crate::shutdown::ShutdownSignals;
use crate::telemetry;

/// How long answers may take to leave once all work was told to end.
const FLUSH_GRACE: Duration = Duration::from_millis(800);

/// The parts of the service.
#[derive(Clone, Debug)]
pub struct App {
    /// Where questions are answered.
    pub dispatcher: Dispatcher,
    /// What is served.
    pub router: Router,
}

impl App {
    /// Composes the service from its settings.
    ///
    /// # Errors
    /// Where an origin is no header value, or the OpenAPI document cannot be written.
    pub fn new(config: &Config) -> Result<Self> {
        let Config { solver, batch, http, server, .. } = config;
        let capacity = Capacity {
            threads: solver.threads,
            // One is left to whoever comes next.
            slow_threads: solver.threads.saturating_sub(1).max(1),
            queue_length: solver.queue_places(),
            slow_lane: solver.slow_lane_max,
            first_slice: Duration::from_millis(solver.first_slice_ms),
            streams: batch.streams_max,
            output_buffer_bytes: batch.output_buffer_bytes,
        };
        let policy = |time_ms_default| LimitsPolicy {
            time_default: Duration::from_millis(time_ms_default),
            time_max: Duration::from_millis(solver.time_ms_max),
            nodes_max: solver.nodes_bound(),
        };
        let policies =
            Policies { single: policy(solver.time_ms_default), batch: policy(batch.time_ms_default) };
        let settings = HttpSettings {
            body_bytes_max: http.body_bytes_max,
            body_read: Duration::from_millis(http.body_read_ms),
            body_idle: Duration::from_millis(http.body_idle_ms),
            line_bytes_max: batch.line_bytes_max,
            cors_origins: cors_origins(&server.cors_origins)?,
            docs: server.docs,
        };
        let dispatcher = Dispatcher::new(capacity, policies);
        let router = router(dispatcher.clone(), &settings, &document())?;
        Ok(Self { dispatcher, router })
    }
}

fn cors_origins(origins: &[String]) -> Result<CorsOrigins> {
    if origins.is_empty() {
        return Ok(CorsOrigins::None);
    }
    if origins.iter().any(|origin| origin == "*") {
        return Ok(CorsOrigins::Any);
    }
    let values: Result<Vec<HeaderValue>, _> = origins.iter().map(|origin| origin.parse()).collect();
    Ok(CorsOrigins::Listed(values.context("server.cors_origins: an origin is no header value")?))
}

/// The runtime that a service of these settings needs: its blocking pool is as wide as there are solver threads,
/// so that the pool is the queue. Nothing but solving may run on it.
///
/// # Errors
/// Where the operating system refuses threads.
pub fn runtime(config: &Config) -> io::Result<Runtime> {
    Builder::new_multi_thread().enable_all().max_blocking_threads(config.solver.threads).build()
}

/// Serves until SIGTERM or SIGINT, with a bounded grace for what is in flight; a second signal ends it at once.
///
/// # Errors
/// What stopped the start, before a port was opened wherever that can be.
pub fn serve(config: &Config) -> Result<()> {
    telemetry::init(&config.log)?;
    let app = App::new(config)?;
    let runtime = runtime(config).context("the runtime could not be started")?;
    let address = config.server.listen;
    let served = runtime.block_on(async {
        let mut first = ShutdownSignals::listen().context("signals cannot be handled")?;
        let mut second = ShutdownSignals::listen().context("signals cannot be handled")?;
        let listener =
            listen(config).with_context(|| format!("server.listen: cannot listen on {address}"))?;
        let asked_to_stop = async move {
            let signal = first.next().await;
            tracing::info!(signal, "asked to stop");
        };
        let asked_twice = async move {
            second.next().await;
            second.next().await
        };
        tokio::select! {
            served = run(listener, app, config.shutdown.drain(), asked_to_stop) => Ok(served?),
            signal = asked_twice => {
                tracing::warn!(signal, "asked to stop again: not waiting any longer");
                anyhow::Ok(())
            }
        }
    });
    runtime.shutdown_background();
    served.inspect(|()| tracing::info!("stopped"))
}

/// Opens the port, and says where.
fn listen(config: &Config) -> io::Result<TcpListener> {
    let listener = StdTcpListener::bind(config.server.listen)?;
    listener.set_nonblocking(true)?;
    let listener = TcpListener::from_std(listener)?;
    let address = listener.local_addr()?;
    tracing::info!(%address, solver_threads = config.solver.threads, "listening on http://{address}");
    Ok(listener)
}

/// Serves on `listener` until `shutdown` completes, then finishes what is in flight: for up to `drain` undisturbed,
/// after which all work is told to end and answers with what it has.
///
/// # Errors
/// Where the listener fails.
pub async fn run(
    listener: TcpListener,
    app: App,
    drain: Duration,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let App { dispatcher, router } = app;
    let (draining, drain_begun) = oneshot::channel();
    let drained = dispatcher.clone();
    let serving = axum::serve(listener.tap_io(set_nodelay), router).with_graceful_shutdown(async move {
        shutdown.await;
        drained.drain();
        // The other side is gone only where serving has ended, and then nobody waits.
        let _ = draining.send(());
    });
    let grace = async move {
        if drain_begun.await.is_err() {
            return std::future::pending().await;
        }
        sleep(drain).await;
        dispatcher.stop();
        sleep(FLUSH_GRACE).await;
    };
    tokio::select! {
        served = serving => served,
        () = grace => {
            tracing::warn!("connections were still open at the end of the grace period");
            Ok(())
        }
    }
}

/// Answers are small: they must not wait to be joined by more.
fn set_nodelay(stream: &mut tokio::net::TcpStream) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "TCP_NODELAY could not be set");
    }
}
