//! Naked pair, triple and quad: cells of a house that have as many candidates together.
//!
//! Each of these digits is in one of the cells, so no cell that sees all of them can have it.

use super::subset_search::Family;
use crate::model::{Cell, DigitSet};
use crate::techniques::board::Board;
use crate::techniques::sentence::{Sentence, sentence};
use crate::techniques::step::Step;
use crate::techniques::technique::Technique;
use crate::techniques::wording::Wording;

pub(super) fn find_pair<const W: usize>(board: &Board<W>, house: usize) -> Option<Step> {
    find(board, house, 2, Technique::NakedPair)
}

pub(super) fn find_triple<const W: usize>(board: &Board<W>, house: usize) -> Option<Step> {
    find(board, house, 3, Technique::NakedTriple)
}

pub(super) fn find_quad<const W: usize>(board: &Board<W>, house: usize) -> Option<Step> {
    find(board, house, 4, Technique::NakedQuad)
}

fn find<const W: usize>(board: &Board<W>, house: usize, size: usize, technique: Technique) -> Option<Step> {
    if board.unplaced(house).len() <= size {
        return None;
    }
    let candidates = board.layout().cells_of(house).iter().map(|&cell| board.candidates(cell).bits());
    Family::new(candidates, size).find(size, size, |cells, digits| {
        let digits = DigitSet::from_bits(digits);
        let common = board.geometry().common_peers(board.cells_at(house, cells));
        if !digits.digits().any(|digit| board.cells_with(digit).intersects(&common)) {
            return None;
        }
        let cells: Vec<Cell> = board.cells_at(house, cells).collect();
        let mut step = Step { digits, houses: vec![house], cells, ..Step::new(technique) };
        for digit in digits.digits() {
            step.eliminate(digit, board.cells_with(digit) & common);
        }
        Some(step)
    })
}

pub(super) fn sentence(step: &Step, wording: &Wording<'_>) -> Sentence {
    let (cells, house) = (wording.cells(&step.cells), wording.houses(&step.houses));
    let (digits, effect) = (wording.digits(step.digits), wording.effect(step));
    sentence!(
        "{cells} in {house} have only {digits} as candidates, so {effect}.",
        cells,
        house,
        digits,
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

    /// First row, all other cells have all candidates.
    fn row(cells: &str) -> Board<2> {
        testing::candidates(&format!("{cells} {}", " . ".repeat(72)))
    }

    #[test]
    fn pair_eliminates_in_every_common_house() {
        let board = row("12 12 345 . . . . . .");
        let step = in_any_house(find_pair, &board).expect("r1c1 and r1c2");
        // Six other cells of the row and six of the box, with two digits each.
        assert_eq!((step.houses, step.eliminations.len()), (vec![0], 2 * 12));
    }

    #[test]
    fn triple_without_a_cell_of_three_candidates_is_found() {
        let board = row("12 . 345 23 . 34 13 45 45");
        assert_eq!(in_any_house(find_pair, &board).map(|step| step.cells), Some(vec![Cell(7), Cell(8)]));
        let board = row("12 . 3456 23 . 347 13 458 459");
        assert_eq!(in_any_house(find_pair, &board), None);
        let step = in_any_house(find_triple, &board).expect("r1c1, r1c4 and r1c7");
        testing::assert_step(
            &board,
            &step,
            "r1c2<>1 r1c5<>1 r1c2<>2 r1c5<>2 r1c2<>3 r1c3<>3 r1c5<>3 r1c6<>3",
            sentence,
            "r1c1, r1c4 and r1c7 in row 1 have only 1, 2 and 3 as candidates, so \
             r1c2 and r1c5 cannot be 1, 2 or 3; r1c3 and r1c6 cannot be 3.",
        );
    }

    #[test]
    fn quad_is_found_and_three_cells_of_four_candidates_are_not() {
        let board = row("12 . 56789 23 . 34 41 456 457");
        assert_eq!(in_any_house(find_triple, &board), None);
        let step = in_any_house(find_quad, &board).expect("r1c1, r1c4, r1c6 and r1c7");
        assert_eq!((step.digits, step.cells.len()), (DigitSet::all(4), 4));
        let board = row("12 . 56789 23 . 34 415 456 457");
        assert_eq!(in_any_house(find_quad, &board), None);
    }

    #[test]
    fn pair_without_an_elimination_is_not_found() {
        let others = "3456789 3456789 3456789 3456789 3456789 3456789 3456789";
        let mut board = row(&format!("12 12 {others}"));
        for cell in [9, 10, 11, 18, 19, 20] {
            testing::eliminate(&mut board, cell, &[1, 2]);
        }
        assert_eq!(in_any_house(find_pair, &board), None);
    }
}
