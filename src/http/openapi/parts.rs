//! Contents and components of the OpenAPI document.

use std::collections::BTreeMap;
use std::mem;

use serde_json::Value;
use utoipa::ToSchema;
use utoipa::openapi::path::{HttpMethod, OperationBuilder, Paths};
use utoipa::openapi::{Components, Content, OpenApi, Ref, RefOr, ResponseBuilder, ResponsesBuilder, Schema};

use super::refusals::{BodyRefusals, NotModified, OtherTypes, QueryRefusals};

/// Schemas with their names.
type Schemas = Vec<(String, RefOr<Schema>)>;

/// Keyword of what a schema excludes.
const NOT: &str = "not";

pub(super) const JSON: &str = "application/json";
pub(super) const NDJSON: &str = "application/x-ndjson";
pub(super) const TEXT: &str = "text/plain";
pub(super) const CSV: &str = "text/csv";

/// Content that refers to a component, which is added with its own ones.
pub(super) fn component<T: ToSchema>(components: &mut Components) -> Content {
    add_components::<T>(components);
    components.schemas.insert(T::name().into_owned(), T::schema());
    Content::new(Some(Ref::from_schema_name(T::name())))
}

/// Content that refers to a schema, which `add` adds with its own ones.
pub(super) fn added(components: &mut Components, add: impl FnOnce(&mut Schemas) -> String) -> Content {
    Content::new(Some(Ref::from_schema_name(add_schemas(components, add))))
}

/// Adds schemas to the components. Returns the name of the last one.
pub(super) fn add_schemas(components: &mut Components, add: impl FnOnce(&mut Schemas) -> String) -> String {
    let mut schemas = Schemas::new();
    let name = add(&mut schemas);
    components.schemas.extend(schemas);
    name
}

/// Reads a document from JSON. Its paths have the order that they have in `original`.
///
/// # Errors
/// If it is not an OpenAPI document.
pub(super) fn read_document(mut document: Value, original: &OpenApi) -> serde_json::Result<OpenApi> {
    mark_any_values(&mut document);
    let excluded = take_excluded(&mut document);
    let mut document: OpenApi = serde_json::from_value(document)?;
    let mut paths = mem::take(&mut document.paths.paths);
    let in_order = original.paths.paths.keys().filter_map(|path| paths.swap_remove_entry(path));
    document.paths.paths = in_order.collect();
    let schemas = document.components.as_mut().map(|components| &mut components.schemas);
    for (name, value) in schemas.into_iter().flatten() {
        if let (RefOr::T(Schema::Object(object)), Some(excluded)) = (value, excluded.get(name)) {
            object.extensions.get_or_insert_default().insert(NOT.to_owned(), excluded.clone());
        }
    }
    Ok(document)
}

/// Removes the keyword `not`, which utoipa writes, but does not read, from all components. Returns its values, by the name of the schema.
fn take_excluded(document: &mut Value) -> BTreeMap<String, Value> {
    let schemas = document["components"]["schemas"].as_object_mut().into_iter().flatten();
    schemas.filter_map(|(name, schema)| Some((name.clone(), schema.as_object_mut()?.remove(NOT)?))).collect()
}

/// Gives elements of any type the type `null`, which utoipa reads as any type. It would not read a schema without a keyword.
fn mark_any_values(part: &mut Value) {
    match part {
        Value::Array(values) => values.iter_mut().for_each(mark_any_values),
        Value::Object(members) => {
            if let Some(Value::Object(items)) = members.get_mut("items")
                && items.is_empty()
            {
                items.insert("type".to_owned(), Value::Null);
            }
            members.values_mut().for_each(mark_any_values);
        }
        _ => {}
    }
}

pub(super) fn add_components<T: ToSchema>(components: &mut Components) {
    let mut schemas = Vec::new();
    T::schemas(&mut schemas);
    components.schemas.extend(schemas);
}

/// Describes `POST` of a path: the operation with its answer, and the refusals of its body.
pub(in crate::http) fn post_operation(
    path: impl AsRef<str>,
    operation: OperationBuilder,
    answer: impl Into<String>,
) -> Paths {
    let responses = ResponsesBuilder::new().responses_from_into_responses::<BodyRefusals>();
    let mut paths = Paths::new();
    add_operation(&mut paths, path, HttpMethod::Post, operation, responses, answer);
    paths
}

/// Adds `GET` of a path: the operation with its cacheable answer, and the refusals of its query.
pub(in crate::http) fn add_get_operation(
    paths: &mut Paths,
    path: impl AsRef<str>,
    operation: OperationBuilder,
    answer: impl Into<String>,
) {
    let responses = ResponsesBuilder::new()
        .responses_from_into_responses::<QueryRefusals>()
        .responses_from_into_responses::<NotModified>();
    add_operation(paths, path, HttpMethod::Get, operation, responses, answer);
}

fn add_operation(
    paths: &mut Paths,
    path: impl AsRef<str>,
    method: HttpMethod,
    operation: OperationBuilder,
    responses: ResponsesBuilder,
    answer: impl Into<String>,
) {
    let responses = responses.responses_from_into_responses::<OtherTypes>();
    let responses = responses.response("200", ResponseBuilder::new().description(answer));
    paths.add_path_operation(path, vec![method], operation.responses(responses.build()).build());
}
