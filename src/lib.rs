//! Quadrille solves Sudoku, counts solutions and proves uniqueness, as an HTTP service and a command line.
//!
//! The engine treats a puzzle as an exact cover problem (Knuth, TAOCP 7.2.2.1). It uses bitboards for classic 9x9 grids,
//! dancing links for all others, and conflict-driven clause learning (CDCL) if dancing links is too slow.
//!
//! # Modules
//!
//! A module uses only modules above it in this table. `tests/architecture.rs` checks every path.
//!
//! | module | contents | excluded |
//! |---|---|---|
//! | [`exact_cover`] | items, options, colours, search | Sudoku, clocks, threads, logs, serde |
//! | [`sudoku`] | layouts, rules, puzzles, engines, verdicts, notations | serde, async, clocks, logs |
//! | [`service`] | tasks, permits, deadlines, cancellation | HTTP, JSON, configuration |
//! | [`wire`] | requests and responses as JSON and text | axum, tasks |
//! | [`ingest`] | byte streams, lines, array elements | HTTP, files |
//! | [`jobs`] | long work: states, storage, workers | HTTP, configuration |
//! | [`metrics`] | Prometheus metrics with bounded labels | paths, puzzles, HTTP |
//! | [`trace`] | W3C trace context | exporters |
//! | [`auth`] | API keys and their hashes | HTTP, settings |
//! | [`version`] | version and commit of the program | |
//! | [`http`] | routes, extractors, middleware, OpenAPI | solving, `spawn_blocking`, configuration |
//! | [`transport`] | listeners, connections, timeouts | routes, statuses |
//! | [`config`] | settings, their sources and ranges | the modules it configures |
//! | [`telemetry`] | log lines, exported spans | requests, puzzles |
//! | [`shutdown`] | signals | their effects |
//! | [`server`] | composition, start, graceful shutdown | request handling |
//! | [`cli`] | commands | request handling |
//!
//! # Request flow
//!
//! 1. An extractor in [`http`] parses the body into a validated question about a [`sudoku::Puzzle`] or an exact cover problem.
//! 2. [`service::Dispatcher`] admits it and runs its search on a solver thread in slices. Between slices it checks
//!    shutdown, deadline, cancellation and the node limit.
//! 3. [`wire`] formats the reply in the notation of the request.

pub mod auth;
pub mod exact_cover;
pub mod sudoku;
pub mod version;

pub mod service;
pub mod wire;

pub mod ingest;
pub mod jobs;
pub mod metrics;
pub mod trace;

pub mod http;
pub mod transport;

pub mod config;
pub mod shutdown;
pub mod telemetry;

pub mod cli;
pub mod server;
