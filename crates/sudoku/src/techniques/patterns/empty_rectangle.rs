//! Empty rectangle: the places of a digit in a box lie in two lines, and a strong link has an end on one of them.
//!
//! If the near end of the link has the digit, the box has it in the other line; otherwise the far end has it. A cell that
//! sees the far end and all places in the other line cannot have it.

use crate::techniques::prelude::*;

pub(super) struct EmptyRectangle;

impl Pattern for EmptyRectangle {
    const INFO: TechniqueInfo = TechniqueInfo::hard("Empty Rectangle", 34).or(&["ER"]);

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find_in_digits(board, find)
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let (digit, cells) = (wording.digit(step), wording.cells(&step.cells));
        let [house, in_box] =
            [0, 1].map(|at| step.houses.get(at).map_or_else(String::new, |&house| wording.house(house)));
        let rest = step.links.last().map_or_else(String::new, |link| wording.either(&link.to.cells));
        let far = step.cells.first().map_or_else(String::new, |&cell| wording.cell(cell));
        sentence!(
            "{house} has two places for {digit}, {cells}; if {far} is not {digit}, {in_box} has {digit} in {rest}: {effect}.",
            [house, digit, cells, far, in_box, rest]
        )
    }
}

fn find<const W: usize>(board: &Board<W>, digit: Digit) -> Option<Deduction> {
    // Most digits have few strong links: they are tried first.
    (0..board.layout().house_count()).find_map(|house| {
        let [one, other] = board.strong_pair(house, digit)?;
        [[one, other], [other, one]].into_iter().find_map(|[near, far]| {
            let targets = board.cells_with(digit) & board.geometry().peers(far);
            let mut boxes = board.geometry().boxes().iter();
            boxes.find_map(|&in_box| {
                let places = board.cells_in(in_box, digit);
                let rest = places - board.geometry().peers(near);
                let ends = [near, far];
                if rest == places || rest.is_empty() || ends.iter().any(|&end| places.contains(end)) {
                    return None;
                }
                let targets = (targets & board.geometry().common_peers(rest.iter())) - places;
                (!targets.is_empty()).then(|| step(digit, (house, in_box), ends, (places, rest), targets))
            })
        })
    })
}

fn step<const W: usize>(
    digit: Digit,
    (house, in_box): (usize, usize),
    [near, far]: [Cell; 2],
    (places, rest): (CellSet<W>, CellSet<W>),
    targets: CellSet<W>,
) -> Deduction {
    let end = |cells: CellSet<W>| LinkEnd { digit, cells: cells.iter().collect() };
    let [near_end, far_end] = [near, far].map(|cell| Candidate { cell, digit });
    let step = Deduction {
        digits: DigitSet::of(digit),
        houses: vec![house, in_box],
        cells: vec![far, near],
        fins: places.iter().collect(),
        links: vec![
            Link::strong(far_end, near_end),
            Link { from: near_end.into(), to: end(places - rest), is_strong: false },
            Link { from: end(places - rest), to: end(rest), is_strong: true },
        ],
        ..Deduction::default()
    };
    step.eliminating(digit, targets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    fn five() -> Digit {
        testing::digit(5)
    }

    /// Board with 5 only in these places of box 1, and only in two rows of column 7.
    fn board(places: &[usize], rows: &[usize]) -> Board<2> {
        let mut board = testing::board(&".".repeat(81));
        testing::confine(&mut board, 18, 5, places);
        testing::confine(&mut board, 15, 5, rows);
        board
    }

    #[test]
    fn box_in_two_lines_with_a_strong_link_is_found() {
        // Box 1 has 5 in row 2 and column 1; column 7 in rows 2 and 6.
        let board = board(&[0, 4, 5, 6], &[1, 5]);
        let step = find(&board, five()).expect("column 7 and box 1");
        testing::assert_step(
            &board,
            &step,
            "r6c1<>5",
            EmptyRectangle::sentence,
            "column 7 has two places for 5, r6c7 and r2c7; if r6c7 is not 5, box 1 has 5 in r1c1 or r3c1: \
             r6c1 cannot be 5.",
        );
    }

    #[test]
    fn box_with_a_place_outside_both_lines_is_not_found() {
        assert_eq!(find(&board(&[0, 4, 5, 6, 7], &[1, 5]), five()), None);
        assert_eq!(find(&board(&[0, 4, 5, 6], &[1, 5, 7]), five()), None);
    }
}
