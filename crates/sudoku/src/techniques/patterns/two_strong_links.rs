//! Skyscraper, 2-string kite and turbot fish: two strong links of a digit whose near ends see each other.
//!
//! At most one of the near ends has the digit, so at least one of the far ends has it. A *skyscraper* has its links in two
//! parallel lines, joined by a crossing line; a *2-string kite* in a row and a column, joined by a box; all others are
//! turbot fish.

use crate::model::HouseKind;
use crate::techniques::prelude::*;

pub(super) type Skyscraper = TwoStrongLinks<SKYSCRAPER>;
pub(super) type TwoStringKite = TwoStrongLinks<KITE>;
pub(super) type TurbotFish = TwoStrongLinks<TURBOT_FISH>;

/// Kinds of pairs of links: a constant parameter of a type cannot be an enum.
const SKYSCRAPER: u8 = 0;
const KITE: u8 = 1;
const TURBOT_FISH: u8 = 2;

/// Two strong links of one of the kinds.
pub(super) struct TwoStrongLinks<const KIND: u8>;

impl<const KIND: u8> Pattern for TwoStrongLinks<KIND> {
    const INFO: TechniqueInfo = match KIND {
        SKYSCRAPER => TechniqueInfo::hard("Skyscraper", 32),
        KITE => TechniqueInfo::hard("2-String Kite", 32).or(&["Two-String Kite", "Dual Two-String Kite"]),
        _ => TechniqueInfo::hard("Turbot Fish", 32).or(&["Turbot Chain"]),
    };

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find_in_digits(board, |board, digit| find(board, digit, KIND))
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let (digit, houses) = (wording.digit(step), wording.houses(&step.houses));
        let [far, near, joined, end] =
            [0, 1, 2, 3].map(|at| step.cells.get(at).map_or_else(String::new, |&cell| wording.cell(cell)));
        sentence!(
            "{houses} have two places each for {digit}, of which {near} and {joined} see each other: \
             {far} or {end} is {digit}, so {effect}.",
            [houses, digit, near, joined, far, end]
        )
    }
}

/// Largest number of strong links of a digit that are considered: all houses of the largest plain grid.
const LINKS_MAX: usize = 108;

/// A digit has only these two places in a house.
#[derive(Clone, Copy)]
struct StrongLink {
    house: usize,
    kind: HouseKind,
    cells: [Cell; 2],
}

fn find<const W: usize>(board: &Board<W>, digit: Digit, kind: u8) -> Option<Deduction> {
    let none = StrongLink { house: 0, kind: HouseKind::Row, cells: [Cell(0); 2] };
    let (mut links, mut count) = ([none; LINKS_MAX], 0);
    for (house, name) in board.layout().houses().map(|house| house.name).enumerate() {
        if count < LINKS_MAX
            && let Some(cells) = board.strong_pair(house, digit)
        {
            links[count] = StrongLink { house, kind: name.kind, cells };
            count += 1;
        }
    }
    let links = &links[..count];
    (0..count).find_map(|first| {
        links[..first].iter().find_map(|one| find_between(board, kind, digit, one, &links[first]))
    })
}

/// The step of two links, in any direction.
#[inline]
fn find_between<const W: usize>(
    board: &Board<W>,
    kind: u8,
    digit: Digit,
    one: &StrongLink,
    other: &StrongLink,
) -> Option<Deduction> {
    let ([a, b], [c, d]) = (one.cells, other.cells);
    if a == c || a == d || b == c || b == d {
        return None;
    }
    [[a, b, c, d], [b, a, c, d], [a, b, d, c], [b, a, d, c]].into_iter().find_map(
        |[far, near, joined, end]| {
            let geometry = board.geometry();
            if !geometry.sees(near, joined) || kind != kind_of(board, one.kind, other.kind, near, joined) {
                return None;
            }
            let targets = board.cells_with(digit) & geometry.peers(far) & geometry.peers(end);
            if targets.is_empty() {
                return None;
            }
            let [far_end, near_end, joined_end, last] =
                [far, near, joined, end].map(|cell| Candidate { cell, digit });
            let step = Deduction {
                digits: DigitSet::of(digit),
                houses: vec![one.house, other.house],
                cells: vec![far, near, joined, end],
                links: vec![
                    Link::strong(far_end, near_end),
                    Link::weak(near_end, joined_end),
                    Link::strong(joined_end, last),
                ],
                ..Deduction::default()
            };
            Some(step.eliminating(digit, targets))
        },
    )
}

/// The kind of two links in houses of these kinds, joined by these cells.
fn kind_of<const W: usize>(
    board: &Board<W>,
    one: HouseKind,
    other: HouseKind,
    near: Cell,
    joined: Cell,
) -> u8 {
    let in_common = |kind: HouseKind| {
        let houses = board.layout().houses_of(near);
        let mut common = houses.filter(|&house| board.geometry().house(house).contains(joined));
        common.any(|house| board.layout().houses().nth(house).is_some_and(|house| house.name.kind == kind))
    };
    match (one, other) {
        (HouseKind::Row, HouseKind::Row) if in_common(HouseKind::Column) => SKYSCRAPER,
        (HouseKind::Column, HouseKind::Column) if in_common(HouseKind::Row) => SKYSCRAPER,
        (HouseKind::Row, HouseKind::Column) | (HouseKind::Column, HouseKind::Row)
            if in_common(HouseKind::Box) || in_common(HouseKind::Region) =>
        {
            KITE
        }
        _ => TURBOT_FISH,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    fn five() -> Digit {
        testing::digit(5)
    }

    /// Board with all candidates, but with 5 only at these places of the houses.
    fn confined(houses: &[(usize, &[usize])]) -> Board<2> {
        let mut board = testing::board(&".".repeat(81));
        for (house, places) in houses {
            testing::confine(&mut board, *house, 5, places);
        }
        board
    }

    #[test]
    fn skyscraper_is_two_rows_joined_by_a_column() {
        let board = confined(&[(1, &[0, 7]), (5, &[0, 6])]);
        let step = find(&board, five(), SKYSCRAPER).expect("rows 2 and 6");
        testing::assert_step(
            &board,
            &step,
            "r1c7<>5 r3c7<>5 r4c8<>5 r5c8<>5",
            Skyscraper::sentence,
            "row 2 and row 6 have two places each for 5, of which r2c1 and r6c1 see each other: \
             r2c8 or r6c7 is 5, so r1c7, r3c7, r4c8 and r5c8 cannot be 5.",
        );
        assert!(step.links.iter().map(|link| link.is_strong).eq([true, false, true]));
        assert!(find(&board, five(), KITE).is_none() && find(&board, five(), TURBOT_FISH).is_none());
        assert_eq!(find(&confined(&[(1, &[0, 7]), (5, &[1, 6])]), five(), SKYSCRAPER), None);
    }

    #[test]
    fn kite_is_a_row_and_a_column_joined_by_a_box() {
        // r2c2 and r2c8; r1c1 and r7c1.
        let board = confined(&[(1, &[1, 7]), (9, &[0, 6])]);
        let step = find(&board, five(), KITE).expect("row 2 and column 1");
        assert_eq!(testing::effect(&board, &step), "r7c8<>5");
        assert!(find(&board, five(), SKYSCRAPER).is_none() && find(&board, five(), TURBOT_FISH).is_none());
        assert_eq!(find(&confined(&[(1, &[3, 7]), (9, &[0, 6])]), five(), KITE), None);
    }

    #[test]
    fn turbot_fish_has_a_link_in_a_box() {
        // r2c2 and r2c8; r4c7 and r6c8 in box 6.
        let board = confined(&[(1, &[1, 7]), (23, &[0, 7])]);
        let step = find(&board, five(), TURBOT_FISH).expect("row 2 and box 6");
        assert_eq!(testing::effect(&board, &step), "r4c2<>5");
        assert!(find(&board, five(), SKYSCRAPER).is_none() && find(&board, five(), KITE).is_none());
        assert_eq!(find(&confined(&[(1, &[1, 6]), (23, &[2, 4])]), five(), TURBOT_FISH), None);
    }
}
