//! The OpenAPI document and its examples.

use std::collections::BTreeSet;

use quadrille::http::{document, shared_document, to_yaml};
use regex_lite::Regex;
use serde_json::{Value, json};

use crate::harness::{Call, app};

/// Maximum length of the committed document. Raise it for new endpoints and constraints alone: readers pay for each byte.
const BYTES_MAX: usize = 490_000;

#[tokio::test]
async fn committed_document_equals_served_document() {
    let shared = shared_document().expect("an OpenAPI document");
    let document = to_yaml(&shared).expect("the document is serializable");
    let committed = include_str!("../../openapi.yaml");
    assert!(committed == document, "run `cargo run -- openapi > openapi.yaml`");
    assert!(committed.len() <= BYTES_MAX, "{} bytes", committed.len());
    let read: Value = yaml_serde::from_str(committed).expect("YAML");
    assert!(read == shared_json(), "YAML and JSON differ");
    let served = Call::get("/openapi.yaml").send().await;
    assert_eq!(served.header("content-type"), "application/yaml");
    assert_eq!(served.body, document);
    let json = Call::get("/openapi.json").send().await.json();
    let paths = committed.lines().filter(|line| line.starts_with("  /")).count();
    assert_eq!(json["paths"].as_object().map(serde_json::Map::len), Some(paths));
}

#[test]
fn page_of_the_api_has_every_stop_and_the_fields_of_problems_and_summaries() {
    let page = include_str!("../../docs/api.md");
    let json = json_document();
    let schemas = &json["components"]["schemas"];
    for schema in ["BatchStop", "StoppedBy"] {
        for code in schemas[schema]["enum"].as_array().expect("a list") {
            let code = code.as_str().expect("text");
            assert!(page.contains(&format!("`{code}`")), "{schema}: docs/api.md does not name `{code}`");
        }
    }
    for schema in ["Problem", "Fault", "BatchSummary"] {
        for field in schemas[schema]["properties"].as_object().expect("an object").keys() {
            assert!(page.contains(&format!("`{field}`")), "{schema}: docs/api.md does not name `{field}`");
        }
    }
}

/// Document with components for equal parts, as JSON.
fn shared_json() -> Value {
    let shared = shared_document().expect("an OpenAPI document");
    serde_json::to_value(shared).expect("the document is serializable")
}

/// The document before equal parts became components.
struct Expansion<'a> {
    shared: &'a Value,
    whole: &'a Value,
}

impl Expansion<'_> {
    /// The component to which a part refers, if only the shared document has it.
    fn component(&self, part: &Value) -> Option<Value> {
        let pointer = part["$ref"].as_str()?.strip_prefix('#')?;
        (part.as_object()?.len() == 1 && self.whole.pointer(pointer).is_none())
            .then(|| self.expanded(self.shared.pointer(pointer).expect("a component")))
    }

    /// A part with the new components in place of their references.
    fn expanded(&self, part: &Value) -> Value {
        if let Some(component) = self.component(part) {
            return component;
        }
        match part {
            Value::Array(items) => items.iter().map(|item| self.expanded(item)).collect(),
            Value::Object(members) => {
                let expanded = members.iter().map(|(name, member)| (name.clone(), self.expanded(member)));
                let mut expanded: Value = expanded.collect();
                move_parameters_to_operations(&mut expanded);
                // A schema of one alternative only has a description of its own.
                if members.get("allOf").and_then(Value::as_array).is_some_and(|all| all.len() > 1) {
                    expanded = self.merged(&expanded);
                }
                // The name of an example that is the only one and has become a component.
                let only = members.get("examples").filter(|examples| {
                    examples.as_object().is_some_and(|examples| examples.keys().eq(["example"]))
                });
                if only.is_some() {
                    let value = expanded["examples"]["example"]["value"].take();
                    let content = expanded.as_object_mut().expect("an object");
                    content.remove("examples");
                    content.insert("example".to_owned(), value);
                }
                expanded
            }
            other => other.clone(),
        }
    }

    /// An object with the members of all alternatives.
    fn merged(&self, all: &Value) -> Value {
        let mut merged = json!({"type": "object", "properties": {}});
        if let Some(description) = all.get("description") {
            merged["description"] = description.clone();
        }
        let mut required = Vec::new();
        for object in all["allOf"].as_array().expect("schemas") {
            let component = object["$ref"].as_str().map(|reference| {
                self.expanded(self.shared.pointer(reference.trim_start_matches('#')).expect("a component"))
            });
            let object = component.as_ref().unwrap_or(object);
            for (name, schema) in object["properties"].as_object().expect("members") {
                merged["properties"][name] = schema.clone();
            }
            required.extend(object["required"].as_array().into_iter().flatten().cloned());
        }
        if !required.is_empty() {
            merged["required"] = required.into();
        }
        merged
    }
}

/// Gives the operations of a path the parameters of the path.
fn move_parameters_to_operations(item: &mut Value) {
    if item.get("get").is_none() {
        return;
    }
    let item = item.as_object_mut().expect("a path");
    let Some(Value::Array(shared)) = item.remove("parameters") else { return };
    for operation in item.values_mut() {
        let own = operation["parameters"].take();
        let own = own.as_array().into_iter().flatten();
        operation["parameters"] = own.chain(&shared).cloned().collect();
    }
}

/// A part with the names of required members and the parameters in alphabetical order, and without titles of objects, which are in names of
/// components.
fn with_sorted_names(part: &Value) -> Value {
    match part {
        Value::Array(items) => items.iter().map(with_sorted_names).collect(),
        Value::Object(members) => {
            let is_kept = |name: &str| name != "title" || members.get("type") != Some(&json!("object"));
            let members = members.iter().filter(|(name, _)| is_kept(name));
            let sorted = members.map(|(name, member)| {
                let sorted = match member {
                    Value::Array(names) if name == "required" => {
                        let names: BTreeSet<&str> = names.iter().filter_map(Value::as_str).collect();
                        json!(names)
                    }
                    Value::Array(parameters) if name == "parameters" => {
                        let mut parameters: Vec<Value> = parameters.iter().map(with_sorted_names).collect();
                        parameters.sort_by_key(Value::to_string);
                        parameters.into()
                    }
                    member => with_sorted_names(member),
                };
                (name.clone(), sorted)
            });
            sorted.collect()
        }
        other => other.clone(),
    }
}

/// Drops descriptions beside references of which the component in the other document says as much, and gives components its descriptions
/// if they say more.
fn move_descriptions(part: &mut Value, shared: &Value) {
    let begins_with = |description: &str, beginning: &Value| {
        beginning.as_str().is_none_or(|beginning| description.starts_with(beginning.trim_end_matches('.')))
    };
    let schemas = &shared["components"]["schemas"];
    if let Some(own) = part.get_mut("components").and_then(|components| components["schemas"].as_object_mut())
    {
        for (name, schema) in own {
            if let Some(description) = schemas[name]["description"].as_str()
                && begins_with(description, &schema["description"])
            {
                schema["description"] = description.into();
            }
        }
    }
    match part {
        Value::Array(parts) => parts.iter_mut().for_each(|part| move_descriptions(part, shared)),
        Value::Object(members) => {
            let component =
                members.get("$ref").and_then(|name| shared.pointer(name.as_str()?.trim_start_matches('#')));
            if let Some(description) = component.and_then(|component| component["description"].as_str())
                && begins_with(description, members.get("description").unwrap_or(&Value::Null))
            {
                members.remove("description");
            }
            members.values_mut().for_each(|member| move_descriptions(member, shared));
        }
        _ => {}
    }
}

#[test]
fn shared_document_says_the_same_as_the_whole_one() {
    let (mut whole, shared) = (json_document(), shared_json());
    move_descriptions(&mut whole, &shared);
    let expansion = Expansion { shared: &shared, whole: &whole };
    let is_equal = |expanded: &Value, part: &Value| {
        with_sorted_names(&expansion.expanded(expanded)) == with_sorted_names(part)
    };
    for (name, part) in whole.as_object().expect("an object").iter().filter(|(name, _)| *name != "components")
    {
        for (inner, part) in part.as_object().into_iter().flatten() {
            assert!(is_equal(&shared[name][inner], part), "{name} {inner}");
        }
        assert!(part.is_object() || is_equal(&shared[name], part), "{name}");
    }
    for (group, components) in whole["components"].as_object().expect("components") {
        for (name, component) in components.as_object().expect("components") {
            assert!(is_equal(&shared["components"][group][name], component), "{group} {name}");
        }
    }
    assert_eq!(shared.as_object().map(serde_json::Map::len), whole.as_object().map(serde_json::Map::len));
}

#[tokio::test]
async fn document_of_a_tag_has_its_operations_and_their_components() {
    let mut paths = BTreeSet::new();
    let tags = ["puzzles", "exact-cover", "batches", "jobs", "operations"];
    for profile in ["full", "simple"] {
        for tag in tags {
            let reply = Call::get(&format!("/openapi.json?tag={tag}&profile={profile}")).send().await;
            let document = reply.json();
            let name = document["tags"][0]["name"].as_str().expect("the tag");
            assert_eq!(name.to_lowercase().replace(' ', "-"), tag);
            for (path, item) in document["paths"].as_object().expect("paths") {
                for operation in operations(item) {
                    assert_eq!(operation["tags"], json!([name]), "{path}");
                }
                paths.insert(path.clone());
            }
            for reference in references(&document) {
                assert!(document.pointer(reference.trim_start_matches('#')).is_some(), "{tag}: {reference}");
            }
            let yaml = Call::get(&format!("/openapi.yaml?tag={tag}&profile={profile}")).send().await.body;
            let read: Value = yaml_serde::from_str(&yaml).expect("YAML");
            assert_eq!(read, document, "{tag} {profile}");
        }
    }
    let all = json_document();
    assert!(paths.iter().eq(all["paths"].as_object().expect("paths").keys()), "{paths:?}");
    let reply = Call::get("/openapi.json?tag=Puzzle").send().await;
    let detail = "must be one of puzzles, exact-cover, batches, jobs, operations";
    let fault = json!({"code": "out_of_range", "parameter": "tag", "detail": detail});
    assert_eq!((reply.status.as_u16(), &reply.json()["errors"]), (422, &json!([fault])));
}

/// Operations of a path, which may have parameters of its own.
fn operations(item: &Value) -> impl Iterator<Item = &Value> {
    item.as_object().expect("a path").values().filter(|member| member.is_object())
}

/// Document as JSON.
pub(crate) fn json_document() -> Value {
    serde_json::to_value(document()).expect("the document is serializable")
}

#[test]
fn no_option_of_a_query_or_form_looks_like_a_file() {
    let document = json_document();
    let items = document["paths"].as_object().expect("paths").values();
    let operations = items.flat_map(|item| item.as_object().expect("operations").values());
    let parameters =
        operations.flat_map(|operation| operation["parameters"].as_array().into_iter().flatten());
    let parameters = parameters.map(|parameter| (&parameter["name"], &parameter["schema"]));
    for (name, schema) in parameters {
        assert_eq!(schema.get("contentMediaType"), None, "{name}");
    }
    for form in ["SolveForm", "RenderForm"] {
        let candidates = &document["components"]["schemas"][form]["properties"]["candidates"];
        assert_eq!(
            (&candidates["type"], candidates.get("contentMediaType")),
            (&"string".into(), None),
            "{form}"
        );
    }
}

/// Whether a schema accepts a number, a text or an object of numbers.
fn accepts(schema: &Value, value: &Value) -> bool {
    match value {
        Value::Number(number) => {
            let range = schema["minimum"].as_u64()..=schema["maximum"].as_u64();
            schema["type"] == "integer" && range.contains(&number.as_u64())
        }
        Value::String(text) => schema["pattern"]
            .as_str()
            .is_some_and(|pattern| Regex::new(pattern).expect("a regular expression").is_match(text)),
        Value::Object(members) => {
            let is_known = |name| schema["properties"].get(name).is_some();
            schema["type"] == "object"
                && members.len() as u64 >= schema["minProperties"].as_u64().unwrap_or(0)
                && members.keys().all(is_known)
        }
        _ => false,
    }
}

/// Ranges of `/generate`, and what looks like one: the option, its schema, texts and other JSON values.
const RANGES: [(&str, &str, &[&str], &[&str]); 2] = [
    (
        "clues",
        "ClueRange",
        &["24", "24..28", "20..81", "30..30", "24..", "..28", "..", "024", "24...28", "24-28", "many", ""],
        &["24", "-1", "1297", r#"{"min": 24}"#, r#"{"min": 24, "max": 28}"#, r#"{"low": 24}"#, "{}"],
    ),
    (
        "difficulty",
        "DifficultyWish",
        &[
            "hard",
            "hard..hard",
            "medium..hard",
            "hard..",
            "..easy",
            "300..500",
            "1500",
            "1500..",
            "..1000000",
            "EASY",
            "hard..easy",
            "easy..500",
            "1000001",
            "..",
        ],
        &["400", "1500", "1000001", r#"{"max": 500}"#, r#"{"min": 300, "max": 1500}"#, "{}"],
    ),
];

#[tokio::test]
async fn schemas_of_ranges_accept_the_same_values_as_the_service() {
    let app = app();
    let document = json_document();
    let schemas = &document["components"]["schemas"];
    let parameters = document["paths"]["/generate"]["get"]["parameters"].as_array().expect("parameters");
    for (name, schema, texts, others) in RANGES {
        let parameter = parameters.iter().find(|parameter| parameter["name"] == name).expect("a parameter");
        let form = &schemas["GenerateForm"]["properties"][name];
        for text in texts {
            let uri = format!("/generate?size=9&attempts=1&nodes=1&{name}={text}");
            let is_valid = Call::get(&uri).to(&app).await.status == 200;
            for schema in [&parameter["schema"], form] {
                assert_eq!(accepts(schema, &json!(text)), is_valid, "{name}={text}");
            }
        }
        let variants = schemas[schema]["oneOf"].as_array().expect("variants");
        let examples = schemas[schema]["examples"].as_array().expect("examples").iter().cloned();
        let others = others.iter().map(|other| serde_json::from_str(other).expect("JSON"));
        for value in texts.iter().map(|text| json!(text)).chain(others).chain(examples) {
            let body = json!({"size": 9, "attempts": 1, "limits": {"nodes": 1}, name: value});
            let is_valid = Call::json("/generate", body.to_string()).to(&app).await.status == 200;
            let accepting = variants.iter().filter(|variant| accepts(variant, &value)).count();
            assert_eq!(accepting, usize::from(is_valid), "{name}: {value}");
        }
    }
}

/// Titles of a schema and of the schemas in it.
fn titles(schema: &Value) -> Vec<&str> {
    let children: Vec<&Value> = match schema {
        Value::Object(members) => {
            // Examples have titles of problems.
            members.iter().filter(|(name, _)| *name != "examples").map(|(_, member)| member).collect()
        }
        Value::Array(items) => items.iter().collect(),
        _ => Vec::new(),
    };
    schema["title"].as_str().into_iter().chain(children.into_iter().flat_map(titles)).collect()
}

#[test]
fn names_of_schemas_and_operations_have_one_style() {
    let document = shared_json();
    let is_pascal_case = |name: &str| {
        name.starts_with(|first: char| first.is_ascii_uppercase())
            && name.chars().all(|other| other.is_ascii_alphanumeric())
    };
    for group in ["schemas", "responses", "headers", "parameters", "examples"] {
        let components = document["components"][group].as_object().expect("components");
        for (name, component) in components {
            assert!(is_pascal_case(name), "{name}");
            if group == "schemas" {
                assert!(titles(component).into_iter().all(is_pascal_case), "a title in {name}");
            }
        }
    }
    let verbs = [
        "solve", "rate", "count", "list", "find", "test", "render", "convert", "estimate", "show", "get",
        "explain", "check", "generate", "create", "delete", "watch", "retry", "shuffle", "prove", "write",
    ];
    let paths = document["paths"].as_object().expect("paths").values();
    for operation in paths.flat_map(operations) {
        let id = operation["operationId"].as_str().expect("an id");
        assert!(id.chars().all(|other| other.is_ascii_lowercase() || other == '_'), "{id}");
        assert!(id.split('_').next().is_some_and(|verb| verbs.contains(&verb)), "{id}");
    }
}

/// All references within a part of the document.
pub(crate) fn references(part: &Value) -> Vec<&str> {
    let children: Vec<&Value> = match part {
        Value::Object(members) => members.values().collect(),
        Value::Array(items) => items.iter().collect(),
        _ => Vec::new(),
    };
    part["$ref"].as_str().into_iter().chain(children.into_iter().flat_map(references)).collect()
}

#[test]
fn references_resolve() {
    for document in [json_document(), shared_json()] {
        let references = references(&document);
        assert!(references.len() > 100);
        for reference in references {
            let pointer = reference.strip_prefix('#').expect("within the document");
            assert!(document.pointer(pointer).is_some(), "{reference}");
        }
    }
}

/// Response itself, or the one in the components to which it refers.
pub(crate) fn resolved<'a>(document: &'a Value, response: &'a Value) -> &'a Value {
    match response["$ref"].as_str() {
        Some(reference) => document.pointer(reference.trim_start_matches('#')).expect("a component"),
        None => response,
    }
}

#[test]
fn operations_and_responses_have_descriptions() {
    let document = json_document();
    let has_example = |content: &Value| {
        [&content["example"], &content["examples"], &content["schema"]["examples"]]
            .iter()
            .any(|part| !part.is_null())
    };
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            let body = &operation["requestBody"];
            for (media_type, content) in body["content"].as_object().into_iter().flatten() {
                assert!(has_example(content), "{method} {path} {media_type} has no example");
            }
            for key in ["summary", "description", "operationId", "tags"] {
                assert!(!operation[key].is_null() || key == "description", "{method} {path} has no {key}");
            }
            for (status, response) in operation["responses"].as_object().expect("responses") {
                let response = resolved(&document, response);
                assert!(response["description"].is_string(), "{method} {path} {status}");
                // These have no body.
                let is_empty = ["204", "304"].contains(&status.as_str());
                assert!(response["content"].is_object() || is_empty, "{method} {path} {status}");
                for (media_type, content) in response["content"].as_object().into_iter().flatten() {
                    let schema = content["schema"].to_string();
                    // The answer to a query is the answer to `POST` without `stats` and `limits`.
                    let is_in_post =
                        method == "get" && media_type == "application/json" && item.get("post").is_some();
                    assert!(
                        has_example(content) || is_in_post || schema.contains("Version"),
                        "{method} {path} {status} {media_type} has no example"
                    );
                }
            }
        }
    }
}
