//! The puzzle of a request, under any of its usual names.

use std::borrow::Cow;

use quadrille_sudoku::notation::Format;
use quadrille_sudoku::unstable::puzzle_name;

use super::fault::{Fault, FaultCode, Faults, Location};
use super::json::Json;
use super::puzzle::puzzle_from_json;

/// Name of the member and the parameter with the puzzle.
pub(super) const PUZZLE: &str = "puzzle";

/// Returns the member with the puzzle and its location, or pushes a fault if there is none. Members with other usual names must
/// have the same puzzle.
pub(super) fn puzzle_member<'a>(
    members: &[(&str, &'a Json)],
    format: Option<Format>,
    faults: &mut Faults,
) -> Option<(&'a Json, Location)> {
    let named = || members.iter().filter(|(name, _)| puzzle_name(name).is_some());
    let Some((name, puzzle)) = named().find(|(name, _)| *name == PUZZLE).or_else(|| named().next()) else {
        faults.push(|| {
            let detail = "`puzzle` is missing: a string, or an array of rows";
            Fault::new(FaultCode::MissingField, detail).at(&Location::root())
        });
        return None;
    };
    for (other, json) in named().filter(|(other, _)| other != name) {
        if !is_same_puzzle(puzzle, json, format) {
            faults.push(|| other_puzzle(name, other).at(&Location::root().member(other)));
        }
    }
    let location = match *name {
        PUZZLE => Location::Pointer(Cow::Borrowed("/puzzle")),
        name => Location::root().member(name),
    };
    Some((puzzle, location))
}

/// Returns the parameter with the puzzle and its name; `None` if all are blank. There must be one, or several with different names and the
/// same puzzle.
pub(super) fn puzzle_parameter<'a>(
    parameters: Vec<(&'static str, Cow<'a, str>)>,
    faults: &mut Faults,
) -> Option<(Cow<'a, str>, &'static str)> {
    let is_given = |(_, text): &(_, Cow<'_, str>)| !text.trim_ascii().is_empty();
    let mut given: Vec<_> = parameters.into_iter().filter(is_given).collect();
    // The most usual name first.
    given.sort_by_key(|(name, _)| *name != PUZZLE);
    let mut given = given.into_iter();
    let (name, puzzle) = given.next()?;
    for (other, text) in given {
        let json = |text: &str| Json::String(text.to_owned());
        if other == name {
            faults.push(|| {
                let detail = format!("`{name}` appears more than once");
                Fault::new(FaultCode::DuplicateParameter, detail).at(&Location::Parameter(name))
            });
        } else if !is_same_puzzle(&json(&puzzle), &json(&text), None) {
            faults.push(|| other_puzzle(name, other).at(&Location::Parameter(other)));
        }
    }
    Some((puzzle, name))
}

fn other_puzzle(name: &str, other: &str) -> Fault {
    let detail = format!("`{name}` and `{other}` are not the same puzzle: give one of them");
    Fault::new(FaultCode::Contradiction, detail)
}

fn is_same_puzzle(one: &Json, other: &Json, format: Option<Format>) -> bool {
    let read = |json| puzzle_from_json(json, &Location::root(), format, &mut Faults::default());
    one == other
        || read(one).zip(read(other)).is_some_and(|(one, other)| {
            (one.grid, one.box_shape, one.candidates) == (other.grid, other.box_shape, other.candidates)
        })
}
