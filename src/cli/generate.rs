//! `quadrille generate`: random puzzles, a line each.

use std::io::{Write, stderr, stdout};
use std::num::{NonZeroU64, NonZeroUsize};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use quadrille_answers::kinds::{Generate, GenerateLines};
use quadrille_answers::service::{BatchEnd, BatchStream, ClientId, EntryNumbers, LimitsPolicy, random_seed};
use quadrille_answers::wire::{
    COUNT_MAX, ProblemBounds, RequestOf, StreamFormat, SummaryCodec as _, read_parameters,
};

use super::batch::{TIME_MAX, dispatcher, runtime};
use super::generate_arguments::GenerateArguments;
use super::query::invalid_options;
use crate::config::Config;

/// Time limit of a puzzle without one. It is long, because no other client waits for the threads.
const TIME_DEFAULT: Duration = Duration::from_secs(60);

/// Writes puzzles to standard output in the order of their seeds, and a summary to standard error.
///
/// Returns failure if a puzzle was not found.
///
/// # Errors
/// If an option is invalid, or the puzzles cannot be written.
pub(super) fn generate(arguments: &GenerateArguments, config: &Config) -> Result<ExitCode> {
    let request = read_parameters::<Generate>(&arguments.wishes.query()?, ProblemBounds::MAX);
    let RequestOf::<Generate> { mut question, limits, style } = request.map_err(invalid_options)?;
    let count = NonZeroU64::new(arguments.wishes.count).unwrap_or(NonZeroU64::MIN);
    if !style.notation.has_seed() {
        question.seed = random_seed().context("cannot draw a seed")?;
    }
    let seed = question.seed;
    if seed > COUNT_MAX - (count.get() - 1) {
        bail!("--seed: must be at most {}, so that every puzzle has a seed", COUNT_MAX - (count.get() - 1));
    }
    let policy = LimitsPolicy {
        time_default: TIME_DEFAULT,
        time_max: TIME_MAX,
        nodes_max: None,
        threads_max: NonZeroUsize::MIN,
    };
    let format = if arguments.is_json() { StreamFormat::Ndjson } else { StreamFormat::Text };
    let lines = GenerateLines::new(question, policy.resolve(limits), style, format, "none".to_owned());
    let runtime = runtime(arguments.threads())?;
    let ended = runtime.block_on(async {
        let dispatcher = dispatcher(arguments.threads(), config);
        let permit = dispatcher.stream_permit(ClientId::SHARED)?;
        write(dispatcher.batch(permit, lines, EntryNumbers::new(count))).await
    });
    runtime.shutdown_background();
    let end = ended?;
    if !arguments.quiet {
        summarize(seed, &end);
    }
    Ok(if end.counts.unique == count.get() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Writes each puzzle as soon as it and those before it are available.
async fn write(mut puzzles: BatchStream<GenerateLines>) -> Result<BatchEnd> {
    while let Some(page) = puzzles.next().await? {
        stdout().write_all(&page)?;
    }
    let end = puzzles.end();
    stdout().write_all(&puzzles.codec().summary(&end))?;
    stdout().flush()?;
    Ok(end)
}

/// Writes the seed and the numbers of puzzles. A closed standard error is not a failure.
fn summarize(seed: u64, end: &BatchEnd) {
    let BatchEnd { counts, elapsed, .. } = end;
    let (found, all, seconds) = (counts.unique, counts.puzzles(), elapsed.as_secs_f64());
    let _ = writeln!(stderr(), "seed {seed}: {found} of {all} puzzles in {seconds:.2} s");
}
