//! Command `quadrille convert`.

use std::process::ExitCode;

use anyhow::Result;
use quadrille_answers::kinds::conversion_from_file;
use quadrille_answers::wire::TableHeader;

use super::arguments::ConvertArguments;
use super::file_entries::warn;
use super::output::Output;
use crate::config::Config;

/// Writes each puzzle in another format, by default in `default`, to standard output or a file, as one document if the format is one. Invalid puzzles go to
/// standard error.
///
/// Returns failure if a puzzle was invalid, except with `--keep-going`.
///
/// # Errors
/// If an input cannot be read, or the output cannot be written.
pub(super) fn convert(
    arguments: &ConvertArguments,
    default: Option<&str>,
    config: &Config,
) -> Result<ExitCode> {
    let query = arguments.query(default);
    let mut tail = None;
    let mut output = Output::open(arguments.output.as_deref())?;
    let read = |entry: (&[u8], Option<&TableHeader>)| conversion_from_file(entry, &query);
    let code = arguments.puzzles.for_each(config, read, |entry, converted| {
        for warning in converted.warnings_in_words() {
            warn(entry, &warning);
        }
        let (head, end) = converted.frame();
        if tail.replace(end).is_none() {
            output.write_all(head.as_bytes())?;
        }
        let document = converted.puzzle_line();
        let puzzle = document.strip_prefix(head).and_then(|puzzle| puzzle.strip_suffix(end));
        Ok(output.write_all(puzzle.unwrap_or(&document).as_bytes())?)
    })?;
    output.write_all(tail.unwrap_or_default().as_bytes())?;
    output.finish(true)?;
    Ok(code)
}
