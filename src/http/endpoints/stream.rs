//! Answers that leave as they are found: a line each.

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream::{self, Stream};
use http::{HeaderName, HeaderValue, header};

use crate::exchange::{AsksBatch, BatchScript, SolutionsScribe, Style, Wording, finding_of};
use crate::http::error::problem_status;
use crate::http::extract::{Asked, AskedBatch, TEXT_UTF8};
use crate::http::middleware::request_id::RequestId;
use crate::metrics::StreamMeter;
use crate::service::{Answers, DispatchError, Dispatcher, Lost, Solutions};
use crate::wire::SolutionsRequest;

/// Tells nginx and who understands it that lines are to go on as they come.
const UNBUFFERED: (HeaderName, HeaderValue) =
    (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));

const NDJSON: HeaderValue = HeaderValue::from_static("application/x-ndjson");

/// The answers to a batch.
pub(super) fn answers<A: AsksBatch>(
    dispatcher: &Dispatcher,
    meter: StreamMeter,
    asked: AskedBatch<A>,
    style: Style,
    id: &RequestId,
) -> Result<Response, DispatchError> {
    let AskedBatch { form, options, line_bytes_max, puzzles, .. } = asked;
    let wording = Wording { status: problem_status, request_id: id.to_string() };
    let script = BatchScript::<A>::new(form, style, options, line_bytes_max, wording);
    let answers = dispatcher.batch(script, puzzles)?;
    let counter = meter.clone();
    let pages =
        stream::try_unfold(Batch::Answers(answers), move |batch| next_answers(batch, counter.clone()));
    Ok(response(style, meter, pages))
}

/// How far a batch has come.
enum Batch<A: AsksBatch> {
    Answers(Answers<BatchScript<A>>),
    /// The summary is on its way.
    Summed(Answers<BatchScript<A>>),
}

async fn next_answers<A: AsksBatch>(
    batch: Batch<A>,
    meter: StreamMeter,
) -> Result<Option<(Bytes, Batch<A>)>, Lost> {
    match batch {
        Batch::Answers(mut answers) => {
            let page = answers.next().await?;
            meter.came_to(answers.tally());
            if let Some(page) = page {
                return Ok(Some((page.into(), Batch::Answers(answers))));
            }
            let end = answers.end().await?;
            Ok(Some((answers.script().summary(&end).into(), Batch::Summed(answers))))
        }
        Batch::Summed(mut answers) => {
            answers.rest().await;
            Ok(None)
        }
    }
}

/// The solutions of a puzzle.
pub(super) fn solutions(
    dispatcher: &Dispatcher,
    meter: StreamMeter,
    asked: Asked<SolutionsRequest>,
    style: Style,
) -> Result<Response, DispatchError> {
    let Asked { question, skip, notation, .. } = asked;
    let scribe = SolutionsScribe::new(style, notation);
    let solutions = dispatcher.solutions(question, skip, scribe)?;
    let under_way = Some((solutions, scribe, meter.clone()));
    Ok(response(style, meter, stream::try_unfold(under_way, next_solutions)))
}

type SolutionsUnderWay = (Solutions<SolutionsScribe>, SolutionsScribe, StreamMeter);

async fn next_solutions(
    solutions: Option<SolutionsUnderWay>,
) -> Result<Option<(Bytes, Option<SolutionsUnderWay>)>, Lost> {
    let Some((mut solutions, scribe, meter)) = solutions else { return Ok(None) };
    if let Some(page) = solutions.next().await? {
        return Ok(Some((page.into(), Some((solutions, scribe, meter)))));
    }
    Ok(solutions.end().map(|end| {
        meter.ended(finding_of(&end.reply));
        (scribe.summary(end).into(), None)
    }))
}

fn response(
    style: Style,
    meter: StreamMeter,
    pages: impl Stream<Item = Result<Bytes, Lost>> + Send + 'static,
) -> Response {
    let mut response = Response::new(Body::from_stream(pages));
    response.extensions_mut().insert(meter);
    let content_type = match style {
        Style::Text => TEXT_UTF8,
        Style::Ndjson => NDJSON,
    };
    response.headers_mut().extend([
        (header::CONTENT_TYPE, content_type),
        (header::VARY, HeaderValue::from_static("accept")),
        UNBUFFERED,
    ]);
    response
}
