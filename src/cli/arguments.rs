//! Command line arguments.

use std::ffi::OsString;
use std::path::PathBuf;
use std::thread;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum, value_parser};

use crate::config::Overrides;

/// Solves Sudoku, counts solutions and proves uniqueness, over HTTP
#[derive(Clone, Debug, Parser)]
#[command(name = "quadrille", version, after_help = "Without a command, quadrille runs `serve`.")]
pub struct Arguments {
    #[command(flatten)]
    server: ServerArguments,
    // A repeated flag overrides the earlier one: the container image passes `--config` before the arguments of the user.
    /// TOML file with settings that override the defaults
    #[arg(long, value_name = "FILE", global = true, overrides_with = "config", display_order = 900)]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

/// Flags of the server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct ServerArguments {
    /// Address and port of the public listener, or unix:PATH [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDR", overrides_with = "listen")]
    listen: Option<String>,
    /// Port of the public listener; the variable PORT sets it, too
    #[arg(long, value_name = "PORT", overrides_with = "port", conflicts_with = "listen")]
    port: Option<u16>,
    /// Address and port of the admin listener for health and metrics, or unix:PATH [default: none]
    #[arg(long, value_name = "ADDR", overrides_with = "admin_listen")]
    admin_listen: Option<String>,
    /// Origin that may call the service from a browser, such as `https://example.org`, or * for all; repeat it for more
    #[arg(long, value_name = "ORIGIN")]
    cors: Vec<String>,
    /// Format of log lines [default: text]
    #[arg(long, value_name = "FORMAT", value_parser = ["text", "json"], overrides_with = "log_format")]
    log_format: Option<String>,
}

/// Commands.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Serve until SIGTERM or SIGINT (the default)
    Serve(ServerArguments),
    /// Solve puzzles
    Solve(BatchArguments),
    /// Count the solutions of puzzles
    Count(BatchArguments),
    /// Write puzzles in another text format
    Convert(ConvertArguments),
    /// Check a running service; exit with 0 if it is alive, else with 1
    Healthcheck {
        /// URL to request, http://HOST:PORT/PATH [default: /livez at admin.listen, or at server.listen if that is none]
        url: Option<String>,
        /// Flags of the server to check.
        #[command(flatten)]
        server: ServerArguments,
    },
    /// Print the OpenAPI document
    Openapi {
        /// Output format
        #[arg(long, value_enum, default_value_t = DocumentFormat::Yaml)]
        format: DocumentFormat,
    },
    /// Print the settings in effect as TOML
    Config(ServerArguments),
    /// Generate an API key, and print it with its entry for the settings
    ApiKey {
        /// Name of the key in the settings: letters, digits, `.`, `_` and `-`
        #[arg(default_value = "client", value_parser = key_name)]
        name: String,
    },
}

/// Format of the OpenAPI document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DocumentFormat {
    /// As `openapi.yaml`.
    Yaml,
    /// As `openapi.json`.
    Json,
}

/// Arguments of a batch: the options of `/solve/batch` and `/count/batch`, and those of the command line.
#[derive(Clone, Debug, Args)]
pub struct BatchArguments {
    /// Puzzles, files, or - for standard input [default: standard input]
    ///
    /// A file has a puzzle per line, or drawn grids whose lines begin with a border; blank lines and lines that begin with `#`
    /// are skipped. A file of n lines of n symbols is one puzzle, unless each line is a puzzle by itself.
    #[arg(value_name = "PUZZLE|FILE")]
    pub inputs: Vec<OsString>,
    /// Number of solutions after which the search stops [default: 2]
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Box size as width x height [default: as square as possible, wider than high]
    #[arg(long, value_name = "WxH")]
    r#box: Option<String>,
    /// Format of puzzles that are text [default: detected]
    #[arg(long, value_name = "FORMAT")]
    from: Option<String>,
    /// Time limit of a puzzle in milliseconds, at most 3600000 [default: batch.time_ms_default]
    #[arg(long, value_name = "MS")]
    time_ms: Option<u64>,
    /// Maximum number of search tree nodes of a puzzle
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Add search statistics to each answer, with `--format json`
    #[arg(long)]
    stats: bool,
    /// Format of the answers [default: grid for single puzzles on a terminal, else line]
    #[arg(long, value_enum)]
    pub format: Option<OutputFormat>,
    /// Format of the input
    #[arg(long, value_enum, default_value_t = InputFormat::Text)]
    pub input: InputFormat,
    /// Read each file as one puzzle
    #[arg(long)]
    pub grid: bool,
    /// Number of solver threads, 1 to 1024 [default: number of cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Exit with 0 even if a puzzle is invalid
    #[arg(long)]
    pub keep_going: bool,
    /// Write no summary and no progress
    #[arg(short, long)]
    pub quiet: bool,
    /// Write no progress
    #[arg(long)]
    pub no_progress: bool,
}

/// Arguments of `convert`.
#[derive(Clone, Debug, Args)]
pub struct ConvertArguments {
    /// Puzzles, files, or - for standard input, as for `solve` [default: standard input]
    #[arg(value_name = "PUZZLE|FILE")]
    pub inputs: Vec<OsString>,
    /// Format of the result [default: line]
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    /// Format of the input [default: detected]
    #[arg(long, value_name = "FORMAT")]
    from: Option<String>,
    /// Box size as width x height [default: as square as possible, wider than high]
    #[arg(long, value_name = "WxH")]
    r#box: Option<String>,
    /// Read each file as one puzzle
    #[arg(long)]
    pub grid: bool,
    /// Exit with 0 even if a puzzle is invalid
    #[arg(long)]
    pub keep_going: bool,
}

/// Format of the input lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InputFormat {
    /// One puzzle per line.
    Text,
    /// One JSON request per line.
    Ndjson,
}

/// Format of the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// Solutions as drawn grids.
    Grid,
    /// One line of plain text per answer.
    #[value(alias = "text")]
    Line,
    /// One JSON object per answer, and a summary at the end.
    #[value(alias = "ndjson")]
    Json,
    /// Solutions as pictures.
    Svg,
}

impl BatchArguments {
    /// Returns the options as a query string.
    pub(super) fn query(&self) -> String {
        let number = |number: Option<u64>| number.map(|number| number.to_string());
        let stats = self.stats.then(|| "true".to_owned());
        let options = [
            ("limit", number(self.limit)),
            ("box", self.r#box.clone()),
            ("format", self.from.clone()),
            ("time_ms", number(self.time_ms)),
            ("nodes", number(self.nodes)),
            ("stats", stats),
        ];
        query_of(options)
    }

    /// Returns the number of solver threads.
    pub(super) fn threads(&self) -> usize {
        self.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from)
    }
}

impl ConvertArguments {
    /// Returns the options as a query string.
    pub(super) fn query(&self) -> String {
        query_of([("to", self.to.clone()), ("format", self.from.clone()), ("box", self.r#box.clone())])
    }
}

/// Makes a query of the options that are given.
fn query_of<const N: usize>(options: [(&'static str, Option<String>); N]) -> String {
    let given = options.into_iter().filter_map(|(name, value)| Some((name, value?)));
    form_urlencoded::Serializer::new(String::new()).extend_pairs(given).finish()
}

/// Checks the name of a key, as the settings do.
fn key_name(text: &str) -> Result<String, &'static str> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let valid = (1..=64).contains(&text.len()) && text.bytes().all(plain);
    if valid { Ok(text.to_owned()) } else { Err("expected 1 to 64 letters, digits, `.`, `_` or `-`") }
}

impl ServerArguments {
    /// Returns the flags, or those of `earlier` for flags that are not given.
    fn or(&self, earlier: Self) -> Self {
        let listens = self.listen.is_some() || self.port.is_some();
        Self {
            listen: self.listen.clone().or(earlier.listen.filter(|_| !listens)),
            port: self.port.or(earlier.port.filter(|_| !listens)),
            admin_listen: self.admin_listen.clone().or(earlier.admin_listen),
            cors: if self.cors.is_empty() { earlier.cors } else { self.cors.clone() },
            log_format: self.log_format.clone().or(earlier.log_format),
        }
    }
}

impl Arguments {
    /// Returns the command and the settings from flags.
    ///
    /// # Errors
    /// If flags of the server precede a command that is no server.
    pub fn into_parts(self) -> Result<(Command, Overrides), clap::Error> {
        let Self { server: before, config, command } = self;
        let command = command.unwrap_or_else(|| Command::Serve(ServerArguments::default()));
        let server = match &command {
            Command::Serve(server) | Command::Config(server) | Command::Healthcheck { server, .. } => {
                server.or(before)
            }
            _ if before == ServerArguments::default() => before,
            _ => {
                let message =
                    "--listen, --port, --admin-listen, --cors and --log-format are flags of `serve`";
                return Err(Self::command().error(ErrorKind::ArgumentConflict, message));
            }
        };
        let ServerArguments { listen, port, admin_listen, cors, log_format } = server;
        Ok((command, Overrides { file: config, listen, port, admin_listen, cors_origins: cors, log_format }))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn flags_are_accepted_before_and_after_the_command() {
        for line in [
            &["quadrille", "--listen", "0.0.0.0:1", "--log-format", "json"][..],
            &["quadrille", "serve", "--listen", "0.0.0.0:1", "--log-format", "json"],
            &["quadrille", "--log-format", "json", "serve", "--listen", "0.0.0.0:1"],
        ] {
            let (command, overrides) =
                Arguments::try_parse_from(line).expect("valid arguments").into_parts().expect("valid flags");
            assert!(matches!(command, Command::Serve(_)));
            assert_eq!(overrides.listen.as_deref(), Some("0.0.0.0:1"));
            assert_eq!(overrides.log_format.as_deref(), Some("json"));
        }
    }

    #[test]
    fn repeated_flag_overrides_the_earlier_one() {
        let line = ["quadrille", "--config", "a", "--listen", "1", "--config", "b", "--listen", "2"];
        let (_, overrides) =
            Arguments::try_parse_from(line).expect("valid arguments").into_parts().expect("valid flags");
        assert_eq!(overrides.file.as_deref(), Some(Path::new("b")));
        assert_eq!(overrides.listen.as_deref(), Some("2"));
    }

    #[test]
    fn unknown_argument_is_rejected() {
        for line in [
            &["quadrille", "--port", "many"][..],
            &["quadrille", "sove"],
            &["quadrille", "--log-format", "xml"],
            &["quadrille", "--port", "1", "--listen", "0.0.0.0:1"],
            &["quadrille", "solve", "--listen", "0.0.0.0:1"],
            &["quadrille", "openapi", "--port", "1"],
        ] {
            assert!(Arguments::try_parse_from(line).is_err(), "{line:?}");
        }
        let before =
            Arguments::try_parse_from(["quadrille", "--port", "1", "solve"]).expect("valid arguments");
        assert!(before.into_parts().is_err());
    }

    #[test]
    fn later_address_overrides_earlier_address_and_port() {
        let line = ["quadrille", "--port", "1", "serve", "--listen", "0.0.0.0:2"];
        let (_, overrides) =
            Arguments::try_parse_from(line).expect("valid arguments").into_parts().expect("valid flags");
        assert_eq!((overrides.port, overrides.listen.as_deref()), (None, Some("0.0.0.0:2")));
    }

    #[test]
    fn arguments_are_consistent() {
        Arguments::command().debug_assert();
    }
}
