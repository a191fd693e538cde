//! Hidden single: a digit with one place in a house takes it.

use crate::techniques::prelude::*;
use crate::techniques::single::Single;

pub(super) struct HiddenSingle;

impl Pattern for HiddenSingle {
    const INFO: TechniqueInfo =
        TechniqueInfo::easy("Hidden Single", 5).or(&["Pinned Digit", "Unique Candidate"]);

    fn find<const W: usize>(board: &Board<W>, _: &mut SearchMemo<W>) -> SearchProgress {
        find(board).map(Single::into_deduction).into()
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let (house, digit) = (wording.houses(&step.houses), wording.digit(step));
        sentence!("{house} has only one place for {digit}, so {effect}.", [house, digit])
    }
}

/// The first hidden single: boxes first, because a person sees it there more easily.
#[inline]
pub(super) fn find<const W: usize>(board: &Board<W>) -> Option<Single> {
    let in_house = |house: usize| {
        let mut digits = board.hidden_singles(house).digits();
        digits.find_map(|digit| {
            let cell = board.cells_at(house, board.places(house, digit)).next()?;
            Some(Single { cell, digit, house: Some(house) })
        })
    };
    let boxes = board.geometry().boxes().iter().copied();
    boxes.chain(0..board.layout().house_count()).find_map(in_house)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    #[test]
    fn digit_with_one_place_in_a_box_is_found() {
        let board = testing::board("1... ..1. .1.. ....");
        let step = find(&board).map(Single::into_deduction).expect("box 4 has one place for 1 left");
        testing::assert_step(
            &board,
            &step,
            "r4c4=1",
            HiddenSingle::sentence,
            "box 4 has only one place for 1, so r4c4 is 1.",
        );
    }

    #[test]
    fn digit_with_two_places_is_not_found() {
        assert_eq!(find(&testing::board("1... ..1. .... ....")), None);
    }
}
