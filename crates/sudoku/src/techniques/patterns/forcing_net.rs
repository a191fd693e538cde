//! Forcing nets: consequences of an assumption by naked and hidden singles, in which several implications may combine.
//!
//! A contradiction disproves the assumption. Without one, a candidate is false if all candidates of a cell, or all places of
//! a digit in a house, falsify it; or if some candidate falsifies it whether it is true or false (digit forcing).

use super::forcing_chain;
use crate::techniques::implications::{Assumption, SinglesPropagation, Unfillable, Verities};
use crate::techniques::prelude::*;
use crate::techniques::work::WorkBudget;

/// The contradiction after the fewest placements.
pub(super) struct ContradictionNet;

impl Pattern for ContradictionNet {
    const INFO: TechniqueInfo = TechniqueInfo::extreme("Contradiction Net", 260)
        .or(&["Forcing Net Contradiction", "Dynamic Unfillable Forcing Chain"]);

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        if board.candidate_count() > CANDIDATES_MAX {
            return SearchProgress::Exhausted;
        }
        let (search, work) = memo.contradictions(board);
        if !search.search(board, work) {
            return SearchProgress::Paused;
        }
        let candidate = search.candidate();
        candidate.and_then(|candidate| contradiction_step(board, search.propagation(), candidate)).into()
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let branches = branches(&step.links, wording);
        let (assumption, then) = branches.first().and_then(|branch| branch.split_first()).map_or_else(
            || (wording.cells(&step.cells), String::new()),
            |(first, rest)| (first.clone(), wording.all(rest.iter().cloned())),
        );
        if step.houses.is_empty() {
            let cell = wording.cells(step.cells.get(1..).unwrap_or_default());
            if then.is_empty() {
                sentence!(
                    "{assumption} implies that {cell} would have no candidate, so {effect}.",
                    [assumption, cell]
                )
            } else {
                sentence!(
                    "{assumption} implies {then}, and then {cell} would have no candidate, so {effect}.",
                    [assumption, then, cell]
                )
            }
        } else {
            let (house, digit) = (wording.houses(&step.houses), wording.digit(step));
            if then.is_empty() {
                sentence!(
                    "{assumption} implies that {house} would have no place for {digit}, so {effect}.",
                    [assumption, house, digit]
                )
            } else {
                sentence!(
                    "{assumption} implies {then}, and then {house} would have no place for {digit}, so {effect}.",
                    [assumption, then, house, digit]
                )
            }
        }
    }
}

/// The shortest of the first conclusions of a candidate that is true or false.
pub(super) struct DigitForcingNet;

impl Pattern for DigitForcingNet {
    const INFO: TechniqueInfo = TechniqueInfo::extreme("Digit Forcing Net", 280).or(&[
        "Digit Forcing Chain",
        "Double Forcing Chain",
        "Dynamic Double Forcing Chain",
    ]);

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        if !Verities::fit(board) {
            return SearchProgress::Exhausted;
        }
        let (verities, propagation, work) = memo.forcing_nets(board);
        let is_complete = collect_if_true(board, verities, propagation, work)
            && verities.collect_if_false(board, work, |candidate, falsified, work| {
                propagation.assume_false(board, candidate);
                falsified.extend_from_slice(propagation.falsified());
                work.spend(propagation.work());
            });
        if !is_complete {
            return SearchProgress::Paused;
        }
        let links = links(board, propagation);
        verities.step_of_candidate(board, links).into()
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let is_premise = |end: &LinkEnd| step.digits.contains(end.digit) && end.cells == step.cells;
        let starts_false = step.links.iter().position(|link| link.is_strong && is_premise(&link.from));
        let (if_true, if_false) = step.links.split_at(starts_false.unwrap_or(step.links.len()));
        let (cell, digit) = (wording.cells(&step.cells), wording.digit(step));
        let placements = |links| branches(links, wording).concat().join(", ");
        let (if_true, if_false) = (placements(if_true), placements(if_false));
        sentence!(
            "{cell}={digit} and {cell}<>{digit} lead to the same conclusion ({if_true}; {cell}<>{digit}, {if_false}), so {effect}.",
            [cell, digit, if_true, if_false]
        )
    }
}

/// The shortest of the first conclusions of all candidates of a cell or places of a digit in a house.
pub(super) struct ForcingNet;

impl Pattern for ForcingNet {
    const INFO: TechniqueInfo = TechniqueInfo::extreme("Forcing Net", 300).or(&[
        "Forcing Net Verity",
        "Cell Forcing Net",
        "Region Forcing Net",
    ]);

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        if !Verities::fit(board) {
            return SearchProgress::Exhausted;
        }
        let (verities, propagation, work) = memo.forcing_nets(board);
        if !collect_if_true(board, verities, propagation, work) {
            return SearchProgress::Paused;
        }
        let links = links(board, propagation);
        verities.step_of_cell_or_house(board, links).into()
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let branches = branches(&step.links, wording).into_iter().map(|branch| branch.join(", "));
        forcing_chain::verity_sentence(step, branches.collect::<Vec<_>>().join("; "), wording)
    }
}

/// Maximum number of candidates of a board, each of which is assumed: a fraction of a second on the largest boards.
const CANDIDATES_MAX: usize = 4_000;

/// The step of the contradiction that follows from a candidate.
fn contradiction_step<const W: usize>(
    board: &Board<W>,
    propagation: &mut SinglesPropagation<W>,
    candidate: Candidate,
) -> Option<Deduction> {
    propagation.assume(board, candidate, usize::MAX);
    let contradiction = propagation.contradiction()?;
    let mut step = Deduction {
        cells: vec![candidate.cell],
        links: propagation.reasons(board, &contradiction.candidates(board)),
        eliminations: vec![candidate],
        ..Deduction::default()
    };
    match contradiction {
        Unfillable::Cell(cell) => step.cells.push(cell),
        Unfillable::Places(house, digit) => {
            step.houses.push(house);
            step.digits = DigitSet::of(digit);
        }
    }
    Some(step)
}

/// Collects what each candidate falsifies. Returns whether the work sufficed.
fn collect_if_true<const W: usize>(
    board: &Board<W>,
    verities: &mut Verities<W>,
    propagation: &mut SinglesPropagation<W>,
    work: &mut WorkBudget,
) -> bool {
    verities.collect_if_true(board, work, |candidate, falsified, work| {
        propagation.assume(board, candidate, usize::MAX);
        falsified.extend_from_slice(propagation.falsified());
        work.spend(propagation.work());
    })
}

/// The links from an assumption to each candidate that it falsifies.
fn links<'a, const W: usize>(
    board: &'a Board<W>,
    propagation: &'a mut SinglesPropagation<W>,
) -> impl FnMut(Assumption, &[Candidate]) -> Vec<Vec<Link>> + 'a {
    move |assumption, targets| {
        match assumption {
            Assumption::True(candidate) => propagation.assume(board, candidate, usize::MAX),
            Assumption::False(candidate) => propagation.assume_false(board, candidate),
        };
        targets.iter().map(|target| propagation.reasons(board, &[*target])).collect()
    }
}

/// The placements of each branch, such as `r1c1=5`: its assumption first.
fn branches(links: &[Link], wording: &Wording<'_>) -> Vec<Vec<String>> {
    let show = |end: &LinkEnd| format!("{}={}", wording.cells(&end.cells), wording.number(end.digit));
    let mut branches: Vec<Vec<String>> = Vec::new();
    for link in links {
        // What falsifies a candidate without being implied is an assumption.
        let placement = show(if link.is_strong { &link.to } else { &link.from });
        match branches.last_mut() {
            Some(branch) if branch.contains(&placement) => {}
            Some(branch) if link.is_strong => branch.push(placement),
            _ => branches.push(vec![placement]),
        }
    }
    branches
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    #[test]
    fn assumption_that_empties_a_cell_is_disproved() {
        let board = |r5c5: &[usize]| testing::restricted(&[(4, &[1, 2]), (36, &[1, 3]), (40, r5c5)]);
        let disproved = board(&[2, 3]);
        let step =
            testing::find::<ContradictionNet, _>(&disproved).expect("1 in r1c1 leaves no candidate in r5c5");
        testing::assert_step(
            &disproved,
            &step,
            "r1c1<>1",
            ContradictionNet::sentence,
            "r1c1=1 implies r1c5=2 and r5c1=3, and then r5c5 would have no candidate, so r1c1 cannot be 1.",
        );
        assert_eq!(testing::find::<ContradictionNet, _>(&board(&[2, 3, 4])), None);
    }

    #[test]
    fn conclusion_of_both_candidates_of_a_cell_is_found() {
        let board = |r1c1: &[usize]| {
            testing::restricted(&[(40, &[1, 2]), (36, &[1, 3]), (4, &[1, 4]), (0, r1c1), (76, &[2, 9])])
        };
        let proved = board(&[3, 4, 9]);
        let step = testing::find::<ForcingNet, _>(&proved).expect("r1c1 or r9c5 is 9");
        testing::assert_step(
            &proved,
            &step,
            "r9c1<>9",
            ForcingNet::sentence,
            "each candidate of r5c5 leads to the same conclusion (r5c5=1, r1c5=4, r5c1=3, r1c1=9; r5c5=2, r9c5=9), so \
             r9c1 cannot be 9.",
        );
        assert_eq!(testing::find::<ForcingNet, _>(&board(&[3, 4, 8, 9])), None);
    }

    #[test]
    fn conclusion_of_a_true_and_a_false_candidate_is_found() {
        let board = |r1c1: &[usize]| {
            testing::restricted(&[(40, &[1, 2]), (36, &[1, 3]), (4, &[1, 4]), (0, r1c1), (76, &[2, 9])])
        };
        let proved = board(&[3, 4, 9]);
        let step = testing::find::<DigitForcingNet, _>(&proved).expect("r1c1 or r9c5 is 9");
        testing::assert_step(
            &proved,
            &step,
            "r9c1<>9",
            DigitForcingNet::sentence,
            "r5c5=1 and r5c5<>1 lead to the same conclusion (r5c5=1, r1c5=4, r5c1=3, r1c1=9; r5c5<>1, r5c5=2, r9c5=9), \
             so r9c1 cannot be 9.",
        );
        assert_eq!(testing::find::<DigitForcingNet, _>(&board(&[3, 4, 8, 9])), None);
    }
}
