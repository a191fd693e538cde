//! Schemas of tools, from the OpenAPI document.

use serde_json::{Map, Value, json};

use super::resources::with_resources;

type Object = Map<String, Value>;

/// Start of the references to schemas.
const SCHEMAS: &str = "#/components/schemas/";

/// Keywords that say nothing to a model.
const DROPPED_KEYWORDS: [&str; 3] = ["example", "examples", "title"];

/// Returns the schema of the JSON body of an operation's request.
pub(super) fn request(document: &Value, path: &str) -> Option<Object> {
    let content = &document["paths"][path]["post"]["requestBody"]["content"];
    let mut schema = inlined(&content["application/json"]["schema"], document);
    remove_null(&mut schema);
    shorten_constraints(&mut schema["properties"]["constraints"]);
    object(schema)
}

/// Returns the schema of an operation's answer as JSON. Of an answer that may be a stream, the single one.
pub(super) fn answer(document: &Value, path: &str) -> Option<Object> {
    let content = &document["paths"][path]["post"]["responses"]["200"]["content"];
    let schema = inlined(&content["application/json"]["schema"], document);
    let single = schema["oneOf"].get(0).cloned();
    object(single.unwrap_or(schema))
}

/// Returns the schema of an object without what its body in OpenAPI says of it.
fn object(schema: Value) -> Option<Object> {
    let Value::Object(mut schema) = schema else { return None };
    schema.remove("description");
    (schema.get("type")? == "object").then_some(schema)
}

/// Returns a schema with the components in the place of their references: not all hosts follow these.
fn inlined(schema: &Value, document: &Value) -> Value {
    match schema {
        Value::Array(schemas) => schemas.iter().map(|schema| inlined(schema, document)).collect(),
        Value::Object(members) => {
            let name = members.get("$ref").and_then(|reference| reference.as_str()?.strip_prefix(SCHEMAS));
            let component = name.map(|name| inlined(&document["components"]["schemas"][name], document));
            let mut whole = component.as_ref().and_then(Value::as_object).cloned().unwrap_or_default();
            let others = members
                .iter()
                .filter(|(keyword, _)| *keyword != "$ref" && !DROPPED_KEYWORDS.contains(&keyword.as_str()));
            whole.extend(others.map(|(keyword, member)| {
                let member = match member {
                    // Their names are no keywords.
                    Value::Object(properties) if keyword == "properties" => {
                        let inline =
                            |(name, schema): (&String, &Value)| (name.clone(), inlined(schema, document));
                        properties.iter().map(inline).collect()
                    }
                    Value::String(text) if keyword == "description" => with_resources(text).into(),
                    member => inlined(member, document),
                };
                (keyword.clone(), member)
            }));
            Value::Object(whole)
        }
        other => other.clone(),
    }
}

/// Leaves out `null` as another form of an argument that is not given: not all hosts read unions.
fn remove_null(schema: &mut Value) {
    let is_null = |alternative: &Value| alternative["type"] == "null";
    if let Value::Object(members) = schema {
        if let Some(Value::Array(types)) = members.get_mut("type")
            && let Some(kept) = types.iter().find(|name| *name != "null").cloned()
        {
            members.insert("type".to_owned(), kept);
        }
        if let Some(Value::Array(names)) = members.get_mut("enum") {
            names.retain(|name| !name.is_null());
        }
        if let Some(Value::Array(alternatives)) = members.get_mut("oneOf") {
            alternatives.retain(|alternative| !is_null(alternative));
            if let [Value::Object(only)] = &mut alternatives[..] {
                let mut only = std::mem::take(only);
                members.remove("oneOf");
                only.append(members);
                *members = only;
            }
        }
        members.values_mut().for_each(remove_null);
    } else if let Value::Array(schemas) = schema {
        schemas.iter_mut().for_each(remove_null);
    }
}

/// Leaves out the members of all types of constraints, which a resource lists: they are longer than the rest of the schema.
fn shorten_constraints(constraints: &mut Value) {
    let types = constraints["items"]["properties"]["type"].take();
    if !types.is_null() {
        constraints["items"] = json!({"type": "object", "required": ["type"], "properties": {"type": types}});
    }
}
