//! Quadrille answers three questions about a Sudoku: what is a solution, how many are there, is there exactly
//! one. Its engine is Knuth's Algorithm X on the exact cover problem that a puzzle is: with dancing links, or on bits.
//!
//! # The house
//!
//! The folders, from what knows nothing to what knows everything. Each may use only those before it, and
//! `tests/architecture.rs` holds every arrow against that.
//!
//! | module | speaks of | never holds |
//! |---|---|---|
//! | [`exact_cover`] | items, options, colours, levels | digits, cells, clocks, threads, logs, serde |
//! | [`sudoku`] | cells, houses, clues, verdicts | serde, async, clocks, logs, statuses |
//! | [`service`] | permits, deadlines, stopping | axum, serde, status codes |
//! | [`wire`] | puzzles and answers as JSON and text | axum, tasks |
//! | [`ingest`] | byte streams, lines, array elements | HTTP, files |
//! | [`metrics`] | numbers for Prometheus, labels with few values | paths, puzzles, HTTP |
//! | [`trace`] | where a request stands in its trace | whom spans are sent to |
//! | [`auth`] | API keys and their hashes | HTTP, settings |
//! | [`http`] | routes, headers, error codes and their statuses | solving, `spawn_blocking`, configuration |
//! | [`transport`] | connections, what may be silent and how long, how they end | routes, statuses |
//! | [`config`] | settings, their sources and ranges | any part it configures |
//! | [`telemetry`] | log lines, spans for a collector | requests, puzzles |
//! | [`shutdown`] | signals | what ends when they come |
//! | [`server`] | how the parts are composed and end | anything they do |
//! | [`cli`] | the command line | anything but its commands |
//!
//! # The way of a request
//!
//! [`http`] reads a body into a [`wire::QuestionRequest`], which holds a [`sudoku::Puzzle`]: whoever has one need not
//! check it again. [`service::Dispatcher`] takes it to a solver thread, where [`sudoku::Solver`] draws what is certain
//! and searches what is left in slices, between which deadline and stop flag are looked at: a classic 9x9 on boards of
//! bits, any other as an [`exact_cover::Problem`]. The answer goes back through [`wire`], in the notation the puzzle came
//! in.

pub mod auth;
pub mod exact_cover;
pub mod sudoku;

pub mod service;
pub mod wire;

pub mod ingest;
pub mod metrics;
pub mod trace;

pub mod http;
pub mod transport;

pub mod config;
pub mod shutdown;
pub mod telemetry;

pub mod cli;
pub mod server;
