//! A deduction: what a technique found, with the data for its sentence and its drawing.

use super::cell_group::CellGroup;
use super::cell_set::CellSet;
use super::rule_use::RuleUse;
use crate::encoding::Candidate;
use crate::model::{Cell, Digit, DigitSet, HouseKind, Layout};

/// What follows from a pattern on a board.
///
/// The technique decides the roles of cells and houses in its pattern; roles that it does not have are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Deduction {
    /// Digits to place.
    pub placements: Vec<Candidate>,
    /// Candidates to remove.
    pub eliminations: Vec<Candidate>,
    /// Digits of the pattern.
    pub digits: DigitSet,
    /// Numbers of the houses that hold the pattern; the base sets of a fish.
    pub houses: Vec<usize>,
    /// Numbers of the houses in which the step eliminates; the cover sets of a fish.
    pub covers: Vec<usize>,
    /// Cells of the pattern, in the order of the technique: a pivot before its wings, a chain from its start.
    pub cells: Vec<Cell>,
    /// Further cells of a fish outside its cover sets, or other exceptional cells.
    pub fins: Vec<Cell>,
    /// Almost locked sets and similar groups.
    pub groups: Vec<CellGroup>,
    /// Links between candidates.
    pub links: Vec<Link>,
    /// Rules beside the houses that the step uses; `None` without one.
    pub rule: Option<Box<RuleUse>>,
}

/// A digit in one or several cells of a house: an end of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkEnd {
    /// The digit.
    pub digit: Digit,
    /// The cells; more than one for a grouped link.
    pub cells: Vec<Cell>,
}

/// A link between two candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where it starts.
    pub from: LinkEnd,
    /// Where it ends.
    pub to: LinkEnd,
    /// Whether one of the ends must be true; otherwise, at most one of them is true.
    pub is_strong: bool,
}

impl Deduction {
    /// The placement of a digit.
    pub(super) fn placement(cell: Cell, digit: Digit) -> Self {
        Self {
            placements: vec![Candidate { cell, digit }],
            digits: DigitSet::of(digit),
            cells: vec![cell],
            ..Self::default()
        }
    }

    /// Adds the eliminations of a digit from these cells, which must have it as a candidate.
    pub(super) fn eliminate<const W: usize>(&mut self, digit: Digit, cells: CellSet<W>) {
        self.eliminations.extend(cells.iter().map(|cell| Candidate { cell, digit }));
    }

    /// The same with the eliminations of a digit from these cells.
    pub(super) fn eliminating<const W: usize>(mut self, digit: Digit, cells: CellSet<W>) -> Self {
        self.eliminate(digit, cells);
        self
    }

    /// Adds the eliminations of these candidates of a cell.
    pub(super) fn eliminate_digits(&mut self, cell: Cell, digits: DigitSet) {
        self.eliminations.extend(digits.digits().map(|digit| Candidate { cell, digit }));
    }

    /// The digits of all eliminations.
    pub fn eliminated_digits(&self) -> DigitSet {
        self.eliminations.iter().map(|eliminated| eliminated.digit).collect()
    }

    /// Number of a house of its first cell: its box or region, if it has one.
    pub fn house_of_first_cell(&self, layout: &Layout) -> Option<usize> {
        let effects = self.placements.iter().chain(&self.eliminations).map(|effect| effect.cell);
        let cell = self.cells.iter().copied().chain(effects).next()?;
        let is_region: Vec<bool> = layout.is_region().collect();
        let houses = || layout.houses_of(cell);
        houses().find(|&house| is_region[house]).or_else(|| houses().next())
    }

    /// Indices of the constraints that the step uses, by itself or as houses, in ascending order.
    pub fn constraints(&self, layout: &Layout) -> Vec<usize> {
        let mut constraints = self.rule.as_ref().map_or_else(Vec::new, |rule| rule.constraints.clone());
        let of_houses = layout.houses().enumerate().filter(|(number, house)| {
            house.name.kind == HouseKind::Constraint
                && (self.houses.contains(number) || self.covers.contains(number))
        });
        constraints.extend(of_houses.map(|(_, house)| house.name.number - 1));
        constraints.sort_unstable();
        constraints.dedup();
        constraints
    }

    /// Memory of the lists in bytes.
    pub fn heap_bytes(&self) -> usize {
        let groups = self.groups.iter().map(|group| size_of_val(group) + size_of_val(&*group.cells));
        let end = |end: &LinkEnd| size_of_val(&*end.cells);
        let links = self.links.iter().map(|link| size_of_val(link) + end(&link.from) + end(&link.to));
        groups.sum::<usize>()
            + links.sum::<usize>()
            + size_of_val(&*self.placements)
            + size_of_val(&*self.eliminations)
            + size_of_val(&*self.houses)
            + size_of_val(&*self.covers)
            + size_of_val(&*self.cells)
            + size_of_val(&*self.fins)
            + self.rule.as_ref().map_or(0, |rule| rule.heap_bytes())
    }

    /// Whether it neither places nor eliminates.
    pub fn is_empty(&self) -> bool {
        self.placements.is_empty() && self.eliminations.is_empty()
    }
}

impl Link {
    /// A strong link between two candidates: one of them is true.
    pub(crate) fn strong(from: Candidate, to: Candidate) -> Self {
        Self { from: from.into(), to: to.into(), is_strong: true }
    }

    /// A weak link between two candidates: at most one of them is true.
    pub(crate) fn weak(from: Candidate, to: Candidate) -> Self {
        Self { from: from.into(), to: to.into(), is_strong: false }
    }
}

impl From<Candidate> for LinkEnd {
    fn from(Candidate { cell, digit }: Candidate) -> Self {
        Self { digit, cells: vec![cell] }
    }
}
