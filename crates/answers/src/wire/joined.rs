//! Objects joined of two.

use serde::Serialize;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// An object with the members of two others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Joined<A, B> {
    /// The first members.
    #[serde(flatten)]
    pub first: A,
    /// The members after them.
    #[serde(flatten)]
    pub rest: B,
}

impl<A: ToSchema, B: ToSchema> ToSchema for Joined<A, B> {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        A::schemas(schemas);
        B::schemas(schemas);
    }
}

impl<A: PartialSchema, B: PartialSchema> PartialSchema for Joined<A, B> {
    /// One object, with the description of the first: a derived schema would be an `allOf`.
    fn schema() -> RefOr<Schema> {
        let mut joined = A::schema();
        if let (RefOr::T(Schema::Object(joined)), RefOr::T(Schema::Object(rest))) = (&mut joined, B::schema())
        {
            joined.properties.extend(rest.properties);
            joined.required.extend(rest.required);
        }
        joined
    }
}
