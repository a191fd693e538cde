//! Work of requests on the threads of the runtime, which serve all connections, counted in allocations: whatever a request of 1 KiB asks,
//! and however it comes, it is small. The service runs on a runtime of one thread, that of the test; its solver thread is another one.
#![expect(clippy::expect_used, reason = "a test fails by a panic")]
#![expect(unsafe_code, reason = "an allocator is unsafe")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::Write;
use std::ops::{Add, Sub};
use std::sync::mpsc;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::FutureExt;
use http_body_util::BodyExt;
use quadrille::config::{Config, Overrides};
use quadrille::http::document;
use quadrille::server::App;
use quadrille_answers::kinds::Count;
use quadrille_answers::wire::{ProblemBounds, read_json};
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

thread_local! {
    static WORK: Cell<Work> = const { Cell::new(Work { allocations: 0, bytes: 0 }) };
}

/// Allocations of a thread.
#[derive(Clone, Copy, Debug)]
struct Work {
    allocations: u64,
    bytes: u64,
}

/// Work of a request on the runtime that is still small: a plain request needs a tenth of the allocations.
const SMALL: Work = Work { allocations: 1500, bytes: 512 << 10 };

impl Work {
    /// Returns the work of this thread so far.
    fn now() -> Self {
        WORK.get()
    }

    fn is_small(self) -> bool {
        self.allocations <= SMALL.allocations && self.bytes <= SMALL.bytes
    }
}

impl Sub for Work {
    type Output = Self;

    fn sub(self, earlier: Self) -> Self {
        Self { allocations: self.allocations - earlier.allocations, bytes: self.bytes - earlier.bytes }
    }
}

impl Add for Work {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { allocations: self.allocations + other.allocations, bytes: self.bytes + other.bytes }
    }
}

struct CountingAllocator;

fn count(bytes: usize) {
    // Fails only at the end of a thread.
    let _ = WORK.try_with(|work| {
        let Work { allocations, bytes: before } = work.get();
        work.set(Work { allocations: allocations + 1, bytes: before + bytes as u64 });
    });
}

// SAFETY: all calls go to the allocator of the system, as they are.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// A service, and its runtime.
struct Served {
    app: App,
    runtime: Runtime,
}

impl Served {
    fn start() -> Self {
        let mut config = Config::load(&Overrides::default()).expect("the defaults are valid");
        config.solver.threads = 1;
        config.solver.queue_wait_ms_max = 3_600_000;
        config.jobs.database = String::new();
        let runtime = Builder::new_current_thread().enable_all().max_blocking_threads(1).build();
        let served =
            Self { app: App::new(&config).expect("the app is built"), runtime: runtime.expect("a runtime") };
        // What is made once per process.
        for path in ["/openapi.json", "/docs", "/problems/overloaded", "/"] {
            served.answer(get(path));
        }
        served
    }

    /// Returns the status and the body of the answer, and the work on the runtime.
    fn answer(&self, request: Request<Body>) -> (StatusCode, Vec<u8>, Work) {
        let before = Work::now();
        let mut own = Work { allocations: 0, bytes: 0 };
        let (status, body) = self.runtime.block_on(async {
            let response = self.app.router.clone().oneshot(request).await.expect("the router never fails");
            let status = response.status();
            let mut body = response.into_body();
            let mut bytes = Vec::new();
            while let Some(Ok(frame)) = body.frame().await {
                let read = Work::now();
                bytes.extend_from_slice(frame.data_ref().map_or(&[], |data| data));
                own = own + (Work::now() - read);
            }
            (status, bytes)
        });
        (status, body, Work::now() - before - own)
    }
}

fn get(uri: &str) -> Request<Body> {
    Request::get(uri).header("host", "localhost").body(Body::empty()).expect("a request")
}

fn post(uri: &str, content_type: &str, body: impl Into<Body>) -> Request<Body> {
    let request = Request::post(uri).header("host", "localhost").header("content-type", content_type);
    request.body(body.into()).expect("a request")
}

/// An empty 36x36 in 54 bytes.
fn large() -> String {
    format!("6x6:{}v", "z".repeat(49))
}

fn encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// All ways in which an endpoint takes a puzzle with constraints.
fn doors(method: &Method, path: &str, puzzle: &str, constraints: &Value) -> Vec<(String, Request<Body>)> {
    let list = constraints.to_string();
    let options = format!("constraints={}&time_ms=1", encoded(&list));
    let whole = format!("puzzle={}&{options}", encoded(puzzle));
    let object =
        json!({ "puzzle": puzzle, "constraints": constraints, "limits": { "time_ms": 1 } }).to_string();
    let plain = json!({ "puzzle": puzzle, "constraints": constraints, "entries": puzzle, "to": "fpuzzles" });
    let job = json!({
        "operation": "count",
        "puzzle": puzzle,
        "options": { "constraints": constraints },
        "input": { "inline": [puzzle] }
    });
    let file = |body: &str, kind: &str| {
        format!(
            "--b\r\ncontent-disposition: form-data; name=file; filename=a\r\ncontent-type: {kind}\r\n\r\n{body}\r\n--b--\r\n"
        )
    };
    let (json, text, form) = ("application/json", "text/plain", "application/x-www-form-urlencoded");
    let multipart = "multipart/form-data; boundary=b";
    if method == Method::GET {
        return vec![("query".to_owned(), get(&format!("{path}?{whole}")))];
    }
    let compressed = |body: &str, kind: &str| {
        let mut request = post(path, kind, gzip(body.as_bytes()));
        request.headers_mut().insert("content-encoding", "gzip".parse().expect("a header value"));
        request
    };
    let with_options = format!("{path}?{options}");
    [
        ("JSON", post(path, json, object.clone())),
        ("JSON with entries", post(path, json, plain.to_string())),
        ("JSON of a job", post(path, json, job.to_string())),
        ("JSON as text", post(path, text, object.clone())),
        ("array", post(path, json, format!("[{object}]"))),
        ("line", post(path, "application/x-ndjson", format!("{object}\n"))),
        ("text, options in the query", post(&with_options, text, puzzle.to_owned())),
        ("JSON, options in the query", post(&with_options, json, json!({ "puzzle": puzzle }).to_string())),
        ("form", post(path, form, whole)),
        ("form without a name", post(&with_options, form, puzzle.to_owned())),
        ("CSV", post(&with_options, "text/csv", format!("puzzle\n{puzzle}\n"))),
        ("XML", post(&with_options, "application/xml", puzzle.to_owned())),
        ("file of JSON", post(path, multipart, file(&object, json))),
        ("file of text", post(&with_options, multipart, file(puzzle, text))),
        ("gzip", compressed(&object, json)),
        ("gzip of text", compressed(puzzle, text)),
    ]
    .map(|(name, request)| (name.to_owned(), request))
    .into()
}

/// Methods and paths of all endpoints, of which the document tells.
fn endpoints() -> Vec<(Method, String)> {
    let document = serde_json::to_value(document()).expect("JSON");
    let paths = document["paths"].as_object().expect("paths");
    let methods = |path: &str, item: &Value| {
        let has = |method: &Method| item.get(method.as_str().to_lowercase()).is_some();
        [Method::GET, Method::POST].into_iter().filter(has).map(|method| (method, path.to_owned())).collect()
    };
    paths.iter().flat_map(|(path, item)| -> Vec<(Method, String)> { methods(path, item) }).collect()
}

#[track_caller]
fn assert_small(work: Work, what: &str) {
    assert!(work.is_small(), "{what}: {work:?} on the runtime, {SMALL:?} at most");
}

#[test]
fn large_grid_with_a_constraint_is_read_elsewhere_by_every_endpoint() {
    let served = Served::start();
    let constraints = json!([{ "type": "anti_knight" }]);
    let (mut answered, mut costly) = (0, Vec::new());
    for (method, path) in endpoints() {
        for (door, request) in doors(&method, &path, &large(), &constraints) {
            let (status, _, work) = served.answer(request);
            answered += usize::from(status.is_success());
            if !work.is_small() {
                costly.push(format!("{method} {path}, {door}: {status}, {work:?}"));
            }
        }
    }
    assert!(costly.is_empty(), "{SMALL:?} at most: {costly:#?}");
    assert!(answered > 100, "{answered} requests were valid");
    // The measure sees such work.
    let body = json!({ "puzzle": large(), "constraints": constraints }).to_string();
    let before = Work::now();
    read_json::<Count>(body.as_bytes(), "", ProblemBounds::MAX).expect("a question");
    assert!(!(Work::now() - before).is_small());
}

#[test]
fn constraints_of_every_type_and_size_are_read_elsewhere() {
    let served = Served::start();
    let (_, list, _) = served.answer(get("/constraints"));
    let list: Value = serde_json::from_slice(&list).expect("JSON");
    let types = list["constraints"].as_array().expect("a list");
    assert!(types.len() > 20);
    // The examples are for a 9x9.
    for puzzle in [large(), ".".repeat(81), ".".repeat(256)] {
        for example in types.iter().map(|known| &known["example"]) {
            let length = example.to_string().len() + 1;
            let constraints =
                Value::from(vec![example.clone(); (900 - puzzle.len()).div_ceil(length).min(20)]);
            let body = json!({ "puzzle": puzzle, "constraints": constraints, "limits": { "time_ms": 1 } });
            for path in ["/solve", "/convert"] {
                let (status, _, work) = served.answer(post(path, "application/json", body.to_string()));
                assert_small(work, &format!("{path}, {}: {status}", example["type"]));
            }
        }
    }
}

#[test]
fn puzzles_that_expand_are_read_elsewhere() {
    let served = Served::start();
    for text in [
        large(),
        "6x6:".to_owned() + &"_1".repeat(480),
        "1 ".repeat(500),
        "{1}".repeat(300),
        "[1,".repeat(300),
        "1,".repeat(500),
        "+-".repeat(500),
        "1.....3..4.....2".repeat(60),
        format!("https://f-puzzles.com/?load={}", "N4IgzglgXgpiBcBOANCA".repeat(45)),
        format!("https://sudokupad.app/scl{}", "N4IgzglgXgpiBcBOANCA".repeat(45)),
    ] {
        for path in ["/solve", "/solve/batch", "/check", "/convert", "/render", "/prove", "/formula", "/path"]
        {
            for kind in ["text/plain", "application/x-www-form-urlencoded", "text/csv", "application/json"] {
                let (status, _, work) = served.answer(post(path, kind, text.clone()));
                assert_small(work, &format!("{path}, {kind}, {text:.20}: {status}"));
            }
            let query = format!("{path}?puzzle={}", encoded(&text));
            let (status, _, work) = served.answer(get(&query));
            assert_small(work, &format!("GET {path}, {text:.20}: {status}"));
        }
        let mut rows = post("/solve/batch", "text/plain", text.clone());
        rows.headers_mut().insert("accept", "text/csv".parse().expect("a header value"));
        let (status, _, work) = served.answer(rows);
        assert_small(work, &format!("rows, {text:.20}: {status}"));
    }
}

#[test]
fn body_that_decodes_to_more_is_decoded_elsewhere() {
    let served = Served::start();
    for decoded in [
        vec![b' '; 4 << 20],
        b"[],".repeat(80_000),
        [b"{\"puzzle\":[".to_vec(), b"[],".repeat(40_000), b"[]]}".to_vec()].concat(),
    ] {
        for path in ["/solve", "/convert", "/jobs", "/generate", "/exact-cover/solve"] {
            let mut request = post(path, "application/json", gzip(&decoded));
            request.headers_mut().insert("content-encoding", "gzip".parse().expect("a header value"));
            let (status, _, work) = served.answer(request);
            assert_small(work, &format!("{path}: {status}"));
        }
    }
}

#[test]
fn small_question_needs_no_solver_thread_and_all_others_wait_for_one() {
    let served = Served::start();
    let (release, released) = mpsc::channel::<()>();
    // The only solver thread.
    let occupied = served.runtime.spawn_blocking(move || released.recv());
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for request in [
        post("/solve", "text/plain", line),
        post("/solve", "application/json", json!({ "puzzle": line, "limit": 2 }).to_string()),
        post("/count?limit=3", "application/x-www-form-urlencoded", format!("puzzle={line}")),
        get(&format!("/solve?puzzle={line}&time_ms=100")),
    ] {
        let (status, body, work) = served.answer(request);
        assert_eq!(status, StatusCode::OK, "{}", String::from_utf8_lossy(&body));
        assert_small(work, "a small question");
    }
    // What is read has faults, and would be refused at once.
    let unknown = json!([{ "type": "unknown" }]);
    for (method, path) in [
        (Method::POST, "/solve"),
        (Method::GET, "/solve"),
        (Method::POST, "/convert"),
        (Method::GET, "/render"),
        (Method::POST, "/check"),
    ] {
        for (door, request) in doors(&method, path, line, &unknown) {
            // A line is no body of a question.
            if door == "line" {
                continue;
            }
            let answered = served
                .runtime
                .block_on(async { served.app.router.clone().oneshot(request).now_or_never().is_some() });
            assert!(!answered, "{method} {path}, {door}");
        }
    }
    release.send(()).expect("the thread waits");
    let _ = served.runtime.block_on(occupied);
}
