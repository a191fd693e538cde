//! Hidden pair, triple and quad: digits of a house that have as many places together.
//!
//! Each of these places has one of the digits, so it can have no other.

use super::subset_search::{SetFamily, has_house};
use crate::techniques::prelude::*;

/// `SIZE` digits of a house.
pub(super) struct HiddenSubset<const SIZE: usize>;

impl<const SIZE: usize> Pattern for HiddenSubset<SIZE> {
    const INFO: TechniqueInfo = match SIZE {
        2 => TechniqueInfo::medium("Hidden Pair", 14).or(&["Hidden Subset"]),
        3 => TechniqueInfo::medium("Hidden Triple", 20).or(&["Hidden Triplet"]),
        _ => TechniqueInfo::hard("Hidden Quad", 74).or(&["Hidden Quadruple"]),
    };

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find_in_houses(board, |board, house| find(board, house, SIZE))
    }

    fn may_occur<const W: usize>(board: &Board<W>) -> bool {
        has_house(board, 2 * SIZE + 1)
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let (digits, house) = (wording.digits(step.digits), wording.houses(&step.houses));
        let cells = wording.cells(&step.cells);
        sentence!("{digits} in {house} have places only in {cells}, so {effect}.", [digits, house, cells])
    }
}

fn find<const W: usize>(board: &Board<W>, house: usize, size: usize) -> Option<Deduction> {
    if board.unplaced(house).len() <= size || !board.geometry().is_exact(house) {
        return None;
    }
    let places = Digit::all(board.size()).map(|digit| board.places(house, digit));
    SetFamily::new(places, size).find(size, size, |digits, places| {
        let digits = DigitSet::from_bits(digits);
        let others = |cell: Cell| board.candidates(cell).difference(digits);
        // Fewer places than digits would be a contradiction.
        if board.cells_at(house, places).all(|cell| others(cell).is_empty()) {
            return None;
        }
        let cells: Vec<Cell> = board.cells_at(house, places).collect();
        let mut step = Deduction { digits, houses: vec![house], ..Deduction::default() };
        cells.iter().for_each(|&cell| step.eliminate_digits(cell, others(cell)));
        Some(Deduction { cells, ..step })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    /// Board with all candidates, but digits 1, 2, ... of box 5 only in these places.
    fn confined(places: &[&[usize]]) -> Board<2> {
        let mut board = testing::board(&".".repeat(81));
        for (value, places) in (1..).zip(places) {
            testing::confine(&mut board, 22, value, places);
        }
        board
    }

    #[test]
    fn pair_of_digits_with_two_places_is_found() {
        let board = confined(&[&[0, 4], &[0, 4]]);
        let step = testing::find::<HiddenSubset<2>, _>(&board).expect("1 and 2");
        testing::assert_step(
            &board,
            &step,
            "r4c4<>3 r4c4<>4 r4c4<>5 r4c4<>6 r4c4<>7 r4c4<>8 r4c4<>9 \
             r5c5<>3 r5c5<>4 r5c5<>5 r5c5<>6 r5c5<>7 r5c5<>8 r5c5<>9",
            HiddenSubset::<2>::sentence,
            "1 and 2 in box 5 have places only in r4c4 and r5c5, so \
             r4c4 and r5c5 cannot be 3, 4, 5, 6, 7, 8 or 9.",
        );
        assert_eq!(testing::find::<HiddenSubset<2>, _>(&confined(&[&[0, 4], &[0, 5]])), None);
    }

    #[test]
    fn triple_and_quad_need_all_places_together() {
        let triple = confined(&[&[0, 4], &[4, 8], &[0, 8]]);
        assert_eq!(testing::find::<HiddenSubset<2>, _>(&triple), None);
        assert_eq!(
            testing::find::<HiddenSubset<3>, _>(&triple).map(|step| step.eliminations.len()),
            Some(18)
        );
        assert_eq!(testing::find::<HiddenSubset<3>, _>(&confined(&[&[0, 4], &[4, 8], &[0, 7]])), None);
        let quad = confined(&[&[0, 4], &[4, 8], &[0, 7], &[7, 8]]);
        assert_eq!(testing::find::<HiddenSubset<3>, _>(&quad), None);
        assert_eq!(testing::find::<HiddenSubset<4>, _>(&quad).map(|step| step.eliminations.len()), Some(20));
        assert_eq!(
            testing::find::<HiddenSubset<4>, _>(&confined(&[&[0, 4], &[4, 8], &[0, 7], &[6, 8]])),
            None
        );
    }
}
