//! X-chain: an alternating chain of strong and weak links of one digit.

use crate::techniques::chains::{ChainSearch, LinkKinds, chain_sentence, chain_step};
use crate::techniques::prelude::*;
use crate::techniques::work::WorkBudget;

pub(super) struct XChain;

impl Pattern for XChain {
    const INFO: TechniqueInfo = TechniqueInfo::expert("X-Chain", 110);

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find_in_digits(board, find)
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        chain_sentence(step, wording)
    }
}

/// The step of the shortest chain of a digit.
fn find<const W: usize>(board: &Board<W>, digit: Digit) -> Option<Deduction> {
    let mut search = ChainSearch::new(board, LinkKinds::OneDigit(digit));
    let mut work = WorkBudget::UNLIMITED;
    search.search(board, &mut work);
    chain_step(board, &search)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    /// 1 has the places `row_1` of row 1, r4c5 and r4c8 in row 4, and r7c2 and r7c8 in row 7.
    fn board(row_1: &[usize]) -> Board<2> {
        let mut board = testing::board(&".".repeat(81));
        testing::confine(&mut board, 0, 1, row_1);
        testing::confine(&mut board, 3, 1, &[4, 7]);
        testing::confine(&mut board, 6, 1, &[1, 7]);
        board
    }

    #[test]
    fn ends_of_three_strong_links_eliminate_what_sees_both() {
        let board = board(&[0, 4]);
        let step = find(&board, testing::digit(1)).expect("r1c1 or r7c2 is 1");
        testing::assert_step(
            &board,
            &step,
            "r2c2<>1 r3c2<>1 r8c1<>1 r9c1<>1",
            XChain::sentence,
            "one end of the chain (1)r1c1 = (1)r1c5 - (1)r4c5 = (1)r4c8 - (1)r7c8 = (1)r7c2 is true, so r2c2, r3c2, \
             r8c1 and r9c1 cannot be 1.",
        );
        assert_eq!(
            step.links.iter().map(|link| link.is_strong).collect::<Vec<_>>(),
            [true, false, true, false, true]
        );
    }

    #[test]
    fn third_place_breaks_the_chain() {
        assert_eq!(find(&board(&[0, 3, 4]), testing::digit(1)), None);
    }
}
