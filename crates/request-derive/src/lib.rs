//! Derives `Fields` of `quadrille-answers` for a struct: its fields are read and documented one by one.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt as _;
use syn::{
    Attribute, Data, DataStruct, DeriveInput, Error, Expr, ExprLit, Field, Fields, Ident, Lit, Meta, Result,
    parse_macro_input, parse_quote,
};

/// Derives `Fields`. The type of a field says how it is read, and its doc comment describes it. `#[places(SET)]` names the places that
/// may have it, `#[required]` marks a member that requests must have, and `#[subject]` one that holds the subject or a part of it.
#[proc_macro_derive(Fields, attributes(places, required, subject))]
pub fn derive_fields(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    implementation(&parse_macro_input!(input as DeriveInput)).unwrap_or_else(Error::into_compile_error).into()
}

fn implementation(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Struct(DataStruct { fields: Fields::Named(fields), .. }) = &input.data else {
        return Err(Error::new_spanned(input, "a request is a struct with named fields"));
    };
    let (name, name_text, doc) = (&input.ident, input.ident.to_string(), documentation(&input.attrs));
    let (generics, arguments, bounds) = input.generics.split_for_impl();
    let idents: Vec<_> = fields.named.iter().filter_map(|field| field.ident.as_ref()).collect();
    let types: Vec<_> = fields.named.iter().map(|field| &field.ty).collect();
    let infos: Vec<_> = fields.named.iter().map(info).collect::<Result<_>>()?;
    Ok(quote! {
        #[automatically_derived]
        impl #generics crate::wire::request::Fields for #name #arguments #bounds {
            const NAME: &'static str = #name_text;
            const DOC: &'static str = #doc;

            fn set_member(
                &mut self,
                member: &mut crate::wire::request::Member<'_>,
                faults: &mut crate::faults::Faults,
            ) -> bool {
                false #(|| crate::wire::request::Field::set_member(&mut self.#idents, &#infos, member, faults))*
            }

            fn set_parameter(
                &mut self,
                parameter: &crate::wire::request::Parameter<'_>,
                faults: &mut crate::faults::Faults,
            ) -> bool {
                false #(|| crate::wire::request::Field::set_parameter(&mut self.#idents, &#infos, parameter, faults))*
            }

            fn set_subject(&mut self, subject: &mut crate::wire::request::GivenJson) -> bool {
                false #(|| crate::wire::request::Field::set_subject(&mut self.#idents, subject))*
            }

            fn set_beside(&mut self, member: &mut crate::wire::request::Member<'_>) -> bool {
                false #(|| crate::wire::request::Field::set_beside(&mut self.#idents, member))*
            }

            fn set_columns(&mut self, columns: &::std::sync::Arc<[::std::string::String]>) {
                #(crate::wire::request::Field::set_columns(&mut self.#idents, columns);)*
            }

            fn is_subject(member: &str, json: &crate::wire::json::Json) -> bool {
                false #(|| <#types as crate::wire::request::Field>::is_subject(&#infos, member, json))*
            }

            fn inherit(&mut self, batch: &Self) {
                #(crate::wire::request::Field::inherit(&mut self.#idents, &batch.#idents);)*
            }

            fn locate_digits<'fields>(&'fields self, found: &mut ::std::vec::Vec<&'fields crate::faults::Location>) {
                #(crate::wire::request::Field::locate_digits(&self.#idents, found);)*
            }

            fn describe(
                place: crate::wire::request::Place,
                fields: &mut ::std::vec::Vec<crate::wire::request::FieldDoc>,
            ) {
                #(<#types as crate::wire::request::Field>::describe(&#infos, place, fields);)*
            }
        }
    })
}

/// The name, documentation and attributes of a field.
fn info(field: &Field) -> Result<TokenStream> {
    let name = field.ident.as_ref().map(|ident| ident.unraw().to_string()).unwrap_or_default();
    let (pointer, doc) = (format!("/{name}"), documentation(&field.attrs));
    let attribute = |name: &str| field.attrs.iter().find(|attribute| attribute.path().is_ident(name));
    let (is_required, is_subject) = (attribute("required").is_some(), attribute("subject").is_some());
    let places = match attribute("places") {
        Some(attribute) => attribute.parse_args::<Ident>()?,
        None => parse_quote!(EVERYWHERE),
    };
    Ok(quote! {
        crate::wire::request::FieldInfo {
            name: #name,
            pointer: #pointer,
            doc: #doc,
            places: crate::wire::request::places::#places,
            is_required: #is_required,
            is_subject: #is_subject,
        }
    })
}

/// The lines of the doc comment.
fn documentation(attributes: &[Attribute]) -> String {
    let line = |attribute: &Attribute| match &attribute.meta {
        Meta::NameValue(meta) if meta.path.is_ident("doc") => match &meta.value {
            Expr::Lit(ExprLit { lit: Lit::Str(line), .. }) => Some(line.value().trim().to_owned()),
            _ => None,
        },
        _ => None,
    };
    attributes.iter().filter_map(line).collect::<Vec<_>>().join("\n")
}
