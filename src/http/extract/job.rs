//! Extractor of the request for a job.

use std::time::Duration;

use axum::extract::{FromRef, FromRequest, Request};
use http::HeaderMap;
use quadrille_answers::faults::ProblemCode;
use quadrille_answers::kinds::{JobEntries, JobQuestion, JobWork, OneQuestion, job_from_json};
use quadrille_answers::service::{Dispatcher, random_seed};
use quadrille_jobs::{InputContent, JobInput, JobSpec, Jobs, NewJob};
use sha2::{Digest, Sha256};

use super::media_type::JOB_TYPES;
use super::whole_body::WholeBody;
use crate::http::caller::Caller;
use crate::http::clients::ClientIdentity;
use crate::http::error::ApiError;
use crate::http::middleware::IDEMPOTENCY_KEY;
use crate::http::state::AppState;

/// Maximum length of an idempotency key.
const KEY_BYTES_MAX: usize = 255;

/// Minimum length of an idempotency key without API keys. Clients behind one address then are one client: a client that guesses
/// the key and the body of another one gets its job.
const OPEN_KEY_BYTES_MIN: usize = 16;

/// A valid request for a job.
pub(in crate::http) struct JobBody {
    pub(in crate::http) job: NewJob,
    pub(in crate::http) input: JobInput,
}

impl FromRequest<AppState> for JobBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, ApiError> {
        let client = Caller::from_extensions(request.extensions())?.client.clone();
        let idempotency_key = idempotency_key(request.headers(), client.key_name().is_some())?;
        let body = WholeBody::read(request, state, &JOB_TYPES).await?;
        let jobs = Jobs::from_ref(state);
        let generated_max = jobs.bounds().generated_max();
        let parse = move |body: WholeBody| {
            let request_hash = base16ct::lower::encode_string(&Sha256::digest(&*body.bytes));
            Ok((request_hash, job_from_json(&body.bytes, generated_max)?))
        };
        let (request_hash, JobQuestion { work, ttl_s, priority }) =
            body.parse_in_turn(&Dispatcher::from_ref(state), parse).await?;
        let ttl = jobs.bounds().ttl(ttl_s.map(Duration::from_secs));
        let (spec, input) = spec_and_input(work, &jobs, &client).await?;
        let client = client.owner();
        Ok(Self { job: NewJob { client, idempotency_key, request_hash, spec, priority, ttl }, input })
    }
}

/// Returns the idempotency key of a request, if it has one. The client `has_api_key`, or its key must be hard to guess.
fn idempotency_key(headers: &HeaderMap, has_api_key: bool) -> Result<Option<String>, ApiError> {
    let Some(value) = headers.get(IDEMPOTENCY_KEY) else { return Ok(None) };
    let bytes_min = if has_api_key { 1 } else { OPEN_KEY_BYTES_MIN };
    let key = value.to_str().ok().filter(|key| (bytes_min..=KEY_BYTES_MAX).contains(&key.len()));
    let invalid = || {
        let detail = format!(
            "the header Idempotency-Key must have {bytes_min} to {KEY_BYTES_MAX} visible characters: send a random UUID"
        );
        ApiError::new(ProblemCode::BadRequest, detail)
    };
    key.map(|key| Some(key.to_owned())).ok_or_else(invalid)
}

/// Returns what the job computes, and its input. An upload must belong to the client.
async fn spec_and_input(
    work: JobWork,
    jobs: &Jobs,
    client: &ClientIdentity,
) -> Result<(JobSpec, JobInput), ApiError> {
    Ok(match work {
        JobWork::Entries { operation, options, entries } => {
            let (content, input) = match entries {
                JobEntries::Inline(lines) => (InputContent::Ndjson, JobInput::Inline(lines.into())),
                JobEntries::Upload(id) => {
                    let upload = jobs.find_upload(id.parse()?, client.key_name()).await?;
                    (upload.content, JobInput::Upload(upload.id))
                }
            };
            // A line of text cannot hold a problem.
            let content = if operation.subject().is_puzzle() { content } else { InputContent::Ndjson };
            (JobSpec::Lines { operation, options, content }, input)
        }
        JobWork::One(OneQuestion { form, subject, body, limit }) => {
            (JobSpec::about_one(form, subject.into(), limit), JobInput::Inline(body.into()))
        }
        JobWork::Generate { body, count, seed } => {
            let seed = seed.map_or_else(random_seed, Ok)?;
            (JobSpec::Generate { count, seed }, JobInput::Inline(body.into()))
        }
    })
}
