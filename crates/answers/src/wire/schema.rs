//! Schemas that are written by hand.

/// Gives a type a schema under its own name.
macro_rules! schema {
    ($Type:ty, $schema:expr $(,)?) => {
        impl utoipa::ToSchema for $Type {}

        impl utoipa::PartialSchema for $Type {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                $schema.into()
            }
        }
    };
}

pub(crate) use schema;
