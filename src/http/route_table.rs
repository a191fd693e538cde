//! What the layers need to know of each route: its name, its methods and its admission.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{MatchedPath, Request};
use http::{HeaderValue, Method};

use crate::metrics::{Requests, Route};

/// Path of the current version of the API. Its routes are also served without it.
pub(in crate::http) const VERSION_PATH: &str = "/v1";

/// Route name of requests that match no route.
const UNMATCHED: &str = "unmatched";

/// What a request needs to be admitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::http) enum Admission {
    /// Nothing.
    Open,
    /// A rate within the limit of its client.
    Rate,
    /// The same and a key, if keys are configured. The client gets its id.
    Client,
}

/// Routes by the path of the router that a request matches.
#[derive(Debug)]
pub(in crate::http) struct RouteTable {
    routes: HashMap<String, Arc<KnownRoute>>,
    unmatched: Arc<KnownRoute>,
    requests: Requests,
}

/// A route.
#[derive(Debug)]
pub(in crate::http) struct KnownRoute {
    pub(in crate::http) metrics: Arc<Route>,
    /// Its methods, as the value of `Allow`. `None` if the path matches no route.
    pub(in crate::http) allow: Option<HeaderValue>,
    /// What its methods need. `OPTIONS`, and methods that it does not have, need no key.
    admission: Admission,
}

impl RouteTable {
    /// Creates a table without routes.
    pub(in crate::http) fn new(requests: &Requests) -> Self {
        let metrics = requests.route(UNMATCHED);
        let unmatched = Arc::new(KnownRoute { metrics, allow: None, admission: Admission::Rate });
        Self { routes: HashMap::new(), unmatched, requests: requests.clone() }
    }

    /// Adds a route. `allow` has its methods, as the value of `Allow`.
    pub(in crate::http) fn add(&mut self, path: &str, allow: HeaderValue, admission: Admission) {
        let metrics = self.requests.route(path);
        let route = KnownRoute { metrics, allow: Some(allow), admission };
        self.routes.insert(path.to_owned(), Arc::new(route));
    }

    /// Adds a question's route, which is also served below the path of the version. Both paths have one name.
    pub(in crate::http) fn add_versioned(&mut self, path: &str, allow: HeaderValue) {
        self.add(path, allow, Admission::Client);
        if let Some(route) = self.routes.get(path).cloned() {
            self.routes.insert(format!("{VERSION_PATH}{path}"), route);
        }
    }

    /// Returns the route that a request matches.
    pub(in crate::http) fn at(&self, request: &Request) -> &Arc<KnownRoute> {
        let path = request.extensions().get().map(MatchedPath::as_str);
        path.and_then(|path| self.routes.get(path)).unwrap_or(&self.unmatched)
    }
}

impl KnownRoute {
    /// Returns whether the route is open to all clients, as probes are.
    pub(in crate::http) fn is_open(&self) -> bool {
        self.admission == Admission::Open
    }

    /// Returns what a request with this method needs.
    pub(in crate::http) fn admission(&self, method: &Method) -> Admission {
        if self.has(method) || self.is_open() { self.admission } else { Admission::Rate }
    }

    /// Returns the value of `Allow` for a method that the route does not have.
    pub(in crate::http) fn others_allowed(&self, method: &Method) -> Option<&HeaderValue> {
        self.allow.as_ref().filter(|_| !self.has(method))
    }

    /// Returns whether the route has the method.
    fn has(&self, method: &Method) -> bool {
        let allow = self.allow.as_ref().map(HeaderValue::as_bytes).unwrap_or_default();
        let mut methods = allow.split(|byte| *byte == b',');
        *method != Method::OPTIONS && methods.any(|known| known == method.as_str().as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::extract::State;
    use axum::middleware::{Next, from_fn_with_state};
    use axum::response::{IntoResponse, Response};
    use axum::routing::get;
    use http_body_util::BodyExt;
    use tower::ServiceExt;

    use super::*;
    use crate::metrics::Metrics;

    fn table() -> RouteTable {
        let mut table = RouteTable::new(Metrics::idle().requests());
        let allow = HeaderValue::from_static;
        table.add_versioned("/solve", allow("GET,HEAD,POST,OPTIONS"));
        table.add_versioned("/jobs/{id}", allow("GET,HEAD,DELETE,OPTIONS"));
        table.add("/page/{file}", allow("GET,HEAD,OPTIONS"), Admission::Rate);
        table.add("/livez", allow("GET,HEAD,OPTIONS"), Admission::Open);
        table
    }

    /// Returns the route of a request as text.
    async fn show(State(table): State<Arc<RouteTable>>, request: Request, _: Next) -> Response {
        let route = table.at(&request);
        let shown = (route.metrics.name(), route.admission(request.method()), route.allow.is_some());
        format!("{shown:?}").into_response()
    }

    #[tokio::test]
    async fn request_has_name_and_admission_of_its_route() {
        let questions = Router::new().route("/solve", get(())).route("/jobs/{id}", get(()));
        let routes = Router::new().nest(VERSION_PATH, questions.clone()).merge(questions);
        let routes = routes.route("/page/{file}", get(())).route("/livez", get(()));
        let routes = routes.layer(from_fn_with_state(Arc::new(table()), show));
        for (method, path, name, admission) in [
            (Method::GET, "/solve", "/solve", Admission::Client),
            (Method::HEAD, "/v1/solve", "/solve", Admission::Client),
            (Method::POST, "/v1/solve", "/solve", Admission::Client),
            (Method::DELETE, "/jobs/1", "/jobs/{id}", Admission::Client),
            (Method::GET, "/v1/jobs/1", "/jobs/{id}", Admission::Client),
            (Method::GET, "/page/main.js", "/page/{file}", Admission::Rate),
            (Method::GET, "/v1/page/main.js", UNMATCHED, Admission::Rate),
            (Method::OPTIONS, "/solve", "/solve", Admission::Rate),
            (Method::PUT, "/solve", "/solve", Admission::Rate),
            (Method::POST, "/page/main.js", "/page/{file}", Admission::Rate),
            (Method::GET, "/nowhere", UNMATCHED, Admission::Rate),
            (Method::GET, "/solve/", UNMATCHED, Admission::Rate),
            (Method::GET, "/jobs/1/2", UNMATCHED, Admission::Rate),
            (Method::GET, "/livez", "/livez", Admission::Open),
            (Method::POST, "/livez", "/livez", Admission::Open),
            (Method::OPTIONS, "/livez", "/livez", Admission::Open),
        ] {
            let request = Request::builder().method(method.clone()).uri(path).body(Body::empty());
            let response = routes.clone().oneshot(request.expect("a valid request")).await;
            let body = response.expect("an infallible router").into_body().collect().await;
            let expected = if method == Method::HEAD {
                String::new()
            } else {
                format!("{:?}", (name, admission, name != UNMATCHED))
            };
            assert_eq!(body.expect("a body").to_bytes(), expected, "{method} {path}");
        }
    }
}
