//! The open set of parts: rules about several cells together that are no house, relation or sum, which have fast paths of their own.
//!
//! To add one, write its file in `parts`, and a line in the list below.

use std::fmt::Debug;

use crate::model::cell::Cell;
use crate::model::digit::Digit;

/// Variable of a formula that a part states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    /// The cell has the digit.
    Candidate(Cell, Digit),
    /// An auxiliary variable of the part, from 0.
    Auxiliary(usize),
}

/// Statement of a part that forbidden combinations of candidates cannot express.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Statement<'a> {
    /// Exactly one of these auxiliary variables is true.
    ExactlyOne(&'a [usize]),
    /// If all of the first facts are true, then so is one of the second.
    Implies(&'a [Fact], &'a [Fact]),
}

/// Rule about several cells together.
pub(crate) trait Part: Clone + Debug + Eq {
    /// Its cells, each once.
    fn cells(&self) -> &[Cell];

    /// Its size, by which its memory and its work are bounded: cells, or digits of tuples.
    fn size(&self) -> usize;

    /// Bytes of its fields beside its cells, roughly.
    fn heap_bytes(&self) -> usize {
        self.size()
    }

    /// Removes candidates, given as bits in the order of the cells, that no digits of the other cells complete. Returns whether there may be
    /// digits that meet the part.
    ///
    /// Not every such candidate is removed, but complete digits that break the part are rejected.
    fn filter(&self, masks: &mut [u64]) -> bool;

    /// Digits that some cell has in each solution of the part with these [filtered](Self::filter) candidates. Not every such digit is known.
    fn needed(&self, _masks: &[u64]) -> u64 {
        0
    }

    /// Largest number of candidates of a [forbidden](Self::forbid) combination. More than 2 if the part has [statements](Self::state).
    fn width(&self) -> usize;

    /// Visits the combinations of candidates that the part forbids, in an order that never changes: the lines of a formula, and items of an
    /// exact cover problem if they are pairs.
    fn forbid<E>(&self, digits: usize, visit: impl FnMut(&[(Cell, Digit)]) -> Result<(), E>)
    -> Result<(), E>;

    /// Number of auxiliary variables of its [statements](Self::state). The digits of a complete grid fix the values of all of them.
    fn auxiliary_count(&self) -> usize {
        0
    }

    /// Visits statements that are lines of a formula beside the forbidden combinations, in an order that never changes. With these, they are all
    /// of the meaning.
    fn state<E>(&self, _: usize, _: impl FnMut(Statement<'_>) -> Result<(), E>) -> Result<(), E> {
        Ok(())
    }

    /// Visits statements that fix whether the part is broken: it is if one of the facts that are added to `reasons` is true. Takes auxiliary
    /// variables from `used` on, which is then the number after the last one.
    ///
    /// Each line of the formula gets a variable that is true exactly if the line is false. A part with auxiliary variables needs more.
    fn state_broken<E>(
        &self,
        digits: usize,
        used: &mut usize,
        reasons: &mut Vec<Fact>,
        mut visit: impl FnMut(Statement<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.forbid(digits, |combination| {
            let facts: Vec<Fact> =
                combination.iter().map(|&(cell, digit)| Fact::Candidate(cell, digit)).collect();
            reasons.push(state_false(&facts, &[], used, &mut visit)?);
            Ok(())
        })?;
        self.state(digits, |statement| {
            if let Statement::Implies(condition, next) = statement {
                reasons.push(state_false(condition, next, used, &mut visit)?);
            }
            Ok(())
        })
    }

    /// Work of [`filter`](Self::filter), in steps of a search.
    fn work(&self) -> u64 {
        self.size() as u64 / 4
    }
}

/// Declares the module of each kind of part. Defines [`AnyPart`], with a variant for each kind.
macro_rules! parts {
    ($($module:ident::$variant:ident),* $(,)?) => {
        $(mod $module;)*
        $(pub(crate) use $module::$variant;)*

        /// A part of any kind.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub(crate) enum AnyPart {
            $($variant($variant),)*
        }

        $(impl From<$variant> for AnyPart {
            fn from(part: $variant) -> Self {
                Self::$variant(part)
            }
        })*

        impl Part for AnyPart {
            fn cells(&self) -> &[Cell] {
                match self { $(Self::$variant(part) => part.cells(),)* }
            }

            fn size(&self) -> usize {
                match self { $(Self::$variant(part) => part.size(),)* }
            }

            fn heap_bytes(&self) -> usize {
                match self { $(Self::$variant(part) => part.heap_bytes(),)* }
            }

            fn filter(&self, masks: &mut [u64]) -> bool {
                match self { $(Self::$variant(part) => part.filter(masks),)* }
            }

            fn needed(&self, masks: &[u64]) -> u64 {
                match self { $(Self::$variant(part) => part.needed(masks),)* }
            }

            fn width(&self) -> usize {
                match self { $(Self::$variant(part) => part.width(),)* }
            }

            fn forbid<E>(
                &self,
                digits: usize,
                visit: impl FnMut(&[(Cell, Digit)]) -> Result<(), E>,
            ) -> Result<(), E> {
                match self { $(Self::$variant(part) => part.forbid(digits, visit),)* }
            }

            fn auxiliary_count(&self) -> usize {
                match self { $(Self::$variant(part) => part.auxiliary_count(),)* }
            }

            fn state<E>(
                &self,
                digits: usize,
                visit: impl FnMut(Statement<'_>) -> Result<(), E>,
            ) -> Result<(), E> {
                match self { $(Self::$variant(part) => part.state(digits, visit),)* }
            }

            fn state_broken<E>(
                &self,
                digits: usize,
                used: &mut usize,
                reasons: &mut Vec<Fact>,
                visit: impl FnMut(Statement<'_>) -> Result<(), E>,
            ) -> Result<(), E> {
                match self { $(Self::$variant(part) => part.state_broken(digits, used, reasons, visit),)* }
            }

            fn work(&self) -> u64 {
                match self { $(Self::$variant(part) => part.work(),)* }
            }
        }
    };
}

pub(crate) use any_of::PartList;
pub(crate) use automaton::Words;

// rustfmt finds no modules in a macro: `.ci/format` names their files.
parts! {
    any_of::AnyOf,
    automaton::Automaton,
    consecutive::Consecutive,
    excluded_sum::ExcludedSum,
    ranged::Ranged,
    same_counts::SameCounts,
    table::AllowedTuples,
    tally::Tally,
}

/// States a variable, from `used` on, that is true exactly if a line of a formula is false: if all of the first facts are true and none of the
/// second.
fn state_false<E>(
    condition: &[Fact],
    next: &[Fact],
    used: &mut usize,
    visit: &mut impl FnMut(Statement<'_>) -> Result<(), E>,
) -> Result<Fact, E> {
    let is_false = Fact::Auxiliary(*used);
    *used += 1;
    let or_false: Vec<Fact> = next.iter().copied().chain([is_false]).collect();
    visit(Statement::Implies(condition, &or_false))?;
    for &fact in condition {
        visit(Statement::Implies(&[is_false], &[fact]))?;
    }
    for &fact in next {
        visit(Statement::Implies(&[is_false, fact], &[]))?;
    }
    Ok(is_false)
}

/// Places the digits that are needed and have one cell left. Returns whether no cell has two of them.
fn place_needed(masks: &mut [u64], needed: u64) -> bool {
    let (mut once, mut twice) = (0, 0);
    for &mask in &*masks {
        twice |= once & mask;
        once |= mask;
    }
    let singles = needed & !twice;
    for mask in masks.iter_mut().filter(|mask| **mask & singles != 0) {
        *mask &= singles;
    }
    masks.iter().all(|mask| (mask & singles).count_ones() < 2)
}

/// The choices of this many cells, in the order of the cells, made one by one.
fn choices(cells: &[Cell], count: usize) -> impl Iterator<Item = Vec<Cell>> + '_ {
    let mut next: Option<Vec<usize>> = (count <= cells.len()).then(|| (0..count).collect());
    std::iter::from_fn(move || {
        let places = next.take()?;
        let choice = places.iter().map(|&place| cells[place]).collect();
        // The last place that can move on; those after it follow it.
        let last = cells.len() - count;
        next = (0..count).rev().find(|&at| places[at] < last + at).map(|at| {
            let mut moved = places;
            let first = moved[at] + 1;
            (at..count).for_each(|later| moved[later] = first + later - at);
            moved
        });
        Some(choice)
    })
}

/// The same digit in each of these cells.
fn each(cells: &[Cell], digit: Digit) -> Vec<Fact> {
    cells.iter().map(|&cell| Fact::Candidate(cell, digit)).collect()
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use quadrille_exact_cover::unstable::SplitMix64;

    use super::*;
    use crate::model::digit::DigitSet;

    /// All digits of this many cells.
    fn assignments(digits: usize, cells: usize) -> Vec<Vec<usize>> {
        (0..digits.pow(cells as u32))
            .map(|number| (0..cells as u32).map(|cell| 1 + number / digits.pow(cell) % digits).collect())
            .collect()
    }

    /// Whether the lines of a formula hold for these digits.
    fn is_stated(part: &AnyPart, digits: usize, chosen: &[usize]) -> bool {
        let is_chosen = |&(cell, digit): &(Cell, Digit)| chosen[cell.index()] == digit.value();
        let mut holds = true;
        let Ok(()) = part.forbid(digits, |combination| {
            assert!(combination.len() <= part.width());
            holds &= !combination.iter().all(is_chosen);
            Ok::<(), Infallible>(())
        });
        let is_true = |fact: &Fact| match *fact {
            Fact::Candidate(cell, digit) => is_chosen(&(cell, digit)),
            Fact::Auxiliary(index) => panic!("a variable of its own: {index}"),
        };
        let Ok(()) = part.state(digits, |statement| {
            assert!(part.width() > 2);
            let Statement::Implies(all, one) = statement else { panic!("{statement:?}") };
            holds &= !all.iter().all(is_true) || one.iter().any(is_true);
            Ok::<(), Infallible>(())
        });
        holds
    }

    /// Compares a part of the first cells with its meaning: its lines, and its filter of random masks. `apart` are digits that other parts
    /// exclude.
    fn check(
        part: impl Into<AnyPart>,
        digits: usize,
        apart: impl Fn(&[usize]) -> bool,
        meaning: impl Fn(&[usize]) -> bool,
    ) {
        let part = part.into();
        let all: Vec<Vec<usize>> =
            assignments(digits, part.cells().len()).into_iter().filter(|chosen| !apart(chosen)).collect();
        let of_cell: Vec<usize> = part.cells().iter().map(|cell| cell.index()).collect();
        for chosen in &all {
            assert_eq!(is_stated(&part, digits, chosen), meaning(chosen), "{part:?} {chosen:?}");
        }
        let mut random = SplitMix64::new(7);
        for round in 0..200 {
            let masks: Vec<u64> = of_cell
                .iter()
                .map(|_| {
                    let any = 1 + random.below((1 << digits) - 1);
                    if round % 2 == 0 && random.below(2) == 0 { 1 << any.ilog2() } else { any }
                })
                .collect();
            let fits = |chosen: &&Vec<usize>| {
                of_cell.iter().zip(&masks).all(|(&cell, mask)| mask >> (chosen[cell] - 1) & 1 == 1)
            };
            let fitting: Vec<&Vec<usize>> = all.iter().filter(fits).collect();
            let good: Vec<&&Vec<usize>> = fitting.iter().filter(|chosen| meaning(chosen)).collect();
            let mut filtered = masks.clone();
            let is_possible = part.filter(&mut filtered);
            assert!(is_possible || good.is_empty(), "{part:?} {masks:?}");
            if is_possible {
                let needed = DigitSet::from_bits(part.needed(&filtered));
                let has = |chosen: &&&Vec<usize>| {
                    needed.digits().all(|digit| of_cell.iter().any(|&cell| chosen[cell] == digit.value()))
                };
                assert!(good.iter().all(has), "{part:?} {masks:?}");
            }
            for (at, &cell) in of_cell.iter().enumerate() {
                let needed = good.iter().fold(0, |bits, chosen| bits | 1_u64 << (chosen[cell] - 1));
                assert!(!is_possible || needed & !filtered[at] == 0, "{part:?} {masks:?} {filtered:?}");
                assert_eq!(filtered[at] & !masks[at], 0);
            }
            if masks.iter().all(|mask| mask.is_power_of_two()) && fitting.len() == 1 {
                assert_eq!(is_possible, good.len() == 1, "{part:?} {masks:?}");
            }
        }
    }

    fn cells(count: u16) -> Vec<Cell> {
        (0..count).map(Cell).collect()
    }

    fn repeats(chosen: &[usize]) -> bool {
        (0..chosen.len()).any(|at| chosen[..at].contains(&chosen[at]))
    }

    fn set(digits: &[usize]) -> DigitSet {
        digits.iter().filter_map(|&digit| Digit::new(digit)).collect()
    }

    #[test]
    fn tally_counts_cells_with_digits_of_sets() {
        let count =
            |chosen: &[usize], digits: &[usize]| chosen.iter().filter(|digit| digits.contains(digit)).count();
        check(
            Tally::new(cells(4)).at_least(2, set(&[3])).at_least(1, set(&[1])),
            4,
            |_| false,
            |chosen| count(chosen, &[3]) >= 2 && count(chosen, &[1]) >= 1,
        );
        check(
            Tally::new(cells(4)).exactly(1, set(&[2]), 4).exactly(0, set(&[4]), 4),
            4,
            |_| false,
            |chosen| count(chosen, &[2]) == 1 && count(chosen, &[4]) == 0,
        );
        check(
            Tally::new(cells(4)).exactly(2, set(&[2, 4]), 5).at_least(1, set(&[1, 2])),
            5,
            |_| false,
            |chosen| count(chosen, &[2, 4]) == 2 && count(chosen, &[1, 2]) >= 1,
        );
    }

    #[test]
    fn consecutive_digits_are_a_run() {
        for size in [3, 4] {
            check(Consecutive::new(cells(size)), 5, repeats, |chosen| {
                chosen
                    .iter()
                    .max()
                    .zip(chosen.iter().min())
                    .is_some_and(|(high, low)| high - low < chosen.len())
            });
        }
    }

    #[test]
    fn same_counts_compare_groups_of_cells() {
        for size in [2, 3] {
            let all = cells(2 * size as u16);
            let is_same = |chosen: &[usize]| {
                (1..=4).all(|digit| {
                    let count = |group: &[usize]| group.iter().filter(|&&other| other == digit).count();
                    count(&chosen[..size]) == count(&chosen[size..])
                })
            };
            let [one, other] = [&all[..size], &all[size..]];
            check(SameCounts::new(one, other), 4, |_| false, is_same);
            check(SameCounts::of_house(one, other), 4, |chosen| repeats(&chosen[..size]), is_same);
        }
    }

    #[test]
    fn ranged_cells_are_inside_or_outside_of_their_ends() {
        let ends = [Cell(0), Cell(1)];
        let is_inside = |chosen: &[usize]| {
            let (low, high) = (chosen[0].min(chosen[1]), chosen[0].max(chosen[1]));
            move |digit: &usize| (low + 1..high).contains(digit)
        };
        let near = |difference: usize| move |chosen: &[usize]| chosen[0].abs_diff(chosen[1]) < difference;
        check(Ranged::inside(ends, &cells(4)[2..]), 6, near(2), |chosen| {
            chosen[2..].iter().all(is_inside(chosen))
        });
        for difference in 1..=4 {
            check(Ranged::outside(ends, difference, &cells(4)[2..]), 6, near(difference), |chosen| {
                let is_end = |digit: &usize| chosen[..2].contains(digit);
                !chosen[2..].iter().any(|digit| is_inside(chosen)(digit) || is_end(digit))
            });
        }
    }

    #[test]
    fn excluded_sum_is_the_sum_of_no_cells() {
        for sum in 1..=16 {
            check(ExcludedSum::new(cells(4), sum, 6), 6, repeats, |chosen| {
                (1..1 << chosen.len()).all(|some: u32| {
                    let digits = chosen.iter().enumerate().filter(|(at, _)| some >> at & 1 == 1);
                    digits.map(|(_, digit)| digit).sum::<usize>() != sum
                })
            });
        }
    }

    #[test]
    fn sets_of_digits_without_a_sum_are_used_if_they_are_few() {
        let filtered = |count: u16, sum: usize, digits: usize| {
            let mut masks = vec![(1 << digits) - 1; usize::from(count)];
            ExcludedSum::new(cells(count), sum, digits).filter(&mut masks).then(|| masks[0])
        };
        // Five of 1 to 9 without the digit 8.
        assert_eq!(filtered(5, 8, 9).map(|mask| mask >> 7 & 1), Some(0));
        assert_eq!(filtered(9, 8, 9), None);
        assert_eq!(filtered(36, 5, 36), None);
        // Too many sets to list.
        assert_eq!(filtered(18, 333, 36), Some((1 << 36) - 1));
    }

    #[test]
    fn lines_of_an_excluded_sum_come_at_once() {
        for sum in [1, 36, 37, 333, 630, 665, 666, 667, 5_000] {
            let mut count = 0;
            let result = ExcludedSum::new(cells(36), sum, 36).forbid(36, |combination| {
                assert_eq!(combination.iter().map(|(_, digit)| digit.value()).sum::<usize>(), sum);
                count += 1;
                if count == 5_000 { Err(()) } else { Ok(()) }
            });
            assert_eq!(result.is_err(), count == 5_000);
            // All digits but 1, or all.
            assert_eq!(count > 0, sum <= 666, "{sum}");
        }
    }

    #[test]
    fn choices_are_all_in_order() {
        let all: Vec<Vec<u16>> =
            choices(&cells(4), 2).map(|choice| choice.iter().map(|cell| cell.0).collect()).collect();
        assert_eq!(all, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!([0, 1, 4, 5].map(|count| choices(&cells(4), count).count()), [1, 4, 1, 0]);
        assert_eq!(choices(&cells(10), 5).count(), 252);
    }
}
