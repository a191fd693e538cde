//! Naked pair, triple and quad: cells of a house that have as many candidates together.
//!
//! Each of these digits is in one of the cells, so no cell that sees all of them can have it.

use super::subset_search::{SetFamily, has_house};
use crate::techniques::prelude::*;

/// `SIZE` cells of a house.
pub(super) struct NakedSubset<const SIZE: usize>;

impl<const SIZE: usize> Pattern for NakedSubset<SIZE> {
    const INFO: TechniqueInfo = match SIZE {
        2 => TechniqueInfo::medium("Naked Pair", 14).or(&["Naked Subset", "Locked Pair"]),
        3 => TechniqueInfo::medium("Naked Triple", 20).or(&["Naked Triplet", "Locked Triple"]),
        _ => TechniqueInfo::hard("Naked Quad", 70).or(&["Naked Quadruple"]),
    };

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find_in_houses(board, |board, house| find(board, house, SIZE))
    }

    fn may_occur<const W: usize>(board: &Board<W>) -> bool {
        has_house(board, 2 * SIZE)
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let (cells, house) = (wording.cells(&step.cells), wording.houses(&step.houses));
        let digits = wording.digits(step.digits);
        sentence!("{cells} in {house} have only {digits} as candidates, so {effect}.", [cells, house, digits])
    }
}

fn find<const W: usize>(board: &Board<W>, house: usize, size: usize) -> Option<Deduction> {
    if board.unplaced(house).len() <= size {
        return None;
    }
    let candidates = board.layout().cells_of(house).iter().map(|&cell| board.candidates(cell).bits());
    SetFamily::new(candidates, size).find(size, size, |cells, digits| {
        let digits = DigitSet::from_bits(digits);
        let common = board.geometry().common_peers(board.cells_at(house, cells));
        if !digits.digits().any(|digit| board.cells_with(digit).intersects(&common)) {
            return None;
        }
        let cells: Vec<Cell> = board.cells_at(house, cells).collect();
        let mut step = Deduction { digits, houses: vec![house], cells, ..Deduction::default() };
        for digit in digits.digits() {
            step.eliminate(digit, board.cells_with(digit) & common);
        }
        Some(step)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    /// First row, all other cells have all candidates.
    fn row(cells: &str) -> Board<2> {
        testing::candidates(&format!("{cells} {}", " . ".repeat(72)))
    }

    #[test]
    fn pair_eliminates_in_every_common_house() {
        let board = row("12 12 345 . . . . . .");
        let step = testing::find::<NakedSubset<2>, _>(&board).expect("r1c1 and r1c2");
        // Six other cells of the row and six of the box, with two digits each.
        assert_eq!((step.houses, step.eliminations.len()), (vec![0], 2 * 12));
    }

    #[test]
    fn triple_without_a_cell_of_three_candidates_is_found() {
        let board = row("12 . 345 23 . 34 13 45 45");
        assert_eq!(
            testing::find::<NakedSubset<2>, _>(&board).map(|step| step.cells),
            Some(vec![Cell(7), Cell(8)])
        );
        let board = row("12 . 3456 23 . 347 13 458 459");
        assert_eq!(testing::find::<NakedSubset<2>, _>(&board), None);
        let step = testing::find::<NakedSubset<3>, _>(&board).expect("r1c1, r1c4 and r1c7");
        testing::assert_step(
            &board,
            &step,
            "r1c2<>1 r1c5<>1 r1c2<>2 r1c5<>2 r1c2<>3 r1c3<>3 r1c5<>3 r1c6<>3",
            NakedSubset::<2>::sentence,
            "r1c1, r1c4 and r1c7 in row 1 have only 1, 2 and 3 as candidates, so \
             r1c2 and r1c5 cannot be 1, 2 or 3; r1c3 and r1c6 cannot be 3.",
        );
    }

    #[test]
    fn quad_is_found_and_three_cells_of_four_candidates_are_not() {
        let board = row("12 . 56789 23 . 34 41 456 457");
        assert_eq!(testing::find::<NakedSubset<3>, _>(&board), None);
        let step = testing::find::<NakedSubset<4>, _>(&board).expect("r1c1, r1c4, r1c6 and r1c7");
        assert_eq!((step.digits, step.cells.len()), (DigitSet::all(4), 4));
        let board = row("12 . 56789 23 . 34 415 456 457");
        assert_eq!(testing::find::<NakedSubset<4>, _>(&board), None);
    }

    #[test]
    fn pair_without_an_elimination_is_not_found() {
        let others = "3456789 3456789 3456789 3456789 3456789 3456789 3456789";
        let mut board = row(&format!("12 12 {others}"));
        for cell in [9, 10, 11, 18, 19, 20] {
            testing::eliminate(&mut board, cell, &[1, 2]);
        }
        assert_eq!(testing::find::<NakedSubset<2>, _>(&board), None);
    }
}
