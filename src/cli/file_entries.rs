//! Entries of files, one after the other, for commands that ask no question.

use std::ffi::OsString;
use std::io::{Write, stderr};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::{Args, ValueHint};
use quadrille_answers::faults::Refusal;
use quadrille_answers::ingest::LineBounds;
use quadrille_answers::service::ChunkSource;
use quadrille_answers::wire::{EntryText, OtherLines, TableHeader, line_too_long};
use tokio::runtime::Builder;

use super::input::{Input, InputOptions};
use super::input_format::format_names;
use super::query::{layout, with_option_names};
use super::source::InputSource;
use crate::config::Config;

/// Puzzles, and how they are read.
#[derive(Clone, Debug, Args)]
pub struct FileArguments {
    /// Puzzles, files of puzzles, or - for standard input, as for `solve` [default: -]
    #[arg(value_name = "PUZZLE|FILE", value_hint = ValueHint::FilePath)]
    inputs: Vec<OsString>,
    /// Text format of the puzzles [default: detected]
    #[arg(long, value_name = "FORMAT", value_parser = format_names())]
    from: Option<String>,
    /// Box size as width x height, such as 3x2 [default: as square as possible, wider than high]
    #[arg(long, value_name = "WxH")]
    r#box: Option<String>,
    /// Read each file as one puzzle
    #[arg(long)]
    grid: bool,
    /// Exit with 0 even if a puzzle of a file is invalid
    #[arg(long)]
    keep_going: bool,
}

impl FileArguments {
    /// Returns how puzzles are read, as parameters of a query.
    pub(super) fn parameters(&self) -> [(&'static str, Option<String>); 3] {
        [("format", self.from.clone()), ("layout", layout(self.grid)), ("box", self.r#box.clone())]
    }

    /// Reads each entry, and handles it. A refused entry goes to standard error with its line.
    ///
    /// Returns failure if an entry was refused, except with `--keep-going`.
    ///
    /// # Errors
    /// If an input cannot be read, or `handle` fails.
    pub(super) fn for_each<T>(
        &self,
        config: &Config,
        read: impl Fn((&[u8], Option<&TableHeader>)) -> Result<T, Refusal>,
        mut handle: impl FnMut(&EntryText<'_>, T) -> Result<()>,
    ) -> Result<ExitCode> {
        let options = InputOptions { format: None, is_grid: self.grid };
        let inputs = Input::open_all(&self.inputs, options)?;
        let bounds =
            LineBounds { bytes_max: config.batch.line_bytes_max, idle: None, has_grid_layout: false };
        let others = Arc::new(OtherLines::default());
        let (mut source, failures) =
            InputSource::new(inputs, bounds, Arc::clone(&others), Arc::default(), Arc::default());
        let runtime = Builder::new_current_thread().build().context("cannot start")?;
        let mut errors = 0_u64;
        while let Some(chunk) = runtime.block_on(source.next()).map_err(|_| failures.take())? {
            for entry in (0..chunk.len()).map(|number| chunk.entry(number)) {
                let refused = || Err(line_too_long(bounds.bytes_max));
                match entry.bytes.map_or_else(refused, |bytes| read((bytes, entry.header))) {
                    Ok(value) => handle(&entry, value)?,
                    Err(refusal) => {
                        errors += 1;
                        report(&entry, &with_option_names(refusal));
                    }
                }
            }
        }
        if let Some(warning) = others.in_words(0) {
            let _ = writeln!(stderr(), "{warning}");
        }
        Ok(if errors > 0 && !self.keep_going { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
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

/// Writes a warning about an entry to standard error.
pub(super) fn warn(entry: &EntryText<'_>, warning: &str) {
    let place = entry.line.map(|line| format!("line {line}: ")).unwrap_or_default();
    let _ = writeln!(stderr(), "warning: {place}{warning}");
}
