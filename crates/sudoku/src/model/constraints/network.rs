//! Constraints as masks, houses, relations, sums and other parts, with which the engines search.

use std::collections::HashMap;
use std::hash::Hash;
use std::mem;
use std::sync::Arc;

use super::parts::{AnyOf, AnyPart, Automaton, Part, PartList, Words};
use super::relation::{RelatedPair, Relation};
use crate::model::cell::Cell;
use crate::model::digit::{Digit, DigitSet};

/// A cell of a sum, with its factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Term {
    /// The cell.
    pub cell: Cell,
    /// The factor, which is not 0.
    pub factor: i32,
}

/// Digits of cells, each times its factor, that add up to a total.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Sum {
    /// The terms, ordered by cell, each cell once.
    pub terms: Vec<Term>,
    /// The total.
    pub total: i64,
}

impl Sum {
    /// Whether all factors are 1.
    pub(crate) fn is_plain(&self) -> bool {
        self.terms.iter().all(|term| term.factor == 1)
    }

    /// The cells, in ascending order.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.terms.iter().map(|term| term.cell)
    }
}

/// Constraints that are neither houses nor masks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Network {
    /// The relations, each once.
    pub relations: Vec<Relation>,
    /// Pairs of cells in relations, each once, the first cell before the second.
    pub pairs: Vec<RelatedPair>,
    /// The sums.
    pub sums: Vec<Sum>,
    /// All others.
    pub parts: Vec<AnyPart>,
}

impl Network {
    /// Whether there is nothing in it.
    pub(crate) fn is_empty(&self) -> bool {
        self.pairs.is_empty() && self.sums.is_empty() && self.parts.is_empty()
    }

    /// Whether it only forbids pairs of candidates, so that the puzzle is an exact cover problem.
    pub(crate) fn forbids_pairs_only(&self) -> bool {
        self.sums.is_empty() && self.parts.iter().all(|part| part.width() <= 2)
    }

    /// Bytes of its parts.
    pub(crate) fn heap_bytes(&self) -> usize {
        let relations: usize =
            self.relations.iter().map(|relation| 2 * size_of::<DigitSet>() * relation.seconds.len()).sum();
        let sums: usize =
            self.sums.iter().map(|sum| size_of::<Sum>() + size_of::<Term>() * sum.terms.len()).sum();
        let of_part = |part: &AnyPart| size_of::<AnyPart>() + size_of_val(part.cells()) + part.heap_bytes();
        let parts: usize = self.parts.iter().map(of_part).sum();
        relations + size_of::<RelatedPair>() * self.pairs.len() + sums + parts
    }
}

/// Largest size of the parts of all constraints of a puzzle: cells of houses and pairs, terms of sums, digits of tables, and edges of automata
/// divided by 4.
pub const PARTS_MAX: usize = 200_000;

/// Largest work of the constraints of a puzzle before its search, in units of some 20 nanoseconds. The work is priced before it is done, from
/// the numbers of parts. Parts that take memory beside their time have a higher price.
pub const COMPILATION_WORK_MAX: u64 = 1 << 22;

/// Bound that the parts of constraints exceed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NetworkError {
    /// [`PARTS_MAX`].
    Parts,
    /// [`COMPILATION_WORK_MAX`].
    Work,
}

/// Price of a relation that no constraint before had: the tables of the search for it take some kilobytes.
const RELATION_WORK: u64 = 1_024;

/// Price of an intersection of two relations, without that of a new relation.
const MEETING_WORK: u64 = 16;

/// Number of the questions about a pair of digits that take a unit of work.
const QUESTIONS_OF_WORK: u64 = 8;

/// Price of a step of an automaton that is made, from a state with a digit, with the merging of its states.
const STEP_WORK: u64 = 3;

/// Square of the number of terms of a sum that takes a unit of work: its cells are divided into groups of cells that see each other.
const SQUARED_TERMS_OF_WORK: u64 = 16;

/// A relation of a [`NetworkBuilder`], for any number of pairs of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct RelationId(u32);

/// Collects the parts of all constraints of a puzzle.
#[derive(Debug)]
pub(crate) struct NetworkBuilder {
    digits: usize,
    /// Size of the parts added; those beyond [`PARTS_MAX`] are left out.
    size: usize,
    /// Work of the parts added.
    work: u64,
    /// Allowed digits of each cell.
    masks: Vec<DigitSet>,
    /// Groups of three or more cells in which no digit repeats, in the order of the constraints, with the index of the constraint.
    houses: Vec<(usize, Vec<Cell>)>,
    relations: Relations,
    /// The relation of two cells with the same digit in neither.
    unequal: Option<RelationId>,
    /// Related cells, the first one before the second; several times if they are in several relations.
    pairs: Vec<([Cell; 2], RelationId)>,
    sums: Vec<Sum>,
    parts: Vec<AnyPart>,
    /// Index of the constraint whose parts are added.
    constraint: usize,
    automata: Automata,
    /// Number of the automata up to the one that was added last.
    automata_added: usize,
}

/// Words of the lines of three and more cells of all constraints, each with the index of its constraint, in the order in which the
/// constraints add them. Making them takes most of the time of some constraints: a builder that gets the same constraints again reuses them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Automata(Vec<(usize, Arc<Words>)>);

impl Automata {
    /// Bytes beside the words, which the parts have, too.
    pub(crate) fn heap_bytes(&self) -> usize {
        size_of_val(&*self.0)
    }
}

/// Different relations, each once.
#[derive(Debug, Default)]
struct Relations {
    list: Vec<Relation>,
    numbers: HashMap<Vec<DigitSet>, RelationId>,
    /// The relation of the second cell with the first, for each relation for which it is known.
    mirrors: HashMap<RelationId, RelationId>,
    /// The relation of two cells that are both in these relations.
    meetings: HashMap<[RelationId; 2], RelationId>,
}

impl Relations {
    /// The relation with these allowed digits of the second cell, for each digit of the first. Adds the work to `work`.
    fn intern(&mut self, seconds: Vec<DigitSet>, work: &mut u64) -> RelationId {
        let list = &mut self.list;
        *self.numbers.entry(seconds).or_insert_with_key(|seconds| {
            *work += RELATION_WORK;
            list.push(Relation { firsts: transposed(seconds), seconds: seconds.clone() });
            RelationId(list.len() as u32 - 1)
        })
    }

    fn get(&self, RelationId(id): RelationId) -> &Relation {
        &self.list[id as usize]
    }

    /// The relation of the second cell with the first.
    fn mirror(&mut self, relation: RelationId, work: &mut u64) -> RelationId {
        if let Some(&known) = self.mirrors.get(&relation) {
            return known;
        }
        let mirror = self.intern(self.get(relation).firsts.clone(), work);
        self.mirrors.insert(relation, mirror);
        mirror
    }

    /// The pairs of digits of both relations.
    fn meet(&mut self, one: RelationId, other: RelationId, work: &mut u64) -> RelationId {
        if one == other {
            return one;
        }
        if let Some(&known) = self.meetings.get(&[one, other]) {
            return known;
        }
        *work += MEETING_WORK;
        let rows = self.get(one).seconds.iter().zip(&self.get(other).seconds);
        let seconds = rows.map(|(&one, &other)| one.intersection(other)).collect();
        let both = self.intern(seconds, work);
        self.meetings.insert([one, other], both);
        both
    }
}

impl NetworkBuilder {
    /// Without any part, for this many cells and digits.
    pub(crate) fn new(cells: usize, digits: usize) -> Self {
        Self {
            digits,
            size: 0,
            work: 0,
            masks: vec![DigitSet::all(digits); cells],
            houses: Vec::new(),
            relations: Relations::default(),
            unequal: None,
            pairs: Vec::new(),
            sums: Vec::new(),
            parts: Vec::new(),
            constraint: 0,
            automata: Automata::default(),
            automata_added: 0,
        }
    }

    /// As [`new`](Self::new), with the automata of the constraints that will be added, in ascending order of their indices.
    pub(crate) fn with_automata(cells: usize, digits: usize, automata: &Automata) -> Self {
        Self { automata: automata.clone(), ..Self::new(cells, digits) }
    }

    /// Names the constraint whose parts follow, a later one than before.
    pub(crate) fn begin_constraint(&mut self, index: usize) {
        self.constraint = index;
        self.automata_added = self.automata.0.partition_point(|&(constraint, _)| constraint < index);
    }

    /// Counts a part of this size. Returns whether it still fits.
    fn admit(&mut self, size: usize) -> bool {
        self.size += size;
        self.work += size as u64;
        self.is_within_bounds()
    }

    /// Whether the parts fit the bounds so far. If they do not, further parts are left out.
    pub(crate) fn is_within_bounds(&self) -> bool {
        self.size <= PARTS_MAX && self.work <= COMPILATION_WORK_MAX
    }

    /// Restricts a cell to the digits for which `allows` is true.
    pub(crate) fn restrict(&mut self, cell: Cell, mut allows: impl FnMut(usize) -> bool) {
        self.restrict_to(cell, Digit::all(self.digits).filter(|digit| allows(digit.value())).collect());
    }

    /// Restricts a cell to these digits.
    pub(crate) fn restrict_to(&mut self, cell: Cell, allowed: DigitSet) {
        let mask = &mut self.masks[cell.index()];
        *mask = mask.intersection(allowed);
    }

    /// Adds a group of cells in which no digit repeats. A cell that occurs twice contradicts itself.
    pub(crate) fn distinct(&mut self, cells: &[Cell]) {
        let mut sorted = cells.to_vec();
        sorted.sort_unstable();
        for repeated in sorted.windows(2).filter(|pair| pair[0] == pair[1]) {
            self.restrict_to(repeated[0], DigitSet::default());
        }
        sorted.dedup();
        match *sorted {
            [] | [_] => {}
            [one, other] => {
                let unequal = self.unequal.unwrap_or_else(|| self.relation(|a, b| a != b));
                self.unequal = Some(unequal);
                self.relate(one, other, unequal);
            }
            // More cells than digits: no grid has them all different.
            _ if sorted.len() > self.digits => self.restrict_to(sorted[0], DigitSet::default()),
            _ if self.admit(sorted.len()) => self.houses.push((self.constraint, sorted)),
            _ => {}
        }
    }

    /// The relation of two cells with the digits for which `allows` is true: the digit of the first cell, then that of the second.
    pub(crate) fn relation(&mut self, mut allows: impl FnMut(usize, usize) -> bool) -> RelationId {
        let digits = self.digits;
        self.work += (digits * digits) as u64 / QUESTIONS_OF_WORK;
        let row = |first: Digit| {
            Digit::all(digits).filter(|second| allows(first.value(), second.value())).collect()
        };
        let seconds = Digit::all(digits).map(row).collect();
        self.relations.intern(seconds, &mut self.work)
    }

    /// The relation of two cells with these pairs of digits.
    pub(crate) fn relation_of(&mut self, pairs: impl IntoIterator<Item = [Digit; 2]>) -> RelationId {
        let mut seconds = vec![DigitSet::default(); self.digits];
        for [first, second] in pairs {
            self.work += 1;
            if let Some(row) = seconds.get_mut(first.index()).filter(|_| second.index() < self.digits) {
                *row = row.with(second);
            }
        }
        self.relations.intern(seconds, &mut self.work)
    }

    /// Allows two cells only the digits of a relation. With `first` = `second`, it must allow the digit twice.
    pub(crate) fn relate(&mut self, first: Cell, second: Cell, relation: RelationId) {
        if first == second {
            let seconds = self.relations.get(relation).seconds.iter();
            let twice = Digit::all(self.digits).zip(seconds).filter(|(digit, row)| row.contains(*digit));
            let twice = twice.map(|(digit, _)| digit).collect();
            self.restrict_to(first, twice);
        } else if self.admit(2) {
            let related = if first < second {
                ([first, second], relation)
            } else {
                ([second, first], self.relations.mirror(relation, &mut self.work))
            };
            self.pairs.push(related);
        }
    }

    /// Allows each pair of cells only the digits for which `allows` is true.
    pub(crate) fn relate_all(
        &mut self,
        pairs: impl IntoIterator<Item = [Cell; 2]>,
        allows: impl FnMut(usize, usize) -> bool,
    ) {
        let relation = self.relation(allows);
        for [one, other] in pairs {
            self.relate(one, other, relation);
        }
    }

    /// Adds a sum. The factors of a cell that occurs several times add up.
    pub(crate) fn sum(&mut self, terms: impl IntoIterator<Item = (Cell, i32)>, total: i64) {
        let mut terms: Vec<Term> = terms.into_iter().map(|(cell, factor)| Term { cell, factor }).collect();
        terms.sort_unstable();
        terms.dedup_by(|next, kept| {
            let is_same = next.cell == kept.cell;
            if is_same {
                kept.factor += next.factor;
            }
            is_same
        });
        terms.retain(|term| term.factor != 0);
        match *terms {
            [] if total == 0 => {}
            [] => {
                if let Some(mask) = self.masks.first_mut() {
                    *mask = DigitSet::default();
                }
            }
            [Term { cell, factor }] => {
                self.restrict(cell, |digit| i64::from(factor) * digit as i64 == total);
            }
            [one, other] => {
                let relation = self.relation(|a, b| {
                    i64::from(one.factor) * a as i64 + i64::from(other.factor) * b as i64 == total
                });
                self.relate(one.cell, other.cell, relation);
            }
            _ if self.admit(terms.len()) => {
                self.work += (terms.len() * terms.len()) as u64 / SQUARED_TERMS_OF_WORK;
                self.sums.push(Sum { terms, total });
            }
            _ => {}
        }
    }

    /// Adds a part of the open set.
    pub(crate) fn part(&mut self, part: impl Into<AnyPart>) {
        let part = part.into();
        if self.admit(part.size()) {
            self.parts.push(part);
        }
    }

    /// Allows a line, which may have a cell several times, only the digits that lead from a start to an accepted state. `step` has a state, the
    /// place of the digit, from 0, and the digit. The steps from each state are priced before they are made, each as `step_work` steps.
    pub(crate) fn automaton<S: Clone + Eq + Hash>(
        &mut self,
        line: &[Cell],
        step_work: u64,
        start: S,
        step: impl FnMut(&S, usize, i64) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) {
        let Some(words) = self.words(line.len(), step_work, start, step, accepts) else { return };
        match *line {
            [first, ..] if words.is_empty() => self.restrict_to(first, DigitSet::default()),
            [cell] => self.restrict_to(cell, words.single_digits()),
            [one, other] => {
                let relation = self.relation_of(words.pairs());
                self.relate(one, other, relation);
            }
            _ => self.part(Automaton::new(line, words)),
        }
    }

    /// The known words of the next automaton; else it is made. `None` if it takes too much work.
    fn words<S: Clone + Eq + Hash>(
        &mut self,
        length: usize,
        step_work: u64,
        start: S,
        step: impl FnMut(&S, usize, i64) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Option<Arc<Words>> {
        let is_kept = length > 2;
        let known = self.automata.0.get(self.automata_added).filter(|known| known.0 == self.constraint);
        if let Some((_, words)) = known.filter(|_| is_kept) {
            self.automata_added += 1;
            return Some(words.clone());
        }
        let of_state = STEP_WORK * step_work * self.digits as u64;
        let afford = || {
            self.work += of_state;
            self.work <= COMPILATION_WORK_MAX
        };
        let words = Arc::new(Words::new(self.digits, length, start, step, accepts, afford)?);
        if is_kept {
            self.automata.0.push((self.constraint, words.clone()));
            self.automata_added += 1;
        }
        Some(words)
    }

    /// The automata of the parts so far.
    pub(crate) fn automata(&self) -> &Automata {
        &self.automata
    }

    /// Allows only digits that meet all parts of one of some lists, or more lists. `add` adds the parts of the list with this index.
    ///
    /// Each list is on its own. Its groups of different digits become pairs, and its sums become automata.
    pub(crate) fn any_of(&mut self, lists: usize, mut add: impl FnMut(&mut Self, usize)) {
        let mut found: Vec<PartList> = Vec::with_capacity(lists);
        let mut size = self.size;
        for index in 0..lists {
            let mut list = Self {
                constraint: self.constraint,
                automata: mem::take(&mut self.automata),
                automata_added: self.automata_added,
                size,
                work: self.work,
                ..Self::new(self.masks.len(), self.digits)
            };
            add(&mut list, index);
            for (_, cells) in mem::take(&mut list.houses) {
                let pairs = cells
                    .iter()
                    .enumerate()
                    .flat_map(|(at, &one)| cells[..at].iter().map(move |&other| [other, one]));
                list.relate_all(pairs, |one, other| one != other);
            }
            for sum in mem::take(&mut list.sums) {
                list.sum_by_steps(&sum);
            }
            size = list.size;
            (self.automata, self.automata_added) = (mem::take(&mut list.automata), list.automata_added);
            match list.finish() {
                Ok(parts) => {
                    self.work = parts.work;
                    let Network { relations, pairs, parts: others, .. } = parts.network;
                    match PartList::new(parts.masks, relations, pairs, others, self.digits) {
                        Some(list) if list.is_empty() => return,
                        Some(list) => found.push(list),
                        None => {}
                    }
                }
                Err(NetworkError::Parts) => self.size = PARTS_MAX + 1,
                Err(NetworkError::Work) => self.work = COMPILATION_WORK_MAX + 1,
            }
            if !self.is_within_bounds() {
                return;
            }
        }
        match self.masks.first_mut() {
            Some(mask) if found.is_empty() => *mask = DigitSet::default(),
            _ => self.part(AnyOf::new(found, self.digits)),
        }
    }

    /// Adds a sum as an automaton, whose states are the sums of the first cells.
    fn sum_by_steps(&mut self, sum: &Sum) {
        let digits = self.digits as i64;
        // The smallest and largest sum of the cells from each one on.
        let mut ranges = vec![[0, 0]];
        for term in sum.terms.iter().rev() {
            let ends = [i64::from(term.factor), i64::from(term.factor) * digits];
            let [low, high] = ranges.last().copied().unwrap_or_default();
            ranges.push([low + ends[0].min(ends[1]), high + ends[0].max(ends[1])]);
        }
        ranges.reverse();
        let step = |&before: &i64, place: usize, digit: i64| {
            let after = before + i64::from(sum.terms[place].factor) * digit;
            let [low, high] = ranges[place + 1];
            (low..=high).contains(&(sum.total - after)).then_some(after)
        };
        let cells: Vec<Cell> = sum.cells().collect();
        self.automaton(&cells, 1, 0, step, |&all| all == sum.total);
    }

    /// The collected parts.
    ///
    /// # Errors
    /// [`NetworkError`] if they exceed a bound.
    pub(crate) fn finish(mut self) -> Result<Parts, NetworkError> {
        self.take()
    }

    /// As [`finish`](Self::finish), and begins without any part again. Keeps the relations for further parts.
    pub(crate) fn take(&mut self) -> Result<Parts, NetworkError> {
        let empty = vec![DigitSet::all(self.digits); self.masks.len()];
        let (masks, houses) = (mem::replace(&mut self.masks, empty), mem::take(&mut self.houses));
        let (sums, others) = (mem::take(&mut self.sums), mem::take(&mut self.parts));
        let mut pairs = mem::take(&mut self.pairs);
        if mem::take(&mut self.size) > PARTS_MAX {
            return Err(NetworkError::Parts);
        }
        let mut network = Network { sums, parts: others, ..Network::default() };
        pairs.sort_unstable();
        pairs.dedup();
        let mut numbers: HashMap<RelationId, usize> = HashMap::new();
        for related in pairs.chunk_by(|one, other| one.0 == other.0) {
            if self.work > COMPILATION_WORK_MAX {
                break;
            }
            let &[([first, second], relation), ref others @ ..] = related else { continue };
            let meet = |one, other: &(_, RelationId)| self.relations.meet(one, other.1, &mut self.work);
            let relation = others.iter().fold(relation, meet);
            let relation = *numbers.entry(relation).or_insert_with(|| {
                network.relations.push(self.relations.get(relation).clone());
                network.relations.len() - 1
            });
            network.pairs.push(RelatedPair { first, second, relation });
        }
        let work = mem::take(&mut self.work);
        if work > COMPILATION_WORK_MAX {
            return Err(NetworkError::Work);
        }
        Ok(Parts { masks, houses, network, work })
    }
}

/// For each digit of the second cell, the allowed digits of the first cell.
fn transposed(seconds: &[DigitSet]) -> Vec<DigitSet> {
    let all = || Digit::all(seconds.len());
    let firsts = |second: Digit| all().filter(|first| seconds[first.index()].contains(second)).collect();
    all().map(firsts).collect()
}

/// The parts of all constraints of a puzzle.
#[derive(Debug)]
pub(crate) struct Parts {
    /// Allowed digits of each cell.
    pub masks: Vec<DigitSet>,
    /// Groups of three or more cells in which no digit repeats, with the index of their constraint.
    pub houses: Vec<(usize, Vec<Cell>)>,
    /// The rest.
    pub network: Network,
    /// Work of all parts.
    pub work: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs of the first `cells` cells of a 36x36.
    fn pairs(cells: u16) -> impl Iterator<Item = [Cell; 2]> {
        (0..cells).flat_map(|one| (0..one).map(move |other| [Cell(one), Cell(other)]))
    }

    #[test]
    fn relation_is_asked_once_for_all_of_its_pairs() {
        let mut builder = NetworkBuilder::new(1296, 36);
        let mut questions = 0;
        let rising = builder.relation(|one, other| {
            questions += 1;
            one < other
        });
        pairs(300).for_each(|[one, other]| builder.relate(one, other, rising));
        assert_eq!(questions, 36 * 36);
        let Parts { network, work, .. } = builder.finish().expect("within the bounds");
        assert_eq!((network.relations.len(), network.pairs.len()), (1, 300 * 299 / 2));
        // The first cell of each pair is the later one.
        assert!(network.pairs.iter().all(|pair| pair.first < pair.second));
        let relation = &network.relations[0];
        assert_eq!((relation.seconds[35].len(), relation.firsts[35].len()), (35, 0));
        let tables = 2 * RELATION_WORK + 36 * 36 / QUESTIONS_OF_WORK;
        assert_eq!(work, tables + 300 * 299);
    }

    #[test]
    fn relations_of_a_pair_are_intersected_once() {
        let mut builder = NetworkBuilder::new(1296, 36);
        let (different, near) = (builder.relation(|a, b| a != b), builder.relation(|a, b| a.abs_diff(b) < 2));
        for [one, other] in pairs(100) {
            builder.relate(one, other, near);
            builder.relate(other, one, different);
            builder.relate(one, other, near);
        }
        let before = builder.work;
        let Parts { network, work, .. } = builder.finish().expect("within the bounds");
        assert_eq!(work - before, RELATION_WORK + MEETING_WORK);
        assert_eq!((network.relations.len(), network.pairs.len()), (1, 100 * 99 / 2));
        let seconds: Vec<usize> = network.relations[0].seconds[4].digits().map(Digit::value).collect();
        assert_eq!(seconds, [4, 6]);
    }

    #[test]
    fn known_automata_are_not_made_again() {
        let line: Vec<Cell> = (0..4).map(Cell).collect();
        let steps = std::cell::Cell::new(0);
        let add = |builder: &mut NetworkBuilder, constraint: usize, total: i64| {
            builder.begin_constraint(constraint);
            for length in 1..=4 {
                let step = |sum: &i64, _, digit: i64| {
                    steps.set(steps.get() + 1);
                    Some(sum + digit)
                };
                builder.automaton(&line[..length], 1, 0, step, |&sum| sum == total);
            }
        };
        let mut first = NetworkBuilder::new(4, 4);
        [(2, 9), (5, 7)].into_iter().for_each(|(constraint, total)| add(&mut first, constraint, total));
        let automata = first.automata().clone();
        assert_eq!(automata.0.iter().map(|(constraint, _)| *constraint).collect::<Vec<_>>(), [2, 2, 5, 5]);
        first.take().expect("within the bounds");
        for (constraint, total) in [(5, 7), (2, 9)] {
            let (mut made, mut known) =
                (NetworkBuilder::new(4, 4), NetworkBuilder::with_automata(4, 4, &automata));
            add(&mut made, constraint, total);
            let all = steps.replace(0);
            add(&mut known, constraint, total);
            // Lines of one and two cells have no automaton.
            assert_eq!((steps.replace(0), all > 4 + 20), (4 + 20, true));
            let (made, known) = (made.finish().expect("few"), known.finish().expect("few"));
            assert_eq!((made.masks, made.network), (known.masks, known.network));
            assert!(known.work < made.work);
        }
    }

    #[test]
    fn parts_beyond_a_bound_are_refused() {
        let mut many = NetworkBuilder::new(1296, 36);
        let different = many.relation(|a, b| a != b);
        pairs(500).for_each(|[one, other]| many.relate(one, other, different));
        assert_eq!(many.finish().err(), Some(NetworkError::Parts));

        let mut long = NetworkBuilder::new(1296, 36);
        for total in 0..60 {
            long.sum((0..1296).map(|cell| (Cell(cell), 1)), total);
        }
        assert!(!long.is_within_bounds());
        assert_eq!(long.finish().err(), Some(NetworkError::Work));

        // Each pair of cells has an intersection of its own.
        let mut varied = NetworkBuilder::new(1296, 36);
        let relations: Vec<RelationId> =
            (0..36).map(|digit| varied.relation(|a, b| a != digit + 1 || b <= digit)).collect();
        for (at, [one, other]) in pairs(110).enumerate() {
            let chosen = (0..13).filter(|bit| at >> bit & 1 == 1);
            chosen.for_each(|bit| varied.relate(one, other, relations[bit]));
        }
        assert!(varied.is_within_bounds());
        assert_eq!(varied.finish().err(), Some(NetworkError::Work));
    }

    /// The part of lists of the first four cells, with four digits.
    fn any_of(lists: &[&dyn Fn(&mut NetworkBuilder)]) -> Option<AnyPart> {
        let mut builder = NetworkBuilder::new(4, 4);
        builder.any_of(lists.len(), |list, index| lists[index](list));
        builder.finish().expect("a few parts").network.parts.pop()
    }

    const CELLS: [Cell; 4] = [Cell(0), Cell(1), Cell(2), Cell(3)];

    fn sum(total: i64) -> impl Fn(&mut NetworkBuilder) {
        move |list| list.sum(CELLS[..3].iter().map(|&cell| (cell, 1)), total)
    }

    fn rising(list: &mut NetworkBuilder) {
        list.relate_all([[CELLS[0], CELLS[1]], [CELLS[1], CELLS[3]]], |one, other| one < other);
    }

    #[test]
    fn candidates_of_the_lists_without_a_contradiction_are_left() {
        let filtered = |part: &AnyPart, mut masks: Vec<u64>| part.filter(&mut masks).then_some(masks);
        let either = any_of(&[&sum(4), &rising]).expect("a part");
        assert_eq!(either.cells(), CELLS);
        // A sum of 4 has 1 and 2 in all cells, but says nothing about the last one.
        assert_eq!(filtered(&either, vec![0b1111; 4]), Some(vec![0b11, 0b111, 0b1111, 0b1111]));
        assert_eq!(filtered(&either, vec![0b1111, 0b1, 0b1111, 0b1]), Some(vec![0b11, 0b1, 0b11, 0b1]));
        assert_eq!(
            filtered(&either, vec![0b1111, 0b1111, 0b100, 0b1111]),
            Some(vec![0b11, 0b110, 0b100, 0b1100])
        );
        assert_eq!(filtered(&either, vec![0b10, 0b10, 0b1111, 0b1111]), None);
    }

    #[test]
    fn lists_without_digits_are_left_out_and_one_of_all_digits_ends_all() {
        let impossible = |list: &mut NetworkBuilder| list.distinct(&[CELLS[0], CELLS[0]]);
        assert_eq!(any_of(&[&impossible, &rising]), any_of(&[&rising]));
        assert_eq!(any_of(&[&sum(4), &|_| {}]), None);
        let mut builder = NetworkBuilder::new(4, 4);
        builder.any_of(2, |list, _| impossible(list));
        assert!(builder.finish().expect("no parts").masks[0].is_empty());
    }

    #[test]
    fn groups_of_lists_have_different_digits() {
        let different =
            any_of(&[&|list: &mut NetworkBuilder| list.distinct(&CELLS), &sum(12)]).expect("a part");
        let mut masks = vec![0b1, 0b11, 0b1101, 0b1101];
        assert!(different.filter(&mut masks));
        assert_eq!(masks, [0b1, 0b10, 0b1100, 0b1100]);
        assert!(different.filter(&mut [0b1000; 4]));
        assert!(!different.filter(&mut [0b100; 4]));
    }
}
