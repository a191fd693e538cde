//! Bodies as `curl`, `fetch` and generated clients declare them.

use axum::http::Method;
use serde_json::{Value, json};

use crate::harness::{Call, Reply};

const FORM: &str = "application/x-www-form-urlencoded";
const PUZZLE: &str = "1.....3..4.....2";
const SOLUTION: &str = "1324423124133142";

async fn post(path: &str, content_type: &str, body: &str) -> Reply {
    Call::new(Method::POST, path).header("content-type", content_type).body(body.to_owned()).send().await
}

async fn solution(content_type: &str, body: &str) -> Value {
    let reply = post("/solve", content_type, body).await;
    assert_eq!(reply.status, 200, "{content_type} {body}: {}", reply.body);
    reply.json()["solution"].clone()
}

#[tokio::test]
async fn json_is_known_by_subtype_suffix_and_first_byte() {
    let body = json!({ "puzzle": PUZZLE }).to_string();
    for content_type in [
        "application/json",
        "text/json",
        "application/vnd.api+json; charset=utf-8",
        "text/plain;charset=UTF-8",
        FORM,
    ] {
        assert_eq!(solution(content_type, &body).await, SOLUTION);
        assert_eq!(solution(content_type, &format!("\u{feff} \r\n{body}")).await, SOLUTION);
    }
    let rows = json!({ "puzzle": [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]] }).to_string();
    assert_eq!(solution(FORM, &rows).await[0], json!([1, 3, 2, 4]));
    let reply = post("/solve", FORM, r#"[["1"]]"#).await;
    assert_eq!((reply.status.as_u16(), &reply.json()["errors"][0]["code"]), (422, &json!("not_an_object")));
}

#[tokio::test]
async fn form_has_fields_or_is_a_puzzle() {
    for body in [
        "puzzle=1.....3..4.....2",
        "puzzle=1.....3..4.....2&limit=2&time_ms=500",
        "puzzle=1...%0A..3.%0A.4..%0A...2",
        PUZZLE,
        "1...\n..3.\n.4..\n...2\n",
        "1...%0A..3.%0A.4..%0A...2",
    ] {
        assert_eq!(solution(FORM, body).await, SOLUTION, "{body}");
    }
    let count = post("/count?limit=9", FORM, "puzzle=1.....3..4......").await;
    assert_eq!(count.json()["count"], 3);
    let stream = post("/solutions", FORM, "puzzle=1.....3..4......&limit=2").await;
    assert_eq!(stream.answers_and_summary().0.len(), 2);
}

#[tokio::test]
async fn faults_of_a_form_name_its_fields() {
    let reply = post("/solve?limit=2", FORM, "puzzle=1..&limit=1&box=0x0").await;
    let problem = reply.json();
    let faults: Vec<_> = problem["errors"]
        .as_array()
        .expect("faults")
        .iter()
        .map(|fault| (fault["code"].as_str().expect("a code"), fault["parameter"].as_str().expect("a field")))
        .collect();
    let expected = [("out_of_range", "box"), ("duplicate_parameter", "limit"), ("puzzle_length", "puzzle")];
    assert_eq!((reply.status.as_u16(), &*faults), (422, &expected[..]));
}

#[tokio::test]
async fn batch_of_text_or_form_is_known_by_its_first_byte() {
    let lines = format!("{PUZZLE}\n{PUZZLE}\n");
    let objects = format!("{{\"puzzle\":\"{PUZZLE}\"}}\n{{\"puzzle\":\"{PUZZLE}\"}}\n");
    let array = json!([PUZZLE, { "puzzle": PUZZLE }]).to_string();
    for content_type in [FORM, "text/plain;charset=UTF-8"] {
        for body in [&lines, &objects, &array] {
            for blank in ["", "\n", "\u{feff}"] {
                let reply = post("/count/batch", content_type, &format!("{blank}{body}")).await;
                assert_eq!(reply.status, 200, "{}", reply.body);
                let (answers, summary) = reply.answers_and_summary();
                assert_eq!(summary["unique"], 2, "{content_type} {body}: {answers:?}");
            }
        }
    }
    let reply = post("/count/batch", FORM, "[1,").await;
    assert_eq!(reply.json()["code"], "malformed_body");
}

#[tokio::test]
async fn tables_and_xml_are_text_of_their_format() {
    let table = format!("puzzle,rating\n{PUZZLE},1\n");
    let game = format!("<opensudoku><game data=\"{}\"/></opensudoku>", PUZZLE.replace('.', "0"));
    for (content_type, body, format) in [
        ("text/csv", &table, "csv"),
        ("text/xml", &game, "opensudoku"),
        ("application/xml", &game, "opensudoku"),
    ] {
        let reply = post("/solve", content_type, body).await;
        assert_eq!(reply.json()["format"], format, "{}", reply.body);
        let reply = post("/convert?format=line", content_type, PUZZLE).await;
        assert_eq!(reply.json()["from"], "line", "{}", reply.body);
        let reply = post("/solve", content_type, "id,name").await;
        let detail = reply.json()["detail"].as_str().unwrap_or_default().to_owned();
        assert!(detail.starts_with(&format!("not valid `{format}`: ")), "{detail}");
    }
    let rows = format!("{table}{PUZZLE},2\n");
    let (answers, summary) =
        post("/count/batch", "text/csv; header=present", &rows).await.answers_and_summary();
    assert_eq!((answers.len(), &summary["unique"]), (2, &json!(2)));
    let several = post("/count", "text/csv", &rows).await;
    assert_eq!(several.json()["errors"][0]["code"], "several_puzzles");
    for path in ["/exact-cover/solve", "/exact-cover/count/batch"] {
        let refused = post(path, "text/csv", "a\na\n").await;
        assert_eq!(refused.status, 415, "{}", refused.body);
        assert!(!refused.header("accept-post").contains("text/csv"));
        assert!(refused.json()["detail"].as_str().expect("text").contains("text/plain"));
    }
}

#[tokio::test]
async fn form_of_an_exact_cover_problem_is_json_or_has_line_ends() {
    let problem = json!({"primary": ["a", "b"], "options": [["a"], ["b"]]}).to_string();
    for content_type in [FORM, ""] {
        for (body, status) in [
            (&*problem, 200),
            (r#"[["a"], ["b"]]"#, 200),
            ("a b\na\nb\n", 200),
            // What `curl -d @file` makes of it.
            ("a bab", 415),
            ("problem=a%0Aa", 415),
        ] {
            let reply = post("/exact-cover/solve", content_type, body).await;
            assert_eq!(reply.status, status, "{body}: {}", reply.body);
            let is_solved = reply.json()["verdict"] == "unique";
            assert_eq!(is_solved, status == 200, "{body}: {}", reply.body);
        }
        let batch = post("/exact-cover/count/batch", content_type, &format!("{problem}\n{problem}\n")).await;
        assert_eq!(batch.answers_and_summary().1["unique"], 2);
        let array = post("/exact-cover/count/batch", content_type, &format!("[{problem}]")).await;
        assert_eq!(array.answers_and_summary().1["unique"], 1);
    }
}

#[tokio::test]
async fn body_without_type_is_sniffed() {
    let json = json!({ "puzzle": PUZZLE }).to_string();
    for content_type in [None, Some(""), Some(" ")] {
        let post = |path: &str, body: &str| {
            let call = Call::new(Method::POST, path).body(body.to_owned());
            match content_type {
                Some(content_type) => call.header("content-type", content_type),
                None => call,
            }
        };
        for body in [&*json, PUZZLE, "puzzle=1.....3..4.....2&limit=2"] {
            let reply = post("/solve", body).send().await;
            assert_eq!(reply.json()["solution"], SOLUTION, "{content_type:?} {body}: {}", reply.body);
        }
        for body in [format!("{PUZZLE}\n{PUZZLE}\n"), format!("{json}\n{json}\n"), format!("[{json},{json}]")]
        {
            let reply = post("/count/batch", &body).send().await;
            assert_eq!(reply.answers_and_summary().1["unique"], 2, "{content_type:?} {body}: {}", reply.body);
        }
        assert_eq!(post("/generate", r#"{"size": 4}"#).send().await.status, 200);
        assert_eq!(post("/convert?to=line", PUZZLE).send().await.status, 200);
        assert_eq!(post("/render", PUZZLE).send().await.status, 200);
    }
}

#[tokio::test]
async fn post_without_body_is_read_like_get() {
    for path in ["/solve", "/count", "/candidates", "/rate", "/render", "/convert"] {
        let options = if path == "/convert" { "&to=line" } else { "" };
        let call = || Call::new(Method::POST, &format!("{path}?puzzle={PUZZLE}{options}"));
        for call in
            [call(), call().header("content-type", FORM), call().header("content-type", "application/json")]
        {
            let reply = call.send().await;
            assert_eq!(reply.status, 200, "{path}: {}", reply.body);
        }
    }
    let reply = Call::new(Method::POST, "/solve?limit=2").send().await;
    assert_eq!(
        (reply.status.as_u16(), &reply.json()["errors"][0]["code"]),
        (422, &json!("missing_parameter"))
    );
    assert_eq!(Call::json("/solve", "").send().await.status, 400);
}

#[tokio::test]
async fn type_that_a_response_cannot_have_is_refused_with_the_list() {
    let problem = "a\na\n";
    for (path, body, accept, types) in [
        ("/solve", PUZZLE, "text/csv", "application/json, text/plain"),
        ("/solve", PUZZLE, "application/x-ndjson", "application/json, text/plain"),
        ("/count", PUZZLE, "image/png", "application/json, text/plain, application/x-ndjson"),
        ("/exact-cover/solve", problem, "text/html", "application/json, text/plain"),
        ("/solutions", PUZZLE, "text/html", "application/json, application/x-ndjson, text/plain"),
        ("/count/batch", PUZZLE, "text/html", "application/x-ndjson, application/json, text/plain, text/csv"),
        ("/convert?to=line", PUZZLE, "image/svg+xml", "application/json, text/plain"),
        ("/render", PUZZLE, "application/json", "image/svg+xml"),
    ] {
        let refused = Call::text(path, body).header("accept", accept).send().await;
        assert_eq!(refused.status, 406, "{path}: {}", refused.body);
        let detail = refused.json()["detail"].as_str().expect("text").to_owned();
        assert!(detail.contains(&format!("it can be {types}")), "{path}: {detail}");
    }
    for path in ["/solve", "/count", "/render"] {
        let refused = Call::get(&format!("{path}?puzzle={PUZZLE}")).header("accept", "text/csv").send().await;
        assert_eq!(refused.status, 406, "{path}");
    }
    let named = Call::text("/render?format=svg", PUZZLE).header("accept", "application/json").send().await;
    assert_eq!(named.header("content-type"), "image/svg+xml");
}

#[tokio::test]
async fn unsupported_media_type_names_what_came_and_what_works() {
    let reply = post("/solve", "application/pdf", "1").await;
    insta::assert_snapshot!(reply.json()["detail"].as_str().expect("text"), @"the content-type is `application/pdf`: send one of application/json, text/plain, application/x-www-form-urlencoded, text/csv, text/tab-separated-values, application/xml, text/xml, multipart/form-data, in UTF-8");
    let twice = Call::text("/solve", "1").header("content-type", "text/plain").send().await;
    assert!(twice.json()["detail"].as_str().expect("text").starts_with("the request has more than one"));
    let long = post("/solve", &"x".repeat(9000), "1").await;
    assert!(long.body.len() < 600, "{}", long.body);
}
