//! What can be typed.

use std::path::PathBuf;
use std::thread;

use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};

use crate::config::Overrides;

/// Solves Sudoku, counts solutions and proves uniqueness, over HTTP
#[derive(Clone, Debug, Parser)]
#[command(name = "quadrille", version, after_help = "Without a command, quadrille serves.")]
pub struct Arguments {
    #[command(flatten)]
    settings: SettingsArguments,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Clone, Debug, Args)]
struct SettingsArguments {
    // Of a flag given twice the last holds: the container names its file before what a user adds.
    /// Read settings from this TOML file after the defaults
    #[arg(long, value_name = "FILE", global = true, overrides_with = "config")]
    config: Option<PathBuf>,
    /// Listen on this address and port, or on unix:PATH [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDR", global = true, overrides_with = "listen")]
    listen: Option<String>,
    /// Answer operators on this address and port, or on unix:PATH [default: none]
    #[arg(long, value_name = "ADDR", global = true, overrides_with = "admin_listen")]
    admin_listen: Option<String>,
    /// Write log lines as text or as JSON [default: text]
    #[arg(long, value_name = "FORMAT", value_parser = ["text", "json"], global = true, overrides_with = "log_format")]
    log_format: Option<String>,
}

/// The commands.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Serve until SIGTERM or SIGINT (the default)
    Serve,
    /// Solve the puzzles of a file or of standard input, a line each
    Solve(BatchArguments),
    /// Count the solutions of the puzzles of a file or of standard input, a line each
    Count(BatchArguments),
    /// Ask a running service whether it is alive; exit 0 if it is, 1 if not
    Healthcheck {
        /// What to ask, http://HOST:PORT/PATH [default: /livez at admin.listen if there is one, else at server.listen]
        url: Option<String>,
    },
    /// Print the OpenAPI document
    Openapi {
        /// How to write it
        #[arg(long, value_enum, default_value_t = DocumentFormat::Yaml)]
        format: DocumentFormat,
    },
    /// Print the settings in effect as TOML
    Config,
    /// Make a random API key, and print it with its hash for the settings
    ApiKey {
        /// What the settings call its holder: letters, digits, `.`, `_` and `-`
        #[arg(default_value = "client", value_parser = holder_name)]
        name: String,
    },
}

/// How the OpenAPI document is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DocumentFormat {
    /// As `openapi.yaml`.
    Yaml,
    /// As `openapi.json`.
    Json,
}

/// A batch without HTTP: the options of `/solve/batch` and `/count/batch`, and what a command line needs besides.
#[derive(Clone, Debug, Args)]
pub struct BatchArguments {
    /// A puzzle a line; blank lines and lines that begin with `#` are skipped [default: standard input]
    pub file: Option<PathBuf>,
    /// How many solutions to look for [default: 1 to solve, 2 to count]
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// The box, as width x height [default: the squarest, wider than high]
    #[arg(long, value_name = "WxH")]
    r#box: Option<String>,
    /// Milliseconds that a puzzle may take [default: batch.time_ms_default; at most 3600000]
    #[arg(long, value_name = "MS")]
    time_ms: Option<u64>,
    /// Nodes of the search tree that may be visited for a puzzle
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Say how much work each answer took, with `--format ndjson`
    #[arg(long)]
    stats: bool,
    /// How answers are written: bare words, or JSON
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    pub format: OutputFormat,
    /// What a line holds: a puzzle in symbols, or a JSON request
    #[arg(long, value_enum, default_value_t = InputFormat::Text)]
    pub input: InputFormat,
    /// Threads that solve, 1 to 1024 [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// End with 1 where a line holds no puzzle
    #[arg(long)]
    pub strict: bool,
}

/// What the lines of a batch hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InputFormat {
    /// A puzzle in symbols.
    Text,
    /// A JSON request.
    Ndjson,
}

/// How the answers of a batch are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// Bare words, a line each.
    Text,
    /// A JSON object a line, and a summary as the last.
    Ndjson,
}

impl BatchArguments {
    /// The options as a query.
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

    /// Threads that solve.
    pub(super) fn threads(&self) -> usize {
        self.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from)
    }
}

/// The name of a key's holder, as the settings take it.
fn holder_name(text: &str) -> Result<String, &'static str> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let sound = (1..=64).contains(&text.len()) && text.bytes().all(plain);
    if sound { Ok(text.to_owned()) } else { Err("1 to 64 letters, digits, `.`, `_` and `-`") }
}

impl Arguments {
    /// The command asked for, and what the flags say about settings.
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
    fn flags_may_stand_before_and_after_the_command() {
        for line in [
            &["quadrille", "--listen", "0.0.0.0:1", "--log-format", "json"][..],
            &["quadrille", "serve", "--listen", "0.0.0.0:1", "--log-format", "json"],
            &["quadrille", "--log-format", "json", "serve", "--listen", "0.0.0.0:1"],
        ] {
            let (command, overrides) = Arguments::try_parse_from(line).expect("sound").into_parts();
            assert!(matches!(command, Command::Serve));
            assert_eq!(overrides.listen.as_deref(), Some("0.0.0.0:1"));
            assert_eq!(overrides.log_format.as_deref(), Some("json"));
        }
    }

    #[test]
    fn of_a_flag_given_twice_the_last_holds() {
        let line = ["quadrille", "--config", "a", "--listen", "1", "--config", "b", "--listen", "2"];
        let (_, overrides) = Arguments::try_parse_from(line).expect("sound").into_parts();
        assert_eq!(overrides.file.as_deref(), Some(Path::new("b")));
        assert_eq!(overrides.listen.as_deref(), Some("2"));
    }

    #[test]
    fn what_is_not_known_is_refused() {
        for line in
            [&["quadrille", "--port", "1"][..], &["quadrille", "sove"], &["quadrille", "--log-format", "xml"]]
        {
            assert!(Arguments::try_parse_from(line).is_err());
        }
    }
}
