//! Dispatch of the commands about jobs.

use std::process::ExitCode;

use anyhow::Result;
use tokio::runtime::Builder;

use super::admin::admin;
use super::arguments::{JobArguments, JobCommand};
use super::cancel::cancel;
use super::client::Client;
use super::results::results;
use super::retry::retry;
use super::status::{list, status};
use super::submit::submit;

/// Runs a command about jobs of a service.
///
/// Returns failure if a job has failed or was cancelled, or an entry of its input is invalid.
///
/// # Errors
/// If the service cannot be reached or refuses a request, an input cannot be read, or the output cannot be written.
pub(in crate::cli) fn job(arguments: &JobArguments) -> Result<ExitCode> {
    let client = Client::new(&arguments.service)?;
    Builder::new_current_thread().enable_all().build()?.block_on(async {
        match &arguments.command {
            JobCommand::Submit(arguments) => submit(&client, arguments).await,
            JobCommand::Status { ids, json } => status(&client, ids, *json).await,
            JobCommand::Results { id, wait, options } => results(&client, *id, *wait, options).await,
            JobCommand::Cancel { ids, remove } => cancel(&client, ids, *remove).await,
            JobCommand::Retry { ids } => retry(&client, ids).await,
            JobCommand::Admin(arguments) => admin(arguments).await,
            JobCommand::List { state, json } => list(&client, state.as_deref(), *json).await,
        }
    })
}
