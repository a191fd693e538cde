//! Command line arguments.

use std::ffi::OsString;
use std::path::PathBuf;
use std::thread;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum, ValueHint, value_parser};
use clap_complete::Shell;
use quadrille_answers::wire::VerdictKind;

use super::cover_arguments::CoverCommand;
use super::file_entries::FileArguments;
use super::generate_arguments::{EXAMPLES as GENERATE_EXAMPLES, GenerateArguments};
use super::input_format::{InputFormat, format_names};
use super::job::JobArguments;
use super::query::{layout, limit, query_of};
use super::range::InputRange;
use super::render::{BookArguments, RenderArguments};
use super::solutions_arguments::{EXAMPLES as SOLUTIONS_EXAMPLES, SolutionsArguments};
use crate::config::Overrides;
use crate::version::VERSION_AND_COMMIT;

/// Text after the help of the program.
const AFTER_HELP: &str = "\
Without a command, quadrille runs `serve`, and accepts its options.

Examples:
  quadrille                            serves at http://127.0.0.1:8080
  quadrille solve '1.....3..4.....2'   solves a puzzle
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
    /// Address and port of a listener for health and metrics, or unix:PATH [default: none]
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
    /// Address and port of a listener for health and metrics, or unix:PATH [default: none]
    #[arg(long, value_name = "ADDR", overrides_with = "admin_listen")]
    admin_listen: Option<String>,
    /// Format of log lines [default: text]
    #[arg(long, value_name = "FORMAT", value_parser = ["text", "json"], overrides_with = "log_format")]
    log_format: Option<String>,
}

/// Source of settings.
#[derive(Clone, Debug, Default, Args)]
pub struct SettingsArguments {
    // A repeated option overrides the earlier one: the container image passes `--config` before the arguments of the user.
    /// TOML file with settings that override the defaults
    #[arg(long, value_name = "FILE", overrides_with = "config", value_hint = ValueHint::FilePath)]
    config: Option<PathBuf>,
}

/// Commands.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Serve over HTTP until SIGTERM or SIGINT (the default)
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
    /// Solve puzzles
    #[command(after_help = SOLVE_EXAMPLES, mut_arg("format", |format| format.help(FORMAT_OF_GRIDS)))]
    Solve {
        /// Puzzles and options.
        #[command(flatten)]
        puzzles: BatchArguments,
        /// Number of solutions to search for, 1 or 2; 2 proves uniqueness [default: 2]
        #[arg(long, value_name = "N")]
        limit: Option<u64>,
    },
    /// Rate the difficulty of puzzles: score, level and hardest technique
    #[command(after_help = RATE_EXAMPLES, mut_arg("format", |format| format.help(FORMAT_OF_LINES)))]
    Rate {
        /// Puzzles and options.
        #[command(flatten)]
        puzzles: BatchArguments,
    },
    /// Find the next step of puzzles, with an explanation
    #[command(after_help = HINT_EXAMPLES, mut_arg("format", |format| format.help(FORMAT_OF_LINES)))]
    Hint {
        /// Puzzles and options.
        #[command(flatten)]
        puzzles: BatchArguments,
        /// Digits that the player has entered: a grid of the size of the puzzle
        #[arg(long, value_name = "GRID")]
        entries: Option<String>,
        /// How much of the step is shown: house, technique or all [default: all]
        #[arg(long, value_name = "PART")]
        reveal: Option<String>,
    },
    /// Find the steps from puzzles to their solutions, with explanations
    #[command(after_help = PATH_EXAMPLES, mut_arg("format", |format| format.help(FORMAT_OF_STEPS)))]
    Path {
        /// Puzzles and options.
        #[command(flatten)]
        puzzles: BatchArguments,
    },
    /// Count the solutions of puzzles, by default up to 2
    #[command(after_help = COUNT_EXAMPLES)]
    Count {
        /// Puzzles and options.
        #[command(flatten)]
        puzzles: BatchArguments,
        /// Maximum number of solutions to count, or all; 2 proves or disproves uniqueness [default: 2]
        #[arg(long, value_name = "N", value_parser = limit)]
        limit: Option<String>,
        /// Exit with 1 if a puzzle has another verdict, and name its line on standard error
        #[arg(long, value_name = "VERDICT", value_enum)]
        expect: Option<ExpectedVerdict>,
    },
    /// List all solutions of a puzzle
    #[command(after_help = SOLUTIONS_EXAMPLES)]
    Solutions(SolutionsArguments),
    /// Find the candidates of puzzles that occur in solutions
    #[command(after_help = CANDIDATES_EXAMPLES, mut_arg("format", |format| format.help(FORMAT_OF_GRIDS)))]
    Candidates {
        /// Puzzles and options.
        #[command(flatten)]
        puzzles: BatchArguments,
        /// Count the solutions with each candidate up to N, from 2 to 10000, with `--format json`
        #[arg(long, value_name = "N")]
        counts: Option<u64>,
    },
    /// Find the redundant clues of puzzles
    #[command(after_help = MINIMAL_EXAMPLES)]
    Minimal {
        /// Puzzles and options.
        #[command(flatten)]
        puzzles: BatchArguments,
        /// Write minimal puzzles with the same solutions
        #[arg(long)]
        reduce: bool,
        /// Seed of the order in which clues are removed, with --reduce [default: 0]
        #[arg(long, value_name = "N", requires = "reduce")]
        seed: Option<u64>,
    },
    /// Find clues that contradict each other in puzzles without a solution
    #[command(after_help = CONFLICTS_EXAMPLES, mut_arg("format", |format| format.help(FORMAT_OF_LINES)))]
    Conflicts(BatchArguments),
    /// Check the entries of a player
    #[command(after_help = CHECK_EXAMPLES, mut_arg("format", |format| format.help(FORMAT_OF_LINES)))]
    Check {
        /// Puzzles and options.
        #[command(flatten)]
        puzzles: BatchArguments,
        /// Entries as text: a grid of the size of the puzzle
        #[arg(long, value_name = "GRID")]
        entries: Option<String>,
        /// Pencil marks as JSON, such as {"r1c1": [1, 2]}
        #[arg(long, value_name = "JSON")]
        marks: Option<String>,
    },
    /// Estimate the number of solutions of puzzles
    #[command(after_help = ESTIMATE_EXAMPLES, mut_arg("format", |format| format.help(FORMAT_OF_LINES)))]
    Estimate {
        /// Puzzles and options.
        #[command(flatten)]
        puzzles: BatchArguments,
        /// Number of random probes, at most 1000000 [default: 1000]
        #[arg(long, value_name = "N")]
        probes: Option<u64>,
        /// Seed of the random numbers [default: 0]
        #[arg(long, value_name = "N")]
        seed: Option<u64>,
    },
    /// Find the canonical forms of puzzles and of their solutions
    #[command(after_help = CANONICAL_EXAMPLES, mut_arg("format", |format| format.help(FORMAT_OF_LINES)))]
    Canonical(BatchArguments),
    /// Make random puzzles that differ from the given ones by a symmetry
    #[command(after_help = SHUFFLE_EXAMPLES, mut_arg("format", |format| format.help(FORMAT_OF_LINES)))]
    Shuffle {
        /// Puzzles and options.
        #[command(flatten)]
        puzzles: BatchArguments,
        /// Seed of the random numbers [default: 0]
        #[arg(long, value_name = "N")]
        seed: Option<u64>,
    },
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
    /// Create jobs of a running service, follow them, and read their results
    Job(JobArguments),
    /// Check a running service; exit with 0 if it is alive, else with 1
    Healthcheck {
        /// http://HOST:PORT/PATH or unix:PATH [default: /livez at admin.listen, or at server.listen if that is none]
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
    /// Print a completion script for a shell
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
    },
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

/// Text after the help of `solve`.
const SOLVE_EXAMPLES: &str = "\
Examples:
  quadrille solve '1.....3..4.....2'
  quadrille solve --format svg grid.txt >grid.svg
  quadrille solve --format json - <puzzles.txt";

/// Help of `--format` for commands that draw their answers.
const FORMAT_OF_GRIDS: &str = "Format of the answers [default: line; grid for single puzzles on a terminal]";

/// Help of `--format` of `path`.
const FORMAT_OF_STEPS: &str = "Format of the answers: line or json; grid is a line a step, and svg writes to standard error [default: line; grid for single puzzles on a terminal]";

/// Help of `--format` for commands whose answers are not drawn.
const FORMAT_OF_LINES: &str = "Format of the answers: line or json; grid is the same as line, and svg writes to standard error [default: line]";

/// Text after the help of `candidates`.
const CANDIDATES_EXAMPLES: &str = "\
Examples:
  quadrille candidates '1.....3..4......'
  quadrille candidates --format json --counts 100 puzzles.txt
  quadrille candidates --format svg grid.txt >grid.svg";

/// Text after the help of `minimal`.
const MINIMAL_EXAMPLES: &str = "\
Examples:
  quadrille minimal '1.2...3..4.....2'
  quadrille minimal --reduce puzzles.txt >minimal.txt";

/// Text after the help of `conflicts`.
const CONFLICTS_EXAMPLES: &str = "\
Examples:
  quadrille conflicts '12....3....4....'
  quadrille conflicts --format json puzzles.txt";

/// Text after the help of `rate`.
const RATE_EXAMPLES: &str = "\
Examples:
  quadrille rate '1.....3..4.....2'
  quadrille rate --format json puzzles.txt";

/// Text after the help of `hint`.
const HINT_EXAMPLES: &str = "\
Examples:
  quadrille hint '1.....3..4.....2'
  quadrille hint --reveal technique --entries '13..............' '1.....3..4.....2'";

/// Text after the help of `path`.
const PATH_EXAMPLES: &str = "\
Examples:
  quadrille path '1.....3..4.....2'
  quadrille path --format json puzzles.txt";

/// Text after the help of `check`.
const CHECK_EXAMPLES: &str = "\
Examples:
  quadrille check '1.....3..4.....2' --entries '.24.............'
  quadrille check games.ndjson   with `puzzle`, `entries` and `marks` in each line";

/// Text after the help of `estimate`.
const ESTIMATE_EXAMPLES: &str = "\
Examples:
  quadrille estimate '1...............'
  quadrille estimate --probes 100000 --format json puzzles.txt";

/// Text after the help of `canonical`.
const CANONICAL_EXAMPLES: &str = "\
Examples:
  quadrille canonical '1.....3..4.....2'
  quadrille canonical -q puzzles.txt | sort | uniq -c";

/// Text after the help of `shuffle`.
const SHUFFLE_EXAMPLES: &str = "\
Examples:
  quadrille shuffle '1.....3..4.....2'
  quadrille shuffle -q --seed 1 puzzles.txt >more.txt";

/// Text after the help of `render`.
const RENDER_EXAMPLES: &str = "\
Examples:
  quadrille render '1.....3..4.....2' >puzzle.svg
  quadrille render --candidates --png --output pictures puzzles.txt";

/// Text after the help of `book`.
const BOOK_EXAMPLES: &str = "\
Examples:
  quadrille generate --count 12 --difficulty hard | quadrille book --title 'Hard ones' >book.html";

/// Text after the help of `count`.
const COUNT_EXAMPLES: &str = "\
Examples:
  quadrille count puzzles.txt >verdicts.txt
  quadrille count --expect unique puzzles.txt >verdicts.txt
  quadrille count --limit 1000000 '1.....3..4......'";

/// Arguments of a batch: the options of all batches, and options of the command line.
#[derive(Clone, Debug, Args)]
pub struct BatchArguments {
    /// Puzzles, files of puzzles, or - for standard input [default: -]
    ///
    /// A file has a puzzle per line, or drawn grids whose lines begin with a border; blank lines and lines that begin with `#`
    /// are skipped. A file of n lines of n symbols is one puzzle, unless each line is a puzzle by itself. A pipe whose first line
    /// is a puzzle is read line by line; `--grid` reads it as one puzzle. JSON is one puzzle, an array of puzzles, or one per line: an
    /// object with `puzzle` and options, a string or an array. Other members of objects are ignored. Inputs may be
    /// compressed with gzip or zstd.
    #[arg(value_name = "PUZZLE|FILE", value_hint = ValueHint::FilePath)]
    pub inputs: Vec<OsString>,
    /// Text format of the puzzles [default: detected]
    #[arg(long, value_name = "FORMAT", value_parser = format_names())]
    from: Option<String>,
    /// Box size as width x height, such as 3x2 [default: as square as possible, wider than high]
    #[arg(long, value_name = "WxH")]
    r#box: Option<String>,
    /// Read each file as one puzzle
    #[arg(long)]
    pub grid: bool,
    /// Contents of the input [default: detected]
    #[arg(long, value_name = "KIND", value_enum)]
    pub input: Option<InputFormat>,
    /// Time limit per puzzle in milliseconds, at most 3600000 [default: 1000, the setting batch.time_ms_default]
    #[arg(long, value_name = "MS")]
    time_ms: Option<u64>,
    /// Limit on the nodes of the search tree per puzzle [default: none]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Number of solver threads, 1 to 1024 [default: number of cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Format of the answers [default: line]
    #[arg(long, value_enum)]
    pub format: Option<OutputFormat>,
    /// Add search statistics to each answer, with `--format json`
    #[arg(long)]
    stats: bool,
    /// Repeat the other columns of a table, or the other members of records, in the answers
    #[arg(long)]
    keep: bool,
    /// Write neither summary nor progress to standard error
    #[arg(short, long)]
    pub quiet: bool,
    /// Write no progress to standard error
    #[arg(long)]
    pub no_progress: bool,
    /// Exit with 0 even if a puzzle of a file is invalid
    #[arg(long)]
    pub keep_going: bool,
    /// Answer only part I of N of a file; the outputs of parts 1 to N, joined, are that of the file. Part 0 is part N
    #[arg(long, value_name = "I/N", requires = "inputs")]
    pub range: Option<InputRange>,
    /// Write the part into a file in this folder, unless a previous run has completed it
    #[arg(long, value_name = "DIR", requires = "range", value_hint = ValueHint::DirPath)]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    settings: SettingsArguments,
}

/// Arguments of `convert`.
#[derive(Clone, Debug, Args)]
pub struct ConvertArguments {
    /// Puzzles, and how they are read.
    #[command(flatten)]
    pub(super) puzzles: FileArguments,
    /// Text format of the result [default: line]
    #[arg(long, value_name = "FORMAT", value_parser = format_names())]
    to: Option<String>,
    /// Accepted as for other commands: `convert` writes no summary
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    settings: SettingsArguments,
}

/// Verdict that all puzzles should have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExpectedVerdict {
    /// Exactly one solution
    Unique,
    /// Two or more solutions
    Multiple,
    /// No solution
    None,
}

impl From<ExpectedVerdict> for VerdictKind {
    fn from(expected: ExpectedVerdict) -> Self {
        match expected {
            ExpectedVerdict::Unique => Self::Unique,
            ExpectedVerdict::Multiple => Self::Multiple,
            ExpectedVerdict::None => Self::None,
        }
    }
}

/// Format of the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// Drawn grids, with bold clues on a terminal
    Grid,
    /// A line of text per answer
    #[value(alias = "text")]
    Line,
    /// A JSON object per answer, and a summary
    #[value(alias = "ndjson")]
    Json,
    /// Grids as SVG pictures
    Svg,
}

impl BatchArguments {
    /// Returns the options, and these of the command, as a query string.
    pub(super) fn query(&self, own: &[(&'static str, Option<String>)]) -> String {
        let number = |number: Option<u64>| number.map(|number| number.to_string());
        let stats = self.stats.then(|| "true".to_owned());
        let common = [
            ("box", self.r#box.clone()),
            ("format", self.from.clone()),
            ("layout", layout(self.grid)),
            ("time_ms", number(self.time_ms)),
            ("nodes", number(self.nodes)),
            ("stats", stats),
            ("keep", self.keep.then(|| "true".to_owned())),
        ];
        query_of(own.iter().cloned().chain(common))
    }

    /// Returns the number of solver threads.
    pub(super) fn threads(&self) -> usize {
        self.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from)
    }
}

impl ConvertArguments {
    /// Returns the options as a query string.
    pub(super) fn query(&self) -> String {
        query_of([("to", self.to.clone())].into_iter().chain(self.puzzles.parameters()))
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
            | Self::Healthcheck { settings, .. }
            | Self::Config(settings) => Some(settings),
            Self::Solve { puzzles, .. }
            | Self::Count { puzzles, .. }
            | Self::Candidates { puzzles, .. }
            | Self::Rate { puzzles }
            | Self::Path { puzzles }
            | Self::Hint { puzzles, .. }
            | Self::Minimal { puzzles, .. }
            | Self::Conflicts(puzzles)
            | Self::Check { puzzles, .. }
            | Self::Estimate { puzzles, .. }
            | Self::Shuffle { puzzles, .. }
            | Self::Canonical(puzzles) => Some(&puzzles.settings),
            Self::Convert(puzzles) => Some(&puzzles.settings),
            Self::Solutions(_)
            | Self::Cover(_)
            | Self::Job(_)
            | Self::ApiKey { .. }
            | Self::Openapi { .. }
            | Self::Completions { .. }
            | Self::Man { .. } => None,
        }
    }
}

impl Arguments {
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
}
