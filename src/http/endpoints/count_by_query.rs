//! `GET /count`

use axum::extract::State;
use axum::response::Response;

use crate::http::error::ApiError;
use crate::http::extract::{Conditional, QuestionBody, QuestionQuery};
use crate::http::refusals::{NotModified, QueryRefusals};
use crate::service::CachedDispatcher;
use crate::wire::{CountParameters, CountRequest, CountResult, PuzzleParameter, QuestionParameters};

/// Count the solutions of a puzzle that stands in the query
///
/// As `POST /count` does, for those who want to keep the answer: a final one has a strong `ETag` and may be kept as
/// long as `Cache-Control` says; one that a limit of time or nodes cut short has `Cache-Control: no-store`. So that it is
/// the same each time, the answer says nothing of the work done, and has neither `stats` nor `limits`.
#[utoipa::path(
    get,
    path = "/count",
    tag = "Puzzles",
    params(PuzzleParameter, CountParameters, QuestionParameters),
    responses(
        (
            status = 200,
            description = "What was found out. As text: the verdict and the count, with a `+` where there may be more.",
            headers(
                ("etag" = String, description = "The tag of exactly this answer; not there where it is not to be kept."),
                ("cache-control" = String, description = "How long the answer may be kept, and by whom.")
            ),
            content(
                (CountResult = "application/json", examples(
                    ("line" = (
                        summary = "It is proper",
                        value = json!({
                            "verdict": "unique",
                            "count": 1,
                            "complete": true,
                            "solution": "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
                            "witnesses": ["534678912672195348198342567859761423426853791713924856961537284287419635345286179"],
                            "differing_cells": [],
                            "stopped_by": null,
                            "conflicts": []
                        })
                    )),
                )),
                (String = "text/plain", example = "unique 1\n"),
            )
        ),
        NotModified,
        QueryRefusals,
    )
)]
pub(in crate::http) async fn count_by_query(
    State(answers): State<CachedDispatcher>,
    conditional: Conditional,
    QuestionQuery(query): QuestionQuery<CountRequest>,
) -> Result<Response, ApiError> {
    let QuestionBody { question, limits, notation } = query;
    let reply = answers.run(question, limits).await?;
    conditional.respond::<CountRequest>(&reply, notation)
}
