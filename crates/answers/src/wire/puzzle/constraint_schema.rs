//! OpenAPI schemas of constraints and regions, made of the types of constraints.

use quadrille_sudoku::constraints::{Constraint, ConstraintType, Field, FieldKind, Measure, Transition};
use serde_json::json;
use utoipa::openapi::schema::{
    AdditionalProperties, AllOfBuilder, ArrayBuilder, ObjectBuilder, OneOfBuilder, SchemaType, Type,
};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::wire::json::Json;
use crate::wire::puzzle::constraints::TYPE;
use crate::wire::puzzle::values::{JsonShape, collection};
use crate::wire::schema::schema;

/// Schema of the member `constraints`.
#[derive(Clone, Copy, Debug)]
pub struct ConstraintList;

impl ToSchema for ConstraintList {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((ConstraintCell::name().into_owned(), ConstraintCell::schema()));
        schemas.push((PlainConstraint::name().into_owned(), PlainConstraint::schema()));
        schemas.push((TRANSITION.to_owned(), transition().into()));
        schemas.push((MEASURE.to_owned(), measure().into()));
        schemas
            .extend(Constraint::TYPES.iter().map(|known| (component_name(known), constraint(known).into())));
    }
}

impl PartialSchema for ConstraintList {
    fn schema() -> RefOr<Schema> {
        let with_lists = Constraint::TYPES.iter().filter(|known| has_lists(known));
        let plain = OneOfBuilder::new().item(Ref::from_schema_name(PlainConstraint::name()));
        ArrayBuilder::new()
            .items(
                with_lists.fold(plain, |any, known| any.item(Ref::from_schema_name(component_name(known)))),
            )
            .max_items(Some(2_000))
            .description(Some("Constraints beside rows, columns and boxes."))
            .examples([
                json!([{"type": "cage", "cells": ["r1c1", "r1c2"], "sum": 3}, {"type": "anti_knight"}]),
            ])
            .into()
    }
}

/// Schema of a constraint of a type without lists of constraints.
#[derive(Clone, Copy, Debug)]
struct PlainConstraint;

schema!(PlainConstraint, {
    let plain = Constraint::TYPES.iter().filter(|known| !has_lists(known));
    plain
        .fold(OneOfBuilder::new(), |any, known| any.item(Ref::from_schema_name(component_name(known))))
        .description(Some("A constraint of any type but `or`."))
});

/// Whether constraints of this type have lists of other ones.
fn has_lists(known: &ConstraintType) -> bool {
    known.fields.iter().any(|field| matches!(field.kind, FieldKind::ConstraintLists { .. }))
}

/// Schema of a cell of a constraint or a region.
#[derive(Clone, Copy, Debug)]
struct ConstraintCell;

schema!(ConstraintCell, {
    let name = ObjectBuilder::new().schema_type(Type::String).pattern(Some(CELL_PATTERN)).description(Some(
        "Row, then column, such as `r3c7`; or `C7`, in which letters are rows and numbers are columns.",
    ));
    let index = || number([1, 36]);
    let pair = ArrayBuilder::new()
        .items(index())
        .min_items(Some(2))
        .max_items(Some(2))
        .description(Some("Row and column, from 1."));
    let object = |column: &str| {
        ObjectBuilder::new()
            .property("row", index())
            .required("row")
            .property(column, index())
            .required(column)
            .additional_properties(Some(AdditionalProperties::FreeForm(false)))
    };
    OneOfBuilder::new()
        .item(name)
        .item(pair)
        .item(object("col"))
        .item(object("column"))
        .description(Some("A cell. Rows and columns count from 1."))
});

const CELL_PATTERN: &str =
    "^([rR]([1-9]|[12][0-9]|3[0-6])[cC]([1-9]|[12][0-9]|3[0-6])|[A-Za-z]([1-9]|[12][0-9]|3[0-6]))$";

const LINE_PATTERN: &str = "^[rRcC]([1-9]|[12][0-9]|3[0-6])$";

/// Schema of the member `regions`.
#[derive(Clone, Copy, Debug)]
pub struct Regions;

impl ToSchema for Regions {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        ConstraintList::schemas(schemas);
    }
}

impl PartialSchema for Regions {
    fn schema() -> RefOr<Schema> {
        let symbols = ArrayBuilder::new().items(number([0, 36])).max_items(Some(36));
        OneOfBuilder::new()
            .item(text("A symbol for each cell, row by row. Cells with the same symbol are a region."))
            .item(ArrayBuilder::new().items(text("A row of symbols.")).description(Some("Rows of symbols.")))
            .item(
                ArrayBuilder::new()
                    .items(cells(None, [1, 36], true))
                    .description(Some("Lists of the cells of each region.")),
            )
            .item(ArrayBuilder::new().items(symbols).description(Some("Rows of the numbers of regions.")))
            .description(Some("Regions instead of boxes."))
            .examples([json!("1122112233443344")])
            .into()
    }
}

impl JsonShape for ConstraintList {
    /// Each constraint says so by itself, when it was read.
    fn names_digits(_: &Json) -> bool {
        false
    }

    const WORDS: &'static str = "JSON such as [{\"type\": \"anti_knight\"}]";

    fn parse(text: &str) -> Option<Json> {
        collection(text)
    }
}

impl JsonShape for Regions {
    fn names_digits(_: &Json) -> bool {
        false
    }

    const WORDS: &'static str = "a symbol for each cell, or JSON: an array of rows, or of lists of cells";

    fn parse(text: &str) -> Option<Json> {
        // A string in quotes, as in JSON, is the same text.
        let is_value = |json: &Json| matches!(json, Json::String(_) | Json::Array(_) | Json::Object(_));
        let json = Json::parse(text).ok().filter(is_value);
        Some(json.unwrap_or_else(|| Json::String(text.to_owned())))
    }
}

/// Names of the components of a step of an automaton, and of a relation with its value. Generators of clients lose constraints with objects
/// that have no name.
const TRANSITION: &str = "ConstraintTransition";
const MEASURE: &str = "ConstraintMeasure";

/// Name of the component of a type, such as `CageConstraint`.
fn component_name(known: &ConstraintType) -> String {
    let words = known.name.split('_').map(|word| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_ascii_uppercase() + rest
    });
    words.collect::<String>() + "Constraint"
}

/// The object of a constraint of this type.
fn constraint(known: &ConstraintType) -> ObjectBuilder {
    let name = ObjectBuilder::new().schema_type(Type::String).enum_values(Some([known.name]));
    let object = ObjectBuilder::new()
        .description(Some(known.meaning))
        .property(TYPE, name)
        .required(TYPE)
        .additional_properties(Some(AdditionalProperties::FreeForm(false)));
    known.fields.iter().fold(object, |object, field| {
        let object = object.property(field.name, value(field));
        if field.is_required { object.required(field.name) } else { object }
    })
}

fn value(field: &Field) -> RefOr<Schema> {
    let meaning = Some(field.meaning);
    match field.kind {
        FieldKind::Cells { count, may_repeat } => cells(meaning, count, !may_repeat).into(),
        FieldKind::Cell => {
            let cell = Ref::from_schema_name(ConstraintCell::name());
            AllOfBuilder::new().item(cell).description(meaning).into()
        }
        FieldKind::CellLists => {
            ArrayBuilder::new().items(cells(None, [1, 1296], true)).description(meaning).into()
        }
        FieldKind::Number { range } => numeral(range, field.words).description(meaning).into(),
        FieldKind::Numbers { range } => {
            ArrayBuilder::new().items(numeral(range, &[])).description(meaning).into()
        }
        FieldKind::Tuples { width: [min, max] } => {
            let list =
                ArrayBuilder::new().items(numeral([1, 36], &[])).min_items(Some(min)).max_items(Some(max));
            ArrayBuilder::new().items(list).description(meaning).into()
        }
        FieldKind::Word(words) => word(words).description(meaning).into(),
        FieldKind::Words(words) => {
            ArrayBuilder::new().items(word(words)).min_items(Some(1)).description(meaning).into()
        }
        FieldKind::Line => text(field.meaning).pattern(Some(LINE_PATTERN)).into(),
        FieldKind::Text { max } => text(field.meaning).min_length(Some(1)).max_length(Some(max)).into(),
        FieldKind::Transitions => {
            ArrayBuilder::new().items(Ref::from_schema_name(TRANSITION)).description(meaning).into()
        }
        FieldKind::Measures => {
            ArrayBuilder::new().items(Ref::from_schema_name(MEASURE)).description(meaning).into()
        }
        FieldKind::ConstraintLists { max } => {
            let list = ArrayBuilder::new()
                .items(Ref::from_schema_name(PlainConstraint::name()))
                .min_items(Some(1))
                .description(Some("Constraints that hold together."));
            ArrayBuilder::new()
                .items(list)
                .min_items(Some(1))
                .max_items(Some(max))
                .description(meaning)
                .into()
        }
        // No type has another kind.
        _ => text(field.meaning).into(),
    }
}

fn transition() -> ObjectBuilder {
    let state = || numeral([0, Transition::STATE_MAX], &[]);
    let digits = ArrayBuilder::new().items(numeral([1, 36], &[])).max_items(Some(36));
    ObjectBuilder::new()
        .property("from", state())
        .property("digits", digits)
        .property("to", state())
        .required("from")
        .required("digits")
        .required("to")
        .additional_properties(Some(AdditionalProperties::FreeForm(false)))
        .description(Some("A step from a state, with any of some digits, to a state."))
}

fn measure() -> ObjectBuilder {
    let relation = ObjectBuilder::new()
        .additional_properties(Some(AdditionalProperties::FreeForm(false)))
        .description(Some("A relation with its value."));
    Measure::NAMES.iter().fold(relation, |relation, name| relation.property(*name, numeral([0, 100], &[])))
}

fn cells(meaning: Option<&str>, [min, max]: [usize; 2], are_unique: bool) -> ArrayBuilder {
    ArrayBuilder::new()
        .items(Ref::from_schema_name(ConstraintCell::name()))
        .min_items(Some(min))
        .max_items(Some(max))
        .unique_items(are_unique)
        .description(meaning)
}

fn number([min, max]: [i64; 2]) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(min as f64)).maximum(Some(max as f64))
}

/// A number, which may be text, or a word that stands for one.
fn numeral(range: [i64; 2], words: &[(&str, i64)]) -> OneOfBuilder {
    let words = words.iter().map(|(word, _)| format!("|{word}|{}", word.to_uppercase())).collect::<String>();
    let text =
        ObjectBuilder::new().schema_type(Type::String).pattern(Some(format!("^(-?[0-9]{{1,9}}{words})$")));
    OneOfBuilder::new().item(number(range)).item(text)
}

fn word(words: &[&'static str]) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::Type(Type::String)).enum_values(Some(words.to_vec()))
}

fn text(meaning: &str) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).description(Some(meaning))
}
