//! Arguments of `quadrille generate`.

use std::path::PathBuf;
use std::thread;

use anyhow::Result;
use clap::{Args, ValueEnum, ValueHint, value_parser};
use quadrille_answers::kinds::Generate;
use quadrille_answers::wire::COUNT_MAX;
use serde_json::{Map, Value};

use super::kind_options::SingleOptions;
use super::members::{box_size, given};
use super::query::number;

/// Text after the help of `generate`.
pub(super) const EXAMPLES: &str = "\
Examples:
  quadrille generate
  quadrille generate --difficulty hard --symmetry rotate180 --include solution,rating
  quadrille generate --count 1000 --minimal --clues 22..24 --seed 1 >puzzles.txt
  quadrille generate --set set.csv --seed 1   with `count`, `difficulty`, `clues`, `symmetry` in the first line";

/// Arguments of `generate`.
#[derive(Clone, Debug, Args)]
pub struct GenerateArguments {
    #[command(flatten)]
    pub(super) wishes: WishArguments,
    /// Numbers of puzzles of several kinds: a table (CSV) or lines of JSON, with `count` and options such as `clues` and `symmetry`
    ///
    /// Other options of the command are those of all rows that do not name them. The puzzles have the order of the rows.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "count")]
    pub(super) set: Option<PathBuf>,
    /// Number of threads, 1 to 1024 [default: number of cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Format of the answers
    #[arg(long, value_enum, default_value_t = GenerateFormat::Line)]
    format: GenerateFormat,
    /// Write no summary to standard error
    #[arg(short, long)]
    pub(super) quiet: bool,
}

/// What generated puzzles must be like, and how many there are.
#[derive(Clone, Debug, Args)]
pub struct WishArguments {
    /// Number of puzzles; each has the seed after that of the one before
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u64).range(1..=COUNT_MAX / 2))]
    pub(super) count: u64,
    /// Box size as width x height, such as 3x2 [default: as square as possible, wider than high]
    #[arg(long, value_name = "WxH")]
    r#box: Option<String>,
    /// Seed of the random numbers [default: random; the summary names it]
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    /// Time limit per puzzle in milliseconds, at most 3600000 [default: 60000]
    #[arg(long, value_name = "MS")]
    time_ms: Option<u64>,
    /// Limit on the nodes of the search tree per puzzle [default: none]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    #[command(flatten)]
    options: SingleOptions<Generate>,
}

/// Format of generated puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GenerateFormat {
    /// A line of text per puzzle
    #[value(alias = "text")]
    Line,
    /// A JSON object per puzzle, and a summary
    #[value(alias = "ndjson")]
    Json,
}

impl WishArguments {
    /// Returns the options as parameters of a query, without the count.
    pub(super) fn parameters(&self) -> Vec<(&'static str, String)> {
        let common = [
            ("box", self.r#box.clone()),
            ("seed", number(self.seed)),
            ("time_ms", number(self.time_ms)),
            ("nodes", number(self.nodes)),
        ];
        let all = self.options.parameters().chain(common);
        all.filter_map(|(name, value)| Some((name, value?))).collect()
    }

    /// Returns the count and the options in the words of the command as members of a JSON request.
    ///
    /// # Errors
    /// If the size of the box is invalid.
    pub(super) fn members(&self) -> Result<Map<String, Value>> {
        let number = |number: Option<u64>| number.map(Value::from);
        let limits = given([("time_ms", number(self.time_ms)), ("nodes", number(self.nodes))]);
        Ok(given([
            ("count", Some(self.count.into())),
            ("box", self.r#box.as_deref().map(box_size).transpose()?),
            ("seed", number(self.seed)),
            ("limits", Some(limits).filter(|limits| !limits.is_empty()).map(Value::Object)),
        ]))
    }
}

impl GenerateArguments {
    /// Returns the number of threads.
    pub(super) fn threads(&self) -> usize {
        self.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from)
    }

    /// Whether the puzzles are written as JSON.
    pub(super) fn is_json(&self) -> bool {
        self.format == GenerateFormat::Json
    }
}
