//! Solutions that a formula excludes, in requests.

use quadrille_exact_cover::{Cover, OptionId, Problem};
use quadrille_sudoku::{Grid, Puzzle};
use serde_json::json;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Type};

use crate::faults::{FaultCode, Faults, Location};
use crate::wire::json::Json;
use crate::wire::puzzle::values::{JsonShape, collection};
use crate::wire::puzzle::whole::grid_from_json;
use crate::wire::request::number::integer;
use crate::wire::request::wrong_type;
use crate::wire::schema::schema;

/// Solutions of a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct ExcludedGrids;

schema!(
    ExcludedGrids,
    ArrayBuilder::new()
        .items(ObjectBuilder::new().schema_type(Type::String))
        .description(Some(
            "Complete grids as text, each a line of symbols; for a 36x36, numbers with blanks between them."
        ))
        .examples([json!(["1324423124133142"])])
);

impl JsonShape for ExcludedGrids {
    fn names_digits(_: &Json) -> bool {
        true
    }

    const WORDS: &'static str = "solutions, with commas between them, or JSON such as [\"1324423124133142\"]";

    fn parse(text: &str) -> Option<Json> {
        if text.starts_with('[') {
            return collection(text);
        }
        Some(Json::Array(text.split(',').map(|line| Json::String(line.to_owned())).collect()))
    }
}

/// Solutions of an exact cover problem.
#[derive(Clone, Copy, Debug)]
pub struct ExcludedCovers;

schema!(
    ExcludedCovers,
    ArrayBuilder::new()
        .items(ArrayBuilder::new().items(ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1.0))))
        .description(Some("Numbers of the options of each solution, from 1."))
        .examples([json!([[1, 4], [2, 3]])])
);

impl JsonShape for ExcludedCovers {
    fn names_digits(_: &Json) -> bool {
        false
    }

    const WORDS: &'static str = "JSON such as [[1, 4], [2, 3]]";

    fn parse(text: &str) -> Option<Json> {
        collection(text)
    }
}

/// Reads complete grids beside a puzzle; `None`, with faults, if one is invalid.
pub(super) fn grids_from_json(
    json: &Json,
    location: &Location,
    puzzle: &Puzzle,
    faults: &mut Faults,
) -> Option<Vec<Grid>> {
    let elements = elements(json, "an array of solutions", location, faults)?;
    let cells = puzzle.clues().cells().len();
    let mut read = |(index, element): (usize, &Json)| {
        let location = location.element(index);
        let grid = grid_from_json(element, puzzle.rules(), &location, faults)?
            .beside(puzzle.rules(), &location, faults)?
            .grid;
        if grid.cells().len() == cells && grid.filled_count() == cells {
            return Some(grid);
        }
        faults.add(FaultCode::PuzzleLength, &location, || {
            format!("a solution has a digit in each of the {cells} cells")
        });
        None
    };
    let grids: Vec<Option<Grid>> = elements.iter().enumerate().map(&mut read).collect();
    grids.into_iter().collect()
}

/// Reads solutions of an exact cover problem; `None`, with faults, if one is invalid.
pub(super) fn covers_from_json(
    json: &Json,
    location: &Location,
    problem: &Problem,
    faults: &mut Faults,
) -> Option<Vec<Cover>> {
    let range = 1..=problem.option_count() as u64;
    let mut covers = Vec::new();
    for (index, element) in elements(json, "an array of solutions", location, faults)?.iter().enumerate() {
        let location = location.element(index);
        let numbers = elements(element, "an array of numbers of options", &location, faults)?;
        let mut read = |(index, number): (usize, &Json)| {
            integer(number, &location.element(index), &range, faults)
                .map(|option: u64| OptionId(option as u32 - 1))
        };
        let options: Vec<Option<OptionId>> = numbers.iter().enumerate().map(&mut read).collect();
        let options: Vec<OptionId> = options.into_iter().collect::<Option<_>>()?;
        let Ok(cover) = Cover::certify(problem, options) else {
            faults.add(FaultCode::OutOfRange, &location, || "these options are no solution of the problem");
            return None;
        };
        covers.push(cover);
    }
    Some(covers)
}

fn elements<'j>(
    json: &'j Json,
    expected: &str,
    location: &Location,
    faults: &mut Faults,
) -> Option<&'j [Json]> {
    let Json::Array(elements) = json else {
        faults.push(|| wrong_type(json, expected).at(location));
        return None;
    };
    Some(elements)
}
