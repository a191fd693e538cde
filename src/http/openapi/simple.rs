//! The document for generators of clients: every schema has one form, and every body one media type.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};
use utoipa::openapi::OpenApi;

use super::parts::{JSON, read_document};

type Object = Map<String, Value>;

const DESCRIPTION: &str = "\
Solves Sudoku of every size from 1x1 to 36x36, counts solutions and proves uniqueness.

This document is for generators of clients. It leaves out other forms of the same values, such as puzzles as arrays; other media \
types than JSON; and options in the query that the body has. A member that may be `null` is optional: answers have the `null`, and \
requests may leave the member out. `/openapi.yaml` without `profile` has the complete contract.";

/// Paths that describe the service: a generated client has them already.
const DROPPED_PATHS: [&str; 3] = ["/", "/openapi.yaml", "/openapi.json"];

/// Keywords that generators misunderstand, or take for names of types. Examples have all forms of a value.
const DROPPED_KEYWORDS: [&str; 6] =
    ["contentMediaType", "contentSchema", "example", "examples", "not", "title"];

/// Title of the alternative that is text, which is preferred to numbers, arrays and objects.
const TEXT: &str = "Text";

/// Returns the document for generators.
///
/// # Errors
/// If the result is not an OpenAPI document.
pub(in crate::http) fn simplify(whole: &OpenApi) -> serde_json::Result<OpenApi> {
    let mut document = serde_json::to_value(whole)?;
    document["info"]["description"] = DESCRIPTION.into();
    document["servers"] = json!([{
        "url": "http://localhost:8080",
        "description": "A service on this machine. Give the client the URL of yours.",
    }]);
    if let Value::Object(paths) = &mut document["paths"] {
        paths.retain(|path, _| !DROPPED_PATHS.contains(&path.as_str()));
        let operations = paths.values_mut().filter_map(Value::as_object_mut).flat_map(Object::values_mut);
        operations.for_each(drop_repeated_options);
    }
    let schemas = Schemas(document["components"]["schemas"].as_object().cloned().unwrap_or_default());
    for part in ["paths", "components"] {
        schemas.simplify(&mut document[part]);
    }
    follow_aliases(&mut document);
    remove_unused(&mut document);
    read_document(document, whole)
}

/// Drops the options in the query that are members of the JSON body. Those of a batch are defaults for its entries.
fn drop_repeated_options(operation: &mut Value) {
    let body = &operation["requestBody"]["content"][JSON]["schema"];
    if body.is_null() || body["type"] == "array" {
        return;
    }
    if let Value::Array(parameters) = &mut operation["parameters"] {
        parameters.retain(|parameter| parameter["in"] != "query");
    }
}

/// Components of the complete document.
struct Schemas(Object);

impl Schemas {
    /// Simplifies every body and schema in a part of the document.
    fn simplify(&self, part: &mut Value) {
        match part {
            Value::Array(items) => items.iter_mut().for_each(|item| self.simplify(item)),
            Value::Object(members) => self.simplify_object(members),
            _ => {}
        }
    }

    fn simplify_object(&self, members: &mut Object) {
        members.retain(|keyword, _| !DROPPED_KEYWORDS.contains(&keyword.as_str()));
        if let Some(Value::Object(content)) = members.get_mut("content") {
            keep_one_media_type(content);
        }
        if let Some(Value::Array(alternatives)) = members.remove("oneOf") {
            let mut chosen = self.chosen(&alternatives);
            let has_null = alternatives.iter().filter_map(Value::as_object).any(is_null);
            let reference = if has_null { chosen.remove("$ref") } else { None };
            chosen.append(members);
            *members = chosen;
            if let Some(reference) = reference {
                members.retain(|keyword, _| !DROPPED_KEYWORDS.contains(&keyword.as_str()));
                members.insert("oneOf".to_owned(), json!([{"$ref": reference}, {"type": "null"}]));
                return;
            }
            if has_null {
                add_null(members);
            }
            // The chosen alternative may be another union, or have dropped keywords.
            return self.simplify_object(members);
        }
        if let Some(Value::Array(types)) = members.get("type") {
            let kept = types.iter().find(|name| *name != "null").cloned();
            let has_null = types.iter().any(|name| name == "null");
            members.insert("type".to_owned(), kept.unwrap_or_default());
            if has_null {
                add_null(members);
            }
        }
        if has_type(members, "array") {
            // Elements of any type may also be text.
            let items = members.entry("items").or_insert_with(|| json!({}));
            if items.as_object().is_some_and(Object::is_empty) {
                *items = json!({"type": "string"});
            }
        }
        self.make_nullable_optional(members);
        for (name, member) in members {
            match member {
                // Their names are no keywords.
                Value::Object(properties) if name == "properties" => {
                    properties.values_mut().for_each(|property| self.simplify(property));
                }
                // A value of a map that is null is another form of a key that is left out.
                Value::Object(values) if name == "additionalProperties" => {
                    self.simplify_object(values);
                    remove_null(values);
                }
                member => self.simplify(member),
            }
        }
    }

    /// Returns the one schema for these alternatives: all objects in one, or the text, or the first.
    fn chosen(&self, alternatives: &[Value]) -> Object {
        let alternatives: Vec<&Object> =
            alternatives.iter().filter_map(Value::as_object).filter(|other| !is_null(other)).collect();
        let objects: Vec<&Object> = alternatives.iter().flat_map(|other| self.alternatives(other)).collect();
        if objects.len() > 1 && objects.iter().all(|object| object.contains_key("properties")) {
            return self.merged(&objects);
        }
        let text = alternatives.iter().find(|other| other.get("title").is_some_and(|title| title == TEXT));
        text.or(alternatives.first()).copied().cloned().unwrap_or_default()
    }

    /// Returns the alternatives of a component that is a union, or the schema.
    fn alternatives<'a>(&'a self, schema: &'a Object) -> Vec<&'a Object> {
        let schema = self.resolved(schema);
        match schema.get("oneOf") {
            Some(Value::Array(inner)) => {
                inner.iter().filter_map(Value::as_object).map(|other| self.resolved(other)).collect()
            }
            _ => vec![schema],
        }
    }

    /// Returns an object with the members of all of these, of which it requires the ones that each requires.
    fn merged(&self, objects: &[&Object]) -> Object {
        let mut properties = Object::new();
        for (name, schema) in objects.iter().filter_map(|object| object["properties"].as_object()).flatten() {
            let property = properties.entry(name).or_insert_with(|| schema.clone());
            if let Some(merged) = self.merged_names(property, schema) {
                *property = merged;
            }
        }
        let is_required = |name: &&String| objects.iter().all(|object| requires(object, name));
        let required: Vec<&String> = properties.keys().filter(is_required).collect();
        let merged = json!({"type": "object", "required": required, "properties": properties});
        merged.as_object().cloned().unwrap_or_default()
    }

    /// Returns a schema with the names of both, if both are different enumerations.
    fn merged_names(&self, first: &Value, second: &Value) -> Option<Value> {
        let names = |schema: &Value| self.resolved(schema.as_object()?).get("enum")?.as_array().cloned();
        let (first, second) = (names(first)?, names(second)?);
        if first == second {
            return None;
        }
        let others = second.into_iter().filter(|name| !first.contains(name));
        let names: Vec<Value> = first.iter().cloned().chain(others).collect();
        Some(json!({"type": "string", "enum": names}))
    }

    /// Removes members that may be null from the required ones: some generators have no type for a null that must be there.
    fn make_nullable_optional(&self, object: &mut Object) {
        let Some(Value::Object(properties)) = object.get("properties").cloned() else { return };
        let Some(Value::Array(required)) = object.get_mut("required") else { return };
        required.retain(|name| {
            let property = name.as_str().and_then(|name| properties.get(name)?.as_object());
            property.is_none_or(|property| !accepts_null(self.resolved(property)))
        });
        if required.is_empty() {
            object.remove("required");
        }
    }

    /// Returns the component to which a schema refers, or the schema.
    fn resolved<'a>(&'a self, schema: &'a Object) -> &'a Object {
        let name = schema.get("$ref").and_then(|reference| reference.as_str()?.strip_prefix(SCHEMAS));
        name.and_then(|name| self.0.get(name)?.as_object()).unwrap_or(schema)
    }
}

/// Start of the references to schemas.
const SCHEMAS: &str = "#/components/schemas/";

fn is_null(schema: &Object) -> bool {
    schema.get("type").is_some_and(|name| name == "null")
}

fn accepts_null(schema: &Object) -> bool {
    let has_null = |schemas: &Vec<Value>| schemas.iter().filter_map(Value::as_object).any(is_null);
    has_type(schema, "null") || schema.get("oneOf").and_then(Value::as_array).is_some_and(has_null)
}

/// Returns whether the type, or one of the types, has this name.
fn has_type(schema: &Object, name: &str) -> bool {
    match schema.get("type") {
        Some(Value::Array(types)) => types.iter().any(|other| other == name),
        Some(other) => other == name,
        None => false,
    }
}

/// Makes a schema with one type accept null, too.
fn add_null(schema: &mut Object) {
    if let Some(Value::String(name)) = schema.get("type") {
        let types = json!([name, "null"]);
        schema.insert("type".to_owned(), types);
    }
    if let Some(Value::Array(names)) = schema.get_mut("enum")
        && !names.contains(&Value::Null)
    {
        names.push(Value::Null);
    }
}

/// Makes a simplified schema reject null.
fn remove_null(schema: &mut Object) {
    if let Some(Value::Array(types)) = schema.get("type") {
        let kept = types.iter().find(|name| *name != "null").cloned();
        schema.insert("type".to_owned(), kept.unwrap_or_default());
    }
    if let Some(Value::Array(names)) = schema.get_mut("enum") {
        names.retain(|name| !name.is_null());
    }
}

fn requires(object: &Object, name: &str) -> bool {
    let required = object.get("required").and_then(Value::as_array);
    required.is_some_and(|required| required.iter().any(|other| other == name))
}

/// Keeps JSON, or the first media type.
fn keep_one_media_type(content: &mut Object) {
    let kept =
        if content.contains_key(JSON) { Some(JSON.to_owned()) } else { content.keys().next().cloned() };
    content.retain(|media_type, _| Some(media_type) == kept.as_ref());
}

/// Replaces references to a component that is only a reference by references to its target.
fn follow_aliases(document: &mut Value) {
    let schemas = document["components"]["schemas"].as_object().into_iter().flatten();
    let aliases: BTreeMap<String, String> = schemas
        .filter_map(|(name, schema)| Some((format!("{SCHEMAS}{name}"), schema["$ref"].as_str()?.to_owned())))
        .collect();
    visit_references(document, &mut |reference| {
        while let Some(target) = aliases.get(reference) {
            reference.clone_from(target);
        }
    });
}

/// Removes the components to which nothing refers.
pub(super) fn remove_unused(document: &mut Value) {
    let mut removed = true;
    while removed {
        removed = false;
        let mut used = BTreeSet::new();
        visit_references(document, &mut |reference| {
            used.insert(reference.clone());
        });
        for group in ["schemas", "responses", "headers", "parameters", "examples"] {
            let components = document["components"].get_mut(group).and_then(Value::as_object_mut);
            let Some(components) = components else { continue };
            let before = components.len();
            components.retain(|name, _| used.contains(&format!("#/components/{group}/{name}")));
            removed |= components.len() < before;
        }
    }
}

fn visit_references(part: &mut Value, visit: &mut impl FnMut(&mut String)) {
    match part {
        Value::Array(items) => items.iter_mut().for_each(|item| visit_references(item, visit)),
        Value::Object(members) => {
            if let Some(Value::String(reference)) = members.get_mut("$ref") {
                visit(reference);
            }
            members.values_mut().for_each(|member| visit_references(member, visit));
        }
        _ => {}
    }
}
