//! Forcing chain: whichever candidate of a cell, or place of a digit in a house, is true, a chain of single implications
//! from it leads to the same conclusion.

use crate::techniques::chains::{alternating_links, notation};
use crate::techniques::implications::{Assumption, Verities};
use crate::techniques::prelude::*;

pub(super) struct ForcingChain;

impl Pattern for ForcingChain {
    const INFO: TechniqueInfo = TechniqueInfo::extreme("Forcing Chain", 220).or(&[
        "Forcing Chain Verity",
        "Cell Forcing Chain",
        "Region Forcing Chain",
    ]);

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        if !Verities::fit(board) {
            return SearchProgress::Exhausted;
        }
        let (verities, search, work) = memo.forcing_chains(board);
        let is_complete = verities.collect_if_true(board, work, |candidate, falsified, work| {
            let node = search.nodes().of(candidate.cell, candidate.digit);
            falsified.extend_from_slice(search.consequences(board, node));
            work.spend(search.reached() as u64);
        });
        if !is_complete {
            return SearchProgress::Paused;
        }
        let step = verities.step_of_cell_or_house(board, |assumption, targets| {
            let Assumption::True(branch) = assumption else { return Vec::new() };
            search.assume(board, search.nodes().of(branch.cell, branch.digit));
            let nodes = search.nodes();
            let path_to = |target: &Candidate| search.path_to(board, nodes.of(target.cell, target.digit));
            targets.iter().map(|target| alternating_links(nodes, &path_to(target), false)).collect()
        });
        step.into()
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        // A chain ends where the next one does not continue.
        let continues = |one: &Link, next: &Link| one.to == next.from;
        let chains = step.links.chunk_by(continues).map(|chain| notation(chain, wording));
        verity_sentence(step, chains.collect::<Vec<_>>().join("; "), wording)
    }
}

/// The sentence of a step whose branches, from all candidates of a cell or all places of a digit, have one conclusion.
pub(super) fn verity_sentence(step: &Deduction, branches: String, wording: &Wording<'_>) -> Sentence {
    if step.houses.is_empty() {
        let cell = wording.cells(&step.cells);
        sentence!(
            "each candidate of {cell} leads to the same conclusion ({branches}), so {effect}.",
            [cell, branches]
        )
    } else {
        let (digit, house) = (wording.digit(step), wording.houses(&step.houses));
        sentence!(
            "each place of {digit} in {house} leads to the same conclusion ({branches}), so {effect}.",
            [digit, house, branches]
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    /// Each candidate of r5c5 makes r5c1, r1c5 or, if it is `r2c2`, r2c2 a 9.
    fn board(r2c2: &[usize]) -> Board<2> {
        testing::restricted(&[(40, &[1, 2, 3]), (36, &[1, 9]), (4, &[2, 9]), (37, &[3, 8]), (10, r2c2)])
    }

    #[test]
    fn common_conclusion_of_all_candidates_of_a_cell_is_found() {
        let board = board(&[8, 9]);
        let step = testing::find::<ForcingChain, _>(&board).expect("one of three cells that see r1c1 is 9");
        testing::assert_step(
            &board,
            &step,
            "r1c1<>9",
            ForcingChain::sentence,
            "each candidate of r5c5 leads to the same conclusion ((1)r5c5 - (1)r5c1 = (9)r5c1 - (9)r1c1; (2)r5c5 - (2)r1c5 \
             = (9)r1c5 - (9)r1c1; (3)r5c5 - (3)r5c2 = (8)r5c2 - (8)r2c2 = (9)r2c2 - (9)r1c1), so r1c1 cannot be 9.",
        );
    }

    #[test]
    fn candidate_without_the_conclusion_forbids_it() {
        assert_eq!(testing::find::<ForcingChain, _>(&board(&[7, 9])), None);
    }
}
