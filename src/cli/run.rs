//! Dispatch of all commands except `serve` and `work`.

use std::process::ExitCode;

use anyhow::{Result, bail};
use quadrille_answers::kinds::{
    CheckEntries, Count, EstimateSolutions, FindCandidates, FindCanonical, FindConflicts, FindHint, FindPath,
    Rate, Shuffle, Solve, TestMinimal,
};
use quadrille_answers::wire::VerdictKind;

use super::api_key::api_key;
use super::arguments::{Command, OutputFormat};
use super::batch::{batch, batch_expecting};
use super::completions::completions;
use super::config::config;
use super::convert::convert;
use super::cover::cover;
use super::generate::generate;
use super::healthcheck::healthcheck;
use super::job::job;
use super::man::man;
use super::openapi::openapi;
use super::query::number;
use super::render::{book, render};
use super::solutions::solutions;
use crate::config::{Config, Overrides};

/// Runs a command. Does nothing for `serve` and `work`.
///
/// # Errors
/// If the settings or the arguments are invalid, or the input or the output fails.
pub fn run(command: &Command, overrides: &Overrides) -> Result<ExitCode> {
    let load = || Config::load(overrides);
    match command {
        Command::Solve { puzzles, limit } => {
            return batch::<Solve>(puzzles, &[("limit", number(*limit))], &load()?);
        }
        Command::Count { puzzles, limit, expect } => {
            let own = [("limit", limit.clone())];
            return batch_expecting::<Count>(puzzles, &own, &load()?, expect.map(VerdictKind::from));
        }
        Command::Candidates { puzzles, counts } => {
            if counts.is_some() && puzzles.format != Some(OutputFormat::Json) {
                bail!("--counts needs --format json: other formats have no counts");
            }
            return batch::<FindCandidates>(puzzles, &[("counts", number(*counts))], &load()?);
        }
        Command::Minimal { puzzles, reduce, seed } => {
            let own = [("reduce", reduce.then(|| "true".to_owned())), ("seed", number(*seed))];
            return batch::<TestMinimal>(puzzles, &own, &load()?);
        }
        Command::Conflicts(puzzles) => return batch::<FindConflicts>(puzzles, &[], &load()?),
        Command::Rate { puzzles } => return batch::<Rate>(puzzles, &[], &load()?),
        Command::Hint { puzzles, entries, reveal } => {
            let own = [("entries", entries.clone()), ("reveal", reveal.clone())];
            return batch::<FindHint>(puzzles, &own, &load()?);
        }
        Command::Path { puzzles } => return batch::<FindPath>(puzzles, &[], &load()?),
        Command::Check { puzzles, entries, marks } => {
            let own = [("entries", entries.clone()), ("marks", marks.clone())];
            return batch::<CheckEntries>(puzzles, &own, &load()?);
        }
        Command::Estimate { puzzles, probes, seed } => {
            let own = [("probes", number(*probes)), ("seed", number(*seed))];
            return batch::<EstimateSolutions>(puzzles, &own, &load()?);
        }
        Command::Shuffle { puzzles, seed } => {
            return batch::<Shuffle>(puzzles, &[("seed", number(*seed))], &load()?);
        }
        Command::Canonical(puzzles) => return batch::<FindCanonical>(puzzles, &[], &load()?),
        Command::Generate { puzzles, .. } => return generate(puzzles, &load()?),
        Command::Solutions(arguments) => return solutions(arguments),
        Command::Convert(arguments) => return convert(arguments, &load()?),
        Command::Render { puzzles, .. } => return render(puzzles, &load()?),
        Command::Book { puzzles, .. } => return book(puzzles, &load()?),
        Command::Cover(command) => return cover(command),
        Command::Job(arguments) => return job(arguments),
        Command::Healthcheck { url, .. } => healthcheck(url.as_deref(), &load()?)?,
        Command::Openapi { format, profile } => openapi(*format, *profile)?,
        Command::ApiKey { name } => api_key(name)?,
        Command::Completions { shell } => completions(*shell)?,
        Command::Man { dir } => man(dir.as_deref())?,
        Command::Config(_) => config(load()?)?,
        Command::Serve { .. } | Command::Work { .. } => {}
    }
    Ok(ExitCode::SUCCESS)
}
