//! JSON of web editors, as a tree.

use std::collections::HashSet;

use json_event_parser::{JsonEvent, JsonSyntaxError, SliceJsonParser};
use thiserror::Error;

/// Maximum depth of arrays and objects. Puzzles have five levels.
const DEPTH_MAX: usize = 32;

/// Maximum number of values. The largest puzzle with candidates has fewer than 50,000.
const VALUES_MAX: usize = 1 << 17;

/// Maximum of whole numbers.
const WHOLE_MAX: usize = 999_999;

/// Maximum number of characters of a name in a fault.
const NAME_MAX: usize = 40;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum WebJson {
    Null,
    Boolean(bool),
    Number(f64),
    String(String),
    Array(Vec<WebJson>),
    Object(Vec<(String, WebJson)>),
}

/// Why a text is no JSON value within the bounds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum JsonFault {
    /// The text does not follow the grammar.
    #[error("{0}")]
    Syntax(String),
    /// There is no value.
    #[error("no JSON value")]
    Empty,
    /// There is text after the value.
    #[error("text after the value")]
    TrailingText,
    /// An object has two members of this name.
    #[error("the member `{0}` stands twice in an object")]
    DuplicateMember(String),
    /// Arrays and objects are nested too deeply.
    #[error("more than {} levels", DEPTH_MAX)]
    TooDeep,
    /// There are too many values.
    #[error("more than {} values", VALUES_MAX)]
    TooManyValues,
}

impl From<JsonSyntaxError> for JsonFault {
    fn from(error: JsonSyntaxError) -> Self {
        Self::Syntax(error.message().to_owned())
    }
}

/// Array or object whose end has not been read.
enum Open {
    Array(Vec<WebJson>),
    Object(Vec<(String, WebJson)>, Option<String>),
}

impl WebJson {
    /// Parses a text, without recursion.
    ///
    /// # Errors
    /// [`JsonFault`]: the first fault.
    pub(super) fn parse(text: &str) -> Result<Self, JsonFault> {
        let mut parser = SliceJsonParser::new(text.as_bytes());
        let mut open: Vec<Open> = Vec::new();
        let mut values = 0;
        loop {
            let event = parser.parse_next()?;
            if open.len() > DEPTH_MAX {
                return Err(JsonFault::TooDeep);
            }
            let value = match event {
                JsonEvent::String(text) => Self::String(text.into_owned()),
                JsonEvent::Number(number) => Self::Number(number.parse().unwrap_or(f64::NAN)),
                JsonEvent::Boolean(value) => Self::Boolean(value),
                JsonEvent::Null => Self::Null,
                JsonEvent::StartArray => {
                    open.push(Open::Array(Vec::new()));
                    continue;
                }
                JsonEvent::StartObject => {
                    open.push(Open::Object(Vec::new(), None));
                    continue;
                }
                JsonEvent::ObjectKey(name) => {
                    if let Some(Open::Object(_, key)) = open.last_mut() {
                        *key = Some(name.into_owned());
                    }
                    continue;
                }
                JsonEvent::EndArray | JsonEvent::EndObject => match open.pop() {
                    Some(Open::Array(elements)) => Self::Array(elements),
                    Some(Open::Object(members, _)) => Self::Object(distinct(members)?),
                    None => return Err(JsonFault::Syntax("unbalanced brackets".to_owned())),
                },
                JsonEvent::Eof => return Err(JsonFault::Empty),
            };
            values += 1;
            if values > VALUES_MAX {
                return Err(JsonFault::TooManyValues);
            }
            match open.last_mut() {
                Some(Open::Array(elements)) => elements.push(value),
                Some(Open::Object(members, key)) => members.push((key.take().unwrap_or_default(), value)),
                None => {
                    let end = parser.parse_next()?;
                    return if end == JsonEvent::Eof { Ok(value) } else { Err(JsonFault::TrailingText) };
                }
            }
        }
    }

    /// The member with the first of these names that the object has.
    pub(super) fn member(&self, names: &[&str]) -> Option<&Self> {
        let find =
            |name: &&str| self.members().iter().find(|(other, _)| other == name).map(|(_, value)| value);
        names.iter().find_map(find)
    }

    /// The members of an object; none for other values.
    pub(super) fn members(&self) -> &[(String, Self)] {
        if let Self::Object(members) = self { members } else { &[] }
    }

    /// The elements of an array; none for other values.
    pub(super) fn elements(&self) -> &[Self] {
        if let Self::Array(elements) = self { elements } else { &[] }
    }

    /// The value of a whole number up to [`WHOLE_MAX`], or of a string with one.
    pub(super) fn whole(&self) -> Option<usize> {
        let value = match self {
            Self::Number(number) if number.fract() == 0.0 && *number >= 0.0 => Some(*number as usize),
            Self::String(text) => text.trim().parse().ok(),
            _ => None,
        };
        value.filter(|value| *value <= WHOLE_MAX)
    }

    /// Whether the value says nothing: null, false, or empty.
    pub(super) fn is_void(&self) -> bool {
        match self {
            Self::Null | Self::Boolean(false) => true,
            Self::Boolean(true) | Self::Number(_) => false,
            Self::String(text) => text.trim().is_empty(),
            Self::Array(elements) => elements.is_empty(),
            Self::Object(members) => members.is_empty(),
        }
    }
}

/// Refuses members of the same name.
fn distinct(members: Vec<(String, WebJson)>) -> Result<Vec<(String, WebJson)>, JsonFault> {
    let mut names = HashSet::with_capacity(members.len());
    match members.iter().find(|(name, _)| !names.insert(name.as_str())) {
        Some((name, _)) => Err(JsonFault::DuplicateMember(name.chars().take(NAME_MAX).collect())),
        None => Ok(members),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_and_numbers_are_read() {
        let json = WebJson::parse(r#"{"a": [1, "2", 2.5, null], "b": {}, "c": "\u00e9"}"#).expect("valid");
        let numbers: Vec<_> =
            json.member(&["x", "a"]).expect("a member").elements().iter().map(WebJson::whole).collect();
        assert_eq!(numbers, [Some(1), Some(2), None, None]);
        assert!(json.member(&["b"]).is_some_and(WebJson::is_void));
        assert_eq!(json.member(&["c"]), Some(&WebJson::String("\u{e9}".to_owned())));
        for text in ["", "[1,", "{\"a\"}", "1 2", "]", "[1]]"] {
            assert!(WebJson::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn members_of_the_same_name_are_refused() {
        for text in [r#"{"a":1,"a":1}"#, r#"[{"b":{},"\u0061":0,"c":0,"a":null}]"#] {
            assert_eq!(WebJson::parse(text), Err(JsonFault::DuplicateMember("a".to_owned())), "{text}");
        }
        assert!(WebJson::parse(r#"{"a":{"a":{"a":0}}}"#).is_ok());
    }

    #[test]
    fn depth_and_number_of_values_are_bounded() {
        let deep = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        assert!(WebJson::parse(&deep(DEPTH_MAX)).is_ok());
        for levels in [DEPTH_MAX + 1, 100_000] {
            assert_eq!(WebJson::parse(&deep(levels)), Err(JsonFault::TooDeep));
        }
        let wide = format!("[{}0]", "0,".repeat(VALUES_MAX));
        assert_eq!(WebJson::parse(&wide), Err(JsonFault::TooManyValues));
    }
}
