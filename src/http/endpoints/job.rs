//! `GET /jobs/{id}`, `DELETE /jobs/{id}` and `POST /jobs/{id}/retry`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use http::{StatusCode, header};
use quadrille_jobs::{Deletion, Jobs};

use crate::http::clients::ClientIdentity;
use crate::http::error::ApiError;
use crate::http::extract::{OwnPage, json};
use crate::http::job_view::JobView;
use crate::http::openapi::{JobRefusals, NotRetryable, OtherOrigin};

/// Show a job
///
/// State, progress and, for the count or list of one puzzle or problem, the number of solutions found so far.
#[utoipa::path(
    get,
    path = "/jobs/{id}",
    tag = "Jobs",
    params(("id" = String, Path, description = "The id of the job.")),
    responses((status = 200, description = "The job.", content((JobView = "application/json", example = json!(JobView::example())))), JobRefusals)
)]
pub(in crate::http) async fn get_job(
    State(jobs): State<Jobs>,
    client: ClientIdentity,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let status = jobs.status(id.parse()?, client.key_name()).await?;
    let view = json(&JobView::from(status));
    Ok(([(header::CACHE_CONTROL, "no-store")], view).into_response())
}

/// Cancel or remove a job
///
/// A job that has not ended is cancelled, and keeps the results so far. One that has ended is removed with its results.
#[utoipa::path(
    delete,
    path = "/jobs/{id}",
    tag = "Jobs",
    params(("id" = String, Path, description = "The id of the job.")),
    responses(
        (status = 202, description = "The job is being cancelled, or is cancelled.", content((JobView = "application/json", example = json!(JobView::example())))),
        (status = 204, description = "The job had ended, and is removed."),
        JobRefusals,
        OtherOrigin
    )
)]
pub(in crate::http) async fn delete_job(
    State(jobs): State<Jobs>,
    _: OwnPage,
    client: ClientIdentity,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let id = id.parse()?;
    match jobs.delete(id, client.key_name()).await? {
        Deletion::Removed => Ok(StatusCode::NO_CONTENT.into_response()),
        Deletion::Cancelled => {
            let view = JobView::from(jobs.status(id, client.key_name()).await?);
            Ok((StatusCode::ACCEPTED, json(&view)).into_response())
        }
    }
}

/// Retry a failed job
///
/// Runs the pieces that have failed, or were not begun, again. The others keep their results. The job is `queued` again, or `running` if
/// workers still have pieces of it, and has the time of a new job.
#[utoipa::path(
    post,
    path = "/jobs/{id}/retry",
    tag = "Jobs",
    params(("id" = String, Path, description = "The id of the job.")),
    responses(
        (status = 202, description = "The job goes on.", content((JobView = "application/json", example = json!(JobView::example())))),
        NotRetryable,
        JobRefusals,
        OtherOrigin
    )
)]
pub(in crate::http) async fn retry_job(
    State(jobs): State<Jobs>,
    _: OwnPage,
    client: ClientIdentity,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let id = id.parse()?;
    jobs.retry(id, client.key_name()).await?;
    let view = JobView::from(jobs.status(id, client.key_name()).await?);
    Ok((StatusCode::ACCEPTED, json(&view)).into_response())
}
