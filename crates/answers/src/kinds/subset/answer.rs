//! The answer as JSON and as text.

use serde::Serialize;
use utoipa::ToSchema;

use crate::kinds::command_kind::{CommandDoc, CommandKind, Tally};
use crate::kinds::subset::question::{ChooseSubset, SubsetAnswer};
use crate::service::Reply;
use crate::wire::answer_kind::{AnswerKind, BatchKind};
use crate::wire::puzzle::notation::Notation;
use crate::wire::question::ResultStyle;
use crate::wire::result::{AnalysisResult, AnalysisStats, VerdictKind, common_members};

/// The subset of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SubsetFindings {
    /// Name of the subset. Null if the grid that determines it has no canonical form, such as the solution of a puzzle with several, or if a
    /// limit stopped the search.
    #[schema(required = true, example = "train")]
    pub subset: Option<String>,
    /// Verdict, as far as the search has proved it.
    pub verdict: VerdictKind,
}

impl AnswerKind for ChooseSubset {
    type Result = AnalysisResult<SubsetFindings>;
    type Stats = AnalysisStats;

    fn result(reply: &Reply<SubsetAnswer>, notation: &Notation) -> Self::Result {
        let SubsetAnswer { subset, canonical } = &reply.answer;
        let findings =
            SubsetFindings { subset: subset.clone(), verdict: VerdictKind::from(&canonical.verdict) };
        AnalysisResult { first: findings, rest: common_members(reply, &canonical.conflicts, notation) }
    }

    /// Writes the name; `-` and the verdict without one.
    fn write_text(Reply { answer, .. }: &Reply<SubsetAnswer>, _: &ResultStyle, out: &mut Vec<u8>) {
        match &answer.subset {
            Some(name) => out.extend_from_slice(name.as_bytes()),
            None => {
                let verdict = VerdictKind::from(&answer.canonical.verdict).as_str();
                out.extend_from_slice(format!("- {verdict}").as_bytes());
            }
        }
    }
}

impl BatchKind for ChooseSubset {
    const COLUMNS: &'static [&'static str] = &["subset", "verdict", "stopped_by", "rules_not_read"];
}

impl CommandKind for ChooseSubset {
    const COMMAND: CommandDoc = CommandDoc {
        examples: &[
            "--parts train=8,validation=1,test=1 --seed 7 puzzles.txt",
            "--by solution --format csv puzzles.csv",
        ],
        has_tally: true,
        ..CommandDoc::PLAIN
    };

    fn tally(answer: &SubsetAnswer, tally: &mut Tally) {
        tally.add(answer.subset.as_deref().unwrap_or("without a subset"), 1);
    }
}
