//! Reads constraints from the members of an object.

use std::collections::BTreeSet;

use quadrille_sudoku::Cell;
use quadrille_sudoku::constraints::{
    Constraint, EntryCells, EntryValue, FieldValue, FpuzzlesMember, Measure, MemberForm,
};

use super::members::{known_member, step};
use crate::formats::constraint_reader::ConstraintReader;
use crate::formats::json::WebJson;

/// Maximum number of characters of a value in a fault.
const VALUE_MAX: usize = 40;

/// Reads the constraints of an object.
pub(in crate::formats) fn read_constraints(json: &WebJson, reader: &mut ConstraintReader<'_>) {
    for (name, value) in json.members().iter().filter(|(_, value)| !value.is_void()) {
        if let Some((&FpuzzlesMember { name, form }, known)) = known_member(name) {
            MemberReader { name, type_name: known.name, reader }.read(form, value);
        }
    }
    read_words(json, reader);
    let mut negative = MemberReader { name: "negative", type_name: "negative", reader };
    negative.read_negatives(json);
}

/// Reads the members that each add a word to a field. The last of them names the constraint in faults.
fn read_words(json: &WebJson, reader: &mut ConstraintReader<'_>) {
    let is_set = |name: &str| json.member(&[name]).is_some_and(|value| !value.is_void());
    for known in Constraint::TYPES {
        let words = known.fpuzzles.iter().filter(|member| is_set(member.name)).filter_map(|member| {
            let MemberForm::Word { field, word } = member.form else { return None };
            Some((member.name, field, word))
        });
        let words: Vec<(&str, &'static str, &'static str)> = words.collect();
        if let Some(&(label, field, _)) = words.last() {
            let words = words.iter().map(|&(.., word)| word).collect();
            reader.add(label, known.name, [(field, FieldValue::Words(words))]);
        }
    }
}

/// A value of a field, with its name.
type ValueOfField = (&'static str, FieldValue);

/// Reader of the constraints of a member.
struct MemberReader<'r, 'f> {
    /// The name of the member.
    name: &'static str,
    /// The type of its constraints.
    type_name: &'static str,
    reader: &'r mut ConstraintReader<'f>,
}

impl MemberReader<'_, '_> {
    fn read(&mut self, form: MemberForm, value: &WebJson) {
        match form {
            // Read together, at the end.
            MemberForm::Word { .. } | MemberForm::FlagWithoutDots | MemberForm::Negative => {}
            MemberForm::Flag => self.reader.add(self.name, self.type_name, []),
            MemberForm::Marks | MemberForm::MarksOfOne => self.read_marked_cells(value),
            MemberForm::Entries { .. } if value.elements().is_empty() => {
                self.reader.push_syntax(format!("`{}` must be a list", self.name));
            }
            MemberForm::Entries { form, value: of_value } => {
                for entry in value.elements().iter().filter(|entry| !entry.is_void()) {
                    if let Ok(value) = self.read_value(of_value, entry) {
                        self.read_entry(form, entry, value);
                    }
                }
            }
        }
    }

    fn read_entry(&mut self, form: EntryCells, entry: &WebJson, value: Option<ValueOfField>) {
        match form {
            EntryCells::Cells | EntryCells::Sign => self.add_cells(entry, value),
            EntryCells::Region { smaller } => {
                let count = entry.member(&["cells"]).map_or(0, |cells| cells.elements().len());
                let type_name = if count < self.reader.size() { smaller } else { self.type_name };
                MemberReader { type_name, name: self.name, reader: self.reader }.add_cells(entry, value);
            }
            EntryCells::Digits { digits } => self.read_digits(digits, entry),
            EntryCells::CellsWith { field, word } => {
                self.add_cells(entry, Some((field, FieldValue::Word(word))));
            }
            EntryCells::Diagonal { from, direction, words } => {
                self.read_diagonal([from, direction], words, entry, value);
            }
            EntryCells::Lines => self.add_lines(entry, value.as_ref()),
            EntryCells::LinesWith { field, number } => {
                self.add_lines(entry, Some(&(field, FieldValue::Number(number))));
            }
            EntryCells::Shafts { circle } => self.read_arrow(circle, entry),
            EntryCells::Outside => self.read_outside(entry, value),
            EntryCells::Copies { copies } => {
                match self.cells(entry, "cells").zip(self.cells(entry, "cloneCells")) {
                    Some((cells, copy)) if cells.is_empty() && copy.is_empty() => {
                        self.reader.decorate(self.name);
                    }
                    Some((cells, copy)) => {
                        self.add(cells, Some((copies, FieldValue::CellLists(vec![copy]))));
                    }
                    None => {}
                }
            }
        }
    }

    /// Adds a constraint with these cells, and a value.
    fn add(&mut self, cells: Vec<Cell>, value: Option<ValueOfField>) {
        let cells = ("cells", FieldValue::Cells(cells));
        self.reader.add(self.name, self.type_name, [cells].into_iter().chain(value));
    }

    /// The value of an entry, if it has one. A fault has been reported, or the entry means nothing without the word that it lacks.
    fn read_value(
        &mut self,
        of_value: Option<EntryValue>,
        entry: &WebJson,
    ) -> Result<Option<ValueOfField>, ()> {
        let Some(EntryValue { field, words }) = of_value else { return Ok(None) };
        let Some(value) = entry.member(&["value"]).filter(|value| !value.is_void()) else {
            if words.is_empty() {
                return Ok(None);
            }
            self.reader.decorate(self.name);
            return Err(());
        };
        let number = match value {
            _ if words.is_empty() => value.whole().map(|number| number as i64),
            WebJson::String(text) => {
                words.iter().find(|(word, _)| text.eq_ignore_ascii_case(word)).map(|(_, number)| *number)
            }
            _ => None,
        };
        match number {
            Some(number) => Ok(Some((field, FieldValue::Number(number)))),
            None => {
                self.refuse_value(value);
                Err(())
            }
        }
    }

    /// Adds a constraint with the cells of an entry, and a value. Without cells it means nothing.
    fn add_cells(&mut self, entry: &WebJson, value: Option<ValueOfField>) {
        match self.cells(entry, "cells") {
            Some(cells) if cells.is_empty() => self.reader.decorate(self.name),
            Some(cells) => self.add(cells, value),
            None => {}
        }
    }

    /// Adds a constraint with each line of an entry, and a value.
    fn add_lines(&mut self, entry: &WebJson, value: Option<&ValueOfField>) {
        for cells in self.lines(entry) {
            self.add(cells, value.cloned());
        }
    }

    /// Reads digits around a corner.
    fn read_digits(&mut self, field: &'static str, entry: &WebJson) {
        let Some(values) = entry.member(&["values"]).filter(|values| !values.elements().is_empty()) else {
            return self.reader.decorate(self.name);
        };
        let digits = values.elements().iter().map(|value| value.whole().map(|number| number as i64));
        match digits.collect::<Option<Vec<i64>>>() {
            Some(digits) => self.add_cells(entry, Some((field, FieldValue::Numbers(digits)))),
            None => self.refuse_value(values),
        }
    }

    /// Reads a diagonal from a cell outside of the grid on. Its `cells`, if there are any, must be those.
    fn read_diagonal(
        &mut self,
        [from, direction_field]: [&'static str; 2],
        words: &[(&'static str, &'static str)],
        entry: &WebJson,
        sum: Option<ValueOfField>,
    ) {
        let Some(sum) = sum.filter(|(_, value)| *value != FieldValue::Number(0)) else {
            return self.reader.decorate(self.name);
        };
        let text = |member: &str| match entry.member(&[member]) {
            Some(WebJson::String(text)) => text.trim().to_owned(),
            _ => String::new(),
        };
        let code = text("direction").to_uppercase();
        let Some(&(code, word)) = words.iter().find(|(known, _)| *known == code) else {
            return self.reader.refuse(self.name, "its direction is none of DR, DL, UR and UL");
        };
        let outside = position_of(&text("cell"));
        let next = |&place: &(usize, usize)| step(place, code);
        let places = std::iter::successors(outside, next).skip(1);
        let diagonal: Vec<Cell> =
            places.map_while(|(row, column)| self.reader.cell_at(row, column)).collect();
        let is_outside = outside.is_some_and(|(row, column)| self.reader.cell_at(row, column).is_none());
        let Some(&first) = diagonal.first().filter(|_| is_outside) else {
            return self
                .reader
                .refuse(self.name, "its diagonal does not begin at a cell outside of the grid");
        };
        let in_any_order = |cells: &[Cell]| cells.iter().copied().collect::<BTreeSet<Cell>>();
        match self.cells(entry, "cells") {
            Some(cells) if cells.is_empty() || in_any_order(&cells) == in_any_order(&diagonal) => {
                let first = (from, FieldValue::Cells(vec![first]));
                let fields = [first, (direction_field, FieldValue::Word(word)), sum];
                self.reader.add(self.name, self.type_name, fields);
            }
            Some(_) => self.reader.refuse(self.name, "its cells are not those of its diagonal"),
            None => {}
        }
    }

    /// Adds a constraint with the row or the column that begins beside the cell of an entry, and a value. Without a value it means nothing.
    fn read_outside(&mut self, entry: &WebJson, value: Option<ValueOfField>) {
        if value.is_none() {
            return self.reader.decorate(self.name);
        }
        let name = if let Some(WebJson::String(name)) = entry.member(&["cell"]) { name.trim() } else { "" };
        match position_of(name).map(|(row, column)| self.reader.cells_seen_from(row, column)) {
            Some(cells) if !cells.is_empty() => self.add(cells, value),
            _ => {
                let name: String = name.chars().take(VALUE_MAX).collect();
                let detail = format!("`{name}` is no place beside a row or a column, such as `R0C1`");
                self.reader.refuse(self.name, &detail);
            }
        }
    }

    /// Reads the arrows of a circle, one for each line. Each line begins in the circle.
    fn read_arrow(&mut self, circle_field: &'static str, entry: &WebJson) {
        let Some(circle) = self.cells(entry, "cells") else { return };
        let shafts = self.lines(entry);
        if circle.is_empty() || shafts.is_empty() {
            return self.reader.decorate(self.name);
        }
        for line in shafts {
            match line.split_first() {
                Some((first, shaft)) if circle.contains(first) => {
                    let (circle, shaft) = (circle.clone(), shaft.to_vec());
                    let fields =
                        [(circle_field, FieldValue::Cells(circle)), ("cells", FieldValue::Cells(shaft))];
                    self.reader.add(self.name, self.type_name, fields);
                }
                _ => self.reader.refuse(self.name, "a line does not begin in its circle"),
            }
        }
    }

    /// Reads a list of entries with a cell each as one constraint.
    fn read_marked_cells(&mut self, value: &WebJson) {
        let entries = value.elements().iter().filter_map(|entry| entry.member(&["cell"]));
        let cells: Option<BTreeSet<Cell>> =
            entries.filter(|cell| !cell.is_void()).map(|cell| self.cell_of(cell)).collect();
        match cells {
            Some(cells) if cells.is_empty() => self.reader.decorate(self.name),
            Some(cells) => self.add(cells.into_iter().collect(), None),
            None => {}
        }
    }

    /// Reads `negative` and `nonconsecutive`. With dots, `nonconsecutive` exempts cells with a dot of any kind between them.
    fn read_negatives(&mut self, json: &WebJson) {
        let entries = |name: &str| json.member(&[name]).map(WebJson::elements).unwrap_or_default();
        let has_dots = !entries("difference").is_empty() || !entries("ratio").is_empty();
        let mut of_dots: Vec<Measure> = Vec::new();
        if json.member(&["nonconsecutive"]).is_some_and(|value| !value.is_void()) {
            if has_dots {
                of_dots.push(Measure::Difference(1));
            } else {
                self.reader.add("nonconsecutive", "non_consecutive", []);
            }
        }
        let mut of_sums: Vec<Measure> = Vec::new();
        for name in entries("negative") {
            match name {
                WebJson::String(name) if name == "ratio" => {
                    let value = |dot: &WebJson| dot.member(&["value"]).and_then(WebJson::whole).unwrap_or(2);
                    let mut ratios: BTreeSet<usize> = entries("ratio").iter().map(value).collect();
                    if ratios.is_empty() {
                        ratios.insert(2);
                    }
                    of_dots.extend(ratios.into_iter().map(|ratio| Measure::Ratio(ratio as i64)));
                }
                WebJson::String(name) if name == "xv" => of_sums.extend([Measure::Sum(5), Measure::Sum(10)]),
                other => self.refuse_value(other),
            }
        }
        for measures in [of_dots, of_sums].into_iter().filter(|measures| !measures.is_empty()) {
            self.reader.add(self.name, self.type_name, [("of", FieldValue::Measures(measures))]);
        }
    }

    fn refuse_value(&mut self, value: &WebJson) {
        let detail = match value {
            WebJson::String(text) => {
                format!("the value `{}` is not supported", text.chars().take(VALUE_MAX).collect::<String>())
            }
            _ => "its value is not supported".to_owned(),
        };
        self.reader.refuse(self.name, &detail);
    }

    /// The lines of an entry. Lines of a single cell mean nothing.
    fn lines(&mut self, entry: &WebJson) -> Vec<Vec<Cell>> {
        let mut lines = Vec::new();
        for line in entry.member(&["lines"]).map(WebJson::elements).unwrap_or_default() {
            match line.elements().iter().map(|cell| self.cell_of(cell)).collect::<Option<Vec<Cell>>>() {
                Some(cells) if cells.len() > 1 => lines.push(cells),
                Some(_) => self.reader.decorate(self.name),
                None => {}
            }
        }
        lines
    }

    /// The cells of a member; `None` after a fault.
    fn cells(&mut self, entry: &WebJson, member: &str) -> Option<Vec<Cell>> {
        let cells = entry.member(&[member]).map(WebJson::elements).unwrap_or_default();
        cells.iter().map(|cell| self.cell_of(cell)).collect()
    }

    /// The cell of a name such as `R1C2`.
    fn cell_of(&mut self, cell: &WebJson) -> Option<Cell> {
        let text = if let WebJson::String(text) = cell { text.trim() } else { "" };
        let cell = position_of(text).and_then(|(row, column)| self.reader.cell_at(row, column));
        if cell.is_none() {
            let text: String = text.chars().take(VALUE_MAX).collect();
            let detail = format!("`{text}` is not a cell of the grid: the first one is `R1C1`");
            self.reader.refuse(self.name, &detail);
        }
        cell
    }
}

fn position_of(name: &str) -> Option<(usize, usize)> {
    let (row, column) = name.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
    let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?;
    Some((number(row)?, number(column)?))
}
