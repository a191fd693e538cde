//! Requests as structs. Each is reader and document at once.
//!
//! A request is a struct that derives [`Fields`]. The type of a field says how it is read: [`Given`] is an optional value of a type
//! that implements [`OptionValue`]; [`Nested`] is an object in JSON, whose fields are parameters of their own in a query; [`Flat`]
//! are fields that requests share. `#[places]` restricts a field to some [places](Place). Doc comments describe fields in the OpenAPI
//! document. JSON, forms, queries, text, batches and their entries, the command line and jobs fill the same struct.

mod field;
mod given;
mod group;
mod limit_or_all;
pub(crate) mod number;
pub(crate) mod object;
mod option_value;
mod read;
pub mod rule_options;
pub(crate) mod schema;

pub use quadrille_request_derive::Fields;

pub use field::{Field, FieldDoc, FieldInfo, Fields, GivenJson, Member, Parameter, Place, places};
pub use given::Given;
pub(crate) use given::{duplicate_field, duplicate_parameter};
pub use group::{Flat, Nested};
pub use limit_or_all::LimitOrAll;
pub use option_value::{COUNT_MAX, OptionValue, Positive, Seed, SolutionLimit, Whole};
pub(crate) use option_value::{
    NamedValue, name_from_json, name_from_text, name_schema, named_values, or_fault, wrong_type,
};
pub use read::unknown_parameter;
pub(crate) use read::{fields, names, read_object, read_query, read_record};
pub use schema::Components;
pub(crate) use schema::{component, fields_component};
