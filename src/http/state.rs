//! Shared state of the endpoints, and the settings of the HTTP layer.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRef;
use quadrille_answers::service::{CachedDispatcher, Dispatcher, InputBudget, Policies};
use quadrille_answers::wire::ProblemBounds;
use quadrille_jobs::Jobs;
use thiserror::Error;
use utoipa::openapi::OpenApi;

use super::clients::ClientAccess;
use super::deadline::DeadlineSettings;
use super::hosts::HostSettings;
use super::origin::CorsOrigins;
use crate::metrics::Metrics;

/// Settings of the HTTP layer.
#[derive(Clone, Debug)]
pub struct HttpSettings {
    /// Maximum body size in bytes.
    pub body_bytes_max: usize,
    /// Maximum time to receive a body.
    pub body_read: Duration,
    /// Maximum time between two entries of a batch.
    pub body_idle: Duration,
    /// Maximum length of a batch line in bytes.
    pub line_bytes_max: usize,
    /// Maximum size of an exact cover problem.
    pub problem_bounds: ProblemBounds,
    /// Maximum number of puzzles that a request may generate.
    pub generate_count_max: u64,
    /// Origins that may call the service from a browser.
    pub cors_origins: CorsOrigins,
    /// Whether `/docs` is served.
    pub docs: bool,
    /// Defaults and maxima of the limits of questions.
    pub policies: Policies,
    /// Header with the client's deadline.
    pub deadlines: DeadlineSettings,
    /// Time for which answers to `GET` may be cached.
    pub cache_age_max: Duration,
    /// Names of the service.
    pub hosts: HostSettings,
}

/// Settings of `Cache-Control`.
#[derive(Clone, Debug)]
pub(super) struct CacheControlSettings {
    /// Time for which an answer may be cached without revalidation.
    pub(super) age_max: Duration,
    /// Shared caches must not store answers if an API key is required.
    pub(super) access: ClientAccess,
}

/// Limits on the size, the duration and the problems of a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyBounds {
    pub(super) bytes_max: usize,
    pub(super) read: Duration,
    /// Maximum time between two entries of a batch.
    pub(super) idle: Duration,
    /// Maximum length of a batch line in bytes.
    pub(super) line_bytes_max: usize,
    /// Maximum size of an exact cover problem.
    pub(super) problem: ProblemBounds,
}

/// Limits on requests for generated puzzles.
#[derive(Clone, Copy, Debug)]
pub(super) struct GenerateSettings {
    /// Maximum number of puzzles of a request.
    pub(super) count_max: u64,
}

/// Makes the OpenAPI document with everything in its place, of which the served documents are made.
#[derive(Clone, Copy, Debug)]
pub(super) struct WholeDocument(pub(super) fn() -> OpenApi);

/// An OpenAPI document cannot be serialized.
#[derive(Clone, Debug, Error)]
#[error("an OpenAPI document cannot be serialized: {0}")]
pub struct DocumentError(Arc<dyn Error + Send + Sync>);

impl DocumentError {
    pub(super) fn new(error: impl Error + Send + Sync + 'static) -> Self {
        Self(Arc::new(error))
    }
}

/// Whether `/docs` is served.
#[derive(Clone, Copy, Debug)]
pub(super) struct ServesDocs(pub(super) bool);

/// State of the router. Extractors clone the parts they need.
#[derive(Clone, Debug)]
pub struct AppState(Arc<StateParts>);

/// Parts of the state.
#[derive(Debug)]
pub(super) struct StateParts {
    pub(super) metrics: Metrics,
    pub(super) jobs: Jobs,
    pub(super) answers: CachedDispatcher,
    pub(super) body_bounds: BodyBounds,
    pub(super) generate: GenerateSettings,
    pub(super) input_budget: InputBudget,
    pub(super) policies: Policies,
    pub(super) deadlines: DeadlineSettings,
    pub(super) cache_control: CacheControlSettings,
    pub(super) whole_document: WholeDocument,
    pub(super) serves_docs: ServesDocs,
    pub(super) cors_origins: CorsOrigins,
}

impl From<StateParts> for AppState {
    fn from(parts: StateParts) -> Self {
        Self(Arc::new(parts))
    }
}

/// Implements `FromRef` for the parts of the state.
macro_rules! impl_from_ref {
    ($($part:ident: $type:ty),* $(,)?) => {
        $(impl FromRef<AppState> for $type {
            fn from_ref(state: &AppState) -> Self {
                state.0.$part.clone()
            }
        })*
    };
}

impl_from_ref! {
    metrics: Metrics,
    jobs: Jobs,
    answers: CachedDispatcher,
    body_bounds: BodyBounds,
    generate: GenerateSettings,
    input_budget: InputBudget,
    policies: Policies,
    deadlines: DeadlineSettings,
    cache_control: CacheControlSettings,
    whole_document: WholeDocument,
    serves_docs: ServesDocs,
    cors_origins: CorsOrigins,
}

impl FromRef<AppState> for Dispatcher {
    fn from_ref(state: &AppState) -> Self {
        state.0.answers.dispatcher().clone()
    }
}
