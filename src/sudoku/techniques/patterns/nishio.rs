//! Nishio: a place of a digit that leaves a house without a place for the same digit.

use crate::sudoku::model::{Cell, Digit, DigitSet};
use crate::sudoku::techniques::board::Board;
use crate::sudoku::techniques::cell_set::CellSet;
use crate::sudoku::techniques::step::Step;
use crate::sudoku::techniques::technique::Technique;
use crate::sudoku::techniques::wording::Wording;

pub(super) fn find<const W: usize>(board: &Board<W>) -> Option<Step> {
    Digit::all(board.size())
        .flat_map(|digit| board.cells_with(digit).iter().map(move |cell| (cell, digit)))
        .filter_map(|(cell, digit)| {
            let (placed, house) = contradiction(board, cell, digit)?;
            Some((placed.len(), cell, digit, placed, house))
        })
        .min_by_key(|&(length, ..)| length)
        .map(|(_, cell, digit, placed, house)| {
            let mut step = Step {
                digits: DigitSet::of(digit),
                houses: vec![house],
                cells: placed,
                ..Step::new(Technique::Nishio)
            };
            step.eliminate(digit, CellSet::<W>::of(cell));
            step
        })
}

/// The places that follow from this one, itself first, and the house that has no place then.
fn contradiction<const W: usize>(board: &Board<W>, cell: Cell, digit: Digit) -> Option<(Vec<Cell>, usize)> {
    let geometry = board.geometry();
    let mut placed = CellSet::EMPTY;
    let mut free = board.cells_with(digit);
    let mut order = Vec::new();
    let mut next = Some(cell);
    while let Some(cell) = next.take() {
        order.push(cell);
        placed.insert(cell);
        free -= geometry.peers(cell);
        for house in (0..geometry.houses().len()).filter(|&house| geometry.is_exact(house)) {
            if board.places(house, digit) == 0 {
                continue;
            }
            let places = free & geometry.house(house);
            if places.is_empty() {
                return Some((order, house));
            }
            if next.is_none() && !places.intersects(&placed) {
                next = places.only();
            }
        }
    }
    None
}

pub(super) fn sentence(step: &Step, wording: &Wording<'_>) -> String {
    let (digit, house, effect) = (wording.digit(step), wording.houses(&step.houses), wording.effect(step));
    let then = match step.cells.get(1..) {
        Some(followers) if !followers.is_empty() => {
            format!("would also be in {}, and ", wording.cells(followers))
        }
        _ => String::new(),
    };
    let cell = wording.cells(step.cells.get(..1).unwrap_or_default());
    format!("with {digit} in {cell}, {digit} {then}would have no place in {house}, so {effect}.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::techniques::testing;

    /// 1 in r1c1 leaves r2c5 in row 2, hence r5c8 in row 5, if these rows have the places of `row_2` and r5c5, r5c8.
    fn board(row_2: &[usize]) -> Board<2> {
        let mut board = testing::board(&".".repeat(81));
        testing::confine(&mut board, 1, 1, row_2);
        testing::confine(&mut board, 4, 1, &[4, 7]);
        testing::confine(&mut board, 7, 1, &[0, 7]);
        board
    }

    #[test]
    fn place_that_leaves_a_house_without_place_is_eliminated() {
        let board = board(&[1, 4]);
        let step = find(&board).expect("r1c1 forces r2c5 and r5c8, and row 8 has no place");
        testing::assert_step(
            &board,
            &step,
            "r1c1<>1",
            sentence,
            "with 1 in r1c1, 1 would also be in r2c5 and r5c8, and would have no place in row 8, so r1c1 cannot be 1.",
        );
    }

    #[test]
    fn house_with_a_free_place_is_no_contradiction() {
        assert_eq!(find(&board(&[1, 4, 6])), None);
    }
}
