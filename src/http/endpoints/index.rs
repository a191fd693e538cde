//! `GET /`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, header};
use quadrille_answers::kinds::{KindVisitor, visit_kinds};
use quadrille_answers::wire::{BatchKind, EndpointKind, RequestKind};
use quadrille_jobs::Jobs;
use serde::Serialize;
use utoipa::ToSchema;

use super::page::CACHE_CONTROL;
use crate::http::extract::{IndexFormat, json};
use crate::http::openapi::PageRefusals;
use crate::http::page;
use crate::http::state::ServesDocs;
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
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(in crate::http) struct Link {
    /// HTTP method.
    method: &'static str,
    /// Relative reference (RFC 3986): its base is the URL of this list.
    href: String,
    /// Purpose.
    title: String,
}

/// Endpoints that answer no question, and questions given in a query: method, reference and title.
const OTHERS: &[(&str, &str, &str)] = &[
    ("GET", "techniques", "solving techniques"),
    ("POST", "jobs", "create a job: long work that survives a restart"),
    ("POST", "uploads", "upload the input of a job"),
    ("GET", "formats", "text formats of puzzles"),
    ("GET", "constraints", "types of constraints, such as cages and thermometers"),
    ("GET", "solve?puzzle=1.....3..4.....2", "solve a puzzle given in the query"),
    ("GET", "count?puzzle=1.....3..4.....2", "count the solutions of a puzzle given in the query"),
    ("GET", "generate?difficulty=hard", "generate a hard puzzle"),
    ("GET", "render?puzzle=1.....3..4.....2", "draw a puzzle given in the query, as SVG"),
    ("GET", "livez", "liveness"),
    ("GET", "readyz", "readiness"),
    ("GET", "version", "version"),
    ("GET", "openapi.yaml", "OpenAPI document as YAML"),
    ("GET", "openapi.json", "OpenAPI document as JSON"),
    ("GET", DOCS, "API documentation"),
];

const DOCS: &str = "docs/";

/// Links of the kinds of question, of their batches, and of the other endpoints.
fn links(serves_docs: bool) -> Vec<Link> {
    let mut links = KindLinks::default();
    visit_kinds(&mut links);
    let KindLinks { questions, batches, queries } = links;
    let others = OTHERS.iter().filter(|(_, href, _)| serves_docs || *href != DOCS);
    let others = others.map(|&(method, href, title)| Link::new(method, href.to_owned(), title.to_owned()));
    questions.into_iter().chain(batches).chain(queries).chain(others).collect()
}

/// Links of the kinds.
#[derive(Default)]
struct KindLinks {
    questions: Vec<Link>,
    batches: Vec<Link>,
    queries: Vec<Link>,
}

impl KindVisitor for KindLinks {
    fn endpoint<K: RequestKind>(&mut self) {
        self.questions.push(Link::to_question(K::PATH, K::LINK));
    }

    fn answered<K: EndpointKind>(&mut self) {
        self.endpoint::<K>();
        if K::SUBJECT.is_puzzle() && K::QUERY.is_none() {
            let href = format!("{}?puzzle=1.....3..4.....2", K::PATH.trim_start_matches('/'));
            self.queries.push(Link::new("GET", href, format!("{}, by query", K::LINK)));
        }
    }

    fn batch<K: BatchKind>(&mut self) {
        let path = format!("{}/batch", K::PATH);
        self.batches.extend(K::BATCH.map(|batch| Link::to_question(&path, batch.link)));
    }
}

impl Link {
    fn new(method: &'static str, href: String, title: String) -> Self {
        Self { method, href, title }
    }

    fn to_question(path: &str, title: &str) -> Self {
        Self::new("POST", path.trim_start_matches('/').to_owned(), title.to_owned())
    }
}

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
    match format {
        IndexFormat::Json => {
            let body = json(&Index { name: env!("CARGO_PKG_NAME"), version: VERSION, links: links(docs) });
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
