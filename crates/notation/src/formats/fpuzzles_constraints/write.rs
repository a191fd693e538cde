//! Writes constraints as members of an object.

use std::collections::{BTreeMap, BTreeSet};

use quadrille_sudoku::constraints::{
    Constraint, EntryCells, EntryValue, FieldValues, FpuzzlesMember, Measure, MemberForm,
};
use quadrille_sudoku::{Cell, Layout, Position, Rules};

use super::members::{members, step};

/// The members of the object for the constraints of rules.
///
/// # Errors
/// The names of the types that the format cannot hold, each once.
pub(in crate::formats) fn constraint_members(rules: &Rules) -> Result<Vec<String>, Vec<&'static str>> {
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
