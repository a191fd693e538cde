//! Check of JSON values against the schemas of an OpenAPI document.

use regex_lite::Regex;
use serde_json::Value;

/// Returns the faults of a value, with their JSON pointers; none if the schema accepts it.
///
/// # Panics
/// If the schema has a keyword that is not checked here, or a reference does not resolve.
pub(crate) fn schema_faults(document: &Value, schema: &Value, value: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    check(document, schema, value, "", &mut faults);
    faults
}

fn check(document: &Value, schema: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
    for (keyword, rule) in schema.as_object().expect("a schema") {
        let texts = || rule.as_array().expect("a list").iter().map(|text| text.as_str().expect("text"));
        let bound = || rule.as_f64().expect("a number");
        let length = |length: Option<usize>| length.map(|length| length as f64);
        let elements = || length(value.as_array().map(Vec::len));
        let characters = || length(value.as_str().map(|text| text.chars().count()));
        let is_met = match keyword.as_str() {
            "$ref" => {
                let pointer = rule.as_str().and_then(|text| text.strip_prefix('#')).expect("a reference");
                let component = document.pointer(pointer).unwrap_or_else(|| panic!("no {pointer}"));
                check(document, component, value, at, faults);
                true
            }
            "type" => match rule {
                Value::Array(names) => names.iter().any(|name| has_type(value, name)),
                name => has_type(value, name),
            },
            "enum" => rule.as_array().expect("a list").contains(value),
            "oneOf" => {
                let accepts = |schema: &&Value| schema_faults(document, schema, value).is_empty();
                rule.as_array().expect("a list").iter().filter(accepts).count() == 1
            }
            "properties" => {
                for (name, schema) in rule.as_object().expect("schemas") {
                    if let Some(member) = value.get(name) {
                        check(document, schema, member, &format!("{at}/{name}"), faults);
                    }
                }
                true
            }
            "additionalProperties" => {
                let is_other = |name: &&String| schema["properties"].get(name.as_str()).is_none();
                for name in value.as_object().into_iter().flat_map(|members| members.keys()).filter(is_other)
                {
                    match rule {
                        Value::Bool(true) => {}
                        Value::Bool(false) => faults.push(format!("{at}/{name} is unknown")),
                        schema => check(document, schema, &value[name], &format!("{at}/{name}"), faults),
                    }
                }
                true
            }
            "propertyNames" => {
                for name in value.as_object().into_iter().flat_map(|members| members.keys()) {
                    check(document, rule, &name.as_str().into(), &format!("{at}/{name}"), faults);
                }
                true
            }
            "items" => {
                for (index, element) in value.as_array().into_iter().flatten().enumerate() {
                    check(document, rule, element, &format!("{at}/{index}"), faults);
                }
                true
            }
            "required" => !value.is_object() || texts().all(|name| value.get(name).is_some()),
            "minProperties" => value.as_object().is_none_or(|members| members.len() as f64 >= bound()),
            "uniqueItems" => value.as_array().is_none_or(|elements| {
                elements.iter().enumerate().all(|(index, element)| !elements[..index].contains(element))
            }),
            "minItems" => elements().is_none_or(|count| count >= bound()),
            "maxItems" => elements().is_none_or(|count| count <= bound()),
            "minLength" => characters().is_none_or(|count| count >= bound()),
            "maxLength" => characters().is_none_or(|count| count <= bound()),
            "minimum" => value.as_f64().is_none_or(|number| number >= bound()),
            "maximum" => value.as_f64().is_none_or(|number| number <= bound()),
            "pattern" => {
                let pattern = Regex::new(rule.as_str().expect("text")).expect("a regular expression");
                value.as_str().is_none_or(|text| pattern.is_match(text))
            }
            // Words, and the contents of a text.
            "title" | "description" | "example" | "examples" | "format" | "contentMediaType"
            | "contentSchema" => true,
            other => panic!("{at}: the keyword `{other}` is not checked"),
        };
        if !is_met {
            faults.push(format!("{at}: {value} does not meet {keyword} {rule}"));
        }
    }
}

fn has_type(value: &Value, name: &Value) -> bool {
    match name.as_str().expect("the name of a type") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type `{other}`"),
    }
}
