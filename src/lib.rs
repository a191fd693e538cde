//! Quadrille solves Sudoku, counts solutions and proves uniqueness, as an HTTP service and a command line.
//!
//! The engine treats a puzzle as an exact cover problem (Knuth, TAOCP 7.2.2.1). It uses bitboards for classic 9x9 grids,
//! dancing links for all others, and conflict-driven clause learning (CDCL) if dancing links is too slow.
//!
//! # Crates
//!
//! A crate uses only crates above it in this table.
//!
//! | crate | contents | excluded |
//! |---|---|---|
//! | [`quadrille_exact_cover`] | items, options, colours, search | Sudoku, clocks, threads, logs, serde |
//! | [`quadrille_sudoku`] | layouts, rules, puzzles, engines, analyses, techniques | clocks, threads, logs, serde |
//! | [`quadrille_notation`] | text formats of puzzles, and their detection | clocks, threads, logs, serde |
//! | [`quadrille_answers`] | questions with limits on solver threads; requests and results as JSON and text | HTTP, files, settings |
//! | [`quadrille_jobs`] | long work that survives a restart: states, storage, workers | HTTP, sources of settings |
//! | `quadrille`, this one | the service and the command line | |
//!
//! # Modules of this crate
//!
//! `tests/architecture.rs` checks what a module may use.
//!
//! | module | contents | excluded |
//! |---|---|---|
//! | [`metrics`] | Prometheus metrics with bounded labels | paths, puzzles, HTTP |
//! | [`png`] | pictures as PNG | puzzles, HTTP |
//! | [`trace`] | W3C trace context | exporters |
//! | [`auth`] | API keys and their hashes | HTTP, settings |
//! | `system` | files, sockets and limits that operating systems treat differently | |
//! | [`time`] | the clocks | |
//! | [`version`] | version and commit of the program | |
//! | [`http`] | routes, extractors, middleware, OpenAPI | solving, `spawn_blocking`, settings |
//! | [`transport`] | listeners, connections, timeouts | routes, statuses |
//! | [`config`] | settings, their sources and ranges | the modules it configures |
//! | [`telemetry`] | log lines, exported spans | requests, puzzles |
//! | [`shutdown`] | signals | their effects |
//! | [`server`] | composition, start, graceful shutdown | request handling |
//! | [`cli`] | commands | request handling |
//!
//! # Request flow
//!
//! 1. An extractor in [`http`] parses the body into a validated question about a [`quadrille_sudoku::Puzzle`] or an exact
//!    cover problem.
//! 2. [`quadrille_answers::service::Dispatcher`] admits it and runs its search on a solver thread in slices. Between
//!    slices it checks shutdown, deadline, cancellation and the node limit.
//! 3. [`quadrille_answers::wire`] formats the reply in the notation of the request.

pub mod auth;
mod system;
pub mod time;
pub mod version;

pub mod metrics;
pub mod png;
pub mod trace;

pub mod http;
pub mod transport;

pub mod config;
pub mod shutdown;
pub mod telemetry;

pub mod cli;
pub mod server;
