//! The list of all types of constraints, as JSON.

use quadrille_sudoku::constraints::Constraint;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

/// All types of constraints.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConstraintTypeList {
    /// The types, by name.
    pub constraints: Vec<ConstraintTypeEntry>,
}

/// A type of constraints.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConstraintTypeEntry {
    /// Name of the type: the member `type` of a constraint.
    #[schema(example = "thermometer")]
    pub name: &'static str,
    /// Meaning, in one or two sentences.
    pub meaning: &'static str,
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
                meaning: field.meaning,
                required: field.is_required,
            });
            ConstraintTypeEntry {
                name: known.name,
                meaning: known.meaning,
                members: members.collect(),
                example: serde_json::from_str(known.example).ok(),
            }
        });
        Self { constraints: constraints.collect() }
    }
}

impl Default for ConstraintTypeList {
    fn default() -> Self {
        Self::new()
    }
}
