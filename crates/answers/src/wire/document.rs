//! OpenAPI descriptions of requests of each kind.

use std::borrow::Cow;
use std::marker::PhantomData;

use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::openapi::schema::AdditionalProperties;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use crate::wire::answer_kind::BatchKind;
use crate::wire::batch::entry::EntryFields;
use crate::wire::batch::options::BatchFlags;
use crate::wire::question::RequestKind;
use crate::wire::request::schema::{
    Components, all_words, default_at, described, object, object_of, parameter, words,
};
use crate::wire::request::{FieldDoc, Place, fields, names};

/// JSON request of kind `K`.
#[derive(Clone, Copy, Debug)]
pub struct JsonRequest<K>(PhantomData<K>);

/// JSON entry of a batch of kind `K`.
#[derive(Clone, Copy, Debug)]
pub struct JsonEntry<K>(PhantomData<K>);

/// Form of kind `K`.
#[derive(Clone, Copy, Debug)]
pub struct Form<K>(PhantomData<K>);

/// Query parameters of a request of kind `K`, whose subject is in the body or in a parameter of its own.
#[derive(Clone, Copy, Debug)]
pub struct QueryParameters<K>(PhantomData<K>);

/// Query parameters of a request of kind `K` without a body, except the puzzle.
#[derive(Clone, Copy, Debug)]
pub struct FullQueryParameters<K>(PhantomData<K>);

/// Query parameters of a batch of kind `K`.
#[derive(Clone, Copy, Debug)]
pub struct BatchParameters<K>(PhantomData<K>);

impl<K: RequestKind> ToSchema for JsonRequest<K> {
    fn name() -> Cow<'static, str> {
        format!("{}Request", K::NAME).into()
    }

    fn schemas(schemas: &mut Components) {
        object::<K::Request>(Place::Body, all_words, schemas);
    }
}

impl<K: RequestKind> PartialSchema for JsonRequest<K> {
    fn schema() -> RefOr<Schema> {
        object::<K::Request>(Place::Body, all_words, &mut Components::new())
            .description(Some(format!("JSON request of `{}`.", K::PATH)))
            .into()
    }
}

impl<K: BatchKind> ToSchema for JsonEntry<K> {
    fn name() -> Cow<'static, str> {
        format!("{}Entry", K::NAME).into()
    }

    fn schemas(schemas: &mut Components) {
        object::<EntryFields<K::Request>>(Place::Entry, all_words, schemas);
    }
}

impl<K: BatchKind> PartialSchema for JsonEntry<K> {
    fn schema() -> RefOr<Schema> {
        let inherited: Vec<_> = names::<K::Request>(Place::BatchQuery);
        let describe = |field: &FieldDoc| match default_at(field.doc) {
            Some(default) if inherited.contains(&field.name) => {
                format!("{} By default the value in the query.", words(&field.doc[..default]))
            }
            _ => words(field.doc),
        };
        object::<EntryFields<K::Request>>(Place::Entry, describe, &mut Components::new())
            .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(true)))
            .description(Some(format!(
                "A request of `{}` with an optional `id`. Other members, such as those of data sets, are ignored and counted in the \
                 summary, unless they are misspelt options.",
                K::PATH
            )))
            .into()
    }
}

impl<K: RequestKind> ToSchema for Form<K> {
    fn name() -> Cow<'static, str> {
        format!("{}Form", K::NAME).into()
    }

    fn schemas(schemas: &mut Components) {
        fields::<K::Request>(Place::Query).iter().for_each(|field| drop((field.text_schema)(schemas)));
    }
}

impl<K: RequestKind> PartialSchema for Form<K> {
    fn schema() -> RefOr<Schema> {
        object_of(&fields::<K::Request>(Place::Query), |field| {
            described((field.text_schema)(&mut Components::new()), words(field.doc))
        })
        .description(Some(format!(
            "Form of `{}`. The fields have the names and values of query parameters.",
            K::PATH
        )))
        .into()
    }
}

impl<K: RequestKind> IntoParams for QueryParameters<K> {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        fields::<K::Request>(Place::BodyQuery)
            .iter()
            .map(|field| parameter(field, words(field.doc)))
            .collect()
    }
}

impl<K: RequestKind> IntoParams for FullQueryParameters<K> {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let optional = fields::<K::Request>(Place::Query).into_iter().filter(|field| !field.is_required);
        optional.map(|field| parameter(&field, words(field.doc))).collect()
    }
}

impl<K: BatchKind> IntoParams for BatchParameters<K> {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let own = fields::<K::Request>(Place::BatchQuery);
        let own = own
            .iter()
            .map(|field| parameter(field, format!("{} Entries may override it.", words(field.doc))));
        let flags = fields::<BatchFlags>(Place::BatchQuery);
        own.chain(flags.iter().map(|field| parameter(field, words(field.doc)))).collect()
    }
}
