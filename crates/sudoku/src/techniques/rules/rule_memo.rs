//! The rules of a board. It remembers what each rule excludes until the candidates of the rule's cells change.

use std::collections::HashMap;
use std::sync::Arc;

use super::member::{Member, MemberKind};
use super::problem::Problem;
use super::sums::derived_sums;
use crate::encoding::Candidate;
use crate::model::{Cell, Digit, DigitSet, Rules};
use crate::techniques::board::Board;
use crate::techniques::cell_group::CellGroup;
use crate::techniques::deduction::Deduction;
use crate::techniques::rule_use::{Reason, RuleUse};
use crate::techniques::search_progress::SearchProgress;
use crate::techniques::work::WorkBudget;

/// Difficulty from which a step of a rule is hard.
const HARD: u64 = 22;

/// Smallest and largest difficulty of a step of one rule.
const ONE_RULE: [u64; 2] = [12, 30];

/// Difficulty that the houses of the cells of a rule add.
const SEEN: u64 = 2;

/// Number of combinations up to which a sentence lists them.
const LISTED_COMBINATIONS_MAX: usize = 6;

/// Kind of steps that is sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::techniques) enum RuleKind {
    /// One rule and placed cells.
    Direct,
    /// A digit that a rule needs has one place in it.
    Needed,
    /// One rule, not hard.
    One,
    /// One rule, hard.
    OneLarge,
    /// Houses and cages, not hard.
    Sum,
    /// Houses and cages, hard.
    SumLarge,
    /// A digit that a rule needs has all of its places in a house.
    NeededInHouse,
    /// A house has a digit in a rule only.
    HouseInRule,
    /// A rule and a house.
    WithHouse,
}

/// What a rule excludes on a board.
#[derive(Clone, Debug, Default)]
struct Findings {
    /// Excluded candidates of each place.
    removed: Vec<u64>,
    /// Houses that it takes beside the rule.
    houses: Vec<usize>,
    /// Digits that are in all combinations.
    needed: u64,
    difficulty: u64,
}

impl Findings {
    fn has_effect(&self) -> bool {
        self.removed.iter().any(|&mask| mask != 0)
    }
}

/// A rule with its findings.
#[derive(Clone, Debug)]
struct Entry {
    member: Member,
    /// Stamp of the last change of its cells when it was searched for [`RuleKind::Direct`], and for the findings.
    direct_searched: u64,
    searched: u64,
    findings: Findings,
}

/// The rules of a board, made one by one.
#[derive(Clone, Debug)]
pub(in crate::techniques) struct RuleMemo {
    rules: Rules,
    entries: Vec<Entry>,
    /// Index of the next constraint whose rules are made.
    next_constraint: usize,
    has_sums: bool,
    /// Number of the last change of the board.
    change: u64,
    /// Candidates of each cell, or its digit.
    masks: Vec<u64>,
    is_placed: Vec<bool>,
    /// Stamp of the last change of each cell.
    stamps: Vec<u64>,
    /// Stamps of the cells of a rule and a house when they were searched without a result.
    with_houses: HashMap<(RuleKind, usize, usize), u64>,
}

impl RuleMemo {
    pub(in crate::techniques) fn new(rules: &Rules) -> Self {
        let cells = rules.layout().cell_count();
        Self {
            rules: rules.clone(),
            entries: Vec::new(),
            next_constraint: 0,
            has_sums: false,
            change: 0,
            masks: vec![0; cells],
            is_placed: vec![false; cells],
            stamps: vec![0; cells],
            with_houses: HashMap::new(),
        }
    }

    /// The rules of the puzzle.
    pub(in crate::techniques) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Reads the candidates of a board.
    fn refresh<const W: usize>(&mut self, board: &Board<W>) {
        if self.change == board.last_change() {
            return;
        }
        self.change = board.last_change();
        for cell in board.layout().cells() {
            let digit = board.digit(cell);
            let mask = digit.map_or(board.candidates(cell), DigitSet::of).bits();
            let index = cell.index();
            if (self.masks[index], self.is_placed[index]) != (mask, digit.is_some()) {
                (self.masks[index], self.is_placed[index]) = (mask, digit.is_some());
                self.stamps[index] = self.change;
            }
        }
    }

    /// Makes the rules that are missing. Returns whether all are made.
    fn prepare(&mut self, work: &mut WorkBudget) -> bool {
        while !self.has_sums {
            if work.is_used_up() {
                return false;
            }
            let members = if self.next_constraint < self.rules.constraints().len() {
                self.next_constraint += 1;
                Member::of_constraint(&self.rules, self.next_constraint - 1)
            } else {
                self.has_sums = true;
                let sums = derived_sums(&self.rules);
                sums.into_iter().map(|sum| Member::of_sum(&self.rules, sum)).collect()
            };
            let cells: usize = members.iter().map(|member| member.problem.cells().len()).sum();
            work.spend(64 + 8 * cells as u64);
            self.entries.extend(members.into_iter().map(|member| Entry {
                member,
                direct_searched: 0,
                searched: 0,
                findings: Findings::default(),
            }));
        }
        true
    }

    /// Searches the first step of a kind.
    pub(in crate::techniques) fn find<const W: usize>(
        &mut self,
        board: &Board<W>,
        kind: RuleKind,
        work: &mut WorkBudget,
    ) -> SearchProgress {
        self.refresh(board);
        if !self.prepare(work) {
            return SearchProgress::Paused;
        }
        match kind {
            RuleKind::Direct => self.find_direct(work),
            RuleKind::NeededInHouse | RuleKind::HouseInRule | RuleKind::WithHouse => {
                self.find_with_houses(board, kind, work)
            }
            _ => self.find_alone(kind, work),
        }
    }

    fn masks_of(&self, cells: &[Cell]) -> Vec<u64> {
        cells.iter().map(|cell| self.masks[cell.index()]).collect()
    }

    fn stamp_of(&self, cells: &[Cell]) -> u64 {
        cells.iter().map(|cell| self.stamps[cell.index()]).max().unwrap_or_default()
    }

    fn is_open(&self, cell: &Cell) -> bool {
        !self.is_placed[cell.index()]
    }

    fn find_direct(&mut self, work: &mut WorkBudget) -> SearchProgress {
        for index in 0..self.entries.len() {
            let Entry { member, direct_searched, .. } = &self.entries[index];
            let cells = member.problem.cells();
            let stamp = self.stamp_of(cells);
            if *direct_searched >= stamp || matches!(member.kind, MemberKind::Sum(_)) {
                continue;
            }
            if work.is_used_up() {
                return SearchProgress::Paused;
            }
            work.spend(1 + cells.len() as u64 / 4);
            let masks = self.masks_of(cells);
            let is_placed: Vec<bool> = cells.iter().map(|cell| self.is_placed[cell.index()]).collect();
            let open = is_placed.iter().filter(|&&is_placed| !is_placed).count();
            let removed = if open == 1 || member.problem.is_of_single_cells() {
                let mut left = masks.clone();
                match member.problem.propagate(&mut left) {
                    true => masks.iter().zip(&left).map(|(mask, left)| mask & !left).collect(),
                    false => vec![0; masks.len()],
                }
            } else if open > 0 {
                // At a cell, only this cell has neighbours.
                member.problem.excluded_by_placed(&masks, &is_placed)
            } else {
                vec![0; masks.len()]
            };
            if removed.iter().all(|&mask| mask == 0) {
                self.entries[index].direct_searched = stamp;
                continue;
            }
            let reason = self.reason(index, &removed, work);
            if let Some(step) = self.step(index, &removed, Vec::new(), reason, 10) {
                return SearchProgress::Found(Box::new(step));
            }
            self.entries[index].direct_searched = stamp;
        }
        SearchProgress::Exhausted
    }

    fn meaning(&self, index: usize) -> Reason {
        Reason::Meaning(match self.entries[index].member.kind {
            MemberKind::AtCell(cell) => Some(cell),
            MemberKind::Rule | MemberKind::Sum(_) => None,
        })
    }

    /// Updates the findings of a rule. Returns whether there was work left for it.
    fn search(&mut self, index: usize, work: &mut WorkBudget) -> bool {
        let stamp = self.stamp_of(self.entries[index].member.problem.cells());
        if self.entries[index].searched >= stamp {
            return true;
        }
        if work.is_used_up() {
            return false;
        }
        let mut spent = 0;
        let masks = self.masks_of(self.entries[index].member.problem.cells());
        let entry = &mut self.entries[index];
        entry.findings = findings(&mut entry.member, &masks, &mut spent);
        entry.searched = stamp;
        work.spend(spent);
        true
    }

    fn find_alone(&mut self, kind: RuleKind, work: &mut WorkBudget) -> SearchProgress {
        let wants_sums = matches!(kind, RuleKind::Sum | RuleKind::SumLarge);
        let is_hard = matches!(kind, RuleKind::OneLarge | RuleKind::SumLarge);
        let mut best: Option<(u64, usize)> = None;
        for index in 0..self.entries.len() {
            if matches!(self.entries[index].member.kind, MemberKind::Sum(_)) != wants_sums {
                continue;
            }
            if !self.search(index, work) {
                return SearchProgress::Paused;
            }
            let findings = &self.entries[index].findings;
            if kind == RuleKind::Needed {
                if findings.needed != 0
                    && let Some(step) = self.needed_single(index)
                {
                    return SearchProgress::Found(Box::new(step));
                }
            } else if findings.has_effect() && (findings.difficulty >= HARD) == is_hard {
                let key = (findings.difficulty, index);
                best = Some(best.map_or(key, |other| other.min(key)));
            }
        }
        let Some((difficulty, index)) = best else { return SearchProgress::Exhausted };
        let Findings { removed, houses, .. } = self.entries[index].findings.clone();
        let reason = self.reason(index, &removed, work);
        self.step(index, &removed, houses, reason, difficulty).into()
    }

    /// The placement of a digit that a rule needs.
    fn needed_single(&self, index: usize) -> Option<Deduction> {
        let Entry { member, findings, .. } = &self.entries[index];
        let cells = member.problem.cells();
        let masks = self.masks_of(cells);
        let mut rest = findings.needed;
        while rest != 0 {
            let digit = rest & rest.wrapping_neg();
            rest ^= digit;
            let mut places = (0..cells.len()).filter(|&place| masks[place] & digit != 0);
            if let (Some(place), None) = (places.next(), places.next())
                && self.is_open(&cells[place])
                && masks[place] != digit
            {
                let mut removed = vec![0; cells.len()];
                removed[place] = masks[place] ^ digit;
                let step = self.step(index, &removed, Vec::new(), Reason::Needed, 12)?;
                return Some(Deduction { digits: DigitSet::from_bits(digit), ..step });
            }
        }
        None
    }

    /// Why a rule alone excludes these candidates.
    fn reason(&self, index: usize, removed: &[u64], work: &mut WorkBudget) -> Reason {
        let Entry { member, findings, .. } = &self.entries[index];
        if let MemberKind::Sum(sum) = &member.kind {
            let sum = sum.clone();
            return Reason::Sum { innies: sum.innies, outies: sum.outies, total: sum.total, part: sum.part };
        }
        let problem = &member.problem;
        let masks = self.masks_of(problem.cells());
        let is_sum = self
            .rules
            .constraints()
            .get(member.constraints[0])
            .is_some_and(|constraint| matches!(constraint.type_name(), "cage" | "sum_pair"));
        if is_sum && findings.houses.is_empty() && !problem.is_of_single_cells() {
            let mut spent = 0;
            let combinations = problem.combinations(&masks, LISTED_COMBINATIONS_MAX, &mut spent);
            work.spend(spent);
            if let Some(sets) = combinations.filter(|sets| !sets.is_empty()) {
                return Reason::Combinations(sets.into_iter().map(DigitSet::from_bits).collect());
            }
            return Reason::ManyCombinations(problem.combination_count(&masks));
        }
        let mut changed = (0..removed.len()).filter(|&place| removed[place] != 0);
        if let (Some(place), None) = (changed.next(), changed.next())
            && let Some(bounds) = problem.bounds_beside(&masks, place)
            && findings.houses.is_empty()
            && (bounds[0] >= 0 || bounds[1] <= 0)
        {
            return Reason::Bounds(bounds);
        }
        self.meaning(index)
    }

    /// The step that excludes these candidates of the places of a rule; `None` if there are none. A cell with one candidate left takes it.
    fn step(
        &self,
        index: usize,
        removed: &[u64],
        houses: Vec<usize>,
        reason: Reason,
        difficulty: u64,
    ) -> Option<Deduction> {
        let member = &self.entries[index].member;
        self.step_of(member, member.problem.cells(), removed, houses, reason, difficulty)
    }

    fn step_of(
        &self,
        member: &Member,
        cells: &[Cell],
        removed: &[u64],
        houses: Vec<usize>,
        reason: Reason,
        difficulty: u64,
    ) -> Option<Deduction> {
        let mut step = Deduction { houses, ..Deduction::default() };
        let of_sum = match &member.kind {
            MemberKind::Sum(sum) => &sum.houses[..],
            _ => &[],
        };
        for &house in of_sum.iter().chain(&member.implied).rev() {
            if !step.houses.contains(&house) {
                step.houses.insert(0, house);
            }
        }
        for (&cell, &mask) in cells.iter().zip(removed) {
            let left = self.masks[cell.index()] & !mask;
            if mask == 0 || !self.is_open(&cell) || left == 0 {
                continue;
            }
            step.digits = step.digits.union(DigitSet::from_bits(mask));
            match DigitSet::from_bits(left).only() {
                Some(digit) => step.placements.push(Candidate { cell, digit }),
                None => step.eliminate_digits(cell, DigitSet::from_bits(mask)),
            }
        }
        if step.is_empty() {
            return None;
        }
        let changed = |cell: &Cell| {
            let effects = step.placements.iter().chain(&step.eliminations);
            effects.clone().any(|effect| effect.cell == *cell)
        };
        // Of a rule at a cell, only the neighbours that change are drawn.
        let is_drawn = |cell: &Cell| match member.kind {
            MemberKind::AtCell(centre) => *cell == centre || changed(cell) || changed(&centre),
            MemberKind::Rule | MemberKind::Sum(_) => member.problem.place(*cell).is_some(),
        };
        let is_needed = |cell: &Cell| {
            !matches!(member.kind, MemberKind::AtCell(_))
                || is_drawn(cell)
                || member.problem.place(*cell).is_none()
        };
        let needs = self.needs_of(cells.iter().copied().filter(is_needed));
        step.cells = member.problem.cells().iter().copied().filter(is_drawn).collect();
        step.rule =
            Some(Box::new(RuleUse { constraints: member.constraints.clone(), needs, difficulty, reason }));
        Some(step)
    }

    /// Searches each rule with each house that has several of its open cells.
    fn find_with_houses<const W: usize>(
        &mut self,
        board: &Board<W>,
        kind: RuleKind,
        work: &mut WorkBudget,
    ) -> SearchProgress {
        let houses = board.layout().house_count();
        for index in 0..self.entries.len() {
            let is_at_cell = matches!(self.entries[index].member.kind, MemberKind::AtCell(_));
            let is_possible =
                self.entries[index].member.has_combinations() || is_at_cell && kind == RuleKind::WithHouse;
            if !is_possible {
                continue;
            }
            if !self.search(index, work) {
                return SearchProgress::Paused;
            }
            let member = &self.entries[index].member;
            if member.problem.cells().iter().filter(|cell| self.is_open(cell)).count() < 2 {
                continue;
            }
            for house in 0..houses {
                let member = &self.entries[index].member;
                let cells = board.layout().cells_of(house);
                let shared =
                    cells.iter().filter(|cell| self.is_open(cell) && member.problem.place(**cell).is_some());
                if shared.count() < 2 || kind != RuleKind::NeededInHouse && !board.geometry().is_exact(house)
                {
                    continue;
                }
                let stamp = self.stamp_of(cells).max(self.stamp_of(member.problem.cells()));
                let searched = self.with_houses.get(&(kind, index, house)).copied().unwrap_or_default();
                if searched >= stamp {
                    continue;
                }
                if work.is_used_up() {
                    return SearchProgress::Paused;
                }
                // One rule with the houses of its cells finds more than a house within it.
                let is_within = cells.iter().all(|cell| member.problem.place(*cell).is_some());
                if is_within && kind != RuleKind::NeededInHouse {
                    continue;
                }
                let mut spent = 1;
                let step = match kind {
                    RuleKind::NeededInHouse => self.needed_in_house(board, index, house),
                    RuleKind::HouseInRule => self.house_in_rule(board, index, house, &mut spent),
                    _ => self.with_house(index, house, cells, &mut spent),
                };
                work.spend(spent);
                if let Some(step) = step {
                    return SearchProgress::Found(Box::new(step));
                }
                self.with_houses.insert((kind, index, house), stamp);
            }
        }
        SearchProgress::Exhausted
    }

    fn needed_in_house<const W: usize>(
        &self,
        board: &Board<W>,
        index: usize,
        house: usize,
    ) -> Option<Deduction> {
        let Entry { member, findings, .. } = &self.entries[index];
        let in_house = board.geometry().house(house);
        DigitSet::from_bits(findings.needed).digits().find_map(|digit| {
            let bit = DigitSet::of(digit).bits();
            let places: Vec<Cell> = self.cells_with(member.problem.cells(), bit);
            if places.len() < 2 || !places.iter().all(|&cell| in_house.contains(cell) && self.is_open(&cell))
            {
                return None;
            }
            let others: Vec<Cell> =
                board.cells_in(house, digit).iter().filter(|cell| !places.contains(cell)).collect();
            let removed = vec![bit; others.len()];
            let mut step = self.step_of(member, &others, &removed, vec![house], Reason::Needed, 16)?;
            // The step rests on the candidates of the rule and of the cells that it leaves one candidate.
            let placed = step.placements.iter().map(|placed| placed.cell);
            let needs = self.needs_of(member.problem.cells().iter().copied().chain(placed));
            if let Some(rule) = &mut step.rule {
                rule.needs = needs;
            }
            Some(Deduction { digits: DigitSet::of(digit), ..step })
        })
    }

    /// The candidates of these cells, but of cells that may have every digit.
    fn needs_of(&self, cells: impl Iterator<Item = Cell>) -> Vec<CellGroup> {
        let all = self.rules.digits();
        let needs = cells.map(|cell| CellGroup {
            cells: vec![cell],
            digits: DigitSet::from_bits(self.masks[cell.index()]),
        });
        needs.filter(|need| need.digits != all).collect()
    }

    fn cells_with(&self, cells: &[Cell], digit: u64) -> Vec<Cell> {
        cells.iter().copied().filter(|cell| self.masks[cell.index()] & digit != 0).collect()
    }

    fn house_in_rule<const W: usize>(
        &self,
        board: &Board<W>,
        index: usize,
        house: usize,
        spent: &mut u64,
    ) -> Option<Deduction> {
        let member = &self.entries[index].member;
        let problem = &member.problem;
        let masks = self.masks_of(problem.cells());
        board.unplaced(house).digits().find_map(|digit: Digit| {
            let bit = DigitSet::of(digit).bits();
            let places: Vec<usize> =
                board.cells_in(house, digit).iter().map(|cell| problem.place(cell)).collect::<Option<_>>()?;
            if places.len() < 2 {
                return None;
            }
            let mut left = vec![0; masks.len()];
            for &place in &places {
                let mut tried = masks.clone();
                places.iter().for_each(|&other| tried[other] &= !bit);
                tried[place] = bit;
                if let Some(filtered) = problem.filter(&tried, spent) {
                    left.iter_mut().zip(filtered.masks).for_each(|(left, mask)| *left |= mask);
                }
            }
            let removed: Vec<u64> = masks.iter().zip(&left).map(|(mask, left)| mask & !left).collect();
            let mut step = self.step(index, &removed, vec![house], Reason::HouseInRule, 18)?;
            let others = board.layout().cells_of(house).iter().filter(|cell| problem.place(**cell).is_none());
            let needs = self.needs_of(problem.cells().iter().chain(others).copied());
            if let Some(rule) = &mut step.rule {
                rule.needs = needs;
            }
            Some(Deduction { digits: DigitSet::of(digit), ..step })
        })
    }

    fn with_house(&self, index: usize, house: usize, cells: &[Cell], spent: &mut u64) -> Option<Deduction> {
        let member = &self.entries[index].member;
        let joined = member.problem.and_different(cells);
        let masks = self.masks_of(joined.cells());
        let removed: Vec<u64> = match member.kind {
            MemberKind::AtCell(centre) => {
                let place =
                    joined.place(centre).filter(|_| !cells.contains(&centre) && self.is_open(&centre))?;
                let mut removed = vec![0; masks.len()];
                for digit in DigitSet::from_bits(masks[place]).digits() {
                    let mut tried = masks.clone();
                    tried[place] = DigitSet::of(digit).bits();
                    *spent += joined.node_work();
                    if !joined.propagate(&mut tried) {
                        removed[place] |= DigitSet::of(digit).bits();
                    }
                }
                removed
            }
            MemberKind::Rule | MemberKind::Sum(_) => {
                let left = joined.filter(&masks, spent)?.masks;
                if left == masks {
                    return None;
                }
                // The techniques of houses find what the house excludes alone.
                let alone =
                    Problem::new(cells.to_vec(), self.rules.digit_count(), Arc::new([])).and_different(cells);
                let mut of_house = masks.clone();
                let places = cells.iter().filter_map(|&cell| joined.place(cell));
                let filtered = alone.filter(&self.masks_of(cells), spent)?.masks;
                places.zip(filtered).for_each(|(place, mask)| of_house[place] = mask);
                of_house.iter().zip(&left).map(|(mask, left)| mask & !left).collect()
            }
        };
        let reason = Reason::WithHouse(match member.kind {
            MemberKind::AtCell(cell) => Some(cell),
            MemberKind::Rule | MemberKind::Sum(_) => None,
        });
        self.step_of(member, joined.cells(), &removed, vec![house], reason, 32)
    }
}

/// What a rule excludes.
fn findings(member: &mut Member, masks: &[u64], spent: &mut u64) -> Findings {
    if masks.iter().all(|mask| mask.is_power_of_two()) {
        return Findings::default();
    }
    let removed_by = |problem: &Problem, spent: &mut u64| -> Option<(Vec<u64>, u64)> {
        let left = problem.filter(masks, spent)?;
        Some((masks.iter().zip(&left.masks).map(|(mask, left)| mask & !left).collect(), left.common))
    };
    let Some((mut removed, common)) = removed_by(&member.problem, spent) else { return Findings::default() };
    let mut houses = Vec::new();
    let is_alone = removed.iter().any(|&mask| mask != 0);
    if !is_alone
        && let Some(problem) = member.with_seen()
        && let Some((by_houses, _)) = removed_by(problem, spent)
        && by_houses.iter().any(|&mask| mask != 0)
    {
        (removed, houses) =
            needed_houses(member, by_houses, |problem, spent| removed_by(problem, spent), spent);
    }
    let mut needed = 0;
    if member.has_combinations() {
        let mut rest = common;
        while rest != 0 {
            let digit = rest & rest.wrapping_neg();
            rest ^= digit;
            let without: Vec<u64> = masks.iter().map(|mask| mask & !digit).collect();
            if member.problem.is_impossible(&without, spent) {
                needed |= digit;
            }
        }
    }
    let difficulty = difficulty(member, masks) + if houses.is_empty() { 0 } else { SEEN };
    Findings { removed, houses, needed, difficulty }
}

/// Leaves out each house without which the same candidates are excluded. Returns the candidates, and the houses that stay.
fn needed_houses(
    member: &Member,
    removed: Vec<u64>,
    removed_by: impl Fn(&Problem, &mut u64) -> Option<(Vec<u64>, u64)>,
    spent: &mut u64,
) -> (Vec<u64>, Vec<usize>) {
    let mut kept: Vec<usize> = (0..member.seen.len()).collect();
    for at in (0..member.seen.len()).rev() {
        let fewer: Vec<usize> = kept.iter().copied().filter(|&other| other != at).collect();
        let problem =
            fewer.iter().fold(member.problem.clone(), |all, &seen| all.and_different(&member.seen[seen].1));
        if removed_by(&problem, spent).is_some_and(|(others, _)| others == removed) {
            kept = fewer;
        }
    }
    (removed, kept.into_iter().map(|at| member.seen[at].0).collect())
}

/// Difficulty of a step of a rule: combinations to keep in the head, or open cells.
fn difficulty(member: &Member, masks: &[u64]) -> u64 {
    let [least, most] = ONE_RULE;
    let problem = &member.problem;
    let combinations = problem.combination_count(masks);
    let of_rule = match &member.kind {
        MemberKind::Sum(sum) => return sum.difficulty(),
        _ if combinations > 0 => 10 + 2 * u64::from(combinations.next_power_of_two().ilog2()),
        _ if problem.is_of_pairs() => least,
        _ => 10 + 2 * masks.iter().filter(|mask| !mask.is_power_of_two()).count() as u64,
    };
    of_rule.clamp(least, most)
}
