//! Jobs in responses.

use quadrille_answers::service::VerdictCounts;
use quadrille_jobs::{FailureCode, JobFailure, JobState, JobStatus, PieceCounts};
use serde::Serialize;
use utoipa::openapi::schema::{AdditionalProperties, ArrayBuilder, Object, ObjectBuilder, Type};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// A job.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Job)]
pub(in crate::http) struct JobView {
    /// The id.
    #[schema(example = "5f0c6a1e8e6b4f7c9a2d3b4c5d6e7f80")]
    id: String,
    /// What it computes.
    #[schema(example = "count")]
    operation: String,
    /// The state.
    #[schema(schema_with = job_state)]
    state: &'static str,
    /// Number that grows with each change.
    #[schema(minimum = 1)]
    revision: u64,
    /// Creation, in milliseconds since 1970.
    created_ms: i64,
    /// Start; null before it.
    #[schema(required = true)]
    started_ms: Option<i64>,
    /// End; null before it.
    #[schema(required = true)]
    ended_ms: Option<i64>,
    /// Removal of the results; before the end of the job, the latest time of it.
    expires_ms: i64,
    /// Pieces into which it is cut.
    pieces: PiecesView,
    /// Puzzles of its input.
    puzzles: PuzzlesView,
    /// Puzzles that are done, by verdict, as the summary of a batch counts them.
    verdicts: VerdictsView,
    /// Solutions found so far, in decimal; null unless the job counts or lists the solutions of one puzzle or problem.
    #[schema(required = true, example = "368751144")]
    count: Option<String>,
    /// Whether `count` is the number of all solutions: false while the job runs, if it did not succeed, and if it reached its `limit`; null
    /// without a count.
    #[schema(required = true)]
    complete: Option<bool>,
    /// Share of the work that is done.
    #[schema(minimum = 0, maximum = 1)]
    fraction: f64,
    /// Expected seconds until the end; null if unknown, or more than 100 years. The time from a failure to its retry does not count.
    #[schema(required = true, minimum = 0)]
    eta_s: Option<u64>,
    /// Why it failed; null unless it did.
    #[schema(required = true)]
    error: Option<JobErrorView>,
}

/// Number of pieces of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = JobPieces)]
pub(in crate::http) struct PiecesView {
    /// All pieces. The search of one puzzle or problem gets further ones while it runs.
    total: u64,
    /// Pieces that are done.
    done: u64,
    /// Pieces that run.
    leased: u64,
    /// Pieces that failed.
    failed: u64,
}

/// Number of puzzles of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = JobPuzzles)]
struct PuzzlesView {
    /// Puzzles that are done.
    done: u64,
    /// All puzzles; null until the input has been read, and for the search of one puzzle or problem.
    #[schema(required = true)]
    total: Option<u64>,
}

/// Number of puzzles by verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = JobVerdicts)]
struct VerdictsView {
    /// Without a solution.
    none: u64,
    /// With one solution.
    unique: u64,
    /// With several solutions.
    multiple: u64,
    /// With a solution, not searched further.
    solvable: u64,
    /// Without a result.
    unknown: u64,
    /// With an answer that has no verdict.
    answered: u64,
    /// Invalid.
    errors: u64,
}

/// Why a job failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = JobFailure)]
pub(in crate::http) struct JobErrorView {
    /// The kind of failure.
    #[schema(schema_with = failure_code)]
    code: &'static str,
    /// Explanation.
    detail: String,
}

/// Jobs of a client.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(in crate::http) struct JobList {
    /// The jobs, the latest first.
    pub(in crate::http) jobs: Vec<JobView>,
}

/// The results of a job as one JSON document, for the OpenAPI document.
#[derive(Clone, Copy, Debug)]
pub(in crate::http) struct JobResults;

impl ToSchema for JobResults {}

impl PartialSchema for JobResults {
    fn schema() -> RefOr<Schema> {
        let line = ObjectBuilder::new()
            .schema_type(Type::Object)
            .additional_properties(Some(AdditionalProperties::FreeForm(true)));
        ObjectBuilder::new()
            .property(
                "results",
                ArrayBuilder::new().items(line).description(Some("The lines of the results.")),
            )
            .property("summary", Ref::from_schema_name("Job"))
            .required("results")
            .required("summary")
            .description(Some("The results of a job, and the job."))
            .into()
    }
}

impl JobView {
    /// A running count, for the document.
    pub(in crate::http) fn example() -> Self {
        Self {
            id: "5f0c6a1e8e6b4f7c9a2d3b4c5d6e7f80".to_owned(),
            operation: "count".to_owned(),
            state: "running",
            revision: 21,
            created_ms: 1_795_388_200_274,
            started_ms: Some(1_795_388_200_346),
            ended_ms: None,
            expires_ms: 1_797_980_200_274,
            pieces: PiecesView { total: 16, done: 4, leased: 1, failed: 0 },
            puzzles: PuzzlesView { done: 0, total: None },
            verdicts: VerdictsView::default(),
            count: Some("368751144".to_owned()),
            complete: Some(false),
            fraction: 0.25,
            eta_s: Some(12),
            error: None,
        }
    }
}

impl From<JobStatus> for JobView {
    fn from(job: JobStatus) -> Self {
        let VerdictCounts { none, unique, multiple, solvable, unknown, answered, errors } = job.verdicts;
        Self {
            id: job.id.to_string(),
            operation: job.operation,
            state: job.state.as_str(),
            revision: job.revision,
            created_ms: job.times.created,
            started_ms: job.times.started,
            ended_ms: job.times.ended,
            expires_ms: job.times.expires_at,
            pieces: job.pieces.into(),
            puzzles: PuzzlesView { done: job.puzzles_done, total: job.puzzles_total },
            verdicts: VerdictsView { none, unique, multiple, solvable, unknown, answered, errors },
            count: job.count.map(|count| count.to_string()),
            complete: job.is_complete,
            fraction: job.fraction,
            eta_s: job.eta_s,
            error: job.failure.map(JobErrorView::from),
        }
    }
}

impl From<PieceCounts> for PiecesView {
    fn from(PieceCounts { total, done, leased, failed }: PieceCounts) -> Self {
        Self { total, done, leased, failed }
    }
}

impl From<JobFailure> for JobErrorView {
    fn from(JobFailure { code, detail }: JobFailure) -> Self {
        Self { code: code.as_str(), detail }
    }
}

fn job_state() -> Object {
    let description = "The state. A job that succeeded, failed or was cancelled has ended; it is `expired` when its results are removed.";
    names(JobState::ALL.map(JobState::as_str), description)
}

fn failure_code() -> Object {
    names(FailureCode::ALL.map(FailureCode::as_str), "The kind of failure.")
}

fn names<const N: usize>(names: [&'static str; N], description: &str) -> Object {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(names))
        .description(Some(description))
        .build()
}
