//! `POST /count/batch`

use axum::Extension;
use axum::extract::State;

use crate::http::error::ApiError;
use crate::http::extract::BatchBody;
use crate::http::middleware::request_id::RequestId;
use crate::http::openapi::BatchRefusals;
use crate::http::stream::{StreamResponse, batch};
use crate::metrics::Metrics;
use crate::service::Dispatcher;
use crate::wire::{
    BatchParameters, CountBatchLine, CountElement, CountEntry, CountParameters, CountRequest, PuzzleLines,
    StreamFormat,
};

/// Count the solutions of many puzzles
///
/// A puzzle a line in, an answer a line out, in the order of the puzzles, while the batch still arrives. Every option of
/// `/count` may stand in the query, for all puzzles, or with a puzzle, which wins; those of `limits` each for itself.
///
/// **Lines.** `application/x-ndjson` is one JSON value a line, without line breaks within it and without brackets or
/// commas around the lines. There is no other word for it here than the array of what the lines hold: so are bodies and
/// answers described, and their examples given. Line ends of Windows, a byte order mark, blank lines and a missing last
/// line end do no harm. A line may have 65,536 bytes; a longer one is an error.
///
/// **Errors.** Once the first bytes are there, the status is 200, whatever the lines hold. A line that holds no puzzle gets
/// an `error` in its place and harms nothing else: the problem with which `/count` would refuse it, whose `status` is the
/// one it would have there. Only a wrong query, a body of another type and the like are refused as a whole. The last line
/// is a `summary`: where it is missing, the stream was cut. In text there is none: there a client counts the lines.
///
/// **Flow.** There is no limit on the length of a batch. An answer to a puzzle that takes long holds up those behind it,
/// which are worked at all the same. A client should read while it writes: after 4 MiB of answers that it has not read the
/// service reads no more puzzles until it does. After 30 seconds in which nothing more arrives, and when the service is
/// shut down, what was read is answered, and `stopped_by` of the summary says so. These are the default settings.
#[utoipa::path(
    post,
    path = "/count/batch",
    tag = "Batches",
    params(CountParameters, BatchParameters),
    request_body(
        description = "The puzzles: as `application/x-ndjson`, a JSON request a line, which may have an `id`; or as text, a puzzle a line; or as a JSON array of requests and of strings that are puzzles, which is read whole before the first answer and may be as long as any other body (262,144 bytes by default).",
        content((Vec<CountEntry> = "application/x-ndjson"), (Vec<CountElement> = "application/json"), (PuzzleLines = "text/plain"))
    ),
    responses(
        (
            status = 200,
            description = "A line for each puzzle, then a summary. With `Accept: text/plain` the words of `/count`, a line each; `error: ` and the reason where there is no puzzle; and no summary.",
            headers(("x-accel-buffering" = String, description = "`no`: gateways are to pass lines on as they come.")),
            content((Vec<CountBatchLine> = "application/x-ndjson"), (String = "text/plain"))
        ),
        BatchRefusals,
    )
)]
pub(in crate::http) async fn count_batch(
    State(dispatcher): State<Dispatcher>,
    State(metrics): State<Metrics>,
    Extension(id): Extension<RequestId>,
    format: StreamFormat,
    body: BatchBody<CountRequest>,
) -> Result<StreamResponse, ApiError> {
    Ok(batch(&dispatcher, metrics.stream(), body, format, &id)?)
}
