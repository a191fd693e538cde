//! Descriptions of components, which references to them need not repeat.

use std::collections::BTreeMap;

use serde_json::Value;

/// Start of the references to schemas.
const SCHEMAS: &str = "#/components/schemas/";

/// Gives each schema the description that most references to it have, if it says more than the own one, and drops descriptions beside
/// references that say no more than the schema.
pub(super) fn share_descriptions(document: &mut Value) {
    let mut beside = BTreeMap::<String, BTreeMap<String, usize>>::new();
    visit_references(document, &mut |name, description| {
        if let Some(description) = description {
            *beside.entry(name.to_owned()).or_default().entry(description.clone()).or_default() += 1;
        }
        true
    });
    let mut known = BTreeMap::new();
    for (name, schema) in document["components"]["schemas"].as_object_mut().into_iter().flatten() {
        let Value::Object(schema) = schema else { continue };
        let own = schema.get("description").and_then(Value::as_str).unwrap_or_default();
        let usual = beside.get(name).and_then(|beside| beside.iter().max_by_key(|(_, count)| **count));
        let usual = usual.filter(|(usual, count)| **count > 1 && says_no_more(own, usual));
        let description = usual.map_or(own, |(usual, _)| usual).to_owned();
        if !description.is_empty() {
            schema.insert("description".to_owned(), description.clone().into());
            known.insert(name.clone(), description);
        }
    }
    visit_references(document, &mut |name, description| {
        let known = known.get(name).map(String::as_str).unwrap_or_default();
        description.is_none_or(|description| !says_no_more(description, known))
    });
}

/// Returns whether the second description begins with the first one, of which the full stop may be missing.
fn says_no_more(description: &str, other: &str) -> bool {
    other.starts_with(description.trim_end_matches('.'))
}

/// Visits the name and the description of each reference to a schema. Drops the description if the visitor returns false.
fn visit_references(part: &mut Value, keep: &mut dyn FnMut(&str, Option<&String>) -> bool) {
    match part {
        Value::Array(values) => values.iter_mut().for_each(|value| visit_references(value, keep)),
        Value::Object(members) => {
            if let Some(Value::String(reference)) = members.get("$ref")
                && let Some(name) = reference.strip_prefix(SCHEMAS)
            {
                let description = match members.get("description") {
                    Some(Value::String(description)) => Some(description),
                    _ => None,
                };
                if !keep(name, description) {
                    members.remove("description");
                }
            }
            members.values_mut().for_each(|member| visit_references(member, keep));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn usual_description_moves_to_the_schema_and_others_stay() {
        let reference =
            |description: &str| json!({"$ref": "#/components/schemas/Box", "description": description});
        let mut document = json!({
            "components": {"schemas": {
                "Box": {"type": "object", "description": "Size of a box."},
                "First": {"properties": {"box": reference("Size of a box. By default 3x3.")}},
                "Second": {"properties": {"box": reference("Size of a box. By default 3x3.")}},
                "Third": {"properties": {"box": reference("The box."), "other": reference("Size of a box.")}},
            }},
        });
        share_descriptions(&mut document);
        let plain = json!({"$ref": "#/components/schemas/Box"});
        let schemas = &document["components"]["schemas"];
        assert_eq!(schemas["Box"]["description"], "Size of a box. By default 3x3.");
        assert_eq!(schemas["First"]["properties"]["box"], plain);
        assert_eq!(schemas["Second"]["properties"]["box"], plain);
        assert_eq!(schemas["Third"]["properties"], json!({"box": reference("The box."), "other": plain}));
    }
}
