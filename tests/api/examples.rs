//! Examples of the OpenAPI document: requests in files, and the answers of the service in the files beside them.

use std::collections::BTreeMap;
use std::{env, fs};

use axum::http::Request;
use quadrille::server::App;
use regex_lite::Regex;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::harness::{Call, app};
use crate::openapi::json_document;

const FORM: &str = "application/x-www-form-urlencoded";

/// Request of an example. A GET has the fields of its query, as a form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExampleRequest {
    media_type: String,
    name: Option<String>,
    #[expect(dead_code, reason = "only the document has it")]
    summary: Option<String>,
    value: Value,
    /// Media types of the answers in the document, with their summaries. Without a summary, the answer is the only example of
    /// its media type.
    #[serde(default)]
    answers: BTreeMap<String, Option<String>>,
}

/// Answer of an example.
#[derive(Serialize)]
struct ExampleAnswer {
    media_type: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<String>,
    value: Box<RawValue>,
}

impl ExampleRequest {
    /// Body of the request, or its query.
    fn text(&self) -> String {
        match (self.media_type.as_str(), &self.value) {
            (FORM, Value::Object(fields)) => {
                let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                let fields = fields.iter().map(|(name, value)| (name, text(value)));
                form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
            }
            ("application/x-ndjson", Value::Array(lines)) => {
                lines.iter().map(|line| format!("{line}\n")).collect()
            }
            ("text/plain", Value::String(text)) => text.clone(),
            (_, value) => value.to_string(),
        }
    }

    /// Body of the answer of the service.
    async fn answer(&self, app: &App, method: &str, path: &str, accept: &str) -> String {
        let (request, body) = match method {
            "get" => (Request::get(format!("{path}?{}", self.text())), String::new()),
            _ => (Request::post(path).header("content-type", &self.media_type), self.text()),
        };
        let request = request
            .header("host", "localhost")
            .header("accept", accept)
            .header("x-request-id", "6f1b2c1e-8f0e-4c38-9d1c-3f8d5a7e0b11");
        let reply = Call::of(request, body).to(app).await;
        assert_eq!(reply.status, 200, "{method} {path} {body:?}: {}", reply.body, body = self.value);
        reply.body
    }

    /// Answers in the document.
    async fn answers(self, app: &App, method: &str, path: &str) -> Vec<ExampleAnswer> {
        let mut answers = Vec::new();
        for (media_type, summary) in &self.answers {
            let body = with_fixed_times(&self.answer(app, method, path, media_type).await);
            let value = match media_type.as_str() {
                "application/json" => RawValue::from_string(body.trim_end().to_owned()),
                _ => to_raw_value(&body),
            };
            answers.push(ExampleAnswer {
                media_type: media_type.clone(),
                name: summary.as_ref().and(self.name.clone()),
                summary: summary.clone(),
                value: value.expect("JSON"),
            });
        }
        if answers.is_empty() {
            self.answer(app, method, path, "*/*").await;
        }
        answers
    }
}

/// Replaces times, which differ from run to run. A question that the service answers at once has never waited: 0 stays.
fn with_fixed_times(body: &str) -> String {
    let times = [
        (r#""queue_us":[1-9]\d*"#, r#""queue_us":20"#),
        (r#""solve_us":\d+"#, r#""solve_us":50"#),
        (r#""elapsed_ms":\d+"#, r#""elapsed_ms":1"#),
    ];
    times.into_iter().fold(body.to_owned(), |body, (pattern, fixed)| {
        Regex::new(pattern).expect("a regular expression").replace_all(&body, fixed).into_owned()
    })
}

/// JSON of the answers by method, one a line.
fn lines(answers: &BTreeMap<String, Vec<ExampleAnswer>>) -> String {
    let line = |answer| serde_json::to_string(answer).expect("JSON is serializable");
    let methods = answers.iter().map(|(method, answers)| {
        format!("\"{method}\":[\n{}\n]", answers.iter().map(line).collect::<Vec<_>>().join(",\n"))
    });
    format!("{{{}}}\n", methods.collect::<Vec<_>>().join(",\n"))
}

/// File of a path, in the folder of its kind.
fn file(path: &str, extension: &str) -> String {
    let (folder, name) = match path.strip_prefix("/exact-cover/") {
        // The same kind of question about a puzzle and about a problem.
        Some(name @ ("prove" | "formula")) => (name, "cover".to_owned()),
        Some(name) => ("cover", name.replace('/', "-")),
        None => {
            let (folder, batch) = path[1..].split_once('/').unwrap_or((&path[1..], "single"));
            (folder, batch.to_owned())
        }
    };
    let root = env!("CARGO_MANIFEST_DIR");
    format!("{root}/crates/answers/src/kinds/{folder}/examples/{name}.{extension}")
}

/// Paths with examples, and their requests by method.
fn requests(document: &Value) -> Vec<(&str, BTreeMap<String, Vec<ExampleRequest>>)> {
    let mut requests = Vec::new();
    for path in document["paths"].as_object().expect("paths").keys() {
        if let Ok(file) = fs::read(file(path, "json")) {
            let methods = serde_json::from_slice(&file).unwrap_or_else(|error| panic!("{path}: {error}"));
            requests.push((path.as_str(), methods));
        }
    }
    assert!(!requests.is_empty());
    requests
}

#[tokio::test]
#[expect(clippy::disallowed_methods, reason = "the variable is for this test alone")]
async fn stored_answers_are_up_to_date() {
    let app = app();
    let document = json_document();
    for (path, methods) in requests(&document) {
        let mut answers = BTreeMap::<_, Vec<_>>::new();
        for (method, requests) in methods {
            for request in requests {
                let more = request.answers(&app, &method, path).await;
                answers.entry(method.clone()).or_default().extend(more);
            }
        }
        let (file, answers) = (file(path, "answers.json"), lines(&answers));
        if env::var_os("UPDATE_EXAMPLES").is_some() {
            fs::write(&file, answers).expect("the file is writable");
        } else {
            let stored = fs::read_to_string(&file).expect("the file is readable");
            assert_eq!(stored, answers, "{path}: `UPDATE_EXAMPLES=1 cargo test --test api stored_answers`");
        }
    }
}

#[test]
fn document_has_all_answers() {
    let document = json_document();
    let fraction = Regex::new(r"\d\.\d{6,}").expect("a regular expression");
    for (path, methods) in requests(&document) {
        let answers = fs::read_to_string(file(path, "answers.json")).expect("the file is readable");
        for number in fraction.find_iter(&answers) {
            // Reading may round the last digit.
            let committed = include_str!("../../openapi.yaml");
            assert!(committed.contains(number.as_str()), "{path}: {} is rounded", number.as_str());
        }
        let answers: Value = serde_json::from_str(&answers).expect("JSON");
        for (method, requests) in methods {
            let operation = &document["paths"][path][&method];
            for answer in answers[&method].as_array().expect("answers") {
                let media_type = answer["media_type"].as_str().expect("a media type");
                let content = &operation["responses"]["200"]["content"][media_type];
                let shown = match answer["name"].as_str() {
                    Some(name) => &content["examples"][name]["value"],
                    None => &content["example"],
                };
                assert_eq!(shown, &answer["value"], "{method} {path}");
            }
            let parameters = operation["parameters"].as_array().expect("parameters");
            for parameter in parameters.iter().filter(|parameter| parameter.get("example").is_some()) {
                let name = parameter["name"].as_str().expect("a name");
                assert_eq!(requests[0].value[name], parameter["example"], "{method} {path} {name}");
            }
        }
    }
}
