//! Example answers of the OpenAPI document, against the schemas of both documents.

use quadrille::http::simple_document;
use serde_json::{Value, json};

use crate::harness::schema_faults;
use crate::openapi::{json_document, resolved};

const JSON: &str = "application/json";
const NDJSON: &str = "application/x-ndjson";

fn simple_json() -> Value {
    serde_json::to_value(simple_document().expect("an OpenAPI document"))
        .expect("the document is serializable")
}

/// An answer of the complete document.
struct Answer<'a> {
    operation: &'a Value,
    /// Path, method and status.
    place: [&'a str; 3],
    media_type: &'a str,
    /// Name of the example, if its media type has several.
    name: Option<&'a str>,
    value: &'a Value,
}

/// All example answers, also those of problems.
fn answers(document: &Value) -> Vec<Answer<'_>> {
    let mut answers = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            for (status, response) in operation["responses"].as_object().expect("responses") {
                for (media_type, content) in
                    resolved(document, response)["content"].as_object().into_iter().flatten()
                {
                    let named = content["examples"].as_object().into_iter().flatten();
                    let named = named.map(|(name, example)| (Some(name.as_str()), &example["value"]));
                    let only = content.get("example").map(|value| (None, value));
                    answers.extend(only.into_iter().chain(named).map(|(name, value)| Answer {
                        operation,
                        place: [path, method, status],
                        media_type,
                        name,
                        value,
                    }));
                }
            }
        }
    }
    answers
}

impl Answer<'_> {
    /// The schema of its content in a document, which may leave out the path or the media type.
    fn schema<'a>(&self, document: &'a Value) -> Option<&'a Value> {
        let [path, method, status] = self.place;
        let response = &document["paths"][path][method]["responses"].get(status)?;
        resolved(document, response)["content"].get(self.media_type)?.get("schema")
    }

    /// Whether the simple document has the form of the request with this answer.
    fn has_simple_request(&self, simple: &Value) -> bool {
        let [path, method, _] = self.place;
        let content = &self.operation["requestBody"]["content"][JSON];
        let request = match self.name {
            Some(name) => &content["examples"][name]["value"],
            None => &content["example"],
        };
        let schema = &simple["paths"][path][method]["requestBody"]["content"][JSON]["schema"];
        request.is_null() || schema_faults(simple, schema, request).is_empty()
    }

    /// Faults against a schema of a document; for lines, against that of a line.
    fn faults(&self, document: &Value, schema: &Value) -> Vec<String> {
        match schema["contentSchema"].get("items") {
            Some(line) if self.media_type == NDJSON => {
                let lines = self.value.as_str().expect("lines").lines();
                let lines = lines.map(|line| serde_json::from_str(line).expect("JSON"));
                lines.flat_map(|value: Value| schema_faults(document, line, &value)).collect()
            }
            _ => schema_faults(document, schema, self.value),
        }
    }
}

#[test]
fn example_answers_match_both_documents() {
    let (full, simple) = (json_document(), simple_json());
    let (mut checked, mut other_forms) = ([0, 0], Vec::new());
    for answer in answers(&full) {
        let [path, method, status] = answer.place;
        let place = format!("{method} {path} {status} {} {:?}", answer.media_type, answer.name);
        let schema = answer.schema(&full).unwrap_or_else(|| panic!("{place}: no schema"));
        assert_eq!(answer.faults(&full, schema), Vec::<String>::new(), "{place}");
        checked[0] += 1;
        if let Some(schema) = answer.schema(&simple) {
            let faults = answer.faults(&simple, schema);
            if faults.is_empty() {
                checked[1] += 1;
            } else {
                assert!(!answer.has_simple_request(&simple), "{place}: {faults:?}");
                other_forms.push(place);
            }
        }
    }
    assert!(checked.iter().all(|checked| *checked > 250), "{checked:?}");
    // Puzzles as rows, and counts as a claim.
    assert!(other_forms.len() < 10, "{other_forms:?}");
}

#[test]
fn null_is_in_both_documents() {
    for document in [json_document(), simple_json()] {
        let schema = |name: &str| document["components"]["schemas"][name].clone();
        let faults = |name: &str, member: &str, value: Value| {
            schema_faults(&document, &schema(name)["properties"][member], &value)
        };
        for (name, member) in [
            ("SolveResponse", "stopped_by"),
            ("SolveResponse", "solution"),
            ("RateResponse", "score"),
            ("RateResponse", "level"),
            ("EffectiveLimits", "nodes"),
            ("Job", "started_ms"),
            ("Job", "complete"),
        ] {
            assert_eq!(faults(name, member, Value::Null), Vec::<String>::new(), "{name} {member}");
        }
        // A schema that says nothing would accept these, too.
        assert_ne!(faults("SolveResponse", "stopped_by", json!("never")), Vec::<String>::new());
        assert_ne!(faults("EffectiveLimits", "nodes", json!("many")), Vec::<String>::new());
        assert_ne!(faults("EffectiveLimits", "time_ms", Value::Null), Vec::<String>::new());
        assert_ne!(faults("SolveResponse", "verdict", Value::Null), Vec::<String>::new());
    }
}
