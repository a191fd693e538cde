//! The difficulty that a generated puzzle must have.

use std::ops::RangeInclusive;

use super::restriction::{SpecRestriction, SpecRestrictions};
use crate::techniques::{Level, Rating, RatingSearch, Technique};

/// Cells whose clues an attempt removes first, because a required technique needs them empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Emptied {
    /// The cells of the houses of a random cell: quads need a house of which eight or nine cells are open.
    Houses,
    /// The cells of up to three random digits: a jellyfish needs a digit that eight rows lack.
    Digits,
}

/// Whether a puzzle is too easy or too hard for a wanted difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Miss {
    /// It lacks a hard enough step, or a required technique.
    TooEasy(SpecRestriction),
    /// It has too hard a step, or a forbidden technique.
    TooHard(SpecRestriction),
}

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

/// Exactly this level.
impl From<Level> for Difficulty {
    fn from(level: Level) -> Self {
        Self { levels: Some(level..=level), ..Self::default() }
    }
}

impl Difficulty {
    /// Whether a puzzle may have this rating.
    pub fn accepts(&self, rating: &Rating) -> bool {
        self.miss(rating).is_none()
    }

    /// The same difficulty without ranges that exclude nothing, and with each technique once, in their order.
    pub(super) fn simplified(mut self) -> Self {
        self.levels.take_if(|levels| *levels == (Level::Easy..=Level::Extreme));
        self.scores.take_if(|scores| *scores == (0..=u64::MAX));
        for techniques in [&mut self.required, &mut self.forbidden] {
            techniques.sort_unstable();
            techniques.dedup();
        }
        self
    }

    /// Why a puzzle with this rating is not accepted; `None` if it is.
    pub(super) fn miss(&self, rating: &Rating) -> Option<Miss> {
        let is_below = self.levels.as_ref().is_some_and(|levels| rating.level() < *levels.start())
            || self.scores.as_ref().is_some_and(|scores| rating.score() < *scores.start());
        let lacks_technique = || self.required.iter().any(|&technique| !rating.has(technique));
        self.excess(rating)
            .or_else(|| is_below.then_some(Miss::TooEasy(SpecRestriction::Difficulty)))
            .or_else(|| lacks_technique().then_some(Miss::TooEasy(SpecRestriction::Techniques)))
    }

    /// Why a puzzle whose path has at least these steps is too hard; `None` if it need not be.
    fn excess(&self, rating: &Rating) -> Option<Miss> {
        let is_above = self.levels.as_ref().is_some_and(|levels| rating.level() > *levels.end())
            || self.scores.as_ref().is_some_and(|scores| rating.score() > *scores.end());
        let has_forbidden = || self.forbidden.iter().any(|&technique| rating.has(technique));
        is_above
            .then_some(Miss::TooHard(SpecRestriction::Difficulty))
            .or_else(|| has_forbidden().then_some(Miss::TooHard(SpecRestriction::Techniques)))
    }

    /// Why a rating that has begun cannot be accepted; `None` if it may be.
    pub(super) fn early_miss(&self, search: &RatingSearch) -> Option<Miss> {
        let lacks_technique = || self.required.iter().any(|&technique| !search.may_have(technique));
        self.excess(search.so_far())
            .or_else(|| lacks_technique().then_some(Miss::TooEasy(SpecRestriction::Techniques)))
    }

    /// The lowest level of an accepted puzzle.
    pub(super) fn lowest_level(&self) -> Level {
        let required = self.required.iter().map(|technique| technique.level()).max();
        let levels = self.levels.as_ref().map(|levels| *levels.start());
        required.max(levels).unwrap_or(Level::Easy)
    }

    /// The restrictions that this difficulty consists of.
    pub(super) fn restrictions(&self) -> SpecRestrictions {
        SpecRestrictions::default()
            .with_if(SpecRestriction::Difficulty, self.levels.is_some() || self.scores.is_some())
            .with_if(SpecRestriction::Techniques, !self.required.is_empty() || !self.forbidden.is_empty())
    }

    /// The cells whose clues an attempt removes first; `None` if their order does not matter.
    pub(super) fn emptied(&self) -> Option<Emptied> {
        self.required.iter().find_map(|technique| match technique {
            Technique::NakedQuad | Technique::HiddenQuad => Some(Emptied::Houses),
            Technique::Jellyfish => Some(Emptied::Digits),
            _ => None,
        })
    }

    /// Whether every accepted puzzle is solved by singles.
    pub(super) fn needs_singles_only(&self) -> bool {
        self.levels.as_ref().is_some_and(|levels| *levels.end() == Level::Easy)
    }

    /// Why a puzzle that singles and intersections solve, or do not, is not accepted; `None` if it may be.
    pub(super) fn miss_if_solved_by_rules(&self, is_solved: bool) -> Option<Miss> {
        if !is_solved {
            return self.needs_singles_only().then_some(Miss::TooHard(SpecRestriction::Difficulty));
        }
        if self.levels.as_ref().is_some_and(|levels| *levels.start() >= Level::Hard) {
            return Some(Miss::TooEasy(SpecRestriction::Difficulty));
        }
        let is_easy = self.required.iter().all(|&technique| technique <= Technique::Claiming);
        (!is_easy).then_some(Miss::TooEasy(SpecRestriction::Techniques))
    }
}
