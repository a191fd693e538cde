//! Writes puzzles, rules and constraints.

use serde::ser::{SerializeMap, SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};

use crate::model::{
    BoxShape, Cell, Constraint, ConstraintValues, Digit, DigitSet, FieldValue, Layout, Puzzle, Rules,
    format_value,
};
use crate::text::{HouseForm, SYMBOL_SIZE_MAX};

/// A constraint with the names of its cells: `{"type": "cage", "cells": ["r1c1", "r1c2"], "sum": 8}`.
#[derive(Clone, Copy, Debug)]
pub struct WrittenConstraint<'a> {
    /// The layout of its cells.
    pub layout: &'a Layout,
    /// The constraint.
    pub constraint: &'a Constraint,
}

/// Type and fields of a constraint.
struct Fields<'a> {
    layout: &'a Layout,
    constraint: &'a ConstraintValues,
}

/// Value of a field.
struct Field<'a> {
    layout: &'a Layout,
    value: &'a FieldValue,
}

/// Names of cells.
struct CellNames<'a> {
    layout: &'a Layout,
    cells: &'a [Cell],
}

/// The constraints of rules.
struct Constraints<'a>(&'a Rules);

/// The digits of the cells that do not allow all of them.
struct Candidates<'a> {
    rules: &'a Rules,
    sets: &'a [DigitSet],
}

impl Serialize for Puzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (rules, form) = (self.rules(), HouseForm::of(self.rules()));
        if matches!(form, HouseForm::Grids(_) | HouseForm::Free) || !serializer.is_human_readable() {
            return serializer.collect_str(self);
        }
        // A request with the rows of numbers of a 36x36 alone could be a batch.
        let has_text = rules.digit_count() <= SYMBOL_SIZE_MAX;
        let has_usual_rules = form == HouseForm::UsualBoxes && rules.is_unconstrained();
        if has_text && has_usual_rules && self.given_candidates().is_none() {
            return self.clues().serialize(serializer);
        }
        let mut members = serializer.serialize_map(None)?;
        members.serialize_entry("puzzle", self.clues())?;
        if let Some(sets) = self.given_candidates() {
            members.serialize_entry("candidates", &Candidates { rules, sets })?;
        }
        write_rules(rules, &form, &mut members)?;
        members.end()
    }
}

impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = HouseForm::of(self);
        if matches!(form, HouseForm::Grids(_) | HouseForm::Free) || !serializer.is_human_readable() {
            return serializer.collect_str(&Puzzle::empty(self.clone()));
        }
        let mut members = serializer.serialize_map(None)?;
        members.serialize_entry("size", &self.digit_count())?;
        write_rules(self, &form, &mut members)?;
        members.end()
    }
}

/// Writes the members for houses and constraints.
fn write_rules<M: SerializeMap>(rules: &Rules, form: &HouseForm, members: &mut M) -> Result<(), M::Error> {
    match form {
        HouseForm::UsualBoxes | HouseForm::Grids(_) | HouseForm::Free => {}
        HouseForm::Boxes(shape) => members.serialize_entry("box", shape)?,
        HouseForm::Regions(regions) if regions.is_empty() => members.serialize_entry("boxes", &false)?,
        HouseForm::Regions(regions) => {
            let size = rules.digit_count();
            let mut symbols = vec!['.'; rules.layout().cell_count()];
            for (symbol, cells) in ('0'..='9').chain('a'..='z').zip(regions) {
                cells.iter().for_each(|cell| symbols[cell.index()] = symbol);
            }
            let rows: Vec<String> = symbols.chunks(size).map(|row| row.iter().collect()).collect();
            members.serialize_entry("regions", &rows)?;
        }
    }
    if !rules.is_unconstrained() {
        members.serialize_entry("constraints", &Constraints(rules))?;
    }
    Ok(())
}

impl Serialize for BoxShape {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return serializer.collect_str(self);
        }
        let mut members = serializer.serialize_struct("BoxShape", 2)?;
        members.serialize_field("width", &self.width)?;
        members.serialize_field("height", &self.height)?;
        members.end()
    }
}

impl Serialize for Candidates<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (layout, all) = (self.rules.layout(), self.rules.digits());
        let restricted = layout.cells().zip(self.sets).filter(|(_, set)| **set != all);
        serializer.collect_map(restricted.map(|(cell, set)| (layout.position(cell), set)))
    }
}

impl Serialize for Constraints<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let layout = self.0.layout();
        let constraints = self.0.constraints().iter();
        serializer.collect_seq(constraints.map(|constraint| WrittenConstraint { layout, constraint }))
    }
}

impl Serialize for WrittenConstraint<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Fields { layout: self.layout, constraint: &self.constraint.to_values() }.serialize(serializer)
    }
}

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_map(None)?;
        members.serialize_entry("type", self.constraint.type_name)?;
        for (name, value) in self.constraint.values.iter() {
            members.serialize_entry(name, &Field { layout: self.layout, value })?;
        }
        members.end()
    }
}

impl Serialize for Field<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let layout = self.layout;
        match self.value {
            FieldValue::Cells(cells) => CellNames { layout, cells }.serialize(serializer),
            FieldValue::CellLists(lists) => {
                serializer.collect_seq(lists.iter().map(|cells| CellNames { layout, cells }))
            }
            FieldValue::Number(number) => number.serialize(serializer),
            FieldValue::Numbers(numbers) => numbers.serialize(serializer),
            FieldValue::Tuples(lists) => lists.serialize(serializer),
            FieldValue::Word(word) => word.serialize(serializer),
            FieldValue::Words(words) => words.serialize(serializer),
            FieldValue::Line(_) => serializer.collect_str(&format_value(self.value, layout)),
            FieldValue::Text(text) => text.serialize(serializer),
            FieldValue::Transitions(steps) => serializer.collect_seq(steps.iter().map(|step| Step {
                from: step.from,
                digits: &step.digits,
                to: step.to,
            })),
            FieldValue::Measures(measures) => {
                let mut list = serializer.serialize_seq(Some(measures.len()))?;
                for measure in measures {
                    let (name, value) = measure.name_and_value();
                    list.serialize_element(&Member { name, value })?;
                }
                list.end()
            }
            FieldValue::ConstraintLists(lists) => serializer.collect_seq(lists.iter().map(|list| {
                let fields = |constraint| Fields { layout, constraint };
                list.iter().map(fields).collect::<Vec<_>>()
            })),
        }
    }
}

impl Serialize for CellNames<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.cells.iter().map(|&cell| self.layout.position(cell)))
    }
}

/// Step of an automaton.
struct Step<'a> {
    from: i64,
    digits: &'a [Digit],
    to: i64,
}

impl Serialize for Step<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_map(Some(3))?;
        members.serialize_entry("from", &self.from)?;
        members.serialize_entry("digits", self.digits)?;
        members.serialize_entry("to", &self.to)?;
        members.end()
    }
}

/// Object with one number.
struct Member {
    name: &'static str,
    value: i64,
}

impl Serialize for Member {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(self.name, self.value)])
    }
}
