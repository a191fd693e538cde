//! Lines of the responses of batches.

use serde::Serialize;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::faults::is_zero;
use crate::faults::{Problem, ProblemCode};
use crate::named_enum::named_enum;
use crate::service::{InputError, InputStop};
use crate::wire::batch::entry_id::EntryId;
use crate::wire::batch::kept::Kept;
use crate::wire::joined::Joined;
use crate::wire::result::{ResponseBody, WorkStats};
use crate::wire::stream::line_type::{ErrorType, ResultType};

/// The result of a batch entry. Results have the order of the entries.
pub type BatchLine<'a, R, T = WorkStats> = Joined<ResultHead<'a>, ResponseBody<R, T>>;

/// The first members of the result of a batch entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ResultHead<'a> {
    /// Type of the line.
    pub r#type: ResultType,
    /// Index of the entry from 0; blank lines and comments do not count.
    #[schema(example = 0)]
    pub index: u64,
    /// Line of the body from 1, all lines counted; absent for an array.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1, example = 1)]
    pub line: Option<u64>,
    /// The id of the entry; absent if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = EntryId)]
    pub id: Option<&'a EntryId>,
    /// The other columns of the row or the other members of the record, with `keep`; absent if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Kept)]
    pub kept: Option<&'a Kept>,
}

/// An invalid entry of a batch, with its problem. It does not affect the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ErrorLine<'a> {
    /// Type of the line.
    pub r#type: ErrorType,
    /// Index of the entry from 0; blank lines and comments do not count.
    #[schema(example = 1)]
    pub index: u64,
    /// Line of the body from 1, all lines counted; absent for an array.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1, example = 2)]
    pub line: Option<u64>,
    /// The id of the entry; absent if it has none, or an invalid one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = EntryId)]
    pub id: Option<&'a EntryId>,
    /// The problem of the entry.
    pub error: EntryProblem,
}

/// The problem of an entry: its body, or only the kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum EntryProblem {
    /// The whole body.
    Full(Problem),
    /// Only the kind.
    Brief {
        /// The status.
        status: u16,
        /// The code.
        code: ProblemCode,
    },
}

impl ToSchema for EntryProblem {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Problem::schemas(schemas);
    }
}

impl PartialSchema for EntryProblem {
    fn schema() -> RefOr<Schema> {
        let mut schema = Problem::schema();
        if let RefOr::T(Schema::Object(problem)) = &mut schema {
            problem.required.retain(|member| ["status", "code"].contains(&member.as_str()));
            problem.description = Some(
                "The problem body that the single endpoint would respond with. After the first hundred invalid entries of a batch, only \
                 `status` and `code`."
                    .to_owned(),
            );
        }
        schema
    }
}

impl EntryProblem {
    /// Makes a problem that has only a kind.
    pub(crate) fn brief(code: ProblemCode) -> Self {
        Self::Brief { status: code.status(), code }
    }
}

/// Number of entries of a batch, by result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct BatchSummary {
    /// Lines before this one: the sum of the other numbers of puzzles and entries.
    pub puzzles: u64,
    /// Puzzles without a solution.
    pub none: u64,
    /// Puzzles with exactly one solution.
    pub unique: u64,
    /// Puzzles with several solutions.
    pub multiple: u64,
    /// Puzzles with a solution that may not be the only one.
    pub solvable: u64,
    /// Puzzles without a result within the limits.
    pub unknown: u64,
    /// Puzzles whose complete answer has no verdict, such as answers of `/minimal`; absent if there are none.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false, minimum = 1)]
    pub answered: u64,
    /// Invalid entries.
    pub errors: u64,
    /// Puzzles that may have rules that were not read, also among those above; absent if there are none.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false, minimum = 1)]
    pub rules_not_read: u64,
    /// Members of records that were ignored, such as `solution`; absent if there are none.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false, minimum = 1)]
    pub ignored_members: u64,
    /// Names of members of records and columns of tables that were ignored, 20 at most; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1, max_items = 20, example = json!(["difficulty", "source"]))]
    pub ignored_names: Vec<String>,
    /// Numbers of the lines that were ignored, because they hold no part of a puzzle, such as titles; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, max_items = 20, example = json!([1, 12]))]
    pub ignored_lines: Vec<u64>,
    /// Number of further lines that were ignored; absent if there are none.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false, minimum = 1)]
    pub ignored_lines_omitted: u64,
    /// Milliseconds from the start of the batch to this line.
    pub elapsed_ms: u64,
    /// The reason why entries were not read, or not searched to their limits; absent if all were.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub stopped_by: Option<BatchStop>,
}

named_enum! {
    /// The reason why a batch ended early.
    pub enum BatchStop {
        /// The service shut down.
        Shutdown = "shutdown",
        /// No input arrived for too long.
        IdleTimeout = "idle_timeout",
        /// Reading the input failed, or its compression is invalid. If the connection failed, the stream is cut.
        InputFailed = "input_failed",
        /// The client sent more input than memory holds and read no answers for two seconds.
        AnswersNotRead = "answers_not_read",
        /// 64 MiB of the input had no entry.
        NoEntry = "no_entry",
    }
}

impl From<InputStop> for BatchStop {
    fn from(stop: InputStop) -> Self {
        match stop {
            InputStop::Shutdown => Self::Shutdown,
            InputStop::AnswersNotRead => Self::AnswersNotRead,
            InputStop::Input(InputError::Idle) => Self::IdleTimeout,
            InputStop::Input(InputError::NoEntry) => Self::NoEntry,
            InputStop::Input(InputError::Failed | InputError::Gone) => Self::InputFailed,
        }
    }
}
