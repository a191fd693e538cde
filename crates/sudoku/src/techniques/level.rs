//! Levels: what a player must know to solve a puzzle.

use std::fmt;

use super::technique::Technique;

/// Level of difficulty: the kind of techniques that a puzzle needs. The [score](super::Rating::score) adds the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Full houses, hidden and naked singles.
    Easy,
    /// Intersections, pairs and triples.
    Medium,
    /// Fish, wings, colouring, uniqueness and quads.
    Hard,
    /// Chains and almost locked sets.
    Expert,
    /// Forcing and trials.
    Extreme,
}

impl Level {
    /// All levels, in ascending order.
    pub const ALL: [Self; 5] = [Self::Easy, Self::Medium, Self::Hard, Self::Expert, Self::Extreme];

    /// The name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
            Self::Extreme => "extreme",
        }
    }

    /// The level of puzzles whose hardest technique is this one.
    pub fn of(hardest: Technique) -> Self {
        Self::ALL.into_iter().find(|level| hardest <= level.last_technique()).unwrap_or(Self::Extreme)
    }

    /// The hardest technique of this level.
    const fn last_technique(self) -> Technique {
        match self {
            Self::Easy => Technique::NakedSingle,
            Self::Medium => Technique::HiddenTriple,
            Self::Hard => Technique::SashimiJellyfish,
            Self::Expert => Technique::DeathBlossom,
            Self::Extreme => Technique::Trial,
        }
    }
}

/// The name.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_follow_the_order_of_techniques() {
        let levels: Vec<Level> = Technique::ALL.into_iter().map(Level::of).collect();
        assert!(levels.is_sorted());
        assert!(Level::ALL.iter().all(|level| levels.contains(level)));
        assert_eq!(Level::of(Technique::NakedSingle), Level::Easy);
        assert_eq!(Level::of(Technique::Pointing), Level::Medium);
    }
}
