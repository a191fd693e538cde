//! From the bytes of a request to a question that can be answered.

use std::time::Duration;

use super::fault::{Fault, FaultCode, Faults, Location, Refusal};
use super::json::Json;
use super::notation::Notation;
use super::options::{AllowedOptions, Options, OwnOption, object};
use super::puzzle::{puzzle_from_json, puzzle_from_line, size_from_json};
use super::request::QuestionKind;
use crate::service::{Question, RequestedLimits};
use crate::sudoku::notation::{parse_line, size_of_line};
use crate::sudoku::{BoxShape, Geometry, Grid, Puzzle};

/// A valid request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionRequest<Q = Question> {
    /// The question.
    pub question: Q,
    /// The notation of the puzzle, in which solutions are written.
    pub notation: Notation,
    /// The limits named by the client.
    pub limits: RequestedLimits,
}

/// What a question is written in: so faults call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The body of a request.
    Body,
    /// A line of a batch.
    Line,
    /// An element of an array that is a batch.
    Element,
}

impl Source {
    fn name(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Line => "line",
            Self::Element => "element",
        }
    }
}

/// Reads a JSON body, and options from the query.
///
/// # Errors
/// [`Refusal`]: the first fault of syntax, or all others.
pub fn question_from_json<A: QuestionKind>(
    body: &[u8],
    query: &str,
) -> Result<QuestionRequest<A::Question>, Refusal> {
    let json = json(body, Source::Body)?;
    if !matches!(json, Json::Object(_)) {
        return Err(not_an_object(&json, Source::Body));
    }
    let own = A::CAN_SKIP.then_some(OwnOption::Skip);
    let mut faults = Faults::default();
    let mut options =
        Options::from_query(query, AllowedOptions { limit_max: A::LIMIT_MAX, own }, &mut faults);
    let known: &[&str] = match own {
        Some(_) => &["puzzle", "box", "limit", "limits", "skip"],
        None => &["puzzle", "box", "limit", "limits"],
    };
    let members = object(&json, &root(), known, &mut faults).unwrap_or_default();
    options.set_members(&members, A::LIMIT_MAX, &mut faults);
    question_from_members::<A>(&members, &options, faults)
}

/// Reads a text body, which holds the puzzle alone, and options from the query.
///
/// # Errors
/// [`Refusal`]: the first fault of syntax, or all others.
pub fn question_from_text<A: QuestionKind>(
    body: &[u8],
    query: &str,
) -> Result<QuestionRequest<A::Question>, Refusal> {
    let line = text(body, Source::Body)?;
    let own = A::CAN_SKIP.then_some(OwnOption::Skip);
    let mut faults = Faults::default();
    let options = Options::from_query(query, AllowedOptions { limit_max: A::LIMIT_MAX, own }, &mut faults);
    question_from_line::<A>(line, &Location::Body, &options, faults)
}

/// The question of a request whose options are read, from its member `puzzle`.
pub(super) fn question_from_members<A: QuestionKind>(
    members: &[(&str, &Json)],
    options: &Options,
    mut faults: Faults,
) -> Result<QuestionRequest<A::Question>, Refusal> {
    let Some((_, puzzle)) = members.iter().find(|(name, _)| *name == "puzzle") else {
        faults.push(|| {
            let detail = "`puzzle` is missing: a string, or an array of rows";
            Fault::new(FaultCode::MissingField, detail).at(&root())
        });
        return Err(Refusal::Invalid(faults));
    };
    let geometry = geometry(size_from_json(puzzle), options, &mut faults);
    let read = puzzle_from_json(puzzle, &mut faults);
    question::<A>(geometry, read, options, faults)
}

/// The question of a puzzle in one string, whose options are read.
pub(super) fn question_from_line<A: QuestionKind>(
    line: &str,
    place: &Location,
    options: &Options,
    mut faults: Faults,
) -> Result<QuestionRequest<A::Question>, Refusal> {
    // Nearly every line is sound, and lines come by the million: faults are looked for where there are some.
    if faults.is_empty()
        && let Some(question) = sound_question::<A>(line, options)
    {
        return Ok(question);
    }
    let geometry = geometry(size_of_line(line), options, &mut faults);
    let read = puzzle_from_line(line, place, &mut faults);
    question::<A>(geometry, read, options, faults)
}

/// The question of a line without a fault. Allocates the cells of the puzzle and nothing else.
fn sound_question<A: QuestionKind>(line: &str, options: &Options) -> Option<QuestionRequest<A::Question>> {
    let (grid, case) = parse_line(line.trim_ascii(), &mut |_| {})?;
    let shape = options.box_shape.value().unwrap_or_else(|| BoxShape::usual(grid.size()));
    let geometry = Geometry::new(grid.size(), shape).ok()?;
    let puzzle = Puzzle::new(geometry, grid).ok()?;
    Some(with_options::<A>(puzzle, Notation::Line(case), options))
}

/// The place of the object that is a request.
pub(super) fn root() -> Location {
    Location::Pointer(String::new())
}

/// A JSON value that holds no question.
pub(super) fn not_an_object(json: &Json, source: Source) -> Refusal {
    let or_line = if source == Source::Element { ", or a string that is a puzzle" } else { "" };
    let (name, kind) = (source.name(), json.kind());
    let detail = format!("the {name} must be an object with the member `puzzle`{or_line}, not {kind}");
    Refusal::from(Fault::new(FaultCode::NotAnObject, detail).at(&root()))
}

/// The JSON value that these bytes are.
pub(super) fn json(bytes: &[u8], source: Source) -> Result<Json, Refusal> {
    let text = text(bytes, source)?;
    // The offset is one into the bytes, which a byte order mark may begin.
    let skipped = bytes.len() - text.len();
    Json::parse(text).map_err(|fault| Refusal::Syntax(fault.moved(skipped)))
}

/// The bytes as text, without a byte order mark.
pub(super) fn text(bytes: &[u8], source: Source) -> Result<&str, Refusal> {
    let text = str::from_utf8(bytes).map_err(|error| {
        let (at, name) = (error.valid_up_to(), source.name());
        let detail = format!("byte {at} of the {name} begins no UTF-8 character");
        Refusal::Syntax(Fault::new(FaultCode::InvalidUtf8, detail).at_offset(at))
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_ascii().is_empty() {
        let detail = format!("the {} is empty: send a puzzle, as JSON or as text", source.name());
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
fn question<A: QuestionKind>(
    geometry: Option<Geometry>,
    read: Option<(Grid, Notation)>,
    options: &Options,
    faults: Faults,
) -> Result<QuestionRequest<A::Question>, Refusal> {
    let sound = geometry.zip(read).filter(|_| faults.is_empty());
    let puzzle = sound.and_then(|(geometry, (grid, notation))| {
        Puzzle::new(geometry, grid).ok().map(|puzzle| (puzzle, notation))
    });
    let Some((puzzle, notation)) = puzzle else { return Err(Refusal::Invalid(faults)) };
    Ok(with_options::<A>(puzzle, notation, options))
}

fn with_options<A: QuestionKind>(
    puzzle: Puzzle,
    notation: Notation,
    options: &Options,
) -> QuestionRequest<A::Question> {
    let limit = options.limit.value().unwrap_or(A::LIMIT_DEFAULT);
    let limits = RequestedLimits {
        time: options.time_ms.value().map(|time_ms| Duration::from_millis(time_ms.get())),
        nodes: options.nodes.value(),
    };
    QuestionRequest {
        question: A::question(puzzle, limit, options.skip.value().unwrap_or(0)),
        notation,
        limits,
    }
}

fn box_fault(size: usize, shape: BoxShape, place: Option<&Location>) -> Fault {
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
