//! The answer as JSON and as text.

use quadrille_sudoku::analysis::GuessAnswer;
use serde::Serialize;
use utoipa::ToSchema;

use crate::kinds::command_kind::CommandKind;
use crate::kinds::guesses::question::CountGuesses;
use crate::service::Reply;
use crate::wire::answer_kind::{AnswerKind, BatchKind};
use crate::wire::puzzle::notation::{Notation, write_number};
use crate::wire::question::ResultStyle;
use crate::wire::result::{AnalysisResult, AnalysisStats, VerdictKind, common_members};

/// Effort of a plain search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct GuessesFindings {
    /// Verdict, as far as the search has proved it.
    pub verdict: VerdictKind,
    /// Number of guesses; null unless the verdict is `unique`.
    #[schema(required = true, minimum = 0)]
    pub guesses: Option<u64>,
}

impl AnswerKind for CountGuesses {
    type Result = AnalysisResult<GuessesFindings>;
    type Stats = AnalysisStats;

    fn result(reply: &Reply<GuessAnswer>, notation: &Notation) -> Self::Result {
        let answer = &reply.answer;
        let findings =
            GuessesFindings { verdict: VerdictKind::from(&answer.verdict), guesses: answer.guesses };
        AnalysisResult { first: findings, rest: common_members(reply, &answer.conflicts, notation) }
    }

    /// Writes the number of guesses; the verdict without one.
    fn write_text(Reply { answer, .. }: &Reply<GuessAnswer>, _: &ResultStyle, out: &mut Vec<u8>) {
        match answer.guesses {
            Some(guesses) => write_number(guesses, out),
            None => out.extend_from_slice(VerdictKind::from(&answer.verdict).as_str().as_bytes()),
        }
    }
}

impl BatchKind for CountGuesses {
    const COLUMNS: &'static [&'static str] = &["verdict", "guesses", "stopped_by", "rules_not_read"];
}

impl CommandKind for CountGuesses {}
