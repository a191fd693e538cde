//! Pointing and claiming: the places of a digit in one house lie in another, which eliminates the digit from the rest of the
//! other.
//!
//! Pointing starts at a box or another region, claiming at any other house.

use crate::model::Intersection;
use crate::techniques::prelude::*;

/// Pointing, or claiming if the first house is no region.
pub(super) struct LockedCandidates<const IS_REGION: bool>;

impl<const IS_REGION: bool> Pattern for LockedCandidates<IS_REGION> {
    const INFO: TechniqueInfo = match IS_REGION {
        true => TechniqueInfo::medium("Pointing", 12).or(&[
            "Locked Candidates Type 1",
            "Pointing Pair",
            "Pointing Triple",
        ]),
        false => {
            TechniqueInfo::medium("Claiming", 12).or(&["Locked Candidates Type 2", "Box/Line Reduction"])
        }
    };

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find_in_houses(board, |board, house| match board.geometry().is_region(house) == IS_REGION {
            true => find(board, house),
            false => None,
        })
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let (house, other) = (wording.houses(&step.houses), wording.houses(&step.covers));
        let digit = wording.digit(step);
        sentence!(
            "all places for {digit} in {house} are also in {other}, so {effect}.",
            [digit, house, other]
        )
    }
}

fn find<const W: usize>(board: &Board<W>, house: usize) -> Option<Deduction> {
    let mut intersections = board.geometry().rules().intersections(house).iter();
    intersections.find_map(|intersection| {
        let mut digits = board.unplaced(house).digits();
        digits.find_map(|digit| step(board, house, intersection, digit))
    })
}

#[inline]
fn step<const W: usize>(
    board: &Board<W>,
    house: usize,
    intersection: &Intersection,
    digit: Digit,
) -> Option<Deduction> {
    let (places, other) = (board.places(house, digit), usize::from(intersection.other));
    if places == 0 || places & !intersection.shared != 0 {
        return None;
    }
    let elsewhere = board.places(other, digit) & !intersection.shared_in_other;
    if elsewhere == 0 {
        return None;
    }
    let step = Deduction {
        digits: DigitSet::of(digit),
        houses: vec![house],
        covers: vec![other],
        cells: board.cells_at(house, places).collect(),
        ..Deduction::default()
    };
    Some(step.eliminating(digit, board.cells_in(other, digit) - board.geometry().house(house)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    const POINTING: &str = "
        ... ... ...
        .23 ... ...
        .45 ... ...
        ... ... ...
        ... ... ...
        ... ... ...
        ... ... ...
        ... ... ...
        ... ... ...";

    #[test]
    fn digit_of_a_box_in_one_line_is_found_as_pointing() {
        let mut board = testing::board(POINTING);
        assert_eq!(
            testing::find::<LockedCandidates<true>, _>(&board),
            None,
            "all digits have places in row 1 and column 1"
        );
        for cell in [9, 18] {
            testing::eliminate(&mut board, cell, &[7]);
        }
        let step = testing::find::<LockedCandidates<true>, _>(&board).expect("7 of box 1 is in row 1");
        testing::assert_step(
            &board,
            &step,
            "r1c4<>7 r1c5<>7 r1c6<>7 r1c7<>7 r1c8<>7 r1c9<>7",
            LockedCandidates::<true>::sentence,
            "all places for 7 in box 1 are also in row 1, so \
             r1c4, r1c5, r1c6, r1c7, r1c8 and r1c9 cannot be 7.",
        );
        assert_eq!(testing::find::<LockedCandidates<false>, _>(&board), None);
    }

    #[test]
    fn digit_of_a_line_in_one_box_is_found_as_claiming() {
        let mut board = testing::board(&".".repeat(81));
        testing::confine(&mut board, 0, 4, &[0, 2, 8]);
        assert_eq!(testing::find::<LockedCandidates<false>, _>(&board), None, "r1c9 may be 4");
        testing::confine(&mut board, 0, 4, &[0, 2]);
        assert_eq!(testing::find::<LockedCandidates<true>, _>(&board), None);
        let step = testing::find::<LockedCandidates<false>, _>(&board).expect("4 of row 1 is in box 1");
        testing::assert_step(
            &board,
            &step,
            "r2c1<>4 r2c2<>4 r2c3<>4 r3c1<>4 r3c2<>4 r3c3<>4",
            LockedCandidates::<true>::sentence,
            "all places for 4 in row 1 are also in box 1, so r2c1, r2c2, r2c3, r3c1, r3c2 and r3c3 cannot be 4.",
        );
    }
}
