//! Command `quadrille convert`.

use std::io::{Write, stderr, stdout};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use anyhow::{Context, Result};
use quadrille_answers::ingest::LineBounds;
use quadrille_answers::kinds::{Conversion, conversion_from_file};
use quadrille_answers::service::ChunkSource;
use quadrille_answers::wire::{EntryText, OtherLines, Refusal, line_too_long};
use tokio::runtime::Builder;

use super::arguments::ConvertArguments;
use super::input::{Input, InputOptions};
use super::query::with_option_names;
use super::source::InputSource;
use crate::config::Config;

/// Writes each puzzle in another format to standard output, as one document if the format is one. Invalid puzzles go to
/// standard error.
///
/// Returns failure if a puzzle was invalid, except with `--keep-going`.
///
/// # Errors
/// If an input cannot be read, or the output cannot be written.
pub(super) fn convert(arguments: &ConvertArguments, config: &Config) -> Result<ExitCode> {
    let options = InputOptions { format: None, is_grid: arguments.grid };
    let inputs = Input::open_all(&arguments.inputs, options)?;
    let bounds = LineBounds { bytes_max: config.batch.line_bytes_max, idle: None, has_grid_layout: false };
    let others = Arc::new(OtherLines::default());
    let (mut source, failures) =
        InputSource::new(inputs, bounds, Arc::clone(&others), Arc::new(AtomicU64::new(0)));
    let query = arguments.query();
    let runtime = Builder::new_current_thread().build().context("cannot start")?;
    let mut errors = 0_u64;
    let mut tail = None;
    let mut output = stdout().lock();
    while let Some(chunk) = runtime.block_on(source.next()).map_err(|_| failures.take())? {
        for entry in (0..chunk.len()).map(|number| chunk.entry(number)) {
            let converted = match entry.bytes {
                Some(bytes) => conversion_from_file(bytes, &query),
                None => Err(line_too_long(bounds.bytes_max)),
            };
            match converted {
                Ok(converted) => {
                    report_warnings(&entry, &converted);
                    let (head, end) = converted.frame();
                    if tail.replace(end).is_none() {
                        output.write_all(head.as_bytes())?;
                    }
                    let document = converted.puzzle_line();
                    let puzzle = document.strip_prefix(head).and_then(|puzzle| puzzle.strip_suffix(end));
                    output.write_all(puzzle.unwrap_or(&document).as_bytes())?;
                }
                Err(refusal) => {
                    errors += 1;
                    report(&entry, &with_option_names(refusal));
                }
            }
        }
    }
    output.write_all(tail.unwrap_or_default().as_bytes())?;
    output.flush()?;
    if let Some(warning) = others.in_words(0) {
        let _ = writeln!(stderr(), "{warning}");
    }
    Ok(if errors > 0 && !arguments.keep_going { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Names the line and the fault. A closed standard error is not a failure.
fn report(entry: &EntryText<'_>, refusal: &Refusal) {
    let mut text = Vec::new();
    match entry.line {
        Some(line) => refusal.write_text_at_line(line, &mut text),
        None => refusal.write_text(&mut text),
    }
    text.push(b'\n');
    let _ = stderr().write_all(&text);
}

fn report_warnings(entry: &EntryText<'_>, converted: &Conversion) {
    let place = entry.line.map(|line| format!("line {line}: ")).unwrap_or_default();
    for warning in converted.warnings_in_words() {
        let _ = writeln!(stderr(), "warning: {place}{warning}");
    }
}
