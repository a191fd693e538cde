//! The HTTP API, tested in process.
#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by a panic")]

mod access_log;
mod analysis;
mod batch;
mod beside;
mod bodies;
mod cache;
mod candidates;
mod check_entries;
mod check_head;
mod clients;
mod compression;
mod conditional;
mod constraints;
mod count;
mod deadline;
mod dispatcher;
mod documentation;
mod estimate;
mod exact_cover;
mod examples;
mod file_forms;
mod find_candidates;
mod find_canonical;
mod find_conflicts;
mod generate;
mod harness;
mod hint;
mod hosts;
mod jobs;
#[cfg(feature = "mcp")]
mod mcp;
mod media_types;
mod memory;
mod metrics;
mod notation;
mod observability;
mod openapi;
mod openapi_examples;
mod operations;
mod problems;
mod prove;
mod rate;
mod render;
mod same_answer;
mod shares;
mod shuffle;
mod shutdown;
mod simple_openapi;
mod solutions;
mod solve;
mod streams;
mod test_minimal;
mod trace;
#[cfg(unix)]
mod transport;
