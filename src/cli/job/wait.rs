//! Waiting for the end of a job.

use std::time::Duration;

use quadrille_jobs::JobId;
use tokio::time::sleep;

use super::call::{Attempts, CallError};
use super::client::Client;
use super::progress::JobProgress;
use super::report::JobReport;

/// Delay between the first questions about a job. It grows while the job runs.
const DELAY_MIN: Duration = Duration::from_millis(50);

/// Maximum delay between questions.
const DELAY_MAX: Duration = Duration::from_secs(2);

/// Waits for the end of a job, also across a restart of the service.
///
/// # Errors
/// If the job does not exist, or the service is away for long.
pub(super) async fn wait(client: &Client, id: JobId, progress: &JobProgress) -> Result<JobReport, CallError> {
    let (mut attempts, mut delay) = (Attempts::default(), DELAY_MIN);
    loop {
        match client.job(id).await {
            Ok(job) if job.has_ended() => return Ok(job),
            Ok(job) => {
                attempts.reset();
                progress.show(&job);
                sleep(delay).await;
                delay = (delay * 3 / 2).min(DELAY_MAX);
            }
            Err(error) => attempts.after(error).await?,
        }
    }
}
