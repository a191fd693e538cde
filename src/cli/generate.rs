//! `quadrille generate`: random puzzles, a line each.

use std::io::{Write, stderr};
use std::mem;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, Result};
use quadrille_answers::kinds::{Generate, GenerateLines, conversion_from_file, read_set};
use quadrille_answers::service::{
    BatchEnd, BatchStream, ClientId, EntryNumbers, InputStop, LimitsPolicy, random_seed,
};
use quadrille_answers::wire::{
    COUNT_MAX, ProblemBounds, RequestOf, StreamFormat, SummaryCodec as _, read_parameters,
};

use super::batch::{TIME_MAX, dispatcher, runtime};
use super::decompress::read_file;
use super::generate_arguments::GenerateArguments;
use super::interrupt::{end_on_signal, interrupted};
use super::output::Output;
use super::progress::{Progress, report_times};
use super::query::{invalid_options, query_of};
use super::usage::usage;
use crate::config::Config;

/// Limits of a puzzle. The time without a limit is long, because no other client waits for the threads.
const POLICY: LimitsPolicy = LimitsPolicy {
    time_default: Duration::from_secs(60),
    time_max: TIME_MAX,
    nodes_max: None,
    threads_max: NonZeroUsize::MIN,
};

/// Puzzles to generate.
struct Wanted {
    lines: GenerateLines,
    count: NonZeroU64,
    seed: u64,
    /// Lines of the set, and the number of puzzles of each.
    rows: Vec<(u64, u64)>,
}

/// Writes puzzles in the order of their seeds, and a summary to standard error.
///
/// Returns failure if a puzzle was not found.
///
/// # Errors
/// If an option or the set is invalid, or the puzzles cannot be written.
pub(super) fn generate(arguments: &GenerateArguments, config: &Config) -> Result<ExitCode> {
    let arguments = &arguments.with_words()?;
    let wanted = match &arguments.set {
        Some(file) => wanted_set(arguments, file)?,
        None => wanted(arguments)?,
    };
    let Wanted { lines, count, seed, rows } = wanted;
    let mut output = Output::open(arguments.output.as_deref())?;
    let runtime = runtime(arguments.threads())?;
    let ended = runtime.block_on(async {
        let dispatcher = dispatcher(arguments.threads(), config);
        end_on_signal(&dispatcher);
        let permit = dispatcher.stream_permit(ClientId::SHARED)?;
        let progress = Progress::of_search(arguments.quiet);
        let puzzles = dispatcher.batch(permit, lines, EntryNumbers::new(count));
        let ended = write(puzzles, (count, &progress), arguments, &mut output).await;
        progress.clear();
        ended
    });
    runtime.shutdown_background();
    let (end, found) = ended?;
    output.finish(true)?;
    if !arguments.quiet {
        summarize(seed, &end);
        for ((line, count), found) in rows.iter().zip(&found) {
            // A closed standard error is not a failure.
            let _ = writeln!(stderr(), "line {line}: {found} of {count} puzzles");
        }
    }
    Ok(match end.counts.unique == count.get() {
        true => ExitCode::SUCCESS,
        false if end.stopped == Some(InputStop::Shutdown) => interrupted(),
        false => ExitCode::FAILURE,
    })
}

/// Returns the puzzles of one kind.
fn wanted(arguments: &GenerateArguments) -> Result<Wanted> {
    let parameters = arguments.wishes.parameters().into_iter().map(|(name, value)| (name, Some(value)));
    let request = read_parameters::<Generate>(&query_of(parameters), ProblemBounds::MAX);
    let RequestOf::<Generate> { mut question, limits, style } = request.map_err(invalid_options)?;
    let count = NonZeroU64::new(arguments.wishes.count).unwrap_or(NonZeroU64::MIN);
    let seed = seed(arguments)?;
    question.seed = seed;
    if seed > COUNT_MAX - (count.get() - 1) {
        let seed_max = COUNT_MAX - (count.get() - 1);
        return Err(usage(format!("--seed: must be at most {seed_max}, so that every puzzle has a seed")));
    }
    let lines =
        GenerateLines::new(question, POLICY.resolve(limits), style, format(arguments), "none".to_owned());
    Ok(Wanted { lines, count, seed, rows: Vec::new() })
}

/// Returns the puzzles of a set.
fn wanted_set(arguments: &GenerateArguments, file: &Path) -> Result<Wanted> {
    let failed = || format!("cannot read {}", file.display());
    let text = String::from_utf8(read_file(file).with_context(failed)?).with_context(failed)?;
    let mut defaults = arguments.wishes.parameters();
    defaults.retain(|(name, _)| *name != "seed");
    let seed = seed(arguments)?;
    let rows = read_set(&text, &defaults, seed).with_context(|| file.display().to_string())?;
    let counts: Vec<(u64, u64)> = rows.iter().map(|row| (row.line, row.count.get())).collect();
    let count = NonZeroU64::new(counts.iter().map(|(_, count)| count).sum()).unwrap_or(NonZeroU64::MIN);
    let lines = GenerateLines::from_set(rows, seed, POLICY, format(arguments), "none".to_owned());
    Ok(Wanted { lines, count, seed, rows: counts })
}

/// Returns the seed of the first puzzle, by default a random one.
fn seed(arguments: &GenerateArguments) -> Result<u64> {
    arguments.wishes.seed.map_or_else(|| random_seed().context("cannot draw a seed"), Ok)
}

fn format(arguments: &GenerateArguments) -> StreamFormat {
    if arguments.is_json() { StreamFormat::Ndjson } else { StreamFormat::Text }
}

/// Writes each puzzle as soon as it and those before it are available. Returns the end, and the number of puzzles found for each wish.
async fn write(
    mut puzzles: BatchStream<GenerateLines>,
    (count, progress): (NonZeroU64, &Progress),
    arguments: &GenerateArguments,
    output: &mut Output,
) -> Result<(BatchEnd, Vec<u64>)> {
    // The answer says the same of a single puzzle.
    let is_single = arguments.set.is_none() && arguments.wishes.count == 1;
    let mut has_missed = arguments.quiet || is_single;
    let mut reports = report_times();
    loop {
        let page = tokio::select! {
            biased;
            page = puzzles.next() => page?,
            _ = reports.tick() => {
                let done = format!("{} of {count} puzzles, ", puzzles.counts().puzzles());
                progress.show_numbers(&done, puzzles.numbers());
                continue;
            }
        };
        let Some(page) = page else { break };
        if puzzles.counts().unknown > 0 && !mem::replace(&mut has_missed, true) {
            progress.report(b"a puzzle was not found: relax the options, or raise --attempts\n");
        }
        let page = match arguments.is_drawn() {
            true => drawn(&String::from_utf8_lossy(&page), arguments.wishes.box_size()).into_bytes(),
            false => page,
        };
        progress.around(|| output.write_all(&page))?;
    }
    let end = puzzles.end();
    output.write_all(&puzzles.codec().summary(&end))?;
    Ok((end, puzzles.codec().found().collect()))
}

/// Draws the puzzles in lines of text, and writes what follows them below. A line without a puzzle stays as it is.
fn drawn(lines: &str, box_size: Option<&str>) -> String {
    let query = query_of([("to", Some("drawing".to_owned())), ("box", box_size.map(str::to_owned))]);
    let draw = |line: &str| {
        let (puzzle, rest) = line.split_once(' ').unwrap_or((line, ""));
        let drawn = conversion_from_file((puzzle.as_bytes(), None), &query).ok()?.puzzle_line();
        Some(if rest.is_empty() { drawn } else { format!("{drawn}{rest}\n") })
    };
    lines.lines().map(|line| draw(line).unwrap_or_else(|| format!("{line}\n"))).collect()
}

/// Writes the seed and the numbers of puzzles. A closed standard error is not a failure.
fn summarize(seed: u64, end: &BatchEnd) {
    let BatchEnd { counts, elapsed, .. } = end;
    let (found, all, seconds) = (counts.unique, counts.puzzles(), elapsed.as_secs_f64());
    let _ = writeln!(stderr(), "seed {seed}: {found} of {all} puzzles in {seconds:.2} s");
}
