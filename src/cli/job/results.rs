//! `quadrille job results`, and results at the end of `quadrille job submit`.

use std::io::{self, Write, stdout};
use std::mem;
use std::process::ExitCode;

use anyhow::Result;
use bytes::Bytes;
use http::{Request, Response, StatusCode, header};
use hyper::body::Incoming;
use memchr::memrchr;
use serde_json::{Value, json};

use super::arguments::{ResultsArguments, ResultsFormat};
use super::call::{Attempts, CallError};
use super::client::{Client, full};
use super::progress::JobProgress;
use super::report::JobReport;
use super::result_text::result_text;
use super::wait::wait;
use crate::jobs::JobId;

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
    match (job.counted(), options.format) {
        (Some(count), ResultsFormat::Line) => writeln!(stdout(), "{count}")?,
        (Some(count), ResultsFormat::Json) => {
            writeln!(stdout(), "{}", json!({"count": count, "complete": job.has_succeeded()}))?;
        }
        (None, ResultsFormat::Json) => {
            download(client, id, |bytes| stdout().write_all(bytes)).await?;
        }
        (None, ResultsFormat::Line) => {
            let mut text = TextLines { operation: &job.operation, partial: Vec::new() };
            download(client, id, |bytes| text.write(bytes)).await?;
        }
    }
    stdout().flush()?;
    progress.report(&format!("{id} {}: {}", job.state, job.progress()));
    let has_failed = job.has_ended() && !job.has_succeeded();
    Ok(!has_failed && (job.verdicts.errors == 0 || options.keep_going))
}

/// Reads all results that exist, and continues where a broken connection ended.
async fn download(client: &Client, id: JobId, mut write: impl FnMut(&[u8]) -> io::Result<()>) -> Result<()> {
    let (mut received, mut attempts) = (0, Attempts::default());
    loop {
        let mut response = match open(client, id, received).await {
            Ok(Some(response)) => response,
            Ok(None) => return Ok(()),
            Err(error) => {
                attempts.after(error).await?;
                continue;
            }
        };
        // A gateway may ignore the range.
        let mut position = if response.status() == StatusCode::PARTIAL_CONTENT { received } else { 0 };
        let failure = loop {
            match client.next(response.body_mut()).await {
                Ok(Some(bytes)) => {
                    let known = usize::try_from(received - position).unwrap_or(usize::MAX).min(bytes.len());
                    position += bytes.len() as u64;
                    if known < bytes.len() {
                        write(&bytes[known..])?;
                        received = position;
                        attempts.reset();
                    }
                }
                Ok(None) => return Ok(()),
                Err(error) => break error,
            }
        };
        attempts.after(failure).await?;
    }
}

/// Requests the results from this byte on; `None` if there are none.
async fn open(client: &Client, id: JobId, first: u64) -> Result<Option<Response<Incoming>>, CallError> {
    let mut request = Request::builder();
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

/// Writer of results as text, which arrive in pieces.
struct TextLines<'a> {
    operation: &'a str,
    /// Line whose end has not arrived.
    partial: Vec<u8>,
}

impl TextLines<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.partial.extend_from_slice(bytes);
        let Some(end) = memrchr(b'\n', &self.partial) else { return Ok(()) };
        let rest = self.partial.split_off(end + 1);
        let complete = mem::replace(&mut self.partial, rest);
        let mut text = String::new();
        for line in complete.split_inclusive(|&byte| byte == b'\n') {
            let line: Value = serde_json::from_slice(line)?;
            text.push_str(&result_text(self.operation, &line));
            text.push('\n');
        }
        stdout().write_all(text.as_bytes())
    }
}
