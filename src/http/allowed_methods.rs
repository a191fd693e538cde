//! Values of `Allow`.

use std::collections::HashMap;

use http::HeaderValue;
use utoipa::openapi::OpenApi;

/// Methods that each path supports, as values of `Allow`. The router does not name `OPTIONS`.
#[derive(Debug)]
pub(super) struct AllowedMethods(HashMap<String, HeaderValue>);

impl AllowedMethods {
    /// Takes the methods from the document.
    pub(super) fn from_document(document: &OpenApi) -> Self {
        let paths = document.paths.paths.iter();
        let methods = paths.map(|(path, item)| {
            let methods = match (&item.get, &item.post, &item.delete) {
                (Some(_), Some(_), _) => "GET,HEAD,POST,OPTIONS",
                (None, Some(_), _) => "POST,OPTIONS",
                (_, None, Some(_)) => "GET,HEAD,DELETE,OPTIONS",
                (_, None, None) => READ,
            };
            (path.clone(), HeaderValue::from_static(methods))
        });
        Self(methods.collect())
    }

    /// Returns the value for the path of a route, without a version. The document does not describe files, which can be
    /// read.
    pub(super) fn at(&self, path: &str) -> HeaderValue {
        self.0.get(path).cloned().unwrap_or(HeaderValue::from_static(READ))
    }
}

/// Methods of a path that can only be read.
const READ: &str = "GET,HEAD,OPTIONS";
