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
use headers::{HeaderMapExt, IfNoneMatch};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use parking_lot::RwLock;
use utoipa_swagger_ui::{Config, SwaggerFile};

use crate::http::error::ApiError;
use crate::http::extract::{accepts_gzip, entity_tag};

/// Swagger UI sets styles in attributes, and has icons as data.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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
    Asset::of(file, accepts_gzip(headers))
        .map_or_else(|| ApiError::not_found().into_response(), |asset| asset.respond(headers))
}

/// File of Swagger UI, compressed or not. Most are embedded compressed.
struct Asset {
    bytes: Bytes,
    content_type: HeaderValue,
    is_gzipped: bool,
    tag: HeaderValue,
}

/// Files in use, by name and whether the client accepts gzip.
type Assets = RwLock<HashMap<(String, bool), Arc<Asset>>>;

impl Asset {
    /// Returns the embedded file. It is decompressed, and its tag computed, once.
    fn of(file: &str, accepts_gzip: bool) -> Option<Arc<Self>> {
        static ASSETS: LazyLock<Assets> = LazyLock::new(RwLock::default);
        let key = (file.to_owned(), accepts_gzip);
        if let Some(asset) = ASSETS.read().get(&key) {
            return Some(Arc::clone(asset));
        }
        let asset = Arc::new(Self::load(file, accepts_gzip)?);
        ASSETS.write().insert(key, Arc::clone(&asset));
        Some(asset)
    }

    fn load(file: &str, accepts_gzip: bool) -> Option<Self> {
        // The relative URL also works behind a gateway that adds a prefix. No validator on the internet is called.
        let config = Config::new(["../openapi.json"]).validator_url("none");
        let served = utoipa_swagger_ui::serve(file, Arc::new(config));
        let SwaggerFile { bytes, content_type, gzpipped, .. } =
            served.inspect_err(|error| tracing::error!(%error, "failed to read an embedded file")).ok()??;
        let is_gzipped = gzpipped && accepts_gzip;
        let bytes = if gzpipped == is_gzipped { Bytes::from_owner(bytes) } else { decompress(&bytes)? };
        let tag = HeaderValue::try_from(entity_tag(&bytes)).ok()?;
        let content_type = HeaderValue::try_from(content_type).ok()?;
        Some(Self { bytes, content_type, is_gzipped, tag })
    }

    fn respond(&self, headers: &HeaderMap) -> Response {
        let common = [
            (header::ETAG, self.tag.clone()),
            (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600")),
            (header::VARY, HeaderValue::from_static("accept-encoding")),
            (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
            (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        ];
        let known: Option<IfNoneMatch> = headers.typed_get();
        let tag = self.tag.to_str().ok().and_then(|tag| tag.parse().ok());
        if known.zip(tag).is_some_and(|(known, tag)| !known.precondition_passes(&tag)) {
            return (StatusCode::NOT_MODIFIED, common).into_response();
        }
        let mut response = (common, self.bytes.clone()).into_response();
        response.headers_mut().insert(header::CONTENT_TYPE, self.content_type.clone());
        if self.is_gzipped {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

fn decompress(bytes: &[u8]) -> Option<Bytes> {
    let mut plain = Vec::new();
    let read = GzDecoder::new(bytes).read_to_end(&mut plain);
    read.inspect_err(|error| tracing::error!(%error, "failed to decompress an embedded file")).ok()?;
    Some(plain.into())
}
