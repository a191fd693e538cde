//! All settings: loading and checking.

use config::Environment;
use serde::{Deserialize, Serialize};

use super::admin::Admin;
use super::batch::Batch;
use super::cache::Cache;
use super::clients::Clients;
use super::error::ConfigError;
use super::exact_cover::ExactCover;
use super::generate::Generate;
use super::http::Http;
use super::jobs::Jobs;
use super::log::Log;
use super::section::Bounded;
use super::server::Server;
use super::shutdown::Shutdown;
use super::solver::Solver;
use super::sources::{self, Overrides};
use super::telemetry::Telemetry;

/// All settings, checked, with automatic values resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    /// Public listener.
    pub server: Server,
    /// Admin listener.
    pub admin: Admin,
    /// Limits on connections and requests.
    pub http: Http,
    /// Authentication and rate limits.
    pub clients: Clients,
    /// Solver threads, their queues, and limits on a search.
    pub solver: Solver,
    /// Limits on batches and on streams of solutions.
    pub batch: Batch,
    /// Limits on exact cover problems in requests.
    pub exact_cover: ExactCover,
    /// Limits on generated puzzles.
    pub generate: Generate,
    /// Long computations that survive a restart.
    pub jobs: Jobs,
    /// Cache of final answers.
    pub cache: Cache,
    /// Graceful shutdown.
    pub shutdown: Shutdown,
    /// Log output.
    pub log: Log,
    /// Export of trace spans.
    pub telemetry: Telemetry,
}

impl Config {
    /// Loads and checks the settings from all sources.
    ///
    /// # Errors
    /// If a source cannot be read, or if keys or values are invalid; the message names all of them.
    pub fn load(overrides: &Overrides) -> Result<Self, ConfigError> {
        Self::load_with(overrides, sources::port().as_deref(), sources::environment())
    }

    fn load_with(
        overrides: &Overrides,
        port: Option<&str>,
        environment: Environment,
    ) -> Result<Self, ConfigError> {
        let mut merged = sources::merge(overrides, port, environment)?;
        let mut faults = merged.remove_unknown();
        // A value of a wrong type is replaced, so that the others are checked, too.
        let mut config: Self = loop {
            let error = match serde_path_to_error::deserialize(merged.settings.clone()) {
                Ok(config) => break config,
                Err(error) => error,
            };
            let path = error.path().to_string();
            faults.push(merged.locate(&format!("{path}: {}", without_rust_types(error.inner().message()))));
            if !merged.reset(&path) {
                return Err(ConfigError::Invalid(faults));
            }
        };
        faults.extend(config.faults().iter().map(|fault| merged.locate(fault)));
        if !faults.is_empty() {
            return Err(ConfigError::Invalid(faults));
        }
        config.solver.resolve_automatic();
        config.jobs.resolve_automatic();
        Ok(config)
    }

    /// Returns all faults of values, each with its key in front.
    fn faults(&self) -> Vec<String> {
        let mut faults: Vec<String> = self.bounded().iter().filter_map(Bounded::fault).collect();
        let time_ms_max = self.solver.time_ms_max;
        for (key, time_ms) in [
            ("solver.time_ms_default", self.solver.time_ms_default),
            ("batch.time_ms_default", self.batch.time_ms_default),
        ] {
            if time_ms > time_ms_max {
                faults.push(format!("{key}: {time_ms} is greater than solver.time_ms_max, {time_ms_max}"));
            }
        }
        faults.extend(self.server.faults());
        faults.extend(self.http.faults());
        faults.extend(self.clients.faults());
        faults.extend(self.jobs.faults());
        faults
    }

    /// Returns all fields that have a permitted range.
    fn bounded(&self) -> Vec<Bounded> {
        let Self {
            server,
            admin: _,
            http,
            clients,
            solver,
            batch,
            exact_cover,
            generate,
            jobs,
            cache,
            shutdown,
            log: _,
            telemetry,
        } = self;
        [
            server.bounded(),
            http.bounded(),
            clients.bounded(),
            solver.bounded(),
            batch.bounded(),
            exact_cover.bounded(),
            generate.bounded(),
            jobs.bounded(),
            cache.bounded(),
            shutdown.bounded(),
            telemetry.bounded(),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// Returns the settings as TOML, which [`Self::load`] reads back.
    ///
    /// # Errors
    /// If the settings cannot be serialized, which would be a bug.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(self)
    }
}

/// Replaces the names of Rust types in a message of serde.
fn without_rust_types(message: &str) -> String {
    if let Some((fault, _)) = message.split_once("expected struct ") {
        return format!("{fault}expected a table");
    }
    message
        .replace("expected usize", "expected a whole number")
        .replace("expected u32", "expected a whole number")
        .replace("expected u64", "expected a whole number")
        .replace("expected a sequence", "expected a list")
        .replace("map, expected", "table, expected")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(file: &str, variables: &[(&str, &str)], overrides: &Overrides) -> Result<Config, ConfigError> {
        let directory = tempfile::tempdir().expect("temporary directory");
        let path = directory.path().join("settings.toml");
        std::fs::write(&path, file).expect("file written");
        let port = variables.iter().find(|(key, _)| *key == "PORT").map(|(_, value)| *value);
        let source = variables.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
        let environment = sources::environment().source(Some(source));
        Config::load_with(&Overrides { file: Some(path), ..overrides.clone() }, port, environment)
    }

    fn defaults() -> Config {
        load("", &[], &Overrides::default()).expect("valid defaults")
    }

    fn error(file: &str, variables: &[(&str, &str)]) -> String {
        let error = load(file, variables, &Overrides::default()).expect_err("invalid settings").to_string();
        let line =
            |line: &str| line.rsplit_once("/settings.toml: ").map_or(line, |(_, fault)| fault).to_owned();
        error.lines().map(line).collect::<Vec<_>>().join("\n")
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
        let config = load(file, &variables, &overrides).expect("valid settings");
        assert_eq!(config.solver.threads, 3);
        assert_eq!(config.solver.queue_capacity(), 192);
        assert_eq!(config.solver.time_ms_max, 7000);
        assert_eq!(config.solver.time_ms_default, 5000);
        assert_eq!(config.server.listen.to_string(), "[::1]:3");
        assert_eq!(config.server.cors_origins, ["https://a.example", "http://b.example:81"]);
        assert_eq!(config.http.body_read_timeout_ms, 10_000);
    }

    #[test]
    fn port_replaces_the_port_of_the_listener() {
        let listen = |file: &str, variables: &[(&str, &str)], overrides: &Overrides| {
            load(file, variables, overrides).map(|config| config.server.listen.to_string())
        };
        let flag = |port| Overrides { port: Some(port), ..Overrides::default() };
        let none = Overrides::default();
        let file = "[server]\nlisten = \"0.0.0.0:1\"";
        let unix = "[server]\nlisten = \"unix:/run/quadrille.sock\"";
        for (file, variables, overrides, expected) in [
            ("", &[("PORT", "7")][..], &none, "127.0.0.1:7"),
            (file, &[("PORT", "7")], &none, "0.0.0.0:7"),
            (file, &[("PORT", "")], &none, "0.0.0.0:1"),
            (file, &[("PORT", "7"), ("QUADRILLE__SERVER__LISTEN", "[::1]:2")], &none, "[::1]:2"),
            (file, &[("PORT", "7")], &flag(9), "0.0.0.0:9"),
            (unix, &[("PORT", "7")], &none, "unix:/run/quadrille.sock"),
        ] {
            assert_eq!(listen(file, variables, overrides).expect("valid settings"), expected);
        }
        let error = |file, variables: &[_], overrides: &_| {
            listen(file, variables, overrides).expect_err("invalid settings").to_string()
        };
        assert_eq!(error("", &[("PORT", "http")], &none), "PORT: \"http\" is not a port, 0 to 65535");
        assert_eq!(error(unix, &[], &flag(9)), "--port: server.listen is not an address with a port");
    }

    #[test]
    fn printed_settings_can_be_loaded_again() {
        let config = defaults();
        assert!(config.solver.threads >= 1);
        let printed = config.to_toml().expect("settings serialize");
        assert_eq!(load(&printed, &[], &Overrides::default()).expect("valid settings"), config);
    }

    #[test]
    fn unknown_keys_are_all_reported() {
        let message = error("[solver]\nthraeds = 2\n[sever]\nlisten = 1", &[("QUADRILLE__LOG__FLITER", "x")]);
        for key in ["solver.thraeds", "sever.listen", "log.fliter"] {
            assert!(message.contains(key), "{message}");
        }
    }

    #[test]
    fn faults_of_all_kinds_are_reported_at_once() {
        let file = "[solver]\nthraeds = 2\nthreads = \"many\"\nqueue_max = 1000001\n[batch]\ntime_ms_max = 1\n\
            [log]\nformat = \"xml\"\n[clients]\napi_keys = [1]\n[sever]\nlisten = \"x\"\n[jobs]\nzzz = 1";
        assert_eq!(
            error(file, &[("QUADRILLE__LOG__FLITER", "x"), ("QUADRILLE__HTTP__CONNECTIONS_MAX", "few")]),
            "batch.time_ms_max: unknown setting: did you mean solver.time_ms_max?\n\
             jobs.zzz: unknown setting; config/default.toml lists all\n\
             QUADRILLE__LOG__FLITER: log.fliter: unknown setting: did you mean log.filter?\n\
             sever.listen: unknown setting: did you mean server.listen?\n\
             solver.thraeds: unknown setting: did you mean solver.threads?\n\
             clients.api_keys[0]: invalid type: integer `1`, expected a string\n\
             QUADRILLE__HTTP__CONNECTIONS_MAX: http.connections_max: invalid type: string \"few\", expected a whole number\n\
             log.format: unknown variant `xml`, expected `text` or `json`\n\
             solver.threads: invalid type: string \"many\", expected a whole number\n\
             solver.queue_max: 1000001 is out of range, expected 0 to 1000000"
        );
        let section = error("solver = 3\nhttp = []\ncolour = 1", &[]);
        assert_eq!(
            section,
            "colour: unknown setting; config/default.toml lists all\n\
             http: invalid length 0, expected a table\n\
             solver: invalid type: integer `3`, expected a table"
        );
    }

    #[test]
    fn values_out_of_range_are_all_reported() {
        let mut config = defaults();
        let numbers: Vec<Bounded> =
            config.bounded().into_iter().filter(|field| field.unit.is_empty()).collect();
        assert!(!numbers.is_empty());
        let file: String =
            numbers.iter().map(|field| format!("{} = {}\n", field.key, field.range.end() + 1)).collect();
        let message = error(&file, &[]);
        for Bounded { key, .. } in numbers {
            assert!(message.lines().any(|line| line.starts_with(&format!("{key}: "))), "{key}: {message}");
        }
        config.server.cors_origins = vec!["*".to_owned(); 101];
        config.http.hosts = vec!["*".to_owned(); 101];
        config.clients.trusted_proxies = vec!["unix".to_owned(); 101];
        config.telemetry.otlp_endpoint = "x".repeat(1001);
        assert_eq!(
            config.faults().join("\n"),
            "server.cors_origins: 101 entries is out of range, expected 0 to 100\n\
             http.hosts: 101 entries is out of range, expected 0 to 100\n\
             clients.trusted_proxies: 101 entries is out of range, expected 0 to 100\n\
             telemetry.otlp_endpoint: 1001 bytes is out of range, expected 0 to 1000"
        );
    }

    #[test]
    fn invalid_value_is_reported_with_the_permitted_values() {
        for (file, expected) in [
            (
                "[http]\nbody_bytes_max = 1",
                "http.body_bytes_max: 1 is out of range, expected 1024 to 16777216",
            ),
            (
                "[solver]\nqueue_max = 1000001",
                "solver.queue_max: 1000001 is out of range, expected 0 to 1000000",
            ),
            (
                "[solver]\ntime_ms_default = 9\ntime_ms_max = 8\n[batch]\ntime_ms_default = 1",
                "solver.time_ms_default: 9 is greater than solver.time_ms_max, 8",
            ),
            (
                "[batch]\ntime_ms_default = 30001",
                "batch.time_ms_default: 30001 is greater than solver.time_ms_max, 30000",
            ),
            (
                "[http]\nbody_bytes_max = 2000000\nbody_bytes_total_max = 1048576",
                "http.body_bytes_max: 2000000 is greater than http.body_bytes_total_max, 1048576",
            ),
            (
                "[http]\ndeadline_header = \"x y\"",
                "http.deadline_header: \"x y\" is not a header name, \
                 expected letters, digits, `-`, `_` or `.`, at most 64 characters",
            ),
            (
                "[http]\ndeadline_header = \"Content-Length\"",
                "http.deadline_header: \"Content-Length\" has another meaning, \
                 expected a header of its own such as \"x-request-timeout-ms\"",
            ),
            (
                "[http]\nhosts = [\"a.example\", \"[::1]\", \"*\", \"a:80\", \"http://a\", \"::1\", \"\"]",
                "http.hosts: \"a:80\" is not a host without port, expected \"sudoku.example.org\", \"10.0.0.1\", \
                 \"[fd00::1]\" or \"*\"\n\
                 http.hosts: \"http://a\" is not a host without port, expected \"sudoku.example.org\", \"10.0.0.1\", \
                 \"[fd00::1]\" or \"*\"\n\
                 http.hosts: \"::1\" is not a host without port, expected \"sudoku.example.org\", \"10.0.0.1\", \
                 \"[fd00::1]\" or \"*\"\n\
                 http.hosts: \"\" is not a host without port, expected \"sudoku.example.org\", \"10.0.0.1\", \
                 \"[fd00::1]\" or \"*\"",
            ),
            (
                "[jobs]\ndatabase = \"mysql://me:secret@x\"\nstore = \"s3://\"\nttl_s_default = 2592001",
                "jobs.database: \"mysql://me:***@x\" is not \"sqlite:PATH\", \"postgres://USER:PASSWORD@HOST/DATABASE\", \
                 or \"off\" for no jobs\n\
                 jobs.store: \"s3://\" is not \"s3://BUCKET/PREFIX\"\n\
                 jobs.ttl_s_default: 2592001 is greater than jobs.ttl_s_max, 2592000",
            ),
            (
                "[server]\ncors_origins = [\"example.org\", \"http://a/b\"]",
                "server.cors_origins: \"example.org\" is not an origin, expected \"https://example.org\" or \"*\"\n\
                 server.cors_origins: \"http://a/b\" is not an origin, expected \"https://example.org\" or \"*\"",
            ),
        ] {
            assert_eq!(error(file, &[]), expected);
        }
    }

    #[test]
    fn default_file_documents_every_range() {
        for field in defaults().bounded() {
            let (section, key) = field.key.split_once('.').expect("section.key");
            let table = sources::DEFAULTS.split(&format!("\n[{section}]\n")).nth(1).expect("section");
            let comment = table.split(&format!("\n{key} = ")).next().expect("comment before the key");
            let comment = comment.rsplit("\n\n").next().expect("comment of the key");
            let comment = comment.lines().rev().take_while(|line| line.starts_with('#'));
            let documented: Vec<&str> = comment.collect();
            let range = format!("Range: {} to {}{}", field.range.start(), field.range.end(), field.unit);
            assert!(documented.iter().any(|line| line.contains(&range)), "{}: {range}", field.key);
        }
    }

    #[test]
    fn fault_is_reported_with_its_source() {
        let file = "[solver]\nthreads = \"many\"";
        let from_file = load(file, &[], &Overrides::default()).expect_err("no number").to_string();
        assert!(from_file.contains("/settings.toml: solver.threads: "), "{from_file}");
        let file = "[http]\nbody_bytes_max = 1\nconnections_max = 0\nx = 1";
        let unknown = load(file, &[], &Overrides::default()).expect_err("unknown key").to_string();
        assert!(unknown.contains("/settings.toml: http.x: unknown"), "{unknown}");
        let variables = [("QUADRILLE__HTTP__CONNECTIONS_MAX", "0")];
        let file = file.trim_end_matches("x = 1");
        let faults = load(file, &variables, &Overrides::default()).expect_err("out of range").to_string();
        assert!(faults.contains("/settings.toml: http.body_bytes_max: 1 "), "{faults}");
        assert!(faults.contains("\nQUADRILLE__HTTP__CONNECTIONS_MAX: http.connections_max: 0 "), "{faults}");
        let overrides = Overrides { listen: Some("nowhere".to_owned()), ..Overrides::default() };
        let from_flag = load("", &[], &overrides).expect_err("no address").to_string();
        assert!(from_flag.starts_with("--listen: server.listen: "), "{from_flag}");
    }

    #[test]
    fn value_of_wrong_type_is_reported() {
        for (file, key) in [
            ("[solver]\nthreads = \"many\"", "solver.threads"),
            ("[solver]\nthreads = -1", "solver.threads"),
            ("[solver]\nqueue_max = \"long\"", "solver.queue_max"),
            ("[solver]\nqueue_max = -1", "solver.queue_max"),
            ("[server]\nlisten = \"here\"", "server.listen"),
            ("[server]\nlisten = \"none\"", "server.listen"),
            ("[admin]\nlisten = \"9090\"", "admin.listen"),
            ("[server]\ndocs = 3.5", "server.docs"),
            ("[http]\nbody_read_timeout_ms = 1.5", "http.body_read_timeout_ms"),
            ("[log]\nformat = \"xml\"", "log.format"),
            ("solver = 3", "solver"),
        ] {
            let message = error(file, &[]);
            assert!(message.contains(key), "{key}: {message}");
            assert!(!message.contains("usize") && !message.contains("u64"), "{message}");
        }
    }

    #[test]
    fn unreadable_file_is_named() {
        let message = error("[solver\n", &[]);
        assert!(message.contains("settings.toml"), "{message}");
        let overrides = Overrides { file: Some("/nowhere/at.toml".into()), ..Overrides::default() };
        let error = Config::load(&overrides).expect_err("missing file");
        assert!(error.to_string().contains("/nowhere/at.toml"), "{error}");
    }
}
