//! `POST /solve`

use axum::extract::State;
use axum::response::Response;

use crate::http::error::ApiError;
use crate::http::extract::{QuestionBody, ResponseFormat};
use crate::http::refusals::QuestionRefusals;
use crate::service::CachedDispatcher;
use crate::wire::{PuzzleText, QuestionParameters, SolveParameters, SolveRequest, SolveResponse};

/// Solve a puzzle
///
/// Gives a solution, or the proof that there is none. The search stops at the first solution, so that the
/// verdict is `solvable`; with `limit` 2 it goes on until the solution is proved the only one (`unique`) or a
/// second one is found (`multiple`). A limit that is reached is an answer: `stopped_by` names it.
#[utoipa::path(
    post,
    path = "/solve",
    tag = "Puzzles",
    params(SolveParameters, QuestionParameters),
    request_body(
        description = "A puzzle as JSON, or as text: one symbol a cell, white space ignored.",
        content(
            (SolveRequest = "application/json", examples(
                ("line" = (
                    summary = "A 9x9 as a string",
                    value = json!({"puzzle": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"})
                )),
                ("rows" = (
                    summary = "A 4x4 as rows, to be proved unique",
                    value = json!({"puzzle": [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]], "limit": 2})
                )),
                ("box" = (
                    summary = "A 6x6 with boxes two wide and three high",
                    value = json!({"puzzle": ["1.....", "......", "......", "......", "......", "......"], "box": {"width": 2, "height": 3}})
                )),
                ("contradiction" = (
                    summary = "A 4x4 with two equal clues in a row",
                    value = json!({"puzzle": "1..1............"})
                )),
            )),
            (PuzzleText = "text/plain", example = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"),
        )
    ),
    responses(
        (
            status = 200,
            description = "What was found out. As text: the solved line (of a 36x36, numbers between blanks), else `none` or `unknown`.",
            content(
                (SolveResponse = "application/json", examples(
                    ("line" = (
                        summary = "A solution",
                        value = json!({
                            "verdict": "solvable",
                            "solution": "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
                            "stopped_by": "solution_limit",
                            "conflicts": [],
                            "stats": {"clues": 30, "placements": 51, "eliminations": 102, "items": 0, "options": 0, "nodes": 0, "updates": 0, "queue_us": 32, "solve_us": 4},
                            "limits": {"time_ms": 5000, "nodes": null}
                        })
                    )),
                    ("rows" = (
                        summary = "The only solution",
                        value = json!({
                            "verdict": "unique",
                            "solution": [[1, 3, 2, 4], [4, 2, 3, 1], [2, 4, 1, 3], [3, 1, 4, 2]],
                            "stopped_by": null,
                            "conflicts": [],
                            "stats": {"clues": 4, "placements": 12, "eliminations": 8, "items": 0, "options": 0, "nodes": 0, "updates": 0, "queue_us": 26, "solve_us": 1},
                            "limits": {"time_ms": 5000, "nodes": null}
                        })
                    )),
                    ("contradiction" = (
                        summary = "No solution: the clues contradict each other",
                        value = json!({
                            "verdict": "none",
                            "solution": null,
                            "stopped_by": null,
                            "conflicts": [{"house": "row 1", "digit": 1, "cells": ["r1c1", "r1c4"]}],
                            "stats": {"clues": 2, "placements": 0, "eliminations": 0, "items": 0, "options": 0, "nodes": 0, "updates": 0, "queue_us": 0, "solve_us": 0},
                            "limits": {"time_ms": 5000, "nodes": null}
                        })
                    )),
                )),
                (String = "text/plain", example = "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n"),
            )
        ),
        QuestionRefusals,
    )
)]
pub(in crate::http) async fn solve(
    State(answers): State<CachedDispatcher>,
    format: ResponseFormat,
    body: QuestionBody<SolveRequest>,
) -> Result<Response, ApiError> {
    let QuestionBody { question, limits, notation } = body;
    let reply = answers.run(question, limits).await?;
    Ok(format.respond::<SolveRequest>(&reply, notation))
}
