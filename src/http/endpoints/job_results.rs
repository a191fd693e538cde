//! `GET /jobs/{id}/results`

use axum::Extension;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use futures_util::stream;
use http::header;

use crate::http::clients::ClientIdentity;
use crate::http::error::ApiError;
use crate::http::openapi::{JobRefusals, Pending};
use crate::jobs::{JobError, JobId, Jobs};

/// Read the results of a job
///
/// The lines of the batch or of the generated puzzles, in the order of the input, without a summary: the job has the numbers. A
/// job that failed or was cancelled has the lines of the pieces that were done. The count of one puzzle or problem has no lines.
#[utoipa::path(
    get,
    path = "/jobs/{id}/results",
    tag = "Jobs",
    params(("id" = String, Path, description = "The id of the job.")),
    responses(
        (status = 200, description = "A line for each puzzle.", content((String = "application/x-ndjson", example = "{\"type\":\"result\",\"index\":0,\"line\":1,\"verdict\":\"none\",\"solution\":null,\"stopped_by\":null,\"conflicts\":[],\"format\":\"line\",\"limits\":{\"time_ms\":30000,\"nodes\":null}}\n"))),
        Pending,
        JobRefusals
    )
)]
pub(in crate::http) async fn get_results(
    State(jobs): State<Jobs>,
    Extension(client): Extension<ClientIdentity>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let id: JobId = id.parse()?;
    let results = jobs.results(id, client.key_name()).await?;
    if results.has_expired {
        return Err(JobError::NotFound.into());
    }
    if !results.is_final {
        return Err(ApiError::results_pending());
    }
    let length: u64 = results.parts.iter().map(|part| part.bytes).sum();
    let parts = stream::iter(results.parts).then(move |part| {
        let jobs = jobs.clone();
        async move { jobs.read(id, part, 0..part.bytes).await }
    });
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson".to_owned()),
        (header::CONTENT_LENGTH, length.to_string()),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, Body::from_stream(parts)).into_response())
}
