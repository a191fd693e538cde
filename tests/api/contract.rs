//! The OpenAPI document: committed, served, and true.

use axum::body::Body;
use quadrille::http::document;
use serde_json::Value;

use crate::service::{Call, app, settled};

#[tokio::test]
async fn the_committed_document_is_the_served_one() {
    // `EXPECTORATE=overwrite cargo test` rewrites the file.
    let document = document().to_yaml().expect("it can be written");
    expectorate::assert_contents("openapi.yaml", &document);
    let served = Call::get("/openapi.yaml").send().await;
    assert_eq!(served.header("content-type"), "application/yaml");
    assert_eq!(served.body, document);
    let json = Call::get("/openapi.json").send().await.json();
    assert_eq!(json["paths"].as_object().map(serde_json::Map::len), Some(11));
}

/// The document as JSON.
fn json() -> Value {
    serde_json::to_value(document()).expect("it can be written")
}

fn examples(content: &Value) -> Vec<(String, Value)> {
    content["examples"]
        .as_object()
        .map(|examples| {
            examples.iter().map(|(name, example)| (name.clone(), example["value"].clone())).collect()
        })
        .unwrap_or_default()
}

#[tokio::test]
async fn every_example_of_a_question_gets_the_example_of_its_answer() {
    let app = app();
    let document = json();
    for path in ["/solve", "/count"] {
        let operation = &document["paths"][path]["post"];
        let answers = examples(&operation["responses"]["200"]["content"]["application/json"]);
        let questions = examples(&operation["requestBody"]["content"]["application/json"]);
        assert!(questions.len() >= 3 && answers.len() >= 2);
        for (name, question) in questions {
            let reply = Call::json(path, Body::from(question.to_string())).to(&app).await;
            assert_eq!(reply.status, 200, "{path} {name}: {}", reply.body);
            if let Some((_, answer)) = answers.iter().find(|(other, _)| *other == name) {
                assert_eq!(settled(reply.json()), settled(answer.clone()), "{path} {name}");
            }
        }
        let text = |content: &Value| content["text/plain"]["example"].as_str().expect("text").to_owned();
        let question = text(&operation["requestBody"]["content"]);
        let answer = text(&operation["responses"]["200"]["content"]);
        let reply = Call::text(path, question).header("accept", "text/plain").to(&app).await;
        assert_eq!(reply.body, answer);
    }
}

#[tokio::test]
async fn every_example_in_a_query_gets_the_example_of_its_answer() {
    let app = app();
    let document = json();
    for path in ["/solve", "/count"] {
        let operation = &document["paths"][path]["get"];
        let parameters = operation["parameters"].as_array().expect("parameters");
        let puzzle = parameters.iter().find(|parameter| parameter["name"] == "puzzle").expect("a puzzle");
        let uri = format!("{path}?puzzle={}", puzzle["example"].as_str().expect("an example"));
        let content = &operation["responses"]["200"]["content"];
        let examples = examples(&content["application/json"]);
        assert_eq!(Call::get(&uri).to(&app).await.json(), examples.first().expect("an example").1, "{path}");
        let text = Call::get(&uri).header("accept", "text/plain").to(&app).await.body;
        assert_eq!(content["text/plain"]["example"], text, "{path}");
    }
}

#[test]
fn every_operation_and_every_response_is_described() {
    let document = json();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            for key in ["summary", "description", "operationId", "tags"] {
                assert!(!operation[key].is_null() || key == "description", "{method} {path} has no {key}");
            }
            for (status, response) in operation["responses"].as_object().expect("responses") {
                assert!(response["description"].is_string(), "{method} {path} {status}");
                // Only to who has the answer already nothing is said.
                assert!(response["content"].is_object() || status == "304", "{method} {path} {status}");
                for (media_type, content) in response["content"].as_object().into_iter().flatten() {
                    let has_example = !content["example"].is_null() || !content["examples"].is_null();
                    let schema = content["schema"].to_string();
                    assert!(
                        has_example || schema.contains("Version"),
                        "{method} {path} {status} {media_type} has no example"
                    );
                }
            }
        }
    }
}
