//! Reads questions from the bytes of a request.

use quadrille_exact_cover::ProblemBounds;
use quadrille_sudoku::{BoxShape, Puzzle, Rules};

use super::body_start::is_json_lines;
use super::candidates::candidates_from_json;
use super::fault::{Fault, FaultCode, Faults, Location, Refusal};
use super::json::Json;
use super::kind::{NotationOf, QuestionKind};
use super::notation::Notation;
use super::object::{MemberNames, object};
use super::options::{Options, SolutionOrder};
use super::puzzle::{ReadPuzzle, digits_from_zero_fault};
use super::puzzle_array::{is_bare_puzzle, several_lines};
use super::subject::RequestSubject;
use crate::service::{Question, RequestedLimits};

/// A valid request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionRequest<Q = Question, N = Notation> {
    /// The question.
    pub question: Q,
    /// The limits named by the client.
    pub limits: RequestedLimits,
    /// How results are written.
    pub style: ResultStyle<N>,
}

/// How the results of a question are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultStyle<N = Notation> {
    /// The notation of the solutions.
    pub notation: N,
    /// Whether the client named `limit`.
    pub has_limit: bool,
    /// Order in which solutions are found.
    pub order: SolutionOrder,
}

/// A valid request of kind `K`.
pub type RequestOf<K> = QuestionRequest<<K as QuestionKind>::Question, NotationOf<K>>;

/// The unit of input, as faults call it.
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

/// Reads a JSON body, with options from the body and the query. An exact cover problem must be within the bounds.
///
/// # Errors
/// [`Refusal`]: the first syntax error, or all faults.
pub fn question_from_json<K: QuestionKind>(
    body: &[u8],
    query: &str,
    bounds: ProblemBounds,
) -> Result<RequestOf<K>, Refusal> {
    let json = json(body, Source::Body)
        .map_err(|refusal| if is_json_lines(body) { several_lines() } else { refusal })?;
    let mut faults = Faults::default();
    let mut options = Options::from_query(query, K::OPTIONS, &[], &mut faults);
    if !matches!(json, Json::Object(_)) {
        let is_bare = K::Subject::HAS_FORMATS && is_bare_puzzle(&json)?;
        let bare = Some(&json).filter(|_| is_bare);
        let read = bare.and_then(|json| question_from_bare::<K>(json, &options, bounds, faults));
        return read.unwrap_or_else(|| Err(not_an_object::<K::Subject>(&json, Source::Body)));
    }
    let known = MemberNames { subject: K::Subject::MEMBERS, options: K::OPTIONS, others: &[] };
    let members = object(&json, &Location::root(), &known, &mut faults).unwrap_or_default();
    options.set_members(&members, K::OPTIONS, &mut faults);
    question_from_members::<K>(&members, &options, bounds, faults)
}

/// Reads a text body, which holds the subject alone, with options from the query. An exact cover problem must be within
/// the bounds.
///
/// # Errors
/// [`Refusal`]: the first syntax error, or all faults.
pub fn question_from_text<K: QuestionKind>(
    body: &[u8],
    query: &str,
    bounds: ProblemBounds,
) -> Result<RequestOf<K>, Refusal> {
    question_from_text_and::<K>(body, query, &[], bounds)
}

/// Reads a text like [`question_from_text`]. The query also had the parameters `others`.
pub(super) fn question_from_text_and<K: QuestionKind>(
    body: &[u8],
    query: &str,
    others: &[&'static str],
    bounds: ProblemBounds,
) -> Result<RequestOf<K>, Refusal> {
    let line = text(body, Source::Body)?;
    let mut faults = Faults::default();
    let options = Options::from_query(query, K::OPTIONS, others, &mut faults);
    question_from_subject_text::<K>(line, &Location::Body, &options, bounds, faults)
}

/// Reads the subject of a request whose options have been read.
pub(super) fn question_from_members<K: QuestionKind>(
    members: &[(&str, &Json)],
    options: &Options,
    bounds: ProblemBounds,
    faults: Faults,
) -> Result<RequestOf<K>, Refusal> {
    let (subject, notation) = K::Subject::from_members(members, options, bounds, faults)?;
    with_options::<K>(subject, notation, options)
}

/// Reads a subject that is text, whose options have been read.
pub(super) fn question_from_subject_text<K: QuestionKind>(
    text: &str,
    location: &Location,
    options: &Options,
    bounds: ProblemBounds,
    faults: Faults,
) -> Result<RequestOf<K>, Refusal> {
    let (subject, notation) = K::Subject::from_text(text, location, options, bounds, faults)?;
    with_options::<K>(subject, notation, options)
}

/// Reads a request that is a JSON value without members, with options that have been read; `None` if no such value holds its subject.
pub(super) fn question_from_bare<K: QuestionKind>(
    json: &Json,
    options: &Options,
    bounds: ProblemBounds,
    faults: Faults,
) -> Option<Result<RequestOf<K>, Refusal>> {
    match json {
        Json::String(text) => {
            Some(question_from_subject_text::<K>(text, &Location::root(), options, bounds, faults))
        }
        Json::Array(_) => {
            let read = K::Subject::from_array(json, options, faults)?;
            Some(read.and_then(|(subject, notation)| with_options::<K>(subject, notation, options)))
        }
        _ => None,
    }
}

/// The fault of a JSON value that should be an object.
pub(super) fn not_an_object<S: RequestSubject>(json: &Json, source: Source) -> Refusal {
    let bare = if source != Source::Body { format!(", or {}", S::BARE) } else { String::new() };
    let (name, required, kind) = (source.name(), S::REQUIRED, json.kind());
    let detail = format!("the {name} must be an object with {required}{bare}, not {kind}");
    Refusal::from(Fault::new(FaultCode::NotAnObject, detail).at(&Location::root()))
}

/// Parses JSON.
pub(super) fn json(bytes: &[u8], source: Source) -> Result<Json, Refusal> {
    let text = text(bytes, source)?;
    // Offsets count from the byte order mark.
    let skipped = bytes.len() - text.len();
    Json::parse(text).map_err(|fault| {
        let fault = fault.moved(skipped);
        // The line of the entry is known, and it is the only one.
        let detail = match source {
            Source::Line => fault.detail.replace(" at line 1 column ", " at column "),
            Source::Body | Source::Element => fault.detail.clone(),
        };
        Refusal::Syntax(Fault { detail, ..fault })
    })
}

/// Decodes UTF-8 and removes a byte order mark.
pub(super) fn text(bytes: &[u8], source: Source) -> Result<&str, Refusal> {
    let text = str::from_utf8(bytes).map_err(|error| {
        let (at, name) = (error.valid_up_to(), source.name());
        let detail = format!("byte {at} of the {name} is not valid UTF-8");
        Refusal::Syntax(Fault::new(FaultCode::InvalidUtf8, detail).at_offset(at))
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_ascii().is_empty() {
        let detail = format!("the {} is empty: send JSON or text", source.name());
        return Err(Refusal::Syntax(Fault::new(FaultCode::EmptyBody, detail)));
    }
    Ok(text)
}

/// Makes the rules of a size; `None`, with a fault, if the box does not fit the size or the drawing.
pub(super) fn rules(
    size: usize,
    drawn: Option<BoxShape>,
    options: &Options,
    faults: &mut Faults,
) -> Option<Rules> {
    let shape = options.box_shape().or(drawn).unwrap_or_else(|| BoxShape::usual(size));
    let Ok(rules) = Rules::plain(size, shape) else {
        faults.push(|| box_fault(size, shape, options.box_location()));
        return None;
    };
    if let Some(drawn) = drawn.filter(|drawn| *drawn != shape) {
        faults.push(|| {
            let detail = format!("`box` is {shape}, but the puzzle shows boxes of {drawn}");
            let fault = Fault::new(FaultCode::BoxMismatch, detail);
            match options.box_location() {
                Some(location) => fault.at(location),
                None => fault,
            }
        });
        return None;
    }
    Some(rules)
}

/// Makes the puzzle that was read, with its notation, and adds its faults to the others. `invalid_size` returns the size of an
/// invalid puzzle, if it has one.
pub(super) fn puzzle_of(
    read: Option<ReadPuzzle>,
    invalid_size: impl FnOnce() -> Option<usize>,
    puzzle_faults: Faults,
    options: &Options,
    faults: &mut Faults,
) -> Option<(Puzzle, Notation)> {
    let drawn = read.as_ref().and_then(|read| read.box_shape);
    let size = read.as_ref().and_then(|read| read.grid.square_size()).or_else(invalid_size);
    let rules = size.and_then(|size| rules(size, drawn, options, faults));
    faults.append(puzzle_faults);
    let rules = rules?;
    let ReadPuzzle { grid, mut notation, candidates: own, .. } = read?.with_rules(&rules, faults)?;
    if notation.alphabet().begins_with_zero() {
        let others = [options.candidates(), options.entries(), options.marks(), options.step()];
        for (_, location) in others.into_iter().flatten() {
            faults.push(|| digits_from_zero_fault(location));
        }
    }
    let candidates = options.candidates().and_then(|(json, location)| {
        if own.is_some() {
            faults.push(|| {
                let detail = "the text of the puzzle has candidates already: give them once";
                Fault::new(FaultCode::GivenTwice, detail).at(location)
            });
            return None;
        }
        let mut candidate_faults = Faults::default();
        let read = candidates_from_json(json, location, &grid, &mut candidate_faults);
        faults.append(candidate_faults);
        read
    });
    if let (Notation::Text(text), Some(shape)) = (&mut notation, options.box_shape()) {
        text.box_shape = shape;
    }
    let puzzle = Puzzle::new(rules, grid).ok()?;
    let puzzle = match candidates.or(own) {
        Some(candidates) => puzzle.with_candidates(candidates).ok()?,
        None => puzzle,
    };
    faults.is_empty().then_some((puzzle, notation))
}

fn with_options<K: QuestionKind>(
    subject: K::Subject,
    notation: NotationOf<K>,
    options: &Options,
) -> Result<RequestOf<K>, Refusal> {
    let mut faults = Faults::default();
    let question = K::question(subject, options, &mut faults);
    let Some(question) = question.filter(|_| faults.is_empty()) else {
        return Err(Refusal::Invalid(faults));
    };
    let style = ResultStyle { notation, has_limit: options.limit().is_some(), order: options.order() };
    Ok(QuestionRequest { question, limits: options.limits(), style })
}

fn box_fault(size: usize, shape: BoxShape, location: Option<&Location>) -> Fault {
    let fitting: Vec<String> = BoxShape::all(size).map(|shape| shape.to_string()).collect();
    let detail = format!(
        "a box of {shape} has {} cells, but a row of this grid has {size}: use one of {}",
        shape.width * shape.height,
        fitting.join(", ")
    );
    let fault = Fault::new(FaultCode::BoxMismatch, detail);
    match location {
        Some(location) => fault.at(location),
        None => fault,
    }
}
