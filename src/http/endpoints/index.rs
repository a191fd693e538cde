//! `GET /`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, header};
use serde::Serialize;
use utoipa::ToSchema;

use super::page::CACHE_CONTROL;
use crate::http::extract::{IndexFormat, json};
use crate::http::openapi::PageRefusals;
use crate::http::page;
use crate::http::state::ServesDocs;
use crate::jobs::Jobs;
use crate::version::VERSION;

/// Name, version and endpoints.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(in crate::http) struct Index {
    /// Name of the program.
    #[schema(example = "quadrille")]
    name: &'static str,
    /// Version of the program (semantic versioning).
    #[schema(example = "0.1.0")]
    version: &'static str,
    /// All endpoints.
    links: Vec<Link>,
}

/// An endpoint.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(in crate::http) struct Link {
    /// HTTP method.
    method: &'static str,
    /// Relative reference (RFC 3986): its base is the URL of this list.
    href: &'static str,
    /// Purpose.
    title: &'static str,
}

const LINKS: &[Link] = &[
    Link { method: "POST", href: "solve", title: "solve a puzzle" },
    Link { method: "POST", href: "count", title: "count the solutions of a puzzle" },
    Link { method: "POST", href: "solutions", title: "list the solutions of a puzzle, as a stream" },
    Link { method: "POST", href: "solve/batch", title: "solve many puzzles, as a stream" },
    Link { method: "POST", href: "count/batch", title: "count the solutions of many puzzles, as a stream" },
    Link { method: "POST", href: "candidates", title: "find the candidates that occur in solutions" },
    Link {
        method: "POST",
        href: "candidates/batch",
        title: "find the candidates of many puzzles, as a stream",
    },
    Link { method: "POST", href: "minimal", title: "find the redundant clues of a puzzle" },
    Link {
        method: "POST",
        href: "minimal/batch",
        title: "find the redundant clues of many puzzles, as a stream",
    },
    Link { method: "POST", href: "conflicts", title: "find clues that contradict each other" },
    Link { method: "POST", href: "rate", title: "rate the difficulty of a puzzle" },
    Link { method: "POST", href: "rate/batch", title: "rate many puzzles, as a stream" },
    Link { method: "POST", href: "hint", title: "find the next step of a player" },
    Link { method: "POST", href: "path", title: "find the steps to the solution, with explanations" },
    Link { method: "GET", href: "techniques", title: "solving techniques" },
    Link { method: "POST", href: "check", title: "check the entries of a player" },
    Link { method: "POST", href: "estimate", title: "estimate the number of solutions of a puzzle" },
    Link { method: "POST", href: "canonical", title: "find the canonical form of a puzzle" },
    Link {
        method: "POST",
        href: "canonical/batch",
        title: "find the canonical forms of many puzzles, as a stream",
    },
    Link { method: "POST", href: "shuffle", title: "shuffle a puzzle" },
    Link { method: "POST", href: "shuffle/batch", title: "shuffle many puzzles, as a stream" },
    Link { method: "POST", href: "exact-cover/solve", title: "solve an exact cover problem" },
    Link {
        method: "POST",
        href: "exact-cover/count",
        title: "count the solutions of an exact cover problem",
    },
    Link {
        method: "POST",
        href: "exact-cover/solutions",
        title: "list the solutions of an exact cover problem, as a stream",
    },
    Link {
        method: "POST",
        href: "exact-cover/estimate",
        title: "estimate the size of an exact cover problem",
    },
    Link {
        method: "POST",
        href: "exact-cover/count/batch",
        title: "count the solutions of many exact cover problems, as a stream",
    },
    Link { method: "POST", href: "generate", title: "generate a puzzle, or many as a stream" },
    Link { method: "POST", href: "jobs", title: "create a job: long work that survives a restart" },
    Link { method: "POST", href: "uploads", title: "upload the input of a job" },
    Link { method: "POST", href: "render", title: "draw a puzzle as SVG" },
    Link { method: "POST", href: "convert", title: "convert a puzzle to another format" },
    Link { method: "GET", href: "formats", title: "text formats of puzzles" },
    Link { method: "GET", href: "solve?puzzle=1.....3..4.....2", title: "solve a puzzle given in the query" },
    Link {
        method: "GET",
        href: "count?puzzle=1.....3..4.....2",
        title: "count the solutions of a puzzle given in the query",
    },
    Link { method: "GET", href: "generate?difficulty=hard", title: "generate a hard puzzle" },
    Link {
        method: "GET",
        href: "render?puzzle=1.....3..4.....2",
        title: "draw a puzzle given in the query, as SVG",
    },
    Link { method: "GET", href: "livez", title: "liveness" },
    Link { method: "GET", href: "readyz", title: "readiness" },
    Link { method: "GET", href: "version", title: "version" },
    Link { method: "GET", href: "openapi.yaml", title: "OpenAPI document as YAML" },
    Link { method: "GET", href: "openapi.json", title: "OpenAPI document as JSON" },
    Link { method: "GET", href: DOCS, title: "API documentation" },
];

const DOCS: &str = "docs/";

/// Show the page or the list of endpoints
///
/// A page to try the API for browsers, JSON otherwise.
#[utoipa::path(
    get,
    path = "/",
    tag = "Operations",
    responses(
        (
            status = 200,
            description = "Name, version and endpoints.",
            content(
                (Index = "application/json", example = json!({
                    "name": "quadrille",
                    "version": "0.1.0",
                    "links": [{"method": "POST", "href": "solve", "title": "solve a puzzle"}]
                })),
                (String = "text/html", example = "<!doctype html>"),
            )
        ),
        PageRefusals,
    )
)]
pub(in crate::http) async fn show_index(
    State(ServesDocs(docs)): State<ServesDocs>,
    State(jobs): State<Jobs>,
    format: IndexFormat,
    headers: HeaderMap,
) -> Response {
    let links: Vec<Link> = LINKS.iter().filter(|link| docs || link.href != DOCS).copied().collect();
    match format {
        IndexFormat::Json => {
            let body = json(&Index { name: env!("CARGO_PKG_NAME"), version: VERSION, links });
            ([(header::VARY, "accept")], body).into_response()
        }
        IndexFormat::Html => {
            let mut response =
                page::index(docs, jobs.can_store()).respond(&headers, page::POLICY, CACHE_CONTROL);
            response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept, accept-encoding"));
            response
        }
    }
}
