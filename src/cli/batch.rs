//! Commands `quadrille solve` and `quadrille count`.

use std::io::{self, ErrorKind, Write, stdout};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, anyhow};
use bytes::Bytes;
use tokio::runtime::{Builder, Runtime};

use super::arguments::{BatchArguments, InputFormat, OutputFormat};
use super::input::Input;
use super::progress::Progress;
use crate::config::Config;
use crate::ingest::{LineBounds, LineContent, Lines};
use crate::service::{
    BatchEnd, BatchStream, Capacity, ClientId, Dispatcher, InputError, InputStop, LimitsPolicy, Meters,
};
use crate::wire::{BatchKind, BatchOptions, EntryBounds, EntryForm, LineCodec, StreamFormat};

/// Maximum time limit. It is long, because no other client waits for the threads.
const TIME_MAX: Duration = Duration::from_secs(3600);

/// Reads puzzles from a file or standard input, writes their answers to standard output in the same order, and a summary to
/// standard error.
///
/// Returns success even if lines were invalid, except with `--strict`. Closed output ends the batch with success, too.
///
/// # Errors
/// If an option is invalid, the input cannot be read, or the answers cannot be written.
pub fn batch<A: BatchKind>(arguments: &BatchArguments, config: &Config) -> Result<ExitCode> {
    let codec = codec::<A>(arguments, config)?;
    let input = Input::open(arguments.file.as_deref())?;
    let (pieces, reading) = input.read();
    let bounds = LineBounds { bytes_max: config.batch.line_bytes_max, idle: None };
    let content = match arguments.input {
        InputFormat::Text => LineContent::Text,
        InputFormat::Ndjson => LineContent::Json,
    };
    let lines = Lines::new(Bytes::new(), pieces, content, bounds);
    let runtime = runtime(arguments.threads())?;
    let ended = runtime.block_on(async {
        let dispatcher = dispatcher(arguments.threads(), config);
        let permit = dispatcher.stream_permit(ClientId::SHARED)?;
        write(dispatcher.batch(permit, codec, lines)).await
    });
    runtime.shutdown_background();
    let end = match ended {
        Err(error) if is_closed_pipe(&error) => return Ok(ExitCode::SUCCESS),
        ended => ended?,
    };
    if end.stopped == Some(InputStop::Input(InputError::Failed)) {
        reading.end()?;
    }
    Ok(if arguments.strict && end.counts.errors > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn codec<A: BatchKind>(arguments: &BatchArguments, config: &Config) -> Result<LineCodec<A>> {
    let form = match arguments.input {
        InputFormat::Text => EntryForm::Text,
        InputFormat::Ndjson => EntryForm::Json,
    };
    let format = match arguments.format {
        OutputFormat::Text => StreamFormat::Text,
        OutputFormat::Ndjson => StreamFormat::Ndjson,
    };
    // The flags are parsed as query parameters, so that they have the same meaning and bounds.
    let options = BatchOptions::from_query::<A>(&arguments.query());
    let options = options.map_err(|refusal| anyhow!(refusal.detail()))?;
    let policy = LimitsPolicy {
        time_default: Duration::from_millis(config.batch.time_ms_default),
        time_max: TIME_MAX,
        nodes_max: None,
    };
    let line_bytes_max = config.batch.line_bytes_max;
    let bounds = EntryBounds { explained_errors_max: u64::MAX, line_bytes_max, policy };
    Ok(LineCodec::new(form, format, options, bounds, "none".to_owned()))
}

/// Returns a runtime with solver threads as its blocking pool, and one thread that writes.
fn runtime(threads: usize) -> io::Result<Runtime> {
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
async fn write<A: BatchKind>(mut answers: BatchStream<LineCodec<A>>) -> Result<BatchEnd> {
    let progress = Progress::new();
    while let Some(page) = answers.next().await? {
        progress.around(|| stdout().write_all(&page))?;
        progress.show(&answers.counts());
    }
    let end = answers.end();
    stdout().write_all(&answers.codec().summary(&end))?;
    stdout().flush()?;
    progress.finish(&end);
    Ok(end)
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
