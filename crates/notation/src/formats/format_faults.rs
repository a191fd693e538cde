//! All faults of a text in a format.

use quadrille_sudoku::Position;

use super::content::{FormatFault, FormatFaultReason, ParsedText, Report, TextFault};
use super::drawn::CellFault;
use crate::formats::Format;

/// Result of a step, with the boxed fault of a format.
pub(super) type FormatResult<T> = Result<T, Box<FormatFault>>;

/// Maximum number of characters of a name in a fault.
const NAME_MAX: usize = 40;

/// Shortens a name of the text.
pub(super) fn short(name: &str) -> String {
    name.chars().take(NAME_MAX).collect()
}

/// Faults found so far. Parsing continues after a fault, to find the others.
#[derive(Default)]
pub(super) struct FormatFaults(Vec<FormatFault>);

impl FormatFaults {
    /// Parses with `parse`. Reports all faults, or returns the puzzle if there are none.
    pub(super) fn collect(
        report: Report<'_>,
        parse: impl FnOnce(&mut Self) -> Option<ParsedText>,
    ) -> Option<ParsedText> {
        let mut faults = Self::default();
        let read = parse(&mut faults);
        let read = read.filter(|_| faults.0.is_empty());
        faults.0.into_iter().for_each(|fault| report(TextFault::Format(fault)));
        read
    }

    /// As [`collect`](Self::collect), with a fault that ends the parsing.
    pub(super) fn collect_until_fault(
        report: Report<'_>,
        parse: impl FnOnce(&mut Self) -> FormatResult<Option<ParsedText>>,
    ) -> Option<ParsedText> {
        Self::collect(report, |faults| {
            let read = parse(faults);
            faults.take(read).flatten()
        })
    }

    /// Adds a fault.
    pub(super) fn push(&mut self, fault: FormatFault) {
        self.0.push(fault);
    }

    /// Adds the fault of a cell.
    pub(super) fn push_cell(&mut self, format: Format, fault: CellFault, offset: usize, cell: Position) {
        self.push(FormatFault::new(format, FormatFaultReason::Cell(fault)).at(offset).in_cell(cell));
    }

    /// Adds the fault of a constraint.
    pub(super) fn push_constraint(&mut self, format: Format, name: &str, detail: impl Into<String>) {
        let reason = FormatFaultReason::Constraint { name: short(name), detail: detail.into() };
        self.push(FormatFault::new(format, reason));
    }

    /// Adds the fault of a constraint that has only a name.
    pub(super) fn push_named(&mut self, format: Format, name: &str) {
        self.push_constraint(format, name, format!("the constraint `{}`", short(name)));
    }

    /// Adds the fault of a result. Returns the value of a result without a fault.
    pub(super) fn take<T>(&mut self, result: FormatResult<T>) -> Option<T> {
        result.map_err(|fault| self.push(*fault)).ok()
    }
}
