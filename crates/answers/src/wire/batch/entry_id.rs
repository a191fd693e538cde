//! Ids of entries.

use serde::Serialize;
use serde_json::Value;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, OneOfBuilder, SchemaFormat, Type};
use utoipa::openapi::{RefOr, Schema};

use crate::faults::{Fault, FaultCode, Faults, Location};
use crate::wire::json::Json;
use crate::wire::request::number::whole;
use crate::wire::request::{Components, OptionValue, component, or_fault, wrong_type};
use crate::wire::schema::schema;

/// Maximum length of an id in characters.
pub(crate) const ID_CHARACTERS_MAX: usize = 128;

/// Id of an entry, which its result repeats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum EntryId {
    /// A string.
    Text(String),
    /// An integer.
    Number(i64),
}

impl OptionValue for EntryId {
    fn from_json(json: Json, location: &Location, faults: &mut Faults) -> Option<Self> {
        match json {
            Json::String(id) => Self::from_text(&id, location, faults),
            Json::Number(number) => {
                let id = whole(&number).and_then(|value| i64::try_from(value).ok()).map(Self::Number);
                or_fault(id, location, faults, || {
                    let detail = format!("must be a whole number from {} to {}", i64::MIN, i64::MAX);
                    Fault::new(FaultCode::OutOfRange, detail)
                })
            }
            other => {
                let expected = format!("a string of at most {ID_CHARACTERS_MAX} characters or an integer");
                or_fault(None, location, faults, || wrong_type(&other, &expected))
            }
        }
    }

    fn from_text(text: &str, location: &Location, faults: &mut Faults) -> Option<Self> {
        let length = text.chars().count();
        let id = (length <= ID_CHARACTERS_MAX).then(|| Self::Text(text.to_owned()));
        or_fault(id, location, faults, || {
            let detail = format!("has {length} characters: the maximum is {ID_CHARACTERS_MAX}");
            Fault::new(FaultCode::IdTooLong, detail)
        })
    }

    fn schema(components: &mut Components) -> RefOr<Schema> {
        component::<Self>(components)
    }
}

schema!(EntryId, {
    let text = ObjectBuilder::new().schema_type(Type::String).max_length(Some(ID_CHARACTERS_MAX));
    let format = SchemaFormat::KnownFormat(KnownFormat::Int64);
    let number = ObjectBuilder::new().schema_type(Type::Integer).format(Some(format));
    OneOfBuilder::new()
        .item(text)
        .item(number)
        .description(Some("Name or number of the entry."))
        .examples([Value::from("sunday-17")])
});
