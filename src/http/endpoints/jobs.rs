//! `POST /jobs` and `GET /jobs`

use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse, Response};
use http::{StatusCode, header};
use quadrille_answers::faults::ProblemCode;
use quadrille_jobs::{JobId, JobState, Jobs};

use crate::http::clients::ClientIdentity;
use crate::http::error::ApiError;
use crate::http::extract::{JobBody, OwnPage, json};
use crate::http::job_view::{JobList, JobView};
use crate::http::openapi::{BodyRefusals, JobRefusals, NoStorage, OtherOrigin};

/// Number of jobs in a list.
const JOBS_MAX: u32 = 100;

/// Create a job
///
/// A job is long work that needs no connection and survives a restart of the service: a question about each of many puzzles, the
/// count or the list of all solutions of one puzzle or exact cover problem, or the generation of many puzzles. Counts have up to 128 bits.
///
/// Poll the job at `Location`, and read the results when it has ended. Repeat the request with the same `Idempotency-Key` if the
/// response was lost: it gets the same job.
#[utoipa::path(
    post,
    path = "/jobs",
    tag = "Jobs",
    params((
        "idempotency-key" = Option<String>,
        Header,
        description = "Key of this request, such as a random UUID: a repeated request gets the same job. Without API keys it has at least 16 characters.",
        min_length = 16,
        max_length = 255,
        example = "8e03978e-40d5-43e8-bc93-6894a57f9324"
    )),
    responses(
        (
            status = 202,
            description = "The job.",
            headers(
                ("location" = String, description = "The path of the job."),
                ("retry-after" = u64, description = "Seconds after which to ask for its status.")
            ),
            content((JobView = "application/json", example = json!(JobView::example())))
        ),
        BodyRefusals,
        JobRefusals,
        OtherOrigin,
        NoStorage,
    )
)]
pub(in crate::http) async fn create_job(
    State(jobs): State<Jobs>,
    _: OwnPage,
    client: ClientIdentity,
    JobBody { job, input }: JobBody,
) -> Result<Response, ApiError> {
    let created = jobs.create(job, input).await?;
    if !created.is_repeated {
        let meters = jobs.meters();
        match client.key_name() {
            Some(_) => meters.created_with_key.increment(),
            None => meters.created_without_key.increment(),
        }
    }
    let view = JobView::from(jobs.status(created.id, None).await?);
    // Relative to `/jobs`, to work with a version and behind a gateway that adds a prefix.
    let headers = [(header::LOCATION, format!("jobs/{}", created.id)), (header::RETRY_AFTER, "1".to_owned())];
    Ok((StatusCode::ACCEPTED, headers, json(&view)).into_response())
}

/// Which jobs are listed.
#[derive(Clone, Debug, Default)]
struct ListQuery {
    state: Option<JobState>,
    after: Option<JobId>,
}

impl ListQuery {
    fn parse(query: &str) -> Result<Self, ApiError> {
        let invalid = |detail: String| ApiError::new(ProblemCode::InvalidQuestion, detail);
        let mut list = Self::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "state" => {
                    let unknown = || invalid(format!("`state` has no value `{value}`"));
                    list.state = Some(JobState::named(&value).ok_or_else(unknown)?);
                }
                "after" => list.after = Some(value.parse()?),
                _ => {
                    return Err(invalid(format!(
                        "`{name}` is unknown: the query may have `state` and `after`"
                    )));
                }
            }
        }
        Ok(list)
    }
}

/// List the jobs
///
/// The jobs of the API key, the latest first, 100 at most; the next ones `after` the last of them. Without API keys there is no list:
/// the id of a job is known to its creator alone.
#[utoipa::path(
    get,
    path = "/jobs",
    tag = "Jobs",
    params(
        ("state" = Option<String>, Query, description = "State of the jobs; by default all."),
        ("after" = Option<String>, Query, description = "Id of the last job of the list before.")
    ),
    responses(
        (
            status = 200,
            description = "The jobs.",
            content((JobList = "application/json", example = json!(JobList { jobs: vec![JobView::example()] })))
        ),
        JobRefusals,
    )
)]
pub(in crate::http) async fn list_jobs(
    State(jobs): State<Jobs>,
    client: ClientIdentity,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let ListQuery { state, after } = ListQuery::parse(query.as_deref().unwrap_or_default())?;
    let client = client.key_name().ok_or_else(ApiError::not_found)?;
    let listed = jobs.list(client, state, after, JOBS_MAX).await?;
    Ok(json(&JobList { jobs: listed.into_iter().map(JobView::from).collect() }))
}
