//! The cells of a rule with all that it says of them, and a bounded search of the candidates that it excludes.

use std::sync::Arc;

use crate::model::{AnyPart, Cell, Part, Relation};

/// Largest number of cells whose digits are searched. Rules with more cells only propagate.
pub(super) const SEARCHED_CELLS_MAX: usize = 24;

/// Largest number of nodes for the candidates of one rule, and largest work of these nodes: some milliseconds. Candidates that are not decided by
/// then stay.
const NODES_MAX: u64 = 4_000;
const NODES_WORK_MAX: u64 = 1 << 15;

/// Largest number of sets of digits that are listed for a sum of different digits.
const SETS_MAX: usize = 4_096;

/// Places of cells with different digits.
#[derive(Clone, Debug)]
struct Different {
    places: Vec<usize>,
    /// Whether they have every digit.
    is_exact: bool,
}

/// Two places in a relation.
#[derive(Clone, Copy, Debug)]
struct PlacedPair {
    first: usize,
    second: usize,
    relation: usize,
}

/// Sum of digits times factors.
#[derive(Clone, Debug)]
struct PlacedSum {
    terms: Vec<(usize, i64)>,
    total: i64,
    /// The sets of digits with the total, if the digits differ and have the factor 1.
    sets: Option<Arc<[u64]>>,
}

/// Cells and conditions on their digits. Candidates are bits, in the order of the cells: the cell with index `n` is the *place* `n`.
#[derive(Clone, Debug, Default)]
pub(super) struct Problem {
    digits: usize,
    cells: Vec<Cell>,
    /// Allowed digits of each place; empty if all are.
    allowed: Vec<u64>,
    different: Vec<Different>,
    relations: Arc<[Relation]>,
    pairs: Vec<PlacedPair>,
    sums: Vec<PlacedSum>,
    parts: Vec<(AnyPart, Vec<usize>)>,
    /// Whether propagation removes every candidate that no digits complete.
    is_forest: bool,
}

/// Candidates that are left, and what the search found on its way.
#[derive(Clone, Debug)]
pub(super) struct Filtered {
    /// The candidates of each place.
    pub(super) masks: Vec<u64>,
    /// The digits of all solutions that were found: only these may be needed.
    pub(super) common: u64,
}

impl Problem {
    /// Cells, each once and in ascending order, without any condition.
    pub(super) fn new(cells: Vec<Cell>, digits: usize, relations: Arc<[Relation]>) -> Self {
        Self { digits, cells, relations, ..Self::default() }
    }

    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The place of a cell.
    pub(super) fn place(&self, cell: Cell) -> Option<usize> {
        self.cells.binary_search(&cell).ok()
    }

    fn places(&self, cells: impl IntoIterator<Item = Cell>) -> Vec<usize> {
        cells.into_iter().filter_map(|cell| self.place(cell)).collect()
    }

    /// Whether there is nothing but allowed digits of single cells.
    pub(super) fn is_of_single_cells(&self) -> bool {
        self.different.is_empty() && self.pairs.is_empty() && self.sums.is_empty() && self.parts.is_empty()
    }

    /// Whether it has pairs of cells only.
    pub(super) fn is_of_pairs(&self) -> bool {
        self.different.is_empty() && self.sums.is_empty() && self.parts.is_empty()
    }

    pub(super) fn allow(&mut self, allowed: Vec<u64>) {
        self.allowed = allowed;
    }

    /// Lets the digits of these cells differ.
    pub(super) fn differ(&mut self, cells: &[Cell]) {
        let places = self.places(cells.iter().copied());
        if places.len() > 1 {
            self.different.push(Different { is_exact: places.len() == self.digits, places });
        }
    }

    pub(super) fn relate(&mut self, first: Cell, second: Cell, relation: usize) {
        if let (Some(first), Some(second)) = (self.place(first), self.place(second)) {
            self.pairs.push(PlacedPair { first, second, relation });
        }
    }

    /// Adds a sum, after the cells that differ.
    pub(super) fn sum(&mut self, terms: impl IntoIterator<Item = (Cell, i64)>, total: i64) {
        let terms: Vec<(usize, i64)> =
            terms.into_iter().filter_map(|(cell, factor)| Some((self.place(cell)?, factor))).collect();
        let is_plain = terms.iter().all(|&(_, factor)| factor == 1);
        let differ = self
            .different
            .iter()
            .any(|different| terms.iter().all(|(place, _)| different.places.contains(place)));
        let sets = if is_plain && differ { sets_of(terms.len(), total, self.digits) } else { None };
        self.sums.push(PlacedSum { terms, total, sets });
    }

    pub(super) fn part(&mut self, part: AnyPart) {
        let places = self.places(part.cells().iter().copied());
        self.parts.push((part, places));
    }

    /// Ends the list of conditions.
    pub(super) fn finish(mut self) -> Self {
        self.is_forest = self.is_of_pairs() && self.pairs_are_a_forest();
        self
    }

    fn pairs_are_a_forest(&self) -> bool {
        let mut roots: Vec<usize> = (0..self.cells.len()).collect();
        self.pairs.iter().all(|pair| join(&mut roots, pair.first, pair.second))
    }

    /// These conditions, and other cells that differ.
    pub(super) fn and_different(&self, cells: &[Cell]) -> Self {
        let mut all: Vec<Cell> = self.cells.iter().chain(cells).copied().collect();
        all.sort_unstable();
        all.dedup();
        let mut joined = Self::new(all, self.digits, self.relations.clone());
        let moved: Vec<usize> = joined.places(self.cells.iter().copied());
        let moved_all = |places: &[usize]| places.iter().map(|&place| moved[place]).collect::<Vec<usize>>();
        if !self.allowed.is_empty() {
            joined.allowed = vec![u64::MAX; joined.cells.len()];
            moved.iter().zip(&self.allowed).for_each(|(&place, &mask)| joined.allowed[place] = mask);
        }
        joined.different.extend(self.different.iter().map(|different| Different {
            places: moved_all(&different.places),
            is_exact: different.is_exact,
        }));
        joined.pairs.extend(self.pairs.iter().map(|pair| PlacedPair {
            first: moved[pair.first],
            second: moved[pair.second],
            relation: pair.relation,
        }));
        joined.parts.extend(self.parts.iter().map(|(part, places)| (part.clone(), moved_all(places))));
        joined.differ(cells);
        joined.sums.extend(self.sums.iter().map(|sum| PlacedSum {
            terms: sum.terms.iter().map(|&(place, factor)| (moved[place], factor)).collect(),
            ..sum.clone()
        }));
        // A house may be the first to let the digits of a sum differ.
        for sum in joined.sums.iter_mut().filter(|sum| sum.sets.is_none()) {
            let is_plain = sum.terms.iter().all(|&(_, factor)| factor == 1);
            let is_inside =
                |different: &Different| sum.terms.iter().all(|(place, _)| different.places.contains(place));
            if is_plain && joined.different.last().is_some_and(is_inside) {
                sum.sets = sets_of(sum.terms.len(), sum.total, joined.digits);
            }
        }
        joined.finish()
    }

    /// Work of a node of the search, in small operations.
    pub(super) fn node_work(&self) -> u64 {
        let of_sums: usize = self
            .sums
            .iter()
            .map(|sum| sum.terms.len() + sum.sets.as_ref().map_or(0, |sets| sets.len()))
            .sum();
        let of_parts: u64 = self.parts.iter().map(|(part, _)| 1 + part.work()).sum();
        let of_different: usize = self.different.iter().map(|different| different.places.len()).sum();
        (self.cells.len() + 4 * self.pairs.len() + of_sums + of_different) as u64 / 4 + of_parts + 1
    }

    /// The candidates that a pair with one of these placed cells excludes.
    pub(super) fn excluded_by_placed(&self, masks: &[u64], is_placed: &[bool]) -> Vec<u64> {
        let mut excluded = vec![0; masks.len()];
        for &PlacedPair { first, second, relation } in &self.pairs {
            let Some(relation) = self.relations.get(relation) else { continue };
            for (from, to, partners) in
                [(first, second, &relation.seconds), (second, first, &relation.firsts)]
            {
                if is_placed[from] && !is_placed[to] {
                    let partner = partners.get(masks[from].trailing_zeros() as usize);
                    excluded[to] |= masks[to] & !partner.map_or(0, |digits| digits.bits());
                }
            }
        }
        excluded
    }

    /// Removes candidates that one condition excludes, until none does. Returns whether there may be digits that meet all conditions.
    pub(super) fn propagate(&self, masks: &mut [u64]) -> bool {
        for (mask, allowed) in masks.iter_mut().zip(&self.allowed) {
            *mask &= allowed;
        }
        if masks.contains(&0) {
            return false;
        }
        let mut count = candidate_count(masks);
        loop {
            let is_possible =
                self.different.iter().all(|different| filter_different(different, masks, self.digits))
                    && self.pairs.iter().all(|pair| self.filter_pair(pair, masks))
                    && self.sums.iter().all(|sum| filter_sum(sum, masks))
                    && self.parts.iter().all(|(part, places)| filter_part(part, places, masks));
            if !is_possible {
                return false;
            }
            let left = candidate_count(masks);
            if left == count {
                return true;
            }
            count = left;
        }
    }

    fn filter_pair(&self, &PlacedPair { first, second, relation }: &PlacedPair, masks: &mut [u64]) -> bool {
        let Some(relation) = self.relations.get(relation) else { return true };
        for (from, to, partners) in [(first, second, &relation.seconds), (second, first, &relation.firsts)] {
            let other = masks[to];
            let mut rest = masks[from];
            while rest != 0 {
                let digit = rest & rest.wrapping_neg();
                rest ^= digit;
                let supported = partners.get(digit.trailing_zeros() as usize);
                if supported.is_none_or(|partners| partners.bits() & other == 0) {
                    masks[from] ^= digit;
                }
            }
            if masks[from] == 0 {
                return false;
            }
        }
        true
    }

    /// Whether there are digits that meet all conditions, with the first that were found in `masks`; `None` if the nodes are used up.
    fn complete(&self, masks: &mut [u64], nodes: &mut u64) -> Option<bool> {
        *nodes = nodes.checked_sub(1)?;
        if !self.propagate(masks) {
            return Some(false);
        }
        let open = (0..masks.len()).filter(|&place| !masks[place].is_power_of_two());
        let Some(place) = open.min_by_key(|&place| masks[place].count_ones()) else { return Some(true) };
        let mut rest = masks[place];
        while rest != 0 {
            let digit = rest & rest.wrapping_neg();
            rest ^= digit;
            let mut next = masks.to_vec();
            next[place] = digit;
            if self.complete(&mut next, nodes)? {
                masks.copy_from_slice(&next);
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether digits that meet all conditions are known not to exist.
    pub(super) fn is_impossible(&self, masks: &[u64], work: &mut u64) -> bool {
        let mut masks = masks.to_vec();
        let mut nodes = if self.is_searched() { self.nodes_max() } else { 0 };
        let all = nodes;
        let is_impossible = match self.is_searched() {
            true => self.complete(&mut masks, &mut nodes) == Some(false),
            false => !self.propagate(&mut masks),
        };
        *work += (1 + all - nodes) * self.node_work();
        is_impossible
    }

    fn nodes_max(&self) -> u64 {
        NODES_MAX.min(NODES_WORK_MAX / self.node_work())
    }

    fn is_searched(&self) -> bool {
        !self.is_forest && self.cells.len() <= SEARCHED_CELLS_MAX
    }

    /// The candidates that digits of the other cells complete; `None` if there are none. Within the bound on nodes, exactly these.
    pub(super) fn filter(&self, masks: &[u64], work: &mut u64) -> Option<Filtered> {
        let mut left = masks.to_vec();
        *work += self.node_work();
        if !self.propagate(&mut left) {
            return None;
        }
        let mut common = left.iter().fold(0, |all, mask| all | mask);
        if !self.is_searched() {
            return Some(Filtered { masks: left, common });
        }
        let nodes_max = self.nodes_max();
        let mut nodes = nodes_max;
        let mut supported = vec![0; left.len()];
        'search: for place in 0..left.len() {
            let mut rest = left[place];
            while rest != 0 {
                let digit = rest & rest.wrapping_neg();
                rest ^= digit;
                if supported[place] & digit != 0 || left[place] & digit == 0 {
                    continue;
                }
                let mut tried = left.clone();
                tried[place] = digit;
                match self.complete(&mut tried, &mut nodes) {
                    Some(true) => {
                        let digits = tried.iter().fold(0, |all, mask| all | mask);
                        common &= digits;
                        supported.iter_mut().zip(&tried).for_each(|(seen, digit)| *seen |= digit);
                    }
                    Some(false) => {
                        left[place] &= !digit;
                        if left[place] == 0 || !self.propagate(&mut left) {
                            *work += (nodes_max - nodes) * self.node_work();
                            return None;
                        }
                    }
                    None => break 'search,
                }
            }
        }
        *work += (nodes_max - nodes) * self.node_work();
        Some(Filtered { masks: left, common })
    }

    /// The sets of digits with which all cells can be filled, if the problem is one sum of different digits; at most `max`, or `None`.
    pub(super) fn combinations(&self, masks: &[u64], max: usize, work: &mut u64) -> Option<Vec<u64>> {
        let sets = self.sets_of_sum()?;
        let mut possible = Vec::new();
        for &set in sets.iter() {
            let within: Vec<u64> = masks.iter().map(|mask| mask & set).collect();
            if within.iter().all(|&mask| mask != 0) && !self.is_impossible(&within, work) {
                if possible.len() == max {
                    return None;
                }
                possible.push(set);
            }
        }
        Some(possible)
    }

    /// Number of sets of digits that the candidates allow, without a search; 0 if the problem is no sum of different digits.
    pub(super) fn combination_count(&self, masks: &[u64]) -> usize {
        let is_possible = |set: &&u64| masks.iter().all(|mask| mask & **set != 0);
        self.sets_of_sum().map_or(0, |sets| sets.iter().filter(is_possible).count())
    }

    fn sets_of_sum(&self) -> Option<Arc<[u64]>> {
        match (&self.sums[..], &self.pairs[..], &self.different[..]) {
            ([sum], [], _) if sum.terms.len() == self.cells.len() => sum.sets.clone(),
            // Two cells have a relation instead of a sum.
            ([], [pair], _) if self.cells.len() == 2 => {
                let relation = self.relations.get(pair.relation)?;
                let pairs = relation.seconds.iter().enumerate();
                let sets = pairs.flat_map(|(first, seconds)| {
                    seconds.digits().map(move |second| 1 << first | 1_u64 << second.index())
                });
                let mut sets: Vec<u64> = sets.collect();
                sets.sort_unstable();
                sets.dedup();
                Some(sets.into())
            }
            _ => None,
        }
    }

    /// Least and largest sum that the other terms of the only sum leave for this place, times its factor; `None` without a single sum.
    pub(super) fn bounds_beside(&self, masks: &[u64], place: usize) -> Option<[i64; 2]> {
        let [sum] = &self.sums[..] else { return None };
        let ends = sum.terms.iter().filter(|(other, _)| *other != place).map(|&(other, factor)| {
            let mask = masks[other];
            [factor * lowest(mask), factor * highest(mask)]
        });
        let ends = ends.map(|[one, other]| [one.min(other), one.max(other)]);
        Some(ends.fold([0, 0], |[low, high], [least, largest]| [low + least, high + largest]))
    }
}

/// Joins the groups of two elements; each element refers to another one of its group, or is its root. Returns whether they were apart.
pub(super) fn join(roots: &mut [usize], one: usize, other: usize) -> bool {
    let (one, other) = (root(roots, one), root(roots, other));
    roots[one.max(other)] = one.min(other);
    one != other
}

/// The root of the group of an element.
pub(super) fn root(roots: &mut [usize], mut element: usize) -> usize {
    while roots[element] != element {
        roots[element] = roots[roots[element]];
        element = roots[element];
    }
    element
}

fn candidate_count(masks: &[u64]) -> u32 {
    masks.iter().map(|mask| mask.count_ones()).sum()
}

fn lowest(mask: u64) -> i64 {
    i64::from(mask.trailing_zeros()) + 1
}

fn highest(mask: u64) -> i64 {
    64 - i64::from(mask.leading_zeros())
}

fn filter_different(different: &Different, masks: &mut [u64], digits: usize) -> bool {
    let mut fixed = 0;
    for &place in &different.places {
        let mask = masks[place];
        if mask.is_power_of_two() {
            if fixed & mask != 0 {
                return false;
            }
            fixed |= mask;
        }
    }
    let (mut once, mut twice) = (0, 0);
    for &place in &different.places {
        if !masks[place].is_power_of_two() {
            masks[place] &= !fixed;
            if masks[place] == 0 {
                return false;
            }
        }
        twice |= once & masks[place];
        once |= masks[place];
    }
    if !different.is_exact {
        return once.count_ones() as usize >= different.places.len();
    }
    if once.count_ones() as usize != digits {
        return false;
    }
    place_singles(different.places.iter().copied(), once & !twice, masks)
}

/// Places digits that have one place each. Returns whether no place has two of them.
fn place_singles(places: impl Iterator<Item = usize>, singles: u64, masks: &mut [u64]) -> bool {
    for place in places {
        let single = masks[place] & singles;
        if single != 0 {
            if !single.is_power_of_two() {
                return false;
            }
            masks[place] = single;
        }
    }
    true
}

fn filter_sum(sum: &PlacedSum, masks: &mut [u64]) -> bool {
    let ends = |mask: u64, factor: i64| {
        let (one, other) = (factor * lowest(mask), factor * highest(mask));
        [one.min(other), one.max(other)]
    };
    let [mut low, mut high] = [0, 0];
    for &(place, factor) in &sum.terms {
        let [least, largest] = ends(masks[place], factor);
        (low, high) = (low + least, high + largest);
    }
    if !(low..=high).contains(&sum.total) {
        return false;
    }
    for &(place, factor) in &sum.terms {
        let [least, largest] = ends(masks[place], factor);
        let (below, above) = (low - least, high - largest);
        let mut rest = masks[place];
        while rest != 0 {
            let digit = rest & rest.wrapping_neg();
            rest ^= digit;
            let value = factor * lowest(digit);
            if !(below + value..=above + value).contains(&sum.total) {
                masks[place] ^= digit;
            }
        }
        if masks[place] == 0 {
            return false;
        }
        let [least, largest] = ends(masks[place], factor);
        (low, high) = (below + least, above + largest);
    }
    let Some(sets) = &sum.sets else { return true };
    let places = || sum.terms.iter().map(|&(place, _)| place);
    let (mut union, mut fixed) = (0, 0);
    for place in places() {
        union |= masks[place];
        if masks[place].is_power_of_two() {
            fixed |= masks[place];
        }
    }
    let (mut allowed, mut needed) = (0, u64::MAX);
    for &set in sets.iter() {
        if set & !union == 0 && fixed & !set == 0 && places().all(|place| masks[place] & set != 0) {
            allowed |= set;
            needed &= set;
        }
    }
    if allowed == 0 {
        return false;
    }
    let (mut once, mut twice) = (0, 0);
    for place in places() {
        masks[place] &= allowed;
        twice |= once & masks[place];
        once |= masks[place];
    }
    place_singles(places(), needed & once & !twice, masks)
}

fn filter_part(part: &AnyPart, places: &[usize], masks: &mut [u64]) -> bool {
    let mut own: Vec<u64> = places.iter().map(|&place| masks[place]).collect();
    if !part.filter(&mut own) || own.contains(&0) {
        return false;
    }
    places.iter().zip(own).for_each(|(&place, mask)| masks[place] = mask);
    true
}

/// The sets of this many digits with a sum; `None` if they are too many.
fn sets_of(count: usize, sum: i64, digits: usize) -> Option<Arc<[u64]>> {
    fn extend(sets: &mut Vec<u64>, set: u64, from: usize, count: usize, sum: i64, digits: usize) {
        if count == 0 {
            if sum == 0 {
                sets.push(set);
            }
            return;
        }
        for digit in from..digits {
            let (left, size) = (digits - digit, count as i64);
            // The smallest and the largest sum of as many different digits, from this one on.
            let least = size * (digit as i64 + 1) + size * (size - 1) / 2;
            let largest = size * digits as i64 - size * (size - 1) / 2;
            if left < count || least > sum || sets.len() > SETS_MAX {
                return;
            }
            if largest >= sum {
                extend(sets, set | 1 << digit, digit + 1, count - 1, sum - digit as i64 - 1, digits);
            }
        }
    }
    let mut sets = Vec::new();
    extend(&mut sets, 0, 0, count, sum, digits);
    (sets.len() <= SETS_MAX).then(|| sets.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(count: u16) -> Vec<Cell> {
        (0..count).map(Cell).collect()
    }

    fn cage(count: u16, sum: i64) -> Problem {
        let mut problem = Problem::new(cells(count), 9, Arc::new([]));
        problem.differ(&cells(count));
        problem.sum(cells(count).into_iter().map(|cell| (cell, 1)), sum);
        problem.finish()
    }

    #[test]
    fn cage_keeps_the_digits_of_its_combinations() {
        let left = |count, sum| cage(count, sum).filter(&vec![0x1ff; usize::from(count)], &mut 0);
        assert_eq!(left(2, 3).map(|left| (left.masks, left.common)), Some((vec![0b11; 2], 0b11)));
        assert_eq!(left(2, 17).map(|left| left.masks), Some(vec![0b1_1000_0000; 2]));
        assert_eq!(left(8, 36).map(|left| left.masks), Some(vec![0b0_1111_1111; 8]));
        assert!(left(2, 18).is_none());
        let combinations = |max| cage(3, 8).combinations(&[0x1ff; 3], max, &mut 0);
        assert_eq!((combinations(6), combinations(1)), (Some(vec![0b1_0011, 0b1101]), None));
    }

    #[test]
    fn needed_digit_is_in_all_combinations() {
        let (cage, mut masks) = (cage(3, 8), vec![0x1ff; 3]);
        masks.iter_mut().for_each(|mask| *mask &= !1);
        assert!(cage.is_impossible(&masks, &mut 0));
        assert!(!cage.is_impossible(&[0x1ff, 0x1ff, 0x1fb], &mut 0));
    }

    #[test]
    fn sum_with_factors_bounds_its_terms() {
        let mut arrow = Problem::new(cells(3), 9, Arc::new([]));
        arrow.sum([(Cell(0), 1), (Cell(1), -1), (Cell(2), -1)], 0);
        let left = arrow.finish().filter(&[0x1ff; 3], &mut 0).map(|left| left.masks);
        assert_eq!(left, Some(vec![0x1fe, 0xff, 0xff]));
    }
}
