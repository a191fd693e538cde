//! The answer as JSON and as text.

use std::collections::BTreeMap;

use quadrille_sudoku::techniques::{Reveal, Step, StepAnswer, explain};
use serde::Serialize;
use utoipa::ToSchema;

use crate::kinds::hint::question::FindHint;
use crate::kinds::step::{StepCandidate, StepEntry, StepGroup, StepLink, StepNeed, house_names};
use crate::kinds::tool_kind::{ToolDoc, ToolKind};
use crate::service::Reply;
use crate::wire::answer_kind::{AnswerKind, BatchKind, EndpointDoc, EndpointKind};
use crate::wire::puzzle::notation::{GridNotation, Notation, cell_names};
use crate::wire::question::ResultStyle;
use crate::wire::result::{AnalysisResult, AnalysisStats, VerdictKind, common_members};

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

/// A step, as far as `reveal` shows it. It has members of a step of `/path`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct HintStep {
    /// Houses that hold the pattern. Unless all is revealed, a pattern without a house has the house of its first cell, and `house`
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
    /// The sentence with names in braces in the places of its `values`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub template: Option<String>,
    /// The values of the template, by their names.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub values: Option<BTreeMap<&'static str, String>>,
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
    /// JSON pointers of the constraints that the step uses; absent if it uses none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, example = json!([]))]
    pub constraints: Vec<String>,
    /// Candidates on which a step with a constraint rests. Other cells may have all digits; absent without such cells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub needs: Vec<StepNeed>,
}

impl AnswerKind for FindHint {
    type Result = AnalysisResult<HintFindings>;
    type Stats = AnalysisStats;

    fn result(reply: &Reply<StepAnswer>, notation: &Notation) -> Self::Result {
        let answer = &reply.answer;
        let findings = HintFindings {
            verdict: VerdictKind::from(&answer.verdict),
            step: HintStep::new(answer, **notation),
            mistakes: cell_names(&answer.mistakes, &answer.rules),
        };
        AnalysisResult { first: findings, rest: common_members(reply, &answer.conflicts, notation) }
    }

    /// Writes the sentence of the step, the name of its technique, or its houses, as far as it is revealed. Without a step,
    /// writes `mistakes` and their cells, or the verdict, and a `+` if a limit stopped the search for a step.
    fn write_text(Reply { answer, .. }: &Reply<StepAnswer>, style: &ResultStyle, out: &mut Vec<u8>) {
        let wording = style.notation.wording(answer);
        let houses = |step| -> String {
            let names: Vec<String> =
                shown_houses(step, answer).into_iter().map(|house| wording.house(house)).collect();
            names.join(", ")
        };
        let text = match answer.steps.first() {
            Some(step) => match answer.reveal {
                Reveal::All => explain(step, &wording).to_string(),
                Reveal::Technique => {
                    format!("{}: {}", step.technique.name_in(answer.language), houses(step))
                }
                Reveal::House => houses(step),
            },
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

impl EndpointKind for FindHint {
    const DOC: EndpointDoc = EndpointDoc {
        operation: "find_hint",
        title: "Find the next step of a player",
        description: "The first step of the easiest technique that has one, after the `entries` and pencil `marks` of the \
            player. The marks of a cell replace its candidates; cells without marks have all candidates that clues and \
            entries leave.\n\n`reveal` says how much of the step the answer shows: a `house`, the `technique` with its \
            houses, or `all`. If the solution is unique and an entry differs from it, or the marks of a cell lack its \
            digit, the answer has these `mistakes` and no step.",
        answer: "The step. As text, in one line: the sentence of the step, or as much as `reveal` shows; `mistakes` and \
            their cells; or the verdict, if there is no step.",
    };
}

/// Only the command line has batches of hints.
impl BatchKind for FindHint {
    const COLUMNS: &'static [&'static str] =
        &["verdict", "step.technique", "step.text", "mistakes", "stopped_by", "rules_not_read"];
}

/// The houses of a step, as far as it is revealed.
fn shown_houses(step: &Step, answer: &StepAnswer) -> Vec<usize> {
    let mut houses = step.deduction.houses.clone();
    if answer.reveal != Reveal::All && houses.is_empty() {
        houses.extend(step.deduction.house_of_first_cell(answer.rules.layout()));
    }
    if answer.reveal == Reveal::House {
        houses.truncate(1);
    }
    houses
}

impl HintStep {
    /// The first step of an answer, as far as it is revealed.
    fn new(answer: &StepAnswer, notation: GridNotation) -> Option<Self> {
        let step = answer.steps.first()?;
        let entry = StepEntry::new(step, answer, notation);
        let houses = house_names(&shown_houses(step, answer), answer);
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
            template: Some(entry.template),
            values: Some(entry.values),
            digits: Some(entry.digits),
            covers: Some(entry.covers),
            cells: Some(entry.cells),
            fins: Some(entry.fins),
            groups: Some(entry.groups),
            links: Some(entry.links),
            placements: Some(entry.placements),
            eliminations: Some(entry.eliminations),
            constraints: entry.constraints,
            needs: entry.needs,
            ..shown
        })
    }
}

impl ToolKind for FindHint {
    const TOOL: ToolDoc = ToolDoc {
        name: "hint",
        title: "Find the next step",
        description: "Finds the easiest next step of a person, without the solution. `reveal` sets how much it tells: `house` only where to look, \
            `technique` also by which technique, `all` (the default) the whole step with its cells and digits. Start with `house`, and tell more only \
            if asked. Give the player's grid as `entries`: if it has mistakes, they come back as `mistakes` instead of a step.",
        ..ToolDoc::REPEATABLE
    };
}
