//! Reads requests from bodies, queries, forms and entries of batches.

use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::time::Duration;

use quadrille_exact_cover::ProblemBounds;
use quadrille_notation::unstable::is_marked;
use quadrille_sudoku::techniques::Language;

use crate::faults::{Fault, FaultCode, Faults, Location, Refusal};
use crate::service::{Answerable, Question, RequestedLimits};
use crate::wire::body_start::is_json_lines;
use crate::wire::examples::Examples;
use crate::wire::json::{Json, is_object_in_text};
use crate::wire::puzzle::array::{is_bare_puzzle, several_lines};
use crate::wire::puzzle::editor::editor_format;
use crate::wire::puzzle::input::Context;
use crate::wire::puzzle::notation::Notation;
use crate::wire::puzzle::options::Reading;
use crate::wire::puzzle::records::plain_record;
use crate::wire::puzzle::usual_lines::UsualLines;
use crate::wire::request::{COUNT_MAX, Fields, Given, GivenJson, Place, Positive, read_object, read_query};
use crate::wire::subject::AnswerNotation;

/// Kind of request.
pub trait RequestKind {
    /// The fields of a request.
    type Request: Fields;
    /// A valid request.
    type Valid;
    /// Path of the endpoint.
    const PATH: &'static str;
    /// First word of its schemas.
    const NAME: &'static str;
    /// Title in the list of endpoints.
    const LINK: &'static str;
    /// Examples for the document.
    const EXAMPLES: Examples;
    /// Kind of its subject.
    const SUBJECT: RequestSubject;

    /// Makes the valid request; otherwise adds faults.
    fn validate(request: Self::Request, context: Context, faults: &mut Faults) -> Option<Self::Valid>;
}

/// Kind of request whose answer a search finds.
pub trait QuestionKind:
    RequestKind<Valid = QuestionRequest<<Self as QuestionKind>::Question, <Self as QuestionKind>::Notation>>
{
    /// The question to the service.
    type Question;
    /// How answers are written.
    type Notation: AnswerNotation;
    /// Where a question has the language of the sentences in its answer; `None` if there are no sentences.
    const LANGUAGE: Option<LanguageOf<Self::Question>> = None;

    /// Returns how the puzzle of a request is read; `None` if it is about none.
    fn reading(_request: &Self::Request) -> Option<Reading<'_>> {
        None
    }

    /// Returns the field of a line of text that has the subject, after the other fields were given to the request; by default, the whole
    /// line.
    fn read_fields<'a>(_request: &mut Self::Request, line: &'a str) -> &'a str {
        line
    }

    /// Overwrites a question without options of its own with the puzzle in `line`, if the line is in the usual form. Otherwise
    /// returns `None` and leaves any valid question.
    fn replace_by_usual_line(
        _question: &mut Self::Question,
        _lines: UsualLines,
        _line: &[u8],
    ) -> Option<Self::Notation> {
        None
    }
}

/// The language that a question names.
pub type LanguageOf<Q> = fn(&mut Q) -> &mut Option<Language>;

/// The answer to a question of kind `K`.
pub type AnswerOf<K> = <<K as QuestionKind>::Question as Answerable>::Answer;

/// The notation of solutions of kind `K`.
pub type NotationOf<K> = <K as QuestionKind>::Notation;

/// What requests are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestSubject {
    /// A puzzle, whose text may have several formats.
    Puzzle,
    /// An exact cover problem.
    CoverProblem,
    /// Properties of a generated puzzle.
    Generated,
}

impl RequestSubject {
    /// Whether requests are about a puzzle that the client gives.
    pub fn is_puzzle(self) -> bool {
        self == Self::Puzzle
    }

    /// Members that a request must have, in words.
    fn required(self) -> &'static str {
        match self {
            Self::Puzzle => "the member `puzzle`",
            Self::CoverProblem => {
                "the members `primary` and `options`, or `matrix`, or an array of rows of 0 and 1, or of options"
            }
            Self::Generated => "options such as `difficulty`",
        }
    }

    /// JSON values without members that hold the subject, in words.
    fn bare(self) -> &'static str {
        match self {
            Self::Puzzle => "a puzzle as a string or an array",
            Self::CoverProblem => "a string that is an exact cover problem, or such an array",
            Self::Generated => "a string that is a name",
        }
    }

    /// Advice for a line of text, if the text of a subject needs several lines.
    pub(crate) fn line_advice(self) -> Option<&'static str> {
        (self == Self::CoverProblem).then_some("send Knuth's text as a JSON string")
    }
}

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
    /// Seed that results name, if the search has one that is no part of the answer.
    pub seed: Option<u64>,
}

impl<Q, N> QuestionRequest<Q, N> {
    /// A question whose results are written in this notation.
    pub(crate) fn new(question: Q, limits: &LimitsRequest, notation: N) -> Self {
        let style = ResultStyle { notation, has_limit: false, seed: None };
        Self { question, limits: limits.requested(), style }
    }

    /// Adds the number of threads that the client named.
    pub(crate) fn with_threads(mut self, threads: &Given<Positive<1024>>) -> Self {
        self.limits.threads =
            threads.get().and_then(|Positive(threads)| NonZeroUsize::try_from(*threads).ok());
        self
    }
}

/// A valid request of kind `K`.
pub type RequestOf<K> = QuestionRequest<<K as QuestionKind>::Question, NotationOf<K>>;

/// Limits of the work. A limit that is reached is not an error: `stopped_by` names it.
#[derive(Clone, Debug, Default, Fields)]
pub struct LimitsRequest {
    /// Time limit of a question in milliseconds, reduced to the configured maximum.
    /// By default 5,000, in batches 1,000.
    pub time_ms: Given<Positive<COUNT_MAX>>,
    /// Maximum number of search tree nodes to visit, reduced to the configured maximum.
    /// By default the configured maximum, if there is one.
    pub nodes: Given<Positive<COUNT_MAX>>,
}

impl LimitsRequest {
    /// Returns the limits named by the client.
    pub fn requested(&self) -> RequestedLimits {
        RequestedLimits {
            time: self.time_ms.get().map(|Positive(time_ms)| Duration::from_millis(time_ms.get())),
            nodes: self.nodes.get().map(|Positive(nodes)| *nodes),
            threads: None,
        }
    }
}

/// The unit of input, as faults call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
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
pub fn read_json<K: RequestKind>(
    body: &[u8],
    query: &str,
    bounds: ProblemBounds,
) -> Result<K::Valid, Refusal> {
    let json = json(body, Source::Body)
        .map_err(|refusal| if is_json_lines(body) { several_lines() } else { refusal })?;
    read_value::<K>(json, query, bounds)
}

/// Reads the JSON of a body, as [`read_json`] does.
pub(crate) fn read_value<K: RequestKind>(
    json: Json,
    query: &str,
    bounds: ProblemBounds,
) -> Result<K::Valid, Refusal> {
    let (mut request, mut faults) = (K::Request::default(), Faults::default());
    read_query(&mut request, query, Place::BodyQuery, &mut faults);
    let context = Context { place: Place::Body, bounds };
    let json = if K::SUBJECT.is_puzzle() { plain_record(json) } else { json };
    let is_editor_puzzle = K::SUBJECT.is_puzzle() && editor_format(&json).is_some();
    if matches!(json, Json::Object(_)) && !is_editor_puzzle {
        read_object(&mut request, json, Place::Body, &Location::root(), &mut faults);
        return validated::<K>(request, context, faults);
    }
    let is_bare = match K::SUBJECT {
        RequestSubject::Puzzle => is_editor_puzzle || is_bare_puzzle(&json)?,
        RequestSubject::CoverProblem => matches!(json, Json::Array(_)),
        RequestSubject::Generated => false,
    };
    if !is_bare {
        return Err(not_an_object::<K>(&json, Source::Body));
    }
    read_bare::<K>(json, Source::Body, request, context, faults)
}

/// Reads a text body, which holds the subject alone, with options from the query. An exact cover problem must be within
/// the bounds.
///
/// # Errors
/// [`Refusal`]: the first syntax error, or all faults.
pub fn read_text<K: RequestKind>(
    body: &[u8],
    query: &str,
    bounds: ProblemBounds,
) -> Result<K::Valid, Refusal> {
    let text = text(body, Source::Body)?;
    let (mut request, mut faults) = (K::Request::default(), Faults::default());
    read_query(&mut request, query, Place::BodyQuery, &mut faults);
    let context = Context { place: Place::BodyQuery, bounds };
    read_subject_text::<K>(text, Location::Body, request, context, faults)
}

/// Reads a query with the subject and its options.
///
/// # Errors
/// [`Refusal::Invalid`] with all faults.
pub fn read_parameters<K: RequestKind>(query: &str, bounds: ProblemBounds) -> Result<K::Valid, Refusal> {
    let (mut request, mut faults) = (K::Request::default(), Faults::default());
    read_query(&mut request, query, Place::Query, &mut faults);
    validated::<K>(request, Context { place: Place::Query, bounds }, faults)
}

/// Reads a form: fields such as `puzzle=1...&limit=2`, or a puzzle alone.
///
/// # Errors
/// [`Refusal`]: the first syntax error, or all faults.
pub fn read_form<K: RequestKind>(
    body: &[u8],
    query: &str,
    bounds: ProblemBounds,
) -> Result<K::Valid, Refusal> {
    if !has_fields(body) {
        return read_text::<K>(&unnamed_field(body), query, bounds);
    }
    let fields = text(body, Source::Body)?.trim_ascii();
    read_parameters::<K>(&format!("{fields}&{query}"), bounds)
}

/// Reads a request without members, whose options have been read.
pub(crate) fn read_bare<K: RequestKind>(
    json: Json,
    source: Source,
    mut request: K::Request,
    context: Context,
    faults: Faults,
) -> Result<K::Valid, Refusal> {
    if is_encoded_twice(&json) {
        return Err(encoded_twice(source));
    }
    let mut subject = GivenJson { json, location: Location::root() };
    if !request.set_subject(&mut subject) {
        return Err(not_an_object::<K>(&subject.json, source));
    }
    validated::<K>(request, context, faults)
}

/// Reads a subject that is text, whose options have been read.
pub(crate) fn read_subject_text<K: RequestKind>(
    text: &str,
    location: Location,
    mut request: K::Request,
    context: Context,
    mut faults: Faults,
) -> Result<K::Valid, Refusal> {
    let mut subject = GivenJson { json: Json::String(text.to_owned()), location };
    if !request.set_subject(&mut subject) {
        faults.add(
            FaultCode::FormatSyntax,
            &subject.location,
            || "the body must have fields, such as difficulty=hard, or be a JSON object",
        );
    }
    validated::<K>(request, context, faults)
}

/// Makes a request of the fields that were given.
pub(crate) fn validated<K: RequestKind>(
    request: K::Request,
    context: Context,
    mut faults: Faults,
) -> Result<K::Valid, Refusal> {
    let valid = K::validate(request, context, &mut faults);
    // A rule that is not read explains more than unknown names beside it.
    if faults.listed.iter().any(|fault| fault.constraint.is_some()) {
        let is_name = |pointer: &str| pointer.rfind('/') == Some(0);
        faults.listed.sort_by_key(|fault| {
            fault.code == FaultCode::UnknownField && fault.pointer.as_deref().is_some_and(is_name)
        });
    }
    valid.filter(|_| faults.is_empty()).ok_or(Refusal::Invalid(faults))
}

/// The fault of a JSON value that should be an object.
pub(crate) fn not_an_object<K: RequestKind>(json: &Json, source: Source) -> Refusal {
    if is_encoded_twice(json) {
        return encoded_twice(source);
    }
    let bare = if source != Source::Body { format!(", or {}", K::SUBJECT.bare()) } else { String::new() };
    let (name, required, kind) = (source.name(), K::SUBJECT.required(), json.kind());
    let detail = format!("the {name} must be an object with {required}{bare}, not {kind}");
    Refusal::from(Fault::new(FaultCode::NotAnObject, detail).at(&Location::root()))
}

/// Whether a string holds a JSON object that is no puzzle of another program, or a string that holds one.
fn is_encoded_twice(json: &Json) -> bool {
    matches!(json, Json::String(text) if is_object_in_text(text))
}

/// The fault of JSON that is encoded twice.
fn encoded_twice(source: Source) -> Refusal {
    let detail = format!(
        "the {} is JSON encoded twice: send the object itself, not a string that holds it",
        source.name()
    );
    Refusal::from(Fault::new(FaultCode::NotAnObject, detail).at(&Location::root()))
}

/// Whether a form has fields. A drawn puzzle may have rules of `=`, but not after a name.
pub(crate) fn has_fields(body: &[u8]) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_';
    let name = body.trim_ascii().split(|byte| matches!(byte, b'=' | b'&')).next().unwrap_or_default();
    body.contains(&b'=') && name.first().is_some_and(u8::is_ascii_alphabetic) && name.iter().all(is_name)
}

/// Returns a puzzle without a field name, decoded if it is percent-encoded. Without that, a `+` is a blank unless it
/// belongs to a drawn border.
fn unnamed_field(body: &[u8]) -> Cow<'_, [u8]> {
    let has_border = || body.windows(2).any(|pair| matches!(pair, b"+-" | b"-+" | b"+=" | b"=+"));
    // A position of HoDoKu: removed candidates follow a colon, and no address has one.
    let has_placed = || body.contains(&b':') && str::from_utf8(body).is_ok_and(is_marked);
    let is_encoded = body.contains(&b'%') || (body.contains(&b'+') && !has_border() && !has_placed());
    if !is_encoded || body.iter().any(|byte| matches!(byte, b'=' | b'&')) {
        return Cow::Borrowed(body);
    }
    let decoded = form_urlencoded::parse(body).next().map(|(name, _)| name.into_owned().into_bytes());
    Cow::Owned(decoded.unwrap_or_default())
}

/// Name of the query parameter with the text format.
const FORMAT: &str = "format";

/// Adds a text format to a query, such as `csv`, unless the query names one.
pub fn with_default_format(query: &str, format: &str) -> String {
    match form_urlencoded::parse(query.as_bytes()).any(|(name, _)| name == FORMAT) {
        true => query.to_owned(),
        false => format!("{query}&{FORMAT}={format}"),
    }
}

/// Parses JSON.
pub(crate) fn json(bytes: &[u8], source: Source) -> Result<Json, Refusal> {
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
pub(crate) fn text(bytes: &[u8], source: Source) -> Result<&str, Refusal> {
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
