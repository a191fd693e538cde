//! Entries of a batch: lines of a stream, or elements of an array.

use quadrille_exact_cover::ProblemBounds;
use quadrille_sudoku::notation::Format;
use quadrille_sudoku::unstable::other_fields;
use serde::Serialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use serde_json::value::RawValue;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, OneOfBuilder, SchemaFormat, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::service::Question;
use crate::wire::answer_kind::BatchKind;
use crate::wire::batch::kept::Kept;
use crate::wire::body_start::{first_symbol, is_json_in_file};
use crate::wire::fault::{Fault, FaultCode, Faults, Location, Refusal};
use crate::wire::json::Json;
use crate::wire::puzzle::array::{ArrayMeaning, array_meaning, either};
use crate::wire::puzzle::input::{Context, UsualLines};
use crate::wire::puzzle::notation::Notation;
use crate::wire::question::{NotationOf, QuestionKind};
use crate::wire::question::{
    QuestionRequest, RequestKind, ResultStyle, Source, json, read_bare, read_subject_text, text, validated,
};
use crate::wire::request::number::whole;
use crate::wire::request::{
    Components, Fields, Flat, Given, OptionValue, Place, component, names, or_fault, read_query, read_record,
    wrong_type,
};

/// Maximum length of an id in characters.
pub(crate) const ID_CHARACTERS_MAX: usize = 128;

/// Maximum length of an array that may be one puzzle.
const PUZZLE_BYTES_MAX: usize = 64 << 10;

/// Format of batch entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryForm {
    /// A line of JSON: the body of the single endpoint, with an optional `id`; a record of a data set; or a puzzle as a string or an
    /// array.
    Json,
    /// A line with a puzzle in symbols.
    Text,
    /// The same in a file of the command line, or the whole file.
    FileText,
    /// Text or JSON in a file of the command line, as the entry begins.
    File,
    /// An element of a JSON array: such a value.
    Element,
}

impl EntryForm {
    /// Returns the format of a body of text that begins with these bytes: JSON if it begins like JSON, or if a line of text
    /// cannot hold the subject.
    pub fn of_text<K: RequestKind>(first: &[u8]) -> Self {
        match first_symbol(first) {
            Some(b'[') => Self::Element,
            Some(b'{' | b'"') => Self::Json,
            _ if K::SUBJECT.line_advice().is_some() => Self::Json,
            _ => Self::Text,
        }
    }
}

/// Options in the query of a batch of kind `K`.
#[derive(Clone, Debug)]
pub struct BatchOptions<K: BatchKind> {
    /// Options that entries inherit.
    request: K::Request,
    flags: BatchFlags,
    /// How lines are read that are whole puzzles.
    usual_lines: Option<UsualLines>,
    /// Names of all options, and of members with the subject. A similar name in a record is a misspelt one.
    names: Vec<&'static str>,
}

/// Options of a batch that its entries do not have.
#[derive(Clone, Debug, Default, Fields)]
pub(crate) struct BatchFlags {
    /// Whether each result contains `stats`.
    /// By default `false`.
    #[places(BATCH)]
    pub stats: Given<bool>,
    /// Whether each result repeats the other columns of its row, or the other members of its record, as `kept`. In text they
    /// follow the answer, with a tab before each.
    /// By default `false`.
    #[places(BATCH)]
    pub keep: Given<bool>,
}

/// Fields of the query of a batch.
#[derive(Clone, Debug, Default, Fields)]
pub(crate) struct BatchFields<F: Fields> {
    request: Flat<F>,
    flags: Flat<BatchFlags>,
}

/// Fields of an entry of a batch.
#[derive(Clone, Debug, Default, Fields)]
pub(crate) struct EntryFields<F: Fields> {
    request: Flat<F>,
    /// Name or number of the entry, which its result repeats.
    #[places(MEMBERS)]
    id: Given<EntryId>,
}

/// A valid entry of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<Q = Question, N = Notation> {
    /// The request.
    pub request: QuestionRequest<Q, N>,
    /// The id, if it has one.
    pub id: Option<EntryId>,
    /// Whether it is a text, which has no options of its own.
    pub is_text: bool,
    /// What its answer repeats.
    pub kept: Option<Kept>,
    /// Number of other members, which were ignored.
    pub ignored_members: u64,
}

/// A valid entry of kind `K`.
pub type EntryOf<K> = Entry<<K as QuestionKind>::Question, NotationOf<K>>;

/// An invalid entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedEntry {
    /// Its faults.
    pub refusal: Refusal,
    /// The id, if it has a valid one.
    pub id: Option<EntryId>,
}

/// Id of an entry, which its result repeats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum EntryId {
    /// A string.
    Text(String),
    /// An integer.
    Number(i64),
}

impl<K: BatchKind> BatchOptions<K> {
    /// Reads the query of a batch.
    ///
    /// # Errors
    /// [`Refusal`]: all faults.
    pub fn from_query(query: &str) -> Result<Self, Refusal> {
        let (mut fields, mut faults) = (BatchFields::<K::Request>::default(), Faults::default());
        read_query(&mut fields, query, Place::BatchQuery, &mut faults);
        if !faults.is_empty() {
            return Err(Refusal::Invalid(faults));
        }
        let (request, flags) = (fields.request.into_inner(), fields.flags.into_inner());
        let usual_lines = K::reading(&request).and_then(|reading| UsualLines::new(&reading));
        let names = [option_names::<K::Request>(), names::<BatchFlags>(Place::BatchQuery)].concat();
        Ok(Self { request, flags, usual_lines, names })
    }

    /// Whether n lines of n symbols are one grid, even if each line is a puzzle.
    pub fn has_grid_layout(&self) -> bool {
        K::reading(&self.request).is_some_and(|reading| reading.has_grid_layout)
    }

    /// Whether results contain statistics; by default not.
    pub fn stats(&self) -> bool {
        self.flags.stats.copied() == Some(true)
    }

    fn keep(&self) -> bool {
        self.flags.keep.copied() == Some(true)
    }

    /// The format in which a puzzle is read, if it is a text; `None` if it is detected.
    fn format(&self) -> Option<Format> {
        K::reading(&self.request)?.format
    }
}

/// Reads an entry. Its own options override options of the batch. An exact cover problem must be within the bounds.
///
/// A line has no line feed at its end, but may have a carriage return. Offsets of faults count from the start of the entry.
///
/// # Errors
/// [`RefusedEntry`]: the first syntax error, or all faults.
pub fn read_entry<K: BatchKind>(
    form: EntryForm,
    bytes: &[u8],
    options: &BatchOptions<K>,
    bounds: ProblemBounds,
) -> Result<EntryOf<K>, Box<RefusedEntry>> {
    match form {
        EntryForm::Text => entry_from_text(bytes, Location::Line, options, bounds),
        EntryForm::Json => entry_from_json(bytes, Source::Line, options, bounds),
        EntryForm::File if is_json_in_file(bytes, options.format()) => {
            entry_from_json(bytes, Source::Line, options, bounds)
        }
        EntryForm::FileText | EntryForm::File => entry_from_text(bytes, Location::FileLine, options, bounds),
        EntryForm::Element => entry_from_json(bytes, Source::Element, options, bounds),
    }
}

/// Overwrites the request of an entry without options of its own with the puzzle in `line`, if the line is in the usual form, as
/// nearly all lines are. Returns whether it is: if not, the question may be any valid one.
///
/// Does the same as [`read_entry`] of a text with the same options, in the same memory. Inlined, because moving a
/// request takes as long as reading it.
#[inline(always)]
pub fn replace_by_usual_line<K: BatchKind>(
    line: &[u8],
    options: &BatchOptions<K>,
    question: &mut K::Question,
    style: &mut ResultStyle<NotationOf<K>>,
) -> bool {
    let Some(lines) = options.usual_lines else { return false };
    match K::replace_by_usual_line(question, lines, line) {
        Some(notation) => {
            style.notation = notation;
            true
        }
        None => false,
    }
}

/// Reads an entry that is text.
fn entry_from_text<K: BatchKind>(
    bytes: &[u8],
    location: Location,
    options: &BatchOptions<K>,
    bounds: ProblemBounds,
) -> Result<EntryOf<K>, Box<RefusedEntry>> {
    let line = text(bytes, Source::Line)?;
    let context = Context { place: Place::Entry, bounds };
    let request =
        read_subject_text::<K>(line, location, options.request.clone(), context, Faults::default())?;
    let fields = if options.keep() && K::SUBJECT.is_puzzle() { other_fields(line) } else { Vec::new() };
    Ok(Entry { request, id: None, is_text: true, kept: Kept::from_fields(fields), ignored_members: 0 })
}

/// Reads an entry that is an object, a string or an array.
fn entry_from_json<K: BatchKind>(
    bytes: &[u8],
    source: Source,
    options: &BatchOptions<K>,
    bounds: ProblemBounds,
) -> Result<EntryOf<K>, Box<RefusedEntry>> {
    let json = json(bytes, source).map_err(|refusal| with_line_advice::<K>(refusal, bytes, source))?;
    let context = Context { place: Place::Entry, bounds };
    let json = match json {
        Json::Object(members) => return entry_from_members(members, options, context),
        json => json,
    };
    let request = read_bare::<K>(json, source, options.request.clone(), context, Faults::default())?;
    Ok(Entry { request, id: None, is_text: false, kept: None, ignored_members: 0 })
}

/// Adds the advice for lines of text to the syntax error of a line that does not begin like JSON.
fn with_line_advice<K: RequestKind>(refusal: Refusal, line: &[u8], source: Source) -> Refusal {
    let is_text = source == Source::Line && !matches!(first_symbol(line), Some(b'{' | b'[' | b'"'));
    match (refusal, K::SUBJECT.line_advice()) {
        (Refusal::Syntax(fault), Some(advice)) if is_text && fault.code == FaultCode::JsonSyntax => {
            Refusal::Syntax(Fault { detail: format!("the line is not JSON: {advice}"), ..fault })
        }
        (refusal, _) => refusal,
    }
}

/// Reads an entry that is an object: a request, or a record of a data set with other members.
fn entry_from_members<K: BatchKind>(
    members: Vec<(String, Json)>,
    options: &BatchOptions<K>,
    context: Context,
) -> Result<EntryOf<K>, Box<RefusedEntry>> {
    let (mut fields, mut faults) = (EntryFields::<K::Request>::default(), Faults::default());
    let others = read_record(&mut fields, members, |name| is_similar(name, &options.names), &mut faults);
    let (mut request, id) = (fields.request.into_inner(), fields.id.get().cloned());
    request.inherit(&options.request);
    match validated::<K>(request, context, faults) {
        Ok(request) if options.keep() => {
            Ok(Entry { request, id, is_text: false, kept: Kept::from_members(others), ignored_members: 0 })
        }
        Ok(request) => {
            Ok(Entry { request, id, is_text: false, kept: None, ignored_members: others.len() as u64 })
        }
        Err(refusal) => Err(Box::new(RefusedEntry { refusal, id })),
    }
}

/// Reads a puzzle of a file of the command line, or the whole file, with options from the query. JSON is an entry of a batch.
///
/// # Errors
/// [`Refusal`]: the first syntax error, or all faults.
pub(crate) fn read_file_entry<K: RequestKind>(
    entry: &[u8],
    query: &str,
    format: impl Fn(&K::Request) -> Option<Format>,
) -> Result<K::Valid, Refusal> {
    let (mut fields, mut faults) = (EntryFields::<K::Request>::default(), Faults::default());
    read_query(&mut *fields.request, query, Place::BodyQuery, &mut faults);
    let context = Context { place: Place::Entry, bounds: ProblemBounds::MAX };
    if !is_json_in_file(entry, format(&fields.request)) {
        let text = text(entry, Source::Body)?;
        return read_subject_text::<K>(
            text,
            Location::FileLine,
            fields.request.into_inner(),
            context,
            faults,
        );
    }
    match json(entry, Source::Line)? {
        Json::Object(members) => {
            let names = option_names::<K::Request>();
            read_record(&mut fields, members, |name| is_similar(name, &names), &mut faults);
            validated::<K>(fields.request.into_inner(), context, faults)
        }
        json => read_bare::<K>(json, Source::Line, fields.request.into_inner(), context, faults),
    }
}

/// The names of the options of a request, and of members with its subject.
fn option_names<F: Fields>() -> Vec<&'static str> {
    [names::<F>(Place::Body), names::<F>(Place::BodyQuery)].concat()
}

/// Whether a name is one of these, with at most one mistake.
fn is_similar(name: &str, names: &[&str]) -> bool {
    let lower = name.to_lowercase();
    let is_similar =
        |known: &&str| known.len().abs_diff(lower.len()) <= 1 && strsim::osa_distance(known, &lower) <= 1;
    names.iter().any(is_similar)
}

impl OptionValue for EntryId {
    fn from_json(json: Json, location: &Location, faults: &mut Faults) -> Option<Self> {
        match json {
            Json::String(id) => Self::from_text(&id, location, faults),
            Json::Number(number) => {
                let id = whole(&number).and_then(|value| i64::try_from(value).ok()).map(Self::Number);
                or_fault(id, location, faults, || {
                    let detail = format!("must be a whole number from {} to {}", i64::MIN, i64::MAX);
                    Fault::new(FaultCode::OutOfRange, detail)
                })
            }
            other => {
                let expected = format!("a string of at most {ID_CHARACTERS_MAX} characters or an integer");
                or_fault(None, location, faults, || wrong_type(&other, &expected))
            }
        }
    }

    fn from_text(text: &str, location: &Location, faults: &mut Faults) -> Option<Self> {
        let length = text.chars().count();
        let id = (length <= ID_CHARACTERS_MAX).then(|| Self::Text(text.to_owned()));
        or_fault(id, location, faults, || {
            let detail = format!("has {length} characters: the maximum is {ID_CHARACTERS_MAX}");
            Fault::new(FaultCode::IdTooLong, detail)
        })
    }

    fn schema(components: &mut Components) -> RefOr<Schema> {
        component::<Self>(components)
    }
}

impl ToSchema for EntryId {}

impl PartialSchema for EntryId {
    fn schema() -> RefOr<Schema> {
        let text = ObjectBuilder::new().schema_type(Type::String).max_length(Some(ID_CHARACTERS_MAX));
        let format = SchemaFormat::KnownFormat(KnownFormat::Int64);
        let number = ObjectBuilder::new().schema_type(Type::Integer).format(Some(format));
        OneOfBuilder::new()
            .item(text)
            .item(number)
            .description(Some("Name or number of an entry."))
            .examples([Value::from("sunday-17")])
            .into()
    }
}

/// Position in a checked JSON array, which yields the texts of its elements for [`read_entry`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrayCursor {
    /// Offset after the last element, or of the opening bracket.
    offset: usize,
    /// Whether the array is one puzzle, and so its own only element.
    is_puzzle: bool,
}

impl ArrayCursor {
    /// Checks the array. A fault within an element, such as a number out of range, belongs to that element.
    ///
    /// # Errors
    /// [`Refusal`]: the body is empty, not UTF-8, not JSON or not an array, or the array may be one puzzle or several.
    pub fn new<K: RequestKind>(body: &[u8]) -> Result<Self, Refusal> {
        let array = text(body, Source::Body)?;
        let mark = body.len() - array.len();
        let blanks = array.len() - array.trim_ascii_start().len();
        if !array[blanks..].starts_with('[') {
            let json = json(body, Source::Body)?;
            let detail = format!(
                "the body must be an array of puzzles, not {}: put it into brackets, or send it to the path without `/batch`",
                json.kind()
            );
            return Err(Fault::new(FaultCode::WrongType, detail).at(&Location::root()).into());
        }
        // Elements without a size take no memory.
        serde_json::from_str::<Vec<IgnoredAny>>(array)
            .map_err(|error| Refusal::Syntax(Json::fault(array, &error).moved(mark)))?;
        let is_puzzle = K::SUBJECT.is_puzzle() && array.len() <= PUZZLE_BYTES_MAX && is_puzzle(array)?;
        Ok(Self { offset: mark + blanks, is_puzzle })
    }

    /// Whether the array is one puzzle, and so its own only element.
    pub fn is_puzzle(self) -> bool {
        self.is_puzzle
    }

    /// Returns the text of the next element of the checked `body`; `None` at its end.
    pub fn next<'a>(&mut self, body: &'a [u8]) -> Option<&'a str> {
        let rest = body.get(self.offset..)?;
        if self.is_puzzle {
            self.offset = body.len();
            return str::from_utf8(rest).ok().map(str::trim_ascii).filter(|puzzle| !puzzle.is_empty());
        }
        // The opening bracket, a comma, or the closing bracket.
        let separator = rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let rest = &rest[separator + 1..];
        let mut values = serde_json::Deserializer::from_slice(rest).into_iter::<&RawValue>();
        // There is no value after the closing bracket. In an empty array the bracket itself is read as an invalid one.
        let element = values.next()?.ok()?;
        self.offset += separator + 1 + values.byte_offset();
        Some(element.get())
    }
}

/// Whether a valid array is one puzzle.
fn is_puzzle(array: &str) -> Result<bool, Refusal> {
    // Numbers out of range are faults of elements.
    let Ok(array) = Json::parse(array) else { return Ok(false) };
    match array_meaning(&array) {
        ArrayMeaning::Puzzle => Ok(true),
        ArrayMeaning::Either => Err(either("send the grid as `puzzle` of an object in the array")),
        ArrayMeaning::Puzzles | ArrayMeaning::Unclear => Ok(false),
    }
}

/// Makes the refusal of a line that is too long.
pub fn line_too_long(bytes_max: usize) -> Refusal {
    let detail = format!("a line may have at most {bytes_max} bytes");
    Refusal::Syntax(Fault::new(FaultCode::LineTooLong, detail))
}

/// Maximum number of bytes of a batch without an entry.
pub const BLANK_BYTES_MAX: u64 = 64 << 20;

/// Makes the refusal of a batch with more than [`BLANK_BYTES_MAX`] without an entry.
pub(crate) fn no_entry() -> Refusal {
    let mib = BLANK_BYTES_MAX >> 20;
    let detail = format!(
        "the batch has {mib} MiB without an entry, and ends here: leave out blank lines and comments"
    );
    Refusal::Syntax(Fault::new(FaultCode::NoEntry, detail))
}

/// Boxed: nearly every entry is valid, and its result should be small.
impl From<Refusal> for Box<RefusedEntry> {
    fn from(refusal: Refusal) -> Self {
        Self::new(RefusedEntry { refusal, id: None })
    }
}
