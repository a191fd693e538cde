//! The difficulty that a generated puzzle must have.

use std::ops::RangeInclusive;

use crate::sudoku::techniques::{Level, Rating, Technique};

/// The difficulty that a generated puzzle must have. The default is any.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Difficulty {
    /// Levels.
    pub levels: Option<RangeInclusive<Level>>,
    /// Scores.
    pub scores: Option<RangeInclusive<u64>>,
    /// Techniques each of which must occur in the path of the puzzle.
    pub required: Vec<Technique>,
    /// Techniques that must not occur.
    pub forbidden: Vec<Technique>,
}

impl Difficulty {
    /// Whether a puzzle may have this rating.
    pub fn accepts(&self, rating: &Rating) -> bool {
        let occurs = |technique: &Technique| rating.steps().any(|(step, _)| step == *technique);
        self.levels.as_ref().is_none_or(|levels| levels.contains(&rating.level()))
            && self.scores.as_ref().is_none_or(|scores| scores.contains(&rating.score()))
            && self.required.iter().all(occurs)
            && !self.forbidden.iter().any(occurs)
    }

    /// The lowest level.
    pub(super) fn lowest_level(&self) -> Level {
        self.levels.as_ref().map_or(Level::Easy, |levels| *levels.start())
    }

    /// Whether a puzzle may be accepted if singles and intersections solve it, or do not.
    pub(super) fn accepts_solved_by_rules(&self, is_solved: bool) -> bool {
        if is_solved {
            self.lowest_level() < Level::Hard
                && self.required.iter().all(|&technique| technique <= Technique::Claiming)
        } else {
            self.levels.as_ref().is_none_or(|levels| *levels.end() > Level::Easy)
        }
    }
}
