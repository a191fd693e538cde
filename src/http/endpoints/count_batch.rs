//! `POST /count/batch`

use axum::Extension;
use axum::extract::State;
use axum::response::Response;

use super::stream::batch;
use crate::http::error::ApiError;
use crate::http::extract::BatchBody;
use crate::http::middleware::request_id::RequestId;
use crate::http::refusals::BatchRefusals;
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
        content(
            (Vec<CountEntry> = "application/x-ndjson", examples(
                ("lines" = (
                    summary = "Three puzzles, of which one is none",
                    value = json!([{"puzzle": "1.....3..4.....2", "id": "sunday-17"}, {"puzzle": "1.."}, {"puzzle": "1..1............", "limits": {"time_ms": 50}}])
                )),
            )),
            (Vec<CountElement> = "application/json", examples(
                ("array" = (
                    summary = "A puzzle in symbols, and one with an id",
                    value = json!(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", {"puzzle": "1.....3..4.....2", "id": "sunday-17"}])
                )),
            )),
            (PuzzleLines = "text/plain", example = "# from the Sunday paper\n1.....3..4.....2\n1..1............\n1..\n"),
        )
    ),
    responses(
        (
            status = 200,
            description = "A line for each puzzle, then a summary. With `Accept: text/plain` the words of `/count`, a line each; `error: ` and the reason where there is no puzzle; and no summary.",
            headers(("x-accel-buffering" = String, description = "`no`: gateways are to pass lines on as they come.")),
            content(
                (Vec<CountBatchLine> = "application/x-ndjson", examples(
                    ("lines" = (
                        summary = "Two answers and an error",
                        value = json!([{"index": 0, "id": "sunday-17", "verdict": "unique", "count": 1, "complete": true, "solution": "1324423124133142", "witnesses": ["1324423124133142"], "differing_cells": [], "stopped_by": null, "conflicts": [], "limits": {"time_ms": 1000, "nodes": null}}, {"index": 1, "line": 2, "error": {"type": "urn:quadrille:problem:invalid_question", "title": "The request asks nothing that could be answered", "status": 422, "detail": "/puzzle: 3 symbols make no grid: a grid of size n has n*n, such as 1 (1x1) or 4 (2x2)", "instance": "urn:quadrille:request:6f1b2c1e-8f0e-4c38-9d1c-3f8d5a7e0b11", "code": "invalid_question", "errors": [{"code": "puzzle_length", "pointer": "/puzzle", "detail": "3 symbols make no grid: a grid of size n has n*n, such as 1 (1x1) or 4 (2x2)"}]}}, {"index": 2, "verdict": "none", "count": 0, "complete": true, "solution": null, "witnesses": [], "differing_cells": [], "stopped_by": null, "conflicts": [{"house": "row 1", "digit": 1, "cells": ["r1c1", "r1c4"]}], "limits": {"time_ms": 50, "nodes": null}}, {"summary": {"puzzles": 3, "none": 1, "unique": 1, "multiple": 0, "solvable": 0, "unknown": 0, "errors": 1, "elapsed_ms": 1}}])
                    )),
                    ("array" = (
                        summary = "Two answers",
                        value = json!([{"index": 0, "verdict": "unique", "count": 1, "complete": true, "solution": "534678912672195348198342567859761423426853791713924856961537284287419635345286179", "witnesses": ["534678912672195348198342567859761423426853791713924856961537284287419635345286179"], "differing_cells": [], "stopped_by": null, "conflicts": [], "limits": {"time_ms": 1000, "nodes": null}}, {"index": 1, "id": "sunday-17", "verdict": "unique", "count": 1, "complete": true, "solution": "1324423124133142", "witnesses": ["1324423124133142"], "differing_cells": [], "stopped_by": null, "conflicts": [], "limits": {"time_ms": 1000, "nodes": null}}, {"summary": {"puzzles": 2, "none": 0, "unique": 2, "multiple": 0, "solvable": 0, "unknown": 0, "errors": 0, "elapsed_ms": 1}}])
                    )),
                )),
                (String = "text/plain", example = "unique 1\nnone 0\nerror: 3 symbols make no grid: a grid of size n has n*n, such as 1 (1x1) or 4 (2x2)\n"),
            )
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
) -> Result<Response, ApiError> {
    Ok(batch(&dispatcher, metrics.stream(), body, format, &id)?)
}
