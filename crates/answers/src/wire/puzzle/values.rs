//! Values of options about puzzles.

use std::fmt::Debug;
use std::marker::PhantomData;

use quadrille_notation::Format;
use quadrille_sudoku::techniques::{Language, Reveal};
use utoipa::ToSchema;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};

use crate::faults::{Fault, FaultCode, Faults, Location};
use crate::wire::json::Json;
use crate::wire::puzzle::schema::{Candidates, FormatName, Marks, PuzzleForms, PuzzleText, ShownCandidates};
use crate::wire::request::{Components, OptionValue, component, named_values, or_fault, wrong_type};

/// Reads a string that is the name of a format.
pub(crate) fn format_from_json<T: OptionValue>(
    json: &Json,
    location: &Location,
    faults: &mut Faults,
) -> Option<T> {
    match json {
        Json::String(name) => T::from_text(name, location, faults),
        _ => or_fault(None, location, faults, || wrong_type(json, "the name of a format")),
    }
}

/// Returns the format, or pushes the fault of a name that is none of these.
pub(crate) fn format_or_fault<T>(
    format: Option<T>,
    names: impl Iterator<Item = &'static str>,
    location: &Location,
    faults: &mut Faults,
) -> Option<T> {
    or_fault(format, location, faults, || {
        let names: Vec<_> = names.collect();
        Fault::new(FaultCode::OutOfRange, format!("must be one of {}", names.join(", ")))
    })
}

impl OptionValue for Format {
    fn from_json(json: Json, location: &Location, faults: &mut Faults) -> Option<Self> {
        format_from_json(&json, location, faults)
    }

    fn from_text(text: &str, location: &Location, faults: &mut Faults) -> Option<Self> {
        format_or_fault(text.parse().ok(), Self::ALL.iter().copied().map(Self::name), location, faults)
    }

    fn schema(components: &mut Components) -> RefOr<Schema> {
        component::<FormatName>(components)
    }
}

/// The layout in which n lines of n symbols are one grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridLayout;

/// Order in which solutions are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Always the same.
    Fixed,
    /// Random.
    Random,
}

/// Parts of a puzzle that may be redundant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MinimalOf {
    /// Clues.
    Clues,
    /// Constraints.
    Constraints,
}

/// Grid whose canonical form determines the subset of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SubsetBy {
    /// The puzzle.
    Puzzle,
    /// Its unique solution.
    Solution,
}

named_values! {
    GridLayout: "grid" Self;
    Order: "fixed" Self::Fixed, "random" Self::Random;
    MinimalOf: "clues" Self::Clues, "constraints" Self::Constraints;
    SubsetBy: "puzzle" Self::Puzzle, "solution" Self::Solution;
    Reveal: "house" Self::House, "technique" Self::Technique, "all" Self::All;
    Language: "en" Self::English, "de" Self::German;
}

/// JSON of the shape `S`, which is read after other fields: its meaning depends, for example, on the size of the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread<S> {
    pub(crate) json: Json,
    shape: PhantomData<fn() -> S>,
}

/// Shape of JSON that is read later.
pub trait JsonShape: ToSchema + Clone + Debug + 'static {
    /// Makes the JSON of a parameter; `None` if the text has another shape.
    fn parse(text: &str) -> Option<Json>;

    /// Whether JSON of this shape names digits, which have another meaning beside a puzzle whose digits begin with 0.
    fn names_digits(json: &Json) -> bool;

    /// Shape in words.
    const WORDS: &'static str;

    /// Schema of the text of a parameter.
    fn text_schema(_: &mut Components) -> RefOr<Schema> {
        // JSON, but no `contentMediaType`: Swagger UI takes such a string for a file.
        RefOr::from(ObjectBuilder::new().schema_type(Type::String))
    }
}

impl<S: JsonShape> OptionValue for Unread<S> {
    fn from_json(json: Json, _: &Location, _: &mut Faults) -> Option<Self> {
        Some(Self { json, shape: PhantomData })
    }

    fn from_text(text: &str, location: &Location, faults: &mut Faults) -> Option<Self> {
        let read = S::parse(text).map(|json| Self { json, shape: PhantomData });
        or_fault(read, location, faults, || {
            Fault::new(FaultCode::OutOfRange, format!("must be {}", S::WORDS))
        })
    }

    fn names_digits(&self) -> bool {
        S::names_digits(&self.json)
    }

    fn schema(components: &mut Components) -> RefOr<Schema> {
        component::<S>(components)
    }

    fn text_schema(components: &mut Components) -> RefOr<Schema> {
        S::text_schema(components)
    }
}

/// Parses JSON that is an object, or an array.
pub(crate) fn collection(text: &str) -> Option<Json> {
    Json::parse(text).ok().filter(|json| matches!(json, Json::Object(_) | Json::Array(_)))
}

impl JsonShape for Candidates {
    fn names_digits(_: &Json) -> bool {
        true
    }

    const WORDS: &'static str = "JSON such as {\"r1c1\": [1, 2]}, or an array of rows";

    fn parse(text: &str) -> Option<Json> {
        collection(text)
    }
}

impl JsonShape for Marks {
    fn names_digits(_: &Json) -> bool {
        true
    }

    const WORDS: &'static str = Candidates::WORDS;

    fn parse(text: &str) -> Option<Json> {
        collection(text)
    }
}

impl JsonShape for ShownCandidates {
    fn names_digits(json: &Json) -> bool {
        !matches!(json, Json::Bool(_))
    }

    const WORDS: &'static str = "true, false, or JSON such as {\"r1c1\": [1, 2]}, or an array of rows";

    fn parse(text: &str) -> Option<Json> {
        match text {
            "true" => Some(Json::Bool(true)),
            "false" => Some(Json::Bool(false)),
            _ => collection(text),
        }
    }
}

impl JsonShape for PuzzleForms {
    fn names_digits(_: &Json) -> bool {
        true
    }

    const WORDS: &'static str = "a grid";

    fn parse(text: &str) -> Option<Json> {
        Some(Json::String(text.to_owned()))
    }

    fn text_schema(components: &mut Components) -> RefOr<Schema> {
        component::<PuzzleText>(components)
    }
}
