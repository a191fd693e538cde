//! The list of tools.

use std::sync::{Arc, LazyLock};

use quadrille_answers::kinds::{KindVisitor, ToolDoc, ToolKind, visit_kinds};
use quadrille_answers::service::{ClientId, Dispatcher};
use rmcp::model::{self, JsonObject, ToolAnnotations};
use serde_json::Value;
use tokio::sync::OnceCell;

use super::schema;
use crate::http::error::ApiError;
use crate::http::openapi::simplify;
use crate::http::state::{DocumentError, WholeDocument};

/// A tool: an endpoint, described for a model.
pub(super) struct Tool {
    /// Path of the endpoint.
    pub(super) path: &'static str,
    pub(super) doc: ToolDoc,
}

/// How the tools read a puzzle, for the instructions of the server.
pub(super) const INSTRUCTIONS: &str = "\
Exact answers about Sudoku of every size from 1x1 to 36x36, and about exact cover problems. Do not solve or check a grid yourself: \
ask. Write a puzzle as one string, row by row, with `.` for an empty cell: 81 characters for a 9x9. Cells are named `r1c1`, row first, \
from 1. To help a person without giving the solution away, use `hint` with `reveal`, and `check` for what they have entered. A search \
that takes longer than its `limits` still answers: `stopped_by` names the limit, and `verdict` says what was proved by then. Faults of \
arguments come back as errors with a JSON pointer to each.";

/// The tools, in the order of the list of kinds.
static TOOLS: LazyLock<Vec<Tool>> = LazyLock::new(|| {
    let mut tools = ListedTools(Vec::new());
    visit_kinds(&mut tools);
    tools.0
});

struct ListedTools(Vec<Tool>);

impl KindVisitor for ListedTools {
    fn tool<K: ToolKind>(&mut self) {
        self.0.push(Tool { path: K::PATH, doc: K::TOOL });
    }
}

/// A tool whose endpoint the document does not describe.
#[derive(Debug, thiserror::Error)]
#[error("the document does not describe `{path}`, the endpoint of the tool `{tool}`")]
struct MissingEndpoint {
    tool: &'static str,
    path: &'static str,
}

impl Tool {
    /// Returns the tool with this name.
    pub(super) fn named(name: &str) -> Option<&'static Self> {
        TOOLS.iter().find(|tool| tool.doc.name == name)
    }

    /// Returns the description for hosts. The arguments have one form, as for generators of clients; answers have all forms, because
    /// hosts check them.
    ///
    /// # Errors
    /// If a document lacks the endpoint.
    fn describe(&self, full: &Value, simple: &Value) -> Result<model::Tool, MissingEndpoint> {
        let ToolDoc { name, title, description, without, is_repeatable } = self.doc;
        let missing = || MissingEndpoint { tool: name, path: self.path };
        let mut input = schema::request(simple, self.path).ok_or_else(missing)?;
        if let Some(Value::Object(properties)) = input.get_mut("properties") {
            properties.retain(|name, _| !without.contains(&name.as_str()));
        }
        let output: JsonObject = schema::answer(full, self.path).ok_or_else(missing)?;
        let hints = ToolAnnotations::new().read_only(true).idempotent(is_repeatable).open_world(false);
        let tool = model::Tool::new(name, description, input).with_title(title);
        Ok(tool.with_raw_output_schema(Arc::new(output)).with_annotations(hints))
    }
}

/// Returns the names of all tools, with commas between them.
pub(super) fn names() -> String {
    let names: Vec<&str> = TOOLS.iter().map(|tool| tool.doc.name).collect();
    names.join(", ")
}

/// Returns the descriptions of all tools. A solver thread makes them once per process: the documents are the same for each service.
///
/// # Errors
/// If a document is no JSON, or lacks the endpoint of a tool, which would be a bug.
pub(super) async fn tools(
    dispatcher: &Dispatcher,
    whole: WholeDocument,
) -> Result<Vec<model::Tool>, ApiError> {
    static DESCRIBED: OnceCell<Vec<model::Tool>> = OnceCell::const_new();
    let describe_all = async || {
        let described = dispatcher.compute_part(ClientId::SHARED, move || described(whole)).await?;
        described.map_err(|error| {
            tracing::error!(%error, "failed to describe the tools");
            ApiError::internal()
        })
    };
    DESCRIBED.get_or_try_init(describe_all).await.cloned()
}

fn described(WholeDocument(whole): WholeDocument) -> Result<Vec<model::Tool>, DocumentError> {
    let whole = whole();
    let full = serde_json::to_value(&whole).map_err(DocumentError::new)?;
    let simple = simplify(&whole).and_then(serde_json::to_value).map_err(DocumentError::new)?;
    let described: Result<Vec<model::Tool>, MissingEndpoint> =
        TOOLS.iter().map(|tool| tool.describe(&full, &simple)).collect();
    described.map_err(DocumentError::new)
}
