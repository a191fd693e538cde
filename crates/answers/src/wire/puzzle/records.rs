//! Records of other programs, whose puzzle has a place of its own, as requests.

use quadrille_notation::unstable::puzzle_name;

use crate::faults::{Faults, Location};
use crate::wire::json::Json;
use crate::wire::puzzle::beside::is_read;
use crate::wire::puzzle::input::PUZZLE;
use crate::wire::puzzle::read::puzzle_from_json;
use crate::wire::request::number::whole;

/// Members of the data of PyCSP3: the size, and the rows of clues.
const SIZE: &str = "n";
const CLUES: &str = "clues";

/// Members of the records of reasoning-gym: a question in words, and data that have the puzzle.
const QUESTION: &str = "question";
const METADATA: &str = "metadata";

/// Moves the puzzle of a record to a usual place, and leaves out the data from which it was taken. Other values are returned as they are.
pub(crate) fn plain_record(json: Json) -> Json {
    let Json::Object(members) = json else { return json };
    let has_data = !has_clues(&members) && asked(&members).is_some();
    let mut members = plain_members(members);
    members.retain(|(name, _)| !(has_data && name == METADATA));
    Json::Object(members)
}

/// [`plain_record`] of the members of an object.
pub(crate) fn plain_members(members: Vec<(String, Json)>) -> Vec<(String, Json)> {
    if has_clues(&members) { of_clues(members) } else { of_metadata(members) }
}

/// The member of this name.
fn member<'a>(members: &'a [(String, Json)], name: &str) -> Option<&'a Json> {
    members.iter().find(|(other, _)| other == name).map(|(_, json)| json)
}

/// Number of rows of an array of arrays.
fn rows(json: &Json) -> Option<usize> {
    let Json::Array(rows) = json else { return None };
    let are_rows = !rows.is_empty() && rows.iter().all(|row| matches!(row, Json::Array(_)));
    are_rows.then_some(rows.len())
}

/// Whether the clues are rows, and no other member is the puzzle. Elsewhere they are a number.
fn has_clues(members: &[(String, Json)]) -> bool {
    member(members, CLUES).and_then(rows).is_some()
        && !members.iter().any(|(name, _)| puzzle_name(name).is_some())
}

/// Names the clues by the name of the puzzle, and leaves out the size if it is the number of rows.
fn of_clues(members: Vec<(String, Json)>) -> Vec<(String, Json)> {
    let rows = member(&members, CLUES).and_then(rows);
    let is_size = |name: &str, json: &Json| {
        let size = if let Json::Number(number) = json { whole(number) } else { None };
        name == SIZE && size.and_then(|size| usize::try_from(size).ok()) == rows
    };
    let others = members.into_iter().filter(|(name, json)| !is_size(name, json));
    others.map(|(name, json)| (if name == CLUES { PUZZLE.to_owned() } else { name }, json)).collect()
}

/// Record of reasoning-gym.
struct Asked<'a> {
    question: &'a Json,
    puzzle: &'a Json,
    /// All members of its metadata.
    data: &'a [(String, Json)],
}

fn asked(members: &[(String, Json)]) -> Option<Asked<'_>> {
    let Json::Object(data) = member(members, METADATA)? else { return None };
    let puzzle = member(data, PUZZLE).filter(|json| matches!(json, Json::Array(_) | Json::String(_)))?;
    Some(Asked { question: member(members, QUESTION)?, puzzle, data })
}

/// Takes the puzzle from the metadata, unless the question has the same one, and what stands beside it there.
fn of_metadata(mut members: Vec<(String, Json)>) -> Vec<(String, Json)> {
    let Some(Asked { question, puzzle, data }) = asked(&members) else { return members };
    let grid = |json: &Json| {
        puzzle_from_json(json, &Location::root(), None, &mut Faults::default()).map(|read| read.grid)
    };
    let of_question = grid(question);
    let is_same = of_question.is_some() && of_question == grid(puzzle);
    let is_taken = |name: &str, json: &Json| if name == PUZZLE { !is_same } else { is_read(name, json) };
    let taken: Vec<_> = data.iter().filter(|(name, json)| is_taken(name, json)).cloned().collect();
    // A question that is another puzzle stays, and is a fault.
    members.retain(|(name, _)| of_question.is_some() || name != QUESTION);
    members.extend(taken);
    members
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_of_records_get_their_usual_place() {
        for (json, expected) in [
            (r#"{"n":2,"clues":[[1,0],[0,2]]}"#, r#"{"puzzle":[[1,0],[0,2]]}"#),
            (r#"{"clues":[[1,0],[0,2]],"limit":1}"#, r#"{"puzzle":[[1,0],[0,2]],"limit":1}"#),
            // Another size, a number of clues, another puzzle.
            (r#"{"n":3,"clues":[[1,0],[0,2]]}"#, r#"{"n":3,"puzzle":[[1,0],[0,2]]}"#),
            (r#"{"n":2,"clues":4}"#, r#"{"n":2,"clues":4}"#),
            (r#"{"puzzle":"1","clues":[[1]]}"#, r#"{"puzzle":"1","clues":[[1]]}"#),
            (
                r#"{"question":"Solve it:\n1 _\n_ 2\nNow.","metadata":{"puzzle":[[1,0],[0,2]]}}"#,
                r#"{"question":"Solve it:\n1 _\n_ 2\nNow."}"#,
            ),
            (
                r#"{"question":"Solve the grid of the attachment.","answer":"1","metadata":{"puzzle":[[1,0],[0,2]]}}"#,
                r#"{"answer":"1","puzzle":[[1,0],[0,2]]}"#,
            ),
            (r#"{"question":"1","metadata":{"puzzle":[[0]]}}"#, r#"{"question":"1","puzzle":[[0]]}"#),
            // Rules and solutions count, other data do not.
            (
                r#"{"question":"?","metadata":{"num_empty":1,"solution":"1","puzzle":[[0]],"variant":"killer"}}"#,
                r#"{"solution":"1","puzzle":[[0]],"variant":"killer"}"#,
            ),
            (r#"{"question":"1","metadata":{}}"#, r#"{"question":"1","metadata":{}}"#),
            ("[1]", "[1]"),
        ] {
            assert_eq!(plain_record(Json::parse(json).expect("JSON")).to_string(), expected, "{json}");
        }
    }
}
