//! `GET /docs`: Swagger UI, from assets embedded in the program.

use std::collections::HashMap;
use std::io::Read;
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use flate2::read::GzDecoder;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use parking_lot::RwLock;
use utoipa_swagger_ui::{Config, SwaggerFile};

use crate::http::asset::Asset;
use crate::http::error::ApiError;
use crate::http::extract::accepts_gzip;

/// Swagger UI sets styles in attributes, and has icons as data.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Page of Swagger UI with the title and the icon of the service.
const INDEX: &str = include_str!("docs.html");

/// Returns the routes of Swagger UI.
pub(in crate::http) fn docs<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        // Relative, to work behind a gateway that adds a prefix.
        .route("/docs", get(async || (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, "docs/")])))
        .route("/docs/", get(async |headers: HeaderMap| respond("index.html", &headers)))
        .route(
            "/docs/{file}",
            get(async |Path(file): Path<String>, headers: HeaderMap| respond(&file, &headers)),
        )
}

fn respond(file: &str, headers: &HeaderMap) -> Response {
    let Some(asset) = embedded(file, accepts_gzip(headers)) else {
        return ApiError::not_found().into_response();
    };
    let mut response = asset.respond(headers, POLICY, "public, max-age=3600");
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    response
}

/// Files in use, by name and whether the client accepts gzip.
type Assets = RwLock<HashMap<(String, bool), Arc<Asset>>>;

/// Returns the embedded file. It is decompressed, and its tag computed, once.
fn embedded(file: &str, accepts_gzip: bool) -> Option<Arc<Asset>> {
    static ASSETS: LazyLock<Assets> = LazyLock::new(RwLock::default);
    let key = (file.to_owned(), accepts_gzip);
    if let Some(asset) = ASSETS.read().get(&key) {
        return Some(Arc::clone(asset));
    }
    let asset = Arc::new(load(file, accepts_gzip)?);
    ASSETS.write().insert(key, Arc::clone(&asset));
    Some(asset)
}

fn load(file: &str, accepts_gzip: bool) -> Option<Asset> {
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
    let is_gzipped = gzpipped && accepts_gzip;
    let bytes = if gzpipped == is_gzipped { Bytes::from_owner(bytes) } else { decompress(&bytes)? };
    Some(Asset::new(bytes, content_type).gzipped(is_gzipped))
}

fn decompress(bytes: &[u8]) -> Option<Bytes> {
    let mut plain = Vec::new();
    let read = GzDecoder::new(bytes).read_to_end(&mut plain);
    read.inspect_err(|error| tracing::error!(%error, "failed to decompress an embedded file")).ok()?;
    Some(plain.into())
}
