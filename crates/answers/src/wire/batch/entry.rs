//! Entries of a batch: lines of a stream, or elements of an array.

use quadrille_exact_cover::ProblemBounds;
use quadrille_notation::Format;
use quadrille_notation::unstable::other_fields;

use crate::faults::{Fault, FaultCode, Faults, Location, Refusal};
use crate::service::Question;
use crate::wire::answer_kind::BatchKind;
use crate::wire::batch::entry_id::EntryId;
use crate::wire::batch::kept::Kept;
use crate::wire::batch::options::{BatchOptions, option_names};
use crate::wire::batch::refused_entry::RefusedEntry;
use crate::wire::batch::table_header::TableHeader;
use crate::wire::body_start::{first_symbol, is_json_in_file};
use crate::wire::json::Json;
use crate::wire::puzzle::beside::is_read;
use crate::wire::puzzle::editor::editor_format;
use crate::wire::puzzle::input::Context;
use crate::wire::puzzle::notation::Notation;
use crate::wire::puzzle::records::plain_members;
use crate::wire::question::{
    NotationOf, QuestionKind, QuestionRequest, RequestKind, ResultStyle, Source, json, read_bare,
    read_subject_text, text, validated,
};
use crate::wire::request::{Fields, Flat, Given, Place, read_query, read_record};

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
    /// Names of members and columns that were ignored. Those of the columns of a table have the first row alone.
    pub ignored_names: Vec<String>,
}

/// A valid entry of kind `K`.
pub type EntryOf<K> = Entry<<K as QuestionKind>::Question, NotationOf<K>>;

/// Reads an entry. Its own options override options of the batch, except rules: constraints are joined, and others must be the same. An
/// exact cover problem must be within the bounds. `header` names the columns if it is a row of a table.
///
/// A line has no line feed at its end, but may have a carriage return. Offsets of faults count from the start of the entry.
///
/// # Errors
/// [`RefusedEntry`]: the first syntax error, or all faults.
pub fn read_entry<K: BatchKind>(
    form: EntryForm,
    bytes: &[u8],
    header: Option<&TableHeader>,
    options: &BatchOptions<K>,
    bounds: ProblemBounds,
) -> Result<EntryOf<K>, Box<RefusedEntry>> {
    match form {
        EntryForm::Text => entry_from_text(bytes, Location::Line, header, options, bounds),
        EntryForm::Json => entry_from_json(bytes, Source::Line, options, bounds),
        EntryForm::File if is_json_in_file(bytes, options.format()) => {
            entry_from_json(bytes, Source::Line, options, bounds)
        }
        EntryForm::FileText | EntryForm::File => {
            entry_from_text(bytes, Location::FileLine, header, options, bounds)
        }
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
    header: Option<&TableHeader>,
    options: &BatchOptions<K>,
    bounds: ProblemBounds,
) -> Result<EntryOf<K>, Box<RefusedEntry>> {
    let line = text(bytes, Source::Line)?;
    let context = Context { place: Place::Entry, bounds };
    let mut request = options.request.clone();
    if let Some(header) = header {
        request.set_columns(header.names());
    }
    let subject = K::read_fields(&mut request, line);
    let request = read_subject_text::<K>(subject, location, request, context, Faults::default())?;
    let fields = if options.keep() && K::SUBJECT.is_puzzle() { other_fields(line) } else { Vec::new() };
    let kept = Kept::from_fields(fields.into_iter().map(|field| field.text).collect());
    let ignored_names = match header {
        Some(header) => header.ignored_names(line),
        None if line.contains('\n') && K::SUBJECT.is_puzzle() => named_columns(line),
        None => Vec::new(),
    };
    Ok(Entry { request, id: None, is_text: true, kept, ignored_members: 0, ignored_names })
}

/// Names of the columns of a table of one row that are no part of a puzzle.
fn named_columns(table: &str) -> Vec<String> {
    let fields = other_fields(table).into_iter();
    let named = fields.filter_map(|field| Some((field.name?, Json::String(field.text))));
    named.filter(|(name, text)| !is_read(name, text)).map(|(name, _)| name).collect()
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
        json if K::SUBJECT.is_puzzle() && editor_format(&json).is_some() => json,
        Json::Object(members) => return entry_from_members(members, options, context),
        json => json,
    };
    let request = read_bare::<K>(json, source, options.request.clone(), context, Faults::default())?;
    Ok(Entry { request, id: None, is_text: false, kept: None, ignored_members: 0, ignored_names: Vec::new() })
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
    let members = if K::SUBJECT.is_puzzle() { plain_members(members) } else { members };
    let (mut fields, mut faults) = (EntryFields::<K::Request>::default(), Faults::default());
    let others = read_record(&mut fields, members, |name| is_similar(name, &options.names), &mut faults);
    let (mut request, id) = (fields.request.into_inner(), fields.id.get().cloned());
    request.inherit(&options.request);
    match validated::<K>(request, context, faults) {
        Ok(request) if options.keep() => {
            let (kept, ignored_names) = (Kept::from_members(others), Vec::new());
            Ok(Entry { request, id, is_text: false, kept, ignored_members: 0, ignored_names })
        }
        Ok(request) => {
            let ignored_members = others.len() as u64;
            let ignored = others.into_iter().filter(|(name, json)| !is_read(name, json));
            let ignored_names = ignored.map(|(name, _)| name).collect();
            Ok(Entry { request, id, is_text: false, kept: None, ignored_members, ignored_names })
        }
        Err(refusal) => Err(Box::new(RefusedEntry { refusal, id })),
    }
}

/// Reads a puzzle of a file of the command line, or the whole file, with options from the query. JSON is an entry of a batch. `header`
/// names the columns if it is a row of a table.
///
/// # Errors
/// [`Refusal`]: the first syntax error, or all faults.
pub(crate) fn read_file_entry<K: RequestKind>(
    (entry, header): (&[u8], Option<&TableHeader>),
    query: &str,
    format: impl Fn(&K::Request) -> Option<Format>,
) -> Result<K::Valid, Refusal> {
    let (mut fields, mut faults) = (EntryFields::<K::Request>::default(), Faults::default());
    read_query(&mut *fields.request, query, Place::BodyQuery, &mut faults);
    let context = Context { place: Place::Entry, bounds: ProblemBounds::MAX };
    if !is_json_in_file(entry, format(&fields.request)) {
        let text = text(entry, Source::Body)?;
        header.iter().for_each(|header| fields.request.set_columns(header.names()));
        return read_subject_text::<K>(
            text,
            Location::FileLine,
            fields.request.into_inner(),
            context,
            faults,
        );
    }
    let json = json(entry, Source::Line)?;
    let is_editor_puzzle = editor_format(&json).is_some();
    match json {
        Json::Object(members) if !is_editor_puzzle => {
            let names = option_names::<K::Request>();
            let members = if K::SUBJECT.is_puzzle() { plain_members(members) } else { members };
            read_record(&mut fields, members, |name| is_similar(name, &names), &mut faults);
            validated::<K>(fields.request.into_inner(), context, faults)
        }
        json => read_bare::<K>(json, Source::Line, fields.request.into_inner(), context, faults),
    }
}

/// Whether a name is one of these, with at most one mistake.
fn is_similar(name: &str, names: &[&str]) -> bool {
    let lower = name.to_lowercase();
    let is_similar =
        |known: &&str| known.len().abs_diff(lower.len()) <= 1 && strsim::osa_distance(known, &lower) <= 1;
    names.iter().any(is_similar)
}
