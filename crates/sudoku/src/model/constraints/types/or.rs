//! Alternatives: the constraints of at least one list hold.

use crate::model::constraints::prelude::*;
use crate::model::constraints::types::Constraint;

/// Largest number of lists.
const LISTS_MAX: usize = 16;

/// Lists of constraints, of which one or more hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Alternatives {
    /// The lists.
    pub any: Vec<Vec<Constraint>>,
}

impl Alternatives {
    /// The surroundings of the constraints of a list: a sign in it explains the pair for the `negative` in the same list, too.
    fn signs(list: &[Constraint], surroundings: &Surroundings<'_>) -> Vec<Sign> {
        let of_list = list.iter().filter_map(Constraint::sign);
        let mut signs: Vec<Sign> = surroundings.signs.iter().copied().chain(of_list).collect();
        Sign::sort(&mut signs);
        signs
    }

    fn constraints(&self) -> impl Iterator<Item = &Constraint> {
        self.any.iter().flatten()
    }
}

/// The constraint with these values, in the list and place of this pointer.
fn made(
    inner: &ConstraintValues,
    pointer: &str,
    surroundings: &Surroundings<'_>,
) -> Result<Constraint, ConstraintError> {
    let known = Constraint::type_named(inner.type_name)
        .ok_or_else(|| ConstraintError::new(pointer, "there is no such type of constraint"))?;
    known
        .new_constraint(&inner.values, surroundings)
        .map_err(|error| ConstraintError { pointer: format!("{pointer}{}", error.pointer), ..error })
}

impl Definition for Alternatives {
    const NAME: &'static str = "or";
    const MEANING: &'static str =
        "All constraints of at least one of the lists hold. A solution that meets several lists counts once.";
    const FIELDS: &'static [Field] = &[Field::new(
        "any",
        FieldKind::ConstraintLists { max: LISTS_MAX },
        "The lists of constraints, up to 16. No `or` is in them, and a sign in a list only matters to a `negative` in the same list.",
    )];
    const EXAMPLE: &'static str = r#"{"type": "or", "any": [[{"type": "cage", "cells": ["r1c1", "r1c2"], "sum": 8}], [{"type": "thermometer", "cells": ["r1c1", "r2c2", "r3c3"]}]]}"#;
    const OTHER_NAMES: &'static [OtherName] = &[OtherName::new("anyof"), OtherName::new("alternatives")];

    fn from_values(values: &FieldValues, surroundings: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        let lists = values.constraint_lists("any");
        for (at, list) in lists.iter().enumerate() {
            if list.is_empty() {
                let detail = "the list has no constraint, so that all grids would meet it: give one or more";
                return Err(ConstraintError::new(format!("/any/{at}"), detail));
            }
            if let Some(place) = list.iter().position(|inner| inner.type_name == Self::NAME) {
                let detail = "an `or` cannot be within another one: list its alternatives in the outer one";
                return Err(ConstraintError::new(format!("/any/{at}/{place}"), detail));
            }
        }
        let made = |(at, list): (usize, &Vec<ConstraintValues>)| {
            let places = list.iter().enumerate();
            places.map(|(place, inner)| made(inner, &format!("/any/{at}/{place}"), surroundings)).collect()
        };
        Ok(Self { any: lists.iter().enumerate().map(made).collect::<Result<_, _>>()? })
    }

    fn values(&self) -> FieldValues {
        let of_list = |list: &Vec<Constraint>| list.iter().map(Constraint::to_values).collect();
        FieldValues::default().and("any", FieldValue::ConstraintLists(self.any.iter().map(of_list).collect()))
    }

    fn depends_on_values(&self) -> bool {
        self.constraints().any(Constraint::depends_on_values)
    }

    fn holds(&self, digits: Digits<'_>, surroundings: &Surroundings<'_>) -> bool {
        self.any.iter().any(|list| {
            let signs = Self::signs(list, surroundings);
            let surroundings = Surroundings { signs: &signs, ..*surroundings };
            list.iter().all(|constraint| constraint.holds(digits, &surroundings))
        })
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, surroundings: &Surroundings<'_>) {
        parts.any_of(self.any.len(), |parts, index| {
            let signs = Self::signs(&self.any[index], surroundings);
            let surroundings = Surroundings { signs: &signs, ..*surroundings };
            for constraint in &self.any[index] {
                if parts.is_within_bounds() {
                    constraint.add_parts(parts, &surroundings);
                }
            }
        });
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        let named = |constraint: &Constraint| {
            let cells = surroundings.cell_names(&constraint.cells());
            let name = format!("{} {cells}", constraint.type_name());
            let values = constraint.values();
            let numbers = values.iter().filter_map(|(name, value)| match value {
                FieldValue::Number(number) => Some(format!("{name} {number}")),
                _ => None,
            });
            let numbers: Vec<String> = numbers.collect();
            let numbers = if numbers.is_empty() { String::new() } else { format!("({})", numbers.join(" ")) };
            format!("{} {numbers}", name.trim_end()).trim_end().to_owned()
        };
        let of_list = |list: &Vec<Constraint>| {
            let names: Vec<String> = list.iter().map(named).collect();
            names.join(" and ")
        };
        let lists = listed(self.any.iter().map(of_list));
        drawing.captions.push(format!("At least one of these holds: {lists}."));
        let cells = self.cells();
        if !cells.is_empty() {
            drawing.shapes.push(Shape::Area { cells });
        }
    }

    /// The cells of all constraints, each once; none if one of them is about the whole grid.
    fn cells(&self) -> Vec<Cell> {
        let mut all: Vec<Cell> = Vec::new();
        for constraint in self.constraints() {
            let cells = constraint.cells();
            if cells.is_empty() {
                return Vec::new();
            }
            all.extend(cells);
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    fn field_bytes(&self) -> usize {
        size_of::<Vec<Constraint>>() * self.any.len()
            + self.constraints().map(Constraint::heap_bytes).sum::<usize>()
    }
}
