//! Request headers, through the whole service: request id, trace context, accepted types, deadline. The response contains
//! no bytes that are unsafe in a log, and a safe request id is returned unchanged.
#![no_main]

use std::cell::RefCell;

use axum::Router;
use axum::body::Body;
use http::{HeaderMap, HeaderValue, Request};
use libfuzzer_sys::fuzz_target;
use quadrille::config::{Config, Overrides};
use quadrille::server::App;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

/// The headers read by the service. The first byte of a line selects one.
const HEADERS: [&str; 12] = [
    "x-request-id",
    "traceparent",
    "tracestate",
    "x-request-timeout-ms",
    "x-forwarded-for",
    "authorization",
    "x-api-key",
    "accept",
    "content-type",
    "content-encoding",
    "if-none-match",
    "origin",
];

thread_local! {
    static SERVICE: RefCell<(Runtime, Router)> = RefCell::new(service());
}

fn service() -> (Runtime, Router) {
    let runtime = Builder::new_current_thread().enable_all().build().expect("the runtime starts");
    let config = Config::load(&Overrides::default()).expect("the defaults are valid");
    let app = runtime.block_on(async { App::new(&config) }).expect("the app is built");
    (runtime, app.router)
}

fuzz_target!(|data: &[u8]| {
    let mut headers = HeaderMap::new();
    headers.insert("host", HeaderValue::from_static("quadrille"));
    for line in data.split(|&byte| byte == b'\n') {
        let Some((&name, value)) = line.split_first() else { continue };
        if let Ok(value) = HeaderValue::from_bytes(value) {
            headers.append(HEADERS[usize::from(name) % HEADERS.len()], value);
        }
    }
    let given: Vec<HeaderValue> = headers.get_all("x-request-id").iter().cloned().collect();
    let (mut request, body) = (Request::builder().method("POST").uri("/solve"), Body::from("1.4."));
    if let Some(all) = request.headers_mut() {
        *all = headers;
    }
    let request = request.body(body).expect("the request is valid");
    let response = SERVICE.with_borrow(|(runtime, router)| runtime.block_on(router.clone().oneshot(request)));
    let Ok(response) = response;
    assert_ne!(response.status(), 500);
    let id = response.headers().get("x-request-id").expect("every response has an id");
    assert!(is_harmless(id.as_bytes()), "{id:?}");
    if let [one] = &given[..] {
        assert_eq!(id == one, is_harmless(one.as_bytes()), "{one:?} became {id:?}");
    }
});

fn is_harmless(id: &[u8]) -> bool {
    let harmless = |byte: &u8| byte.is_ascii_alphanumeric() || b"._-".contains(byte);
    (1..=128).contains(&id.len()) && id.iter().all(harmless)
}
