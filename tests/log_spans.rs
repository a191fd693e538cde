//! Log spans within the reserve keep no memory after their end.
//!
//! A program without the test harness, whose thread would allocate meanwhile: the allocator counts for the whole process.
#![expect(clippy::expect_used, reason = "a test fails by a panic")]

use std::alloc::System;
use std::io;

use quadrille::config::{Log, LogFormat};
use quadrille::telemetry::{reserve_spans, subscriber};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use tracing::Span;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Opens and closes `count` spans, and returns the bytes that they keep.
fn bytes_kept(count: usize) -> usize {
    let region = Region::new(ALLOCATOR);
    let spans: Vec<Span> = (0..count).map(|id| tracing::error_span!("request", id)).collect();
    drop(spans);
    let change = region.change();
    change.bytes_allocated - change.bytes_deallocated
}

fn main() {
    let log = Log { format: LogFormat::Text, filter: "warn".to_owned() };
    let subscriber = subscriber(&log, io::sink).expect("a valid filter");
    tracing::subscriber::with_default(subscriber, || {
        // Registers the span.
        bytes_kept(1);
        reserve_spans(100);
        assert_eq!(bytes_kept(100), 0);
        // The reserve is needed: further spans keep memory.
        assert!(bytes_kept(200) > 0);
    });
}
