//! What an answer repeats of its entry besides the puzzle.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::openapi::schema::{AdditionalProperties, ArrayBuilder, ObjectBuilder, OneOfBuilder, Type};

use crate::wire::json::Json;
use crate::wire::schema::schema;

/// The other fields of a row as an array of strings, or the other members of a record as an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Kept(Json);

impl Kept {
    /// Returns the other fields of a row; `None` if there are none.
    pub(crate) fn from_fields(fields: Vec<String>) -> Option<Self> {
        let fields: Vec<Json> = fields.into_iter().map(Json::String).collect();
        (!fields.is_empty()).then_some(Self(Json::Array(fields)))
    }

    /// Returns the other members of a record; `None` if there are none.
    pub(crate) fn from_members(members: Vec<(String, Json)>) -> Option<Self> {
        (!members.is_empty()).then_some(Self(Json::Object(members)))
    }

    /// Appends a tab and a value for each field or member. White space within a value becomes a space, so that a line of text
    /// remains one.
    pub(crate) fn write_text(&self, page: &mut Vec<u8>) {
        let values: Vec<&Json> = match &self.0 {
            Json::Array(fields) => fields.iter().collect(),
            Json::Object(members) => members.iter().map(|(_, json)| json).collect(),
            json => vec![json],
        };
        for value in values {
            let text = match value {
                Json::String(text) => Cow::Borrowed(text.as_str()),
                Json::Null => Cow::Borrowed(""),
                json => Cow::Owned(json.to_string()),
            };
            page.push(b'\t');
            page.extend_from_slice(text.replace(['\t', '\r', '\n'], " ").as_bytes());
        }
    }
}

schema!(Kept, {
    let text = ObjectBuilder::new().schema_type(Type::String);
    let fields = ArrayBuilder::new().items(text).description(Some("The other fields of the row."));
    let members = ObjectBuilder::new()
        .schema_type(Type::Object)
        .additional_properties(Some(AdditionalProperties::FreeForm(true)))
        .description(Some("The other members of the record."));
    OneOfBuilder::new().item(members).item(fields)
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_fields_of_a_line() {
        let members =
            Json::parse(r#"{"a": "x\ty", "b": null, "c": [1, {"d": "\n"}], "e": 7}"#).expect("JSON");
        let Json::Object(members) = members else { panic!("an object") };
        let fields = ["0", "", "a\r\nb"].map(str::to_owned).to_vec();
        for (kept, text) in [
            (Kept::from_members(members), "\tx y\t\t[1,{\"d\":\"\\n\"}]\t7"),
            (Kept::from_fields(fields), "\t0\t\ta  b"),
        ] {
            let mut page = Vec::new();
            kept.expect("values").write_text(&mut page);
            assert_eq!(String::from_utf8(page).expect("UTF-8"), text);
        }
        assert_eq!((Kept::from_members(Vec::new()), Kept::from_fields(Vec::new())), (None, None));
    }
}
