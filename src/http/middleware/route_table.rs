//! Routes as the middleware knows them before the router has found one: their names, methods and admission.

use std::sync::Arc;

use axum::extract::Request;
use http::{HeaderValue, Method};
use matchit::{InsertError, Router};

use super::dispatch::DirectHandler;
use super::protect::Admission;
use crate::metrics::{Requests, Route};

/// Path of the current version of the API. Its routes are also served without it.
pub(in crate::http) const VERSION_PATH: &str = "/v1";

/// Route name of requests that match no route.
const UNMATCHED: &str = "unmatched";

/// Routes by path. Patterns have the syntax of the router, which uses the same crate.
pub(in crate::http) struct RouteTable {
    routes: Router<Arc<KnownRoute>>,
    unmatched: KnownRoute,
    requests: Requests,
}

/// A route.
pub(in crate::http) struct KnownRoute {
    metrics: Arc<Route>,
    /// Its methods, as the value of `Allow`. `None` if the path matches no route.
    allow: Option<HeaderValue>,
    /// What its methods need. `OPTIONS`, and methods that it does not have, need no key.
    admission: Admission,
    /// Handler of `POST`. `None` if the router calls it.
    post: Option<DirectHandler>,
}

impl RouteTable {
    /// Creates a table without routes.
    pub(in crate::http) fn new(requests: &Requests) -> Self {
        let metrics = requests.route(UNMATCHED);
        let unmatched = KnownRoute { metrics, allow: None, admission: Admission::Rate, post: None };
        Self { routes: Router::new(), unmatched, requests: requests.clone() }
    }

    /// Adds a route. `allow` has its methods, as the value of `Allow`.
    ///
    /// # Errors
    /// If the pattern is invalid, or matches what another one matches.
    pub(in crate::http) fn add(
        &mut self,
        pattern: &str,
        allow: HeaderValue,
        admission: Admission,
    ) -> Result<(), InsertError> {
        self.routes.insert(pattern, self.known(pattern, allow, admission, None))
    }

    /// Adds a route, also below the path of the version. Both paths have one name. `post`, if any, answers `POST` without the router.
    ///
    /// # Errors
    /// Those of [`add`](Self::add).
    pub(in crate::http) fn add_versioned(
        &mut self,
        pattern: &str,
        allow: HeaderValue,
        admission: Admission,
        post: Option<DirectHandler>,
    ) -> Result<(), InsertError> {
        let route = self.known(pattern, allow, admission, post);
        self.routes.insert(pattern, Arc::clone(&route))?;
        self.routes.insert(format!("{VERSION_PATH}{pattern}"), route)
    }

    fn known(
        &self,
        pattern: &str,
        allow: HeaderValue,
        admission: Admission,
        post: Option<DirectHandler>,
    ) -> Arc<KnownRoute> {
        Arc::new(KnownRoute { metrics: self.requests.route(pattern), allow: Some(allow), admission, post })
    }

    /// Returns the route of a path.
    pub(super) fn at(&self, path: &str) -> &KnownRoute {
        self.routes.at(path).map_or(&self.unmatched, |matched| matched.value)
    }
}

impl KnownRoute {
    pub(super) fn metrics(&self) -> &Arc<Route> {
        &self.metrics
    }

    /// Returns the value of `Allow`, if the path matches a route.
    pub(super) fn allow(&self) -> Option<&HeaderValue> {
        self.allow.as_ref()
    }

    /// Returns whether the route is open to all clients, as probes are.
    pub(super) fn is_open(&self) -> bool {
        self.admission == Admission::Open
    }

    /// Returns the handler of the method, if it is called without the router.
    pub(super) fn handler(&self, method: &Method) -> Option<&DirectHandler> {
        self.post.as_ref().filter(|_| *method == Method::POST)
    }

    /// Returns whether the route has the method.
    fn has(&self, method: &Method) -> bool {
        let allow = self.allow.as_ref().map(HeaderValue::as_bytes).unwrap_or_default();
        let mut methods = allow.split(|byte| *byte == b',');
        *method != Method::OPTIONS && methods.any(|known| known == method.as_str().as_bytes())
    }

    /// Returns the admission; for a wrong method, marks the request so that the router answers 405.
    pub(super) fn admission(&self, request: &mut Request) -> Admission {
        if self.has(request.method()) {
            return self.admission;
        }
        if let Some(allow) = self.allow.clone() {
            let path = request.uri().path().to_owned();
            request.extensions_mut().insert(OtherMethod { path, allow });
        }
        if self.is_open() { Admission::Open } else { Admission::Rate }
    }
}

/// Extension of a request whose route does not have its method.
#[derive(Clone, Debug)]
pub(in crate::http) struct OtherMethod {
    /// Path of the request.
    pub(in crate::http) path: String,
    /// Methods of the route, as the value of `Allow`.
    pub(in crate::http) allow: HeaderValue,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::middleware::dispatch::direct;
    use crate::metrics::Metrics;

    fn table() -> RouteTable {
        let mut table = RouteTable::new(Metrics::idle().requests());
        let allow = HeaderValue::from_static;
        let post = Some(direct(async || "solved", &()));
        table
            .add_versioned("/solve", allow("GET,HEAD,POST,OPTIONS"), Admission::Client, post)
            .expect("a new path");
        table
            .add_versioned("/jobs/{id}", allow("GET,HEAD,DELETE,OPTIONS"), Admission::Client, None)
            .expect("a new path");
        table.add("/page/{file}", allow("GET,HEAD,OPTIONS"), Admission::Rate).expect("a new path");
        table.add("/livez", allow("GET,HEAD,OPTIONS"), Admission::Open).expect("a new path");
        table
    }

    #[test]
    fn both_paths_of_a_route_have_its_name() {
        let table = table();
        for (path, name) in [
            ("/solve", "/solve"),
            ("/v1/solve", "/solve"),
            ("/v1/jobs/1", "/jobs/{id}"),
            ("/page/main.js", "/page/{file}"),
            ("/v1/page/main.js", UNMATCHED),
            ("/solve/", UNMATCHED),
            ("/jobs/1/2", UNMATCHED),
            ("", UNMATCHED),
        ] {
            let route = table.at(path);
            assert_eq!(
                (route.metrics().name(), route.allow().is_none()),
                (name, name == UNMATCHED),
                "{path}"
            );
        }
    }

    #[test]
    fn only_methods_of_a_route_need_its_admission() {
        let table = table();
        for (method, path, admission) in [
            (Method::GET, "/solve", Admission::Client),
            (Method::HEAD, "/v1/solve", Admission::Client),
            (Method::POST, "/v1/solve", Admission::Client),
            (Method::DELETE, "/jobs/1", Admission::Client),
            (Method::GET, "/page/main.js", Admission::Rate),
            (Method::OPTIONS, "/solve", Admission::Rate),
            (Method::PUT, "/solve", Admission::Rate),
            (Method::POST, "/page/main.js", Admission::Rate),
            (Method::GET, "/nowhere", Admission::Rate),
            (Method::GET, "/livez", Admission::Open),
            (Method::POST, "/livez", Admission::Open),
            (Method::OPTIONS, "/livez", Admission::Open),
        ] {
            let mut request = Request::default();
            *request.method_mut() = method.clone();
            assert_eq!(table.at(path).admission(&mut request), admission, "{method} {path}");
        }
    }

    #[test]
    fn only_post_has_a_direct_handler() {
        let table = table();
        for (method, path, is_direct) in [
            (Method::POST, "/solve", true),
            (Method::POST, "/v1/solve", true),
            (Method::GET, "/solve", false),
            (Method::HEAD, "/v1/solve", false),
            (Method::POST, "/jobs/1", false),
            (Method::POST, "/nowhere", false),
        ] {
            assert_eq!(table.at(path).handler(&method).is_some(), is_direct, "{method} {path}");
        }
    }

    #[test]
    fn conflicting_pattern_is_an_error() {
        let allow = HeaderValue::from_static("GET,HEAD,OPTIONS");
        assert!(table().add("/page/{name}", allow.clone(), Admission::Open).is_err());
        assert!(table().add_versioned("/solve", allow, Admission::Open, None).is_err());
    }
}
