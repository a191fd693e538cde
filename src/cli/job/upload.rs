//! Upload of the input of a job.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;

use anyhow::Result;
use futures_util::{StreamExt, stream};
use http::{Method, Request, header};
use http_body::Frame;
use http_body_util::{BodyExt, StreamBody};
use serde::Deserialize;

use super::client::Client;
use super::progress::JobProgress;
use crate::cli::decompress::Coding;
use crate::cli::input::Reader;
use crate::cli::input_format::InputFormat;
use crate::cli::source::read;

/// Response to an upload.
#[derive(Deserialize)]
struct UploadReport {
    id: String,
}

/// Uploads an input of any size, and returns the id of the upload. Its first bytes tell whether it is compressed.
///
/// # Errors
/// If the input cannot be read, or the service refuses it.
pub(super) async fn upload(
    client: &Client,
    reader: Reader,
    content: InputFormat,
    progress: &Arc<JobProgress>,
) -> Result<String> {
    let (failures, failed) = channel();
    let bytes_read = Arc::new(AtomicU64::new(0));
    let mut pieces = read(reader, Arc::clone(&bytes_read), failures);
    let first = pieces.next().await;
    let start = match &first {
        Some(Ok(bytes)) => &bytes[..],
        _ => b"",
    };
    let mut request = Request::builder().method(Method::POST).header(
        header::CONTENT_TYPE,
        match content {
            InputFormat::Text => "text/plain",
            InputFormat::Ndjson => "application/x-ndjson",
        },
    );
    if let Some(coding) = Coding::of_start(start) {
        request = request.header(header::CONTENT_ENCODING, coding.name());
    }
    let progress = Arc::clone(progress);
    let sent = stream::iter(first).chain(pieces).map(move |piece| {
        progress.show_upload(bytes_read.load(Ordering::Relaxed));
        let failed = |_| io::Error::other("the input cannot be read");
        piece.map(Frame::data).map_err(|error| failed(error).into())
    });
    let uploaded = client.send(request, "/uploads", StreamBody::new(sent).boxed_unsync()).await;
    // The cause of an interrupted call.
    if let Ok(error) = failed.try_recv() {
        return Err(error);
    }
    let UploadReport { id } = client.read(uploaded?).await?;
    Ok(id)
}
