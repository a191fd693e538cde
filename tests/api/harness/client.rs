//! In-process client: requests to the router, and their responses.

use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode, request};
use axum::response::Response;
use http_body_util::BodyExt;
use quadrille::config::{Config, Overrides};
use quadrille::server::App;
use serde_json::Value;
use tower::ServiceExt;

use super::log;

/// Default configuration, in which questions wait for a thread however slow the machine is.
pub(crate) fn config() -> Config {
    log::set_up();
    let mut config = Config::load(&Overrides::default()).expect("the defaults are valid");
    config.solver.queue_wait_ms_max = 3_600_000;
    // Tests of jobs name a temporary folder.
    config.jobs.database = String::new();
    config
}

/// Service with the default configuration.
pub(crate) fn app() -> App {
    App::new(&config()).expect("the app is built")
}

/// Request builder. The request id is `test`, so that responses are reproducible.
pub(crate) struct Call(request::Builder, Body);

impl Call {
    pub(crate) fn new(method: Method, uri: &str) -> Self {
        Self(
            Request::builder()
                .method(method)
                .uri(uri)
                .header("host", "localhost")
                .header("x-request-id", "test"),
            Body::empty(),
        )
    }

    /// Request with the headers of `request` only.
    pub(crate) fn of(request: request::Builder, body: impl Into<Body>) -> Self {
        Self(request, body.into())
    }

    pub(crate) fn get(uri: &str) -> Self {
        Self::new(Method::GET, uri)
    }

    /// POST with content type JSON and any body.
    pub(crate) fn json(uri: &str, body: impl Into<Body>) -> Self {
        Self::new(Method::POST, uri).header("content-type", "application/json").body(body)
    }

    /// POST with an NDJSON body.
    pub(crate) fn ndjson(uri: &str, body: impl Into<Body>) -> Self {
        Self::new(Method::POST, uri).header("content-type", "application/x-ndjson").body(body)
    }

    /// POST with a text body.
    pub(crate) fn text(uri: &str, body: impl Into<Body>) -> Self {
        Self::new(Method::POST, uri).header("content-type", "text/plain").body(body)
    }

    pub(crate) fn header(self, name: &str, value: &str) -> Self {
        Self(self.0.header(name, value), self.1)
    }

    /// Adds a request extension, as the connection layer does.
    pub(crate) fn extension<T: Clone + Send + Sync + 'static>(self, extension: T) -> Self {
        Self(self.0.extension(extension), self.1)
    }

    pub(crate) fn body(self, body: impl Into<Body>) -> Self {
        Self(self.0, body.into())
    }

    /// Sends the request to `app`. The body of the response is unread.
    pub(crate) async fn begin(self, app: &App) -> Response {
        let request = self.0.body(self.1).expect("a request");
        app.router.clone().oneshot(request).await.expect("the router never fails").map(Body::new)
    }

    /// Sends the request to `app` and reads the whole response.
    pub(crate) async fn to(self, app: &App) -> Reply {
        Reply::of(self.begin(app).await).await
    }

    /// Sends the request to a new service with the default configuration.
    pub(crate) async fn send(self) -> Reply {
        self.to(&app()).await
    }
}

/// Complete response.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) async fn of(response: Response) -> Self {
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.expect("the body is complete").to_bytes();
        let body = String::from_utf8(bytes.to_vec()).expect("bodies are UTF-8");
        Self { status: parts.status, headers: parts.headers, body }
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("headers are text"))
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// Values of an NDJSON body.
    pub(crate) fn lines(&self) -> Vec<Value> {
        let line = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        self.body.lines().map(line).collect()
    }

    /// Results and final summary of a stream.
    pub(crate) fn answers_and_summary(&self) -> (Vec<Value>, Value) {
        if self.header("content-type") == "application/json" {
            let document = self.json();
            let results = document["results"].as_array().expect("results").clone();
            return (results, document["summary"].clone());
        }
        let mut lines = self.lines();
        let last = lines.pop().unwrap_or_else(|| panic!("no summary"));
        (lines, last["summary"].clone())
    }

    /// Status, content type and body, without timings.
    pub(crate) fn snapshot(&self) -> String {
        let head = format!("{} {}", self.status.as_u16(), self.header("content-type"));
        if self.header("content-type") == "application/x-ndjson" {
            let lines = self.lines().into_iter().map(|line| without_timings(line).to_string());
            return std::iter::once(head).chain(lines).collect::<Vec<_>>().join("\n");
        }
        if !self.header("content-type").ends_with("json") {
            return format!("{head}\n{}", self.body);
        }
        let body = serde_json::to_string_pretty(&without_timings(self.json())).expect("JSON is serializable");
        format!("{head}\n{body}")
    }
}

/// `json` without timings.
pub(crate) fn without_timings(mut json: Value) -> Value {
    if let Some(stats) = json.get_mut("stats").and_then(Value::as_object_mut) {
        stats.remove("queue_us").expect("a number");
        stats.remove("solve_us").expect("a number");
    }
    if let Some(summary) = json.get_mut("summary").and_then(Value::as_object_mut) {
        summary.remove("elapsed_ms");
        if let Some(stats) = summary.get_mut("stats").and_then(Value::as_object_mut) {
            stats.retain(|name, _| !name.ends_with("_us"));
        }
    }
    json
}
