//! Definition of a technique: its names and difficulty, how it is found, and its sentence.

use super::board::Board;
use super::deduction::Deduction;
use super::level::Level;
use super::memo::SearchMemo;
use super::search_progress::SearchProgress;
use super::sentence::Sentence;
use super::wording::Wording;

/// Names and difficulty of a technique.
#[derive(Clone, Copy, Debug)]
pub(super) struct TechniqueInfo {
    /// The name, in English.
    pub(super) name: &'static str,
    /// Other common names.
    pub(super) aliases: &'static [&'static str],
    /// The level of puzzles whose hardest technique it is.
    pub(super) level: Level,
    /// Difficulty of one step.
    pub(super) difficulty: u64,
    /// Whether its steps are valid only for puzzles with exactly one solution.
    pub(super) needs_uniqueness: bool,
    /// Whether its steps use constraints beside houses.
    pub(super) needs_constraints: bool,
}

impl TechniqueInfo {
    /// A technique of the level "easy".
    pub(super) const fn easy(name: &'static str, difficulty: u64) -> Self {
        Self {
            name,
            aliases: &[],
            level: Level::Easy,
            difficulty,
            needs_uniqueness: false,
            needs_constraints: false,
        }
    }

    /// A technique of the level "medium".
    pub(super) const fn medium(name: &'static str, difficulty: u64) -> Self {
        Self { level: Level::Medium, ..Self::easy(name, difficulty) }
    }

    /// A technique of the level "hard".
    pub(super) const fn hard(name: &'static str, difficulty: u64) -> Self {
        Self { level: Level::Hard, ..Self::easy(name, difficulty) }
    }

    /// A technique of the level "expert".
    pub(super) const fn expert(name: &'static str, difficulty: u64) -> Self {
        Self { level: Level::Expert, ..Self::easy(name, difficulty) }
    }

    /// A technique of the level "extreme".
    pub(super) const fn extreme(name: &'static str, difficulty: u64) -> Self {
        Self { level: Level::Extreme, ..Self::easy(name, difficulty) }
    }

    /// The same with other common names.
    pub(super) const fn or(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    /// The same for puzzles with exactly one solution only.
    pub(super) const fn if_unique(self) -> Self {
        Self { needs_uniqueness: true, ..self }
    }

    /// The same for puzzles with constraints only.
    pub(super) const fn of_rules(self) -> Self {
        Self { needs_constraints: true, ..self }
    }
}

/// A technique. Its deductions are valid for every solution of a board, or for the only one if it needs uniqueness.
pub(super) trait Pattern {
    /// Its names and difficulty.
    const INFO: TechniqueInfo;

    /// Searches the first deduction that places or eliminates something. The memo knows what was searched before.
    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress;

    /// Whether it may be the easiest technique on this board, or on a later one of the path. `false` is certain.
    fn may_occur<const W: usize>(_: &Board<W>) -> bool {
        true
    }

    /// Explains a deduction in a sentence whose template is English, and has a place for `effect`. Its values are in the language of the
    /// wording; the effect is not among them.
    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence;
}
