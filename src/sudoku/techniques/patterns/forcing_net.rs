//! Forcing nets: consequences of an assumption by naked and hidden singles, in which several implications may combine.
//!
//! A contradiction disproves the assumption. Without one, a candidate that all candidates of a cell, or all places of a
//! digit in a house, falsify is false.

use super::forcing_chain::premise_text;
use crate::sudoku::encoding::Candidate;
use crate::sudoku::model::{Digit, DigitSet};
use crate::sudoku::techniques::board::Board;
use crate::sudoku::techniques::implications::{Contradiction, Propagation, Verities};
use crate::sudoku::techniques::step::{LinkEnd, Step};
use crate::sudoku::techniques::technique::Technique;
use crate::sudoku::techniques::wording::{Wording, enumerate};

/// Maximum number of candidates of a board, each of which is assumed: a fraction of a second on the largest boards.
const CANDIDATES_MAX: usize = 4_000;

/// The contradiction after the fewest placements.
pub(super) fn find_contradiction<const W: usize>(board: &Board<W>) -> Option<Step> {
    if board.candidate_count() > CANDIDATES_MAX {
        return None;
    }
    let mut propagation = Propagation::new(board);
    let mut best: Option<(usize, Candidate)> = None;
    for digit in Digit::all(board.size()) {
        for cell in board.cells_with(digit).iter() {
            let candidate = Candidate { cell, digit };
            let placements_max = best.map_or(usize::MAX, |(placements, _)| placements - 1);
            if !propagation.assume(candidate, placements_max) {
                best = Some((propagation.placement_count(), candidate));
            }
        }
    }
    let (_, candidate) = best?;
    propagation.assume(candidate, usize::MAX);
    let contradiction = propagation.contradiction()?;
    let mut step = Step {
        cells: vec![candidate.cell],
        links: propagation.reasons(&propagation.conflict(contradiction)),
        eliminations: vec![candidate],
        ..Step::new(Technique::ContradictionNet)
    };
    match contradiction {
        Contradiction::Cell(cell) => step.cells.push(cell),
        Contradiction::Places(house, digit) => {
            step.houses.push(house);
            step.digits = DigitSet::of(digit);
        }
    }
    Some(step)
}

/// The shortest of the first conclusions of all candidates of a cell or places of a digit in a house.
pub(super) fn find_verity<const W: usize>(board: &Board<W>) -> Option<Step> {
    let mut propagation = Propagation::new(board);
    let verities = Verities::new(board, |candidate, falsified| {
        propagation.assume(candidate, usize::MAX);
        falsified.extend_from_slice(propagation.falsified());
    })?;
    verities.shortest_step(board, Technique::ForcingNet, |branch, targets| {
        propagation.assume(branch, usize::MAX);
        targets.iter().map(|target| propagation.reasons(&[*target])).collect()
    })
}

pub(super) fn contradiction_sentence(step: &Step, wording: &Wording<'_>) -> String {
    let branches = branches(step, wording);
    let (assumption, then) = branches.first().and_then(|branch| branch.split_first()).map_or_else(
        || (wording.cells(&step.cells), String::new()),
        |(first, rest)| (first.clone(), enumerate(rest.iter().cloned(), "and")),
    );
    let then = if then.is_empty() { "that".to_owned() } else { format!("{then}, and then") };
    let end = match step.houses[..] {
        [] => format!("{} would have no candidate", wording.cells(step.cells.get(1..).unwrap_or_default())),
        _ => format!("{} would have no place for {}", wording.houses(&step.houses), wording.digit(step)),
    };
    format!("{assumption} implies {then} {end}, so {}.", wording.effect(step))
}

pub(super) fn verity_sentence(step: &Step, wording: &Wording<'_>) -> String {
    let branches = branches(step, wording).into_iter().map(|branch| branch.join(", "));
    let (premise, branches) = (premise_text(step, wording), branches.collect::<Vec<_>>().join("; "));
    format!("{premise} leads to the same conclusion ({branches}), so {}.", wording.effect(step))
}

/// The placements of each branch, such as `r1c1=5`: its assumption first.
fn branches(step: &Step, wording: &Wording<'_>) -> Vec<Vec<String>> {
    let show = |end: &LinkEnd| format!("{}={}", wording.cells(&end.cells), end.digit.value());
    let mut branches: Vec<Vec<String>> = Vec::new();
    for link in &step.links {
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
    use crate::sudoku::techniques::testing;

    #[test]
    fn assumption_that_empties_a_cell_is_disproved() {
        let board = |r5c5: &[usize]| testing::restricted(&[(4, &[1, 2]), (36, &[1, 3]), (40, r5c5)]);
        let disproved = board(&[2, 3]);
        let step = find_contradiction(&disproved).expect("1 in r1c1 leaves no candidate in r5c5");
        testing::assert_step(
            &disproved,
            &step,
            "r1c1<>1",
            contradiction_sentence,
            "r1c1=1 implies r1c5=2 and r5c1=3, and then r5c5 would have no candidate, so r1c1 cannot be 1.",
        );
        assert_eq!(find_contradiction(&board(&[2, 3, 4])), None);
    }

    #[test]
    fn conclusion_of_both_candidates_of_a_cell_is_found() {
        let board = |r1c1: &[usize]| {
            testing::restricted(&[(40, &[1, 2]), (36, &[1, 3]), (4, &[1, 4]), (0, r1c1), (76, &[2, 9])])
        };
        let proved = board(&[3, 4, 9]);
        let step = find_verity(&proved).expect("r1c1 or r9c5 is 9");
        testing::assert_step(
            &proved,
            &step,
            "r9c1<>9",
            verity_sentence,
            "each candidate of r5c5 leads to the same conclusion (r5c5=1, r1c5=4, r5c1=3, r1c1=9; r5c5=2, r9c5=9), so \
             r9c1 cannot be 9.",
        );
        assert_eq!(find_verity(&board(&[3, 4, 8, 9])), None);
    }
}
