//! Values of the options of a generated puzzle: their JSON, their text and their schemas.

use std::ops::RangeInclusive;

use quadrille_sudoku::SIZE_MAX;
use quadrille_sudoku::generate::ClueSymmetry;
use quadrille_sudoku::techniques::{Level, Technique};
use serde_json::json;
use utoipa::openapi::schema::{
    AdditionalProperties, ArrayBuilder, ObjectBuilder, OneOfBuilder, SchemaType, Type,
};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::wire::fault::{Fault, FaultCode, Faults, Location};
use crate::wire::json::Json;
use crate::wire::request::number::{integer_text, whole};
use crate::wire::request::object::{meant, object, shown};
use crate::wire::request::{Components, OptionValue, component, or_fault, wrong_type};

/// Names of parts of the answer that `include` asks for.
const INCLUDED: [&str; 2] = ["solution", "rating"];

/// Largest score in a request. No puzzle has a larger one.
const SCORE_MAX: u64 = 1_000_000;

/// Separator of the ends of a range.
const TO: &str = "..";

/// Schema of the name of a symmetry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SymmetryName;

/// Range with optional ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends<T> {
    pub(crate) min: Option<T>,
    pub(crate) max: Option<T>,
}

/// Number of clues, or a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClueRange(pub(crate) Ends<u64>);

/// Levels or scores that a puzzle may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DifficultyWish {
    Levels(Ends<Level>),
    Scores(Ends<u64>),
}

/// Techniques of the path of a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TechniqueLists {
    pub(crate) required: Vec<Technique>,
    pub(crate) excluded: Vec<Technique>,
}

/// Parts of an answer that are included if the client asks for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IncludedParts {
    pub(crate) solution: bool,
    pub(crate) rating: bool,
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
        with_fault(range, before, faults, || unknown_difficulty(text_of(&json)).at(location))
    }

    fn from_text(text: &str, location: &Location, faults: &mut Faults) -> Option<Self> {
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

impl OptionValue for ClueSymmetry {
    fn from_json(json: Json, location: &Location, faults: &mut Faults) -> Option<Self> {
        Self::from_text(text_of(&json), location, faults)
    }

    fn from_text(text: &str, location: &Location, faults: &mut Faults) -> Option<Self> {
        let symmetry = Self::ALL.into_iter().find(|symmetry| symmetry.name() == text);
        or_fault(symmetry, location, faults, || unknown_symmetry(text))
    }

    fn schema(components: &mut Components) -> RefOr<Schema> {
        component::<SymmetryName>(components)
    }
}

impl OptionValue for TechniqueLists {
    fn from_json(json: Json, location: &Location, faults: &mut Faults) -> Option<Self> {
        let (before, mut wish) = (faults.count(), Self::default());
        for (name, json) in object(&json, location, &["require", "exclude"], faults)? {
            let list = if name == "require" { &mut wish.required } else { &mut wish.excluded };
            for (name, location) in names(json, &location.member(name), faults)? {
                list.extend(technique(name, &location, faults));
            }
        }
        (faults.count() == before).then_some(wish)
    }

    /// Reads identifiers with commas between them; excluded ones begin with `-`.
    fn from_text(text: &str, location: &Location, faults: &mut Faults) -> Option<Self> {
        let (before, mut wish) = (faults.count(), Self::default());
        for name in text.split(',').map(str::trim_ascii) {
            let (name, list) = match name.strip_prefix('-') {
                Some(name) => (name, &mut wish.excluded),
                None => (name, &mut wish.required),
            };
            list.extend(technique(name, location, faults));
        }
        (faults.count() == before).then_some(wish)
    }

    fn schema(components: &mut Components) -> RefOr<Schema> {
        component::<Self>(components)
    }

    fn text_schema(_: &mut Components) -> RefOr<Schema> {
        let name = format!("-?({})", ids().join("|"));
        text(&format!("{name}(,{name})*")).into()
    }
}

impl IncludedParts {
    fn add(&mut self, name: &str) -> Option<()> {
        match name {
            "solution" => self.solution = true,
            "rating" => self.rating = true,
            _ => return None,
        }
        Some(())
    }
}

impl OptionValue for IncludedParts {
    fn from_json(json: Json, location: &Location, faults: &mut Faults) -> Option<Self> {
        let (before, mut included) = (faults.count(), Self::default());
        for (name, location) in names(&json, location, faults)? {
            if included.add(name).is_none() {
                faults.push(|| include_fault().at(&location));
            }
        }
        (faults.count() == before).then_some(included)
    }

    /// Reads names with commas between them.
    fn from_text(text: &str, location: &Location, faults: &mut Faults) -> Option<Self> {
        let mut included = Self::default();
        let read = text.split(',').map(str::trim_ascii).try_for_each(|name| included.add(name));
        or_fault(read.map(|()| included), location, faults, include_fault)
    }

    fn schema(components: &mut Components) -> RefOr<Schema> {
        component::<Self>(components)
    }

    fn text_schema(_: &mut Components) -> RefOr<Schema> {
        let name = format!("({})", INCLUDED.join("|"));
        text(&format!("{name}(,{name})*")).into()
    }
}

/// The elements of an array of strings, with their locations; `None`, with a fault, if it is none.
fn names<'a>(json: &'a Json, location: &Location, faults: &mut Faults) -> Option<Vec<(&'a str, Location)>> {
    let Json::Array(elements) = json else {
        faults.push(|| wrong_type(json, "an array of strings").at(location));
        return None;
    };
    let before = faults.count();
    let mut names = Vec::new();
    for (index, json) in elements.iter().enumerate() {
        let location = location.element(index);
        match json {
            Json::String(name) => names.push((name.as_str(), location)),
            _ => faults.push(|| wrong_type(json, "a string").at(&location)),
        }
    }
    (faults.count() == before).then_some(names)
}

/// The technique with this identifier; `None`, with a fault, if there is none.
fn technique(name: &str, location: &Location, faults: &mut Faults) -> Option<Technique> {
    let found = Technique::ALL.into_iter().find(|technique| technique.id() == name);
    if found.is_none() {
        faults.push(|| {
            let ids: Vec<String> = Technique::ALL.into_iter().map(Technique::id).collect();
            let known: Vec<&str> = ids.iter().map(String::as_str).collect();
            let hint = match meant(name, &known) {
                Some(meant) => format!(": did you mean `{meant}`?"),
                None => ";".to_owned(),
            };
            let detail = format!("{} is not a technique{hint} `GET /techniques` lists all", shown(name));
            Fault::new(FaultCode::OutOfRange, detail).at(location)
        });
    }
    found
}

/// The fault of an unknown difficulty, with the nearest level, or the same range in lower case.
fn unknown_difficulty(given: &str) -> Fault {
    let lower = given.to_ascii_lowercase();
    let nearest = match DifficultyWish::parse(&lower) {
        Some(_) => Some(lower),
        None => meant(given, &Level::ALL.map(Level::name)),
    };
    with_nearest(difficulty_fault(), nearest)
}

/// The fault of an unknown symmetry, with the nearest one.
fn unknown_symmetry(given: &str) -> Fault {
    with_nearest(symmetry_fault(), meant(given, &ClueSymmetry::ALL.map(ClueSymmetry::name)))
}

/// Adds to the detail what the client may have meant.
fn with_nearest(fault: Fault, nearest: Option<String>) -> Fault {
    match nearest {
        Some(nearest) => Fault { detail: format!("{}; did you mean `{nearest}`?", fault.detail), ..fault },
        None => fault,
    }
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

/// The text of a string; empty for any other value.
fn text_of(json: &Json) -> &str {
    match json {
        Json::String(text) => text,
        _ => "",
    }
}

fn clue_count(text: &str) -> Option<u64> {
    integer_text(text, &(0..=(SIZE_MAX * SIZE_MAX) as u64))
}

fn level(name: &str) -> Option<Level> {
    Level::ALL.into_iter().find(|level| level.name() == name)
}

fn score(text: &str) -> Option<u64> {
    integer_text(text, &(0..=SCORE_MAX))
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
        Level::ALL.map(Level::name).join(", ")
    );
    Fault::new(FaultCode::OutOfRange, detail)
}

/// The fault of an unknown symmetry.
fn symmetry_fault() -> Fault {
    let detail = format!("must be one of {}", ClueSymmetry::ALL.map(ClueSymmetry::name).join(", "));
    Fault::new(FaultCode::OutOfRange, detail)
}

/// The fault of an unknown part of the answer.
fn include_fault() -> Fault {
    Fault::new(FaultCode::OutOfRange, format!("must name parts of the answer: {}", INCLUDED.join(", ")))
}

/// Pattern of a number of clues.
const CLUE_COUNT: &str = "(0|[1-9][0-9]{0,3})";

/// Pattern of a score.
const SCORE: &str = "(0|[1-9][0-9]{0,5}|1000000)";

/// The schema of `clues` in a query.
fn clues_text() -> ObjectBuilder {
    text(&range_of(CLUE_COUNT))
}

/// The schema of `difficulty` in a query.
fn difficulty_text() -> ObjectBuilder {
    text(&format!("{}|{}", level_ranges(), range_of(SCORE)))
}

impl ToSchema for ClueRange {}

impl PartialSchema for ClueRange {
    fn schema() -> RefOr<Schema> {
        let number = || whole_schema((SIZE_MAX * SIZE_MAX) as u64);
        OneOfBuilder::new()
            .item(number().title(Some("Number")))
            .item(clues_text().title(Some("Text")))
            .item(ends(|| number().schema_type(SchemaType::from_iter([Type::Integer, Type::Null]))))
            .description(Some("A number of clues, or a range with one or two ends."))
            .examples([json!({"min": 24, "max": 28}), json!("24..28"), json!(24)])
            .into()
    }
}

impl ToSchema for DifficultyWish {}

impl PartialSchema for DifficultyWish {
    fn schema() -> RefOr<Schema> {
        let score = || whole_schema(SCORE_MAX);
        OneOfBuilder::new()
            .item(score().title(Some("Score")))
            .item(difficulty_text().title(Some("Text")))
            .item(ends(|| score().schema_type(SchemaType::from_iter([Type::Integer, Type::Null]))))
            .description(Some("A level, a score, or a range of either with one or two ends."))
            .examples([json!("hard"), json!("medium..hard"), json!(400), json!({"min": 300, "max": 500})])
            .into()
    }
}

impl ToSchema for TechniqueLists {}

impl PartialSchema for TechniqueLists {
    fn schema() -> RefOr<Schema> {
        let list = |description: &str| {
            let id = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(ids()));
            ArrayBuilder::new()
                .schema_type(SchemaType::from_iter([Type::Array, Type::Null]))
                .items(id)
                .description(Some(description))
        };
        ObjectBuilder::new()
            .schema_type(Type::Object)
            .property("require", list("Techniques each of which must occur on the path of the puzzle."))
            .property("exclude", list("Techniques that must not occur."))
            .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(false)))
            .description(Some(
                "Techniques that the path of a puzzle must have, and those that it must not have.",
            ))
            .examples([json!({"require": ["x_wing"]})])
            .into()
    }
}

impl ToSchema for SymmetryName {}

impl PartialSchema for SymmetryName {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(ClueSymmetry::ALL.map(ClueSymmetry::name)))
            .description(Some("Symmetry of the cells with clues."))
            .into()
    }
}

impl ToSchema for IncludedParts {}

impl PartialSchema for IncludedParts {
    fn schema() -> RefOr<Schema> {
        let part = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(INCLUDED));
        ArrayBuilder::new()
            .items(part)
            .description(Some("Further parts of the answer."))
            .examples([json!(["solution", "rating"])])
            .into()
    }
}

fn ids() -> Vec<String> {
    Technique::ALL.into_iter().map(Technique::id).collect()
}

/// Pattern of a value, or of a range with one or two ends.
fn range_of(value: &str) -> String {
    format!(r"{value}(\.\.{value}?)?|\.\.{value}")
}

/// Pattern of a level, or of a range that has a level.
fn level_ranges() -> String {
    let names = Level::ALL.map(Level::name);
    let from = |(first, name): (usize, &&str)| format!(r"{name}(\.\.({})?)?", names[first..].join("|"));
    let ranges: Vec<String> = names.iter().enumerate().map(from).collect();
    format!(r"{}|\.\.({})", ranges.join("|"), names.join("|"))
}

fn text(pattern: &str) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(format!("^({pattern})$")))
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
