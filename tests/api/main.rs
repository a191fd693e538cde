//! The HTTP API, tested in process.
#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by a panic")]

mod access_log;
mod analysis;
mod batch;
mod bodies;
mod cache;
mod candidates;
mod check_entries;
mod check_head;
mod clients;
mod compression;
mod conditional;
#[path = "../corpus/reader.rs"]
#[expect(dead_code, reason = "shared with other tests")]
mod corpus;
mod count;
mod deadline;
mod dispatcher;
mod estimate;
mod exact_cover;
mod find_candidates;
mod find_canonical;
mod find_conflicts;
mod generate;
mod harness;
mod hint;
mod hosts;
mod jobs;
mod media_types;
mod memory;
mod metrics;
mod notation;
mod observability;
mod openapi;
mod operations;
mod problems;
mod rate;
mod render;
mod same_answer;
mod shares;
mod shutdown;
mod solutions;
mod solve;
mod streams;
mod test_minimal;
mod trace;
mod transport;
