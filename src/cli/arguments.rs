//! Command line arguments.

use std::path::PathBuf;
use std::thread;

use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};

use crate::config::Overrides;

/// Solves Sudoku, counts solutions and proves uniqueness, over HTTP
#[derive(Clone, Debug, Parser)]
#[command(name = "quadrille", version, after_help = "Without a command, quadrille runs `serve`.")]
pub struct Arguments {
    #[command(flatten)]
    settings: SettingsArguments,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Clone, Debug, Args)]
struct SettingsArguments {
    // A repeated flag overrides the earlier one: the container image passes `--config` before the arguments of the user.
    /// TOML file with settings that override the defaults
    #[arg(long, value_name = "FILE", global = true, overrides_with = "config")]
    config: Option<PathBuf>,
    /// Address and port of the public listener, or unix:PATH [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDR", global = true, overrides_with = "listen")]
    listen: Option<String>,
    /// Address and port of the admin listener for health and metrics, or unix:PATH [default: none]
    #[arg(long, value_name = "ADDR", global = true, overrides_with = "admin_listen")]
    admin_listen: Option<String>,
    /// Format of log lines [default: text]
    #[arg(long, value_name = "FORMAT", value_parser = ["text", "json"], global = true, overrides_with = "log_format")]
    log_format: Option<String>,
}

/// Commands.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Serve until SIGTERM or SIGINT (the default)
    Serve,
    /// Solve puzzles from a file or standard input, one per line
    Solve(BatchArguments),
    /// Count the solutions of puzzles from a file or standard input, one per line
    Count(BatchArguments),
    /// Check a running service; exit with 0 if it is alive, else with 1
    Healthcheck {
        /// URL to request, http://HOST:PORT/PATH [default: /livez at admin.listen, or at server.listen if that is none]
        url: Option<String>,
    },
    /// Print the OpenAPI document
    Openapi {
        /// Output format
        #[arg(long, value_enum, default_value_t = DocumentFormat::Yaml)]
        format: DocumentFormat,
    },
    /// Print the settings in effect as TOML
    Config,
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
    /// File with one puzzle per line; blank lines and lines that begin with `#` are skipped [default: standard input]
    pub file: Option<PathBuf>,
    /// Number of solutions after which the search stops [default: 2]
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Box size as width x height [default: as square as possible, wider than high]
    #[arg(long, value_name = "WxH")]
    r#box: Option<String>,
    /// Time limit of a puzzle in milliseconds, at most 3600000 [default: batch.time_ms_default]
    #[arg(long, value_name = "MS")]
    time_ms: Option<u64>,
    /// Maximum number of search tree nodes of a puzzle
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Add search statistics to each answer, with `--format ndjson`
    #[arg(long)]
    stats: bool,
    /// Format of the answers
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    pub format: OutputFormat,
    /// Format of the input
    #[arg(long, value_enum, default_value_t = InputFormat::Text)]
    pub input: InputFormat,
    /// Number of solver threads, 1 to 1024 [default: number of cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Exit with 1 if a line is not a valid puzzle
    #[arg(long)]
    pub strict: bool,
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
    /// One line of plain text per answer.
    Text,
    /// One JSON object per answer, and a summary at the end.
    Ndjson,
}

impl BatchArguments {
    /// Returns the options as a query string.
    pub(super) fn query(&self) -> String {
        let number = |number: Option<u64>| number.map(|number| number.to_string());
        let stats = self.stats.then(|| "true".to_owned());
        let options = [
            ("limit", number(self.limit)),
            ("box", self.r#box.clone()),
            ("time_ms", number(self.time_ms)),
            ("nodes", number(self.nodes)),
            ("stats", stats),
        ];
        let given = options.into_iter().filter_map(|(name, value)| Some((name, value?)));
        form_urlencoded::Serializer::new(String::new()).extend_pairs(given).finish()
    }

    /// Returns the number of solver threads.
    pub(super) fn threads(&self) -> usize {
        self.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from)
    }
}

/// Checks the name of a key, as the settings do.
fn key_name(text: &str) -> Result<String, &'static str> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let valid = (1..=64).contains(&text.len()) && text.bytes().all(plain);
    if valid { Ok(text.to_owned()) } else { Err("expected 1 to 64 letters, digits, `.`, `_` or `-`") }
}

impl Arguments {
    /// Returns the command and the settings from flags.
    pub fn into_parts(self) -> (Command, Overrides) {
        let SettingsArguments { config, listen, admin_listen, log_format } = self.settings;
        let overrides = Overrides { file: config, listen, admin_listen, log_format };
        (self.command.unwrap_or(Command::Serve), overrides)
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
            let (command, overrides) = Arguments::try_parse_from(line).expect("valid arguments").into_parts();
            assert!(matches!(command, Command::Serve));
            assert_eq!(overrides.listen.as_deref(), Some("0.0.0.0:1"));
            assert_eq!(overrides.log_format.as_deref(), Some("json"));
        }
    }

    #[test]
    fn repeated_flag_overrides_the_earlier_one() {
        let line = ["quadrille", "--config", "a", "--listen", "1", "--config", "b", "--listen", "2"];
        let (_, overrides) = Arguments::try_parse_from(line).expect("valid arguments").into_parts();
        assert_eq!(overrides.file.as_deref(), Some(Path::new("b")));
        assert_eq!(overrides.listen.as_deref(), Some("2"));
    }

    #[test]
    fn unknown_argument_is_rejected() {
        for line in
            [&["quadrille", "--port", "1"][..], &["quadrille", "sove"], &["quadrille", "--log-format", "xml"]]
        {
            assert!(Arguments::try_parse_from(line).is_err());
        }
    }
}
