//! Extractor of the request for a job.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

use axum::extract::{FromRef, FromRequest, Request};
use bytes::Bytes;
use form_urlencoded::Serializer;
use http::HeaderMap;
use serde::Deserialize;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::media_type::JOB_TYPES;
use super::whole_body::WholeBody;
use crate::http::clients::ClientIdentity;
use crate::http::deadline::DeadlineSettings;
use crate::http::error::ApiError;
use crate::http::middleware::cors::IDEMPOTENCY_KEY;
use crate::http::state::{BodyBounds, GenerateSettings};
use crate::jobs::{CountSubject, InputContent, JobInput, JobSpec, Jobs, LineOperation, NewJob, UploadInfo};
use crate::service::{InputBudget, random_seed};
use crate::wire::{
    BatchKind, BatchOptions, Count, CoverCount, FindCandidates, FindCanonical, Generate, ProblemBounds,
    ProblemCode, PuzzleForms, Rate, Solve, TestMinimal, question_from_json,
};

/// Maximum length of an idempotency key.
const KEY_BYTES_MAX: usize = 255;

/// Request for a job.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct JobRequest {
    /// What to compute.
    operation: JobOperation,
    /// Puzzles. Not with `puzzle` or `problem`.
    #[schema(nullable = false)]
    input: Option<JobEntries>,
    /// Puzzle whose solutions are counted, in any form of `/count`.
    #[schema(value_type = Option<PuzzleForms>, nullable = false)]
    puzzle: Option<Value>,
    /// Exact cover problem whose solutions are counted, as a JSON body of `/exact-cover/count`.
    #[schema(value_type = Option<BTreeMap<String, Value>>, nullable = false)]
    problem: Option<Value>,
    /// Options of the operation: with `input`, those in the query of the batch; with `puzzle`, the members of a body of
    /// `/count`, where `limit` may be `"all"`, its default; for `generate`, the members of its body, and `count`.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, Value>)]
    options: Map<String, Value>,
    /// Seconds for which the job and its results are kept after its end.
    #[schema(nullable = false, minimum = 1)]
    ttl_s: Option<u64>,
}

/// Operation of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::http) enum JobOperation {
    /// As `/solve/batch`.
    Solve,
    /// As `/count/batch`; with `puzzle`, the count of one puzzle.
    Count,
    /// As `/rate/batch`.
    Rate,
    /// As `/minimal/batch`.
    Minimal,
    /// As `/canonical/batch`.
    Canonical,
    /// As `/candidates/batch`.
    Candidates,
    /// As `/generate` with `count`.
    Generate,
    /// As `/exact-cover/count/batch`; with `problem`, the count of one problem.
    ExactCoverCount,
}

/// Entries of a job.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(in crate::http) enum JobEntries {
    /// In the request: strings, or objects as a batch has them.
    #[schema(value_type = Vec<Value>)]
    Inline(Vec<Value>),
    /// In an upload with this id.
    Upload(String),
}

/// A valid request for a job.
pub(in crate::http) struct JobBody {
    pub(in crate::http) job: NewJob,
    pub(in crate::http) input: JobInput,
}

impl<S> FromRequest<S> for JobBody
where
    S: Send + Sync,
    BodyBounds: FromRef<S>,
    DeadlineSettings: FromRef<S>,
    GenerateSettings: FromRef<S>,
    InputBudget: FromRef<S>,
    Jobs: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let identity: &ClientIdentity = request.extensions().get().ok_or_else(ApiError::internal)?;
        let (client, identity) = (client_name(identity).into_owned(), identity.clone());
        let idempotency_key = idempotency_key(request.headers())?;
        let body = WholeBody::read(request, state, &JOB_TYPES).await?;
        let request_hash = base16ct::lower::encode_string(&Sha256::digest(&*body.bytes));
        let request: JobRequest = serde_json::from_slice(&body.bytes).map_err(|error| {
            let code =
                if error.is_data() { ProblemCode::InvalidQuestion } else { ProblemCode::MalformedBody };
            ApiError::new(code, error.to_string())
        })?;
        let jobs = Jobs::from_ref(state);
        let ttl = jobs.bounds().ttl(request.ttl_s.map(Duration::from_secs));
        let upload = match &request.input {
            Some(JobEntries::Upload(id)) => Some(jobs.find_upload(id.parse()?, identity.key_name()).await?),
            _ => None,
        };
        let (spec, input) = request.work(upload)?;
        let job = NewJob { client, idempotency_key, request_hash, spec, ttl };
        Ok(Self { job, input })
    }
}

/// Returns the name under which a client has jobs: that of its key, or its address if no key is required.
pub(in crate::http) fn client_name(client: &ClientIdentity) -> Cow<'_, str> {
    client.key_name().map_or_else(|| client.address().to_string().into(), Cow::from)
}

fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, ApiError> {
    let Some(value) = headers.get(IDEMPOTENCY_KEY) else { return Ok(None) };
    let key = value.to_str().ok().filter(|key| (1..=KEY_BYTES_MAX).contains(&key.len()));
    let detail = "the header Idempotency-Key must have 1 to 255 visible characters";
    key.map(|key| Some(key.to_owned())).ok_or_else(|| ApiError::new(ProblemCode::BadRequest, detail))
}

fn invalid(detail: impl Into<String>) -> ApiError {
    ApiError::new(ProblemCode::InvalidQuestion, detail)
}

impl JobRequest {
    /// Returns what the job computes, and its input. `upload` is that of the input.
    fn work(self, upload: Option<UploadInfo>) -> Result<(JobSpec, JobInput), ApiError> {
        let subjects = [self.input.is_some(), self.puzzle.is_some(), self.problem.is_some()];
        let given = subjects.into_iter().filter(|given| *given).count();
        if self.operation == JobOperation::Generate {
            return if given == 0 { self.generation() } else { Err(invalid("`generate` has no input")) };
        }
        if given != 1 {
            return Err(invalid("the job must have exactly one of `input`, `puzzle` and `problem`"));
        }
        match (self.operation, self.input, self.puzzle, self.problem) {
            (operation, Some(JobEntries::Inline(entries)), ..) => {
                let spec = lines(operation, &self.options, InputContent::Ndjson)?;
                Ok((spec, JobInput::Inline(entry_lines(&entries))))
            }
            (operation, Some(JobEntries::Upload(_)), ..) => {
                let upload = upload.ok_or_else(ApiError::internal)?;
                let spec = lines(operation, &self.options, upload.content)?;
                Ok((spec, JobInput::Upload(upload.id)))
            }
            (JobOperation::Count, None, Some(puzzle), _) => {
                let (limit, mut body) = limit_of(self.options)?;
                body.insert("puzzle".to_owned(), puzzle);
                let body = Bytes::from(Value::Object(body).to_string());
                question_from_json::<Count>(&body, "", ProblemBounds::MAX)?;
                Ok((JobSpec::Count { subject: CountSubject::Puzzle, limit }, JobInput::Inline(body)))
            }
            (JobOperation::ExactCoverCount, None, None, Some(problem)) => {
                let (limit, others) = limit_of(self.options)?;
                if let Some(name) = others.keys().next() {
                    return Err(invalid(format!("`options.{name}` is unknown: the only option is `limit`")));
                }
                let body = Bytes::from(problem.to_string());
                question_from_json::<CoverCount>(&body, "", ProblemBounds::MAX)?;
                Ok((JobSpec::Count { subject: CountSubject::ExactCover, limit }, JobInput::Inline(body)))
            }
            (_, _, Some(_), _) => {
                Err(invalid("`puzzle` is for the operation `count`; the others have `input`"))
            }
            _ => Err(invalid("`problem` is for the operation `exact_cover_count`; the others have `input`")),
        }
    }

    /// Returns a generation, whose options are the body of a request to `/generate`.
    fn generation(self) -> Result<(JobSpec, JobInput), ApiError> {
        let mut body = self.options;
        let count = body.remove("count").and_then(|count| count.as_u64()).filter(|count| *count > 0);
        let count = count.ok_or_else(|| invalid("`options.count` must be the number of puzzles, from 1"))?;
        let body = Bytes::from(Value::Object(body).to_string());
        let request = question_from_json::<Generate>(&body, "", ProblemBounds::MAX)?;
        let seed = if request.style.notation.has_seed() { request.question.seed } else { random_seed()? };
        Ok((JobSpec::Generate { count, seed }, JobInput::Inline(body)))
    }
}

/// Takes the limit of a count out of its options: `None` for all solutions.
fn limit_of(mut options: Map<String, Value>) -> Result<(Option<u64>, Map<String, Value>), ApiError> {
    let limit = match options.remove("limit") {
        None => None,
        Some(Value::String(all)) if all == "all" => None,
        Some(limit) => {
            let limit = limit.as_u64().filter(|limit| *limit > 0);
            Some(limit.ok_or_else(|| invalid("`options.limit` must be a whole number from 1, or \"all\""))?)
        }
    };
    Ok((limit, options))
}

/// Returns a question about each entry.
fn lines(
    operation: JobOperation,
    options: &Map<String, Value>,
    content: InputContent,
) -> Result<JobSpec, ApiError> {
    let options = query(options)?;
    let operation = match operation {
        JobOperation::Solve => checked::<Solve>(LineOperation::Solve, &options),
        JobOperation::Count => checked::<Count>(LineOperation::Count, &options),
        JobOperation::Rate => checked::<Rate>(LineOperation::Rate, &options),
        JobOperation::Minimal => checked::<TestMinimal>(LineOperation::Minimal, &options),
        JobOperation::Canonical => checked::<FindCanonical>(LineOperation::Canonical, &options),
        JobOperation::Candidates => checked::<FindCandidates>(LineOperation::Candidates, &options),
        JobOperation::ExactCoverCount => checked::<CoverCount>(LineOperation::ExactCoverCount, &options),
        JobOperation::Generate => Err(invalid("`generate` has no input")),
    }?;
    // A line of text cannot hold a problem.
    let content = if operation == LineOperation::ExactCoverCount { InputContent::Ndjson } else { content };
    Ok(JobSpec::Lines { operation, options, content })
}

/// Writes each entry as a line.
fn entry_lines(entries: &[Value]) -> Bytes {
    let mut input = String::new();
    for entry in entries {
        input.push_str(&entry.to_string());
        input.push('\n');
    }
    input.into()
}

/// Checks the options of an operation.
fn checked<K: BatchKind>(operation: LineOperation, options: &str) -> Result<LineOperation, ApiError> {
    BatchOptions::from_query::<K>(options)?;
    Ok(operation)
}

/// Writes options as the query of a batch.
fn query(options: &Map<String, Value>) -> Result<String, ApiError> {
    let mut texts = BTreeMap::new();
    for (name, value) in options {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(_) | Value::Bool(_) => value.to_string(),
            _ => return Err(invalid(format!("`options.{name}` must be a string, a number or a boolean"))),
        };
        texts.insert(name, text);
    }
    Ok(Serializer::new(String::new()).extend_pairs(texts).finish())
}
