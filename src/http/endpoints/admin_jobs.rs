//! `GET /jobs`, `GET /workers`, `POST /jobs/pause` and `POST /jobs/resume` of the admin listener, so not in the OpenAPI document.

use axum::extract::{FromRef, RawQuery, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use http::header;
use quadrille_answers::faults::ProblemCode;
use quadrille_jobs::{JobState, Jobs, ListPlace, ListedJob, WorkerStatus};
use serde::Serialize;

use crate::http::error::ApiError;
use crate::http::extract::{OwnPage, json};
use crate::http::job_view::{JobErrorView, PiecesView};
use crate::http::origin::CorsOrigins;

/// Number of jobs in a list, unless the query has another one.
const LIMIT_DEFAULT: usize = 100;

/// Maximum number of jobs in a list.
const LIMIT_MAX: usize = 1000;

/// State of these routes. No page of another origin may use them.
#[derive(Clone)]
struct AdminJobs(Jobs);

impl FromRef<AdminJobs> for Jobs {
    fn from_ref(AdminJobs(jobs): &AdminJobs) -> Self {
        jobs.clone()
    }
}

impl FromRef<AdminJobs> for CorsOrigins {
    fn from_ref(_: &AdminJobs) -> Self {
        Self::None
    }
}

/// Returns the routes that only read, and those that have effects, with their paths.
pub(in crate::http) fn admin_jobs(jobs: &Jobs) -> [[(&'static str, MethodRouter); 2]; 2] {
    let state = |route: MethodRouter<AdminJobs>| route.with_state(AdminJobs(jobs.clone()));
    let reading = [("/jobs", state(get(list))), ("/workers", state(get(list_workers)))];
    let changing = [("/jobs/pause", state(post(pause))), ("/jobs/resume", state(post(resume)))];
    [reading, changing]
}

/// Jobs of all clients.
#[derive(Serialize)]
struct ListView {
    paused: bool,
    jobs: Vec<ListedJobView>,
    /// Value of `after` for the next ones; null after the last job.
    next: Option<String>,
}

/// Job without its id, which would give access to it.
#[derive(Serialize)]
struct ListedJobView {
    job: String,
    client: String,
    operation: String,
    state: &'static str,
    priority: i64,
    age_s: f64,
    created_ms: i64,
    started_ms: Option<i64>,
    ended_ms: Option<i64>,
    pieces: PiecesView,
    fraction: f64,
    error: Option<JobErrorView>,
    workers: Vec<String>,
}

#[derive(Serialize)]
struct WorkersView {
    workers: Vec<WorkerView>,
}

#[derive(Serialize)]
struct WorkerView {
    name: String,
    host: String,
    version: String,
    threads: u64,
    idle_threads: u64,
    pieces: u64,
    seen_s: f64,
}

#[derive(Serialize)]
struct PausedView {
    paused: bool,
}

impl From<ListedJob> for ListedJobView {
    fn from(ListedJob { status, client, priority, age, workers }: ListedJob) -> Self {
        Self {
            job: status.id.short(),
            client,
            operation: status.operation,
            state: status.state.as_str(),
            priority,
            age_s: age.as_secs_f64(),
            created_ms: status.times.created,
            started_ms: status.times.started,
            ended_ms: status.times.ended,
            pieces: status.pieces.into(),
            fraction: status.fraction,
            error: status.failure.map(JobErrorView::from),
            workers,
        }
    }
}

impl From<WorkerStatus> for WorkerView {
    fn from(worker: WorkerStatus) -> Self {
        let WorkerStatus { name, host, program, threads, idle_threads, pieces, seen } = worker;
        Self { name, host, version: program, threads, idle_threads, pieces, seen_s: seen.as_secs_f64() }
    }
}

/// Which jobs are listed.
struct ListQuery {
    states: Vec<JobState>,
    after: Option<ListPlace>,
    limit: usize,
}

impl ListQuery {
    fn parse(query: &str) -> Result<Self, ApiError> {
        let mut list = Self { states: JobState::ALL.to_vec(), after: None, limit: LIMIT_DEFAULT };
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let invalid =
                || ApiError::new(ProblemCode::InvalidQuestion, format!("`{name}` has no value `{value}`"));
            match &*name {
                "state" => list.states = vec![JobState::named(&value).ok_or_else(invalid)?],
                "after" => list.after = Some(value.parse().map_err(|_| invalid())?),
                "limit" => {
                    let limit = value.parse().ok().filter(|limit| (1..=LIMIT_MAX).contains(limit));
                    list.limit = limit.ok_or_else(invalid)?;
                }
                _ => {
                    let detail =
                        format!("`{name}` is unknown: the query may have `state`, `after` and `limit`");
                    return Err(ApiError::new(ProblemCode::InvalidQuestion, detail));
                }
            }
        }
        Ok(list)
    }
}

async fn list(State(jobs): State<Jobs>, RawQuery(query): RawQuery) -> Result<Response, ApiError> {
    let ListQuery { states, after, limit } = ListQuery::parse(&query.unwrap_or_default())?;
    let listed = jobs.overview(&states, after.as_ref(), limit).await?;
    let last = listed.last().filter(|_| listed.len() == limit);
    let next = last.map(|last| ListPlace::after(&last.status).to_string());
    let paused = jobs.is_paused().await?;
    Ok(fresh(&ListView { paused, next, jobs: listed.into_iter().map(ListedJobView::from).collect() }))
}

async fn list_workers(State(jobs): State<Jobs>) -> Result<Response, ApiError> {
    let workers = jobs.workers().await?;
    Ok(fresh(&WorkersView { workers: workers.into_iter().map(WorkerView::from).collect() }))
}

async fn pause(State(jobs): State<Jobs>, _: OwnPage) -> Result<Response, ApiError> {
    jobs.pause().await?;
    Ok(fresh(&PausedView { paused: true }))
}

async fn resume(State(jobs): State<Jobs>, _: OwnPage) -> Result<Response, ApiError> {
    jobs.resume().await?;
    Ok(fresh(&PausedView { paused: false }))
}

fn fresh(view: &impl Serialize) -> Response {
    ([(header::CACHE_CONTROL, "no-store")], json(view)).into_response()
}
