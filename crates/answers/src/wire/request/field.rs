//! Fields of requests, and where a request may have them.

use std::fmt::Debug;
use std::sync::Arc;

use serde_json::Value;
use utoipa::openapi::{RefOr, Schema};

use super::schema::Components;
use crate::faults::{Faults, Location};
use crate::wire::json::Json;

/// Part of a request that is read. It determines which fields are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// JSON body of a question.
    Body,
    /// Query, form or command line that is a whole request.
    Query,
    /// Query beside a body that holds the subject.
    BodyQuery,
    /// JSON entry of a batch.
    Entry,
    /// Query of a batch, whose options its entries inherit.
    BatchQuery,
}

impl Place {
    /// Whether fields are members of JSON objects.
    pub(super) fn is_json(self) -> bool {
        matches!(self, Self::Body | Self::Entry)
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Sets of places.
pub mod places {
    use super::Place::{BatchQuery, Body, BodyQuery, Entry, Query};

    /// All places.
    pub const EVERYWHERE: u8 = !0;
    /// Questions by themselves, not batches.
    pub const SINGLE: u8 = Body.bit() | Query.bit() | BodyQuery.bit();
    /// Questions, also in batches, which do not inherit it.
    pub const OWN: u8 = SINGLE | Entry.bit();
    /// JSON.
    pub const MEMBERS: u8 = Body.bit() | Entry.bit();
    /// Whole requests, not queries beside a body.
    pub const WHOLE: u8 = Body.bit() | Query.bit();
    /// Batches, not their entries.
    pub const BATCH: u8 = BatchQuery.bit();
}

/// Name, description and attributes of a field.
#[derive(Clone, Copy, Debug)]
pub struct FieldInfo {
    /// Name of the member and of the parameter.
    pub name: &'static str,
    /// JSON pointer, if the field is a member of the body itself.
    pub pointer: &'static str,
    /// Meaning and, in a line that begins with "By default", the default.
    pub doc: &'static str,
    /// Set of the places that may have it.
    pub places: u8,
    /// Whether a request must have it. Its reader reports that it is missing.
    pub is_required: bool,
    /// Whether it holds the subject, or a part of it.
    pub is_subject: bool,
}

impl FieldInfo {
    /// Whether the field has this name in this place.
    pub(super) fn is_named(&self, name: &str, place: Place) -> bool {
        self.name == name && self.is_in(place)
    }

    /// Whether this place may have the field.
    pub fn is_in(&self, place: Place) -> bool {
        self.places & place.bit() != 0
    }
}

/// Member of a JSON object.
#[derive(Debug)]
pub struct Member<'a> {
    /// Part of the request that has it.
    pub place: Place,
    /// Location of the object.
    pub parent: &'a Location,
    /// Name.
    pub name: &'a str,
    /// Value, which the field takes.
    pub json: Json,
}

impl Member<'_> {
    /// Returns the location of the value in this field.
    pub(crate) fn location(&self, field: &FieldInfo) -> Location {
        match self.parent {
            Location::Pointer(parent) if parent.is_empty() => Location::Pointer(field.pointer.into()),
            parent => parent.member(self.name),
        }
    }
}

/// Parameter of a query, or field of a form.
#[derive(Clone, Copy, Debug)]
pub struct Parameter<'a> {
    /// Part of the request that has it.
    pub place: Place,
    /// Name.
    pub name: &'a str,
    /// Decoded value.
    pub text: &'a str,
}

/// JSON, or a text as a JSON string, and where it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenJson {
    /// The value.
    pub json: Json,
    /// Its location.
    pub location: Location,
}

/// Description of a field for the OpenAPI document.
#[derive(Clone, Copy, Debug)]
pub struct FieldDoc {
    /// Name.
    pub name: &'static str,
    /// Meaning and default.
    pub doc: &'static str,
    /// Whether a request must have it.
    pub is_required: bool,
    /// Returns the schema of its JSON value, and adds the components to which it refers.
    pub schema: fn(&mut Components) -> RefOr<Schema>,
    /// Returns the schema of its text.
    pub text_schema: fn(&mut Components) -> RefOr<Schema>,
    /// Returns the schema of the objects that must not have this field; `None` if all may.
    pub excluded: Option<fn() -> Value>,
}

/// Fields of a request, or of an object within it, which are read together. Derived for structs.
pub trait Fields: Clone + Debug + Default + Send + Sync + 'static {
    /// Name of the struct.
    const NAME: &'static str;
    /// Description of the struct.
    const DOC: &'static str;

    /// Reads a member of an object. Returns false if there is no such field.
    fn set_member(&mut self, member: &mut Member<'_>, faults: &mut Faults) -> bool;

    /// Reads a parameter of a query. Returns false if there is no such field.
    fn set_parameter(&mut self, parameter: &Parameter<'_>, faults: &mut Faults) -> bool;

    /// Takes a subject without a name: a body that is text, an array or a string. Returns false if no field can be given so.
    fn set_subject(&mut self, subject: &mut GivenJson) -> bool;

    /// Takes a member that no field has, but that belongs to the subject. Returns whether it is read.
    fn set_beside(&mut self, member: &mut Member<'_>) -> bool;

    /// Takes the names of the columns of a table, in a row of which the subject is.
    fn set_columns(&mut self, columns: &Arc<[String]>);

    /// Whether a member holds the subject, or a part of it.
    fn is_subject(member: &str, json: &Json) -> bool;

    /// Takes the options of a batch that its entry does not have.
    fn inherit(&mut self, batch: &Self);

    /// Adds the locations of the given values that name digits: they have another meaning beside a puzzle whose digits begin with 0.
    fn locate_digits<'a>(&'a self, found: &mut Vec<&'a Location>);

    /// Adds the descriptions of the fields that this part of a request may have.
    fn describe(place: Place, fields: &mut Vec<FieldDoc>);
}

/// Type of a field, which says how the field is read.
pub trait Field: Clone + Debug + Default + Send + Sync + 'static {
    /// Reads the member, if it has the name.
    fn set_member(&mut self, field: &FieldInfo, member: &mut Member<'_>, faults: &mut Faults) -> bool;

    /// Reads the parameter, if it has the name.
    fn set_parameter(&mut self, field: &FieldInfo, parameter: &Parameter<'_>, faults: &mut Faults) -> bool;

    /// As [`Fields::set_subject`].
    fn set_subject(&mut self, _subject: &mut GivenJson) -> bool {
        false
    }

    /// As [`Fields::set_beside`].
    fn set_beside(&mut self, _member: &mut Member<'_>) -> bool {
        false
    }

    /// As [`Fields::set_columns`].
    fn set_columns(&mut self, _columns: &Arc<[String]>) {}

    /// As [`Fields::is_subject`].
    fn is_subject(field: &FieldInfo, member: &str, _json: &Json) -> bool {
        field.is_subject && member == field.name
    }

    /// As [`Fields::inherit`].
    fn inherit(&mut self, batch: &Self);

    /// As [`Fields::locate_digits`].
    fn locate_digits<'a>(&'a self, found: &mut Vec<&'a Location>);

    /// As [`Fields::describe`].
    fn describe(field: &FieldInfo, place: Place, fields: &mut Vec<FieldDoc>);
}
