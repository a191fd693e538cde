//! The answer as JSON and as text.

use quadrille_sudoku::Grid;
use quadrille_sudoku::generate::{GenerateAnswer, SpecRestriction};
use quadrille_sudoku::text::{Alphabet, LetterCase};
use serde::Serialize;
use utoipa::ToSchema;

use crate::kinds::generate::request::Generate;
use crate::kinds::generate::request::WishStyle;
use crate::kinds::job_kind::{JobDoc, JobForm, JobKind};
use crate::kinds::rate::puzzle_rating::PuzzleRating;
use crate::kinds::tool_kind::{ToolDoc, ToolKind};
use crate::service::Reply;
use crate::wire::answer_kind::AnswerKind;
use crate::wire::puzzle::notation::{GridNotation, Notation};
use crate::wire::question::ResultStyle;
use crate::wire::result::{AnalysisStats, StoppedBy};

/// The notation of generated puzzles.
const NOTATION: Notation = Notation::new(GridNotation::Line(Alphabet::FromOne(LetterCase::Upper)));

/// A generated puzzle, or a search that found none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct GenerateResult {
    /// The puzzle, one symbol per cell, row by row; a 36x36 as numbers with blanks between them. It has exactly one solution.
    /// Null if no attempt has succeeded.
    #[schema(
        required = true,
        example = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
    )]
    pub puzzle: Option<String>,
    /// The seed, which gives the same puzzle for the same request.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64, example = 7)]
    pub seed: u64,
    /// Number of clues; null without a puzzle.
    #[schema(required = true, minimum = 0, example = 32)]
    pub clues: Option<usize>,
    /// The only solution; absent unless `include` names it, or without a puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub solution: Option<String>,
    /// How hard the puzzle is; absent unless `include` names it, or without a puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rating: Option<PuzzleRating>,
    /// Number of attempts that have ended.
    #[schema(minimum = 0, example = 1)]
    pub attempts: u64,
    /// Smallest number of clues of a puzzle with one solution in the attempts that have failed; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0)]
    pub fewest_clues: Option<usize>,
    /// Without a puzzle, the options to relax: those that made attempts fail, and the limit that was reached. An option that
    /// failed less than a tenth of the attempts that came to its check is not named. Absent with a puzzle.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1, example = json!(["clues", "attempts"]))]
    pub relax: Vec<&'static str>,
    /// The reason why the search ended early; null if it found a puzzle or made all attempts.
    #[schema(required = true)]
    pub stopped_by: Option<StoppedBy>,
}

impl AnswerKind for Generate {
    type Result = GenerateResult;
    type Stats = AnalysisStats;

    fn result(reply: &Reply<GenerateAnswer>, style: &WishStyle) -> GenerateResult {
        let answer = &reply.answer;
        let generated = answer.generated.as_ref();
        let solution = generated.filter(|_| style.included.solution);
        let rating =
            generated.filter(|_| style.included.rating).and_then(|generated| generated.rating.as_ref());
        GenerateResult {
            puzzle: generated.map(|generated| line(generated.puzzle.clues())),
            seed: answer.seed,
            clues: generated.map(|generated| generated.puzzle.clues().filled_count()),
            solution: solution.map(|generated| line(generated.solution.grid())),
            rating: rating.map(PuzzleRating::from),
            attempts: answer.attempts,
            fewest_clues: answer.fewest_clues,
            relax: if generated.is_some() { Vec::new() } else { relax(reply) },
            stopped_by: StoppedBy::from_reply(reply),
        }
    }

    /// Writes the puzzle, with blanks before its solution, its score and its level if they are included.
    fn write_text(
        Reply { answer, .. }: &Reply<GenerateAnswer>,
        style: &ResultStyle<WishStyle>,
        out: &mut Vec<u8>,
    ) {
        let Some(generated) = &answer.generated else {
            let text = format!("no puzzle in {} attempts", answer.attempts);
            return out.extend_from_slice(text.as_bytes());
        };
        NOTATION.write_line(generated.puzzle.clues(), out);
        if style.notation.included.solution {
            out.push(b' ');
            NOTATION.write_line(generated.solution.grid(), out);
        }
        if let Some(rating) = generated.rating.as_ref().filter(|_| style.notation.included.rating) {
            out.extend_from_slice(format!(" {} {}", rating.score(), rating.level().name()).as_bytes());
        }
    }
}

/// The options that a client may relax after a search without a puzzle.
fn relax(reply: &Reply<GenerateAnswer>) -> Vec<&'static str> {
    let answer = &reply.answer;
    let limit = match StoppedBy::from_reply(reply) {
        // Without an attempt, simple bounds have excluded every puzzle.
        None if answer.attempts > 0 => Some("attempts"),
        Some(StoppedBy::NodeLimit) => Some("limits.nodes"),
        Some(StoppedBy::TimeLimit) => Some("limits.time_ms"),
        None
        | Some(
            StoppedBy::Shutdown | StoppedBy::SolutionLimit | StoppedBy::ProofBytes | StoppedBy::ProofWork,
        ) => None,
    };
    answer.binding.iter().map(SpecRestriction::name).chain(limit).collect()
}

fn line(grid: &Grid) -> String {
    let mut line = Vec::new();
    NOTATION.write_line(grid, &mut line);
    String::from_utf8_lossy(&line).into_owned()
}

impl ToolKind for Generate {
    const TOOL: ToolDoc = ToolDoc {
        name: "generate",
        title: "Generate a puzzle",
        description: "Makes one random puzzle with exactly one solution, which is proved. Options set its size, difficulty, number of clues, symmetry and \
            techniques; all may be left out. Returns `puzzle`, its `seed`, which gives the same puzzle again, and on request (`include`) solution and \
            rating. If no attempt meets the wish within the limits, `puzzle` is null, and `relax` names the options to relax. For several \
            puzzles, call it several times.",
        without: &["count"],
        is_repeatable: false,
    };
}

impl JobKind for Generate {
    const JOB: JobDoc = JobDoc {
        form: JobForm::Generate,
        title: "Generate random puzzles with one solution",
        columns: Some(&["puzzle", "seed", "clues", "solution", "rating.score", "rating.level", "stopped_by"]),
    };
}
