//! Examples of request and response bodies: requests in files, and the answers of the service in the files beside them.
//!
//! `tests/api/examples.rs` writes the answers and compares them.

use serde::Deserialize;
use serde_json::Value;
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::{Content, OpenApi, RefOr};

/// Paths with the contents of `examples/PATH.json` and `examples/PATH.answers.json`.
macro_rules! files {
    ($($path:literal,)+) => {
        &[$((
            $path,
            include_str!(concat!("examples", $path, ".json")),
            include_str!(concat!("examples", $path, ".answers.json")),
        ),)+]
    };
}

/// Paths with their requests and answers.
const FILES: &[(&str, &str, &str)] = files![
    "/solve",
    "/solve/batch",
    "/count",
    "/count/batch",
    "/solutions",
    "/candidates",
    "/candidates/batch",
    "/minimal",
    "/minimal/batch",
    "/conflicts",
    "/rate",
    "/rate/batch",
    "/hint",
    "/path",
    "/check",
    "/estimate",
    "/canonical",
    "/canonical/batch",
    "/shuffle",
    "/shuffle/batch",
    "/generate",
    "/render",
    "/convert",
    "/exact-cover/solve",
    "/exact-cover/count",
    "/exact-cover/count/batch",
    "/exact-cover/solutions",
    "/exact-cover/estimate",
];

/// Examples of the operations of a path.
#[derive(Default, Deserialize)]
#[serde(default)]
struct PathExamples {
    get: Vec<BodyExample>,
    post: Vec<BodyExample>,
}

/// Example of a body. It has a name if its media type has several examples.
#[derive(Deserialize)]
struct BodyExample {
    media_type: String,
    name: Option<String>,
    #[serde(default)]
    summary: String,
    /// The body; or the lines of an NDJSON body, or the fields of a form.
    value: Value,
}

/// Adds the examples to the bodies of the requests, and to the responses with status 200.
pub(super) fn add_examples(document: &mut OpenApi) {
    for (path, requests, answers) in FILES {
        let Some(item) = document.paths.paths.get_mut(*path) else { continue };
        // A test compares the files with the document.
        let [requests, answers] =
            [requests, answers].map(|file| serde_json::from_str::<PathExamples>(file).unwrap_or_default());
        let operations =
            [(&mut item.get, requests.get, answers.get), (&mut item.post, requests.post, answers.post)];
        for (operation, requests, answers) in operations {
            let Some(operation) = operation else { continue };
            if let Some(RefOr::T(body)) = &mut operation.request_body {
                for request in requests {
                    if let Some(RefOr::T(content)) = body.content.get_mut(&request.media_type) {
                        request.add_to(content);
                    }
                }
            }
            if let Some(RefOr::T(response)) = operation.responses.responses.get_mut("200") {
                for answer in answers {
                    if let Some(RefOr::T(content)) = response.content.get_mut(&answer.media_type) {
                        answer.add_to(content);
                    }
                }
            }
        }
    }
}

impl BodyExample {
    /// Adds this example to the content with its media type.
    fn add_to(self, content: &mut Content) {
        let value = match self.value {
            Value::Array(lines) if self.media_type == "application/x-ndjson" => {
                lines.iter().map(|line| format!("{line}\n")).collect::<String>().into()
            }
            value => value,
        };
        match self.name {
            None => content.example = Some(value),
            Some(name) => {
                let example = ExampleBuilder::new().summary(self.summary).value(Some(value)).build();
                content.examples.insert(name, example.into());
            }
        }
    }
}
