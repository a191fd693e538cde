//! `GET /docs`: Swagger UI, from the archive of its release, which is embedded in the program.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use parking_lot::RwLock;
use utoipa_swagger_ui_vendored::SWAGGER_UI_VENDORED;

use crate::http::asset::Asset;
use crate::http::error::ApiError;
use crate::http::zip::gzip_from_zip;

/// Swagger UI sets styles in attributes, and has icons as data.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Page of Swagger UI with the title and the icon of the service.
const INDEX: &str = include_str!("docs.html");

/// Script that starts Swagger UI with the document of the service.
const INITIALIZER: &str = include_str!("swagger-initializer.js");

/// Paths of Swagger UI: without a slash, of its page, and of its files.
pub(in crate::http) const PATHS: [&str; 3] = ["/docs", "/docs/", "/docs/{file}"];

/// Returns the routes of Swagger UI.
pub(in crate::http) fn docs<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let [bare, index, file] = PATHS;
    Router::new()
        // Relative, to work behind a gateway that adds a prefix.
        .route(bare, get(async || (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, "docs/")])))
        .route(index, get(async |headers: HeaderMap| respond("index.html", &headers)))
        .route(file, get(async |Path(file): Path<String>, headers: HeaderMap| respond(&file, &headers)))
}

fn respond(file: &str, headers: &HeaderMap) -> Response {
    embedded(file).map_or_else(
        || ApiError::not_found().into_response(),
        |asset| asset.respond(headers, POLICY, "public, max-age=3600"),
    )
}

/// Returns the embedded file. Its representations are made once.
fn embedded(file: &str) -> Option<Arc<Asset>> {
    static ASSETS: LazyLock<RwLock<HashMap<String, Arc<Asset>>>> = LazyLock::new(RwLock::default);
    if let Some(asset) = ASSETS.read().get(file) {
        return Some(Arc::clone(asset));
    }
    let asset = Arc::new(load(file)?);
    ASSETS.write().insert(file.to_owned(), Arc::clone(&asset));
    Some(asset)
}

fn load(file: &str) -> Option<Asset> {
    let media_type = match file.rsplit_once('.')? {
        (_, "css") => "text/css",
        (_, "html") => "text/html; charset=utf-8",
        (_, "js") => "text/javascript",
        _ => return None,
    };
    let media_type = HeaderValue::from_static(media_type);
    match file {
        "index.html" => return Some(Asset::new(INDEX.into(), media_type)),
        "swagger-initializer.js" => return Some(Asset::new(INITIALIZER.into(), media_type)),
        _ => {}
    }
    // Names begin with the folder of the release.
    let path = format!("/dist/{file}");
    let compressed = gzip_from_zip(SWAGGER_UI_VENDORED, |name| name.ends_with(path.as_bytes()))?;
    let asset = Asset::from_gzip(compressed.into(), media_type);
    asset.inspect_err(|error| tracing::error!(%error, "failed to decompress an embedded file")).ok()
}
