//! Constraints of a text, made from the values that it shows.

use std::collections::BTreeSet;

use super::content::{FormatFault, FormatFaultReason, ParsedText};
use super::format_faults::FormatFaults;
use crate::model::{Cell, Constraint, FieldKind, FieldValue, FieldValues, Rules};

/// Cells of a cage, and its sum.
pub(super) type CageParts = (Vec<Cell>, Option<usize>);

/// Makes the constraints of a text. All faults are collected.
pub(super) struct ConstraintReader<'f> {
    read: ParsedText,
    /// Rules of the text without its constraints.
    rules: Rules,
    faults: &'f mut FormatFaults,
}

impl<'f> ConstraintReader<'f> {
    /// Reader for a text whose grid and boxes have been read; `None` if they do not fit each other.
    pub(super) fn new(read: ParsedText, faults: &'f mut FormatFaults) -> Option<Self> {
        let rules = read.to_rules()?;
        Some(Self { read, rules, faults })
    }

    /// Size of the grid.
    pub(super) fn size(&self) -> usize {
        self.rules.digit_count()
    }

    /// The cell at a row and column from 1.
    pub(super) fn cell_at(&self, row: usize, column: usize) -> Option<Cell> {
        self.rules.layout().cell_at(row, column)
    }

    /// Notes that the text has drawings or prose.
    pub(super) fn decorate(&mut self) {
        self.read.is_decorated = true;
    }

    /// Adds the fault of a constraint with this name in the text.
    pub(super) fn refuse(&mut self, label: &str, detail: &str) {
        self.faults.push_constraint(self.read.format, format!("the constraint `{label}` ({detail})"));
    }

    /// Adds the fault of a text that does not follow the grammar.
    pub(super) fn push_syntax(&mut self, detail: String) {
        self.faults.push(FormatFault::new(self.read.format, FormatFaultReason::Syntax(detail)));
    }

    /// Adds a constraint of this type with these fields. `label` is its name in the text.
    pub(super) fn add(
        &mut self,
        label: &str,
        type_name: &str,
        fields: impl IntoIterator<Item = (&'static str, FieldValue)>,
    ) {
        let Some(constraint_type) = Constraint::type_named(type_name) else {
            return self.refuse(label, "there is no such type");
        };
        let mut values = FieldValues::default();
        for (name, value) in fields {
            let field = constraint_type.fields.iter().find(|field| field.name == name);
            if let Err(detail) = field.map_or(Ok(()), |field| check(field.kind, &value)) {
                return self.refuse(label, &detail);
            }
            values.insert(name, value);
        }
        match self.rules.constraint(constraint_type, &values) {
            Ok(constraint) => self.read.constraints.push(constraint),
            Err(error) => self.refuse(label, &error.detail),
        }
    }

    /// Adds a cage. `label` is its name in the text.
    pub(super) fn add_cage(&mut self, label: &str, (cells, sum): CageParts) {
        let sum = sum.map(|sum| ("sum", FieldValue::Number(sum as i64)));
        self.add(label, "cage", [("cells", FieldValue::Cells(cells))].into_iter().chain(sum));
    }

    /// The text with its constraints; `None` if they are too many or too large.
    pub(super) fn finish(self) -> Option<ParsedText> {
        match self.rules.with_constraints(self.read.constraints.clone()) {
            Ok(_) => Some(self.read),
            Err(error) => {
                let reason = FormatFaultReason::Constraint(format!("this puzzle: {error}"));
                self.faults.push(FormatFault::new(self.read.format, reason));
                None
            }
        }
    }
}

/// Checks that a value fits its field. The error is a sentence.
fn check(kind: FieldKind, value: &FieldValue) -> Result<(), String> {
    match (kind, value) {
        (FieldKind::Cells { count: [fewest, most], may_repeat }, FieldValue::Cells(cells)) => {
            let distinct = cells.iter().collect::<BTreeSet<_>>().len();
            if !(fewest..=most).contains(&cells.len()) {
                Err(format!("it has {} cells: {fewest} to {most} are possible", cells.len()))
            } else if !may_repeat && distinct < cells.len() {
                Err("a cell occurs twice".to_owned())
            } else {
                Ok(())
            }
        }
        (FieldKind::Number { range: [least, largest] }, &FieldValue::Number(number)) => {
            let fits = (least..=largest).contains(&number);
            if fits {
                Ok(())
            } else {
                Err(format!("the value is {number}: {least} to {largest} are possible"))
            }
        }
        _ => Ok(()),
    }
}
