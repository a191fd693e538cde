//! `GET /problems/{code}`

use axum::extract::Path;
use axum::response::{Html, IntoResponse, Response};
use http::header;
use quadrille_answers::faults::{ProblemCode, ProblemPage};

use crate::http::error::ApiError;
use crate::http::extract::{IndexFormat, json};
use crate::http::openapi::{PageRefusals, UnknownProblem};

/// Own styles and pictures only, and no script or form.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

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
            description = "Cause, example and remedy.",
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
    let Some(page) = ProblemPage::find(&code) else { return ApiError::not_found().into_response() };
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

/// Returns the page, with the styles of the page at `/`. Its links are relative, to work behind a gateway that adds a
/// prefix.
fn html(page: &ProblemPage) -> String {
    let ProblemPage { code, title, status, cause, example, remedy } = page;
    let code = code.as_str();
    let [cause, example, remedy] = [cause, example, remedy].map(|text| escaped(text));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title} - Quadrille</title>\n\
         <link rel=\"icon\" href=\"../page/icon.svg\" type=\"image/svg+xml\">\n\
         <link rel=\"stylesheet\" href=\"../page/page.css\">\n\
         <link rel=\"stylesheet\" href=\"../page/text.css\">\n\
         <header class=\"top\">\n\
         <h1><img src=\"../page/icon.svg\" alt=\"\" width=\"32\" height=\"32\">{title}</h1>\n\
         <p>Status {status}, code <code>{code}</code></p>\n</header>\n\
         <main>\n<h2>Cause</h2>\n<p>{cause}</p>\n<h2>Example</h2>\n<pre>{example}</pre>\n\
         <h2>Remedy</h2>\n<p>{remedy}</p>\n</main>\n<footer>\n<a href=\"../\">Quadrille</a>\n</footer>\n"
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
