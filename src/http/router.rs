//! Routes.

use std::sync::LazyLock;

use axum::Router;
#[cfg(feature = "mcp")]
use axum::extract::FromRef;
use axum::http::{HeaderValue, Uri};
use axum::routing::{MethodRouter, get};
use quadrille_answers::service::{CachedDispatcher, Dispatcher, InputBudget};
use quadrille_answers::wire::meant;
use quadrille_jobs::Jobs;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::allowed_methods::AllowedMethods;
use super::clients::{ClientAccess, ClientSettings};
use super::endpoints::admin_jobs::admin_jobs;
use super::endpoints::question::KindRoutes;
use super::endpoints::{
    constraints, convert, docs, formats, generate, index, job, job_events, job_results, jobs, livez, llms,
    openapi, other_method, page, problems, proofs, readyz, render, techniques, upload, uploads, version,
};
use super::error::ApiError;
use super::hosts::HostSettings;
#[cfg(feature = "mcp")]
use super::mcp::{self, Tools};
use super::middleware::{Protection, Recorder, RefusedOrigins, cors_layer, with_layers, with_service_links};
use super::openapi::{complete, share, simplify};
use super::origin::CorsOrigins;
use super::route_table::{Admission, RouteTable, VERSION_PATH};
use super::state::{
    AppState, BodyBounds, CacheControlSettings, DocumentError, GenerateSettings, HttpSettings, ServesDocs,
    StateParts, WholeDocument,
};
use crate::metrics::Metrics;

/// Returns the OpenAPI document of the service, with everything in its place.
pub fn document() -> OpenApi {
    complete(api().into_openapi())
}

/// Returns the OpenAPI document that the service serves: it describes each part that the document has several times once.
///
/// # Errors
/// If the shared document is not an OpenAPI document.
pub fn shared_document() -> Result<OpenApi, DocumentError> {
    share(&document()).map_err(DocumentError::new)
}

/// Returns the OpenAPI document for generators of clients.
///
/// # Errors
/// If the simplified document is not an OpenAPI document.
pub fn simple_document() -> Result<OpenApi, DocumentError> {
    simplify(&document()).map_err(DocumentError::new)
}

/// Routes and their description. They are the same for each service.
struct Described {
    questions: Routes,
    documentation: Routes,
    health: Routes,
    allowed_methods: AllowedMethods,
}

/// Routes, and their paths in the document.
struct Routes {
    router: Router<AppState>,
    paths: Vec<String>,
}

impl From<OpenApiRouter<AppState>> for Routes {
    fn from(routes: OpenApiRouter<AppState>) -> Self {
        let (router, document) = routes.split_for_parts();
        Self { router, paths: document.paths.paths.into_keys().collect() }
    }
}

/// Made once per process, because without optimisation that takes a tenth of a second.
static DESCRIBED: LazyLock<Described> = LazyLock::new(|| Described {
    questions: questions().into(),
    documentation: documentation().into(),
    health: health().into(),
    allowed_methods: AllowedMethods::from_document(&api().into_openapi()),
});

/// Routes that the document describes.
fn api() -> OpenApiRouter<AppState> {
    questions().merge(documentation()).merge(health())
}

/// Routes that take questions. They may need an API key and may be rate-limited.
fn questions() -> OpenApiRouter<AppState> {
    let KindRoutes { questions, batches, covers } = KindRoutes::new();
    questions
        .merge(batches)
        .routes(routes!(generate::generate, generate::generate_by_query))
        .routes(routes!(render::render, render::render_by_query))
        .routes(routes!(convert::convert))
        .merge(covers)
        .routes(routes!(jobs::create_job, jobs::list_jobs))
        .routes(routes!(job::get_job, job::delete_job))
        .routes(routes!(job::retry_job))
        .routes(routes!(job_results::get_results))
        .routes(routes!(job_events::watch_job))
        .routes(routes!(uploads::create_upload))
        .routes(routes!(upload::get_upload))
}

/// Routes that need no API key. They may be rate-limited.
fn documentation() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(index::show_index))
        .routes(routes!(formats::list_formats))
        .routes(routes!(constraints::list_constraints))
        .routes(routes!(techniques::list_techniques))
        .routes(routes!(version::get_version))
        .routes(routes!(openapi::get_openapi_yaml))
        .routes(routes!(openapi::get_openapi_json))
        .routes(routes!(problems::explain_problem))
        .routes(routes!(proofs::get_proofs_document))
}

/// Routes for probes, which are open to all clients.
fn health() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(livez::check_liveness)).routes(routes!(readyz::check_readiness))
}

/// Returns the service of the public listener.
pub fn router(
    answers: CachedDispatcher,
    jobs: Jobs,
    input_budget: InputBudget,
    metrics: Metrics,
    access: &ClientAccess,
    settings: &HttpSettings,
) -> Router {
    let described = &*DESCRIBED;
    let state = AppState::from(StateParts {
        metrics: metrics.clone(),
        jobs,
        answers,
        input_budget,
        body_bounds: BodyBounds {
            bytes_max: settings.body_bytes_max,
            read: settings.body_read,
            idle: settings.body_idle,
            line_bytes_max: settings.line_bytes_max,
            problem: settings.problem_bounds,
        },
        generate: GenerateSettings { count_max: settings.generate_count_max },
        policies: settings.policies,
        deadlines: settings.deadlines.clone(),
        cache_control: CacheControlSettings { age_max: settings.cache_age_max, access: access.clone() },
        whole_document: WholeDocument(document),
        serves_docs: ServesDocs(settings.docs),
        cors_origins: settings.cors_origins.clone(),
    });
    let serves_docs = settings.docs;
    let text = get(llms::show_llms);
    let mut pages = described.documentation.router.clone().merge(page::page()).route(llms::PATH, text);
    if settings.docs {
        pages = pages.merge(docs::docs());
    }
    let questions = &described.questions.router;
    let routes = Router::new();
    #[cfg(feature = "mcp")]
    let routes = {
        let asked = questions.clone().merge(described.documentation.router.clone());
        let dispatcher = Dispatcher::from_ref(&state);
        let tools = Tools::new(asked.with_state(state.clone()), dispatcher, WholeDocument(document));
        let hosts = HostSettings { on_loopback: true, ..settings.hosts.clone() };
        routes.route(mcp::PATH, mcp::mcp(tools, Protection { hosts, access: access.clone() }))
    };
    let routes = routes
        .nest(VERSION_PATH, questions.clone())
        .merge(questions.clone())
        .merge(with_service_links(pages, settings.docs))
        .merge(described.health.router.clone())
        .fallback(async move |uri: Uri| unknown_path(uri.path(), described, serves_docs))
        .method_not_allowed_fallback(other_method::other_method);
    let table = route_table(&metrics, described, settings.docs);
    let cors = cors_layer(&settings.cors_origins, settings.deadlines.header.as_ref());
    let protection = Protection { hosts: settings.hosts.clone(), access: access.clone() };
    let origins = RefusedOrigins::new(settings.cors_origins.clone());
    let recorder = Recorder { table, metrics, access: access.clone(), origins, logs_success: true };
    with_layers(routes.with_state(state), recorder, cors, protection)
}

/// Returns the tools of a service with these routes, for hosts on this machine.
#[cfg(feature = "mcp")]
pub fn tools(routes: Router, dispatcher: Dispatcher) -> Tools {
    Tools::new(routes, dispatcher, WholeDocument(document))
}

/// Parts of paths that other services have, and the path here.
const SYNONYMS: [(&[&str], &str); 7] = [
    (&["health", "healthz", "healthcheck", "ping", "status", "live", "liveness"], "/livez"),
    (&["ready", "readiness"], "/readyz"),
    (&["validate", "verify", "unique"], "/count"),
    (&["random", "daily", "new"], "/generate"),
    (&["print", "svg", "png", "image"], "/render"),
    (&["swagger", "swagger-ui", "redoc"], "/docs"),
    (&["batch", "bulk"], "/solve/batch"),
];

/// Returns the error for a path that does not exist, with the path that the client may have meant: the end of its path, a synonym, or the
/// most similar one.
fn unknown_path(path: &str, described: &Described, serves_docs: bool) -> ApiError {
    let Described { questions, documentation, .. } = described;
    let path = path.trim_end_matches('/');
    let known: Vec<&str> = questions.paths.iter().chain(&documentation.paths).map(String::as_str).collect();
    let ends = known.iter().filter(|known| known.len() > 1 && path.ends_with(**known));
    if let Some(end) = ends.max_by_key(|known| known.len()) {
        return ApiError::unknown_path(Some(end));
    }
    // A job has paths of its own, such as a wrong `/jobs/ID/status`.
    let parts = || path.rsplit('/').map(|part| part.split('.').next().unwrap_or_default());
    if !parts().any(|part| ["jobs", "uploads"].contains(&part)) {
        if parts().any(|part| part.eq_ignore_ascii_case("metrics")) {
            return ApiError::metrics_elsewhere();
        }
        let is = |part: &str, names: &[&str]| names.iter().any(|name| part.eq_ignore_ascii_case(name));
        let synonym = |part| SYNONYMS.iter().find(|(names, _)| is(part, names)).map(|(_, own)| *own);
        match parts().find_map(synonym) {
            Some("/docs") if !serves_docs => return ApiError::unknown_path(Some("/openapi.yaml")),
            Some(own) => return ApiError::unknown_path(Some(own)),
            None => {}
        }
    }
    ApiError::unknown_path(meant(path, &known).as_deref())
}

/// Returns what the layers need to know of each route.
fn route_table(
    metrics: &Metrics,
    Described { questions, documentation, health, allowed_methods, .. }: &Described,
    serves_docs: bool,
) -> RouteTable {
    let mut table = RouteTable::new(metrics.requests());
    for path in &questions.paths {
        table.add_versioned(path, allowed_methods.at(path));
    }
    let docs = docs::PATHS.into_iter().filter(|_| serves_docs);
    for path in documentation.paths.iter().map(String::as_str).chain([page::PATH, llms::PATH]).chain(docs) {
        table.add(path, allowed_methods.at(path), Admission::Rate);
    }
    #[cfg(feature = "mcp")]
    table.add(mcp::PATH, HeaderValue::from_static("POST,OPTIONS"), Admission::Client);
    for path in &health.paths {
        table.add(path, allowed_methods.at(path), Admission::Open);
    }
    table
}

/// Returns the service of the admin listener: health, version, jobs, and `others`, such as metrics, by their paths. Its log has only
/// requests that fail: probes and scrapes are regular.
pub fn admin_router(
    dispatcher: &Dispatcher,
    jobs: &Jobs,
    metrics: Metrics,
    hosts: HostSettings,
    others: impl IntoIterator<Item = (&'static str, MethodRouter)>,
) -> Router {
    let state = |route: MethodRouter<Dispatcher>| route.with_state(dispatcher.clone());
    let own = [
        ("/livez", state(get(livez::check_liveness))),
        ("/readyz", state(get(readyz::check_readiness))),
        ("/version", state(get(version::get_version))),
    ];
    let [reading, changing] = admin_jobs(jobs);
    let read = own
        .into_iter()
        .chain(reading)
        .chain(others)
        .map(|(path, route)| (path, route, HeaderValue::from_static("GET,HEAD")));
    let change = changing.into_iter().map(|(path, route)| (path, route, HeaderValue::from_static("POST")));
    let mut table = RouteTable::new(metrics.requests());
    let mut routes = Router::new()
        .fallback(async || ApiError::not_found())
        .method_not_allowed_fallback(async || ApiError::method_not_allowed());
    for (path, route, allow) in read.chain(change) {
        table.add(path, allow, Admission::Open);
        routes = routes.route(path, route);
    }
    let access = ClientAccess::new(ClientSettings::default());
    let protection = Protection { hosts, access: access.clone() };
    let origins = RefusedOrigins::new(CorsOrigins::None);
    with_layers(routes, Recorder { table, metrics, access, origins, logs_success: false }, None, protection)
}
