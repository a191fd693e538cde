//! Elements of a JSON array that is a batch.

use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use crate::faults::{Fault, FaultCode, Location, Refusal};
use crate::wire::json::Json;
use crate::wire::puzzle::array::{ArrayMeaning, array_meaning, either};
use crate::wire::question::{RequestKind, RequestSubject, Source, json, text};

/// Maximum length of an array that may be one puzzle or problem.
const PUZZLE_BYTES_MAX: usize = 64 << 10;

/// Position in a checked JSON array, which yields the texts of its elements for [`read_entry`](crate::wire::read_entry).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrayCursor {
    /// Offset after the last element, or of the opening bracket.
    offset: usize,
    /// Whether the array is one puzzle or problem, and so its own only element.
    is_puzzle: bool,
}

impl ArrayCursor {
    /// Checks the array. A fault within an element, such as a number out of range, belongs to that element.
    ///
    /// # Errors
    /// [`Refusal`]: the body is empty, not UTF-8, not JSON or not an array, or the array may be one puzzle or several.
    pub fn new<K: RequestKind>(body: &[u8]) -> Result<Self, Refusal> {
        let array = text(body, Source::Body)?;
        let mark = body.len() - array.len();
        let blanks = array.len() - array.trim_ascii_start().len();
        if !array[blanks..].starts_with('[') {
            let json = json(body, Source::Body)?;
            let detail = format!(
                "the body must be an array of puzzles, not {}: put it into brackets, or send it to the path without `/batch`",
                json.kind()
            );
            return Err(Fault::new(FaultCode::WrongType, detail).at(&Location::root()).into());
        }
        // Elements without a size take no memory.
        serde_json::from_str::<Vec<IgnoredAny>>(array)
            .map_err(|error| Refusal::Syntax(Json::fault(array, &error).moved(mark)))?;
        let is_puzzle = array.len() <= PUZZLE_BYTES_MAX
            && match K::SUBJECT {
                RequestSubject::Puzzle => is_puzzle(array)?,
                RequestSubject::CoverProblem => is_problem(array),
                RequestSubject::Generated => false,
            };
        Ok(Self { offset: mark + blanks, is_puzzle })
    }

    /// Whether the array is one puzzle, and so its own only element.
    pub fn is_puzzle(self) -> bool {
        self.is_puzzle
    }

    /// Returns the text of the next element of the checked `body`; `None` at its end.
    pub fn next<'a>(&mut self, body: &'a [u8]) -> Option<&'a str> {
        let rest = body.get(self.offset..)?;
        if self.is_puzzle {
            self.offset = body.len();
            return str::from_utf8(rest).ok().map(str::trim_ascii).filter(|puzzle| !puzzle.is_empty());
        }
        // The opening bracket, a comma, or the closing bracket.
        let separator = rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let rest = &rest[separator + 1..];
        let mut values = serde_json::Deserializer::from_slice(rest).into_iter::<&RawValue>();
        // There is no value after the closing bracket. In an empty array the bracket itself is read as an invalid one.
        let element = values.next()?.ok()?;
        self.offset += separator + 1 + values.byte_offset();
        Some(element.get())
    }
}

/// Whether a valid array is one exact cover problem: rows of a matrix, or options.
fn is_problem(array: &str) -> bool {
    let is_row = |row: &Json| matches!(row, Json::Array(cells) if !cells.iter().any(|cell| matches!(cell, Json::Array(_))));
    matches!(Json::parse(array), Ok(Json::Array(rows)) if !rows.is_empty() && rows.iter().all(is_row))
}

/// Whether a valid array is one puzzle.
fn is_puzzle(array: &str) -> Result<bool, Refusal> {
    // Numbers out of range are faults of elements.
    let Ok(array) = Json::parse(array) else { return Ok(false) };
    match array_meaning(&array) {
        ArrayMeaning::Puzzle => Ok(true),
        ArrayMeaning::Either => Err(either("send the grid as `puzzle` of an object in the array")),
        ArrayMeaning::Puzzles | ArrayMeaning::Unclear => Ok(false),
    }
}
