//! `GET /docs`: Swagger UI, from assets embedded in the program.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use parking_lot::RwLock;
use utoipa_swagger_ui::{Config, SwaggerFile};

use crate::http::asset::Asset;
use crate::http::error::ApiError;

/// Swagger UI sets styles in attributes, and has icons as data.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Page of Swagger UI with the title and the icon of the service.
const INDEX: &str = include_str!("docs.html");

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
    if file == "index.html" {
        return Some(Asset::new(INDEX.into(), HeaderValue::from_static("text/html; charset=utf-8")));
    }
    // The relative URL also works behind a gateway that adds a prefix. No validator on the internet is called.
    let config = Config::new(["../openapi.json"])
        .validator_url("none")
        .use_base_layout()
        .display_request_duration(true)
        .default_models_expand_depth(-1);
    let served = utoipa_swagger_ui::serve(file, Arc::new(config));
    let SwaggerFile { bytes, content_type, gzpipped, .. } =
        served.inspect_err(|error| tracing::error!(%error, "failed to read an embedded file")).ok()??;
    let content_type = HeaderValue::try_from(content_type).ok()?;
    let bytes = Bytes::from_owner(bytes);
    if !gzpipped {
        return Some(Asset::new(bytes, content_type));
    }
    let asset = Asset::from_gzip(bytes, content_type);
    asset.inspect_err(|error| tracing::error!(%error, "failed to decompress an embedded file")).ok()
}
