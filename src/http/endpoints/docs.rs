//! `GET /docs`: Swagger UI, from the archive of its release, which is embedded in the program.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{Cursor, Read};
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use parking_lot::RwLock;
use utoipa_swagger_ui_vendored::SWAGGER_UI_VENDORED;
use zip::result::ZipResult;
use zip::{CompressionMethod, ZipArchive};

use crate::http::asset::Asset;
use crate::http::error::ApiError;

/// Swagger UI sets styles in attributes, and has icons as data.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Page of Swagger UI with the title and the icon of the service.
const INDEX: &str = include_str!("docs.html");

/// Script that starts Swagger UI with the document of the service.
const INITIALIZER: &str = include_str!("swagger-initializer.js");

/// Head of gzip data without a name, a time and a system (RFC 1952).
const GZIP_HEAD: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

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
    let compressed =
        archived(file).inspect_err(|error| tracing::error!(%error, "failed to read the archive"));
    let asset = Asset::from_gzip(compressed.ok()??.into(), media_type);
    asset.inspect_err(|error| tracing::error!(%error, "failed to decompress an embedded file")).ok()
}

/// Returns a file of the archive as gzip data, which have the same compressed bytes: they are not compressed anew.
fn archived(file: &str) -> ZipResult<Option<Vec<u8>>> {
    let mut archive = ZipArchive::new(Cursor::new(SWAGGER_UI_VENDORED))?;
    // Names begin with the folder of the release.
    let path = format!("/dist/{file}");
    let is_it = |name: ZipResult<Cow<'_, str>>| name.is_ok_and(|name| name.ends_with(&path));
    let Some(index) = archive.file_names().position(is_it) else { return Ok(None) };
    let mut entry = archive.by_index_raw(index)?;
    if entry.compression() != CompressionMethod::Deflated {
        return Ok(None);
    }
    let mut compressed = GZIP_HEAD.to_vec();
    entry.read_to_end(&mut compressed)?;
    compressed.extend(entry.crc32().to_le_bytes());
    // Modulo 2^32 (RFC 1952).
    compressed.extend((entry.size() as u32).to_le_bytes());
    Ok(Some(compressed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_archive_are_found_and_others_are_not() {
        // `from_gzip` checks length and checksum.
        let media_type = HeaderValue::from_static("text/css");
        let compressed = archived("swagger-ui.css").expect("an archive").expect("a compressed file");
        assert!(Asset::from_gzip(compressed.into(), media_type).is_ok());
        assert_eq!(archived("favicon-16x16.png").expect("an archive"), None, "it is not compressed");
        assert_eq!(archived("nowhere.css").expect("an archive"), None);
    }
}
