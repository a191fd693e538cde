//! The first single of a board.

use super::{Technique, full_house, hidden_single, naked_single};
use crate::techniques::board::Board;
use crate::techniques::single::Single;

/// The first single, in the order of [`Technique`].
#[inline]
pub(in crate::techniques) fn next_single<const W: usize>(board: &Board<W>) -> Option<(Technique, Single)> {
    let is_a = |technique| move |single| (technique, single);
    (full_house::find(board).map(is_a(Technique::FullHouse)))
        .or_else(|| hidden_single::find(board).map(is_a(Technique::HiddenSingle)))
        .or_else(|| naked_single::find(board).map(is_a(Technique::NakedSingle)))
}
