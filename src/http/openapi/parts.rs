//! Contents and components of the OpenAPI document.

use utoipa::ToSchema;
use utoipa::openapi::{Components, Content, Ref};

pub(super) const JSON: &str = "application/json";
pub(super) const NDJSON: &str = "application/x-ndjson";
pub(super) const TEXT: &str = "text/plain";

/// Content that refers to a component, which is added with its own ones.
pub(super) fn component<T: ToSchema>(components: &mut Components) -> Content {
    add_components::<T>(components);
    components.schemas.insert(T::name().into_owned(), T::schema());
    Content::new(Some(Ref::from_schema_name(T::name())))
}

pub(super) fn add_components<T: ToSchema>(components: &mut Components) {
    let mut schemas = Vec::new();
    T::schemas(&mut schemas);
    components.schemas.extend(schemas);
}
