//! Death blossom: a stem cell each of whose candidates sees all its places in an almost locked set, a petal. The true candidate
//! leaves a petal with all its other digits, so a digit of all petals is in one of them.

use crate::techniques::almost_locked_sets::AlmostLockedSets;
use crate::techniques::prelude::*;

pub(super) struct DeathBlossom;

impl Pattern for DeathBlossom {
    const INFO: TechniqueInfo = TechniqueInfo::expert("Death Blossom", 180).or(&["ALS Blossom"]);

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find_in_almost_locked_sets(board, find)
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let stem = wording.cells(step.cells.get(..1).unwrap_or_default());
        let petals = wording.groups(&step.groups);
        sentence!(
            "each candidate of {stem} leaves one of {petals} with all its other digits, so {effect}.",
            [stem, petals]
        )
    }
}

/// Maximum number of candidates of a stem.
const PETALS_MAX: usize = 5;

/// The first step.
fn find<const W: usize>(board: &Board<W>, all: &AlmostLockedSets<W>) -> Option<Deduction> {
    let size = board.size();
    let stems = board.open().iter().filter(|&stem| (2..=PETALS_MAX).contains(&board.candidates(stem).len()));
    // For each candidate of the stem and each digit, the cells that some petal excludes from the digit.
    let mut excluded = vec![CellSet::EMPTY; size * size];
    { stems }.find_map(|stem| {
        let candidates = board.candidates(stem);
        candidates.digits().for_each(|digit| excluded[digit.index() * size..][..size].fill(CellSet::EMPTY));
        for (petal, set) in all.sets().iter().enumerate() {
            for digit in set.digits.intersection(candidates).digits() {
                if all.seen(petal, digit).contains(stem) {
                    for z in set.digits.without(digit).digits() {
                        excluded[digit.index() * size + z.index()] |= all.seen(petal, z);
                    }
                }
            }
        }
        Digit::all(size).filter(|&z| !candidates.contains(z)).find_map(|z| {
            let of = |digit: Digit| excluded[digit.index() * size + z.index()];
            let target =
                candidates.digits().fold(board.cells_with(z), |cells, digit| cells & of(digit)).first()?;
            step(all, stem, candidates, z, target)
        })
    })
}

/// The step of the smallest petals that eliminate a digit from a cell.
fn step<const W: usize>(
    all: &AlmostLockedSets<W>,
    stem: Cell,
    candidates: DigitSet,
    z: Digit,
    target: Cell,
) -> Option<Deduction> {
    let petal_of = |digit: Digit| {
        // The sets are sorted by size.
        all.sets().iter().enumerate().position(|(petal, set)| {
            set.digits.contains(digit)
                && all.seen(petal, digit).contains(stem)
                && all.seen(petal, z).contains(target)
        })
    };
    let petals: Vec<usize> = candidates.digits().map(petal_of).collect::<Option<_>>()?;
    let mut step = Deduction { digits: candidates, cells: vec![stem], ..Deduction::default() };
    step.cells.extend(petals.iter().flat_map(|&petal| all.sets()[petal].cells.iter()));
    step.groups.extend(petals.iter().map(|&petal| all.sets()[petal].group()));
    let seen = petals.iter().map(|&petal| all.seen(petal, z)).reduce(|one, other| one & other)?;
    Some(step.eliminating(z, seen))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    fn first(board: &Board<2>) -> Option<Deduction> {
        find(board, &AlmostLockedSets::new(board))
    }

    /// Stem r5c5 and petals r1c5, r5c1 and, with `r4c4`, r4c4.
    fn board(r4c4: &[usize]) -> Board<2> {
        testing::restricted(&[(40, &[1, 2, 3]), (4, &[1, 9]), (36, &[2, 9]), (30, r4c4)])
    }

    #[test]
    fn common_digit_of_all_petals_is_eliminated() {
        // r1c5, r5c1 and r4c1, r4c4 have no common peer with a 9 but r1c1.
        let mut board = board(&[3, 8]);
        testing::eliminate(&mut board, 27, &[1, 2, 3, 4, 5, 6, 7]);
        let step = first(&board).expect("9 is in r1c5, r5c1 or r4c1");
        assert_eq!(testing::effect(&board, &step), "r1c1<>9");
        testing::assert_progress(&board, &step);
        let expected = "each candidate of r5c5 leaves one of r1c5 (1 and 9) and r5c1 (2 and 9) and r4c1 and r4c4 (3, 8 and 9) \
                        with all its other digits, so r1c1 cannot be 9.";
        assert_eq!(testing::text(DeathBlossom::sentence, &step, &Wording::new(board.layout())), expected);
    }

    #[test]
    fn candidate_without_a_petal_saves_the_digit() {
        assert_eq!(first(&board(&[3, 4, 5, 6, 7, 8])), None);
    }
}
