//! Requests of any kind, through the whole service: the first line is the method, the target and the media type, the rest is
//! the body. Each request has an answer, and none is an error of the service. Bodies of `/jobs` are read alone, so that no job
//! is stored; `--set` is a set of puzzles to generate, and `--score` a line to score.
#![no_main]

use std::cell::RefCell;

use axum::Router;
use axum::body::{Body, to_bytes};
use http::Request;
use libfuzzer_sys::fuzz_target;
use quadrille::config::{Config, Overrides};
use quadrille::server::App;
use quadrille_answers::kinds::{Score, job_from_json, read_set};
use quadrille_answers::wire::{BatchOptions, EntryForm, ProblemBounds, read_entry};
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

/// Media types that each request accepts.
const ACCEPT: &str = "application/json, text/event-stream, text/plain;q=0.9, */*;q=0.5";

/// Limits of a question, so that the fuzzer runs many inputs per second.
const NODES: u64 = 16;
const TIME_MS: u64 = 20;
const GENERATED_MAX: u64 = 2;

/// Maximum number of bytes of an answer. Formulas are the longest.
const ANSWER_BYTES_MAX: usize = 64 << 20;

thread_local! {
    static SERVICE: RefCell<(Runtime, Router)> = RefCell::new(service());
}

fn service() -> (Runtime, Router) {
    let runtime = Builder::new_current_thread().enable_all().build().expect("the runtime starts");
    let mut config = Config::load(&Overrides::default()).expect("the defaults are valid");
    config.solver.nodes_max = NODES;
    (config.solver.time_ms_default, config.solver.time_ms_max) = (TIME_MS, TIME_MS);
    config.batch.time_ms_default = TIME_MS;
    config.generate.count_max = GENERATED_MAX;
    let app = runtime.block_on(async { App::new(&config) }).expect("the app is built");
    (runtime, app.router)
}

fuzz_target!(|data: &[u8]| {
    let end = data.iter().position(|&byte| byte == b'\n').unwrap_or(data.len());
    let (head, body) = (&data[..end], data.get(end + 1..).unwrap_or_default());
    let Ok(head) = str::from_utf8(head) else { return };
    let mut words = head.splitn(3, ' ');
    let (Some(method), Some(target)) = (words.next(), words.next()) else { return };
    match target {
        "/jobs" => drop(job_from_json(body, GENERATED_MAX)),
        _ if method == "--set" => drop(str::from_utf8(body).map(|text| read_set(text, &[], 0))),
        _ if method == "--score" => read_scored(body),
        _ => ask(method, target, words.next().unwrap_or("application/json"), body),
    }
});

fn read_scored(line: &[u8]) {
    let options = BatchOptions::<Score>::from_query("").expect("no options are valid");
    drop(read_entry::<Score>(EntryForm::Json, line, None, &options, ProblemBounds::MAX));
}

fn ask(method: &str, target: &str, media_type: &str, body: &[u8]) {
    let request = Request::builder().method(method).uri(target).header("host", "quadrille");
    let request = request.header("accept", ACCEPT).header("content-type", media_type);
    let Ok(request) = request.body(Body::from(body.to_vec())) else { return };
    SERVICE.with_borrow(|(runtime, router)| {
        runtime.block_on(async {
            let Ok(response) = router.clone().oneshot(request).await;
            let (parts, body) = response.into_parts();
            assert_ne!(parts.status, 500, "{method} {target}");
            to_bytes(body, ANSWER_BYTES_MAX).await.expect("the answer is whole");
        });
    });
}
