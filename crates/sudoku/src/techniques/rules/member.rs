//! What counts as one rule: a constraint, its part at a cell, or a sum that follows from houses and cages.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::problem::{Problem, SEARCHED_CELLS_MAX, join, root};
use super::sums::DerivedSum;
use crate::model::{AnyPart, Cell, Constraint, Part, Parts, RelatedPair, Rules, Sum};

/// Kind of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MemberKind {
    /// Cells of a constraint that its parts connect.
    Rule,
    /// A cell with its neighbours, of a constraint of the whole grid.
    AtCell(Cell),
    /// A sum that follows from houses and cages.
    Sum(DerivedSum),
}

/// A rule.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) kind: MemberKind,
    /// Indices of the constraints.
    pub(super) constraints: Vec<usize>,
    pub(super) problem: Problem,
    /// Further houses that let cells of the rule differ, with these cells.
    pub(super) seen: Vec<(usize, Vec<Cell>)>,
    /// Houses that the parts of the constraint take for granted.
    pub(super) implied: Vec<usize>,
    /// The problem with these houses, once it was needed.
    with_seen: Option<Box<Problem>>,
}

/// A condition of a constraint.
enum Unit {
    Different(Vec<Cell>),
    Pair(RelatedPair),
    Sum(Sum),
    Part(AnyPart),
}

impl Unit {
    fn cells(&self) -> Vec<Cell> {
        match self {
            Self::Different(cells) => cells.clone(),
            Self::Pair(pair) => vec![pair.first, pair.second],
            Self::Sum(sum) => sum.cells().collect(),
            Self::Part(part) => part.cells().to_vec(),
        }
    }

    fn add_to(self, problem: &mut Problem) {
        match self {
            Self::Different(cells) => problem.differ(&cells),
            Self::Pair(pair) => problem.relate(pair.first, pair.second, pair.relation),
            Self::Sum(sum) => {
                problem.sum(sum.terms.iter().map(|term| (term.cell, i64::from(term.factor))), sum.total);
            }
            Self::Part(part) => problem.part(part),
        }
    }
}

impl Member {
    fn new(kind: MemberKind, constraints: Vec<usize>, problem: Problem, rules: &Rules, sees: bool) -> Self {
        let mut seen: Vec<(usize, Vec<Cell>)> = Vec::new();
        if sees {
            for (house, it) in rules.layout().houses().enumerate() {
                let shared: Vec<Cell> =
                    it.cells.iter().copied().filter(|&cell| problem.place(cell).is_some()).collect();
                if shared.len() > 1 && seen.iter().all(|(_, cells)| *cells != shared) {
                    seen.push((house, shared));
                }
            }
        }
        let implied = implied_houses(rules, &constraints);
        Self { kind, constraints, problem: problem.finish(), seen, implied, with_seen: None }
    }

    /// The rules of a constraint.
    pub(super) fn of_constraint(rules: &Rules, index: usize) -> Vec<Self> {
        let Some(parts) = rules.parts_of_constraint(index) else { return Vec::new() };
        let Some(constraint) = rules.constraints().get(index) else { return Vec::new() };
        let digits = rules.digit_count();
        let Parts { masks, houses, network, .. } = parts;
        let relations: Arc<[_]> = network.relations.into();
        let mut members = Vec::new();
        let all = rules.digits();
        let restricted: Vec<Cell> = rules
            .layout()
            .cells()
            .filter(|cell| masks.get(cell.index()).is_some_and(|&mask| mask != all))
            .collect();
        if !restricted.is_empty() {
            let allowed = restricted.iter().map(|cell| masks[cell.index()].bits()).collect();
            let mut problem = Problem::new(restricted, digits, relations.clone());
            problem.allow(allowed);
            members.push(Self::new(MemberKind::Rule, vec![index], problem, rules, false));
        }
        let units = houses.into_iter().map(|(_, cells)| Unit::Different(cells));
        let units = units
            .chain(network.pairs.into_iter().map(Unit::Pair))
            .chain(network.sums.into_iter().map(Unit::Sum))
            .chain(network.parts.into_iter().map(Unit::Part));
        // Different digits and rising digits are seen already.
        let sees =
            !(constraint.constraint_type().is_distinct || matches!(constraint, Constraint::Thermometer(_)));
        let make = |kind: MemberKind, units: Vec<Unit>, sees: bool| {
            let mut cells: Vec<Cell> = units.iter().flat_map(Unit::cells).collect();
            cells.sort_unstable();
            cells.dedup();
            let mut problem = Problem::new(cells, digits, relations.clone());
            units.into_iter().for_each(|unit| unit.add_to(&mut problem));
            Self::new(kind, vec![index], problem, rules, sees)
        };
        for component in components(units.collect(), rules.layout().cell_count()) {
            // Houses are left to the techniques of houses.
            if component.iter().all(|unit| matches!(unit, Unit::Different(_))) {
                continue;
            }
            let size =
                component.iter().flat_map(Unit::cells).collect::<std::collections::BTreeSet<Cell>>().len();
            if !constraint.cells().is_empty() && size <= SEARCHED_CELLS_MAX {
                members.push(make(MemberKind::Rule, component, sees));
                continue;
            }
            let mut at_cells: BTreeMap<Cell, Vec<Unit>> = BTreeMap::new();
            for unit in component {
                match unit {
                    Unit::Pair(pair) => {
                        at_cells.entry(pair.first).or_default().push(Unit::Pair(pair));
                        at_cells.entry(pair.second).or_default().push(Unit::Pair(pair));
                    }
                    Unit::Different(_) => {}
                    unit => members.push(make(MemberKind::Rule, vec![unit], sees)),
                }
            }
            members.extend(
                at_cells.into_iter().map(|(cell, pairs)| make(MemberKind::AtCell(cell), pairs, false)),
            );
        }
        members
    }

    /// The rule of a sum that follows from houses and cages.
    pub(super) fn of_sum(rules: &Rules, sum: DerivedSum) -> Self {
        let mut cells: Vec<Cell> = sum.innies.iter().chain(&sum.outies).copied().collect();
        cells.sort_unstable();
        let mut problem = Problem::new(cells, rules.digit_count(), Arc::new([]));
        let constraints = rules.constraints();
        let of_cages = sum.constraints.iter().filter_map(|&index| match constraints.get(index) {
            Some(Constraint::Cage(cage)) => Some(&cage.cells[..]),
            _ => None,
        });
        for group in sum.houses.iter().map(|&house| rules.layout().cells_of(house)).chain(of_cages) {
            problem.differ(group);
        }
        let innies = sum.innies.iter().map(|&cell| (cell, 1));
        match sum.innies.is_empty() {
            true => problem.sum(sum.outies.iter().map(|&cell| (cell, 1)), sum.part - sum.total),
            false => {
                let outies = sum.outies.iter().map(|&cell| (cell, -1));
                problem.sum(innies.chain(outies), sum.total - sum.part);
            }
        }
        Self::new(MemberKind::Sum(sum.clone()), sum.constraints, problem, rules, true)
    }

    /// Whether the digits of the cells are looked at together, not pair by pair.
    pub(super) fn has_combinations(&self) -> bool {
        self.kind == MemberKind::Rule
            && !self.problem.is_of_single_cells()
            && self.problem.cells().len() <= SEARCHED_CELLS_MAX
    }

    /// The problem with the further houses in which its cells differ; `None` if there are none.
    pub(super) fn with_seen(&mut self) -> Option<&Problem> {
        if self.seen.is_empty() {
            return None;
        }
        let make = || {
            Box::new(self.seen.iter().fold(self.problem.clone(), |all, (_, cells)| all.and_different(cells)))
        };
        Some(self.with_seen.get_or_insert_with(make))
    }
}

/// The houses that make the cells of a constraint differ, if its parts use that.
fn implied_houses(rules: &Rules, constraints: &[usize]) -> Vec<usize> {
    let constraint = constraints.first().and_then(|&index| rules.constraints().get(index));
    let groups = match constraint {
        Some(Constraint::Sandwich(it)) => vec![it.cells.clone()],
        Some(Constraint::XSum(it)) => vec![it.cells.clone()],
        Some(Constraint::SameValues(it)) => it.groups.clone(),
        _ => Vec::new(),
    };
    let house_of = |cells: &Vec<Cell>| {
        rules.layout().houses().position(|house| cells.iter().all(|cell| house.cells.contains(cell)))
    };
    let mut houses: Vec<usize> = groups.iter().filter_map(house_of).collect();
    houses.dedup();
    houses
}

/// The units in groups without common cells.
fn components(units: Vec<Unit>, cell_count: usize) -> Vec<Vec<Unit>> {
    let mut roots: Vec<usize> = (0..cell_count).collect();
    for unit in &units {
        for pair in unit.cells().windows(2) {
            join(&mut roots, pair[0].index(), pair[1].index());
        }
    }
    let mut groups: BTreeMap<usize, Vec<Unit>> = BTreeMap::new();
    for unit in units {
        if let Some(first) = unit.cells().first() {
            groups.entry(root(&mut roots, first.index())).or_default().push(unit);
        }
    }
    groups.into_values().collect()
}
