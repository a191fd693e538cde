//! Finned and sashimi fish: an X-wing, swordfish or jellyfish with further places, the fins.
//!
//! Either a fin is true, or the fish is. Cells that the fish would clear and that see all fins cannot have the digit. A
//! fish is *sashimi* if one of its base sets would be a single without the fins.

use super::fish::LineSets;
use super::subset_search::SetFamily;
use crate::bits::set_bits;
use crate::techniques::prelude::*;

/// Fish of `SIZE` lines with fins. One of its lines lacks a corner if it is sashimi.
pub(super) struct FinnedFish<const SIZE: usize, const IS_SASHIMI: bool>;

impl<const SIZE: usize, const IS_SASHIMI: bool> Pattern for FinnedFish<SIZE, IS_SASHIMI> {
    const INFO: TechniqueInfo = match (SIZE, IS_SASHIMI) {
        (2, false) => TechniqueInfo::hard("Finned X-Wing", 44),
        (2, true) => TechniqueInfo::hard("Sashimi X-Wing", 44),
        (3, false) => TechniqueInfo::hard("Finned Swordfish", 80),
        (3, true) => TechniqueInfo::hard("Sashimi Swordfish", 80),
        (_, false) => TechniqueInfo::hard("Finned Jellyfish", 90),
        (_, true) => TechniqueInfo::hard("Sashimi Jellyfish", 90),
    };

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find_in_digits(board, |board, digit| find(board, digit, SIZE, IS_SASHIMI))
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let (bases, covers) = (wording.houses(&step.houses), wording.houses(&step.covers));
        let (digit, fins) = (wording.digit(step), wording.cells(&step.fins));
        if step.fins.len() == 1 {
            return sentence!(
                "in {bases}, {digit} has places only in {covers} and in the fin {fins}, so {effect}.",
                [bases, digit, covers, fins]
            );
        }
        sentence!(
            "in {bases}, {digit} has places only in {covers} and in the fins {fins}, so {effect}.",
            [bases, digit, covers, fins]
        )
    }
}

/// Largest number of cover sets with fins. In a 9x9, the fins of three would be in all columns of a box.
const FIN_COVERS_MAX: usize = 2;

/// Largest number of cover sets, those with fins included.
const FISH_COVERS_MAX: usize = 4 + FIN_COVERS_MAX;

fn find<const W: usize>(board: &Board<W>, digit: Digit, size: usize, is_sashimi: bool) -> Option<Deduction> {
    LineSets::both(board.geometry()).iter().find_map(|lines| {
        let largest = size + FIN_COVERS_MAX;
        let family = SetFamily::new(lines.covers_of(board, digit), largest);
        family.find(size, largest, |bases, covers| {
            let fin_count = (covers.count_ones() as usize).saturating_sub(size);
            if fin_count == 0 {
                return None;
            }
            let seen = targets_of_fins(board, lines, digit, (bases, covers));
            subsets(covers, fin_count).find_map(|fin_covers| {
                let rank = |cover: usize| (covers & ((1 << cover) - 1)).count_ones() as usize;
                let targets = set_bits(fin_covers).map(|cover| seen[rank(cover)]);
                if targets.reduce(|one, other| one & other)?.is_empty() {
                    return None;
                }
                let rest = covers & !fin_covers;
                let corners = set_bits(bases).map(|base| (family.set(base) & rest).count_ones()).min();
                // A base set without a corner would have its digit in a fin: no fish is needed then.
                if corners == Some(0) || (corners == Some(1)) != is_sashimi {
                    return None;
                }
                lines.fish(board, digit, bases, rest)
            })
        })
    })
}

/// For each cover set in ascending order, the cells of the digit in other cover sets, and outside the base sets, that see all
/// its places in the base sets.
fn targets_of_fins<const W: usize>(
    board: &Board<W>,
    lines: &LineSets<'_, W>,
    digit: Digit,
    (bases, covers): (u64, u64),
) -> [CellSet<W>; FISH_COVERS_MAX] {
    let (base, cells) = (lines.union(lines.bases, bases), board.cells_with(digit));
    let outside = (lines.union(lines.covers, covers) & cells) - base;
    let mut targets = [CellSet::EMPTY; FISH_COVERS_MAX];
    for (targets, cover) in targets.iter_mut().zip(set_bits(covers)) {
        let cover = board.geometry().house(lines.covers[cover]);
        let fins = base & cells & cover;
        *targets = fins.iter().fold(outside - cover, |targets, fin| targets & board.geometry().peers(fin));
    }
    targets
}

/// Subsets of one or two bits; none for other numbers.
fn subsets(bits: u64, count: usize) -> impl Iterator<Item = u64> {
    let pairs = set_bits(bits)
        .flat_map(move |one| set_bits(bits >> one >> 1).map(move |gap| 1 << one | 1 << (one + 1 + gap)));
    let singles = set_bits(bits).map(|one| 1 << one);
    singles.filter(move |_| count == 1).chain(pairs.filter(move |_| count == 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    fn five() -> Digit {
        testing::digit(5)
    }

    /// Board with all candidates, but with 5 only at these places of the rows.
    fn confined(rows: &[(usize, &[usize])]) -> Board<2> {
        let mut board = testing::board(&".".repeat(81));
        for (house, places) in rows {
            testing::confine(&mut board, *house, 5, places);
        }
        board
    }

    #[test]
    fn finned_x_wing_eliminates_in_the_box_of_its_fin() {
        let board = confined(&[(1, &[0, 7]), (5, &[0, 6, 7])]);
        let step = find(&board, five(), 2, false).expect("rows 2 and 6 with the fin r6c7");
        testing::assert_step(
            &board,
            &step,
            "r4c8<>5 r5c8<>5",
            FinnedFish::<2, false>::sentence,
            "in row 2 and row 6, 5 has places only in column 1 and column 8 and in the fin r6c7, so \
             r4c8 and r5c8 cannot be 5.",
        );
        assert_eq!(find(&board, five(), 2, true), None);
        let board = confined(&[(1, &[0, 7]), (5, &[0, 6, 7, 8])]);
        let step = find(&board, five(), 2, false).expect("rows 2 and 6 with two fins");
        testing::assert_step(
            &board,
            &step,
            "r4c8<>5 r5c8<>5",
            FinnedFish::<2, false>::sentence,
            "in row 2 and row 6, 5 has places only in column 1 and column 8 and in the fins r6c7 and r6c9, so \
             r4c8 and r5c8 cannot be 5.",
        );
        assert_eq!(
            find(&confined(&[(1, &[0, 7]), (5, &[0, 4, 7])]), five(), 2, false),
            None,
            "no cell sees the fin"
        );
    }

    #[test]
    fn sashimi_x_wing_lacks_a_corner() {
        let board = confined(&[(1, &[0, 7]), (5, &[0, 6])]);
        assert_eq!(find(&board, five(), 2, false), None);
        let step = find(&board, five(), 2, true).expect("rows 2 and 6 with a fin");
        assert_eq!(step.fins.len(), 1);
        assert_eq!(find(&confined(&[(1, &[0, 7]), (5, &[0, 4])]), five(), 2, true), None);
    }

    #[test]
    fn larger_fish_need_their_fins_in_one_box() {
        let board = confined(&[(0, &[0, 4]), (4, &[4, 8]), (8, &[0, 7, 8])]);
        assert_eq!(find(&board, five(), 2, false).or(find(&board, five(), 2, true)), None);
        assert_eq!(
            find(&board, five(), 3, false).map(|step| testing::effect(&board, &step)),
            Some("r7c9<>5 r8c9<>5".to_owned())
        );
        let board = confined(&[(0, &[0, 1]), (4, &[1, 8]), (8, &[0, 5, 8])]);
        assert_eq!(find(&board, five(), 3, false), None, "no cover set is in the box of the fin");
        let sashimi = confined(&[(0, &[0, 4]), (4, &[4, 8]), (8, &[0, 7])]);
        assert!(find(&sashimi, five(), 3, false).is_none() && find(&sashimi, five(), 3, true).is_some());
        let jellyfish = confined(&[(0, &[0, 3]), (2, &[3, 6]), (4, &[6, 8]), (7, &[8, 0, 1])]);
        assert!(find(&jellyfish, five(), 4, false).is_some());
        let sashimi = confined(&[(0, &[0, 3]), (2, &[3, 6]), (4, &[6, 8]), (7, &[8, 1])]);
        assert!(find(&sashimi, five(), 4, false).is_none() && find(&sashimi, five(), 4, true).is_some());
    }
}
