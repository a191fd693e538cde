//! Pointing and claiming: the places of a digit in one house lie in another, which eliminates the digit from the rest of the
//! other.
//!
//! Pointing starts at a box or another region, claiming at any other house.

use crate::model::{Digit, DigitSet, Intersection};
use crate::techniques::board::Board;
use crate::techniques::sentence::{Sentence, sentence};
use crate::techniques::step::Step;
use crate::techniques::technique::Technique;
use crate::techniques::wording::Wording;

pub(super) fn find_pointing<const W: usize>(board: &Board<W>, house: usize) -> Option<Step> {
    if board.geometry().is_region(house) { find(board, house, Technique::Pointing) } else { None }
}

pub(super) fn find_claiming<const W: usize>(board: &Board<W>, house: usize) -> Option<Step> {
    if board.geometry().is_region(house) { None } else { find(board, house, Technique::Claiming) }
}

fn find<const W: usize>(board: &Board<W>, house: usize, technique: Technique) -> Option<Step> {
    let mut intersections = board.geometry().rules().intersections(house).iter();
    intersections.find_map(|intersection| {
        let mut digits = board.unplaced(house).digits();
        digits.find_map(|digit| step(board, technique, house, intersection, digit))
    })
}

#[inline]
fn step<const W: usize>(
    board: &Board<W>,
    technique: Technique,
    house: usize,
    intersection: &Intersection,
    digit: Digit,
) -> Option<Step> {
    let (places, other) = (board.places(house, digit), usize::from(intersection.other));
    if places == 0 || places & !intersection.shared != 0 {
        return None;
    }
    let elsewhere = board.places(other, digit) & !intersection.shared_in_other;
    if elsewhere == 0 {
        return None;
    }
    let mut step = Step {
        digits: DigitSet::of(digit),
        houses: vec![house],
        covers: vec![other],
        cells: board.cells_at(house, places).collect(),
        ..Step::new(technique)
    };
    step.eliminate(digit, board.cells_in(other, digit) - board.geometry().house(house));
    Some(step)
}

pub(super) fn sentence(step: &Step, wording: &Wording<'_>) -> Sentence {
    let (house, other) = (wording.houses(&step.houses), wording.houses(&step.covers));
    let (digit, effect) = (wording.digit(step), wording.effect(step));
    sentence!(
        "all places for {digit} in {house} are also in {other}, so {effect}.",
        digit,
        house,
        other,
        effect
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    fn in_any_house(find: fn(&Board<2>, usize) -> Option<Step>, board: &Board<2>) -> Option<Step> {
        (0..27).find_map(|house| find(board, house))
    }

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
        assert_eq!(in_any_house(find_pointing, &board), None, "all digits have places in row 1 and column 1");
        for cell in [9, 18] {
            testing::eliminate(&mut board, cell, &[7]);
        }
        let step = in_any_house(find_pointing, &board).expect("7 of box 1 is in row 1");
        testing::assert_step(
            &board,
            &step,
            "r1c4<>7 r1c5<>7 r1c6<>7 r1c7<>7 r1c8<>7 r1c9<>7",
            sentence,
            "all places for 7 in box 1 are also in row 1, so \
             r1c4, r1c5, r1c6, r1c7, r1c8 and r1c9 cannot be 7.",
        );
        assert_eq!(in_any_house(find_claiming, &board), None);
    }

    #[test]
    fn digit_of_a_line_in_one_box_is_found_as_claiming() {
        let mut board = testing::board(&".".repeat(81));
        testing::confine(&mut board, 0, 4, &[0, 2, 8]);
        assert_eq!(in_any_house(find_claiming, &board), None, "r1c9 may be 4");
        testing::confine(&mut board, 0, 4, &[0, 2]);
        assert_eq!(in_any_house(find_pointing, &board), None);
        let step = in_any_house(find_claiming, &board).expect("4 of row 1 is in box 1");
        testing::assert_step(
            &board,
            &step,
            "r2c1<>4 r2c2<>4 r2c3<>4 r3c1<>4 r3c2<>4 r3c3<>4",
            sentence,
            "all places for 4 in row 1 are also in box 1, so r2c1, r2c2, r2c3, r3c1, r3c2 and r3c3 cannot be 4.",
        );
    }
}
