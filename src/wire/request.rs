//! From the bytes of a request to a question that can be answered.

use std::num::NonZeroU64;

use utoipa::ToSchema;

use super::fault::{Fault, FaultCode, Faults, Place, Refusal};
use super::json::Json;
use super::notation::Notation;
use super::options::{COUNT_MAX, Options, object};
use super::puzzle::{puzzle_from_json, puzzle_from_line, size_from_json};
use super::schema::PuzzleForms;
use crate::sudoku::notation::size_of_line;
use crate::sudoku::{BoxShape, Geometry, Grid, Puzzle};

/// A question, checked: whoever holds one can ask it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The notation it came in.
    pub notation: Notation,
    /// How many solutions are looked for.
    pub limit: NonZeroU64,
    /// Milliseconds asked for.
    pub time_ms: Option<NonZeroU64>,
    /// Nodes asked for.
    pub nodes: Option<NonZeroU64>,
}

/// A kind of request: what `limit` means to it.
pub trait Asks {
    /// Where the client names none.
    const LIMIT_DEFAULT: NonZeroU64;
    /// The largest that may be asked for.
    const LIMIT_MAX: u64;
}

/// The JSON request of `/solve`.
#[derive(Clone, Copy, Debug, ToSchema)]
pub struct SolveRequest {
    /// The puzzle.
    pub puzzle: PuzzleForms,
    /// The box; by default the squarest, wider than high (3x3 for size 9, 4x3 for size 12).
    pub r#box: Option<BoxRequest>,
    /// 1 to stop at the first solution, 2 to prove it the only one.
    #[schema(minimum = 1, maximum = 2, default = 1)]
    pub limit: Option<u64>,
    /// Limits of the work.
    pub limits: Option<LimitsRequest>,
}

/// The JSON request of `/count`.
#[derive(Clone, Copy, Debug, ToSchema)]
pub struct CountRequest {
    /// The puzzle.
    pub puzzle: PuzzleForms,
    /// The box; by default the squarest, wider than high (3x3 for size 9, 4x3 for size 12).
    pub r#box: Option<BoxRequest>,
    /// How many solutions to count up to. The default, 2, tells whether a solution is the only one.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_u64, default = 2)]
    pub limit: Option<u64>,
    /// Limits of the work.
    pub limits: Option<LimitsRequest>,
}

/// The width and height of a box: together they make the size of the grid.
#[derive(Clone, Copy, Debug, ToSchema)]
#[schema(title = "Box")]
pub struct BoxRequest {
    /// Columns of a box.
    #[schema(minimum = 1, maximum = 36)]
    pub width: u64,
    /// Rows of a box.
    #[schema(minimum = 1, maximum = 36)]
    pub height: u64,
}

/// Limits of the work, each cut down to the configured maximum. A limit that is reached is an answer, not an
/// error.
#[derive(Clone, Copy, Debug, ToSchema)]
#[schema(title = "Limits")]
pub struct LimitsRequest {
    /// Milliseconds the answer may take.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_u64)]
    pub time_ms: Option<u64>,
    /// Nodes of the search tree that may be visited.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_u64)]
    pub nodes: Option<u64>,
}

impl Asks for SolveRequest {
    const LIMIT_DEFAULT: NonZeroU64 = NonZeroU64::MIN;
    const LIMIT_MAX: u64 = 2;
}

impl Asks for CountRequest {
    const LIMIT_DEFAULT: NonZeroU64 = NonZeroU64::MIN.saturating_add(1);
    const LIMIT_MAX: u64 = COUNT_MAX;
}

/// Reads a JSON body, and options from the query.
///
/// # Errors
/// [`Refusal`]: the first fault of syntax, or all others.
pub fn question_from_json<A: Asks>(body: &[u8], query: &str) -> Result<Question, Refusal> {
    let text = text(body)?;
    let json = Json::parse(text).map_err(|fault| {
        // The offset is one into the body, which a byte order mark may begin.
        let skipped = body.len() - text.len();
        Refusal::Syntax(Fault { offset: fault.offset.map(|offset| offset + skipped), ..fault })
    })?;
    let root = Place::Pointer(String::new());
    let mut faults = Faults::default();
    if !matches!(json, Json::Object(_)) {
        let detail = format!("the body must be an object with the member `puzzle`, not {}", json.kind());
        faults.push(|| Fault::new(FaultCode::NotAnObject, detail).at(&root));
        return Err(Refusal::Invalid(faults));
    }
    let mut options = Options::from_query(query, A::LIMIT_MAX, &mut faults);
    let members = object(&json, &root, &["puzzle", "box", "limit", "limits"], &mut faults);
    let mut puzzle = None;
    for (name, json) in members.into_iter().flatten() {
        match name {
            "limit" => options.set_limit(json, A::LIMIT_MAX, &mut faults),
            "limits" => options.set_limits(json, &mut faults),
            "box" => options.set_box(json, &mut faults),
            _ => puzzle = Some(json),
        }
    }
    let Some(puzzle) = puzzle else {
        faults.push(|| {
            let detail = "`puzzle` is missing: a string, or an array of rows";
            Fault::new(FaultCode::MissingField, detail).at(&root)
        });
        return Err(Refusal::Invalid(faults));
    };
    let geometry = geometry(size_from_json(puzzle), &options, &mut faults);
    let read = puzzle_from_json(puzzle, &mut faults);
    question::<A>(geometry, read, &options, faults)
}

/// Reads a text body, which holds the puzzle alone, and options from the query.
///
/// # Errors
/// [`Refusal`]: the first fault of syntax, or all others.
pub fn question_from_text<A: Asks>(body: &[u8], query: &str) -> Result<Question, Refusal> {
    let line = text(body)?;
    let mut faults = Faults::default();
    let options = Options::from_query(query, A::LIMIT_MAX, &mut faults);
    let geometry = geometry(size_of_line(line), &options, &mut faults);
    let read = puzzle_from_line(line, &Place::Body, &mut faults);
    question::<A>(geometry, read, &options, faults)
}

/// The body as text, without a byte order mark.
fn text(body: &[u8]) -> Result<&str, Refusal> {
    let text = str::from_utf8(body).map_err(|error| {
        let detail = format!("byte {} of the body begins no UTF-8 character", error.valid_up_to());
        Refusal::Syntax(Fault::new(FaultCode::InvalidUtf8, detail).at_offset(error.valid_up_to()))
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_ascii().is_empty() {
        let detail = "the body is empty: send a puzzle, as JSON or as text";
        return Err(Refusal::Syntax(Fault::new(FaultCode::EmptyBody, detail)));
    }
    Ok(text)
}

/// The geometry of a puzzle of this size, if it has one and the box fits it.
fn geometry(size: Option<usize>, options: &Options, faults: &mut Faults) -> Option<Geometry> {
    let size = size?;
    let shape = options.box_shape.value().unwrap_or_else(|| BoxShape::usual(size));
    let geometry = Geometry::new(size, shape).ok();
    if geometry.is_none() {
        faults.push(|| box_fault(size, shape, options.box_shape.place()));
    }
    geometry
}

/// Puts the parts together, where each of them is sound.
fn question<A: Asks>(
    geometry: Option<Geometry>,
    read: Option<(Grid, Notation)>,
    options: &Options,
    faults: Faults,
) -> Result<Question, Refusal> {
    let sound = geometry.zip(read).filter(|_| faults.is_empty());
    let puzzle = sound.and_then(|(geometry, (grid, notation))| {
        Puzzle::new(geometry, grid).ok().map(|puzzle| (puzzle, notation))
    });
    let Some((puzzle, notation)) = puzzle else { return Err(Refusal::Invalid(faults)) };
    Ok(Question {
        puzzle,
        notation,
        limit: options.limit.value().unwrap_or(A::LIMIT_DEFAULT),
        time_ms: options.time_ms.value(),
        nodes: options.nodes.value(),
    })
}

fn box_fault(size: usize, shape: BoxShape, place: Option<&Place>) -> Fault {
    let fitting: Vec<String> = BoxShape::all(size).map(|shape| shape.to_string()).collect();
    let detail = format!(
        "a box of {shape} has {} cells, and a row of this grid {size}: boxes that fit are {}",
        shape.width * shape.height,
        fitting.join(", ")
    );
    let fault = Fault::new(FaultCode::BoxMismatch, detail);
    match place {
        Some(place) => fault.at(place),
        None => fault,
    }
}
