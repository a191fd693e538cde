//! ALS-XY-wing: an almost locked set with restricted common digits X and Y with two others. It lacks one of X and Y, so one of
//! the others lacks it and has all its other digits: a digit Z of both is in one of them.

use crate::techniques::almost_locked_sets::AlmostLockedSets;
use crate::techniques::prelude::*;

pub(super) struct AlsXyWing;

impl Pattern for AlsXyWing {
    const INFO: TechniqueInfo = TechniqueInfo::expert("ALS-XY-Wing", 160).or(&["ALS-XY"]);

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find_in_almost_locked_sets(board, find)
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let (pivot, wings) = step.groups.split_first().unzip();
        let pivot_cells = pivot.map_or(0, |pivot| pivot.cells.len());
        let pivot = pivot.map_or_else(String::new, |pivot| wording.group(pivot));
        let wings = wording.groups(wings.unwrap_or_default());
        let (digits, shared) = (wording.digits(step.digits), wording.digits(step.eliminated_digits()));
        if pivot_cells > 1 {
            sentence!(
                "{pivot} lack one of {digits}, so one of {wings} has all its other digits, among them {shared}, so {effect}.",
                [pivot, digits, wings, shared]
            )
        } else {
            sentence!(
                "{pivot} lacks one of {digits}, so one of {wings} has all its other digits, among them {shared}, so {effect}.",
                [pivot, digits, wings, shared]
            )
        }
    }
}

/// The first step.
fn find<const W: usize>(board: &Board<W>, all: &AlmostLockedSets<W>) -> Option<Deduction> {
    let size = board.size();
    // For each set, the others with the digit that joins them.
    let mut partners: Vec<Vec<(usize, Digit)>> = vec![Vec::new(); all.sets().len()];
    for pair in all.restricted_commons() {
        let [one, other] = pair.sets;
        partners[one].push((other, pair.digit));
        partners[other].push((one, pair.digit));
    }
    // For each joining digit and each digit Z, the cells that some partner excludes from Z.
    let mut excluded = vec![CellSet::EMPTY; size * size];
    for (pivot, partners) in partners.iter().enumerate() {
        let joining: DigitSet = partners.iter().map(|&(_, digit)| digit).collect();
        if joining.len() < 2 {
            continue;
        }
        joining.digits().for_each(|digit| excluded[digit.index() * size..][..size].fill(CellSet::EMPTY));
        for &(partner, x) in partners {
            for z in all.sets()[partner].digits.without(x).digits() {
                excluded[x.index() * size + z.index()] |= all.seen(partner, z);
            }
        }
        for x in joining.digits() {
            for y in joining.digits().filter(|&y| y > x) {
                for z in Digit::all(size).filter(|&z| z != x && z != y) {
                    if !excluded[x.index() * size + z.index()]
                        .intersects(&excluded[y.index() * size + z.index()])
                    {
                        continue;
                    }
                    let step = smallest_step(all, pivot, partners, [x, y], z);
                    if step.is_some() {
                        return step;
                    }
                }
            }
        }
    }
    None
}

/// The step of the smallest two partners of a pivot that eliminate a digit.
fn smallest_step<const W: usize>(
    all: &AlmostLockedSets<W>,
    pivot: usize,
    partners: &[(usize, Digit)],
    [x, y]: [Digit; 2],
    z: Digit,
) -> Option<Deduction> {
    let joined_by = |joining: Digit| {
        let joined = move |&&(partner, digit): &&(usize, Digit)| {
            digit == joining && all.sets()[partner].digits.contains(z)
        };
        partners.iter().filter(joined).map(|&(partner, _)| partner)
    };
    let pairs = joined_by(x).flat_map(|one| joined_by(y).map(move |other| (one, other)));
    let effective = pairs.filter(|&(one, other)| all.seen(one, z).intersects(&all.seen(other, z)));
    let (one, other) = effective.min_by_key(|&(one, other)| all.len(one) + all.len(other))?;
    let sets = [pivot, one, other];
    let step = Deduction {
        digits: DigitSet::of(x).with(y),
        cells: sets.iter().flat_map(|&set| all.sets()[set].cells.iter()).collect(),
        groups: sets.iter().map(|&set| all.sets()[set].group()).collect(),
        ..Deduction::default()
    };
    Some(step.eliminating(z, all.seen(one, z) & all.seen(other, z)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    fn first(board: &Board<2>) -> Option<Deduction> {
        find(board, &AlmostLockedSets::new(board))
    }

    /// Pivot r5c5, r5c6; wings r1c5 and r5c1, r6c1, which share 3 if r6c1 is `r6c1`.
    fn board(r6c1: &[usize]) -> Board<2> {
        testing::restricted(&[(40, &[1, 2]), (41, &[2, 4]), (4, &[1, 3]), (36, &[4, 5]), (45, r6c1)])
    }

    #[test]
    fn common_digit_of_the_wings_is_eliminated() {
        let board = board(&[3, 5]);
        let step = first(&board).expect("3 is in r1c5 or r6c1");
        testing::assert_progress(&board, &step);
        assert_eq!(testing::effect(&board, &step), "r1c1<>3 r6c5<>3");
        assert_eq!(
            testing::text(AlsXyWing::sentence, &step, &Wording::new(board.layout())),
            "r5c6 (2 and 4) lacks one of 2 and 4, so one of r1c5 and r5c5 (1, 2 and 3) and r5c1 and r6c1 (3, 4 and 5) has \
             all its other digits, among them 3, so r1c1 and r6c5 cannot be 3."
        );
    }

    #[test]
    fn wings_without_a_common_digit_eliminate_nothing() {
        assert_eq!(first(&board(&[5, 6])), None);
    }
}
