//! `POST /uploads`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{StatusCode, header};
use quadrille_jobs::{Jobs, Upload};

use crate::http::error::ApiError;
use crate::http::extract::{OwnPage, UploadBody, json};
use crate::http::openapi::{JobRefusals, NoStorage, OtherOrigin, UploadRefusals};
use crate::http::upload_view::UploadView;

/// Upload the input of a job
///
/// The lines of a batch, of any size up to `jobs.upload_bytes_max`, which may be compressed. `POST /jobs` then names the upload instead of
/// an inline input; several jobs can use it. It is removed at `expires_ms`.
#[utoipa::path(
    post,
    path = "/uploads",
    tag = "Jobs",
    responses(
        (
            status = 201,
            description = "The upload.",
            headers(("location" = String, description = "The path of the upload.")),
            content((UploadView = "application/json", example = json!(UploadView::example())))
        ),
        UploadRefusals,
        JobRefusals,
        OtherOrigin,
        NoStorage,
    )
)]
pub(in crate::http) async fn create_upload(
    State(jobs): State<Jobs>,
    _: OwnPage,
    mut body: UploadBody,
) -> Result<Response, ApiError> {
    let mut upload = jobs.upload(&body.client, body.content).await?;
    if let Err(error) = receive(&mut body, &mut upload).await {
        upload.abort().await;
        return Err(error);
    }
    let view = UploadView::from(upload.finish().await?);
    // Relative to `/uploads`, like the location of a job.
    let location = [(header::LOCATION, format!("uploads/{}", view.id))];
    Ok((StatusCode::CREATED, location, json(&view)).into_response())
}

/// Writes the bytes of the body.
async fn receive(body: &mut UploadBody, upload: &mut Upload) -> Result<(), ApiError> {
    while let Some(bytes) = body.next().await? {
        upload.write(&bytes).await?;
    }
    Ok(())
}
