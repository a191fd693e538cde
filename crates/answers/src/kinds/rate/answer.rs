//! The answer as JSON and as text.

use quadrille_sudoku::techniques::{CONSTRAINED_SCALE, SCALE, SeEstimate, StepAnswer, Technique};
use serde::Serialize;
use utoipa::ToSchema;

use crate::kinds::command_kind::{CommandDoc, CommandKind};
use crate::kinds::rate::puzzle_rating::{PuzzleRating, TechniqueCounts};
use crate::kinds::rate::question::Rate;
use crate::kinds::step::LevelName;
use crate::kinds::step_question::StepQuestion;
use crate::kinds::tool_kind::{ToolDoc, ToolKind};
use crate::service::Reply;
use crate::wire::answer_kind::{AnswerKind, BatchDoc, BatchKind, EndpointDoc, EndpointKind};
use crate::wire::examples::examples;
use crate::wire::puzzle::notation::Notation;
use crate::wire::question::ResultStyle;
use crate::wire::result::{AnalysisResult, AnalysisStats, VerdictKind, common_members};

/// How hard a puzzle is for people.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
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
    /// Name and version of the scale: `quadrille/2` for puzzles with constraints.
    #[schema(example = "quadrille/1")]
    pub scale: &'static str,
    /// Estimate of the rating that Sudoku Explainer gives the puzzle: another scale. Absent without a rating, for others than
    /// classic 9x9 puzzles, with `se_estimate=false`, and if a limit stopped it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub se_estimate: Option<SeEstimateFindings>,
}

/// Estimate of the rating of Sudoku Explainer. Its value is within 0.4 for more than nine of ten puzzles.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SeEstimateFindings {
    /// The most likely rating.
    #[schema(example = 7.1)]
    pub value: f64,
    /// Lower end of the interval that holds the rating for nine of ten puzzles.
    #[schema(example = 7.0)]
    pub low: f64,
    /// Upper end of the interval.
    #[schema(example = 7.2)]
    pub high: f64,
}

impl From<SeEstimate> for SeEstimateFindings {
    fn from(SeEstimate { tenths, low, high }: SeEstimate) -> Self {
        let [value, low, high] = [tenths, low, high].map(|tenths| f64::from(tenths) / 10.0);
        Self { value, low, high }
    }
}

impl AnswerKind for Rate {
    type Result = AnalysisResult<RateFindings>;
    type Stats = AnalysisStats;

    fn result(reply: &Reply<StepAnswer>, notation: &Notation) -> Self::Result {
        let answer = &reply.answer;
        let rating = answer.rating.as_ref().map(PuzzleRating::from);
        let findings = RateFindings {
            verdict: VerdictKind::from(&answer.verdict),
            score: rating.as_ref().map(|rating| rating.score),
            level: rating.as_ref().map(|rating| rating.level),
            singles_suffice: rating.as_ref().map(|rating| rating.singles_suffice),
            hardest: rating.as_ref().and_then(|rating| rating.hardest.clone()),
            steps: rating.map(|rating| rating.steps),
            scale: if answer.rules.is_unconstrained() { SCALE } else { CONSTRAINED_SCALE },
            se_estimate: answer.se_estimate.map(SeEstimateFindings::from),
        };
        AnalysisResult { first: findings, rest: common_members(reply, &answer.conflicts, notation) }
    }

    /// The text has no estimate.
    fn reduce_for_text(question: &mut StepQuestion) {
        question.with_se_estimate = false;
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

impl EndpointKind for Rate {
    const DOC: EndpointDoc = EndpointDoc {
        operation: "rate",
        title: "Rate the difficulty of a puzzle",
        description: "Solves the puzzle as a person would: each step is the first one of the easiest technique that has one. The \
            score is the sum of the difficulties of all steps and a multiple of the hardest, on the scale that `scale` \
            names.\n\nOnly a puzzle with a unique solution has a rating; for others, the members of the rating are \
            null.\n\nThe answer about a classic 9x9 has an estimate of the rating of Sudoku Explainer, too, as `se_estimate`. It \
            takes most of the time: `se_estimate=false` leaves it out, and text has none.",
        answer: "The rating. As text, in one line: score, level and the name of the hardest technique; only the verdict \
            without a rating, with a `+` if a limit stopped it.",
    };
}

impl BatchKind for Rate {
    const BATCH: Option<BatchDoc> = Some(BatchDoc {
        operation: "rate_batch",
        title: "Rate the difficulty of many puzzles",
        link: "rate many puzzles, as a stream",
        examples: examples!("batch"),
        description: None,
    });
    const COLUMNS: &'static [&'static str] = &[
        "verdict",
        "score",
        "level",
        "hardest",
        "singles_suffice",
        "se_estimate.value",
        "stopped_by",
        "rules_not_read",
    ];
}

impl CommandKind for Rate {
    const COMMAND: CommandDoc = CommandDoc { aliases: &["grade"], ..CommandDoc::PLAIN };
}

impl ToolKind for Rate {
    const TOOL: ToolDoc = ToolDoc {
        name: "rate",
        title: "Rate the difficulty",
        description: "Rates how hard a puzzle is for a person: `level`, from the hardest technique that it needs (`hardest`), and `score`, which compares \
            puzzles of one size on a scale of the service's own. For a classic 9x9, `se_estimate` estimates the rating of Sudoku Explainer, which \
            lists of puzzles quote. Only puzzles with exactly one solution have a rating.",
        ..ToolDoc::REPEATABLE
    };
}
