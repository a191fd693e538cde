//! The kind of `/hint`: its options, and its result as JSON and as text.

use quadrille_sudoku::Puzzle;
use quadrille_sudoku::techniques::{Reveal, StepAnswer, StepGoal};
use serde::Serialize;
use utoipa::ToSchema;

use super::analysis_result::{AnalysisResult, CommonMembers};
use super::answer_kind::{AnswerKind, BatchKind};
use super::fault::Faults;
use super::kind::QuestionKind;
use super::notation::{Notation, cell_names};
use super::options::Options;
use super::played::played_puzzle;
use super::question::ResultStyle;
use super::request_option::{HINT, HINT_BATCH, RequestOption};
use super::result::{AnalysisStats, ResponseBody, VerdictKind};
use super::step::{StepCandidate, StepEntry, StepGroup, StepLink};
use crate::service::{Reply, StepQuestion};

/// The kind of `/hint`.
#[derive(Clone, Copy, Debug)]
pub struct FindHint;

/// The next step of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct HintFindings {
    /// Verdict on the puzzle without the entries.
    pub verdict: VerdictKind,
    /// The step; null if there is none, if the player has made mistakes, or if no solution has all entries and marks.
    #[schema(required = true)]
    pub step: Option<HintStep>,
    /// Cells whose entry, or all of whose marks, occur in no solution; entries that differ from a clue; and entries that no
    /// solution has together. They must be corrected before a hint.
    #[schema(example = json!([]))]
    pub mistakes: Vec<String>,
}

/// A step, as far as `reveal` shows it. The members are those of a step of `/path`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct HintStep {
    /// Houses that hold the pattern. Unless all is revealed, a pattern without a house has that of its first cell, and `house`
    /// shows one only.
    #[schema(example = json!(["row 1"]))]
    pub houses: Vec<String>,
    /// Identifier of the technique.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "naked_pair")]
    pub technique: Option<String>,
    /// Name of the technique.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "Naked Pair")]
    pub name: Option<&'static str>,
    /// The step in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub text: Option<String>,
    /// Digits of the pattern.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub digits: Option<Vec<usize>>,
    /// Houses in which the step removes candidates.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub covers: Option<Vec<String>>,
    /// Cells of the pattern.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub cells: Option<Vec<String>>,
    /// Fins of a fish, and similar exceptional cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub fins: Option<Vec<String>>,
    /// Groups of cells with their candidates.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub groups: Option<Vec<StepGroup>>,
    /// Links between candidates.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub links: Option<Vec<StepLink>>,
    /// Digits to place.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub placements: Option<Vec<StepCandidate>>,
    /// Candidates to remove.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub eliminations: Option<Vec<StepCandidate>>,
}

/// The result as JSON.
pub type HintResult = AnalysisResult<HintFindings>;

/// The body of responses to `POST /hint`.
pub type HintResponse = ResponseBody<HintResult, AnalysisStats>;

impl QuestionKind for FindHint {
    type Subject = Puzzle;
    type Question = StepQuestion;
    const PATH: &'static str = "/hint";
    const NAME: &'static str = "Hint";
    const OPTIONS: &'static [RequestOption] = HINT;

    fn question(puzzle: Puzzle, options: &Options, faults: &mut Faults) -> Option<StepQuestion> {
        let (played, reveal) = (played_puzzle(puzzle, options, faults)?, options.reveal());
        Some(StepQuestion(StepGoal::Hint { played, reveal }))
    }
}

impl AnswerKind for FindHint {
    type Result = HintResult;
    type Stats = AnalysisStats;

    fn result(reply: &Reply<StepAnswer>, notation: &Notation) -> HintResult {
        let answer = &reply.answer;
        let findings = HintFindings {
            verdict: VerdictKind::from(&answer.verdict),
            step: HintStep::new(answer, *notation),
            mistakes: cell_names(&answer.mistakes, &answer.rules),
        };
        let common = CommonMembers::new(reply, &answer.conflicts, notation);
        AnalysisResult { findings, common }
    }

    /// Writes the sentence of the step, the name of its technique, or its houses, as far as it is revealed. Without a step,
    /// writes `mistakes` and their cells, or the verdict, and a `+` if a limit stopped the search for a step.
    fn write_text(Reply { answer, .. }: &Reply<StepAnswer>, style: &ResultStyle, out: &mut Vec<u8>) {
        let text = match HintStep::new(answer, style.notation) {
            Some(HintStep { text: Some(text), .. }) => text,
            Some(HintStep { name: Some(name), houses, .. }) => format!("{name}: {}", houses.join(", ")),
            Some(HintStep { houses, .. }) => houses.join(", "),
            None if !answer.mistakes.is_empty() => {
                format!("mistakes {}", cell_names(&answer.mistakes, &answer.rules).join(" "))
            }
            None => VerdictKind::from(&answer.verdict).as_str().to_owned(),
        };
        out.extend_from_slice(text.as_bytes());
        if answer.is_incomplete() {
            out.extend_from_slice(b" +");
        }
    }
}

/// Only the command line has batches of hints.
impl BatchKind for FindHint {
    const BATCH_OPTIONS: &'static [RequestOption] = HINT_BATCH;
}

impl HintStep {
    /// The first step of an answer, as far as it is revealed.
    fn new(answer: &StepAnswer, notation: Notation) -> Option<Self> {
        let step = answer.steps.first()?;
        let entry = StepEntry::new(step, &answer.rules, notation);
        let mut houses = entry.houses;
        if answer.reveal != Reveal::All && houses.is_empty() {
            houses.extend(step.house_of_first_cell(answer.rules.layout()).map(|house| house.to_string()));
        }
        if answer.reveal == Reveal::House {
            houses.truncate(1);
        }
        let shown = Self { houses, ..Self::default() };
        if answer.reveal == Reveal::House {
            return Some(shown);
        }
        let shown = Self { technique: Some(entry.technique), name: Some(entry.name), ..shown };
        if answer.reveal == Reveal::Technique {
            return Some(shown);
        }
        Some(Self {
            text: Some(entry.text),
            digits: Some(entry.digits),
            covers: Some(entry.covers),
            cells: Some(entry.cells),
            fins: Some(entry.fins),
            groups: Some(entry.groups),
            links: Some(entry.links),
            placements: Some(entry.placements),
            eliminations: Some(entry.eliminations),
            ..shown
        })
    }
}
