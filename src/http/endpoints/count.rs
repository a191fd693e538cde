//! `POST /count`

use axum::extract::State;
use axum::response::Response;

use crate::http::error::ApiError;
use crate::http::extract::{QuestionBody, ResponseFormat};
use crate::http::refusals::QuestionRefusals;
use crate::service::CachedDispatcher;
use crate::wire::{CountParameters, CountRequest, CountResponse, PuzzleText, QuestionParameters};

/// Count the solutions of a puzzle
///
/// Counts up to `limit`; the default, 2, tells whether a puzzle is proper: `unique`, `none` or `multiple`.
/// Where there are two solutions, two of them are given as witnesses, with the cells in which they differ.
/// `complete` says whether `count` is the number of all solutions; when `limit` is reached it is not, even
/// where exactly as many exist.
#[utoipa::path(
    post,
    path = "/count",
    tag = "Puzzles",
    params(CountParameters, QuestionParameters),
    request_body(
        description = "A puzzle as JSON, or as text: one symbol a cell, white space ignored.",
        content(
            (CountRequest = "application/json", examples(
                ("unique" = (
                    summary = "Is it proper?",
                    value = json!({"puzzle": "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."})
                )),
                ("multiple" = (
                    summary = "How many are there, up to 100?",
                    value = json!({"puzzle": [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, null]], "limit": 100})
                )),
                ("limits" = (
                    summary = "As many as are found in 50 ms and 10,000 nodes",
                    value = json!({"puzzle": ".................................................................................", "limit": 9_007_199_254_740_991_u64, "limits": {"time_ms": 50, "nodes": 10_000}})
                )),
            )),
            (PuzzleText = "text/plain", example = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."),
        )
    ),
    responses(
        (
            status = 200,
            description = "What was found out. As text: the verdict and the count, with a `+` where there may be more, such as `unique 1`, `none 0`, `multiple 2+`.",
            content(
                (CountResponse = "application/json", examples(
                    ("unique" = (
                        summary = "It is proper",
                        value = json!({
                            "verdict": "unique",
                            "count": 1,
                            "complete": true,
                            "solution": "812753649943682175675491283154237896369845721287169534521974368438526917796318452",
                            "witnesses": ["812753649943682175675491283154237896369845721287169534521974368438526917796318452"],
                            "differing_cells": [],
                            "stopped_by": null,
                            "conflicts": [],
                            "stats": {"clues": 21, "placements": 0, "eliminations": 0, "items": 240, "options": 254, "nodes": 141, "updates": 605, "queue_us": 32, "solve_us": 26},
                            "limits": {"time_ms": 5000, "nodes": null}
                        })
                    )),
                    ("multiple" = (
                        summary = "It is not: all solutions were counted",
                        value = json!({
                            "verdict": "multiple",
                            "count": 3,
                            "complete": true,
                            "solution": null,
                            "witnesses": [
                                [[1, 3, 2, 4], [4, 2, 3, 1], [2, 4, 1, 3], [3, 1, 4, 2]],
                                [[1, 3, 2, 4], [4, 2, 3, 1], [3, 4, 1, 2], [2, 1, 4, 3]]
                            ],
                            "differing_cells": ["r3c1", "r3c4", "r4c1", "r4c4"],
                            "stopped_by": null,
                            "conflicts": [],
                            "stats": {"clues": 3, "placements": 6, "eliminations": 10, "items": 28, "options": 15, "nodes": 19, "updates": 102, "queue_us": 29, "solve_us": 5},
                            "limits": {"time_ms": 5000, "nodes": null}
                        })
                    )),
                )),
                (String = "text/plain", example = "unique 1\n"),
            )
        ),
        QuestionRefusals,
    )
)]
pub(in crate::http) async fn count(
    State(answers): State<CachedDispatcher>,
    format: ResponseFormat,
    body: QuestionBody<CountRequest>,
) -> Result<Response, ApiError> {
    let QuestionBody { question, limits, notation } = body;
    let reply = answers.run(question, limits).await?;
    Ok(format.respond::<CountRequest>(&reply, notation))
}
