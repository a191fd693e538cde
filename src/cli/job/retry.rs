//! `quadrille job retry`.

use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::Result;
use quadrille_jobs::JobId;

use super::client::Client;

/// Runs the failed pieces of these jobs again, and writes a line for each job.
///
/// # Errors
/// If a job does not exist or has not failed, or the output cannot be written.
pub(super) async fn retry(client: &Client, ids: &[JobId]) -> Result<ExitCode> {
    for &id in ids {
        let job = client.retry(id).await?;
        writeln!(stdout(), "{job}")?;
    }
    Ok(ExitCode::SUCCESS)
}
