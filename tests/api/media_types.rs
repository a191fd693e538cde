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
        for (content_type, body) in [("text/csv", "a\na\n"), (FORM, "a\na\n"), (FORM, "problem=a%0Aa")] {
            let refused = post(path, content_type, body).await;
            assert_eq!(refused.status, 415, "{}", refused.body);
            assert!(!refused.header("accept-post").contains(content_type));
            assert!(refused.json()["detail"].as_str().expect("text").contains("text/plain"));
        }
    }
}

#[tokio::test]
async fn unsupported_media_type_names_what_came_and_what_works() {
    let reply = post("/solve", "application/pdf", "1").await;
    insta::assert_snapshot!(reply.json()["detail"].as_str().expect("text"), @"the content-type is `application/pdf`: send one of application/json, text/plain, application/x-www-form-urlencoded, text/csv, text/tab-separated-values, application/xml, text/xml, multipart/form-data, in UTF-8");
    let none = Call::new(Method::POST, "/solve").body("1").send().await;
    insta::assert_snapshot!(none.json()["detail"].as_str().expect("text"), @"the request has no content-type: send one of application/json, text/plain, application/x-www-form-urlencoded, text/csv, text/tab-separated-values, application/xml, text/xml, multipart/form-data, in UTF-8");
    let twice = Call::text("/solve", "1").header("content-type", "text/plain").send().await;
    assert!(twice.json()["detail"].as_str().expect("text").starts_with("the request has more than one"));
    let long = post("/solve", &"x".repeat(9000), "1").await;
    assert!(long.body.len() < 600, "{}", long.body);
}
