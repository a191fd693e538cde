//! Arguments of `quadrille cover`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::query::{number, query_of};

/// Problems, and the options of a question about each.
#[derive(Clone, Debug, Args)]
pub struct CoverArguments {
    /// Files with a problem each, or - for standard input
    ///
    /// A file has Knuth's format: a line of items, with `|` before the secondary ones, then a line for each option; lines that
    /// begin with `|` are comments. Or JSON, as for `POST /exact-cover/solve`. It may be compressed with gzip or zstd.
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    pub files: Vec<OsString>,
    /// Time limit in milliseconds [default and maximum: 3600000]
    #[arg(long, value_name = "MS")]
    time_ms: Option<u64>,
    /// Maximum number of search tree nodes
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Format of the answers
    #[arg(long, value_enum, default_value_t = CoverFormat::Text)]
    format: CoverFormat,
    /// Same as `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Write the answers to this file instead of standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) output: Option<PathBuf>,
    /// Write no summary of a list of solutions to standard error
    #[arg(short, long)]
    pub quiet: bool,
}

/// Format of the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CoverFormat {
    /// Numbers of the options from 1, and the verdict.
    Text,
    /// One JSON object per line.
    Json,
}

/// A Sudoku.
#[derive(Clone, Debug, Args)]
pub struct SudokuArguments {
    /// A puzzle, a file with one, or - for standard input
    #[arg(value_name = "PUZZLE|FILE", value_hint = ValueHint::FilePath)]
    pub puzzle: OsString,
    /// Box size as width x height [default: as square as possible, wider than high]
    #[arg(long, value_name = "WxH")]
    r#box: Option<String>,
    /// Format of the puzzle [default: detected]
    #[arg(long, value_name = "FORMAT")]
    from: Option<String>,
}

impl CoverArguments {
    /// Whether the answers are JSON.
    pub(super) fn is_json(&self) -> bool {
        self.json || self.format == CoverFormat::Json
    }

    /// Returns the options and these others as a query string.
    pub(super) fn query(&self, others: &[(&'static str, Option<String>)]) -> String {
        let limits = [("time_ms", number(self.time_ms)), ("nodes", number(self.nodes))];
        query_of(limits.into_iter().chain(others.iter().cloned()))
    }
}

impl SudokuArguments {
    /// Returns the options as a query string.
    pub(super) fn query(&self) -> String {
        query_of([("box", self.r#box.clone()), ("format", self.from.clone())])
    }
}
