//! Arguments of `quadrille cover`.

use std::ffi::OsString;

use clap::{Args, Subcommand, ValueEnum, ValueHint};

use super::query::{limit, number, query_of};

const SOLVE_EXAMPLES: &str = "\
Examples:
  quadrille cover solve problem.dlx
  quadrille cover from-sudoku '1.....3..4.....2' | quadrille cover solve -";

const PROVE_EXAMPLES: &str = "\
Examples:
  quadrille cover prove --claim none problem.dlx
  quadrille cover prove --formula F.cnf --proof P.drup problem.dlx";

/// Commands about exact cover problems.
#[derive(Clone, Debug, Subcommand)]
pub enum CoverCommand {
    /// Find a solution, and prove whether it is the only one
    #[command(after_help = SOLVE_EXAMPLES)]
    Solve {
        /// The problems and the limits.
        #[command(flatten)]
        question: CoverArguments,
        /// Number of solutions after which the search stops [default: 2]
        #[arg(long, value_name = "N")]
        limit: Option<u64>,
    },
    /// Count the solutions
    Count {
        /// The problems and the limits.
        #[command(flatten)]
        question: CoverArguments,
        /// Number of solutions after which the search stops, or all [default: 2]
        #[arg(long, value_name = "N", value_parser = limit)]
        limit: Option<String>,
        /// Number of threads that search at the same time [default: 1]
        #[arg(long, value_name = "N")]
        threads: Option<u64>,
    },
    /// List the solutions
    Solutions {
        /// The problems and the limits.
        #[command(flatten)]
        question: CoverArguments,
        /// Number of solutions after which the search stops, or all, at most 1000000 [default: 100]
        #[arg(long, value_name = "N", value_parser = limit)]
        limit: Option<String>,
        /// Number of solutions to pass over first
        #[arg(long, value_name = "N")]
        skip: Option<u64>,
        /// Number of threads that search at the same time [default: 1]
        #[arg(long, value_name = "N")]
        threads: Option<u64>,
    },
    /// Estimate the numbers of solutions and of search tree nodes, by random probes
    Estimate {
        /// The problems and the limits.
        #[command(flatten)]
        question: CoverArguments,
        /// Number of random probes [default: 1000]
        #[arg(long, value_name = "N")]
        probes: Option<u64>,
        /// Seed of the random numbers [default: 0]
        #[arg(long, value_name = "N")]
        seed: Option<u64>,
    },
    /// Prove the number of solutions, for checkers of others
    #[command(after_help = PROVE_EXAMPLES)]
    Prove {
        /// The problems and the limits.
        #[command(flatten)]
        question: CoverArguments,
        /// Number of solutions: none, unique, or a number up to 1000 [default: unique]
        #[arg(long, value_name = "CLAIM")]
        claim: Option<String>,
        /// Format of the formula: dimacs or opb [default: dimacs]; or the file into which it is written, for one problem
        #[arg(long, value_name = "FORMAT|FILE")]
        formula: Vec<String>,
        /// Format of the proof: drup, veripb or veripb3 [default: drup]; or the file into which it is written, for one problem
        #[arg(long, value_name = "FORMAT|FILE")]
        proof: Vec<String>,
    },
    /// Write the formula that a proof is about
    Formula {
        /// The problems and the limits.
        #[command(flatten)]
        question: CoverArguments,
        /// Format of the formula: dimacs or opb [default: dimacs]
        #[arg(long, value_name = "FORMAT")]
        to: Option<String>,
        /// Solutions to exclude, as JSON: [[1, 4], [2, 3]]
        #[arg(long, value_name = "JSON")]
        exclude: Option<String>,
    },
    /// Write a Sudoku as an exact cover problem
    FromSudoku(SudokuArguments),
}

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
    pub format: CoverFormat,
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
    /// Returns the options and these others as a query string.
    pub(super) fn query<const N: usize>(&self, others: [(&'static str, Option<String>); N]) -> String {
        query_of([("time_ms", number(self.time_ms)), ("nodes", number(self.nodes))].into_iter().chain(others))
    }
}

impl SudokuArguments {
    /// Returns the options as a query string.
    pub(super) fn query(&self) -> String {
        query_of([("box", self.r#box.clone()), ("format", self.from.clone())])
    }
}
