//! Composition, start and graceful shutdown of the service.

use std::future::Future;
use std::io;
use std::num::NonZeroUsize;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use ::http::{HeaderName, HeaderValue};
use anyhow::{Context, Result, anyhow, ensure};
use axum::Router;
use quadrille_answers::service::{
    CachedDispatcher, Capacity, Dispatcher, InputBudget, InputCapacity, LimitsPolicy, Meters, Policies,
};
use quadrille_jobs::Jobs;
use tokio::runtime::{Builder, Runtime};
use tokio::time::{sleep, timeout};
use tokio_util::task::TaskTracker;

use crate::config::{AdminListen, Clients, Config, Http, ListenAddress, Overrides, stray_variables};
use crate::http::{
    ClientAccess, CorsOrigins, DeadlineSettings, HostSettings, HttpSettings, ProblemBounds, admin_router,
    metrics_route, router,
};
use crate::metrics::{Metrics, Sources};
use crate::shutdown::{ReloadSignals, ShutdownSignals, StopSignal};
use crate::system::{increase_descriptor_limit, make_files_private};
use crate::telemetry::{self, LostLines};
use crate::transport::{
    self, AcceptPolicy, ConnectionBounds, ConnectionShares, Connections, Listener, REFUSED_MAX, Refuse,
    ShutdownPhase, phases,
};

mod admin;
mod clients;
mod jobs;
mod refusals;
mod reload;
mod trim;

use self::admin::{ADMIN_CONNECTIONS_MAX, AdminServer};
use self::clients::client_settings;
use self::jobs::job_settings;
use self::refusals::refuse_with;
use self::reload::reload_on_signal;
use self::trim::return_freed_memory;

/// Time to send partial answers after all tasks were stopped.
const FLUSH_GRACE: Duration = Duration::from_millis(800);

/// File descriptors for everything but public connections: operations, refused connections, listeners, runtime, reserve.
const OTHER_DESCRIPTORS: u64 = (ADMIN_CONNECTIONS_MAX + REFUSED_MAX) as u64 + 64;

/// Composed service.
#[derive(Clone, Debug)]
pub struct App {
    /// Dispatcher of all work.
    pub dispatcher: Dispatcher,
    /// Dispatcher with a cache of final answers.
    pub answers: CachedDispatcher,
    /// Byte budget of request bodies.
    pub input_budget: InputBudget,
    /// Authentication and rate limits of clients.
    pub access: ClientAccess,
    /// Routes of the public listener.
    pub router: Router,
    /// Routes of the admin listener.
    pub admin_router: Router,
    /// Metrics of the service.
    pub metrics: Metrics,
    /// Jobs.
    pub jobs: Jobs,
}

impl App {
    /// Creates the service from its settings.
    ///
    /// # Errors
    /// Returns an error if a CORS origin is no header value or the OpenAPI document cannot be serialised.
    pub fn new(config: &Config) -> Result<Self> {
        Self::with_lost_lines(config, LostLines::default())
    }

    /// Creates the service with the number of lost log lines among its metrics.
    fn with_lost_lines(config: &Config, lost_lines: LostLines) -> Result<Self> {
        let Config { solver, batch, exact_cover, generate, http, server, .. } = config;
        let capacity = Capacity {
            threads: solver.threads,
            // One thread stays free for fresh questions.
            slow_threads: solver.threads.saturating_sub(1).max(1),
            queue_length: solver.queue_capacity(),
            queue_wait_max: Duration::from_millis(solver.queue_wait_ms_max),
            slow_queue_length: solver.slow_queue_max,
            slow_large_max: solver.slow_queue_large_max,
            first_slice: Duration::from_millis(solver.slow_after_ms),
            streams_max: batch.streaming_requests_max,
            event_streams_max: config.jobs.event_streams_max,
            output_buffer_bytes: batch.output_buffer_bytes,
            share_percent: config.clients.effective_capacity_share(),
        };
        let policy = |time_ms_default, threads_max| LimitsPolicy {
            time_default: Duration::from_millis(time_ms_default),
            time_max: Duration::from_millis(solver.time_ms_max),
            nodes_max: solver.nodes_bound(),
            threads_max,
        };
        // More would only take turns.
        let threads = solver.threads_per_question_max.min(capacity.slow_threads);
        let threads_max = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
        let policies = Policies {
            single: policy(solver.time_ms_default, threads_max),
            batch: policy(batch.time_ms_default, NonZeroUsize::MIN),
        };
        let settings = HttpSettings {
            body_bytes_max: http.body_bytes_max,
            body_read: Duration::from_millis(http.body_read_timeout_ms),
            body_idle: Duration::from_millis(http.body_idle_timeout_ms),
            line_bytes_max: batch.line_bytes_max,
            problem_bounds: ProblemBounds {
                items: exact_cover.items_max,
                options: exact_cover.options_max,
                entries: exact_cover.entries_max,
            },
            generate_count_max: generate.count_max,
            cors_origins: cors_origins(&server.cors_origins)?,
            docs: server.docs,
            policies,
            deadlines: deadlines(http)?,
            cache_age_max: Duration::from_secs(http.cache_max_age_s),
            hosts: hosts(http, Some(&server.listen)),
        };
        let meters = Meters::default();
        let dispatcher = Dispatcher::new(capacity, meters.clone());
        let answers = CachedDispatcher::new(dispatcher.clone(), config.cache.bytes_max);
        let bodies = InputCapacity {
            bytes_max: http.body_bytes_total_max,
            request_bytes_max: http.body_bytes_max,
            share_percent: capacity.share_percent,
        };
        let input_budget = InputBudget::new(bodies, meters.clone());
        let jobs = Jobs::new(job_settings(config));
        let metrics = Metrics::new(Sources {
            dispatcher: dispatcher.clone(),
            capacity,
            meters,
            input_budget: input_budget.clone(),
            jobs: jobs.meters().clone(),
            cache: {
                let answers = answers.clone();
                Arc::new(move || answers.stats())
            },
            lost_lines: Box::new(move || lost_lines.get()),
        });
        let access = ClientAccess::new(client_settings(&config.clients)?);
        let router =
            router(answers.clone(), jobs.clone(), input_budget.clone(), metrics.clone(), &access, &settings);
        let admin_address = match &config.admin.listen {
            AdminListen::Auto => Some(&ListenAddress::Tcp(AdminListen::USUAL)),
            listen => listen.address(),
        };
        let admin_hosts = hosts(http, admin_address);
        let admin_router =
            admin_router(&dispatcher, &jobs, metrics.clone(), admin_hosts, [metrics_route(metrics.clone())]);
        Ok(Self { dispatcher, answers, input_budget, access, router, admin_router, metrics, jobs })
    }
}

fn deadlines(http: &Http) -> Result<DeadlineSettings> {
    let name = Some(&http.deadline_header).filter(|name| !name.is_empty());
    let header = name.map(|name| name.parse::<HeaderName>()).transpose();
    Ok(DeadlineSettings {
        header: header.context("http.deadline_header is not a header name")?,
        margin: Duration::from_millis(http.deadline_margin_ms),
    })
}

/// Returns the names of the service on a listener.
fn hosts(http: &Http, listen: Option<&ListenAddress>) -> HostSettings {
    let is_loopback = |address: &ListenAddress| match address {
        ListenAddress::Tcp(address) => address.ip().to_canonical().is_loopback(),
        ListenAddress::Unix(_) => false,
    };
    HostSettings { listed: http.hosts.clone(), on_loopback: listen.is_some_and(is_loopback) }
}

fn cors_origins(origins: &[String]) -> Result<CorsOrigins> {
    if origins.is_empty() {
        return Ok(CorsOrigins::None);
    }
    if origins.iter().any(|origin| origin == "*") {
        return Ok(CorsOrigins::Any);
    }
    let values: Result<Vec<HeaderValue>, _> = origins.iter().map(|origin| origin.parse()).collect();
    Ok(CorsOrigins::Listed(values.context("server.cors_origins: an origin is not a header value")?))
}

/// Creates the runtime. Its blocking pool runs and queues the solver tasks, one thread per solver thread. No other code
/// may use the pool.
///
/// # Errors
/// Returns the operating system's error if threads cannot be created.
pub fn runtime(config: &Config) -> io::Result<Runtime> {
    Builder::new_multi_thread().enable_all().max_blocking_threads(config.solver.threads).build()
}

/// Listening sockets.
#[derive(Debug)]
pub struct Listeners {
    /// Public listener.
    pub public: Listener,
    /// Operations listener.
    pub admin: Option<Listener>,
}

/// Checks everything that [`serve`] checks before it opens a listener.
///
/// # Errors
/// Returns the error that would prevent the start.
pub fn check(config: &Config) -> Result<()> {
    quadrille_jobs::install_cryptography();
    telemetry::check(&config.log, &config.telemetry)?;
    App::new(config).map(|_| ())
}

/// Runs a process: telemetry, composition, threads, and `main`, which ends after the first of the signals. A second signal stops at once.
fn run_process(config: &Config, main: impl AsyncFnOnce(App, ShutdownSignals) -> Result<()>) -> Result<()> {
    return_freed_memory().context("starting a thread")?;
    quadrille_jobs::install_cryptography();
    let telemetry = telemetry::init(&config.log, &config.telemetry)?;
    for warning in stray_variables() {
        tracing::warn!("{warning}");
    }
    let app = App::with_lost_lines(config, telemetry.lost_lines())?;
    let runtime = runtime(config).context("starting the runtime")?;
    let ended = runtime.block_on(async {
        let first = ShutdownSignals::listen().context("installing signal handlers")?;
        let mut second = ShutdownSignals::listen().context("installing signal handlers")?;
        let second_signal = async {
            second.next().await;
            second.next().await
        };
        tokio::select! {
            ended = main(app, first) => ended?,
            signal = second_signal => tracing::warn!(%signal, "second stop signal received, stopping without drain"),
        }
        anyhow::Ok(())
    });
    runtime.shutdown_background();
    ended.inspect(|()| tracing::info!("stopped"))
}

/// Serves until SIGTERM or SIGINT, then shuts down gracefully within a bounded time. A second signal stops at once.
///
/// # Errors
/// Returns the error that prevented the start, found before a port is opened if possible.
pub fn serve(overrides: &Overrides) -> Result<()> {
    let config = &Config::load(overrides)?;
    run_process(config, async |app, mut signals| {
        let hangups = ReloadSignals::listen().context("installing signal handlers")?;
        let listeners = listen(config)?;
        make_files_private();
        let access = app.access.clone();
        tokio::select! {
            () = run(listeners, app, config, signals.next()) => {}
            () = reload_on_signal(hangups, overrides, config, &access) => {}
        }
        Ok(())
    })
}

/// Serves tools to one language model over standard input and output, until it closes them. No other client shares the threads, and
/// nothing is logged: the output is for the model.
///
/// # Errors
/// Returns the error that prevented the start, or that ended the service.
#[cfg(feature = "mcp")]
pub fn serve_tools(overrides: &Overrides) -> Result<()> {
    let mut config = Config::load(overrides)?;
    let others = config.clients;
    config.clients = Clients { api_keys: Vec::new(), requests_per_minute: 0, shares: false, ..others };
    quadrille_jobs::install_cryptography();
    let app = App::new(&config)?;
    // A read and a write each take a thread.
    let blocking = config.solver.threads + 2;
    let runtime = Builder::new_multi_thread().enable_all().max_blocking_threads(blocking).build();
    let runtime = runtime.context("starting the runtime")?;
    let ended = runtime.block_on(crate::http::serve_stdio(crate::http::tools(app.router, app.dispatcher)));
    runtime.shutdown_background();
    ended.context("serving tools")
}

/// Serves tools to a language model.
///
/// # Errors
/// Always: the program was built without them.
#[cfg(not(feature = "mcp"))]
pub fn serve_tools(_overrides: &Overrides) -> Result<()> {
    Err(anyhow!("this program was built without the feature `mcp`"))
}

/// Runs pieces of jobs until SIGTERM or SIGINT, then gives back those that are not done within a bounded time. A second signal stops
/// at once. Serves health and metrics if an admin listener is configured, and no requests.
///
/// # Errors
/// Returns the error that prevented the start. A database that does not answer yet is none.
pub fn work(overrides: &Overrides) -> Result<()> {
    let mut config = Config::load(overrides)?;
    config.jobs.worker = true;
    run_process(&config, async |app, mut signals| {
        ensure!(app.jobs.is_on(), "jobs.database: jobs are off, and a worker does nothing else");
        let admin = listen_admin(&config)?;
        make_files_private();
        run_worker(admin, app, &config, signals.next()).await
    })
}

/// Runs pieces until `stop_signal` completes, then gives them back. The admin listener serves until the end.
async fn run_worker(
    admin: Option<Listener>,
    app: App,
    config: &Config,
    stop_signal: impl Future<Output = StopSignal>,
) -> Result<()> {
    let App { dispatcher, admin_router, metrics, jobs, .. } = app;
    let admin = start_admin(admin, admin_router, connection_bounds(config), refuse_with(metrics));
    let mut stop_signal = pin!(stop_signal);
    let signal = tokio::select! {
        biased;
        signal = &mut stop_signal => signal,
        opened = jobs.open() => {
            // The messages of the database name their causes.
            opened.map_err(|error| anyhow!("cannot open the database or the store of jobs: {error}"))?;
            let database = config.jobs.database_name();
            tracing::info!(database, threads = config.jobs.threads, "running pieces of jobs");
            stop_signal.await
        }
    };
    tracing::info!(%signal, "stop signal received, giving pieces back");
    dispatcher.drain();
    if timeout(config.shutdown.drain(), jobs.drain()).await.is_err() {
        tracing::warn!("pieces of jobs still running after the drain");
    }
    if let Some(admin) = admin {
        admin.end().await;
    }
    Ok(())
}

/// Opens the listeners and logs their addresses.
fn listen(config: &Config) -> Result<Listeners> {
    let public = listen_on("server.listen", &config.server.listen, config)?;
    let url = public.url();
    tracing::info!(url, solver_threads = config.solver.threads, "listening on {url}");
    Ok(Listeners { public, admin: listen_admin(config)? })
}

/// Opens the admin listener, if one is configured, and logs its address.
fn listen_admin(config: &Config) -> Result<Option<Listener>> {
    let admin = match &config.admin.listen {
        AdminListen::None => return Ok(None),
        AdminListen::At(address) => listen_on("admin.listen", address, config)?,
        AdminListen::Auto => match Listener::tcp(AdminListen::USUAL) {
            Ok(admin) => admin,
            Err(error) => {
                let address = AdminListen::USUAL;
                tracing::warn!(%error, %address, "no admin listener: set admin.listen to another address, or to none");
                return Ok(None);
            }
        },
    };
    let url = admin.url();
    tracing::info!(url, "admin listening on {url}");
    Ok(Some(admin))
}

fn listen_on(key: &str, address: &ListenAddress, config: &Config) -> Result<Listener> {
    let listener = match address {
        ListenAddress::Tcp(address) => Listener::tcp(*address),
        ListenAddress::Unix(path) => Listener::unix(path, config.server.unix_permissions()),
    };
    listener.with_context(|| format!("{key}: cannot listen on {address}"))
}

/// Serves health and metrics, if an admin listener is configured. A failure is logged.
fn start_admin(
    listener: Option<Listener>,
    router: Router,
    bounds: ConnectionBounds,
    refuse: Refuse,
) -> Option<AdminServer> {
    let started = AdminServer::start(listener?, router, bounds, refuse);
    started.inspect_err(|error| tracing::error!(%error, "cannot start the admin listener")).ok()
}

/// Serves until `stop_signal` completes, then shuts down in phases:
///
/// 1. Pre-drain, after SIGTERM only: serves as before, not ready, while a load balancer removes this instance.
/// 2. Drain: accepts no new connections and waits for active requests.
/// 3. Stop: ends all tasks with partial answers and closes the connections.
///
/// The admin listener serves until the end.
pub async fn run(
    listeners: Listeners,
    app: App,
    config: &Config,
    stop_signal: impl Future<Output = StopSignal>,
) {
    let App { dispatcher, access, router, admin_router, metrics, jobs, .. } = app;
    jobs.start().await;
    let bounds = connection_bounds(config);
    let refuse = refuse_with(metrics.clone());
    let admin = start_admin(listeners.admin, admin_router, bounds, refuse.clone());
    let (phase, watch) = phases();
    let connections_max = possible_connections(config.http.connections_max);
    let shares = connection_shares(&config.clients, connections_max, access);
    let tasks = TaskTracker::new();
    let policy = AcceptPolicy { bounds, connections_max, shares, refuse, tasks: tasks.clone() };
    metrics.observe_connections(connections_max, move || tasks.len() as u32);
    let public = transport::serve(listeners.public, router, policy, watch);
    let signal = stop_signal.await;
    tracing::info!(%signal, "stop signal received, shutting down");
    dispatcher.drain();
    phase.advance(ShutdownPhase::Draining);
    if signal == StopSignal::Terminate {
        sleep(config.shutdown.pre_drain()).await;
    }
    dispatcher.close();
    phase.advance(ShutdownPhase::Closing);
    if timeout(FLUSH_GRACE, jobs.drain()).await.is_err() {
        tracing::warn!("pieces of jobs still running after the grace period");
    }
    finish(public, &dispatcher, config.shutdown.drain()).await;
    drop(phase);
    if let Some(admin) = admin {
        admin.end().await;
    }
}

/// Returns the timeouts of connections.
fn connection_bounds(config: &Config) -> ConnectionBounds {
    ConnectionBounds {
        header_read: config.http.header_read_timeout(),
        keep_alive: config.http.keep_alive_timeout(),
        write_stall: config.http.write_stall_timeout(),
    }
}

/// Waits up to `drain` for all connections to end, then stops all tasks and flushes their partial answers.
async fn finish(mut connections: Connections, dispatcher: &Dispatcher, drain: Duration) {
    if timeout(drain, connections.all_ended()).await.is_ok() {
        return;
    }
    dispatcher.stop();
    if timeout(FLUSH_GRACE, connections.all_ended()).await.is_err() {
        tracing::warn!("connections still open after the grace period");
    }
}

/// Returns the shares of clients in the connections, if enabled.
fn connection_shares(
    clients: &Clients,
    connections_max: u32,
    access: ClientAccess,
) -> Option<ConnectionShares> {
    let percent = u64::from(connections_max) * u64::from(clients.connections_share);
    let each_max = u32::try_from(percent.div_ceil(100)).unwrap_or(connections_max);
    clients.shares.then(|| ConnectionShares::new(each_max, Arc::new(move |peer| access.direct_client(peer))))
}

/// Returns the connection limit, reduced if the process may not open enough file descriptors.
fn possible_connections(wanted: u32) -> u32 {
    let descriptors = u64::from(wanted) + OTHER_DESCRIPTORS;
    let granted = increase_descriptor_limit(descriptors);
    if granted >= descriptors {
        return wanted;
    }
    let possible = u32::try_from(granted.saturating_sub(OTHER_DESCRIPTORS)).unwrap_or(wanted).max(1);
    tracing::warn!(
        connections_max = possible,
        configured = wanted,
        file_descriptors = granted,
        "http.connections_max reduced to fit the limit of open files"
    );
    possible
}
