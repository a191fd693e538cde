//! Result of a search for a technique.

use super::deduction::Deduction;

/// Result of a search for a technique.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SearchProgress {
    /// The technique has this deduction.
    Found(Box<Deduction>),
    /// The technique has no step.
    Exhausted,
    /// The work is used up; another call goes on.
    Paused,
}

impl SearchProgress {
    /// The deduction; `None` without one.
    #[cfg(test)]
    pub(super) fn into_deduction(self) -> Option<Deduction> {
        match self {
            Self::Found(step) => Some(*step),
            Self::Exhausted | Self::Paused => None,
        }
    }
}

impl From<Option<Deduction>> for SearchProgress {
    fn from(step: Option<Deduction>) -> Self {
        step.map_or(Self::Exhausted, |step| Self::Found(Box::new(step)))
    }
}
