//! Constraints of a text, made from the values that it shows.

use quadrille_sudoku::constraints::{Constraint, FieldValue, FieldValues};
use quadrille_sudoku::{Cell, Position, Rules};

use super::content::{FormatFault, FormatFaultReason, ParsedText};
use super::description::{Description, GuessedConstraint};
use super::format_faults::{FormatFaults, short};
use super::own_solution::{Fit, OwnSolution};

/// Cells of a cage, and its sum.
pub(super) type CageParts = (Vec<Cell>, Option<usize>);

/// Makes the constraints of a text. All faults are collected.
pub(super) struct ConstraintReader<'f> {
    read: ParsedText,
    /// Rules of the text without its constraints.
    rules: Rules,
    /// Name in the text of each constraint.
    labels: Vec<String>,
    /// What the text says beside the puzzle.
    description: Description,
    /// The solution that the text holds beside its puzzle.
    solution: Option<OwnSolution>,
    faults: &'f mut FormatFaults,
}

/// Maximum number of cells that a fault names.
const CELLS_MAX: usize = 12;

impl<'f> ConstraintReader<'f> {
    /// Reader for a text whose grid and boxes have been read; `None` if they do not fit each other.
    pub(super) fn new(read: ParsedText, faults: &'f mut FormatFaults) -> Option<Self> {
        let rules = read.to_rules()?;
        let (labels, description) = Default::default();
        Some(Self { read, rules, labels, description, solution: None, faults })
    }

    /// Sets what the text says beside its puzzle, and the solution that it holds.
    pub(super) fn describe(&mut self, description: Description, solution: Option<OwnSolution>) {
        (self.description, self.solution) = (description, solution);
    }

    /// Size of the grid.
    pub(super) fn size(&self) -> usize {
        self.rules.digit_count()
    }

    /// The cell at a row and column from 1.
    pub(super) fn cell_at(&self, row: usize, column: usize) -> Option<Cell> {
        self.rules.layout().cell_at(row, column)
    }

    /// The cells of the row or column that begins beside a place outside of the grid; none for other places.
    pub(super) fn cells_seen_from(&self, row: usize, column: usize) -> Vec<Cell> {
        self.rules.layout().cells_seen_from(Position { row, column })
    }

    /// Whether a row, a column, a box or a region has all these cells.
    pub(super) fn is_in_house(&self, cells: &[Cell]) -> bool {
        self.rules.layout().houses().any(|house| cells.iter().all(|cell| house.cells.contains(cell)))
    }

    /// Counts a drawing of a kind.
    pub(super) fn decorate(&mut self, kind: &str) {
        self.description.add_drawings(kind, 1);
    }

    /// Adds the fault of a constraint with this name in the text.
    pub(super) fn refuse(&mut self, label: &str, detail: &str) {
        let detail = format!("the constraint `{}` ({detail})", short(label));
        self.faults.push_constraint(self.read.format, label, detail);
    }

    /// Adds the fault of a constraint that has only this name.
    pub(super) fn refuse_named(&mut self, label: &str) {
        self.faults.push_named(self.read.format, label);
    }

    /// Adds the fault of a constraint with this name in the text that has these cells.
    pub(super) fn refuse_cells(&mut self, label: &str, cells: &[Cell], detail: &str) {
        let detail = format!("{detail}: {}", self.names(cells));
        self.refuse(label, &detail);
    }

    /// The names of cells with commas between them.
    fn names(&self, cells: &[Cell]) -> String {
        let name = |&cell: &Cell| self.rules.layout().position(cell).to_string();
        let more = if cells.len() > CELLS_MAX { ", ..." } else { "" };
        cells.iter().take(CELLS_MAX).map(name).collect::<Vec<_>>().join(", ") + more
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
        match self.constraint(type_name, fields) {
            Ok(constraint) => {
                self.read.constraints.push(constraint);
                self.labels.push(label.to_owned());
            }
            Err(detail) => self.refuse(label, &detail),
        }
    }

    /// Offers a constraint for a drawing with this name, if such a constraint is possible.
    pub(super) fn guess(
        &mut self,
        drawing: String,
        type_name: &str,
        fields: impl IntoIterator<Item = (&'static str, FieldValue)>,
    ) {
        if let Ok(constraint) = self.constraint(type_name, fields) {
            self.description.add_guess(GuessedConstraint { constraint, drawing });
        }
    }

    /// Makes a constraint of this type with these fields.
    ///
    /// # Errors
    /// The fault, as a sentence.
    fn constraint(
        &self,
        type_name: &str,
        fields: impl IntoIterator<Item = (&'static str, FieldValue)>,
    ) -> Result<Constraint, String> {
        let constraint_type = Constraint::type_named(type_name).ok_or("there is no such type")?;
        let values: FieldValues = fields.into_iter().collect();
        self.rules.constraint(constraint_type, &values).map_err(|error| error.detail)
    }

    /// Adds a cage. `label` is its name in the text.
    pub(super) fn add_cage(&mut self, label: &str, (cells, sum): CageParts) {
        let sum = sum.map(|sum| ("sum", FieldValue::Number(sum as i64)));
        self.add(label, "cage", [("cells", FieldValue::Cells(cells))].into_iter().chain(sum));
    }

    /// The text with its constraints and its description; `None` if the constraints are too many or too large, or if the solution beside
    /// the puzzle breaks one of them.
    pub(super) fn finish(mut self) -> Option<ParsedText> {
        let rules = match self.rules.with_constraints(self.read.constraints.clone()) {
            Ok(rules) => rules,
            Err(error) => {
                let name = self.labels.first().map_or("constraints", String::as_str);
                self.faults.push_constraint(self.read.format, name, format!("this puzzle: {error}"));
                return None;
            }
        };
        match self.solution.take().map(|solution| solution.fit(&rules, &self.read)) {
            None => {}
            Some(Fit::Fits) => self.description.has_solution = true,
            Some(Fit::Differs) => self.description.solution_differs = true,
            Some(Fit::BreaksConstraint(index)) => {
                let cells = self.read.constraints[index].cells();
                let cells =
                    if cells.is_empty() { String::new() } else { format!(" of {}", self.names(&cells)) };
                let name = short(&self.labels[index]);
                let reason = FormatFaultReason::BrokenByOwnSolution { name, cells };
                self.faults.push(FormatFault::new(self.read.format, reason));
                return None;
            }
        }
        let size = self.size();
        Some(ParsedText { description: self.description.completed(size), ..self.read })
    }
}
