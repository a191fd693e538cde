//! XY-chain: an alternating chain whose strong links are cells with two candidates.

use crate::techniques::chains::{LinkKinds, chain_sentence};
use crate::techniques::prelude::*;

pub(super) struct XyChain;

impl Pattern for XyChain {
    const INFO: TechniqueInfo = TechniqueInfo::expert("XY-Chain", 110);

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find_chain(board, LinkKinds::BivalueCells)
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        chain_sentence(step, wording)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Cell;
    use crate::techniques::testing;

    /// Restricts r1c1, r1c5, r5c5 and r5c9 to two candidates each, the last one to `last`.
    fn board(last: &[usize]) -> Board<2> {
        testing::restricted(&[(0, &[1, 2]), (4, &[2, 3]), (40, &[3, 4]), (44, last)])
    }

    #[test]
    fn ends_with_a_common_digit_eliminate_what_sees_both() {
        let board = board(&[4, 1]);
        let step = testing::find::<XyChain, _>(&board).expect("r1c1 or r5c9 is 1");
        let chain = "(1)r1c1 = (2)r1c1 - (2)r1c5 = (3)r1c5 - (3)r5c5 = (4)r5c5 - (4)r5c9 = (1)r5c9";
        let sentence = format!("one end of the chain {chain} is true, so r1c9 and r5c1 cannot be 1.");
        testing::assert_step(&board, &step, "r1c9<>1 r5c1<>1", XyChain::sentence, &sentence);
        assert_eq!(step.cells, [0, 4, 40, 44].map(Cell));
    }

    #[test]
    fn ends_with_different_digits_eliminate_nothing() {
        assert_eq!(testing::find::<XyChain, _>(&board(&[4, 5])), None);
    }
}
