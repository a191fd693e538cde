//! Index, health, documentation, and headers of all responses.

use std::io::Read;

use axum::body::Body;
use axum::http::{Method, Request};
use flate2::read::GzDecoder;
use http_body_util::BodyExt;
use quadrille::http::document;
use quadrille::server::App;
use quadrille::version::{COMMIT, VERSION};
use quadrille_answers::faults::ProblemCode;
use serde_json::{Value, json};

use crate::harness::{Call, app, config};

#[tokio::test]
async fn index_lists_endpoints() {
    insta::assert_snapshot!(Call::get("/").send().await.snapshot(), @r#"
    200 application/json
    {
      "links": [
        {
          "href": "solve",
          "method": "POST",
          "title": "solve a puzzle"
        },
        {
          "href": "count",
          "method": "POST",
          "title": "count the solutions of a puzzle"
        },
        {
          "href": "solutions",
          "method": "POST",
          "title": "list the solutions of a puzzle, as a stream"
        },
        {
          "href": "candidates",
          "method": "POST",
          "title": "find the candidates that occur in solutions"
        },
        {
          "href": "minimal",
          "method": "POST",
          "title": "find the redundant clues of a puzzle"
        },
        {
          "href": "conflicts",
          "method": "POST",
          "title": "find clues that contradict each other"
        },
        {
          "href": "rate",
          "method": "POST",
          "title": "rate the difficulty of a puzzle"
        },
        {
          "href": "hint",
          "method": "POST",
          "title": "find the next step of a player"
        },
        {
          "href": "path",
          "method": "POST",
          "title": "find the steps to the solution, with explanations"
        },
        {
          "href": "check",
          "method": "POST",
          "title": "check the entries of a player"
        },
        {
          "href": "estimate",
          "method": "POST",
          "title": "estimate the number of solutions of a puzzle"
        },
        {
          "href": "canonical",
          "method": "POST",
          "title": "find the canonical form of a puzzle"
        },
        {
          "href": "shuffle",
          "method": "POST",
          "title": "shuffle a puzzle"
        },
        {
          "href": "prove",
          "method": "POST",
          "title": "prove the number of solutions"
        },
        {
          "href": "formula",
          "method": "POST",
          "title": "write a puzzle as a formula"
        },
        {
          "href": "exact-cover/solve",
          "method": "POST",
          "title": "solve an exact cover problem"
        },
        {
          "href": "exact-cover/estimate",
          "method": "POST",
          "title": "estimate the size of an exact cover problem"
        },
        {
          "href": "exact-cover/prove",
          "method": "POST",
          "title": "prove the number of solutions of an exact cover problem"
        },
        {
          "href": "exact-cover/formula",
          "method": "POST",
          "title": "write an exact cover problem as a formula"
        },
        {
          "href": "exact-cover/count",
          "method": "POST",
          "title": "count the solutions of an exact cover problem"
        },
        {
          "href": "exact-cover/solutions",
          "method": "POST",
          "title": "list the solutions of an exact cover problem, as a stream"
        },
        {
          "href": "generate",
          "method": "POST",
          "title": "generate a puzzle, or many as a stream"
        },
        {
          "href": "render",
          "method": "POST",
          "title": "draw a puzzle as SVG"
        },
        {
          "href": "convert",
          "method": "POST",
          "title": "convert a puzzle to another format"
        },
        {
          "href": "solve/batch",
          "method": "POST",
          "title": "solve many puzzles, as a stream"
        },
        {
          "href": "count/batch",
          "method": "POST",
          "title": "count the solutions of many puzzles, as a stream"
        },
        {
          "href": "candidates/batch",
          "method": "POST",
          "title": "find the candidates of many puzzles, as a stream"
        },
        {
          "href": "minimal/batch",
          "method": "POST",
          "title": "find the redundant clues of many puzzles, as a stream"
        },
        {
          "href": "rate/batch",
          "method": "POST",
          "title": "rate many puzzles, as a stream"
        },
        {
          "href": "canonical/batch",
          "method": "POST",
          "title": "find the canonical forms of many puzzles, as a stream"
        },
        {
          "href": "shuffle/batch",
          "method": "POST",
          "title": "shuffle many puzzles, as a stream"
        },
        {
          "href": "exact-cover/count/batch",
          "method": "POST",
          "title": "count the solutions of many exact cover problems, as a stream"
        },
        {
          "href": "candidates?puzzle=1.....3..4.....2",
          "method": "GET",
          "title": "find the candidates that occur in solutions, by query"
        },
        {
          "href": "minimal?puzzle=1.....3..4.....2",
          "method": "GET",
          "title": "find the redundant clues of a puzzle, by query"
        },
        {
          "href": "conflicts?puzzle=1.....3..4.....2",
          "method": "GET",
          "title": "find clues that contradict each other, by query"
        },
        {
          "href": "rate?puzzle=1.....3..4.....2",
          "method": "GET",
          "title": "rate the difficulty of a puzzle, by query"
        },
        {
          "href": "hint?puzzle=1.....3..4.....2",
          "method": "GET",
          "title": "find the next step of a player, by query"
        },
        {
          "href": "path?puzzle=1.....3..4.....2",
          "method": "GET",
          "title": "find the steps to the solution, with explanations, by query"
        },
        {
          "href": "check?puzzle=1.....3..4.....2",
          "method": "GET",
          "title": "check the entries of a player, by query"
        },
        {
          "href": "estimate?puzzle=1.....3..4.....2",
          "method": "GET",
          "title": "estimate the number of solutions of a puzzle, by query"
        },
        {
          "href": "canonical?puzzle=1.....3..4.....2",
          "method": "GET",
          "title": "find the canonical form of a puzzle, by query"
        },
        {
          "href": "shuffle?puzzle=1.....3..4.....2",
          "method": "GET",
          "title": "shuffle a puzzle, by query"
        },
        {
          "href": "prove?puzzle=1.....3..4.....2",
          "method": "GET",
          "title": "prove the number of solutions, by query"
        },
        {
          "href": "formula?puzzle=1.....3..4.....2",
          "method": "GET",
          "title": "write a puzzle as a formula, by query"
        },
        {
          "href": "techniques",
          "method": "GET",
          "title": "solving techniques"
        },
        {
          "href": "jobs",
          "method": "POST",
          "title": "create a job: long work that survives a restart"
        },
        {
          "href": "uploads",
          "method": "POST",
          "title": "upload the input of a job"
        },
        {
          "href": "formats",
          "method": "GET",
          "title": "text formats of puzzles"
        },
        {
          "href": "constraints",
          "method": "GET",
          "title": "types of constraints, such as cages and thermometers"
        },
        {
          "href": "solve?puzzle=1.....3..4.....2",
          "method": "GET",
          "title": "solve a puzzle given in the query"
        },
        {
          "href": "count?puzzle=1.....3..4.....2",
          "method": "GET",
          "title": "count the solutions of a puzzle given in the query"
        },
        {
          "href": "generate?difficulty=hard",
          "method": "GET",
          "title": "generate a hard puzzle"
        },
        {
          "href": "render?puzzle=1.....3..4.....2",
          "method": "GET",
          "title": "draw a puzzle given in the query, as SVG"
        },
        {
          "href": "livez",
          "method": "GET",
          "title": "liveness"
        },
        {
          "href": "readyz",
          "method": "GET",
          "title": "readiness"
        },
        {
          "href": "version",
          "method": "GET",
          "title": "version"
        },
        {
          "href": "openapi.yaml",
          "method": "GET",
          "title": "OpenAPI document as YAML"
        },
        {
          "href": "openapi.json",
          "method": "GET",
          "title": "OpenAPI document as JSON"
        },
        {
          "href": "docs/",
          "method": "GET",
          "title": "API documentation"
        }
      ],
      "name": "quadrille",
      "version": "0.1.0"
    }
    "#);
}

#[tokio::test]
async fn index_is_a_page_for_browsers() {
    let app = app();
    let accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    let reply = Call::get("/").header("accept", accept).to(&app).await;
    assert_eq!(
        (reply.header("content-type"), reply.header("vary")),
        ("text/html; charset=utf-8", "accept, accept-encoding")
    );
    for reference in ["docs/", "openapi.yaml", "page/page.css", "page/main.js", "page/icon.svg"] {
        assert!(reply.body.contains(&format!("\"{reference}\"")), "{reference}");
        let found = Call::get(&format!("/{reference}")).begin(&app).await;
        assert_eq!(found.status(), 200, "{reference}");
    }
    assert!(reply.body.contains(concat!("Quadrille ", env!("CARGO_PKG_VERSION"))));
    for foreign in ["//", "<style", "style=", "onclick", "onload", "javascript:"] {
        assert!(!reply.body.contains(foreign), "{foreign}");
    }
    let known = Call::get("/").header("accept", accept).header("if-none-match", reply.header("etag"));
    assert_eq!(known.to(&app).await.status, 304);
}

#[tokio::test]
async fn files_of_the_page_have_their_type_and_are_revalidated() {
    let app = app();
    for (file, content_type) in [
        ("main.js", "text/javascript; charset=utf-8"),
        ("page.css", "text/css; charset=utf-8"),
        ("icon.svg", "image/svg+xml"),
        ("icon-192.png", "image/png"),
        ("manifest.webmanifest", "application/manifest+json"),
    ] {
        let uri = format!("/page/{file}");
        let reply = Call::get(&uri).begin(&app).await;
        let header = |name: &str| reply.headers()[name].to_str().expect("text").to_owned();
        assert_eq!((&*header("content-type"), &*header("cache-control")), (content_type, "no-cache"));
        let known = Call::get(&uri).header("if-none-match", &header("etag")).to(&app).await;
        if content_type.starts_with("text/") {
            assert!(!Call::get(&uri).to(&app).await.body.contains("http://"), "{file}");
        }
        assert_eq!((known.status.as_u16(), &*known.body), (304, ""));
    }
    assert_eq!(Call::get("/page/none.js").to(&app).await.json()["code"], "not_found");
    // The service worker is in a folder below the page that it keeps.
    let worker = Call::get("/page/offline.js").to(&app).await;
    assert_eq!(worker.header("service-worker-allowed"), "../");
}

#[tokio::test]
async fn links_of_llms_txt_resolve() {
    let mut config = config();
    for docs in [true, false] {
        config.server.docs = docs;
        let app = App::new(&config).expect("the app is built");
        let text = Call::get("/llms.txt").to(&app).await;
        assert_eq!((text.status.as_u16(), text.header("content-type")), (200, "text/plain; charset=utf-8"));
        assert!(text.body.starts_with("# Quadrille\n\n> "), "{}", text.body);
        assert!(
            !["{version}", "{tools}", "{docs}"].iter().any(|name| text.body.contains(name)),
            "{}",
            text.body
        );
        assert_eq!(text.body.contains("(docs/)"), docs);
        assert_eq!(text.body.contains("`mcp`"), cfg!(feature = "mcp"));
        let links: Vec<&str> =
            text.body.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
        assert!(links.len() >= 5, "{links:?}");
        for link in links {
            let status = Call::get(&format!("/{link}")).begin(&app).await.status();
            assert_eq!(status, 200, "{link}");
        }
    }
}

#[tokio::test]
async fn index_links_resolve() {
    let app = app();
    for link in Call::get("/").to(&app).await.json()["links"].as_array().expect("a list") {
        let (method, href) = (link["method"].as_str().expect("text"), link["href"].as_str().expect("text"));
        let method = Method::from_bytes(method.as_bytes()).expect("a method");
        let reply = Call::new(method.clone(), &format!("/{href}")).to(&app).await;
        match method {
            Method::POST => assert!(reply.status != 405 && !reply.body.contains("no such path"), "{href}"),
            _ => assert_eq!(reply.status, 200, "{href}"),
        }
    }
}

#[tokio::test]
async fn health_and_version_answer() {
    insta::assert_snapshot!(Call::get("/livez").send().await.snapshot(), @"
    200 text/plain; charset=utf-8
    ok
    ");
    insta::assert_snapshot!(Call::get("/readyz").send().await.snapshot(), @"
    200 text/plain; charset=utf-8
    ready
    ");
    let version = json!({ "name": "quadrille", "version": VERSION, "commit": COMMIT });
    assert_eq!(Call::get("/version").send().await.json(), version);
    let head = Call::new(Method::HEAD, "/livez").send().await;
    assert_eq!((head.status.as_u16(), head.body.as_str()), (200, ""));
}

#[tokio::test]
async fn draining_service_is_alive_but_not_ready() {
    let app = app();
    app.dispatcher.drain();
    let reply = Call::get("/readyz").to(&app).await;
    insta::assert_snapshot!(reply.snapshot(), @r#"
    503 application/problem+json
    {
      "code": "shutting_down",
      "detail": "the service is shutting down and accepts no new requests",
      "errors": [],
      "instance": "urn:quadrille:request:test",
      "status": 503,
      "title": "Service shutting down",
      "type": "/problems/shutting_down"
    }
    "#);
    assert_eq!(reply.header("retry-after"), "1");
    assert_eq!(Call::get("/livez").to(&app).await.status, 200);
    assert_eq!(Call::text("/solve", "1").to(&app).await.status, 200);
}

#[tokio::test]
async fn valid_request_id_is_kept_and_other_replaced() {
    let with_id = async |id: &str| {
        let request = Request::get("/nowhere").header("host", "localhost").header("x-request-id", id);
        let response =
            tower::ServiceExt::oneshot(app().router, request.body(Body::empty()).expect("a request"));
        response.await.expect("the router never fails")
    };
    let response = with_id("Ab.9_-").await;
    assert_eq!(response.headers()["x-request-id"], "Ab.9_-");
    for hostile in ["a b", "\"", "{}", "a\\nb", &"x".repeat(129)] {
        let response = with_id(hostile).await;
        let made = response.headers()["x-request-id"].to_str().expect("text");
        assert_ne!(made, hostile);
        assert_eq!(made.len(), 36, "{made}");
    }
}

#[tokio::test]
async fn problem_instance_ends_with_request_id() {
    let reply = Call::get("/nowhere").send().await;
    assert_eq!(reply.json()["instance"], "urn:quadrille:request:test");
    assert_eq!(reply.header("x-request-id"), "test");
}

#[tokio::test]
async fn responses_forbid_content_sniffing() {
    for uri in ["/", "/livez", "/nowhere", "/openapi.yaml", "/docs/"] {
        let response = Call::get(uri).begin(&app()).await;
        assert_eq!(response.headers()["x-content-type-options"], "nosniff", "{uri}");
    }
}

#[tokio::test]
async fn documentation_page_uses_own_origin_only() {
    let app = app();
    let reply = Call::get("/docs/").to(&app).await;
    assert_eq!(reply.header("content-type"), "text/html; charset=utf-8");
    let page = reply.body;
    assert!(page.contains("swagger-initializer.js") && page.contains("<title>Quadrille"), "{page}");
    let initializer = Call::get("/docs/swagger-initializer.js").to(&app).await;
    for text in [&page, &initializer.body] {
        assert!(!text.contains("http://") && !text.contains("https://"), "{text}");
    }
    assert!(initializer.body.contains("../openapi.json"));
    assert!(initializer.body.contains("\"validatorUrl\": \"none\""), "{}", initializer.body);
    assert_eq!(Call::get("/docs/nowhere.css").to(&app).await.json()["code"], "not_found");
    let redirect = Call::get("/docs").begin(&app).await;
    assert_eq!(
        (redirect.status().as_u16(), &redirect.headers()["location"]),
        (308, &"docs/".parse().expect("text"))
    );
}

#[tokio::test]
async fn pages_cannot_be_framed_and_send_no_referrer() {
    let app = app();
    for uri in ["/", "/page/main.js", "/docs/", "/docs/swagger-initializer.js"] {
        let response = Call::get(uri).header("accept", "text/html").begin(&app).await;
        let policy = response.headers()["content-security-policy"].to_str().expect("text");
        for part in ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"]
        {
            assert!(policy.contains(part), "{uri}: {policy}");
        }
        assert!(policy.contains("script-src 'self';") && !policy.contains("unsafe-eval"), "{policy}");
        // Swagger UI sets styles in attributes.
        assert!(!policy.contains("unsafe") || uri.starts_with("/docs"), "{policy}");
        assert_eq!(response.headers()["referrer-policy"], "no-referrer", "{uri}");
    }
}

#[tokio::test]
async fn assets_are_compressed_if_accepted_and_cacheable() {
    let app = app();
    for (uri, cache_control) in [
        ("/", "no-cache"),
        ("/page/main.js", "no-cache"),
        ("/docs/", "public, max-age=3600"),
        ("/docs/swagger-ui.css", "public, max-age=3600"),
        ("/docs/swagger-ui-bundle.js", "public, max-age=3600"),
    ] {
        let mut representations = Vec::new();
        for (accepted, coding) in [("br, gzip", Some("gzip")), ("gzip;q=0", None)] {
            let get = || Call::get(uri).header("accept", "text/html").header("accept-encoding", accepted);
            let response = get().begin(&app).await;
            let headers = response.headers().clone();
            let value = |name: &str| headers.get(name).map(|value| value.to_str().expect("text"));
            assert_eq!(value("content-encoding"), coding, "{uri}");
            assert_eq!(value("cache-control"), Some(cache_control), "{uri}");
            assert!(value("vary").expect("a Vary header").contains("accept-encoding"), "{headers:?}");
            let tag = value("etag").expect("a tag").to_owned();
            let known = get().header("if-none-match", &tag).to(&app).await;
            assert_eq!((known.status.as_u16(), &*known.body, known.header("etag")), (304, "", &*tag));
            let other = get().header("if-none-match", "\"other\"").begin(&app).await;
            assert_eq!(other.status(), 200);
            let bytes = response.into_body().collect().await.expect("the body is complete").to_bytes();
            representations.push((bytes, tag));
        }
        let (compressed, compressed_tag) = &representations[0];
        let (plain, plain_tag) = &representations[1];
        let mut decompressed = Vec::new();
        GzDecoder::new(&**compressed).read_to_end(&mut decompressed).expect("compressed data");
        assert_eq!(decompressed, plain[..], "{uri}");
        assert_ne!(compressed_tag, plain_tag);
    }
}

/// Paths of the document that have a `GET`, with an example of each parameter.
fn get_paths() -> Vec<String> {
    let document = serde_json::to_value(document()).expect("the document is serializable");
    let paths = document["paths"].as_object().expect("paths");
    let gets = paths.iter().filter(|(_, item)| item.get("get").is_some());
    let example = |(path, _): (&String, &Value)| match path.as_str() {
        "/solve" | "/count" => format!("{path}?puzzle=1...&limit=1"),
        path => path.replace("{code}", "not_found"),
    };
    gets.map(example).collect()
}

#[tokio::test]
async fn every_get_has_a_head() {
    let app = app();
    for path in get_paths().iter().map(String::as_str).chain(["/docs/", "/v1/solve?puzzle=1"]) {
        let get = Call::get(path).begin(&app).await;
        let head = Call::new(Method::HEAD, path).to(&app).await;
        assert_eq!((head.status, &*head.body), (get.status(), ""), "{path}");
        assert_eq!(head.headers.get("content-type"), get.headers().get("content-type"), "{path}");
    }
}

#[tokio::test]
async fn options_names_methods_and_documentation() {
    let mut config = config();
    config.server.cors_origins = vec!["*".into()];
    for app in [app(), App::new(&config).expect("the app is built")] {
        for (path, allow, root) in [
            ("/solve", "GET,HEAD,POST,OPTIONS", ""),
            ("/v1/solve", "GET,HEAD,POST,OPTIONS", "../"),
            ("/count/batch", "POST,OPTIONS", "../"),
            ("/version", "GET,HEAD,OPTIONS", ""),
            ("/livez", "GET,HEAD,OPTIONS", ""),
            ("/docs/", "GET,HEAD,OPTIONS", "../"),
        ] {
            let reply = Call::new(Method::OPTIONS, path).header("origin", "https://a.example").to(&app).await;
            assert_eq!(
                (reply.status.as_u16(), reply.header("allow"), &*reply.body),
                (204, allow, ""),
                "{path}"
            );
            assert!(reply.header("link").contains(&format!("<{root}openapi.json>; rel=\"service-desc\"")));
        }
        assert_eq!(Call::new(Method::OPTIONS, "/nowhere").to(&app).await.status, 404);
    }
}

#[tokio::test]
async fn documentation_responses_link_to_the_description() {
    let app = app();
    for (path, root) in [("/", ""), ("/openapi.yaml", ""), ("/problems/not_found", "../"), ("/docs/", "../")]
    {
        let response = Call::get(path).begin(&app).await;
        let expected = format!(
            "<{root}openapi.json>; rel=\"service-desc\"; type=\"application/json\", \
             <{root}docs/>; rel=\"service-doc\"; type=\"text/html\""
        );
        assert_eq!(response.headers()["link"], *expected, "{path}");
    }
}

#[tokio::test]
async fn problem_type_is_a_page_with_cause_example_and_mend() {
    let app = app();
    let problem = Call::get("/nowhere").to(&app).await.json();
    let path = problem["type"].as_str().expect("text");
    insta::assert_snapshot!(Call::get(path).to(&app).await.snapshot(), @r#"
    200 application/json
    {
      "cause": "The service has nothing at this path.",
      "code": "not_found",
      "example": "curl SERVICE/sovle -d 1...",
      "remedy": "`GET /` lists all paths. Paths other than `/docs/` have no slash at their end.",
      "status": 404,
      "title": "Not found"
    }
    "#);
    for code in ProblemCode::ALL {
        let path = format!("/problems/{}", code.as_str());
        let page = Call::get(&path).header("accept", "text/html").to(&app).await;
        assert_eq!((page.status.as_u16(), page.header("content-type")), (200, "text/html; charset=utf-8"));
        assert!(page.body.contains(code.as_str()) && !page.body.contains('`'), "{}", page.body);
        let policy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; \
            frame-ancestors 'none'";
        assert_eq!(page.header("content-security-policy"), policy);
        let files: Vec<&str> =
            page.body.split("\"../page/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(files, ["icon.svg", "page.css", "text.css", "icon.svg"]);
        for file in files {
            assert_eq!(Call::get(&format!("/page/{file}")).to(&app).await.status, 200, "{file}");
        }
    }
    assert_eq!(Call::get("/problems/no_such_code").to(&app).await.status, 404);
}

#[tokio::test]
async fn version_1_answers_like_the_path_without_version() {
    let app = app();
    for (path, body) in [
        ("/solve", "1.....3..4.....2"),
        ("/count", "1.....3..4......"),
        ("/solutions", "1.....3..4......"),
        ("/solve/batch", "1...\n1..\n"),
        ("/count/batch", "1...\n1..\n"),
    ] {
        let plain = Call::text(path, body).to(&app).await.snapshot();
        assert_eq!(Call::text(&format!("/v1{path}"), body).to(&app).await.snapshot(), plain, "{path}");
    }
    let query = "?puzzle=1.....3..4.....2";
    let plain = Call::get(&format!("/solve{query}")).to(&app).await;
    let versioned = Call::get(&format!("/v1/solve{query}")).to(&app).await;
    assert_eq!((versioned.header("etag"), &versioned.body), (plain.header("etag"), &plain.body));
    for path in ["/v1", "/v1/", "/v1/livez", "/v2/solve"] {
        assert_eq!(Call::get(path).to(&app).await.status, 404, "{path}");
    }
    assert_eq!(Call::new(Method::PUT, "/v1/solve").to(&app).await.status, 405);
}

#[tokio::test]
async fn service_works_behind_a_prefix() {
    let document = Call::get("/openapi.json").send().await.json();
    assert_eq!(document["servers"][0]["url"], ".");
    let redirect = Call::get("/docs").begin(&app()).await;
    assert_eq!(redirect.headers()["location"], "docs/");
    let page = Call::get("/problems/not_found").header("accept", "text/html").send().await;
    assert!(page.body.contains("href=\"../\"") && !page.body.contains("href=\"/"), "{}", page.body);
}

#[tokio::test]
async fn cors_allows_every_header_of_the_document() {
    let mut config = config();
    config.server.cors_origins = vec!["*".into()];
    config.http.deadline_header = "x-deadline".to_owned();
    let app = App::new(&config).expect("the app is built");
    let preflight = Call::new(Method::OPTIONS, "/v1/solve")
        .header("origin", "https://a.example")
        .header("access-control-request-method", "POST");
    let reply = preflight.to(&app).await;
    let allowed: Vec<&str> = reply.header("access-control-allow-headers").split(',').collect();
    let document = serde_json::to_value(document()).expect("the document is serializable");
    let items = document["paths"].as_object().expect("paths").values();
    let operations = items.flat_map(|item| item.as_object().expect("operations").values());
    let parameters =
        operations.flat_map(|operation| operation["parameters"].as_array().into_iter().flatten());
    let headers = parameters.filter(|parameter| parameter["in"] == "header");
    let names = headers.map(|header| header["name"].as_str().expect("a name"));
    for name in names.chain(["x-api-key", "authorization", "content-type", "accept", "traceparent"]) {
        // The operator has renamed it.
        let name = if name == "x-request-timeout-ms" { "x-deadline" } else { name };
        assert!(allowed.contains(&name), "{name}: {allowed:?}");
    }
}

#[tokio::test]
async fn documentation_page_can_be_disabled() {
    let mut config = config();
    config.server.docs = false;
    let app = App::new(&config).expect("the app is built");
    for uri in ["/docs", "/docs/", "/docs/swagger-ui.css"] {
        assert_eq!(Call::get(uri).to(&app).await.status, 404);
    }
    assert_eq!(Call::get("/openapi.json").to(&app).await.status, 200);
    for accept in ["application/json", "text/html"] {
        let index = Call::get("/").header("accept", accept).to(&app).await;
        assert!(index.body.contains("openapi.") && !index.body.contains("docs"), "{}", index.body);
    }
}

#[tokio::test]
async fn cors_allows_listed_origins_only() {
    let call = |origin: &str| Call::text("/solve", "1").header("origin", origin);
    let allowed = async |app: &App, origin: &str| {
        call(origin).to(app).await.header("access-control-allow-origin").to_owned()
    };
    assert_eq!(allowed(&app(), "https://a.example").await, "");
    let mut config = config();
    config.server.cors_origins = vec!["https://a.example".into(), "https://b.example".into()];
    let listed = App::new(&config).expect("the app is built");
    assert_eq!(allowed(&listed, "https://b.example").await, "https://b.example");
    assert_eq!(allowed(&listed, "https://c.example").await, "");
    config.server.cors_origins = vec!["*".into()];
    assert_eq!(allowed(&App::new(&config).expect("the app is built"), "https://c.example").await, "*");
}

#[tokio::test]
async fn preflight_of_listed_origin_is_answered() {
    let mut config = config();
    config.server.cors_origins = vec!["https://a.example".into()];
    let app = App::new(&config).expect("the app is built");
    let reply = Call::new(Method::OPTIONS, "/count")
        .header("origin", "https://a.example")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "content-type,x-request-id")
        .to(&app)
        .await;
    assert_eq!(
        (reply.status.as_u16(), reply.header("allow"), &*reply.body),
        (204, "GET,HEAD,POST,OPTIONS", "")
    );
    assert_eq!(reply.header("access-control-allow-methods"), "GET,HEAD,POST,DELETE");
    assert_eq!(
        reply.header("access-control-allow-headers"),
        "content-type,content-encoding,accept,if-none-match,authorization,x-api-key,idempotency-key,\
         last-event-id,range,x-request-id,traceparent,tracestate,x-request-timeout-ms"
    );
    // The page can read problems, too.
    let refused = Call::text("/solve", "!").header("origin", "https://a.example").to(&app).await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.header("access-control-allow-origin"), "https://a.example");
}
