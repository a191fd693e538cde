//! BUG+1: if all open cells had two candidates, and each digit two places in each house, the puzzle would have no or two
//! solutions. The only cell with three candidates takes the one with three places.

use crate::techniques::prelude::*;

pub(super) struct Bug;

impl Pattern for Bug {
    const INFO: TechniqueInfo =
        TechniqueInfo::hard("BUG+1", 60).or(&["Bivalue Universal Grave + 1", "BUG"]).if_unique();

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find(board, find)
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let (cell, digit) = (wording.cells(&step.cells), wording.digit(step));
        sentence!(
            "without {digit} in {cell}, all open cells would have two candidates and each digit two places in each house, \
             which cannot have one solution, so {effect}.",
            [digit, cell]
        )
    }
}

fn find<const W: usize>(board: &Board<W>) -> Option<Deduction> {
    let cell = (board.open() - board.bivalue_cells()).only()?;
    if board.candidates(cell).len() != 3 {
        return None;
    }
    let digit = board.candidates(cell).digits().find(|&digit| is_grave_without(board, cell, digit))?;
    Some(Deduction::placement(cell, digit))
}

/// Whether each unplaced digit has two places in each house, and this candidate is a third one in its houses.
fn is_grave_without<const W: usize>(board: &Board<W>, cell: Cell, extra: Digit) -> bool {
    let geometry = board.geometry();
    (0..geometry.houses().len()).all(|house| {
        geometry.is_exact(house)
            && board.unplaced(house).digits().all(|digit| {
                let is_extra = digit == extra && geometry.house(house).contains(cell);
                board.places(house, digit).count_ones() == if is_extra { 3 } else { 2 }
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    fn board(r3c4: &str) -> Board<2> {
        testing::candidates(&format!("1 2 3 4  3 4 12 12  24 13 124 {r3c4}  24 13 24 13"))
    }

    #[test]
    fn cell_with_three_candidates_takes_the_one_with_three_places() {
        let board = board("23");
        let step = find(&board).expect("2 has three places in row 3, column 3 and box 4");
        testing::assert_step(
            &board,
            &step,
            "r3c3=2",
            Bug::sentence,
            "without 2 in r3c3, all open cells would have two candidates and each digit two places in each house, which \
             cannot have one solution, so r3c3 is 2.",
        );
    }

    #[test]
    fn digit_with_other_numbers_of_places_is_not_found() {
        assert_eq!(find(&board("13")), None);
        assert_eq!(find(&board("123")), None);
    }
}
