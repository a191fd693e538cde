//! Puts the parts together and serves until the process is asked to stop.

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use ::http::{HeaderName, HeaderValue};
use anyhow::{Context, Result};
use axum::Router;
use tokio::runtime::{Builder, Runtime};
use tokio::time::{sleep, timeout};

use crate::config::{Config, Http, ListenAddress};
use crate::http::{
    CorsOrigins, DeadlineSettings, HttpSettings, admin_router, document, metrics_routes, router,
};
use crate::metrics::{Metrics, Sources};
use crate::service::{CachedDispatcher, Capacity, Dispatcher, LimitsPolicy, Meters, Policies};
use crate::shutdown::{ShutdownSignals, StopSignal};
use crate::telemetry;
use crate::transport::{self, ConnectionBounds, Connections, Listener, Phase, phases};

mod clients;

use self::clients::client_settings;

/// How long answers may take to leave once all work was told to end.
const FLUSH_GRACE: Duration = Duration::from_millis(800);

/// Connections of operators at once: few, but never those of the public.
const ADMIN_CONNECTIONS_MAX: u32 = 64;

/// Descriptors for what is no connection of the public: operators, listeners, the runtime, and some to spare.
const OTHER_DESCRIPTORS: u64 = ADMIN_CONNECTIONS_MAX as u64 + 64;

/// The parts of the service.
#[derive(Clone, Debug)]
pub struct App {
    /// Where questions are answered.
    pub dispatcher: Dispatcher,
    /// The same, with what is remembered of earlier answers.
    pub answers: CachedDispatcher,
    /// What is served.
    pub router: Router,
    /// What is served to those who run it.
    pub admin_router: Router,
    /// What is measured.
    pub metrics: Metrics,
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
            queue_length: solver.queue_capacity(),
            slow_lane: solver.slow_queue_max,
            slow_lane_large: solver.slow_queue_large_max,
            first_slice: Duration::from_millis(solver.slow_after_ms),
            streams: batch.streaming_requests_max,
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
            body_read: Duration::from_millis(http.body_read_timeout_ms),
            body_idle: Duration::from_millis(http.body_idle_timeout_ms),
            line_bytes_max: batch.line_bytes_max,
            cors_origins: cors_origins(&server.cors_origins)?,
            docs: server.docs,
            policies,
            deadlines: deadlines(http)?,
            clients: client_settings(&config.clients)?,
            keep: Duration::from_secs(http.cache_max_age_s),
        };
        let meters = Meters::default();
        let dispatcher = Dispatcher::new(capacity, meters.clone());
        let answers = CachedDispatcher::new(dispatcher.clone(), config.cache.bytes_max);
        let metrics = Metrics::new(Sources {
            dispatcher: dispatcher.clone(),
            capacity,
            meters,
            cache: {
                let answers = answers.clone();
                Arc::new(move || answers.stats())
            },
        });
        let router = router(dispatcher.clone(), answers.clone(), metrics.clone(), &settings, &document())?;
        let admin_router = admin_router(dispatcher.clone(), metrics.clone(), metrics_routes(metrics.clone()));
        Ok(Self { dispatcher, answers, router, admin_router, metrics })
    }
}

fn deadlines(http: &Http) -> Result<DeadlineSettings> {
    let name = Some(&http.deadline_header).filter(|name| !name.is_empty());
    let header = name.map(|name| name.parse::<HeaderName>()).transpose();
    Ok(DeadlineSettings {
        header: header.context("http.deadline_header is no name of a header")?,
        margin: Duration::from_millis(http.deadline_margin_ms),
    })
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

/// Where connections come from.
#[derive(Debug)]
pub struct Listeners {
    /// The service.
    pub public: Listener,
    /// Those who run it.
    pub admin: Option<Listener>,
}

/// Serves until SIGTERM or SIGINT, with a bounded grace for what is in flight; a second signal ends it at once.
///
/// # Errors
/// What stopped the start, before a port was opened wherever that can be.
pub fn serve(config: &Config) -> Result<()> {
    let _telemetry = telemetry::init(&config.log, &config.telemetry)?;
    let app = App::new(config)?;
    let runtime = runtime(config).context("the runtime could not be started")?;
    let served = runtime.block_on(async {
        let mut first = ShutdownSignals::listen().context("signals cannot be handled")?;
        let mut second = ShutdownSignals::listen().context("signals cannot be handled")?;
        let listeners = listen(config)?;
        let asked_twice = async move {
            second.next().await;
            second.next().await
        };
        tokio::select! {
            () = run(listeners, app, config, first.next()) => {}
            signal = asked_twice => tracing::warn!(%signal, "asked to stop again: not waiting any longer"),
        }
        anyhow::Ok(())
    });
    runtime.shutdown_background();
    served.inspect(|()| tracing::info!("stopped"))
}

/// Opens the ports, and says where.
fn listen(config: &Config) -> Result<Listeners> {
    let open = |key: &str, address: &ListenAddress| {
        let listener = match address {
            ListenAddress::Tcp(address) => Listener::tcp(*address),
            ListenAddress::Unix(path) => Listener::unix(path),
        };
        listener.with_context(|| format!("{key}: cannot listen on {address}"))
    };
    let public = open("server.listen", &config.server.listen)?;
    let admin = config.admin.listen.as_ref().map(|address| open("admin.listen", address)).transpose()?;
    let url = public.url();
    tracing::info!(url, solver_threads = config.solver.threads, "listening on {url}");
    if let Some(admin) = &admin {
        let url = admin.url();
        tracing::info!(url, "answering operators on {url}");
    }
    Ok(Listeners { public, admin })
}

/// Serves until `asked_to_stop` completes. Then, where a gateway may still send requests, everything is served as before
/// for a while; then nothing new is accepted, and what is in flight goes on undisturbed for a while; then all work is told
/// to end and answers with what it has. Operators are answered to the end.
pub async fn run(
    listeners: Listeners,
    app: App,
    config: &Config,
    asked_to_stop: impl Future<Output = StopSignal>,
) {
    let App { dispatcher, router, admin_router, .. } = app;
    let bounds = ConnectionBounds {
        header_read: config.http.header_read_timeout(),
        write_stall: config.http.write_stall_timeout(),
    };
    let (to_the_end, watch) = phases();
    let operators = listeners
        .admin
        .map(|admin| transport::serve(admin, admin_router, bounds, ADMIN_CONNECTIONS_MAX, watch));
    let (phase, watch) = phases();
    let connections_max = connections_max(config.http.connections_max);
    let public = transport::serve(listeners.public, router, bounds, connections_max, watch);
    let signal = asked_to_stop.await;
    tracing::info!(%signal, "asked to stop");
    dispatcher.drain();
    phase.advance(Phase::Draining);
    if signal == StopSignal::Terminate {
        sleep(config.shutdown.pre_drain()).await;
    }
    dispatcher.close();
    phase.advance(Phase::Closing);
    finish(public, &dispatcher, config.shutdown.drain()).await;
    drop((phase, to_the_end));
    if let Some(mut operators) = operators {
        operators.all_ended().await;
    }
}

/// Waits until no connection is left, for a while undisturbed, then for what there is to answer.
async fn finish(mut connections: Connections, dispatcher: &Dispatcher, drain: Duration) {
    if timeout(drain, connections.all_ended()).await.is_ok() {
        return;
    }
    dispatcher.stop();
    if timeout(FLUSH_GRACE, connections.all_ended()).await.is_err() {
        tracing::warn!("connections were still open at the end of the grace period");
    }
}

/// As many connections as are wanted, if the process may have the descriptors for them and for everything else.
fn connections_max(wanted: u32) -> u32 {
    let descriptors = u64::from(wanted) + OTHER_DESCRIPTORS;
    let granted = rlimit::increase_nofile_limit(descriptors).unwrap_or(descriptors);
    if granted >= descriptors {
        return wanted;
    }
    let possible = u32::try_from(granted.saturating_sub(OTHER_DESCRIPTORS)).unwrap_or(wanted).max(1);
    tracing::warn!(
        connections_max = possible,
        "http.connections_max: {wanted} connections take more than the {granted} descriptors that the process may have"
    );
    possible
}
