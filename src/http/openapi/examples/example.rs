//! Examples of request and response bodies.

use serde_json::Value;
use utoipa::openapi::example::{Example, ExampleBuilder};
use utoipa::openapi::path::Operation;
use utoipa::openapi::{Content, RefOr};

/// Examples of an operation: of its request body, and of its response with status 200.
pub(super) struct OperationExamples {
    pub(super) request: Vec<BodyExample>,
    pub(super) response: Vec<BodyExample>,
}

/// Example of a body.
pub(super) struct BodyExample {
    media_type: &'static str,
    /// Name and summary, if the media type has several examples.
    label: Option<(&'static str, &'static str)>,
    value: Value,
}

pub(super) fn json(name: &'static str, summary: &'static str, value: Value) -> BodyExample {
    BodyExample { media_type: "application/json", label: Some((name, summary)), value }
}

/// Example of NDJSON with these lines.
pub(super) fn ndjson(name: &'static str, summary: &'static str, lines: &Value) -> BodyExample {
    let lines = lines.as_array().into_iter().flatten();
    let value = lines.map(|line| format!("{line}\n")).collect::<String>().into();
    BodyExample { media_type: "application/x-ndjson", label: Some((name, summary)), value }
}

/// Example of the JSON document with the results and the summary of these lines.
pub(super) fn document(name: &'static str, summary: &'static str, lines: &Value) -> BodyExample {
    let [results @ .., end] = lines.as_array().map(Vec::as_slice).unwrap_or_default() else {
        return json(name, summary, Value::Null);
    };
    json(name, summary, serde_json::json!({ "results": results, "summary": end["summary"] }))
}

pub(super) fn text(value: &'static str) -> BodyExample {
    BodyExample { media_type: "text/plain", label: None, value: value.into() }
}

/// Example of a form with these fields.
pub(super) fn form(fields: Value) -> BodyExample {
    BodyExample { media_type: "application/x-www-form-urlencoded", label: None, value: fields }
}

impl OperationExamples {
    /// Adds the examples to the bodies of the operation.
    pub(super) fn add_to(self, operation: &mut Operation) {
        for example in self.request {
            let Some(RefOr::T(body)) = &mut operation.request_body else { continue };
            if let Some(RefOr::T(content)) = body.content.get_mut(example.media_type) {
                example.add_to(content);
            }
        }
        for example in self.response {
            let Some(RefOr::T(response)) = operation.responses.responses.get_mut("200") else { continue };
            if let Some(RefOr::T(content)) = response.content.get_mut(example.media_type) {
                example.add_to(content);
            }
        }
    }
}

impl BodyExample {
    fn add_to(self, content: &mut Content) {
        match self.label {
            None => content.example = Some(self.value),
            Some((name, summary)) => {
                let example: Example = ExampleBuilder::new().summary(summary).value(Some(self.value)).build();
                content.examples.insert(name.to_owned(), example.into());
            }
        }
    }
}
