//! The literals from which a rule has concluded another one.

use super::clauses::Clauses;
use super::history::History;
use super::literal::{Literal, candidate};
use crate::bits::set_bits;
use crate::constrained::board::{Board, Cause, Conflict};
use crate::constrained::houses;
use crate::constrained::model::Model;
use crate::constrained::sum_groups::SumScratch;

/// Everything that an explanation follows from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context<'a> {
    pub(super) model: &'a Model,
    pub(super) board: &'a Board,
    pub(super) history: &'a History,
    pub(super) clauses: &'a Clauses,
}

/// Memory for explanations.
#[derive(Clone, Debug, Default)]
pub(super) struct Explainer {
    scratch: SumScratch,
    /// Candidates of the cells of a rule that suffice for its conclusion.
    masks: Vec<u64>,
    tried: Vec<u64>,
    /// The cells of a rule by their last change.
    order: Vec<(usize, usize)>,
}

/// What a rule has concluded about a cell.
#[derive(Clone, Copy, Debug)]
struct Conclusion {
    cell: u16,
    digit: usize,
    is_placed: bool,
}

impl Explainer {
    /// Work so far.
    pub(super) fn work(&self) -> u64 {
        self.scratch.work
    }

    /// Adds the literals that have implied a true literal. A choice has none.
    pub(super) fn explain_literal(&mut self, context: Context<'_>, literal: Literal, out: &mut Vec<Literal>) {
        let Context { model, board, history, .. } = context;
        let at = history.change_of(literal);
        let change = board.changes()[at];
        let (cell, digit) = (change.cell, literal.digit());
        match (literal.is_excluded(), change.placed) {
            (true, Some(placed)) => out.push(Literal::placed(candidate(cell, placed.into()))),
            (false, None) => {
                let others = (0..model.digits).filter(|&other| other != digit);
                out.extend(others.map(|other| Literal::excluded(candidate(cell, other))));
            }
            (is_excluded, _) => {
                let conclusion = Conclusion { cell, digit, is_placed: !is_excluded };
                self.explain(context, change.cause, Some(conclusion), at, out);
            }
        }
    }

    /// Adds the literals that contradict each other.
    pub(super) fn explain_conflict(
        &mut self,
        context: Context<'_>,
        conflict: Conflict,
        out: &mut Vec<Literal>,
    ) {
        let digits = context.model.digits;
        let at = context.board.changes().len();
        match conflict {
            Conflict::Cell(cell) => {
                // The literals before the last change of the cell, and those from which its digits were removed.
                let Some(last) = context.board.changes().iter().rposition(|change| change.cell == cell)
                else {
                    return;
                };
                let change = context.board.changes()[last];
                if let Some(solved) = context.history.solved_before(cell, last, context.board) {
                    out.push(Literal::placed(candidate(cell, solved)));
                } else {
                    let before = (0..digits).filter(|digit| change.removed >> digit & 1 == 0);
                    out.extend(before.map(|digit| Literal::excluded(candidate(cell, digit))));
                }
                for digit in set_bits(change.removed) {
                    let conclusion = Conclusion { cell, digit, is_placed: false };
                    self.explain(context, change.cause, Some(conclusion), last, out);
                }
            }
            Conflict::Placement { cell, digit, cause } => {
                let conclusion = Conclusion { cell, digit, is_placed: true };
                self.explain(context, cause, Some(conclusion), at, out);
                out.push(Literal::excluded(candidate(cell, digit)));
            }
            Conflict::Rule(cause) => self.explain(context, cause, None, at, out),
        }
    }

    /// Adds the literals, true before change `at`, from which a rule has concluded something, or its contradiction.
    fn explain(
        &mut self,
        context: Context<'_>,
        cause: Cause,
        conclusion: Option<Conclusion>,
        at: usize,
        out: &mut Vec<Literal>,
    ) {
        let Context { model, clauses, .. } = context;
        match (cause, conclusion) {
            (Cause::Clause(index), conclusion) => {
                let own = conclusion.map(|Conclusion { cell, digit, is_placed }| {
                    let candidate = candidate(cell, digit);
                    if is_placed { Literal::placed(candidate) } else { Literal::excluded(candidate) }
                });
                let others = clauses.literals(index).iter().filter(|&&literal| Some(literal) != own);
                out.extend(others.map(|literal| literal.negated()));
            }
            (Cause::Peer(peer), Some(Conclusion { digit, .. })) => {
                out.push(Literal::placed(candidate(peer, digit)));
            }
            (Cause::Relation(from), Some(Conclusion { cell, digit, .. })) => {
                if let Some(solved) = context.history.solved_before(from, at, context.board) {
                    out.push(Literal::placed(candidate(from, solved)));
                    return;
                }
                let arcs = model.arcs[usize::from(cell)].iter().filter(|arc| arc.to == from);
                for arc in arcs {
                    let allowed = model.supports[arc.support as usize].of(1 << digit);
                    out.extend(set_bits(allowed).map(|other| Literal::excluded(candidate(from, other))));
                }
            }
            (Cause::Places(index), Some(Conclusion { cell, digit, .. })) => {
                let (house, placed) = (index as usize / model.digits, index as usize % model.digits);
                let is_possible = |&&place: &&u16| model.contradicted(place, placed, cell) >> digit & 1 == 0;
                let places = model.houses[house].cells.iter().filter(is_possible);
                out.extend(places.map(|&place| Literal::excluded(candidate(place, placed))));
            }
            (Cause::House(index), conclusion) => {
                let cells = &model.houses[index as usize].cells;
                match conclusion {
                    Some(Conclusion { cell, digit, .. }) if cells.len() == model.digits => {
                        let others = cells.iter().filter(|&&other| other != cell);
                        out.extend(others.map(|&other| Literal::excluded(candidate(other, digit))));
                    }
                    _ => {
                        let refutes =
                            |masks: &mut [u64], _: &mut SumScratch| !houses::has_enough_digits(masks);
                        self.minimise(context, cells, conclusion, at, refutes, out);
                    }
                }
            }
            (Cause::Sum(index) | Cause::Needed(index), conclusion) => {
                let sum = &model.sums[index as usize];
                let refutes =
                    |masks: &mut [u64], scratch: &mut SumScratch| !sum.filter(model.subsets, masks, scratch);
                self.minimise(context, &sum.cells, conclusion, at, refutes, out);
            }
            (Cause::Table(index), conclusion) => {
                let table = &model.tables[index as usize];
                let refutes = |masks: &mut [u64], _: &mut SumScratch| !table.filter(masks);
                self.minimise(context, &table.cells, conclusion, at, refutes, out);
            }
            // A choice, or a rule that has no contradiction by itself.
            (Cause::Given | Cause::Peer(_) | Cause::Relation(_) | Cause::Places(_), _) => {}
        }
    }

    /// Adds a small set of removed candidates of `cells` with which the rule refutes the negation of the conclusion.
    fn minimise(
        &mut self,
        context: Context<'_>,
        cells: &[u16],
        conclusion: Option<Conclusion>,
        at: usize,
        refutes: impl Fn(&mut [u64], &mut SumScratch) -> bool,
        out: &mut Vec<Literal>,
    ) {
        let Context { model, board, history, .. } = context;
        let root = history.level_starts().first().copied().unwrap_or(at).min(at);
        let Self { scratch, masks, tried, order, .. } = self;
        // The digit of each cell that the negation removes, or places.
        let assumed = |cell: u16, mask: u64| match conclusion {
            Some(Conclusion { cell: own, digit, is_placed }) if own == cell => {
                if is_placed {
                    mask & !(1 << digit)
                } else {
                    1 << digit
                }
            }
            // The peers of a cell have other digits.
            Some(Conclusion { cell: own, digit, is_placed: false }) if model.is_peer(own, cell) => {
                mask & !(1 << digit)
            }
            _ => mask,
        };
        masks.clear();
        masks.extend(cells.iter().map(|&cell| assumed(cell, history.mask_before(cell, at, board))));
        let mut is_refuted = |masks: &[u64]| {
            tried.clear();
            tried.extend_from_slice(masks);
            refutes(tried, scratch)
        };
        order.clear();
        order.extend(
            (0..cells.len()).map(|index| (history.last_change_before(cells[index], at, board), index)),
        );
        order.sort_unstable_by(|one, other| other.cmp(one));
        if is_refuted(masks) {
            for &(_, index) in &*order {
                let cell = cells[index];
                let narrow = masks[index];
                let wide = assumed(cell, history.mask_before(cell, root, board));
                if narrow == wide {
                    continue;
                }
                masks[index] = wide;
                if is_refuted(masks) {
                    continue;
                }
                masks[index] = narrow;
                for digit in set_bits(wide & !narrow) {
                    masks[index] |= 1 << digit;
                    if !is_refuted(masks) {
                        masks[index] &= !(1 << digit);
                    }
                }
            }
        }
        for (&cell, &mask) in cells.iter().zip(&*masks) {
            let removed = assumed(cell, history.mask_before(cell, root, board)) & !mask;
            match history.solved_before(cell, at, board) {
                Some(digit) if removed.count_ones() > 1 => {
                    out.push(Literal::placed(candidate(cell, digit)));
                }
                _ => out.extend(set_bits(removed).map(|digit| Literal::excluded(candidate(cell, digit)))),
            }
        }
    }
}
