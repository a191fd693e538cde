//! Registry: the finder and the sentence of each technique.

use super::{full_house, hidden_single, intersection, naked_single};
use crate::sudoku::model::Layout;
use crate::sudoku::techniques::board::Board;
use crate::sudoku::techniques::step::Step;
use crate::sudoku::techniques::technique::Technique;
use crate::sudoku::techniques::wording::Wording;

/// The first step of a technique on a board; `None` if there is none.
///
/// Techniques that [need uniqueness](Technique::needs_uniqueness) find nothing on a board without that promise.
pub fn find_step<const W: usize>(board: &Board<W>, technique: Technique) -> Option<Step> {
    if technique.needs_uniqueness() && !board.is_unique() {
        return None;
    }
    match technique {
        Technique::FullHouse => full_house::find(board),
        Technique::HiddenSingle => hidden_single::find(board),
        Technique::NakedSingle => naked_single::find(board),
        Technique::Pointing => intersection::find_pointing(board),
        Technique::Claiming => intersection::find_claiming(board),
        _ => None,
    }
}

/// The first step of the first technique that has one. A [trial](Technique::Trial) is not among them.
pub fn next_step<const W: usize>(board: &Board<W>) -> Option<Step> {
    Technique::ALL.into_iter().find_map(|technique| find_step(board, technique))
}

/// Explains a step in an English sentence, such as `Naked Single: r1c3 has one candidate left, so r1c3 is 4.`
pub fn explain(step: &Step, layout: &Layout) -> String {
    let wording = Wording::new(layout);
    let name = step.technique.name();
    let sentence = match step.technique {
        Technique::FullHouse => full_house::sentence(step, &wording),
        Technique::HiddenSingle => hidden_single::sentence(step, &wording),
        Technique::NakedSingle => naked_single::sentence(step, &wording),
        Technique::Pointing | Technique::Claiming => intersection::sentence(step, &wording),
        _ => format!("{}.", wording.effect(step)),
    };
    format!("{name}: {sentence}")
}
