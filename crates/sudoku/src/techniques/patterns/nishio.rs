//! Nishio: a place of a digit that leaves a house without a place for the same digit.

use crate::techniques::prelude::*;

pub(super) struct Nishio;

impl Pattern for Nishio {
    const INFO: TechniqueInfo = TechniqueInfo::extreme("Nishio", 200).or(&["Nishio Forcing Chain"]);

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find_in_digits(board, find)
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let (digit, house) = (wording.digit(step), wording.houses(&step.houses));
        let (cell, followers) = step.cells.split_at_checked(1).unwrap_or_default();
        let (cell, cells) = (wording.cells(cell), wording.cells(followers));
        if followers.is_empty() {
            sentence!(
                "with {digit} in {cell}, {digit} would have no place in {house}, so {effect}.",
                [digit, cell, house]
            )
        } else {
            sentence!(
                "with {digit} in {cell}, {digit} would also be in {cells}, and would have no place in {house}, so {effect}.",
                [digit, cell, cells, house]
            )
        }
    }
}

/// The shortest contradiction of a place of a digit.
fn find<const W: usize>(board: &Board<W>, digit: Digit) -> Option<Deduction> {
    let geometry = board.geometry();
    let has_places = |&house: &usize| geometry.is_exact(house) && board.places(house, digit) != 0;
    let houses: Vec<usize> = (0..geometry.houses().len()).filter(has_places).collect();
    let contradictions = board.cells_with(digit).iter().filter_map(|cell| {
        let (placed, house) = contradiction(board, &houses, cell, digit)?;
        Some((cell, placed, house))
    });
    let (cell, placed, house) = { contradictions }.min_by_key(|(_, placed, _)| placed.len())?;
    let step =
        Deduction { digits: DigitSet::of(digit), houses: vec![house], cells: placed, ..Deduction::default() };
    Some(step.eliminating(digit, CellSet::<W>::of(cell)))
}

/// The places that follow from this one, itself first, and the one of these houses that has no place then.
fn contradiction<const W: usize>(
    board: &Board<W>,
    houses: &[usize],
    cell: Cell,
    digit: Digit,
) -> Option<(Vec<Cell>, usize)> {
    let geometry = board.geometry();
    let mut placed = CellSet::EMPTY;
    let mut free = board.cells_with(digit);
    let mut order = Vec::new();
    let mut next = Some(cell);
    while let Some(cell) = next.take() {
        order.push(cell);
        placed.insert(cell);
        free -= geometry.peers(cell);
        for &house in houses {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

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
        let step =
            find(&board, testing::digit(1)).expect("r1c1 forces r2c5 and r5c8, and row 8 has no place");
        testing::assert_step(
            &board,
            &step,
            "r1c1<>1",
            Nishio::sentence,
            "with 1 in r1c1, 1 would also be in r2c5 and r5c8, and would have no place in row 8, so r1c1 cannot be 1.",
        );
    }

    #[test]
    fn house_with_a_free_place_is_no_contradiction() {
        assert_eq!(find(&board(&[1, 4, 6]), testing::digit(1)), None);
    }
}
