//! Full house: the last empty cell of a house takes the missing digit.

use crate::techniques::prelude::*;
use crate::techniques::single::Single;

pub(super) struct FullHouse;

impl Pattern for FullHouse {
    const INFO: TechniqueInfo = TechniqueInfo::easy("Full House", 4).or(&["Last Digit"]);

    fn find<const W: usize>(board: &Board<W>, _: &mut SearchMemo<W>) -> SearchProgress {
        find(board).map(Single::into_deduction).into()
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let (cell, house) = (wording.cells(&step.cells), wording.houses(&step.houses));
        sentence!("{cell} is the last empty cell of {house}, so {effect}.", [cell, house])
    }
}

/// The first full house.
#[inline]
pub(super) fn find<const W: usize>(board: &Board<W>) -> Option<Single> {
    (0..board.layout().house_count()).find_map(|house| {
        let digit = board.unplaced(house).only()?;
        // A house with fewer cells than digits has no hidden singles.
        let places = board.hidden_singles(house).contains(digit).then(|| board.places(house, digit))?;
        let cell = board.cells_at(house, places).next()?;
        Some(Single { cell, digit, house: Some(house) })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    #[test]
    fn last_empty_cell_of_a_house_is_found() {
        let board = testing::board("1... 3... 4... ....");
        let step = find(&board).map(Single::into_deduction).expect("r4c1 is the last cell of column 1");
        testing::assert_step(
            &board,
            &step,
            "r4c1=2",
            FullHouse::sentence,
            "r4c1 is the last empty cell of column 1, so r4c1 is 2.",
        );
    }

    #[test]
    fn house_with_two_empty_cells_is_not_found() {
        assert_eq!(find(&testing::board("12.. .... 4... ....")), None);
    }
}
