//! Streamed responses: a line for each result, sent as soon as it is ready.

use std::num::NonZeroU64;

use axum::Extension;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;
use http::{HeaderName, HeaderValue, header};
use quadrille_answers::kinds::GenerateLines;
use quadrille_answers::service::{
    BatchStream, ClientId, DispatchError, Dispatcher, EntryNumbers, QuestionEvent, RunningQuestion,
    SolutionStream, SolutionsQuery, SubjectKind,
};
use quadrille_answers::wire::{
    AnswerKind, AnswerOf, BatchKind, BatchStop, CountLines, LineCodec, ListedSubject, QuestionKind,
    SolutionLines, StreamFormat, SummaryCodec,
};
use tokio::task::yield_now;

use crate::http::extract::{APPLICATION_JSON, BatchBody, CSV_UTF8, QuestionBody, TEXT_UTF8};
use crate::http::memory_reservation::MemoryReservation;
use crate::http::request_id::RequestId;
use crate::metrics::{Metrics, Outcome, StreamMeter};

/// Disables response buffering in nginx and compatible gateways.
pub(super) const UNBUFFERED: (HeaderName, HeaderValue) =
    (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));

pub(super) const NDJSON: HeaderValue = HeaderValue::from_static("application/x-ndjson");

/// Response whose body is a stream of lines.
pub(super) struct StreamResponse {
    format: StreamFormat,
    meter: StreamMeter,
    body: Body,
    held: MemoryReservation,
}

/// Why a stream ends without the end of its body, so that the client sees that it is incomplete.
#[derive(Debug, thiserror::Error)]
enum StreamError {
    #[error(transparent)]
    Dispatch(#[from] DispatchError),
    /// Some entries or solutions are missing, and text has no summary that says so.
    #[error("the answers are incomplete")]
    Incomplete,
}

/// Streams the results of a batch.
pub(super) fn batch<K: BatchKind>(
    dispatcher: &Dispatcher,
    meter: StreamMeter,
    body: BatchBody<K>,
    id: &RequestId,
) -> StreamResponse {
    let BatchBody { form, format, options, bounds, entries, permit, .. } = body;
    let codec = LineCodec::<K>::new(form, format, options, bounds, id.to_string());
    let entries = entries.with_others(codec.others());
    let entries = if format == StreamFormat::Csv { entries.with_table(codec.table()) } else { entries };
    answer_lines(dispatcher.batch(permit, codec, entries), format, meter)
}

/// Streams `count` generated puzzles.
pub(super) fn generated(
    dispatcher: &Dispatcher,
    client: ClientId,
    count: NonZeroU64,
    lines: GenerateLines,
    metrics: &Metrics,
) -> Result<StreamResponse, DispatchError> {
    let format = lines.format();
    let permit = dispatcher.stream_permit(client)?;
    let answers = dispatcher.batch(permit, lines, EntryNumbers::new(count));
    Ok(answer_lines(answers, format, metrics.stream(SubjectKind::Puzzle)))
}

/// Streams encoded answers, and a summary.
fn answer_lines<C: SummaryCodec>(
    answers: BatchStream<C>,
    format: StreamFormat,
    meter: StreamMeter,
) -> StreamResponse {
    let counter = meter.clone();
    let begun = Some(BatchAnswers::Running(Box::new(answers)));
    let frames = stream::try_unfold(begun, move |answers| next_answers(answers, counter.clone()));
    StreamResponse { format, meter, body: Body::from_stream(frames), held: MemoryReservation::NONE }
}

/// Answers of a batch that are not sent.
enum BatchAnswers<C: SummaryCodec> {
    Running(Box<BatchStream<C>>),
    /// A text that lacks answers, after its last line.
    Incomplete,
}

/// Returns the next encoded answers; after the last ones, the summary. Text that is incomplete ends with the reason, and then with an
/// error.
async fn next_answers<C: SummaryCodec>(
    answers: Option<BatchAnswers<C>>,
    meter: StreamMeter,
) -> Result<Option<(Bytes, Option<BatchAnswers<C>>)>, StreamError> {
    let mut answers = match answers {
        Some(BatchAnswers::Running(answers)) => answers,
        Some(BatchAnswers::Incomplete) => {
            // The connection writes the head and the last line first: an error drops what it has not written.
            yield_now().await;
            return Err(StreamError::Incomplete);
        }
        None => return Ok(None),
    };
    let encoded = answers.next().await?;
    meter.set_counts(answers.counts());
    if let Some(encoded) = encoded {
        return Ok(Some((encoded.into(), Some(BatchAnswers::Running(answers)))));
    }
    let end = answers.end();
    if let Some(stop) = end.stopped.filter(|_| !answers.codec().format().has_summary()) {
        let last = format!("# stopped: {}\n", BatchStop::from(stop).as_str());
        return Ok(Some((last.into(), Some(BatchAnswers::Incomplete))));
    }
    Ok(Some((answers.codec().summary(&end).into(), None)))
}

/// Streams the solutions of a problem.
pub(super) fn solutions<K, S>(
    dispatcher: &Dispatcher,
    meter: StreamMeter,
    body: QuestionBody<K>,
    format: StreamFormat,
) -> Result<StreamResponse, DispatchError>
where
    S: ListedSubject,
    K: QuestionKind<Question = SolutionsQuery<S>, Notation = S::Notation>,
{
    let QuestionBody { client, question, limits, style, held, .. } = body;
    let encoder = SolutionLines::<S>::new(format, style.notation);
    let solutions = dispatcher.solutions(client, question, limits, encoder.clone())?;
    let frames = stream::try_unfold(Some((solutions, encoder, meter.clone())), next_solutions::<S>);
    Ok(StreamResponse { format, meter, body: Body::from_stream(frames), held })
}

type RunningSolutions<S> = (SolutionStream<SolutionLines<S>>, SolutionLines<S>, StreamMeter);

async fn next_solutions<S: ListedSubject>(
    solutions: Option<RunningSolutions<S>>,
) -> Result<Option<(Bytes, Option<RunningSolutions<S>>)>, StreamError> {
    let Some((mut solutions, encoder, meter)) = solutions else { return Ok(None) };
    if let Some(encoded) = solutions.next().await? {
        return Ok(Some((encoded.into(), Some((solutions, encoder, meter)))));
    }
    let Some(end) = solutions.end() else { return Ok(None) };
    meter.ended(Outcome::from_stream::<S>(&end.reply));
    let last = encoder.end_of_response(&end).ok_or(StreamError::Incomplete)?;
    Ok(Some((last.into(), None)))
}

/// Streams the progress of a count and its answer. Waits for the first line, so that a rejection has its own status.
pub(super) async fn count<K: AnswerKind>(
    mut running: RunningQuestion<AnswerOf<K>>,
    meter: StreamMeter,
    lines: CountLines<K>,
    held: MemoryReservation,
) -> Result<StreamResponse, DispatchError> {
    let first = running.next().await?;
    let state = RunningCount { running, lines, meter: meter.clone() };
    let frames = stream::try_unfold(Some((state, Some(first))), next_report::<K>);
    Ok(StreamResponse { format: StreamFormat::Ndjson, meter, body: Body::from_stream(frames), held })
}

struct RunningCount<K: AnswerKind> {
    running: RunningQuestion<AnswerOf<K>>,
    lines: CountLines<K>,
    meter: StreamMeter,
}

/// State of the stream: the count and a report that is not sent; `None` after the answer.
type CountState<K> = Option<(RunningCount<K>, Option<QuestionEvent<AnswerOf<K>>>)>;

async fn next_report<K: AnswerKind>(
    count: CountState<K>,
) -> Result<Option<(Bytes, CountState<K>)>, DispatchError> {
    let Some((mut count, unsent)) = count else { return Ok(None) };
    let event = match unsent {
        Some(event) => event,
        None => count.running.next().await?,
    };
    let line = Bytes::from(count.lines.line(&event));
    Ok(Some(match event {
        QuestionEvent::Progress(_) => (line, Some((count, None))),
        QuestionEvent::Reply(reply) => {
            count.meter.ended(Outcome::from_reply::<K::Question>(&reply));
            (line, None)
        }
    }))
}

impl IntoResponse for StreamResponse {
    fn into_response(self) -> Response {
        let content_type = match self.format {
            StreamFormat::Text => TEXT_UTF8,
            StreamFormat::Ndjson => NDJSON,
            StreamFormat::Json => APPLICATION_JSON,
            StreamFormat::Csv => CSV_UTF8,
        };
        let headers = [
            (header::CONTENT_TYPE, content_type),
            (header::VARY, HeaderValue::from_static("accept")),
            UNBUFFERED,
        ];
        // The access log reads the meter.
        self.held.until_sent((headers, Extension(self.meter), self.body).into_response())
    }
}
