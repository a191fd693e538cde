//! W-wing: two cells with the same two candidates, joined by a strong link of one of the digits.
//!
//! One end of the link has its digit, so one of the cells has the other digit.

use crate::techniques::prelude::*;

pub(super) struct WWing;

impl Pattern for WWing {
    const INFO: TechniqueInfo = TechniqueInfo::hard("W-Wing", 40).or(&["Semi-Remote Pair"]);

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find(board, find)
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let [one, first, last, other] = step.cells[..] else { return Sentence::default() };
        let (Some(link), Some(eliminated)) = (step.links.first(), step.eliminations.first()) else {
            return Sentence::default();
        };
        let (digit, eliminated) = (wording.number(link.from.digit), wording.number(eliminated.digit));
        let (house, places) = (wording.houses(&step.houses), wording.either(&[first, last]));
        let wings = wording.cells(&[one, other]);
        sentence!(
            "{house} has {digit} in {places}, so {wings} cannot both be {digit}; one of them is {eliminated}, so {effect}.",
            [house, digit, places, wings, eliminated]
        )
    }
}

fn find<const W: usize>(board: &Board<W>) -> Option<Deduction> {
    let (bivalue, geometry) = (board.bivalue_cells(), board.geometry());
    bivalue.iter().find_map(|one| {
        let digits = board.candidates(one);
        // Cells that see each other would be a naked pair.
        let far = bivalue - geometry.peers(one);
        let mut others = far.iter().filter(|&other| other > one && board.candidates(other) == digits);
        others.find_map(|other| {
            let common = geometry.peers(one) & geometry.peers(other);
            digits.digits().find_map(|eliminated| {
                let targets = board.cells_with(eliminated) & common;
                let joining = digits.without(eliminated).only()?;
                (!targets.is_empty()).then_some(())?;
                join(board, [one, other], (joining, eliminated), targets)
            })
        })
    })
}

/// The step of two cells, if a strong link joins them.
fn join<const W: usize>(
    board: &Board<W>,
    [one, other]: [Cell; 2],
    (joining, eliminated): (Digit, Digit),
    targets: CellSet<W>,
) -> Option<Deduction> {
    let geometry = board.geometry();
    (0..board.layout().house_count()).find_map(|house| {
        let [a, b] = board.strong_pair(house, joining)?;
        let (first, last) = if geometry.sees(one, a) && geometry.sees(other, b) {
            (a, b)
        } else if geometry.sees(one, b) && geometry.sees(other, a) {
            (b, a)
        } else {
            return None;
        };
        let [start, near, joined, end] =
            [one, first, last, other].map(|cell| Candidate { cell, digit: joining });
        let step = Deduction {
            digits: board.candidates(one),
            houses: vec![house],
            cells: vec![one, first, last, other],
            links: vec![Link::weak(start, near), Link::strong(near, joined), Link::weak(joined, end)],
            ..Deduction::default()
        };
        Some(step.eliminating(eliminated, targets))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    /// Board with 1 and 2 in r1c1 and r5c2, and 1 only at these places of column 9.
    fn board(second: &str, rows: &[usize]) -> Board<2> {
        let mut board = testing::candidates(&format!("12 {} {second} {}", ". ".repeat(36), ". ".repeat(43)));
        testing::confine(&mut board, 17, 1, rows);
        board
    }

    #[test]
    fn equal_cells_with_a_strong_link_are_found() {
        let board = board("12", &[0, 4]);
        let step = find(&board).expect("r1c1 and r5c2");
        testing::assert_step(
            &board,
            &step,
            "r1c2<>2 r2c2<>2 r3c2<>2 r4c1<>2 r5c1<>2 r6c1<>2",
            WWing::sentence,
            "column 9 has 1 in r1c9 or r5c9, so r1c1 and r5c2 cannot both be 1; one of them is 2, so \
             r1c2, r2c2, r3c2, r4c1, r5c1 and r6c1 cannot be 2.",
        );
    }

    #[test]
    fn cells_without_a_link_or_with_other_digits_are_not_found() {
        assert_eq!(find(&board("12", &[0, 5])), None);
        assert_eq!(find(&board("13", &[0, 4])), None);
    }
}
