//! Naked single: a cell with one candidate takes it.

use crate::techniques::prelude::*;
use crate::techniques::single::Single;

pub(super) struct NakedSingle;

impl Pattern for NakedSingle {
    const INFO: TechniqueInfo =
        TechniqueInfo::easy("Naked Single", 10).or(&["Sole Candidate", "Forced Digit", "Lone Single"]);

    fn find<const W: usize>(board: &Board<W>, _: &mut SearchMemo<W>) -> SearchProgress {
        find(board).map(Single::into_deduction).into()
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let cell = wording.cells(&step.cells);
        sentence!("{cell} has one candidate left, so {effect}.", [cell])
    }
}

/// The first naked single.
#[inline]
pub(super) fn find<const W: usize>(board: &Board<W>) -> Option<Single> {
    let cell = board.naked_singles().first()?;
    let digit = board.candidates(cell).only()?;
    Some(Single { cell, digit, house: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    #[test]
    fn cell_with_one_candidate_is_found() {
        let board = testing::board("12.. .... ..3. ....");
        let step = find(&board).map(Single::into_deduction).expect("r1c3 sees 1, 2 and 3");
        testing::assert_step(
            &board,
            &step,
            "r1c3=4",
            NakedSingle::sentence,
            "r1c3 has one candidate left, so r1c3 is 4.",
        );
    }

    #[test]
    fn cell_with_two_candidates_is_not_found() {
        assert_eq!(find(&testing::candidates("1 24 23 34  . . . .  . . . .  . . . .")), None);
    }
}
