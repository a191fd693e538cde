//! Entries of a batch: lines of a stream, or elements of an array.

use quadrille_exact_cover::ProblemBounds;
use quadrille_sudoku::unstable::other_fields;
use serde::Serialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::answer_kind::BatchKind;
use super::body_start::{first_symbol, is_json_in_file};
use super::fault::{Fault, FaultCode, Faults, Location, Refusal};
use super::json::Json;
use super::kept::Kept;
use super::kind::{NotationOf, QuestionKind};
use super::notation::Notation;
use super::number::whole;
use super::object::{MemberNames, record};
use super::options::Options;
use super::puzzle_array::{ArrayMeaning, array_meaning, either};
use super::question::{
    QuestionRequest, ResultStyle, Source, json, not_an_object, question_from_bare, question_from_members,
    question_from_subject_text, text,
};
use super::subject::RequestSubject;
use crate::service::Question;

/// Maximum length of an id in characters.
pub(super) const ID_CHARACTERS_MAX: usize = 128;

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
    pub fn of_text<S: RequestSubject>(first: &[u8]) -> Self {
        match first_symbol(first) {
            Some(b'[') => Self::Element,
            Some(b'{' | b'"') => Self::Json,
            _ if S::LINE_ADVICE.is_some() => Self::Json,
            _ => Self::Text,
        }
    }
}

/// Options in the query of a batch, which entries may override.
#[derive(Clone, Debug)]
pub struct BatchOptions {
    options: Options,
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

impl BatchOptions {
    /// Reads the query of a batch.
    ///
    /// # Errors
    /// [`Refusal`]: all faults.
    pub fn from_query<K: BatchKind>(query: &str) -> Result<Self, Refusal> {
        let mut faults = Faults::default();
        let options = Options::from_query(query, K::BATCH_OPTIONS, &[], &mut faults);
        if faults.is_empty() { Ok(Self { options }) } else { Err(Refusal::Invalid(faults)) }
    }

    /// Whether n lines of n symbols are one grid, even if each line is a puzzle.
    pub fn has_grid_layout(&self) -> bool {
        self.options.has_grid_layout()
    }

    /// Whether results contain statistics; by default not.
    pub fn stats(&self) -> bool {
        self.options.stats().unwrap_or(false)
    }
}

/// Reads an entry. Its own options override those of the batch. An exact cover problem must be within the bounds.
///
/// A line has no line feed at its end, but may have a carriage return. Offsets of faults count from the start of the entry.
///
/// # Errors
/// [`RefusedEntry`]: the first syntax error, or all faults.
pub fn read_entry<K: BatchKind>(
    form: EntryForm,
    bytes: &[u8],
    options: &BatchOptions,
    bounds: ProblemBounds,
) -> Result<EntryOf<K>, Box<RefusedEntry>> {
    let BatchOptions { options } = options;
    match form {
        EntryForm::Text => entry_from_text::<K>(bytes, &Location::Line, options, bounds),
        EntryForm::Json => entry_from_json::<K>(bytes, Source::Line, options, bounds),
        EntryForm::File if is_json_in_file(bytes, options.format()) => {
            entry_from_json::<K>(bytes, Source::Line, options, bounds)
        }
        EntryForm::FileText | EntryForm::File => {
            entry_from_text::<K>(bytes, &Location::FileLine, options, bounds)
        }
        EntryForm::Element => entry_from_json::<K>(bytes, Source::Element, options, bounds),
    }
}

/// Replaces the request of an entry without options of its own by that of another such entry, if that is a valid line in the
/// usual form, as nearly all lines are. Returns whether it is: if not, the question may be any.
///
/// Does the same as [`read_entry`] of a text with the same options, in the same memory. Inlined, because moving a
/// request takes as long as reading it.
#[inline(always)]
pub fn replace_by_usual_line<K: BatchKind>(
    line: &[u8],
    options: &BatchOptions,
    question: &mut K::Question,
    style: &mut ResultStyle<NotationOf<K>>,
) -> bool {
    let subject = K::subject_mut(question);
    match subject.and_then(|subject| subject.replace_by_usual_line(line, &options.options)) {
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
    location: &Location,
    options: &Options,
    bounds: ProblemBounds,
) -> Result<EntryOf<K>, Box<RefusedEntry>> {
    let line = text(bytes, Source::Line)?;
    let request = question_from_subject_text::<K>(line, location, options, bounds, Faults::default())?;
    let fields = if options.keep() && K::Subject::HAS_FORMATS { other_fields(line) } else { Vec::new() };
    Ok(Entry { request, id: None, is_text: true, kept: Kept::of_fields(fields), ignored_members: 0 })
}

/// Reads an entry that is an object, a string or an array.
fn entry_from_json<K: BatchKind>(
    bytes: &[u8],
    source: Source,
    options: &Options,
    bounds: ProblemBounds,
) -> Result<EntryOf<K>, Box<RefusedEntry>> {
    let json =
        json(bytes, source).map_err(|refusal| with_line_advice::<K::Subject>(refusal, bytes, source))?;
    if matches!(json, Json::Object(_)) {
        return entry_from_object::<K>(&json, options, bounds);
    }
    let read = question_from_bare::<K>(&json, options, bounds, Faults::default());
    let request = read.unwrap_or_else(|| Err(not_an_object::<K::Subject>(&json, source)))?;
    Ok(Entry { request, id: None, is_text: false, kept: None, ignored_members: 0 })
}

/// Adds the advice for lines of text to the syntax error of a line that does not begin like JSON.
fn with_line_advice<S: RequestSubject>(refusal: Refusal, line: &[u8], source: Source) -> Refusal {
    let is_text = source == Source::Line && !matches!(first_symbol(line), Some(b'{' | b'[' | b'"'));
    match (refusal, S::LINE_ADVICE) {
        (Refusal::Syntax(fault), Some(advice)) if is_text && fault.code == FaultCode::JsonSyntax => {
            Refusal::Syntax(Fault { detail: format!("the line is not JSON: {advice}"), ..fault })
        }
        (refusal, _) => refusal,
    }
}

/// Reads an entry that is an object: a request, or a record of a data set with other members.
fn entry_from_object<K: BatchKind>(
    json: &Json,
    batch: &Options,
    bounds: ProblemBounds,
) -> Result<EntryOf<K>, Box<RefusedEntry>> {
    let mut faults = Faults::default();
    let known = MemberNames { subject: K::Subject::MEMBERS, options: K::ENTRY_OPTIONS, others: &["id"] };
    let options = [K::OPTIONS, K::BATCH_OPTIONS];
    let (members, others) = record(json, &known, &options, &mut faults).unwrap_or_default();
    let id = id(&members, &mut faults);
    let mut options = Options::default();
    options.set_members(&members, K::ENTRY_OPTIONS, &mut faults);
    options.inherit(batch);
    match question_from_members::<K>(&members, &options, bounds, faults) {
        Ok(request) if batch.keep() => {
            Ok(Entry { request, id, is_text: false, kept: Kept::of_members(&others), ignored_members: 0 })
        }
        Ok(request) => {
            Ok(Entry { request, id, is_text: false, kept: None, ignored_members: others.len() as u64 })
        }
        Err(refusal) => Err(Box::new(RefusedEntry { refusal, id })),
    }
}

/// Reads the member `id`, the first one if there are several.
fn id(members: &[(&str, &Json)], faults: &mut Faults) -> Option<EntryId> {
    let (_, json) = members.iter().find(|(name, _)| *name == "id")?;
    let location = Location::root().member("id");
    let id = match json {
        Json::String(id) => id,
        Json::Number(number) => {
            let id = whole(number).and_then(|value| i64::try_from(value).ok());
            if id.is_none() {
                faults.push(|| {
                    let detail = format!("must be a whole number from {} to {}", i64::MIN, i64::MAX);
                    Fault::new(FaultCode::OutOfRange, detail).at(&location)
                });
            }
            return id.map(EntryId::Number);
        }
        other => {
            faults.push(|| {
                let kind = other.kind();
                let detail = format!(
                    "must be a string of at most {ID_CHARACTERS_MAX} characters or an integer, not {kind}"
                );
                Fault::new(FaultCode::WrongType, detail).at(&location)
            });
            return None;
        }
    };
    let length = id.chars().count();
    if length > ID_CHARACTERS_MAX {
        faults.push(|| {
            let detail = format!("has {length} characters: the maximum is {ID_CHARACTERS_MAX}");
            Fault::new(FaultCode::IdTooLong, detail).at(&location)
        });
        return None;
    }
    Some(EntryId::Text(id.clone()))
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
    pub fn new<S: RequestSubject>(body: &[u8]) -> Result<Self, Refusal> {
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
        let is_puzzle = S::HAS_FORMATS && array.len() <= PUZZLE_BYTES_MAX && is_puzzle(array)?;
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
pub(super) fn no_entry() -> Refusal {
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
