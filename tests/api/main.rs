//! The service as a client sees it: the router in process, status, headers and whole bodies.
#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by a panic")]

mod contract;
mod count;
mod limits;
mod operations;
mod refusals;
mod service;
mod solve;
mod transport;
