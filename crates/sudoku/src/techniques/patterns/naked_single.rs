//! Naked single: a cell with one candidate takes it.

use crate::techniques::board::Board;
use crate::techniques::sentence::{Sentence, sentence};
use crate::techniques::single::Single;
use crate::techniques::step::Step;
use crate::techniques::technique::Technique;
use crate::techniques::wording::Wording;

/// The first naked single.
#[inline]
pub(super) fn find<const W: usize>(board: &Board<W>) -> Option<Single> {
    let cell = board.naked_singles().first()?;
    let digit = board.candidates(cell).only()?;
    Some(Single { technique: Technique::NakedSingle, cell, digit, house: None })
}

pub(super) fn sentence(step: &Step, wording: &Wording<'_>) -> Sentence {
    let (cell, effect) = (wording.cells(&step.cells), wording.effect(step));
    sentence!("{cell} has one candidate left, so {effect}.", cell, effect)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    #[test]
    fn cell_with_one_candidate_is_found() {
        let board = testing::board("12.. .... ..3. ....");
        let step = find(&board).map(Single::into_step).expect("r1c3 sees 1, 2 and 3");
        testing::assert_step(&board, &step, "r1c3=4", sentence, "r1c3 has one candidate left, so r1c3 is 4.");
    }

    #[test]
    fn cell_with_two_candidates_is_not_found() {
        assert_eq!(find(&testing::candidates("1 24 23 34  . . . .  . . . .  . . . .")), None);
    }
}
