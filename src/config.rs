//! Settings: where they come from, and what they may be.
//!
//! `config/default.toml` is built in and documents every key; a file, the environment and flags override it. A leaf:
//! it knows no part of the program that it configures.

mod clients;
mod listen;

use std::fmt;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use config::{Environment, File, FileFormat};
use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

pub use self::clients::{Clients, LimitBy};
pub use self::listen::ListenAddress;

/// The documented defaults, which are also the list of all keys.
const DEFAULTS: &str = include_str!("../config/default.toml");

/// The places in the queue for each thread, where the queue's length is left open.
const QUEUE_MAX_PER_THREAD: usize = 64;

/// The largest number that is exact in every JSON implementation.
const COUNT_MAX: u64 = (1 << 53) - 1;

/// All settings, checked, with everything that was left open filled in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    /// The listener and what it serves.
    pub server: Server,
    /// The listener for those who run the service.
    pub admin: Admin,
    /// Bounds on requests.
    pub http: Http,
    /// Who may ask, and how often.
    pub clients: Clients,
    /// Bounds on solving.
    pub solver: Solver,
    /// Answers that are remembered.
    pub cache: Cache,
    /// Bounds on batches and streams of solutions.
    pub batch: Batch,
    /// The end of the process.
    pub shutdown: Shutdown,
    /// Log lines.
    pub log: Log,
    /// What is sent elsewhere.
    pub telemetry: Telemetry,
}

/// Section `server`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Server {
    /// Where to listen.
    pub listen: ListenAddress,
    /// Origins that may call the service from a browser; `*` for all.
    pub cors_origins: Vec<String>,
    /// Whether `/docs` is served.
    pub docs: bool,
}

/// Section `admin`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Admin {
    /// Where to listen, if anywhere.
    #[serde(
        serialize_with = "listen::serialize_optional",
        deserialize_with = "listen::deserialize_optional"
    )]
    pub listen: Option<ListenAddress>,
}

/// Section `http`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Http {
    /// The largest body in bytes.
    pub body_bytes_max: usize,
    /// Milliseconds a body may take to arrive.
    pub body_read_timeout_ms: u64,
    /// Milliseconds in which the body of a batch may bring nothing.
    pub body_idle_timeout_ms: u64,
    /// Milliseconds from the first moment of a connection, or from the last answer on it, to the end of the next head.
    pub header_read_timeout_ms: u64,
    /// Milliseconds for which a client may take nothing of its answer.
    pub write_stall_timeout_ms: u64,
    /// Connections at once.
    pub connections_max: u32,
    /// The header that says how many milliseconds a client waits; empty for none.
    pub deadline_header: String,
    /// Milliseconds by which an answer is to be ready before that.
    pub deadline_margin_ms: u64,
    /// Seconds for which answers to `GET` may be kept.
    pub cache_max_age_s: u64,
}

/// Section `cache`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cache {
    /// Bytes of answers remembered; 0 for none.
    pub bytes_max: u64,
}

/// Section `solver`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solver {
    /// Threads that solve.
    pub threads: usize,
    /// Questions that may wait for a thread.
    pub queue_max: QueueMax,
    /// Hard questions that may be under way.
    pub slow_queue_max: usize,
    /// How many of these may be about grids larger than 16x16.
    pub slow_queue_large_max: usize,
    /// Milliseconds after which a question is a hard one.
    pub slow_after_ms: u64,
    /// Milliseconds for a question that names no time limit.
    pub time_ms_default: u64,
    /// Milliseconds at most.
    pub time_ms_max: u64,
    /// Nodes at most; 0 for no bound.
    pub nodes_max: u64,
}

/// Section `batch`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batch {
    /// Batches and streams of solutions under way.
    pub streaming_requests_max: usize,
    /// Bytes of answers held for a reader.
    pub output_buffer_bytes: usize,
    /// The longest line in bytes.
    pub line_bytes_max: usize,
    /// Milliseconds for a puzzle that names no time limit.
    pub time_ms_default: u64,
}

/// Section `shutdown`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shutdown {
    /// Milliseconds of serving as before, so that gateways notice.
    pub pre_drain_ms: u64,
    /// Milliseconds for what is in flight.
    pub drain_ms: u64,
}

/// Section `log`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Log {
    /// How lines look.
    pub format: LogFormat,
    /// Which lines there are, in the words of `EnvFilter`.
    pub filter: String,
}

/// Section `telemetry`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Telemetry {
    /// The URL of the collector that spans are sent to; empty for none.
    pub otlp_endpoint: String,
}

/// How log lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs: one JSON object a line.
    Json,
}

/// The length of the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueMax {
    /// In proportion to the threads.
    Auto,
    /// So many places.
    Fixed(usize),
}

/// What the command line says about settings.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// A file to read after the defaults.
    pub file: Option<PathBuf>,
    /// `server.listen`.
    pub listen: Option<String>,
    /// `admin.listen`.
    pub admin_listen: Option<String>,
    /// `log.format`.
    pub log_format: Option<String>,
}

/// Why the settings cannot be used. Every message names the key or the file.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// A source cannot be read.
    #[error(transparent)]
    Unreadable(#[from] config::ConfigError),
    /// A value has the wrong type.
    #[error("{key}: {reason}")]
    Type {
        /// The key, as `section.key`.
        key: String,
        /// What the value is, and what it should be.
        reason: String,
    },
    /// Keys that do not exist, or values out of range; all of them.
    #[error("{}", .0.join("\n"))]
    Invalid(Vec<String>),
}

impl Config {
    /// Reads and checks the settings from all sources.
    ///
    /// # Errors
    /// [`ConfigError`], which names every key at fault that can be told at once.
    pub fn load(overrides: &Overrides) -> Result<Self, ConfigError> {
        Self::load_with(overrides, environment())
    }

    fn load_with(overrides: &Overrides, environment: Environment) -> Result<Self, ConfigError> {
        let defaults = config::Config::builder().add_source(File::from_str(DEFAULTS, FileFormat::Toml));
        let known = keys(&defaults.build_cloned()?)?;
        let mut builder = defaults;
        if let Some(file) = &overrides.file {
            builder = builder.add_source(File::from(file.as_path()).format(FileFormat::Toml));
        }
        let settings = builder
            .add_source(environment)
            .set_override_option("server.listen", overrides.listen.as_deref())?
            .set_override_option("admin.listen", overrides.admin_listen.as_deref())?
            .set_override_option("log.format", overrides.log_format.as_deref())?
            .build()?;
        let unknown: Vec<String> = keys(&settings)?
            .into_iter()
            .filter(|key| !known.contains(key))
            .map(|key| format!("{key}: there is no such setting; config/default.toml lists all"))
            .collect();
        if !unknown.is_empty() {
            return Err(ConfigError::Invalid(unknown));
        }
        // The `config` crate would turn 1.5 into 2 and "yes" into true; TOML's own types are strict.
        let tables: toml::Table = settings.try_deserialize()?;
        let mut config: Self =
            serde_path_to_error::deserialize(tables).map_err(|error| ConfigError::Type {
                key: error.path().to_string(),
                reason: in_plain_words(error.inner().message()),
            })?;
        config.check()?;
        config.fill_in();
        Ok(config)
    }

    fn check(&self) -> Result<(), ConfigError> {
        let mut faults = Vec::new();
        let mut range = |key: &str, value: u64, min: u64, max: u64| {
            if !(min..=max).contains(&value) {
                faults.push(format!("{key}: {value} is not from {min} to {max}"));
            }
        };
        let Self { http, solver, batch, shutdown, server, telemetry, clients, cache, .. } = self;
        range("http.body_bytes_max", http.body_bytes_max as u64, 1024, 16 << 20);
        range("http.body_read_timeout_ms", http.body_read_timeout_ms, 1, 600_000);
        clients.check_ranges(&mut range);
        range("cache.bytes_max", cache.bytes_max, 0, 1 << 40);
        range("http.cache_max_age_s", http.cache_max_age_s, 0, 31_536_000);
        range("http.deadline_margin_ms", http.deadline_margin_ms, 0, 60_000);
        range("http.body_idle_timeout_ms", http.body_idle_timeout_ms, 1, 3_600_000);
        range("http.header_read_timeout_ms", http.header_read_timeout_ms, 1, 600_000);
        range("http.write_stall_timeout_ms", http.write_stall_timeout_ms, 1, 600_000);
        range("http.connections_max", http.connections_max.into(), 1, 1_000_000);
        range("solver.threads", solver.threads as u64, 0, 1024);
        if let QueueMax::Fixed(places) = solver.queue_max {
            range("solver.queue_max", places as u64, 0, 1_000_000);
        }
        range("solver.slow_queue_max", solver.slow_queue_max as u64, 0, 100_000);
        range("solver.slow_queue_large_max", solver.slow_queue_large_max as u64, 0, 100_000);
        range("solver.slow_after_ms", solver.slow_after_ms, 0, 60_000);
        range("solver.time_ms_max", solver.time_ms_max, 1, 3_600_000);
        range("solver.time_ms_default", solver.time_ms_default, 1, solver.time_ms_max.max(1));
        range("solver.nodes_max", solver.nodes_max, 0, COUNT_MAX);
        range("batch.streaming_requests_max", batch.streaming_requests_max as u64, 0, 1024);
        range("batch.output_buffer_bytes", batch.output_buffer_bytes as u64, 64 << 10, 64 << 20);
        range("batch.line_bytes_max", batch.line_bytes_max as u64, 1024, 1 << 20);
        range("batch.time_ms_default", batch.time_ms_default, 1, solver.time_ms_max.max(1));
        range("shutdown.pre_drain_ms", shutdown.pre_drain_ms, 0, 600_000);
        range("shutdown.drain_ms", shutdown.drain_ms, 0, 600_000);
        range("telemetry.otlp_endpoint (how long)", telemetry.otlp_endpoint.len() as u64, 0, 1000);
        range("server.cors_origins (how many)", server.cors_origins.len() as u64, 0, 100);
        faults.extend(server.cors_origins.iter().filter(|origin| !is_origin(origin)).map(|origin| {
            format!("server.cors_origins: {origin:?} is no origin such as \"https://example.org\", nor \"*\"")
        }));
        faults.extend(http.header_fault());
        faults.extend(clients.faults());
        if faults.is_empty() { Ok(()) } else { Err(ConfigError::Invalid(faults)) }
    }

    /// Puts a number where a setting was left open.
    fn fill_in(&mut self) {
        if self.solver.threads == 0 {
            let cores = thread::available_parallelism().map_or(1, usize::from);
            self.solver.threads = cores.saturating_sub(1).max(1);
        }
        self.solver.queue_max = QueueMax::Fixed(self.solver.queue_capacity());
    }

    /// The settings as TOML, in effect as they are.
    ///
    /// # Errors
    /// None for any settings there can be; the type says so rather than a panic.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(self)
    }
}

impl Http {
    /// What is wrong with the name of the header.
    fn header_fault(&self) -> Option<String> {
        let name = &self.deadline_header;
        let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
        (!is_plain || name.len() > 64).then(|| {
            format!("http.deadline_header: {name:?} is no name such as \"x-request-timeout-ms\", of at most 64 characters")
        })
    }
}

impl Solver {
    /// The places in the queue.
    pub fn queue_capacity(&self) -> usize {
        match self.queue_max {
            QueueMax::Auto => QUEUE_MAX_PER_THREAD * self.threads,
            QueueMax::Fixed(places) => places,
        }
    }

    /// The bound on nodes, if there is one.
    pub fn nodes_bound(&self) -> Option<NonZeroU64> {
        NonZeroU64::new(self.nodes_max)
    }
}

impl Http {
    /// The time for a head.
    pub fn header_read(&self) -> Duration {
        Duration::from_millis(self.header_read_timeout_ms)
    }

    /// The time for which nothing may be taken.
    pub fn write_stall(&self) -> Duration {
        Duration::from_millis(self.write_stall_timeout_ms)
    }
}

impl Shutdown {
    /// The time of serving as before.
    pub fn pre_drain(&self) -> Duration {
        Duration::from_millis(self.pre_drain_ms)
    }

    /// The time for what is in flight.
    pub fn drain(&self) -> Duration {
        Duration::from_millis(self.drain_ms)
    }
}

/// Variables `QUADRILLE__SECTION__KEY`.
fn environment() -> Environment {
    Environment::with_prefix("QUADRILLE")
        .prefix_separator("__")
        .separator("__")
        .ignore_empty(true)
        .try_parsing(true)
        .list_separator(",")
        .with_list_parse_key("server.cors_origins")
        .with_list_parse_key("clients.api_keys")
        .with_list_parse_key("clients.trusted_proxies")
}

/// A message of serde without the names of Rust's types.
fn in_plain_words(message: &str) -> String {
    message
        .replace("expected usize", "expected a whole number")
        .replace("expected u32", "expected a whole number")
        .replace("expected u64", "expected a whole number")
        .replace("expected a sequence", "expected a list")
        .replace("map, expected", "table, expected")
}

/// `scheme://host` or `scheme://host:port`, as a browser sends it; or `*`.
fn is_origin(origin: &str) -> bool {
    let Some((scheme, host)) = origin.split_once("://") else { return origin == "*" };
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]_".contains(&byte);
    !scheme.is_empty()
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
        && !host.is_empty()
        && host.bytes().all(plain)
}

/// The names of all keys, as `section.key`.
fn keys(settings: &config::Config) -> Result<Vec<String>, ConfigError> {
    let tables: toml::Table = settings.clone().try_deserialize()?;
    let mut keys = Vec::new();
    for (section, value) in tables {
        match value {
            toml::Value::Table(table) => {
                keys.extend(table.keys().map(|key| format!("{section}.{key}")));
            }
            _ => keys.push(section),
        }
    }
    Ok(keys)
}

impl Serialize for QueueMax {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Auto => serializer.serialize_str("auto"),
            Self::Fixed(places) => serializer.serialize_u64(*places as u64),
        }
    }
}

impl<'de> Deserialize<'de> for QueueMax {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(QueueMaxVisitor)
    }
}

struct QueueMaxVisitor;

impl Visitor<'_> for QueueMaxVisitor {
    type Value = QueueMax;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number of places, or \"auto\"")
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<QueueMax, E> {
        usize::try_from(value)
            .map(QueueMax::Fixed)
            .map_err(|_| E::invalid_value(de::Unexpected::Signed(value), &self))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<QueueMax, E> {
        usize::try_from(value)
            .map(QueueMax::Fixed)
            .map_err(|_| E::invalid_value(de::Unexpected::Unsigned(value), &self))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<QueueMax, E> {
        if value == "auto" {
            return Ok(QueueMax::Auto);
        }
        Err(E::invalid_value(de::Unexpected::Str(value), &self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(file: &str, variables: &[(&str, &str)], overrides: &Overrides) -> Result<Config, ConfigError> {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let path = directory.path().join("settings.toml");
        std::fs::write(&path, file).expect("the file can be written");
        let source = variables.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
        let environment = environment().source(Some(source));
        Config::load_with(&Overrides { file: Some(path), ..overrides.clone() }, environment)
    }

    fn refused(file: &str, variables: &[(&str, &str)]) -> String {
        load(file, variables, &Overrides::default()).expect_err("the settings are bad").to_string()
    }

    #[test]
    fn later_sources_override_earlier_ones() {
        let file = "[solver]\nthreads = 2\ntime_ms_max = 7000\n[server]\nlisten = \"0.0.0.0:1\"";
        let variables = [
            ("QUADRILLE__SOLVER__THREADS", "3"),
            ("QUADRILLE__SERVER__CORS_ORIGINS", "https://a.example,http://b.example:81"),
            ("QUADRILLE__SERVER__LISTEN", "0.0.0.0:2"),
            ("QUADRILLE__HTTP__BODY_READ_TIMEOUT_MS", ""),
        ];
        let overrides = Overrides { listen: Some("[::1]:3".into()), ..Overrides::default() };
        let config = load(file, &variables, &overrides).expect("sound");
        assert_eq!(config.solver.threads, 3);
        assert_eq!(config.solver.queue_capacity(), 192);
        assert_eq!(config.solver.time_ms_max, 7000);
        assert_eq!(config.solver.time_ms_default, 5000);
        assert_eq!(config.server.listen.to_string(), "[::1]:3");
        assert_eq!(config.server.cors_origins, ["https://a.example", "http://b.example:81"]);
        assert_eq!(config.http.body_read_timeout_ms, 10_000);
    }

    #[test]
    fn what_is_in_effect_can_be_written_and_read_back() {
        let config = load("", &[], &Overrides::default()).expect("the defaults are sound");
        assert!(config.solver.threads >= 1);
        let written = config.to_toml().expect("it can be written");
        assert_eq!(load(&written, &[], &Overrides::default()).expect("it can be read"), config);
    }

    #[test]
    fn every_unknown_key_is_named() {
        let message =
            refused("[solver]\nthraeds = 2\n[sever]\nlisten = 1", &[("QUADRILLE__LOG__FLITER", "x")]);
        for key in ["solver.thraeds", "sever.listen", "log.fliter"] {
            assert!(message.contains(key), "{message}");
        }
    }

    #[test]
    fn every_value_out_of_range_is_named() {
        let file = "[solver]\nthreads = 1025\ntime_ms_default = 9\ntime_ms_max = 8\nnodes_max = 9007199254740992\n\
                    queue_max = 1000001\n[http]\nbody_bytes_max = 1\nbody_read_ms = 0\n\
                    header_read_timeout_ms = 0\nwrite_stall_ms = 600001\nconnections_max = 0\n\
                    deadline_margin_ms = 60001\nkeep_s = 31536001\ndeadline_header = \"x y\"\n\
                    [cache]\nbytes_max = 1099511627777\n[shutdown]\npre_drain_ms = 600001\ndrain_ms = 600001\n[server]\ncors_origins = [\"example.org\", \"http://a/b\"]";
        let message = refused(file, &[]);
        for key in [
            "solver.threads: 1025",
            "solver.time_ms_default: 9 is not from 1 to 8",
            "solver.nodes_max",
            "solver.queue_max",
            "http.body_bytes_max",
            "http.body_read_timeout_ms",
            "http.header_read_timeout_ms",
            "http.write_stall_timeout_ms",
            "http.connections_max",
            "shutdown.pre_drain_ms",
            "http.deadline_margin_ms",
            "http.cache_max_age_s",
            "cache.bytes_max",
            "http.deadline_header: \"x y\"",
            "shutdown.drain_ms",
            "\"example.org\"",
            "\"http://a/b\"",
        ] {
            assert!(message.contains(key), "{key}: {message}");
        }
    }

    #[test]
    fn a_value_of_the_wrong_type_is_named() {
        for (file, key) in [
            ("[solver]\nthreads = \"many\"", "solver.threads"),
            ("[solver]\nthreads = -1", "solver.threads"),
            ("[solver]\nqueue_length = \"long\"", "solver.queue_max"),
            ("[solver]\nqueue_length = -1", "solver.queue_max"),
            ("[server]\nlisten = \"here\"", "server.listen"),
            ("[server]\nlisten = \"none\"", "server.listen"),
            ("[admin]\nlisten = \"9090\"", "admin.listen"),
            ("[server]\ndocs = 3.5", "server.docs"),
            ("[http]\nbody_read_ms = 1.5", "http.body_read_timeout_ms"),
            ("[log]\nformat = \"xml\"", "log.format"),
            ("solver = 3", "solver"),
        ] {
            let message = refused(file, &[]);
            assert!(message.contains(key), "{key}: {message}");
            assert!(!message.contains("usize") && !message.contains("u64"), "{message}");
        }
    }

    #[test]
    fn a_file_that_is_missing_or_no_toml_is_named() {
        let message = refused("[solver\n", &[]);
        assert!(message.contains("settings.toml"), "{message}");
        let overrides = Overrides { file: Some("/nowhere/at.toml".into()), ..Overrides::default() };
        let error = Config::load(&overrides).expect_err("there is no such file");
        assert!(error.to_string().contains("/nowhere/at.toml"), "{error}");
    }
}
