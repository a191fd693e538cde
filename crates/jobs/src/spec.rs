//! What a job computes, and what a piece of it does, as stored in the database.

use std::ops::{Range, RangeInclusive};

use quadrille_answers::kinds::{BatchOperation, JobForm, OneJob};
use quadrille_answers::service::SubjectKind;
use quadrille_answers::wire::RequestSubject;
use serde::{Deserialize, Serialize};

use super::error::JobError;

/// Latest version of the meaning of rows, specifications, pieces and cubes that this program knows. Each job has the [least one that
/// reads it](JobSpec::version), so that it waits for a worker that does, and older workers run the others.
pub(crate) const SOLVER_VERSION: i64 = 3;

/// Oldest version whose jobs this program runs as they are, beside workers of that version.
pub(crate) const OLDEST_RUN_VERSION: i64 = 2;

/// Oldest version whose jobs this program can go on with, when no worker of that version is left.
pub(crate) const OLDEST_VERSION: i64 = 1;

/// Versions of the jobs that this program runs.
pub(crate) const RUN_VERSIONS: RangeInclusive<i64> = OLDEST_RUN_VERSION..=SOLVER_VERSION;

/// What a job computes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "work", rename_all = "snake_case")]
pub enum JobSpec {
    /// A question about each entry of an input, answered like a batch.
    Lines {
        /// The question.
        operation: BatchOperation,
        /// Request options of the batch endpoint, as a query.
        options: String,
        /// How the input is written.
        content: InputContent,
    },
    /// Random puzzles, as of `/generate` with `count`. Its input is the JSON body of a request to that endpoint.
    Generate {
        /// Number of puzzles.
        count: u64,
        /// Seed of the first one, instead of the seed in the input. The others have the following ones.
        seed: u64,
    },
    /// The number of solutions of one problem. Its input is the body of a request to the endpoint that counts.
    Count {
        /// What the problem is.
        subject: CountSubject,
        /// Number of solutions after which the count stops; `None` for all.
        limit: Option<u64>,
    },
    /// The solutions of one problem. Its input is the body of a request to the endpoint that lists them.
    Solutions {
        /// What the problem is.
        subject: CountSubject,
        /// Number of solutions after which the list ends; `None` for all.
        limit: Option<u64>,
    },
    /// A proof of the number of solutions of one problem. Its input is the body of a request to the endpoint that proves.
    Prove {
        /// What the problem is.
        subject: CountSubject,
    },
}

/// How the input of a job is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InputContent {
    /// Text: any notation that a batch of text may have.
    Text,
    /// NDJSON: a JSON value in each line.
    Ndjson,
}

/// Problem whose solutions are counted, listed, or proved to be all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CountSubject {
    /// A puzzle, as a JSON body of an endpoint such as `/count`.
    Puzzle,
    /// An exact cover problem, as a JSON body of an endpoint such as `/exact-cover/count`.
    ExactCover,
}

impl From<SubjectKind> for CountSubject {
    fn from(subject: SubjectKind) -> Self {
        match subject {
            SubjectKind::Puzzle => Self::Puzzle,
            SubjectKind::ExactCover => Self::ExactCover,
        }
    }
}

impl From<CountSubject> for RequestSubject {
    fn from(subject: CountSubject) -> Self {
        match subject {
            CountSubject::Puzzle => Self::Puzzle,
            CountSubject::ExactCover => Self::CoverProblem,
        }
    }
}

impl InputContent {
    /// Returns the name, as clients see it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Ndjson => "ndjson",
        }
    }

    /// Returns the content with this name.
    pub(crate) fn named(name: &str) -> Result<Self, JobError> {
        let content = [Self::Text, Self::Ndjson].into_iter().find(|content| content.as_str() == name);
        content.ok_or(JobError::Corrupt("content of an upload"))
    }
}

impl JobSpec {
    /// Returns the least version of a program that runs the job. A new kind of work, or of piece, gets a new version.
    pub(crate) fn version(&self) -> i64 {
        match self {
            Self::Lines { .. } | Self::Generate { .. } | Self::Count { .. } | Self::Solutions { .. } => 2,
            Self::Prove { .. } => 3,
        }
    }

    /// Returns the specification of a question about the solutions of one problem.
    pub fn about_one(form: JobForm, subject: CountSubject, limit: Option<u64>) -> Self {
        match form {
            JobForm::Prove => Self::Prove { subject },
            JobForm::List => Self::Solutions { subject, limit },
            JobForm::Count | JobForm::Generate => Self::Count { subject, limit },
        }
    }

    /// Returns the kind that the whole job asks; `None` for a question about each entry.
    fn one(&self) -> Option<OneJob> {
        let (form, subject) = match self {
            Self::Lines { .. } => return None,
            Self::Generate { .. } => (JobForm::Generate, RequestSubject::Generated),
            Self::Count { subject, .. } => (JobForm::Count, (*subject).into()),
            Self::Solutions { subject, .. } => (JobForm::List, (*subject).into()),
            Self::Prove { subject } => (JobForm::Prove, (*subject).into()),
        };
        OneJob::find(form, subject)
    }

    /// Returns the operation, as clients see it.
    pub fn operation(&self) -> String {
        match self {
            Self::Lines { operation, .. } => operation.name(),
            _ => self.one().map(|job| job.name).unwrap_or_default(),
        }
    }

    /// Returns the columns of a result in a table; `None` if the job has no lines.
    pub(crate) fn columns(&self) -> Option<&'static [&'static str]> {
        match self {
            Self::Lines { operation, .. } => Some(operation.columns()),
            _ => self.one()?.doc.columns,
        }
    }

    /// Kinds of work, as metrics name them.
    pub(crate) const WORKS: [&str; 5] = ["entries", "generate", "count", "solutions", "prove"];

    /// Returns the kind of work that its pieces do.
    pub(crate) fn work(&self) -> &'static str {
        let [entries, generate, count, solutions, prove] = Self::WORKS;
        match self {
            Self::Lines { .. } => entries,
            Self::Generate { .. } => generate,
            Self::Count { .. } => count,
            Self::Solutions { .. } => solutions,
            Self::Prove { .. } => prove,
        }
    }

    /// Returns the limit of a sum over all pieces.
    pub(crate) fn sum_limit(&self) -> Option<u128> {
        match self {
            Self::Count { limit, .. } | Self::Solutions { limit, .. } => limit.map(u128::from),
            Self::Lines { .. } | Self::Generate { .. } | Self::Prove { .. } => None,
        }
    }

    /// Returns whether the job searches one problem, cut into cubes.
    pub(crate) fn is_one_search(&self) -> bool {
        matches!(self, Self::Count { .. } | Self::Solutions { .. })
    }

    /// Returns whether a piece takes a quarter of the memory of others at most: many small puzzles with short answers.
    pub(crate) fn is_light(&self, piece: &PieceSpec) -> bool {
        use BatchOperation::{Count, Solve, TestMinimal};
        matches!(self, Self::Lines { operation: Solve | Count | TestMinimal, .. })
            && !matches!(piece, PieceSpec::Lines { has_long: true, .. })
    }

    /// Returns whether a piece may leave its thread early: it leaves its rest to other pieces, or begins again later.
    pub(crate) fn may_leave(&self, piece: &PieceSpec) -> bool {
        match piece {
            PieceSpec::Lines { is_spaced, .. } | PieceSpec::Puzzles { is_spaced, .. } => *is_spaced,
            PieceSpec::Cubes { .. } | PieceSpec::Proof => true,
            // The plan tries the search, or the proof.
            PieceSpec::Plan => self.is_one_search() || matches!(self, Self::Prove { .. }),
            PieceSpec::FurtherLines { .. } | PieceSpec::FurtherPuzzles { .. } => false,
        }
    }
}

/// What a piece does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "piece", rename_all = "snake_case")]
pub(crate) enum PieceSpec {
    /// Cuts the job into the other pieces. Each job begins with it.
    Plan,
    /// Answers consecutive entries.
    Lines {
        /// Epoch of the plan, which names the framed input.
        plan: u64,
        /// Bytes of the framed input.
        bytes: Range<u64>,
        /// Index of the first entry.
        first: u64,
        /// Whether the numbers after the number of the piece are free for what it leaves.
        #[serde(default)]
        is_spaced: bool,
        /// Whether an entry is so long that its search may take much memory.
        #[serde(default)]
        has_long: bool,
    },
    /// Cuts the entries into pieces that the plan has not inserted.
    FurtherLines {
        /// Epoch of the plan, which names the framed input.
        plan: u64,
        /// Bytes of the framed input.
        bytes: Range<u64>,
        /// Index of the first entry.
        first: u64,
        /// Number of the last piece before.
        no: u64,
    },
    /// Generates puzzles.
    Puzzles {
        /// Their indexes.
        indexes: Range<u64>,
        /// Whether the numbers after the number of the piece are free for what it leaves.
        #[serde(default)]
        is_spaced: bool,
    },
    /// Cuts the puzzles into pieces that the plan has not inserted.
    FurtherPuzzles {
        /// Their indexes.
        indexes: Range<u64>,
        /// Number of the last piece before.
        no: u64,
    },
    /// Finds a proof.
    Proof,
    /// Counts or lists the solutions of cubes, one after the other, within a budget for all.
    Cubes {
        /// Their texts, each of one cube or several, as [`WrittenCubes`](quadrille_sudoku::unstable::WrittenCubes) reads them.
        cubes: Vec<String>,
    },
}

/// Writes a specification for the database.
pub(crate) fn to_json(spec: &impl Serialize) -> Result<String, JobError> {
    serde_json::to_string(spec).map_err(|_| JobError::Corrupt("specification"))
}

/// Reads a specification from the database.
pub(crate) fn from_json<'a, S: Deserialize<'a>>(text: &'a str) -> Result<S, JobError> {
    serde_json::from_str(text).map_err(|_| JobError::Corrupt("specification"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::statement;

    #[test]
    fn specifications_have_fixed_texts() {
        let lines = JobSpec::Lines {
            operation: BatchOperation::CoverCount,
            options: "limit=9".to_owned(),
            content: InputContent::Ndjson,
        };
        let text =
            r#"{"work":"lines","operation":"exact_cover_count","options":"limit=9","content":"ndjson"}"#;
        assert_eq!(to_json(&lines).expect("JSON"), text);
        assert_eq!(from_json::<JobSpec>(text).expect("a specification"), lines);
        let piece = PieceSpec::Lines { plan: 1, bytes: 3..7, first: 2, is_spaced: false, has_long: false };
        let text = r#"{"piece":"lines","plan":1,"bytes":{"start":3,"end":7},"first":2,"is_spaced":false,"has_long":false}"#;
        // Version 1.
        let older = r#"{"piece":"lines","plan":1,"bytes":{"start":3,"end":7},"first":2}"#;
        assert_eq!(from_json::<PieceSpec>(older).expect("a specification"), piece);
        assert_eq!(to_json(&piece).expect("JSON"), text);
        assert_eq!(from_json::<PieceSpec>(text).expect("a specification"), piece);
        assert!(from_json::<PieceSpec>("{}").is_err());
    }
    #[test]
    fn versions_in_statements_are_those_that_run() {
        let versions: Vec<String> = RUN_VERSIONS.map(|version| version.to_string()).collect();
        assert_eq!(statement!({ RUN_VERSIONS }), format!("({})", versions.join(", ")));
    }

    /// A program of version 2 reads the texts of that version, and no others: whoever adds a kind of work or of piece raises
    /// [`SOLVER_VERSION`], and adds its text here.
    #[test]
    fn each_kind_of_work_has_the_least_version_that_reads_it() {
        let subject = r#""subject":"puzzle""#;
        let works = [
            (2, r#"{"work":"lines","operation":"solve","options":"","content":"text"}"#.to_owned()),
            (2, r#"{"work":"generate","count":1,"seed":1}"#.to_owned()),
            (2, format!(r#"{{"work":"count",{subject},"limit":null}}"#)),
            (2, format!(r#"{{"work":"solutions",{subject},"limit":null}}"#)),
            (3, format!(r#"{{"work":"prove",{subject}}}"#)),
        ];
        for (version, text) in &works {
            let spec: JobSpec = from_json(text).expect("a specification");
            assert_eq!((spec.version(), &to_json(&spec).expect("JSON")), (*version, text));
            assert!(RUN_VERSIONS.contains(version));
        }
        let latest = works.iter().map(|(version, _)| *version).max();
        assert_eq!((latest, works.len()), (Some(SOLVER_VERSION), JobSpec::WORKS.len()));
        // The message of an unknown kind names all kinds.
        let kinds = |error: serde_json::Error| {
            let text = error.to_string();
            let names = text.split('`').skip(3).step_by(2).map(str::to_owned).collect::<Vec<_>>();
            names.join(" ")
        };
        let works = serde_json::from_str::<JobSpec>(r#"{"work":"new"}"#).expect_err("unknown");
        assert_eq!(kinds(works), "lines generate count solutions prove");
        let pieces = serde_json::from_str::<PieceSpec>(r#"{"piece":"new"}"#).expect_err("unknown");
        assert_eq!(kinds(pieces), "plan lines further_lines puzzles further_puzzles proof cubes");
        let operations: Vec<String> = BatchOperation::ALL.iter().map(|operation| operation.name()).collect();
        assert_eq!(
            operations.join(" "),
            "solve count candidates minimal rate canonical shuffle exact_cover_count",
            "a new operation needs a new version, as a new kind of work does"
        );
    }
}
