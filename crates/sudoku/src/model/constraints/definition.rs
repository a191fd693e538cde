//! Definition of a constraint type: its fields, its meaning and its parts.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::hash::Hash;

use super::drawing::{Drawing, Shape};
use super::field::Field;
use super::members::FpuzzlesMember;
use super::names::OtherName;
use super::network::NetworkBuilder;
use super::parts::{Part, Ranged, Tally};
use crate::model::box_shape::BoxShape;
use crate::model::cell::{Cell, Position};
use crate::model::digit::{Digit, DigitSet};
use crate::model::house::HouseName;
use crate::model::layout::Layout;

/// Relation between two digits that a sign between two cells stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// The digits differ by this number.
    Difference(i64),
    /// One digit is this number times the other.
    Ratio(i64),
    /// The digits add up to this number.
    Sum(i64),
}

impl Measure {
    /// The measure with this name; `None` for unknown names.
    pub fn new(name: &str, value: i64) -> Option<Self> {
        match name {
            "difference" => Some(Self::Difference(value)),
            "ratio" => Some(Self::Ratio(value)),
            "sum" => Some(Self::Sum(value)),
            _ => None,
        }
    }

    /// Its name and value.
    pub const fn name_and_value(self) -> (&'static str, i64) {
        match self {
            Self::Difference(value) => ("difference", value),
            Self::Ratio(value) => ("ratio", value),
            Self::Sum(value) => ("sum", value),
        }
    }

    /// Smallest and largest value.
    pub const RANGE: [i64; 2] = [0, 100];

    /// Names of all measures.
    pub const NAMES: [&str; 3] = ["difference", "ratio", "sum"];

    /// Whether it is true of two digits, in any order.
    pub(crate) fn holds(self, one: i64, other: i64) -> bool {
        match self {
            Self::Difference(difference) => (one - other).abs() == difference,
            Self::Ratio(ratio) => one == ratio * other || other == ratio * one,
            Self::Sum(sum) => one + other == sum,
        }
    }

    /// The only numbers of which it is true beside this one, among others that are no digits.
    pub(crate) fn partners(self, one: i64) -> [i64; 2] {
        match self {
            Self::Difference(difference) => [one - difference, one + difference],
            Self::Ratio(ratio) if one.checked_rem(ratio) == Some(0) => [one * ratio, one / ratio],
            Self::Ratio(ratio) => [one * ratio; 2],
            Self::Sum(sum) => [sum - one; 2],
        }
    }

    /// Whether a sign of the other measure between two cells explains this measure, too: a dot of any kind explains differences and
    /// ratios, a sum explains sums.
    pub(crate) fn is_explained_by(self, other: Self) -> bool {
        matches!(self, Self::Sum(_)) == matches!(other, Self::Sum(_))
    }
}

/// Step of an automaton from a state to another one, with any of some digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Transition {
    /// Number of the first state, up to [`STATE_MAX`](Self::STATE_MAX).
    pub from: i64,
    /// The digits.
    pub digits: Vec<Digit>,
    /// Number of the second state.
    pub to: i64,
}

impl Transition {
    /// Largest number of a state.
    pub const STATE_MAX: i64 = 999;
}

/// Value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FieldValue {
    /// For [`FieldKind::Cells`](crate::constraints::FieldKind::Cells) and [`FieldKind::Cell`](crate::constraints::FieldKind::Cell).
    Cells(Vec<Cell>),
    /// For [`FieldKind::CellLists`](crate::constraints::FieldKind::CellLists).
    CellLists(Vec<Vec<Cell>>),
    /// For [`FieldKind::Number`](crate::constraints::FieldKind::Number).
    Number(i64),
    /// For [`FieldKind::Numbers`](crate::constraints::FieldKind::Numbers).
    Numbers(Vec<i64>),
    /// For [`FieldKind::Tuples`](crate::constraints::FieldKind::Tuples).
    Tuples(Vec<Vec<Digit>>),
    /// For [`FieldKind::Word`](crate::constraints::FieldKind::Word).
    Word(&'static str),
    /// For [`FieldKind::Words`](crate::constraints::FieldKind::Words).
    Words(Vec<&'static str>),
    /// For [`FieldKind::Line`](crate::constraints::FieldKind::Line): a row or a column.
    Line(HouseName),
    /// For [`FieldKind::Text`](crate::constraints::FieldKind::Text).
    Text(String),
    /// For [`FieldKind::Transitions`](crate::constraints::FieldKind::Transitions).
    Transitions(Vec<Transition>),
    /// For [`FieldKind::Measures`](crate::constraints::FieldKind::Measures).
    Measures(Vec<Measure>),
    /// For [`FieldKind::ConstraintLists`](crate::constraints::FieldKind::ConstraintLists).
    ConstraintLists(Vec<Vec<ConstraintValues>>),
}

/// Type and fields of a constraint in a field of another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstraintValues {
    /// Name of the type.
    pub type_name: &'static str,
    /// Values of the fields.
    pub values: FieldValues,
}

impl FieldValue {
    /// The kind of value, such as `a number`.
    pub(crate) const fn description(&self) -> &'static str {
        match self {
            Self::Cells(_) => "a list of cells",
            Self::CellLists(_) => "a list of lists of cells",
            Self::Number(_) => "a number",
            Self::Numbers(_) => "a list of numbers",
            Self::Tuples(_) => "a list of lists of digits",
            Self::Word(_) => "a word",
            Self::Words(_) => "a list of words",
            Self::Line(_) => "a row or a column",
            Self::Text(_) => "a text",
            Self::Transitions(_) => "a list of transitions",
            Self::Measures(_) => "a list of relations",
            Self::ConstraintLists(_) => "a list of lists of constraints",
        }
    }
}

/// Values of the fields of a constraint, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldValues(Vec<(&'static str, FieldValue)>);

impl FieldValues {
    /// Adds the value of a field.
    pub fn insert(&mut self, name: &'static str, value: FieldValue) {
        self.0.push((name, value));
    }

    /// The cells of a constraint, in its field `cells`.
    pub(crate) fn of_cells(cells: Vec<Cell>) -> Self {
        Self(vec![("cells", FieldValue::Cells(cells))])
    }

    /// These values and the value of a further field.
    #[must_use]
    pub(crate) fn and(mut self, name: &'static str, value: FieldValue) -> Self {
        self.insert(name, value);
        self
    }

    /// The values with the names of their fields.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &FieldValue)> {
        self.0.iter().map(|(name, value)| (*name, value))
    }

    /// The value of a field; `None` without it.
    pub fn get(&self, name: &str) -> Option<&FieldValue> {
        self.0.iter().find(|(other, _)| *other == name).map(|(_, value)| value)
    }

    /// Cells of a field; none without it.
    pub fn cells(&self, name: &str) -> Vec<Cell> {
        match self.get(name) {
            Some(FieldValue::Cells(cells)) => cells.clone(),
            _ => Vec::new(),
        }
    }

    /// Lists of cells of a field; none without it.
    pub fn cell_lists(&self, name: &str) -> Vec<Vec<Cell>> {
        match self.get(name) {
            Some(FieldValue::CellLists(lists)) => lists.clone(),
            _ => Vec::new(),
        }
    }

    /// Number of a field.
    pub fn number(&self, name: &str) -> Option<i64> {
        match self.get(name) {
            Some(&FieldValue::Number(number)) => Some(number),
            _ => None,
        }
    }

    /// Numbers of a field.
    pub fn numbers(&self, name: &str) -> Option<Vec<i64>> {
        match self.get(name) {
            Some(FieldValue::Numbers(numbers)) => Some(numbers.clone()),
            _ => None,
        }
    }

    /// Lists of digits of a field; none without it.
    pub fn tuples(&self, name: &str) -> Vec<Vec<Digit>> {
        match self.get(name) {
            Some(FieldValue::Tuples(tuples)) => tuples.clone(),
            _ => Vec::new(),
        }
    }

    /// Word of a field.
    pub fn word(&self, name: &str) -> Option<&'static str> {
        match self.get(name) {
            Some(&FieldValue::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// Words of a field.
    pub fn words(&self, name: &str) -> Option<&[&'static str]> {
        match self.get(name) {
            Some(FieldValue::Words(words)) => Some(words),
            _ => None,
        }
    }

    /// Row or column of a field.
    pub fn line(&self, name: &str) -> Option<HouseName> {
        match self.get(name) {
            Some(&FieldValue::Line(line)) => Some(line),
            _ => None,
        }
    }

    /// Text of a field; empty without it.
    pub fn text(&self, name: &str) -> &str {
        match self.get(name) {
            Some(FieldValue::Text(text)) => text,
            _ => "",
        }
    }

    /// Transitions of a field; none without it.
    pub fn transitions(&self, name: &str) -> &[Transition] {
        match self.get(name) {
            Some(FieldValue::Transitions(transitions)) => transitions,
            _ => &[],
        }
    }

    /// Lists of constraints of a field; none without it.
    pub(crate) fn constraint_lists(&self, name: &str) -> &[Vec<ConstraintValues>] {
        match self.get(name) {
            Some(FieldValue::ConstraintLists(lists)) => lists,
            _ => &[],
        }
    }

    /// Measures of a field; none without it.
    pub fn measures(&self, name: &str) -> Vec<Measure> {
        match self.get(name) {
            Some(FieldValue::Measures(measures)) => measures.clone(),
            _ => Vec::new(),
        }
    }
}

impl From<i64> for FieldValue {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<i32> for FieldValue {
    fn from(number: i32) -> Self {
        Self::Number(number.into())
    }
}

impl From<Cell> for FieldValue {
    fn from(cell: Cell) -> Self {
        Self::Cells(vec![cell])
    }
}

impl From<Vec<Cell>> for FieldValue {
    fn from(cells: Vec<Cell>) -> Self {
        Self::Cells(cells)
    }
}

impl<const COUNT: usize> From<[Cell; COUNT]> for FieldValue {
    fn from(cells: [Cell; COUNT]) -> Self {
        Self::Cells(cells.into())
    }
}

impl From<Vec<Vec<Cell>>> for FieldValue {
    fn from(lists: Vec<Vec<Cell>>) -> Self {
        Self::CellLists(lists)
    }
}

impl From<Vec<i64>> for FieldValue {
    fn from(numbers: Vec<i64>) -> Self {
        Self::Numbers(numbers)
    }
}

impl<const COUNT: usize> From<[i64; COUNT]> for FieldValue {
    fn from(numbers: [i64; COUNT]) -> Self {
        Self::Numbers(numbers.into())
    }
}

impl From<Vec<Vec<Digit>>> for FieldValue {
    fn from(lists: Vec<Vec<Digit>>) -> Self {
        Self::Tuples(lists)
    }
}

/// A text; [`Rules::build`](crate::Rules::build) also reads it as cells, a line or a word, as the field needs it.
impl From<&str> for FieldValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for FieldValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<HouseName> for FieldValue {
    fn from(line: HouseName) -> Self {
        Self::Line(line)
    }
}

impl From<Vec<Transition>> for FieldValue {
    fn from(transitions: Vec<Transition>) -> Self {
        Self::Transitions(transitions)
    }
}

impl From<Vec<Measure>> for FieldValue {
    fn from(measures: Vec<Measure>) -> Self {
        Self::Measures(measures)
    }
}

impl FromIterator<(&'static str, FieldValue)> for FieldValues {
    fn from_iter<I: IntoIterator<Item = (&'static str, FieldValue)>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

/// Reason why the fields of a constraint do not fit each other or the grid. Displayed as `cells/2: …`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{}{detail}", .pointer.trim_start_matches('/'), if .pointer.is_empty() { "" } else { ": " })]
#[non_exhaustive]
pub struct ConstraintError {
    /// The field at fault, as a JSON pointer below the constraint: `/cells/2`; empty for the constraint as a whole.
    pub pointer: String,
    /// The fault and its correction, in a sentence.
    pub detail: String,
}

impl ConstraintError {
    pub(crate) fn new(pointer: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), detail: detail.into() }
    }
}

/// Two cells with a sign between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sign {
    /// The cells, in ascending order.
    pub cells: [Cell; 2],
    /// The meaning of the sign.
    pub measure: Measure,
}

impl Sign {
    /// The sign between the two cells; `None` for another number of cells.
    pub(crate) fn new(cells: &[Cell], measure: Measure) -> Option<Self> {
        match *cells {
            [one, other] => Some(Self { cells: [one.min(other), one.max(other)], measure }),
            _ => None,
        }
    }

    /// Sorts signs by their cells, and keeps one of each kind between two cells: what [explains](Measure::is_explained_by) the same measures.
    pub(crate) fn sort(signs: &mut Vec<Self>) {
        let cells_and_kind = |sign: &Self| (sign.cells, matches!(sign.measure, Measure::Sum(_)));
        signs.sort_by_key(cells_and_kind);
        signs.dedup_by_key(|sign| cells_and_kind(sign));
    }
}

/// Surroundings of a constraint: the grid, and the signs of all constraints.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surroundings<'a> {
    /// Cells and houses, without the constraints.
    pub layout: &'a Layout,
    /// Number of digits.
    pub digits: usize,
    /// [Sorted](Sign::sort) signs of all constraints.
    pub signs: &'a [Sign],
}

impl Surroundings<'_> {
    /// The cell in this row and column, from 1; `None` outside of the layout.
    pub(crate) fn cell(&self, row: usize, column: usize) -> Option<Cell> {
        self.layout.cell_at(row, column)
    }

    /// The signs between two cells, given in ascending order: at most one of each kind.
    pub(crate) fn signs_between(&self, cells: [Cell; 2]) -> impl Iterator<Item = Sign> + '_ {
        let first = self.signs.partition_point(|sign| sign.cells < cells);
        self.signs[first..].iter().copied().take_while(move |sign| sign.cells == cells)
    }

    /// Names of cells, with spaces between them.
    pub(crate) fn cell_names(&self, cells: &[Cell]) -> String {
        let names: Vec<String> = cells.iter().map(|&cell| self.layout.position(cell).to_string()).collect();
        names.join(" ")
    }

    /// Width and height of the first box; `None` without boxes.
    pub(crate) fn box_shape(&self) -> Option<BoxShape> {
        self.layout.box_shape()
    }

    /// Whether the puzzle has several grids, whose rows and columns have no numbers of their own.
    pub(crate) fn has_several_grids(&self) -> bool {
        !self.layout.grids().is_empty()
    }

    /// The rows and columns before each grid.
    pub(crate) fn grid_offsets(&self) -> impl Iterator<Item = (usize, usize)> {
        let of_one = self.layout.grids().is_empty().then_some((0, 0));
        of_one.into_iter().chain(self.layout.grids().iter().map(|corner| (corner.row - 1, corner.column - 1)))
    }

    /// Whether all of these cells are in one row, column, box or region.
    pub(crate) fn are_in_house(&self, cells: &[Cell]) -> bool {
        cells.len() <= self.digits
            && self.layout.houses().any(|house| cells.iter().all(|cell| house.cells.contains(cell)))
    }

    /// The cells that share a side with this one.
    pub(crate) fn beside(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let position = self.layout.position(cell);
        [(0, 1), (0, -1), (1, 0), (-1, 0)].into_iter().filter_map(move |(down, right)| {
            let row = position.row.checked_add_signed(down)?;
            self.cell(row, position.column.checked_add_signed(right)?)
        })
    }

    /// Each of these cells, with each cell beside it that is not one of them.
    pub(crate) fn pairs_at_edge(&self, cells: &[Cell]) -> impl Iterator<Item = [Cell; 2]> {
        let inside: BTreeSet<Cell> = cells.iter().copied().collect();
        let pairs = cells.iter().flat_map(|&cell| self.beside(cell).map(move |other| [cell, other]));
        pairs.filter(move |[_, other]| !inside.contains(other))
    }

    /// The cells of each square of two rows and two columns.
    pub(crate) fn squares(&self) -> impl Iterator<Item = [Cell; 4]> + '_ {
        self.layout.cells().filter_map(move |cell| {
            let Position { row, column } = self.layout.position(cell);
            let at = |down: usize, right: usize| self.cell(row + down, column + right);
            Some([cell, at(0, 1)?, at(1, 0)?, at(1, 1)?])
        })
    }

    /// Pairs of cells that are this far apart, down and to the right. `down` and `right` may be negative.
    pub(crate) fn pairs_apart(&self, down: isize, right: isize) -> impl Iterator<Item = [Cell; 2]> + '_ {
        self.layout.cells().filter_map(move |cell| {
            let position = self.layout.position(cell);
            let row = position.row.checked_add_signed(down)?;
            let column = position.column.checked_add_signed(right)?;
            Some([cell, self.cell(row, column)?])
        })
    }

    /// Pairs of cells that share a side.
    pub(crate) fn neighbours(&self) -> impl Iterator<Item = [Cell; 2]> + '_ {
        self.pairs_apart(0, 1).chain(self.pairs_apart(1, 0))
    }
}

/// Digits of a complete grid, by cell.
pub(crate) type Digits<'a> = &'a dyn Fn(Cell) -> i64;

/// Each two neighbours on a line.
pub(crate) fn pairs_along(line: &[Cell]) -> impl Iterator<Item = [Cell; 2]> + '_ {
    line.windows(2).map(|pair| [pair[0], pair[1]])
}

/// Each two cells of a line that are among this many neighbours. A line that ends in its first cell is a loop.
pub(crate) fn pairs_among(line: &[Cell], count: usize) -> impl Iterator<Item = [Cell; 2]> + '_ {
    let is_loop = line.len() > 1 && line.first() == line.last();
    let length = if is_loop { line.len() - 1 } else { line.len() };
    (0..length).flat_map(move |at| {
        let others = (at + 1..at + count).take_while(move |&other| is_loop || other < length);
        others.map(move |other| [line[at], line[other % length]])
    })
}

/// Thirds of the digits, from the lowest: 0, 1 or 2. If the number of digits is no multiple of three, the middle third is the larger or the
/// smaller one, and the others are equal.
pub(crate) fn third_of(digit: i64, digits: usize) -> usize {
    let low = (digits as i64 + 1) / 3;
    usize::from(digit > low) + usize::from(digit > digits as i64 - low)
}

/// The digits of the field `digits`, in ascending order.
///
/// # Errors
/// If there are none, more than the grid has cells for, or one that the grid lacks.
pub(crate) fn listed_digits(
    values: &FieldValues,
    surroundings: &Surroundings<'_>,
) -> Result<Vec<Digit>, ConstraintError> {
    let (cells, numbers) = (values.cells("cells").len(), values.numbers("digits").unwrap_or_default());
    if !(1..=cells).contains(&numbers.len()) {
        let detail = format!(
            "there are {} digits for {cells} cells: give one digit or more, at most one for each cell",
            numbers.len()
        );
        return Err(ConstraintError::new("/digits", detail));
    }
    let digit = |(at, &number): (usize, &i64)| {
        let digit = usize::try_from(number).ok().filter(|&value| value <= surroundings.digits);
        digit.and_then(Digit::new).ok_or_else(|| {
            let detail =
                format!("{number} is no digit of the grid: give digits from 1 to {}", surroundings.digits);
            ConstraintError::new(format!("/digits/{at}"), detail)
        })
    };
    let mut digits = numbers.iter().enumerate().map(digit).collect::<Result<Vec<Digit>, _>>()?;
    digits.sort_unstable();
    Ok(digits)
}

/// The value of the field `digits`.
pub(crate) fn digits_value(digits: &[Digit]) -> FieldValue {
    FieldValue::Numbers(digits.iter().map(|digit| digit.value() as i64).collect())
}

/// Each digit of a list in ascending order, with the number of its places in it.
pub(crate) fn counted(digits: &[Digit]) -> impl Iterator<Item = (Digit, usize)> + '_ {
    digits.chunk_by(|one, other| one == other).map(|equal| (equal[0], equal.len()))
}

/// Digits with spaces between them.
pub(crate) fn digits_text(digits: &[Digit]) -> String {
    digits.iter().map(|digit| digit.value().to_string()).collect::<Vec<_>>().join(" ")
}

/// How many of these cells have a digit.
pub(crate) fn count_of(digit: Digit, cells: &[Cell], digits: Digits<'_>) -> usize {
    cells.iter().filter(|&&cell| digits(cell) == digit.value() as i64).count()
}

/// The part of cells that have each digit of a list in ascending order at least as often as it is listed.
pub(crate) fn at_least(cells: &[Cell], digits: &[Digit]) -> Tally {
    counted(digits)
        .fold(Tally::new(cells.to_vec()), |tally, (digit, count)| tally.at_least(count, DigitSet::of(digit)))
}

/// The ends of a line, and the cells between them, each once and in ascending order.
pub(crate) fn ends_and_others(line: &[Cell]) -> Option<([Cell; 2], Vec<Cell>)> {
    let [first, ref inner @ .., last] = *line else { return None };
    let others: BTreeSet<Cell> = inner.iter().copied().collect();
    Some(([first, last], others.into_iter().collect()))
}

/// Adds a part of two ends and of other cells, if there are others. A cell that is between itself and another one contradicts itself.
pub(crate) fn add_ranged(part: Ranged, parts: &mut NetworkBuilder) {
    match *part.cells() {
        [one, other, ref others @ ..] if !others.is_empty() => {
            if one == other || others.contains(&one) || others.contains(&other) {
                parts.restrict_to(one, DigitSet::default());
            } else {
                parts.part(part);
            }
        }
        _ => {}
    }
}

/// Circles at the ends of a line.
pub(crate) fn pills_at_ends(line: &[Cell]) -> impl Iterator<Item = Shape> {
    let ends = [line.first().copied(), line.last().copied()];
    ends.into_iter().flatten().map(|cell| Shape::Pill { cells: vec![cell] })
}

/// The constraint, if the grid has three digits or more.
pub(crate) fn need_three_digits<D: Definition>(
    constraint: D,
    surroundings: &Surroundings<'_>,
) -> Result<D, ConstraintError> {
    if surroundings.digits < 3 {
        let detail = "this constraint needs digits up to 3 or more, as in a 9x9: leave it out";
        return Err(ConstraintError::new("/type", detail));
    }
    Ok(constraint)
}

/// The lists of cells of the field `groups`.
///
/// # Errors
/// If there are fewer than two, or if one has no cell.
pub(crate) fn listed_groups(values: &FieldValues) -> Result<Vec<Vec<Cell>>, ConstraintError> {
    let groups = values.cell_lists("groups");
    if groups.len() < 2 {
        return Err(ConstraintError::new("/groups", "there must be two groups of cells or more"));
    }
    match groups.iter().position(Vec::is_empty) {
        Some(at) => {
            Err(ConstraintError::new(format!("/groups/{at}"), "the group has no cell: give one or more"))
        }
        None => Ok(groups),
    }
}

/// Whether the digits of all groups of cells have the same sum.
pub(crate) fn have_equal_sums(groups: &[Vec<Cell>], digits: Digits<'_>) -> bool {
    let mut sums = groups.iter().map(|cells| cells.iter().map(|&cell| digits(cell)).sum::<i64>());
    let first = sums.next();
    sums.all(|sum| Some(sum) == first)
}

/// Lets the digits of all groups of cells have the same sum: each group has the sum of the shortest one.
pub(crate) fn add_equal_sums(groups: &[Vec<Cell>], parts: &mut NetworkBuilder) {
    let Some((at, shortest)) = groups.iter().enumerate().min_by_key(|(_, cells)| cells.len()) else { return };
    for (_, cells) in groups.iter().enumerate().filter(|(other, _)| *other != at) {
        let terms = cells.iter().map(|&cell| (cell, 1));
        parts.sum(terms.chain(shortest.iter().map(|&cell| (cell, -1))), 0);
    }
}

/// Whether no digit repeats in these cells.
pub(crate) fn are_different(cells: &[Cell], digits: Digits<'_>) -> bool {
    cells.iter().enumerate().all(|(at, &cell)| cells[..at].iter().all(|&other| digits(other) != digits(cell)))
}

/// Whether so many different digits, of which these are the lowest and the largest, can have a sum.
pub(crate) fn can_add_up(count: i64, [lowest, largest]: [i64; 2], sum: i64) -> bool {
    let steps = count * (count - 1) / 2;
    count <= largest - lowest + 1 && (count * lowest + steps..=count * largest - steps).contains(&sum)
}

/// The constraint, if it has groups of cells in this grid.
pub(crate) fn with_groups<D: Definition>(
    constraint: D,
    surroundings: &Surroundings<'_>,
) -> Result<D, ConstraintError> {
    if constraint.groups(surroundings).next().is_none() {
        let detail = "this constraint needs boxes of equal shape, and room for a group: leave it out, or leave out the regions";
        return Err(ConstraintError::new("/type", detail));
    }
    Ok(constraint)
}

/// Type of constraints.
pub(crate) trait Definition: Clone + Debug + Eq + Hash + Sized {
    /// Its name in requests.
    const NAME: &'static str;
    /// Its meaning, in one or two sentences.
    const MEANING: &'static str;
    /// Its fields.
    const FIELDS: &'static [Field];
    /// An example for a 9x9, as JSON.
    const EXAMPLE: &'static str;
    /// Names that players and other programs have for it, each with no other meaning.
    const OTHER_NAMES: &'static [OtherName] = &[];
    /// Whether the digits of its field `cells` always differ: programs may mark equal ones at once.
    const IS_DISTINCT: bool = false;
    /// Whether the constraints depend on the numbers of the digits, not only on their order and distances: whether they have another meaning
    /// if the digits begin with 0.
    const DEPENDS_ON_VALUES: bool = false;
    /// Whether the generator proposes constraints of this type.
    const IS_PROPOSED: bool = false;
    /// Members of f-puzzles that hold its constraints; none if the format lacks them.
    const FPUZZLES: &'static [FpuzzlesMember] = &[];

    /// The constraint with these values, which fit [`FIELDS`](Self::FIELDS).
    ///
    /// # Errors
    /// If the values do not fit each other or the grid.
    fn from_values(values: &FieldValues, surroundings: &Surroundings<'_>) -> Result<Self, ConstraintError>;

    /// Values that make the same constraint again.
    fn values(&self) -> FieldValues {
        FieldValues::default()
    }

    /// Whether this constraint [depends on the numbers](Self::DEPENDS_ON_VALUES) of the digits, if not all of the type do.
    fn depends_on_values(&self) -> bool {
        Self::DEPENDS_ON_VALUES
    }

    /// Pairs of cells with digits that the constraint [`allows`](Self::allows). If all of its meaning is in pairs and
    /// [`groups`](Self::groups), the other methods are made of them.
    fn pairs(&self, _: &Surroundings<'_>) -> impl Iterator<Item = [Cell; 2]> {
        std::iter::empty()
    }

    /// Whether a pair of cells may have these digits, in this order.
    fn allows(&self, _: i64, _: i64) -> bool {
        true
    }

    /// Groups of cells in which no digit repeats, made one by one.
    fn groups(&self, _: &Surroundings<'_>) -> impl Iterator<Item = Vec<Cell>> {
        std::iter::empty()
    }

    /// Whether a complete grid meets the constraint: its meaning.
    fn holds(&self, digits: Digits<'_>, surroundings: &Surroundings<'_>) -> bool {
        self.groups(surroundings).all(|cells| are_different(&cells, digits))
            && self.pairs(surroundings).all(|[one, other]| self.allows(digits(one), digits(other)))
    }

    /// Compiles the constraint.
    fn add_parts(&self, parts: &mut NetworkBuilder, surroundings: &Surroundings<'_>) {
        self.groups(surroundings).for_each(|cells| parts.distinct(&cells));
        let mut pairs = self.pairs(surroundings).peekable();
        if pairs.peek().is_some() {
            parts.relate_all(pairs, |one, other| self.allows(one as i64, other as i64));
        }
    }

    /// Draws the constraint as players know it.
    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>);

    /// The sign that it puts between two cells, if any.
    fn sign(&self) -> Option<Sign> {
        None
    }

    /// The cells that the constraint names; none if it is about the whole grid.
    fn cells(&self) -> Vec<Cell> {
        self.values().cells("cells")
    }

    /// Bytes of its fields, roughly.
    fn field_bytes(&self) -> usize {
        size_of::<Cell>() * self.cells().len()
    }
}

/// Bytes of a list of a few digits, roughly.
pub(crate) const TUPLE_BYTES: usize = 40;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partners_of_a_digit_are_all_digits_of_which_the_measure_holds() {
        let measures = |value| [Measure::Difference(value), Measure::Ratio(value), Measure::Sum(value)];
        for measure in (1..=72).flat_map(measures) {
            for (one, other) in (1..=36).flat_map(|one| (1..=36).map(move |other| (one, other))) {
                assert_eq!(
                    measure.partners(one).contains(&other),
                    measure.holds(one, other),
                    "{measure:?} {one} {other}"
                );
            }
        }
    }
}
