//! XYZ-wing: a pivot with three candidates sees two wings that have one digit in common and one other digit of the pivot
//! each.
//!
//! The pivot or one of the wings has the common digit.

use crate::encoding::Candidate;
use crate::techniques::board::Board;
use crate::techniques::sentence::{Sentence, sentence};
use crate::techniques::step::{Link, Step};
use crate::techniques::technique::Technique;
use crate::techniques::wording::Wording;

pub(super) fn find<const W: usize>(board: &Board<W>) -> Option<Step> {
    let (bivalue, geometry) = (board.bivalue_cells(), board.geometry());
    (board.open() - bivalue).iter().find_map(|pivot| {
        let digits = board.candidates(pivot);
        if digits.len() != 3 {
            return None;
        }
        let near = bivalue & geometry.peers(pivot);
        let is_wing = |cell: &_| board.candidates(*cell).is_subset(digits);
        near.iter().filter(is_wing).find_map(|one| {
            near.iter().filter(is_wing).filter(|&other| other > one).find_map(|other| {
                let common = board.candidates(one).intersection(board.candidates(other)).only()?;
                let cells = [pivot, one, other];
                let targets = board.cells_with(common) & geometry.common_peers(cells);
                if targets.is_empty() {
                    return None;
                }
                let link = |wing| {
                    let [from, to] = [pivot, wing].map(|cell| Candidate { cell, digit: common });
                    Link::weak(from, to)
                };
                let mut step = Step {
                    digits,
                    cells: cells.to_vec(),
                    links: vec![link(one), link(other)],
                    ..Step::new(Technique::XyzWing)
                };
                step.eliminate(common, targets);
                Some(step)
            })
        })
    })
}

pub(super) fn sentence(step: &Step, wording: &Wording<'_>) -> Sentence {
    let Some((&pivot, wings)) = step.cells.split_first() else { return Sentence::default() };
    let digit =
        step.eliminations.first().map_or_else(String::new, |elimination| wording.number(elimination.digit));
    let (pivot, wings, effect) = (wording.cell(pivot), wording.cells(wings), wording.effect(step));
    sentence!(
        "whichever digit {pivot} has, it or one of its wings {wings} is {digit}, so {effect}.",
        pivot,
        wings,
        digit,
        effect
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    #[test]
    fn pivot_with_three_candidates_is_found() {
        let board = testing::candidates(&format!("123 . . . 13 . . . . . 23 . {}", ". ".repeat(69)));
        let step = find(&board).expect("r1c1 with r1c5 and r2c2");
        testing::assert_step(
            &board,
            &step,
            "r1c2<>3 r1c3<>3",
            sentence,
            "whichever digit r1c1 has, it or one of its wings r1c5 and r2c2 is 3, so r1c2 and r1c3 cannot be 3.",
        );
    }

    #[test]
    fn wings_with_the_same_digits_are_not_found() {
        for wing in ["13", "24"] {
            let board = testing::candidates(&format!("123 . . . 13 . . . . . {wing} . {}", ". ".repeat(69)));
            assert_eq!(find(&board), None);
        }
    }
}
