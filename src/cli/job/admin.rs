//! `quadrille job admin`: the queue of all clients, through the admin listener.

use std::io::{Write, stderr, stdout};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use indicatif::HumanDuration;
use serde::Deserialize;
use serde_json::Value;

use super::arguments::{AdminArguments, AdminCommand};
use super::client::Client;
use crate::cli::query::query_of;

#[derive(Deserialize)]
struct QueueReport {
    paused: bool,
    jobs: Vec<Value>,
}

#[derive(Deserialize)]
struct WorkerList {
    workers: Vec<Value>,
}

/// Members of a job that are shown.
#[derive(Deserialize)]
struct ShownJob {
    job: String,
    client: String,
    operation: String,
    state: String,
    age_s: f64,
    pieces: ShownPieces,
    workers: Vec<String>,
    error: Option<Failure>,
}

#[derive(Deserialize)]
struct ShownPieces {
    done: u64,
    total: u64,
}

#[derive(Deserialize)]
struct Failure {
    code: String,
}

/// Members of a worker that are shown.
#[derive(Deserialize)]
struct ShownWorker {
    name: String,
    host: String,
    version: String,
    threads: u64,
    pieces: u64,
    seen_s: f64,
}

/// Runs a command about the queue.
///
/// # Errors
/// If the admin listener cannot be reached or refuses the request, or the output cannot be written.
pub(super) async fn admin(AdminArguments { admin_url, command }: &AdminArguments) -> Result<ExitCode> {
    let client = Client::admin(admin_url)?;
    match command {
        AdminCommand::Jobs { state, limit, json } => {
            let query = query_of([("state", state.clone()), ("limit", Some(limit.to_string()))]);
            let QueueReport { paused, jobs } = client.get(&format!("/jobs?{query}")).await?;
            write_all(&jobs, *json, job_line)?;
            if paused {
                writeln!(stderr(), "the queue is paused")?;
            }
        }
        AdminCommand::Workers { json } => {
            let WorkerList { workers } = client.get("/workers").await?;
            write_all(&workers, *json, worker_line)?;
        }
        AdminCommand::Pause => {
            client.post("/jobs/pause").await?;
            writeln!(stdout(), "the queue is paused")?;
        }
        AdminCommand::Resume => {
            client.post("/jobs/resume").await?;
            writeln!(stdout(), "the queue goes on")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes a line for each item.
fn write_all(items: &[Value], is_json: bool, line: impl Fn(&Value) -> Result<String>) -> Result<()> {
    for item in items {
        let line = if is_json { item.to_string() } else { line(item)? };
        writeln!(stdout(), "{line}")?;
    }
    Ok(())
}

fn job_line(item: &Value) -> Result<String> {
    let ShownJob { job, client, operation, state, age_s, pieces, workers, error } =
        ShownJob::deserialize(item).context("the description of a job is invalid")?;
    let (age, failure) = (age(age_s), error.map(|failure| failure.code).unwrap_or_default());
    let ShownPieces { done, total } = pieces;
    let line = format!(
        "{job}  {state:<10}  {operation:<17}  {done:>6} of {total:<6} pieces  {age:>11}  {client}  {}  {failure}",
        workers.join(" ")
    );
    Ok(line.trim_end().to_owned())
}

fn worker_line(item: &Value) -> Result<String> {
    let ShownWorker { name, host, version, threads, pieces, seen_s } =
        ShownWorker::deserialize(item).context("the description of a worker is invalid")?;
    let age = age(seen_s);
    Ok(format!("{name}  {host}  {version}  {threads} threads  {pieces} pieces  seen {age} ago"))
}

/// Returns a time in words.
fn age(seconds: f64) -> String {
    HumanDuration(Duration::try_from_secs_f64(seconds).unwrap_or_default()).to_string()
}
