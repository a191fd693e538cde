//! What the endpoints share.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRef;
use bytes::Bytes;
use http::HeaderValue;
use thiserror::Error;
use utoipa::openapi::OpenApi;

use super::clients::ClientSettings;
use super::deadline::DeadlineSettings;
use crate::metrics::Metrics;
use crate::service::{CachedDispatcher, Dispatcher, Policies};

/// Settings of this folder, as values: whoever composes the service reads them from somewhere.
#[derive(Clone, Debug)]
pub struct HttpSettings {
    /// The largest body in bytes.
    pub body_bytes_max: usize,
    /// How long a body may take to arrive.
    pub body_read: Duration,
    /// How long the body of a batch may bring nothing.
    pub body_idle: Duration,
    /// The longest line of a batch in bytes.
    pub line_bytes_max: usize,
    /// Which pages of other origins may call the service.
    pub cors_origins: CorsOrigins,
    /// Whether `/docs` is there.
    pub docs: bool,
    /// Defaults and maxima of the limits of questions.
    pub policies: Policies,
    /// How the time that clients wait is told.
    pub deadlines: DeadlineSettings,
    /// Who may ask, and how often.
    pub clients: ClientSettings,
    /// How long answers to `GET` may be kept.
    pub keep: Duration,
}

/// How long an answer may be kept, and by whom.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeepSettings {
    /// How long without asking again.
    pub(super) age_max: Duration,
    /// Whether also by caches that serve others than the client: they know nothing of keys.
    pub(super) by_everybody: bool,
}

/// Which origins may call the service from a browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CorsOrigins {
    /// None but its own.
    None,
    /// Every one.
    Any,
    /// These.
    Listed(Vec<HeaderValue>),
}

/// How much of a body is read, and how long.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyBounds {
    pub(super) bytes_max: usize,
    pub(super) read: Duration,
    /// How long the body of a batch may bring nothing.
    pub(super) idle: Duration,
    /// The longest line of a batch in bytes.
    pub(super) line_bytes_max: usize,
}

/// The OpenAPI document, written out once.
#[derive(Clone, Debug)]
pub(super) struct Documents {
    pub(super) yaml: Bytes,
    pub(super) json: Bytes,
}

/// The OpenAPI document cannot be written: a bug in what describes it.
#[derive(Debug, Error)]
#[error("the OpenAPI document cannot be written: {0}")]
pub struct DocumentError(Box<dyn Error + Send + Sync>);

impl Documents {
    pub(super) fn of(document: &OpenApi) -> Result<Self, DocumentError> {
        let yaml = document.to_yaml().map_err(|error| DocumentError(error.into()))?;
        let json = document.to_json().map_err(|error| DocumentError(error.into()))?;
        Ok(Self { yaml: yaml.into(), json: json.into() })
    }
}

/// Whether `/docs` is there.
#[derive(Clone, Copy, Debug)]
pub(super) struct ServesDocs(pub(super) bool);

/// The state of the router. Every request gets some clones of it.
#[derive(Clone, Debug)]
pub struct AppState(Arc<Parts>);

/// What the state consists of.
#[derive(Debug)]
pub(super) struct Parts {
    pub(super) dispatcher: Dispatcher,
    pub(super) metrics: Metrics,
    pub(super) answers: CachedDispatcher,
    pub(super) body_bounds: BodyBounds,
    pub(super) policies: Policies,
    pub(super) deadlines: DeadlineSettings,
    pub(super) keep: KeepSettings,
    pub(super) documents: Documents,
    pub(super) serves_docs: ServesDocs,
}

impl From<Parts> for AppState {
    fn from(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }
}

/// Lets extractors take a part of the state.
macro_rules! taken_from_state {
    ($($part:ident: $type:ty),* $(,)?) => {
        $(impl FromRef<AppState> for $type {
            fn from_ref(state: &AppState) -> Self {
                state.0.$part.clone()
            }
        })*
    };
}

taken_from_state! {
    dispatcher: Dispatcher,
    metrics: Metrics,
    answers: CachedDispatcher,
    body_bounds: BodyBounds,
    policies: Policies,
    deadlines: DeadlineSettings,
    keep: KeepSettings,
    documents: Documents,
    serves_docs: ServesDocs,
}
