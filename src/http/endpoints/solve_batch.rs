//! `POST /solve/batch`

use axum::extract::State;
use quadrille_answers::service::{Dispatcher, SubjectKind};
use quadrille_answers::wire::{
    PuzzleLines, Solve, SolveBatchDocument, SolveBatchLines, SolveBatchParameters, SolveElement,
    SolveElementLines,
};

use crate::http::extract::BatchBody;
use crate::http::openapi::BodyRefusals;
use crate::http::request_id::RequestId;
use crate::http::stream::{StreamResponse, batch};
use crate::metrics::Metrics;

/// Solve many puzzles
///
/// One puzzle per line in, one answer per line out, in the same order, while the batch still arrives. The query takes
/// every option of `/solve` for all puzzles. An option of a puzzle overrides it; the members of `limits` do so one by one.
///
/// **Lines.** `application/x-ndjson` has one JSON value per line, without line breaks within it and without brackets or
/// commas around the lines: a `SolveElement` in the request; a `SolveBatchLine` in the response, which is a `SolveBatchAnswer`, an
/// `ErrorLine` or, at the end, a `SummaryLine`; `type` tells which. CRLF, a byte order mark, blank lines and a missing final
/// line break are accepted. A line longer than 65,536 bytes is an error.
///
/// **Errors.** After the first bytes the status is 200, even if lines are invalid. An invalid line gets an `error` instead of
/// an answer and does not affect other lines: the problem that `/solve` would respond with, including its `status`. After the
/// first hundred invalid lines, an `error` has only its `status` and `code`; as text, the code. Only errors outside the
/// lines, such as an invalid query or content type, reject the whole request. The last line is a `summary`; a stream
/// without it was cut. Text has no summary: if the service stops early, the body has no end.
///
/// **One document.** A JSON array, or `Accept: application/json`, gets the lines as one JSON document, `{"results": [...],
/// "summary": {...}}`, streamed like them. A document that was cut is not valid JSON.
///
/// **Flow control.** The length of a batch is unlimited. A slow puzzle delays the answers after it, but not the work on them.
/// Clients should read while they write: while 4 MiB of answers are unread, the service only holds puzzles in memory, up to 48
/// MiB for a client, and ends the batch if more come and no answer is read for two seconds. If no puzzle arrives for 30 seconds,
/// or the service shuts down, it answers all puzzles that it has read; `stopped_by` of the summary gives the reason. A batch with
/// a `Content-Length` has 10 seconds to complete at shutdown. These are the default settings.
#[utoipa::path(
    post,
    path = "/solve/batch",
    tag = "Batches",
    params(SolveBatchParameters),
    request_body(
        description = "The puzzles: `application/x-ndjson`, one JSON request per line, with an optional `id`, or a puzzle as a string or an array; or text, one puzzle per line or as a drawn grid whose lines begin with a border; or a JSON array of requests and puzzles, or of the cells of one puzzle, which the service reads completely before the first answer, up to the size of any other body (262,144 bytes by default).",
        content((inline(SolveElementLines) = "application/x-ndjson"), (Vec<SolveElement> = "application/json"), (PuzzleLines = "text/plain"))
    ),
    responses(
        (
            status = 200,
            description = "A line for each puzzle, then a summary. For a JSON array, or with `Accept: application/json`: one JSON document, streamed. With `Accept: text/plain`: the text of `/solve`, one line each; `error: ` and the reason for an invalid line; and no summary.",
            headers(("x-accel-buffering" = String, description = "`no`: gateways must not buffer the response.")),
            content((SolveBatchDocument = "application/json"), (inline(SolveBatchLines) = "application/x-ndjson"), (String = "text/plain"))
        ),
        BodyRefusals,
    )
)]
pub(in crate::http) async fn solve_batch(
    State(dispatcher): State<Dispatcher>,
    State(metrics): State<Metrics>,
    id: RequestId,
    body: BatchBody<Solve>,
) -> StreamResponse {
    batch(&dispatcher, metrics.stream(SubjectKind::Puzzle), body, &id)
}
