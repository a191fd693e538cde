//! `GET /`

use axum::extract::State;
use axum::response::{Html, IntoResponse, Response};
use http::header;
use serde::Serialize;
use utoipa::ToSchema;

use super::version::Version;
use crate::http::extract::{IndexFormat, json};
use crate::http::state::ServesDocs;

/// Where things are.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(in crate::http) struct Index {
    /// The program.
    #[serde(flatten)]
    version: Version,
    /// The endpoints.
    links: Vec<Link>,
}

/// One endpoint.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(in crate::http) struct Link {
    /// The method it takes.
    method: &'static str,
    /// Its path.
    href: &'static str,
    /// What it does.
    title: &'static str,
}

const LINKS: &[Link] = &[
    Link { method: "POST", href: "/solve", title: "a solution, or the proof that there is none" },
    Link {
        method: "POST",
        href: "/count",
        title: "how many solutions there are, and whether one is the only one",
    },
    Link { method: "POST", href: "/solutions", title: "every solution of a puzzle, as a stream" },
    Link { method: "POST", href: "/solve/batch", title: "a solution for each of many puzzles, as a stream" },
    Link {
        method: "POST",
        href: "/count/batch",
        title: "how many solutions each of many puzzles has, as a stream",
    },
    Link {
        method: "GET",
        href: "/solve?puzzle=1.....3..4.....2",
        title: "a solution, of a puzzle in the query",
    },
    Link {
        method: "GET",
        href: "/count?puzzle=1.....3..4.....2",
        title: "how many solutions there are, of a puzzle in the query",
    },
    Link { method: "GET", href: "/livez", title: "whether the process is alive" },
    Link { method: "GET", href: "/readyz", title: "whether the service wants work" },
    Link { method: "GET", href: "/version", title: "which version is running" },
    Link { method: "GET", href: "/openapi.yaml", title: "the OpenAPI document as YAML" },
    Link { method: "GET", href: "/openapi.json", title: "the OpenAPI document as JSON" },
    Link { method: "GET", href: DOCS, title: "the documentation as a page" },
];

const DOCS: &str = "/docs/";

/// What is here?
///
/// A small page for a browser, JSON otherwise.
#[utoipa::path(
    get,
    path = "/",
    tag = "Operations",
    responses((
        status = 200,
        description = "Name, version and all endpoints.",
        content(
            (Index = "application/json", example = json!({
                "name": "quadrille",
                "version": "0.1.0",
                "links": [{"method": "POST", "href": "/solve", "title": "a solution, or the proof that there is none"}]
            })),
            (String = "text/html", example = "<!doctype html>"),
        )
    ))
)]
pub(in crate::http) async fn index(
    State(ServesDocs(docs)): State<ServesDocs>,
    page: IndexFormat,
) -> Response {
    let links: Vec<Link> = LINKS.iter().filter(|link| docs || link.href != DOCS).copied().collect();
    match page {
        IndexFormat::Json => {
            let body = json(&Index { version: Version::CURRENT, links });
            ([(header::VARY, "accept")], body).into_response()
        }
        IndexFormat::Html => {
            let policy = "default-src 'none'; style-src 'unsafe-inline'";
            let headers = [(header::CONTENT_SECURITY_POLICY, policy), (header::VARY, "accept")];
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

/// What takes GET can be followed; the rest is only named.
fn item(link: &Link) -> String {
    let Link { method, href, title } = link;
    if *method == "GET" {
        // Relative, so that it also works behind a gateway that adds a prefix.
        let relative = href.trim_start_matches('/');
        format!("<li><code>{method} <a href=\"{relative}\">{href}</a></code>: {title}\n")
    } else {
        format!("<li><code>{method} {href}</code>: {title}\n")
    }
}
