//! `/solutions`: complete, without duplicates, in a stable order.

use std::collections::HashSet;

use axum::http::Method;
use quadrille_sudoku::text::parse_line;
use quadrille_sudoku::{BoxShape, Puzzle, Rules, Solution};
use serde_json::{Value, json};

use crate::harness::{
    Call, HOUR_MS, app, assert_metrics, config, free_streams, metrics_text, one_thread, run_test,
};

/// 4x4 puzzle with three solutions.
const THREE: &str = "1.....3..4......";

/// Solutions and summary of a puzzle in text.
async fn list(puzzle: &str, query: &str) -> (Vec<String>, Value) {
    let reply = Call::text(&format!("/solutions?{query}"), puzzle.to_owned()).send().await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    let (lines, summary) = reply.answers_and_summary();
    for (index, line) in lines.iter().enumerate() {
        assert_eq!(line["index"], index);
    }
    assert_eq!(summary["count"], lines.len());
    (lines.iter().map(|line| line["solution"].as_str().expect("symbols").to_owned()).collect(), summary)
}

/// Asserts that the solutions are valid and distinct.
fn certify(puzzle: &str, solutions: &[String]) {
    let grid = |text: &str| parse_line(text, &mut |_| {}).expect("a grid").0;
    let clues = grid(puzzle);
    let size = clues.square_size().expect("a square");
    let rules = Rules::plain(size, BoxShape::usual(size)).expect("a size");
    let puzzle = Puzzle::new(rules, clues).expect("the digits fit");
    let mut seen = HashSet::new();
    for solution in solutions {
        assert!(seen.insert(solution), "{solution} came before");
        assert!(Solution::certify(&puzzle, grid(solution)).is_ok(), "{solution}");
    }
}

#[tokio::test]
async fn solutions_are_lines_with_summary() {
    let reply = Call::text("/solutions", THREE).header("accept", "application/x-ndjson").send().await;
    insta::assert_snapshot!(reply.snapshot(), @r#"
    200 application/x-ndjson
    {"index":0,"solution":"1324423124133142","type":"result"}
    {"index":1,"solution":"1324423134122143","type":"result"}
    {"index":2,"solution":"1342423124133124","type":"result"}
    {"summary":{"complete":true,"conflicts":[],"count":3,"format":"line","limits":{"nodes":null,"time_ms":5000},"skipped":0,"stats":{"clues":3,"eliminations":10,"items":28,"nodes":19,"options":15,"placements":6,"updates":102},"stopped_by":null},"type":"summary"}
    "#);
    assert_eq!((reply.header("vary"), reply.header("x-accel-buffering")), ("accept", "no"));
    let reply = Call::text("/solutions", THREE).header("accept", "text/plain").send().await;
    let text = "1324423124133142\n1324423134122143\n1342423124133124\n";
    assert_eq!((reply.header("content-type"), &*reply.body), ("text/plain; charset=utf-8", text));
    // A limit ends a text with a comment.
    let limited = Call::text("/solutions?limit=2", THREE).header("accept", "text/plain").send().await;
    assert_eq!(limited.body, "1324423124133142\n1324423134122143\n# stopped: solution_limit\n");
    let limited = Call::text("/solutions?nodes=1", THREE).header("accept", "text/plain").send().await;
    assert_eq!(limited.body.lines().last(), Some("# stopped: node_limit"));
}

#[tokio::test]
async fn list_is_one_json_document_unless_lines_are_asked_for() {
    let form = |body: &str| {
        let call = Call::new(Method::POST, "/solutions");
        call.header("content-type", "application/x-www-form-urlencoded").body(body.to_owned())
    };
    for call in [
        Call::json("/solutions", json!({ "puzzle": THREE }).to_string()),
        Call::text("/solutions", THREE),
        form(&json!({ "puzzle": THREE }).to_string()),
        form(THREE).header("accept", "*/*"),
        Call::text("/exact-cover/solutions", "a b\na\nb\na b\n"),
    ] {
        let reply = call.send().await;
        assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, "application/json"));
        let (results, summary) = reply.answers_and_summary();
        assert_eq!(summary["count"], results.len());
    }
    let refused = Call::text("/solutions", THREE).header("accept", "text/csv").send().await;
    assert_eq!(refused.status, 406, "{}", refused.body);
}

#[tokio::test]
async fn all_is_the_largest_limit() {
    for path in ["/solutions", "/count"] {
        let all = Call::json(path, json!({ "puzzle": THREE, "all": true }).to_string()).send().await;
        let all = all.json();
        assert!(all["count"] == 3 || all["summary"]["complete"] == true, "{path}: {all}");
        let few = json!({ "puzzle": THREE, "all": false, "limit": 1 }).to_string();
        assert_eq!(Call::json(path, few).send().await.status, 200, "{path}");
        let both = json!({ "puzzle": THREE, "all": true, "limit": "all" }).to_string();
        let both = Call::json(path, both).send().await;
        assert_eq!((both.status.as_u16(), &both.json()["errors"][0]["code"]), (422, &json!("given_twice")));
        let query = Call::text(&format!("{path}?all=true"), THREE).send().await.json();
        assert!(query["count"] == 3 || query["summary"]["complete"] == true, "{path}: {query}");
    }
    let cover = r#"{"primary": ["a"], "options": [["a"], ["a"], ["a"]], "all": true}"#;
    let count = Call::json("/exact-cover/count", cover).send().await.json();
    assert_eq!((&count["count"], &count["complete"]), (&json!(3), &json!(true)));
    let batch = format!("{{\"puzzle\":\"{THREE}\",\"limit\":1}}\n\"{THREE}\"\n");
    let (lines, _) = Call::ndjson("/count/batch?all=true", batch).send().await.answers_and_summary();
    assert_eq!((&lines[0]["count"], &lines[1]["count"]), (&json!(1), &json!(3)));
}

#[tokio::test]
async fn solutions_keep_notation_of_puzzle() {
    let empty = json!([[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 0]]);
    for (puzzle, expected) in [
        (json!(THREE), json!("1324423124133142")),
        (json!(["1...", "..3.", ".4..", "...."]), json!(["1324", "4231", "2413", "3142"])),
        (empty, json!([[1, 3, 2, 4], [4, 2, 3, 1], [2, 4, 1, 3], [3, 1, 4, 2]])),
    ] {
        let body = json!({ "puzzle": puzzle, "limit": 1 }).to_string();
        let (lines, summary) = Call::json("/solutions", body).send().await.answers_and_summary();
        assert_eq!((&lines[0]["solution"], &summary["stopped_by"]), (&expected, &json!("solution_limit")));
    }
}

#[tokio::test]
async fn limit_equal_to_count_is_reported() {
    for (limit, complete) in [(1, false), (2, false), (3, false), (4, true)] {
        let (solutions, summary) = list(THREE, &format!("limit={limit}")).await;
        assert_eq!(solutions.len(), limit.min(3));
        assert_eq!(summary["complete"], complete, "{limit}");
        let stopped_by = if complete { Value::Null } else { json!("solution_limit") };
        assert_eq!(summary["stopped_by"], stopped_by, "{limit}");
    }
    // More than the default of 100.
    let (solutions, summary) = list("................", "limit=all").await;
    assert_eq!((solutions.len(), &summary["complete"]), (288, &json!(true)));
}

#[tokio::test]
async fn unsolvable_puzzle_returns_no_solutions() {
    let (solutions, summary) = list("123....4........", "").await;
    assert_eq!(
        (solutions.len(), &summary["complete"], &summary["stopped_by"]),
        (0, &json!(true), &Value::Null)
    );
    let (solutions, summary) = list("11..............", "").await;
    assert_eq!((solutions.len(), &summary["complete"]), (0, &json!(true)));
    assert_eq!(summary["conflicts"][0]["house"], "row 1");
}

#[tokio::test]
async fn default_limit_is_one_hundred() {
    let (solutions, summary) = list(&".".repeat(81), "").await;
    assert_eq!((solutions.len(), &summary["stopped_by"]), (100, &json!("solution_limit")));
    certify(&".".repeat(81), &solutions);
}

#[tokio::test]
async fn pages_with_skip_cover_all_solutions() {
    let puzzle = "................";
    let (whole, summary) = list(puzzle, "limit=1000").await;
    assert_eq!((whole.len(), &summary["complete"], &summary["skipped"]), (288, &json!(true), &json!(0)));
    certify(puzzle, &whole);
    assert_eq!(list(puzzle, "limit=1000").await.0, whole, "the order is the same each time");
    let mut paged = Vec::new();
    while paged.len() < 288 {
        let (page, summary) = list(puzzle, &format!("limit=50&skip={}", paged.len())).await;
        assert_eq!(summary["skipped"], paged.len());
        assert_eq!(summary["complete"], page.len() < 50);
        paged.extend(page);
    }
    assert_eq!(paged, whole);
    let (none, summary) = list(puzzle, "skip=300").await;
    assert_eq!((none.len(), &summary["skipped"], &summary["complete"]), (0, &json!(288), &json!(true)));
    let (none, summary) = list(puzzle, "skip=288&limit=1").await;
    assert_eq!((none.len(), &summary["complete"]), (0, &json!(true)));
}

#[tokio::test]
async fn large_grids_return_solutions() {
    for (size, limit) in [(36, 500), (81, 2_000), (256, 200), (625, 3)] {
        let puzzle = ".".repeat(size);
        let (solutions, _) = list(&puzzle, &format!("limit={limit}&time_ms=30000")).await;
        assert_eq!(solutions.len(), limit, "{size}");
        certify(&puzzle, &solutions);
        let (again, _) =
            list(&puzzle, &format!("limit={}&skip={}&time_ms=30000", limit / 2, limit / 2)).await;
        assert_eq!(again, solutions[limit / 2..][..limit / 2], "{size}");
    }
}

#[tokio::test]
async fn time_and_node_limits_end_solutions() {
    let (solutions, summary) = list(&".".repeat(81), "limit=1000000&time_ms=30").await;
    assert_eq!((&summary["complete"], &summary["stopped_by"]), (&json!(false), &json!("time_limit")));
    assert_eq!(summary["limits"], json!({ "time_ms": 30, "nodes": null }));
    certify(&".".repeat(81), &solutions);
    let (solutions, summary) = list("................", "nodes=100").await;
    assert_eq!((&summary["complete"], &summary["stopped_by"]), (&json!(false), &json!("node_limit")));
    assert!(!solutions.is_empty() && summary["stats"]["nodes"] == 100, "{summary}");
}

#[tokio::test]
async fn invalid_solutions_request_is_rejected() {
    for (query, parameter) in
        [("limit=1000001", "limit"), ("limit=0", "limit"), ("skip=-1", "skip"), ("stats=true", "stats")]
    {
        let reply = Call::text(&format!("/solutions?{query}"), "1").send().await;
        assert_eq!(
            (reply.status.as_u16(), &reply.json()["errors"][0]["parameter"]),
            (422, &json!(parameter))
        );
    }
    let body = json!({ "puzzle": "1", "limit": 1_000_001, "skip": 1.5 }).to_string();
    let reply = Call::json("/solutions", body).send().await;
    let faults = reply.json()["errors"].clone();
    assert_eq!((&faults[0]["pointer"], &faults[1]["pointer"]), (&json!("/limit"), &json!("/skip")));
    let reply = Call::ndjson("/solutions", r#"{"puzzle":"1"}"#).send().await;
    assert_eq!(reply.status, 415);
    let reply = Call::json("/solutions?limit=1", r#"{"puzzle":"1","limit":1}"#).to(&app()).await;
    assert_eq!(reply.json()["errors"][0]["code"], "given_twice");
}

#[test]
fn dropped_solutions_stream_frees_permit() {
    let mut config = one_thread(0);
    config.batch.streaming_requests_max = 1;
    run_test(&config, async |app| {
        let call = || Call::text("/solutions?limit=1000000&time_ms=30000", ".".repeat(81));
        let list = call().begin(&app).await;
        assert_eq!(app.dispatcher.free_streams(), 0);
        let refused = call().to(&app).await;
        assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (503, "1"));
        drop(list);
        free_streams(&app, 1).await;
        // Again, during the search.
        let mut list = call().begin(&app).await.into_body();
        http_body_util::BodyExt::frame(&mut list).await.expect("solutions").expect("a frame");
        drop(list);
        free_streams(&app, 1).await;
        assert_eq!(Call::text("/solve", "12..").to(&app).await.status, 200);
    });
}

#[tokio::test]
async fn large_stream_takes_a_place_of_large_searches() {
    let mut config = config();
    config.clients.shares = false;
    config.solver.slow_queue_large_max = 1;
    let app = quadrille::server::App::new(&config).expect("the app is built");
    let [small, large] = [16 * 16, 25 * 25].map(|cells| ".".repeat(cells));
    let call = |puzzle: &str| Call::text("/solutions?limit=1", puzzle.to_owned());
    let first = call(&large).begin(&app).await;
    let refused = call(&large).to(&app).await;
    assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (503, "1"), "{refused:?}");
    assert_metrics(&metrics_text(&app), &["quadrille_shed_total{reason=\"slow_queue_large_full\"} 1"]);
    assert_eq!(call(&small).to(&app).await.status, 200);
    drop(first);
    assert_eq!(call(&large).to(&app).await.status, 200);
}

#[tokio::test]
async fn million_solutions_are_returned() {
    let mut config = config();
    config.solver.threads = 2;
    config.solver.time_ms_max = HOUR_MS;
    let app = quadrille::server::App::new(&config).expect("the app is built");
    let call = Call::text(&format!("/solutions?limit=1000000&time_ms={HOUR_MS}"), ".".repeat(36));
    let reply = call.header("accept", "text/plain").to(&app).await;
    assert_eq!(reply.body.lines().filter(|line| !line.starts_with('#')).count(), 1_000_000);
}
