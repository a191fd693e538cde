//! Commands that answer a question about each puzzle, such as `quadrille solve`.

use std::io::{self, IsTerminal, Write, stdout};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anyhow::{Result, anyhow};
use tokio::runtime::{Builder, Runtime};

use super::answer_codec::{AnswerCodec, AnswerStyle};
use super::arguments::{BatchArguments, InputFormat, OutputFormat};
use super::drawn_kind::DrawnKind;
use super::input::{Input, InputOptions};
use super::progress::Progress;
use super::source::InputSource;
use crate::config::Config;
use crate::ingest::{LineBounds, LineContent};
use crate::service::{
    BatchEnd, BatchStream, Capacity, ClientId, Dispatcher, InputError, InputStop, LimitsPolicy, Meters,
};
use crate::wire::{
    BatchKind, BatchOptions, EntryBounds, EntryForm, LineCodec, ProblemBounds, StreamFormat, VerdictKind,
};

/// Maximum time limit. It is long, because no other client waits for the threads.
pub(super) const TIME_MAX: Duration = Duration::from_secs(3600);

/// Reads puzzles from arguments, files or standard input, writes their answers to standard output in the same order, and a
/// summary to standard error. `own_options` are those of the question.
///
/// Returns failure if an entry was invalid, except with `--keep-going`.
///
/// # Errors
/// If an option is invalid, an input cannot be read, or the answers cannot be written.
pub(super) fn batch<A: DrawnKind>(
    arguments: &BatchArguments,
    own_options: &[(&'static str, Option<String>)],
    config: &Config,
) -> Result<ExitCode> {
    batch_expecting::<A>(arguments, own_options, config, None)
}

/// Does the same, and returns failure also if a puzzle has another verdict than `expected`, which a message names.
///
/// # Errors
/// As for [`batch`].
pub(super) fn batch_expecting<A: DrawnKind>(
    arguments: &BatchArguments,
    own_options: &[(&'static str, Option<String>)],
    config: &Config,
    expected: Option<VerdictKind>,
) -> Result<ExitCode> {
    let is_text = arguments.input == InputFormat::Text;
    let format = |is_single| arguments.format.unwrap_or_else(|| default_format::<A>(is_single));
    // Invalid options are reported before any input is read.
    let options = options::<A>(&arguments.query(own_options))?;
    let inputs = Input::open_all(&arguments.inputs, InputOptions { is_text, is_grid: arguments.grid })?;
    let is_single = inputs.iter().all(|input| matches!(input, Input::Puzzle(_)));
    let run = Run { arguments, config, inputs, is_single };
    let style = match format(is_single) {
        OutputFormat::Line => AnswerStyle::Line,
        OutputFormat::Json => AnswerStyle::Json,
        OutputFormat::Grid if AutoStream::choice(&stdout()) == ColorChoice::Never => AnswerStyle::Drawing,
        OutputFormat::Grid => AnswerStyle::ColouredDrawing,
        OutputFormat::Svg => AnswerStyle::Svg,
    };
    let lines = codec::<A>(arguments, options, config, style);
    let BatchEnd { counts, .. } = run.write(AnswerCodec::new(lines, style, expected))?;
    let is_unexpected =
        expected.is_some_and(|expected| expected.count_in(&counts) + counts.errors < counts.puzzles());
    let has_failed = is_unexpected || counts.errors > 0 && !arguments.keep_going;
    Ok(if has_failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn default_format<A: DrawnKind>(is_single: bool) -> OutputFormat {
    let draws = is_single && A::IS_DRAWN && stdout().is_terminal();
    if draws { OutputFormat::Grid } else { OutputFormat::Line }
}

/// Inputs of a command.
struct Run<'a> {
    arguments: &'a BatchArguments,
    config: &'a Config,
    inputs: Vec<Input>,
    /// Whether each input is a single puzzle.
    is_single: bool,
}

impl Run<'_> {
    /// Writes all answers, and their end.
    fn write<A: DrawnKind>(self, codec: AnswerCodec<A>) -> Result<BatchEnd> {
        let Self { arguments, config, inputs, is_single } = self;
        let bytes_read = Arc::new(AtomicU64::new(0));
        let is_hidden = is_single || arguments.no_progress || arguments.quiet;
        let progress = Progress::new(&inputs, Arc::clone(&bytes_read), is_hidden);
        let content = match arguments.input {
            InputFormat::Text => LineContent::Text,
            InputFormat::Ndjson => LineContent::Json,
        };
        let bounds = LineBounds { bytes_max: config.batch.line_bytes_max, idle: None };
        let (source, failures) = InputSource::new(inputs, content, bounds, bytes_read);
        let runtime = runtime(arguments.threads())?;
        let ended = runtime.block_on(async {
            let dispatcher = dispatcher(arguments.threads(), config);
            let permit = dispatcher.stream_permit(ClientId::SHARED)?;
            write(dispatcher.batch(permit, codec, source), &progress).await
        });
        runtime.shutdown_background();
        let end = ended?;
        progress.finish(&end, arguments.quiet || is_single);
        if end.stopped == Some(InputStop::Input(InputError::Failed)) {
            return Err(failures.take());
        }
        Ok(end)
    }
}

fn codec<A: BatchKind>(
    arguments: &BatchArguments,
    options: BatchOptions,
    config: &Config,
    style: AnswerStyle,
) -> LineCodec<A> {
    let form = match arguments.input {
        InputFormat::Text => EntryForm::FileText,
        InputFormat::Ndjson => EntryForm::Json,
    };
    let format = if style == AnswerStyle::Json { StreamFormat::Ndjson } else { StreamFormat::Text };
    let policy = LimitsPolicy {
        time_default: Duration::from_millis(config.batch.time_ms_default),
        time_max: TIME_MAX,
        nodes_max: None,
        threads_max: NonZeroUsize::MIN,
    };
    let line_bytes_max = config.batch.line_bytes_max;
    let bounds =
        EntryBounds { explained_errors_max: u64::MAX, line_bytes_max, policy, problem: ProblemBounds::MAX };
    LineCodec::new(form, format, options, bounds, "none".to_owned()).with_line_numbers()
}

/// Parses the flags as query parameters, so that they have the same meaning and bounds.
fn options<A: BatchKind>(query: &str) -> Result<BatchOptions> {
    let options = BatchOptions::from_query::<A>(query);
    options.map_err(|refusal| anyhow!(refusal.summary()))
}

/// Returns a runtime with solver threads as its blocking pool, and one thread that writes.
pub(super) fn runtime(threads: usize) -> io::Result<Runtime> {
    Builder::new_multi_thread().worker_threads(1).max_blocking_threads(threads).enable_time().build()
}

fn dispatcher(threads: usize, config: &Config) -> Dispatcher {
    let capacity = Capacity {
        threads,
        slow_threads: threads,
        queue_length: 0,
        queue_wait_max: Duration::ZERO,
        slow_queue_length: 0,
        slow_large_max: 0,
        first_slice: Duration::ZERO,
        streams_max: 1,
        output_buffer_bytes: config.batch.output_buffer_bytes,
        share_percent: 100,
    };
    Dispatcher::new(capacity, Meters::default())
}

/// Writes each answer as soon as it is available.
async fn write<A: DrawnKind>(
    mut answers: BatchStream<AnswerCodec<A>>,
    progress: &Progress,
) -> Result<BatchEnd> {
    while let Some(page) = answers.next().await? {
        progress.report(&answers.codec().take_messages());
        progress.around(|| stdout().write_all(&page))?;
        progress.show(&answers.counts());
    }
    let end = answers.end();
    progress.report(&answers.codec().take_messages());
    stdout().write_all(&answers.codec().summary(&end))?;
    stdout().flush()?;
    Ok(end)
}
