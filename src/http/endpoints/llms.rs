//! `GET /llms.txt`: what a language model needs to know (<https://llmstxt.org>).

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};

use super::page::CACHE_CONTROL;
use crate::http::extract::TEXT_UTF8;
use crate::http::state::ServesDocs;
use crate::version::VERSION;

/// Path of the text.
pub(in crate::http) const PATH: &str = "/llms.txt";

const TEXT: &str = include_str!("llms.txt");

/// Line about tools, of programs that have them.
const TOOLS: &str =
    "- Hosts of models connect to the tools at `mcp` by the Model Context Protocol (streamable HTTP).\n";

/// Line about `/docs`.
const DOCS: &str = "- [Documentation of the API](docs/)\n";

/// Returns the text. Its links are relative, to work behind a gateway that adds a prefix.
pub(in crate::http) async fn show_llms(State(ServesDocs(docs)): State<ServesDocs>) -> Response {
    let optional = |line: &'static str, is_shown| if is_shown { line } else { "" };
    let text = TEXT
        .replace("{version}", VERSION)
        .replace("{tools}", optional(TOOLS, cfg!(feature = "mcp")))
        .replace("{docs}", optional(DOCS, docs));
    let headers =
        [(header::CONTENT_TYPE, TEXT_UTF8), (header::CACHE_CONTROL, HeaderValue::from_static(CACHE_CONTROL))];
    (headers, text).into_response()
}
