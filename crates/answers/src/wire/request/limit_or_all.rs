//! Limit on solutions, which may be all of them.

use std::num::NonZeroU64;

use serde_json::{Value, json};

use super::number::ALL;
use super::{Field, FieldDoc, FieldInfo, Given, Member, Parameter, Place, SolutionLimit};
use crate::faults::{FaultCode, Faults, Location};

/// Number of solutions from 1 to `MAX`: the field `limit`, or `all`, which is `MAX`, for clients whose types have no union of number
/// and text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LimitOrAll<const MAX: u64> {
    limit: Given<SolutionLimit<MAX>>,
    all: Given<bool>,
}

/// The field `all` beside the field `limit`.
fn all_field(limit: &FieldInfo) -> FieldInfo {
    FieldInfo {
        name: ALL,
        pointer: "/all",
        doc: "`true` is the same as `limit` with the value `all`, and must not be given beside a `limit`.\nBy default `false`.",
        ..*limit
    }
}

/// The objects that have both fields, which is a fault.
fn has_both() -> Value {
    json!({
        "required": ["limit", ALL],
        "properties": {"limit": {"type": ["integer", "string"]}, ALL: {"const": true}},
    })
}

impl<const MAX: u64> LimitOrAll<MAX> {
    /// Returns the number, or this default.
    pub(crate) fn number_or(&self, default: u64) -> NonZeroU64 {
        let default = if self.is_all() { MAX } else { default };
        self.limit.number_or(default)
    }

    fn is_all(&self) -> bool {
        self.all.copied() == Some(true)
    }

    fn has_both(&self) -> bool {
        self.limit.is_given() && self.is_all()
    }

    /// Reads a value, and adds a fault if it is the second one.
    fn set(&mut self, set: impl FnOnce(&mut Self, &mut Faults) -> bool, faults: &mut Faults) -> bool {
        let had_both = self.has_both();
        let is_known = set(self, faults);
        if self.has_both() && !had_both {
            faults.push(|| {
                let detail = "`limit` and `all` are given: give one of them";
                let fault = self.limit.fault(FaultCode::GivenTwice, detail);
                fault.at(self.all.location().unwrap_or(&Location::root()))
            });
        }
        is_known
    }
}

impl<const MAX: u64> Field for LimitOrAll<MAX> {
    fn set_member(&mut self, field: &FieldInfo, member: &mut Member<'_>, faults: &mut Faults) -> bool {
        let set = |own: &mut Self, faults: &mut Faults| {
            own.limit.set_member(field, member, faults)
                || own.all.set_member(&all_field(field), member, faults)
        };
        self.set(set, faults)
    }

    fn set_parameter(&mut self, field: &FieldInfo, parameter: &Parameter<'_>, faults: &mut Faults) -> bool {
        let set = |own: &mut Self, faults: &mut Faults| {
            own.limit.set_parameter(field, parameter, faults)
                || own.all.set_parameter(&all_field(field), parameter, faults)
        };
        self.set(set, faults)
    }

    fn inherit(&mut self, batch: &Self) {
        // An entry overrides the limit of its batch in either form.
        if !self.limit.is_given() && !self.is_all() {
            self.limit.inherit(&batch.limit);
            self.all.inherit(&batch.all);
        }
    }

    fn locate_digits<'a>(&'a self, _: &mut Vec<&'a Location>) {}

    fn describe(field: &FieldInfo, place: Place, fields: &mut Vec<FieldDoc>) {
        if field.is_in(place) {
            Given::<SolutionLimit<MAX>>::describe(field, place, fields);
            let mut all = Vec::new();
            Given::<bool>::describe(&all_field(field), place, &mut all);
            fields.extend(all.into_iter().map(|all| FieldDoc { excluded: Some(has_both), ..all }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::json::Json;
    use crate::wire::request::{Fields, read_object, read_query};

    #[derive(Clone, Debug, Default, Fields)]
    struct Options {
        /// The limit.
        limit: LimitOrAll<9>,
    }

    /// Reads a query and an object. Returns the limit, by default 2, and the codes of the faults.
    fn read(query: &str, object: &str) -> (u64, Vec<FaultCode>) {
        let (mut options, mut faults) = (Options::default(), Faults::default());
        read_query(&mut options, query, Place::BodyQuery, &mut faults);
        let json = Json::parse(object).expect("JSON");
        read_object(&mut options, json, Place::Body, &Location::root(), &mut faults);
        let codes = faults.listed.iter().map(|fault| fault.code).collect();
        (options.limit.number_or(2).get(), codes)
    }

    #[test]
    fn limit_and_all_are_given_twice() {
        for (query, object, expected) in [
            ("", "{}", 2),
            ("", r#"{"all": true}"#, 9),
            ("", r#"{"limit": "all"}"#, 9),
            ("", r#"{"limit": 3}"#, 3),
            ("", r#"{"limit": 3, "all": false}"#, 3),
            ("", r#"{"limit": null, "all": true}"#, 9),
            ("all=false", r#"{"limit": 3}"#, 3),
            ("all=true", "{}", 9),
        ] {
            assert_eq!(read(query, object), (expected, vec![]), "{query} {object}");
        }
        for (query, object) in [
            ("", r#"{"limit": 3, "all": true}"#),
            ("", r#"{"all": true, "limit": "all"}"#),
            ("limit=3&all=true", "{}"),
            ("limit=3", r#"{"all": true}"#),
        ] {
            assert_eq!(read(query, object).1, [FaultCode::GivenTwice], "{query} {object}");
        }
    }

    #[test]
    fn entry_overrides_its_batch_in_either_form() {
        let options = |query: &str| {
            let mut options = Options::default();
            read_query(&mut options, query, Place::BatchQuery, &mut Faults::default());
            options
        };
        for (batch, entry, expected) in [
            ("limit=3", "all=true", 9),
            ("all=true", "limit=3", 3),
            ("limit=3", "all=false", 3),
            ("all=true", "all=false", 2),
            ("all=true", "", 9),
        ] {
            let mut own = options(entry);
            own.inherit(&options(batch));
            assert_eq!(own.limit.number_or(2).get(), expected, "{batch} {entry}");
        }
    }
}
