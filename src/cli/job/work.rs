//! What a job computes, as the service takes it, and its puzzle or problem.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::slice;

use anyhow::{Context, Result, anyhow, bail};
use quadrille_answers::kinds::CoverCount;
use quadrille_answers::wire::{ProblemBounds, is_json, is_json_in_file, read_text};
use quadrille_notation::unstable::puzzle_name;
use serde_json::{Map, Value, json};

use crate::cli::decompress::read_file;
use crate::cli::input::{Input, InputOptions};
use crate::cli::input_format::InputFormat;

/// What a job computes, as the service takes it.
pub(super) enum SubmittedWork {
    /// A question about each entry of these files, a job each.
    Entries { operation: String, options: Map<String, Value>, files: Vec<PathBuf>, content: InputFormat },
    /// A request without a file.
    Whole(Value),
}

impl SubmittedWork {
    /// Returns the work of an operation on one puzzle: text, or the JSON of a file, whose other members are options, too.
    ///
    /// # Errors
    /// If the puzzle cannot be read, or an option is given twice.
    pub(super) fn about_puzzle(
        operation: &str,
        puzzle: &OsString,
        mut options: Map<String, Value>,
    ) -> Result<Self> {
        let (puzzle, others) = read_puzzle(puzzle)?;
        for (name, value) in others {
            if options.contains_key(&name) {
                bail!("`{name}` is in the file and an option: give it once");
            }
            options.insert(name, value);
        }
        Ok(Self::Whole(json!({"operation": operation, "puzzle": puzzle, "options": options})))
    }
}

/// An option as a member.
pub(super) fn text(option: &Option<String>) -> Option<Value> {
    option.clone().map(Value::String)
}

/// Returns a puzzle, as text or as the JSON of a file, and the other members of the JSON.
fn read_puzzle(argument: &OsString) -> Result<(Value, Map<String, Value>)> {
    let options = InputOptions { format: None, is_grid: true };
    let mut inputs = Input::open_all(slice::from_ref(argument), options)?;
    match inputs.pop() {
        Some(Input::Puzzle(text)) if is_json_in_file(text.as_bytes(), None) => {
            let json: Value = serde_json::from_str(&text).context("the puzzle is not JSON")?;
            let Value::Object(mut members) = json else { return Ok((json, Map::new())) };
            let name = members.keys().find(|name| puzzle_name(name).is_some()).cloned();
            let puzzle = name.and_then(|name| members.remove(&name));
            Ok((puzzle.context("the JSON has no member `puzzle`")?, members))
        }
        Some(Input::Puzzle(text)) => Ok((text.into(), Map::new())),
        _ => bail!("{} is not one puzzle", argument.display()),
    }
}

/// Returns an exact cover problem as JSON.
pub(super) fn read_problem(file: &Path) -> Result<Value> {
    let name = file.display();
    let bytes = read_file(file).with_context(|| format!("cannot read {name}"))?;
    if is_json(&bytes, "") {
        return serde_json::from_slice(&bytes).with_context(|| format!("{name} is not JSON"));
    }
    let request = read_text::<CoverCount>(&bytes, "", ProblemBounds::MAX);
    let request = request.map_err(|refusal| anyhow!("{name}: {}", refusal.summary()))?;
    Ok(json_of_text(&request.style.notation.to_string()))
}

/// Returns a valid problem in Knuth's format, without comments, as JSON.
fn json_of_text(text: &str) -> Value {
    let words = |line: &str| line.split_whitespace().map(Value::from).collect::<Value>();
    let mut lines = text.lines();
    let items = lines.next().unwrap_or_default();
    let (primary, secondary) = items.split_once('|').unwrap_or((items, ""));
    json!({"primary": words(primary), "secondary": words(secondary), "options": lines.map(words).collect::<Value>()})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_problem_becomes_json() {
        let json = json_of_text("p q | x y\np q x y:A\np x:B\n");
        let options = [json!(["p", "q", "x", "y:A"]), json!(["p", "x:B"])];
        assert_eq!(json, json!({"primary": ["p", "q"], "secondary": ["x", "y"], "options": options}));
        assert_eq!(json_of_text("a\na\n"), json!({"primary": ["a"], "secondary": [], "options": [["a"]]}));
    }
}
