//! OpenAPI schema of a puzzle.

use std::borrow::Cow;

use quadrille_notation::Format;
use quadrille_sudoku::SIZE_MAX;
use serde_json::json;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, OneOfBuilder, SchemaType, Type};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::wire::schema::schema;

const SIZE: usize = SIZE_MAX;

/// Schema of the member `puzzle`, in all its forms.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleForms;

impl ToSchema for PuzzleForms {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Puzzle")
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((PuzzleCell::name().into_owned(), PuzzleCell::schema()));
    }
}

impl PartialSchema for PuzzleForms {
    fn schema() -> RefOr<Schema> {
        puzzle_schema()
    }
}

/// Schema of a cell in a row.
#[derive(Clone, Copy, Debug)]
struct PuzzleCell;

schema!(PuzzleCell, {
    let symbol = ObjectBuilder::new()
        .schema_type(Type::String)
        .pattern(Some("^( *|[0-9A-Za-z._*?-]|[12][0-9]|3[0-6]|-1|None|none|null|NaN|nan)$"))
        .description(Some(
            "One symbol, or a decimal number; an empty cell is also the empty string or a name such as None.",
        ));
    OneOfBuilder::new().item(number()).item(symbol).description(Some("A cell of a row."))
});

/// Schema of a puzzle that is text.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleText;

schema!(
    PuzzleText,
    ObjectBuilder::new()
        .schema_type(Type::String)
        .pattern(Some(SYMBOLS))
        .description(Some("A puzzle in symbols, as a text of `Puzzle`."))
);

/// Schema of a text body with a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleBody;

schema!(
    PuzzleBody,
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(NO_JSON)).description(Some(
        "A puzzle as text: one symbol per cell, a drawn grid, or another of the formats of `GET /formats`.",
    ))
);

/// Schema of a text body with many puzzles.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleLines;

schema!(
    PuzzleLines,
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(LINES)).description(Some(PUZZLE_LINES))
);

/// Name of a text format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FormatName;

schema!(
    FormatName,
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(Format::ALL.iter().copied().map(Format::name)))
        .description(Some("Format of a puzzle that is text."))
);

/// Schema of the member `candidates`.
#[derive(Clone, Copy, Debug)]
pub struct Candidates;

schema!(
    Candidates,
    lists_of_cells(1)
        .description(Some("Allowed digits of cells."))
        .examples([json!({"r1c2": [4, 5], "r2c1": [6]})])
);

/// Schema of the member `marks` of requests.
#[derive(Clone, Copy, Debug)]
pub struct Marks;

schema!(
    Marks,
    lists_of_cells(0)
        .description(Some("Pencil marks of cells. A cell that is left out, or null, has none."))
        .examples([json!({"r1c2": [4, 5], "r2c1": [6]})])
);

/// Lists of digits of cells, by name or by row.
fn lists_of_cells(digits_min: usize) -> OneOfBuilder {
    let list = || {
        let digit =
            ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).maximum(Some(SIZE as f64));
        ArrayBuilder::new()
            .schema_type(SchemaType::from_iter([Type::Array, Type::Null]))
            .items(digit)
            .min_items((digits_min > 0).then_some(digits_min))
    };
    let row = ArrayBuilder::new()
        .schema_type(SchemaType::from_iter([Type::Array, Type::Null]))
        .items(list())
        .min_items(Some(1))
        .max_items(Some(SIZE));
    OneOfBuilder::new()
        .item(
            ObjectBuilder::new()
                .schema_type(Type::Object)
                .title(Some("ByName"))
                .additional_properties(Some(list()))
                .description(Some("The digits of some cells, by name.")),
        )
        .item(
            ArrayBuilder::new()
                .title(Some("ByRow"))
                .items(row)
                .min_items(Some(1))
                .max_items(Some(SIZE))
                .description(Some("An array per row, with the digits of each cell.")),
        )
}

/// Schema of the member `candidates` of a request for a picture.
#[derive(Clone, Copy, Debug)]
pub struct ShownCandidates;

impl ToSchema for ShownCandidates {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((Candidates::name().into_owned(), Candidates::schema()));
    }
}

impl PartialSchema for ShownCandidates {
    fn schema() -> RefOr<Schema> {
        let boolean = ObjectBuilder::new()
            .schema_type(Type::Boolean)
            .title(Some("Shown"))
            .description(Some("Whether empty cells show the digits that no clue excludes."));
        OneOfBuilder::new()
            .item(Ref::from_schema_name(Candidates::name()))
            .item(boolean)
            .description(Some("Candidates that a picture shows."))
            .into()
    }
}

/// Anything but white space: each format has its own symbols.
const SYMBOLS: &str = r"\S";

/// A text body that begins with `{` or `[` is JSON.
const NO_JSON: &str = r"^\s*[^\s\[{]";

/// A row of symbols, a line of a drawn grid, or a cell.
const ROW: &str = r"^[0-9A-Za-z._*?\s+,:='|─-╿-]*$";

fn number() -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(SchemaType::from_iter([Type::Integer, Type::Null]))
        .minimum(Some(-1))
        .maximum(Some(SIZE as f64))
        .description(Some("A digit; 0, -1 and null are empty."))
}

fn puzzle_schema() -> RefOr<Schema> {
    let cell = Ref::from_schema_name(PuzzleCell::name());
    let row = ArrayBuilder::new().items(cell).min_items(Some(1)).max_items(Some(SIZE));
    let row_string = ObjectBuilder::new().schema_type(Type::String).pattern(Some(ROW));
    OneOfBuilder::new()
        .item(
            ObjectBuilder::new()
                .schema_type(Type::String)
                .title(Some("Text"))
                .pattern(Some(SYMBOLS))
                .description(Some(LINE)),
        )
        .item(
            ArrayBuilder::new()
                .title(Some("Rows"))
                .items(row)
                .min_items(Some(1))
                .max_items(Some(SIZE))
                .description(Some("One array per row: integers, null, or strings.")),
        )
        .item(
            ArrayBuilder::new()
                .title(Some("RowStrings"))
                .items(row_string)
                .min_items(Some(1))
                .max_items(Some(SIZE * SIZE))
                .description(Some(
                    "One string per row: one symbol per cell, or the lines of a drawn grid. Or one string per cell.",
                )),
        )
        .item(
            ArrayBuilder::new()
                .title(Some("Flat"))
                .items(number())
                .min_items(Some(1))
                .max_items(Some(SIZE * SIZE))
                .description(Some("All cells row by row, as integers or null.")),
        )
        .description(Some(
            "The puzzle, of a size n from 1 to 36. The size follows from the number of cells or rows. Requests may give it other usual \
             names than `puzzle`, such as `board`, `grid`, `sudoku`, `quiz`, `quizzes`, `question`, `unsolved` or `initial_board`, in any \
             case; two names must have the same puzzle.",
        ))
        .examples([json!(
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
        )])
        .into()
}

const LINE: &str = "One symbol per cell, row by row; ASCII white space is ignored. Digits are `1` to `9`, then \
    `A` to `Z` in either case (`A` is 10). An empty cell is one of `. 0 _ * - x`, the same for all (from size 33, `x` is a \
    digit). Or a drawn grid: a line of text per row, with or without borders such as `|` and `+---+`; cells are symbols, or \
    numbers with spaces or commas between them; borders around boxes set `box`. Or another format of `GET /formats`. A text that \
    is valid in two formats with different puzzles is an error, unless `format` names one. A 36x36 has more digits than there are symbols: write it as \
    numbers.";

const PUZZLE_LINES: &str = "A puzzle per line, one symbol per cell, or a drawn grid whose lines begin with a border, as in `Puzzle`. Blank lines and lines that begin with \
    `#` are skipped. Any other line gets an error line.";

/// Lines of white space, comments, or symbols and white space.
const LINES: &str = concat!(
    r"^[\t\f\r ]*(#[^\n]*|[0-9A-Za-z._*+,:='|─-╿-][0-9A-Za-z._*\t\f\r +,:='|─-╿-]*)?",
    r"(\n[\t\f\r ]*(#[^\n]*|[0-9A-Za-z._*+,:='|─-╿-][0-9A-Za-z._*\t\f\r +,:='|─-╿-]*)?)*$"
);
