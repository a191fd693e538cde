//! Avoidable rectangle: a unique rectangle of which some corners are solved, but not given.
//!
//! - Type 1: three corners are solved; the fourth loses the digit of the opposite corner.
//! - Type 2: two corners of a line are solved; the two others have one further candidate, which is in one of them.

use super::unique_rectangle::Rectangle;
use crate::techniques::prelude::*;

pub(super) struct AvoidableRectangle;

impl Pattern for AvoidableRectangle {
    const INFO: TechniqueInfo = TechniqueInfo::hard("Avoidable Rectangle", 56)
        .or(&["Avoidable Rectangle Type 1", "Avoidable Rectangle Type 2"])
        .if_unique();

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find(board, find)
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let (cells, digits) = (wording.cells(&step.cells), wording.digits(step.digits));
        sentence!(
            "{cells} have no clue and cannot all be {digits}, which could be swapped, so {effect}.",
            [cells, digits]
        )
    }
}

fn find<const W: usize>(board: &Board<W>) -> Option<Deduction> {
    // A digit that the puzzle excludes from a cell could not be swapped into it.
    if board.has_excluded_candidates() {
        return None;
    }
    let geometry = board.geometry();
    let solved: CellSet<W> = board.layout().cells().filter(|&cell| board.digit(cell).is_some()).collect();
    let solved = solved - board.given();
    solved.iter().find_map(|corner| {
        let lines = [geometry.rows(), geometry.columns()].map(|lines| {
            lines
                .iter()
                .find(|&&line| geometry.house(line).contains(corner))
                .map(|&line| geometry.house(line))
        });
        let [row, column] = [lines[0]?, lines[1]?];
        { solved & (row | column) }.iter().filter(|&other| other != corner).find_map(|other| {
            let across = if row.contains(other) { column } else { row };
            let third = (across - CellSet::of(corner)) - board.given();
            third.iter().find_map(|third| rectangle_step(board, corner, other, third, row.contains(other)))
        })
    })
}

/// The step of the rectangle of two solved corners of a line, and a third one across.
fn rectangle_step<const W: usize>(
    board: &Board<W>,
    corner: Cell,
    solved: Cell,
    third: Cell,
    is_row: bool,
) -> Option<Deduction> {
    let (one, other) = (board.digit(corner)?, board.digit(solved)?);
    let (in_row, in_column) = if is_row { (solved, third) } else { (third, solved) };
    let rectangle = Rectangle::new(board, corner, in_row, in_column)?;
    let fourth = rectangle.cells[3];
    if board.digit(fourth).is_some() {
        return None;
    }
    let mut step = Deduction {
        digits: DigitSet::of(one).with(other),
        cells: rectangle.cells.to_vec(),
        ..Deduction::default()
    };
    // Swapped, the third corner would have the digit of the second, and the fourth the digit of the first.
    if board.digit(third) == Some(other) {
        step.eliminate(one, CellSet::of(fourth) & board.cells_with(one));
    } else if board.digit(third).is_none() {
        let further = board.candidates(third).without(other).only()?;
        if board.candidates(third).contains(other)
            && board.candidates(fourth) == DigitSet::of(one).with(further)
        {
            let seen = board.geometry().peers(third) & board.geometry().peers(fourth);
            step.eliminate(further, seen & board.cells_with(further));
        }
    }
    (!step.is_empty()).then_some(step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    fn solved(digits: &[(u16, usize)]) -> Board<2> {
        let mut board = testing::board(&".".repeat(81));
        for &(cell, digit) in digits {
            board.place(Cell(cell), testing::digit(digit));
        }
        board
    }

    #[test]
    fn fourth_corner_loses_the_digit_of_the_opposite_one() {
        let board = solved(&[(0, 1), (1, 2), (27, 2)]);
        let step = find(&board).expect("1 in r4c2 could be swapped");
        testing::assert_step(
            &board,
            &step,
            "r4c2<>1",
            AvoidableRectangle::sentence,
            "r1c1, r1c2, r4c1 and r4c2 have no clue and cannot all be 1 and 2, which could be swapped, so r4c2 cannot be 1.",
        );
    }

    #[test]
    fn further_candidate_of_two_corners_is_in_one_of_them() {
        let mut board = solved(&[(0, 1), (1, 2)]);
        testing::eliminate(&mut board, 27, &[4, 5, 6, 7, 8, 9]);
        testing::eliminate(&mut board, 28, &[4, 5, 6, 7, 8, 9]);
        let step = find(&board).expect("3 is in r4c1 or r4c2");
        let effect = "r4c3<>3 r4c4<>3 r4c5<>3 r4c6<>3 r4c7<>3 r4c8<>3 r4c9<>3 r5c1<>3 r5c2<>3 r5c3<>3 r6c1<>3 r6c2<>3 \
                      r6c3<>3";
        assert_eq!(testing::effect(&board, &step), effect);
        testing::assert_progress(&board, &step);
    }

    #[test]
    fn clue_or_excluded_candidates_forbid_the_swap() {
        let mut clue = testing::board(&format!("1{}", ".".repeat(80)));
        clue.place(Cell(1), testing::digit(2));
        clue.place(Cell(27), testing::digit(2));
        assert_eq!(find(&clue), None);
        let mut restricted = testing::candidates(&". ".repeat(81));
        for (cell, digit) in [(0, 1), (1, 2), (27, 2)] {
            restricted.place(Cell(cell), testing::digit(digit));
        }
        assert_eq!(find(&restricted), None);
    }
}
