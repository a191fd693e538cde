//! Operations of jobs: their arguments, and the request that they describe.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::slice;

use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, Subcommand, ValueHint};
use quadrille_answers::kinds::CoverCount;
use quadrille_answers::wire::{ProblemBounds, is_json, is_json_in_file, read_text};
use quadrille_sudoku::unstable::puzzle_name;
use serde_json::{Map, Value, json};

use crate::cli::decompress::read_file;
use crate::cli::generate_arguments::WishArguments;
use crate::cli::input::{Input, InputOptions};
use crate::cli::input_format::{InputFormat, format_names};
use crate::cli::members::{box_size, given};
use crate::cli::query::limit;

/// Operations.
#[derive(Clone, Debug, Subcommand)]
pub enum Operation {
    /// Solve puzzles
    Solve {
        /// Puzzles and options.
        #[command(flatten)]
        entries: EntriesArguments,
        /// Number of solutions to search for, 1 or 2; 2 proves uniqueness [default: 2]
        #[arg(long, value_name = "N")]
        limit: Option<u64>,
    },
    /// Count the solutions of puzzles, or all solutions of one puzzle
    Count {
        /// Puzzles and options.
        #[command(flatten)]
        entries: EntriesArguments,
        /// Maximum number of solutions to count [default: 2; all with --puzzle]
        #[arg(long, value_name = "N", value_parser = limit)]
        limit: Option<String>,
        /// Count the solutions of this puzzle: text, a file, or - for standard input
        #[arg(long, value_name = "PUZZLE|FILE", conflicts_with_all = ["files", "input", "time_ms", "nodes", "stats"], value_hint = ValueHint::FilePath)]
        puzzle: Option<OsString>,
    },
    /// Rate the difficulty of puzzles
    Rate(EntriesArguments),
    /// Find the redundant clues of puzzles
    Minimal {
        /// Puzzles and options.
        #[command(flatten)]
        entries: EntriesArguments,
        /// Write minimal puzzles with the same solutions
        #[arg(long)]
        reduce: bool,
        /// Seed of the order in which clues are removed, with --reduce [default: 0]
        #[arg(long, value_name = "N", requires = "reduce")]
        seed: Option<u64>,
    },
    /// Find the canonical forms of puzzles and of their solutions
    Canonical(EntriesArguments),
    /// Make random puzzles that differ from the given ones by a symmetry
    Shuffle {
        /// Puzzles and options.
        #[command(flatten)]
        entries: EntriesArguments,
        /// Seed of the random numbers [default: 0]
        #[arg(long, value_name = "N")]
        seed: Option<u64>,
    },
    /// Find the candidates of puzzles that occur in solutions
    Candidates {
        /// Puzzles and options.
        #[command(flatten)]
        entries: EntriesArguments,
        /// Count the solutions with each candidate up to N, from 2 to 10000, with `--format json`
        #[arg(long, value_name = "N")]
        counts: Option<u64>,
    },
    /// Generate random puzzles with one solution
    Generate(WishArguments),
    /// Count the solutions of exact cover problems, or all solutions of one
    ExactCoverCount {
        /// Files with a problem per line as JSON, or - for standard input [default: -]
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        files: Vec<PathBuf>,
        /// Maximum number of solutions to count [default: 2; all with --problem]
        #[arg(long, value_name = "N", value_parser = limit)]
        limit: Option<String>,
        /// Count the solutions of the problem in this file, in Knuth's format or as JSON
        #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "time_ms", "nodes"], value_hint = ValueHint::FilePath)]
        problem: Option<PathBuf>,
        /// Time limit per problem in milliseconds [default: set by the service]
        #[arg(long, value_name = "MS")]
        time_ms: Option<u64>,
        /// Limit on the nodes of the search tree per problem [default: none]
        #[arg(long, value_name = "N")]
        nodes: Option<u64>,
    },
    /// List all solutions of one puzzle, in no particular order
    Solutions {
        /// The puzzle: text, a file, or - for standard input
        #[arg(long, value_name = "PUZZLE|FILE", required = true, value_hint = ValueHint::FilePath)]
        puzzle: OsString,
        /// Text format of the puzzle [default: detected]
        #[arg(long, value_name = "FORMAT", value_parser = format_names())]
        from: Option<String>,
        /// Box size as width x height, such as 3x2 [default: as square as possible, wider than high]
        #[arg(long, value_name = "WxH")]
        r#box: Option<String>,
        /// Maximum number of solutions to list [default: all]
        #[arg(long, value_name = "N", value_parser = limit)]
        limit: Option<String>,
    },
    /// List all solutions of one exact cover problem, in no particular order
    ExactCoverSolutions {
        /// File of the problem, in Knuth's format or as JSON
        #[arg(long, value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
        problem: PathBuf,
        /// Maximum number of solutions to list [default: all]
        #[arg(long, value_name = "N", value_parser = limit)]
        limit: Option<String>,
    },
}

/// Puzzles, and the options of a question about each.
#[derive(Clone, Debug, Args)]
pub struct EntriesArguments {
    /// Files of puzzles, a job each, or - for standard input [default: -]
    ///
    /// A file has a puzzle per line, drawn grids, or any other contents of a batch. It may be compressed with gzip or zstd.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    /// Text format of the puzzles [default: detected]
    #[arg(long, value_name = "FORMAT", value_parser = format_names())]
    from: Option<String>,
    /// Box size as width x height, such as 3x2 [default: as square as possible, wider than high]
    #[arg(long, value_name = "WxH")]
    r#box: Option<String>,
    /// Contents of the files
    #[arg(long, value_name = "KIND", value_enum, default_value_t = InputFormat::Text)]
    input: InputFormat,
    /// Time limit per puzzle in milliseconds [default: set by the service]
    #[arg(long, value_name = "MS")]
    time_ms: Option<u64>,
    /// Limit on the nodes of the search tree per puzzle [default: none]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Add search statistics to each result, with `--format json`
    #[arg(long)]
    stats: bool,
}

/// What a job computes, as the service takes it.
pub(super) enum SubmittedWork {
    /// A question about each entry of these files, a job each.
    Entries {
        operation: &'static str,
        options: Map<String, Value>,
        files: Vec<PathBuf>,
        content: InputFormat,
    },
    /// A request without a file.
    Whole(Value),
}

/// A limit as a member: a number, or `all`.
fn limit_value(limit: &Option<String>) -> Option<Value> {
    limit.as_ref().map(|limit| limit.parse::<u64>().map_or_else(|_| limit.clone().into(), Value::from))
}

impl Operation {
    /// Returns the work that the arguments describe.
    ///
    /// # Errors
    /// If a puzzle or a problem is invalid, or cannot be read.
    pub(super) fn work(&self) -> Result<SubmittedWork> {
        let number = |number: &Option<u64>| number.map(Value::from);
        Ok(match self {
            Self::Count { entries, limit, puzzle: Some(puzzle) } => {
                let EntriesArguments { from, r#box, .. } = entries;
                let r#box = r#box.as_deref().map(box_size).transpose()?;
                let options = given([("limit", limit_value(limit)), ("format", text(from)), ("box", r#box)]);
                SubmittedWork::Whole(
                    json!({"operation": "count", "puzzle": read_puzzle(puzzle)?, "options": options}),
                )
            }
            Self::ExactCoverCount { limit, problem: Some(file), .. } => {
                let options = given([("limit", limit_value(limit))]);
                let problem = read_problem(file)?;
                SubmittedWork::Whole(
                    json!({"operation": "exact_cover_count", "problem": problem, "options": options}),
                )
            }
            Self::Solutions { puzzle, from, r#box, limit } => {
                let r#box = r#box.as_deref().map(box_size).transpose()?;
                let options = given([("limit", limit_value(limit)), ("format", text(from)), ("box", r#box)]);
                let puzzle = read_puzzle(puzzle)?;
                SubmittedWork::Whole(json!({"operation": "solutions", "puzzle": puzzle, "options": options}))
            }
            Self::ExactCoverSolutions { problem, limit } => {
                let options = given([("limit", limit_value(limit))]);
                let problem = read_problem(problem)?;
                SubmittedWork::Whole(
                    json!({"operation": "exact_cover_solutions", "problem": problem, "options": options}),
                )
            }
            Self::Generate(wishes) => {
                SubmittedWork::Whole(json!({"operation": "generate", "options": wishes.members()?}))
            }
            Self::Solve { entries, limit } => entries.work("solve", [("limit", number(limit))]),
            Self::Count { entries, limit, puzzle: None } => {
                entries.work("count", [("limit", limit_value(limit))])
            }
            Self::Rate(entries) => entries.work("rate", []),
            Self::Minimal { entries, reduce, seed } => {
                let reduce = reduce.then_some(Value::Bool(true));
                entries.work("minimal", [("reduce", reduce), ("seed", number(seed))])
            }
            Self::Shuffle { entries, seed } => entries.work("shuffle", [("seed", number(seed))]),
            Self::Canonical(entries) => entries.work("canonical", []),
            Self::Candidates { entries, counts } => entries.work("candidates", [("counts", number(counts))]),
            Self::ExactCoverCount { files, limit, problem: None, time_ms, nodes } => SubmittedWork::Entries {
                operation: "exact_cover_count",
                options: given([
                    ("limit", limit_value(limit)),
                    ("time_ms", number(time_ms)),
                    ("nodes", number(nodes)),
                ]),
                files: files.clone(),
                content: InputFormat::Ndjson,
            },
        })
    }
}

impl EntriesArguments {
    /// Returns a question about each entry, with these options of its own.
    fn work<const N: usize>(
        &self,
        operation: &'static str,
        own: [(&str, Option<Value>); N],
    ) -> SubmittedWork {
        let mut options = given(own);
        options.extend(given([
            ("box", text(&self.r#box)),
            ("format", text(&self.from)),
            ("time_ms", self.time_ms.map(Value::from)),
            ("nodes", self.nodes.map(Value::from)),
            ("stats", self.stats.then_some(Value::Bool(true))),
        ]));
        SubmittedWork::Entries { operation, options, files: self.files.clone(), content: self.input }
    }
}

fn text(option: &Option<String>) -> Option<Value> {
    option.clone().map(Value::String)
}

/// Returns a puzzle, as text or as the JSON of a file.
fn read_puzzle(argument: &OsString) -> Result<Value> {
    let options = InputOptions { format: None, is_grid: true };
    let mut inputs = Input::open_all(slice::from_ref(argument), options)?;
    match inputs.pop() {
        Some(Input::Puzzle(text)) if is_json_in_file(text.as_bytes(), None) => {
            let json: Value = serde_json::from_str(&text).context("the puzzle is not JSON")?;
            let Value::Object(members) = json else { return Ok(json) };
            let puzzle = members.into_iter().find(|(name, _)| puzzle_name(name).is_some());
            puzzle.map(|(_, puzzle)| puzzle).context("the JSON has no member `puzzle`")
        }
        Some(Input::Puzzle(text)) => Ok(text.into()),
        _ => bail!("{} is not one puzzle", argument.display()),
    }
}

/// Returns an exact cover problem as JSON.
fn read_problem(file: &Path) -> Result<Value> {
    let name = file.display();
    let bytes = read_file(file).with_context(|| format!("cannot read {name}"))?;
    if is_json(&bytes, "") {
        return serde_json::from_slice(&bytes).with_context(|| format!("{name} is not JSON"));
    }
    let request = read_text::<CoverCount>(&bytes, "", ProblemBounds::MAX);
    let request = request.map_err(|refusal| anyhow!("{name}: {}", refusal.summary()))?;
    Ok(json_of_text(&request.style.notation.to_string()))
}

/// Returns a valid problem in Knuth's format, without comments, as JSON.
fn json_of_text(text: &str) -> Value {
    let words = |line: &str| line.split_whitespace().map(Value::from).collect::<Value>();
    let mut lines = text.lines();
    let items = lines.next().unwrap_or_default();
    let (primary, secondary) = items.split_once('|').unwrap_or((items, ""));
    json!({"primary": words(primary), "secondary": words(secondary), "options": lines.map(words).collect::<Value>()})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_problem_becomes_json() {
        let json = json_of_text("p q | x y\np q x y:A\np x:B\n");
        let options = [json!(["p", "q", "x", "y:A"]), json!(["p", "x:B"])];
        assert_eq!(json, json!({"primary": ["p", "q"], "secondary": ["x", "y"], "options": options}));
        assert_eq!(json_of_text("a\na\n"), json!({"primary": ["a"], "secondary": [], "options": [["a"]]}));
    }
}
