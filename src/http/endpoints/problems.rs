//! `GET /problems/{code}`

use axum::extract::Path;
use axum::response::{Html, IntoResponse, Response};
use http::header;

use crate::http::error::ApiError;
use crate::http::extract::{IndexFormat, json};
use crate::http::openapi::{PageRefusals, UnknownProblem};
use crate::wire::{ProblemCode, ProblemPage};

/// The page has no script, style or form.
const POLICY: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Explain a kind of problem
///
/// The `type` of a problem body is the path of its page. HTML for browsers, JSON otherwise.
#[utoipa::path(
    get,
    path = "/problems/{code}",
    tag = "Operations",
    params(("code" = ProblemCode, Path, description = "The `code` of a problem body.")),
    responses(
        (
            status = 200,
            description = "Cause, example and mend.",
            content(
                (ProblemPage = "application/json", example = json!(ProblemPage::from(ProblemCode::NotFound))),
                (String = "text/html", example = "<!doctype html>"),
            )
        ),
        UnknownProblem,
        PageRefusals,
    )
)]
pub(in crate::http) async fn explain_problem(Path(code): Path<String>, format: IndexFormat) -> Response {
    let Some(page) = ProblemPage::of(&code) else { return ApiError::not_found().into_response() };
    match format {
        IndexFormat::Json => ([(header::VARY, "accept")], json(&page)).into_response(),
        IndexFormat::Html => {
            let headers = [
                (header::CONTENT_SECURITY_POLICY, POLICY),
                (header::REFERRER_POLICY, "no-referrer"),
                (header::VARY, "accept"),
            ];
            (headers, Html(html(&page))).into_response()
        }
    }
}

/// Returns the page. Its links are relative, to work behind a gateway that adds a prefix.
fn html(page: &ProblemPage) -> String {
    let ProblemPage { code, title, status, cause, example, mend } = page;
    let code = code.as_str();
    let [cause, example, mend] = [cause, example, mend].map(|text| escaped(text));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title} - Quadrille</title>\n\
         <main>\n<h1>{title}</h1>\n<p>Status {status}, code <code>{code}</code></p>\n\
         <h2>Cause</h2>\n<p>{cause}</p>\n<h2>Example</h2>\n<pre>{example}</pre>\n\
         <h2>Mend</h2>\n<p>{mend}</p>\n</main>\n<p><a href=\"../\">Quadrille</a></p>\n"
    )
}

/// Escapes text for HTML, and marks what backticks enclose as code.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let pieces = text.split('`').enumerate();
    pieces
        .map(|(index, piece)| if index % 2 == 1 { format!("<code>{piece}</code>") } else { piece.to_owned() })
        .collect()
}
