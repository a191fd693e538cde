//! Answers to a question about each entry.

use std::any::Any;
use std::cell::Cell as Slot;
use std::marker::PhantomData;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::pyfunction;
use quadrille_answers::faults::Refusal;
use quadrille_answers::kinds::{CommandKind, Count, CoverCount, KindVisitor, visit_kinds};
use quadrille_answers::service::{BatchCodec, BatchEntry, LimitsPolicy, Reply};
use quadrille_answers::wire::{
    AnswerOf, BatchKind, BatchOptions, EntryForm, NotationOf, ProblemBounds, QuestionKind, ResultStyle,
    is_json, read_entry, replace_by_usual_line,
};

use crate::column::{Cell, Column, PyColumn, pop, push_mark, push_value};
use crate::engine::{UNLIMITED, answer_chunks, thread_count};
use crate::entries::{Entries, Texts};
use crate::error::{invalid, invalid_value};
use crate::output::{
    AtLeast, Beside, Candidates, Details, Formula, Guesses, IsUnique, Number, Output, Proof, Scored,
    Solution, SubsetName,
};

/// Maximum number of entries in a chunk.
const CHUNK_ENTRIES: usize = 512;

/// Chunks per thread at least, so that no thread waits for the others.
const CHUNKS_PER_THREAD: usize = 8;

/// Call of a question.
struct Call<'py, 'a> {
    py: Python<'py>,
    texts: Arc<Texts>,
    is_json: bool,
    query: &'a str,
    threads: usize,
    beside: Beside,
    /// Whether an invalid entry has the result null, and is not an error.
    is_lenient: bool,
    /// Whether errors name the index of the entry.
    has_index: bool,
}

/// Answers a question about each entry: as values, or as JSON if `is_detailed`.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "called by the Python package only")]
pub(crate) fn answer<'py>(
    py: Python<'py>,
    question: &str,
    entries: &Bound<'py, Entries>,
    is_json: bool,
    query: &str,
    threads: usize,
    is_lenient: bool,
    has_index: bool,
) -> PyResult<PyColumn<'py>> {
    let texts = Arc::clone(&entries.get().0);
    let call = Call { py, texts, is_json, query, threads, beside: Beside::default(), is_lenient, has_index };
    match question {
        "solution" => call.run::<Solution>(),
        "number" => call.run::<Number<Count>>(),
        "at_least" => call.run::<AtLeast<Count>>(),
        "is_unique" => call.run::<IsUnique>(),
        "masks" => call.run::<Candidates>(),
        "guesses" => call.run::<Guesses>(),
        "subset_name" => call.run::<SubsetName>(),
        "cover_number" => call.run::<Number<CoverCount>>(),
        "cover_at_least" => call.run::<AtLeast<CoverCount>>(),
        "prove" => call.run::<Proof>(),
        "formula" => call.run::<Formula>(),
        name => {
            let mut named = NamedCall { name, call: Some(call), column: None };
            visit_kinds(&mut named);
            named.column.unwrap_or_else(|| Err(invalid_value(format!("no question `{name}`"))))
        }
    }
}

/// Call of the kind whose command has this name.
struct NamedCall<'py, 'a> {
    name: &'a str,
    call: Option<Call<'py, 'a>>,
    column: Option<PyResult<PyColumn<'py>>>,
}

impl KindVisitor for NamedCall<'_, '_> {
    fn command<K: CommandKind>(&mut self) {
        if K::PATH.trim_start_matches('/') == self.name {
            self.column = self.call.take().map(Call::run::<Details<K>>);
        }
    }
}

/// Scores predictions of the entries, with solutions if they are known. Both are as long as the entries.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "called by the Python package only")]
pub(crate) fn score<'py>(
    py: Python<'py>,
    entries: &Bound<'py, Entries>,
    is_json: bool,
    predictions: (Bound<'py, Entries>, bool),
    solutions: Option<(Bound<'py, Entries>, bool)>,
    query: &str,
    threads: usize,
    is_lenient: bool,
    has_index: bool,
) -> PyResult<PyColumn<'py>> {
    let texts = Arc::clone(&entries.get().0);
    let column = |(entries, is_json): (Bound<'py, Entries>, bool)| (Arc::clone(&entries.get().0), is_json);
    let beside = Beside { predictions: Some(column(predictions)), solutions: solutions.map(column) };
    Call { py, texts, is_json, query, threads, beside, is_lenient, has_index }.run::<Scored>()
}

thread_local! {
    /// The query of the last call of this thread, and the options that were read from it.
    static LAST: Slot<Option<(String, Arc<dyn Any + Send + Sync>)>> = const { Slot::new(None) };
}

/// Reads the options of a query. The same query in the next call of this thread is not read again.
fn options<K: BatchKind>(query: &str) -> PyResult<Arc<BatchOptions<K>>> {
    let (last, kept) = LAST.take().unzip();
    let kept = kept.filter(|_| last.as_deref() == Some(query)).and_then(|kept| kept.downcast().ok());
    let options = match kept {
        Some(options) => options,
        None => Arc::new(BatchOptions::from_query(query).map_err(|refusal| invalid(refusal, None))?),
    };
    LAST.set(Some((query.to_owned(), Arc::clone(&options) as _)));
    Ok(options)
}

impl<'py> Call<'py, '_> {
    fn run<O: Output>(self) -> PyResult<PyColumn<'py>> {
        let Self { py, texts, is_json, query, threads, beside, is_lenient, has_index } = self;
        let options = options::<O::Kind>(query)?;
        let len = texts.len();
        // The number of cores takes longer to find than most answers.
        let threads = if len <= 1 { NonZeroUsize::MIN } else { thread_count(threads) };
        let chunks = chunks(&texts, threads.get(), <O::Kind as BatchKind>::CHUNK_BYTES);
        let policy = LimitsPolicy { threads_max: NonZeroUsize::MIN, ..UNLIMITED };
        let codec = TextCodec::<O> {
            texts,
            is_json,
            options,
            policy,
            beside,
            first_refusal: Mutex::new(None),
            output: PhantomData,
        };
        let mut column = Column::with_capacity(len);
        answer_chunks(py, &codec, &chunks, threads, |mut page| {
            while let Some(cell) = pop(&mut page) {
                let value = match cell {
                    Cell::Value(value) => Some(value),
                    Cell::Null => None,
                    Cell::Invalid if is_lenient => None,
                    Cell::Invalid => return Err(codec.refusal(has_index.then_some(column.len()))),
                    Cell::Lost => {
                        let index = column.len();
                        return Err(PyRuntimeError::new_err(format!(
                            "the answer to puzzle {index} was lost to a bug"
                        )));
                    }
                };
                column.push(value, O::NULL_BYTES);
            }
            Ok(())
        })?;
        Ok(column.into_python(py))
    }
}

/// Divides the entries into chunks, which end after `bytes_max` bytes of text.
fn chunks(texts: &Texts, threads: usize, bytes_max: usize) -> Vec<Range<usize>> {
    let entries_max = texts.len().div_ceil(CHUNKS_PER_THREAD * threads).clamp(1, CHUNK_ENTRIES);
    let mut chunks: Vec<Range<usize>> = Vec::new();
    let mut bytes = 0;
    for index in 0..texts.len() {
        match chunks.last_mut() {
            Some(chunk) if chunk.len() < entries_max && bytes < bytes_max => chunk.end += 1,
            _ => {
                chunks.push(index..index + 1);
                bytes = 0;
            }
        }
        bytes += texts.get(index).map_or(0, <[u8]>::len);
    }
    chunks
}

/// Reads texts, and writes values.
struct TextCodec<O: Output> {
    texts: Arc<Texts>,
    /// Whether all entries are JSON.
    is_json: bool,
    options: Arc<BatchOptions<<O as Output>::Kind>>,
    policy: LimitsPolicy,
    beside: Beside,
    /// The refusal of the first invalid entry so far.
    first_refusal: Mutex<Option<(usize, Refusal)>>,
    output: PhantomData<fn() -> O>,
}

impl<O: Output> TextCodec<O> {
    fn refuse(&self, index: usize, refusal: Refusal) {
        let mut first = self.first_refusal.lock().unwrap_or_else(PoisonError::into_inner);
        if first.as_ref().is_none_or(|(other, _)| index < *other) {
            *first = Some((index, refusal));
        }
    }

    /// Notes the refusal of an entry, whose result is a mark.
    fn refuse_entry<T>(&self, index: usize, refusal: Refusal, page: &mut Vec<u8>) -> Option<T> {
        self.refuse(index, refusal);
        push_mark(page, Cell::Invalid);
        None
    }

    /// Makes the exception of the first invalid entry.
    fn refusal(&self, index: Option<usize>) -> PyErr {
        let first = self.first_refusal.lock().unwrap_or_else(PoisonError::into_inner).take();
        match first {
            Some((_, refusal)) => invalid(refusal, index),
            None => invalid_value("a puzzle is invalid"),
        }
    }
}

impl<O: Output> BatchCodec for TextCodec<O> {
    type Question = <O::Kind as QuestionKind>::Question;
    type Chunk = Range<usize>;
    type Context = ResultStyle<NotationOf<O::Kind>>;

    fn with_stats(&self) -> bool {
        false
    }

    fn entries(&self, chunk: &Range<usize>) -> usize {
        chunk.len()
    }

    fn read(
        &self,
        chunk: &Range<usize>,
        entry: usize,
        slot: &mut Option<BatchEntry<Self::Context, Self::Question>>,
        page: &mut Vec<u8>,
    ) {
        let index = chunk.start + entry;
        let Some(text) = self.texts.get(index) else {
            push_mark(page, Cell::Null);
            *slot = None;
            return;
        };
        if !(self.is_json || O::DETECTS_JSON)
            && let Some(BatchEntry { question, context, .. }) = slot
            && replace_by_usual_line::<O::Kind>(text, &self.options, question, context)
        {
            return;
        }
        let is_json = self.is_json || O::DETECTS_JSON && is_json(text, "");
        let form = if is_json { EntryForm::Element } else { EntryForm::Text };
        *slot = match read_entry::<O::Kind>(form, text, None, &self.options, ProblemBounds::MAX) {
            Ok(entry) => {
                let mut request = entry.request;
                match O::complete(&mut request.question, &self.beside, index) {
                    Ok(()) => {
                        let limits = self.policy.resolve(request.limits);
                        Some(BatchEntry { question: request.question, limits, context: request.style })
                    }
                    Err(refusal) => self.refuse_entry(index, refusal, page),
                }
            }
            Err(refused) => self.refuse_entry(index, refused.refusal, page),
        };
    }

    fn encode(&self, style: &mut Self::Context, reply: &Reply<AnswerOf<O::Kind>>, page: &mut Vec<u8>) {
        push_value(page, |value| O::write(reply, style, value));
    }

    fn encode_failure(&self, _: &mut Self::Context, page: &mut Vec<u8>) {
        push_mark(page, Cell::Lost);
    }
}
