//! `quadrille job status` and `quadrille job list`.

use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use http::StatusCode;
use quadrille_jobs::JobId;
use serde::Deserialize;
use serde_json::Value;

use super::client::Client;
use super::report::JobReport;
use crate::cli::query::query_of;

/// Jobs of an API key.
#[derive(Deserialize)]
struct KeyJobs {
    jobs: Vec<Value>,
}

/// Writes a line for each of these jobs.
///
/// # Errors
/// If a job cannot be read, or the output cannot be written.
pub(super) async fn status(client: &Client, ids: &[JobId], is_json: bool) -> Result<ExitCode> {
    for id in ids {
        write_job(&client.get(&format!("/jobs/{id}")).await?, is_json)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes a line for each job of the API key, the latest first.
///
/// # Errors
/// If the service lists no jobs, or the output cannot be written.
pub(super) async fn list(client: &Client, state: Option<&str>, is_json: bool) -> Result<ExitCode> {
    let mut after = None;
    loop {
        let query = query_of([("state", state.map(str::to_owned)), ("after", after)]);
        let KeyJobs { jobs } = match client.get(&format!("/jobs?{query}")).await {
            Err(error) if error.status() == Some(StatusCode::NOT_FOUND) => {
                bail!("the service has no jobs, or requires no API keys: then it lists none");
            }
            list => list?,
        };
        for job in &jobs {
            write_job(job, is_json)?;
        }
        let last = jobs.last().and_then(|job| job["id"].as_str());
        match last {
            Some(last) => after = Some(last.to_owned()),
            None => return Ok(ExitCode::SUCCESS),
        }
    }
}

fn write_job(job: &Value, is_json: bool) -> Result<()> {
    if is_json {
        writeln!(stdout(), "{job}")?;
    } else {
        let job = JobReport::deserialize(job).context("the description of the job is invalid")?;
        writeln!(stdout(), "{job}")?;
    }
    Ok(())
}
