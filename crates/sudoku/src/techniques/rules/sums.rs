//! The sums that follow from houses and cages (45 rule): innies and outies of adjacent lines and boxes.

use std::collections::BTreeSet;

use crate::model::{Cell, Constraint, HouseKind, Rules};

/// Largest number of innies and outies.
const CELLS_MAX: usize = 4;

/// Largest number of adjacent lines.
const LINES_MAX: usize = 4;

/// A sum that follows from houses and cages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DerivedSum {
    /// Numbers of the houses.
    pub(super) houses: Vec<usize>,
    /// Indices of the constraints with the sums.
    pub(super) constraints: Vec<usize>,
    /// Cells of the houses in no cage.
    pub(super) innies: Vec<Cell>,
    /// Cells of the cages in no house.
    pub(super) outies: Vec<Cell>,
    /// Sum of the digits of the houses.
    pub(super) total: i64,
    /// Sum of the digits of the cages.
    pub(super) part: i64,
}

impl DerivedSum {
    /// Difficulty: additions and cells.
    pub(super) fn difficulty(&self) -> u64 {
        let cells = self.innies.len() + self.outies.len();
        let has_both = !self.innies.is_empty() && !self.outies.is_empty();
        (12 + 4 * (self.houses.len() - 1) + 4 * (cells - 1)) as u64 + if has_both { 4 } else { 0 }
    }
}

/// Digits of cells that add up to a sum.
struct CageSum {
    constraint: usize,
    cells: Vec<Cell>,
    sum: i64,
}

/// All sums of few innies and outies. Easier ones come first.
pub(super) fn derived_sums(rules: &Rules) -> Vec<DerivedSum> {
    let cages = cage_sums(rules);
    if cages.is_empty() {
        return Vec::new();
    }
    let cell_count = rules.layout().cell_count();
    let total_of_house = (rules.digit_count() * (rules.digit_count() + 1) / 2) as i64;
    let (mut sums, mut seen) = (Vec::new(), BTreeSet::new());
    for houses in unions(rules) {
        let mut inside = vec![false; cell_count];
        for &cell in houses.iter().flat_map(|&house| rules.layout().cells_of(house)) {
            inside[cell.index()] = true;
        }
        let mut order: Vec<(usize, &CageSum)> = cages
            .iter()
            .map(|cage| (cage.cells.iter().filter(|cell| !inside[cell.index()]).count(), cage))
            .filter(|(outside, cage)| *outside < cage.cells.len())
            .collect();
        order.sort_by_key(|&(outside, cage)| (outside, usize::MAX - cage.cells.len(), cage.constraint));
        let uses: [fn(usize, usize) -> bool; 3] =
            [|outside, _| outside == 0, |outside, cells| 2 * outside <= cells, |_, _| true];
        for is_used in uses {
            let mut taken = vec![false; cell_count];
            let (mut constraints, mut part) = (Vec::new(), 0);
            for (outside, cage) in &order {
                let is_free = cage.cells.iter().all(|cell| !taken[cell.index()]);
                if is_free && is_used(*outside, cage.cells.len()) {
                    cage.cells.iter().for_each(|cell| taken[cell.index()] = true);
                    constraints.push(cage.constraint);
                    part += cage.sum;
                }
            }
            let cells_with = |is_inside: bool| -> Vec<Cell> {
                let is_one =
                    |cell: &Cell| inside[cell.index()] == is_inside && taken[cell.index()] != is_inside;
                rules.layout().cells().filter(is_one).collect()
            };
            let (innies, outies) = (cells_with(true), cells_with(false));
            let total = total_of_house * houses.len() as i64;
            let count = innies.len() + outies.len();
            if constraints.is_empty() || !(1..=CELLS_MAX).contains(&count) {
                continue;
            }
            constraints.sort_unstable();
            if seen.insert((innies.clone(), outies.clone(), total - part)) {
                sums.push(DerivedSum { houses: houses.clone(), constraints, innies, outies, total, part });
            }
        }
    }
    sums.sort_by_key(DerivedSum::difficulty);
    sums
}

/// The constraints that say the sum of their cells.
fn cage_sums(rules: &Rules) -> Vec<CageSum> {
    let of = |(constraint, it): (usize, &Constraint)| {
        let (cells, sum) = match it {
            Constraint::Cage(cage) => (cage.cells.clone(), cage.sum?),
            Constraint::LittleKiller(diagonal) => (diagonal.cells.clone(), diagonal.sum),
            Constraint::SumPair(pair) => (pair.cells.clone(), pair.value),
            Constraint::CellSum(sum) if sum.factors.iter().all(|&factor| factor == 1) => {
                (sum.cells.clone(), sum.sum)
            }
            _ => return None,
        };
        let distinct: BTreeSet<Cell> = cells.iter().copied().collect();
        (distinct.len() == cells.len()).then_some(CageSum { constraint, cells, sum })
    };
    rules.constraints().iter().enumerate().filter_map(of).collect()
}

/// Runs of rows and of columns, rectangles of up to two by two boxes, and single houses of other kinds. Each has every digit.
fn unions(rules: &Rules) -> Vec<Vec<usize>> {
    let layout = rules.layout();
    let of_kind = |kinds: &[HouseKind]| -> Vec<usize> {
        let houses = layout.houses().enumerate();
        houses
            .filter(|(house, it)| rules.is_exact(*house) && kinds.contains(&it.name.kind))
            .map(|(house, _)| house)
            .collect()
    };
    let mut unions = Vec::new();
    for kind in [HouseKind::Row, HouseKind::Column] {
        let lines = of_kind(&[kind]);
        for length in 1..=LINES_MAX.min(lines.len()) {
            unions.extend(lines.windows(length).map(<[usize]>::to_vec));
        }
    }
    let others = of_kind(&[HouseKind::Region, HouseKind::Diagonal, HouseKind::Constraint]);
    unions.extend(others.into_iter().map(|house| vec![house]));
    let boxes = of_kind(&[HouseKind::Box]);
    // Box by the position of its first cell.
    let corner = |house: usize| layout.cells_of(house).first().map(|&cell| layout.position(cell));
    let mut rows: Vec<usize> = boxes.iter().filter_map(|&house| Some(corner(house)?.row)).collect();
    let mut columns: Vec<usize> = boxes.iter().filter_map(|&house| Some(corner(house)?.column)).collect();
    for lines in [&mut rows, &mut columns] {
        lines.sort_unstable();
        lines.dedup();
    }
    for (height, width) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
        for (band, stack) in
            rows.windows(height).flat_map(|band| columns.windows(width).map(move |stack| (band, stack)))
        {
            let is_in = |house: &usize| {
                corner(*house).is_some_and(|at| band.contains(&at.row) && stack.contains(&at.column))
            };
            let union: Vec<usize> = boxes.iter().copied().filter(is_in).collect();
            if union.len() == height * width {
                unions.push(union);
            }
        }
    }
    unions
}
