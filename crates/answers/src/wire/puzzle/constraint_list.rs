//! The list of all types of constraints, as JSON.

use quadrille_sudoku::constraints::Constraint;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::wire::puzzle::constraint_cells::CELL_FORMS;

/// All types of constraints.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConstraintTypeList {
    /// How cells are written.
    pub cells: &'static str,
    /// The types, by name.
    pub constraints: Vec<ConstraintTypeEntry>,
}

/// A type of constraints.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConstraintTypeEntry {
    /// Name of the type: the member `type` of a constraint.
    #[schema(example = "thermometer")]
    pub name: &'static str,
    /// Other names that requests may have for it, in any case and with separators between words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1, example = json!(["thermo"]))]
    pub other_names: Vec<&'static str>,
    /// Meaning, in one or two sentences.
    pub meaning: &'static str,
    /// Whether the digits of the member `cells` always differ, so that equal ones may be marked at once.
    pub distinct: bool,
    /// Members of a constraint of this type, beside `type`.
    pub members: Vec<ConstraintMember>,
    /// A constraint of this type, for a 9x9.
    #[schema(value_type = Object, example = json!({"type": "thermometer", "cells": ["r1c1", "r1c2", "r2c3"]}))]
    pub example: Option<&'static RawValue>,
}

/// A member of a constraint.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConstraintMember {
    /// Name of the member.
    #[schema(example = "cells")]
    pub name: &'static str,
    /// Other names that requests may have for it.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[schema(value_type = Vec<String>, required = false, min_items = 1, example = json!(["value"]))]
    pub other_names: &'static [&'static str],
    /// Meaning.
    pub meaning: &'static str,
    /// Whether a constraint must have it.
    pub required: bool,
}

impl ConstraintTypeList {
    /// Lists all types.
    pub fn new() -> Self {
        let constraints = Constraint::TYPES.iter().map(|known| {
            let members = known.fields.iter().map(|field| ConstraintMember {
                name: field.name,
                other_names: field.other_names,
                meaning: field.meaning,
                required: field.is_required,
            });
            ConstraintTypeEntry {
                name: known.name,
                other_names: known.other_names.iter().map(|other| other.name).collect(),
                meaning: known.meaning,
                distinct: known.is_distinct,
                members: members.collect(),
                example: serde_json::from_str(known.example).ok(),
            }
        });
        Self { cells: CELL_FORMS, constraints: constraints.collect() }
    }
}

impl Default for ConstraintTypeList {
    fn default() -> Self {
        Self::new()
    }
}
