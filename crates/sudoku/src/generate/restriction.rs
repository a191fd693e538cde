//! Parts of a specification, and those that attempts fail to meet.

use std::fmt;

/// A failure of every how many attempts makes a restriction binding.
const BINDING_SHARE: u64 = 10;

/// Part of a specification that a puzzle may fail to meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpecRestriction {
    /// Levels or scores.
    Difficulty,
    /// Range of the number of clues.
    Clues,
    /// Symmetry of the cells with clues.
    Symmetry,
    /// Every clue is needed.
    Minimal,
    /// Cells that may have clues.
    Pattern,
    /// Techniques that must or must not occur.
    Techniques,
}

impl SpecRestriction {
    /// All restrictions.
    pub const ALL: &'static [Self] =
        &[Self::Difficulty, Self::Clues, Self::Symmetry, Self::Minimal, Self::Pattern, Self::Techniques];

    /// Name of the option of a request.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Difficulty => "difficulty",
            Self::Clues => "clues",
            Self::Symmetry => "symmetry",
            Self::Minimal => "minimal",
            Self::Pattern => "pattern",
            Self::Techniques => "techniques",
        }
    }
}

/// Set of restrictions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpecRestrictions(u8);

impl SpecRestrictions {
    /// This set and a restriction, if the condition holds.
    pub(super) fn with_if(self, restriction: SpecRestriction, condition: bool) -> Self {
        Self(self.0 | u8::from(condition) << restriction as u8)
    }

    /// This set and a restriction.
    pub(super) fn with(self, restriction: SpecRestriction) -> Self {
        self.with_if(restriction, true)
    }

    /// Whether the set has a restriction.
    pub fn contains(self, restriction: SpecRestriction) -> bool {
        self.0 >> restriction as u8 & 1 == 1
    }

    /// The restrictions of the set.
    pub fn iter(self) -> impl Iterator<Item = SpecRestriction> {
        SpecRestriction::ALL.iter().copied().filter(move |&restriction| self.contains(restriction))
    }
}

/// The names, with commas between them; `the specification` for an empty set.
impl fmt::Display for SpecRestrictions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(SpecRestriction::name).collect();
        f.write_str(if names.is_empty() { "the specification" } else { "" })?;
        f.write_str(&names.join(", "))
    }
}

/// Check of an attempt that failed, in the order of the checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    /// The cells that may have clues have one solution.
    Cells,
    /// The number of clues is in the range.
    Clues,
    /// The rating is as wanted.
    Rating,
}

/// Numbers of attempts that have failed, by check and restriction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FailureCounts {
    attempts: [u64; 3],
    by_restriction: [[u64; 6]; 3],
}

impl FailureCounts {
    /// Records that an attempt has failed a check because of some restrictions.
    pub(super) fn record(&mut self, check: Check, binding: SpecRestrictions) {
        self.attempts[check as usize] += 1;
        for restriction in binding.iter() {
            self.by_restriction[check as usize][restriction as usize] += 1;
        }
    }

    /// The restrictions of which each has failed a tenth or more of the attempts that came to one of its checks.
    pub(super) fn binding(&self) -> SpecRestrictions {
        let mut reached = self.attempts.iter().sum::<u64>();
        let mut binding = SpecRestrictions::default();
        for (attempts, counts) in self.attempts.iter().zip(&self.by_restriction) {
            for (&restriction, count) in SpecRestriction::ALL.iter().zip(counts) {
                binding = binding.with_if(restriction, *count > 0 && count * BINDING_SHARE >= reached);
            }
            reached -= attempts;
        }
        binding
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restriction_binds_if_it_fails_a_tenth_of_the_attempts_that_come_to_its_check() {
        let of = |restriction| SpecRestrictions::default().with(restriction);
        let mut failures = FailureCounts::default();
        assert_eq!(failures.binding(), SpecRestrictions::default());
        (0..90).for_each(|_| {
            failures.record(Check::Clues, of(SpecRestriction::Clues).with(SpecRestriction::Symmetry));
        });
        // A tenth of all, and nearly all of those with an accepted number of clues.
        (0..10).for_each(|_| failures.record(Check::Rating, of(SpecRestriction::Techniques)));
        failures.record(Check::Rating, of(SpecRestriction::Difficulty));
        let names = |failures: &FailureCounts| {
            failures.binding().iter().map(SpecRestriction::name).collect::<Vec<_>>()
        };
        assert_eq!(names(&failures), ["clues", "symmetry", "techniques"]);
        failures.record(Check::Rating, of(SpecRestriction::Difficulty));
        assert_eq!(names(&failures), ["difficulty", "clues", "symmetry", "techniques"]);
    }
}
