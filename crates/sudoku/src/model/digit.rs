//! Digits and sets of digits.

use std::fmt;
use std::iter::FusedIterator;
use std::num::NonZeroU8;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Sub, SubAssign};
use std::str::FromStr;

use thiserror::Error;

/// The largest digit, and the largest size of a square grid: 36 x 36 cells.
pub const SIZE_MAX: usize = 36;

/// A digit, from 1 to [`SIZE_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(NonZeroU8);

impl Digit {
    /// The digit with this value; `None` if `value` is not in 1..=[`SIZE_MAX`].
    pub fn new(value: usize) -> Option<Self> {
        if value > SIZE_MAX {
            return None;
        }
        NonZeroU8::new(value as u8).map(Self)
    }

    /// The digits 1 to `size`, or to [`SIZE_MAX`] if that is less.
    pub fn all(size: usize) -> impl Iterator<Item = Self> {
        (1..=size).map_while(Self::new)
    }

    /// The value, from 1.
    pub const fn value(self) -> usize {
        self.0.get() as usize
    }

    /// The value minus one.
    pub const fn index(self) -> usize {
        self.value() - 1
    }
}

/// Error of a number or a text that is no digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a digit is a number from 1 to {SIZE_MAX}")]
#[non_exhaustive]
pub struct DigitError;

/// Defines the conversions of digits from and to numbers of some types.
macro_rules! digit_numbers {
    ($($number:ty),*) => {
        $(
            impl TryFrom<$number> for Digit {
                type Error = DigitError;

                fn try_from(value: $number) -> Result<Self, DigitError> {
                    usize::try_from(value).ok().and_then(Self::new).ok_or(DigitError)
                }
            }

            impl From<Digit> for $number {
                fn from(digit: Digit) -> Self {
                    digit.0.get().into()
                }
            }
        )*
    };
}
digit_numbers!(u8, u16, u32, u64, usize, i32, i64);

/// Reads a decimal number.
impl FromStr for Digit {
    type Err = DigitError;

    fn from_str(text: &str) -> Result<Self, DigitError> {
        text.trim().parse().ok().and_then(Self::new).ok_or(DigitError)
    }
}

/// The value as a decimal number.
impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of digits.
///
/// ```
/// use quadrille_sudoku::{Digit, DigitSet};
///
/// let (one, four): (Digit, Digit) = (1.try_into()?, 4.try_into()?);
/// let set = DigitSet::from([one, four]);
/// assert_eq!((set | DigitSet::all(2)).to_string(), "1 2 4");
/// assert_eq!(set - one, DigitSet::of(four));
/// assert_eq!(set.into_iter().map(Digit::value).sum::<usize>(), 5);
/// # Ok::<(), quadrille_sudoku::DigitError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DigitSet(u64);

impl DigitSet {
    /// The digits 1 to `size`, or to [`SIZE_MAX`] if that is less.
    pub fn all(size: usize) -> Self {
        Self((1 << size.min(SIZE_MAX)) - 1)
    }

    /// Whether the set has this digit.
    pub const fn contains(self, digit: Digit) -> bool {
        self.0 >> digit.index() & 1 == 1
    }

    /// Whether every digit of this set is in `other`.
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The set of one digit.
    pub const fn of(digit: Digit) -> Self {
        Self(1 << digit.index())
    }

    /// The set with this digit.
    pub const fn with(self, digit: Digit) -> Self {
        Self(self.0 | 1 << digit.index())
    }

    /// The set without this digit.
    pub const fn without(self, digit: Digit) -> Self {
        Self(self.0 & !(1 << digit.index()))
    }

    /// The digits of both sets.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The digits that are in both sets.
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The digits of this set that are not in `other`.
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Number of digits.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The lowest digit.
    pub fn first(self) -> Option<Digit> {
        // Without a digit, this is digit 65, which does not exist.
        Digit::new(self.0.trailing_zeros() as usize + 1)
    }

    /// The digit of a set of one digit; `None` for all other sets.
    pub fn only(self) -> Option<Digit> {
        if self.0 & self.0.wrapping_sub(1) == 0 { self.first() } else { None }
    }

    /// Whether the set has exactly two digits.
    pub const fn is_pair(self) -> bool {
        let rest = self.0 & self.0.wrapping_sub(1);
        rest != 0 && rest & (rest - 1) == 0
    }

    /// Whether the set has no digit.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The digits, in ascending order.
    pub fn digits(self) -> Digits {
        Digits(self.0)
    }

    /// The digits, in ascending order, as [`digits`](Self::digits).
    pub fn iter(self) -> Digits {
        self.digits()
    }

    /// Adds a digit; returns whether it is new.
    pub fn insert(&mut self, digit: Digit) -> bool {
        let is_new = !self.contains(digit);
        *self = self.with(digit);
        is_new
    }

    /// Removes a digit; returns whether it was there.
    pub fn remove(&mut self, digit: Digit) -> bool {
        let was_there = self.contains(digit);
        *self = self.without(digit);
        was_there
    }

    /// The digits of these bits: digit 1 is bit 0. Bits from [`SIZE_MAX`] on are ignored.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & ((1 << SIZE_MAX) - 1))
    }

    /// The digits as bits: digit 1 is bit 0.
    pub const fn bits(self) -> u64 {
        self.0
    }
}

/// The digits of a set, in ascending order.
#[derive(Clone, Debug)]
pub struct Digits(u64);

impl Iterator for Digits {
    type Item = Digit;

    #[inline]
    fn next(&mut self) -> Option<Digit> {
        let lowest = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        // Without a digit left, this is digit 65, which does not exist.
        Digit::new(lowest + 1)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Digits {}

impl FusedIterator for Digits {}

impl IntoIterator for DigitSet {
    type Item = Digit;
    type IntoIter = Digits;

    fn into_iter(self) -> Digits {
        self.digits()
    }
}

impl IntoIterator for &DigitSet {
    type Item = Digit;
    type IntoIter = Digits;

    fn into_iter(self) -> Digits {
        self.digits()
    }
}

impl From<Digit> for DigitSet {
    fn from(digit: Digit) -> Self {
        Self::of(digit)
    }
}

impl<const COUNT: usize> From<[Digit; COUNT]> for DigitSet {
    fn from(digits: [Digit; COUNT]) -> Self {
        digits.into_iter().collect()
    }
}

/// Defines an operator on sets, and on a set and a digit.
macro_rules! set_operator {
    ($Operator:ident, $operator:ident, $one:ident, $other:ident => $bits:expr) => {
        impl<S: Into<Self>> $Operator<S> for DigitSet {
            type Output = Self;

            fn $operator(self, other: S) -> Self {
                let ($one, $other) = (self.0, other.into().0);
                Self($bits)
            }
        }
    };
}
set_operator!(BitOr, bitor, one, other => one | other);
set_operator!(BitAnd, bitand, one, other => one & other);
set_operator!(BitXor, bitxor, one, other => one ^ other);
set_operator!(Sub, sub, one, other => one & !other);

impl<S: Into<Self>> BitOrAssign<S> for DigitSet {
    fn bitor_assign(&mut self, other: S) {
        *self = *self | other;
    }
}

impl<S: Into<Self>> BitAndAssign<S> for DigitSet {
    fn bitand_assign(&mut self, other: S) {
        *self = *self & other;
    }
}

impl<S: Into<Self>> SubAssign<S> for DigitSet {
    fn sub_assign(&mut self, other: S) {
        *self = *self - other;
    }
}

/// The digits with spaces between them, such as `1 2 9`.
impl fmt::Display for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.digits().enumerate().try_for_each(|(index, digit)| {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}{digit}")
        })
    }
}

impl FromIterator<Digit> for DigitSet {
    fn from_iter<I: IntoIterator<Item = Digit>>(digits: I) -> Self {
        Self(digits.into_iter().fold(0, |bits, digit| bits | 1 << digit.index()))
    }
}

impl Extend<Digit> for DigitSet {
    fn extend<I: IntoIterator<Item = Digit>>(&mut self, digits: I) {
        self.0 |= digits.into_iter().collect::<Self>().0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_1_to_36() {
        assert_eq!(Digit::new(0), None);
        assert_eq!(Digit::new(37), None);
        assert_eq!(Digit::new(256 + 1), None);
        assert_eq!(Digit::all(36).map(Digit::value).collect::<Vec<_>>(), (1..=36).collect::<Vec<_>>());
    }

    #[test]
    fn set_contains_the_digits_it_was_made_of() {
        let set: DigitSet = [36, 2, 2].into_iter().filter_map(Digit::new).collect();
        let contained: Vec<usize> =
            Digit::all(36).filter(|&digit| set.contains(digit)).map(Digit::value).collect();
        assert_eq!(contained, [2, 36]);
        assert!(set.is_subset(DigitSet::all(36)) && !set.is_subset(DigitSet::all(35)));
        assert_eq!(set.digits().map(Digit::value).collect::<Vec<_>>(), contained);
        assert_eq!(set.intersection(DigitSet::all(35)).union(DigitSet::all(1)).digits().count(), 2);
        assert!(
            DigitSet::default().is_empty() && !set.is_empty() && DigitSet::all(0).digits().next().is_none()
        );
        assert_eq!(Digit::all(36).collect::<DigitSet>(), DigitSet::all(99));
        let one = DigitSet::all(1).first().expect("a digit");
        assert_eq!(set.with(one).difference(set), DigitSet::of(one));
        assert_eq!((set.len(), set.first(), set.only()), (2, Digit::new(2), None));
        assert_eq!((DigitSet::of(one).only(), DigitSet::default().only()), (Some(one), None));
        assert!(set.is_pair() && !set.with(one).is_pair() && !DigitSet::of(one).is_pair());
        let mut extended = set;
        extended.extend(Digit::new(1));
        assert_eq!(extended, [1, 2, 36].into_iter().filter_map(Digit::new).collect());
    }
}
