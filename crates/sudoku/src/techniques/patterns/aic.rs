//! AIC: a chain whose links are in turn strong and weak, between candidates of any digit; grouped, between candidates of a
//! digit in the intersection of two houses, too.

use crate::techniques::chains::{LinkKinds, chain_sentence};
use crate::techniques::prelude::*;

pub(super) struct Aic<const IS_GROUPED: bool>;

impl<const IS_GROUPED: bool> Pattern for Aic<IS_GROUPED> {
    const INFO: TechniqueInfo = match IS_GROUPED {
        false => TechniqueInfo::expert("AIC", 120).or(&["Alternating Inference Chain", "Nice Loop"]),
        true => TechniqueInfo::expert("Grouped AIC", 140).or(&["Grouped Nice Loop"]),
    };

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find_chain(board, if IS_GROUPED { LinkKinds::Groups } else { LinkKinds::Candidates })
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        chain_sentence(step, wording)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

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
        let step = testing::find::<Aic<false>, _>(&board).expect("r1c1 is 1 or r8c1 is 3");
        let chain = "(1)r1c1 = (1)r1c5 - (2)r1c5 = (2)r8c5 - (3)r8c5 = (3)r8c1";
        let sentence =
            format!("one end of the chain {chain} is true, so r8c1 cannot be 1; r1c1 cannot be 3.");
        testing::assert_step(&board, &step, "r8c1<>1 r1c1<>3", Aic::<false>::sentence, &sentence);
    }

    #[test]
    fn ends_that_do_not_see_each_other_eliminate_nothing() {
        assert_eq!(testing::find::<Aic<false>, _>(&board(&[1, 4])), None);
    }

    #[test]
    fn links_of_a_loop_eliminate_what_sees_both_ends() {
        let mut board = testing::board(&".".repeat(81));
        testing::confine(&mut board, 0, 1, &[0, 4]);
        testing::confine(&mut board, 7, 1, &[0, 4]);
        let step = testing::find::<Aic<false>, _>(&board).expect("an X-wing is a loop");
        let chain = "(1)r1c1 = (1)r1c5 - (1)r8c5 = (1)r8c1 - (1)r1c1";
        let sentence = testing::text(Aic::<false>::sentence, &step, &Wording::new(board.layout()));
        assert!(sentence.starts_with(&format!("one end of each link of the loop {chain} is true, so ")));
        let from_zero =
            testing::text(Aic::<false>::sentence, &step, &Wording::with_lowest_digit(board.layout(), 0));
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
        let step = testing::find::<Aic<true>, _>(&board).expect("r1c1 or r9c8 is 1");
        let sentence =
            "one end of the chain (1)r1c1 = (1)r3c2,r3c3 - (1)r3c8 = (1)r9c8 is true, so r9c1 cannot be 1.";
        testing::assert_step(&board, &step, "r9c1<>1", Aic::<false>::sentence, sentence);
        assert_eq!(testing::find::<Aic<false>, _>(&board), None);
    }

    #[test]
    fn group_outside_an_intersection_is_not_linked() {
        let mut board = testing::board(&".".repeat(81));
        testing::confine(&mut board, 18, 1, &[0, 4, 7, 8]);
        testing::confine(&mut board, 16, 1, &[2, 8]);
        assert_eq!(testing::find::<Aic<true>, _>(&board), None);
    }
}
