//! Commands that answer a question about each puzzle, such as `quadrille solve`.

use std::io::{self, IsTerminal, Write, stderr, stdout};
use std::mem;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, Result};
use quadrille_answers::ingest::LineBounds;
use quadrille_answers::kinds::{CommandKind, Tally};
use quadrille_answers::service::{
    BatchEnd, BatchStream, Capacity, ClientId, Dispatcher, InputError, InputStop, LimitsPolicy, Meters,
};
use quadrille_answers::wire::{
    BatchKind, BatchOptions, EntryBounds, EntryForm, LineCodec, ProblemBounds, StreamFormat, VerdictKind,
};
use tokio::runtime::{Builder, Runtime};

use super::answer_codec::{AnswerCodec, AnswerStyle};
use super::batch_arguments::{BatchArguments, OutputFormat};
use super::input::{Input, InputOptions};
use super::input_format::InputFormat;
use super::interrupt::{end_on_signal, interrupted};
use super::output::{Output, OutputFile};
use super::progress::{Progress, report_times};
use super::query::invalid_options;
use super::range::{InputRange, LineCount, OpenPart, RangeOptions};
use super::source::InputSource;
use super::usage::usage;
use crate::config::Config;

/// Maximum time limit. It is long, because no other client waits for the threads.
pub(super) const TIME_MAX: Duration = Duration::from_secs(3600);

/// Reads puzzles from arguments, files or standard input, writes their answers to standard output in the same order, and a
/// summary to standard error. `own_options` are the options of the question. A message names each puzzle with another verdict than
/// `expected`.
///
/// Returns failure if an entry was invalid, except with `--keep-going`, or if a verdict was not expected.
///
/// # Errors
/// If an option is invalid, an input cannot be read, or the answers cannot be written.
pub(super) fn batch<K: CommandKind>(
    arguments: &BatchArguments,
    own_options: &[(&'static str, Option<String>)],
    config: &Config,
    expected: Option<VerdictKind>,
) -> Result<ExitCode> {
    let draws = |is_single: bool| is_single && arguments.output.is_none();
    let format = |is_single| arguments.format().unwrap_or_else(|| default_format::<K>(draws(is_single)));
    // Invalid options are reported before any input is read.
    let options = options::<K>(&arguments.query(own_options))?;
    let input_options = InputOptions { format: arguments.input, is_grid: arguments.grid };
    let (inputs, lines_before, output) = match arguments.range {
        None => {
            let inputs = Input::open_all(&arguments.inputs, input_options)?;
            (inputs, None, Output::open(arguments.output.as_deref())?)
        }
        Some(range) => {
            let [file] = arguments.inputs.as_slice() else {
                return Err(usage("--range needs one file"));
            };
            let format = format(false);
            let Some(output) = open_output::<K>(arguments, Path::new(file), range, format)? else {
                return Ok(ExitCode::SUCCESS);
            };
            // The first row has the names of the columns before it.
            let has_indices = matches!(format, OutputFormat::Json | OutputFormat::Csv);
            let bounds = line_bounds(config);
            let options = RangeOptions { input: input_options, bounds, has_indices };
            let OpenPart { input, lines_before } = range.open(Path::new(file), options)?;
            (input.into_iter().collect(), Some(lines_before), output)
        }
    };
    if let Some(advice) = K::COMMAND.advice
        && own_options.iter().all(|(_, value)| value.is_none())
        && !inputs.iter().any(Input::may_have_options)
    {
        return Err(usage(advice));
    }
    let tables = inputs.iter().filter(|input| !matches!(input, Input::Puzzle(_))).count();
    if arguments.format() == Some(OutputFormat::Csv) && tables > 1 {
        return Err(usage(format!("--format csv needs one input: {tables} may have different columns")));
    }
    let is_single = arguments.range.is_none() && inputs.iter().all(|input| matches!(input, Input::Puzzle(_)));
    let has_colours =
        || matches!(output, Output::Stdout) && AutoStream::choice(&stdout()) != ColorChoice::Never;
    let style = match format(is_single) {
        OutputFormat::Line => AnswerStyle::Line,
        OutputFormat::Json => AnswerStyle::Json,
        OutputFormat::Csv => AnswerStyle::Csv,
        OutputFormat::Grid if has_colours() => AnswerStyle::ColouredDrawing,
        OutputFormat::Grid => AnswerStyle::Drawing,
        OutputFormat::Svg => AnswerStyle::Svg,
    };
    let lines = codec::<K>(arguments, options, config, style);
    let lines = lines.with_line_numbers(move || lines_before.as_ref().map_or(Some(0), LineCount::get));
    let mut run = Run { arguments, config, inputs, is_single, output };
    let BatchEnd { counts, stopped, .. } = run.write(AnswerCodec::new(lines, style, expected))?;
    let is_interrupted = stopped == Some(InputStop::Shutdown);
    let is_unexpected =
        expected.is_some_and(|expected| expected.count_in(&counts) + counts.errors < counts.puzzles());
    let has_failed = is_interrupted || is_unexpected || counts.errors > 0 && !arguments.keep_going;
    // A part exists only without faults, so that another run repeats it.
    run.output.finish(!has_failed || arguments.range.is_none())?;
    Ok(match has_failed {
        _ if is_interrupted => interrupted(),
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    })
}

/// Opens the destination of a part. `None` if it is a file that exists, because it is complete.
fn open_output<K: BatchKind>(
    arguments: &BatchArguments,
    file: &Path,
    range: InputRange,
    format: OutputFormat,
) -> Result<Option<Output>> {
    let Some(folder) = &arguments.output else { return Ok(Some(Output::Stdout)) };
    let Some(name) = file.file_name() else { return Err(usage("--range needs one file")) };
    let command = K::PATH.trim_start_matches('/');
    let extension = match format {
        OutputFormat::Line | OutputFormat::Grid => "txt",
        OutputFormat::Json => "ndjson",
        OutputFormat::Csv => "csv",
        OutputFormat::Svg => "svg",
    };
    let name = format!("{}.{command}.{}.{extension}", name.to_string_lossy(), range.file_name());
    let path = folder.join(&name);
    if path.try_exists()? {
        if !arguments.quiet {
            writeln!(stderr(), "{} is complete", path.display())?;
        }
        return Ok(None);
    }
    let failed = || format!("cannot write {}", path.display());
    OutputFile::create(folder, &name).map(|file| Some(Output::File(file))).with_context(failed)
}

fn line_bounds(config: &Config) -> LineBounds {
    LineBounds { bytes_max: config.batch.line_bytes_max, idle: None, has_grid_layout: false }
}

fn default_format<K: CommandKind>(is_single: bool) -> OutputFormat {
    let draws = is_single && K::COMMAND.is_drawn && stdout().is_terminal();
    if draws { OutputFormat::Grid } else { OutputFormat::Line }
}

/// Inputs of a command.
struct Run<'a> {
    arguments: &'a BatchArguments,
    config: &'a Config,
    inputs: Vec<Input>,
    /// Whether each input is a single puzzle.
    is_single: bool,
    output: Output,
}

impl Run<'_> {
    /// Writes all answers and, unless they are a part, their end.
    fn write<K: CommandKind>(&mut self, codec: AnswerCodec<K>) -> Result<BatchEnd> {
        let Self { arguments, config, inputs, is_single, output } = self;
        let is_single = *is_single;
        let bytes_read = Arc::new(AtomicU64::new(0));
        let is_hidden = arguments.no_progress || arguments.quiet;
        let progress = match is_single {
            true => Progress::of_search(is_hidden),
            false => Progress::new(inputs, Arc::clone(&bytes_read), is_hidden),
        };
        let inputs = mem::take(inputs);
        let (source, failures) =
            InputSource::new(inputs, line_bounds(config), codec.others(), codec.table(), bytes_read);
        let runtime = runtime(arguments.threads())?;
        let ended = runtime.block_on(async {
            let dispatcher = dispatcher(arguments.threads(), config);
            end_on_signal(&dispatcher);
            let permit = dispatcher.stream_permit(ClientId::SHARED)?;
            let has_summary = arguments.range.is_none();
            let answers = dispatcher.batch(permit, codec, source);
            write(answers, (&progress, is_single), output, has_summary).await
        });
        runtime.shutdown_background();
        let Ended { end, tally, ignored_members, ignored_names, rules_not_read } = ended?;
        if !ignored_names.is_empty() && !arguments.quiet {
            let names = ignored_names.join(", ");
            progress.report(format!("warning: ignored members and columns: {names}\n").as_bytes());
        }
        progress.finish(&end, &tally, ignored_members, rules_not_read, arguments.quiet || is_single);
        if end.stopped == Some(InputStop::Input(InputError::Failed)) {
            return Err(failures.take());
        }
        Ok(end)
    }
}

fn codec<K: BatchKind>(
    arguments: &BatchArguments,
    options: BatchOptions<K>,
    config: &Config,
    style: AnswerStyle,
) -> LineCodec<K> {
    let form = match arguments.input {
        None => EntryForm::File,
        Some(InputFormat::Text) => EntryForm::FileText,
        Some(InputFormat::Ndjson) => EntryForm::Json,
    };
    let format = match style {
        AnswerStyle::Json => StreamFormat::Ndjson,
        AnswerStyle::Csv => StreamFormat::Csv,
        _ => StreamFormat::Text,
    };
    let policy = LimitsPolicy {
        time_default: Duration::from_millis(config.batch.time_ms_default),
        time_max: TIME_MAX,
        nodes_max: None,
        threads_max: NonZeroUsize::MIN,
    };
    let line_bytes_max = config.batch.line_bytes_max;
    let bounds =
        EntryBounds { explained_errors_max: u64::MAX, line_bytes_max, policy, problem: ProblemBounds::MAX };
    LineCodec::new(form, format, options, bounds, "none".to_owned())
}

/// Parses the flags as query parameters, so that they have the same meaning and bounds.
fn options<K: BatchKind>(query: &str) -> Result<BatchOptions<K>> {
    let options = BatchOptions::<K>::from_query(query);
    options.map_err(invalid_options)
}

/// Returns a runtime with solver threads as its blocking pool, and one thread that writes.
pub(super) fn runtime(threads: usize) -> io::Result<Runtime> {
    Builder::new_multi_thread().worker_threads(1).max_blocking_threads(threads).enable_all().build()
}

/// Returns the dispatcher of one batch.
pub(super) fn dispatcher(threads: usize, config: &Config) -> Dispatcher {
    let output_buffer_bytes = config.batch.output_buffer_bytes;
    let capacity = Capacity { output_buffer_bytes, ..Capacity::offline(threads) };
    Dispatcher::new(capacity, Meters::default())
}

/// End of a batch.
struct Ended {
    end: BatchEnd,
    /// Sums of the command.
    tally: Tally,
    /// Number of members of records that were ignored.
    ignored_members: u64,
    /// Names of members and columns that were ignored.
    ignored_names: Vec<String>,
    /// Number of puzzles that may have rules that were not read.
    rules_not_read: u64,
}

/// Writes each answer as soon as it is available. The progress is that of the input, or of the search for the answer about single puzzles.
async fn write<K: CommandKind>(
    mut answers: BatchStream<AnswerCodec<K>>,
    (progress, is_single): (&Progress, bool),
    output: &mut Output,
    has_summary: bool,
) -> Result<Ended> {
    let mut reports = report_times();
    loop {
        let page = tokio::select! {
            biased;
            page = answers.next() => page?,
            _ = reports.tick() => {
                match is_single {
                    true => progress.show_numbers("", answers.numbers()),
                    false => progress.show(&answers.counts()),
                }
                continue;
            }
        };
        let Some(page) = page else { break };
        progress.report(&answers.codec().take_messages());
        progress.around(|| output.write_all(&page))?;
        if !is_single {
            progress.show(&answers.counts());
        }
    }
    let end = answers.end();
    progress.report(&answers.codec().take_messages());
    if let Some(warning) = answers.codec().warning_of_others() {
        progress.report(format!("{warning}\n").as_bytes());
    }
    if has_summary {
        output.write_all(&answers.codec().summary(&end))?;
    }
    let codec = answers.codec();
    Ok(Ended {
        end,
        tally: codec.tally(),
        ignored_members: codec.ignored_members(),
        ignored_names: codec.ignored_names(),
        rules_not_read: codec.rules_not_read(),
    })
}
