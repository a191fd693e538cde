//! Kinds of question with a single result, as JSON and as text, and kinds for batches.

use std::fmt::Debug;

use quadrille_exact_cover::{StopReason, Verdict};
use serde::Serialize;
use utoipa::ToSchema;

use crate::service::{Answerable, Reply, SolutionsQuery};
#[cfg(feature = "runtime")]
use crate::service::{CachedDispatcher, ClientId, DispatchError, StartedLimits};
use crate::wire::examples::Examples;
use crate::wire::puzzle::notation::write_number;
use crate::wire::question::{AnswerOf, NotationOf, QuestionKind, ResultStyle};
use crate::wire::result::{ReplyStats, VerdictKind, is_multiple};
use crate::wire::subject::{AnswerNotation as _, ListedSubject, SolutionNotation};

/// Usual number of bytes after which a chunk of a batch is full.
pub(crate) const CHUNK_BYTES: usize = 64 << 10;

/// A kind of question with one result.
pub trait AnswerKind: QuestionKind<Question: Answerable> + Clone + Debug + Send + Sync + 'static {
    /// The result as JSON.
    type Result: Serialize + ToSchema;
    /// Statistics of the search as JSON.
    type Stats: ReplyStats<AnswerOf<Self>> + ToSchema;
    /// Options whose value may be a file that a command writes.
    const FILES: &'static [FileOption] = &[];

    /// Makes the result.
    fn result(reply: &Reply<AnswerOf<Self>>, notation: &NotationOf<Self>) -> Self::Result;

    /// Makes the result of a question by itself; by default as in batches.
    fn single_result(reply: &Reply<AnswerOf<Self>>, style: &ResultStyle<NotationOf<Self>>) -> Self::Result {
        Self::result(reply, &style.notation)
    }

    /// Appends the result as one line of text, without a line end.
    fn write_text(reply: &Reply<AnswerOf<Self>>, style: &ResultStyle<NotationOf<Self>>, out: &mut Vec<u8>);

    /// Returns the texts that a command writes into the files of [`FILES`](Self::FILES), of which the last one is the answer as text;
    /// `None`, as by default, if the answer has none.
    fn file_texts(_question: &Self::Question, _answer: &AnswerOf<Self>) -> Option<Vec<String>> {
        None
    }
}

/// Option whose value is the format of a text, or the file into which the text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileOption {
    /// Name of the option.
    pub option: &'static str,
    /// Extension of a file that is not in the default format, and its format.
    pub extension: (&'static str, &'static str),
}

/// A kind of question with an endpoint that answers it. The question can be given in a query if it is about a puzzle.
pub trait EndpointKind: AnswerKind {
    /// Documentation of the endpoint.
    const DOC: EndpointDoc;
    /// Documentation of the question given in a query; `None` for the documentation that most kinds have.
    const QUERY: Option<QueryDoc> = None;

    /// Draws the random numbers that the client did not name. Returns whether the same request gets the same answer again.
    ///
    /// # Errors
    /// If the operating system has no random numbers.
    fn draw(
        _question: &mut Self::Question,
        _style: &mut ResultStyle<NotationOf<Self>>,
    ) -> Result<bool, getrandom::Error> {
        Ok(true)
    }

    /// Answers a question; by default from the cache, if it `is_repeatable`.
    #[cfg(feature = "runtime")]
    fn ask(
        answers: &CachedDispatcher,
        client: ClientId,
        question: Self::Question,
        limits: StartedLimits,
        is_repeatable: bool,
    ) -> impl Future<Output = Result<Reply<AnswerOf<Self>>, DispatchError>> + Send {
        answers.run_if(is_repeatable, client, question, limits)
    }

    /// Estimated length of an answer as JSON, if the memory of a response may not suffice for it.
    fn response_bytes(_answer: &AnswerOf<Self>) -> usize {
        0
    }
}

/// A kind of question whose endpoint lists solutions as a stream.
pub trait ListKind:
    QuestionKind<
        Question = SolutionsQuery<<Self as ListKind>::Subject>,
        Notation = <<Self as ListKind>::Subject as ListedSubject>::Notation,
    > + 'static
{
    /// The problem.
    type Subject: ListedSubject<Summary: ToSchema, Notation: SolutionNotation<Shape: ToSchema>>;
    /// Documentation of the endpoint.
    const DOC: EndpointDoc;
}

/// Documentation of an endpoint.
#[derive(Clone, Copy, Debug)]
pub struct EndpointDoc {
    /// Identifier of the operation.
    pub operation: &'static str,
    /// Title.
    pub title: &'static str,
    /// Description in Markdown.
    pub description: &'static str,
    /// The answer as JSON and as text.
    pub answer: &'static str,
}

/// Documentation of a question given in a query.
#[derive(Clone, Copy, Debug)]
pub struct QueryDoc {
    /// Title.
    pub title: &'static str,
    /// Description in Markdown.
    pub description: &'static str,
    /// The answer as JSON and as text.
    pub answer: &'static str,
}

/// Documentation of the endpoint of a batch.
#[derive(Clone, Copy, Debug)]
pub struct BatchDoc {
    /// Identifier of the operation.
    pub operation: &'static str,
    /// Title.
    pub title: &'static str,
    /// Title in the list of endpoints.
    pub link: &'static str,
    /// Examples for the document.
    pub examples: Examples,
    /// Description in Markdown; `None` for the description that most batches have.
    pub description: Option<&'static str>,
}

/// A kind of question that batches can hold.
pub trait BatchKind: AnswerKind {
    /// Documentation of the endpoint; `None` if only the command line has such batches.
    const BATCH: Option<BatchDoc> = None;
    /// Columns of an answer in a table: members of the answer, with a `.` before the name of a member within. A list of strings has
    /// blanks between them; other lists and objects are JSON.
    const COLUMNS: &'static [&'static str];
    /// Maximum number of entries of a piece of a job.
    const PIECE_ENTRIES: u64 = 128;
    /// Bytes after which a chunk of entries is full. Its answers are in memory at the same time.
    const CHUNK_BYTES: usize = CHUNK_BYTES;
}

/// Mark at the end of a line of text whose puzzle may have rules that were not read.
const RULES_NOT_READ: &[u8] = b" rules_not_read";

/// Mark at the end of a line of text whose puzzle has another solution beside it.
const SOLUTION_DIFFERS: &[u8] = b" solution_differs";

/// Appends the result as one line of text, without a line end, and marks for rules that may not have been read and for a solution that
/// differs.
#[inline]
pub fn write_text_answer<K: AnswerKind>(
    reply: &Reply<AnswerOf<K>>,
    style: &ResultStyle<NotationOf<K>>,
    out: &mut Vec<u8>,
) {
    K::write_text(reply, style, out);
    if style.notation.rules_not_read(|| is_multiple(reply)) {
        out.extend_from_slice(RULES_NOT_READ);
    }
    if style.notation.solution_differs() {
        out.extend_from_slice(SOLUTION_DIFFERS);
    }
}

/// Writes a solution and the verdict; only the solution if it is unique and the client named no `limit`; only the verdict without a
/// solution.
pub(crate) fn write_solution<N: SolutionNotation>(
    verdict: &Verdict<N::Solution>,
    solution: Option<&N::Solution>,
    style: &ResultStyle<N>,
    out: &mut Vec<u8>,
) {
    let verdict = VerdictKind::from(verdict);
    if let Some(solution) = solution {
        style.notation.write_solution(solution, out);
        if verdict == VerdictKind::Unique && !style.has_limit {
            return;
        }
        out.push(b' ');
    }
    out.extend_from_slice(verdict.as_str().as_bytes());
}

/// Writes the verdict and the count, with a `+` if there may be more, such as `multiple 2+`.
pub(crate) fn write_count<S>(verdict: &Verdict<S>, count: u64, stop_reason: StopReason, out: &mut Vec<u8>) {
    out.extend_from_slice(VerdictKind::from(verdict).as_str().as_bytes());
    out.push(b' ');
    write_number(count, out);
    if stop_reason != StopReason::Complete {
        out.push(b'+');
    }
}
