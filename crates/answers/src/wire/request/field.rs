//! Fields of requests, and where a request may have them.

use std::fmt::Debug;
use std::mem;
use std::num::NonZeroU64;
use std::ops::{Deref, DerefMut};

use utoipa::openapi::{RefOr, Schema};

use super::option_value::OptionValue;
use super::read::read_object;
use super::schema::{Components, fields_component};
use crate::wire::fault::{Fault, FaultCode, Faults, Location};
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
    fn is_named(&self, name: &str, place: Place) -> bool {
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

    /// Whether a member holds the subject, or a part of it.
    fn is_subject(member: &str, json: &Json) -> bool;

    /// Takes the options of a batch that its entry does not have.
    fn inherit(&mut self, batch: &Self);

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

    /// As [`Fields::is_subject`].
    fn is_subject(field: &FieldInfo, member: &str, _json: &Json) -> bool {
        field.is_subject && member == field.name
    }

    /// As [`Fields::inherit`].
    fn inherit(&mut self, batch: &Self);

    /// As [`Fields::describe`].
    fn describe(field: &FieldInfo, place: Place, fields: &mut Vec<FieldDoc>);
}

/// An optional value, and where it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given<T> {
    /// `None` if it was not given, or is invalid.
    value: Option<T>,
    location: Option<Location>,
    /// Whether a member was null, which is as if it was left out. A second member of the name is a fault.
    is_null: bool,
}

impl<T> Default for Given<T> {
    fn default() -> Self {
        Self { value: None, location: None, is_null: false }
    }
}

impl<T> Given<T> {
    /// Returns the value; `None` if it was not given, or is invalid.
    pub fn get(&self) -> Option<&T> {
        self.value.as_ref()
    }

    /// Whether it was given, valid or not.
    pub fn is_given(&self) -> bool {
        self.location.is_some()
    }

    /// Returns where it was given.
    pub fn location(&self) -> Option<&Location> {
        self.location.as_ref()
    }

    /// Returns the value with its location.
    pub fn located(&self) -> Option<(&T, &Location)> {
        self.value.as_ref().zip(self.location.as_ref())
    }

    /// Places a fault where the value was given, or at the body.
    pub(crate) fn fault(&self, code: FaultCode, detail: impl Into<String>) -> Fault {
        Fault::new(code, detail).at(self.location.as_ref().unwrap_or(&Location::root()))
    }
}

impl<T: Copy> Given<T> {
    /// Returns the value; `None` if it was not given, or is invalid.
    pub fn copied(&self) -> Option<T> {
        self.value
    }
}

impl<T: Copy + Into<NonZeroU64>> Given<T> {
    /// Returns the number, or this default.
    pub(crate) fn number_or(&self, default: u64) -> NonZeroU64 {
        self.value.map_or_else(|| NonZeroU64::new(default).unwrap_or(NonZeroU64::MIN), Into::into)
    }
}

impl<T: OptionValue> Field for Given<T> {
    #[inline]
    fn set_member(&mut self, field: &FieldInfo, member: &mut Member<'_>, faults: &mut Faults) -> bool {
        if !field.is_named(member.name, member.place) {
            return false;
        }
        let name = field.name;
        let location = member.location(field);
        match &self.location {
            Some(parameter @ Location::Parameter(_)) => faults.push(|| {
                let detail = format!("`{name}` appears in the query and in the body: give it once");
                Fault::new(FaultCode::GivenTwice, detail).at(parameter).at(&location)
            }),
            None if !self.is_null => {}
            _ => {
                faults.push(|| duplicate_field(name).at(&location));
                return true;
            }
        }
        match mem::replace(&mut member.json, Json::Null) {
            Json::Null => self.is_null = true,
            json => {
                self.value = T::from_json(json, &location, faults);
                self.location = Some(location);
            }
        }
        true
    }

    fn set_parameter(&mut self, field: &FieldInfo, parameter: &Parameter<'_>, faults: &mut Faults) -> bool {
        if !field.is_named(parameter.name, parameter.place) {
            return false;
        }
        let location = Location::Parameter(field.name);
        if self.location.is_some() {
            faults.push(|| duplicate_parameter(field.name));
        }
        self.value = T::from_text(parameter.text, &location, faults);
        self.location = Some(location);
        true
    }

    fn inherit(&mut self, batch: &Self) {
        if self.location.is_none() {
            self.clone_from(batch);
        }
    }

    fn describe(field: &FieldInfo, place: Place, fields: &mut Vec<FieldDoc>) {
        let FieldInfo { name, doc, is_required, .. } = *field;
        if field.is_in(place) {
            let (schema, text_schema) = (T::schema, T::text_schema);
            fields.push(FieldDoc { name, doc, is_required, schema, text_schema });
        }
    }
}

pub(crate) fn duplicate_field(name: &str) -> Fault {
    Fault::new(FaultCode::DuplicateField, format!("`{name}` appears more than once in the object"))
}

pub(crate) fn duplicate_parameter(name: &'static str) -> Fault {
    let detail = format!("`{name}` appears more than once");
    Fault::new(FaultCode::DuplicateParameter, detail).at(&Location::Parameter(name))
}

/// Fields that several requests share, beside their own.
#[derive(Clone, Debug, Default)]
pub struct Flat<F>(F);

/// Fields in an object of their own in JSON, and beside the others in a query.
#[derive(Clone, Debug, Default)]
pub struct Nested<F> {
    fields: F,
    /// Whether the object was given, or null.
    is_given: bool,
}

impl<F> Flat<F> {
    /// Returns the fields.
    pub fn into_inner(self) -> F {
        self.0
    }
}

impl<F> Deref for Flat<F> {
    type Target = F;

    fn deref(&self) -> &F {
        &self.0
    }
}

impl<F> DerefMut for Flat<F> {
    fn deref_mut(&mut self) -> &mut F {
        &mut self.0
    }
}

impl<F> Deref for Nested<F> {
    type Target = F;

    fn deref(&self) -> &F {
        &self.fields
    }
}

impl<F: Fields> Field for Flat<F> {
    #[inline]
    fn set_member(&mut self, _: &FieldInfo, member: &mut Member<'_>, faults: &mut Faults) -> bool {
        self.0.set_member(member, faults)
    }

    fn set_parameter(&mut self, _: &FieldInfo, parameter: &Parameter<'_>, faults: &mut Faults) -> bool {
        self.0.set_parameter(parameter, faults)
    }

    fn set_subject(&mut self, subject: &mut GivenJson) -> bool {
        self.0.set_subject(subject)
    }

    fn is_subject(_: &FieldInfo, member: &str, json: &Json) -> bool {
        F::is_subject(member, json)
    }

    fn inherit(&mut self, batch: &Self) {
        self.0.inherit(&batch.0);
    }

    fn describe(_: &FieldInfo, place: Place, fields: &mut Vec<FieldDoc>) {
        F::describe(place, fields);
    }
}

impl<F: Fields> Field for Nested<F> {
    fn set_member(&mut self, field: &FieldInfo, member: &mut Member<'_>, faults: &mut Faults) -> bool {
        if member.name != field.name {
            return false;
        }
        let location = member.location(field);
        if mem::replace(&mut self.is_given, true) {
            faults.push(|| duplicate_field(field.name).at(&location));
            return true;
        }
        match mem::replace(&mut member.json, Json::Null) {
            Json::Null => {}
            json => {
                read_object(&mut self.fields, json, member.place, &location, faults);
            }
        }
        true
    }

    fn set_parameter(&mut self, _: &FieldInfo, parameter: &Parameter<'_>, faults: &mut Faults) -> bool {
        self.fields.set_parameter(parameter, faults)
    }

    fn inherit(&mut self, batch: &Self) {
        self.fields.inherit(&batch.fields);
    }

    fn describe(field: &FieldInfo, place: Place, fields: &mut Vec<FieldDoc>) {
        if !place.is_json() {
            return F::describe(place, fields);
        }
        let FieldInfo { name, doc, .. } = *field;
        let schema = fields_component::<F>;
        fields.push(FieldDoc { name, doc, is_required: false, schema, text_schema: schema });
    }
}
