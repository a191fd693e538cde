//! Operations of jobs: their arguments, and the request that they describe.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{Args, Subcommand, ValueHint};
use quadrille_answers::kinds::{Prove, Solutions};
use serde_json::{Value, json};

use super::entries_operation::EntriesOperation;
use super::work::{SubmittedWork, read_problem, text};
use crate::cli::generate_arguments::WishArguments;
use crate::cli::input_format::format_names;
use crate::cli::kind_options::PuzzleOptions;
use crate::cli::members::{box_size, given};
use crate::cli::query::limit;

/// Operations.
#[derive(Clone, Debug, Subcommand)]
pub enum Operation {
    /// Answer a question about each of many entries
    #[command(flatten)]
    Entries(EntriesOperation),
    /// Generate random puzzles with one solution
    Generate(WishArguments),
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
        /// Options of the question.
        #[command(flatten)]
        options: PuzzleOptions<Solutions>,
    },
    /// Prove the number of solutions of one puzzle; the results as text are the proof
    Prove {
        /// The puzzle: text, a file, or - for standard input
        #[arg(long, value_name = "PUZZLE|FILE", required = true, value_hint = ValueHint::FilePath)]
        puzzle: OsString,
        /// Text format of the puzzle [default: detected]
        #[arg(long, value_name = "FORMAT", value_parser = format_names())]
        from: Option<String>,
        /// Box size as width x height, such as 3x2 [default: as square as possible, wider than high]
        #[arg(long, value_name = "WxH")]
        r#box: Option<String>,
        /// What to prove, and how.
        #[command(flatten)]
        claim: ClaimArguments,
        /// Options of the question.
        #[command(flatten)]
        options: PuzzleOptions<Prove>,
    },
    /// Prove the number of solutions of one exact cover problem; the results as text are the proof
    ExactCoverProve {
        /// File of the problem, in Knuth's format or as JSON
        #[arg(long, value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
        problem: PathBuf,
        /// What to prove, and how.
        #[command(flatten)]
        claim: ClaimArguments,
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

/// Claim and format of a proof.
#[derive(Clone, Debug, Args)]
pub struct ClaimArguments {
    /// Number of solutions: none, unique, or a number up to 1000 [default: unique]
    #[arg(long, value_name = "CLAIM")]
    claim: Option<String>,
    /// Format of the proof: drup, veripb or veripb3 [default: drup]
    #[arg(long, value_name = "FORMAT")]
    proof: Option<String>,
}

impl ClaimArguments {
    /// Returns the members of a request.
    fn members(&self) -> [(&'static str, Option<Value>); 2] {
        let count = |claim: &String| {
            claim.parse::<u64>().map_or_else(|_| claim.clone().into(), |count| json!({"count": count}))
        };
        [("claim", self.claim.as_ref().map(count)), ("proof", text(&self.proof))]
    }
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
        Ok(match self {
            Self::Entries(operation) => operation.work()?,
            Self::Solutions { puzzle, from, r#box, limit, options } => {
                let mut options = options.members();
                let r#box = r#box.as_deref().map(box_size).transpose()?;
                options.extend(given([
                    ("limit", limit_value(limit)),
                    ("format", text(from)),
                    ("box", r#box),
                ]));
                SubmittedWork::about_puzzle("solutions", puzzle, options)?
            }
            Self::Prove { puzzle, from, r#box, claim, options } => {
                let mut options = options.members();
                let r#box = r#box.as_deref().map(box_size).transpose()?;
                options.extend(given(claim.members()));
                options.extend(given([("format", text(from)), ("box", r#box)]));
                SubmittedWork::about_puzzle("prove", puzzle, options)?
            }
            Self::ExactCoverProve { problem, claim } => {
                let Value::Object(mut problem) = read_problem(problem)? else {
                    bail!("the problem is no object")
                };
                problem.extend(given(claim.members()));
                SubmittedWork::Whole(json!({"operation": "exact_cover_prove", "problem": problem}))
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
        })
    }
}
