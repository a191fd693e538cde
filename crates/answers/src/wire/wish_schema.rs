//! OpenAPI schemas of the options of a generated puzzle.

use std::borrow::Cow;

use quadrille_sudoku::SIZE_MAX;
use quadrille_sudoku::generate::ClueSymmetry;
use quadrille_sudoku::techniques::{Level, Technique};
use serde_json::json;
use utoipa::openapi::schema::{
    AdditionalProperties, ArrayBuilder, ObjectBuilder, OneOfBuilder, SchemaType, Type,
};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::wish_fault::INCLUDED;
use super::wish_values::SCORE_MAX;

/// Pattern of a number of clues.
const CLUE_COUNT: &str = "(0|[1-9][0-9]{0,3})";

/// Pattern of a score.
const SCORE: &str = "(0|[1-9][0-9]{0,5}|1000000)";

/// Schema of the member `clues`.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClueRange;

/// Schema of the member `difficulty`.
#[derive(Clone, Copy, Debug)]
pub(super) struct DifficultyWish;

/// Schema of the member `techniques`.
#[derive(Clone, Copy, Debug)]
pub(super) struct TechniqueLists;

/// Schema of the name of a symmetry.
#[derive(Clone, Copy, Debug)]
pub(super) struct SymmetryName;

/// Schema of the member `include`.
#[derive(Clone, Copy, Debug)]
pub(super) struct IncludedParts;

/// The schema of `clues` in a query.
pub(super) fn clues_text() -> ObjectBuilder {
    text(&range_of(CLUE_COUNT))
}

/// The schema of `difficulty` in a query.
pub(super) fn difficulty_text() -> ObjectBuilder {
    text(&format!("{}|{}", level_ranges(), range_of(SCORE)))
}

/// The schema of `techniques` in a query.
pub(super) fn techniques_text() -> ObjectBuilder {
    let name = format!("-?({})", ids().join("|"));
    text(&format!("{name}(,{name})*"))
}

/// The schema of `include` in a query.
pub(super) fn include_text() -> ObjectBuilder {
    let name = format!("({})", INCLUDED.join("|"));
    text(&format!("{name}(,{name})*"))
}

impl ToSchema for ClueRange {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("ClueRange")
    }
}

impl PartialSchema for ClueRange {
    fn schema() -> RefOr<Schema> {
        let number = || whole((SIZE_MAX * SIZE_MAX) as u64);
        OneOfBuilder::new()
            .item(number().title(Some("Number")))
            .item(clues_text().title(Some("Text")))
            .item(ends(|| number().schema_type(SchemaType::from_iter([Type::Integer, Type::Null]))))
            .description(Some("A number of clues, or a range with one or two ends."))
            .examples([json!({"min": 24, "max": 28}), json!("24..28"), json!(24)])
            .into()
    }
}

impl ToSchema for DifficultyWish {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("DifficultyWish")
    }
}

impl PartialSchema for DifficultyWish {
    fn schema() -> RefOr<Schema> {
        let score = || whole(SCORE_MAX);
        OneOfBuilder::new()
            .item(score().title(Some("Score")))
            .item(difficulty_text().title(Some("Text")))
            .item(ends(|| score().schema_type(SchemaType::from_iter([Type::Integer, Type::Null]))))
            .description(Some("A level, a score, or a range of either with one or two ends."))
            .examples([json!("hard"), json!("medium..hard"), json!(400), json!({"min": 300, "max": 500})])
            .into()
    }
}

impl ToSchema for TechniqueLists {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("TechniqueLists")
    }
}

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

impl ToSchema for SymmetryName {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("SymmetryName")
    }
}

impl PartialSchema for SymmetryName {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(ClueSymmetry::ALL.map(ClueSymmetry::name)))
            .description(Some("Symmetry of the cells with clues."))
            .into()
    }
}

impl ToSchema for IncludedParts {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("IncludedParts")
    }
}

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

fn whole(max: u64) -> ObjectBuilder {
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
