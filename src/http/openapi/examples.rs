//! Examples of request and response bodies, from the files of the kinds.
//!
//! `tests/api/examples.rs` writes the answers and compares them.

use quadrille_answers::kinds::{KindVisitor, visit_kinds};
use quadrille_answers::wire::{BatchDoc, BatchKind, Examples, RequestKind};
use serde::Deserialize;
use serde_json::Value;
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::{Content, OpenApi, RefOr};

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

/// Adds the examples of all kinds to the bodies of the requests, and to the responses with status 200.
pub(super) fn add_examples(document: &mut OpenApi) {
    visit_kinds(&mut KindExamples(document));
}

struct KindExamples<'a>(&'a mut OpenApi);

impl KindVisitor for KindExamples<'_> {
    fn endpoint<K: RequestKind>(&mut self) {
        add_to_path(self.0, K::PATH, K::EXAMPLES);
    }

    fn batch<K: BatchKind>(&mut self) {
        if let Some(BatchDoc { examples, .. }) = K::BATCH {
            add_to_path(self.0, &format!("{}/batch", K::PATH), examples);
        }
    }
}

fn add_to_path(document: &mut OpenApi, path: &str, Examples { requests, answers }: Examples) {
    let Some(item) = document.paths.paths.get_mut(path) else { return };
    // A test compares the files with the document.
    let [requests, answers] =
        [requests, answers].map(|file| serde_json::from_str::<PathExamples>(file).unwrap_or_default());
    let operations =
        [(&mut item.get, requests.get, answers.get), (&mut item.post, requests.post, answers.post)];
    for (operation, requests, answers) in operations {
        let Some(operation) = operation else { continue };
        if let Some(RefOr::T(body)) = &mut operation.request_body {
            requests
                .into_iter()
                .for_each(|request| request.add_to(|media_type| body.content.get_mut(media_type)));
        }
        if let Some(RefOr::T(response)) = operation.responses.responses.get_mut("200") {
            answers
                .into_iter()
                .for_each(|answer| answer.add_to(|media_type| response.content.get_mut(media_type)));
        }
    }
}

impl BodyExample {
    /// Adds this example to the content with its media type.
    fn add_to<'a>(self, content: impl FnOnce(&str) -> Option<&'a mut RefOr<Content>>) {
        let Some(RefOr::T(content)) = content(&self.media_type) else { return };
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
