//! Arguments that people try first, in the words of the commands.

use std::ffi::OsString;
use std::path::Path;

use anyhow::Result;
use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use quadrille_sudoku::techniques::Level;

use super::detect::is_puzzle;
use super::input::{STDIN, is_path, no_such_file};
use super::usage::usage;

/// Options of other programs, and the advice.
const OPTIONS: [(&[&str], &str); 10] = [
    (&["--puzzle", "-p", "--file", "-f", "--in", "-i"], "puzzles and files are given without an option"),
    (&["--pretty", "--draw", "--drawing"], "'--format grid' draws the answer"),
    (&["--output-format", "--out-format"], "'--format' is the format of the answers"),
    (&["--host", "--bind", "--address"], "'--listen 0.0.0.0:8080' listens at this address and port"),
    (&["--timeout", "--time"], "'--time-ms' is the time limit per puzzle in milliseconds"),
    (&["-j", "--jobs"], "'--threads' is the number of threads"),
    (
        &["-n", "--max", "--max-solutions"],
        "'--limit' is the number of solutions after which the search stops",
    ),
    (&["--number", "--puzzles"], "'--count' is the number of puzzles"),
    (&["--csv", "--table"], "'--format csv' writes a table"),
    (
        &["--killer", "--diagonal", "--antiknight", "--variant", "--rules"],
        "'--constraints' has the rules as JSON, such as '[{\"type\": \"diagonals\"}]'",
    ),
];

/// Commands of other programs, and the one here.
const COMMANDS: [(&[&str], &str); 9] = [
    (&["validate", "valid", "isvalid", "is-valid", "isunique", "is-unique"], "count"),
    (&["difficulty", "level"], "rate"),
    (&["draw", "svg", "png", "image", "picture"], "render"),
    (&["new", "random", "create", "daily"], "generate"),
    (&["exact-cover", "exact_cover", "exactcover", "dlx"], "cover"),
    (&["format", "formats", "translate", "export", "import"], "convert"),
    (&["run", "start", "listen", "web", "ui"], "serve"),
    (&["list", "enumerate"], "solutions"),
    (&["next", "tip"], "hint"),
];

/// Returns the arguments of the program, of which the first is its name: a puzzle or a file alone gets the command `solve`, and a level as
/// an option of `generate`, such as `--hard`, gets the option `--difficulty`.
///
/// # Errors
/// If the first argument looks like a file, and there is none.
pub(super) fn in_own_words(arguments: impl IntoIterator<Item = OsString>) -> Result<Vec<OsString>> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let first = arguments.get(1).and_then(|argument| argument.to_str());
    match first.filter(|first| !first.starts_with('-') || *first == STDIN) {
        Some("generate") => arguments.iter_mut().skip(2).for_each(name_level),
        Some(puzzle) if is_puzzle(puzzle) => arguments.insert(1, "solve".into()),
        Some(STDIN) => arguments.insert(1, "solve".into()),
        Some(path) if is_path(path) && Path::new(path).exists() => arguments.insert(1, "solve".into()),
        Some(path) if is_path(path) => return Err(usage(no_such_file(path))),
        _ => {}
    }
    Ok(arguments)
}

/// Replaces the advice of an error by that for an option or a command of other programs. Removes the advice to use an unknown option as a
/// puzzle.
pub(super) fn with_advice(mut error: Error) -> Error {
    let named = |kind| match error.get(kind) {
        Some(ContextValue::String(name)) => Some(name.clone()),
        _ => None,
    };
    let own = |table: &[(&[&str], &'static str)], name: String| {
        let name = name.split('=').next().unwrap_or_default();
        table.iter().find(|(names, _)| names.contains(&name)).map(|(_, own)| *own)
    };
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let advice = named(ContextKind::InvalidArg).and_then(|name| own(&OPTIONS, name));
            error.remove(ContextKind::Suggested);
            if let Some(advice) = advice {
                error.remove(ContextKind::SuggestedArg);
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![advice.into()]));
            }
        }
        ErrorKind::InvalidSubcommand => {
            let command = named(ContextKind::InvalidSubcommand).and_then(|name| own(&COMMANDS, name));
            if let Some(command) = command {
                let commands = ContextValue::Strings(vec![command.to_owned()]);
                error.insert(ContextKind::SuggestedSubcommand, commands);
            }
        }
        _ => {}
    }
    error
}

fn name_level(argument: &mut OsString) {
    let name = argument.to_str().and_then(|text| text.strip_prefix("--"));
    if let Some(level) = name.and_then(|name| Level::ALL.iter().copied().find(|level| level.name() == name)) {
        *argument = format!("--difficulty={}", level.name()).into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(line: &[&str]) -> String {
        let arguments = in_own_words(line.iter().map(OsString::from)).expect("no missing file");
        arguments.iter().map(|argument| argument.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn puzzle_alone_is_solved_and_level_is_an_option() {
        for (line, expected) in [
            (&["quadrille", "1.....3..4.....2", "-q"][..], "quadrille solve 1.....3..4.....2 -q"),
            (&["quadrille", "Cargo.toml", "-q"], "quadrille solve Cargo.toml -q"),
            (&["quadrille", "solv", "Cargo.toml"], "quadrille solv Cargo.toml"),
            (&["quadrille", "count", "1.....3..4.....2"], "quadrille count 1.....3..4.....2"),
            (&["quadrille", "generate", "--hard", "-n", "2"], "quadrille generate --difficulty=hard -n 2"),
            (&["quadrille", "generate", "hard"], "quadrille generate hard"),
            (&["quadrille", "rate", "--hard"], "quadrille rate --hard"),
            (&["quadrille", "--port", "1"], "quadrille --port 1"),
            (&["quadrille"], "quadrille"),
            (&[], ""),
        ] {
            assert_eq!(own(line), expected);
        }
    }
}
