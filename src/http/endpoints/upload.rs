//! `GET /uploads/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use http::header;
use quadrille_jobs::Jobs;

use crate::http::clients::ClientIdentity;
use crate::http::error::ApiError;
use crate::http::extract::json;
use crate::http::openapi::JobRefusals;
use crate::http::upload_view::UploadView;

/// Show an upload
///
/// Its size, and when it is removed.
#[utoipa::path(
    get,
    path = "/uploads/{id}",
    tag = "Jobs",
    params(("id" = String, Path, description = "The id of the upload.")),
    responses(
        (status = 200, description = "The upload.", content((UploadView = "application/json", example = json!(UploadView::example())))),
        JobRefusals
    )
)]
pub(in crate::http) async fn get_upload(
    State(jobs): State<Jobs>,
    client: ClientIdentity,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let upload = jobs.find_upload(id.parse()?, client.key_name()).await?;
    Ok(([(header::CACHE_CONTROL, "no-store")], json(&UploadView::from(upload))).into_response())
}
