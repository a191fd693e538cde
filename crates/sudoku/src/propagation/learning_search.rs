//! Clause learning for relations: the exact cover problem of the candidates, searched by [`CdclSearch`].

use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::unstable::{CdclSearch, SplitMix64, Step};
use quadrille_exact_cover::{Entry, Item, OptionId, Problem};

use super::houses::CompiledHouse;
use super::model::Model;
use crate::bits::set_bits;
use crate::model::{Cell, Digit, Part};

/// Largest number of pairs of candidates that the relations forbid.
const FORBIDDEN_PAIRS_MAX: usize = 1 << 17;

/// Search of a puzzle whose rules are houses and relations. Finds each solution once.
///
/// The items are those of [`Encoding`](crate::unstable::Encoding), and a secondary one for each pair of candidates that contradict each other
/// by a relation or another part. Sums and combinations of three candidates would need far more options, and learning does not pay for them.
#[derive(Clone, Debug)]
pub(super) struct LearningSearch {
    search: CdclSearch,
    /// Cell and digit of each option.
    candidates: Vec<(u16, usize)>,
    /// Candidates of all cells; after a solution, its digits.
    masks: Vec<u64>,
}

impl LearningSearch {
    /// Creates a search of these candidates. Nothing if the rules have sums or forbid larger combinations, or too many pairs of candidates. With
    /// `random`, the order of the solutions is random.
    pub(super) fn new(model: &Model, masks: &[u64], random: Option<SplitMix64>) -> Option<Self> {
        if !model.sums.is_empty() || model.parts.iter().any(|part| part.width() > 2) {
            return None;
        }
        let digits = |(cell, &mask)| set_bits(mask).map(move |digit| (cell, digit));
        let mut candidates: Vec<(u16, usize)> = (0..).zip(masks).flat_map(digits).collect();
        if let Some(mut random) = random {
            random.shuffle(&mut candidates);
        }
        let problem = problem(model, masks, &candidates)?;
        Some(Self { search: CdclSearch::new(&problem), candidates, masks: masks.to_vec() })
    }

    /// Continues to the next solution, as [`CdclSearch::advance`] does.
    pub(super) fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Step {
        let step = self.search.advance(budget_nodes, stop);
        if step == Step::Solution {
            for OptionId(option) in self.search.solution() {
                let (cell, digit) = self.candidates[option as usize];
                self.masks[usize::from(cell)] = 1 << digit;
            }
        }
        step
    }

    /// The digits of the solution that was found last.
    pub(super) fn masks(&self) -> &[u64] {
        &self.masks
    }

    pub(super) fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    pub(super) fn updates(&self) -> u64 {
        self.search.updates()
    }

    pub(super) fn steps(&self) -> u64 {
        self.search.steps()
    }
}

/// The exact cover problem of these candidates. Nothing if the relations forbid too many pairs of them.
fn problem(model: &Model, masks: &[u64], candidates: &[(u16, usize)]) -> Option<Problem> {
    let (cells, digits) = (model.cell_count, model.digits);
    let (exact, other): (Vec<&CompiledHouse>, Vec<&CompiledHouse>) =
        model.houses.iter().partition(|house| house.cells.len() == digits);
    let primary = cells + exact.len() * digits;
    // The items of each candidate.
    let mut items: Vec<Vec<usize>> = (0..cells * digits).map(|candidate| vec![candidate / digits]).collect();
    for (first, house) in (cells..).step_by(digits).zip(exact.iter().chain(&other)) {
        for (&cell, digit) in house.cells.iter().flat_map(|cell| (0..digits).map(move |digit| (cell, digit)))
        {
            items[usize::from(cell) * digits + digit].push(first + digit);
        }
    }
    let mut count = cells + model.houses.len() * digits;
    let pairs_end = count + FORBIDDEN_PAIRS_MAX;
    for (cell, &mask) in (0..).zip(masks) {
        for other in model.later_related(cell) {
            let is_in_house = model.share_house(cell, other);
            let (arc, are_peers) = (model.arc(cell, other), model.is_peer(cell, other));
            for digit in set_bits(mask) {
                let of_house = u64::from(is_in_house) << digit;
                let contradicted = model.contradicted_by(arc, are_peers, digit) & !of_house;
                for other_digit in set_bits(contradicted & masks[usize::from(other)]) {
                    items[usize::from(cell) * digits + digit].push(count);
                    items[usize::from(other) * digits + other_digit].push(count);
                    count += 1;
                }
            }
            if count > pairs_end {
                return None;
            }
        }
    }
    for part in &model.parts {
        part.forbid(digits, |combination| {
            let is_open = |&(cell, digit): &(Cell, Digit)| masks[cell.index()] >> digit.index() & 1 == 1;
            if combination.iter().all(is_open) {
                for (cell, digit) in combination {
                    items[cell.index() * digits + digit.index()].push(count);
                }
                count += 1;
            }
            if count > pairs_end { Err(()) } else { Ok(()) }
        })
        .ok()?;
    }
    let mut problem = Problem::new(primary, count - primary).ok()?;
    for &(cell, digit) in candidates {
        let items = &items[usize::from(cell) * digits + digit];
        let entries: Vec<Entry> = items.iter().map(|&item| Item(item as u32).into()).collect();
        problem.add_option(&entries).ok()?;
    }
    Some(problem)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraints::{Constraint, FieldValues};
    use crate::model::Rules;
    use crate::propagation::compilation::Compilation;

    /// Whether the empty grid of this size with `non_consecutive` has an exact cover problem.
    fn has_problem(size: usize) -> bool {
        let plain = Rules::usual(size).expect("a size");
        let constraint_type = Constraint::type_named("non_consecutive").expect("a type");
        let constraint = plain.constraint(constraint_type, &FieldValues::default()).expect("no fields");
        let rules = plain.with_constraints(vec![constraint]).expect("within bounds");
        let masks = vec![rules.digits().bits(); size * size];
        let mut compilation = Compilation::default();
        let model = loop {
            if let Some(model) = compilation.step(&rules) {
                break model;
            }
        };
        LearningSearch::new(&model, &masks, None).is_some()
    }

    #[test]
    fn relations_that_forbid_too_many_pairs_are_left_to_backtracking() {
        assert!(has_problem(9));
        assert!(!has_problem(36));
    }
}
