//! The service as a client sees it: the router in process, status, headers and whole bodies.
#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by a panic")]

mod batch;
mod cache;
mod clients;
mod contract;
mod count;
mod deadline;
mod draining;
mod flow;
mod heads;
mod keeping;
mod limits;
mod log;
mod meters;
mod observability;
mod operations;
mod refusals;
mod same_answer;
mod served;
mod service;
mod solutions;
mod solve;
mod telemetry;
mod transport;
