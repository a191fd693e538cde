//! The kind of `/path`: its options, and its result as JSON and as text.

use quadrille_sudoku::Puzzle;
use quadrille_sudoku::techniques::{StepAnswer, StepGoal, WalkEnd, explain};
use serde::Serialize;
use utoipa::ToSchema;

use super::analysis_result::{AnalysisResult, CommonMembers};
use super::answer_kind::{AnswerKind, BatchKind};
use super::fault::Faults;
use super::kind::QuestionKind;
use super::notation::Notation;
use super::options::Options;
use super::question::ResultStyle;
use super::request_option::{PATH, PATH_BATCH, RequestOption};
use super::result::{AnalysisStats, ResponseBody, VerdictKind};
use super::step::{StepEntry, json_bytes};
use crate::service::{Reply, StepQuestion};

/// The kind of `/path`.
#[derive(Clone, Copy, Debug)]
pub struct FindPath;

/// The steps from a puzzle to its solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PathFindings {
    /// Verdict on the puzzle, as far as the search has proved it.
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

/// The result as JSON.
pub type PathResult = AnalysisResult<PathFindings>;

/// The body of responses to `POST /path`.
pub type PathResponse = ResponseBody<PathResult, AnalysisStats>;

impl From<WalkEnd> for PathEnd {
    fn from(end: WalkEnd) -> Self {
        match end {
            WalkEnd::Solved => Self::Solved,
            WalkEnd::Stuck => Self::Stuck,
            WalkEnd::Contradiction => Self::Contradiction,
        }
    }
}

impl QuestionKind for FindPath {
    type Subject = Puzzle;
    type Question = StepQuestion;
    const PATH: &'static str = "/path";
    const NAME: &'static str = "Path";
    const OPTIONS: &'static [RequestOption] = PATH;

    fn question(puzzle: Puzzle, _: &Options, _: &mut Faults) -> Option<StepQuestion> {
        Some(StepQuestion(StepGoal::Path(puzzle)))
    }
}

impl FindPath {
    /// Estimated length of the response, in bytes: known before it is encoded.
    pub fn response_bytes(answer: &StepAnswer) -> usize {
        answer.steps.iter().map(json_bytes).sum()
    }
}

impl AnswerKind for FindPath {
    type Result = PathResult;
    type Stats = AnalysisStats;

    fn result(reply: &Reply<StepAnswer>, notation: &Notation) -> PathResult {
        let answer = &reply.answer;
        let findings = PathFindings {
            verdict: VerdictKind::from(&answer.verdict),
            steps: answer.steps.iter().map(|step| StepEntry::new(step, &answer.rules, *notation)).collect(),
            end: answer.end.map(PathEnd::from),
        };
        let common = CommonMembers::new(reply, &answer.conflicts, notation);
        AnalysisResult { findings, common }
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
            out.extend_from_slice(explain(step, &style.notation.wording(&answer.rules)).as_bytes());
        }
        if answer.is_incomplete() {
            out.extend_from_slice(b" +");
        }
    }
}

/// Only the command line has batches of paths.
impl BatchKind for FindPath {
    const BATCH_OPTIONS: &'static [RequestOption] = PATH_BATCH;
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use quadrille_exact_cover::Progress;
    use quadrille_sudoku::ResumableSearch;
    use quadrille_sudoku::notation::LetterCase;
    use quadrille_sudoku::techniques::StepSearch;
    use quadrille_sudoku::{BoxShape, Digit, Grid, Rules};

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
            let entry = |step| StepEntry::new(step, &answer.rules, Notation::Flat(LetterCase::Upper.into()));
            let steps: Vec<StepEntry> = answer.steps.iter().map(entry).collect();
            let length = serde_json::to_vec(&steps).expect("serializes").len();
            let estimated = FindPath::response_bytes(&answer);
            assert!(length <= estimated && estimated <= 2 * length, "{length}, estimated {estimated}");
        }
    }
}
