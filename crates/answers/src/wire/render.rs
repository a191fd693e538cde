//! Reads requests to draw a puzzle, and draws it.

use std::borrow::Cow;

use quadrille_sudoku::{Grid, Picture, Puzzle};
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::{IntoParams, ToSchema};

use super::fault::{Fault, FaultCode, Faults, Location, Refusal};
use super::form_body::{has_fields, puzzle};
use super::json::Json;
use super::notation::{Notation, Warning};
use super::object::object;
use super::option_schema::{BoxSize, described, parameter};
use super::options::Options;
use super::puzzle::{digits_from_zero_fault, puzzle_from_json, size_from_json};
use super::puzzle_array::is_bare_puzzle;
use super::puzzle_member::{PUZZLE, puzzle_member, puzzle_parameter};
use super::query::{missing_puzzle, split};
use super::question::{Source, json, not_an_object, puzzle_of, text};
use super::render_step::{RenderStep, step_from_json};
use super::request_option::RENDER;
use super::schema::{FormatName, PuzzleForms, PuzzleText, ShownCandidates};

const SOLUTION: &str = "solution";
const OTHER: &str = "other";

/// Picture of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnPuzzle {
    /// The picture.
    pub svg: String,
    /// What was ignored in the puzzle.
    pub warnings: Vec<Warning>,
}

/// JSON request of `/render`.
#[derive(Clone, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RenderRequest {
    /// The puzzle.
    pub puzzle: PuzzleForms,
    /// Digits for its empty cells, all or some of them.
    pub solution: Option<PuzzleForms>,
    /// A second solution. Cells in which it differs from `solution` are tinted and show both digits.
    pub other: Option<PuzzleForms>,
    /// The size of a box, as in other requests.
    pub r#box: Option<BoxSize>,
    /// Format of a puzzle that is text; by default it is detected.
    pub format: Option<FormatName>,
    /// Whether empty cells show the digits that no clue and no digit of `solution` excludes; or the allowed digits of cells,
    /// which are shown. By default `false`; with `step`, `true`.
    pub candidates: Option<ShownCandidates>,
    /// A step to draw, as `/hint` and `/path` answer it, all of it or some members.
    pub step: Option<RenderStep>,
}

/// Solutions as query parameters of `GET /render`.
#[derive(Clone, Copy, Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SolutionParameters {
    /// Digits for the empty cells, all or some of them.
    #[param(example = "534678912672195348198342567859761423426853791713924856961537284287419635345286179")]
    pub solution: Option<PuzzleText>,
    /// A second solution. Cells in which it differs from `solution` are tinted and show both digits.
    pub other: Option<PuzzleText>,
}

/// Options of `/render` as query parameters.
#[derive(Clone, Copy, Debug)]
pub struct RenderParameters;

impl IntoParams for RenderParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        RENDER.iter().map(|option| parameter(option, &described(option))).collect()
    }
}

/// Draws the puzzle of a JSON body, with options from the body and the query.
///
/// # Errors
/// [`Refusal`]: the first syntax error, or all faults.
pub fn svg_from_json(body: &[u8], query: &str) -> Result<DrawnPuzzle, Refusal> {
    let json = json(body, Source::Body)?;
    let mut faults = Faults::default();
    let mut options = Options::from_query(query, RENDER, &[], &mut faults);
    if !matches!(json, Json::Object(_)) {
        return match is_bare_puzzle(&json)? {
            true => svg(GivenGrid { json, location: Location::root() }, [None, None], &options, faults),
            false => Err(not_an_object::<Puzzle>(&json, Source::Body)),
        };
    }
    let root = Location::root();
    let options_known = RENDER.iter().map(|option| option.name);
    let known: Vec<_> = [PUZZLE, SOLUTION, OTHER].into_iter().chain(options_known).collect();
    let members = object(&json, &root, &known, &mut faults).unwrap_or_default();
    options.set_members(&members, RENDER, &mut faults);
    let member = |name| {
        let (_, json) = members.iter().find(|(other, _)| *other == name)?;
        Some(GivenGrid { json: Json::clone(json), location: root.member(name) })
    };
    let solutions = [member(SOLUTION), member(OTHER)];
    match puzzle_member(&members, options.format(), &mut faults) {
        Some((puzzle, location)) => {
            svg(GivenGrid { json: puzzle.clone(), location }, solutions, &options, faults)
        }
        None => Err(Refusal::Invalid(faults)),
    }
}

/// Draws the puzzle of a text body, with options from the query.
///
/// # Errors
/// [`Refusal`]: the first syntax error, or all faults.
pub fn svg_from_text(body: &[u8], query: &str) -> Result<DrawnPuzzle, Refusal> {
    let json = Json::String(text(body, Source::Body)?.to_owned());
    let mut faults = Faults::default();
    let options = Options::from_query(query, RENDER, &[], &mut faults);
    svg(GivenGrid { json, location: Location::Body }, [None, None], &options, faults)
}

/// Draws the puzzle of a form with the fields of a query, or of a puzzle alone.
///
/// # Errors
/// [`Refusal`]: the first syntax error, or all faults.
pub fn svg_from_form(body: &[u8], query: &str) -> Result<DrawnPuzzle, Refusal> {
    if !has_fields(body) {
        return svg_from_text(&puzzle(body), query);
    }
    let fields = text(body, Source::Body)?.trim_ascii();
    svg_from_query(&format!("{fields}&{query}"))
}

/// Draws the puzzle of a query with grids in symbols.
///
/// # Errors
/// [`Refusal::Invalid`] with all faults.
pub fn svg_from_query(query: &str) -> Result<DrawnPuzzle, Refusal> {
    let mut faults = Faults::default();
    let ([puzzles, solutions, others], options) = split(query, [PUZZLE, SOLUTION, OTHER]);
    let options = Options::from_query(&options, RENDER, &[PUZZLE, SOLUTION, OTHER], &mut faults);
    let puzzle = puzzle_parameter(puzzles, &mut faults);
    let mut parameter = |values: Vec<(&'static str, Cow<'_, str>)>| {
        let is_repeated = values.len() > 1;
        let (name, text) = values.into_iter().next()?;
        let location = Location::Parameter(name);
        if is_repeated {
            faults.push(|| {
                let detail = format!("`{name}` appears more than once in the query");
                Fault::new(FaultCode::DuplicateParameter, detail).at(&location)
            });
        }
        Some(GivenGrid { json: Json::String(String::from(text)), location })
    };
    let solutions = [parameter(solutions), parameter(others)];
    let Some((puzzle, name)) = puzzle else {
        faults.push(|| missing_puzzle().at(&Location::Parameter(PUZZLE)));
        return Err(Refusal::Invalid(faults));
    };
    let json = Json::String(puzzle.into_owned());
    svg(GivenGrid { json, location: Location::Parameter(name) }, solutions, &options, faults)
}

/// Puzzle of a request, with its notation.
type ReadSubject = (Puzzle, Notation);

/// Grid in a request, with its location.
struct GivenGrid {
    json: Json,
    location: Location,
}

impl GivenGrid {
    /// Reads a grid that must have this number of cells.
    fn read(&self, cells: usize, puzzle: Option<&ReadSubject>, faults: &mut Faults) -> Option<Grid> {
        let read = puzzle_from_json(&self.json, &self.location, None, faults)?;
        let given = read.grid.cells().len();
        if given != cells {
            faults.push(|| {
                let detail = format!("has {given} cells, but the puzzle has {cells}");
                Fault::new(FaultCode::PuzzleLength, detail).at(&self.location)
            });
            return None;
        }
        let Some((puzzle, notation)) = puzzle else { return Some(read.grid) };
        if notation.alphabet().begins_with_zero() {
            faults.push(|| digits_from_zero_fault(&self.location));
            return None;
        }
        read.beside(puzzle.rules(), &self.location, faults).map(|read| read.grid)
    }
}

/// Draws the picture, if there are no faults.
fn svg(
    GivenGrid { json, location }: GivenGrid,
    solutions: [Option<GivenGrid>; 2],
    options: &Options,
    mut faults: Faults,
) -> Result<DrawnPuzzle, Refusal> {
    let mut puzzle_faults = Faults::default();
    let read = puzzle_from_json(&json, &location, options.format_of_json(&json), &mut puzzle_faults);
    let cells = read.as_ref().map(|read| read.grid.cells().len());
    let puzzle = puzzle_of(read, || size_from_json(&json), puzzle_faults, options, &mut faults);
    let [solution, other] = solutions.map(|given| {
        cells.zip(given).and_then(|(cells, given)| given.read(cells, puzzle.as_ref(), &mut faults))
    });
    let step = puzzle.as_ref().zip(options.step());
    let step = step.and_then(|((puzzle, _), (json, location))| {
        step_from_json(json, location, puzzle.rules(), &mut faults)
    });
    let Some((puzzle, notation)) = puzzle.filter(|_| faults.is_empty()) else {
        return Err(Refusal::Invalid(faults));
    };
    let candidates = options.shows_candidates();
    let alphabet = notation.alphabet();
    let svg = Picture { puzzle, solution, other, candidates, step, alphabet }.to_string();
    Ok(DrawnPuzzle { svg, warnings: notation.warnings() })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE_4X4: &str = "1.....3..4......";
    const SOLUTION_4X4: &str = "1324423124133142";

    fn faults(result: Result<DrawnPuzzle, Refusal>) -> Vec<(FaultCode, Option<String>)> {
        match result {
            Err(Refusal::Invalid(faults)) => faults
                .listed
                .into_iter()
                .map(|fault| (fault.code, fault.parameter.or(fault.pointer)))
                .collect(),
            other => panic!("{other:?}"),
        }
    }

    fn at(code: FaultCode, location: &str) -> (FaultCode, Option<String>) {
        (code, Some(location.to_owned()))
    }

    #[test]
    fn all_forms_of_a_request_give_the_same_picture() {
        let query = svg_from_query(&format!("puzzle={PUZZLE_4X4}&candidates=true&box=4x1"));
        let text = svg_from_text(PUZZLE_4X4.as_bytes(), "candidates=true&box=4x1");
        let body = format!(
            r#"{{"puzzle": "{PUZZLE_4X4}", "box": {{"width": 4, "height": 1}}, "candidates": true}}"#
        );
        assert!(query.is_ok());
        assert_eq!(query, text);
        let fields = format!("puzzle={PUZZLE_4X4}&candidates=true&box=4x1");
        assert_eq!(query, svg_from_form(fields.as_bytes(), ""));
        assert_eq!(query, svg_from_form(PUZZLE_4X4.as_bytes(), "candidates=true&box=4x1"));
        assert_eq!(query, svg_from_json(body.as_bytes(), ""));
        let query =
            svg_from_query(&format!("puzzle={PUZZLE_4X4}&solution={SOLUTION_4X4}&other={PUZZLE_4X4}"));
        let body =
            format!(r#"{{"puzzle": "{PUZZLE_4X4}", "solution": "{SOLUTION_4X4}", "other": "{PUZZLE_4X4}"}}"#);
        assert!(query.is_ok());
        assert_eq!(query, svg_from_json(body.as_bytes(), ""));
    }

    #[test]
    fn faults_name_the_grid() {
        use FaultCode::{
            DuplicateParameter, MissingField, MissingParameter, OutOfRange, PuzzleLength, UnknownField,
        };
        for (query, expected) in [
            ("", vec![at(MissingParameter, "puzzle")]),
            ("puzzle=1...&puzzle=1...", vec![at(DuplicateParameter, "puzzle")]),
            ("puzzle=1...&solution=1", vec![at(PuzzleLength, "solution")]),
            (
                "puzzle=1...&solution=12&other=123",
                vec![at(PuzzleLength, "solution"), at(PuzzleLength, "other")],
            ),
            ("puzzle=1...&candidates=yes", vec![at(OutOfRange, "candidates")]),
        ] {
            assert_eq!(faults(svg_from_query(query)), expected, "{query}");
        }
        for (body, expected) in [
            ("{}", vec![at(MissingField, "")]),
            (r#"{"puzzle": "1...", "solution": [[1]]}"#, vec![at(PuzzleLength, "/solution")]),
            (r#"{"puzzle": "1...", "limit": 1}"#, vec![at(UnknownField, "/limit")]),
        ] {
            assert_eq!(faults(svg_from_json(body.as_bytes(), "")), expected, "{body}");
        }
    }
}
