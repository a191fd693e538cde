//! `/solve/batch` and `/count/batch`: media types, lines and options.

use axum::http::Method;
use quadrille::server::App;
use serde_json::{Value, json};

use crate::harness::{Call, HOUR_MS, config, one_thread, run_test};

/// Two 4x4 puzzles, with one solution and with three, and an invalid line.
const LINES: &str = "1.....3..4.....2\n1.....3..4......\n1..\n";

/// Answers of `/count/batch` to `LINES`, as text.
const WORDS: &str = "unique 1\nmultiple 2+\nerror: 3 symbols make no grid: a grid of size n has n*n, such as 1 (1x1) or 4 (2x2)\n";

/// Answers of `/count/batch` to a text body, as text.
async fn words(body: impl Into<axum::body::Body>) -> String {
    Call::text("/count/batch", body).header("accept", "text/plain").send().await.body
}

/// Code of the first fault of each answer; `null` without a fault.
fn codes(answers: &[Value]) -> Vec<Value> {
    answers.iter().map(|answer| answer["error"]["errors"][0]["code"].clone()).collect()
}

#[tokio::test]
async fn text_batch_returns_ndjson_and_summary() {
    let reply = Call::text("/count/batch", LINES).send().await;
    insta::assert_snapshot!(reply.snapshot(), @r#"
    200 application/x-ndjson
    {"complete":true,"conflicts":[],"count":1,"differing_cells":[],"format":"line","index":0,"limits":{"nodes":null,"time_ms":1000},"line":1,"solution":"1324423124133142","stopped_by":null,"type":"result","verdict":"unique","witnesses":[]}
    {"complete":false,"conflicts":[],"count":2,"differing_cells":["r3c1","r3c4","r4c1","r4c4"],"format":"line","index":1,"limits":{"nodes":null,"time_ms":1000},"line":2,"solution":null,"stopped_by":"solution_limit","type":"result","verdict":"multiple","witnesses":["1324423124133142","1324423134122143"]}
    {"error":{"code":"invalid_question","detail":"3 symbols make no grid: a grid of size n has n*n, such as 1 (1x1) or 4 (2x2)","errors":[{"code":"puzzle_length","detail":"3 symbols make no grid: a grid of size n has n*n, such as 1 (1x1) or 4 (2x2)"}],"instance":"urn:quadrille:request:test","status":422,"title":"Invalid request","type":"/problems/invalid_question"},"index":2,"line":3,"type":"error"}
    {"summary":{"errors":1,"multiple":1,"none":0,"puzzles":3,"solvable":0,"unique":1,"unknown":0},"type":"summary"}
    "#);
    assert_eq!(reply.header("vary"), "accept");
    assert_eq!(reply.header("x-accel-buffering"), "no");
}

#[tokio::test]
async fn text_batch_returns_text_if_preferred() {
    let reply = Call::text("/count/batch", LINES).header("accept", "text/plain").send().await;
    assert_eq!((reply.header("content-type"), &*reply.body), ("text/plain; charset=utf-8", WORDS));
    let reply = Call::text("/solve/batch", LINES).header("accept", "text/plain").send().await;
    assert_eq!(
        reply.body.lines().take(2).collect::<Vec<_>>(),
        ["1324423124133142", "1324423124133142 multiple"]
    );
}

#[tokio::test]
async fn crlf_byte_order_mark_and_missing_last_newline_are_accepted() {
    assert_eq!(words(LINES.replace('\n', "\r\n")).await, WORDS);
    assert_eq!(words(format!("\u{feff}{LINES}")).await, WORDS);
    assert_eq!(words(LINES.trim_end()).await, WORDS);
    assert_eq!(words(format!("\u{feff}# Sunday\r\n{}", LINES.trim_end())).await, WORDS);
}

#[tokio::test]
async fn blank_lines_and_comments_count_as_lines_only() {
    let body = format!("# from the Sunday paper\n\n  \n\t# the easy ones\n{LINES}\n#");
    assert_eq!(words(body.clone()).await, WORDS);
    let (answers, summary) = Call::text("/count/batch", body).send().await.answers_and_summary();
    assert_eq!((&answers[2]["index"], &answers[2]["line"]), (&json!(2), &json!(7)));
    assert_eq!(summary["puzzles"], 3);
}

#[tokio::test]
async fn comment_in_ndjson_is_invalid() {
    let (answers, _) =
        Call::ndjson("/count/batch", "# x\n\n{\"puzzle\":\"1\"}").send().await.answers_and_summary();
    assert_eq!(codes(&answers), [json!("json_syntax"), Value::Null]);
    assert_eq!((&answers[0]["line"], &answers[1]["index"]), (&json!(1), &json!(1)));
}

#[tokio::test]
async fn empty_batch_returns_only_summary() {
    for body in ["", "\n", "# nothing\n\r\n", "\u{feff}"] {
        let reply = Call::text("/solve/batch", body).send().await;
        assert_eq!(reply.status, 200);
        let (answers, summary) = reply.answers_and_summary();
        assert!(answers.is_empty() && summary["puzzles"] == 0, "{body:?}");
        assert_eq!(words(body).await, "");
    }
    let reply = Call::json("/solve/batch", "[]").header("accept", "application/x-ndjson").send().await;
    insta::assert_snapshot!(reply.snapshot(), @r#"
    200 application/x-ndjson
    {"summary":{"errors":0,"multiple":0,"none":0,"puzzles":0,"solvable":0,"unique":0,"unknown":0},"type":"summary"}
    "#);
}

#[tokio::test]
async fn invalid_line_returns_error_in_order() {
    let long = "x".repeat(129);
    let lines: Vec<(Vec<u8>, Value, Value)> = vec![
        (br#"{"puzzle":"1"}"#.to_vec(), Value::Null, Value::Null),
        (br#"{"puzzle":"1..","id":"b"}"#.to_vec(), json!("b"), json!("puzzle_length")),
        (b"nonsense".to_vec(), Value::Null, json!("json_syntax")),
        (b"[1]".to_vec(), Value::Null, Value::Null),
        (b"1".to_vec(), Value::Null, json!("not_an_object")),
        (br#""1""#.to_vec(), Value::Null, Value::Null),
        (br#""1..""#.to_vec(), Value::Null, json!("puzzle_length")),
        (br#"{"puzzle":"1","id":7}"#.to_vec(), json!(7), Value::Null),
        (br#"{"puzzle":"1..","id":-7.0}"#.to_vec(), json!(-7), json!("puzzle_length")),
        (br#"{"puzzle":"1","id":7.5}"#.to_vec(), Value::Null, json!("out_of_range")),
        (br#"{"puzzle":"1","id":[7]}"#.to_vec(), Value::Null, json!("wrong_type")),
        (format!(r#"{{"puzzle":"1","id":"{long}"}}"#).into_bytes(), Value::Null, json!("id_too_long")),
        (br#"{"puzzle":"1","limitt":2,"id":"c"}"#.to_vec(), json!("c"), json!("unknown_field")),
        (br#"{"id":"d"}"#.to_vec(), json!("d"), json!("missing_field")),
        (b"{\"puzzle\":\"1\xff\"}".to_vec(), Value::Null, json!("invalid_utf8")),
        (vec![b' '; 65_537], Value::Null, json!("line_too_long")),
        (br#"{"puzzle":"1","limit":0,"id":""}"#.to_vec(), json!(""), json!("out_of_range")),
        (br#"{"puzzle":"1","stats":true}"#.to_vec(), Value::Null, json!("unknown_field")),
        (br#"{"puzzle":"1","box":{"width":2,"height":1}}"#.to_vec(), Value::Null, json!("box_mismatch")),
        (format!(r#"{{"puzzle":"1","id":"{}"}}"#, &long[1..]).into_bytes(), json!(&long[1..]), Value::Null),
    ];
    let body = lines.iter().flat_map(|(line, ..)| [line.as_slice(), b"\n"].concat()).collect::<Vec<u8>>();
    let (answers, summary) = Call::ndjson("/count/batch", body).send().await.answers_and_summary();
    assert_eq!(answers.len(), lines.len());
    for (index, ((line, id, code), answer)) in lines.iter().zip(&answers).enumerate() {
        let line = String::from_utf8_lossy(line);
        assert_eq!(answer["index"], index, "{line}");
        assert_eq!(&answer["id"], id, "{line}");
        assert_eq!(&answer["error"]["errors"][0]["code"], code, "{line}");
        assert_eq!(answer["line"], index + 1, "{line}");
        if code.is_null() {
            assert_eq!((&answer["type"], &answer["verdict"]), (&json!("result"), &json!("unique")));
        } else {
            assert_eq!(answer["type"], "error");
            assert_eq!(answer["error"]["instance"], "urn:quadrille:request:test");
        }
    }
    assert_eq!((&summary["unique"], &summary["errors"]), (&json!(5), &json!(15)));
}

#[tokio::test]
async fn batch_as_one_document_has_the_lines_of_ndjson() {
    let app = crate::harness::app();
    let parts = |lines: Vec<Value>| {
        let (results, end) = lines.split_at(lines.len() - 1);
        (Value::from(results), end[0]["summary"].clone())
    };
    for path in ["/solve/batch", "/count/batch", "/solutions"] {
        for lines in ["", "1.....3..4......", "1...\n1..\n1..1\n"] {
            if path == "/solutions" && lines.len() != 16 {
                continue;
            }
            let ndjson = Call::text(path, lines).header("accept", "application/x-ndjson").to(&app).await;
            let reply = Call::text(path, lines).header("accept", "application/json").to(&app).await;
            assert_eq!(reply.header("content-type"), "application/json");
            assert_eq!(reply.header("x-accel-buffering"), "no");
            let (results, mut summary) = parts(ndjson.lines());
            let mut document = reply.json();
            for timed in [&mut summary, &mut document["summary"]] {
                timed.as_object_mut().expect("an object").remove("elapsed_ms");
                timed.as_object_mut().expect("an object").remove("stats");
            }
            assert_eq!(document, json!({ "results": results, "summary": summary }), "{path} {lines}");
        }
    }
}

#[tokio::test]
async fn batch_as_rows_keeps_the_columns_of_its_input() {
    const ONE: &str = "1.....3..4.....2";
    let rows = async |call: Call| {
        let reply = call.header("accept", "text/csv").send().await;
        assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, "text/csv; charset=utf-8"));
        reply.body
    };
    let csv =
        |body: String| Call::new(Method::POST, "/count/batch").header("content-type", "text/csv").body(body);
    let columns = "verdict,count,complete,solution,stopped_by,rules_not_read,warnings,error";
    let counted = "unique,1,true,1324423124133142,,,,";
    assert_eq!(
        rows(csv(format!("id,puzzle,note\n7,{ONE},\"a, b\"\n8,1..,\n"))).await.lines().collect::<Vec<_>>()
            [..2],
        [format!("id,puzzle,note,{columns}"), format!("7,{ONE},\"a, b\",{counted}")]
    );
    assert_eq!(
        rows(Call::text("/count/batch", format!("{ONE}\n\n{ONE}\n"))).await,
        format!("line,puzzle,{columns}\n1,{ONE},{counted}\n3,{ONE},{counted}\n")
    );
    let json = format!(r#"[{{"puzzle": "{ONE}", "id": 9}}, "1.."]"#);
    let answer = rows(Call::json("/count/batch", json)).await;
    let mut lines = answer.lines();
    assert_eq!(lines.next(), Some(&*format!("line,id,puzzle,{columns}")));
    assert_eq!(lines.next(), Some(&*format!(",9,{ONE},{counted}")));
    assert!(
        lines.next().is_some_and(|line| line.starts_with(",,1..,,,,,,,,\"") || line.starts_with(",,1..,"))
    );
    let grid = rows(Call::text("/count/batch", "1...\n..3.\n.4..\n...2\n")).await;
    assert!(grid.ends_with(&format!("\",{counted}\n")), "{grid}");
    assert_eq!(rows(Call::text("/count/batch", "")).await, format!("line,puzzle,{columns}\n"));
    let many = rows(Call::text("/solve/batch", format!("{ONE}\n").repeat(2_000))).await;
    assert_eq!(many.lines().filter(|line| line.contains(ONE)).count(), 2_000);
    assert_eq!(many.lines().count(), 2_001);
}

#[tokio::test]
async fn document_of_many_chunks_is_valid_json() {
    let lines = "1.....3..4.....2\n1..\n".repeat(2_000);
    let reply =
        Call::text("/solve/batch", lines).header("accept", "application/json, text/plain").send().await;
    let document = reply.json();
    let results = document["results"].as_array().expect("a list");
    assert_eq!(results.len(), 4_000);
    assert!(results.iter().enumerate().all(|(index, result)| result["index"] == index));
    assert_eq!(
        (&document["summary"]["unique"], &document["summary"]["errors"]),
        (&json!(2_000), &json!(2_000))
    );
}

#[tokio::test]
async fn line_over_limit_returns_error() {
    let mut config = config();
    config.batch.line_bytes_max = 1024;
    let app = App::new(&config).expect("the app is built");
    let line = |bytes: usize| format!("1{}\r\n", " ".repeat(bytes - 1));
    let body = [line(1024), line(1025), line(300_000), line(10)].concat();
    let reply = Call::text("/solve/batch", body).header("accept", "text/plain").to(&app).await;
    let too_long = "error: a line may have at most 1024 bytes";
    assert_eq!(reply.body.lines().collect::<Vec<_>>(), ["1", too_long, too_long, "1"]);
}

#[tokio::test]
async fn array_batch_accepts_requests_and_strings() {
    let body = r#"[ "1.....3..4.....2", {"puzzle":"1.....3..4......","limit":2,"id":"x"}, 3, "1..", null ]"#;
    let reply = Call::json("/solve/batch", body).header("accept", "application/x-ndjson").send().await;
    insta::assert_snapshot!(reply.snapshot(), @r#"
    200 application/x-ndjson
    {"conflicts":[],"format":"line","index":0,"limits":{"nodes":null,"time_ms":1000},"solution":"1324423124133142","stopped_by":null,"type":"result","verdict":"unique"}
    {"conflicts":[],"format":"line","id":"x","index":1,"limits":{"nodes":null,"time_ms":1000},"solution":"1324423124133142","stopped_by":"solution_limit","type":"result","verdict":"multiple"}
    {"error":{"code":"invalid_question","detail":"the element must be an object with the member `puzzle`, or a puzzle as a string or an array, not a number","errors":[{"code":"not_an_object","detail":"the element must be an object with the member `puzzle`, or a puzzle as a string or an array, not a number","pointer":""}],"instance":"urn:quadrille:request:test","status":422,"title":"Invalid request","type":"/problems/invalid_question"},"index":2,"type":"error"}
    {"error":{"code":"invalid_question","detail":"3 symbols make no grid: a grid of size n has n*n, such as 1 (1x1) or 4 (2x2)","errors":[{"code":"puzzle_length","detail":"3 symbols make no grid: a grid of size n has n*n, such as 1 (1x1) or 4 (2x2)","pointer":""}],"instance":"urn:quadrille:request:test","status":422,"title":"Invalid request","type":"/problems/invalid_question"},"index":3,"type":"error"}
    {"error":{"code":"invalid_question","detail":"the element must be an object with the member `puzzle`, or a puzzle as a string or an array, not null","errors":[{"code":"not_an_object","detail":"the element must be an object with the member `puzzle`, or a puzzle as a string or an array, not null","pointer":""}],"instance":"urn:quadrille:request:test","status":422,"title":"Invalid request","type":"/problems/invalid_question"},"index":4,"type":"error"}
    {"summary":{"errors":3,"multiple":1,"none":0,"puzzles":5,"solvable":0,"unique":1,"unknown":0},"type":"summary"}
    "#);
}

#[tokio::test]
async fn non_array_json_batch_is_rejected() {
    for (body, status, code) in [
        ("", 400, "empty_body"),
        ("[1,", 400, "json_syntax"),
        ("[1] 2", 400, "json_syntax"),
        (r#"{"puzzle":"1"}"#, 422, "wrong_type"),
        (r#""1""#, 422, "wrong_type"),
    ] {
        let reply = Call::json("/count/batch", body).send().await;
        assert_eq!(reply.status, status, "{body}");
        assert_eq!(reply.header("content-type"), "application/problem+json");
        assert_eq!(reply.json()["errors"][0]["code"], code, "{body}");
    }
    let body = format!("[{}\"1\"]", "\"1\",".repeat(70_000));
    let reply = Call::json("/count/batch", body).send().await;
    assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (413, &json!("body_too_large")));
    let detail = reply.json()["detail"].to_string();
    assert!(detail.contains("application/x-ndjson") && detail.contains("POST /uploads"), "{detail}");
}

#[tokio::test]
async fn line_batch_may_exceed_body_limit() {
    let body = "1.....3..4.....2\n".repeat(20_000);
    let (answers, summary) = Call::text("/count/batch", body).send().await.answers_and_summary();
    assert_eq!((answers.len(), &summary["unique"]), (20_000, &json!(20_000)));
}

#[tokio::test]
async fn query_options_are_defaults_of_entries() {
    let body = r#"{"puzzle":"1.....3..4......"}
{"puzzle":"1.....3..4......","limit":3}
{"puzzle":"1.....3..4......","limit":2,"limits":{"time_ms":70}}
"#;
    let uri = "/count/batch?limit=9&time_ms=80&nodes=1000";
    let (answers, _) = Call::ndjson(uri, body).send().await.answers_and_summary();
    let seen = |name: &str| answers.iter().map(|answer| answer[name].clone()).collect::<Vec<_>>();
    assert_eq!(seen("count"), [3, 3, 2]);
    assert_eq!(seen("complete"), [true, false, false]);
    let limits = |time_ms| json!({ "time_ms": time_ms, "nodes": 1000 });
    assert_eq!(seen("limits"), [limits(80), limits(80), limits(70)]);

    let body = "12345.\n......\n......\n......\n......\n......".replace('\n', "");
    let boxes = Call::text("/solve/batch?box=2x3", body.clone()).send().await.lines();
    let usual = Call::text("/solve/batch", body).send().await.lines();
    assert_ne!(boxes[0]["solution"], usual[0]["solution"]);
    let misfit = Call::text("/solve/batch?box=2x3", "1\n").send().await.lines();
    assert_eq!(codes(&misfit[..1]), [json!("box_mismatch")]);
}

#[tokio::test]
async fn stats_option_adds_stats() {
    for (query, expected) in [("", false), ("?stats=false", false), ("?stats=true", true)] {
        for path in ["/solve/batch", "/count/batch"] {
            let lines = Call::text(&format!("{path}{query}"), "1..").send().await.lines();
            assert!(lines[0].get("stats").is_none());
            let lines = Call::text(&format!("{path}{query}"), "1").send().await.lines();
            assert_eq!(lines[0]["stats"].is_object(), expected, "{path}{query}");
        }
    }
}

#[tokio::test]
async fn batch_time_limit_has_own_default_and_shared_maximum() {
    let time = async |uri: &str| Call::text(uri, "1").send().await.lines()[0]["limits"]["time_ms"].clone();
    assert_eq!(time("/solve/batch").await, 1_000);
    assert_eq!(time("/solve/batch?time_ms=3600000").await, 30_000);
}

#[tokio::test]
async fn invalid_batch_query_is_rejected() {
    let reply = Call::text("/count/batch?limit=0&stats=maybe&skip=1&limit=2", "1").send().await;
    assert_eq!(reply.status, 422);
    let faults = reply.json()["errors"].as_array().expect("faults").clone();
    let seen: Vec<_> = faults.iter().map(|fault| (&fault["code"], &fault["parameter"])).collect();
    assert!(seen.contains(&(&json!("out_of_range"), &json!("limit"))), "{seen:?}");
    assert!(seen.contains(&(&json!("out_of_range"), &json!("stats"))), "{seen:?}");
    assert!(seen.contains(&(&json!("unknown_parameter"), &json!("skip"))), "{seen:?}");
    let reply = Call::text("/solve/batch?limit=3", "1").send().await;
    assert_eq!(reply.status, 422);
}

#[tokio::test]
async fn other_batch_content_types_are_unsupported() {
    for path in ["/solve/batch", "/count/batch"] {
        for content_type in ["application/pdf", "application/x-ndjson; charset=latin1", "*/*"] {
            let call = Call::text(path, "1").header("content-type", content_type);
            assert_eq!(call.send().await.status, 400, "two content types");
            let call = Call::new(Method::POST, path).header("content-type", content_type);
            let reply = call.body("1").send().await;
            assert_eq!(reply.status, 415);
            assert_eq!(
                reply.header("accept-post"),
                "application/x-ndjson, text/plain, application/json, application/x-www-form-urlencoded, text/csv, text/tab-separated-values, application/xml, \
                 text/xml, multipart/form-data"
            );
        }
        let reply = Call::text(path, "1").header("content-encoding", "br").send().await;
        assert_eq!((reply.status.as_u16(), reply.header("accept-encoding")), (415, "gzip, zstd"));
        assert_eq!(Call::get(path).send().await.status, 405);
    }
}

/// Entries with ids, some of which only their limits end: as NDJSON and as an array.
fn mixed(number: usize) -> (String, String) {
    let empty = ".".repeat(81);
    let entry = |k: usize| match k % 40 {
        7 => {
            json!({ "id": k.to_string(), "puzzle": empty, "limit": 9_007_199_254_740_991_u64, "limits": { "time_ms": 20 } })
        }
        23 => {
            json!({ "id": k.to_string(), "puzzle": empty, "limit": 9_007_199_254_740_991_u64, "limits": { "nodes": 20_000, "time_ms": HOUR_MS } })
        }
        11 => json!({ "id": k.to_string(), "puzzle": "1.." }),
        _ if k.is_multiple_of(2) => json!({ "id": k.to_string(), "puzzle": "1.....3..4.....2" }),
        _ => json!({ "id": k.to_string(), "puzzle": "................", "limit": 300 }),
    };
    let entries: Vec<Value> = (0..number).map(entry).collect();
    let lines = entries.iter().map(|entry| format!("{entry}\n")).collect();
    (lines, Value::from(entries).to_string())
}

#[tokio::test]
async fn hard_entries_keep_order_of_answers() {
    const NUMBER: usize = 600;
    let (lines, array) = mixed(NUMBER);
    for threads in [1, 2, 4] {
        let mut config = config();
        config.solver.threads = threads;
        config.solver.time_ms_max = HOUR_MS;
        config.batch.time_ms_default = HOUR_MS;
        let app = App::new(&config).expect("the app is built");
        for call in [Call::ndjson("/count/batch", lines.clone()), Call::json("/count/batch", array.clone())] {
            let (answers, summary) = call.to(&app).await.answers_and_summary();
            assert_eq!(answers.len(), NUMBER);
            for (k, answer) in answers.iter().enumerate() {
                assert_eq!((&answer["index"], &answer["id"]), (&json!(k), &json!(k.to_string())));
                if k % 40 == 7 {
                    assert_eq!(answer["stopped_by"], "time_limit");
                    continue;
                }
                let expected = match k % 40 {
                    23 => ("multiple", json!("node_limit")),
                    11 => ("", Value::Null),
                    _ if k.is_multiple_of(2) => ("unique", Value::Null),
                    _ => ("multiple", Value::Null),
                };
                let verdict = answer["verdict"].as_str().unwrap_or_default();
                assert_eq!((verdict, answer["stopped_by"].clone()), expected, "{answer}");
            }
            let sum = |name: &str| summary[name].as_u64().expect("a number");
            let ended_by_time = sum("unknown") + sum("solvable");
            assert_eq!((sum("errors"), sum("unique"), sum("multiple") + ended_by_time), (15, 300, 285));
            let parts = ["none", "unique", "multiple", "solvable", "unknown", "errors"];
            assert_eq!(parts.map(sum).iter().sum::<u64>(), sum("puzzles"));
        }
    }
}

#[test]
fn large_entries_over_limit_are_answered_in_order() {
    let mut config = one_thread(0);
    config.solver.threads = 2;
    run_test(&config, async |app| {
        let large = ".".repeat(625) + "\n";
        let body = format!("{}12..\n", large.repeat(40));
        let answers =
            Call::text("/count/batch?time_ms=20&limit=1000000", body).header("accept", "text/plain");
        let answers = answers.to(&app).await.body;
        assert_eq!(answers.lines().count(), 41);
        assert!(answers.lines().take(40).all(|answer| answer.ends_with('+')), "{answers}");
        assert!(answers.ends_with("\nunique 1\n"));
    });
}

#[tokio::test]
async fn results_of_invalid_entries_are_short_after_the_first_hundred() {
    let body = format!("[{}]", vec!["0"; 5_000].join(","));
    let reply = Call::json("/solve/batch", body.clone()).send().await;
    let (answers, summary) = reply.answers_and_summary();
    assert_eq!((answers.len(), &summary["errors"]), (5_000, &5_000.into()));
    let (long, short): (Vec<_>, Vec<_>) =
        answers.iter().partition(|answer| answer["error"].get("detail").is_some());
    assert_eq!((long.len(), short.len()), (100, 4_900));
    for answer in short {
        assert_eq!(answer["error"], json!({ "status": 422, "code": "invalid_question" }));
    }
    assert!(reply.body.len() < 45 * body.len(), "{} bytes", reply.body.len());
    let text = words("0".repeat(2) + "\n" + &"0\n0\n00\n".repeat(100)).await;
    assert_eq!(text.lines().filter(|line| *line == "error: invalid_question").count(), 1);
}

/// Call as `curl -d` makes it.
fn form(uri: &str, body: impl Into<axum::body::Body>) -> Call {
    Call::new(Method::POST, uri).header("content-type", "application/x-www-form-urlencoded").body(body)
}

/// Records of a data set, with solutions.
const RECORDS: &str = include_str!("../inputs/f11_dataset_with_solution.jsonl");

/// The solutions of `RECORDS`.
fn solutions() -> Vec<Value> {
    let record = |line| serde_json::from_str::<Value>(line).expect("JSON")["solution"].clone();
    RECORDS.lines().map(record).collect()
}

#[tokio::test]
async fn other_members_of_records_are_ignored_and_counted() {
    let array = format!("[{}]", RECORDS.trim_end().replace('\n', ","));
    for call in [
        Call::ndjson("/solve/batch", RECORDS),
        Call::text("/solve/batch", RECORDS),
        form("/solve/batch", RECORDS),
        Call::json("/solve/batch", array.clone()),
        Call::text("/solve/batch", array.clone()),
        Call::json("/solve/batch", RECORDS),
    ] {
        let (answers, summary) = call.send().await.answers_and_summary();
        let found: Vec<&Value> = answers.iter().map(|answer| &answer["solution"]).collect();
        assert_eq!(found, solutions().iter().collect::<Vec<_>>());
        assert_eq!((&answers[1]["id"], &answers[1]["verdict"]), (&json!(1), &json!("unique")));
        assert_eq!((&summary["puzzles"], &summary["ignored_members"]), (&json!(2), &json!(4)));
    }
    let (_, summary) = Call::ndjson("/solve/batch", "\"1...\"\n").send().await.answers_and_summary();
    assert_eq!(summary.get("ignored_members"), None);
}

#[tokio::test]
async fn lines_of_json_for_one_puzzle_name_the_batch() {
    let objects = [RECORDS, "{\"puzzle\":\"1...\"}\n{\"puzzle\""];
    let calls = objects
        .iter()
        .flat_map(|&body| [Call::json("/solve", body), Call::text("/count", body), form("/rate", body)]);
    for call in calls.chain([Call::json("/solve", "\"1...\"\n\"1...\"")]) {
        let reply = call.send().await;
        let error = &reply.json()["errors"][0];
        assert_eq!((reply.status.as_u16(), &error["code"]), (422, &json!("several_puzzles")));
        assert!(error["detail"].as_str().is_some_and(|detail| detail.contains("`/batch`")));
    }
}

#[tokio::test]
async fn titles_beside_puzzles_are_ignored_and_named() {
    let body = "My puzzles:\n\n1.....3..4.....2\n-----\n1.....3..4.....2\n\nThat is all\n";
    let (answers, summary) = Call::text("/count/batch", body).send().await.answers_and_summary();
    let lines: Vec<&Value> = answers.iter().map(|answer| &answer["line"]).collect();
    assert_eq!(lines, [3, 5]);
    assert_eq!((&summary["unique"], &summary["ignored_lines"]), (&json!(2), &json!([1, 4, 7])));
    let many = format!("1...\n{}", "A footer\n".repeat(30));
    let (_, summary) = Call::text("/count/batch", many).send().await.answers_and_summary();
    let named = summary["ignored_lines"].as_array().expect("lines").len();
    assert_eq!((named, &summary["ignored_lines_omitted"]), (20, &json!(10)));
    // Without a puzzle they are faults.
    let (answers, summary) = Call::text("/count/batch", "My puzzles\n").send().await.answers_and_summary();
    assert_eq!((codes(&answers).len(), summary.get("ignored_lines")), (1, None));
}

#[tokio::test]
async fn array_is_answered_by_a_document_unless_the_client_prefers_lines() {
    let array = r#"["1...", "1.."]"#;
    for (call, accept, expected) in [
        (Call::json("/solve/batch", array), "*/*", "application/json"),
        (Call::text("/solve/batch", array), "*/*", "application/json"),
        (Call::json("/solve/batch", array), "application/x-ndjson, */*;q=0.1", "application/x-ndjson"),
        (Call::json("/solve/batch", array), "text/plain", "text/plain; charset=utf-8"),
        (Call::json("/solve/batch", "\"1...\"\n\"1..\""), "*/*", "application/x-ndjson"),
        (Call::ndjson("/solve/batch", "\"1...\"\n\"1..\""), "*/*", "application/x-ndjson"),
        (Call::text("/solve/batch", "1...\n1..\n"), "*/*", "application/x-ndjson"),
    ] {
        let reply = call.header("accept", accept).send().await;
        assert_eq!(reply.header("content-type"), expected, "{accept}");
        if expected == "application/json" {
            let document = reply.json();
            assert_eq!(
                (document["results"].as_array().map(Vec::len), &document["summary"]["errors"]),
                (Some(2), &json!(1))
            );
        }
    }
    let bare = Call::json("/solve/batch", array).send().await;
    assert_eq!(bare.header("content-type"), "application/json");
}

#[tokio::test]
async fn keep_repeats_other_members_and_columns() {
    let kept = |answers: &[Value]| answers.iter().map(|answer| answer["kept"].clone()).collect::<Vec<_>>();
    let (answers, summary) =
        Call::ndjson("/count/batch?keep=true", RECORDS).send().await.answers_and_summary();
    let expected: Vec<Value> = solutions()
        .into_iter()
        .zip(RECORDS.lines())
        .map(|(solution, line)| {
            let record: Value = serde_json::from_str(line).expect("JSON");
            json!({"solution": solution, "difficulty": record["difficulty"]})
        })
        .collect();
    assert_eq!((kept(&answers), summary.get("ignored_members")), (expected, None));

    let table = "id,puzzle,level\n7,1.....3..4.....2,\"a, b\"\n1.....3..4.....2\n8,1.....3..4.....2,\n";
    let (answers, _) = Call::text("/count/batch?keep=true", table).send().await.answers_and_summary();
    assert_eq!(kept(&answers), [json!(["7", "a, b"]), Value::Null, json!(["8", ""])]);
    let (answers, _) = Call::text("/count/batch", table).send().await.answers_and_summary();
    assert_eq!(kept(&answers), [Value::Null, Value::Null, Value::Null]);

    let text = Call::text("/count/batch?keep=true", table).header("accept", "text/plain").send().await;
    assert_eq!(text.body, "unique 1\t7\ta, b\nunique 1\nunique 1\t8\t\n");

    let problem = r#"{"primary": ["a"], "options": [["a"]], "source": null, "n": 1.5}"#;
    let (answers, _) =
        Call::ndjson("/exact-cover/count/batch?keep=true", problem).send().await.answers_and_summary();
    assert_eq!(kept(&answers), [json!({"source": null, "n": 1.5})]);
}

#[tokio::test]
async fn member_of_a_record_within_one_mistake_of_an_option_is_a_fault() {
    let unknown = "`MEMBER` is unknown: did you mean `NEAREST`? the object may have puzzle, limit, box, candidates, constraints, regions, boxes, grids, format, layout, limits, id";
    for (member, nearest) in [
        ("limti", "limit"),
        ("Limit", "limit"),
        ("boxx", "box"),
        ("limit_", "limit"),
        ("time_ms", "limits.time_ms"),
        ("puzzle2", "puzzle"),
    ] {
        let line = json!({"puzzle": "1...", member: 1}).to_string();
        let (answers, summary) = Call::ndjson("/solve/batch", line).send().await.answers_and_summary();
        let detail = unknown.replace("MEMBER", member).replace("NEAREST", nearest);
        assert_eq!(answers[0]["error"]["errors"][0]["detail"], detail);
        assert_eq!((&summary["errors"], summary.get("ignored_members")), (&json!(1), None));
    }
    // Options of the query or of the single question are no members of entries.
    for member in ["stats", "seed", "order"] {
        let line = json!({"puzzle": "1...", member: 1}).to_string();
        let (answers, _) = Call::ndjson("/solve/batch", line).send().await.answers_and_summary();
        assert_eq!(codes(&answers), ["unknown_field"], "{member}");
    }
    // Without a puzzle, other names are faults: one of them may be meant.
    let (answers, _) =
        Call::ndjson("/solve/batch", r#"{"pussle": "1..."}"#).send().await.answers_and_summary();
    let errors = answers[0]["error"]["errors"].as_array().expect("faults");
    let codes: Vec<&Value> = errors.iter().map(|error| &error["code"]).collect();
    assert_eq!(codes, ["unknown_field", "missing_field"]);
    for member in ["level", "source", "_id", "size", "rating", "n"] {
        let line = json!({"puzzle": "1...", member: 1}).to_string();
        let (_, summary) = Call::ndjson("/solve/batch", line).send().await.answers_and_summary();
        assert_eq!((&summary["errors"], &summary["ignored_members"]), (&json!(0), &json!(1)), "{member}");
    }
    let line = r#"{"primary": ["a"], "options": [["a"]], "source": "x"}"#;
    let (_, summary) = Call::ndjson("/exact-cover/count/batch", line).send().await.answers_and_summary();
    assert_eq!((&summary["unique"], &summary["ignored_members"]), (&json!(1), &json!(1)));
}

/// A 4x4 as rows of cells, as cells, as strings and as a line.
fn forms() -> [Value; 4] {
    [
        json!([[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]),
        json!([1, null, null, null, null, null, 3, null, null, 4, null, null, null, null, null, 2]),
        json!(["1...", "..3.", ".4..", "...2"]),
        json!("1.....3..4.....2"),
    ]
}

#[tokio::test]
async fn elements_and_lines_may_be_arrays() {
    let all = forms();
    let lines: String = all.iter().map(|form| format!("{form}\n")).collect();
    let mixed = json!([all[0], all[1], {"board": all[2]}, all[3]]).to_string();
    for call in [
        Call::json("/count/batch", json!(all).to_string()),
        Call::json("/count/batch", mixed),
        Call::ndjson("/count/batch", lines.clone()),
        Call::text("/count/batch", lines.clone()),
        form("/count/batch", lines),
    ] {
        let (answers, summary) = call.send().await.answers_and_summary();
        assert_eq!((&summary["unique"], &summary["puzzles"]), (&json!(4), &json!(4)));
        assert_eq!(answers[0]["solution"], json!([[1, 3, 2, 4], [4, 2, 3, 1], [2, 4, 1, 3], [3, 1, 4, 2]]));
    }
    let body = include_str!("../inputs/f10_batch_of_arrays.json");
    for call in [Call::json("/solve/batch", body), Call::text("/solve/batch", body)] {
        let (answers, summary) = call.send().await.answers_and_summary();
        assert_eq!((&summary["unique"], answers.len()), (&json!(2), 2));
    }
}

#[tokio::test]
async fn array_that_is_one_grid_is_one_entry() {
    for form in &forms()[..3] {
        let pretty = serde_json::to_string_pretty(form).expect("JSON");
        for call in [Call::json("/count/batch", pretty.clone()), Call::text("/count/batch", pretty)] {
            let (answers, summary) = call.send().await.answers_and_summary();
            assert_eq!((&summary["unique"], answers.len()), (&json!(1), 1), "{form}");
        }
    }
    let faulty = json!([[1, 0, 0, 0], [0, 0, 7, 0], [0, 4, 0], [0, 0, 0, 2]]);
    let (answers, _) = Call::json("/count/batch", faulty.to_string()).send().await.answers_and_summary();
    let errors = answers[0]["error"]["errors"].as_array().expect("faults");
    let pointers: Vec<&Value> = errors.iter().map(|error| &error["pointer"]).collect();
    assert_eq!(pointers, ["/1/2", "/2"]);
}

#[tokio::test]
async fn array_with_two_meanings_is_refused() {
    let rows = json!(vec![vec![0; 16]; 16]);
    for path in ["/count/batch", "/count"] {
        let reply = Call::json(path, rows.to_string()).send().await;
        let status = reply.status.as_u16();
        assert_eq!((status, &reply.json()["errors"][0]["code"]), (422, &json!("ambiguous_format")));
        let detail = reply.json()["detail"].as_str().expect("a detail").to_owned();
        assert!(detail.starts_with("the array is one grid, or a puzzle per element: "), "{detail}");
    }
    // Each is read with its name or in its own array.
    let named = json!({"puzzle": rows, "limits": {"nodes": 1}}).to_string();
    assert_eq!(Call::json("/count", named.clone()).send().await.status, 200);
    for (batch, count) in [(format!("[{named}]"), 1), (json!(vec![vec!["0000"; 4]; 16]).to_string(), 16)] {
        let (answers, summary) = Call::json("/count/batch", batch).send().await.answers_and_summary();
        assert_eq!((answers.len(), &summary["errors"]), (count, &json!(0)));
    }
}

#[tokio::test]
async fn array_of_puzzles_in_a_line_is_refused() {
    for line in [json!([forms()[0], forms()[3]]), json!([{"puzzle": "1..."}, {"puzzle": "1..."}])] {
        let (answers, _) = Call::ndjson("/solve/batch", line.to_string()).send().await.answers_and_summary();
        assert_eq!(codes(&answers), ["several_puzzles"], "{line}");
    }
}
