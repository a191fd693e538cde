//! Tools for language models: JSON-RPC to the router.

use std::net::SocketAddr;

use axum::extract::ConnectInfo;
use quadrille::auth::fingerprint;
use quadrille::config::Config;
use quadrille::server::App;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;

use crate::harness::{
    Call, HOUR_MS, Reply, TestServer, app, config, endless_count, free_slow_permits, one_thread,
    post_request, run_test, spawn, with_slow_queue,
};

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Message of JSON-RPC, as a client of the protocol's version with `initialize` sends it.
fn message(body: &Value) -> Call {
    Call::json("/mcp", body.to_string()).header("accept", "application/json, text/event-stream")
}

fn request(method: &str, params: &Value) -> Call {
    message(&json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}))
}

fn tool_call(name: &str, arguments: &Value) -> Call {
    request("tools/call", &json!({"name": name, "arguments": arguments}))
}

/// The count of a service that only its limits or a cancellation can end.
fn endless() -> Value {
    json!({"puzzle": ".".repeat(81), "limit": 9_007_199_254_740_991_u64, "limits": {"time_ms": HOUR_MS}})
}

/// Returns the result of a response; panics if it is an error of the protocol.
fn result(reply: &Reply) -> Value {
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, "application/json"), "{reply:?}");
    let result = reply.json()["result"].take();
    assert!(result.is_object(), "{reply:?}");
    result
}

/// Returns the answer of a tool.
async fn answer(app: &App, name: &str, arguments: &Value) -> Value {
    let mut called = result(&tool_call(name, arguments).to(app).await);
    assert_eq!(called["isError"], false, "{called}");
    called["structuredContent"].take()
}

/// Returns the problem of a tool's error.
fn problem(reply: &Reply) -> Value {
    let called = result(reply);
    assert_eq!(called["isError"], true, "{called}");
    assert!(
        called["structuredContent"].is_null(),
        "an error does not have the schema of an answer: {called}"
    );
    serde_json::from_str(called["content"][0]["text"].as_str().expect("a text")).expect("a problem")
}

fn initialize(version: &str) -> Call {
    let client = json!({"name": "test", "version": "1"});
    request("initialize", &json!({"protocolVersion": version, "capabilities": {}, "clientInfo": client}))
}

#[tokio::test]
async fn every_version_with_a_handshake_is_negotiated() {
    let app = app();
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let reply = initialize(version).to(&app).await;
        let result = result(&reply);
        assert_eq!(result["protocolVersion"], version);
        assert_eq!(result["serverInfo"]["name"], "quadrille");
        assert!(result["instructions"].as_str().is_some_and(|text| text.contains("reveal")));
        assert_eq!(reply.header("mcp-session-id").len(), 36);
    }
    let unknown = result(&initialize("1999-01-01").to(&app).await);
    assert_eq!(unknown["protocolVersion"], "2025-11-25");
    let ready = message(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    assert_eq!(ready.to(&app).await.status, 202);
}

/// Request of the version without a handshake.
fn stateless(method: &str, params: &Value, version: &str) -> Call {
    let mut params = params.clone();
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let name = params["name"].as_str().map(str::to_owned);
    let call = request(method, &params).header("mcp-protocol-version", version).header("mcp-method", method);
    name.into_iter().fold(call, |call, name| call.header("mcp-name", &name))
}

#[tokio::test]
async fn version_without_a_handshake_is_served() {
    let app = app();
    let discovered = result(&stateless("server/discover", &json!({}), "2026-07-28").to(&app).await);
    let versions = discovered["supportedVersions"].as_array().expect("versions");
    assert!(versions.contains(&json!("2026-07-28")), "{discovered}");
    let call = json!({"name": "count", "arguments": {"puzzle": PUZZLE}});
    let called = result(&stateless("tools/call", &call, "2026-07-28").to(&app).await);
    assert_eq!(called["structuredContent"]["verdict"], "unique");
    let refused = stateless("tools/call", &call, "2199-01-01").to(&app).await;
    assert_eq!(refused.status, 400);
    assert_eq!(refused.json()["error"]["code"], -32022, "{refused:?}");
    let unknown = stateless("no/such", &json!({}), "2026-07-28").to(&app).await;
    assert_eq!((unknown.status.as_u16(), &unknown.json()["error"]["code"]), (404, &json!(-32601)));
}

#[tokio::test]
async fn tools_have_schemas_of_their_questions() {
    let tools = result(&request("tools/list", &json!({})).send().await);
    let tools = tools["tools"].as_array().expect("tools");
    let names: Vec<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
    let expected = [
        "solve",
        "count",
        "candidates",
        "conflicts",
        "rate",
        "hint",
        "path",
        "check",
        "exact_cover",
        "generate",
        "convert",
    ];
    assert_eq!(names, expected);
    for tool in tools {
        for schema in ["inputSchema", "outputSchema"] {
            assert_eq!(tool[schema]["type"], "object", "{tool}");
            assert!(!tool[schema].to_string().contains("$ref"), "{tool}");
        }
        let description = tool["description"].as_str().expect("a description");
        assert!(description.len() > 150 && tool["title"].is_string(), "{description}");
        // A model reads all of them.
        let length = tool["inputSchema"].to_string().len();
        assert!(length < 6000, "{length} bytes: {tool}");
    }
    let [solve, hint, generate] = [0, 5, 9].map(|at: usize| &tools[at]);
    assert_eq!(solve["inputSchema"]["required"], json!(["puzzle"]));
    assert!(hint["inputSchema"]["properties"]["reveal"].is_object());
    assert!(generate["inputSchema"]["properties"]["count"].is_null());
    assert_eq!(generate["annotations"]["idempotentHint"], false);
    assert!(solve.to_string().contains("the resource `quadrille://constraints`"), "{solve}");
}

#[tokio::test]
async fn tool_answers_like_its_endpoint() {
    let app = app();
    let entries = "..1..............................................................................";
    for (tool, path, arguments) in [
        ("solve", "/solve", json!({"puzzle": PUZZLE})),
        ("count", "/count", json!({"puzzle": ".".repeat(16), "limit": 300})),
        ("check", "/check", json!({"puzzle": PUZZLE, "entries": entries})),
        ("hint", "/hint", json!({"puzzle": PUZZLE, "reveal": "house"})),
        ("path", "/path", json!({"puzzle": PUZZLE})),
        ("rate", "/rate", json!({"puzzle": PUZZLE})),
        ("generate", "/generate", json!({"seed": 1, "difficulty": "easy"})),
        ("candidates", "/candidates", json!({"puzzle": PUZZLE})),
        ("conflicts", "/conflicts", json!({"puzzle": "11.............."})),
        ("convert", "/convert", json!({"puzzle": PUZZLE, "to": "csv"})),
        ("exact_cover", "/exact-cover/solve", json!({"primary": ["a", "b"], "options": [["a"], ["b"]]})),
    ] {
        let mut expected = Call::json(path, arguments.to_string()).to(&app).await.json();
        let mut answered = answer(&app, tool, &arguments).await;
        for answer in [&mut expected, &mut answered] {
            answer["stats"].take();
        }
        assert_eq!(answered, expected, "{tool}");
    }
}

#[tokio::test]
async fn answer_has_its_text_and_a_hint_does_not_reveal_the_digit() {
    let app = app();
    let texts = |called: &Value| -> Vec<String> {
        let blocks = called["content"].as_array().expect("content");
        blocks.iter().filter_map(|block| block["text"].as_str().map(str::to_owned)).collect()
    };
    let counted = result(&tool_call("count", &json!({"puzzle": PUZZLE})).to(&app).await);
    let [line, short] = &texts(&counted)[..] else { panic!("two texts: {counted}") };
    assert_eq!(line, "unique 1");
    assert!(short.starts_with('{') && short.contains("witnesses") && !short.contains("stats"), "{short}");
    let path = result(&tool_call("path", &json!({"puzzle": PUZZLE})).to(&app).await);
    let [steps] = &texts(&path)[..] else { panic!("one text, because the JSON is long") };
    assert!(steps.starts_with("Hidden Single: box 2 has only one place for 8"), "{steps}");
    let hint = result(&tool_call("hint", &json!({"puzzle": PUZZLE, "reveal": "house"})).to(&app).await);
    assert!(!texts(&hint).concat().contains("digit"), "{hint}");
    assert!(hint["structuredContent"]["step"]["houses"].is_array(), "{hint}");
    assert!(hint["structuredContent"]["step"]["placements"].is_null(), "{hint}");
}

#[tokio::test]
async fn fault_of_an_argument_has_the_words_of_the_endpoint() {
    let app = app();
    for (tool, path, arguments) in [
        ("solve", "/solve", json!({})),
        ("solve", "/solve", json!({"puzzle": "12"})),
        ("solve", "/solve", json!({"puzzle": "1".repeat(37 * 37)})),
        ("hint", "/hint", json!({"puzzle": PUZZLE, "reveal": "some", "limits": {"time_ms": 0}})),
        ("generate", "/generate", json!({"sizes": 9})),
        ("exact_cover", "/exact-cover/solve", json!({"primary": [], "options": [["a"]]})),
    ] {
        let expected = Call::json(path, arguments.to_string()).to(&app).await.json();
        let refused = problem(&tool_call(tool, &arguments).to(&app).await);
        assert_eq!(refused, expected, "{tool}");
        assert_eq!(refused["status"], 422);
    }
    let refused = problem(&tool_call("generate", &json!({"count": 5})).to(&app).await);
    assert_eq!(refused["errors"][0]["pointer"], "/count");
    let unknown = tool_call("sudoku", &json!({})).to(&app).await.json();
    assert_eq!(unknown["error"]["code"], -32602);
    assert!(
        unknown["error"]["message"].as_str().is_some_and(|text| text.contains("exact_cover")),
        "{unknown}"
    );
}

#[tokio::test]
async fn resources_are_the_lists_of_the_service() {
    let app = app();
    let listed = result(&request("resources/list", &json!({})).to(&app).await);
    let resources = listed["resources"].as_array().expect("resources");
    assert_eq!(resources.len(), 3);
    for (name, resource) in ["formats", "techniques", "constraints"].into_iter().zip(resources) {
        let uri = format!("quadrille://{name}");
        assert_eq!((&resource["name"], &resource["uri"]), (&json!(name), &json!(uri)));
        let read = result(&request("resources/read", &json!({"uri": uri})).to(&app).await);
        let contents = &read["contents"][0];
        assert_eq!((&contents["uri"], &contents["mimeType"]), (&json!(uri), &json!("application/json")));
        let expected = Call::get(&format!("/{name}")).to(&app).await;
        assert_eq!(contents["text"], expected.body);
    }
    let missing = request("resources/read", &json!({"uri": "quadrille://solve"})).to(&app).await.json();
    assert_eq!(missing["error"]["code"], -32002, "{missing}");
}

#[tokio::test]
async fn hostile_messages_are_refused() {
    let app = app();
    let error = |reply: &Reply| reply.json()["error"]["code"].clone();
    for (body, code) in [
        ("", None),
        ("{", Some(-32700)),
        ("nonsense", Some(-32700)),
        ("[]", Some(-32600)),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, Some(-32600)),
        (r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, Some(-32700)),
        (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, Some(-32600)),
        ("{}", Some(-32600)),
        (r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, Some(-32600)),
    ] {
        let reply = Call::json("/mcp", body).to(&app).await;
        assert!(
            reply.status == 400 || (code.is_none() && reply.status.is_client_error()),
            "{body}: {reply:?}"
        );
        if let Some(code) = code {
            assert_eq!(error(&reply), code, "{body}: {reply:?}");
        }
    }
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let nested = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"solve","arguments":{{"puzzle":{deep}}}}}}}"#
    );
    // The endpoint of the tool reads its arguments.
    let refused = result(&Call::json("/mcp", nested).to(&app).await);
    assert_eq!(refused["isError"], true, "{refused}");
    let values = "[],".repeat(5_000);
    let beside = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"a":[{values}[]]}}}}"#);
    let reply = Call::json("/mcp", beside).to(&app).await;
    assert_eq!((reply.status.as_u16(), error(&reply)), (400, json!(-32600)), "{reply:?}");
    let long = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{}"}}"#, "x".repeat(200_000));
    let reply = Call::json("/mcp", long).to(&app).await;
    assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (413, &json!("body_too_large")));
    let reply = Call::text("/mcp", "{}").to(&app).await;
    assert_eq!((reply.status.as_u16(), reply.header("accept-post")), (415, "application/json"));
    let reply = request("no/such", &json!({})).to(&app).await;
    assert_eq!(error(&reply), -32601, "{reply:?}");
    let reply = request("ping", &json!({})).header("mcp-protocol-version", "1999-01-01").to(&app).await;
    assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (400, &json!("bad_request")));
    // No session is stored, so that none is unknown.
    assert_eq!(
        request("ping", &json!({})).header("mcp-session-id", "../../etc/passwd").to(&app).await.status,
        200
    );
    for call in [Call::get("/mcp"), Call::new(http::Method::DELETE, "/mcp")] {
        let reply = call.to(&app).await;
        assert_eq!((reply.status.as_u16(), reply.header("allow")), (405, "POST,OPTIONS"), "{reply:?}");
    }
}

fn with_hosts(listen: &str, hosts: &[&str]) -> App {
    let mut config = config();
    config.server.listen = listen.parse().expect("an address");
    config.http.hosts = hosts.iter().map(|host| (*host).to_owned()).collect();
    App::new(&config).expect("the app is built")
}

async fn ping_as(app: &App, host: &str, origin: Option<&str>) -> Reply {
    let peer: SocketAddr = "192.0.2.1:80".parse().expect("an address");
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}).to_string();
    let mut call =
        http::Request::post("/mcp").header("host", host).header("content-type", "application/json");
    call = call.extension(ConnectInfo(peer));
    if let Some(origin) = origin {
        call = call.header("origin", origin);
    }
    Call::of(call, body).to(app).await
}

#[tokio::test]
async fn hosts_must_be_listed_and_pages_must_be_its_own() {
    // Other endpoints of this listener answer every host.
    let app = with_hosts("0.0.0.0:8080", &[]);
    for (host, status) in
        [("localhost", 200), ("127.0.0.1:8080", 200), ("evil.example", 421), ("192.0.2.9", 421)]
    {
        assert_eq!(ping_as(&app, host, None).await.status, status, "{host}");
    }
    let refused = ping_as(&app, "evil.example", None).await.json();
    assert!(refused["detail"].as_str().is_some_and(|detail| detail.contains("`http.hosts`")), "{refused}");
    let app = with_hosts("0.0.0.0:8080", &["sudoku.example"]);
    assert_eq!(ping_as(&app, "sudoku.example", None).await.status, 200);
    assert_eq!(ping_as(&app, "localhost", Some("http://localhost")).await.status, 200);
    let foreign = ping_as(&app, "localhost", Some("https://evil.example")).await;
    assert_eq!((foreign.status.as_u16(), &foreign.json()["code"]), (403, &json!("forbidden_origin")));
}

#[tokio::test]
async fn key_is_required_if_keys_are_configured() {
    let mut config = config();
    config.clients.api_keys = vec![format!("agent:{}", fingerprint("secret"))];
    let app = App::new(&config).expect("the app is built");
    assert_eq!(request("ping", &json!({})).to(&app).await.status, 401);
    let allowed = tool_call("solve", &json!({"puzzle": PUZZLE})).header("authorization", "Bearer secret");
    assert_eq!(result(&allowed.to(&app).await)["structuredContent"]["verdict"], "unique");
}

#[test]
fn client_deadline_ends_a_call() {
    run_test(&one_thread(4), async |app| {
        let call = tool_call("count", &endless()).header("x-request-timeout-ms", "50");
        let counted = result(&call.to(&app).await);
        assert_eq!(counted["structuredContent"]["stopped_by"], "time_limit", "{counted}");
    });
}

/// Two slow questions at once for one client.
fn shared() -> Config {
    let mut config = with_slow_queue(2, 3);
    config.clients.shares = true;
    config
}

fn from_peer(call: Call, peer: &str) -> Call {
    let peer: SocketAddr = peer.parse().expect("an address and port");
    call.extension(ConnectInfo(peer))
}

#[test]
fn agent_over_its_share_gets_an_error_of_the_tool() {
    run_test(&shared(), async |app| {
        let (one, other) = ("192.0.2.1:80", "192.0.2.2:80");
        let free = app.dispatcher.free_slow_permits();
        let mut asked = Vec::new();
        // The share is less than all: the last call is refused, whether it is asked as a tool or not.
        while app.dispatcher.free_slow_permits() > 1 {
            asked.push(spawn(&app, from_peer(tool_call("count", &endless()), one)));
            free_slow_permits(&app, free - asked.len()).await;
        }
        let refused = problem(&from_peer(tool_call("count", &endless()), one).to(&app).await);
        assert_eq!(
            (&refused["code"], &refused["status"]),
            (&json!("share_exceeded"), &json!(429)),
            "{refused}"
        );
        let refused = from_peer(endless_count(&json!({"time_ms": HOUR_MS})), one).to(&app).await;
        assert_eq!(refused.json()["code"], "share_exceeded");
        let quick = from_peer(tool_call("solve", &json!({"puzzle": PUZZLE})), other).to(&app).await;
        assert_eq!(result(&quick)["isError"], false);
        // A call whose future is dropped ends its search.
        asked.iter().for_each(tokio::task::JoinHandle::abort);
        free_slow_permits(&app, free).await;
    });
}

#[test]
fn cancelled_call_ends_its_search_and_no_other() {
    run_test(&with_slow_queue(2, 4), async |app| {
        let free = app.dispatcher.free_slow_permits();
        let session = initialize("2025-11-25").to(&app).await.header("mcp-session-id").to_owned();
        let cancel = |id: Value| {
            let params = json!({"requestId": id, "reason": "enough"});
            message(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}))
        };
        let call = || tool_call("count", &endless()).header("mcp-session-id", &session);
        let called = spawn(&app, call());
        free_slow_permits(&app, free - 1).await;
        for other in [
            cancel(json!(1)),
            cancel(json!(1)).header("mcp-session-id", "other"),
            cancel(json!(2)).header("mcp-session-id", &session),
        ] {
            assert_eq!(other.to(&app).await.status, 202);
        }
        assert_eq!(app.dispatcher.free_slow_permits(), free - 1);
        let own = cancel(json!(1)).header("mcp-session-id", &session);
        assert_eq!(own.to(&app).await.status, 202);
        let ended = called.await.expect("the call ends");
        assert_eq!((ended.status.as_u16(), &*ended.body), (202, ""));
        free_slow_permits(&app, free).await;
    });
}

#[test]
fn client_that_disconnects_ends_its_search() {
    let config = with_slow_queue(2, 4);
    run_test(&config, async |app| {
        let free = app.dispatcher.free_slow_permits();
        let server = TestServer::start_app(&config, app);
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "count", "arguments": endless()}});
        let headers = "content-type: application/json\r\naccept: application/json, text/event-stream\r\n";
        let mut stream = server.connect().await;
        let request = post_request("/mcp", headers, body.to_string().as_bytes());
        stream.write_all(&request).await.expect("the request is written");
        free_slow_permits(&server.app, free - 1).await;
        drop(stream);
        free_slow_permits(&server.app, free).await;
    });
}

#[tokio::test]
async fn call_needs_no_reservation_beside_its_message() {
    let mut config = config();
    // Enough for one message, and not for its arguments besides.
    config.http.body_bytes_max = 100_000;
    config.http.body_bytes_total_max = 150_000;
    config.clients.shares = false;
    let app = App::new(&config).expect("the app is built");
    let puzzle = format!("{PUZZLE}{}", " ".repeat(98_000));
    let called = result(&tool_call("solve", &json!({"puzzle": puzzle})).to(&app).await);
    assert_eq!(called["isError"], false, "{called}");
    assert_eq!(app.input_budget.reserved(), 0);
}
