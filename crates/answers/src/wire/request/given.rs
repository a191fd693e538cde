//! Optional values of requests.

use std::mem;
use std::num::NonZeroU64;

use super::option_value::OptionValue;
use super::{Field, FieldDoc, FieldInfo, Member, Parameter, Place};
use crate::faults::{Fault, FaultCode, Faults, Location};
use crate::wire::json::Json;

/// An optional value, and where it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given<T> {
    /// `None` if it was not given, or is invalid.
    value: Option<T>,
    location: Option<Location>,
    /// Whether a member was null, which is as if it was left out. A second member of the name is a fault.
    is_null: bool,
    /// The value of the batch beside this one.
    batch: Option<Box<T>>,
}

impl<T> Default for Given<T> {
    fn default() -> Self {
        Self { value: None, location: None, is_null: false, batch: None }
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

    /// Whether a member was null.
    pub(crate) fn is_null(&self) -> bool {
        self.is_null
    }

    /// Returns where it was given.
    pub fn location(&self) -> Option<&Location> {
        self.location.as_ref()
    }

    /// Returns the value with its location.
    pub fn located(&self) -> Option<(&T, &Location)> {
        self.value.as_ref().zip(self.location.as_ref())
    }

    /// Returns the value of the batch, if its entry has another value of its own.
    pub(crate) fn of_batch(&self) -> Option<&T> {
        self.batch.as_deref()
    }

    /// Sets the value.
    pub(crate) fn set(&mut self, value: T, location: Location) {
        (self.value, self.location) = (Some(value), Some(location));
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

impl<T: OptionValue> Given<T> {
    /// Sets the value that a field of a line has.
    pub(crate) fn set_text(&mut self, text: &str, location: Location) {
        self.value = T::from_text(text, &location, &mut Faults::default());
        self.location = Some(location);
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
            let is_null = self.is_null;
            self.clone_from(batch);
            self.is_null |= is_null;
        } else {
            self.batch = batch.value.clone().map(Box::new);
        }
    }

    fn locate_digits<'a>(&'a self, found: &mut Vec<&'a Location>) {
        let located = self.located().filter(|(value, _)| value.names_digits());
        found.extend(located.map(|(_, location)| location));
    }

    fn describe(field: &FieldInfo, place: Place, fields: &mut Vec<FieldDoc>) {
        let FieldInfo { name, doc, is_required, .. } = *field;
        if field.is_in(place) {
            let (schema, text_schema) = (T::schema, T::text_schema);
            fields.push(FieldDoc { name, doc, is_required, schema, text_schema, excluded: None });
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
