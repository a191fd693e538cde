//! AIC: a chain whose links are in turn strong and weak, between candidates of any digit; grouped, between candidates of a
//! digit in the intersection of two houses, too.

use crate::techniques::board::Board;
use crate::techniques::chains::LinkKinds;
use crate::techniques::memo::{SearchMemo, SearchProgress};
use crate::techniques::technique::Technique;

/// The step of the shortest chain.
pub(super) fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
    memo.find_chain(board, Technique::Aic, LinkKinds::Candidates)
}

/// The step of the shortest chain with groups.
pub(super) fn find_grouped<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
    memo.find_chain(board, Technique::GroupedAic, LinkKinds::Groups)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::chains::chain_sentence;
    use crate::techniques::patterns::find_step;
    use crate::techniques::testing;
    use crate::techniques::wording::Wording;

    /// 1 has two places in row 1, 2 in column 5, 3 the places `row_8` in row 8.
    fn board(row_8: &[usize]) -> Board<2> {
        let mut board = testing::board(&".".repeat(81));
        testing::confine(&mut board, 0, 1, &[0, 4]);
        testing::confine(&mut board, 13, 2, &[0, 7]);
        testing::confine(&mut board, 7, 3, row_8);
        board
    }

    #[test]
    fn ends_of_different_digits_eliminate_each_other() {
        let board = board(&[0, 4]);
        let step = find_step(&board, Technique::Aic).expect("r1c1 is 1 or r8c1 is 3");
        let chain = "(1)r1c1 = (1)r1c5 - (2)r1c5 = (2)r8c5 - (3)r8c5 = (3)r8c1";
        let sentence =
            format!("one end of the chain {chain} is true, so r8c1 cannot be 1; r1c1 cannot be 3.");
        testing::assert_step(&board, &step, "r8c1<>1 r1c1<>3", chain_sentence, &sentence);
    }

    #[test]
    fn ends_that_do_not_see_each_other_eliminate_nothing() {
        assert_eq!(find_step(&board(&[1, 4]), Technique::Aic), None);
    }

    #[test]
    fn links_of_a_loop_eliminate_what_sees_both_ends() {
        let mut board = testing::board(&".".repeat(81));
        testing::confine(&mut board, 0, 1, &[0, 4]);
        testing::confine(&mut board, 7, 1, &[0, 4]);
        let step = find_step(&board, Technique::Aic).expect("an X-wing is a loop");
        let chain = "(1)r1c1 = (1)r1c5 - (1)r8c5 = (1)r8c1 - (1)r1c1";
        let sentence = chain_sentence(&step, &Wording::new(board.layout())).to_string();
        assert!(sentence.starts_with(&format!("one end of each link of the loop {chain} is true, so ")));
        let from_zero = chain_sentence(&step, &Wording::with_lowest_digit(board.layout(), 0)).to_string();
        assert!(
            from_zero.contains(&format!("the loop {} is true", chain.replace("(1)", "(0)"))),
            "{from_zero}"
        );
        assert_eq!(step.eliminations.len(), 14);
        testing::assert_progress(&board, &step);
    }

    #[test]
    fn group_of_a_box_continues_a_chain() {
        let mut board = testing::board(&".".repeat(81));
        // Box 1 has 1 in r1c1, or in r3c2 or r3c3. Row 3 then has none in r3c8, so that column 8 has it in r9c8.
        testing::confine(&mut board, 18, 1, &[0, 7, 8]);
        testing::confine(&mut board, 16, 1, &[2, 8]);
        let step = find_step(&board, Technique::GroupedAic).expect("r1c1 or r9c8 is 1");
        let sentence =
            "one end of the chain (1)r1c1 = (1)r3c2,r3c3 - (1)r3c8 = (1)r9c8 is true, so r9c1 cannot be 1.";
        testing::assert_step(&board, &step, "r9c1<>1", chain_sentence, sentence);
        assert_eq!(find_step(&board, Technique::Aic), None);
    }

    #[test]
    fn group_outside_an_intersection_is_not_linked() {
        let mut board = testing::board(&".".repeat(81));
        testing::confine(&mut board, 18, 1, &[0, 4, 7, 8]);
        testing::confine(&mut board, 16, 1, &[2, 8]);
        assert_eq!(find_step(&board, Technique::GroupedAic), None);
    }
}
