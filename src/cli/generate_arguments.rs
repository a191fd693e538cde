//! Arguments of `quadrille generate`.

use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum, ValueHint, value_parser};
use quadrille_answers::wire::COUNT_MAX;
use serde_json::{Map, Value, json};

use super::decompress::read_file;
use super::kind_options::UnsupportedRules;
use super::members::{box_size, given};

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
    /// Levels or scores, such as hard, medium..hard or 300..500 [default: any]
    #[arg(long, value_name = "LEVEL")]
    difficulty: Option<String>,
    /// Number of clues, such as 24, 24..28 or ..28 [default: depends on the difficulty]
    #[arg(long, value_name = "A..B")]
    clues: Option<String>,
    /// Symmetry of the cells with clues: rotate180, rotate90, horizontal, vertical, diagonal, antidiagonal, full or none
    #[arg(long, value_name = "NAME")]
    symmetry: Option<String>,
    /// Only puzzles in which every clue is needed
    #[arg(long)]
    minimal: bool,
    /// Number of rows, 1 to 36 [default: that of the pattern or the box, otherwise 9]
    #[arg(long, value_name = "N")]
    size: Option<u64>,
    /// Box size as width x height, such as 3x2 [default: as square as possible, wider than high]
    #[arg(long, value_name = "WxH")]
    r#box: Option<String>,
    /// Cells that may have clues: a grid with any digit in them, or its file [default: all]
    #[arg(long, value_name = "GRID|FILE", value_hint = ValueHint::FilePath)]
    pattern: Option<String>,
    /// Techniques that the path must have, or with `-` must not have, such as x_wing,-xy_chain
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    techniques: Option<String>,
    /// Seed of the random numbers [default: random; the summary names it]
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    /// Maximum number of attempts for each puzzle [default: 10000]
    #[arg(long, value_name = "N")]
    attempts: Option<u64>,
    /// Further parts of each answer: solution, rating, or both with a comma between them
    #[arg(long, value_name = "LIST")]
    include: Option<String>,
    /// Time limit per puzzle in milliseconds, at most 3600000 [default: 60000]
    #[arg(long, value_name = "MS")]
    time_ms: Option<u64>,
    /// Limit on the nodes of the search tree per puzzle [default: none]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    #[command(flatten)]
    rules: UnsupportedRules,
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
    ///
    /// # Errors
    /// If the file of the pattern cannot be read.
    pub(super) fn parameters(&self) -> Result<Vec<(&'static str, String)>> {
        let number = |number: Option<u64>| number.map(|number| number.to_string());
        let parameters = [
            ("size", number(self.size)),
            ("box", self.r#box.clone()),
            ("difficulty", self.difficulty.clone()),
            ("clues", self.clues.clone()),
            ("symmetry", self.symmetry.clone()),
            ("minimal", self.minimal.then(|| "true".to_owned())),
            ("pattern", self.pattern.as_deref().map(pattern).transpose()?),
            ("techniques", self.techniques.clone()),
            ("seed", number(self.seed)),
            ("attempts", number(self.attempts)),
            ("include", self.include.clone()),
            ("time_ms", number(self.time_ms)),
            ("nodes", number(self.nodes)),
        ];
        let given = parameters.into_iter().filter_map(|(name, value)| Some((name, value?)));
        Ok(given.chain(self.rules.parameters()).collect())
    }

    /// Returns the options as members of a JSON request, with the count.
    ///
    /// # Errors
    /// If the file of the pattern cannot be read, or the size of the box is invalid.
    pub(super) fn members(&self) -> Result<Map<String, Value>> {
        let text = |text: &Option<String>| text.clone().map(Value::String);
        let number = |number: Option<u64>| number.map(Value::from);
        let limits = given([("time_ms", number(self.time_ms)), ("nodes", number(self.nodes))]);
        let included = |list: &String| list.split(',').map(Value::from).collect();
        let mut members = given([
            ("count", Some(self.count.into())),
            ("size", number(self.size)),
            ("box", self.r#box.as_deref().map(box_size).transpose()?),
            ("difficulty", text(&self.difficulty)),
            ("clues", text(&self.clues)),
            ("symmetry", text(&self.symmetry)),
            ("minimal", self.minimal.then_some(Value::Bool(true))),
            ("pattern", self.pattern.as_deref().map(pattern).transpose()?.map(Value::String)),
            ("techniques", self.techniques.as_deref().map(techniques)),
            ("seed", number(self.seed)),
            ("attempts", number(self.attempts)),
            ("include", self.include.as_ref().map(included)),
            ("limits", Some(limits).filter(|limits| !limits.is_empty()).map(Value::Object)),
        ]);
        members.extend(self.rules.parameters().map(|(name, value)| (name.to_owned(), value.into())));
        Ok(members)
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

/// Returns a list of techniques, such as `x_wing,-xy_chain`, as a member of a JSON request.
fn techniques(list: &str) -> Value {
    let (excluded, required): (Vec<_>, Vec<_>) = list.split(',').partition(|name| name.starts_with('-'));
    let excluded: Vec<_> = excluded.into_iter().map(|name| name.trim_start_matches('-')).collect();
    json!({"require": required, "exclude": excluded})
}

/// Returns a pattern, from its file if there is one with this name.
fn pattern(argument: &str) -> Result<String> {
    let file = Path::new(argument);
    if !file.is_file() {
        return Ok(argument.to_owned());
    }
    let failed = || format!("{argument}: cannot be read");
    String::from_utf8(read_file(file).with_context(failed)?).with_context(failed)
}
