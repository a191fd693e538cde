//! Command line arguments.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, Args, CommandFactory, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use quadrille_answers::kinds::ConversionFormat;

use super::cover::CoverCommand;
use super::file_entries::FileArguments;
use super::first_tries::{in_own_words, with_advice};
use super::generate_arguments::{EXAMPLES as GENERATE_EXAMPLES, GenerateArguments};
use super::job::JobArguments;
use super::kind_commands::Listed;
use super::query::query_of;
use super::question_command::QuestionCommand;
use super::render::{BookArguments, RenderArguments};
use super::settings_arguments::SettingsArguments;
use super::solutions_arguments::{EXAMPLES as SOLUTIONS_EXAMPLES, SolutionsArguments};
use crate::config::Overrides;
use crate::version::VERSION_AND_COMMIT;

/// Text after the help of the program.
const AFTER_HELP: &str = "\
Without a command, quadrille runs `serve`, and accepts its options; a puzzle or a file alone is solved.

Examples:
  quadrille                            serves at http://127.0.0.1:8080
  quadrille '1.....3..4.....2'         solves a puzzle
  quadrille count puzzles.txt          counts the solutions of each line
  quadrille serve --help               describes the options of a command";

/// Solve Sudoku, count solutions and prove uniqueness: an HTTP service and a command line
#[derive(Clone, Debug, Parser)]
#[command(
    name = "quadrille",
    version = VERSION_AND_COMMIT,
    after_help = AFTER_HELP,
    // The help of `serve` describes its options.
    mut_args(|argument| if argument.get_id() == "config" { argument } else { argument.hide(true) }),
    disable_version_flag = true,
    arg = version_flag(),
)]
pub struct Arguments {
    #[command(flatten)]
    server: ServerArguments,
    #[command(flatten)]
    settings: SettingsArguments,
    #[command(subcommand)]
    command: Option<Command>,
}

/// Options of the server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct ServerArguments {
    /// Address and port of the public listener, or unix:PATH [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDR", overrides_with = "listen")]
    listen: Option<String>,
    /// Port of the public listener, instead of --listen; the variable PORT sets it, too
    #[arg(long, value_name = "PORT", overrides_with = "port", conflicts_with = "listen")]
    port: Option<u16>,
    /// Address and port of a listener for health and metrics, or unix:PATH [default: 127.0.0.1:9090 if it is free]
    #[arg(long, value_name = "ADDR", overrides_with = "admin_listen")]
    admin_listen: Option<String>,
    /// Origin whose pages may call the service, such as `https://example.org`, or * for all; may be repeated
    #[arg(long, value_name = "ORIGIN")]
    cors: Vec<String>,
    /// Format of log lines [default: text]
    #[arg(long, value_name = "FORMAT", value_parser = ["text", "json"], overrides_with = "log_format")]
    log_format: Option<String>,
}

/// Options of a worker.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct WorkerArguments {
    /// Address and port of a listener for health and metrics, or unix:PATH [default: 127.0.0.1:9090 if it is free]
    #[arg(long, value_name = "ADDR", overrides_with = "admin_listen")]
    admin_listen: Option<String>,
    /// Format of log lines [default: text]
    #[arg(long, value_name = "FORMAT", value_parser = ["text", "json"], overrides_with = "log_format")]
    log_format: Option<String>,
}

/// Commands.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Serve over HTTP until SIGTERM or SIGINT (the default)
    #[command(visible_alias = "server")]
    Serve {
        /// Options of the server.
        #[command(flatten)]
        server: ServerArguments,
        /// Source of settings.
        #[command(flatten)]
        settings: SettingsArguments,
    },
    /// Run pieces of jobs until SIGTERM or SIGINT, without serving requests
    #[command(after_help = WORK_EXAMPLES)]
    Work {
        /// Options of the worker.
        #[command(flatten)]
        worker: WorkerArguments,
        /// Source of settings.
        #[command(flatten)]
        settings: SettingsArguments,
    },
    /// Answer a question about each puzzle
    #[command(flatten)]
    Question(Listed<QuestionCommand>),
    /// List all solutions of a puzzle
    #[command(after_help = SOLUTIONS_EXAMPLES, visible_alias = "all")]
    Solutions(SolutionsArguments),
    /// Generate random puzzles with one solution
    #[command(after_help = GENERATE_EXAMPLES)]
    Generate {
        /// What the puzzles must be like.
        #[command(flatten)]
        puzzles: GenerateArguments,
        /// Source of settings.
        #[command(flatten)]
        settings: SettingsArguments,
    },
    /// Write puzzles in another text format
    Convert(ConvertArguments),
    /// Draw puzzles as text: `convert` with `--to drawing`
    #[command(visible_alias = "print")]
    Show(ConvertArguments),
    /// Draw puzzles, as SVG or PNG
    #[command(after_help = RENDER_EXAMPLES)]
    Render {
        /// Puzzles and options.
        #[command(flatten)]
        puzzles: RenderArguments,
        /// Source of settings.
        #[command(flatten)]
        settings: SettingsArguments,
    },
    /// Write puzzles, their levels and their solutions as a page to print (HTML)
    #[command(after_help = BOOK_EXAMPLES)]
    Book {
        /// Puzzles and options.
        #[command(flatten)]
        puzzles: BookArguments,
        /// Source of settings.
        #[command(flatten)]
        settings: SettingsArguments,
    },
    /// Solve exact cover problems
    #[command(subcommand)]
    Cover(CoverCommand),
    /// Serve tools to a language model by MCP over standard input and output (feature `mcp`)
    #[command(after_help = MCP_EXAMPLES)]
    Mcp {
        /// Source of settings.
        #[command(flatten)]
        settings: SettingsArguments,
    },
    /// Create jobs of a running service, follow them, and read their results
    Job(JobArguments),
    /// Check a running service; exit with 0 if it is alive, else with 1
    Healthcheck {
        /// http://HOST:PORT/PATH or unix:PATH [default: /livez at admin.listen, or at server.listen if that is auto or none]
        #[arg(value_hint = ValueHint::Url)]
        url: Option<String>,
        /// Source of settings.
        #[command(flatten)]
        settings: SettingsArguments,
    },
    /// Print the settings in effect as TOML, or the faults of the settings
    Config(SettingsArguments),
    /// Generate an API key, and print it with its entry for the settings
    ApiKey {
        /// Name of the key in the settings: letters, digits, `.`, `_` and `-`
        #[arg(default_value = "client", value_parser = key_name)]
        name: String,
    },
    /// Print the OpenAPI document
    Openapi {
        /// Output format
        #[arg(long, value_enum, default_value_t = DocumentFormat::Yaml)]
        format: DocumentFormat,
        /// Profile of the document
        #[arg(long, value_enum, default_value_t = DocumentProfile::Full)]
        profile: DocumentProfile,
    },
    /// Write the tables of the documentation that repeat what the program knows
    #[command(hide = true)]
    Docs {
        /// Folder of the repository
        #[arg(default_value = ".")]
        root: PathBuf,
    },
    /// Print a completion script for a shell
    #[command(visible_alias = "completion")]
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Print the version
    Version,
    /// Print the manual page, or write those of all commands
    Man {
        /// Write a page for each command to this folder
        #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
        dir: Option<PathBuf>,
    },
}

/// Format of the OpenAPI document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DocumentFormat {
    /// The document as YAML
    Yaml,
    /// The document as JSON
    Json,
}

/// Profile of the OpenAPI document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DocumentProfile {
    /// All forms of requests and answers
    Full,
    /// One form of each value, for generators of clients
    Simple,
}

/// Text after the help of `work`.
const WORK_EXAMPLES: &str = "\
Processes that run pieces share the database and the store of the service:
  QUADRILLE__JOBS__DATABASE=postgres://quadrille@db/quadrille \\
  QUADRILLE__JOBS__STORE=s3://bucket/jobs quadrille work --admin-listen 0.0.0.0:9090";

/// Text after the help of `render`.
const RENDER_EXAMPLES: &str = "\
Examples:
  quadrille render '1.....3..4.....2' -o puzzle.svg
  quadrille render --candidates --png -o pictures puzzles.txt";

/// Text after the help of `book`.
const BOOK_EXAMPLES: &str = "\
Examples:
  quadrille generate --count 12 --difficulty hard | quadrille book --title 'Hard ones' -o book.html";

/// Text after the help of `mcp`.
const MCP_EXAMPLES: &str = "\
Hosts start the command themselves. For Claude Code:
  claude mcp add sudoku -- quadrille mcp";

/// Arguments of `convert`.
#[derive(Clone, Debug, Args)]
pub struct ConvertArguments {
    /// Puzzles, and how they are read.
    #[command(flatten)]
    pub(super) puzzles: FileArguments,
    /// Format of the result; json is a record for each puzzle, with its rules [default: line]
    #[arg(long, visible_alias = "format", value_name = "FORMAT", value_parser = PossibleValuesParser::new(ConversionFormat::names()))]
    to: Option<String>,
    /// Same as `--to json`
    #[arg(long, conflicts_with = "to")]
    json: bool,
    /// Write the puzzles to this file instead of standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) output: Option<PathBuf>,
    /// Accepted as for other commands: `convert` writes no summary
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    settings: SettingsArguments,
}

impl ConvertArguments {
    /// Returns the options as a query string, with this format by default.
    pub(super) fn query(&self, default: Option<&str>) -> String {
        let to = if self.json { Some("json") } else { self.to.as_deref().or(default) };
        query_of([("to", to.map(str::to_owned))].into_iter().chain(self.puzzles.parameters()))
    }
}

/// Checks the name of a key, as the settings do.
fn key_name(text: &str) -> Result<String, &'static str> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let valid = (1..=64).contains(&text.len()) && text.bytes().all(plain);
    if valid { Ok(text.to_owned()) } else { Err("expected 1 to 64 letters, digits, `.`, `_` or `-`") }
}

impl ServerArguments {
    /// Returns these options, or the options of `earlier` if they are not given.
    fn or(self, earlier: Self) -> Self {
        let listens = self.listen.is_some() || self.port.is_some();
        Self {
            listen: self.listen.or(earlier.listen.filter(|_| !listens)),
            port: self.port.or(earlier.port.filter(|_| !listens)),
            admin_listen: self.admin_listen.or(earlier.admin_listen),
            cors: if self.cors.is_empty() { earlier.cors } else { self.cors },
            log_format: self.log_format.or(earlier.log_format),
        }
    }
}

impl Command {
    /// The source of settings, unless the command needs none.
    fn settings(&self) -> Option<&SettingsArguments> {
        match self {
            Self::Serve { settings, .. }
            | Self::Work { settings, .. }
            | Self::Generate { settings, .. }
            | Self::Render { settings, .. }
            | Self::Book { settings, .. }
            | Self::Mcp { settings }
            | Self::Healthcheck { settings, .. }
            | Self::Config(settings) => Some(settings),
            Self::Question(Listed(question)) => Some(&question.puzzles.settings),
            Self::Convert(puzzles) | Self::Show(puzzles) => Some(&puzzles.settings),
            Self::Solutions(_)
            | Self::Cover(_)
            | Self::Job(_)
            | Self::ApiKey { .. }
            | Self::Openapi { .. }
            | Self::Docs { .. }
            | Self::Completions { .. }
            | Self::Version
            | Self::Man { .. } => None,
        }
    }
}

/// The option that prints the version.
fn version_flag() -> Arg {
    let flag = Arg::new("version").short('V').visible_short_alias('v').long("version");
    flag.action(ArgAction::Version).help("Print version")
}

impl Arguments {
    /// Parses the arguments of the program, of which the first is its name. Ends the program if they are wrong, or ask for help.
    ///
    /// # Errors
    /// [`UsageError`](super::UsageError) if the first argument looks like a file, and there is none.
    pub fn from_words(words: impl IntoIterator<Item = OsString>) -> Result<Self> {
        let words = in_own_words(words)?;
        Ok(Self::try_parse_from(words).unwrap_or_else(|error| with_advice(error).exit()))
    }

    /// Returns the command and the settings from options.
    ///
    /// # Errors
    /// If options of the server precede another command.
    pub fn into_parts(self) -> Result<(Command, Overrides), clap::Error> {
        let Self { server: before, settings: SettingsArguments { config }, command } = self;
        let command = command.unwrap_or_else(|| Command::Serve {
            server: ServerArguments::default(),
            settings: SettingsArguments::default(),
        });
        let server = match &command {
            Command::Serve { server, .. } => server.clone().or(before),
            Command::Work { worker, .. } if before == ServerArguments::default() => {
                let WorkerArguments { admin_listen, log_format } = worker.clone();
                ServerArguments { admin_listen, log_format, ..before }
            }
            _ if before == ServerArguments::default() => before,
            _ => {
                let message =
                    "--listen, --port, --admin-listen, --cors and --log-format are options of `serve`";
                return Err(Self::command().error(ErrorKind::ArgumentConflict, message));
            }
        };
        let file = command.settings().and_then(|settings| settings.config.clone()).or(config);
        let ServerArguments { listen, port, admin_listen, cors, log_format } = server;
        Ok((command, Overrides { file, listen, port, admin_listen, cors_origins: cors, log_format }))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use clap::CommandFactory as _;

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
            assert!(matches!(command, Command::Serve { .. }));
            assert_eq!(overrides.listen.as_deref(), Some("0.0.0.0:1"));
            assert_eq!(overrides.log_format.as_deref(), Some("json"));
        }
    }

    #[test]
    fn worker_has_an_admin_listener_alone() {
        let line =
            ["quadrille", "--config", "a", "work", "--admin-listen", "0.0.0.0:1", "--log-format", "json"];
        let (command, overrides) =
            Arguments::try_parse_from(line).expect("valid arguments").into_parts().expect("valid flags");
        assert!(matches!(command, Command::Work { .. }));
        assert_eq!(overrides.file.as_deref(), Some(Path::new("a")));
        assert_eq!(overrides.admin_listen.as_deref(), Some("0.0.0.0:1"));
        assert_eq!(overrides.log_format.as_deref(), Some("json"));
        assert!(Arguments::try_parse_from(["quadrille", "work", "--listen", "0.0.0.0:1"]).is_err());
        let before = ["quadrille", "--listen", "0.0.0.0:1", "work"];
        assert!(Arguments::try_parse_from(before).expect("valid arguments").into_parts().is_err());
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
            &["quadrille", "config", "--listen", "0.0.0.0:1"],
            &["quadrille", "healthcheck", "--log-format", "json"],
            &["quadrille", "openapi", "--config", "a"],
            &["quadrille", "completions", "cobol"],
            &["quadrille", "convert", "--to", "xml"],
            &["quadrille", "minimal", "--seed", "1"],
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
    fn settings_file_precedes_or_follows_a_command() {
        for line in [
            &["quadrille", "--config", "a", "config"][..],
            &["quadrille", "--config", "b", "solve", "--config", "a"],
            &["quadrille", "healthcheck", "--config", "a"],
            &["quadrille", "--config", "a", "openapi"],
        ] {
            let (_, overrides) =
                Arguments::try_parse_from(line).expect("valid arguments").into_parts().expect("valid flags");
            assert_eq!(overrides.file.as_deref(), Some(Path::new("a")), "{line:?}");
        }
    }

    #[test]
    fn arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn option_and_command_of_another_program_get_advice() {
        let advice = |line: &[&str]| {
            let parsed = Arguments::command().try_get_matches_from(line);
            with_advice(parsed.expect_err("an unknown word")).to_string()
        };
        for (line, expected) in [
            (&["quadrille", "count", "--max=3", "1..."][..], "'--limit'"),
            (&["quadrille", "count", "--csv", "1..."], "'--format csv'"),
            (&["quadrille", "count", "--diagonal", "1..."], "'--constraints'"),
            (&["quadrille", "generate", "--number", "2"], "'--count'"),
            (&["quadrille", "exact-cover", "solve"], "'cover'"),
            (&["quadrille", "formats"], "'convert'"),
        ] {
            let advice = advice(line);
            assert!(advice.contains(expected), "{advice}");
        }
    }
}
