//! ALS-XZ: two almost locked sets with a restricted common digit X. One of them lacks X and thus has all its other digits, so
//! a digit Z of both is in one of them.
//!
//! With two restricted common digits, each set lacks one of them, and has all its other digits.

use crate::techniques::almost_locked_sets::{AlmostLockedSets, RestrictedCommon};
use crate::techniques::prelude::*;

pub(super) struct AlsXz;

impl Pattern for AlsXz {
    const INFO: TechniqueInfo = TechniqueInfo::expert("ALS-XZ", 140).or(&["ALS-XZ Rule"]);

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find_in_almost_locked_sets(board, find)
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let (sets, digits) = (wording.groups(&step.groups), wording.digits(step.digits));
        if step.digits.len() > 1 {
            return sentence!(
                "each of {sets} has only one of {digits}, and thus all its other digits, so {effect}.",
                [sets, digits]
            );
        }
        let shared = wording.digits(step.eliminated_digits());
        sentence!(
            "only one of {sets} has {digits}, and the other has all its other digits, among them {shared}, so {effect}.",
            [sets, digits, shared]
        )
    }
}

/// The step with the smallest sets.
fn find<const W: usize>(board: &Board<W>, all: &AlmostLockedSets<W>) -> Option<Deduction> {
    let has_effect = |pair: &&RestrictedCommon| {
        let mut found = false;
        for_each_elimination(board, all, pair, |_, cells| found |= !cells.is_empty());
        found
    };
    let cells = |pair: &&RestrictedCommon| pair.sets.map(|set| all.len(set)).iter().sum::<usize>();
    let mut best: Option<&RestrictedCommon> = None;
    for pair in all.restricted_commons() {
        let is_smaller = best
            .is_none_or(|best| (cells(&pair), pair.sets, pair.digit) < (cells(&best), best.sets, best.digit));
        if is_smaller && has_effect(&pair) {
            best = Some(pair);
        }
    }
    let pair = best?;
    let digits = restricted_commons(board, all, pair);
    let mut eliminated = vec![CellSet::EMPTY; board.size()];
    for_each_elimination(board, all, pair, |digit, cells| eliminated[digit.index()] |= cells);
    let mut step = Deduction {
        digits,
        cells: pair.sets.iter().flat_map(|&set| all.sets()[set].cells.iter()).collect(),
        groups: pair.sets.iter().map(|&set| all.sets()[set].group()).collect(),
        ..Deduction::default()
    };
    for (digit, cells) in Digit::all(board.size()).zip(eliminated) {
        step.eliminate(digit, cells);
    }
    Some(step)
}

/// Calls `visit` with the cells that lose a digit.
fn for_each_elimination<const W: usize>(
    board: &Board<W>,
    all: &AlmostLockedSets<W>,
    &RestrictedCommon { sets: [one, other], digit: x }: &RestrictedCommon,
    mut visit: impl FnMut(Digit, CellSet<W>),
) {
    let [digits, other_digits] = [one, other].map(|set| all.sets()[set].digits);
    let common = digits.intersection(other_digits);
    common.without(x).digits().for_each(|z| visit(z, all.seen(one, z) & all.seen(other, z)));
    let restricted = restricted_commons(board, all, &RestrictedCommon { sets: [one, other], digit: x });
    if restricted.len() < 2 {
        return;
    }
    visit(x, all.seen(one, x) & all.seen(other, x));
    for (set, digits) in [(one, digits), (other, other_digits)] {
        digits.difference(restricted).digits().for_each(|digit| visit(digit, all.seen(set, digit)));
    }
}

/// The digits that are restricted common digits of both sets.
fn restricted_commons<const W: usize>(
    board: &Board<W>,
    all: &AlmostLockedSets<W>,
    pair: &RestrictedCommon,
) -> DigitSet {
    let [digits, other_digits] = pair.sets.map(|set| all.sets()[set].digits);
    let common = digits.intersection(other_digits);
    common.digits().filter(|&digit| all.is_restricted(board, pair.sets, digit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    fn first(board: &Board<2>) -> Option<Deduction> {
        find(board, &AlmostLockedSets::new(board))
    }

    /// Almost locked sets r1c1, r1c2 and r5c1, r5c4, whose restricted common digit is 1, if r5c4 is `r5c4`.
    fn board(r5c4: &[usize]) -> Board<2> {
        testing::restricted(&[(0, &[1, 2]), (1, &[2, 3]), (36, &[1, 4]), (39, r5c4)])
    }

    #[test]
    fn common_digit_of_both_sets_is_eliminated() {
        let board = board(&[3, 4]);
        let step = first(&board).expect("3 is in r1c2 or r5c4");
        testing::assert_step(
            &board,
            &step,
            "r1c4<>3 r5c2<>3",
            AlsXz::sentence,
            "only one of r1c1 and r1c2 (1, 2 and 3) and r5c1 and r5c4 (1, 3 and 4) has 1, and the other has all its other \
             digits, among them 3, so r1c4 and r5c2 cannot be 3.",
        );
    }

    #[test]
    fn two_restricted_common_digits_leave_each_set_one() {
        // Sets r1c1 and r1c2, r1c5 with the restricted common digits 1 and 2.
        let board = testing::restricted(&[(0, &[1, 2]), (1, &[2, 3]), (4, &[1, 3])]);
        let step = first(&board).expect("1, 2 and 3 are in the three cells");
        let text = testing::text(AlsXz::sentence, &step, &Wording::new(board.layout()));
        assert!(text.contains(" has only one of 1 and 2, and thus all its other digits, so "), "{text}");
    }

    #[test]
    fn sets_without_a_second_common_digit_eliminate_nothing() {
        assert_eq!(first(&board(&[4, 5])), None);
    }
}
