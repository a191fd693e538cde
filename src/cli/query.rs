//! Options of the command line as a query, so that they have the same meaning and bounds as parameters.

use std::ffi::OsStr;
use std::io::{self, Write, stderr};

use anyhow::Error;
use quadrille_answers::faults::{FaultCode, Refusal};
use quadrille_answers::wire::{COUNT_MAX, ProblemBounds, RequestKind, is_json_in_file, read_json, read_text};

use super::usage::usage;

/// Makes a query of the options that are given.
pub(super) fn query_of(options: impl IntoIterator<Item = (&'static str, Option<String>)>) -> String {
    let given = options.into_iter().filter_map(|(name, value)| Some((name, value?)));
    form_urlencoded::Serializer::new(String::new()).extend_pairs(given).finish()
}

/// A number as a parameter.
pub(super) fn number(number: Option<u64>) -> Option<String> {
    number.map(|number| number.to_string())
}

/// Checks an argument `--limit`: a number of solutions, or `all`.
///
/// # Errors
/// What would be right.
pub(super) fn limit(text: &str) -> Result<String, String> {
    let is_limit = text == "all" || text.parse().is_ok_and(|limit: u64| (1..=COUNT_MAX).contains(&limit));
    is_limit
        .then(|| text.to_owned())
        .ok_or_else(|| format!("must be a whole number from 1 to {COUNT_MAX}, or all"))
}

/// The layout of a file that is one puzzle.
pub(super) fn layout(is_grid: bool) -> Option<String> {
    is_grid.then(|| "grid".to_owned())
}

/// Names the options of the command line in the faults of parameters: `--time-ms` for `time_ms`.
pub(super) fn with_option_names(refusal: Refusal) -> Refusal {
    let mut faults = refusal.into_faults();
    for parameter in faults.listed.iter_mut().filter_map(|fault| fault.parameter.as_mut()) {
        *parameter = match &**parameter {
            // `--format` is the format of the answers.
            "format" => "--from".into(),
            name => format!("--{}", name.replace('_', "-")).into(),
        };
    }
    Refusal::Invalid(faults)
}

/// Returns the error of invalid options: the only fault, or all of them, a line each.
pub(super) fn invalid_options(refusal: Refusal) -> Error {
    let faults = with_option_names(refusal).into_faults();
    let count = faults.listed.len() + faults.omitted;
    let lines: Vec<String> = faults.listed.into_iter().map(|fault| Refusal::from(fault).summary()).collect();
    match &lines[..] {
        [only] => usage(only),
        _ => usage(format!("{count} faults in the options:\n  {}", lines.join("\n  "))),
    }
}

/// Reads the request of one puzzle, with these options. Its faults go to standard error; then returns `None`.
pub(super) fn read_puzzle<K: RequestKind>(
    name: &OsStr,
    puzzle: &str,
    query: &str,
) -> io::Result<Option<K::Valid>> {
    let read = match is_json_in_file(puzzle.as_bytes(), None) {
        true => read_json::<K>,
        false => read_text::<K>,
    };
    match read(puzzle.as_bytes(), query, ProblemBounds::MAX) {
        Ok(request) => Ok(Some(request)),
        Err(refusal) => report_faults(&name.to_string_lossy(), refusal).map(|()| None),
    }
}

/// Writes the faults of an input to standard error, one per line.
pub(super) fn report_faults(name: &str, refusal: Refusal) -> io::Result<()> {
    let faults = with_option_names(refusal).into_faults();
    for fault in &faults.listed {
        match fault.code {
            // Their details speak of bodies and batches.
            FaultCode::EmptyBody => writeln!(stderr(), "{name}: the input is empty")?,
            FaultCode::SeveralPuzzles => {
                writeln!(stderr(), "{name}: the text has several puzzles: give one of them")?;
            }
            _ => writeln!(stderr(), "{name}: {fault}")?,
        }
    }
    if faults.omitted > 0 {
        writeln!(stderr(), "{name}: {} more faults", faults.omitted)?;
    }
    Ok(())
}
