//! Ranges of clues, levels and scores: their JSON, their text and their schemas.

use std::ops::RangeInclusive;

use quadrille_sudoku::SIZE_MAX;
use quadrille_sudoku::techniques::Level;
use serde_json::json;
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder, OneOfBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};

use super::values::{text, text_of, with_nearest};
use crate::faults::{Fault, FaultCode, Faults, Location};
use crate::wire::json::Json;
use crate::wire::request::number::{integer_text, whole};
use crate::wire::request::object::{meant, object};
use crate::wire::request::{Components, OptionValue, component, or_fault};
use crate::wire::schema::schema;

/// Largest score in a request. No puzzle has a larger one.
const SCORE_MAX: u64 = 1_000_000;

/// Separator of the ends of a range.
const TO: &str = "..";

/// Range with optional ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends<T> {
    pub(crate) min: Option<T>,
    pub(crate) max: Option<T>,
}

/// Number of clues, or a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClueRange(pub(crate) Ends<u64>);

/// Smallest score that is given as a number alone: 1 to 10 are levels of other programs. A range has any scores.
const SCORE_MIN: u64 = 11;

/// Levels or scores that a puzzle may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DifficultyWish {
    Levels(Ends<Level>),
    Scores(Ends<u64>),
}

impl<T: Copy + PartialOrd> Ends<T> {
    /// Reads one value, or two with `..` between them, of which one may be missing.
    fn of_text(text: &str, value: impl Fn(&str) -> Option<T>) -> Option<Self> {
        let Some((min, max)) = text.split_once(TO) else {
            let value = Some(value(text)?);
            return Some(Self { min: value, max: value });
        };
        let end = |text: &str| if text.is_empty() { Some(None) } else { value(text).map(Some) };
        Self::with_an_end(end(min)?, end(max)?)
    }

    /// Makes a range; `None` without any end.
    fn with_an_end(min: Option<T>, max: Option<T>) -> Option<Self> {
        (min.is_some() || max.is_some()).then_some(Self { min, max })
    }

    /// Reads a number, a text, or an object with `min` and `max`. Returns `None` without a fault for any other value.
    fn of_json(
        json: &Json,
        location: &Location,
        faults: &mut Faults,
        value: impl Fn(&str) -> Option<T>,
    ) -> Option<Self> {
        if !matches!(json, Json::Object(_)) {
            return Self::of_text(&scalar(json)?, value);
        }
        let members = object(json, location, &["min", "max"], faults)?;
        let (mut min, mut max) = (None, None);
        for (name, json) in members {
            let end = Some(value(&scalar(json)?)?);
            *if name == "min" { &mut min } else { &mut max } = end;
        }
        Self::with_an_end(min, max)
    }

    /// Whether no value is in the range.
    pub(crate) fn is_empty(&self) -> bool {
        self.min.is_some_and(|min| self.max.is_some_and(|max| min > max))
    }

    /// The range, with these values for missing ends.
    pub(crate) fn within(&self, all: RangeInclusive<T>) -> RangeInclusive<T> {
        self.min.unwrap_or(*all.start())..=self.max.unwrap_or(*all.end())
    }
}

impl DifficultyWish {
    /// Reads a level, a score, or a range of either.
    fn parse(text: &str) -> Option<Self> {
        let levels = || Ends::of_text(text, level).map(Self::Levels);
        levels().or_else(|| Ends::of_text(text, score).map(Self::Scores))
    }
}

impl OptionValue for DifficultyWish {
    fn from_json(json: Json, location: &Location, faults: &mut Faults) -> Option<Self> {
        let (before, mut ignored) = (faults.count(), Faults::default());
        let levels = Ends::of_json(&json, location, faults, level).map(Self::Levels);
        let range = levels.or_else(|| Ends::of_json(&json, location, &mut ignored, score).map(Self::Scores));
        let number = scalar(&json).filter(|text| is_level_or_score(text));
        let range = range.filter(|_| number.is_none());
        with_fault(range, before, faults, || match number {
            Some(number) => level_or_score(&number).at(location),
            None => unknown_difficulty(text_of(&json)).at(location),
        })
    }

    fn from_text(text: &str, location: &Location, faults: &mut Faults) -> Option<Self> {
        if is_level_or_score(text) {
            faults.push(|| level_or_score(text).at(location));
            return None;
        }
        or_fault(Self::parse(text), location, faults, || unknown_difficulty(text))
    }

    fn schema(components: &mut Components) -> RefOr<Schema> {
        component::<Self>(components)
    }

    fn text_schema(_: &mut Components) -> RefOr<Schema> {
        difficulty_text().into()
    }
}

impl OptionValue for ClueRange {
    fn from_json(json: Json, location: &Location, faults: &mut Faults) -> Option<Self> {
        let before = faults.count();
        let range = Ends::of_json(&json, location, faults, clue_count).map(Self);
        with_fault(range, before, faults, || clues_fault().at(location))
    }

    fn from_text(text: &str, location: &Location, faults: &mut Faults) -> Option<Self> {
        or_fault(Ends::of_text(text, clue_count).map(Self), location, faults, clues_fault)
    }

    fn schema(components: &mut Components) -> RefOr<Schema> {
        component::<Self>(components)
    }

    fn text_schema(_: &mut Components) -> RefOr<Schema> {
        clues_text().into()
    }
}

/// The fault of an unknown difficulty, with the nearest level, or the same range in lower case.
fn unknown_difficulty(given: &str) -> Fault {
    let lower = given.to_ascii_lowercase();
    let nearest = match DifficultyWish::parse(&lower) {
        Some(_) => Some(lower),
        None => meant(given, &Level::ALL.iter().copied().map(Level::name).collect::<Vec<_>>()),
    };
    with_nearest(difficulty_fault(), nearest)
}

/// The value; without one, adds a fault unless its reader has added some.
fn with_fault<T>(
    value: Option<T>,
    before: usize,
    faults: &mut Faults,
    fault: impl FnOnce() -> Fault,
) -> Option<T> {
    if value.is_none() && faults.count() == before {
        faults.push(fault);
    }
    value.filter(|_| faults.count() == before)
}

/// A string or a whole number as text.
fn scalar(json: &Json) -> Option<String> {
    match json {
        Json::String(text) => Some(text.clone()),
        Json::Number(number) => whole(number).map(|value| value.to_string()),
        _ => None,
    }
}

fn clue_count(text: &str) -> Option<u64> {
    integer_text(text, &(0..=(SIZE_MAX * SIZE_MAX) as u64))
}

fn level(name: &str) -> Option<Level> {
    Level::ALL.iter().copied().find(|level| level.name() == name)
}

fn score(text: &str) -> Option<u64> {
    integer_text(text, &(0..=SCORE_MAX))
}

/// Whether a number alone may be a level of another program, or a score.
fn is_level_or_score(text: &str) -> bool {
    score(text).is_some_and(|score| score < SCORE_MIN)
}

/// The fault of a number that may be a level or a score.
fn level_or_score(number: &str) -> Fault {
    let levels = Level::ALL.iter().copied().map(Level::name).collect::<Vec<_>>().join(", ");
    let detail = format!(
        "{number} may be a level or a score: give one of the levels {levels}, or a range of scores such as 300..500"
    );
    Fault::new(FaultCode::OutOfRange, detail)
}

/// The fault of an invalid value of `clues`.
fn clues_fault() -> Fault {
    let detail = format!(
        "must be a number of clues from 0 to {}, or a range such as 24..28, 24.. or ..28",
        SIZE_MAX * SIZE_MAX
    );
    Fault::new(FaultCode::OutOfRange, detail)
}

/// The fault of an invalid value of `difficulty`.
fn difficulty_fault() -> Fault {
    let detail = format!(
        "must be a level ({}), a score, or a range of either such as medium..hard or 300..500",
        Level::ALL.iter().copied().map(Level::name).collect::<Vec<_>>().join(", ")
    );
    Fault::new(FaultCode::OutOfRange, detail)
}

/// Pattern of a number of clues.
const CLUE_COUNT: &str = "(0|[1-9][0-9]{0,3})";

/// Pattern of a score.
const SCORE: &str = "(0|[1-9][0-9]{0,5}|1000000)";

/// Pattern of a score alone.
const SCORE_ALONE: &str = "1[1-9]|[2-9][0-9]|[1-9][0-9]{2,5}|1000000";

/// The schema of `clues` in a query.
fn clues_text() -> ObjectBuilder {
    text(&range_of(CLUE_COUNT))
}

/// The schema of `difficulty` in a query.
fn difficulty_text() -> ObjectBuilder {
    text(&format!(r"{}|{SCORE_ALONE}|{SCORE}\.\.{SCORE}?|\.\.{SCORE}", level_ranges()))
}

schema!(ClueRange, {
    let number = || whole_schema((SIZE_MAX * SIZE_MAX) as u64);
    OneOfBuilder::new()
        .item(number().title(Some("Number")))
        .item(clues_text().title(Some("Text")))
        .item(ends(|| number().schema_type(SchemaType::from_iter([Type::Integer, Type::Null]))))
        .description(Some("A number of clues, or a range with one or two ends."))
        .examples([json!({"min": 24, "max": 28}), json!("24..28"), json!(24)])
});

schema!(DifficultyWish, {
    let score = || whole_schema(SCORE_MAX);
    OneOfBuilder::new()
        .item(score().minimum(Some(SCORE_MIN as f64)).title(Some("Score")))
        .item(difficulty_text().title(Some("Text")))
        .item(ends(|| score().schema_type(SchemaType::from_iter([Type::Integer, Type::Null]))))
        .description(Some("A level, a score, or a range of either with one or two ends."))
        .examples([json!("hard"), json!("medium..hard"), json!(400), json!({"min": 300, "max": 500})])
});

/// Pattern of a value, or of a range with one or two ends.
fn range_of(value: &str) -> String {
    format!(r"{value}(\.\.{value}?)?|\.\.{value}")
}

/// Pattern of a level, or of a range that has a level.
fn level_ranges() -> String {
    let names = Level::ALL.iter().copied().map(Level::name).collect::<Vec<_>>();
    let from = |(first, name): (usize, &&str)| format!(r"{name}(\.\.({})?)?", names[first..].join("|"));
    let ranges: Vec<String> = names.iter().enumerate().map(from).collect();
    format!(r"{}|\.\.({})", ranges.join("|"), names.join("|"))
}

fn whole_schema(max: u64) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0)).maximum(Some(max as f64))
}

/// An object with the ends of a range.
fn ends(end: impl Fn() -> ObjectBuilder) -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(Type::Object)
        .title(Some("Range"))
        .min_properties(Some(1))
        .property("min", end().description(Some("Smallest value.")))
        .property("max", end().description(Some("Largest value.")))
        .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(false)))
}
