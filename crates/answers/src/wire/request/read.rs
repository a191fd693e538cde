//! Reads fields from JSON and from queries.

use super::{FieldDoc, Fields, Member, Parameter, Place};
use crate::faults::{Fault, FaultCode, Faults, Location};
use crate::wire::json::Json;
use crate::wire::request::object::{NAME_SHOWN_MAX, unknown, unknown_field};
use crate::wire::request::rule_options::unsupported_option;

/// Members of an object, in their order.
type OwnedMembers = Vec<(String, Json)>;

/// Reads the members of an object into its fields, and no others. Returns false, with a fault, if it is none.
pub(crate) fn read_object<F: Fields>(
    fields: &mut F,
    json: Json,
    place: Place,
    location: &Location,
    faults: &mut Faults,
) -> bool {
    let Json::Object(members) = json else {
        faults.push(|| super::wrong_type(&json, "an object").at(location));
        return false;
    };
    read_members(fields, members, place, location, faults, |name, _, faults| {
        faults.push(|| unknown_field(name, location, &names::<F>(place)));
    });
    true
}

/// Reads the members of a record of a data set, and returns the others: their names are unknown, and no misspelt options.
/// A record without its subject has no others, because the name of the subject may be misspelt. `is_option` tells misspelt options.
pub(crate) fn read_record<F: Fields>(
    fields: &mut F,
    members: OwnedMembers,
    is_option: impl Fn(&str) -> bool,
    faults: &mut Faults,
) -> OwnedMembers {
    let (mut others, root) = (OwnedMembers::new(), Location::root());
    let has_subject = members.iter().any(|(name, json)| F::is_subject(name, json));
    read_members(fields, members, Place::Entry, &root, faults, |name, json, faults| {
        if has_subject && !is_option(name) {
            others.push((name.to_owned(), json));
        } else {
            faults.push(|| unknown_field(name, &root, &names::<F>(Place::Entry)));
        }
    });
    others
}

fn read_members<F: Fields>(
    fields: &mut F,
    members: OwnedMembers,
    place: Place,
    parent: &Location,
    faults: &mut Faults,
    mut other: impl FnMut(&str, Json, &mut Faults),
) {
    for (name, json) in members {
        let mut member = Member { place, parent, name: &name, json };
        if !fields.set_member(&mut member, faults) && !fields.set_beside(&mut member) {
            let Member { json, .. } = member;
            other(&name, json, faults);
        }
    }
}

/// Reads the parameters of a query, a form or a command line. Unknown parameters are faults: a misspelt option must not be ignored.
pub(crate) fn read_query<F: Fields>(fields: &mut F, query: &str, place: Place, faults: &mut Faults) {
    for (name, text) in form_urlencoded::parse(query.as_bytes()) {
        if !fields.set_parameter(&Parameter { place, name: &name, text: &text }, faults) {
            faults.push(|| unknown_parameter(&name, &names::<F>(place)));
        }
    }
}

/// Describes an unknown query parameter, with the known one that the client may have meant.
pub fn unknown_parameter(name: &str, known: &[&str]) -> Fault {
    let parameter = (name.len() <= NAME_SHOWN_MAX).then(|| name.into());
    if let Some(fault) = unsupported_option(name).filter(|_| !known.contains(&"constraints")) {
        return Fault { parameter, ..fault };
    }
    Fault { parameter, ..Fault::new(FaultCode::UnknownParameter, unknown(name, "the query", known)) }
}

/// Returns the descriptions of the fields that a part of a request may have.
pub(crate) fn fields<F: Fields>(place: Place) -> Vec<FieldDoc> {
    let mut fields = Vec::new();
    F::describe(place, &mut fields);
    fields
}

/// Returns the names of the fields that a part of a request may have.
pub(crate) fn names<F: Fields>(place: Place) -> Vec<&'static str> {
    fields::<F>(place).iter().map(|field| field.name).collect()
}
