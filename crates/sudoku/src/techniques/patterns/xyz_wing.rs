//! XYZ-wing: a pivot with three candidates sees two wings that have one digit in common and one other digit of the pivot
//! each.
//!
//! The pivot or one of the wings has the common digit.

use crate::techniques::prelude::*;

pub(super) struct XyzWing;

impl Pattern for XyzWing {
    const INFO: TechniqueInfo = TechniqueInfo::hard("XYZ-Wing", 38);

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find(board, find)
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let Some((&pivot, wings)) = step.cells.split_first() else { return Sentence::default() };
        let (pivot, wings) = (wording.cell(pivot), wording.cells(wings));
        let digit = wording.digits(step.eliminated_digits());
        sentence!(
            "whichever digit {pivot} has, it or one of its wings {wings} is {digit}, so {effect}.",
            [pivot, wings, digit]
        )
    }
}

fn find<const W: usize>(board: &Board<W>) -> Option<Deduction> {
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
                let step = Deduction {
                    digits,
                    cells: cells.to_vec(),
                    links: vec![link(one), link(other)],
                    ..Deduction::default()
                };
                Some(step.eliminating(common, targets))
            })
        })
    })
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
            XyzWing::sentence,
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
