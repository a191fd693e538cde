//! OpenAPI schemas of requests, made from their fields.

use utoipa::ToSchema;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder, OneOfBuilder, SchemaType, Type};
use utoipa::openapi::{Ref, RefOr, Required, Schema};

use super::{FieldDoc, Fields, Place, fields};

/// Schemas with their names, to which other schemas refer.
pub type Components = Vec<(String, RefOr<Schema>)>;

pub(crate) fn parameter(field: &FieldDoc, description: String) -> Parameter {
    ParameterBuilder::new()
        .name(field.name)
        .parameter_in(ParameterIn::Query)
        .required(if field.is_required { Required::True } else { Required::False })
        .description(Some(description))
        .schema(Some((field.text_schema)(&mut Components::new())))
        .build()
}

/// The schema of the JSON body with these fields.
pub(crate) fn object_schema<F: Fields>(components: &mut Components) -> RefOr<Schema> {
    object::<F>(Place::Body, all_words, components).description(Some(words(F::DOC))).into()
}

/// The object of the fields in JSON. It has no other members: a misspelt option must not be ignored.
pub(crate) fn object<F: Fields>(
    place: Place,
    describe: impl Fn(&FieldDoc) -> String,
    components: &mut Components,
) -> ObjectBuilder {
    object_of(&fields::<F>(place), |field| {
        let schema = (field.schema)(components);
        let schema = if field.is_required { schema } else { nullable(schema) };
        described(schema, describe(field))
    })
}

pub(crate) fn object_of(
    fields: &[FieldDoc],
    mut schema: impl FnMut(&FieldDoc) -> RefOr<Schema>,
) -> ObjectBuilder {
    let object = fields.iter().fold(ObjectBuilder::new().schema_type(Type::Object), |object, field| {
        let object = object.property(field.name, schema(field));
        if field.is_required { object.required(field.name) } else { object }
    });
    let excluded = fields.iter().find_map(|field| field.excluded).map(|excluded| ("not", excluded()));
    // The builder of extensions would add `x-` to the name.
    let extensions = excluded.map(|excluded| Extensions::from_iter([excluded]));
    object.extensions(extensions).additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(false)))
}

/// Adds a component, and those to which it refers. Returns a reference to it.
pub(crate) fn component<T: ToSchema>(components: &mut Components) -> RefOr<Schema> {
    T::schemas(components);
    components.push((T::name().into_owned(), T::schema()));
    Ref::from_schema_name(T::name()).into()
}

/// Adds the component of an object within a request, and those to which it refers. Returns a reference to it.
pub(crate) fn fields_component<F: Fields>(components: &mut Components) -> RefOr<Schema> {
    let schema = object_schema::<F>(components);
    components.push((F::NAME.to_owned(), schema));
    Ref::from_schema_name(F::NAME).into()
}

/// The schema, or null. Its description names the default: generators of clients make a member with a `default` required.
fn nullable(schema: RefOr<Schema>) -> RefOr<Schema> {
    let null = || ObjectBuilder::new().schema_type(Type::Null);
    match schema {
        RefOr::T(Schema::Object(mut object)) => {
            object.schema_type = match object.schema_type {
                SchemaType::Type(only) => SchemaType::from_iter([only, Type::Null]),
                other => other,
            };
            RefOr::T(object.into())
        }
        RefOr::T(Schema::Array(mut array)) => {
            array.schema_type = SchemaType::from_iter([Type::Array, Type::Null]);
            RefOr::T(array.into())
        }
        RefOr::T(Schema::OneOf(one_of)) => OneOfBuilder::from(one_of).item(null()).into(),
        other => OneOfBuilder::new().item(other).item(null()).into(),
    }
}

/// The schema with a description; of a reference or null, the reference has it.
pub(crate) fn described(mut schema: RefOr<Schema>, description: String) -> RefOr<Schema> {
    match &mut schema {
        RefOr::Ref(reference) => reference.description = description,
        RefOr::T(Schema::Object(object)) => object.description = Some(description),
        RefOr::T(Schema::Array(array)) => array.description = Some(description),
        RefOr::T(Schema::OneOf(one_of)) => match one_of.items.first_mut() {
            Some(RefOr::Ref(reference)) => reference.description = description,
            _ => one_of.description = Some(description),
        },
        RefOr::T(_) => {}
    }
    schema
}

/// Meaning and default of a field.
pub(crate) fn all_words(field: &FieldDoc) -> String {
    words(field.doc)
}

/// The lines of a doc comment as one.
pub(crate) fn words(doc: &str) -> String {
    doc.lines().collect::<Vec<_>>().join(" ").trim().to_owned()
}
