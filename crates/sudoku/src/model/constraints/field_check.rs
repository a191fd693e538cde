//! Checks that values fit the fields of a constraint type.

use std::collections::BTreeSet;

use super::definition::{
    ConstraintError, Definition, FieldValue, FieldValues, Measure, Surroundings, Transition,
};
use super::field::{Field, FieldKind};
use crate::model::cell::Cell;
use crate::model::digit::{Digit, SIZE_MAX};
use crate::model::house::{HouseKind, HouseName};

/// Checks the values of a constraint: each is of a field, and fits its kind; none is given twice, and no required one is missing. Without
/// surroundings, cells may be anywhere, and digits are up to [`SIZE_MAX`].
///
/// # Errors
/// The first fault, with its field.
pub(crate) fn check_fields(
    type_name: &str,
    fields: &[Field],
    values: &FieldValues,
    surroundings: Option<&Surroundings<'_>>,
) -> Result<(), ConstraintError> {
    let mut seen: Vec<&str> = Vec::new();
    for (name, value) in values.iter() {
        let fault = |detail| ConstraintError::new(format!("/{name}"), detail);
        let field = fields
            .iter()
            .find(|field| field.name == name)
            .ok_or_else(|| unknown_field(type_name, fields, name))?;
        if seen.contains(&name) {
            return Err(fault("the field is given twice: give it once".to_owned()));
        }
        seen.push(name);
        check(field.kind, value, surroundings).map_err(|(at, detail)| {
            let pointer = at.map_or_else(|| format!("/{name}"), |at| format!("/{name}/{at}"));
            ConstraintError::new(pointer, detail)
        })?;
    }
    match fields.iter().find(|field| field.is_required && !seen.contains(&field.name)) {
        Some(Field { name, .. }) => {
            let detail = format!("is missing: a constraint of type `{type_name}` needs it");
            Err(ConstraintError::new(format!("/{name}"), detail))
        }
        None => Ok(()),
    }
}

/// Check of the fields of a constraint that a constructor makes.
pub(crate) trait Checked: Definition {
    /// The constraint, if its values fit its [`FIELDS`](Definition::FIELDS) in a grid of any size.
    ///
    /// # Errors
    /// If a value does not fit its field.
    fn checked(self) -> Result<Self, ConstraintError> {
        check_fields(Self::NAME, Self::FIELDS, &self.values(), None)?;
        Ok(self)
    }
}

impl<D: Definition> Checked for D {}

/// The fault of a name that no field has.
pub(crate) fn unknown_field(type_name: &str, fields: &[Field], name: &str) -> ConstraintError {
    let known: Vec<String> = fields.iter().map(|field| format!("`{}`", field.name)).collect();
    let known =
        if known.is_empty() { "no fields".to_owned() } else { format!("the fields {}", known.join(", ")) };
    ConstraintError::new(
        format!("/{name}"),
        format!("is no field: a constraint of type `{type_name}` has {known}"),
    )
}

/// A fault of a value, with the index of its element.
type ValueFault = (Option<usize>, String);

fn check(
    kind: FieldKind,
    value: &FieldValue,
    surroundings: Option<&Surroundings<'_>>,
) -> Result<(), ValueFault> {
    match (kind, value) {
        (FieldKind::Cells { count, may_repeat }, FieldValue::Cells(cells)) => {
            check_count(cells.len(), count, "cells")?;
            check_cells(cells, may_repeat, surroundings)
        }
        (FieldKind::Cell, FieldValue::Cells(cells)) => {
            check_count(cells.len(), [1, 1], "cells")?;
            check_cells(cells, false, surroundings)
        }
        (FieldKind::CellLists, FieldValue::CellLists(lists)) => {
            for_each(lists, |list| check_cells(list, false, surroundings))
        }
        (FieldKind::Number { range }, &FieldValue::Number(number)) => check_number(number, range),
        (FieldKind::Numbers { range }, FieldValue::Numbers(numbers)) => {
            for_each(numbers, |&number| check_number(number, range))
        }
        (FieldKind::Tuples { width }, FieldValue::Tuples(lists)) => for_each(lists, |list| {
            check_count(list.len(), width, "digits")?;
            for_each(list, |&digit| check_digit(digit, surroundings))
        }),
        (FieldKind::Word(words), FieldValue::Word(word)) => check_word(word, words),
        (FieldKind::Words(words), FieldValue::Words(given)) if given.is_empty() => {
            Err((None, format!("must have one or more of {}", words.join(", "))))
        }
        (FieldKind::Words(words), FieldValue::Words(given)) => {
            for_each(given, |word| check_word(word, words))
        }
        (FieldKind::Line, FieldValue::Line(line)) => check_line(*line, surroundings),
        (FieldKind::Text { max }, FieldValue::Text(text)) => {
            let length = text.chars().count();
            if (1..=max).contains(&length) {
                return Ok(());
            }
            Err((None, format!("has {length} characters: it must have between 1 and {max}")))
        }
        (FieldKind::Transitions, FieldValue::Transitions(transitions)) => {
            for_each(transitions, |transition| {
                check_number(transition.from, [0, Transition::STATE_MAX])?;
                check_number(transition.to, [0, Transition::STATE_MAX])?;
                check_count(transition.digits.len(), [1, SIZE_MAX], "digits")?;
                for_each(&transition.digits, |&digit| check_digit(digit, surroundings))
            })
        }
        (FieldKind::Measures, FieldValue::Measures(measures)) => for_each(measures, |measure| {
            let (_, value) = measure.name_and_value();
            check_number(value, Measure::RANGE)
        }),
        // Each constraint is checked by its own type.
        (FieldKind::ConstraintLists { max }, FieldValue::ConstraintLists(lists)) => {
            check_count(lists.len(), [1, max], "lists")
        }
        _ => Err((None, format!("must be {}, not {}", kind.description(), value.description()))),
    }
}

/// Checks each element of a list. The fault has the index of the element in this list.
fn for_each<T>(list: &[T], mut check: impl FnMut(&T) -> Result<(), ValueFault>) -> Result<(), ValueFault> {
    list.iter()
        .enumerate()
        .try_for_each(|(at, element)| check(element).map_err(|(_, detail)| (Some(at), detail)))
}

fn check_count(given: usize, [min, max]: [usize; 2], of: &str) -> Result<(), ValueFault> {
    let must = match (min..=max).contains(&given) {
        true => return Ok(()),
        false if min == max => format!("it must be {min}"),
        false if given < min => format!("it must be {min} or more"),
        false => format!("the maximum is {max}"),
    };
    Err((None, format!("the number of {of} is {given}: {must}")))
}

fn check_number(number: i64, [min, max]: [i64; 2]) -> Result<(), ValueFault> {
    if (min..=max).contains(&number) {
        Ok(())
    } else {
        Err((None, format!("the value is {number}: it must be from {min} to {max}")))
    }
}

fn check_digit(digit: Digit, surroundings: Option<&Surroundings<'_>>) -> Result<(), ValueFault> {
    let digits = surroundings.map_or(SIZE_MAX, |surroundings| surroundings.digits);
    check_number(digit.value() as i64, [1, digits as i64])
}

fn check_word(word: &str, words: &[&str]) -> Result<(), ValueFault> {
    if words.contains(&word) {
        Ok(())
    } else {
        Err((None, format!("`{word}` is unknown: it must be one of {}", words.join(", "))))
    }
}

fn check_cells(
    cells: &[Cell],
    may_repeat: bool,
    surroundings: Option<&Surroundings<'_>>,
) -> Result<(), ValueFault> {
    if let Some(surroundings) = surroundings {
        let count = surroundings.layout.cell_count();
        if let Some(at) = cells.iter().position(|cell| cell.index() >= count) {
            let detail = format!(
                "cell {} is outside of the grid: its cells are numbered from 0 to {}",
                cells[at].index(),
                count - 1
            );
            return Err((Some(at), detail));
        }
    }
    let mut seen = BTreeSet::new();
    match cells.iter().position(|cell| !seen.insert(cell)).filter(|_| !may_repeat) {
        Some(at) => Err((Some(at), "the cell appears more than once: give it once".to_owned())),
        None => Ok(()),
    }
}

fn check_line(line: HouseName, surroundings: Option<&Surroundings<'_>>) -> Result<(), ValueFault> {
    let size = surroundings.map_or(SIZE_MAX, |surroundings| surroundings.digits);
    if surroundings.is_some_and(Surroundings::has_several_grids) {
        return Err((None, "rows and columns of several grids have no numbers: give the `cells`".to_owned()));
    }
    if matches!(line.kind, HouseKind::Row | HouseKind::Column) && (1..=size).contains(&line.number) {
        return Ok(());
    }
    Err((None, format!("must be a row from r1 to r{size}, or a column from c1 to c{size}")))
}
