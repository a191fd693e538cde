//! The service under test, and a client for it.

use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode, request};
use axum::response::Response;
use http_body_util::BodyExt;
use quadrille::config::{Config, Overrides};
use quadrille::server::App;
use serde_json::Value;
use tower::ServiceExt;

use crate::log;

/// The default settings, for a test to change.
pub(crate) fn config() -> Config {
    log::set_up();
    Config::load(&Overrides::default()).expect("the defaults are sound")
}

/// A service with the default settings.
pub(crate) fn app() -> App {
    App::new(&config()).expect("the service can be composed")
}

/// A request in the making. Its id is `test`, so that answers are the same each time.
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

    pub(crate) fn get(uri: &str) -> Self {
        Self::new(Method::GET, uri)
    }

    /// A POST with a JSON body, which need not be JSON.
    pub(crate) fn json(uri: &str, body: impl Into<Body>) -> Self {
        Self::new(Method::POST, uri).header("content-type", "application/json").body(body)
    }

    /// A POST with a JSON value a line.
    pub(crate) fn ndjson(uri: &str, body: impl Into<Body>) -> Self {
        Self::new(Method::POST, uri).header("content-type", "application/x-ndjson").body(body)
    }

    /// A POST with a text body.
    pub(crate) fn text(uri: &str, body: impl Into<Body>) -> Self {
        Self::new(Method::POST, uri).header("content-type", "text/plain").body(body)
    }

    pub(crate) fn header(self, name: &str, value: &str) -> Self {
        Self(self.0.header(name, value), self.1)
    }

    /// What the connection would know of the request.
    pub(crate) fn extension<T: Clone + Send + Sync + 'static>(self, extension: T) -> Self {
        Self(self.0.extension(extension), self.1)
    }

    pub(crate) fn body(self, body: impl Into<Body>) -> Self {
        Self(self.0, body.into())
    }

    /// The response, whose body is still to be read.
    pub(crate) async fn begin(self, app: &App) -> Response {
        let request = self.0.body(self.1).expect("a request");
        app.router.clone().oneshot(request).await.expect("the router never fails")
    }

    pub(crate) async fn to(self, app: &App) -> Reply {
        Reply::of(self.begin(app).await).await
    }

    pub(crate) async fn send(self) -> Reply {
        self.to(&app()).await
    }
}

/// A response, read to its end.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) async fn of(response: Response) -> Self {
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.expect("the body arrives").to_bytes();
        let body = String::from_utf8(bytes.to_vec()).expect("bodies are UTF-8");
        Self { status: parts.status, headers: parts.headers, body }
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("headers are text"))
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The values of a body that is a stream of lines.
    pub(crate) fn lines(&self) -> Vec<Value> {
        let line = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        self.body.lines().map(line).collect()
    }

    /// The answers of a batch or of `/solutions`, and the summary behind them.
    pub(crate) fn answers_and_summary(&self) -> (Vec<Value>, Value) {
        let mut lines = self.lines();
        let last = lines.pop().unwrap_or_else(|| panic!("no summary"));
        (lines, last["summary"].clone())
    }

    /// Status, content type and body, with what differs from run to run left out.
    pub(crate) fn shown(&self) -> String {
        let head = format!("{} {}", self.status.as_u16(), self.header("content-type"));
        if self.header("content-type") == "application/x-ndjson" {
            let lines = self.lines().into_iter().map(|line| settled(line).to_string());
            return std::iter::once(head).chain(lines).collect::<Vec<_>>().join("\n");
        }
        if !self.header("content-type").ends_with("json") {
            return format!("{head}\n{}", self.body);
        }
        let body = serde_json::to_string_pretty(&settled(self.json())).expect("it was JSON before");
        format!("{head}\n{body}")
    }
}

/// An answer, or anything else, without what differs from run to run.
pub(crate) fn settled(mut json: Value) -> Value {
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
