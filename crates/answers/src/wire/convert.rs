//! Converts puzzles between text formats.

use std::borrow::Cow;

use quadrille_sudoku::notation::{Content, Format, format_puzzle};
use quadrille_sudoku::{BoxShape, Digit, Puzzle};
use serde::Serialize;
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::{IntoParams, ToSchema};

use super::body_start::is_json_in_file;
use super::fault::{Fault, FaultCode, Faults, Location, Refusal};
use super::form_body::{has_fields, puzzle};
use super::json::Json;
use super::notation::Warning;
use super::object::{MemberNames, object, record};
use super::option_schema::{BoxSize, described, parameter};
use super::options::Options;
use super::puzzle::{puzzle_from_json, size_from_json};
use super::puzzle_array::is_bare_puzzle;
use super::puzzle_member::{PUZZLE, puzzle_member, puzzle_parameter};
use super::query::{missing_puzzle, split};
use super::question::{Source, json, not_an_object, puzzle_of, text};
use super::request_option::CONVERT;
use super::schema::{Candidates, FormatName, PuzzleForms};

/// JSON request of `/convert`.
#[derive(Clone, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConvertRequest {
    /// The puzzle.
    pub puzzle: PuzzleForms,
    /// Format of the result; by default `line`.
    pub to: Option<FormatName>,
    /// Format of a puzzle that is text; by default it is detected.
    pub format: Option<FormatName>,
    /// The size of a box, as in other requests.
    pub r#box: Option<BoxSize>,
    /// Allowed digits of cells; by default each cell allows all digits.
    pub candidates: Option<Candidates>,
}

/// Options of `/convert` as query parameters.
#[derive(Clone, Copy, Debug)]
pub struct ConvertParameters;

impl IntoParams for ConvertParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        CONVERT.iter().map(|option| parameter(option, &described(option))).collect()
    }
}

/// A puzzle in another format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Conversion {
    /// The puzzle.
    pub puzzle: String,
    /// Format of the puzzle.
    #[schema(value_type = FormatName)]
    pub to: &'static str,
    /// Format of the text in the request; null for an array.
    #[schema(value_type = Option<FormatName>, required)]
    pub from: Option<&'static str>,
    /// Number of rows.
    #[schema(minimum = 1, maximum = 36)]
    pub size: usize,
    /// The size of a box: that of the request, else that of the drawing, else the usual one.
    pub r#box: BoxSize,
    /// Warnings about the puzzle; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1)]
    pub warnings: Vec<Warning>,
    /// Lines of the text that hold no part of the puzzle and were not read, from 1; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1, max_items = 128, example = json!([1, 12]))]
    pub ignored_lines: Vec<usize>,
}

/// A text format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FormatEntry {
    /// The name, for `format` and `to`.
    #[schema(value_type = FormatName)]
    pub name: &'static str,
    /// Description of the format.
    pub description: &'static str,
    /// A 4x4 in this format.
    pub example: String,
}

/// All text formats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FormatList {
    /// The formats.
    pub formats: Vec<FormatEntry>,
}

impl Conversion {
    /// The warnings in words.
    pub fn warnings_in_words(&self) -> impl Iterator<Item = Cow<'static, str>> {
        self.warnings.iter().map(|warning| warning.in_words(&self.ignored_lines))
    }

    /// Text before and after the puzzles of a file in this format. [`Self::puzzle_line`] has both.
    pub fn frame(&self) -> (&'static str, &'static str) {
        Format::of_name(self.to).map_or_else(Default::default, Format::frame)
    }

    /// The puzzle with a line end.
    pub fn puzzle_line(self) -> String {
        let line_end = if self.puzzle.ends_with('\n') { "" } else { "\n" };
        self.puzzle + line_end
    }
}

impl FormatList {
    /// Lists all formats with an example of each.
    pub fn new() -> Self {
        let clues = [1, 0, 0, 0, 0, 0, 3, 0, 0, 4, 0, 0, 0, 0, 0, 2].map(Digit::new);
        let (box_shape, case) = (BoxShape::usual(4), Default::default());
        let content = Content { cells: &clues, candidates: None, box_shape, case };
        let entry = |format: Format| FormatEntry {
            name: format.name(),
            description: format.description(),
            example: format_puzzle(format, &content).unwrap_or_default(),
        };
        Self { formats: Format::ALL.into_iter().map(entry).collect() }
    }
}

impl Default for FormatList {
    fn default() -> Self {
        Self::new()
    }
}

/// Converts the puzzle of a JSON body, with options from the body and the query.
///
/// # Errors
/// [`Refusal`]: the first syntax error, or all faults.
pub fn conversion_from_json(body: &[u8], query: &str) -> Result<Conversion, Refusal> {
    let json = json(body, Source::Body)?;
    let mut faults = Faults::default();
    let mut options = Options::from_query(query, CONVERT, &[], &mut faults);
    if !matches!(json, Json::Object(_)) {
        return match is_bare_puzzle(&json)? {
            true => convert(&json, &Location::root(), &options, faults),
            false => Err(not_an_object::<Puzzle>(&json, Source::Body)),
        };
    }
    let root = Location::root();
    let known: Vec<_> = [PUZZLE].into_iter().chain(CONVERT.iter().map(|option| option.name)).collect();
    let members = object(&json, &root, &known, &mut faults).unwrap_or_default();
    options.set_members(&members, CONVERT, &mut faults);
    match puzzle_member(&members, options.format(), &mut faults) {
        Some((puzzle, location)) => convert(puzzle, &location, &options, faults),
        None => Err(Refusal::Invalid(faults)),
    }
}

/// Converts the puzzle of a text body, with options from the query.
///
/// # Errors
/// [`Refusal`]: the first syntax error, or all faults.
pub fn conversion_from_text(body: &[u8], query: &str) -> Result<Conversion, Refusal> {
    conversion_at(&Location::Body, body, query)
}

/// Converts a puzzle of a file of the command line, or the whole file, with options from the query. JSON is an entry of a batch: other
/// members of a record are ignored.
///
/// # Errors
/// [`Refusal`]: the first syntax error, or all faults.
pub fn conversion_from_file(entry: &[u8], query: &str) -> Result<Conversion, Refusal> {
    let mut faults = Faults::default();
    let mut options = Options::from_query(query, CONVERT, &[], &mut faults);
    if !is_json_in_file(entry, options.format()) {
        return conversion_at(&Location::FileLine, entry, query);
    }
    let json = json(entry, Source::Line)?;
    if !matches!(json, Json::Object(_)) {
        return convert(&json, &Location::root(), &options, faults);
    }
    let known = MemberNames { subject: &[PUZZLE], options: CONVERT, others: &["id"] };
    let (members, _) = record(&json, &known, &[CONVERT], &mut faults).unwrap_or_default();
    options.set_members(&members, CONVERT, &mut faults);
    match puzzle_member(&members, options.format(), &mut faults) {
        Some((puzzle, location)) => convert(puzzle, &location, &options, faults),
        None => Err(Refusal::Invalid(faults)),
    }
}

fn conversion_at(location: &Location, body: &[u8], query: &str) -> Result<Conversion, Refusal> {
    let puzzle = Json::String(text(body, Source::Body)?.to_owned());
    let mut faults = Faults::default();
    let options = Options::from_query(query, CONVERT, &[], &mut faults);
    convert(&puzzle, location, &options, faults)
}

/// Converts the puzzle of a form with the fields of a query, or of a puzzle alone.
///
/// # Errors
/// [`Refusal`]: the first syntax error, or all faults.
pub fn conversion_from_form(body: &[u8], query: &str) -> Result<Conversion, Refusal> {
    if !has_fields(body) {
        return conversion_from_text(&puzzle(body), query);
    }
    let fields = format!("{}&{query}", text(body, Source::Body)?.trim_ascii());
    let mut faults = Faults::default();
    let ([puzzles], options) = split(&fields, [PUZZLE]);
    let options = Options::from_query(&options, CONVERT, &[PUZZLE], &mut faults);
    match puzzle_parameter(puzzles, &mut faults) {
        Some((puzzle, name)) => {
            convert(&Json::String(puzzle.into_owned()), &Location::Parameter(name), &options, faults)
        }
        None => {
            faults.push(|| missing_puzzle().at(&Location::Parameter(PUZZLE)));
            Err(Refusal::Invalid(faults))
        }
    }
}

fn convert(
    puzzle: &Json,
    location: &Location,
    options: &Options,
    mut faults: Faults,
) -> Result<Conversion, Refusal> {
    let mut puzzle_faults = Faults::default();
    let read = puzzle_from_json(puzzle, location, options.format_of_json(puzzle), &mut puzzle_faults);
    let box_shape = read.as_ref().and_then(|read| read.box_shape);
    let puzzle = puzzle_of(read, || size_from_json(puzzle), puzzle_faults, options, &mut faults);
    let Some((puzzle, notation)) = puzzle else { return Err(Refusal::Invalid(faults)) };
    let size = puzzle.clues().square_size().unwrap_or(1);
    let shape = options.box_shape().or(box_shape).unwrap_or_else(|| BoxShape::usual(size));
    let to = options.to().unwrap_or(Format::Line);
    let content = Content {
        cells: puzzle.clues().cells(),
        candidates: puzzle.given_candidates(),
        box_shape: shape,
        case: notation.letter_case(),
    };
    match format_puzzle(to, &content) {
        Ok(puzzle) => Ok(Conversion {
            puzzle,
            to: to.name(),
            from: notation.format().map(Format::name),
            size,
            r#box: BoxSize { width: shape.width as u64, height: shape.height as u64 },
            warnings: notation.warnings(),
            ignored_lines: notation.ignored_lines(),
        }),
        Err(reason) => {
            let fault = Fault::new(FaultCode::NotRepresentable, format!("`{}` {reason}", to.name()));
            Err(match options.to_location() {
                Some(location) => fault.at(location),
                None => fault,
            }
            .into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "1.....3..4.....2";

    #[test]
    fn every_format_converts_to_every_format() {
        for FormatEntry { name: from, example, .. } in FormatList::new().formats {
            for FormatEntry { name: to, example: expected, .. } in FormatList::new().formats {
                let r#box = BoxSize { width: 2, height: 2 };
                let expected = Conversion {
                    puzzle: expected,
                    to,
                    from: Some(from),
                    size: 4,
                    r#box,
                    warnings: vec![],
                    ignored_lines: vec![],
                };
                let query = format!("to={to}&format={from}");
                assert_eq!(conversion_from_text(example.as_bytes(), &query).as_ref(), Ok(&expected));
                let body = serde_json::json!({ "puzzle": example, "to": to, "format": from }).to_string();
                assert_eq!(conversion_from_json(body.as_bytes(), "").as_ref(), Ok(&expected));
                let fields: String =
                    form_urlencoded::Serializer::new(query).append_pair("puzzle", &example).finish();
                assert_eq!(conversion_from_form(fields.as_bytes(), "").as_ref(), Ok(&expected));
            }
        }
    }

    #[test]
    fn format_of_each_example_is_detected() {
        for FormatEntry { name, example, .. } in FormatList::new().formats {
            let text = if name == "sdm" { format!("# Sunday\n{example}") } else { example };
            let from = conversion_from_text(text.as_bytes(), "").map(|read| read.from);
            assert_eq!(from, Ok(Some(name)), "{text}");
        }
    }

    #[test]
    fn candidates_survive_only_where_a_format_holds_them() {
        let body = |puzzle: &str, to: &str| {
            serde_json::json!({ "puzzle": puzzle, "candidates": {"r1c2": [2, 4]}, "to": to }).to_string()
        };
        let sukaku = conversion_from_json(body(LINE, "sukaku").as_bytes(), "").expect("valid").puzzle;
        assert_eq!(sukaku, "1....2.41234123412341234..3.12341234...412341234123412341234.2..");
        let marks = conversion_from_text(sukaku.as_bytes(), "to=pencilmarks").expect("valid");
        assert_eq!(
            (marks.from, marks.puzzle.lines().nth(1)),
            (Some("sukaku"), Some("| 1    24   | 1234 1234 |"))
        );
        assert_eq!(conversion_from_text(marks.puzzle.as_bytes(), "to=sukaku").expect("valid").puzzle, sukaku);
        for to in ["line", "drawing", "ss", "sdm", "sdk", "csv", "solo", "opensudoku", "sudokupad"] {
            let refused = conversion_from_text(sukaku.as_bytes(), &format!("to={to}")).expect_err("refused");
            assert_eq!(refused.detail(), format!("to: `{to}` cannot hold candidates"));
        }
        let twice = conversion_from_json(body(&marks.puzzle, "sukaku").as_bytes(), "").expect_err("refused");
        assert_eq!(
            twice.detail(),
            "/candidates: the text of the puzzle has candidates already: give them once"
        );
    }

    #[test]
    fn arrays_and_boxes_are_converted() {
        let read =
            |body: &str| conversion_from_json(body.as_bytes(), "").map(|read| (read.from, read.puzzle));
        let rows = r#"{"puzzle": [[1,0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]}"#;
        assert_eq!(read(rows), Ok((None, LINE.to_owned())));
        let six = format!(
            r#"{{"puzzle": "{}", "to": "drawing", "box": {{"width": 2, "height": 3}}}}"#,
            ".".repeat(36)
        );
        let (_, drawing) = read(&six).expect("valid");
        assert_eq!(drawing.lines().next(), Some("+-----+-----+-----+"));
        let back = conversion_from_text(drawing.as_bytes(), "to=drawing").expect("valid");
        assert_eq!(back.puzzle, drawing);
    }

    #[test]
    fn faults_are_refused() {
        let detail = |read: Result<Conversion, Refusal>| read.expect_err("refused").detail();
        assert_eq!(
            detail(conversion_from_text(b"1...", "to=xml")),
            "to: must be one of line, ss, drawing, sdm, sdk, csv, solo, pencilmarks, sukaku, hodoku, opensudoku, fpuzzles, sudokupad, sudokuwiki"
        );
        assert_eq!(
            detail(conversion_from_text(b"1..", "")),
            "3 symbols make no grid: a grid of size n has n*n, such as 1 (1x1) or 4 (2x2)"
        );
        let large = serde_json::json!({ "puzzle": vec![36; 1296], "to": "line" }).to_string();
        assert_eq!(detail(conversion_from_json(large.as_bytes(), "")), "/to: `line` has no symbol for 36");
        assert_eq!(
            detail(conversion_from_json(b"{}", "")),
            "`puzzle` is missing: a string, or an array of rows"
        );
    }
}
