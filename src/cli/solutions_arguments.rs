//! Arguments of `quadrille solutions`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use quadrille_answers::kinds::Solutions;

use super::input_format::format_names;
use super::kind_options::SingleOptions;
use super::query::{layout, limit, number, query_of};

/// Text after the help of `solutions`.
pub(super) const EXAMPLES: &str = "\
Examples:
  quadrille solutions '1.....3..4......'
  quadrille solutions --limit 10 --skip 10 grid.txt
  quadrille solutions --format json - <grid.txt >solutions.ndjson";

/// Arguments of `solutions`.
#[derive(Clone, Debug, Args)]
pub struct SolutionsArguments {
    /// A puzzle, a file with one, or - for standard input
    #[arg(value_name = "PUZZLE|FILE", default_value = "-", value_hint = ValueHint::FilePath)]
    pub(super) puzzle: OsString,
    /// Maximum number of solutions to list [default: all]
    #[arg(long, value_name = "N", value_parser = limit)]
    pub(super) limit: Option<String>,
    /// Text format of the puzzle [default: detected]
    #[arg(long, value_name = "FORMAT", value_parser = format_names())]
    from: Option<String>,
    /// Box size as width x height, such as 3x2 [default: as square as possible, wider than high]
    #[arg(long, value_name = "WxH")]
    r#box: Option<String>,
    /// Time limit in milliseconds [default and maximum: 3600000]
    #[arg(long, value_name = "MS")]
    time_ms: Option<u64>,
    /// Limit on the nodes of the search tree [default: none]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    #[command(flatten)]
    options: SingleOptions<Solutions>,
    /// Format of the solutions
    #[arg(long, value_enum, default_value_t = SolutionsFormat::Line)]
    format: SolutionsFormat,
    /// Same as `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Write the solutions to this file instead of standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) output: Option<PathBuf>,
    /// Write no summary to standard error
    #[arg(short, long)]
    pub(super) quiet: bool,
}

/// Format of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SolutionsFormat {
    /// A line of text per solution
    #[value(alias = "text")]
    Line,
    /// A JSON object per solution, and a summary
    #[value(alias = "ndjson")]
    Json,
}

impl SolutionsArguments {
    /// Returns the options as a query string, without the limit.
    pub(super) fn query(&self) -> String {
        let common = [
            ("box", self.r#box.clone()),
            ("format", self.from.clone()),
            ("layout", layout(true)),
            ("time_ms", number(self.time_ms)),
            ("nodes", number(self.nodes)),
        ];
        query_of(self.options.parameters().chain(common))
    }

    /// Whether the solutions are written as JSON.
    pub(super) fn is_json(&self) -> bool {
        self.json || self.format == SolutionsFormat::Json
    }
}
