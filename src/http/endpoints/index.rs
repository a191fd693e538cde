//! `GET /`

use axum::extract::State;
use axum::response::{Html, IntoResponse, Response};
use http::header;
use serde::Serialize;
use utoipa::ToSchema;

use super::version::Version;
use crate::http::extract::{IndexFormat, json};
use crate::http::state::ServesDocs;

/// Name, version and endpoints.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(in crate::http) struct Index {
    /// Name and version.
    #[serde(flatten)]
    version: Version,
    /// All endpoints.
    links: Vec<Link>,
}

/// An endpoint.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(in crate::http) struct Link {
    /// HTTP method.
    method: &'static str,
    /// Path, relative to the service.
    href: &'static str,
    /// Purpose.
    title: &'static str,
}

const LINKS: &[Link] = &[
    Link { method: "POST", href: "/solve", title: "solve a puzzle" },
    Link { method: "POST", href: "/count", title: "count the solutions of a puzzle" },
    Link { method: "POST", href: "/solutions", title: "list the solutions of a puzzle, as a stream" },
    Link { method: "POST", href: "/solve/batch", title: "solve many puzzles, as a stream" },
    Link { method: "POST", href: "/count/batch", title: "count the solutions of many puzzles, as a stream" },
    Link { method: "POST", href: "/render", title: "draw a puzzle as SVG" },
    Link {
        method: "GET",
        href: "/solve?puzzle=1.....3..4.....2",
        title: "solve a puzzle given in the query",
    },
    Link {
        method: "GET",
        href: "/count?puzzle=1.....3..4.....2",
        title: "count the solutions of a puzzle given in the query",
    },
    Link {
        method: "GET",
        href: "/render?puzzle=1.....3..4.....2",
        title: "draw a puzzle given in the query, as SVG",
    },
    Link { method: "GET", href: "/livez", title: "liveness" },
    Link { method: "GET", href: "/readyz", title: "readiness" },
    Link { method: "GET", href: "/version", title: "version" },
    Link { method: "GET", href: "/openapi.yaml", title: "OpenAPI document as YAML" },
    Link { method: "GET", href: "/openapi.json", title: "OpenAPI document as JSON" },
    Link { method: "GET", href: DOCS, title: "API documentation" },
];

const DOCS: &str = "/docs/";

/// List of endpoints
///
/// HTML for browsers, JSON otherwise.
#[utoipa::path(
    get,
    path = "/",
    tag = "Operations",
    responses((
        status = 200,
        description = "Name, version and endpoints.",
        content(
            (Index = "application/json", example = json!({
                "name": "quadrille",
                "version": "0.1.0",
                "links": [{"method": "POST", "href": "/solve", "title": "solve a puzzle"}]
            })),
            (String = "text/html", example = "<!doctype html>"),
        )
    ))
)]
pub(in crate::http) async fn index(
    State(ServesDocs(docs)): State<ServesDocs>,
    format: IndexFormat,
) -> Response {
    let links: Vec<Link> = LINKS.iter().filter(|link| docs || link.href != DOCS).copied().collect();
    match format {
        IndexFormat::Json => {
            let body = json(&Index { version: Version::CURRENT, links });
            ([(header::VARY, "accept")], body).into_response()
        }
        IndexFormat::Html => {
            let policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; \
                frame-ancestors 'none'";
            let headers = [
                (header::CONTENT_SECURITY_POLICY, policy),
                (header::REFERRER_POLICY, "no-referrer"),
                (header::VARY, "accept"),
            ];
            (headers, Html(html(&links))).into_response()
        }
    }
}

fn html(links: &[Link]) -> String {
    let Version { version, .. } = Version::CURRENT;
    let items: String = links.iter().map(item).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Quadrille</title>\n\
         <style>body{{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}}\
         code{{font-size:.95em}}pre{{overflow-x:auto;background:#f4f4f4;padding:1rem}}</style>\n\
         <h1>Quadrille {version}</h1>\n\
         <p>Solves Sudoku, counts solutions and proves uniqueness.</p>\n<ul>\n{items}</ul>\n\
         <pre>curl -H 'content-type: text/plain' --data-binary @puzzle.txt \\\n     'http://HOST/count'</pre>\n"
    )
}

/// Returns the list item of an endpoint, with a link if its method is GET.
fn item(link: &Link) -> String {
    let Link { method, href, title } = link;
    if *method == "GET" {
        // Relative, to work behind a gateway that adds a prefix.
        let relative = href.trim_start_matches('/');
        format!("<li><code>{method} <a href=\"{relative}\">{href}</a></code>: {title}\n")
    } else {
        format!("<li><code>{method} {href}</code>: {title}\n")
    }
}
