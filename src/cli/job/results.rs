//! `quadrille job results`, and results at the end of `quadrille job submit`.

use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::{Result, bail};
use bytes::Bytes;
use http::{Request, Response, StatusCode, header};
use hyper::body::Incoming;
use quadrille_jobs::JobId;
use serde_json::json;

use super::arguments::{ResultsArguments, ResultsFormat};
use super::call::{Attempts, CallError};
use super::client::{Client, full};
use super::progress::JobProgress;
use super::report::JobReport;
use super::wait::wait;

/// Media type of results as lines of JSON.
const NDJSON: &str = "application/x-ndjson";

/// Media type of results as lines of text.
const TEXT: &str = "text/plain";

/// Media type of results as rows of a table.
const CSV: &str = "text/csv";

/// Writes the results of a job, after its end if `waits`.
///
/// Returns failure if the job has failed or was cancelled, or an entry of its input is invalid.
///
/// # Errors
/// If the job has no results, or they cannot be written.
pub(super) async fn results(
    client: &Client,
    id: JobId,
    waits: bool,
    options: &ResultsArguments,
) -> Result<ExitCode> {
    let progress = JobProgress::new(options.quiet);
    let job = if waits { wait(client, id, &progress).await? } else { client.job(id).await? };
    let is_good = write_results(client, id, &job, options, &progress).await?;
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Writes the results so far, and the state of the job to standard error. Returns whether the command succeeds.
///
/// # Errors
/// If the results are not available, or cannot be written.
pub(super) async fn write_results(
    client: &Client,
    id: JobId,
    job: &JobReport,
    options: &ResultsArguments,
    progress: &JobProgress,
) -> Result<bool> {
    progress.clear();
    let (mark, is_complete) = (job.mark(), job.is_complete());
    match (job.counted(), options.format) {
        (Some(count), ResultsFormat::Line) => writeln!(stdout(), "{count}{mark}")?,
        (Some(count), ResultsFormat::Json) => {
            writeln!(stdout(), "{}", json!({"count": count, "complete": is_complete}))?;
        }
        (Some(count), ResultsFormat::Csv) => {
            writeln!(stdout(), "count,complete\n{count}{mark},{is_complete}")?;
        }
        (None, ResultsFormat::Json) => {
            download(client, id, NDJSON).await?;
        }
        (None, ResultsFormat::Csv) => {
            if !download(client, id, CSV).await? {
                bail!("the service is too old for --format csv: it has sent lines of JSON");
            }
        }
        (None, ResultsFormat::Line) => {
            if !download(client, id, TEXT).await? {
                progress.report(
                    "an older version of the service has written these results, as lines of JSON only",
                );
            }
        }
    }
    stdout().flush()?;
    progress.report(&format!("{id} {}: {}", job.state, job.progress()));
    let has_failed = job.has_ended() && !job.has_succeeded();
    Ok(!has_failed && (job.verdicts.errors == 0 || options.keep_going))
}

/// Writes all results that exist, and continues where a broken connection ended. Returns whether they have this media type.
async fn download(client: &Client, id: JobId, media_type: &'static str) -> Result<bool> {
    let (mut received, mut has_type, mut attempts) = (0, true, Attempts::default());
    loop {
        let mut response = match open(client, id, media_type, received).await {
            Ok(Some(response)) => response,
            Ok(None) => return Ok(has_type),
            Err(error) => {
                attempts.after(error).await?;
                continue;
            }
        };
        let sent_type = response.headers().get(header::CONTENT_TYPE);
        let is_type = sent_type.is_some_and(|sent| sent.as_bytes().starts_with(media_type.as_bytes()));
        if received > 0 && is_type != has_type {
            bail!("the service has changed the format of the results: read them again");
        }
        has_type = is_type;
        // A gateway may ignore the range.
        let mut position = if response.status() == StatusCode::PARTIAL_CONTENT { received } else { 0 };
        let failure = loop {
            match client.next(response.body_mut()).await {
                Ok(Some(bytes)) => {
                    let known = usize::try_from(received - position).unwrap_or(usize::MAX).min(bytes.len());
                    position += bytes.len() as u64;
                    if known < bytes.len() {
                        stdout().write_all(&bytes[known..])?;
                        received = position;
                        attempts.reset();
                    }
                }
                Ok(None) => return Ok(has_type),
                Err(error) => break error,
            }
        };
        attempts.after(failure).await?;
    }
}

/// Requests the results from this byte on; `None` if there are none.
async fn open(
    client: &Client,
    id: JobId,
    media_type: &'static str,
    first: u64,
) -> Result<Option<Response<Incoming>>, CallError> {
    let mut request = Request::builder().header(header::ACCEPT, media_type);
    if first > 0 {
        request = request.header(header::RANGE, format!("bytes={first}-"));
    }
    match client.send(request, &format!("/jobs/{id}/results"), full(Bytes::new())).await {
        Err(error)
            if matches!(error.status(), Some(StatusCode::CONFLICT | StatusCode::RANGE_NOT_SATISFIABLE)) =>
        {
            Ok(None)
        }
        opened => opened.map(Some),
    }
}
