//! The OpenAPI document for generators of clients.

use std::collections::BTreeSet;

use quadrille::http::{simple_document, to_yaml};
use serde_json::{Value, json};

use crate::harness::Call;
use crate::openapi::references;

fn simple_json() -> Value {
    serde_json::to_value(simple_document().expect("an OpenAPI document"))
        .expect("the document is serializable")
}

/// All objects within a part of the document, and the part itself.
fn objects(part: &Value) -> Vec<&serde_json::Map<String, Value>> {
    let children: Vec<&Value> = match part {
        Value::Object(members) => members.values().collect(),
        Value::Array(items) => items.iter().collect(),
        _ => Vec::new(),
    };
    part.as_object().into_iter().chain(children.into_iter().flat_map(objects)).collect()
}

#[tokio::test]
async fn endpoints_serve_the_document_of_the_profile() {
    let simple = simple_document().expect("an OpenAPI document");
    let yaml = Call::get("/openapi.yaml?profile=simple").send().await;
    assert_eq!(yaml.header("content-type"), "application/yaml");
    assert_eq!(yaml.header("vary"), "accept-encoding");
    assert_eq!(yaml.body, to_yaml(&simple).expect("the document is serializable"));
    let json = Call::get("/openapi.json?profile=simple").send().await;
    assert_eq!(json.header("content-type"), "application/json");
    assert_eq!(json.json(), simple_json());
    for path in ["/openapi.yaml", "/openapi.json"] {
        let full = Call::get(path).send().await.body;
        assert_eq!(Call::get(&format!("{path}?profile=full")).send().await.body, full);
        assert!(full.contains("oneOf"), "{path}");
    }
}

#[tokio::test]
async fn unknown_profile_is_rejected() {
    for path in ["/openapi.yaml", "/openapi.json"] {
        let reply = Call::get(&format!("{path}?profile=small")).send().await;
        assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (422, &json!("invalid_question")));
        let fault =
            json!({"code": "out_of_range", "parameter": "profile", "detail": "must be full or simple"});
        assert_eq!(reply.json()["errors"], json!([fault]));
        let reply = Call::get(&format!("{path}?profil=simple")).send().await;
        assert_eq!(reply.status, 422);
        let detail = "`profil` is unknown: did you mean `profile`? the query may have profile, tag";
        let fault = json!({"code": "unknown_parameter", "parameter": "profil", "detail": detail});
        assert_eq!(reply.json()["errors"], json!([fault]));
    }
}

#[test]
fn simple_document_has_one_form_of_each_value() {
    let document = simple_json();
    let null = json!({"type": "null"});
    for object in objects(&document) {
        for keyword in ["anyOf", "allOf"] {
            assert!(!object.contains_key(keyword), "{object:?}");
        }
        // Null is the only other form.
        if let Some(Value::Array(alternatives)) = object.get("oneOf") {
            assert!(alternatives.len() == 2 && alternatives[1] == null, "{alternatives:?}");
            assert!(alternatives[0]["$ref"].is_string(), "{alternatives:?}");
        }
        if let Some(Value::Array(types)) = object.get("type") {
            assert!(types.len() == 2 && types[1] == "null", "{types:?}");
        }
        if object.get("type").is_some_and(|name| name == "array" || *name == json!(["array", "null"])) {
            assert!(object.get("items").is_some_and(Value::is_object), "{object:?}");
        }
        // A schema may have a member with this name.
        if let Some(Value::Object(content)) = object.get("content")
            && content.keys().all(|name| name.contains('/'))
        {
            assert_eq!(content.len(), 1, "{content:?}");
        }
    }
}

#[test]
fn simple_types_are_texts_and_maps() {
    let document = simple_json();
    let schemas = &document["components"]["schemas"];
    for name in ["Puzzle", "Grid", "EntryId", "ClueRange", "DifficultyWish"] {
        assert_eq!(schemas[name]["type"], "string", "{name}");
    }
    for name in ["Candidates", "Marks"] {
        assert_eq!(schemas[name]["type"], "object", "{name}");
        assert_eq!(schemas[name]["additionalProperties"]["type"], "array", "{name}");
        assert_eq!(schemas[name]["additionalProperties"]["items"]["type"], "integer", "{name}");
    }
    assert_eq!(schemas["CountRequest"]["properties"]["limit"]["type"], json!(["integer", "null"]));
    let body = &document["paths"]["/solve/batch"]["post"]["requestBody"]["content"]["application/json"];
    assert_eq!(body["schema"]["items"]["$ref"], "#/components/schemas/SolveEntry");
    let results = &document["paths"]["/jobs/{id}/results"]["get"]["responses"]["200"]["content"];
    assert_eq!(results["application/json"]["schema"]["$ref"], "#/components/schemas/JobResults");
}

#[test]
fn simple_objects_require_what_all_alternatives_have() {
    let document = simple_json();
    let schemas = &document["components"]["schemas"];
    let result = &schemas["SolveBatchResult"];
    assert_eq!(result["required"], json!(["index", "type"]));
    assert_eq!(result["properties"]["type"]["enum"], json!(["result", "error"]));
    assert!(result["properties"]["solution"].is_object() && result["properties"]["error"].is_object());
    let required = schemas["SolveResponse"]["required"].as_array().expect("required members");
    assert!(required.contains(&json!("verdict")) && !required.contains(&json!("solution")), "{required:?}");
}

#[test]
fn simple_references_resolve_and_components_are_used() {
    let document = simple_json();
    let references: BTreeSet<&str> = references(&document).into_iter().collect();
    for reference in &references {
        let pointer = reference.strip_prefix('#').expect("within the document");
        assert!(document.pointer(pointer).is_some_and(|target| target.get("$ref").is_none()), "{reference}");
    }
    for group in ["schemas", "responses", "headers"] {
        let components = document["components"][group].as_object().expect("components");
        assert!(!components.is_empty());
        for name in components.keys() {
            assert!(references.contains(&*format!("#/components/{group}/{name}")), "{name}");
        }
    }
}

#[test]
fn simple_document_names_a_service() {
    let document = simple_json();
    assert_eq!(document["servers"][0]["url"], "http://localhost:8080");
    assert!(document["info"]["description"].as_str().is_some_and(|text| text.len() < 600));
    let paths = document["paths"].as_object().expect("paths");
    assert!(paths.contains_key("/solve") && !paths.contains_key("/openapi.json"));
}
