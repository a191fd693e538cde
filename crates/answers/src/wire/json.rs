//! JSON values that keep the order and the duplicates of members.
//!
//! `serde_json::Value` keeps only the last member of a name. A request with two members `limit` must be rejected instead.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, Serializer};
use serde_json::Number;

use crate::faults::{Fault, FaultCode};

/// A JSON value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(Number),
    String(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Parses one JSON value. serde_json bounds the nesting to 127 levels.
    pub(crate) fn parse(body: &str) -> Result<Self, Fault> {
        serde_json::from_str(body).map_err(|error| Self::fault(body, &error))
    }

    /// Makes the fault of a serde_json error, with its byte offset.
    pub(crate) fn fault(body: &str, error: &serde_json::Error) -> Fault {
        let line_start: usize =
            body.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        let offset = (line_start + error.column()).saturating_sub(1);
        let detail =
            error.to_string().replace("recursion limit exceeded", "nested more than 127 levels deep");
        Fault::new(FaultCode::JsonSyntax, detail).at_offset(offset.min(body.len()))
    }

    /// Returns the type of the value, with its article.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::String(_) => "a string",
            Self::Array(_) => "an array",
            Self::Object(_) => "an object",
        }
    }
}

/// Number of times that JSON may be encoded again.
const ENCODINGS_MAX: usize = 4;

/// Whether a text is a JSON object that is no puzzle of another program, or a JSON string that holds one.
pub(crate) fn is_object_in_text(text: &str) -> bool {
    let may_be = |text: &str| text.trim_ascii_start().starts_with(['{', '"']);
    if !may_be(text) {
        return false;
    }
    let mut text = text.to_owned();
    for _ in 0..ENCODINGS_MAX {
        if !may_be(&text) {
            return false;
        }
        text = match Json::parse(&text) {
            Ok(Json::Object(members)) => return !members.iter().any(|(_, json)| is_grid_of_objects(json)),
            Ok(Json::String(inner)) => inner,
            _ => return false,
        };
    }
    false
}

/// Whether a value has rows of objects, as the grid of f-puzzles and SudokuPad, whose puzzles are objects in texts.
fn is_grid_of_objects(json: &Json) -> bool {
    let first = |json: &Json| if let Json::Array(elements) = json { elements.first().cloned() } else { None };
    first(json).as_ref().and_then(first).is_some_and(|cell| matches!(cell, Json::Object(_)))
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(number) => number.serialize(serializer),
            Self::String(text) => serializer.serialize_str(text),
            Self::Array(elements) => serializer.collect_seq(elements),
            Self::Object(members) => serializer.collect_map(members.iter().map(|(name, json)| (name, json))),
        }
    }
}

/// Writes the value without white space.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        // serde_json has rejected numbers that are not finite.
        Ok(Number::from_f64(value).map_or(Json::Null, Json::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Json, E> {
        Ok(Json::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Json, A::Error> {
        collect(|| elements.next_element()).map(Json::Array)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Json, A::Error> {
        collect(|| members.next_entry()).map(Json::Object)
    }
}

/// Collects elements; a single one in exactly its memory. A vector that grows has room for 4, so arrays of one element in
/// each other would take 72 times their text.
fn collect<T, E>(mut next: impl FnMut() -> Result<Option<T>, E>) -> Result<Vec<T>, E> {
    let Some(first) = next()? else { return Ok(Vec::new()) };
    let Some(second) = next()? else { return Ok(vec![first]) };
    let mut elements = Vec::with_capacity(4);
    elements.extend([first, second]);
    while let Some(element) = next()? {
        elements.push(element);
    }
    Ok(elements)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_keep_order_and_duplicates() {
        let text = r#"{"b":1,"a":null,"b":[true,"x",-1,0.5]}"#;
        let json = Json::parse(text).expect("sound");
        assert_eq!(json.to_string(), text);
        let Json::Object(members) = json else { panic!("an object") };
        let names: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["b", "a", "b"]);
    }

    /// Bytes of an allocation with the bookkeeping of an allocator.
    fn allocation(bytes: usize) -> usize {
        if bytes == 0 { 0 } else { bytes + 16 }
    }

    /// Heap memory of a value.
    fn heap_bytes(json: &Json) -> usize {
        match json {
            Json::Null | Json::Bool(_) | Json::Number(_) => 0,
            Json::String(text) => allocation(text.capacity()),
            Json::Array(array) => {
                allocation(array.capacity() * size_of::<Json>()) + array.iter().map(heap_bytes).sum::<usize>()
            }
            Json::Object(members) => {
                let names = members.iter().map(|(name, _)| allocation(name.capacity()));
                let values = members.iter().map(|(_, value)| heap_bytes(value));
                allocation(members.capacity() * size_of::<(String, Json)>())
                    + names.sum::<usize>()
                    + values.sum::<usize>()
            }
        }
    }

    #[test]
    fn value_takes_at_most_48_times_the_longest_body() {
        const BYTES: usize = 1 << 18;
        let nested = |open: &str, close: &str| format!("{}0{}", open.repeat(125), close.repeat(125));
        let mut elements =
            vec!["\"a\"".to_owned(), "{\"a\":\"a\"}".to_owned(), nested("{\"\":", "}"), nested("[", "]")];
        elements.extend([1, 2, 4, 8].map(|others| nested(&format!("[{}", "0,".repeat(others)), "]")));
        elements
            .extend([0, 1, 2, 3, 5, 9, 17, 33].map(|length| format!("[{}]", vec!["0"; length].join(","))));
        for element in elements {
            let array = format!("[{}]", vec![element.as_str(); BYTES / (element.len() + 1)].join(","));
            let Json::Array(array) = Json::parse(&array).expect("valid") else { panic!("an array") };
            // While it grows, a vector exists twice, once in half its size.
            let growth = array.capacity() * size_of::<Json>() / 2;
            let bytes = heap_bytes(&Json::Array(array)) + growth;
            assert!(bytes <= 48 * BYTES, "{:.40}: {} times", element, bytes / BYTES);
        }
    }

    #[test]
    fn syntax_errors_have_byte_offsets() {
        let offset = |body: &str| Json::parse(body).expect_err("faulty").offset;
        assert_eq!(offset("{\"a\": x}"), Some(6));
        assert_eq!(offset("{\n\"a\":\n 1} true"), Some(11));
        assert_eq!(offset("[1e400]"), Some(5));
        assert_eq!(offset("[1,"), Some(2));
        assert_eq!(offset("[\"5\n\"]"), Some(3));
        assert_eq!(offset(&"[".repeat(60_000)), Some(127));
    }
}
