//! Routes.

use axum::Router;
use axum::handler::Handler;
use axum::routing::get;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::allowed_methods::AllowedMethods;
use super::clients::{ClientAccess, ClientSettings};
use super::endpoints::{
    candidates, candidates_batch, canonical, canonical_batch, check, conflicts, convert, count, count_batch,
    cover_count, cover_count_batch, cover_estimate, cover_solutions, cover_solve, docs, estimate, formats,
    generate, hint, index, job, job_events, job_results, jobs, livez, minimal, minimal_batch, openapi,
    other_method, page, path, problems, rate, rate_batch, readyz, render, solutions, solve, solve_batch,
    techniques, upload, uploads, version,
};
use super::error::ApiError;
use super::middleware::access_log::VERSION_PATH;
use super::middleware::cors::cors;
use super::middleware::links::with_service_links;
use super::middleware::protect::Admission;
use super::middleware::stack::Middleware;
use super::openapi::complete;
use super::state::{
    AppState, BodyBounds, CacheControlSettings, DocumentError, Documents, GenerateSettings, HttpSettings,
    Parts, ServesDocs,
};
use crate::jobs::Jobs;
use crate::metrics::Metrics;
use crate::service::{CachedDispatcher, Dispatcher, InputBudget};

/// Returns the OpenAPI document of the service.
pub fn document() -> OpenApi {
    complete(api().into_openapi())
}

/// Routes that the document describes.
fn api() -> OpenApiRouter<AppState> {
    questions().merge(documentation()).merge(health())
}

/// Routes that take questions. They may need an API key and may be rate-limited.
fn questions() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(solve::solve, solve::solve_by_query))
        .routes(routes!(count::count, count::count_by_query))
        .routes(routes!(solutions::list_solutions))
        .routes(routes!(candidates::find_candidates))
        .routes(routes!(minimal::test_minimal))
        .routes(routes!(conflicts::find_conflicts))
        .routes(routes!(rate::rate))
        .routes(routes!(hint::find_hint))
        .routes(routes!(path::find_path))
        .routes(routes!(check::check_entries))
        .routes(routes!(estimate::estimate_solutions))
        .routes(routes!(canonical::find_canonical))
        .routes(routes!(generate::generate, generate::generate_by_query))
        .routes(routes!(render::render, render::render_by_query))
        .routes(routes!(convert::convert))
        .routes(routes!(solve_batch::solve_batch))
        .routes(routes!(count_batch::count_batch))
        .routes(routes!(candidates_batch::find_candidates_batch))
        .routes(routes!(minimal_batch::test_minimal_batch))
        .routes(routes!(rate_batch::rate_batch))
        .routes(routes!(canonical_batch::find_canonical_batch))
        .routes(routes!(cover_solve::solve_cover))
        .routes(routes!(cover_count::count_covers))
        .routes(routes!(cover_solutions::list_covers))
        .routes(routes!(cover_estimate::estimate_cover))
        .routes(routes!(cover_count_batch::count_covers_batch))
        .routes(routes!(jobs::create_job, jobs::list_jobs))
        .routes(routes!(job::get_job, job::delete_job))
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
        .routes(routes!(techniques::list_techniques))
        .routes(routes!(version::get_version))
        .routes(routes!(openapi::get_openapi_yaml))
        .routes(routes!(openapi::get_openapi_json))
        .routes(routes!(problems::explain_problem))
}

/// Routes for probes, which are open to all clients.
fn health() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(livez::check_liveness)).routes(routes!(readyz::check_readiness))
}

/// Returns the router of the service, which serves `document`.
///
/// # Errors
/// If the document cannot be serialized as YAML or JSON.
pub fn router(
    answers: CachedDispatcher,
    jobs: Jobs,
    input_budget: InputBudget,
    metrics: Metrics,
    access: &ClientAccess,
    settings: &HttpSettings,
    document: &OpenApi,
) -> Result<Router, DocumentError> {
    let allowed_methods = AllowedMethods::of(document);
    let cors = cors(&settings.cors_origins, settings.deadlines.header.as_ref(), allowed_methods.clone());
    let state = AppState::from(Parts {
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
        documents: Documents::of(document)?,
        allowed_methods,
        serves_docs: ServesDocs(settings.docs),
    });
    let mut pages = Router::from(documentation()).merge(page::page());
    if settings.docs {
        pages = pages.merge(docs::docs());
    }
    let questions = Router::from(questions());
    let versioned = Router::new().nest(VERSION_PATH, questions.clone());
    let middleware = Middleware::new(cors, metrics, access.clone());
    let not_found = async || ApiError::not_found();
    let routes = questions
        .merge(versioned)
        .route_layer(middleware.admitting(Admission::Client))
        .merge(with_service_links(pages, settings.docs).route_layer(middleware.admitting(Admission::Rate)))
        .merge(Router::from(health()).route_layer(middleware.clone()))
        .fallback(not_found.layer(middleware.clone()))
        .method_not_allowed_fallback(other_method::other_method.layer(middleware));
    Ok(routes.with_state(state))
}

/// Returns the router of the admin listener: health, version, and the routes of `others`, such as metrics.
pub fn admin_router(dispatcher: Dispatcher, metrics: Metrics, others: Router) -> Router {
    let routes = Router::new()
        .route("/livez", get(livez::check_liveness))
        .route("/readyz", get(readyz::check_readiness))
        .route("/version", get(version::get_version))
        .fallback(async || ApiError::not_found())
        .method_not_allowed_fallback(async || ApiError::method_not_allowed())
        .with_state(dispatcher)
        .merge(others);
    let access = ClientAccess::new(ClientSettings::default());
    routes.layer(Middleware::new(None, metrics, access))
}
