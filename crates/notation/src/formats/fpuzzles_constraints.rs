//! Constraints of f-puzzles: members of its object.

use std::collections::{BTreeMap, BTreeSet};

use quadrille_sudoku::constraints::{
    Constraint, ConstraintType, EntryCells, EntryValue, FieldValue, FieldValues, FpuzzlesMember, Measure,
    MemberForm,
};
use quadrille_sudoku::{Cell, Layout, Position, Rules};

use super::constraint_reader::ConstraintReader;
use super::json::WebJson;

/// Maximum number of characters of a value in a fault.
const VALUE_MAX: usize = 40;

/// What a member of the object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MemberKind {
    Constraint,
    Decoration,
    Unknown,
}

/// Tells constraints that are read from marks without a meaning and from others.
pub(super) fn member_kind(name: &str, value: &WebJson) -> MemberKind {
    let all = |is_empty: fn(&WebJson) -> bool| value.elements().iter().all(is_empty);
    let is_list = !value.elements().is_empty();
    // Cages of the look alone, unless an extension reads a digital root.
    let is_empty = name == "cage" && all(|cage| !is_digital_root(cage));
    match () {
        () if known_member(name).is_some() => MemberKind::Constraint,
        () if is_list && is_empty => MemberKind::Decoration,
        () => MemberKind::Unknown,
    }
}

/// Whether the value of a cage is a digital root, such as `DR5`.
fn is_digital_root(cage: &WebJson) -> bool {
    let Some(WebJson::String(text)) = cage.member(&["value"]) else { return false };
    let number = text.trim().strip_prefix("DR");
    number.is_some_and(|number| number.starts_with(|first: char| first.is_ascii_digit()))
}

/// The member with this name, and the type whose constraints it holds.
fn known_member(name: &str) -> Option<(&'static FpuzzlesMember, &'static ConstraintType)> {
    members().find(|(member, _)| member.name == name)
}

fn members() -> impl Iterator<Item = (&'static FpuzzlesMember, &'static ConstraintType)> {
    Constraint::TYPES.iter().flat_map(|known| known.fpuzzles.iter().map(move |member| (member, known)))
}

/// Reads the constraints of an object.
pub(super) fn read_constraints(json: &WebJson, reader: &mut ConstraintReader<'_>) {
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

/// Row and column after a step in a direction such as `DR`, down and to the right; `None` above the first row and before the first column.
fn step((row, column): (usize, usize), direction: &str) -> Option<(usize, usize)> {
    let by = |forward: char| if direction.contains(forward) { 1 } else { -1 };
    Some((row.checked_add_signed(by('D'))?, column.checked_add_signed(by('R'))?))
}

fn position_of(name: &str) -> Option<(usize, usize)> {
    let (row, column) = name.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
    let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?;
    Some((number(row)?, number(column)?))
}

/// The members of the object for the constraints of rules.
///
/// # Errors
/// The names of the types that the format cannot hold, each once.
pub(super) fn constraint_members(rules: &Rules) -> Result<Vec<String>, Vec<&'static str>> {
    let (negatives, flags, lists) = Default::default();
    let mut writer = Writer { rules, negatives, flags, lists, refused: BTreeSet::new() };
    rules.constraints().iter().for_each(|constraint| writer.add(constraint));
    writer.add_negatives();
    let Writer { flags, lists, refused, .. } = writer;
    if !refused.is_empty() {
        return Err(refused.into_iter().collect());
    }
    let flags = flags.iter().map(|name| format!("\"{name}\":true"));
    let lists = lists.iter().map(|(name, entries)| format!("\"{name}\":[{}]", entries.join(",")));
    Ok(flags.chain(lists).collect())
}

struct Writer<'a> {
    rules: &'a Rules,
    /// Measures of all negative constraints.
    negatives: BTreeSet<(&'static str, i64)>,
    flags: BTreeSet<&'static str>,
    lists: BTreeMap<&'static str, Vec<String>>,
    refused: BTreeSet<&'static str>,
}

impl Writer<'_> {
    fn layout(&self) -> &Layout {
        self.rules.layout()
    }

    fn name(&self, cell: Cell) -> String {
        let position = self.layout().position(cell);
        format!("\"R{}C{}\"", position.row, position.column)
    }

    fn names(&self, cells: &[Cell]) -> String {
        let names: Vec<String> = cells.iter().map(|&cell| self.name(cell)).collect();
        format!("[{}]", names.join(","))
    }

    fn push(&mut self, member: &'static str, entry: String) {
        self.lists.entry(member).or_default().push(entry);
    }

    /// Whether two cells share a side. The format has signs only between such cells.
    fn are_neighbours(&self, cells: &[Cell]) -> bool {
        matches!(*cells, [one, other] if self.layout().distance(one, other) == 1)
    }

    fn has_dots(&self) -> bool {
        let is_dot =
            |constraint: &Constraint| matches!(constraint, Constraint::Difference(_) | Constraint::Ratio(_));
        self.rules.constraints().iter().any(is_dot)
    }

    fn add(&mut self, constraint: &Constraint) {
        let (name, values) = (constraint.type_name(), constraint.values());
        let mut members =
            members().filter(|(_, known)| known.name == name).map(|(member, _)| member).peekable();
        if members.peek().is_none() || !members.all(|member| self.add_to_member(member, &values)) {
            self.refused.insert(name);
        }
    }

    /// Adds a constraint with these values to a member. Returns whether the member can hold it.
    fn add_to_member(
        &mut self,
        &FpuzzlesMember { name, form }: &FpuzzlesMember,
        values: &FieldValues,
    ) -> bool {
        match form {
            MemberForm::FlagWithoutDots if self.has_dots() => return false,
            MemberForm::Flag | MemberForm::FlagWithoutDots => _ = self.flags.insert(name),
            MemberForm::Word { field, word } => {
                if values.words(field).is_some_and(|words| words.contains(&word)) {
                    self.flags.insert(name);
                }
            }
            MemberForm::Negative => {
                self.negatives.extend(values.measures("of").into_iter().map(Measure::name_and_value));
            }
            MemberForm::MarksOfOne if self.lists.contains_key(name) => return false,
            MemberForm::Marks | MemberForm::MarksOfOne => {
                for cell in values.cells("cells") {
                    self.push(name, format!("{{\"cell\":{}}}", self.name(cell)));
                }
            }
            MemberForm::Entries { form, value } => return self.add_entries(name, form, value, values),
        }
        true
    }

    /// Adds the entries of a constraint with these values. Returns whether the format has it.
    fn add_entries(
        &mut self,
        name: &'static str,
        form: EntryCells,
        value: Option<EntryValue>,
        values: &FieldValues,
    ) -> bool {
        let cells = values.cells("cells");
        let value = match value.and_then(|value| Some((value.words, values.number(value.field)?))) {
            None => String::new(),
            Some(([], number)) => format!(",\"value\":\"{number}\""),
            Some((words, number)) => match words.iter().find(|(_, known)| *known == number) {
                Some((word, _)) => format!(",\"value\":\"{word}\""),
                None => return false,
            },
        };
        match form {
            EntryCells::Sign if !self.are_neighbours(&cells) => return false,
            EntryCells::Cells | EntryCells::Sign | EntryCells::Region { .. } => {
                self.push(name, format!("{{\"cells\":{}{value}}}", self.names(&cells)));
            }
            EntryCells::Digits { digits } => {
                let digits: Vec<String> =
                    values.numbers(digits).unwrap_or_default().iter().map(i64::to_string).collect();
                let cells = self.names(&cells);
                self.push(name, format!("{{\"cells\":{cells},\"values\":[{}]}}", digits.join(",")));
            }
            // Another member has the other words.
            EntryCells::CellsWith { field, word } if values.word(field) != Some(word) => {}
            EntryCells::CellsWith { .. } => self.push(name, format!("{{\"cells\":{}}}", self.names(&cells))),
            EntryCells::Diagonal { words, .. } => {
                let Some(((row, column), direction)) = self.start_of_diagonal(&cells, words) else {
                    return false;
                };
                let cells = self.names(&cells);
                let start = format!("\"cell\":\"R{row}C{column}\",\"direction\":\"{direction}\"");
                self.push(name, format!("{{{start},\"cells\":{cells}{value}}}"));
            }
            EntryCells::LinesWith { field, number } if values.number(field) != Some(number) => return false,
            EntryCells::Lines | EntryCells::LinesWith { .. } => {
                self.push(name, format!("{{\"lines\":[{}]{value}}}", self.names(&cells)));
            }
            EntryCells::Shafts { circle } => {
                let circle = values.cells(circle);
                let start = cells.first().and_then(|&first| self.layout().nearest(&circle, first));
                let line: Vec<Cell> = start.into_iter().chain(cells).collect();
                let (circle, line) = (self.names(&circle), self.names(&line));
                self.push(name, format!("{{\"cells\":{circle},\"lines\":[{line}]}}"));
            }
            EntryCells::Outside => match self.layout().outside_place(&cells) {
                Some(Position { row, column }) => {
                    self.push(name, format!("{{\"cell\":\"R{row}C{column}\"{value}}}"));
                }
                None => return false,
            },
            EntryCells::Copies { copies } => {
                for copy in values.cell_lists(copies) {
                    let (cells, copy) = (self.names(&cells), self.names(&copy));
                    self.push(name, format!("{{\"cells\":{cells},\"cloneCells\":{copy}}}"));
                }
            }
        }
        true
    }

    /// The place outside of the grid at which a diagonal of these cells begins, and its direction; `None` if they are not a whole diagonal.
    fn start_of_diagonal(
        &self,
        cells: &[Cell],
        words: &[(&'static str, &'static str)],
    ) -> Option<((usize, usize), &'static str)> {
        let place = |cell: Cell| {
            let position = self.layout().position(cell);
            (position.row, position.column)
        };
        let is_outside = |(row, column): (usize, usize)| self.layout().cell_at(row, column).is_none();
        let last = place(*cells.last()?);
        words.iter().find_map(|&(direction, _)| {
            let back: String = direction
                .chars()
                .map(|letter| match letter {
                    'D' => 'U',
                    'U' => 'D',
                    'R' => 'L',
                    _ => 'R',
                })
                .collect();
            let start = step(place(*cells.first()?), &back).filter(|&place| is_outside(place))?;
            let is_whole = step(last, direction).is_none_or(is_outside)
                && cells.windows(2).all(|pair| step(place(pair[0]), direction) == Some(place(pair[1])));
            is_whole.then_some((start, direction))
        })
    }

    /// Adds the negative constraints. The format has them for a difference of 1, for all ratios of the dots, and for both X and V.
    fn add_negatives(&mut self) {
        let values = |name: &str| -> BTreeSet<i64> {
            self.negatives.iter().filter(|(other, _)| *other == name).map(|&(_, value)| value).collect()
        };
        let dots = self.rules.constraints().iter().filter_map(|constraint| match constraint {
            Constraint::Ratio(dot) => Some(dot.value),
            _ => None,
        });
        let mut ratios: BTreeSet<i64> = dots.collect();
        if ratios.is_empty() {
            ratios.insert(2);
        }
        let held = [("difference", BTreeSet::from([1])), ("ratio", ratios), ("sum", BTreeSet::from([5, 10]))];
        let used: Vec<(&str, bool)> = held
            .iter()
            .map(|(name, held)| (*name, values(name), held))
            .filter(|(_, values, _)| !values.is_empty())
            .map(|(name, values, held)| (name, values == *held))
            .collect();
        for (name, is_held) in used {
            match name {
                _ if !is_held => _ = self.refused.insert("negative"),
                "difference" => _ = self.flags.insert("nonconsecutive"),
                "ratio" => self.push("negative", "\"ratio\"".to_owned()),
                _ => self.push("negative", "\"xv\"".to_owned()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use quadrille_sudoku::constraints::FieldValues;
    use quadrille_sudoku::{BoxShape, Grid, Puzzle};

    use super::*;
    use crate::{Content, Format, NotRepresentable, ParsedText, TextFault, format_puzzle, parse};

    /// A 9x9 without clues, with these further members.
    fn json(members: &str) -> String {
        let row = format!("[{}]", ["{}"; 9].join(","));
        format!("{{\"size\":9,\"grid\":[{}]{members}}}", vec![row; 9].join(","))
    }

    fn read(members: &str) -> ParsedText {
        parse(&json(members), Some(Format::Fpuzzles), &mut |fault| panic!("{members}: {fault}"))
            .expect("no faults")
    }

    fn faults(members: &str) -> Vec<String> {
        let mut faults = Vec::new();
        let mut report = |fault| match fault {
            TextFault::Format(fault) => faults.push(fault.reason.to_string()),
            other => panic!("{other:?}"),
        };
        assert_eq!(parse(&json(members), Some(Format::Fpuzzles), &mut report), None, "{members}");
        faults
    }

    fn cell(row: usize, column: usize) -> Cell {
        Cell((row * 9 + column - 10) as u16)
    }

    fn cells(places: &[(usize, usize)]) -> FieldValue {
        FieldValue::Cells(places.iter().map(|&(row, column)| cell(row, column)).collect())
    }

    /// The nine cells from a cell on, each this far down and to the right of the one before.
    fn line_from(row: isize, column: isize, down: isize, right: isize) -> FieldValue {
        let place = |step: isize| ((row + step * down) as usize, (column + step * right) as usize);
        cells(&(0..9).map(place).collect::<Vec<_>>())
    }

    type Fields = Vec<(&'static str, FieldValue)>;

    fn constraint(name: &str, fields: Fields) -> Constraint {
        let rules = Rules::usual(9).expect("a size");
        let constraint_type = Constraint::type_named(name).expect("a type");
        let mut values = FieldValues::default();
        fields.into_iter().for_each(|(field, value)| values.insert(field, value));
        rules.constraint(constraint_type, &values).expect("valid")
    }

    fn number(name: &'static str, value: i64) -> (&'static str, FieldValue) {
        (name, FieldValue::Number(value))
    }

    fn axis(word: &'static str) -> (&'static str, FieldValue) {
        ("axis", FieldValue::Word(word))
    }

    fn measures(measures: &[Measure]) -> Constraint {
        constraint("negative", vec![("of", FieldValue::Measures(measures.to_vec()))])
    }

    #[test]
    fn every_member_is_read_as_its_constraint() {
        let pair = || ("cells", cells(&[(1, 1), (1, 2)]));
        let line = || ("cells", cells(&[(1, 1), (2, 2), (2, 3)]));
        let region: Vec<(usize, usize)> = (1..=9).map(|k| (k, (k * 2 - 1) % 9 + 1)).collect();
        let region_names: Vec<String> =
            region.iter().map(|(row, column)| format!("\"R{row}C{column}\"")).collect();
        let region_member = format!("\"extraregion\":[{{\"cells\":[{}]}}]", region_names.join(","));
        let words = |words: &[&'static str]| vec![("which", FieldValue::Words(words.to_vec()))];
        for (member, expected) in [
            (
                r#""killercage":[{"cells":["R1C1","R1C2"],"value":"5"}]"#,
                ("cage", vec![pair(), number("sum", 5)]),
            ),
            (r#""killercage":[{"cells":["R1C1","R1C2"],"value":""}]"#, ("cage", vec![pair()])),
            (r#""killercage":[{"cells":["R1C1","R1C2"],"value":0}]"#, ("cage", vec![pair()])),
            (r#""thermometer":[{"lines":[["R1C1","R2C2","R2C3"]]}]"#, ("thermometer", vec![line()])),
            (r#""slowthermometer":[{"lines":[["R1C1","R2C2","R2C3"]]}]"#, ("slow_thermometer", vec![line()])),
            (r#""palindrome":[{"lines":[["R1C1","R2C2","R2C3"]]}]"#, ("palindrome", vec![line()])),
            (r#""renban":[{"lines":[["R1C1","R2C2","R2C3"]]}]"#, ("renban", vec![line()])),
            (
                r#""whispers":[{"lines":[["R1C1","R2C2","R2C3"]]}]"#,
                ("whisper", vec![line(), number("difference", 5)]),
            ),
            (
                r#""whispers":[{"lines":[["R1C1","R2C2","R2C3"]],"value":"4"}]"#,
                ("whisper", vec![line(), number("difference", 4)]),
            ),
            (r#""difference":[{"cells":["R1C1","R1C2"]}]"#, ("difference", vec![pair(), number("value", 1)])),
            (
                r#""difference":[{"cells":["R1C1","R1C2"],"value":"4"}]"#,
                ("difference", vec![pair(), number("value", 4)]),
            ),
            (
                r#""ratio":[{"cells":["R1C1","R1C2"],"value":""}]"#,
                ("ratio", vec![pair(), number("value", 2)]),
            ),
            (
                r#""ratio":[{"cells":["R1C1","R1C2"],"value":"3"}]"#,
                ("ratio", vec![pair(), number("value", 3)]),
            ),
            (
                r#""xv":[{"cells":["R1C1","R1C2"],"value":"X"}]"#,
                ("sum_pair", vec![pair(), number("value", 10)]),
            ),
            (
                r#""xv":[{"cells":["R1C1","R1C2"],"value":"v"}]"#,
                ("sum_pair", vec![pair(), number("value", 5)]),
            ),
            (r#""even":[{"cell":"R1C1"},{"cell":"R1C2"}]"#, ("even", vec![pair()])),
            (r#""odd":[{"cell":"R1C1"},{"cell":"R1C2"}]"#, ("odd", vec![pair()])),
            (r#""extraregion":[{"cells":["R1C1","R1C2"]}]"#, ("cage", vec![pair()])),
            (&region_member, ("extra_region", vec![("cells", cells(&region))])),
            (
                r#""clone":[{"cells":["R1C1","R1C2"],"cloneCells":["R5C5","R5C6"]}]"#,
                (
                    "clone",
                    vec![pair(), ("copies", FieldValue::CellLists(vec![vec![cell(5, 5), cell(5, 6)]]))],
                ),
            ),
            (
                r#""littlekillersum":[{"cell":"R0C7","direction":"DR","cells":["R1C8","R2C9"],"value":"12"}]"#,
                ("little_killer", vec![("cells", cells(&[(1, 8), (2, 9)])), number("sum", 12)]),
            ),
            (
                r#""littlekillersum":[{"cell":"R10C3","direction":"ul","value":"9"}]"#,
                ("little_killer", vec![("cells", cells(&[(9, 2), (8, 1)])), number("sum", 9)]),
            ),
            (
                r#""quadruple":[{"cells":["R1C1","R1C2"],"values":[2,"1"]}]"#,
                ("quadruple", vec![pair(), ("digits", FieldValue::Numbers(vec![1, 2]))]),
            ),
            (r#""betweenline":[{"lines":[["R1C1","R2C2","R2C3"]]}]"#, ("between_line", vec![line()])),
            (r#""maximum":[{"cell":"R1C1"},{"cell":"R1C2"}]"#, ("maximum", vec![pair()])),
            (r#""minimum":[{"cell":"R1C1"},{"cell":"R1C2"}]"#, ("minimum", vec![pair()])),
            (r#""regionsumline":[{"lines":[["R1C1","R2C2","R2C3"]]}]"#, ("region_sum_line", vec![line()])),
            (r#""nabner":[{"lines":[["R1C1","R2C2","R2C3"]]}]"#, ("nabner", vec![line()])),
            (r#""rowindexer":[{"cells":["R1C1","R1C2"]}]"#, ("indexer", vec![pair(), axis("row")])),
            (r#""columnindexer":[{"cells":["R1C1","R1C2"]}]"#, ("indexer", vec![pair(), axis("column")])),
            (r#""boxindexer":[{"cells":["R1C1","R1C2"]}]"#, ("indexer", vec![pair(), axis("box")])),
            (r#""entropicline":[{"lines":[["R1C1","R2C2","R2C3"]]}]"#, ("entropic", vec![line()])),
            (r#""modularline":[{"lines":[["R1C1","R2C2","R2C3"]]}]"#, ("modular", vec![line()])),
            (r#""zipperline":[{"lines":[["R1C1","R2C2","R2C3"]]}]"#, ("zipper", vec![line()])),
            (r#""doublearrow":[{"lines":[["R1C1","R2C2","R2C3"]]}]"#, ("double_arrow", vec![line()])),
            (
                r#""sandwichsum":[{"cell":"R4C0","value":"0"}]"#,
                ("sandwich", vec![("cells", line_from(4, 1, 0, 1)), number("sum", 0)]),
            ),
            (
                r#""xsum":[{"cell":"R0C3","value":"17"}]"#,
                ("x_sum", vec![("cells", line_from(1, 3, 1, 0)), number("sum", 17)]),
            ),
            (
                r#""skyscraper":[{"cell":"R10C9","value":3}]"#,
                ("skyscraper", vec![("cells", line_from(9, 9, -1, 0)), number("count", 3)]),
            ),
            (r#""antiknight":true"#, ("anti_knight", vec![])),
            (r#""antiking":true"#, ("anti_king", vec![])),
            (r#""disjointgroups":true"#, ("disjoint_groups", vec![])),
            (r#""nonconsecutive":true"#, ("non_consecutive", vec![])),
            (r#""diagonal+":true"#, ("diagonals", words(&["anti"]))),
            (r#""diagonal-":true,"diagonal+":false"#, ("diagonals", words(&["main"]))),
            (r#""diagonal-":true,"diagonal+":true"#, ("diagonals", words(&["main", "anti"]))),
        ] {
            let (read, expected) = (read(&format!(",{member}")), constraint(expected.0, expected.1));
            assert_eq!(
                (read.constraints.as_slice(), read.has_unread_rules()),
                (&[expected][..], false),
                "{member}"
            );
        }
    }

    #[test]
    fn arrow_with_several_lines_is_read_as_several_arrows() {
        let member = r#","arrow":[{"cells":["R1C2","R1C1"],"lines":[["R1C1","R2C1","R3C1"],["R1C2","R2C2"],["R1C1"]]}]"#;
        let arrow = |shaft: &[(usize, usize)]| {
            let circle = ("circle", cells(&[(1, 1), (1, 2)]));
            constraint("arrow", vec![circle, ("cells", cells(shaft))])
        };
        let read = read(member);
        assert_eq!(read.constraints, [arrow(&[(2, 1), (3, 1)]), arrow(&[(2, 2)])]);
        assert!(read.has_unread_rules(), "a line of one cell is drawn alone");
    }

    #[test]
    fn negative_constraints_follow_the_dots() {
        let dot = r#","difference":[{"cells":["R1C1","R1C2"],"value":"3"}]"#;
        let ratio = r#","ratio":[{"cells":["R1C1","R1C2"],"value":"3"}]"#;
        let last = |members: &str| read(members).constraints.last().cloned().expect("a constraint");
        for (members, expected) in [
            (format!("{dot},\"nonconsecutive\":true"), vec![Measure::Difference(1)]),
            (format!("{ratio},\"nonconsecutive\":true"), vec![Measure::Difference(1)]),
            (",\"negative\":[\"ratio\"]".to_owned(), vec![Measure::Ratio(2)]),
            (format!("{ratio},\"negative\":[\"ratio\"]"), vec![Measure::Ratio(3)]),
            (",\"negative\":[\"xv\"]".to_owned(), vec![Measure::Sum(5), Measure::Sum(10)]),
            (
                format!("{dot},\"nonconsecutive\":true,\"negative\":[\"ratio\"]"),
                vec![Measure::Difference(1), Measure::Ratio(2)],
            ),
        ] {
            assert_eq!(last(&members), measures(&expected), "{members}");
        }
    }

    #[test]
    fn marks_without_a_meaning_give_a_warning() {
        for member in [
            r#""littlekillersum":[{"cell":"R0C1","direction":"DR","value":""},{"cell":"R0C2","value":"0"}]"#,
            r#""sandwichsum":[{"cell":"R0C1","value":""}]"#,
            r#""skyscraper":[{"cell":"R0C1"}]"#,
            r#""quadruple":[{"cells":["R1C1","R1C2","R2C1","R2C2"],"values":[]}]"#,
            r#""cage":[{"cells":["R1C1"],"value":"some text"}]"#,
            r#""thermometer":[{"lines":[["R1C1"]]}]"#,
            r#""killercage":[{"cells":[]}]"#,
            r#""xv":[{"cells":["R1C1","R1C2"],"value":""}]"#,
            r##""fogofwar":["R1C1"]"##,
            r#""circle":[{"cells":["R1C1"]}]"#,
        ] {
            let read = read(&format!(",{member}"));
            assert_eq!((read.constraints.len(), read.has_unread_rules()), (0, true), "{member}");
        }
        assert!(!read(",\"arrow\":[],\"antiking\":false").has_unread_rules());
    }

    #[test]
    fn all_other_constraints_are_refused_by_name_at_once() {
        let members = r#","antiknight":true,"chaosline":[{"lines":[["R1C1","R1C2"]]}],
            "cage":[{"cells":["R1C1"],"value":"DR5"}]"#;
        let names = ["chaosline", "cage"];
        let expected: Vec<String> =
            names.iter().map(|name| format!("not supported: the constraint `{name}`")).collect();
        assert_eq!(faults(members), expected);
    }

    #[test]
    fn values_that_are_not_supported_are_refused() {
        for (member, expected) in [
            (
                r#""killercage":[{"cells":["R1C1"],"value":"DR5"}]"#,
                "`killercage` (the value `DR5` is not supported)",
            ),
            (
                r#""whispers":[{"lines":[["R1C1","R1C2"]],"value":"0"}]"#,
                "`whispers` (the value is 0: it must be from 1 to 35)",
            ),
            (r#""xv":[{"cells":["R1C1","R1C2"],"value":"7"}]"#, "`xv` (the value `7` is not supported)"),
            (r#""difference":[{"cells":["R1C1"]}]"#, "`difference` (the number of cells is 1: it must be 2)"),
            (
                r#""thermometer":[{"lines":[["R1C1","R1C2","R1C1"]]}]"#,
                "`thermometer` (the cell appears more than once: give it once)",
            ),
            (
                r#""renban":[{"lines":[["R1C1","R1C2","R1C1"]]}]"#,
                "`renban` (the cell appears more than once: give it once)",
            ),
            (
                r#""arrow":[{"cells":["R1C1"],"lines":[["R1C2","R1C3"]]}]"#,
                "`arrow` (a line does not begin in its circle)",
            ),
            (
                r#""quadruple":[{"cells":["R1C1"],"values":[1,2]}]"#,
                "`quadruple` (there are 2 digits for 1 cells",
            ),
            (
                r#""quadruple":[{"cells":["R1C1"],"values":["x"]}]"#,
                "`quadruple` (its value is not supported)",
            ),
            (
                r#""quadruple":[{"cells":["R1C1"],"values":[0]}]"#,
                "`quadruple` (the value is 0: it must be from 1 to 36)",
            ),
            (
                r#""littlekillersum":[{"cell":"R0C1","direction":"D","value":"9"}]"#,
                "`littlekillersum` (its direction is none of DR, DL, UR and UL)",
            ),
            (
                r#""littlekillersum":[{"cell":"R1C1","direction":"DR","value":"9"}]"#,
                "`littlekillersum` (its diagonal does not begin at a cell outside of the grid)",
            ),
            (
                r#""littlekillersum":[{"cell":"R0C1","direction":"UR","value":"9"}]"#,
                "`littlekillersum` (its diagonal does not begin at a cell outside of the grid)",
            ),
            (
                r#""littlekillersum":[{"cell":"R0C8","direction":"DR","cells":["R1C8"],"value":"9"}]"#,
                "`littlekillersum` (its cells are not those of its diagonal)",
            ),
            (
                r#""littlekillersum":[{"cell":"R0C8","direction":"DR","value":"a"}]"#,
                "`littlekillersum` (the value `a` is not supported)",
            ),
            (
                r#""doublearrow":[{"lines":[["R1C1","R1C2"]]}]"#,
                "`doublearrow` (the number of cells is 2: it must be 3 or more)",
            ),
            (r#""negative":["whispers"]"#, "`negative` (the value `whispers` is not supported)"),
            (r#""killercage":[{"cells":["R0C1"]}]"#, "`R0C1` is not a cell of the grid"),
            (r#""killercage":[{"cells":["R10C1"]}]"#, "`R10C1` is not a cell of the grid"),
            (r#""killercage":[{"cells":["A1"]}]"#, "`A1` is not a cell of the grid"),
            (r#""killercage":{"a":1}"#, "`killercage` must be a list"),
            (r#""xsum":[{"cell":"R1C1","value":"9"}]"#, "`R1C1` is no place beside a row or a column"),
            (r#""xsum":[{"cell":"R0C10","value":"9"}]"#, "`R0C10` is no place beside a row or a column"),
            (r#""sandwichsum":[{"cell":"R0C1","value":"17?"}]"#, "the value `17?` is not supported"),
        ] {
            let found = faults(&format!(",{member}"));
            assert!(found.len() == 1 && found[0].contains(expected), "{member}: {found:?}");
        }
    }

    /// Regions of a 4x4: a row each for the outer two, and two halves.
    fn jigsaw() -> Vec<Vec<Cell>> {
        let regions: [[u16; 4]; 4] = [[0, 1, 2, 3], [4, 5, 8, 9], [6, 7, 10, 11], [12, 13, 14, 15]];
        regions.iter().map(|cells| cells.iter().copied().map(Cell).collect()).collect()
    }

    #[test]
    fn regions_of_cells_are_read() {
        let of_cells = |region: &dyn Fn(usize) -> String| {
            let row = |row: usize| {
                let cells: Vec<String> =
                    (0..4).map(|column| format!("{{\"region\":{}}}", region(row * 4 + column))).collect();
                format!("[{}]", cells.join(","))
            };
            let rows: Vec<String> = (0..4).map(row).collect();
            let mut faults = Vec::new();
            let read =
                parse(&format!("{{\"grid\":[{}]}}", rows.join(",")), Some(Format::Fpuzzles), &mut |fault| {
                    faults.push(fault.to_string());
                });
            read.ok_or(faults)
        };
        let regions = jigsaw();
        let region_of = |cell: usize| regions.iter().position(|cells| cells.contains(&Cell(cell as u16)));
        let read = of_cells(&|cell| region_of(cell).unwrap_or(9).to_string()).expect("valid");
        assert_eq!((read.regions.as_ref(), read.box_shape), (Some(&regions), None));
        let latin = of_cells(&|_| "null".to_owned()).expect("valid");
        assert_eq!(latin.regions, Some(vec![]));
        assert_eq!(of_cells(&|_| "-1".to_owned()).expect("valid").regions, Some(vec![]));
        let rows = of_cells(&|cell| (cell / 4).to_string()).expect("valid");
        assert_eq!((rows.regions, rows.box_shape), (None, Some(BoxShape { width: 4, height: 1 })));
        let partial = of_cells(&|cell| if cell < 4 { "0".to_owned() } else { "null".to_owned() });
        assert!(partial.expect_err("refused")[0].contains("cells outside of all regions"));
        let unequal = of_cells(&|cell| usize::from(cell > 4).to_string());
        assert!(unequal.expect_err("refused")[0].contains("regions that do not have 4 cells each"));
    }

    fn puzzle(rules: Rules) -> Puzzle {
        let cells = rules.layout().cell_count();
        Puzzle::new(rules, Grid::from_cells(vec![None; cells]).expect("a square")).expect("no clues")
    }

    fn written(rules: &Rules) -> Result<String, NotRepresentable> {
        format_puzzle(Format::Fpuzzles, &Content::new(&puzzle(rules.clone())).expect("a square"))
    }

    /// Rules as written and read again.
    fn read_again(rules: &Rules) -> Rules {
        let text = written(rules).expect("representable");
        let read = parse(&text, Some(Format::Fpuzzles), &mut |fault| panic!("{fault}")).expect("no faults");
        assert!(!read.has_unread_rules());
        read.to_rules().expect("valid")
    }

    #[test]
    fn every_constraint_that_is_written_is_read_again() {
        let usual = Rules::usual(9).expect("a size");
        let pair = || ("cells", cells(&[(1, 1), (1, 2)]));
        let line = || ("cells", cells(&[(1, 1), (2, 2), (2, 3)]));
        let loop_line = || ("cells", cells(&[(1, 1), (1, 2), (2, 1), (1, 1)]));
        let region: Vec<(usize, usize)> = (1..=9).map(|k| (k, (k * 2 - 1) % 9 + 1)).collect();
        let copies = FieldValue::CellLists(vec![vec![cell(5, 5), cell(5, 6)]]);
        let dot = || constraint("difference", vec![pair()]);
        let little_killer = |places: &[(usize, usize)], sum| {
            constraint("little_killer", vec![("cells", cells(places)), number("sum", sum)])
        };
        let black = |value| constraint("ratio", vec![pair(), number("value", value)]);
        let all = [
            vec![constraint("cage", vec![pair(), number("sum", 5)])],
            vec![constraint("cage", vec![pair()])],
            vec![constraint("thermometer", vec![line()])],
            vec![constraint("slow_thermometer", vec![line()])],
            vec![constraint("renban", vec![line()])],
            vec![constraint("palindrome", vec![loop_line()])],
            vec![little_killer(&[(1, 8), (2, 9)], 12), little_killer(&[(9, 2), (8, 1)], 9)],
            vec![little_killer(&[(1, 1)], 3), little_killer(&[(1, 9)], 4), little_killer(&[(9, 1)], 5)],
            vec![little_killer(
                &[(1, 9), (2, 8), (3, 7), (4, 6), (5, 5), (6, 4), (7, 3), (8, 2), (9, 1)],
                45,
            )],
            vec![constraint("quadruple", vec![pair(), ("digits", FieldValue::Numbers(vec![7, 7]))])],
            vec![constraint("between_line", vec![line()]), constraint("region_sum_line", vec![line()])],
            vec![
                constraint("maximum", vec![pair()]),
                constraint("minimum", vec![("cells", cells(&[(9, 9)]))]),
            ],
            vec![constraint("entropic", vec![loop_line()]), constraint("nabner", vec![line()])],
            vec![constraint("modular", vec![line()]), constraint("zipper", vec![loop_line()])],
            vec![constraint("double_arrow", vec![loop_line()])],
            vec![
                constraint("indexer", vec![pair(), axis("box")]),
                constraint("indexer", vec![pair(), axis("row")]),
            ],
            vec![constraint("indexer", vec![pair(), axis("column")])],
            vec![constraint("whisper", vec![loop_line(), number("difference", 4)])],
            vec![constraint("whisper", vec![line()])],
            vec![constraint("arrow", vec![("circle", cells(&[(4, 4)])), line()])],
            vec![constraint("arrow", vec![("circle", cells(&[(3, 1), (3, 2), (3, 3)])), line()])],
            vec![constraint("difference", vec![pair(), number("value", 0)])],
            vec![black(3)],
            vec![constraint("sum_pair", vec![pair(), number("value", 10)])],
            vec![constraint("sum_pair", vec![pair(), number("value", 5)])],
            vec![constraint("even", vec![pair()]), constraint("odd", vec![("cells", cells(&[(9, 9)]))])],
            vec![constraint("extra_region", vec![("cells", cells(&region))])],
            vec![constraint("clone", vec![pair(), ("copies", copies)])],
            vec![constraint("anti_king", vec![]), constraint("anti_knight", vec![])],
            vec![constraint("sandwich", vec![("cells", line_from(9, 2, -1, 0)), number("sum", 0)])],
            vec![constraint("x_sum", vec![("cells", line_from(3, 9, 0, -1)), number("sum", 22)])],
            vec![constraint("skyscraper", vec![("cells", line_from(1, 1, 1, 0)), number("count", 9)])],
            vec![constraint("disjoint_groups", vec![])],
            vec![constraint("non_consecutive", vec![])],
            vec![constraint("diagonals", vec![])],
            vec![constraint("diagonals", vec![("which", FieldValue::Words(vec!["anti"]))])],
            vec![dot(), measures(&[Measure::Difference(1)])],
            vec![dot(), measures(&[Measure::Difference(1), Measure::Ratio(2)])],
            vec![black(3), measures(&[Measure::Ratio(3)])],
            vec![measures(&[Measure::Sum(5), Measure::Sum(10)])],
        ];
        for constraints in all {
            let rules = usual.with_constraints(constraints.clone()).expect("few constraints");
            assert_eq!(read_again(&rules), rules, "{constraints:?}");
        }
        let regions = Rules::with_regions(4, &jigsaw()).expect("valid");
        assert_eq!(read_again(&regions), regions);
        let latin = Rules::with_regions(4, &[]).expect("valid");
        assert_eq!(read_again(&latin), latin);
    }

    #[test]
    fn lines_of_a_renban_are_constraints_of_their_own() {
        let member = r##","renban":[{"lines":[["R1C1","R2C2","R3C3","R4C4"],["R9C1","R8C1"],["R5C5"]]},
            {"lines":[["R1C9","R2C9","R3C9","R4C8","R5C7","R6C6"]],"outlineC":"#f067f0"}]"##;
        let renban = |line: &[(usize, usize)]| constraint("renban", vec![("cells", cells(line))]);
        let read = read(member);
        let expected = [
            renban(&[(1, 1), (2, 2), (3, 3), (4, 4)]),
            renban(&[(9, 1), (8, 1)]),
            renban(&[(1, 9), (2, 9), (3, 9), (4, 8), (5, 7), (6, 6)]),
        ];
        assert_eq!(read.constraints, expected);
        assert!(read.has_unread_rules(), "a line of one cell is drawn alone");
        let rules = Rules::usual(9).expect("a size").with_constraints(expected.to_vec()).expect("few");
        assert_eq!(read_again(&rules), rules);
    }

    #[test]
    fn constraints_that_the_format_lacks_are_named() {
        let usual = Rules::usual(9).expect("a size");
        let pair = || ("cells", cells(&[(1, 1), (1, 2)]));
        let dot = || constraint("difference", vec![pair()]);
        for (constraints, expected) in [
            (
                vec![constraint("greater_than", vec![pair()]), constraint("windoku", vec![])],
                vec!["greater_than", "windoku"],
            ),
            (vec![constraint("sum_pair", vec![pair(), number("value", 7)])], vec!["sum_pair"]),
            (vec![constraint("difference", vec![("cells", cells(&[(1, 1), (2, 2)]))])], vec!["difference"]),
            (vec![dot(), constraint("non_consecutive", vec![])], vec!["non_consecutive"]),
            (
                vec![
                    constraint("maximum", vec![pair()]),
                    constraint("maximum", vec![("cells", cells(&[(9, 9)]))]),
                ],
                vec!["maximum"],
            ),
            (vec![constraint("modular", vec![pair(), number("modulus", 4)])], vec!["modular"]),
            (
                vec![constraint(
                    "little_killer",
                    vec![("cells", cells(&[(1, 7), (2, 8)])), number("sum", 9)],
                )],
                vec!["little_killer"],
            ),
            (
                vec![constraint(
                    "little_killer",
                    vec![("cells", cells(&[(2, 8), (3, 9)])), number("sum", 9)],
                )],
                vec!["little_killer"],
            ),
            (vec![constraint("x_sum", vec![pair(), number("sum", 3)])], vec!["x_sum"]),
            (vec![measures(&[Measure::Sum(10)])], vec!["negative"]),
            (vec![measures(&[Measure::Difference(2)])], vec!["negative"]),
            (vec![measures(&[Measure::Ratio(3)])], vec!["negative"]),
        ] {
            let rules = usual.with_constraints(constraints).expect("few constraints");
            assert_eq!(written(&rules), Err(NotRepresentable::Constraints(expected)));
        }
        let reason = NotRepresentable::Constraints(vec!["greater_than", "windoku"]);
        assert_eq!(reason.to_string(), "cannot hold the constraints of these types: greater_than, windoku");
    }
}
