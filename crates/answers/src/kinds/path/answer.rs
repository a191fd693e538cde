//! The answer as JSON and as text.

use quadrille_sudoku::techniques::{StepAnswer, WalkEnd, explain};
use serde::Serialize;
use utoipa::ToSchema;

use crate::kinds::path::question::FindPath;
use crate::kinds::step::{StepEntry, json_bytes};
use crate::kinds::tool_kind::{ToolDoc, ToolKind};
use crate::service::Reply;
use crate::wire::answer_kind::{AnswerKind, BatchKind, EndpointDoc, EndpointKind};
use crate::wire::puzzle::notation::Notation;
use crate::wire::question::ResultStyle;
use crate::wire::result::{AnalysisResult, AnalysisStats, VerdictKind, common_members};

/// The steps from a puzzle to its solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PathFindings {
    /// Verdict, as far as the search has proved it.
    pub verdict: VerdictKind,
    /// The steps, in order: each is the first one of the easiest technique that has one.
    pub steps: Vec<StepEntry>,
    /// Where the steps end; null if the puzzle has no solution, or a limit stopped the search.
    #[schema(required = true)]
    pub end: Option<PathEnd>,
}

/// Where the steps of a puzzle end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PathEnd {
    /// Every cell has a digit.
    Solved,
    /// No technique has a further step: the puzzle has several solutions.
    Stuck,
    /// A cell has no candidate, or a digit has no place in a house.
    Contradiction,
}

impl From<WalkEnd> for PathEnd {
    fn from(end: WalkEnd) -> Self {
        match end {
            WalkEnd::Solved => Self::Solved,
            WalkEnd::Stuck => Self::Stuck,
            WalkEnd::Contradiction => Self::Contradiction,
        }
    }
}

impl AnswerKind for FindPath {
    type Result = AnalysisResult<PathFindings>;
    type Stats = AnalysisStats;

    fn result(reply: &Reply<StepAnswer>, notation: &Notation) -> Self::Result {
        let answer = &reply.answer;
        let findings = PathFindings {
            verdict: VerdictKind::from(&answer.verdict),
            steps: answer.steps.iter().map(|step| StepEntry::new(step, answer, **notation)).collect(),
            end: answer.end.map(PathEnd::from),
        };
        AnalysisResult { first: findings, rest: common_members(reply, &answer.conflicts, notation) }
    }

    /// Writes the sentences of all steps, and a `+` if a limit stopped them; only the verdict without a step.
    fn write_text(Reply { answer, .. }: &Reply<StepAnswer>, style: &ResultStyle, out: &mut Vec<u8>) {
        if answer.steps.is_empty() {
            out.extend_from_slice(VerdictKind::from(&answer.verdict).as_str().as_bytes());
        }
        for (index, step) in answer.steps.iter().enumerate() {
            if index > 0 {
                out.push(b' ');
            }
            out.extend_from_slice(explain(step, &style.notation.wording(answer)).to_string().as_bytes());
        }
        if answer.is_incomplete() {
            out.extend_from_slice(b" +");
        }
    }
}

impl EndpointKind for FindPath {
    const DOC: EndpointDoc = EndpointDoc {
        operation: "find_path",
        title: "Find the steps from a puzzle to its solution",
        description: "Each step is the first one of the easiest technique that has one, on the board that the steps before it \
            have left. It has the cells, houses and links of its pattern, its effect, and a sentence \
            in the language `lang`.\n\nTechniques that rest on uniqueness, and a trial as the last resort, are used only if the \
            solution is unique. A puzzle with several solutions has steps as far as they hold for all of them.",
        answer: "The steps. As text, in one line: their sentences, with a `+` if a limit stopped them; only the verdict \
            without a step.",
    };

    /// The path of a large puzzle may take megabytes.
    fn response_bytes(answer: &StepAnswer) -> usize {
        answer.steps.iter().map(json_bytes).sum()
    }
}

/// Only the command line has batches of paths.
impl BatchKind for FindPath {
    const COLUMNS: &'static [&'static str] =
        &["verdict", "end", "steps.technique", "steps.text", "stopped_by", "rules_not_read"];
}

impl ToolKind for FindPath {
    const TOOL: ToolDoc = ToolDoc {
        name: "path",
        title: "Explain the whole solution",
        description: "Solves a puzzle as a person would, and returns every step with its technique, cells and digits, and a sentence. Use it to explain a \
            solution or to compare puzzles; it gives the solution away, and an answer for a hard 9x9 has about a hundred steps. For one step use \
            `hint`, for the difficulty alone `rate`.",
        ..ToolDoc::REPEATABLE
    };
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use crate::wire::puzzle::notation::GridNotation;
    use quadrille_exact_cover::Progress;
    use quadrille_sudoku::ResumableSearch;
    use quadrille_sudoku::techniques::{StepGoal, StepSearch};
    use quadrille_sudoku::text::LetterCase;
    use quadrille_sudoku::{BoxShape, Digit, Grid, Puzzle, Rules};

    use super::*;

    #[test]
    fn estimated_length_of_a_response_is_close() {
        for line in [
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        ] {
            let digit = |symbol: char| Digit::new(symbol.to_digit(10).unwrap_or(0) as usize);
            let clues = Grid::from_cells(line.chars().map(digit).collect()).expect("a square");
            let rules = Rules::plain(9, BoxShape::usual(9)).expect("a size");
            let puzzle = Puzzle::new(rules, clues).expect("fits");
            let mut search = StepSearch::new(StepGoal::Path(puzzle));
            while search.advance(u64::MAX, &AtomicBool::new(false)).expect("no bug") == Progress::Paused {}
            let answer = search.answer();
            let entry = |step| StepEntry::new(step, &answer, GridNotation::Flat(LetterCase::Upper.into()));
            let steps: Vec<StepEntry> = answer.steps.iter().map(entry).collect();
            let length = serde_json::to_vec(&steps).expect("serializes").len();
            let estimated = FindPath::response_bytes(&answer);
            assert!(length <= estimated && estimated <= 2 * length, "{length}, estimated {estimated}");
        }
    }
}
