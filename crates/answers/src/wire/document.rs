//! OpenAPI descriptions of requests of each kind.

use utoipa::openapi::Schema;
use utoipa::openapi::path::Parameter;
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder};

use crate::wire::answer_kind::BatchKind;
use crate::wire::batch::entry::EntryFields;
use crate::wire::batch::options::BatchFlags;
use crate::wire::question::RequestKind;
use crate::wire::request::schema::{Components, all_words, object, object_of, parameter, words};
use crate::wire::request::{Place, fields};

/// Adds the schema of a JSON request of kind `K`. Returns its name.
pub fn add_json_request<K: RequestKind>(components: &mut Components) -> String {
    let request = object::<K::Request>(Place::Body, all_words, components);
    let description = format!("JSON request of `{}`.", K::PATH);
    add(format!("{}Request", K::NAME), request.description(Some(description)), components)
}

/// Adds the schema of a JSON entry of a batch of kind `K`. Returns its name.
pub fn add_json_entry<K: BatchKind>(components: &mut Components) -> String {
    let description = format!(
        "A request of `{}` with an optional `id`. An option that it leaves out has its value in the query. Other members, such as those of data sets, are ignored and counted in the \
         summary, unless they are misspelt options.",
        K::PATH
    );
    let entry = object::<EntryFields<K::Request>>(Place::Entry, all_words, components)
        .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(true)))
        .description(Some(description));
    add(format!("{}Entry", K::NAME), entry, components)
}

/// Adds the schema of a form of kind `K`. Returns its name.
pub fn add_form<K: RequestKind>(components: &mut Components) -> String {
    let form = object_of(&fields::<K::Request>(Place::Query), |field| (field.text_schema)(components));
    let description =
        format!("Form of `{}`. Its fields mean the same as the query parameters with their names.", K::PATH);
    add(format!("{}Form", K::NAME), form.description(Some(description)), components)
}

fn add(name: String, schema: ObjectBuilder, components: &mut Components) -> String {
    components.push((name.clone(), schema.into()));
    name
}

/// Returns the query parameters of a request of kind `K` whose subject is in the body.
pub fn query_parameters<K: RequestKind>() -> Vec<Parameter> {
    let options = fields::<K::Request>(Place::BodyQuery);
    options.iter().map(|field| parameter(field, words(field.doc))).collect()
}

/// Returns the query parameters of a request of kind `K` without a body, except the puzzle.
pub fn whole_query_parameters<K: RequestKind>() -> Vec<Parameter> {
    let optional = fields::<K::Request>(Place::Query).into_iter().filter(|field| !field.is_required);
    optional.map(|field| parameter(&field, words(field.doc))).collect()
}

/// Returns the query parameters of a batch of kind `K`.
pub fn batch_parameters<K: BatchKind>() -> Vec<Parameter> {
    let own = fields::<K::Request>(Place::BatchQuery);
    let flags = fields::<BatchFlags>(Place::BatchQuery);
    own.iter().chain(&flags).map(|field| parameter(field, words(field.doc))).collect()
}
