//! The entries of a batch: lines of a stream, or elements of an array.

use serde_json::value::RawValue;

use super::batch_kind::BatchKind;
use super::fault::{Fault, FaultCode, Faults, Location, Refusal};
use super::json::Json;
use super::options::{AllowedOptions, Options, OwnOption, object};
use super::question::{
    QuestionRequest, Source, json, not_an_object, question_from_line, question_from_members, root, text,
};

/// An id has at most this many characters.
const ID_CHARACTERS_MAX: usize = 128;

/// How an entry of a batch is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryForm {
    /// A line that is an object, as the body of the single endpoint, and may have an `id`.
    Json,
    /// A line that is a puzzle in symbols.
    Text,
    /// An element of a JSON array: such an object, or a string that is a puzzle in symbols.
    Element,
}

/// The options of a query that hold for every puzzle of a batch which does not say otherwise.
#[derive(Clone, Debug)]
pub struct BatchOptions {
    options: Options,
}

/// A valid entry of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The request.
    pub request: QuestionRequest,
    /// The id, if the client gave one.
    pub id: Option<String>,
}

/// An entry that asks nothing that could be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedEntry {
    /// What is wrong with it.
    pub refusal: Refusal,
    /// The id, where it could be read and is sound, whatever else is wrong.
    pub id: Option<String>,
}

impl BatchOptions {
    /// Reads the query of a batch of such requests.
    ///
    /// # Errors
    /// [`Refusal`]: all faults.
    pub fn from_query<A: BatchKind>(query: &str) -> Result<Self, Refusal> {
        let vocabulary = AllowedOptions { limit_max: A::LIMIT_MAX, own: Some(OwnOption::Stats) };
        let mut faults = Faults::default();
        let options = Options::from_query(query, vocabulary, &mut faults);
        if faults.is_empty() { Ok(Self { options }) } else { Err(Refusal::Invalid(faults)) }
    }

    /// Whether answers say how much work they took; not unless the client asks for it.
    pub fn stats(&self) -> bool {
        self.options.stats.value().unwrap_or(false)
    }
}

/// Reads an entry. What it says itself wins over the options of the batch.
///
/// Offsets of faults are counted from the beginning of the entry. A line is given without its end, though a carriage
/// return there does no harm; which lines are skipped is the caller's concern.
///
/// # Errors
/// [`RefusedEntry`]: the first fault of syntax, or all others.
pub fn read_entry<A: BatchKind>(
    form: EntryForm,
    bytes: &[u8],
    options: &BatchOptions,
) -> Result<Entry, Box<RefusedEntry>> {
    let BatchOptions { options } = options;
    match form {
        EntryForm::Text => {
            let line = text(bytes, Source::Line)?;
            let request = question_from_line::<A>(line, &Location::Body, options, Faults::default())?;
            Ok(Entry { request, id: None })
        }
        EntryForm::Json => entry_from_object::<A>(&json(bytes, Source::Line)?, Source::Line, options),
        EntryForm::Element => match json(bytes, Source::Element)? {
            Json::String(line) => {
                let request = question_from_line::<A>(&line, &root(), options, Faults::default())?;
                Ok(Entry { request, id: None })
            }
            json => entry_from_object::<A>(&json, Source::Element, options),
        },
    }
}

/// Reads an entry that should be an object.
fn entry_from_object<A: BatchKind>(
    json: &Json,
    source: Source,
    batch: &Options,
) -> Result<Entry, Box<RefusedEntry>> {
    let mut faults = Faults::default();
    let Json::Object(_) = json else { return Err(not_an_object(json, source).into()) };
    let known = ["puzzle", "box", "limit", "limits", "id"];
    let members = object(json, &root(), &known, &mut faults).unwrap_or_default();
    let id = id(&members, &mut faults);
    let mut options = Options::default();
    options.set_members(&members, A::LIMIT_MAX, &mut faults);
    options.inherit(batch);
    match question_from_members::<A>(&members, &options, faults) {
        Ok(request) => Ok(Entry { request, id }),
        Err(refusal) => Err(Box::new(RefusedEntry { refusal, id })),
    }
}

/// Reads the member `id`. Of two, the first is the one that the entry is known by.
fn id(members: &[(&str, &Json)], faults: &mut Faults) -> Option<String> {
    let (_, json) = members.iter().find(|(name, _)| *name == "id")?;
    let place = root().member("id");
    let Json::String(id) = json else {
        faults.push(|| {
            let detail =
                format!("must be a string of at most {ID_CHARACTERS_MAX} characters, not {}", json.kind());
            Fault::new(FaultCode::WrongType, detail).at(&place)
        });
        return None;
    };
    let length = id.chars().count();
    if length > ID_CHARACTERS_MAX {
        faults.push(|| {
            let detail = format!("has {length} characters, and may have {ID_CHARACTERS_MAX}");
            Fault::new(FaultCode::IdTooLong, detail).at(&place)
        });
        return None;
    }
    Some(id.clone())
}

/// The elements of a body that is a JSON array, each as it is written, for [`read_entry`]: what is wrong within one,
/// such as a number that is too large or too deep a nesting, is the fault of that element.
///
/// # Errors
/// [`Refusal`]: the body is empty, not UTF-8, no JSON or no array.
pub fn array_elements(body: &[u8]) -> Result<Vec<&str>, Refusal> {
    let array = text(body, Source::Body)?;
    if !array.trim_ascii_start().starts_with('[') {
        let json = json(body, Source::Body)?;
        let detail = format!("the body must be an array of puzzles, not {}", json.kind());
        return Err(Fault::new(FaultCode::WrongType, detail).at(&root()).into());
    }
    let skipped = body.len() - array.len();
    let elements: Vec<&RawValue> = serde_json::from_str(array)
        .map_err(|error| Refusal::Syntax(Json::fault(array, &error).moved(skipped)))?;
    Ok(elements.into_iter().map(RawValue::get).collect())
}

/// The refusal of a line that is longer than the service takes, of which therefore nothing was read.
pub fn line_too_long(bytes_max: usize) -> Refusal {
    let detail = format!("a line may have at most {bytes_max} bytes");
    Refusal::Syntax(Fault::new(FaultCode::LineTooLong, detail))
}

/// On the heap, because nearly every entry is sound and should not make room for this.
impl From<Refusal> for Box<RefusedEntry> {
    fn from(refusal: Refusal) -> Self {
        Self::new(RefusedEntry { refusal, id: None })
    }
}
