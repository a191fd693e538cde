//! `quadrille job cancel`.

use std::io::{Write, stderr, stdout};
use std::process::ExitCode;

use anyhow::Result;
use http::StatusCode;
use quadrille_jobs::JobId;

use super::client::Client;
use super::progress::JobProgress;
use super::wait::wait;

/// Cancels jobs, and removes them if requested.
///
/// Returns failure if a job has ended and is not removed.
///
/// # Errors
/// If a job does not exist, or the output cannot be written.
pub(super) async fn cancel(client: &Client, ids: &[JobId], removes: bool) -> Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    for &id in ids {
        // The service removes a job that has ended.
        if !removes && client.job(id).await?.has_ended() {
            code = ExitCode::FAILURE;
            writeln!(stderr(), "the job {id} has ended; --remove removes it and its results")?;
            continue;
        }
        let status = client.delete(id).await?;
        if removes && status == StatusCode::ACCEPTED {
            wait(client, id, &JobProgress::new(true)).await?;
            client.delete(id).await?;
        }
        writeln!(stdout(), "{id}  {}", if removes { "removed" } else { "cancelled" })?;
    }
    Ok(code)
}
