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
use super::usage::usage;

/// Text after the help of `generate`.
pub(super) const EXAMPLES: &str = "\
Examples:
  quadrille generate
  quadrille generate hard 5 --format grid
  quadrille generate --difficulty hard --symmetry rotate180 --include solution,rating
  quadrille generate --count 1000 --minimal --clues 22..24 --seed 1 >puzzles.txt
  quadrille generate --set set.csv --seed 1   with `count`, `difficulty`, `clues`, `symmetry` in the first line";

/// Largest number of puzzles.
const COUNTED_MAX: u64 = COUNT_MAX / 2;

/// Arguments of `generate`.
#[derive(Clone, Debug, Args)]
pub struct GenerateArguments {
    /// A level or the number of puzzles, the same as --difficulty and --count
    #[arg(value_name = "LEVEL|COUNT")]
    words: Vec<String>,
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
    /// Same as `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Write the puzzles to this file instead of standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) output: Option<PathBuf>,
    /// Write no summary to standard error
    #[arg(short, long)]
    pub(super) quiet: bool,
}

/// What generated puzzles must be like, and how many there are.
#[derive(Clone, Debug, Args)]
pub struct WishArguments {
    /// Number of puzzles; each has the seed after that of the one before
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u64).range(1..=COUNTED_MAX))]
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
    /// A drawn grid per puzzle
    Grid,
    /// A line of text per puzzle
    #[value(alias = "text")]
    Line,
    /// A JSON object per puzzle, and a summary
    #[value(alias = "ndjson")]
    Json,
}

impl WishArguments {
    /// The size of a box, if it is given.
    pub(super) fn box_size(&self) -> Option<&str> {
        self.r#box.as_deref()
    }

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
    /// Returns the arguments with their words as options.
    ///
    /// # Errors
    /// If an option is given twice, or a number is out of range.
    pub(super) fn with_words(&self) -> Result<Self> {
        let mut own = self.clone();
        for word in &self.words {
            match word.parse() {
                Ok(count) if (1..=COUNTED_MAX).contains(&count) && own.wishes.count == 1 => {
                    own.wishes.count = count;
                }
                Ok(_) => {
                    let detail = format!("{word}: give one number of puzzles, from 1 to {COUNTED_MAX}");
                    return Err(usage(detail));
                }
                Err(_) if own.wishes.options.give("difficulty", word.to_lowercase()) => {}
                Err(_) => return Err(usage(format!("{word}: the difficulty is given twice"))),
            }
        }
        if own.set.is_some() && own.wishes.count != 1 {
            return Err(usage("a set has the numbers of its puzzles: leave out the number"));
        }
        Ok(own)
    }

    /// Returns the number of threads.
    pub(super) fn threads(&self) -> usize {
        self.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from)
    }

    /// Whether the puzzles are written as JSON.
    pub(super) fn is_json(&self) -> bool {
        self.json || self.format == GenerateFormat::Json
    }

    /// Whether the puzzles are drawn.
    pub(super) fn is_drawn(&self) -> bool {
        self.format == GenerateFormat::Grid && !self.json
    }
}
