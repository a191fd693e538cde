//! API keys and rate limits.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::extract::ConnectInfo;
use axum::http::Method;
use quadrille::auth::fingerprint;
use quadrille::config::{Config, LimitBy, Log, LogFormat};
use quadrille::http::document;
use quadrille::server::App;
use quadrille::telemetry;
use tokio::net::TcpSocket;

use crate::harness::{Call, Reply, TestServer, config, exchange, post_request};

const KEY: &str = "quadrille_0707070707070707070707070707070707070707070707070707070707070707";
const OTHER: &str = "quadrille_0808080808080808080808080808080808080808080808080808080808080808";

/// Paths that need no key and have no rate limit.
const HEALTH: [&str; 2] = ["/livez", "/readyz"];

/// Paths that need no key.
const DOCUMENTATION: [&str; 6] =
    ["/", "/version", "/openapi.yaml", "/openapi.json", "/docs/", "/docs/swagger-ui.css"];

fn with_keys(config: &mut Config) {
    config.clients.api_keys =
        [("one", KEY), ("two", OTHER)].map(|(name, key)| format!("{name}:{}", fingerprint(key))).into();
}

/// Service with a burst of three requests, and one request per minute after it.
fn limited(change: impl FnOnce(&mut Config)) -> App {
    let mut config = config();
    config.clients.requests_per_minute = 1;
    config.clients.burst = 3;
    change(&mut config);
    App::new(&config).expect("the app is built")
}

fn keyed() -> App {
    let mut config = config();
    with_keys(&mut config);
    App::new(&config).expect("the app is built")
}

/// Question from this peer.
fn question(peer: &str) -> Call {
    let peer: SocketAddr = peer.parse().expect("an address and port");
    Call::text("/solve", "1...").extension(ConnectInfo(peer))
}

/// Number of successful calls out of ten.
async fn answered(app: &App, call: impl Fn() -> Call) -> usize {
    let mut answered = 0;
    for _ in 0..10 {
        answered += usize::from(call().to(app).await.status == 200);
    }
    answered
}

#[tokio::test]
async fn service_without_keys_ignores_keys() {
    let app = App::new(&config()).expect("the app is built");
    assert_eq!(Call::text("/solve", "1...").to(&app).await.status, 200);
    assert_eq!(Call::text("/solve", "1...").header("x-api-key", "x").to(&app).await.status, 200);
}

#[tokio::test]
async fn missing_key_returns_401() {
    let reply = Call::text("/solve", "1...").to(&keyed()).await;
    insta::assert_snapshot!(reply.snapshot(), @r#"
    401 application/problem+json
    {
      "code": "unauthorized",
      "detail": "an API key is required: send it as `Authorization: Bearer KEY` or `X-Api-Key: KEY`",
      "errors": [],
      "instance": "urn:quadrille:request:test",
      "status": 401,
      "title": "API key required",
      "type": "/problems/unauthorized"
    }
    "#);
    assert_eq!(reply.header("www-authenticate"), r#"Bearer realm="quadrille""#);
    assert_eq!(reply.header("cache-control"), "no-store");
}

#[tokio::test]
async fn key_is_accepted_in_either_header() {
    let app = keyed();
    for (name, value) in [
        ("authorization", format!("Bearer {KEY}")),
        ("authorization", format!("bearer {OTHER}")),
        ("x-api-key", OTHER.to_owned()),
    ] {
        for call in
            [Call::text("/solve", "1..."), Call::text("/count", "1..."), Call::text("/solutions", "1...")]
        {
            assert_eq!(call.header(name, &value).to(&app).await.status, 200, "{name}");
        }
    }
}

#[tokio::test]
async fn unknown_or_second_key_returns_401() {
    let app = keyed();
    let call = || Call::text("/count", "1...");
    let hash = fingerprint(KEY);
    for key in [&KEY[1..], &KEY.to_uppercase(), "", &hash, &format!("one:{hash}")] {
        let reply = call().header("x-api-key", key).to(&app).await;
        assert_eq!(reply.status, 401);
        assert_eq!(reply.header("www-authenticate"), r#"Bearer realm="quadrille", error="invalid_token""#);
    }
    let both = call().header("x-api-key", KEY).header("authorization", &format!("Bearer {KEY}"));
    let reply = both.to(&app).await;
    assert_eq!(reply.status, 401);
    assert_eq!(reply.header("www-authenticate"), r#"Bearer realm="quadrille", error="invalid_request""#);
    let bearer = format!("Bearer {KEY}");
    let twice = call().header("authorization", &bearer).header("authorization", "Basic YTpi");
    let reply = twice.to(&app).await;
    assert_eq!(reply.status, 400);
    assert!(reply.body.contains("more than one authorization header"), "{}", reply.body);
}

#[tokio::test]
async fn health_and_documentation_need_no_key() {
    let app = keyed();
    for uri in HEALTH.into_iter().chain(DOCUMENTATION) {
        assert_eq!(Call::get(uri).begin(&app).await.status(), 200, "{uri}");
    }
    assert_eq!(Call::get("/nowhere").to(&app).await.status, 404);
}

#[tokio::test]
async fn every_question_needs_a_key_in_both_versions_of_its_path() {
    let app = keyed();
    let document = serde_json::to_value(document()).expect("JSON");
    let mut asked = 0;
    for (pattern, item) in document["paths"].as_object().expect("an object") {
        let is_open = HEALTH.contains(&&**pattern) || DOCUMENTATION.contains(&&**pattern);
        if is_open
            || ["/constraints", "/docs/proofs", "/formats", "/techniques", "/problems/{code}"]
                .contains(&&**pattern)
        {
            continue;
        }
        for method in item.as_object().expect("an object").keys() {
            let method: Method = method.to_uppercase().parse().expect("a method");
            let path = pattern.replace("{id}", "1");
            for uri in [path.clone(), format!("/v1{path}")] {
                let reply = Call::new(method.clone(), &uri).to(&app).await;
                assert_eq!(reply.status, 401, "{method} {uri}: {}", reply.body);
                asked += 1;
            }
        }
        assert_eq!(Call::new(Method::PUT, pattern).to(&app).await.status, 405, "{pattern}");
    }
    assert!(asked > 2 * 30, "{asked}");
}

#[tokio::test]
async fn preflight_needs_no_key_and_allows_its_headers() {
    let mut config = config();
    with_keys(&mut config);
    config.server.cors_origins = vec!["https://a.example".into()];
    let app = App::new(&config).expect("the app is built");
    let preflight = || {
        Call::new(Method::OPTIONS, "/solve")
            .header("origin", "https://a.example")
            .header("access-control-request-method", "POST")
    };
    let reply = preflight().to(&app).await;
    assert_eq!(reply.status, 204);
    assert!(reply.header("access-control-allow-headers").contains("authorization,x-api-key"));
    let refused = Call::text("/solve", "1...").header("origin", "https://a.example").to(&app).await;
    assert_eq!(
        (refused.status.as_u16(), refused.header("access-control-allow-origin")),
        (401, "https://a.example")
    );
    let exposed = refused.header("access-control-expose-headers").to_owned();
    for name in ["www-authenticate", "accept-post", "accept-encoding"] {
        assert!(exposed.split(',').any(|exposed| exposed == name), "{name}: {exposed}");
    }
}

/// Log writer that the test can read.
#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("the lock is not poisoned").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn key_is_never_logged() {
    let sink = Sink::default();
    let writer = sink.clone();
    let log = Log { format: LogFormat::Text, filter: "trace".to_owned() };
    let subscriber = telemetry::subscriber(&log, move || writer.clone()).expect("a valid filter");
    let app = limited(|config| {
        with_keys(config);
        config.clients.burst = 7;
    });
    let mut statuses = Vec::new();
    // `tracing` caches the interest of a call site for the only subscriber, on whichever thread logs first.
    let _another = tracing::Dispatch::new(tracing::subscriber::NoSubscriber::default());
    {
        let _logging = tracing::subscriber::set_default(subscriber);
        for (name, value) in [("x-api-key", KEY.to_owned()), ("authorization", format!("Bearer {OTHER}"))] {
            for (uri, puzzle) in [("/solve", "1..."), ("/count", "1!"), ("/nowhere", "")] {
                statuses.push(Call::text(uri, puzzle).header(name, &value).to(&app).await.status.as_u16());
            }
            let unknown = value.to_uppercase();
            statuses.push(Call::text("/solve", "1...").header(name, &unknown).to(&app).await.status.as_u16());
        }
    }
    assert_eq!(statuses, [200, 422, 404, 401, 200, 422, 404, 429]);
    let log = String::from_utf8(sink.0.lock().expect("the lock is not poisoned").clone()).expect("text");
    assert!(log.lines().count() >= 8, "{log}");
    let log = log.to_lowercase();
    // Four digits would also match a time of day.
    for secret in ["07070707", "08080808", &fingerprint(KEY), &fingerprint(OTHER)] {
        assert!(!log.contains(secret), "{log}");
    }
}

#[tokio::test]
async fn client_over_rate_gets_retry_after() {
    let app = limited(|_| ());
    let first: Vec<Reply> = [
        question("192.0.2.1:1").to(&app).await,
        question("192.0.2.1:2").to(&app).await,
        question("192.0.2.1:3").to(&app).await,
    ]
    .into();
    assert!(first.iter().all(|reply| reply.status == 200));
    let refused = question("192.0.2.1:4").to(&app).await;
    assert_eq!((refused.status.as_u16(), refused.header("content-type")), (429, "application/problem+json"));
    assert_eq!(refused.header("cache-control"), "no-store");
    let problem = refused.json();
    assert_eq!(problem["code"], "rate_limited");
    assert_eq!(problem["type"], "/problems/rate_limited");
    let seconds: u64 = refused.header("retry-after").parse().expect("whole seconds");
    assert!((1..=60).contains(&seconds), "{seconds}");
}

#[tokio::test]
async fn rate_counts_each_ipv4_address_and_ipv6_network() {
    let app = limited(|_| ());
    assert_eq!(answered(&app, || question("192.0.2.1:80")).await, 3);
    assert_eq!(answered(&app, || question("192.0.2.2:80")).await, 3);
    assert_eq!(answered(&app, || question("[2001:db8:0:1::1]:80")).await, 3);
    assert_eq!(answered(&app, || question("[2001:db8:0:1:ffff::2]:80")).await, 0);
    assert_eq!(answered(&app, || question("[2001:db8:0:2::1]:80")).await, 3);
    // An IPv4-mapped address counts as IPv4.
    assert_eq!(answered(&app, || question("[::ffff:192.0.2.1]:80")).await, 0);
    // Requests over a Unix socket share one limit.
    assert_eq!(answered(&app, || Call::text("/solve", "1...")).await, 3);
}

#[tokio::test]
async fn forwarded_address_is_trusted_from_proxies_only() {
    let forwarded = |peer: &str, chain: &str| question(peer).header("x-forwarded-for", chain);
    let app = limited(|config| config.clients.trusted_proxies = vec!["10.0.0.0/8".into()]);
    let mut forged = 0;
    for number in 0..10 {
        let call = forwarded("192.0.2.1:80", &format!("198.51.100.{number}"));
        forged += usize::from(call.to(&app).await.status == 200);
    }
    assert_eq!(forged, 3);
    for number in 0..10 {
        let chain = format!("198.51.100.{number}, 192.0.2.{number}, 10.0.0.2");
        let behind_the_proxy = forwarded("10.0.0.1:80", &chain).to(&app).await.status.as_u16();
        assert_eq!(behind_the_proxy, if number == 1 { 429 } else { 200 }, "{number}");
    }
}

#[tokio::test]
async fn every_request_but_health_is_rate_limited() {
    let origin = "https://a.example";
    let preflight = |uri: &str| {
        Call::new(Method::OPTIONS, uri)
            .header("origin", origin)
            .header("access-control-request-method", "POST")
    };
    let calls: [(&str, &dyn Fn() -> Call); 8] = [
        ("unknown path", &|| Call::get("/nowhere")),
        ("unknown method", &|| Call::new(Method::PUT, "/solve")),
        ("method of a page", &|| Call::new(Method::POST, "/formats")),
        ("options", &|| Call::new(Method::OPTIONS, "/solve")),
        ("options of a page", &|| Call::new(Method::OPTIONS, "/")),
        ("preflight", &|| preflight("/solve")),
        ("preflight of a page", &|| preflight("/formats")),
        ("preflight of an unknown path", &|| preflight("/nowhere")),
    ];
    let peer = ConnectInfo::<SocketAddr>("192.0.2.1:80".parse().expect("an address"));
    for cors_origins in [vec![], vec![origin.to_owned()], vec!["*".to_owned()]] {
        for (name, call) in calls {
            let app = limited(|config| config.server.cors_origins.clone_from(&cors_origins));
            for number in 0..10 {
                let status = call().extension(peer).to(&app).await.status;
                assert_eq!(status == 429, number >= 3, "{name} {number}: {status}");
            }
            assert_eq!(question("192.0.2.1:80").to(&app).await.status, 429, "{name}");
            for uri in HEALTH {
                assert_eq!(answered(&app, || Call::get(uri).extension(peer)).await, 10, "{uri}");
                for call in [Call::new(Method::PUT, uri), Call::new(Method::OPTIONS, uri), preflight(uri)] {
                    assert_ne!(call.extension(peer).to(&app).await.status, 429, "{uri}");
                }
            }
        }
    }
}

#[tokio::test]
async fn documentation_is_rate_limited_by_address() {
    for limit_by in [LimitBy::Address, LimitBy::ApiKey] {
        for uri in DOCUMENTATION {
            let app = limited(|config| {
                with_keys(config);
                config.clients.limit_by = limit_by;
            });
            for (peer, expected) in [
                ("192.0.2.1:80", 200),
                ("192.0.2.1:81", 200),
                ("192.0.2.1:80", 200),
                ("192.0.2.1:80", 429),
                ("192.0.2.2:80", 200),
            ] {
                let peer = ConnectInfo::<SocketAddr>(peer.parse().expect("an address"));
                assert_eq!(Call::get(uri).extension(peer).begin(&app).await.status(), expected, "{uri}");
            }
        }
    }
}

#[tokio::test]
async fn expired_key_returns_401() {
    for (date, expected) in [("1999-12-31", 401), ("9999-12-31", 200)] {
        let mut config = config();
        config.clients.api_keys = vec![format!("one:{}:{date}", fingerprint(KEY))];
        let app = App::new(&config).expect("the app is built");
        let reply = Call::text("/solve", "1...").header("x-api-key", KEY).to(&app).await;
        assert_eq!(reply.status, expected, "{date}: {}", reply.body);
        assert_eq!(reply.body.contains("expired"), expected == 401);
    }
}

#[tokio::test]
async fn rate_by_key_ignores_address() {
    let app = limited(|config| {
        with_keys(config);
        config.clients.limit_by = LimitBy::ApiKey;
    });
    let call = |peer: &str, key: &str| question(peer).header("x-api-key", key);
    assert_eq!(answered(&app, || call("192.0.2.1:80", KEY)).await, 3);
    assert_eq!(answered(&app, || call("192.0.2.2:80", KEY)).await, 0);
    assert_eq!(answered(&app, || call("192.0.2.1:80", OTHER)).await, 3);
    assert_eq!(call("192.0.2.1:80", "unknown").to(&app).await.status, 401);
}

#[tokio::test]
async fn rate_by_address_counts_unknown_keys() {
    let app = limited(with_keys);
    for expected in [401, 401, 401, 429] {
        assert_eq!(question("192.0.2.1:80").header("x-api-key", "guess").to(&app).await.status, expected);
    }
}

#[tokio::test]
async fn rate_uses_peer_address_of_connection() {
    let mut config = config();
    config.clients.requests_per_minute = 1;
    config.clients.burst = 1;
    let served = TestServer::start(&config);
    let ask = post_request("/solve", "content-type: text/plain\r\n", b"1...");
    let first = served.exchange(&ask).await;
    assert!(first.starts_with("HTTP/1.1 200 "), "{first}");
    // Another connection, another port, the same client.
    let second = served.exchange(&ask).await;
    assert!(second.starts_with("HTTP/1.1 429 "), "{second}");
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind("127.0.0.2:0".parse().expect("an address")).expect("all of 127/8 is this machine");
    let stream = socket.connect(served.address).await.expect("the server listens");
    let other = exchange(stream, &ask).await;
    assert!(other.starts_with("HTTP/1.1 200 "), "{other}");
}

#[tokio::test]
async fn responses_state_the_rate_limit() {
    let app = limited(|config| {
        config.clients.requests_per_minute = 60;
        config.clients.burst = 2;
    });
    let limits =
        |reply: &Reply| (reply.header("ratelimit").to_owned(), reply.header("ratelimit-policy").to_owned());
    let policy = "\"default\";q=2;w=2".to_owned();
    for (call, remaining) in [(Call::text("/solve", "1"), 1), (Call::get("/version"), 0)] {
        let (state, of_all) = limits(&call.to(&app).await);
        assert!(state.starts_with(&format!("\"default\";r={remaining};t=")), "{state}");
        assert_eq!(of_all, policy);
    }
    let refused = Call::text("/v1/solve", "1").to(&app).await;
    assert_eq!(refused.status, 429);
    assert_eq!(limits(&refused), ("\"default\";r=0;t=1".to_owned(), policy));
    let (state, policy) = limits(&Call::text("/solve", "1").send().await);
    assert_eq!((&*state, &*policy), ("", ""), "no limit is on");
}
