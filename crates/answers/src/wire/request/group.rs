//! Fields that are read together: shared by several requests, or in an object of their own.

use std::mem;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::given::duplicate_field;
use super::read::read_object;
use super::schema::fields_component;
use super::{Field, FieldDoc, FieldInfo, Fields, GivenJson, Member, Parameter, Place};
use crate::faults::{Faults, Location};
use crate::wire::json::Json;

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

    fn set_beside(&mut self, member: &mut Member<'_>) -> bool {
        self.0.set_beside(member)
    }

    fn set_columns(&mut self, columns: &Arc<[String]>) {
        self.0.set_columns(columns);
    }

    fn is_subject(_: &FieldInfo, member: &str, json: &Json) -> bool {
        F::is_subject(member, json)
    }

    fn inherit(&mut self, batch: &Self) {
        self.0.inherit(&batch.0);
    }

    fn locate_digits<'a>(&'a self, found: &mut Vec<&'a Location>) {
        self.0.locate_digits(found);
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

    fn locate_digits<'a>(&'a self, found: &mut Vec<&'a Location>) {
        self.fields.locate_digits(found);
    }

    fn describe(field: &FieldInfo, place: Place, fields: &mut Vec<FieldDoc>) {
        if !place.is_json() {
            return F::describe(place, fields);
        }
        let FieldInfo { name, doc, .. } = *field;
        let schema = fields_component::<F>;
        fields.push(FieldDoc { name, doc, is_required: false, schema, text_schema: schema, excluded: None });
    }
}
