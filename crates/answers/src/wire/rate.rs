//! The kind of `/rate`: its options, and its result as JSON and as text.

use quadrille_sudoku::Puzzle;
use quadrille_sudoku::techniques::{SCALE, StepAnswer, StepGoal, Technique};
use serde::Serialize;
use utoipa::ToSchema;

use super::analysis_result::{AnalysisResult, CommonMembers};
use super::answer_kind::{AnswerKind, BatchKind};
use super::fault::Faults;
use super::kind::QuestionKind;
use super::notation::Notation;
use super::options::Options;
use super::puzzle_rating::{PuzzleRating, TechniqueCounts};
use super::question::ResultStyle;
use super::request_option::{RATE, RATE_BATCH, RequestOption};
use super::result::{AnalysisStats, ResponseBody, VerdictKind};
use super::step::LevelName;
use crate::service::{Reply, StepQuestion};

/// The kind of `/rate`.
#[derive(Clone, Copy, Debug)]
pub struct Rate;

/// How hard a puzzle is for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RateFindings {
    /// Verdict on the puzzle, as far as the search has proved it. Only a unique solution has a rating.
    pub verdict: VerdictKind,
    /// The score on the scale: higher is harder. Null without a rating, as are the members up to `singles_suffice`.
    #[schema(required = true, example = 431)]
    pub score: Option<u64>,
    /// The level.
    #[schema(required = true)]
    pub level: Option<LevelName>,
    /// The hardest technique of the path; null for a solved grid, too.
    #[schema(required = true, example = "naked_pair")]
    pub hardest: Option<String>,
    /// Number of steps of each technique on the path, from the easiest.
    #[schema(required = true, value_type = Option<std::collections::BTreeMap<String, u32>>, example = json!({"full_house": 20, "hidden_single": 30, "naked_pair": 1}))]
    pub steps: Option<TechniqueCounts>,
    /// Whether full houses, hidden and naked singles suffice.
    #[schema(required = true)]
    pub singles_suffice: Option<bool>,
    /// Name and version of the scale.
    #[schema(example = "quadrille/1")]
    pub scale: &'static str,
}

/// The result as JSON.
pub type RateResult = AnalysisResult<RateFindings>;

/// The body of responses to `POST /rate`.
pub type RateResponse = ResponseBody<RateResult, AnalysisStats>;

impl QuestionKind for Rate {
    type Subject = Puzzle;
    type Question = StepQuestion;
    const PATH: &'static str = "/rate";
    const NAME: &'static str = "Rate";
    const OPTIONS: &'static [RequestOption] = RATE;

    fn question(puzzle: Puzzle, _: &Options, _: &mut Faults) -> Option<StepQuestion> {
        Some(StepQuestion(StepGoal::Rating(puzzle)))
    }
}

impl AnswerKind for Rate {
    type Result = RateResult;
    type Stats = AnalysisStats;

    fn result(reply: &Reply<StepAnswer>, notation: &Notation) -> RateResult {
        let answer = &reply.answer;
        let rating = answer.rating.as_ref().map(PuzzleRating::from);
        let findings = RateFindings {
            verdict: VerdictKind::from(&answer.verdict),
            score: rating.as_ref().map(|rating| rating.score),
            level: rating.as_ref().map(|rating| rating.level),
            singles_suffice: rating.as_ref().map(|rating| rating.singles_suffice),
            hardest: rating.as_ref().and_then(|rating| rating.hardest.clone()),
            steps: rating.map(|rating| rating.steps),
            scale: SCALE,
        };
        let common = CommonMembers::new(reply, &answer.conflicts, notation);
        AnalysisResult { findings, common }
    }

    /// Writes score, level and the name of the hardest technique; only the verdict without a rating, and a `+` if a limit
    /// stopped the rating of a unique solution.
    fn write_text(Reply { answer, .. }: &Reply<StepAnswer>, _: &ResultStyle, out: &mut Vec<u8>) {
        let text = match &answer.rating {
            Some(rating) => {
                let hardest = rating.hardest().map_or("", Technique::name);
                format!("{} {} {hardest}", rating.score(), rating.level().name())
            }
            None => VerdictKind::from(&answer.verdict).as_str().to_owned(),
        };
        out.extend_from_slice(text.trim_end().as_bytes());
        if answer.is_incomplete() {
            out.extend_from_slice(b" +");
        }
    }
}

impl BatchKind for Rate {
    const BATCH_OPTIONS: &'static [RequestOption] = RATE_BATCH;
}
