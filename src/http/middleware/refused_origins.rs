//! Logs origins whose requests browsers refuse.

use http::{HeaderMap, HeaderValue, header};
use parking_lot::Mutex;

use crate::http::origin::{CorsOrigins, is_own};

/// Origins that may call the service, and the last one that called and may not.
#[derive(Debug)]
pub(in crate::http) struct RefusedOrigins {
    allowed: CorsOrigins,
    last: Mutex<Option<HeaderValue>>,
}

impl RefusedOrigins {
    pub(in crate::http) fn new(allowed: CorsOrigins) -> Self {
        Self { allowed, last: Mutex::default() }
    }

    /// Logs the origin of a request whose answer its browser hides from the page, unless the last such request had the same origin.
    pub(in crate::http::middleware) fn log(&self, headers: &HeaderMap) {
        let Some(origin) = headers.get(header::ORIGIN) else { return };
        if self.allowed.has(origin) || is_own(origin, headers) {
            return;
        }
        let mut last = self.last.lock();
        if last.as_ref() != Some(origin) {
            tracing::warn!(
                ?origin,
                "a page of another origin is refused: server.cors_origins (--cors) does not list it"
            );
            *last = Some(origin.clone());
        }
    }
}
