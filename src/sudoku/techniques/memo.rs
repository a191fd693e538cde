//! Memo of fruitless searches: digits and houses that did not change since then are not searched again.

use super::board::Board;
use super::step::Step;
use super::technique::Technique;
use crate::sudoku::model::Digit;

/// For each technique and digit or house, when it was last searched without a result.
///
/// A search of a digit depends on its candidates only, a search of a house on the candidates of its cells. Eliminations
/// elsewhere leave fewer targets, so a search without a result stays so. Valid for one board and its changes.
#[derive(Clone, Debug, Default)]
pub struct SearchMemo {
    digits: Vec<u64>,
    houses: Vec<u64>,
}

impl SearchMemo {
    /// Memo for boards like this one. The default memo keeps nothing.
    pub fn new<const W: usize>(board: &Board<W>) -> Self {
        let techniques = Technique::ALL.len();
        Self {
            digits: vec![0; techniques * board.size()],
            houses: vec![0; techniques * board.layout().house_count()],
        }
    }

    /// Searches each digit that changed since the last search of this technique.
    #[inline]
    pub fn find_in_digits<const W: usize>(
        &mut self,
        board: &Board<W>,
        technique: Technique,
        find: impl Fn(&Board<W>, Digit) -> Option<Step>,
    ) -> Option<Step> {
        Digit::all(board.size()).find_map(|digit| {
            let searched = self.digits.get_mut(technique.index() * board.size() + digit.index());
            search(searched, board.last_change_of_digit(digit), || find(board, digit))
        })
    }

    /// Searches each house that changed since the last search of this technique.
    #[inline]
    pub fn find_in_houses<const W: usize>(
        &mut self,
        board: &Board<W>,
        technique: Technique,
        find: impl Fn(&Board<W>, usize) -> Option<Step>,
    ) -> Option<Step> {
        let houses = board.layout().house_count();
        (0..houses).find_map(|house| {
            let searched = self.houses.get_mut(technique.index() * houses + house);
            search(searched, board.last_change_of_house(house), || find(board, house))
        })
    }
}

#[inline]
fn search(searched: Option<&mut u64>, changed: u64, find: impl FnOnce() -> Option<Step>) -> Option<Step> {
    let Some(searched) = searched else { return find() };
    if *searched >= changed {
        return None;
    }
    let step = find();
    if step.is_none() {
        *searched = changed;
    }
    step
}
