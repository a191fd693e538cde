//! XY-wing: a pivot with two candidates sees two wings that have one of them each, and a common third.
//!
//! The pivot takes its digit from one of the wings, which then has the third digit.

use crate::techniques::prelude::*;

pub(super) struct XyWing;

impl Pattern for XyWing {
    const INFO: TechniqueInfo = TechniqueInfo::hard("XY-Wing", 36).or(&["Y-Wing", "Bent Triple"]);

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find(board, find)
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let Some((&pivot, wings)) = step.cells.split_first() else { return Sentence::default() };
        let (pivot, wings) = (wording.cell(pivot), wording.cells(wings));
        let digit = wording.digits(step.eliminated_digits());
        sentence!(
            "whichever digit {pivot} has, one of its wings {wings} is {digit}, so {effect}.",
            [pivot, wings, digit]
        )
    }
}

fn find<const W: usize>(board: &Board<W>) -> Option<Deduction> {
    let bivalue = board.bivalue_cells();
    bivalue.iter().find_map(|pivot| {
        let (digits, near) = (board.candidates(pivot), bivalue & board.geometry().peers(pivot));
        near.iter().find_map(|one| {
            let shared = board.candidates(one).intersection(digits).only()?;
            let common = board.candidates(one).without(shared).only()?;
            let sought = digits.without(shared).with(common);
            let mut others = near.iter().filter(|&other| other > one && board.candidates(other) == sought);
            others.find_map(|other| step(board, [pivot, one, other], common))
        })
    })
}

fn step<const W: usize>(board: &Board<W>, cells: [Cell; 3], common: Digit) -> Option<Deduction> {
    let [pivot, one, other] = cells;
    let geometry = board.geometry();
    let targets = board.cells_with(common) & geometry.peers(one) & geometry.peers(other);
    if targets.is_empty() {
        return None;
    }
    let link = |wing: Cell| {
        let shared = board.candidates(pivot).intersection(board.candidates(wing)).first()?;
        Some(Link::weak(Candidate { cell: pivot, digit: shared }, Candidate { cell: wing, digit: shared }))
    };
    let step = Deduction {
        digits: board.candidates(pivot).with(common),
        cells: cells.to_vec(),
        links: [one, other].into_iter().filter_map(link).collect(),
        ..Deduction::default()
    };
    Some(step.eliminating(common, targets))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    fn board(row: &str, column: &str) -> Board<2> {
        // Column 1 continues the first row.
        let rows = column.split(' ').map(|cell| format!("{cell} . . . . . . . ."));
        testing::candidates(&format!("{row} {}", rows.collect::<Vec<_>>().join(" ")))
    }

    #[test]
    fn pivot_with_two_wings_is_found() {
        let board = board("12 . . . 13 . . . .", ". . . . 23 . . .");
        let step = find(&board).expect("r1c1 with r1c5 and r6c1");
        testing::assert_step(
            &board,
            &step,
            "r6c5<>3",
            XyWing::sentence,
            "whichever digit r1c1 has, one of its wings r1c5 and r6c1 is 3, so r6c5 cannot be 3.",
        );
    }

    #[test]
    fn wings_without_a_common_digit_are_not_found() {
        assert_eq!(find(&board("12 . . . 13 . . . .", ". . . . 24 . . .")), None);
        assert_eq!(find(&board("12 . . . 13 . . . .", ". . . . 13 . . .")), None);
    }
}
