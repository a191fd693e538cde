//! Trial: a digit of the solution where no other technique applies.

use crate::model::Solution;
use crate::techniques::prelude::*;

pub(super) struct Trial;

impl Pattern for Trial {
    const INFO: TechniqueInfo =
        TechniqueInfo::extreme("Trial", 360).or(&["Trial and Error", "Bifurcation", "Brute Force"]);

    /// Finds nothing: [`trial`] needs the solution.
    fn find<const W: usize>(_: &Board<W>, _: &mut SearchMemo<W>) -> SearchProgress {
        SearchProgress::Exhausted
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let placed = step.placements.iter().map(|placed| placed.digit).collect();
        let digits = wording.either_digit(step.digits.difference(placed));
        let cell = wording.cells(&step.cells);
        sentence!("a solution with {digits} in {cell} does not exist, so {effect}.", [digits, cell])
    }
}

/// The digit of the solution in the first open cell with the fewest candidates.
pub(in crate::techniques) fn trial<const W: usize>(
    board: &Board<W>,
    solution: Option<&Solution>,
) -> Option<Deduction> {
    let cell = board.open().iter().min_by_key(|&cell| board.candidates(cell).len())?;
    let digit = solution?.grid().digit(cell)?;
    Some(Deduction { digits: board.candidates(cell), ..Deduction::placement(cell, digit) })
}
