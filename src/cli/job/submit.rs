//! `quadrille job submit`.

use std::fs::File;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use quadrille_jobs::JobId;
use serde_json::{Value, json};

use super::arguments::SubmitArguments;
use super::call::{Attempts, CallError};
use super::client::Client;
use super::progress::JobProgress;
use super::results::write_results;
use super::upload::upload;
use super::wait::wait;
use super::work::SubmittedWork;
use crate::cli::input::{Reader, STDIN};

/// Creates jobs: one of the arguments, or one for each file. Writes their ids, or waits and writes their results.
///
/// Returns failure if a job that was waited for has failed, or an entry of its input is invalid.
///
/// # Errors
/// If an input cannot be read, the service refuses the job, or the output cannot be written.
pub(super) async fn submit(client: &Client, arguments: &SubmitArguments) -> Result<ExitCode> {
    let progress = Arc::new(JobProgress::new(arguments.results.quiet));
    let submission = Submission { client, arguments, progress };
    let mut ids = Vec::new();
    match arguments.operation.0.work()? {
        SubmittedWork::Whole(request) => ids.push(submission.create(request).await?),
        SubmittedWork::Entries { operation, options, files, content } => {
            for reader in open_all(files)? {
                let upload = upload(client, reader, content, &submission.progress).await?;
                let request =
                    json!({"operation": operation, "input": {"upload": upload}, "options": options});
                ids.push(submission.create(request).await?);
            }
        }
    }
    if !arguments.wait {
        return Ok(ExitCode::SUCCESS);
    }
    let mut code = ExitCode::SUCCESS;
    for id in ids {
        let progress = JobProgress::new(arguments.results.quiet);
        let job = wait(client, id, &progress).await?;
        if !write_results(client, id, &job, &arguments.results, &progress).await? {
            code = ExitCode::FAILURE;
        }
    }
    Ok(code)
}

/// Jobs that are created with these arguments.
struct Submission<'a> {
    client: &'a Client,
    arguments: &'a SubmitArguments,
    progress: Arc<JobProgress>,
}

impl Submission<'_> {
    /// Creates a job and reports its id: to standard output, unless results are written there.
    async fn create(&self, mut request: Value) -> Result<JobId> {
        let Self { client, arguments, progress } = self;
        if let Some(seconds) = arguments.ttl_s {
            request["ttl_s"] = seconds.into();
        }
        if arguments.priority != 0 {
            request["priority"] = arguments.priority.into();
        }
        let key = random_key()?;
        let mut attempts = Attempts::default();
        let job = loop {
            match client.create(&request, &key).await {
                Ok(job) => break job,
                // The job may exist: the same key gets it.
                Err(error @ CallError::Interrupted { .. }) => attempts.after(error).await?,
                Err(error) => return Err(error.into()),
            }
        };
        let id = job.id.parse().with_context(|| format!("the id of the job is invalid: {}", job.id))?;
        if arguments.wait {
            progress.report(&format!("{id} {}", job.state));
        } else {
            progress.clear();
            writeln!(stdout(), "{id}")?;
        }
        Ok(id)
    }
}

/// Returns a key that no other request has.
fn random_key() -> Result<String> {
    let mut key = [0; 16];
    getrandom::fill(&mut key).map_err(|error| anyhow!("cannot generate random numbers: {error}"))?;
    Ok(base16ct::lower::encode_string(&key))
}

/// Opens all files, or standard input if there are none.
fn open_all(files: Vec<PathBuf>) -> Result<Vec<Reader>> {
    if files.is_empty() {
        return Ok(vec![Reader::of_stdin()?]);
    }
    let open = |file: PathBuf| {
        if file == Path::new(STDIN) {
            return Reader::of_stdin();
        }
        let name = file.display().to_string();
        let opened = File::open(&file).with_context(|| format!("cannot read {name}"))?;
        Ok(Reader::of_file(name, opened))
    };
    files.into_iter().map(open).collect()
}
