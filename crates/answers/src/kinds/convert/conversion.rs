//! Converts puzzles between text formats.

use std::borrow::Cow;
use std::collections::BTreeSet;

use quadrille_notation::{Content, Format, GuessedConstraint, NotRepresentable, definition, format_puzzle};
use quadrille_sudoku::constraints::Constraint;
use quadrille_sudoku::text::SYMBOL_SIZE_MAX;
use quadrille_sudoku::unstable::WrittenConstraint;
use quadrille_sudoku::{BoxShape, Layout, Puzzle};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::conversion_format::ConversionFormat;
use super::record::PuzzleRecord;
use crate::faults::{Fault, FaultCode, Faults, Refusal, is_zero};
use crate::kinds::tool_kind::{ToolDoc, ToolKind};
use crate::wire::batch::entry::read_file_entry;
use crate::wire::batch::table_header::TableHeader;
use crate::wire::box_size::BoxSize;
use crate::wire::examples::{Examples, examples};
use crate::wire::puzzle::grid_frame::GridFrame;
use crate::wire::puzzle::input::{Context, PuzzleInput};
use crate::wire::puzzle::not_read::NotRead;
use crate::wire::puzzle::notation::{Notation, Warning};
use crate::wire::puzzle::options::{PuzzleOptions, ReadingOptions as _};
use crate::wire::puzzle::schema::FormatName;
use crate::wire::question::{RequestKind, RequestSubject};
use crate::wire::request::{Fields, Flat, Given, named_values};

/// The kind of `/convert`.
#[derive(Clone, Copy, Debug)]
pub struct Convert;

/// Request of `/convert`.
#[derive(Clone, Debug, Default, Fields)]
pub struct ConvertRequest {
    /// The puzzle.
    #[required]
    pub puzzle: PuzzleInput,
    /// Format of the result; `json` is the object that requests take, with candidates, boxes, regions and constraints.
    /// By default `line`.
    pub to: Given<ConversionFormat>,
    /// `guess` adds the constraints that drawings of a link for SudokuPad may stand for, as `guessed_constraints`.
    /// By default none.
    pub drawings: Given<DrawingReading>,
    /// How the puzzle is read.
    pub reading: Flat<PuzzleOptions>,
}

/// How drawings are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawingReading {
    /// As constraints that they may stand for.
    Guess,
}

named_values! {
    DrawingReading: "guess" Self::Guess;
}

/// A puzzle in another format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Conversion {
    /// The puzzle.
    pub puzzle: String,
    /// Format of the puzzle.
    #[schema(value_type = ConversionFormat)]
    pub to: &'static str,
    /// Format of the text in the request; null for an array.
    #[schema(value_type = Option<FormatName>, required)]
    pub from: Option<&'static str>,
    /// Number of rows.
    #[schema(minimum = 1, maximum = 36)]
    pub size: usize,
    /// The size of a box: from the request, else from the drawing, else the usual one.
    pub r#box: BoxSize,
    /// Warnings about the puzzle; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1)]
    pub warnings: Vec<Warning>,
    /// Whether the text has drawings, prose or other parts that may be rules and were not read, or a solution of its own that is none. Absent
    /// if not.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false, example = true)]
    pub rules_not_read: bool,
    /// These parts; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub not_read: Option<NotRead>,
    /// Constraints that drawings of the text may stand for, by their colours and shapes, 500 at most. The puzzle does not have them. Absent
    /// if there are none, or unless `drawings` is `guess`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1, max_items = 500)]
    pub guessed_constraints: Vec<DrawnConstraint>,
    /// Lines of the text that hold no part of the puzzle and were not read, from 1; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1, max_items = 128, example = json!([1, 12]))]
    pub ignored_lines: Vec<usize>,
    /// Title of the puzzle in the text; absent if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "Sunday")]
    pub title: Option<String>,
    /// Author of the puzzle in the text; absent if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub author: Option<String>,
    /// Rules in prose in the text; absent if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "Normal sudoku rules apply.")]
    pub rules: Option<String>,
    /// The warnings in words.
    #[serde(skip)]
    #[schema(ignore)]
    words: Vec<Cow<'static, str>>,
}

/// Constraint that a drawing may stand for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DrawnConstraint {
    /// The constraint, as in requests.
    #[schema(value_type = Object, example = json!({"type": "renban", "cells": ["r1c1", "r1c2", "r2c3"]}))]
    pub constraint: Value,
    /// The drawing: its kind, and its number among those in the text, from 1.
    #[schema(example = "line 3")]
    pub drawing: String,
}

impl DrawnConstraint {
    fn new(guess: &GuessedConstraint, layout: &Layout) -> Option<Self> {
        let record = WrittenConstraint { layout, constraint: &guess.constraint };
        let constraint = serde_json::to_value(record).ok()?;
        Some(Self { constraint, drawing: guess.drawing.clone() })
    }
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
    pub example: &'static str,
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
        self.words.iter().cloned()
    }

    /// Text before and after the puzzles of a file in this format. [`Self::puzzle_line`] has both.
    pub fn frame(&self) -> (&'static str, &'static str) {
        self.to.parse().map_or_else(|_| Default::default(), |format| definition(format).frame)
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
        let entry = |format: Format| {
            let definition = definition(format);
            FormatEntry {
                name: format.name(),
                description: definition.description,
                example: definition.example,
            }
        };
        Self { formats: Format::ALL.iter().copied().map(entry).collect() }
    }
}

impl Default for FormatList {
    fn default() -> Self {
        Self::new()
    }
}

impl RequestKind for Convert {
    type Request = ConvertRequest;
    type Valid = Conversion;
    const PATH: &'static str = "/convert";
    const NAME: &'static str = "Convert";
    const LINK: &'static str = "convert a puzzle to another format";
    const EXAMPLES: Examples = examples!("single");
    const SUBJECT: RequestSubject = RequestSubject::Puzzle;

    fn validate(request: ConvertRequest, context: Context, faults: &mut Faults) -> Option<Conversion> {
        let (puzzle, notation) =
            request.puzzle.read(&request, request.reading.reading(), context.place, faults)?;
        let size = puzzle.rules().digit_count();
        let shape = puzzle.rules().box_shape().unwrap_or_else(|| BoxShape::usual(size));
        let to = request.to.copied().unwrap_or_default();
        let content = Content {
            cells: puzzle.clues().cells(),
            candidates: puzzle.given_candidates(),
            box_shape: shape,
            rules: Some(puzzle.rules()),
            case: notation.letter_case(),
        };
        let text = match (to, notation.frame()) {
            (ConversionFormat::Text(format), Some(frame)) => line_of_grids(format, frame, &puzzle, &notation),
            (ConversionFormat::Text(format), None) => format_puzzle(format, &content),
            (ConversionFormat::Json, _) => Ok(PuzzleRecord::new(&puzzle, &content, &notation).to_string()),
        };
        let guesses = notation.description().filter(|_| request.drawings.copied().is_some());
        let guesses = guesses.iter().flat_map(|description| &description.guesses);
        let guesses = guesses.filter_map(|guess| DrawnConstraint::new(guess, puzzle.rules().layout()));
        let guessed_constraints = guesses.collect();
        match text {
            Ok(puzzle) => Some(Conversion {
                puzzle,
                to: to.name(),
                from: notation.format().map(Format::name),
                size,
                r#box: shape.into(),
                warnings: notation.warnings(),
                rules_not_read: notation.rules_not_read(|| false),
                not_read: notation.not_read(),
                guessed_constraints,
                ignored_lines: notation.ignored_lines(),
                title: notation.title().map(str::to_owned),
                author: notation.author().map(str::to_owned),
                rules: notation.prose().map(str::to_owned),
                words: notation.warnings_in_words(0).collect(),
            }),
            Err(reason) => {
                faults.push(|| {
                    let detail = format!("`{}` {reason}", to.name());
                    let fault = Fault::new(FaultCode::NotRepresentable, detail);
                    match request.to.location() {
                        Some(location) => fault.at(location),
                        None => fault,
                    }
                });
                None
            }
        }
    }
}

/// The line of several grids: all rows of the whole, with empty cells where no grid is. No other format has them.
fn line_of_grids(
    format: Format,
    frame: &GridFrame,
    puzzle: &Puzzle,
    notation: &Notation,
) -> Result<String, NotRepresentable> {
    let rules = puzzle.rules();
    match format {
        Format::Line if !rules.is_unconstrained() => {
            let names: BTreeSet<_> = rules.constraints().iter().map(Constraint::type_name).collect();
            Err(NotRepresentable::Constraints(names.into_iter().collect()))
        }
        Format::Line if puzzle.given_candidates().is_some() => Err(NotRepresentable::Candidates),
        Format::Line if rules.digit_count() <= SYMBOL_SIZE_MAX => {
            Ok(frame.whole_line(puzzle.clues(), notation.alphabet()))
        }
        _ => Err(NotRepresentable::Grids),
    }
}

/// Converts a puzzle of a file of the command line, or the whole file, with options from the query and the header of its table. JSON is an entry of a batch: other
/// members of a record are ignored.
///
/// # Errors
/// [`Refusal`]: the first syntax error, or all faults.
pub fn conversion_from_file(
    entry: (&[u8], Option<&TableHeader>),
    query: &str,
) -> Result<Conversion, Refusal> {
    read_file_entry::<Convert>(entry, query, |request| request.reading.text.format.copied())
}

impl ToolKind for Convert {
    const TOOL: ToolDoc = ToolDoc {
        name: "convert",
        title: "Convert to another format",
        description: "Writes a puzzle in another format, such as a drawing, CSV, or a link for SudokuPad: `to` names the format, and the resource \
            `quadrille://formats` lists all. Nothing is searched. The puzzle may be in any of these formats, which is detected.",
        ..ToolDoc::REPEATABLE
    };
}

#[cfg(test)]
mod tests {
    use quadrille_exact_cover::ProblemBounds;

    use super::*;
    use crate::wire::question::{read_form, read_json, read_text};

    const LINE: &str = "1.....3..4.....2";

    fn convert_text(body: &[u8], query: &str) -> Result<Conversion, Refusal> {
        read_text::<Convert>(body, query, ProblemBounds::MAX)
    }

    fn convert_json(body: &[u8], query: &str) -> Result<Conversion, Refusal> {
        read_json::<Convert>(body, query, ProblemBounds::MAX)
    }

    fn convert_form(body: &[u8], query: &str) -> Result<Conversion, Refusal> {
        read_form::<Convert>(body, query, ProblemBounds::MAX)
    }

    #[test]
    fn every_format_converts_to_every_format() {
        for FormatEntry { name: from, example, .. } in FormatList::new().formats {
            for FormatEntry { name: to, example: expected, .. } in FormatList::new().formats {
                let r#box = BoxSize { width: 2, height: 2 };
                let expected = Conversion {
                    puzzle: expected.to_owned(),
                    to,
                    from: Some(from),
                    size: 4,
                    r#box,
                    warnings: vec![],
                    rules_not_read: false,
                    not_read: None,
                    guessed_constraints: vec![],
                    ignored_lines: vec![],
                    title: None,
                    author: None,
                    rules: None,
                    words: vec![],
                };
                let query = format!("to={to}&format={from}");
                assert_eq!(convert_text(example.as_bytes(), &query).as_ref(), Ok(&expected));
                let body = serde_json::json!({ "puzzle": example, "to": to, "format": from }).to_string();
                assert_eq!(convert_json(body.as_bytes(), "").as_ref(), Ok(&expected));
                let fields: String =
                    form_urlencoded::Serializer::new(query).append_pair("puzzle", example).finish();
                assert_eq!(convert_form(fields.as_bytes(), "").as_ref(), Ok(&expected));
            }
        }
    }

    #[test]
    fn format_of_each_example_is_detected() {
        for FormatEntry { name, example, .. } in FormatList::new().formats {
            let text = if name == "sdm" { format!("# Sunday\n{example}") } else { example.to_owned() };
            let from = convert_text(text.as_bytes(), "").map(|read| read.from);
            assert_eq!(from, Ok(Some(name)), "{text}");
        }
    }

    #[test]
    fn candidates_survive_only_where_a_format_holds_them() {
        let body = |puzzle: &str, to: &str| {
            serde_json::json!({ "puzzle": puzzle, "candidates": {"r1c2": [2, 4]}, "to": to }).to_string()
        };
        let sukaku = convert_json(body(LINE, "sukaku").as_bytes(), "").expect("valid").puzzle;
        assert_eq!(sukaku, "1....2.41234123412341234..3.12341234...412341234123412341234.2..");
        let marks = convert_text(sukaku.as_bytes(), "to=pencilmarks").expect("valid");
        assert_eq!(
            (marks.from, marks.puzzle.lines().nth(1)),
            (Some("sukaku"), Some("| 1    24   | 1234 1234 |"))
        );
        assert_eq!(convert_text(marks.puzzle.as_bytes(), "to=sukaku").expect("valid").puzzle, sukaku);
        for to in ["line", "drawing", "ss", "sdm", "sdk", "csv", "solo", "opensudoku", "sudokupad"] {
            let refused = convert_text(sukaku.as_bytes(), &format!("to={to}")).expect_err("refused");
            assert_eq!(refused.detail(), format!("to: `{to}` cannot hold candidates"));
        }
        let twice = convert_json(body(&marks.puzzle, "sukaku").as_bytes(), "").expect_err("refused");
        assert_eq!(
            twice.detail(),
            "/candidates: the text of the puzzle has candidates already: give them once"
        );
    }

    #[test]
    fn arrays_and_boxes_are_converted() {
        let read = |body: &str| convert_json(body.as_bytes(), "").map(|read| (read.from, read.puzzle));
        let rows = r#"{"puzzle": [[1,0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]}"#;
        assert_eq!(read(rows), Ok((None, LINE.to_owned())));
        let six = format!(
            r#"{{"puzzle": "{}", "to": "drawing", "box": {{"width": 2, "height": 3}}}}"#,
            ".".repeat(36)
        );
        let (_, drawing) = read(&six).expect("valid");
        assert_eq!(drawing.lines().next(), Some("+-----+-----+-----+"));
        let back = convert_text(drawing.as_bytes(), "to=drawing").expect("valid");
        assert_eq!(back.puzzle, drawing);
    }

    #[test]
    fn drawings_are_guessed_if_the_request_says_so() {
        let row = "[{},{},{},{}]";
        let boxes = "[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]";
        let line = r##"{"color":"#f067f0","wayPoints":[[0.5,0.5],[2.5,2.5]]}"##;
        let text = format!(r#"{{"cells":[{row},{row},{row},{row}],"regions":[{boxes}],"lines":[{line}]}}"#);
        let plain = convert_text(text.as_bytes(), "to=json").expect("valid");
        assert_eq!((plain.guessed_constraints.len(), plain.rules_not_read), (0, true));
        let guessed = convert_text(text.as_bytes(), "to=json&drawings=guess").expect("valid");
        assert_eq!(
            serde_json::json!(guessed.guessed_constraints),
            serde_json::json!([{"constraint": {"type": "renban", "cells": ["r1c1", "r2c2", "r3c3"]}, "drawing": "line 1"}])
        );
        assert_eq!((guessed.puzzle, guessed.rules_not_read), (plain.puzzle, true));
        let refused = convert_text(text.as_bytes(), "drawings=read").expect_err("refused");
        assert_eq!(refused.detail(), "drawings: must be guess");
    }

    #[test]
    fn faults_are_refused() {
        let detail = |read: Result<Conversion, Refusal>| read.expect_err("refused").detail();
        assert_eq!(
            detail(convert_text(b"1...", "to=xml")),
            "to: must be one of line, ss, drawing, sdm, sdk, csv, solo, pencilmarks, sukaku, hodoku, opensudoku, fpuzzles, sudokupad, sudokuwiki, json"
        );
        assert_eq!(
            detail(convert_text(b"1..", "")),
            "3 symbols make no grid: a grid of size n has n*n, such as 1 (1x1) or 4 (2x2)"
        );
        let large = serde_json::json!({ "puzzle": vec![36; 1296], "to": "line" }).to_string();
        assert_eq!(detail(convert_json(large.as_bytes(), "")), "/to: `line` has no symbol for 36");
        assert_eq!(detail(convert_json(b"{}", "")), "`puzzle` is missing: a string, or an array of rows");
    }
}
