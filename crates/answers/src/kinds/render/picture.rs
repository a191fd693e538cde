//! Reads requests to draw a puzzle, and draws it.

use std::borrow::Cow;

use quadrille_sudoku::{BoxShape, Grid, Picture, Puzzle};

use crate::faults::{FaultCode, Faults, Refusal};
use crate::kinds::render::format::{ImageFormat, RenderFormat};
use crate::kinds::render::step::{RenderStep, step_from_json};
use crate::wire::batch::entry::read_file_entry;
use crate::wire::batch::table_header::TableHeader;
use crate::wire::examples::{Examples, examples};
use crate::wire::json::Json;
use crate::wire::puzzle::input::{Context, PuzzleInput};
use crate::wire::puzzle::notation::{Notation, Warning};
use crate::wire::puzzle::options::{Reading, VariantOptions};
use crate::wire::puzzle::read::puzzle_from_json;
use crate::wire::puzzle::schema::{PuzzleForms, ShownCandidates};
use crate::wire::puzzle::values::{GridLayout, Unread};
use crate::wire::puzzle::whole::grid_from_json;
use crate::wire::question::{RequestKind, RequestSubject};
use crate::wire::request::{Fields, Flat, Given};

/// The kind of `/render`.
#[derive(Clone, Copy, Debug)]
pub struct Render;

/// Request of `/render`.
#[derive(Clone, Debug, Default, Fields)]
pub struct RenderRequest {
    /// The puzzle.
    #[required]
    pub puzzle: PuzzleInput,
    /// Digits for its empty cells, all or some of them.
    #[places(WHOLE)]
    pub solution: Given<Unread<PuzzleForms>>,
    /// A second solution. Cells in which it differs from `solution` are tinted and show both digits.
    #[places(WHOLE)]
    pub other: Given<Unread<PuzzleForms>>,
    /// Size of a box: width x height, such as `3x2` in a query.
    /// By default the squarest, wider than high (3x3 for size 9, 4x3 for size 12).
    pub r#box: Given<BoxShape>,
    /// Format of the picture, `svg` or `png`; or the format of a puzzle that is text; `GET /formats` lists all.
    /// By default SVG, unless `Accept` prefers `image/png`; the format of the puzzle is detected.
    pub format: Given<RenderFormat>,
    /// `grid`: n lines of n symbols are the rows of one grid, even if each line is a puzzle.
    /// By default lines that may be both are refused.
    pub layout: Given<GridLayout>,
    /// Whether empty cells show the digits that no clue and no digit of `solution` excludes; or the allowed digits of cells,
    /// such as `{"r1c1": [1, 2]}`, which are shown.
    /// By default `false`; with `step`, `true`.
    pub candidates: Given<Unread<ShownCandidates>>,
    /// A step to draw, as `/hint` and `/path` answer it, all of it or some members.
    /// By default there is none.
    pub step: Given<Unread<RenderStep>>,
    /// Rules beside rows, columns and boxes, which are drawn.
    pub variant: Flat<VariantOptions>,
}

/// Picture of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnPuzzle {
    /// The picture, displayed as SVG.
    pub picture: Picture,
    /// Format that the request names.
    pub image: Option<ImageFormat>,
    /// Warnings about the puzzle.
    pub warnings: Vec<Warning>,
    /// The warnings in words.
    words: Vec<Cow<'static, str>>,
    /// Rules in prose in the text of the puzzle.
    pub rules: Option<String>,
}

impl DrawnPuzzle {
    /// The warnings in words.
    pub fn warnings_in_words(&self) -> impl Iterator<Item = Cow<'static, str>> {
        self.words.iter().cloned()
    }
}

impl RequestKind for Render {
    type Request = RenderRequest;
    type Valid = DrawnPuzzle;
    const PATH: &'static str = "/render";
    const NAME: &'static str = "Render";
    const LINK: &'static str = "draw a puzzle as SVG";
    const EXAMPLES: Examples = examples!("single");
    const SUBJECT: RequestSubject = RequestSubject::Puzzle;

    fn validate(request: RenderRequest, context: Context, faults: &mut Faults) -> Option<DrawnPuzzle> {
        let (is_shown, lists) = match request.candidates.located() {
            Some((Unread { json: Json::Bool(is_shown), .. }, _)) => (Some(*is_shown), None),
            Some((Unread { json: lists, .. }, location)) => (None, Some((lists, location))),
            None => (None, None),
        };
        let format = request.format.copied();
        let image = match format {
            Some(RenderFormat::Image(image)) => Some(image),
            Some(RenderFormat::Puzzle(_)) | None => None,
        };
        let reading = Reading {
            box_shape: &request.r#box,
            format: format.and_then(RenderFormat::puzzle),
            has_grid_layout: request.layout.is_given(),
            candidates: lists,
            variant: Some(&request.variant),
        };
        let read = request.puzzle.read(&request, reading, context.place, faults);
        let cells = match &read {
            Some((puzzle, _)) => Some(puzzle.clues().cells().len()),
            None => request.puzzle.grid(&reading).map(|read| read.grid.cells().len()),
        };
        let [solution, other] = [&request.solution, &request.other]
            .map(|given| cells.and_then(|cells| solution_grid(given, cells, read.as_ref(), faults)));
        let (puzzle, notation) = read?;
        let step = request.step.located();
        let step = step.and_then(|(Unread { json, .. }, location)| {
            step_from_json(json, location, puzzle.rules(), faults)
        });
        if !faults.is_empty() {
            return None;
        }
        let candidates = is_shown.unwrap_or(lists.is_some() || request.step.is_given());
        let (alphabet, warnings) = (notation.alphabet(), notation.warnings());
        let words = notation.warnings_in_words(0).collect();
        let title = heading(&notation);
        let picture = Picture { puzzle, solution, other, candidates, step, alphabet, title };
        let rules = notation.prose().map(str::to_owned);
        Some(DrawnPuzzle { picture, image, warnings, words, rules })
    }
}

/// Reads a puzzle of a file of the command line, or the whole file, with options from the query and the header of its table.
///
/// # Errors
/// [`Refusal`]: the first syntax error, or all faults.
pub fn drawn_from_file(entry: (&[u8], Option<&TableHeader>), query: &str) -> Result<DrawnPuzzle, Refusal> {
    read_file_entry::<Render>(entry, query, |request| request.format.copied().and_then(RenderFormat::puzzle))
}

/// The title and the author of a puzzle in one line.
fn heading(notation: &Notation) -> Option<String> {
    let in_one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    match (notation.title().map(in_one_line), notation.author().map(in_one_line)) {
        (Some(title), Some(author)) => Some(format!("{title}, {author}")),
        (title, author) => title.or(author),
    }
}

/// Reads a grid that must have this number of cells.
fn solution_grid(
    given: &Given<Unread<PuzzleForms>>,
    cells: usize,
    puzzle: Option<&(Puzzle, Notation)>,
    faults: &mut Faults,
) -> Option<Grid> {
    let (Unread { json, .. }, location) = given.located()?;
    let read = match puzzle {
        Some((puzzle, _)) => grid_from_json(json, puzzle.rules(), location, faults)?,
        None => puzzle_from_json(json, location, None, faults)?,
    };
    let count = read.grid.cells().len();
    if count != cells {
        faults.add(FaultCode::PuzzleLength, location, || {
            format!("has {count} cells, but the puzzle has {cells}")
        });
        return None;
    }
    let Some((puzzle, _)) = puzzle else { return Some(read.grid) };
    read.beside(puzzle.rules(), location, faults).map(|read| read.grid)
}

#[cfg(test)]
mod tests {
    use quadrille_exact_cover::ProblemBounds;

    use super::*;
    use crate::wire::question::{read_form, read_json, read_parameters, read_text};

    fn draw_query(query: &str) -> Result<DrawnPuzzle, Refusal> {
        read_parameters::<Render>(query, ProblemBounds::MAX)
    }

    fn draw_text(body: &[u8], query: &str) -> Result<DrawnPuzzle, Refusal> {
        read_text::<Render>(body, query, ProblemBounds::MAX)
    }

    fn draw_form(body: &[u8], query: &str) -> Result<DrawnPuzzle, Refusal> {
        read_form::<Render>(body, query, ProblemBounds::MAX)
    }

    fn draw_json(body: &[u8], query: &str) -> Result<DrawnPuzzle, Refusal> {
        read_json::<Render>(body, query, ProblemBounds::MAX)
    }

    const PUZZLE_4X4: &str = "1.....3..4......";
    const SOLUTION_4X4: &str = "1324423124133142";

    fn faults(result: Result<DrawnPuzzle, Refusal>) -> Vec<(FaultCode, Option<String>)> {
        match result {
            Err(Refusal::Invalid(faults)) => faults
                .listed
                .into_iter()
                .map(|fault| (fault.code, fault.parameter.map(String::from).or(fault.pointer)))
                .collect(),
            other => panic!("{other:?}"),
        }
    }

    fn at(code: FaultCode, location: &str) -> (FaultCode, Option<String>) {
        (code, Some(location.to_owned()))
    }

    #[test]
    fn all_forms_of_a_request_give_the_same_picture() {
        let query = draw_query(&format!("puzzle={PUZZLE_4X4}&candidates=true&box=4x1"));
        let text = draw_text(PUZZLE_4X4.as_bytes(), "candidates=true&box=4x1");
        let body = format!(
            r#"{{"puzzle": "{PUZZLE_4X4}", "box": {{"width": 4, "height": 1}}, "candidates": true}}"#
        );
        assert!(query.is_ok());
        assert_eq!(query, text);
        let fields = format!("puzzle={PUZZLE_4X4}&candidates=true&box=4x1");
        assert_eq!(query, draw_form(fields.as_bytes(), ""));
        assert_eq!(query, draw_form(PUZZLE_4X4.as_bytes(), "candidates=true&box=4x1"));
        assert_eq!(query, draw_json(body.as_bytes(), ""));
        let query = draw_query(&format!("puzzle={PUZZLE_4X4}&solution={SOLUTION_4X4}&other={PUZZLE_4X4}"));
        let body =
            format!(r#"{{"puzzle": "{PUZZLE_4X4}", "solution": "{SOLUTION_4X4}", "other": "{PUZZLE_4X4}"}}"#);
        assert!(query.is_ok());
        assert_eq!(query, draw_json(body.as_bytes(), ""));
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
            assert_eq!(faults(draw_query(query)), expected, "{query}");
        }
        for (body, expected) in [
            ("{}", vec![at(MissingField, "")]),
            (r#"{"puzzle": "1...", "solution": [[1]]}"#, vec![at(PuzzleLength, "/solution")]),
            (r#"{"puzzle": "1...", "limit": 1}"#, vec![at(UnknownField, "/limit")]),
        ] {
            assert_eq!(faults(draw_json(body.as_bytes(), "")), expected, "{body}");
        }
    }
}
