//! The rating of a puzzle as JSON.

use quadrille_sudoku::techniques::{Rating, Technique};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use crate::kinds::step::LevelName;

/// How hard a generated puzzle is for people, as `/rate` says it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PuzzleRating {
    /// The score on the scale: higher is harder.
    #[schema(example = 431)]
    pub score: u64,
    /// The level.
    pub level: LevelName,
    /// The hardest technique of the path; null for a full grid.
    #[schema(required = true, example = "naked_pair")]
    pub hardest: Option<String>,
    /// Number of steps of each technique on the path, from the easiest.
    #[schema(value_type = std::collections::BTreeMap<String, u32>, example = json!({"full_house": 20, "hidden_single": 30, "naked_pair": 1}))]
    pub steps: TechniqueCounts,
    /// Whether full houses, hidden and naked singles suffice.
    pub singles_suffice: bool,
    /// Name and version of the scale.
    #[schema(example = "quadrille/1")]
    pub scale: &'static str,
}

/// Number of steps of each technique, from the easiest: an object in JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TechniqueCounts(Vec<(String, u32)>);

impl From<&Rating> for PuzzleRating {
    fn from(rating: &Rating) -> Self {
        Self {
            score: rating.score(),
            level: rating.level().into(),
            hardest: rating.hardest().map(Technique::id),
            steps: TechniqueCounts(
                rating.steps().map(|(technique, count)| (technique.id(), count)).collect(),
            ),
            singles_suffice: rating.singles_suffice(),
            scale: rating.scale(),
        }
    }
}

impl Serialize for TechniqueCounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, count)| (name, count)))
    }
}
