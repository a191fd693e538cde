//! Columns of answers in tables.

use std::collections::HashMap;

use serde_json::{Value, to_value};
use utoipa::{PartialSchema, ToSchema};

use crate::kinds::{CommandKind, KindVisitor, visit_kinds};
use crate::wire::BatchKind;

/// Returns the schemas of the member `name` of a value with this schema.
fn members<'a>(schema: &'a Value, name: &str, components: &'a HashMap<String, Value>) -> Vec<&'a Value> {
    let inner = |schema| members(schema, name, components);
    if let Some(reference) = schema["$ref"].as_str() {
        let component = reference.rsplit('/').next().and_then(|name| components.get(name));
        return component.into_iter().flat_map(inner).collect();
    }
    let choices = schema["oneOf"].as_array().into_iter().flatten();
    let own = schema["properties"].get(name).into_iter();
    own.chain(schema.get("items").into_iter().chain(choices).flat_map(inner)).collect()
}

fn check<K: BatchKind>() {
    let mut schemas = Vec::new();
    K::Result::schemas(&mut schemas);
    let json = |(name, schema)| (name, to_value(schema).expect("JSON"));
    let components: HashMap<String, Value> = schemas.into_iter().map(json).collect();
    let answer = to_value(K::Result::schema()).expect("JSON");
    for path in K::COLUMNS {
        let member = |found: Vec<_>, name| {
            found.into_iter().flat_map(|schema| members(schema, name, &components)).collect()
        };
        assert!(!path.split('.').fold(vec![&answer], member).is_empty(), "{}: {path}", K::PATH);
    }
    assert!(!K::COLUMNS.is_empty(), "{}", K::PATH);
}

struct Check;

impl KindVisitor for Check {
    fn batch<K: BatchKind>(&mut self) {
        check::<K>();
    }

    fn command<K: CommandKind>(&mut self) {
        check::<K>();
    }
}

#[test]
fn columns_are_members_of_the_answer() {
    visit_kinds(&mut Check);
}
