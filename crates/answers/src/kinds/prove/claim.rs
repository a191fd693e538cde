//! Claims: numbers of solutions.

use quadrille_exact_cover::proof::CLAIM_MAX;
use serde::{Serialize, Serializer};
use serde_json::json;
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder, OneOfBuilder, Type};
use utoipa::openapi::{RefOr, Schema};

use crate::faults::{Fault, FaultCode, Faults, Location};
use crate::wire::json::Json;
use crate::wire::puzzle::values::collection;
use crate::wire::request::number::{integer, integer_text};
use crate::wire::request::object::object;
use crate::wire::request::{Components, OptionValue, component, or_fault, wrong_type};
use crate::wire::schema::schema;

/// Number of solutions, up to [`CLAIM_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claim(pub u64);

/// Name of the member with a number of solutions.
const COUNT: &str = "count";

/// Claims with a name.
const NAMED: [(&str, Claim); 2] = [("none", Claim(0)), ("unique", Claim(1))];

impl Claim {
    fn named(name: &str) -> Option<Self> {
        NAMED.iter().find(|(known, _)| *known == name).map(|(_, claim)| *claim)
    }
}

impl Default for Claim {
    /// One solution: the proof that is found says "none" if there is none.
    fn default() -> Self {
        Self(1)
    }
}

impl OptionValue for Claim {
    fn from_json(json: Json, location: &Location, faults: &mut Faults) -> Option<Self> {
        match &json {
            Json::String(name) => or_fault(Self::named(name), location, faults, claim_fault),
            Json::Object(_) => {
                let members = object(&json, location, &[COUNT], faults)?;
                let count = members.iter().find(|(name, _)| *name == COUNT);
                let Some((_, count)) = count else {
                    return or_fault(None, location, faults, claim_fault);
                };
                integer(count, &location.member(COUNT), &(0..=CLAIM_MAX), faults).map(Self)
            }
            _ => or_fault(None, location, faults, || {
                wrong_type(&json, "\"none\", \"unique\", or a count such as {\"count\": 5}")
            }),
        }
    }

    /// Reads a name, a number, or JSON.
    fn from_text(text: &str, location: &Location, faults: &mut Faults) -> Option<Self> {
        if let Some(json) = collection(text) {
            return Self::from_json(json, location, faults);
        }
        let claim = Self::named(text).or_else(|| integer_text(text, &(0..=CLAIM_MAX)).map(Self));
        or_fault(claim, location, faults, claim_fault)
    }

    fn schema(components: &mut Components) -> RefOr<Schema> {
        component::<Self>(components)
    }

    fn text_schema(_: &mut Components) -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .pattern(Some(r#"^(none|unique|[0-9]{1,4}|\{"count": ?[0-9]{1,4}\})$"#))
            .into()
    }
}

impl Serialize for Claim {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match NAMED.iter().find(|(_, claim)| claim == self) {
            Some((name, _)) => name.serialize(serializer),
            None => serializer.collect_map([(COUNT, self.0)]),
        }
    }
}

fn claim_fault() -> Fault {
    let detail =
        format!("must be `none`, `unique`, or a count from 0 to {CLAIM_MAX}, such as {{\"count\": 5}}");
    Fault::new(FaultCode::OutOfRange, detail)
}

schema!(Claim, {
    let names = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(NAMED.map(|(name, _)| name)));
    let count = ObjectBuilder::new()
        .schema_type(Type::Object)
        .property(
            COUNT,
            ObjectBuilder::new()
                .schema_type(Type::Integer)
                .minimum(Some(0.0))
                .maximum(Some(CLAIM_MAX as f64))
                .description(Some("Number of solutions.")),
        )
        .required(COUNT)
        .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(false)))
        .examples([json!({"count": 5})]);
    OneOfBuilder::new()
        .item(names)
        .item(count)
        .description(Some("Number of solutions: none, one, or a count."))
});
