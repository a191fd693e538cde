//! Arguments of commands that answer a question about each puzzle.

use std::ffi::OsString;
use std::path::PathBuf;
use std::thread;

use clap::{Args, ValueEnum, ValueHint, value_parser};

use super::input_format::{InputFormat, format_names};
use super::query::{layout, query_of};
use super::range::InputRange;
use super::settings_arguments::SettingsArguments;

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
    format: Option<OutputFormat>,
    /// Same as `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
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
    /// Write the answers to this file; with `--range`, into a file in this folder, unless a previous run has completed it
    #[arg(short, long, value_name = "FILE|DIR", value_hint = ValueHint::AnyPath)]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub(super) settings: SettingsArguments,
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
    /// Rows of a table: the columns of the input, then columns of the answer
    Csv,
    /// Grids as SVG pictures
    Svg,
}

impl BatchArguments {
    /// Returns the format of the answers; `None` for the default.
    pub(super) fn format(&self) -> Option<OutputFormat> {
        if self.json { Some(OutputFormat::Json) } else { self.format }
    }

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

    /// As [`query`](Self::query), for a single question, with this time limit if none is given.
    pub(super) fn query_with_time(&self, own: &[(&'static str, Option<String>)], time_ms: u64) -> String {
        Self { time_ms: self.time_ms.or(Some(time_ms)), ..self.clone() }.query(own)
    }

    /// Returns the number of solver threads.
    pub(super) fn threads(&self) -> usize {
        self.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from)
    }
}
